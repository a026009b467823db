//! Checks the claim that no run of a program with threads fails, by following all of them again.
//!
//! The claim is that the states at turns are so many, and that none leads to a failure. Here every
//! turn of every state is taken once more, with bookkeeping of its own: which states are the same is
//! decided with live variables computed here, and which values of an input stand for all is found
//! out here. What is shared with whoever made the claim is the interpreter, which says what a step
//! does, as it does for failing runs.
//!
//! A state that was met is not followed again. So this ends exactly if the states are finitely many,
//! and [`MAX_STATES`] says when to give up.

mod input_values;
mod live;

use std::rc::Rc;

use ir::{Op, Program};
use ir_interp::{
    Indeterminate, InputRequest, InputSource, Interpreter, Options, Outcome, Snapshot, Turn,
};
use rustc_hash::FxHashSet;
use verdict::{Budget, CheckKind};

use crate::induction::Refusal;

const MAX_STATES: usize = 200_000_000;
const STEPS_OF_TURN: u64 = 1_000_000;
const BYTES_OF_STATE: u64 = 1 << 24;

/// One turn that is still to be taken.
struct Task {
    /// `None` before the first turn.
    state: Option<Rc<Snapshot>>,
    thread: u32,
    inputs: Vec<u128>,
}

/// Plays one turn: the thread that was chosen, then nobody.
#[derive(Default)]
struct OneTurn {
    threads: Vec<u32>,
    inputs: std::collections::VecDeque<u128>,
    open: Option<InputRequest>,
}

impl InputSource for OneTurn {
    fn next_input(&mut self, request: &InputRequest) -> Option<u128> {
        let given = self.inputs.pop_front();
        self.open = given.is_none().then_some(*request);
        given
    }

    fn next_thread(&mut self, _turn: &Turn<'_>) -> Option<u32> {
        self.threads.pop()
    }
}

/// Follows all runs of the program. Accepts if none fails and all were followed.
pub fn confirm_all_runs(
    program: &Program,
    indeterminate: Indeterminate,
    budget: &Budget,
) -> Result<(), Refusal> {
    let refuse = |why: &str| Err(Refusal::Undecided(why.to_owned()));
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut ops = bodies.flat_map(|body| body.edges.values()).map(|edge| &edge.op);
    if ops.any(|op| matches!(op, Op::Outside { .. } | Op::CallBack { .. })) {
        return refuse("what the outside knows is no part of a state");
    }
    if program.checks.values().any(|check| check.kind == CheckKind::DataRace) {
        return refuse("a race is no matter of states");
    }
    let options = Options { indeterminate, n_bytes: BYTES_OF_STATE, ..Options::default() };
    let mut interpreter = Interpreter::new(program, OneTurn::default(), options);
    let live = live::live_locals(program);
    let mut met: FxHashSet<u128> = FxHashSet::default();
    let mut tasks = vec![Task { state: None, thread: 0, inputs: Vec::new() }];
    while let Some(Task { state, thread, inputs }) = tasks.pop() {
        if budget.check().is_err() {
            return refuse("there was no time to follow all runs again");
        }
        let source = interpreter.source_mut();
        source.inputs = inputs.iter().copied().collect();
        source.threads = if state.is_some() { vec![thread] } else { Vec::new() };
        let n_turns = state.as_ref().map(|state| state.n_turns());
        let outcome = match &state {
            None => {
                interpreter.restart(STEPS_OF_TURN);
                interpreter.run()
            }
            Some(state) => {
                interpreter.restore(state);
                let n_steps = interpreter.n_steps();
                interpreter.allow_steps(n_steps + STEPS_OF_TURN);
                interpreter.resume()
            }
        };
        match outcome {
            Outcome::AtTurn => {
                let waits = n_turns == Some(interpreter.n_turns());
                if waits || !met.insert(interpreter.fingerprint(&live)) {
                    continue;
                }
                if met.len() > MAX_STATES {
                    return refuse("there are too many states");
                }
                let here = Rc::new(interpreter.snapshot());
                for thread in interpreter.candidates() {
                    let state = Some(Rc::clone(&here));
                    tasks.push(Task { state, thread, inputs: Vec::new() });
                }
            }
            Outcome::InputsExhausted { .. } => {
                let open = interpreter.source_mut().open.take();
                let values = open.and_then(|asked| input_values::representatives(program, &asked));
                let Some(values) = values else {
                    return refuse("an input has too many values to try all of them");
                };
                for value in values {
                    let inputs = inputs.iter().copied().chain([value]).collect();
                    tasks.push(Task { state: state.clone(), thread, inputs });
                }
            }
            Outcome::Violated { .. } => {
                return Err(Refusal::Wrong("a schedule leads to a failure".to_owned()));
            }
            Outcome::Finished { .. }
            | Outcome::Halted { .. }
            | Outcome::Undefined { .. }
            | Outcome::Blocked { .. }
            | Outcome::Deadlocked
            | Outcome::Infeasible
            | Outcome::Endless { .. } => {}
            Outcome::Unsupported { .. }
            | Outcome::OutOfSteps
            | Outcome::OutOfMemory { .. }
            | Outcome::OutOfCalls { .. } => return refuse("a run cannot be followed to its end"),
        }
        if interpreter.has_exposed_addresses() {
            return refuse("an address is used as a number");
        }
    }
    Ok(())
}
