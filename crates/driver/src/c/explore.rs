//! Looks for violations by running the program on many inputs.
//!
//! This proves nothing, however many runs go well. It finds violations that few choices of the
//! environment bring about, cheaply and with certainty: what it reports is a run of the concrete
//! interpreter, and that run has been repeated from its recorded inputs before it is believed.
//!
//! # Ends
//! The number of runs, the steps of each and the steps of all are bounded. The budget is polled
//! between runs; one run alone is short.

use ir::{Program, Scope};
use ir_interp::{
    FaultKind, Indeterminate, InputList, Interpreter, Options, Outcome, Record, RecordedInput,
    Site, Trace, WhenExhausted,
};
use verdict::{Budget, Exhausted};

use super::inputs::{Answers, Constants, Pointers};

/// Bounds of the search. They are counts, so that the same program gives the same answer on
/// every machine.
const MAX_RUNS: u64 = 2_000;
const MAX_STEPS: u64 = 20_000_000;
const STEPS_OF_RUN: [u64; 4] = [400_000, 4_000, 20_000, 100_000];
/// Each second that the user allows for the whole allows so much more: about a tenth of it.
const RUNS_PER_SECOND: u64 = 500;
const STEPS_PER_SECOND: u64 = 2_000_000;
/// What is kept of the run that is shown.
const MAX_TRACE: usize = 100_000;

/// A run on which a check fails.
#[derive(Debug)]
pub struct FailingRun {
    pub check: ir::CheckId,
    pub inputs: Vec<RecordedInput>,
    pub trace: Trace,
}

/// What the runs have shown.
#[derive(Debug, Default)]
pub struct Exploration {
    pub failing: Option<FailingRun>,
    pub n_runs: u64,
    pub n_steps: u64,
    /// The first run that came to something that is not modelled.
    pub unsupported: Option<(String, Option<Site>)>,
    /// The first run that did something that C leaves undefined without a check before it.
    pub undefined: Option<(FaultKind, Site)>,
    /// The budget ended the search.
    pub exhausted: Option<Exhausted>,
    /// The program asked for nothing, so that there is only one run.
    pub is_closed: bool,
    /// A failing run could not be repeated: a mistake of the interpreter.
    pub internal_error: Option<String>,
}

/// What it takes to lay out memory for a run, in steps.
fn start_cost(program: &Program) -> u64 {
    const BYTES_PER_STEP: u64 = 8;
    let sizes = program.objects.values().filter(|it| it.scope == Scope::Global);
    1 + sizes.filter_map(|object| object.size).sum::<u64>() / BYTES_PER_STEP
        + program.objects.len() as u64
}

/// Runs `program`, which must be valid, until a check fails or the bounds are reached.
pub fn explore(program: &Program, indeterminate: Indeterminate, budget: &Budget) -> Exploration {
    let constants = Constants::of(program);
    let mut found = Exploration::default();
    let pointers = Pointers::of(program);
    let start_cost = start_cost(program);
    let seconds = budget.limit().map_or(0, |limit| limit.as_secs());
    let max_runs = MAX_RUNS + RUNS_PER_SECOND * seconds;
    let max_steps = MAX_STEPS + STEPS_PER_SECOND * seconds;
    while found.n_runs < max_runs && found.n_steps < max_steps {
        if let Err(exhausted) = budget.check() {
            found.exhausted = Some(exhausted);
            break;
        }
        // Runs of several lengths: much is found early, and a run that never ends by itself
        // should not take the place of many.
        let n_steps =
            STEPS_OF_RUN[(found.n_runs % 4) as usize].min(max_steps.saturating_sub(found.n_steps));
        let options = Options { n_steps, indeterminate, ..Options::default() };
        let answers = Answers::of_run(found.n_runs, &constants, pointers);
        let mut interpreter = Interpreter::new(program, answers, options);
        let outcome = interpreter.run();
        found.n_runs += 1;
        found.n_steps += interpreter.n_steps() + start_cost;
        match outcome {
            Outcome::Violated { check, site } => {
                let inputs = interpreter.inputs().to_vec();
                match replay(program, &inputs, indeterminate, check, site) {
                    Ok(trace) => found.failing = Some(FailingRun { check, inputs, trace }),
                    Err(other) => found.internal_error = Some(other),
                }
                break;
            }
            Outcome::Undefined { kind, site } => {
                found.undefined.get_or_insert((kind, site));
            }
            Outcome::Unsupported { what, site } => {
                found.unsupported.get_or_insert((what, site));
            }
            Outcome::Finished { .. }
            | Outcome::Halted { .. }
            | Outcome::Blocked { .. }
            | Outcome::InputsExhausted { .. }
            | Outcome::OutOfSteps
            | Outcome::OutOfMemory { .. }
            | Outcome::OutOfCalls { .. } => {}
        }
        if interpreter.inputs().is_empty() {
            found.is_closed = true;
            break;
        }
    }
    found
}

/// Runs again on the recorded inputs alone. The run must end at the same check and edge.
pub fn replay(
    program: &Program,
    inputs: &[RecordedInput],
    indeterminate: Indeterminate,
    check: ir::CheckId,
    site: Site,
) -> Result<Trace, String> {
    let values = inputs.iter().map(|input| input.bits).collect();
    let list = InputList::new(values, WhenExhausted::Stop);
    let options = Options { record: Record::Last(MAX_TRACE), indeterminate, ..Options::default() };
    let mut interpreter = Interpreter::new(program, list, options);
    let outcome = interpreter.run();
    match outcome {
        Outcome::Violated { check: again, site: there } if again == check && there == site => {
            Ok(interpreter.trace().clone())
        }
        other => Err(format!("a failing run ends differently when it is repeated: {other:?}")),
    }
}
