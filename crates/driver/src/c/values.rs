//! The states of a C program one by one, from reduction to a confirmed proof.
//!
//! The engine works on what is left of the automaton once what no check depends on is gone. Which variables it told
//! states apart by is all that is handed on: the re-check goes through the states of the whole program again.

use encode::{Integers, Invariants};
use engine_values::{Conclusion, Statistics, run};
use evidence::induction::{Claim, Refusal, confirm};
use ir::Program;

use super::automaton::{Automaton, Memory, Reduction};
use super::times::Times;

/// What the engine came to.
#[derive(Debug)]
pub enum Values {
    /// No state fails, and they were gone through again.
    Proved(Claim),
    /// There is no proof of this kind, or none of the whole program, or there was no time for all states.
    Open,
    /// The proof did not survive its re-check, which must not happen.
    InternalError(String),
}

/// Looks for a proof.
pub fn values(
    program: &Program,
    automaton: &Automaton,
    times: Times<'_>,
    statistics: &mut Vec<Statistics>,
) -> Values {
    if automaton.extent.integers != Integers::Machine || automaton.asks_about_memory() {
        return Values::Open;
    }
    let Some(reduced) = automaton.reduced(Memory::Regions, Reduction::Cone) else {
        return Values::Open;
    };
    let found = match run(&reduced, automaton.points_to(), times.search) {
        Ok(found) => found,
        Err(encode::Unencodable(_)) => return Values::Open,
    };
    statistics.push(found.statistics);
    let claim = match found.conclusion {
        Conclusion::Proved { kept, relative } => {
            Claim::AllStates { kept: kept.into(), relative: relative.into() }
        }
        Conclusion::Open | Conclusion::OutOfBudget => return Values::Open,
    };
    match confirm(program, &claim, &Invariants::default(), &automaton.extent, times.confirm) {
        Ok(()) => Values::Proved(claim),
        Err(Refusal::Undecided(_) | Refusal::Unfollowed(_)) => Values::Open,
        Err(Refusal::Wrong(why) | Refusal::NotInductive(why)) => Values::InternalError(why),
    }
}
