//! The answer for programs that create threads.
//!
//! Runs have been tried before this is called, and go on being tried after it; here proofs are looked
//! for, and violations that take more than luck, in the order of [`PLAN`].

mod calmer;
mod core;
mod counters;
pub mod deadlock;
mod engine;
mod interleaved;
mod observed;
mod ownership;
mod rely;
pub mod stretches;
#[cfg(test)]
mod tests;

use std::time::Duration;

use engine_slicing::Strategy;
use engine_threads::{Answer, Failing, all_states, failing_run};
use evidence::induction::Refusal;
use evidence::threads::confirm_all_runs;
use index::IdSet;
use ir::{FunctionId, Op, Program};
use ir_interp::{
    Indeterminate, InputList, Interpreter, Options, Outcome, Script, WhenExhausted,
    has_divisible_steps,
};
use ir_passes::call_graph::CallGraph;
use ir_passes::points_to::{ExternalPointers, PointsTo};
use verdict::{Budget, CheckKind};

use super::explore::{Explorer, FailingRun, Look, replay_scheduled};

use calmer::calmer;
pub use core::CoreEffort;
use counters::ByCounters;
pub use counters::{Lemmas, NoPlaces, Places, Together, Wanted};
pub use engine::{NO_THREADS, threads_by};
use interleaved::OUT_OF_TIME;
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
/// Why a proof is not enough.
const HALF_DONE: &str = "it holds if a copy of many bytes is one step, but another thread may see it half done: \
                         ask for `no-data-race`, too";
/// States that are gone through where nobody limits the time.
const STATES_WITHOUT_LIMIT: usize = 500_000;

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Which locks are held where, for races.
    Locks,
    /// All states, if they are few, or as many as there are.
    FewStates,
    AllStates,
    /// Named threads, with where they stand: invariants of each, or of all together.
    Places,
    AllPlaces,
    /// The same by clauses about one or two threads, also of crowds.
    Lemmas,
    /// All interleavings of unrolled threads, as a formula.
    Interleavings,
    /// One thread at a time, for any number.
    OneAtATime,
}

/// The ways in the order in which they are tried, each with its share of the time that is left when it
/// begins and the most seconds that it gets of it. What stands here twice is tried again only if its time was
/// up: a first try is for what is quickly answered.
const PLAN: [(Way, f64, u64); 11] = [
    (Way::Locks, 0.2, u64::MAX),
    (Way::FewStates, 0.15, u64::MAX),
    (Way::Places, 0.15, 8),
    (Way::Interleavings, 0.15, 1),
    (Way::OneAtATime, 0.5, u64::MAX),
    (Way::Places, 0.4, u64::MAX),
    (Way::Lemmas, 0.4, u64::MAX),
    (Way::AllPlaces, 0.3, u64::MAX),
    (Way::Interleavings, 0.4, u64::MAX),
    (Way::AllStates, 0.6, u64::MAX),
    (Way::OneAtATime, 0.75, u64::MAX),
];

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
    let together = Together::default();
    let mut tried: Vec<(Way, WhyOpen)> = Vec::new();
    for (way, share, longest) in PLAN {
        let before = match way {
            Way::AllStates => Way::FewStates,
            way => way,
        };
        let first = tried.iter().find(|(it, _)| *it == before);
        if first.is_some_and(|(_, why)| !why.may_be_tried_again) {
            continue;
        }
        match question.by(way, &together, &budget.share_up_to(share, Duration::from_secs(longest)))
        {
            // No run of ours fails, so there is nothing left to look for.
            Ok(Threads::Proved(_)) if question.may_be_seen_half_done() => {
                return Threads::Open(HALF_DONE.to_owned());
            }
            Ok(answer) => return answer,
            Err(why) => tried.push((way, why)),
        }
    }
    budget.enter("concrete runs");
    question.explorer.look(Look::Longer, budget);
    if question.explorer.is_undecided() {
        question.explorer.go_on(budget);
    }
    match question.explorer.is_undecided() {
        true => Threads::Open(why_open(&tried)),
        false => Threads::Failing,
    }
}

/// Why there is no answer.
struct WhyOpen {
    /// Nothing, if the way leads nowhere for what is asked.
    text: Option<String>,
    /// More time, or more states, might help.
    may_be_tried_again: bool,
}

impl WhyOpen {
    fn finally(text: String) -> Self {
        Self { text: Some(text), may_be_tried_again: false }
    }
}

/// The reasons in words. How far something came depends on the clock, and the words must not: of what was
/// tried twice, the first.
fn why_open(tried: &[(Way, WhyOpen)]) -> String {
    let mut words: Vec<String> = Vec::new();
    for (index, (way, why)) in tried.iter().enumerate() {
        let Some(text) = &why.text else { continue };
        if tried[..index].iter().any(|(before, _)| before == way) {
            continue;
        }
        match way {
            Way::Locks | Way::FewStates => words.push(text.clone()),
            Way::AllStates if why.may_be_tried_again => {}
            Way::AllStates => words.push(text.clone()),
            // The first of the two says the same of programs whose threads have no names.
            Way::Places => {}
            Way::Lemmas => words.push(format!("lemmas about two threads: {text}")),
            Way::AllPlaces => words.push(format!("threads and their places: {text}")),
            Way::Interleavings => words.push(format!("all interleavings: {text}")),
            Way::OneAtATime => words.push(format!("one thread at a time: {text}")),
        }
    }
    words.join("; ")
}

impl Question<'_, '_> {
    /// Proofs take a copy of any length for one step. Without races nobody can tell; and where races are
    /// asked about, a proof says that there are none.
    fn may_be_seen_half_done(&self) -> bool {
        let asks_for_races =
            self.program.checks.values().any(|check| check.kind == CheckKind::DataRace);
        if asks_for_races || !has_divisible_steps(self.program, &may_be_entered(self.program)) {
            return false;
        }
        self.budget.enter("copies that others may see half done");
        let races = by_ownership(self.program, self.source, self.budget);
        !matches!(races, ByOwnership::Proved(_))
    }

    fn by(&mut self, way: Way, together: &Together, budget: &Budget) -> Result<Threads, WhyOpen> {
        match way {
            Way::Locks => self.by_locks(budget),
            Way::FewStates => self.states(FEW_STATES, budget),
            Way::AllStates => {
                let is_limited = self.budget.limit().is_some();
                let max_states = if is_limited { usize::MAX } else { STATES_WITHOUT_LIMIT };
                self.states(max_states, budget)
            }
            Way::Places => self.by_places(budget, |program| together.by_boxes(program, budget)),
            Way::Lemmas => self.by_places(budget, |program| together.by_lemmas(program, budget)),
            Way::AllPlaces => self.by_places(budget, |program| together.directed(program, budget)),
            Way::Interleavings => self.interleavings(budget).map_err(|text| {
                let may_be_tried_again = text == OUT_OF_TIME;
                WhyOpen { text: Some(text), may_be_tried_again }
            }),
            Way::OneAtATime => self.one_at_a_time(budget).map_err(|text| {
                let may_be_tried_again = budget.check().is_err();
                WhyOpen { text: Some(text), may_be_tried_again }
            }),
        }
    }

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
                        Err(WhyOpen::finally(format!("the proof was not checked again: {why}")))
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
            Answer::Open { why, is_too_many } => {
                Err(WhyOpen { text: Some(why), may_be_tried_again: is_too_many })
            }
        }
    }

    /// Named threads, with where they stand.
    fn by_places(
        &mut self,
        budget: &Budget,
        look: impl FnOnce(&Program) -> ByCounters,
    ) -> Result<Threads, WhyOpen> {
        if self.program.checks.values().any(|check| check.kind.is_of_runs()) {
            return Err(WhyOpen { text: None, may_be_tried_again: false });
        }
        budget.enter("threads and their places");
        match look(self.program) {
            ByCounters::Proved(words) => Ok(Threads::Proved(words)),
            ByCounters::Open(why) => {
                Err(WhyOpen { text: Some(why), may_be_tried_again: budget.check().is_err() })
            }
            ByCounters::InternalError(error) => Ok(self.internal_error(error)),
        }
    }

    /// Races only: which locks are held where.
    fn by_locks(&mut self, budget: &Budget) -> Result<Threads, WhyOpen> {
        if !ownership::is_asked(self.program) {
            return Err(WhyOpen { text: None, may_be_tried_again: false });
        }
        budget.enter("locks that are held");
        match by_ownership(self.program, self.source, budget) {
            ByOwnership::Proved(how) => Ok(Threads::Proved(how)),
            ByOwnership::Open(why) => Err(WhyOpen::finally(why)),
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
            ByRely::Proved(proved) => Ok(Threads::Proved(describe(&proved.clauses))),
            ByRely::Open(why) => Err(why),
            ByRely::InternalError(error) => Ok(self.internal_error(error)),
        }
    }
}

/// The functions that a run may enter.
fn may_be_entered(program: &Program) -> IdSet<FunctionId> {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut ops = bodies.flat_map(|body| body.edges.values()).map(|edge| &edge.op);
    if ops.any(|op| matches!(op, Op::CallBack { .. })) {
        return program.functions.ids().collect();
    }
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    CallGraph::of(program, &points_to).reachable(program)
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
