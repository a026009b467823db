//! Proofs one thread at a time are checked again, from the program with all its threads.
//!
//! Evidence reads nothing that the search has made. It is told the clauses, in words of its own, and
//! makes the program of which has to be shown that it does not fail ([`evidence::rely`]). Formula slicing
//! looks for invariants of that program, and evidence confirms them as those of any other.

use encode::Integers;
use engine_slicing::{Options, Seeds, Strategy};
use evidence::induction::Refusal;
use evidence::rely::claim::{self, Claim, Count};
use evidence::rely::one_thread_among_others;
use ir::{FunctionId, IntType, Program, Type};
use ir_passes::rely::{Clause, Counted, Direction, Fact, Place, Units};

use verdict::Budget;

use super::{ByRely, RECURSION};
use crate::c::automaton::{Automaton, Memory};
use crate::c::slicing::{Slicing, slicing};

/// What a proof rests on.
pub(super) struct Proof<'a> {
    /// With all its threads.
    pub program: &'a Program,
    /// The start routines, by their roles from one on.
    pub routines: &'a [FunctionId],
    pub units: &'a Units,
    pub clauses: &'a [Clause],
}

/// Why a proof was not confirmed.
pub(super) enum Refused {
    /// It is contradicted: somebody is wrong.
    Wrong(String),
    /// It could not be followed.
    Open(String),
}

impl From<Refused> for ByRely {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Wrong(why) => {
                Self::InternalError(format!("a proof one thread at a time is contradicted: {why}"))
            }
            Refused::Open(why) => {
                Self::Open(format!("a proof one thread at a time was not checked again: {why}"))
            }
        }
    }
}

/// Checks a proof again. `seeds` are those that it was found with; if they are not enough here, all are
/// tried.
pub(super) fn recheck(
    proof: &Proof<'_>,
    strategy: Strategy,
    seeds: Seeds,
    budget: &Budget,
) -> Result<(), Refused> {
    budget.enter("checking the proof");
    let among = one_thread_among_others(proof.program, &translate(proof), budget);
    let among = among.map_err(|refusal| match refusal {
        Refusal::Wrong(why) | Refusal::NotInductive(why) => Refused::Wrong(why),
        Refusal::Undecided(why) | Refusal::Unfollowed(why) => Refused::Open(why),
    })?;
    let open = |why: &str| Err(Refused::Open(why.to_owned()));
    let Some(automaton) = Automaton::of(&among, RECURSION, Integers::Machine) else {
        return open("the threads are too large with what others may do");
    };
    let more = (seeds != Seeds::Extended).then_some(Seeds::Extended);
    for seeds in [Some(seeds), more].into_iter().flatten() {
        let options = Options { strategy, seeds, ..Options::default() };
        match slicing(&among, &automaton, Memory::Regions, options, budget.into()) {
            Slicing::Proved(_) => return Ok(()),
            Slicing::Open(_) => {}
            Slicing::RecursionCut(why) | Slicing::Unknown(why) => return open(&why),
            Slicing::InternalError(error) => return Err(Refused::Wrong(error)),
        }
    }
    open("no invariants were found that show it")
}

/// The proof in evidence's words.
fn translate(proof: &Proof<'_>) -> Claim {
    let units = 0..proof.units.all.len();
    Claim {
        units: units.map(|unit| unit_of(proof.units, unit)).collect(),
        clauses: proof.clauses.iter().map(clause_of).collect(),
        routines: proof.routines.to_vec(),
    }
}

fn unit_of(units: &Units, number: usize) -> claim::Unit {
    let unit = &units.all[number];
    let tally = units.tallies.iter().find(|tally| tally.unit == number);
    match (tally, unit.place) {
        (None, Place::Var(var)) => claim::Unit::Var(var),
        (None, Place::Cell(object, ty)) => claim::Unit::Cell(object, ty),
        (_, Place::Cell(object, _) | Place::Object(object)) => {
            claim::Unit::Block(object, unit.lock)
        }
        (Some(tally), Place::Var(_)) => {
            let count = match tally.counted {
                Counted::Writes { unit, role } => Count::Writes { unit, role },
                Counted::Threads { role, .. } => Count::Threads { role },
                Counted::Served { .. } => Count::Turn,
            };
            let ty = match unit.ty {
                Some(Type::Int(ty)) => ty,
                _ => IntType::signed(32),
            };
            claim::Unit::Count(count, ty)
        }
    }
}

fn clause_of(clause: &Clause) -> claim::Clause {
    use claim::Clause as It;
    match *clause {
        Clause::Lock { lock } => It::Lock { lock },
        Clause::Protects { lock, unit } => It::Protects { lock, unit },
        Clause::Goes { unit, direction } => It::Goes { unit, direction: way(direction) },
        Clause::Keeps { unit, value } => It::Keeps { unit, value },
        Clause::Leaves { unit, value } => It::Leaves { unit, value },
        Clause::GoesUnless { unit, direction, flag, value } => {
            It::GoesUnless { unit, direction: way(direction), flag, value }
        }
        Clause::LeavesOnce { unit, value, flag, set } => It::LeavesOnce { unit, value, flag, set },
        Clause::By { unit, role } => It::By { unit, role },
        Clause::Ticket { tickets } => {
            It::Ticket { next: tickets.next, serving: tickets.serving, turn: tickets.turn }
        }
        Clause::Share { unit, base, direction } => {
            It::Share { unit, base, direction: way(direction) }
        }
        Clause::NoMore { less, more } => It::NoMore { less, more },
        Clause::PerThread { unit, role, created } => It::PerThread { unit, role, created },
        Clause::Always { ref fact } => It::Always { fact: fact_of(fact) },
        Clause::WhileFree { lock, ref fact } => It::WhileFree { lock, fact: fact_of(fact) },
    }
}

fn way(direction: Direction) -> claim::Direction {
    match direction {
        Direction::Up => claim::Direction::Up,
        Direction::Down => claim::Direction::Down,
    }
}

fn fact_of(fact: &Fact) -> claim::Fact {
    use claim::Fact as It;
    match *fact {
        Fact::Within { unit, ref values } => It::Within { unit, values: values.clone() },
        Fact::AtLeast { unit, value } => It::AtLeast { unit, value },
        Fact::AtMost { unit, value } => It::AtMost { unit, value },
        Fact::Apart { unit, other, by } => It::Apart { unit, other, by },
        Fact::Sum { unit, other, total } => It::Sum { unit, other, total },
        Fact::Ordered { low, high } => It::Ordered { low, high },
        Fact::NotBoth { unit, other } => It::NotBoth { unit, other },
    }
}
