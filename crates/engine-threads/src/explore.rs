//! All runs of a program, state by state.
//!
//! Depth first from the first turn on: at each turn every thread that can go on does so, in a copy
//! of the state, with every value that the inputs it asks for may have. A state that was there
//! before is not followed again; what tells states apart is the interpreter's fingerprint.
//!
//! # Why the end is a proof
//! Every run of the program is a sequence of turns ([`ir_interp`] says why other switches need no
//! turn). By induction over that sequence, each state of the run at a turn has the fingerprint of
//! one that was followed: the first was, and from a state that was followed every thread and every
//! input was tried. Two states of one fingerprint have the same runs ahead of them, but for the
//! chance of 2^-128 per pair that two differ and nobody notices.
//!
//! # Ends
//! When nothing is left to follow, or the budget is spent, or states or their depth are too many.

use index::IndexVec;
use ir::{CheckId, FunctionId, Op, Program};
use ir_interp::{
    FaultKind, Indeterminate, InputRequest, InputSource, Interpreter, LiveLocals, Options, Outcome,
    Site, Snapshot, Turn,
};
use ir_passes::liveness::Liveness;
use rustc_hash::FxHashSet;
use verdict::Budget;

use crate::choices::Choices;

/// Bytes of one state, and steps between two turns.
const MAX_BYTES: u64 = 1 << 24;
const MAX_STEPS_OF_TURN: u64 = 1_000_000;
/// States on the way to the one that is followed; each is kept whole.
const MAX_DEPTH: usize = 20_000;
/// States between two looks at the clock.
const STATES_PER_POLL: u64 = 64;

/// What all runs of a program came to.
#[derive(Debug)]
pub enum Answer {
    Failing(Failing),
    /// All runs were followed, and no check fails.
    Exhausted {
        n_states: u64,
        undefined: Option<(FaultKind, Site)>,
    },
    /// Not all could be followed, for this reason.
    Open {
        n_states: u64,
        why: String,
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

/// Follows all runs of the program, within the budget.
pub fn all_states(program: &Program, indeterminate: Indeterminate, budget: &Budget) -> Answer {
    if let Some(why) = out_of_reach(program) {
        return Answer::Open { n_states: 0, why: why.to_owned() };
    }
    let options = Options { indeterminate, n_bytes: MAX_BYTES, ..Options::default() };
    let mut search = Search {
        program,
        interpreter: Interpreter::new(program, Fork::default(), options),
        live: live_locals(program),
        choices: Choices::default(),
        seen: FxHashSet::default(),
        undefined: None,
    };
    search.run(budget)
}

/// What a state does not say by itself: what the outside knows, and the order of events that races
/// are about.
fn out_of_reach(program: &Program) -> Option<&'static str> {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut edges = bodies.flat_map(|body| body.edges.values());
    let acts = edges.any(|edge| matches!(edge.op, Op::Outside { .. } | Op::CallBack { .. }));
    if acts {
        return Some("functions without body act beside the threads");
    }
    let asks = |check: &ir::Check| check.kind == verdict::CheckKind::DataRace;
    program.checks.values().any(asks).then_some("the absence of races is not proved by states")
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
struct Fork {
    thread: Option<u32>,
    inputs: Vec<u128>,
    n_asked: usize,
    /// The input that was asked for and not chosen yet.
    asked: Option<InputRequest>,
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

    fn next_thread(&mut self, _turn: &Turn<'_>) -> Option<u32> {
        self.thread.take()
    }
}

/// A state on the way, and the steps from it that are left to take.
struct Level {
    state: Snapshot,
    /// Threads with the inputs that are chosen for their next turn.
    todo: Vec<(u32, Vec<u128>)>,
    /// How the state was come to.
    thread: Option<u32>,
    inputs: Vec<u128>,
}

struct Search<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p, Fork>,
    live: LiveLocals,
    choices: Choices,
    seen: FxHashSet<u128>,
    undefined: Option<(FaultKind, Site)>,
}

/// What a step led to.
enum Reached {
    /// A state that was not there before.
    New,
    /// Nowhere new.
    Nothing,
    /// An input with these values must be chosen first.
    Asks(Vec<u128>),
    Violated(CheckId, Site),
    Open(String),
}

impl Search<'_> {
    fn run(&mut self, budget: &Budget) -> Answer {
        let mut path: Vec<Level> = Vec::new();
        // Before the first turn there are inputs to choose, too.
        let mut beginnings: Vec<Vec<u128>> = vec![Vec::new()];
        let mut n_polled = 0;
        loop {
            n_polled += 1;
            if n_polled % STATES_PER_POLL == 0 && budget.check().is_err() {
                return self.open("there are more states than time allows".to_owned());
            }
            let Some((thread, inputs)) = next(&mut path, &mut beginnings) else {
                let n_states = self.seen.len() as u64;
                return Answer::Exhausted { n_states, undefined: self.undefined };
            };
            match self.step(path.last(), thread, &inputs) {
                Reached::Nothing => {}
                Reached::Asks(values) => {
                    let more = values.into_iter().map(|value| {
                        let mut inputs = inputs.clone();
                        inputs.push(value);
                        inputs
                    });
                    match path.last_mut().zip(thread) {
                        Some((level, thread)) => {
                            level.todo.extend(more.map(|inputs| (thread, inputs)));
                        }
                        None => beginnings.extend(more),
                    }
                }
                Reached::New if path.len() >= MAX_DEPTH => {
                    return self.open("runs are too long to be followed".to_owned());
                }
                Reached::New => {
                    let threads = self.interpreter.candidates();
                    let todo = threads.into_iter().rev().map(|thread| (thread, Vec::new()));
                    let (state, todo) = (self.interpreter.snapshot(), todo.collect());
                    path.push(Level { state, todo, thread, inputs });
                }
                Reached::Violated(check, site) => {
                    let levels = path.iter();
                    let mut all: Vec<u128> =
                        levels.clone().flat_map(|level| level.inputs.clone()).collect();
                    all.extend(inputs);
                    let schedule = levels.filter_map(|level| level.thread).chain(thread).collect();
                    return Answer::Failing(Failing { check, site, inputs: all, schedule });
                }
                Reached::Open(why) => return self.open(why),
            }
        }
    }

    fn open(&self, why: String) -> Answer {
        Answer::Open { n_states: self.seen.len() as u64, why }
    }

    /// Lets a thread take its turn from a state; without a state, begins.
    fn step(&mut self, from: Option<&Level>, thread: Option<u32>, inputs: &[u128]) -> Reached {
        let fork = self.interpreter.source_mut();
        fork.thread = thread;
        fork.inputs.clear();
        fork.inputs.extend_from_slice(inputs);
        (fork.n_asked, fork.asked) = (0, None);
        let outcome = match from {
            Some(level) => {
                self.interpreter.restore(&level.state);
                let n_steps = self.interpreter.n_steps();
                self.interpreter.allow_steps(n_steps + MAX_STEPS_OF_TURN);
                self.interpreter.resume()
            }
            None => {
                self.interpreter.restart(MAX_STEPS_OF_TURN);
                self.interpreter.run()
            }
        };
        if self.interpreter.has_exposed_addresses() {
            return Reached::Open("an address is used as a number".to_owned());
        }
        match outcome {
            Outcome::AtTurn => {
                // The turn was not used if the thread has to wait.
                let is_used = thread.is_none() || self.interpreter.source_mut().thread.is_none();
                let has_moved = match (from, thread) {
                    (Some(level), Some(_)) => self.interpreter.n_turns() > level.state.n_turns(),
                    _ => true,
                };
                let is_new = is_used
                    && has_moved
                    && self.seen.insert(self.interpreter.fingerprint(&self.live));
                if is_new { Reached::New } else { Reached::Nothing }
            }
            Outcome::InputsExhausted { .. } => {
                let Some(request) = self.interpreter.source_mut().asked.take() else {
                    return Reached::Open("an input without a question".to_owned());
                };
                match self.choices.values(self.program, &request) {
                    Some(values) => Reached::Asks(values),
                    None => Reached::Open("an input has too many values to try all".to_owned()),
                }
            }
            Outcome::Violated { check, site } => Reached::Violated(check, site),
            Outcome::Undefined { kind, site } => {
                self.undefined.get_or_insert((kind, site));
                Reached::Nothing
            }
            Outcome::Finished { .. }
            | Outcome::Halted { .. }
            | Outcome::Blocked { .. }
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

/// The next step to take; `None` when all were taken.
fn next(
    path: &mut Vec<Level>,
    beginnings: &mut Vec<Vec<u128>>,
) -> Option<(Option<u32>, Vec<u128>)> {
    while let Some(level) = path.last_mut() {
        if let Some((thread, inputs)) = level.todo.pop() {
            return Some((Some(thread), inputs));
        }
        path.pop();
    }
    beginnings.pop().map(|inputs| (None, inputs))
}
