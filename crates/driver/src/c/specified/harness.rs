//! What is made of contracts, as C behind the program.
//!
//! - `__linchpin_alone_f` calls `f` with all that its contract allows, and asks for what it promises;
//! - a function of the name `f` stands between it and its callers, whose own definition is called
//!   `__linchpin_real_f`: what `f` requires is asked before the call, and what it promises behind it. So
//!   calls through pointers ask too.
//!
//! Every question stands in the line of its clause, so that a fault is shown there. The parameters of
//! these functions are never written after the call is prepared, so that in a promise they are what the
//! function was called with, as ACSL has it.

use std::fmt::Write;

use source::{Diagnostic, Diagnostics, Source, Span};

use super::super::annotated::scan::Head;
use super::arguments::{Arguments, MadeExtent, compact};
use super::contract::{Contract, Said, is_void};
use super::formula::{Access, Extent, Formula, Valid};

pub const ALONE: &str = "__linchpin_alone_";
/// What a function with a contract is called that has a body.
pub const REAL: &str = "__linchpin_real_";
/// The same of one without body.
pub const OUTSIDE: &str = "_linchpin_outside_";
/// A call of such a function decides whether the pointer to a made object is null.
pub const NULL_CHOICE: &str = "__VERIFIER_nondet_null_";
const BROKEN: &str = "__linchpin_broken_";
/// Asks whether so many bytes can be accessed at a place.
pub const ACCESSIBLE: &str = "__linchpin_accessible";
pub const WRITABLE: &str = "__linchpin_writable";
const ASSUME: &str = "__VERIFIER_assume_abort_if_not";
const RESULT: &str = "__linchpin_result";

/// Declarations before the first line of a part.
pub fn declarations(broken: &[Broken]) -> String {
    let mut text = String::from(
        "void __VERIFIER_assume_abort_if_not(int); \
         void __linchpin_any_bytes(void *, __typeof__(sizeof 0)); \
         void __linchpin_unmodelled_bytes(void *, __typeof__(sizeof 0)); \
         void __linchpin_accessible(void *, __typeof__(sizeof 0)); \
         void __linchpin_writable(void *, __typeof__(sizeof 0)); \
         static void __linchpin_go_to_end(const char *s) { while (*s) s++; } \
         unsigned char __VERIFIER_nondet_any_uchar(void); unsigned short __VERIFIER_nondet_any_ushort(void); \
         unsigned int __VERIFIER_nondet_any_uint(void); \
         unsigned long long __VERIFIER_nondet_any_ulonglong(void); \
         float __VERIFIER_nondet_any_float(void); double __VERIFIER_nondet_any_double(void); ",
    );
    for it in broken {
        let _ = write!(text, "void {}(void); ", it.name);
    }
    text.push('\n');
    text
}

/// A length that is small but for one choice, which is for the runs.
const ANY_LENGTH: &str = "static unsigned long __linchpin_any_length(void) { \
    unsigned char n = __VERIFIER_nondet_any_uchar(); \
    return n != 171 ? n : __VERIFIER_nondet_any_uint() >> 2; }";

/// Elements of the largest array that is required to be there.
const MAX_BYTES: &str = "0x7fffffffUL";

/// A function whose call means that something that was said does not hold.
#[derive(Clone, Debug)]
pub struct Broken {
    pub name: String,
    /// What does not hold.
    pub what: String,
    /// The function whose contract says it.
    pub about: Option<String>,
    /// The clause.
    pub span: Span,
}

/// Writes code behind a part.
pub struct Writer<'s> {
    source: &'s Source,
    pub text: String,
    pub broken: Vec<Broken>,
    n_olds: usize,
    pub diagnostics: Diagnostics,
    /// Stretches of the text that come from clauses, with the clause.
    pub clauses: Vec<(std::ops::Range<usize>, Span)>,
}

impl<'s> Writer<'s> {
    pub fn new(source: &'s Source) -> Self {
        Self {
            source,
            text: String::new(),
            broken: Vec::new(),
            n_olds: 0,
            diagnostics: Diagnostics::new(),
            clauses: Vec::new(),
        }
    }

    /// What follows stands in the line of this place.
    fn stand_at(&mut self, span: Span) {
        let position = self.source.position(span.lo);
        let file = position.file.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = write!(self.text, "\n# {} \"{file}\"\n", position.line);
    }

    /// Says that something does not hold: the name of the function to call.
    fn breaks(&mut self, (what, about): (String, Option<&str>), span: Span) -> String {
        let name = format!("{BROKEN}{}", self.broken.len());
        let about = about.map(str::to_owned);
        self.broken.push(Broken { name: name.clone(), what, about, span });
        name
    }

    fn push_clause(&mut self, code: &str, span: Span) {
        let lo = self.text.len();
        self.text.push_str(code);
        self.clauses.push((lo..self.text.len(), span));
    }

    /// The function that calls `name` with all that is allowed.
    pub fn alone(
        &mut self,
        (name, span): (&str, Span),
        head: &Head,
        arguments: &mut Arguments<'_>,
        contract: Option<&Contract>,
    ) {
        self.stand_at(span);
        self.text.push_str(ANY_LENGTH);
        self.stand_at(span);
        // Where pointers come from is ours alone: as parameters they could lead anywhere.
        let is_local = |name: &str| arguments.locals.iter().any(|it| it == name);
        let (made, taken): (Vec<_>, Vec<_>) =
            head.params.iter().partition(|(_, name)| is_local(name));
        let taken: Vec<&str> = taken.iter().map(|(text, _)| text.as_str()).collect();
        let taken = if taken.is_empty() { "void".to_owned() } else { taken.join(", ") };
        let _ = write!(self.text, "void {ALONE}{name}({taken}) {{ ");
        for (text, name) in made {
            let _ = write!(self.text, "{}; ", as_variable(text, name));
        }
        self.text.push_str(&arguments.code());
        let is_constant = |length: &str| length.bytes().all(|byte| byte.is_ascii_digit());
        let (known, others): (Vec<_>, Vec<_>) =
            arguments.arrays.clone().into_iter().partition(|(_, length)| is_constant(length));
        for (pointer, length) in &known {
            self.make_array(pointer, length, span, arguments);
        }
        let (requires, ensures): (&[Said], &[Said]) = match contract {
            Some(contract) => (&contract.requires, &contract.ensures),
            None => (&[], &[]),
        };
        self.one_extent_each(requires);
        for (part, span) in in_order(requires) {
            self.stand_at(span);
            let code = self.make(part, span, arguments);
            self.push_clause(&code, span);
        }
        for (pointer, length) in &others {
            self.make_array(pointer, length, span, arguments);
        }
        let (olds, ensures) = self.without_olds(ensures);
        self.push_clause(&olds, contract.map_or(span, |it| it.span));
        self.stand_at(span);
        let prefix = if contract.is_some() { REAL } else { "" };
        let call = call(&format!("{prefix}{name}"), head);
        let _ = match is_void(head) {
            true => write!(self.text, "{call}; "),
            // What is returned is not lost.
            false => write!(
                self.text,
                "__typeof__({call}) {RESULT} = {call}; \
                 static __typeof__((0, {call})) __linchpin_kept; __linchpin_kept = {RESULT}; "
            ),
        };
        self.promises(name, &ensures);
        // What was made for it on the heap need not be freed.
        if arguments.is_on_heap() {
            self.text.push_str("__builtin_abort(); ");
        }
        self.text.push_str("}\n");
    }

    /// The function that is called in place of the one with the contract.
    pub fn checked(&mut self, contract: &Contract, asks: Asks) {
        let Contract { name, head, requires, ensures, .. } = contract;
        let is_void = is_void(head);
        self.stand_at(contract.span);
        let taken: Vec<String> =
            head.params.iter().map(|(text, name)| as_variable(text, name)).collect();
        let taken = if taken.is_empty() { "void".to_owned() } else { taken.join(", ") };
        let result = &head.result;
        let inner = match asks {
            Asks::NoBody => format!("{OUTSIDE}{name}"),
            Asks::Everything | Asks::Requirements => format!("{REAL}{name}"),
        };
        if asks == Asks::NoBody {
            let _ = write!(self.text, "{result} {inner}({taken}); ");
        }
        let _ = write!(self.text, "{result} {name}({taken}) {{ ");
        for said in requires {
            for part in said.formula.conjuncts() {
                self.stand_at(said.span);
                let told = told(said, part);
                let what = format!("`{name}` is called as it requires: `{told}`");
                self.ask(part, (what, name), said.span);
            }
        }
        let ensures: &[Said] = if asks == Asks::Requirements { &[] } else { ensures };
        let (olds, ensures) = self.without_olds(ensures);
        self.push_clause(&olds, contract.span);
        self.stand_at(contract.span);
        let call = call(&inner, head);
        let _ = match is_void {
            true => write!(self.text, "{call}; "),
            false => write!(self.text, "{result} {RESULT} = {call}; "),
        };
        match asks {
            // What nobody can look into is believed.
            Asks::NoBody => {
                for said in ensures.iter().filter(|said| said.formula.valid_parts().is_empty()) {
                    let code = format!("{ASSUME}(!!({})); ", in_c(&said.formula.in_c()));
                    self.push_clause(&code, said.span);
                }
            }
            Asks::Everything | Asks::Requirements => self.promises(name, &ensures),
        }
        self.text.push_str(if is_void { "}\n" } else { "return __linchpin_result; }\n" });
    }

    fn promises(&mut self, name: &str, ensures: &[Said]) {
        for said in ensures {
            for part in said.formula.conjuncts() {
                self.stand_at(said.span);
                let what = format!("`{name}` keeps its contract: `ensures {}`", said.text);
                self.ask(part, (what, name), said.span);
            }
        }
    }

    /// Asks whether a part holds.
    fn ask(&mut self, part: &Formula, (what, about): (String, &str), span: Span) {
        let code = match self.question(part, (&what, about), span) {
            Some(code) => code,
            None => {
                let message = "what is valid can be asked about alone, or under one condition";
                self.diagnostics.push(Diagnostic::error("E0952", span, message));
                return;
            }
        };
        self.push_clause(&code, span);
    }

    /// The code that asks; none where C cannot say it.
    fn question(&mut self, part: &Formula, whose: (&str, &str), span: Span) -> Option<String> {
        if part.valid_parts().is_empty() {
            let broken = self.breaks((whose.0.to_owned(), Some(whose.1)), span);
            return Some(format!("if (!({})) {broken}(); ", in_c(&part.in_c())));
        }
        match part {
            Formula::Valid(valid) => Some(touch(valid)),
            Formula::And(parts) => {
                parts.iter().map(|part| self.question(part, whose, span)).collect()
            }
            Formula::Implies(premise, rest) if premise.valid_parts().is_empty() => {
                let rest = self.question(rest, whose, span)?;
                Some(format!("if ({}) {{ {rest} }} ", in_c(&premise.in_c())))
            }
            // Where nothing else holds, what is valid has to.
            Formula::Or(parts) => {
                let (valid, plain): (Vec<&Formula>, Vec<&Formula>) =
                    parts.iter().partition(|part| !part.valid_parts().is_empty());
                let [valid] = valid[..] else { return None };
                let rest = self.question(valid, whose, span)?;
                let plain: Vec<String> = plain.iter().map(|part| in_c(&part.in_c())).collect();
                Some(format!("if (!({})) {{ {rest} }} ", plain.join(" || ")))
            }
            Formula::Implies(..) | Formula::C(_) => None,
        }
    }

    /// A statement that asks about a claim inside of a body.
    pub fn claim(&mut self, said: &Said, what: &str) -> Option<Vec<(String, String)>> {
        let mut asked = Vec::new();
        for part in said.formula.conjuncts() {
            if !part.valid_parts().is_empty() || said.text.contains("\\old") || said.text.contains("\\result")
            {
                let message = "only conditions of C can stand here";
                self.diagnostics.push(Diagnostic::error("E0952", said.span, message));
                return None;
            }
            let what = format!("{what} `{}` holds", told(said, part));
            let broken = self.breaks((what, None), said.span);
            asked.push((in_c(&part.in_c()), broken));
        }
        Some(asked)
    }

    /// A pointer leads to one number of elements.
    fn one_extent_each(&mut self, requires: &[Said]) {
        let mut known: Vec<String> = Vec::new();
        for said in requires {
            for part in said.formula.conjuncts() {
                let Formula::Valid(valid) = part else { continue };
                let pointer = compact(&valid.pointer);
                if valid.extent != Extent::One && known.contains(&pointer) {
                    let message = format!("two clauses say how much there is behind `{pointer}`");
                    self.diagnostics.push(Diagnostic::error("E0952", said.span, message));
                }
                if valid.extent != Extent::One {
                    known.push(pointer);
                }
            }
        }
    }

    /// Makes what is required so.
    fn make(&mut self, formula: &Formula, span: Span, arguments: &mut Arguments<'_>) -> String {
        match formula {
            Formula::And(parts) => {
                parts.iter().map(|part| self.make(part, span, arguments)).collect()
            }
            Formula::Or(parts) if formula.valid_parts().is_empty() => assume_any(parts),
            Formula::Or(parts) => {
                let made: Vec<String> =
                    parts.iter().map(|part| self.make(part, span, arguments)).collect();
                let last = made.len() - 1;
                let ways = made.iter().enumerate().map(|(index, code)| match index == last {
                    true => format!("{{ {code} }} "),
                    false => format!("if ((__VERIFIER_nondet_any_uchar() & 1)) {{ {code} }} else "),
                });
                ways.collect()
            }
            Formula::Implies(left, right) => {
                if !left.valid_parts().is_empty() {
                    let message = "what is valid cannot be a premise";
                    self.diagnostics.push(Diagnostic::error("E0952", span, message));
                }
                let right = self.make(right, span, arguments);
                format!("if ({}) {{ {right} }} ", in_c(&left.in_c()))
            }
            Formula::Valid(valid) => self.make_valid(valid, span, arguments),
            Formula::C(_) => format!("__VERIFIER_assume_abort_if_not(!!({})); ", in_c(&formula.in_c())),
        }
    }

    /// An array among the parameters has the length that it is declared with.
    fn make_array(&mut self, pointer: &str, length: &str, span: Span, arguments: &mut Arguments<'_>) {
        let extent = Extent::Range("0".to_owned(), format!("{length} - 1"));
        let (pointer, access) = (pointer.to_owned(), Access::ReadAndWrite);
        let code = self.make_valid(&Valid { pointer, extent, access }, span, arguments);
        self.text.push_str(&code);
    }

    fn make_valid(&mut self, valid: &Valid, span: Span, arguments: &mut Arguments<'_>) -> String {
        let pointer = in_c(&valid.pointer);
        let allocate = arguments.allocate();
        match &valid.extent {
            Extent::One if arguments.is_made(&pointer) => {
                format!("__VERIFIER_assume_abort_if_not(({pointer}) != 0); ")
            }
            Extent::One => {
                let name = arguments.name(&pointer, MadeExtent::AsRequired);
                format!(
                    "__typeof__({pointer}) {name} = {allocate}(sizeof *({pointer})); \
                     __VERIFIER_assume_abort_if_not({name} != 0); \
                     __linchpin_unmodelled_bytes((void *){name}, sizeof *{name}); \
                     {pointer} = {name}; "
                )
            }
            Extent::Range(low, high) => {
                if low.trim() != "0" {
                    let message = "a range that is required begins at 0";
                    self.diagnostics.push(Diagnostic::error("E0952", span, message));
                }
                let count = count(high);
                let name = arguments.name(&pointer, MadeExtent::AsRequired);
                format!(
                    "__VERIFIER_assume_abort_if_not(!(({count}) > 0) || \
                     (unsigned long)({count}) <= {MAX_BYTES} / sizeof *({pointer})); \
                     unsigned long {name}_n = ({count}) > 0 ? (unsigned long)({count}) : 0; \
                     void *{name} = {allocate}({name}_n * sizeof *({pointer})); \
                     __VERIFIER_assume_abort_if_not({name} != 0); \
                     __linchpin_any_bytes({name}, {name}_n * sizeof *({pointer})); \
                     {pointer} = {name}; "
                )
            }
            Extent::String => {
                let name = arguments.name(&pointer, MadeExtent::String);
                format!(
                    "unsigned long {name}_length = __linchpin_any_length(); \
                     char *{name} = {allocate}({name}_length + 1); __VERIFIER_assume_abort_if_not({name} != 0); \
                     __linchpin_any_bytes({name}, {name}_length); {name}[{name}_length] = 0; \
                     {pointer} = (void *){name}; "
                )
            }
        }
    }

    /// The clauses with `\old(x)` as a variable that is set before.
    fn without_olds(&mut self, clauses: &[Said]) -> (String, Vec<Said>) {
        let mut code = String::new();
        let mut done = Vec::new();
        for said in clauses {
            let mut said = said.clone();
            self.replace_olds(&mut said.formula, None, &mut code);
            done.push(said);
        }
        (code, done)
    }

    fn replace_olds(&mut self, formula: &mut Formula, premise: Option<&str>, code: &mut String) {
        match formula {
            Formula::And(parts) => {
                parts.iter_mut().for_each(|part| self.replace_olds(part, premise, code));
            }
            // What stands behind another is looked at where that does not hold.
            Formula::Or(parts) => {
                let mut guards: Vec<String> = premise.iter().map(|it| (*it).to_owned()).collect();
                for part in parts {
                    let guard = guards.join(" && ");
                    let premise = (!guard.is_empty()).then_some(guard.as_str());
                    let before = in_c(&part.in_c());
                    self.replace_olds(part, premise, code);
                    if is_of_before(&before) {
                        guards.push(format!("!{before}"));
                    }
                }
            }
            Formula::Implies(left, right) => {
                let guard = in_c(&left.in_c());
                self.replace_olds(left, premise, code);
                let guard = match premise {
                    Some(premise) => format!("({premise}) && {guard}"),
                    None => guard,
                };
                let premise = if is_of_before(&guard) { Some(guard.as_str()) } else { premise };
                self.replace_olds(right, premise, code);
            }
            Formula::Valid(valid) => self.replace_old(&mut valid.pointer, premise, code),
            Formula::C(condition) => self.replace_old(&mut condition.code, premise, code),
        }
    }

    fn replace_old(&mut self, text: &mut String, premise: Option<&str>, code: &mut String) {
        while let Some(at) = text.find("\\old") {
            let behind = &text[at + 4..];
            let open = behind.len() - behind.trim_start().len();
            let Some(inner) = behind.trim_start().strip_prefix('(') else { break };
            let mut depth = 1usize;
            let end = inner.find(|letter| {
                match letter {
                    '(' => depth += 1,
                    ')' => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            let Some(end) = end else { break };
            let variable = format!("__linchpin_old_{}", self.n_olds);
            self.n_olds += 1;
            let value = in_c(&inner[..end]);
            // Under a premise it is looked at only where that holds before the call.
            let _ = match premise {
                None => write!(code, "__typeof__({value}) {variable} = {value}; "),
                Some(premise) => write!(
                    code,
                    "__typeof__((0, {value})) {variable} = {{0}}; if ({premise}) {variable} = {value}; "
                ),
            };
            let rest = at + 4 + open + 1 + end + 1;
            *text = format!("{}{variable}{}", &text[..at], &text[rest..]);
        }
    }
}

/// Whether a condition can be asked before the call.
fn is_of_before(condition: &str) -> bool {
    !condition.contains(RESULT) && !condition.contains("\\old")
}

/// What is asked at calls of a function with a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Everything,
    /// The function has no body: what it promises is believed.
    NoBody,
    /// What it promises is asked where it is looked at by itself.
    Requirements,
}

/// The declaration of a parameter as that of a variable: arrays are pointers.
fn as_variable(text: &str, name: &str) -> String {
    match brackets(text, name) {
        Some((before, _, more)) => format!("{before}(*{name}){more}"),
        None => text.to_owned(),
    }
}

/// Whether the elements of an array among the parameters have lengths that are computed.
pub fn is_variably_modified(text: &str, name: &str) -> bool {
    let Some((_, _, more)) = brackets(text, name) else { return false };
    let is_constant = |it: char| it.is_ascii_digit() || it.is_whitespace() || it == '[' || it == ']';
    !more.chars().all(is_constant)
}

/// How many elements an array among the parameters is declared with.
pub fn declared_length<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, length, _) = brackets(text, name)?;
    let words = length.split_whitespace();
    let word = words.filter(|word| !matches!(*word, "static" | "const" | "restrict" | "volatile"));
    let word = word.last()?;
    // What is said of several words is found in the text again.
    let from = length.find(word).filter(|_| !length.contains("static"));
    from.map(|_| length.trim()).or(Some(word)).filter(|it| *it != "*")
}

/// What stands before the name of an array, between its first brackets, and behind them.
fn brackets<'t>(text: &'t str, name: &str) -> Option<(&'t str, &'t str, &'t str)> {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let is_whole = |at: &usize| {
        let behind = &text[at + name.len()..];
        !text[..*at].ends_with(is_word) && !behind.starts_with(is_word)
    };
    let at = text.match_indices(name).map(|(at, _)| at).filter(is_whole).last()?;
    let behind = text[at + name.len()..].trim_start().strip_prefix('[')?;
    let (length, more) = behind.split_once(']')?;
    Some((&text[..at], length, more))
}

fn call(name: &str, head: &Head) -> String {
    let names: Vec<&str> = head.params.iter().map(|(_, name)| name.as_str()).collect();
    format!("{name}({})", names.join(", "))
}

/// The conjuncts of clauses, those that look behind a pointer after the one that says what is there.
fn in_order(requires: &[Said]) -> Vec<(&Formula, Span)> {
    let parts = requires.iter().flat_map(|said| {
        said.formula.conjuncts().into_iter().map(|part| (part, said.span))
    });
    let mut waiting: Vec<(&Formula, Span)> = parts.collect();
    let mut ordered = Vec::new();
    while !waiting.is_empty() {
        let is_blocked = |index: usize| {
            let (part, _) = waiting[index];
            let Formula::C(condition) = part else { return false };
            let looks = condition.code.contains(['*', '[']) || condition.code.contains("->");
            looks
                && waiting[index + 1..].iter().any(|(other, _)| match other {
                    Formula::Valid(valid) => mentions(&condition.code, first_word(&valid.pointer)),
                    _ => false,
                })
        };
        let next = (0..waiting.len()).find(|index| !is_blocked(*index)).unwrap_or(0);
        ordered.push(waiting.remove(next));
    }
    ordered
}

fn first_word(text: &str) -> &str {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let text = text.trim_start_matches(|it| !is_word(it));
    &text[..text.find(|it| !is_word(it)).unwrap_or(text.len())]
}

/// Whether a word stands in a text.
pub fn mentions(text: &str, word: &str) -> bool {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    !word.is_empty() && text.split(|it| !is_word(it)).any(|it| it == word)
}

fn assume_any(parts: &[Formula]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| in_c(&part.in_c())).collect();
    format!("__VERIFIER_assume_abort_if_not({}); ", parts.join(" || "))
}

/// One conjunct as it is written, where the clause has no others.
fn told(said: &Said, part: &Formula) -> String {
    match (&said.formula, part) {
        (Formula::And(_), Formula::C(condition)) => condition.told.clone(),
        _ => said.text.clone(),
    }
}

/// Asks whether elements can be accessed.
fn touch(valid: &Valid) -> String {
    let pointer = in_c(&valid.pointer);
    let ask = match valid.access {
        Access::Read => ACCESSIBLE,
        Access::ReadAndWrite => WRITABLE,
    };
    match &valid.extent {
        Extent::One => format!("{ask}((void *)({pointer}), sizeof *({pointer})); "),
        // Going to its end reads it.
        Extent::String => format!("__linchpin_go_to_end((const char *)({pointer})); "),
        Extent::Range(low, high) => {
            let count = count(high);
            format!(
                "if (({count}) > ({low})) {ask}((void *)(({pointer}) + ({low})), \
                 (unsigned long)(({count}) - ({low})) * sizeof *({pointer})); "
            )
        }
    }
}

/// The number of elements up to the last index: `n` for `n - 1`, also where `n` has no sign.
fn count(high: &str) -> String {
    let high = in_c(high);
    let is_outer = |text: &str| {
        let depth = text.bytes().fold(0i32, |depth, byte| match byte {
            b'(' | b'[' => depth + 1,
            b')' | b']' => depth - 1,
            _ => depth,
        });
        depth == 0
    };
    let before = high.trim_end().strip_suffix('1').map(str::trim_end);
    match before.and_then(|before| before.strip_suffix('-')) {
        Some(count) if is_outer(count) && !count.trim().is_empty() && !count.trim_end().ends_with('-') => {
            count.trim().to_owned()
        }
        _ => format!("({high}) + 1"),
    }
}

/// The words of ACSL as C.
fn in_c(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let len = match letter == '\\' || is_word(letter) {
            true => letter.len_utf8() + rest[letter.len_utf8()..].chars().take_while(|it| is_word(*it)).count(),
            false => letter.len_utf8(),
        };
        let (word, behind) = rest.split_at(len);
        code.push_str(match word {
            "\\result" => RESULT,
            "\\null" | "NULL" => "((void *)0)",
            "\\true" => "1",
            "\\false" => "0",
            word => word,
        });
        rest = behind;
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_counted_without_wrapping() {
        assert_eq!(count("n - 1"), "n");
        assert_eq!(count("p->n-1"), "p->n");
        assert_eq!(count("n"), "(n) + 1");
        assert_eq!(count("2 * (n - 1)"), "(2 * (n - 1)) + 1");
        assert_eq!(count("9"), "(9) + 1");
        assert_eq!(count("n - 11"), "(n - 11) + 1");
    }

    #[test]
    fn arrays_among_parameters_are_pointers() {
        assert_eq!(as_variable("const int aa[4]", "aa"), "const int (*aa)");
        assert_eq!(as_variable("int m[3][4]", "m"), "int (*m)[4]");
        assert_eq!(as_variable("struct p *p", "p"), "struct p *p");
        assert_eq!(as_variable("struct a a[2]", "a"), "struct a (*a)");
        assert_eq!(declared_length("int a[static 4]", "a"), Some("4"));
        assert_eq!(declared_length("int a[N + 1]", "a"), Some("N + 1"));
        assert_eq!(declared_length("int a[]", "a"), None);
    }

    #[test]
    fn words_of_acsl_become_c() {
        assert_eq!(in_c("\\result == \\null || x1NULL"), "__linchpin_result == ((void *)0) || x1NULL");
    }
}
