//! Formula slicing on a C program, from reduction to a confirmed answer.
//!
//! The memory ladder: first without memory, which is cheap and suffices for most drivers, then
//! with an array per region. Invariants are found on what is left of the automaton after
//! reduction, and checked again on the whole.

use std::rc::Rc;

use encode::Invariants;
use engine_slicing::{Conclusion, Options, Sliced};
use evidence::induction::{Claim, Extent, Refusal, confirm};
use index::IdSet;
use ir::{CheckId, Program};
use verdict::Budget;

use super::automaton::{Automaton, Memory, Reduction};
use super::times::Times;

/// The invariants alone exclude a failure.
const INDUCTIVE: Claim = Claim::Inductive { k: 0 };

/// What the engine came to.
#[derive(Debug)]
pub enum Slicing {
    /// The invariants exclude every failure, and were checked again.
    Proved(Rc<Sliced>),
    /// Inductive invariants that leave something open.
    Open(Rc<Sliced>),
    /// Calls nest deeper than they were followed.
    RecursionCut(String),
    Unknown(String),
    /// The invariants did not survive their re-check, which must not happen.
    InternalError(String),
}

pub fn slicing(
    program: &Program,
    automaton: &Automaton,
    memory: Memory,
    options: Options,
    times: Times<'_>,
) -> Slicing {
    match sliced(program, automaton, (memory, Reduction::Cone), options, times) {
        // A loop that was left out has no invariants, and may be in the way of the others: once
        // more with all loops.
        Slicing::InternalError(_) => {
            sliced(program, automaton, (memory, Reduction::ToChecks), options, times)
        }
        answer => answer,
    }
}

fn sliced(
    program: &Program,
    automaton: &Automaton,
    (memory, reduction): (Memory, Reduction),
    options: Options,
    times: Times<'_>,
) -> Slicing {
    let Some(reduced) = automaton.reduced(memory, reduction) else {
        return Slicing::Unknown("the checks ask about memory".to_owned());
    };
    let options = Options { integers: automaton.extent.integers, ..options };
    let sliced = match engine_slicing::run(&reduced, automaton.points_to(), times.search, options) {
        Ok(sliced) => sliced,
        Err(encode::Unencodable(what)) => return Slicing::Unknown(what),
    };
    match &sliced.conclusion {
        Conclusion::OutOfBudget => Slicing::Unknown("time was up".to_owned()),
        Conclusion::Unsupported { edge, what } if automaton.is_recursion_cut(&reduced, *edge) => {
            Slicing::RecursionCut(what.to_string())
        }
        Conclusion::Open(_) | Conclusion::Unsupported { .. } => Slicing::Open(Rc::new(sliced)),
        Conclusion::Proved => {
            let confirmed =
                confirm(program, &INDUCTIVE, &sliced.invariants, &automaton.extent, times.confirm);
            match confirmed {
                Ok(()) => Slicing::Proved(Rc::new(sliced)),
                Err(Refusal::Undecided(why) | Refusal::Unfollowed(why)) => Slicing::Unknown(why),
                Err(Refusal::Wrong(why) | Refusal::NotInductive(why)) => {
                    Slicing::InternalError(why)
                }
            }
        }
    }
}

/// Do the invariants prove all checks but those that they leave open? What was found on a part of the
/// program and does not carry itself on in the whole proves nothing, and nobody said that it would.
pub fn proves_others(
    program: &Program,
    automaton: &Automaton,
    invariants: &Invariants,
    left_open: &IdSet<CheckId>,
    budget: &Budget,
) -> bool {
    let extent = Extent { left_open: left_open.clone(), ..automaton.extent.clone() };
    confirm(program, &INDUCTIVE, invariants, &extent, budget).is_ok()
}
