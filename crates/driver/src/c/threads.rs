//! The answer for programs that create threads.
//!
//! Runs have been tried before this is called, and go on being tried after it; here all states are
//! gone through, as far as they are few.

mod calmer;

use engine_threads::{Answer, Failing, all_states};
use evidence::induction::Refusal;
use evidence::threads::confirm_all_runs;
use ir::Program;
use ir_interp::{Indeterminate, InputList, Interpreter, Options, Outcome, Script, WhenExhausted};
use verdict::Budget;

use super::explore::{Explorer, FailingRun, Look, replay_scheduled};

use calmer::calmer;

/// What was found out.
pub enum Threads {
    /// In words.
    Proved(String),
    /// The explorer has the run.
    Failing,
    Open(String),
}

/// Of the time that is left, and states, for a run that is easier to read.
const READABLE_SHARE: f64 = 0.05;
const READABLE_STATES: usize = 20_000;
/// Of the time that is left.
const STATES_SHARE: f64 = 0.4;

pub fn threads(
    program: &Program,
    indeterminate: Indeterminate,
    explorer: &mut Explorer<'_>,
    budget: &Budget,
) -> Threads {
    budget.enter("all runs of the threads");
    let why = match all_states(program, indeterminate, usize::MAX, &budget.share(STATES_SHARE)) {
        Answer::Exhausted { n_states, undefined } => {
            explorer.found.undefined = explorer.found.undefined.or(undefined);
            budget.enter("checking the proof");
            match confirm_all_runs(program, indeterminate, budget) {
                Ok(()) => {
                    return Threads::Proved(format!(
                        "all runs of the threads were followed: {n_states} states at their turns"
                    ));
                }
                Err(Refusal::Undecided(why)) => format!("the proof was not checked again: {why}"),
                Err(Refusal::Wrong(error) | Refusal::NotInductive(error)) => {
                    explorer.found.internal_error = Some(error);
                    return Threads::Failing;
                }
            }
        }
        Answer::Failing(failing) => {
            match confirmed(program, indeterminate, &failing) {
                Ok(run) => explorer.found.failing = Some(run),
                Err(error) => explorer.found.internal_error = Some(error),
            }
            return Threads::Failing;
        }
        Answer::Open { n_states, why } => format!("{why} ({n_states} states were followed)"),
    };
    budget.enter("concrete runs");
    explorer.look(Look::Longer, budget);
    if explorer.is_undecided() {
        explorer.go_on(budget);
    }
    match explorer.is_undecided() {
        true => Threads::Open(why),
        false => Threads::Failing,
    }
}

/// A failing run that is easier to read: one with few switches, if all states are looked at that
/// way, or the same run with fewer turns.
pub fn readable(
    program: &Program,
    run: FailingRun,
    indeterminate: Indeterminate,
    budget: &Budget,
) -> FailingRun {
    if run.schedule.is_empty() {
        return run;
    }
    let part = budget.share(READABLE_SHARE);
    if let Answer::Failing(other) = all_states(program, indeterminate, READABLE_STATES, &part)
        && other.check == run.check
        && let Ok(other) = confirmed(program, indeterminate, &other)
    {
        return other;
    }
    calmer(program, run, indeterminate, &part)
}

/// Runs the program from its beginning on the inputs and the schedule.
fn confirmed(
    program: &Program,
    indeterminate: Indeterminate,
    failing: &Failing,
) -> Result<FailingRun, String> {
    let list = InputList::new(failing.inputs.clone(), WhenExhausted::Stop);
    let script = Script::new(list, failing.schedule.clone());
    let options = Options { indeterminate, ..Options::default() };
    let mut interpreter = Interpreter::new(program, script, options);
    match interpreter.run() {
        Outcome::Violated { check, site } if check == failing.check => {
            let inputs = interpreter.inputs().to_vec();
            let schedule = interpreter.schedule().to_vec();
            let end = (check, site);
            let trace = replay_scheduled(program, &inputs, &schedule, indeterminate, end)?;
            Ok(FailingRun { check, inputs, schedule, trace })
        }
        other => Err(format!("a failing schedule ends differently from its beginning: {other:?}")),
    }
}
