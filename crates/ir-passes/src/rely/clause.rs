//! What others may do to the shared variables: the clauses of a rely.

use std::collections::BTreeSet;

use ir::{Contents, Expr, Initial, Op, Program, StaticBytes, StaticValue, Type, VarId};

use super::holding::written_without;
use super::units::{Place, Units, body_of};
use crate::points_to::PointsTo;

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
    /// From the first thread on, at any time.
    Always { fact: Fact },
    /// Whenever nobody holds the lock.
    WhileFree { lock: usize, fact: Fact },
}

/// What holds of shared variables at one time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    Within {
        unit: usize,
        values: Vec<u128>,
    },
    AtLeast {
        unit: usize,
        value: u128,
    },
    AtMost {
        unit: usize,
        value: u128,
    },
    /// The one is so much more than the other.
    Apart {
        unit: usize,
        other: usize,
        by: u128,
    },
    Sum {
        unit: usize,
        other: usize,
        total: u128,
    },
    /// The one is at most the other.
    Ordered {
        low: usize,
        high: usize,
    },
}

impl Fact {
    pub(super) fn units(&self) -> Vec<usize> {
        match *self {
            Self::Within { unit, .. } | Self::AtLeast { unit, .. } | Self::AtMost { unit, .. } => {
                vec![unit]
            }
            Self::Apart { unit, other, .. } | Self::Sum { unit, other, .. } => vec![unit, other],
            Self::Ordered { low, high } => vec![low, high],
        }
    }
}

impl Clause {
    /// The clauses that this one makes no sense without.
    fn needs(&self) -> Option<Clause> {
        match self {
            Self::Protects { lock, .. } | Self::WhileFree { lock, .. } => {
                Some(Self::Lock { lock: *lock })
            }
            // Without it the relation would not be transitive.
            Self::GoesUnless { flag, value, .. } => {
                Some(Self::Keeps { unit: *flag, value: *value })
            }
            Self::Lock { .. }
            | Self::Goes { .. }
            | Self::Keeps { .. }
            | Self::Leaves { .. }
            | Self::Always { .. } => None,
        }
    }

    /// The units whose values before or after a step it speaks of.
    pub(super) fn units(&self) -> Vec<usize> {
        match self {
            // These ask who holds a lock before a step.
            Self::Lock { .. } | Self::Protects { .. } => Vec::new(),
            Self::Goes { unit, .. } | Self::Keeps { unit, .. } | Self::Leaves { unit, .. } => {
                vec![*unit]
            }
            Self::GoesUnless { unit, flag, .. } => vec![*unit, *flag],
            Self::Always { fact } => fact.units(),
            Self::WhileFree { lock, fact } => {
                let mut units = fact.units();
                units.push(*lock);
                units
            }
        }
    }

    /// Is it about who writes what? Where such a clause is open beside others, these are dropped
    /// first, since it may be open for their sake.
    pub fn is_of_locks(&self) -> bool {
        matches!(self, Self::Lock { .. } | Self::Protects { .. })
    }

    /// Is it about locks, or about which values there are? Most proofs need no more.
    pub fn is_basic(&self) -> bool {
        match self {
            Self::Lock { .. } | Self::Protects { .. } => true,
            Self::Always { fact } => matches!(fact, Fact::Within { .. }),
            Self::Goes { .. }
            | Self::Keeps { .. }
            | Self::Leaves { .. }
            | Self::GoesUnless { .. }
            | Self::WhileFree { .. } => false,
        }
    }

    /// Does it speak of one time only?
    pub(super) fn is_fact(&self) -> bool {
        matches!(self, Self::Always { .. } | Self::WhileFree { .. })
    }

    /// In words.
    pub(super) fn describe(&self, units: &Units) -> String {
        let name = |unit: &usize| &units.all[*unit].name;
        let way = |direction: &Direction| match direction {
            Direction::Up => "only grows",
            Direction::Down => "only shrinks",
        };
        match self {
            Self::Lock { lock } => format!("{} is a lock", name(lock)),
            Self::Protects { lock, unit } => {
                format!("{} is written by who holds {}", name(unit), name(lock))
            }
            Self::Goes { unit, direction } => format!("{} {}", name(unit), way(direction)),
            Self::Keeps { unit, value } => {
                format!("{} keeps the value {}", name(unit), number(units, *unit, *value))
            }
            Self::Leaves { unit, value } => {
                format!("{} never becomes {} again", name(unit), number(units, *unit, *value))
            }
            Self::GoesUnless { unit, direction, flag, value } => {
                let value = number(units, *flag, *value);
                format!("{} {} unless {} is {value}", name(unit), way(direction), name(flag))
            }
            Self::Always { fact } => fact.describe(units),
            Self::WhileFree { lock, fact } => {
                format!("{} while {} is free", fact.describe(units), name(lock))
            }
        }
    }
}

impl Fact {
    fn describe(&self, units: &Units) -> String {
        let name = |unit: &usize| &units.all[*unit].name;
        match self {
            Self::Within { unit, values } => {
                let values = values.iter().map(|value| number(units, *unit, *value).to_string());
                let values: Vec<String> = values.collect();
                format!("{} is {}", name(unit), values.join(" or "))
            }
            Self::AtLeast { unit, value } => {
                format!("{} is at least {}", name(unit), number(units, *unit, *value))
            }
            Self::AtMost { unit, value } => {
                format!("{} is at most {}", name(unit), number(units, *unit, *value))
            }
            Self::Apart { unit, other, by: 0 } => format!("{} equals {}", name(unit), name(other)),
            Self::Apart { unit, other, by } => {
                let by = number(units, *unit, *by);
                format!("{} equals {} + {by}", name(unit), name(other))
            }
            Self::Sum { unit, other, total } => {
                let total = number(units, *unit, *total);
                format!("{} + {} is {total}", name(unit), name(other))
            }
            Self::Ordered { low, high } => format!("{} is at most {}", name(low), name(high)),
        }
    }
}

/// The number that a unit's bits stand for.
fn number(units: &Units, unit: usize, bits: u128) -> i128 {
    match units.all[unit].ty {
        Some(Type::Int(ty)) => ty.value(bits),
        _ => bits as i128,
    }
}

/// Units that are looked at, constants of one unit, and clauses of two units, at most.
const MAX_UNITS: usize = 40;
const MAX_CONSTANTS: usize = 5;
const MAX_PAIRS: usize = 150;
/// Units of programs where facts about two of them are asked about, and such facts.
const MAX_UNITS_OF_PAIRS: usize = 16;
const MAX_RELATED: usize = 60;

/// All clauses that may be worth asking.
pub fn candidates(
    program: &Program,
    points_to: &PointsTo,
    units: &Units,
    started: VarId,
) -> Vec<Clause> {
    let mut clauses = BTreeSet::new();
    let n_units = units.all.len();
    if n_units > MAX_UNITS {
        return Vec::new();
    }
    let has_few = n_units <= MAX_UNITS_OF_PAIRS;
    for lock in 0..n_units {
        if units.all[lock].lock.is_none() {
            continue;
        }
        clauses.insert(Clause::Lock { lock });
        let without = written_without(program, points_to, units, started, lock);
        let others = (0..n_units).filter(|unit| *unit != lock && !without.contains(unit));
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
        let values = constants(program, units, unit);
        clauses
            .extend(facts_of(units, unit, &values).into_iter().map(|fact| Clause::Always { fact }));
        for value in values {
            clauses.insert(Clause::Keeps { unit, value });
            clauses.insert(Clause::Leaves { unit, value });
            flags.push((unit, value));
        }
    }
    let mut n_pairs = 0;
    for unit in 0..n_units {
        let Some(Type::Int(_)) = units.all[unit].ty else { continue };
        for &(flag, value) in &flags {
            if flag == unit || n_pairs >= MAX_PAIRS || !has_few {
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

/// More that may be worth asking, where the clauses are kept and are not enough: facts about what
/// locks protect, which may be broken by who holds them.
pub fn more_candidates(program: &Program, units: &Units, kept: &[Clause]) -> Vec<Clause> {
    let mut clauses: BTreeSet<Clause> = kept.iter().cloned().collect();
    let scalars = (0..units.all.len()).filter(|unit| units.all[*unit].ty.is_some());
    let scalars: Vec<usize> = scalars.collect();
    if scalars.len() > MAX_UNITS_OF_PAIRS {
        return kept.to_vec();
    }
    let mut pairs = Vec::new();
    for (index, &unit) in scalars.iter().enumerate() {
        for &other in &scalars[index + 1..] {
            let is_number = matches!(units.all[unit].ty, Some(Type::Int(_)));
            if units.all[unit].ty == units.all[other].ty && is_number && pairs.len() < MAX_RELATED {
                let first = initial(program, units, unit);
                let second = initial(program, units, other);
                pairs.push(Fact::Apart { unit, other, by: first.wrapping_sub(second) });
                pairs.push(Fact::Sum { unit, other, total: first.wrapping_add(second) });
                pairs.push(Fact::Ordered { low: unit, high: other });
                pairs.push(Fact::Ordered { low: other, high: unit });
            }
        }
    }
    let locks = kept.iter().filter_map(|clause| match clause {
        Clause::Lock { lock } => Some(*lock),
        _ => None,
    });
    for lock in locks {
        let is_protected = |unit: &usize| kept.contains(&Clause::Protects { lock, unit: *unit });
        for &unit in scalars.iter().filter(|unit| is_protected(unit)) {
            let values = constants(program, units, unit);
            let mut facts = facts_of(units, unit, &values);
            facts.extend(facts_of(units, unit, &[initial(program, units, unit)]));
            clauses.extend(facts.into_iter().map(|fact| Clause::WhileFree { lock, fact }));
        }
        let both = pairs.iter().filter(|fact| fact.units().iter().all(is_protected));
        clauses.extend(both.map(|fact| Clause::WhileFree { lock, fact: fact.clone() }));
    }
    clauses.into_iter().collect()
}

/// What may hold of one unit that is set to these constants.
fn facts_of(units: &Units, unit: usize, values: &[u128]) -> Vec<Fact> {
    let Some(Type::Int(ty)) = units.all[unit].ty else { return Vec::new() };
    let mut facts = vec![Fact::Within { unit, values: values.to_vec() }];
    if let Some(&value) = values.iter().min_by_key(|value| ty.value(**value)) {
        facts.push(Fact::AtLeast { unit, value });
    }
    if let Some(&value) = values.iter().max_by_key(|value| ty.value(**value)) {
        facts.push(Fact::AtMost { unit, value });
    }
    facts
}

/// The clauses without those that need one which is not there.
pub fn consistent(clauses: Vec<Clause>) -> Vec<Clause> {
    let there: BTreeSet<Clause> = clauses.iter().cloned().collect();
    let has_all = |clause: &Clause| clause.needs().is_none_or(|needed| there.contains(&needed));
    clauses.into_iter().filter(has_all).collect()
}

/// The value that the unit starts with, as far as it is seen at once.
fn initial(program: &Program, units: &Units, unit: usize) -> u128 {
    let bits = match units.all[unit].place {
        Place::Var(var) => match program.vars[var].initial {
            Initial::Bits(bits) => bits,
            _ => 0,
        },
        Place::Cell(object, _) => match &program.objects[object].contents {
            Contents::Static(values) => values.first().map_or(0, little_endian),
            Contents::Indeterminate | Contents::Unknown | Contents::Device { .. } => 0,
        },
        Place::Object(_) => 0,
    };
    match units.all[unit].ty {
        Some(Type::Int(ty)) => bits & ty.mask(),
        _ => bits,
    }
}

fn little_endian(value: &StaticValue) -> u128 {
    let StaticBytes::Bytes(bytes) = &value.value else { return 0 };
    let bytes = bytes.iter().take(8).rev();
    bytes.fold(0, |word, byte| word << 8 | u128::from(*byte))
}

/// Zero, the value that it starts with, and the constants that the unit is set to.
fn constants(program: &Program, units: &Units, unit: usize) -> Vec<u128> {
    let mut values = BTreeSet::from([0, initial(program, units, unit)]);
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
