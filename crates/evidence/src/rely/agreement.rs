//! What each thread owes is what the others assume: asked of the solver, for the clauses of a claim.
//!
//! # What holds of all threads together
//! The *agreement* is an invariant over the shared values and over what every thread has ([`Own`]):
//! whoever holds a lock finds it taken, and no two threads hold the same one; the facts hold; a
//! number is its base and the sum of all shares, and each share is as it is asked to be; no two
//! threads have the same number of a ticket lock, all numbers lie between those that are served and
//! given out, as many as there are threads with one, and whoever has the turn has the number that is
//! served; there is one thread of a role that is created once. It is said of three threads: me, one
//! that takes a step, a third one; and of the rest by sums over it.
//!
//! # What is asked
//! ```text
//!   start        when the first thread is created and all is as asked, the agreement holds
//!   born         with a new thread, which has nothing, it still holds
//!   step         agreement, and another takes a step that keeps what is owed:
//!                 what I assume holds of the step, and the agreement behind it
//!   take         the same where another finds its number being served
//!   idle         a step that leaves the units of a clause as they are owes nothing for it
//!   stay         agreement: what I assume holds of no step at all
//!   transitive   what I assume of two steps, I assume of both together
//! ```
//! Then what I assume holds of any number of steps of any number of others, by induction over them.
//! Each is a small program without loops with a check, judged as any other.
//!
//! # Numbers by distances
//! In any state of a ticket lock, the next number and those that threads have are some way further on than the number that
//! is served, around the end of the type; and behind a step each is some way further on than before it. So they are
//! said as such sums, with any number for the way: every state can be said so, and a difference of two of
//! them is a difference of ways, which the solver sees without looking at bits.
//!
//! # Sums apart
//! What is shown of some clauses from them alone holds of them among others. Clauses about shares are asked about one by
//! one, and their numbers are read as those of mathematics: all sums are of numbers so wide that none leaves its type
//! ([`WIDE`]), so that both readings agree, and what is hard of bits is easy of numbers. A share behind a step is any that
//! is owed, exactness included; that a count of threads grows is owed too, so it does not wrap around.

mod world;

use encode::{Integers, Invariants};
use ir::{CompareOp, Expr, Type};
use verdict::Budget;

use super::claim::{Claim, Clause, Count, Role, Unit};
use super::meaning::{Meaningless, ROLE, WIDE, share_type};
use crate::induction::{Claim as Inductive, Extent, Refusal, confirm};
use world::{Rest, Roles, World, Writer, int_type};

/// What is known of the threads of the program besides the clauses.
#[derive(Clone, Debug)]
pub(super) struct Crowd {
    /// Roles of which there is one thread at most.
    pub single: Vec<Role>,
    /// Threads besides the entry's, if they can be counted.
    pub n_created: Option<u32>,
    pub n_roles: usize,
    /// Is every thread created by the name of its routine?
    pub are_named: bool,
}

/// The role of nobody.
const NOBODY: i128 = -1;

/// Confirms that the clauses fit together.
pub(super) fn agree(
    claim: &Claim,
    types: &[Option<Type>],
    crowd: &Crowd,
    budget: &Budget,
) -> Result<(), Refusal> {
    let is_of_sums = |clause: &&Clause| !clause.shared_out().is_empty();
    let (sums, others): (Vec<&Clause>, Vec<&Clause>) = claim.clauses.iter().partition(is_of_sums);
    ask(claim, others, Integers::Machine, (types, crowd), budget)?;
    sums.into_iter().try_for_each(|clause| {
        ask(claim, vec![clause], Integers::Unbounded, (types, crowd), budget)
    })
}

/// Asks all questions about some of the clauses.
fn ask(
    claim: &Claim,
    clauses: Vec<&Clause>,
    integers: Integers,
    (types, crowd): (&[Option<Type>], &Crowd),
    budget: &Budget,
) -> Result<(), Refusal> {
    let clauses = clauses.into_iter().cloned().collect();
    let claim = Claim { clauses, ..claim.clone() };
    for (name, question) in QUESTIONS {
        let mut writer = Writer::new(&claim, types, crowd);
        let asked = question(&mut writer);
        asked.map_err(|Meaningless| Refusal::Undecided("a clause has no meaning".to_owned()))?;
        let program = writer.finish();
        let extent = Extent::whole(1, integers);
        let ends = Inductive::AllRunsEnd { n_steps: 1 };
        confirm(&program, &ends, &Invariants::default(), &extent, budget).map_err(|refusal| {
            match refusal {
                Refusal::Wrong(_) => {
                    Refusal::Wrong(format!("the clauses do not fit together ({name})"))
                }
                other => other,
            }
        })?;
    }
    Ok(())
}

type Question = fn(&mut Writer<'_>) -> Result<(), Meaningless>;

const QUESTIONS: [(&str, Question); 7] = [
    ("start", start),
    ("born", born),
    ("step", step),
    ("take", take),
    ("idle", idle),
    ("stay", stay),
    ("transitive", transitive),
];

fn start(w: &mut Writer<'_>) -> Result<(), Meaningless> {
    let at = w.any_values("at");
    for (unit, it) in w.claim.units.iter().enumerate() {
        if let Unit::Count(..) = it {
            let is_zero = w.words().is_zero(unit, &at)?;
            w.assume(is_zero);
        }
    }
    for number in 0..w.claim.clauses.len() {
        let asked = w.words().at_start(number, &at)?;
        w.assume(asked);
    }
    let role = w.role(0);
    let mut me = w.nothing(role);
    for unit in 0..w.types.len() {
        if me.held[unit].is_some() {
            let is_free = w.words().is_zero(unit, &at)?;
            me.held[unit] = Some(w.exprs.not(is_free));
        }
    }
    let nobody = w.role(NOBODY);
    let (other, third) = (w.nothing(nobody), w.nothing(nobody));
    let zero = w.exprs.int(WIDE, 0);
    let mut sums = Vec::new();
    for unit in 0..w.types.len() {
        sums.push(match w.claim.is_shared_out(unit) {
            true => Some((w.words().wide(unit, &at)?, zero)),
            false => None,
        });
    }
    let tickets = |clause: &Clause| matches!(clause, Clause::Ticket { .. }).then_some(zero);
    let rest = Rest {
        sums,
        threads: vec![zero; w.crowd.n_roles],
        with_number: w.claim.clauses.iter().map(tickets).collect(),
    };
    let world = World { at, me, other, third, rest };
    for holds in w.agreement(&world)? {
        w.check(holds);
    }
    Ok(())
}

fn born(w: &mut Writer<'_>) -> Result<(), Meaningless> {
    let world = w.any_world()?;
    for role in 1..w.crowd.n_roles {
        let role = w.role(role as i128);
        let new = w.nothing(role);
        for holds in w.of_one(&world.at, &new)? {
            w.check(holds);
        }
        for holds in w.of_two(&world.me, &new, Roles::Aside)? {
            w.check(holds);
        }
    }
    Ok(())
}

fn step(w: &mut Writer<'_>) -> Result<(), Meaningless> {
    let mut world = w.any_world()?;
    let new = w.any_values_behind(&world.at)?;
    let created = w.any("created", Type::Int(ROLE));
    // What is counted changes as it is counted.
    for (unit, it) in w.claim.units.iter().enumerate() {
        let Unit::Count(Count::Threads { role }, ty) = *it else { continue };
        let (Some(before), Some(after)) = (world.at[unit], new[unit]) else { continue };
        let is_one = w.is_role(created, role);
        let one = w.exprs.int(ty, 1);
        let more = w.words().add(before, one);
        let counted = w.exprs.intern(Expr::Ite(is_one, more, before));
        let is_counted = w.words().compare(CompareOp::Eq, after, counted);
        w.assume(is_counted);
    }
    for clause in &w.claim.clauses {
        let Clause::Ticket { serving, turn, .. } = *clause else { continue };
        let (Some(before), Some(after)) = (world.at[turn], new[turn]) else { continue };
        let same = w.is_same(serving, &world.at, &new);
        let zero = w.exprs.int(int_type(w.types[turn])?, 0);
        let counted = w.exprs.intern(Expr::Ite(same, before, zero));
        let is_counted = w.words().compare(CompareOp::Eq, after, counted);
        w.assume(is_counted);
    }
    let taken = w.between(&world.at, &new);
    let mut after = w.words().after(&taken, &world.other)?;
    for unit in 0..w.types.len() {
        if after.share[unit].is_some() {
            let ty = share_type(int_type(w.types[unit])?);
            after.share[unit] = Some(w.any("share", Type::Int(ty)));
        }
    }
    for number in 0..w.claim.clauses.len() {
        let owed = w.words().owed(number, &taken, &world.other, &after)?;
        w.assume(owed);
    }
    w.check_assumed(&taken, &world.me)?;
    world.other = after;
    for role in 1..w.crowd.n_roles {
        let is_one = w.is_role(created, role);
        let one = w.exprs.int(WIDE, 1);
        let more = w.words().add(world.rest.threads[role], one);
        world.rest.threads[role] =
            w.exprs.intern(Expr::Ite(is_one, more, world.rest.threads[role]));
    }
    world.at = new;
    for holds in w.agreement(&world)? {
        w.check(holds);
    }
    Ok(())
}

fn take(w: &mut Writer<'_>) -> Result<(), Meaningless> {
    for number in 0..w.claim.clauses.len() {
        let Clause::Ticket { serving, turn, .. } = w.claim.clauses[number] else { continue };
        w.restart();
        let mut world = w.any_world()?;
        let (has, ticket) = world.other.ticket[number].ok_or(Meaningless)?;
        let served = world.at[serving].ok_or(Meaningless)?;
        let is_served = w.words().compare(CompareOp::Eq, served, ticket);
        w.assume(has);
        w.assume(is_served);
        let mut new = world.at.clone();
        new[turn] = Some(w.exprs.int(int_type(w.types[turn])?, 1));
        let taken = w.unless(&world.at, &new, turn);
        w.check_assumed(&taken, &world.me)?;
        world.other.held[turn] = Some(w.words().truth(true));
        world.at = new;
        for holds in w.agreement(&world)? {
            w.check(holds);
        }
    }
    Ok(())
}

fn idle(w: &mut Writer<'_>) -> Result<(), Meaningless> {
    let world = w.any_world()?;
    let same = w.unless(&world.at, &world.at, usize::MAX);
    let after = w.words().after(&same, &world.other)?;
    for number in 0..w.claim.clauses.len() {
        let owed = w.words().owed(number, &same, &world.other, &after)?;
        w.check(owed);
        if let (Some(before), Some(after)) = (world.other.ticket[number], after.ticket[number]) {
            let is_same = w.words().compare(CompareOp::Eq, before.0, after.0);
            w.check(is_same);
            let is_same = w.words().compare(CompareOp::Eq, before.1, after.1);
            w.check(is_same);
        }
    }
    let pairs = world.other.held.iter().zip(&after.held);
    let pairs = pairs.chain(world.other.share.iter().zip(&after.share));
    for (before, after) in pairs {
        if let (Some(before), Some(after)) = (before, after) {
            let is_same = w.words().compare(CompareOp::Eq, *before, *after);
            w.check(is_same);
        }
    }
    Ok(())
}

fn stay(w: &mut Writer<'_>) -> Result<(), Meaningless> {
    let world = w.any_world()?;
    let same = w.unless(&world.at, &world.at, usize::MAX);
    w.check_assumed(&same, &world.me)
}

fn transitive(w: &mut Writer<'_>) -> Result<(), Meaningless> {
    let (first, second, third) = (w.any_values("a"), w.any_values("b"), w.any_values("c"));
    let own = w.anyone("me")?;
    let (one, two) = (w.between(&first, &second), w.between(&second, &third));
    for number in 0..w.claim.clauses.len() {
        for step in [&one, &two] {
            let assumed = w.words().assumed(number, step, &own)?;
            w.assume(assumed);
        }
    }
    let mut both = w.between(&first, &third);
    for unit in 0..w.types.len() {
        if w.has_more(unit) {
            both.same[unit] = w.words().and(&[one.same[unit], two.same[unit]]);
        }
    }
    w.check_assumed(&both, &own)
}
