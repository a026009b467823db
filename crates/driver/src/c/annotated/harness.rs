//! What is made of one contract: the function that tries it on any heap, the one that tries it on
//! made heaps, and the one that stands for the function where it is called by its contract.

use std::fmt::Write;

use source::Diagnostic;

use super::instance;
use super::scan::{self, Returns};
use super::syntax::{Contract, Item};
use super::weave::{Act, CHECK_PREFIX, TWIN_SUFFIX, Weaver, in_c};

impl Weaver<'_> {
    /// The function that tries a contract, and the one that stands for it.
    pub(super) fn contract(&mut self, text: &[u8], contract: &Contract) {
        self.file = contract.file;
        let name = &contract.function.text;
        let Some(head) = scan::head(text, name) else {
            let message = format!("`{name}` has a contract and no body");
            self.blame(Diagnostic::error("E0932", contract.function.span, message));
            return;
        };
        let names: Vec<&str> = head.params.iter().map(|(_, name)| name.as_str()).collect();
        let call = format!("{name}({})", names.join(", "));
        let declared: String = head.params.iter().map(|(text, _)| format!("{text}; ")).collect();
        let taken: Vec<&str> = head.params.iter().map(|(text, _)| text.as_str()).collect();
        let span = contract.function.span;
        let (ensures, olds) = self.without_olds(&contract.ensures);
        let is_void = head.returns == Returns::Nothing;

        let required = conditions(&contract.requires);
        let made = &self.makers;
        let tried = instance::attempt(contract, &head, self.definitions, made, &required, &olds);
        let mut code = String::new();
        if let Some(attempt) = tried {
            code += &attempt;
            for (condition, text) in told_conditions(&ensures) {
                let broken = self.broken(format!("`{name}` keeps its contract: `ensures {text}`"));
                let _ = write!(code, "if (!({condition})) {broken}(); ");
            }
            code += "__builtin_abort(); }\n";
            self.tried.push(name.clone());
        }
        let _ = write!(code, "void {CHECK_PREFIX}{name}(void) {{ {declared}");
        code += &self.step(Act::Given, &contract.requires, span);
        for condition in conditions(&contract.requires) {
            let _ = write!(code, " if (!({condition})) __builtin_abort(); ");
        }
        code += &olds;
        let _ = match is_void {
            true => write!(code, "{call}; "),
            false => write!(code, "{} __linchpin_result = {call}; ", head.result),
        };
        let what = |kind: &str| format!("`{name}` keeps its contract: `{kind}`");
        for (condition, text) in told_conditions(&ensures) {
            let broken = self.broken(what(&format!("ensures {text}")));
            let _ = write!(code, "if (!({condition})) {broken}(); ");
        }
        // What is looked for at the end is left alone, so it may be taken as well.
        let act = if leaves_others(&ensures) { Act::Taken } else { Act::Whole };
        code += &self.step(act, &ensures, span);
        let broken = self.broken(what(&format!("ensures {}", structures(&ensures))));
        let _ = writeln!(code, " if (!__linchpin_ok) {broken}(); __builtin_abort(); }}");

        let params = if taken.is_empty() { "void".to_owned() } else { taken.join(", ") };
        let _ = write!(code, "{} {name}{TWIN_SUFFIX}({params}) {{ {olds}", head.result);
        if !is_void {
            let _ = write!(code, "{} __linchpin_result; ", head.result);
        }
        for (condition, text) in told_conditions(&contract.requires) {
            let broken = self.broken(format!("`{name}` is called as it requires: `{text}`"));
            let _ = write!(code, "if (!({condition})) {broken}(); ");
        }
        code += &self.step(Act::Taken, &contract.requires, span);
        let required = structures(&contract.requires);
        let broken = self.broken(format!("`{name}` is called as it requires: `{required}`"));
        let _ = write!(code, " if (!__linchpin_ok) {broken}(); ");
        let act = match leaves_others(&ensures) {
            true => Act::Unsupported("what a call leaves beside its contract".to_owned()),
            false => Act::Given,
        };
        code += &self.step(act, &ensures, span);
        for condition in conditions(&ensures) {
            let _ = write!(code, " if (!({condition})) __builtin_abort(); ");
        }
        code += if is_void { "}\n" } else { " return __linchpin_result; }\n" };
        let lo = self.text.len();
        self.text += &code;
        let why = format!("the contract of `{name}` is not C that makes sense here");
        self.made.push((lo, self.text.len(), (self.file, span), why));
    }

    /// The items with `\old(x)` as a variable that is set before.
    fn without_olds(&mut self, items: &[Item]) -> (Vec<Item>, String) {
        let mut olds = String::new();
        let mut plain = |text: &String| {
            let mut text = text.clone();
            while let Some(at) = text.find("\\old (") {
                let inner = &text[at + 6..];
                let mut depth = 1usize;
                let end = inner.find(|letter| {
                    depth = match letter {
                        '(' => depth + 1,
                        ')' => depth - 1,
                        _ => depth,
                    };
                    depth == 0
                });
                let Some(end) = end else { break };
                let variable = format!("__linchpin_old_{}", self.n_olds);
                self.n_olds += 1;
                let value = in_c(&inner[..end]);
                let _ = write!(olds, "__typeof__({value}) {variable} = {value}; ");
                text = format!("{}{variable}{}", &text[..at], &inner[end + 1..]);
            }
            text
        };
        let mut done = Vec::new();
        for item in items {
            done.push(match item {
                Item::Part { name, args, end } => Item::Part {
                    name: name.clone(),
                    args: args.iter().map(&mut plain).collect(),
                    end: end.as_ref().map(|end| end.iter().map(&mut plain).collect()),
                },
                Item::Condition { text, span } => {
                    Item::Condition { text: plain(text), span: *span }
                }
            });
        }
        (done, olds)
    }
}

/// The item for blocks of which nothing is said.
const OTHERS: &str = "true";

/// Whether there may be other blocks.
fn leaves_others(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Condition { text, .. } => text == OTHERS,
        Item::Part { .. } => false,
    })
}

/// The conditions among the items in C.
fn conditions(items: &[Item]) -> Vec<String> {
    told_conditions(items).into_iter().map(|(condition, _)| condition).collect()
}

/// The conditions in C, each with its text as it is written.
fn told_conditions(items: &[Item]) -> Vec<(String, String)> {
    let condition = |item: &Item| match item {
        Item::Condition { text, .. } if text == OTHERS => None,
        Item::Condition { text, .. } => Some((in_c(text), text.clone())),
        Item::Part { .. } => None,
    };
    items.iter().filter_map(condition).collect()
}

fn structures(items: &[Item]) -> String {
    let mut texts = Vec::new();
    for item in items {
        if let Item::Part { name, args, end } = item {
            let end = end.as_ref().map_or(String::new(), |end| format!(" => {}", end.join(", ")));
            texts.push(format!("{}({}{end})", name.text, args.join(", ")));
        }
    }
    match texts.is_empty() {
        true => "emp".to_owned(),
        false => texts.join(" * "),
    }
}
