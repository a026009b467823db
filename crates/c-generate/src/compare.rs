//! Runs programs in our interpreter and as the C compiler made them, and compares checksums.
//!
//! Our side inserts every check that it knows: a defined program must violate none of them, so a
//! check that is too strict shows as a difference too. What cannot be checked (an array of
//! variable length in an inner block) is run without checks instead.

use ir_interp::{InputList, Interpreter, Options, Outcome};
use thiserror::Error;
use verdict::CheckKind;

use crate::batch::Batch;
use crate::cc::{self, CcError, Sanitizers};
use crate::front::{self, FrontError, Lowered};
use crate::program::Generated;
use crate::shrink::shrink;

/// A program on which the two sides do not agree.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Its place in the batch.
    pub number: usize,
    /// What the compiled program printed; `None` if it crashed before.
    pub compiled: Option<u64>,
    /// The checksum, or why there is none.
    pub interpreted: Result<u64, String>,
}

#[derive(Debug, Error)]
pub enum CompareError {
    #[error(transparent)]
    Cc(#[from] CcError),
    #[error(transparent)]
    Front(#[from] FrontError),
}

const N_STEPS: u64 = 50_000_000;

/// All differences of a batch. Our side's refusal to read the file is one for each program
/// that it cannot read alone.
pub fn compare(batch: &Batch) -> Result<Vec<Difference>, CompareError> {
    let compiled = run_compiled(batch)?;
    let checked = front::lower(&batch.library(), batch.model, c_lower::Checks::all(), "main");
    let mut unchecked = None;
    let mut differences = Vec::new();
    for (number, program) in batch.programs.iter().enumerate() {
        let mut interpreted = match &checked {
            Ok(lowered) => interpret(lowered, program),
            Err(_) => read_alone(batch, program),
        };
        if matches!(interpreted, Err(Failure::Unsupported(_))) {
            let lowered = unchecked.get_or_insert_with(|| {
                let checks = c_lower::Checks::default();
                front::lower(&batch.library(), batch.model, checks, "main")
            });
            if let Ok(lowered) = lowered {
                interpreted = interpret(lowered, program);
            }
        }
        let compiled = compiled[number];
        if interpreted.as_ref().ok().copied() != compiled || compiled.is_none() {
            let interpreted = interpreted.map_err(|failure| failure.to_string());
            differences.push(Difference { number, compiled, interpreted });
        }
    }
    Ok(differences)
}

/// Why a run gave no checksum.
#[derive(Debug, Error)]
enum Failure {
    #[error("unsupported: {0}")]
    Unsupported(String),
    #[error("{0}")]
    Other(String),
}

fn read_alone(batch: &Batch, program: &Generated) -> Result<u64, Failure> {
    let alone = Batch { model: batch.model, programs: vec![program.clone()] };
    let lowered = front::lower(&alone.library(), batch.model, c_lower::Checks::all(), "main");
    match lowered {
        Ok(lowered) => interpret(&lowered, program),
        Err(error) => Err(Failure::Other(error.to_string())),
    }
}

/// The checksum of each program; none for those that crash.
fn run_compiled(batch: &Batch) -> Result<Vec<Option<u64>>, CcError> {
    let executable = cc::compile(&batch.executable(), batch.model, Sanitizers::None)?;
    let mut checksums = Vec::new();
    while checksums.len() < batch.programs.len() {
        let printed = executable.run(&[&checksums.len().to_string()])?;
        let lines = printed.stdout.lines();
        checksums.extend(lines.map(|line| u64::from_str_radix(line, 16).ok()));
        if checksums.len() < batch.programs.len() {
            checksums.push(None);
        }
    }
    Ok(checksums)
}

fn interpret(lowered: &Lowered, program: &Generated) -> Result<u64, Failure> {
    let Some(function) = lowered.function(&program.entry) else {
        let entry = &program.entry;
        return Err(Failure::Other(format!("there is no `{entry}` in the lowered program")));
    };
    let options = Options { n_steps: N_STEPS, ..Options::default() };
    let mut interpreter = Interpreter::new(&lowered.program, InputList::none(), options);
    match interpreter.run_function(function) {
        Outcome::Finished { result: Some(value) } if !value.is_indeterminate() => {
            Ok(value.bits() as u64)
        }
        outcome => {
            let description = describe(lowered, &outcome);
            Err(match outcome {
                Outcome::Unsupported { .. } => Failure::Unsupported(description),
                // C leaves the order open; without checks both sides have the same one.
                Outcome::Violated { check, .. } if is_about_order(lowered, check) => {
                    Failure::Unsupported(description)
                }
                _ => Failure::Other(description),
            })
        }
    }
}

fn is_about_order(lowered: &Lowered, check: ir::CheckId) -> bool {
    let check = &lowered.program.checks[check];
    check.kind == CheckKind::Undefined && check.text.ends_with("are in some order")
}

fn describe(lowered: &Lowered, outcome: &Outcome) -> String {
    let at = outcome.site().map_or(String::new(), |site| {
        let line = lowered.line(site);
        let text = String::from_utf8_lossy(lowered.source.text()).into_owned();
        let line_text = text.lines().nth(line - 1).unwrap_or("").trim();
        format!(" at line {line}: {line_text}")
    });
    let what = match outcome {
        Outcome::Violated { check, .. } => {
            let check = &lowered.program.checks[*check];
            format!("violates {}: {}", check.kind, check.text)
        }
        Outcome::Undefined { kind, .. } => format!("undefined: {kind}"),
        Outcome::Unsupported { what, .. } => what.clone(),
        other => format!("{other:?}"),
    };
    what + &at
}

/// The smallest program found that still shows a difference, with that difference.
pub fn minimise(batch: &Batch, number: usize, n_tries: usize) -> (Batch, Option<Difference>) {
    let model = batch.model;
    let differs = |choices: &[u32]| {
        let differences = compare(&Batch::of_choices(model, choices.to_vec()));
        differences.is_ok_and(|differences| !differences.is_empty())
    };
    let choices = shrink(batch.programs[number].choices.clone(), n_tries, differs);
    let small = Batch::of_choices(model, choices);
    let difference = compare(&small).ok().and_then(|mut differences| differences.pop());
    (small, difference)
}
