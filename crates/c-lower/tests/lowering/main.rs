//! What C becomes: small snippets and the edges that they turn into.
//!
//! A snippet is lowered, validated, printed, and read back. Tests look at the operations of one
//! function in the order of the printed edges, without location numbers and spans, so that they
//! say what happens and not how it is numbered.

mod calls;
mod checks;
mod constructs;
mod library;
mod order;
mod scopes;
mod storage;
mod threads;

use c_lower::{Checks, Options};
use c_sema::types::DataModel;
use source::{Source, Styling};
use verdict::{Property, PropertySet};

/// Lowers a snippet that must be correct C; the result is valid and survives printing.
fn program(text: &str, options: &Options) -> ir::Program {
    let mut source = Source::new("test.c", text.as_bytes().to_vec());
    let (tree, mut diagnostics) = c_syntax::parse(&mut source);
    let (unit, more) = c_sema::analyse(tree, DataModel::Lp64);
    diagnostics.append(more);
    let messages: Vec<String> = diagnostics
        .iter()
        .map(|diagnostic| source::render(&source, diagnostic, Styling::Plain))
        .collect();
    assert!(!diagnostics.has_errors(), "{}", messages.join("\n"));
    let program = c_lower::lower(&unit, &source, options).expect("the snippet has a main");
    let violations: Vec<String> =
        ir::validate(&program).err().unwrap_or_default().iter().map(ToString::to_string).collect();
    let printed = ir::text::print(&program);
    assert!(violations.is_empty(), "{}\n{printed}", violations.join("\n"));
    let again = ir::text::parse(&Source::new("test.ir", printed.clone().into_bytes()))
        .expect("what was printed can be read");
    assert_eq!(ir::text::print(&again), printed);
    program
}

fn unchecked(text: &str) -> ir::Program {
    program(text, &Options::with_checks(Checks::default()))
}

fn checked(text: &str, properties: &[Property]) -> ir::Program {
    let properties: PropertySet = properties.iter().cloned().collect();
    program(text, &Options::new(&properties))
}

/// The operations of a function as they are printed, without locations and spans.
fn ops(program: &ir::Program, function: &str) -> Vec<String> {
    let printed = ir::text::print(program);
    let start = printed
        .find(&format!("\nfn {function}("))
        .unwrap_or_else(|| panic!("no function {function} in\n{printed}"));
    printed[start..]
        .lines()
        .take_while(|line| *line != "}")
        .filter(|line| line.contains(" -> L"))
        .filter_map(|line| line.split_once(": ").map(|(_, op)| op))
        .map(|op| without_numbers(op.rsplit_once(" @").map_or(op, |(op, _)| op)))
        .collect()
}

/// Names without the ids that the printer appends to make them unique: `%load.12`, `x.o3`.
fn without_numbers(op: &str) -> String {
    let mut parts = op.split('.');
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let letters = part.trim_start_matches(['o', 'v']);
        result.push_str(letters.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    result
}

/// The operations of `main` in a program that is nothing but a body, after its locals got the
/// unknown values that they start with.
fn body_ops(body: &str) -> Vec<String> {
    let all = ops(&unchecked(&format!("int main(void) {{ {body} }}")), "main");
    all.into_iter().skip_while(|op| op.ends_with(" uninitialised")).collect()
}

fn unsupported(program: &ir::Program) -> Vec<String> {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    bodies
        .flat_map(|body| body.edges.values())
        .filter_map(|edge| match &edge.op {
            ir::Op::Unsupported { what } => Some(what.to_string()),
            _ => None,
        })
        .collect()
}
