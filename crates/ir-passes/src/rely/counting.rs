//! Which clauses about numbers of threads and of what they do are worth asking about.
//!
//! They are about variables that something is added to. Where there are none, nothing is asked.

use std::collections::BTreeSet;

use ir::{ArithOp, Expr, ExprId, Op, Program, Type};

use super::candidates::initial;
use super::clause::{Clause, Direction, Fact};
use super::roles::Role;
use super::tally::Counted;
use super::tickets::Tickets;
use super::units::{Units, body_of};
use crate::points_to::PointsTo;

/// Variables that are counted with, ticket locks, and bounds of what is counted, at most.
const MAX_COUNTED: usize = 6;
const MAX_TICKETS: usize = 4;
const MAX_BOUNDS: usize = 4;
/// Widths of variables that shares are kept of.
const MAX_WIDTH: u8 = 32;

/// What is counted; each way is tried by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Numbers that threads draw.
    Tickets,
    /// What each thread adds.
    Shares,
    /// How many threads there are, and what they do.
    Threads,
}

impl Counting {
    pub const ALL: [Self; 3] = [Self::Tickets, Self::Shares, Self::Threads];
}

/// Adds tallies to the units, and gives the clauses that speak of them or of shares. Some clauses are
/// known to be kept, others were refuted by no run.
pub fn counting_candidates(
    counting: Counting,
    program: &mut Program,
    points_to: &PointsTo,
    units: &mut Units,
    kept: &[Clause],
    plausible: &[Clause],
) -> Vec<Clause> {
    let stepped = stepped(program, points_to, units);
    if stepped.is_empty() || stepped.len() > MAX_COUNTED {
        return Vec::new();
    }
    let numbers: Vec<usize> = (0..units.all.len()).filter(|unit| is_number(units, *unit)).collect();
    let clauses: BTreeSet<Clause> = match counting {
        Counting::Tickets => tickets(program, units, &stepped).into_iter().collect(),
        Counting::Shares => {
            let shares = shares(program, units, &stepped, &numbers, plausible).into_iter();
            shares.chain(excluding(kept, &numbers)).collect()
        }
        Counting::Threads => {
            let tallies = tallies(program, points_to, units, &stepped, &numbers);
            match tallies.is_empty() {
                true => BTreeSet::new(),
                // Small numbers do not wrap around, which shares have to be told.
                false => {
                    let shares = shares(program, units, &stepped, &stepped, plausible);
                    tallies.into_iter().chain(shares).collect()
                }
            }
        }
    };
    clauses.into_iter().collect()
}

/// What each thread may add.
fn shares(
    program: &Program,
    units: &Units,
    stepped: &[usize],
    numbers: &[usize],
    plausible: &[Clause],
) -> Vec<Clause> {
    let mut clauses = Vec::new();
    // Where nothing is taken, it says nothing.
    let only_grows =
        |unit: usize| plausible.contains(&Clause::Goes { unit, direction: Direction::Up });
    for &unit in numbers.iter().filter(|unit| !only_grows(**unit)) {
        let base = initial(program, units, unit);
        clauses.push(Clause::Share { unit, base, direction: Direction::Up });
    }
    for &unit in stepped {
        let is_alike = |other: &&usize| units.all[**other].ty == units.all[unit].ty;
        let others = stepped.iter().filter(|other| **other != unit).filter(is_alike);
        clauses.extend(others.map(|&other| Clause::NoMore { less: unit, more: other }));
    }
    clauses
}

fn is_number(units: &Units, unit: usize) -> bool {
    matches!(units.all[unit].ty, Some(Type::Int(ty)) if ty.width <= MAX_WIDTH)
}

/// The numbers that something is added to where threads are.
fn stepped(program: &Program, points_to: &PointsTo, units: &Units) -> Vec<usize> {
    let mut stepped = BTreeSet::new();
    for edge in body_of(program).edges.values() {
        let value = match edge.op {
            Op::Assign { value, .. } | Op::Store { value, .. } => value,
            _ => continue,
        };
        if adds_constant(program, value) {
            stepped.extend(units.written(program, points_to, &edge.op));
        }
    }
    stepped.into_iter().filter(|unit| is_number(units, *unit)).collect()
}

/// Is it something and a constant, perhaps converted?
fn adds_constant(program: &Program, value: ExprId) -> bool {
    match program.exprs[value] {
        Expr::Convert(_, inner) => adds_constant(program, inner),
        Expr::Arith(ArithOp::Add | ArithOp::Sub, a, b) => {
            let is_constant = |it: ExprId| matches!(program.exprs[it], Expr::Int(..));
            is_constant(a) != is_constant(b)
        }
        _ => false,
    }
}

/// What numbers that one lock protects may be: not below zero, and not two of them set.
fn excluding(kept: &[Clause], numbers: &[usize]) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for clause in kept {
        let Clause::Lock { lock } = *clause else { continue };
        let is_protected = |unit: &&usize| kept.contains(&Clause::Protects { lock, unit: **unit });
        let protected: Vec<usize> = numbers.iter().filter(is_protected).copied().collect();
        for (index, &unit) in protected.iter().enumerate() {
            let fact = Fact::AtLeast { unit, value: 0 };
            clauses.push(Clause::WhileFree { lock, fact });
            let others = protected[index + 1..].iter();
            clauses.extend(others.map(|&other| {
                let fact = Fact::NotBoth { unit, other };
                Clause::WhileFree { lock, fact }
            }));
        }
    }
    clauses
}

/// The ticket locks that there may be, with what they may protect.
fn tickets(program: &mut Program, units: &mut Units, stepped: &[usize]) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let n_units = units.all.len();
    let mut n_locks = 0;
    for &next in stepped {
        for &serving in stepped {
            let are_alike = units.all[next].ty == units.all[serving].ty
                && initial(program, units, next) == initial(program, units, serving);
            if next == serving || !are_alike || n_locks == MAX_TICKETS {
                continue;
            }
            n_locks += 1;
            let turn = units.tally(program, Counted::Served { serving });
            let tickets = Tickets { next, serving, turn };
            clauses.push(Clause::Lock { lock: turn });
            clauses.push(Clause::Ticket { tickets });
            clauses.push(Clause::Always { fact: Fact::Ordered { low: serving, high: next } });
            for unit in (0..n_units).filter(|unit| *unit != next) {
                clauses.push(Clause::Protects { lock: turn, unit });
                let is_number = matches!(units.all[unit].ty, Some(Type::Int(_)));
                if is_number && unit != serving {
                    let values = vec![initial(program, units, unit)];
                    let fact = Fact::Within { unit, values };
                    clauses.push(Clause::WhileFree { lock: turn, fact });
                }
            }
        }
    }
    clauses
}

/// How many threads there are, how often they write, and how what is written relates to it.
fn tallies(
    program: &mut Program,
    points_to: &PointsTo,
    units: &mut Units,
    stepped: &[usize],
    numbers: &[usize],
) -> Vec<Clause> {
    let mut clauses = Vec::new();
    if !units.roles.are_named {
        return clauses;
    }
    let bounds = bounds(program, units);
    for role in 1..=units.roles.routines.len() {
        let written = written_by(program, points_to, units, role);
        let counted: Vec<usize> =
            stepped.iter().copied().filter(|unit| written.contains(unit)).collect();
        if counted.is_empty() || !units.roles.may_stop_creating(program, role) {
            continue;
        }
        for unit in counted {
            let Some(Type::Int(ty)) = units.all[unit].ty else { continue };
            let created = units.tally(program, Counted::Threads { role, ty });
            let writes = units.tally(program, Counted::Writes { unit, role });
            clauses.push(Clause::By { unit: created, role: 0 });
            for counter in [created, writes] {
                clauses.push(Clause::Goes { unit: counter, direction: Direction::Up });
            }
            for &value in &bounds {
                clauses.push(Clause::Always { fact: Fact::AtMost { unit: created, value } });
            }
            for &other in numbers.iter().filter(|other| units.all[**other].ty == units.all[unit].ty)
            {
                let fact = Fact::Ordered { low: created, high: other };
                clauses.push(Clause::Always { fact });
                clauses.push(Clause::Goes { unit: other, direction: Direction::Up });
                clauses.push(Clause::Goes { unit: other, direction: Direction::Down });
            }
            clauses.push(Clause::Always { fact: Fact::Ordered { low: unit, high: writes } });
            clauses.push(Clause::PerThread { unit: writes, role, created });
            clauses.push(Clause::PerThread { unit, role, created });
            if units.roles.is_single[role] {
                clauses.push(Clause::By { unit: writes, role });
                clauses.push(Clause::By { unit, role });
            }
        }
    }
    clauses
}

/// The units that threads of a role may write.
fn written_by(
    program: &Program,
    points_to: &PointsTo,
    units: &Units,
    role: Role,
) -> BTreeSet<usize> {
    let places = units.roles.places(program, role);
    let body = body_of(program);
    let edges = body.edges.values().filter(|edge| places.contains(edge.from));
    edges.flat_map(|edge| units.written(program, points_to, &edge.op)).collect()
}

/// Constants that a number of threads may be bounded by: those that the entry's thread compares with.
fn bounds(program: &Program, units: &Units) -> Vec<u128> {
    let places = units.roles.places(program, 0);
    let edges = body_of(program).edges.values().filter(|edge| places.contains(edge.from));
    let mut pending: Vec<ExprId> = edges
        .filter_map(|edge| match edge.op {
            Op::Assume { condition } => Some(condition),
            Op::Assign { value, .. } => Some(value),
            _ => None,
        })
        .collect();
    let mut bounds = BTreeSet::new();
    while let Some(expr) = pending.pop() {
        if let Expr::Compare(_, a, b) = program.exprs[expr] {
            for side in [a, b] {
                if let Expr::Int(ty, bits) = program.exprs[side]
                    && ty.value(bits) > 0
                    && ty.width == MAX_WIDTH
                {
                    bounds.insert(bits);
                }
            }
        }
        pending.extend(program.exprs[expr].operands());
    }
    bounds.into_iter().rev().take(MAX_BOUNDS).collect()
}
