//! How elements of a part of an array compare, with each other and with other numbers.
//!
//! A sort, a search for the least, a window: each keeps its elements in order up to an index, between two, or behind
//! one. What held of an element in all states in which it was in the part is worth a guess:
//!
//! ```text
//!   for (i = 1; i < n; i++)                       k < i - 1:      items[k] <= items[k + 1]
//!       while (at > 0 && items[at - 1] > item)    at < k <= i:    item <= items[k]
//!           ...
//! ```
//!
//! Each element has its guess, so that arrays of few elements have many, and larger ones none. Where a record has a number
//! in front of its array, elements are counted from behind that, too.

use logic::{TermId, TermPool};

use super::{Column, number};
use crate::numbers::at_most;

/// Elements of one array.
const MAX_ELEMENTS: usize = 20;
/// Indices that tell parts, and numbers that elements are compared with.
const MAX_INDICES: usize = 4;
const MAX_COMPARED: usize = 4;
/// States in which an element was in the part.
const MIN_STATES: u32 = 3;
const MAX_GUESSES: usize = 150;
/// Members of a record in front of its array.
const MAX_IN_FRONT: usize = 1;

/// In which states something held, one bit for each.
type States = u128;

/// A bound of an index, by which an element is in a part.
struct Bound<'a> {
    index: &'a Column,
    side: Side,
    limit: i128,
    held: States,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    AtMost,
    AtLeast,
}

/// That one number is at most another.
struct Order<'a> {
    less: &'a Column,
    more: &'a Column,
    held: States,
}

/// What held of elements whenever they were in a part.
pub(super) fn orders_in_parts(pool: &mut TermPool, columns: &[Column]) -> Vec<TermId> {
    let n_states = columns.first().map_or(0, |column| column.values.len());
    if n_states == 0 || n_states > States::BITS as usize {
        return Vec::new();
    }
    let mut arrays: Vec<TermId> =
        columns.iter().filter_map(|it| Some(it.element?.0)).collect::<Vec<_>>();
    arrays.sort_unstable();
    arrays.dedup();
    let mut guesses = Vec::new();
    for array in arrays {
        let is_in = |it: &&Column| it.element.is_some_and(|(of, _)| of == array);
        let mut elements: Vec<&Column> = columns.iter().filter(is_in).collect();
        elements.sort_by_key(|it| it.element);
        for n_in_front in 0..=MAX_IN_FRONT {
            if let Some(elements) = elements.get(n_in_front..)
                && (2..=MAX_ELEMENTS).contains(&elements.len())
            {
                of_array(pool, elements, columns, &mut guesses);
            }
        }
    }
    guesses
}

fn of_array(
    pool: &mut TermPool,
    elements: &[&Column],
    columns: &[Column],
    guesses: &mut Vec<TermId>,
) {
    let n_elements = elements.len() as i128;
    let is_index =
        |it: &&Column| it.is_changing() && it.least() >= -1 && it.greatest() <= n_elements;
    let variables = || columns.iter().filter(|it| it.element.is_none());
    let indices: Vec<&Column> = variables().filter(is_index).take(MAX_INDICES).collect();
    for (k, element) in elements.iter().enumerate() {
        let is_compared = |it: &&Column| it.ty == element.ty && !is_index(it);
        let others = variables().filter(is_compared).take(MAX_COMPARED);
        let next = elements.get(k + 1).copied().filter(|next| next.ty == element.ty);
        let bounds = bounds(&indices, k as i128);
        for other in others.chain(next) {
            for (less, more) in [(*element, other), (other, *element)] {
                let held = states(less, |at| less.values[at] <= more.values[at]);
                of_order(pool, &Order { less, more, held }, &bounds, guesses);
            }
        }
    }
}

/// The states of which something holds.
fn states(column: &Column, holds: impl Fn(usize) -> bool) -> States {
    (0..column.values.len()).filter(|at| holds(*at)).fold(0, |all, at| all | 1 << at)
}

/// By which element `k` may be in a part.
fn bounds<'a>(indices: &[&'a Column], k: i128) -> Vec<Bound<'a>> {
    let mut found = Vec::new();
    for index in indices {
        let at_most = [k, k - 1].map(|limit| (Side::AtMost, limit));
        let at_least = [k, k + 1, k + 2].map(|limit| (Side::AtLeast, limit));
        for (side, limit) in at_most.into_iter().chain(at_least) {
            let held = states(index, |at| match side {
                Side::AtMost => index.values[at] <= limit,
                Side::AtLeast => index.values[at] >= limit,
            });
            if limit >= 0 {
                found.push(Bound { index, side, limit, held });
            }
        }
    }
    found
}

/// The parts in which an order held: on one side of an index, or between two where that is not enough.
fn of_order(
    pool: &mut TermPool,
    order: &Order<'_>,
    bounds: &[Bound<'_>],
    guesses: &mut Vec<TermId>,
) {
    let holds = |part: States| part.count_ones() >= MIN_STATES && part & !order.held == 0;
    let everywhere = states(order.less, |_| true);
    if holds(everywhere) {
        guess(pool, order, &[], guesses);
        return;
    }
    for bound in bounds.iter().filter(|it| holds(it.held)) {
        guess(pool, order, &[bound], guesses);
    }
    let open = |side: Side| bounds.iter().filter(move |it| it.side == side && !holds(it.held));
    for low in open(Side::AtMost) {
        for high in open(Side::AtLeast) {
            let is_between = low.index.name != high.index.name;
            if is_between && holds(low.held & high.held) {
                guess(pool, order, &[low, high], guesses);
            }
        }
    }
}

fn guess(pool: &mut TermPool, order: &Order<'_>, part: &[&Bound<'_>], guesses: &mut Vec<TermId>) {
    if guesses.len() >= MAX_GUESSES {
        return;
    }
    let mut ways: Vec<TermId> = Vec::new();
    for Bound { index, side, limit, .. } in part {
        let limit = number(pool, index, *limit);
        let is_signed = index.ty.is_signed();
        let holds = match side {
            Side::AtMost => at_most(pool, is_signed, index.name, limit),
            Side::AtLeast => at_most(pool, is_signed, limit, index.name),
        };
        ways.push(pool.not(holds));
    }
    ways.push(at_most(pool, order.less.ty.is_signed(), order.less.name, order.more.name));
    guesses.push(pool.or(&ways));
}

#[cfg(test)]
mod tests {
    use ir::IntType;
    use logic::{Assignment, Scalar, Sort, Value, evaluate};

    use super::*;

    /// States of an array of three elements of which those in front of `n` ascend.
    fn columns(pool: &mut TermPool) -> Vec<Column> {
        let ty = IntType::signed(32);
        let array = pool.fresh_var("array", Sort::Array(Scalar::BitVec(64), Scalar::BitVec(32)));
        let column = |name, values: [i128; 7], offset: Option<u128>| Column {
            name,
            ty,
            values: values.to_vec(),
            element: offset.map(|offset| (array, offset)),
        };
        let n = pool.fresh_var("n", Sort::BitVec(32));
        let elements: Vec<TermId> =
            (0..3).map(|_| pool.fresh_var("element", Sort::BitVec(32))).collect();
        vec![
            column(n, [0, 1, 2, 2, 3, 3, 3], None),
            column(elements[0], [9, 5, 4, 8, 1, 2, 3], Some(0)),
            column(elements[1], [2, 1, 6, 8, 2, 7, 30], Some(4)),
            column(elements[2], [5, 0, 1, 3, 7, 9, 40], Some(8)),
        ]
    }

    fn holds(pool: &TermPool, columns: &[Column], values: [u128; 4], guess: TermId) -> bool {
        let vars = columns.iter().zip(values).map(|(column, value)| {
            (pool.as_var(column.name).expect("a variable"), Value::BitVec(32, value))
        });
        let state = Assignment { vars: vars.collect(), ..Assignment::default() };
        evaluate(pool, guess, &state) == Some(Value::Bool(true))
    }

    #[test]
    fn elements_in_front_of_an_index_ascend() {
        let mut pool = TermPool::new();
        let columns = columns(&mut pool);
        let guesses = orders_in_parts(&mut pool, &columns);
        let all_hold = |values| guesses.iter().all(|it| holds(&pool, &columns, values, *it));
        assert!(all_hold([3, 1, 2, 3]));
        assert!(all_hold([0, 9, 2, 1]));
        // Two of them are in the part, and descend.
        assert!(!all_hold([2, 9, 2, 1]));
    }
}
