//! Heaps that satisfy a contract, made by C code: from them runs start that may refute it.
//!
//! ```text
//!   static struct node *__linchpin_make_0(int depth, void *p0) {
//!       if (depth <= 0 || !__VERIFIER_nondet_int()) return 0;
//!       struct node *n = __builtin_malloc(sizeof *n);
//!       n->prev = p0;
//!       n->next = __linchpin_make_0(depth - 1, n);
//!       return n;
//!   }
//! ```
//!
//! Every heap that is made satisfies what is required: blocks are fresh, so that parts are apart, and
//! each field gets what its rule says. Not every heap that satisfies it is made: structures have few
//! elements, and what the code cannot choose (several rules, parameters that decide) makes that nothing
//! is tried. Whether the function gives
//! back the structures that it ensures is not looked at in such runs; whether it accesses memory
//! rightly, and what it ensures in C, is.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::scan::{Head, Returns};
use super::syntax::{At, Contract, Definition, Emptiness, Item, Term};

/// How many elements follow each other.
const DEPTH: usize = 4;

/// Where runs start that try a function on made heaps.
pub const TRY_PREFIX: &str = "__linchpin_try_";

/// The makers of all predicates that can be made, with their indices.
pub fn makers(definitions: &[(usize, Definition)]) -> (String, Vec<usize>) {
    let mut made: Vec<(usize, String)> = Vec::new();
    for (index, (_, definition)) in definitions.iter().enumerate() {
        if let Some(code) = maker(index, definition, definitions) {
            made.push((index, code));
        }
    }
    // One that calls what cannot be made cannot be made either.
    loop {
        let known: Vec<usize> = made.iter().map(|(index, _)| *index).collect();
        let n_before = made.len();
        made.retain(|(index, _)| {
            let calls = &definitions[*index].1.calls;
            calls.iter().all(|call| {
                let called = definitions.iter().position(|(_, it)| it.name.text == call.name.text);
                called.is_some_and(|called| known.contains(&called))
            })
        });
        if made.len() == n_before {
            break;
        }
    }
    let mut text = String::from("extern int __VERIFIER_nondet_int(void);\n");
    for (index, _) in &made {
        let definition = &definitions[*index].1;
        let _ = writeln!(text, "{};", signature(*index, definition));
    }
    for (_, code) in &made {
        text += code;
    }
    (text, made.into_iter().map(|(index, _)| index).collect())
}

fn signature(index: usize, definition: &Definition) -> String {
    let ty = definition.ty.as_deref().unwrap_or("void *");
    let params: String =
        (0..definition.params.len()).map(|param| format!(", void *p{param}")).collect();
    format!("static {ty} __linchpin_make_{index}(int depth{params})")
}

fn maker(index: usize, definition: &Definition, all: &[(usize, Definition)]) -> Option<String> {
    if !definition.others.is_empty() || definition.depends_on_params() {
        return None;
    }
    let ty = definition.ty.as_ref().filter(|_| definition.unsupported.is_none())?;
    let mut code = format!("{} {{ ", signature(index, definition));
    if definition.emptiness == Emptiness::AtNull {
        code += "if (depth <= 0 || !__VERIFIER_nondet_int()) return 0; ";
    }
    let _ = write!(code, "{ty} n = __builtin_malloc(sizeof *n); ");
    let param = |text: &str| {
        let at = definition.params.iter().position(|param| param.name.text == text);
        at.map(|at| format!("p{at}"))
    };
    let mut values: BTreeMap<String, String> = BTreeMap::new();
    values.insert(definition.this.text.clone(), "n".to_owned());
    for (at, call) in definition.calls.iter().enumerate() {
        let called = all.iter().position(|(_, it)| it.name.text == call.name.text)?;
        let mut args = String::new();
        for arg in &call.args {
            let arg = match arg {
                Term::Number(number) => format!("(void *){number}l"),
                Term::Name(name) if name.text == definition.this.text => "n".to_owned(),
                Term::Name(name) => param(&name.text)?,
                Term::Some | Term::Inside(..) | Term::Sum(..) => return None,
            };
            let _ = write!(args, ", (void *)({arg})");
        }
        let made = format!("void *v{at} = __linchpin_make_{called}(depth - 1{args}); ");
        code += &made;
        if values.insert(call.at.text.clone(), format!("v{at}")).is_some() {
            return None;
        }
    }
    let mut seen: Vec<&str> = Vec::new();
    for (at, field) in definition.fields.iter().enumerate() {
        let At::Path(path) = &field.at else { return None };
        let name = match &field.value {
            Term::Some => continue,
            Term::Number(number) => {
                let _ = write!(code, "n->{path} = (__typeof__(n->{path})){number}l; ");
                continue;
            }
            Term::Inside(..) | Term::Sum(..) => return None,
            Term::Name(name) => name,
        };
        let known = param(&name.text).or_else(|| values.get(&name.text).cloned());
        if let Some(value) = known {
            let _ = write!(code, "n->{path} = (__typeof__(n->{path})){value}; ");
            continue;
        }
        if seen.contains(&name.text.as_str()) {
            return None;
        }
        seen.push(&name.text);
        let _ = write!(code, "int c{at} = __VERIFIER_nondet_int(); ");
        for fact in definition.facts.iter().filter(|fact| fact.name.text == name.text) {
            let bounds = [(fact.lo, ">="), (fact.hi, "<="), (fact.not, "!=")];
            for (bound, op) in bounds {
                if let Some(bound) = bound {
                    let _ = write!(code, "if (!(c{at} {op} {bound}l)) __builtin_abort(); ");
                }
            }
        }
        let _ = write!(code, "n->{path} = (__typeof__(n->{path}))(long)c{at}; ");
    }
    code += "return n; }\n";
    Some(code)
}

/// The function that tries a contract, up to the conditions that it ensures; `None` if what it
/// requires cannot be made.
pub fn attempt(
    contract: &Contract,
    head: &Head,
    definitions: &[(usize, Definition)],
    made: &[usize],
    conditions: &[String],
    olds: &str,
) -> Option<String> {
    let name = &contract.function.text;
    let declared: String = head.params.iter().map(|(text, _)| format!("{text}; ")).collect();
    let mut code = format!("void {TRY_PREFIX}{name}(void) {{ {declared}");
    let mut starts: Vec<&String> = Vec::new();
    for item in &contract.requires {
        let Item::Part { name, args, end: None } = item else {
            match item {
                Item::Part { .. } => return None,
                Item::Condition { .. } => continue,
            }
        };
        let index = definitions.iter().position(|(_, it)| it.name.text == name.text)?;
        let (start, rest) = args.split_first()?;
        let is_param = head.params.iter().any(|(_, param)| param == start);
        if !made.contains(&index) || !is_param || starts.contains(&start) {
            return None;
        }
        starts.push(start);
        let mut handed = String::new();
        for arg in rest {
            let is_constant = matches!(arg.as_str(), "NULL" | "null" | "_");
            let is_number = arg.parse::<i64>().is_ok();
            if !is_constant && !is_number {
                return None;
            }
            let value = if is_number { arg.as_str() } else { "0" };
            let _ = write!(handed, ", (void *){value}l");
        }
        let _ = write!(
            code,
            "{start} = (__typeof__({start}))__linchpin_make_{index}({DEPTH}{handed}); "
        );
    }
    for condition in conditions {
        let _ = write!(code, "if (!({condition})) __builtin_abort(); ");
    }
    code += olds;
    let names: Vec<&str> = head.params.iter().map(|(_, name)| name.as_str()).collect();
    let call = format!("{name}({})", names.join(", "));
    let _ = match head.returns {
        Returns::Nothing => write!(code, "{call}; "),
        Returns::Value => write!(code, "{} __linchpin_result = {call}; ", head.result),
    };
    Some(code)
}
