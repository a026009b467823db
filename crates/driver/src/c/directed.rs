//! Property-directed search on a C program, from reduction to a confirmed proof.
//!
//! As with formula slicing: first without memory, then with it; on what is left of the automaton after
//! reduction, and checked again on the whole.

use encode::Invariants;
use engine_directed::{Conclusion, Open, Options, Statistics, Why};
use evidence::induction::{Claim, Extent, Refusal, confirm};
use index::IdSet;
use ir::{CheckId, Program};

use super::automaton::{Automaton, Memory, Reduction};
use super::times::Times;

/// What the engine came to.
#[derive(Debug)]
pub enum Directed {
    /// The invariants exclude every failure, and were checked again.
    Proved(Claim, Box<Invariants>),
    Unknown(String),
    /// The proof did not survive its re-check, which must not happen.
    InternalError(String),
}

/// What lasts of numbers alone.
#[derive(Debug)]
pub struct Numbers {
    pub invariants: Invariants,
    /// The checks that it leaves open; none if it was not confirmed that the others hold.
    pub open: Option<IdSet<CheckId>>,
}

/// For one question about a danger.
const GLANCE_QUESTIONS: u64 = 400;

/// What a glance is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    Numbers,
    /// Elements of arrays and their order, too.
    Orders,
}

/// Looks for what lasts by itself, with memory as it is where a check asks about it.
pub fn lasting(
    program: &Program,
    automaton: &Automaton,
    glance: Glance,
    times: Times<'_>,
    statistics: &mut Vec<Statistics>,
) -> Option<Numbers> {
    let reduced = automaton.reduced(Memory::Regions, Reduction::Cone)?;
    let integers = automaton.extent.integers;
    let options = Options { integers, max_questions: GLANCE_QUESTIONS, ..Options::default() };
    let points_to = automaton.points_to();
    let found = match glance {
        Glance::Numbers => engine_directed::numbers(&reduced, points_to, times.search, options),
        Glance::Orders => {
            engine_directed::orders(&reduced, points_to, times.search, options).transpose()?
        }
    };
    let found = found.ok()?;
    statistics.push(found.statistics);
    let invariants = found.invariants;
    let Open::Checks(open) = found.open else { return Some(Numbers { invariants, open: None }) };
    let extent = Extent { left_open: open.clone(), ..automaton.extent.clone() };
    let claim = Claim::Inductive { k: 0 };
    // A loop that was left out has no invariants, and may be in the way of the others.
    confirm(program, &claim, &invariants, &extent, times.confirm).ok()?;
    Some(Numbers { invariants, open: Some(open) })
}

/// Looks for a proof, with the help of invariants that are known.
pub fn directed(
    program: &Program,
    automaton: &Automaton,
    memory: Memory,
    known: &Invariants,
    times: Times<'_>,
    statistics: &mut Vec<Statistics>,
) -> Directed {
    let mut answer = Directed::Unknown("nothing was tried".to_owned());
    // A loop that was left out has no invariants, and may be in the way of the others: once more
    // with all loops.
    for reduction in [Reduction::Cone, Reduction::ToChecks] {
        let Some(reduced) = automaton.reduced(memory, reduction) else {
            return Directed::Unknown("the checks ask about memory".to_owned());
        };
        let options = Options { integers: automaton.extent.integers, ..Options::default() };
        let points_to = automaton.points_to();
        let found = match engine_directed::run(&reduced, points_to, known, times.search, options) {
            Ok(found) => found,
            Err(encode::Unencodable(what)) => return Directed::Unknown(what),
        };
        statistics.push(found.statistics);
        match found.conclusion {
            Conclusion::Proved => {}
            Conclusion::Open(why) => return Directed::Unknown(describe(why).to_owned()),
            Conclusion::OutOfBudget => return Directed::Unknown("time was up".to_owned()),
        }
        let claim = match found.through.is_empty() {
            true => Claim::Inductive { k: 0 },
            false => Claim::InductiveThrough { loops: found.through.into() },
        };
        let (invariants, extent) = (&found.invariants, &automaton.extent);
        answer = match confirm(program, &claim, invariants, extent, times.confirm) {
            Ok(()) => return Directed::Proved(claim, Box::new(found.invariants)),
            Err(Refusal::Undecided(why) | Refusal::Unfollowed(why)) => {
                return Directed::Unknown(why);
            }
            Err(Refusal::Wrong(why) | Refusal::NotInductive(why)) => Directed::InternalError(why),
        };
    }
    answer
}

fn describe(why: Why) -> &'static str {
    match why {
        Why::Path => "a path to a failure could not be told from one of the program",
        Why::Words => "no lemmas were found against a failure",
        Why::Solver => "the solver left a question about lemmas open",
    }
}
