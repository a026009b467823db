//! Looks for violations by running the program on many inputs.
//!
//! This proves nothing, however many runs go well. It finds violations that few choices of the
//! environment bring about, cheaply and with certainty: what it reports is a run of the concrete
//! interpreter, and that run has been repeated from its recorded inputs before it is believed.
//!
//! Runs are not independent of each other. One that takes a branch that none took before, or takes
//! it in another state of the variables that the checks depend on, is kept and varied
//! ([`guide`], [`course`]); so the search works its way into a program, answer by answer.
//!
//! # Ends
//! The steps of each run and of all are bounded. The budget is polled between runs; one run alone
//! is short.

mod course;
mod guide;
mod turns;
mod values;

use ir::{Program, Scope};
use ir_interp::{
    FaultKind, Indeterminate, InputList, Interpreter, Options, Outcome, Record, RecordedInput,
    Script, Site, Trace, WhenExhausted,
};
use rustc_hash::FxHashSet;
use verdict::{Budget, Exhausted};

use course::{Course, End};
use guide::Guide;

use super::threads::creates_threads;
pub use values::Pointers;
pub use values::Random;

/// Bounds of the search. They are counts, so that the same program gives the same answer on
/// every machine.
const MAX_STEPS: u64 = 20_000_000;
/// A first look ends when so many runs, and as many as had led to the last discovery, came by
/// nothing new.
const PATIENCE: u64 = 2_000;
const STEPS_OF_RUN: [u64; 4] = [400_000, 4_000, 20_000, 100_000];
/// The same where threads are created, which often never end: six schedules of each length.
const STEPS_OF_THREADS: [u64; 5] = [4_000, 8_000, 20_000, 4_000, 100_000];
/// How much longer the next run is where none has asked for anything yet.
const SILENCE_GROWTH: u64 = 4;
/// Each second that the user allows for the whole allows so much more: about a tenth of it.
const STEPS_PER_SECOND: u64 = 2_000_000;
const PATIENCE_PER_SECOND: u64 = 500;
/// Of the time that the user allows, where runs take longer than their steps tell.
const FIRST_SHARE: f64 = 0.02;
const LONGER_SHARE: f64 = 0.1;
/// Memory of one run. What needs more is hardly found by running.
const MAX_BYTES: u64 = 1 << 25;
/// Steps of a run that is repeated to see where it goes.
const STEPS_OF_PASSING: u64 = 20_000;
/// How often a run comes back to the same place before it leaps over what is only counted there.
pub const LEAPS_AFTER: Option<u64> = Some(200);
/// A failing run is repeated without a leap, unless it has more steps.
const STEPS_WITHOUT_LEAPS: u64 = 2_000_000;
/// What is kept of the run that is shown.
const MAX_TRACE: usize = 100_000;

/// A run on which a check fails.
#[derive(Debug)]
pub struct FailingRun {
    pub check: ir::CheckId,
    pub inputs: Vec<RecordedInput>,
    /// The thread of each turn.
    pub schedule: Vec<u32>,
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
    pub questions: Questions,
    /// A failing run could not be repeated: a mistake of the interpreter.
    pub internal_error: Option<String>,
}

/// What runs ask of the environment, as far as they were followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Questions {
    /// They depend on its answers.
    #[default]
    Some,
    /// Nothing so far: the run was cut for its length, and may ask behind that.
    NoneYet,
    /// Nothing up to a point behind which it cannot be followed.
    NoneInView,
    /// Nothing to the end: there is only one run.
    None,
}

impl Questions {
    /// Of a run that asked for nothing.
    fn of_silent(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::OutOfSteps => Self::NoneYet,
            Outcome::Unsupported { .. }
            | Outcome::Undefined {
                kind: FaultKind::IndeterminateBranch | FaultKind::IndeterminateOperand,
                ..
            }
            | Outcome::InputsExhausted { .. }
            | Outcome::Infeasible
            | Outcome::AtTurn
            | Outcome::OutOfMemory { .. }
            | Outcome::OutOfCalls { .. } => Self::NoneInView,
            Outcome::Finished { .. }
            | Outcome::Halted { .. }
            | Outcome::Blocked { .. }
            | Outcome::Deadlocked
            | Outcome::Violated { .. }
            | Outcome::Undefined { .. }
            | Outcome::Endless { .. } => Self::None,
        }
    }
}

/// What it takes to begin a run, in steps: global variables get their values. Static objects are
/// put back as far as the last run wrote to them, which is within its own steps.
fn start_cost(program: &Program) -> u64 {
    const VARIABLES_PER_STEP: usize = 8;
    let globals = program.vars.values().filter(|var| var.scope == Scope::Global);
    1 + (globals.count() / VARIABLES_PER_STEP) as u64
}

/// How long to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// About a second: what is found easily is found now.
    First,
    /// In proportion to the time that the user allows.
    Longer,
}

/// Edges that runs take.
#[derive(Debug)]
pub struct Passed {
    pub sites: FxHashSet<Site>,
    /// The program has one run, it has ended, and these are all its edges.
    pub are_all: bool,
}

/// A search that can be taken up again.
pub struct Explorer<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p, Course>,
    indeterminate: Indeterminate,
    guide: Guide,
    start_cost: u64,
    /// Steps that all runs take before they ask for anything, as far as is known. They are given
    /// beyond those that a run may take.
    silent_steps: u64,
    /// The last run that came by something new.
    last_discovery: u64,
    creates_threads: bool,
    /// A run has created a thread: who goes on is open, whatever else is not.
    pub has_threads: bool,
    /// Undefined behaviour at these steps is not even noted: checks for it were left out.
    pub left_out: FxHashSet<Site>,
    pub found: Exploration,
}

impl<'p> Explorer<'p> {
    /// The program must be valid.
    pub fn new(program: &'p Program, indeterminate: Indeterminate) -> Self {
        let options = Options {
            indeterminate,
            n_bytes: MAX_BYTES,
            leaps_after: LEAPS_AFTER,
            ..Options::default()
        };
        Self {
            program,
            interpreter: Interpreter::new(program, Course::of(program), options),
            indeterminate,
            guide: Guide::default(),
            start_cost: start_cost(program),
            silent_steps: 0,
            last_discovery: 0,
            creates_threads: creates_threads(program),
            has_threads: false,
            left_out: FxHashSet::default(),
            found: Exploration::default(),
        }
    }

    /// Runs the program until a check fails or the bounds of a look are reached.
    pub fn look(&mut self, look: Look, budget: &Budget) {
        let limit = budget.limit().map_or(0, |limit| limit.as_secs());
        let (seconds, share) = match look {
            Look::First => (0, FIRST_SHARE),
            Look::Longer => (limit, LONGER_SHARE),
        };
        let patience = PATIENCE + PATIENCE_PER_SECOND * seconds;
        let part = budget.share(share);
        self.run(MAX_STEPS + STEPS_PER_SECOND * seconds, patience, &part);
        if budget.check().is_ok() {
            self.found.exhausted = None;
        }
    }

    /// Goes on until a check fails or time is up.
    pub fn go_on(&mut self, budget: &Budget) {
        if budget.limit().is_some() {
            self.run(u64::MAX, u64::MAX / 4, budget);
        }
    }

    fn run(&mut self, max_steps: u64, patience: u64, budget: &Budget) {
        let is_hopeful = |it: &Self| it.found.n_runs < patience + 2 * it.last_discovery;
        while self.found.n_steps < max_steps && is_hopeful(self) && !self.is_over() {
            if let Err(exhausted) = budget.check_clock() {
                self.found.exhausted = Some(exhausted);
                break;
            }
            self.run_once(max_steps);
            if self.found.failing.is_none() {
                budget.so_far().ran(self.found.n_runs);
            }
        }
    }

    /// Has no run failed, in the program or in the interpreter?
    pub fn is_undecided(&self) -> bool {
        self.found.failing.is_none() && self.found.internal_error.is_none()
    }

    /// Nothing more is to be found out by running.
    fn is_over(&self) -> bool {
        let Exploration { failing, questions, internal_error, .. } = &self.found;
        let may_vary = matches!(questions, Questions::Some | Questions::NoneYet);
        failing.is_some() || !may_vary || internal_error.is_some()
    }

    /// Takes note that runs ask for something, after so many steps.
    pub fn ask_after(&mut self, n_steps: u64) {
        self.found.questions = Questions::Some;
        self.silent_steps = n_steps;
    }

    /// Edges that runs take: those that came by something new, and some others.
    pub fn passed(&mut self, max_runs: usize, budget: &Budget) -> Passed {
        let record = Record::Last(MAX_TRACE);
        let indeterminate = self.indeterminate;
        // What is leapt over takes the same edges as the round before it.
        let options = Options {
            indeterminate,
            record,
            n_bytes: MAX_BYTES,
            leaps_after: LEAPS_AFTER,
            ..Options::default()
        };
        let course = Course::of(self.program);
        let mut interpreter = Interpreter::new(self.program, course, options);
        let mut sites = FxHashSet::default();
        let mut are_all = false;
        let n_steps = match self.found.questions {
            Questions::Some => self.silent_steps.saturating_add(STEPS_OF_PASSING),
            Questions::NoneYet | Questions::NoneInView | Questions::None => MAX_STEPS,
        };
        let plans = self.guide.worth_repeating(max_runs);
        for (n_run, (recipe, plan)) in plans.into_iter().enumerate() {
            if budget.check_clock().is_err() {
                break;
            }
            interpreter.source_mut().begin(n_run as u64, recipe, plan);
            interpreter.restart(n_steps);
            let outcome = interpreter.run();
            sites.extend(interpreter.trace().steps().map(|step| step.site));
            if self.found.questions != Questions::Some {
                let has_ended = matches!(
                    outcome,
                    Outcome::Finished { .. } | Outcome::Halted { .. } | Outcome::Blocked { .. }
                );
                let is_short = usize::try_from(interpreter.n_steps()).is_ok_and(|n| n <= MAX_TRACE);
                are_all = self.found.questions == Questions::None && has_ended && is_short;
                break;
            }
        }
        Passed { sites, are_all }
    }

    fn run_once(&mut self, max_steps: u64) {
        let n_run = self.found.n_runs;
        // Runs of several lengths: much is found early, and a run that never ends by itself
        // should not take the place of many.
        let n_steps = match self.found.questions {
            // All runs begin alike; only a longer one shows more.
            Questions::NoneYet => SILENCE_GROWTH.saturating_mul(self.silent_steps),
            _ if self.creates_threads => {
                self.silent_steps.saturating_add(STEPS_OF_THREADS[(n_run / 6 % 5) as usize])
            }
            _ => self.silent_steps.saturating_add(STEPS_OF_RUN[(n_run % 4) as usize]),
        };
        let n_steps = n_steps.min(max_steps.saturating_sub(self.found.n_steps));
        let (recipe, plan) = self.guide.plan(n_run);
        self.interpreter.source_mut().begin(n_run, recipe, plan);
        self.interpreter.restart(n_steps);
        let outcome = self.interpreter.run();
        self.found.n_runs += 1;
        self.found.n_steps += self.interpreter.n_steps() + self.start_cost;
        if self.interpreter.n_threads() > 1 {
            self.has_threads = true;
        }
        match self.interpreter.n_silent_steps() {
            _ if self.has_threads => self.found.questions = Questions::Some,
            Some(n_steps) => self.ask_after(n_steps),
            None if n_run == 0 || self.found.questions == Questions::NoneYet => {
                self.silent_steps = self.silent_steps.max(self.interpreter.n_steps());
                self.found.questions = Questions::of_silent(&outcome);
            }
            // The bounds of the whole search left no room for what every run does first.
            None => {}
        }
        let end = match outcome {
            Outcome::Endless { .. } | Outcome::Undefined { .. } => End::Dead,
            _ => End::Other,
        };
        if self.interpreter.source_mut().end(end) {
            let answers = self.interpreter.inputs().iter().map(|input| input.bits);
            self.guide.keep(answers, end);
            self.last_discovery = self.found.n_runs;
        }
        match outcome {
            Outcome::Violated { check, site } => {
                let inputs = self.interpreter.inputs().to_vec();
                let schedule = self.interpreter.schedule().to_vec();
                let end = (check, site);
                match replay_scheduled(self.program, &inputs, &schedule, self.indeterminate, end) {
                    Ok(trace) => {
                        self.found.failing = Some(FailingRun { check, inputs, schedule, trace });
                    }
                    Err(other) => self.found.internal_error = Some(other),
                }
            }
            // Nothing else is indeterminate here: what is uninitialised was asked for.
            Outcome::Undefined {
                kind: FaultKind::IndeterminateBranch | FaultKind::IndeterminateOperand,
                site,
            } if self.indeterminate == Indeterminate::AsInput => {
                let what = "a decision by the result of a function that is not modelled".to_owned();
                self.found.unsupported.get_or_insert((what, Some(site)));
            }
            Outcome::Undefined { site, .. } if self.left_out.contains(&site) => {}
            Outcome::Undefined { kind, site } => {
                self.found.undefined.get_or_insert((kind, site));
            }
            Outcome::Unsupported { what, site } => {
                self.found.unsupported.get_or_insert((what, site));
            }
            Outcome::Finished { .. }
            | Outcome::Halted { .. }
            | Outcome::Blocked { .. }
            | Outcome::InputsExhausted { .. }
            | Outcome::Endless { .. }
            | Outcome::OutOfSteps
            | Outcome::Deadlocked
            | Outcome::Infeasible
            | Outcome::AtTurn
            | Outcome::OutOfMemory { .. }
            | Outcome::OutOfCalls { .. } => {}
        }
    }
}

/// Runs again on the recorded inputs alone. The run must end at the same check and edge.
pub fn replay(
    program: &Program,
    inputs: &[RecordedInput],
    indeterminate: Indeterminate,
    check: ir::CheckId,
    site: Site,
) -> Result<Trace, String> {
    replay_scheduled(program, inputs, &[], indeterminate, (check, site))
}

/// Runs the program on this script with all that is told of a failing run: step by step, or if that is
/// too long, with the leaps of the exploration.
fn repeated<'p>(
    program: &'p Program,
    script: &Script,
    indeterminate: Indeterminate,
) -> (Outcome, Interpreter<'p, Script>) {
    let with_leaps = Options {
        record: Record::Last(MAX_TRACE),
        indeterminate,
        leaps_after: LEAPS_AFTER,
        ..Options::default()
    };
    let by_steps =
        Options { n_steps: STEPS_WITHOUT_LEAPS, leaps_after: None, ..with_leaps.clone() };
    let mut interpreter = Interpreter::new(program, script.clone(), by_steps);
    let mut outcome = interpreter.run();
    if let Outcome::OutOfSteps = outcome {
        interpreter = Interpreter::new(program, script.clone(), with_leaps);
        outcome = interpreter.run();
    }
    (outcome, interpreter)
}

/// The run on these inputs, if a check fails on it, whichever that is.
pub fn failing_run(
    program: &Program,
    inputs: &[RecordedInput],
    schedule: &[u32],
    indeterminate: Indeterminate,
) -> Option<FailingRun> {
    let values = inputs.iter().map(|input| input.bits).collect();
    let script = Script::new(InputList::new(values, WhenExhausted::Stop), schedule.to_vec());
    let (outcome, interpreter) = repeated(program, &script, indeterminate);
    let Outcome::Violated { check, .. } = outcome else { return None };
    Some(FailingRun {
        check,
        inputs: interpreter.inputs().to_vec(),
        schedule: interpreter.schedule().to_vec(),
        trace: interpreter.trace().clone(),
    })
}

/// The same for a run of several threads.
pub fn replay_scheduled(
    program: &Program,
    inputs: &[RecordedInput],
    schedule: &[u32],
    indeterminate: Indeterminate,
    (check, site): (ir::CheckId, Site),
) -> Result<Trace, String> {
    let values = inputs.iter().map(|input| input.bits).collect();
    let list = InputList::new(values, WhenExhausted::Stop);
    let script = Script::new(list, schedule.to_vec());
    let (outcome, interpreter) = repeated(program, &script, indeterminate);
    match outcome {
        Outcome::Violated { check: again, site: there } if again == check && there == site => {
            Ok(interpreter.trace().clone())
        }
        other => Err(format!("a failing run ends differently when it is repeated: {other:?}")),
    }
}
