//! What holds in all of some states: atoms over numbers.

use std::collections::BTreeSet;

use logic::{BvCompare, Sort, TermId, TermPool};
use rustc_hash::FxHashSet;

/// Larger differences are accidents.
const MAX_BEHIND: i128 = 16;
/// Numbers of which triples are made, and such with few values of which pairs of values are.
const MAX_IN_TRIPLES: usize = 4;
const MAX_IN_PAIRS: usize = 6;

/// Values of one number in few states are listed, in more they are not.
const MAX_VALUES: usize = 4;

/// A number of a view, by its place among them.
pub type Column = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    Is(Column, i128),
    IsNot(Column, i128),
    AtLeast(Column, i128),
    AtMost(Column, i128),
    Same(Column, Column),
    Differ(Column, Column),
    AtMostOther(Column, Column),
    Less(Column, Column),
    /// The first is the second and so much more, modulo their width.
    Behind(Column, Column, i128),
    /// The sum of the two is always the same, modulo their width.
    Together(Column, Column, i128),
    /// On the way round from the last of them, the first comes before the second.
    Before(Column, Column, Column),
    /// The one has not this value while the other has that.
    NotBoth((Column, i128), (Column, i128)),
}

/// How the numbers of a column are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    Truth,
    Signed,
    Unsigned,
}

/// A number of a view: how it is read, and which of few values it ever has.
#[derive(Clone, Debug)]
pub struct Number {
    pub sort: Sort,
    pub reading: Reading,
    /// None if there are many.
    pub values: Option<BTreeSet<i128>>,
}

impl Number {
    pub fn of(sort: Sort, reading: Reading, values: impl Iterator<Item = i128>) -> Self {
        let mut few = BTreeSet::new();
        for value in values {
            few.insert(value);
            if few.len() > MAX_VALUES {
                return Self { sort, reading, values: None };
            }
        }
        Self { sort, reading, values: Some(few) }
    }
}

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    All,
    /// No bounds by constants: where two threads stand, these are mostly accidents.
    NoBounds,
}

/// What holds of these columns in all rows, of which there is one.
pub fn facts(
    numbers: &[Number],
    rows: &[Vec<i128>],
    columns: &[Column],
    wanted: Wanted,
) -> FxHashSet<Fact> {
    let mut found = FxHashSet::default();
    let Some(first) = rows.first() else { return found };
    let mut changing: Vec<Column> = Vec::new();
    for &column in columns {
        let number = &numbers[column];
        if rows.iter().all(|row| row[column] == first[column]) {
            found.insert(Fact::Is(column, first[column]));
            // A constant may be related to others, but where it is known that says little.
            if number.values.is_none() {
                changing.push(column);
            }
            continue;
        }
        changing.push(column);
        if number.reading == Reading::Truth {
            continue;
        }
        if let Some(values) = &number.values {
            let here: BTreeSet<i128> = rows.iter().map(|row| row[column]).collect();
            found.extend(values.difference(&here).map(|value| Fact::IsNot(column, *value)));
        }
        // Locks are free when they are zero.
        if rows.iter().all(|row| row[column] != 0) {
            found.insert(Fact::IsNot(column, 0));
        }
        if wanted == Wanted::All {
            let least = rows.iter().map(|row| row[column]).min().unwrap_or(0);
            let greatest = rows.iter().map(|row| row[column]).max().unwrap_or(0);
            found.insert(Fact::AtLeast(column, least));
            found.insert(Fact::AtMost(column, greatest));
            if least > 0 {
                found.insert(Fact::AtLeast(column, 0));
            }
        }
    }
    for (index, &a) in changing.iter().enumerate() {
        for &b in &changing[index + 1..] {
            if numbers[a].sort != numbers[b].sort || numbers[a].reading != numbers[b].reading {
                continue;
            }
            let holds = |is: fn(&i128, &i128) -> bool| rows.iter().all(|row| is(&row[a], &row[b]));
            if holds(i128::eq) {
                found.insert(Fact::Same(a, b));
                continue;
            }
            if holds(i128::ne) {
                found.insert(Fact::Differ(a, b));
            }
            if numbers[a].reading == Reading::Truth {
                continue;
            }
            let behind = first[a] - first[b];
            if behind.abs() <= MAX_BEHIND && rows.iter().all(|row| row[a] - row[b] == behind) {
                found.insert(Fact::Behind(a, b, behind));
            }
            let both = first[a] + first[b];
            if rows.iter().all(|row| row[a] + row[b] == both) {
                found.insert(Fact::Together(a, b, both));
            }
            for (is, fact) in [
                (i128::lt as fn(&i128, &i128) -> bool, Fact::Less(a, b)),
                (i128::le, Fact::AtMostOther(a, b)),
                (i128::gt, Fact::Less(b, a)),
                (i128::ge, Fact::AtMostOther(b, a)),
            ] {
                if holds(is) {
                    found.insert(fact);
                }
            }
        }
    }
    if wanted == Wanted::All {
        found.extend(ways_round(numbers, rows, &changing));
    }
    found.extend(exclusions(numbers, rows, &changing));
    found
}

/// Which numbers come before which on the way round from others.
fn ways_round(numbers: &[Number], rows: &[Vec<i128>], columns: &[Column]) -> Vec<Fact> {
    let is_many = |column: &&Column| {
        numbers[**column].values.is_none() && numbers[**column].reading == Reading::Unsigned
    };
    let many: Vec<Column> = columns.iter().filter(is_many).copied().take(MAX_IN_TRIPLES).collect();
    let mut found = Vec::new();
    for &a in &many {
        for &b in &many {
            for &from in &many {
                if a == b || b == from || a == from || numbers[a].sort != numbers[b].sort {
                    continue;
                }
                let Sort::BitVec(width) = numbers[a].sort else { continue };
                let round = |it: i128| it as u128 & (u128::MAX >> (128 - width));
                let is_before =
                    |row: &Vec<i128>| round(row[a] - row[from]) < round(row[b] - row[from]);
                if numbers[a].sort == numbers[from].sort && rows.iter().all(is_before) {
                    found.push(Fact::Before(a, b, from));
                }
            }
        }
    }
    found
}

/// Values that numbers with few of them never have together.
fn exclusions(numbers: &[Number], rows: &[Vec<i128>], columns: &[Column]) -> Vec<Fact> {
    let has_few = |column: &&Column| numbers[**column].values.is_some();
    let few: Vec<Column> = columns.iter().filter(has_few).copied().take(MAX_IN_PAIRS).collect();
    let mut found = Vec::new();
    for (index, &a) in few.iter().enumerate() {
        for &b in &few[index + 1..] {
            let of =
                |column: Column| -> BTreeSet<i128> { rows.iter().map(|row| row[column]).collect() };
            let both: BTreeSet<(i128, i128)> = rows.iter().map(|row| (row[a], row[b])).collect();
            for value in of(a) {
                for other in of(b) {
                    if !both.contains(&(value, other)) {
                        found.push(Fact::NotBoth((a, value), (b, other)));
                    }
                }
            }
        }
    }
    found
}

impl Fact {
    /// As a formula, where the columns have these names.
    pub fn said(self, pool: &mut TermPool, numbers: &[Number], names: &[TermId]) -> TermId {
        let constant = |pool: &mut TermPool, column: Column, value: i128| match numbers[column].sort
        {
            Sort::BitVec(width) => pool.bv(width, value as u128 & (u128::MAX >> (128 - width))),
            _ => pool.bool(value != 0),
        };
        let compare = |column: Column, is_strict: bool| match (
            numbers[column].reading == Reading::Signed,
            is_strict,
        ) {
            (true, true) => BvCompare::SLt,
            (true, false) => BvCompare::SLe,
            (false, true) => BvCompare::ULt,
            (false, false) => BvCompare::ULe,
        };
        match self {
            Self::Is(column, value) => {
                let value = constant(pool, column, value);
                pool.eq(names[column], value)
            }
            Self::IsNot(column, value) => {
                let value = constant(pool, column, value);
                let is_it = pool.eq(names[column], value);
                pool.not(is_it)
            }
            Self::AtLeast(column, value) => {
                let value = constant(pool, column, value);
                pool.bv_compare(compare(column, false), value, names[column])
            }
            Self::AtMost(column, value) => {
                let value = constant(pool, column, value);
                pool.bv_compare(compare(column, false), names[column], value)
            }
            Self::Same(a, b) => pool.eq(names[a], names[b]),
            Self::Differ(a, b) => {
                let same = pool.eq(names[a], names[b]);
                pool.not(same)
            }
            Self::Behind(a, b, by) => {
                let by = constant(pool, a, by);
                let sum = pool.bv_add(names[b], by);
                pool.eq(names[a], sum)
            }
            Self::Together(a, b, both) => {
                let both = constant(pool, a, both);
                let sum = pool.bv_add(names[a], names[b]);
                pool.eq(sum, both)
            }
            Self::Before(a, b, from) => {
                let way = pool.bv_sub(names[a], names[from]);
                let longer = pool.bv_sub(names[b], names[from]);
                pool.bv_compare(BvCompare::ULt, way, longer)
            }
            Self::NotBoth(one, other) => {
                let both = [one, other].map(|(column, value)| {
                    let value = constant(pool, column, value);
                    pool.eq(names[column], value)
                });
                let both = pool.and2(both[0], both[1]);
                pool.not(both)
            }
            Self::AtMostOther(a, b) => pool.bv_compare(compare(a, false), names[a], names[b]),
            Self::Less(a, b) => pool.bv_compare(compare(a, true), names[a], names[b]),
        }
    }
}
