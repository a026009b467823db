//! What others may do to the shared variables: the clauses of a rely.

use std::collections::BTreeSet;

use ir::{Expr, Op, Program, Type};

use super::units::{Place, Units, body_of};

/// Which way a number may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    Up,
    Down,
}

/// One clause. Units are given by their numbers, `'` is the value after others have acted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clause {
    /// The unit is a lock: whoever holds it, it stays as it is.
    Lock { lock: usize },
    /// While I hold the lock, the unit stays as it is.
    Protects { lock: usize, unit: usize },
    /// `unit' >= unit`, or `<=`.
    Goes { unit: usize, direction: Direction },
    /// Once it has the value, it keeps it.
    Keeps { unit: usize, value: u128 },
    /// Once it has another value, it never has this one again.
    Leaves { unit: usize, value: u128 },
    /// The unit goes that way as long as the flag does not have the value, which it keeps.
    GoesUnless { unit: usize, direction: Direction, flag: usize, value: u128 },
}

impl Clause {
    /// The clauses that this one makes no sense without.
    fn needs(&self) -> Option<Clause> {
        match self {
            Self::Protects { lock, .. } => Some(Self::Lock { lock: *lock }),
            // Without it the relation would not be transitive.
            Self::GoesUnless { flag, value, .. } => {
                Some(Self::Keeps { unit: *flag, value: *value })
            }
            Self::Lock { .. } | Self::Goes { .. } | Self::Keeps { .. } | Self::Leaves { .. } => {
                None
            }
        }
    }
}

/// Units that are looked at, constants of one unit, and clauses of two units, at most.
const MAX_UNITS: usize = 40;
const MAX_CONSTANTS: usize = 5;
const MAX_PAIRS: usize = 150;

/// All clauses that may be worth asking.
pub fn candidates(program: &Program, units: &Units) -> Vec<Clause> {
    let mut clauses = BTreeSet::new();
    let n_units = units.all.len();
    if n_units > MAX_UNITS {
        return Vec::new();
    }
    for lock in 0..n_units {
        if units.all[lock].lock.is_none() {
            continue;
        }
        clauses.insert(Clause::Lock { lock });
        let others = (0..n_units).filter(|unit| *unit != lock);
        clauses.extend(others.map(|unit| Clause::Protects { lock, unit }));
    }
    let mut flags = Vec::new();
    for unit in 0..n_units {
        let Some(Type::Int(_) | Type::Bool) = units.all[unit].ty else { continue };
        let is_number = matches!(units.all[unit].ty, Some(Type::Int(_)));
        if is_number {
            let ways = [Direction::Up, Direction::Down];
            clauses.extend(ways.map(|direction| Clause::Goes { unit, direction }));
        }
        for value in constants(program, units, unit) {
            clauses.insert(Clause::Keeps { unit, value });
            clauses.insert(Clause::Leaves { unit, value });
            flags.push((unit, value));
        }
    }
    let mut n_pairs = 0;
    for unit in 0..n_units {
        let Some(Type::Int(_)) = units.all[unit].ty else { continue };
        for &(flag, value) in &flags {
            if flag == unit || n_pairs >= MAX_PAIRS {
                continue;
            }
            n_pairs += 1;
            let ways = [Direction::Up, Direction::Down];
            let unless = |direction| Clause::GoesUnless { unit, direction, flag, value };
            clauses.extend(ways.map(unless));
        }
    }
    clauses.into_iter().collect()
}

/// The clauses without those that need one which is not there.
pub fn consistent(clauses: Vec<Clause>) -> Vec<Clause> {
    let there: BTreeSet<Clause> = clauses.iter().cloned().collect();
    let has_all = |clause: &Clause| clause.needs().is_none_or(|needed| there.contains(&needed));
    clauses.into_iter().filter(has_all).collect()
}

/// Zero, and the constants that the unit is set to.
fn constants(program: &Program, units: &Units, unit: usize) -> Vec<u128> {
    let mut values = BTreeSet::from([0]);
    for edge in body_of(program).edges.values() {
        let value = match (&edge.op, units.all[unit].place) {
            (Op::Assign { target, value }, Place::Var(var)) if *target == var => *value,
            (Op::Store { value, .. }, Place::Cell(_, ty)) if program.type_of(*value) == ty => {
                *value
            }
            _ => continue,
        };
        match program.exprs[value] {
            Expr::Int(_, bits) => values.insert(bits),
            Expr::Bool(bit) => values.insert(u128::from(bit)),
            _ => false,
        };
    }
    values.into_iter().take(MAX_CONSTANTS).collect()
}
