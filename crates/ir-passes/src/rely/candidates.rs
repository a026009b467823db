//! Which clauses are worth asking about: what the program's form suggests.

use std::collections::BTreeSet;

use ir::{Contents, Expr, Initial, Op, Program, StaticBytes, StaticValue, Type, VarId, VarOrigin};

use super::clause::{Clause, Direction, Fact};
use super::holding::written_without;
use super::units::{Place, Units, body_of};
use crate::points_to::PointsTo;

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
            if value != initial(program, units, flag) {
                let start = initial(program, units, unit);
                let set = value;
                clauses.insert(Clause::LeavesOnce { unit, value: start, flag, set });
            }
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

/// The value that the unit starts with, as far as it is seen at once.
pub(super) fn initial(program: &Program, units: &Units, unit: usize) -> u128 {
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
            // What is written may pass through a variable on its way.
            (Op::Assign { target, value }, Place::Cell(_, ty))
                if program.vars[*target].origin == VarOrigin::Temporary
                    && program.type_of(*value) == ty =>
            {
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
