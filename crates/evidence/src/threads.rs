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
pub(crate) mod live;
mod standing;

use ir::{Program, Type};
use ir_interp::{
    Indeterminate, InputRequest, InputSource, Interpreter, ListedAccess, LiveLocals, Options,
    Outcome, Protection, RaceWatch, Site, Snapshot, Turn,
};
use rustc_hash::FxHashSet;
use verdict::{Budget, CheckKind};

use crate::induction::Refusal;
use standing::View;

pub use standing::{Allowed, PlaceClaim, StandingClaim};

const MAX_STATES: usize = 200_000_000;
const STEPS_OF_TURN: u64 = 1_000_000;
const BYTES_OF_STATE: u64 = 1 << 24;

/// Plays one turn: the thread that was chosen, then nobody.
#[derive(Default)]
struct OneTurn {
    threads: Vec<u32>,
    inputs: std::collections::VecDeque<u128>,
    open: Option<InputRequest>,
    /// Inputs at these places stand for all their values.
    any: FxHashSet<Site>,
}

impl InputSource for OneTurn {
    fn next_input(&mut self, request: &InputRequest) -> Option<u128> {
        let given = self.inputs.pop_front();
        self.open = given.is_none().then_some(*request);
        given
    }

    fn is_opaque(&mut self, request: &InputRequest) -> bool {
        request.site.is_some_and(|site| self.any.contains(&site))
    }

    fn next_thread(&mut self, _turn: &Turn<'_>) -> Option<u32> {
        self.threads.pop()
    }
}

/// Follows all runs of the program. Accepts if none fails and all were followed.
///
/// Where deadlocks are asked about, some thread must be able to take its turn in every state. Where
/// races are asked about, no state may let two threads make accesses in their next turns that
/// conflict: a race of any run can be brought about with its two accesses next to each other.
pub fn confirm_all_runs(
    program: &Program,
    indeterminate: Indeterminate,
    budget: &Budget,
) -> Result<(), Refusal> {
    follow(program, indeterminate, None, budget)
}

/// Follows all runs of the program up to where they fail, and holds every state and every turn against
/// what is claimed of places where threads stand.
pub fn confirm_standing(
    program: &Program,
    indeterminate: Indeterminate,
    claim: &StandingClaim,
    budget: &Budget,
) -> Result<(), Refusal> {
    follow(program, indeterminate, Some(claim), budget)
}

fn follow<'p>(
    program: &'p Program,
    indeterminate: Indeterminate,
    claim: Option<&'p StandingClaim>,
    budget: &Budget,
) -> Result<(), Refusal> {
    let (n_bytes, races) = (BYTES_OF_STATE, RaceWatch::List);
    let options = Options { indeterminate, n_bytes, races, ..Options::default() };
    let mut again = Again {
        program,
        interpreter: Interpreter::new(program, OneTurn::default(), options),
        live: live::live_locals(program),
        met: FxHashSet::default(),
        pending: Vec::new(),
        somebody_goes_on: true,
        claim,
    };
    let asks_about_deadlock = program.checks.values().any(|it| it.kind == CheckKind::Deadlock);
    again.take_turns(None, 0)?;
    while let Some(state) = again.pending.pop() {
        if budget.check().is_err() {
            return refuse("there was no time to follow all runs again");
        }
        again.interpreter.restore(&state);
        // Who goes round a loop for ever is no candidate, and does not wait.
        again.somebody_goes_on = again.interpreter.has_stuck();
        let mut turns: Vec<Vec<ListedAccess>> = Vec::new();
        for thread in again.interpreter.candidates() {
            turns.push(again.take_turns(Some(&state), thread)?);
        }
        if asks_about_deadlock && !again.somebody_goes_on {
            return Err(Refusal::Wrong("all threads wait".to_owned()));
        }
        for (index, accesses) in turns.iter().enumerate() {
            let mut later = turns[index + 1..].iter().flatten();
            if later.any(|other| accesses.iter().any(|access| is_race(access, other))) {
                return Err(Refusal::Wrong("two threads may race".to_owned()));
            }
        }
    }
    Ok(())
}

fn refuse<T>(why: &str) -> Result<T, Refusal> {
    Err(Refusal::Undecided(why.to_owned()))
}

/// Do the accesses touch a byte that one of them writes, without being kept apart?
fn is_race(a: &ListedAccess, b: &ListedAccess) -> bool {
    let ends = (a.start.saturating_add(a.size), b.start.saturating_add(b.size));
    let share_a_byte = a.start.max(b.start) < ends.0.min(ends.1);
    let kept_apart = match (a.protection, b.protection) {
        (Protection::Atomic, Protection::Atomic) | (Protection::Block, Protection::Block) => true,
        (Protection::None | Protection::Block | Protection::Atomic, _) => false,
    };
    share_a_byte && (a.is_write || b.is_write) && !kept_apart
}

struct Again<'p> {
    program: &'p Program,
    /// What is claimed of states, if that is the question.
    claim: Option<&'p StandingClaim>,
    interpreter: Interpreter<'p, OneTurn>,
    live: LiveLocals,
    met: FxHashSet<u128>,
    pending: Vec<Snapshot>,
    /// Some turn from the state at hand was taken, and not given back.
    somebody_goes_on: bool,
}

impl Again<'_> {
    /// Takes the next turn of a thread with all inputs, and notes the states that it leads to. Gives
    /// the accesses of the turn, if they are listed. Without a state, begins.
    fn take_turns(
        &mut self,
        state: Option<&Snapshot>,
        thread: u32,
    ) -> Result<Vec<ListedAccess>, Refusal> {
        let mut accesses = Vec::new();
        let before = match (state, self.claim) {
            (Some(state), Some(claim)) => {
                self.interpreter.restore(state);
                Some(claim.view(&self.interpreter))
            }
            _ => None,
        };
        let mut choices: Vec<Vec<u128>> = vec![Vec::new()];
        while let Some(inputs) = choices.pop() {
            let source = self.interpreter.source_mut();
            source.inputs = inputs.iter().copied().collect();
            source.threads = if state.is_some() { vec![thread] } else { Vec::new() };
            let outcome = match state {
                None => {
                    self.interpreter.restart(STEPS_OF_TURN);
                    self.interpreter.run()
                }
                Some(state) => {
                    self.interpreter.restore(state);
                    let n_steps = self.interpreter.n_steps();
                    self.interpreter.allow_steps(n_steps + STEPS_OF_TURN);
                    self.interpreter.resume()
                }
            };
            let n_turns = state.map(|state| state.n_turns());
            let waits = n_turns == Some(self.interpreter.n_turns());
            if !waits {
                accesses.extend_from_slice(self.interpreter.listed_accesses());
            }
            self.somebody_goes_on |= !waits && !matches!(outcome, Outcome::InputsExhausted { .. });
            match outcome {
                Outcome::AtTurn => {
                    self.hold_against_claim(thread, before.as_ref())?;
                    self.note_state(waits)?;
                }
                Outcome::InputsExhausted { .. } => {
                    let open = self.interpreter.source_mut().open.take();
                    let values =
                        open.and_then(|asked| input_values::representatives(self.program, &asked));
                    let Some(values) = values else {
                        // Followed as any value, as long as nothing depends on which one it is.
                        let site = open.filter(|asked| asked.ty != Type::Pointer);
                        let Some(site) = site.and_then(|asked| asked.site) else {
                            return refuse("an input has too many values to try all of them");
                        };
                        if self.claim.is_some() {
                            return refuse("an input has too many values to try all of them");
                        }
                        self.interpreter.source_mut().any.insert(site);
                        choices.push(inputs);
                        continue;
                    };
                    let more = |value: u128| inputs.iter().copied().chain([value]).collect();
                    choices.extend(values.into_iter().map(more));
                }
                // Claims are about runs up to where they fail.
                Outcome::Violated { .. } if self.claim.is_some() => {}
                Outcome::Violated { .. } => {
                    return Err(Refusal::Wrong("a schedule leads to a failure".to_owned()));
                }
                Outcome::Finished { .. }
                | Outcome::Halted { .. }
                | Outcome::Deadlocked
                | Outcome::Infeasible
                | Outcome::Endless { .. } => {}
                Outcome::Undefined { .. } | Outcome::Blocked { .. }
                    if !self.interpreter.has_acted() => {}
                // Undefined behaviour may come before others have had all their turns.
                Outcome::Undefined { .. }
                | Outcome::Blocked { .. }
                | Outcome::Unsupported { .. }
                | Outcome::OutOfSteps
                | Outcome::OutOfMemory { .. }
                | Outcome::OutOfCalls { .. } => {
                    return refuse("a run cannot be followed to its end");
                }
            }
            if self.interpreter.went_outside() {
                return refuse("what the outside knows is no part of a state");
            }
            if self.interpreter.has_exposed_addresses() {
                return refuse("an address is used as a number");
            }
        }
        Ok(accesses)
    }

    fn hold_against_claim(&self, mover: u32, before: Option<&View>) -> Result<(), Refusal> {
        let Some(claim) = self.claim else { return Ok(()) };
        let view = claim.view(&self.interpreter);
        claim.confirm_state(&view)?;
        match before {
            Some(before) => claim.confirm_turn(mover, before, &view),
            None => Ok(()),
        }
    }

    /// A state after a turn; one of a thread that waits is the one before.
    fn note_state(&mut self, waits: bool) -> Result<(), Refusal> {
        if waits || !self.met.insert(self.interpreter.fingerprint(&self.live)) {
            return Ok(());
        }
        if self.met.len() > MAX_STATES {
            return refuse("there are too many states");
        }
        self.pending.push(self.interpreter.snapshot());
        Ok(())
    }
}
