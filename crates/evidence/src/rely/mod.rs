//! Checks again that no check of a program with threads fails, one thread at a time.
//!
//! A proof says of the others what each thread relies on: clauses about what they share
//! ([`claim`]). Here it is decided from the program itself, with all its threads, what has to be shown for that
//! to be a proof, by code that shares nothing with whoever looked for it:
//!
//! 1. that the clauses fit together: whatever steps others take that keep what they owe, I may
//!    assume what I do ([`meaning`], [`agreement`]); asked of the solver here;
//! 2. that every thread keeps what it owes, and fails no check, among others that do what may be
//!    assumed: this is a program of one thread ([`any_thread`], [`shared`], [`one_thread`]), which
//!    [`one_thread_among_others`] gives back. That none of its checks fails is confirmed by
//!    [`induction`](crate::induction), from invariants, as for any other program.
//!
//! # Why that is right
//! By induction over the steps of a run. Up to some step, the agreement holds, and each thread
//! is in a state of the program of one thread, from where others may have acted since its last step. The thread whose
//! step is next finds what others did among what it lets them do, so it is still in such a
//! state; no check fails there, so its step keeps what it owes, and fails none of the program's. By 1 the agreement
//! holds behind it, and each other thread may assume what has happened. A thread that is created has nothing, and
//! begins in any state in which the agreement holds. Before the first one is created there is nobody who acts or
//! relies on anything.
//!
//! Inlining and the points-to analysis are shared with all other re-checks; that local scalars whose address goes nowhere
//! become variables, with the search alone.
//!
//! Not followed: threads that use blocks of the heap, results of threads, local objects of others but those
//! of the entry function; they are refused, and so is what the inlining limits cut off.

mod agreement;
mod any_thread;
pub mod claim;
mod meaning;
mod one_thread;
mod shared;
#[cfg(test)]
mod tests;

use index::IdSet;
use ir::{Body, Callee, EdgeId, FunctionId, LocationId, Op, Program, Type, VarId};
use ir_passes::inline::{Limits, inline};
use ir_passes::locals_as_variables::locals_as_variables;
use ir_passes::points_to::{ExternalPointers, PointsTo};
use verdict::Budget;

use crate::induction::Refusal;
use agreement::{Crowd, agree};
use any_thread::any_thread;
use claim::{Claim, Clause, Count, Role, Unit};
use one_thread::one_thread;
use shared::Shared;

/// Edges of all threads, with their calls inlined.
const MAX_EDGES: usize = 20_000;
const RECURSION: usize = 2;

/// The program whose checks are all that is left to show. The clauses have been found to fit together;
/// `Err(Refusal::Wrong)` if they do not.
pub fn one_thread_among_others(
    program: &Program,
    claim: &Claim,
    budget: &Budget,
) -> Result<Program, Refusal> {
    let any = any_thread(program, &claim.routines)?;
    let points_to = PointsTo::of(&any.program, ExternalPointers::OwnMemory);
    let limits = Limits { n_edges: MAX_EDGES, recursion: RECURSION };
    let inlined = inline(&any.program, &points_to, limits);
    let mut inlined = inlined.map_err(|_| open("the threads are too large"))?.program;
    locals_as_variables(&mut inlined);
    let types = types(&inlined, claim)?;
    let crowd = crowd(&inlined, any.role, &claim.routines);
    well_formed(&inlined, claim, &types, &crowd)?;
    agree(claim, &types, &crowd, budget)?;
    let points_to = PointsTo::of(&inlined, ExternalPointers::OwnMemory);
    let shared = Shared::of(&inlined, &points_to, any.role, claim)?;
    one_thread(&inlined, &shared, claim, &types, crowd.n_created, any.role)
}

fn open(why: &str) -> Refusal {
    Refusal::Undecided(why.to_owned())
}

/// The types of what clauses can speak of: numbers and truth values, and locks at the start of blocks.
fn types(program: &Program, claim: &Claim) -> Result<Vec<Option<Type>>, Refusal> {
    let mut types = Vec::new();
    for unit in &claim.units {
        let ty = match *unit {
            Unit::Var(var) => Some(program.vars[var].ty),
            Unit::Cell(object, ty) => {
                if program.objects[object].size != ty.bytes(program.model) {
                    return Err(open("a unit is not the whole of its object"));
                }
                Some(ty)
            }
            Unit::Block(object, lock) => {
                let size = program.objects[object].size;
                let lock = lock.map(Type::Int);
                let bytes = lock.and_then(|ty| ty.bytes(program.model));
                if size.is_none() || bytes > size {
                    return Err(open("a lock is larger than its object"));
                }
                lock
            }
            Unit::Count(_, ty) => Some(Type::Int(ty)),
        };
        types.push(ty.filter(|ty| matches!(ty, Type::Int(_) | Type::Bool)));
    }
    Ok(types)
}

/// Units are different, are shared, and mean what clauses take them for.
fn well_formed(
    program: &Program,
    claim: &Claim,
    types: &[Option<Type>],
    crowd: &Crowd,
) -> Result<(), Refusal> {
    let n_units = claim.units.len();
    for (number, unit) in claim.units.iter().enumerate() {
        let is_same_object = |other: &Unit| match (*unit, *other) {
            (
                Unit::Cell(one, _) | Unit::Block(one, _),
                Unit::Cell(two, _) | Unit::Block(two, _),
            ) => one == two,
            (one, two) => one == two && !matches!(one, Unit::Count(..)),
        };
        if claim.units[..number].iter().any(is_same_object) {
            return Err(open("two units are the same"));
        }
        let is_global = match *unit {
            Unit::Var(var) => program.vars[var].scope == ir::Scope::Global,
            Unit::Cell(object, _) | Unit::Block(object, _) => {
                program.objects[object].scope == ir::Scope::Global
            }
            Unit::Count(Count::Writes { unit, .. }, _) => unit < n_units,
            Unit::Count(Count::Threads { role }, _) => {
                (1..crowd.n_roles).contains(&role) && crowd.are_named
            }
            Unit::Count(Count::Turn, _) => {
                let is_of = |clause: &&Clause| matches!(clause, Clause::Ticket { turn, .. } if *turn == number);
                claim.clauses.iter().filter(is_of).count() <= 1
            }
        };
        if !is_global {
            return Err(open("a unit is not shared, or not counted"));
        }
    }
    for clause in &claim.clauses {
        if clause.units().iter().any(|unit| *unit >= n_units) {
            return Err(open("a clause speaks of what is no unit"));
        }
        let count = |unit: usize| match claim.units[unit] {
            Unit::Count(count, _) => Some(count),
            _ => None,
        };
        let is_meant = match *clause {
            Clause::Ticket { next, serving, turn } => {
                count(turn) == Some(Count::Turn) && next != serving && types[next] == types[serving]
            }
            Clause::PerThread { role, created, .. } => {
                count(created) == Some(Count::Threads { role })
            }
            Clause::By { role, .. } => crowd.single.contains(&role),
            _ => true,
        };
        if !is_meant {
            return Err(open("a clause takes a unit or a role for what it is not"));
        }
    }
    Ok(())
}

/// Counts threads, as far as the text tells.
fn crowd(program: &Program, role: VarId, routines: &[FunctionId]) -> Crowd {
    let Some(body) = &program.functions[program.entry].body else {
        return Crowd { single: Vec::new(), n_created: None, n_roles: 1, are_named: false };
    };
    let is_begin = |edge: EdgeId| body.edges[edge].op.assigned() == Some(role);
    let by_first = reached(body, body.entry, is_begin);
    let (mut created, mut are_named) = (Vec::new(), true);
    for edge in body.edges.values() {
        match edge.op {
            Op::ThreadCreate { start: Callee::Direct(routine), .. } => {
                // By the first thread, and nothing leads back there.
                let is_once = by_first.contains(edge.from)
                    && !reached(body, edge.to, |_| false).contains(edge.from);
                created.push((routine, is_once));
            }
            Op::ThreadCreate { start: Callee::Indirect(..), .. } => are_named = false,
            _ => {}
        }
    }
    let is_single = |routine: FunctionId| {
        let of_it: Vec<bool> =
            created.iter().filter(|(it, _)| *it == routine).map(|(_, is_once)| *is_once).collect();
        are_named && of_it == [true]
    };
    let roles = routines.iter().enumerate().filter(|(_, it)| is_single(**it));
    let single: Vec<Role> = [0].into_iter().chain(roles.map(|(index, _)| index + 1)).collect();
    let is_counted = are_named && created.iter().all(|(_, is_once)| *is_once);
    let n_created = u32::try_from(created.len()).ok().filter(|_| is_counted);
    Crowd { single, n_created, n_roles: routines.len() + 1, are_named }
}

/// The locations that are reached from one without those edges.
fn reached(body: &Body, from: LocationId, is_cut: impl Fn(EdgeId) -> bool) -> IdSet<LocationId> {
    let (mut reached, mut pending) = (IdSet::new(), vec![from]);
    while let Some(location) = pending.pop() {
        if reached.insert(location) {
            let outgoing = body.locations[location].outgoing.iter().copied();
            pending.extend(outgoing.filter(|edge| !is_cut(*edge)).map(|edge| body.edges[edge].to));
        }
    }
    reached
}
