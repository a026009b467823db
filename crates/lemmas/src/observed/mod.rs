//! Lemmas that short runs suggest.
//!
//! What held in every state that some runs were in may hold always: the program need not say it anywhere.
//!
//! - *bounds*: the least and the greatest value of a number, and the constants next to them;
//! - *equations*: sums of numbers that stay the same (`received = read + lost + count`), by elimination;
//! - *slopes*: `2 x - y` and its like, where it stays small;
//! - *filled parts*: bounds of the elements of an array in front of an index (`k < depth` and `stack[k] >= 0`);
//! - *orders in parts*: how elements of a part compare, with each other and with other numbers (`parts`).
//!
//! Numbers are variables, and elements of arrays that a run has written to.

mod equations;
mod parts;
mod runs;

use std::collections::{BTreeMap, BTreeSet};

use encode::{Component, Encoder};
use ir::{IntType, ObjectId, Type};
use logic::{Assignment, Sort, Term, TermId, TermPool, Value, evaluate};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::{Blocks, HeadId};
use crate::cells::is_told;
use crate::guesses::terms_behind;
use crate::numbers::at_most;

use equations::equations;
use parts::orders_in_parts;
pub use runs::Runs;

/// Fewer states tell nothing.
const MIN_STATES: usize = 6;
const MAX_CELLS: usize = 40;
/// Of which pairs are made.
const MAX_PAIRED: usize = 5;
/// A sum that stays below is worth a guess.
const SMALL: i128 = 16;
/// Constants of the program next to what runs came to, and how large they are.
const MAX_NEAR: usize = 3;
const MAX_COMPARED: i128 = 1 << 31;
/// Numbers that are looked at for equations.
const MAX_IN_EQUATIONS: usize = 24;

/// A number that is looked at.
#[derive(Clone, Copy)]
struct Number {
    name: TermId,
    ty: IntType,
    /// The element of an array that it is: the array, and a place that grows with the address.
    element: Option<(TermId, u128)>,
}

/// A number, and its value in each state.
pub(crate) struct Column {
    pub name: TermId,
    pub ty: IntType,
    pub values: Vec<i128>,
    element: Option<(TermId, u128)>,
}

impl Column {
    fn least(&self) -> i128 {
        self.values.iter().copied().min().unwrap_or(0)
    }

    fn greatest(&self) -> i128 {
        self.values.iter().copied().max().unwrap_or(0)
    }

    pub(crate) fn is_changing(&self) -> bool {
        self.least() < self.greatest()
    }
}

impl Runs {
    /// Where runs have written to, region by region.
    pub fn places(
        &self,
        encoder: &Encoder<'_>,
        blocks: &Blocks,
    ) -> BTreeMap<Component, BTreeSet<Place>> {
        let mut found: BTreeMap<Component, BTreeSet<Place>> = BTreeMap::new();
        for (id, head) in blocks.heads.iter() {
            for (component, name) in &head.components {
                if let Component::Region(_) = component {
                    let places = places(encoder, &head.components, *name, &self.states[id]);
                    found.entry(*component).or_default().extend(places);
                }
            }
        }
        found
    }

    /// What held at a head in all states that runs were in.
    pub fn guesses(&self, encoder: &mut Encoder<'_>, blocks: &Blocks, head: HeadId) -> Vec<TermId> {
        let states = &self.states[head];
        if states.len() < MIN_STATES {
            return Vec::new();
        }
        let columns = columns(encoder, blocks, head, states);
        let pool = &mut encoder.pool;
        let changing: Vec<&Column> = columns.iter().filter(|it| it.is_changing()).collect();
        let few = &changing[..changing.len().min(MAX_IN_EQUATIONS)];
        let mut guesses = equations(pool, few);
        let constants = compared_constants(pool, blocks);
        for column in &columns {
            bounds(pool, column, &mut guesses);
            near_bounds(pool, column, &constants, &mut guesses);
        }
        let is_variable = |it: &&Column| pool.as_var(it.name).is_some();
        let numbers: Vec<&Column> =
            changing.iter().copied().filter(is_variable).take(MAX_PAIRED).collect();
        slopes(pool, &numbers, &mut guesses);
        filled_parts(pool, &numbers, &columns, &mut guesses);
        guesses
    }
}

impl Runs {
    /// How elements of parts of arrays compared in all states that runs were in.
    pub fn orders(&self, encoder: &mut Encoder<'_>, blocks: &Blocks, head: HeadId) -> Vec<TermId> {
        let states = &self.states[head];
        if states.len() < MIN_STATES {
            return Vec::new();
        }
        let columns = columns(encoder, blocks, head, states);
        orders_in_parts(&mut encoder.pool, &columns)
    }
}

/// The numbers at a head.
fn columns(
    encoder: &mut Encoder<'_>,
    blocks: &Blocks,
    head: HeadId,
    states: &[Assignment],
) -> Vec<Column> {
    let mut numbers: Vec<Number> = Vec::new();
    let components = &blocks.heads[head].components;
    for (component, name) in components {
        if let Component::Var(var) = component
            && let Type::Int(ty) = encoder.type_of(*var)
        {
            numbers.push(Number { name: *name, ty, element: None });
        }
    }
    let mut n_cells = 0;
    for (component, name) in components {
        let Component::Region(region) = component else { continue };
        let Some(ty) = encoder.integers_of(*region) else { continue };
        for (object, offset) in places(encoder, components, *name, states) {
            n_cells += 1;
            if n_cells > MAX_CELLS {
                break;
            }
            let is_start = |it: &&(Component, TermId)| {
                object.is_some_and(|object| it.0 == Component::Address(object))
            };
            let base = components.iter().find(is_start).map(|(_, name)| *name);
            let width = encoder.address_format().width;
            let pool = &mut encoder.pool;
            let mut index = pool.bv(width, offset);
            if let Some(base) = base {
                index = pool.bv_add(base, index);
            }
            let cell = pool.select(*name, index);
            numbers.push(Number { name: cell, ty, element: Some((*name, offset)) });
        }
    }
    numbers.extend(records(encoder, blocks, head));
    let pool = &encoder.pool;
    let column = |Number { name, ty, element }| {
        let value = |state| match evaluate(pool, name, state)? {
            Value::BitVec(width, bits) if width <= 64 => Some(ty.value(bits)),
            _ => None,
        };
        let values: Option<Vec<i128>> = states.iter().map(value).collect();
        Some(Column { name, ty, values: values?, element })
    };
    numbers.into_iter().filter_map(column).collect()
}

/// Numbers that lie among others in an array of bytes, as the program reads them at a place that is told by
/// name.
fn records(encoder: &Encoder<'_>, blocks: &Blocks, head: HeadId) -> Vec<Number> {
    let pool = &encoder.pool;
    let mut regions = FxHashSet::default();
    let mut starts = FxHashSet::default();
    for (component, name) in &blocks.heads[head].components {
        match component {
            Component::Region(region) if encoder.integers_of(*region).is_none() => {
                regions.insert(*name);
            }
            Component::Address(_) => {
                starts.insert(*name);
            }
            _ => {}
        }
    }
    let is_told =
        |array: TermId, index: TermId| regions.contains(&array) && is_told(pool, &starts, index);
    // Bytes, and what is put together from them: ids grow from operands to what uses them.
    let mut parts: FxHashSet<TermId> = FxHashSet::default();
    let mut whole: BTreeSet<TermId> = BTreeSet::new();
    for term in terms_behind(pool, blocks, head) {
        let is_one = match pool[term] {
            Term::Select(array, index) => is_told(array, index),
            Term::Concat(high, low) => parts.contains(&high) && parts.contains(&low),
            _ => false,
        };
        if is_one {
            parts.insert(term);
            whole.insert(term);
            for operand in pool[term].operands() {
                whole.remove(&operand);
            }
        }
    }
    let number = |term: TermId| match pool.sort(term) {
        Sort::BitVec(width @ (8 | 16 | 32 | 64)) => {
            Some(Number { name: term, ty: IntType::unsigned(width as u8), element: None })
        }
        _ => None,
    };
    whole.into_iter().filter_map(number).take(MAX_CELLS).collect()
}

/// A place in memory: bytes behind the start of an object that has a name, or an address.
pub type Place = (Option<ObjectId>, u128);

/// Places in an array that runs have written to.
fn places(
    encoder: &Encoder<'_>,
    components: &[(Component, TermId)],
    array: TermId,
    states: &[Assignment],
) -> BTreeSet<Place> {
    let format = encoder.address_format();
    let starts = components.iter().filter_map(|(component, name)| match component {
        Component::Address(object) => Some((*object, *name)),
        _ => None,
    });
    let starts: Vec<(ObjectId, TermId)> = starts.collect();
    let mut found = BTreeSet::new();
    for state in states {
        let pool = &encoder.pool;
        let Some(Value::Array(elements, _)) = evaluate(pool, array, state) else { continue };
        let mut objects: FxHashMap<u128, ObjectId> = FxHashMap::default();
        for (object, start) in &starts {
            if let Some(Value::BitVec(_, bits)) = evaluate(pool, *start, state) {
                objects.entry(bits >> format.offset_bits).or_insert(*object);
            }
        }
        for key in elements.keys() {
            let Value::BitVec(_, bits) = key else { continue };
            let offset = bits & ((1 << format.offset_bits) - 1);
            found.insert(match objects.get(&(bits >> format.offset_bits)) {
                Some(object) => (Some(*object), offset),
                None => (None, *bits),
            });
        }
    }
    found
}

fn number(pool: &mut TermPool, column: &Column, value: i128) -> TermId {
    pool.bv(u32::from(column.ty.width), column.ty.wrap(value))
}

/// Ends of what narrower types hold.
const ENDS: [i128; 7] = [i16::MIN as i128, i8::MIN as i128, 0, 127, 255, 32_767, 65_535];

/// The least and the greatest value, and those of the narrowest type that holds all.
fn bounds(pool: &mut TermPool, column: &Column, guesses: &mut Vec<TermId>) {
    let (least, greatest) = (column.least(), column.greatest());
    let is_signed = column.ty.is_signed();
    let end = ENDS.into_iter().rev().find(|end| *end <= least);
    for low in [Some(least), end.filter(|end| *end < least)].into_iter().flatten() {
        let low = number(pool, column, low);
        guesses.push(at_most(pool, is_signed, low, column.name));
    }
    let end = ENDS.into_iter().find(|end| *end >= greatest);
    for high in [Some(greatest), end.filter(|end| *end > greatest)].into_iter().flatten() {
        let high = number(pool, column, high);
        guesses.push(at_most(pool, is_signed, column.name, high));
    }
    if least == greatest {
        let value = number(pool, column, least);
        guesses.push(pool.eq(column.name, value));
    }
}

/// The constants that stand beside a number in a comparison that decides which way a run takes, and those before
/// and behind them, in their order. Addresses are none.
fn compared_constants(pool: &TermPool, blocks: &Blocks) -> Vec<i128> {
    let guards: Vec<TermId> = blocks.blocks.values().map(|block| block.guard).collect();
    let mut found = BTreeSet::new();
    for term in pool.postorder(&guards) {
        let (Term::BvCompare(_, a, b) | Term::Eq(a, b)) = pool[term] else { continue };
        for side in [a, b] {
            let Term::BitVec(width @ 8..=64, bits) = pool[side] else { continue };
            let value = IntType::signed(width as u8).value(bits);
            if value.abs() <= MAX_COMPARED {
                found.extend([value - 1, value, value + 1]);
            }
        }
    }
    found.into_iter().collect()
}

/// The constants of the program that are next to the least and the greatest value: runs seldom come to the very end of
/// what is possible.
fn near_bounds(
    pool: &mut TermPool,
    column: &Column,
    constants: &[i128],
    guesses: &mut Vec<TermId>,
) {
    let (least, greatest) = (column.least(), column.greatest());
    let is_signed = column.ty.is_signed();
    let above = constants.iter().filter(|it| **it > greatest);
    for high in above.take(MAX_NEAR) {
        let high = number(pool, column, *high);
        guesses.push(at_most(pool, is_signed, column.name, high));
    }
    let below = constants.iter().rev().filter(|it| **it < least && (is_signed || **it >= 0));
    for low in below.take(MAX_NEAR) {
        let low = number(pool, column, *low);
        guesses.push(at_most(pool, is_signed, low, column.name));
    }
}

/// The number in so many bits, as what it is.
pub(crate) fn widened(pool: &mut TermPool, column: &Column, width: u32) -> TermId {
    match column.ty.is_signed() {
        true => pool.sign_extend(width, column.name),
        false => pool.zero_extend(width, column.name),
    }
}

fn slopes(pool: &mut TermPool, numbers: &[&Column], guesses: &mut Vec<TermId>) {
    for (index, x) in numbers.iter().enumerate() {
        for (other, y) in numbers.iter().enumerate() {
            for (a, b) in [(1, -1), (2, -1), (1, -2), (1, 1)] {
                // `x + y` is `y + x`.
                if index == other || (b == 1 && index > other) {
                    continue;
                }
                let value = |(x, y): (&i128, &i128)| a * x + b * y;
                let greatest = x.values.iter().zip(&y.values).map(value).max().unwrap_or(0);
                if greatest.abs() > SMALL {
                    continue;
                }
                // What is taken away is added on the other side: a factor with a sign is hard for a solver.
                let width = u32::from(x.ty.width.max(y.ty.width)) + 3;
                let mut sides = [pool.bv(width, 0), pool.bv(width, greatest as u128)];
                for (column, factor) in [(x, a), (y, b)] {
                    let wide = widened(pool, column, width);
                    let side = &mut sides[usize::from(factor < 0)];
                    for _ in 0..factor.abs() {
                        *side = pool.bv_add(*side, wide);
                    }
                }
                guesses.push(at_most(pool, true, sides[0], sides[1]));
            }
        }
    }
}

/// `x <= k`, or the element `k` is at least what it ever was there.
fn filled_parts(
    pool: &mut TermPool,
    numbers: &[&Column],
    columns: &[Column],
    guesses: &mut Vec<TermId>,
) {
    let mut by_array: FxHashMap<TermId, Vec<&Column>> = FxHashMap::default();
    for column in columns {
        if let Some((array, _)) = column.element {
            by_array.entry(array).or_default().push(column);
        }
    }
    let mut arrays: Vec<_> = by_array.into_iter().filter(|(_, them)| them.len() > 1).collect();
    arrays.sort_by_key(|(array, _)| *array);
    for (_, mut elements) in arrays {
        elements.sort_by_key(|it| it.element);
        let n_elements = elements.len() as i128;
        let indices = numbers.iter().filter(|it| it.least() >= 0 && it.greatest() <= n_elements);
        for index in indices {
            for (k, element) in elements.iter().enumerate() {
                let k = k as i128;
                let inside = index.values.iter().zip(&element.values).filter(|(it, _)| **it > k);
                let inside: Vec<i128> = inside.map(|(_, value)| *value).collect();
                let (Some(least), Some(greatest)) = (inside.iter().min(), inside.iter().max())
                else {
                    continue;
                };
                let limit = number(pool, index, k);
                let outside = at_most(pool, index.ty.is_signed(), index.name, limit);
                let is_signed = element.ty.is_signed();
                let (low, high) = (number(pool, element, *least), number(pool, element, *greatest));
                let bounds = [
                    (*least > element.least()).then_some((low, element.name)),
                    (*greatest < element.greatest()).then_some((element.name, high)),
                ];
                for (low, high) in bounds.into_iter().flatten() {
                    let bound = at_most(pool, is_signed, low, high);
                    guesses.push(pool.or2(outside, bound));
                }
            }
        }
    }
}
