//! All runs of a program, state by state.
//!
//! From the first turn on, runs with few switches between threads first: at each turn every thread
//! that can go on does so, in a copy of the state, with every value that the inputs it asks for may
//! have. A state that was there before is not followed again; what tells states apart is the
//! interpreter's fingerprint.
//!
//! # Why the end is a proof
//! Every run of the program is a sequence of turns ([`ir_interp`] says why other switches need no
//! turn). By induction over that sequence, each state of the run at a turn has the fingerprint of
//! one that was followed: the first was, and from a state that was followed every thread and every
//! input was tried. A run that ends does so at a turn of its own, or in one that changes nothing, so
//! that all others could act before; where that is not so (undefined behaviour) there is no proof.
//! Two states of one fingerprint have the same runs ahead of them, but for the
//! chance of 2^-128 per pair that two differ and nobody notices.
//!
//! # Ends
//! When nothing is left to follow, or the budget is spent.

use std::rc::Rc;

use index::IndexVec;
use ir::{CheckId, FunctionId, Program};
use ir_interp::{
    Indeterminate, InputRequest, InputSource, Interpreter, LiveLocals, Options, Outcome, RaceWatch,
    Site, Snapshot, Turn,
};
use ir_passes::liveness::Liveness;
use rustc_hash::FxHashSet;
use verdict::Budget;

use crate::choices::Choices;
use crate::race::race_check;

/// Bytes of one state, and steps between two turns.
const MAX_BYTES: u64 = 1 << 24;
const MAX_STEPS_OF_TURN: u64 = 1_000_000;
/// States between two looks at the clock.
const STATES_PER_POLL: u64 = 64;

/// What all runs of a program came to.
#[derive(Debug)]
pub enum Answer {
    Failing(Failing),
    /// All runs were followed, and no check fails.
    Exhausted {
        n_states: u64,
    },
    /// Not all could be followed, for this reason.
    Open {
        why: String,
        /// More time, or more states, might help.
        is_too_many: bool,
    },
}

/// A run on which a check fails.
#[derive(Debug)]
pub struct Failing {
    pub check: CheckId,
    pub site: Site,
    pub inputs: Vec<u128>,
    pub schedule: Vec<u32>,
}

/// Follows all runs of the program, within the budget and up to so many states. A failing run that
/// it finds has few switches between threads.
pub fn all_states(
    program: &Program,
    indeterminate: Indeterminate,
    max_states: usize,
    budget: &Budget,
) -> Answer {
    Search::new(program, indeterminate, max_states).run(budget)
}

/// The same, for a run on which this check fails: runs on which another one does end there.
pub fn failing_run(
    program: &Program,
    indeterminate: Indeterminate,
    check: CheckId,
    max_states: usize,
    budget: &Budget,
) -> Option<Failing> {
    let mut search = Search::new(program, indeterminate, max_states);
    search.only = Some(check);
    match search.run(budget) {
        Answer::Failing(failing) if failing.check == check => Some(failing),
        Answer::Failing(_) | Answer::Exhausted { .. } | Answer::Open { .. } => None,
    }
}

fn asks_about_deadlock(check: &ir::Check) -> bool {
    check.kind == verdict::CheckKind::Deadlock
}

fn live_locals(program: &Program) -> LiveLocals {
    let of_function = |function: &ir::Function| match &function.body {
        Some(body) => {
            let liveness = Liveness::of(program, body);
            body.locations.ids().map(|location| liveness.locals(location).clone()).collect()
        }
        None => IndexVec::new(),
    };
    let live: IndexVec<FunctionId, _> = program.functions.values().map(of_function).collect();
    live
}

/// Answers one turn, and the inputs that it asks for as far as they were chosen.
#[derive(Default)]
pub(crate) struct Fork {
    thread: Option<u32>,
    inputs: Vec<u128>,
    n_asked: usize,
    /// Places whose inputs have too many values to be tried: what does not depend on them is followed
    /// all the same.
    opaque: FxHashSet<Site>,
    /// The input that was asked for and not chosen yet.
    pub(crate) asked: Option<InputRequest>,
    /// Turns before this one, if others are to be tried when the thread has to wait: whether
    /// nobody can go on shows only when all have been tried.
    tries_others_at: Option<usize>,
}

impl InputSource for Fork {
    fn next_input(&mut self, request: &InputRequest) -> Option<u128> {
        let chosen = self.inputs.get(self.n_asked).copied();
        self.n_asked += 1;
        if chosen.is_none() {
            self.asked = Some(*request);
        }
        chosen
    }

    fn is_opaque(&mut self, request: &InputRequest) -> bool {
        request.site.is_some_and(|site| self.opaque.contains(&site))
    }

    fn next_thread(&mut self, turn: &Turn<'_>) -> Option<u32> {
        let other = || match self.tries_others_at {
            Some(number) if number == turn.number => turn.candidates.first().copied(),
            Some(_) | None => None,
        };
        self.thread.take().or_else(other)
    }
}

/// A state that was met, and how it was come to: for the run that is shown.
pub(crate) struct Way {
    pub(crate) before: Option<Rc<Way>>,
    pub(crate) thread: Option<u32>,
    pub(crate) inputs: Vec<u128>,
}

/// A turn that is to be taken.
struct Task {
    /// `None` for the beginning of all runs.
    from: Option<(Rc<Snapshot>, Rc<Way>)>,
    thread: Option<u32>,
    inputs: Vec<u128>,
}

/// The turns that are to be taken, those with the fewest switches and threads before them first: a
/// program that creates any number of threads mostly shows with few what it does with many. When
/// states become too many to be kept beside each other, the newest first.
struct Agenda {
    by_cost: Vec<Vec<Task>>,
    lowest: usize,
    n_tasks: usize,
}

/// Turns that may wait at once before the order changes; each may hold a state of its own.
const MAX_WAITING: usize = 60_000;

impl Agenda {
    fn push(&mut self, cost: usize, task: Task) {
        // What is far away shares the last place.
        let at = cost.min(63);
        if self.by_cost.len() <= at {
            self.by_cost.resize_with(at + 1, Vec::new);
        }
        self.by_cost[at].push(task);
        self.lowest = self.lowest.min(at);
        self.n_tasks += 1;
    }

    fn pop(&mut self) -> Option<(usize, Task)> {
        let at = if self.n_tasks > MAX_WAITING {
            self.by_cost.iter().rposition(|tasks| !tasks.is_empty())?
        } else {
            while self.by_cost.get(self.lowest)?.is_empty() {
                self.lowest += 1;
            }
            self.lowest
        };
        self.n_tasks -= 1;
        Some((at, self.by_cost[at].pop()?))
    }
}

pub(crate) struct Search<'p> {
    pub(crate) program: &'p Program,
    pub(crate) interpreter: Interpreter<'p, Fork>,
    pub(crate) indeterminate: Indeterminate,
    pub(crate) live: LiveLocals,
    pub(crate) choices: Choices,
    pub(crate) seen: FxHashSet<u128>,
    pub(crate) max_states: usize,
    /// The check that races violate.
    pub(crate) race: Option<CheckId>,
    /// The check that is asked about, if it is not all.
    only: Option<CheckId>,
    /// Some inputs stand for all their values.
    has_opaque: bool,
    asks_about_deadlock: bool,
}

/// What a step led to.
pub(crate) enum Reached {
    /// A state that was not there before.
    New,
    /// One that was.
    Known,
    /// No state that goes on.
    Nothing,
    /// An input with these values must be chosen first.
    Asks(Vec<u128>),
    Violated(CheckId, Site),
    Open(String),
}

impl<'p> Search<'p> {
    pub(crate) fn new(
        program: &'p Program,
        indeterminate: Indeterminate,
        max_states: usize,
    ) -> Self {
        let races = RaceWatch::List;
        let options = Options { indeterminate, n_bytes: MAX_BYTES, races, ..Options::default() };
        Search {
            program,
            interpreter: Interpreter::new(program, Fork::default(), options),
            indeterminate,
            live: live_locals(program),
            choices: Choices::default(),
            seen: FxHashSet::default(),
            max_states,
            race: race_check(program),
            only: None,
            has_opaque: false,
            asks_about_deadlock: program.checks.values().any(asks_about_deadlock),
        }
    }

    /// Do some inputs stand for all their values?
    pub(crate) fn has_opaque(&self) -> bool {
        self.has_opaque
    }
}

impl Search<'_> {
    fn run(&mut self, budget: &Budget) -> Answer {
        let mut agenda = Agenda { by_cost: Vec::new(), lowest: 0, n_tasks: 0 };
        agenda.push(0, Task { from: None, thread: None, inputs: Vec::new() });
        let mut n_polled = 0;
        while let Some((cost, task)) = agenda.pop() {
            n_polled += 1;
            let is_spent = n_polled % STATES_PER_POLL == 0 && budget.check().is_err();
            if is_spent || self.seen.len() > self.max_states {
                let why = "there are more states than could be followed".to_owned();
                return Answer::Open { why, is_too_many: true };
            }
            let Task { from, thread, inputs } = task;
            let state = from.as_ref().map(|(state, _)| state.as_ref());
            let n_threads = state.map_or(1, Snapshot::n_threads);
            match self.step(state, thread, &inputs) {
                Reached::Nothing | Reached::Known => {}
                Reached::Asks(values) => {
                    for value in values {
                        let inputs = inputs.iter().copied().chain([value]).collect();
                        let from = from.clone();
                        agenda.push(cost, Task { from, thread, inputs });
                    }
                }
                Reached::New => {
                    let before = from.map(|(_, way)| way);
                    let way = Rc::new(Way { before, thread, inputs });
                    let state = Rc::new(self.interpreter.snapshot());
                    let n_created = self.interpreter.n_threads() - n_threads;
                    if let Some(check) = self.race {
                        match self.race_from(&state, &way, check) {
                            Ok(None) => {}
                            Ok(Some(failing)) => return Answer::Failing(failing),
                            Err(why) => return Self::open(why.to_owned()),
                        }
                        self.interpreter.restore(&state);
                    }
                    for next in self.interpreter.candidates().into_iter().rev() {
                        let is_switch = thread.is_some_and(|thread| thread != next);
                        let cost = cost + usize::from(is_switch) + n_created;
                        let from = Some((Rc::clone(&state), Rc::clone(&way)));
                        let inputs = Vec::new();
                        agenda.push(cost, Task { from, thread: Some(next), inputs });
                    }
                }
                Reached::Violated(check, _) if self.only.is_some_and(|only| only != check) => {}
                Reached::Violated(check, site) => {
                    if self.has_opaque {
                        // Its inputs are not known, so it cannot be shown.
                        return Self::open("an input has too many values to try all".to_owned());
                    }
                    // Another thread may have moved than the one that should have.
                    let thread = self.interpreter.schedule().last().copied();
                    let last = Way { before: from.map(|(_, way)| way), thread, inputs };
                    return Answer::Failing(failing(check, site, &last));
                }
                Reached::Open(why) => return Self::open(why),
            }
        }
        let n_states = self.seen.len() as u64;
        Answer::Exhausted { n_states }
    }

    /// `false` if it was so before.
    fn make_opaque(&mut self, site: Site) -> bool {
        self.has_opaque = true;
        self.interpreter.source_mut().opaque.insert(site)
    }

    fn open(why: String) -> Answer {
        Answer::Open { why, is_too_many: false }
    }

    /// Lets a thread take its turn from a state; without a state, begins.
    pub(crate) fn take_turn(
        &mut self,
        from: Option<&Snapshot>,
        thread: Option<u32>,
        inputs: &[u128],
    ) -> Outcome {
        let fork = self.interpreter.source_mut();
        fork.thread = thread;
        fork.inputs.clear();
        fork.inputs.extend_from_slice(inputs);
        (fork.n_asked, fork.asked) = (0, None);
        match from {
            Some(state) => {
                self.interpreter.restore(state);
                let n_steps = self.interpreter.n_steps();
                self.interpreter.allow_steps(n_steps + MAX_STEPS_OF_TURN);
                self.interpreter.resume()
            }
            None => {
                self.interpreter.restart(MAX_STEPS_OF_TURN);
                self.interpreter.run()
            }
        }
    }

    pub(crate) fn step(
        &mut self,
        from: Option<&Snapshot>,
        thread: Option<u32>,
        inputs: &[u128],
    ) -> Reached {
        let asks = self.asks_about_deadlock;
        self.interpreter.source_mut().tries_others_at =
            from.filter(|_| asks).map(Snapshot::n_turns);
        let outcome = self.take_turn(from, thread, inputs);
        self.interpreter.source_mut().tries_others_at = None;
        if self.interpreter.has_exposed_addresses() {
            return Reached::Open("an address is used as a number".to_owned());
        }
        let is_failing = matches!(outcome, Outcome::Violated { .. });
        if self.interpreter.went_outside() && !is_failing {
            return Reached::Open("functions without body act beside the threads".to_owned());
        }
        match outcome {
            Outcome::AtTurn => {
                // The turn was not used if the thread has to wait.
                let n_turns = from.map(Snapshot::n_turns);
                let has_moved = n_turns != Some(self.interpreter.n_turns())
                    && (thread.is_none() || self.interpreter.schedule().last().copied() == thread);
                if !has_moved {
                    return Reached::Nothing;
                }
                let is_new = self.seen.insert(self.interpreter.fingerprint(&self.live));
                if is_new { Reached::New } else { Reached::Known }
            }
            Outcome::InputsExhausted { .. } => {
                let Some(request) = self.interpreter.source_mut().asked.take() else {
                    return Reached::Open("an input without a question".to_owned());
                };
                if let Some(values) = self.choices.values(self.program, &request) {
                    return Reached::Asks(values);
                }
                let is_number = request.ty != ir::Type::Pointer;
                match request.site {
                    Some(site) if is_number && self.make_opaque(site) => {
                        self.step(from, thread, inputs)
                    }
                    _ => Reached::Open("an input has too many values to try all".to_owned()),
                }
            }
            Outcome::Violated { check, site } => Reached::Violated(check, site),
            // Such ends need no turn, so that others may have more to do before it.
            Outcome::Undefined { .. } | Outcome::Blocked { .. }
                if !self.interpreter.has_acted() =>
            {
                Reached::Nothing
            }
            Outcome::Undefined { kind, .. } => {
                Reached::Open(format!("a run ends in undefined behaviour: {kind}"))
            }
            Outcome::Blocked { .. } => Reached::Open("a thread has no next step".to_owned()),
            Outcome::Finished { .. }
            | Outcome::Halted { .. }
            | Outcome::Deadlocked
            | Outcome::Infeasible
            | Outcome::Endless { .. } => Reached::Nothing,
            Outcome::Unsupported { what, .. } => Reached::Open(what),
            Outcome::OutOfSteps => Reached::Open("a thread goes on without end alone".to_owned()),
            Outcome::OutOfMemory { .. } | Outcome::OutOfCalls { .. } => {
                Reached::Open("a run needs too much memory".to_owned())
            }
        }
    }
}

/// The run along the way.
pub(crate) fn failing(check: CheckId, site: Site, last: &Way) -> Failing {
    let mut ways = vec![last];
    let mut at = last;
    while let Some(before) = &at.before {
        ways.push(before);
        at = before;
    }
    ways.reverse();
    let inputs = ways.iter().flat_map(|way| way.inputs.iter().copied()).collect();
    let schedule = ways.iter().filter_map(|way| way.thread).collect();
    Failing { check, site, inputs, schedule }
}

impl Drop for Way {
    /// Ways are long, and dropping one after the other needs no deep stack.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(way) = before {
            match Rc::try_unwrap(way) {
                Ok(mut way) => before = way.before.take(),
                Err(_) => break,
            }
        }
    }
}
