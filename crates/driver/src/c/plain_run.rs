//! Prefers zeros for what a program never initialised.
//!
//! A solver picks any bits for uninitialised variables and memory. Mostly they do not matter, and
//! then a run on which they are zero says the same, is easier to read, and can be brought about
//! with a compiler. So a failing run is tried again with zeros in their place, first everywhere,
//! then on the stack only; if it no longer fails at the same check, it stays as it is.

use ir::Program;
use ir_interp::{
    Holder, Indeterminate, InputRequest, Interpreter, Options, Outcome, RecordedInput, Unknown,
};

use super::explore::{FailingRun, LEAPS_AFTER, replay};

/// The run, or one that fails at the same check and is plainer.
pub fn plain_run(program: &Program, run: FailingRun, indeterminate: Indeterminate) -> FailingRun {
    // With other values threads may take other turns; such a run stays as it is.
    if !run.schedule.is_empty() {
        return run;
    }
    for is_zeroed in [is_uninitialised, is_on_stack] {
        if !run.inputs.iter().any(|input| input.bits != 0 && is_zeroed(&input.request.unknown)) {
            continue;
        }
        if let Some(plain) = rerun(program, &run, indeterminate, is_zeroed) {
            return plain;
        }
    }
    run
}

fn is_uninitialised(unknown: &Unknown) -> bool {
    is_on_stack(unknown) || matches!(unknown, Unknown::Memory { .. })
}

/// Objects that are defined in other files count too: zero is as good for them as anything.
fn is_on_stack(unknown: &Unknown) -> bool {
    match unknown {
        Unknown::Uninitialised => true,
        Unknown::Memory { holder: Holder::Object(_) | Holder::StackBlock, .. } => true,
        Unknown::Memory { holder: Holder::HeapBlock(_) | Holder::Foreign(_), .. }
        | Unknown::Input
        | Unknown::ExternalResult(_)
        | Unknown::Effect(_)
        | Unknown::Changed { .. }
        | Unknown::Volatile
        | Unknown::Assembly
        | Unknown::ExternVariable(_)
        | Unknown::EntryParameter(_) => false,
    }
}

fn rerun(
    program: &Program,
    run: &FailingRun,
    indeterminate: Indeterminate,
    is_zeroed: fn(&Unknown) -> bool,
) -> Option<FailingRun> {
    let mut others = run.inputs.iter().filter(|input| !is_zeroed(&input.request.unknown));
    let answers = |request: &InputRequest| match is_zeroed(&request.unknown) {
        true => Some(0),
        false => others.next().map(|input| input.bits),
    };
    let options = Options { indeterminate, leaps_after: LEAPS_AFTER, ..Options::default() };
    let mut interpreter = Interpreter::new(program, answers, options);
    let Outcome::Violated { check, site } = interpreter.run() else { return None };
    if check != run.check {
        return None;
    }
    let inputs: Vec<RecordedInput> = interpreter.inputs().to_vec();
    let trace = replay(program, &inputs, indeterminate, check, site).ok()?;
    Some(FailingRun { check, inputs, schedule: Vec::new(), trace })
}
