//! Runs one program of a test.

use ir::Program;
use ir_interp::{FaultKind, InputList, Interpreter, Options, Outcome, WhenExhausted};

/// Reads a valid program.
pub fn program(text: &str) -> Program {
    let source = source::Source::new("test.ir", text.as_bytes().to_vec());
    let program = match ir::text::parse(&source) {
        Ok(program) => program,
        Err(diagnostics) => panic!("{diagnostics:?}"),
    };
    ir::validate::validate(&program).unwrap_or_else(|violations| panic!("{violations:?}"));
    program
}

/// A program whose `main` has these declarations, and these operations one after the other.
pub fn straight(declarations: &str, ops: &[&str]) -> Program {
    let mut text = format!("program LP64 entry main\n{declarations}\n");
    if !declarations.contains("fn main") {
        text.push_str("fn main() -> i64 {\n");
    }
    text.push_str("  entry L0 exit L1\n");
    for (at, op) in ops.iter().enumerate() {
        let from = if at == 0 { 0 } else { at + 1 };
        let to = if op.starts_with("return") { 1 } else { at + 2 };
        text.push_str(&format!("  L{from} -> L{to}: {op}\n"));
    }
    program(&(text + "}\n"))
}

pub fn run(program: &Program, inputs: &[u128]) -> Outcome {
    let inputs = InputList::new(inputs.to_vec(), WhenExhausted::Stop);
    Interpreter::new(program, inputs, Options::default()).run()
}

/// The result of the entry function.
pub fn result(program: &Program) -> u128 {
    match run(program, &[]) {
        Outcome::Finished { result: Some(value) } if !value.is_indeterminate() => value.bits(),
        other => panic!("{other:?}"),
    }
}

pub fn fault(program: &Program) -> FaultKind {
    match run(program, &[]) {
        Outcome::Undefined { kind, .. } => kind,
        other => panic!("{other:?}"),
    }
}

/// The name of the check that is violated.
pub fn violated(program: &Program) -> String {
    match run(program, &[]) {
        Outcome::Violated { check, .. } => program.checks[check].kind.name().to_owned(),
        other => panic!("{other:?}"),
    }
}
