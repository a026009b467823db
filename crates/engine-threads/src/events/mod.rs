//! All interleavings of a program whose loops are unrolled a few times, as one formula.
//!
//! Each thread is followed by itself, all its branches at once ([`machine`]). Where it reads what
//! another one may write, it gets any value; which one it can be is said afterwards, by formulas
//! about the order of steps ([`order`]): each step has a time, those of one thread in the order of
//! the program, and a read gives what was written last. The solver chooses inputs and order. This
//! is the encoding by read-from and clocks of Alglave, Kroening and Tautschnig (CAV 2013), for
//! sequential consistency, in which one total order is enough.
//!
//! ```text
//!   thread 1: x = input          time 3          W x
//!   thread 2: a = x; b = x       times 2, 4      R x from the beginning, R x from thread 1
//! ```
//!
//! # Steps
//! A *step* is what nobody can interrupt: one access to a shared place, or an atomic block. A block
//! that waits in its middle has not begun: a step that has happened has come to its end, unless it is
//! the last of all. A run may end anywhere, so that threads that have stopped for ever, or that end the
//! program, need nothing said about them: steps later than the last moment have not happened.
//!
//! # What it is good for
//! Violations that need a rare input and a certain schedule together. A model is replayed by the
//! interpreter, and is a violation only then. If there is none, and none of a run that goes past the
//! bound or comes to something that is not followed, nothing fails ([`Interleaved::Bounded`]); that
//! is a claim, which evidence checks.

mod known;
mod machine;
mod memory;
mod operations;
mod order;
mod replay;
mod state;
#[cfg(test)]
mod tests;
mod threads;
mod unroll;
mod value;

use ir::Program;
use ir_interp::Indeterminate;
use verdict::Budget;

use crate::explore::Failing;
use known::Known;
use machine::Machine;
use order::{Asked, Found};

/// Why a program, or a part of it, cannot be said in formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Open(pub String);

/// What came of all interleavings up to some bound.
#[derive(Debug)]
pub enum Interleaved {
    Failing(Failing),
    /// Nothing fails, and no run goes past so many rounds of a loop.
    Bounded {
        n_rounds: u32,
        n_steps: usize,
    },
    Open(String),
}

/// Rounds of loops, one number after the other.
const ROUNDS: [u32; 6] = [1, 2, 4, 8, 16, 32];
/// Where nobody limits the time.
const ROUNDS_WITHOUT_LIMIT: u32 = 4;
/// How often threads are followed for one number of rounds.
const MAX_TIMES: usize = 24;

/// Looks for a violation among all interleavings, with more and more rounds of loops.
pub fn interleavings(
    program: &Program,
    indeterminate: Indeterminate,
    budget: &Budget,
) -> Interleaved {
    if program.checks.values().any(|check| check.kind.is_of_runs()) {
        return Interleaved::Open("races and deadlocks are not asked about".to_owned());
    }
    let mut why = "loops go on for longer than they were followed".to_owned();
    let max_rounds = match budget.limit() {
        Some(_) => u32::MAX,
        None => ROUNDS_WITHOUT_LIMIT,
    };
    for n_rounds in ROUNDS.into_iter().filter(|rounds| *rounds <= max_rounds) {
        match bounded(program, indeterminate, n_rounds, budget) {
            Ok(Bound::Failing(failing)) => return Interleaved::Failing(failing),
            Ok(Bound::Nothing { n_steps }) => return Interleaved::Bounded { n_rounds, n_steps },
            Ok(Bound::More) => {}
            Ok(Bound::Doubt(doubt)) => why = doubt,
            Err(Open(open)) => {
                return Interleaved::Open(open);
            }
        }
        if budget.check().is_err() {
            break;
        }
    }
    Interleaved::Open(why)
}

enum Bound {
    Failing(Failing),
    /// No run fails, and none goes past the bound.
    Nothing {
        n_steps: usize,
    },
    /// Some run goes past the bound.
    More,
    Doubt(String),
}

fn bounded(
    program: &Program,
    indeterminate: Indeterminate,
    n_rounds: u32,
    budget: &Budget,
) -> Result<Bound, Open> {
    let mut known = Known::of(program);
    let mut followed = None;
    for _ in 0..MAX_TIMES {
        known.begin();
        let mut machine = Machine::new(program, known, n_rounds, budget);
        machine.run()?;
        known = std::mem::take(&mut machine.known);
        if !known.has_grown {
            machine.known = known;
            followed = Some(machine);
            break;
        }
    }
    let Some(mut machine) = followed else {
        return Err(Open("what threads share does not settle".to_owned()));
    };
    let formulas = machine.order()?;
    match machine.ask(&formulas, Asked::Violation, budget) {
        Found::Candidate(mut candidate) => {
            match replay::replay(&machine, &mut candidate, indeterminate) {
                Some(failing) => Ok(Bound::Failing(failing)),
                None => Ok(Bound::Doubt("a run could not be replayed".to_owned())),
            }
        }
        Found::Unknown => Err(Open("the solver gave up".to_owned())),
        Found::Nothing => match machine.ask(&formulas, Asked::Past, budget) {
            Found::Candidate(_) => match machine.first_unsupported() {
                Some(what) => Ok(Bound::Doubt(what)),
                None => Ok(Bound::More),
            },
            Found::Unknown => Err(Open("the solver gave up".to_owned())),
            Found::Nothing => match machine.terms.doubt.0 {
                Some(doubt) => Ok(Bound::Doubt(doubt.to_owned())),
                None => Ok(Bound::Nothing { n_steps: machine.steps.len() }),
            },
        },
    }
}
