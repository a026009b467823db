//! The answer for programs that create threads.
//!
//! Runs have been tried before this is called, and go on being tried after it; here all states are
//! gone through, as far as they are few.

mod calmer;
mod counters;
mod core;
pub mod deadlock;
mod engine;
mod observed;
mod ownership;
mod rely;
pub mod stretches;
#[cfg(test)]
mod tests;

use engine_slicing::Strategy;
use engine_threads::{Answer, Failing, all_states, failing_run};
use evidence::induction::Refusal;
use evidence::threads::confirm_all_runs;
use ir::{Op, Program};
use ir_interp::{Indeterminate, InputList, Interpreter, Options, Outcome, Script, WhenExhausted};
use verdict::Budget;

use super::explore::{Explorer, FailingRun, Look, replay_scheduled};

use calmer::calmer;
use counters::{ByCounters, Together};
pub use core::CoreEffort;
pub use engine::{NO_THREADS, threads_by};
use ownership::{ByOwnership, by_ownership};
pub use rely::{ByRely, by_rely};

/// Has the program a place where a thread is created?
pub fn creates_threads(program: &Program) -> bool {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut ops = bodies.flat_map(|body| body.edges.values()).map(|edge| &edge.op);
    ops.any(|op| matches!(op, Op::ThreadCreate { .. }))
}

/// What was found out.
pub enum Threads {
    /// In words.
    Proved(String),
    /// The explorer has the run.
    Failing,
    Open(String),
}

/// Clauses that are printed.
const MAX_CLAUSES_TOLD: usize = 12;
/// States, for a run that is easier to read.
const READABLE_STATES: usize = 20_000;
/// States that are gone through before proofs one thread at a time are tried.
const FEW_STATES: usize = 60_000;
/// States that are gone through where nobody limits the time.
const STATES_WITHOUT_LIMIT: usize = 500_000;
/// Of the time that is left when they begin: locks that are held, few states, a first try of proofs one thread at a
/// time, all states, and a second try if the first had too little time.
const LOCKS_SHARE: f64 = 0.2;
const FEW_SHARE: f64 = 0.15;
const FIRST_PROOF_SHARE: f64 = 0.5;
const BOXES_SHARE: f64 = 0.15;
const DIRECTED_SHARE: f64 = 0.3;
const ALL_SHARE: f64 = 0.6;
const SECOND_PROOF_SHARE: f64 = 0.75;

/// A program with threads, and what is known of its runs.
pub struct Question<'q, 'p> {
    pub program: &'p Program,
    pub source: &'q source::Source,
    pub indeterminate: Indeterminate,
    pub strategy: Strategy,
    pub explorer: &'q mut Explorer<'p>,
    pub budget: &'q Budget,
}

/// Looks for an answer.
fn threads(mut question: Question<'_, '_>) -> Threads {
    let budget = question.budget;
    let locks = match question.by_locks(&budget.share(LOCKS_SHARE)) {
        Ok(answer) => return answer,
        Err(why) => why,
    };
    let mut why = match question.states(FEW_STATES, &budget.share(FEW_SHARE)) {
        Ok(answer) => return answer,
        Err(why) => why,
    };
    if let Some(locks) = locks {
        why.text = format!("{locks}; {}", why.text);
    }
    let together = Together::default();
    let by_boxes = |program: &Program, budget: &Budget| together.by_boxes(program, budget);
    if let Ok(answer) = question.with_counters(&budget.share(BOXES_SHARE), by_boxes) {
        return answer;
    }
    let first_proof = budget.share(FIRST_PROOF_SHARE);
    let is_out_of_time = match question.one_at_a_time(&first_proof) {
        Ok(answer) => return answer,
        Err(other) => {
            why.more(&other);
            first_proof.check().is_err()
        }
    };
    let directed = |program: &Program, budget: &Budget| together.directed(program, budget);
    match question.with_counters(&budget.share(DIRECTED_SHARE), directed) {
        Ok(answer) => return answer,
        Err(other) => why.text = format!("{}; all together: {other}", why.text),
    }
    if why.is_too_many {
        let max_states = match budget.limit() {
            Some(_) => usize::MAX,
            None => STATES_WITHOUT_LIMIT,
        };
        match question.states(max_states, &budget.share(ALL_SHARE)) {
            Ok(answer) => return answer,
            Err(other) if other.is_too_many => {}
            Err(other) => why.text = format!("{}; {}", other.text, why.text),
        }
    }
    if is_out_of_time && let Ok(answer) = question.one_at_a_time(&budget.share(SECOND_PROOF_SHARE))
    {
        return answer;
    }
    budget.enter("concrete runs");
    question.explorer.look(Look::Longer, budget);
    if question.explorer.is_undecided() {
        question.explorer.go_on(budget);
    }
    match question.explorer.is_undecided() {
        true => Threads::Open(why.text),
        false => Threads::Failing,
    }
}

/// Why there is no answer.
struct WhyOpen {
    text: String,
    /// More states than were allowed.
    is_too_many: bool,
}

impl WhyOpen {
    fn more(&mut self, other: &str) {
        self.text = format!("{}; one thread at a time: {other}", self.text);
    }
}

impl Question<'_, '_> {
    fn states(&mut self, max_states: usize, budget: &Budget) -> Result<Threads, WhyOpen> {
        let (program, indeterminate) = (self.program, self.indeterminate);
        budget.enter("all runs of the threads");
        match all_states(program, indeterminate, max_states, budget) {
            Answer::Exhausted { n_states } => {
                budget.enter("checking the proof");
                match confirm_all_runs(program, indeterminate, self.budget) {
                    Ok(()) => Ok(Threads::Proved(format!(
                        "all runs of the threads were followed: {n_states} states at their turns"
                    ))),
                    Err(Refusal::Undecided(why) | Refusal::Unfollowed(why)) => {
                        let text = format!("the proof was not checked again: {why}");
                        Err(WhyOpen { text, is_too_many: false })
                    }
                    Err(Refusal::Wrong(error) | Refusal::NotInductive(error)) => {
                        Ok(self.internal_error(error))
                    }
                }
            }
            Answer::Failing(failing) => {
                match confirmed(program, indeterminate, &failing) {
                    Ok(run) => self.explorer.found.failing = Some(run),
                    Err(error) => return Ok(self.internal_error(error)),
                }
                Ok(Threads::Failing)
            }
            // How far it came depends on the clock, and the answer must not.
            Answer::Open { why, is_too_many } => Err(WhyOpen { text: why, is_too_many }),
        }
    }

    /// Named threads, with where they stand.
    fn with_counters(
        &mut self,
        budget: &Budget,
        look: impl FnOnce(&Program, &Budget) -> ByCounters,
    ) -> Result<Threads, String> {
        if self.program.checks.values().any(|check| check.kind.is_of_runs()) {
            return Err("races and deadlocks are not asked about".to_owned());
        }
        self.budget.enter("threads and their places");
        match look(self.program, budget) {
            ByCounters::Proved(words) => Ok(Threads::Proved(words)),
            ByCounters::Open(why) => Err(why),
            ByCounters::InternalError(error) => Ok(self.internal_error(error)),
        }
    }

    /// Races only: which locks are held where. Says why not, if that is asked.
    fn by_locks(&mut self, budget: &Budget) -> Result<Threads, Option<String>> {
        if !ownership::is_asked(self.program) {
            return Err(None);
        }
        budget.enter("locks that are held");
        match by_ownership(self.program, self.source, budget) {
            ByOwnership::Proved(how) => Ok(Threads::Proved(how)),
            ByOwnership::Open(why) => Err(Some(why)),
            ByOwnership::InternalError(error) => Ok(self.internal_error(error)),
        }
    }

    fn internal_error(&mut self, error: String) -> Threads {
        self.explorer.found.internal_error = Some(error);
        Threads::Failing
    }

    fn one_at_a_time(&mut self, budget: &Budget) -> Result<Threads, String> {
        if self.program.checks.values().any(|check| check.kind.is_of_runs()) {
            return Err("races and deadlocks are not asked about".to_owned());
        }
        self.budget.enter("one thread at a time");
        match by_rely(self.program, self.indeterminate, self.strategy, CoreEffort::Brief, budget) {
            ByRely::Proved(clauses) => Ok(Threads::Proved(describe(&clauses))),
            ByRely::Open(why) => Err(why),
            ByRely::InternalError(error) => Ok(self.internal_error(error)),
        }
    }
}

/// What the proof rests on, in words.
fn describe(clauses: &[String]) -> String {
    let mut text = "one thread at a time, for any number of threads".to_owned();
    if !clauses.is_empty() {
        text += "; each relies on the others, and keeps itself, that";
    }
    for clause in clauses.iter().take(MAX_CLAUSES_TOLD) {
        text += &format!("\n  {clause}");
    }
    text
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
    // Bounded by counts, so that the same run is shown however fast the machine is.
    if let Some(other) = failing_run(program, indeterminate, run.check, READABLE_STATES, budget)
        && let Ok(other) = confirmed(program, indeterminate, &other)
    {
        return other;
    }
    calmer(program, run, indeterminate, budget)
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
