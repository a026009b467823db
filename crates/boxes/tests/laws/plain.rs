//! Sets of points the plain way: a table with an entry for every point of a small space.
//!
//! Bounds of random sets are between [`LEAST`] and [`GREATEST`]. The space reaches further than
//! any bound that an operation of the tests can make from them, so its outermost values stand
//! for all beyond, and two sets are equal iff their tables are.

use boxes::{Boxes, Diagrams, Interval, Var};
use proptest::prelude::*;

pub const N_VARS: usize = 3;
pub const LEAST: i128 = -3;
pub const GREATEST: i128 = 4;
/// How far a test may shift a bound.
pub const MAX_SHIFT: i128 = 2;
const FIRST: i128 = LEAST - MAX_SHIFT - 2;
const LAST: i128 = GREATEST + MAX_SHIFT + 1;

pub type Point = [i128; N_VARS];
/// Both ends, included; `None` is open.
pub type Ends = (Option<i128>, Option<i128>);
/// A union of boxes minus a union of boxes.
#[derive(Clone, Debug)]
pub struct Plain {
    pub inside: Vec<[Ends; N_VARS]>,
    pub outside: Vec<[Ends; N_VARS]>,
}

pub fn var(index: usize) -> Var {
    Var::new(u32::try_from(index).expect("tests have few variables"))
}

pub fn values() -> impl Iterator<Item = i128> + Clone {
    FIRST..=LAST
}

pub fn clamp(value: i128) -> i128 {
    value.clamp(FIRST, LAST)
}

pub fn points() -> impl Iterator<Item = Point> {
    values().flat_map(|x| values().flat_map(move |y| values().map(move |z| [x, y, z])))
}

pub fn is_between(value: i128, (low, high): Ends) -> bool {
    low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
}

impl Plain {
    pub fn contains(&self, point: Point) -> bool {
        let is_in = |ends: &[Ends; N_VARS]| (0..N_VARS).all(|at| is_between(point[at], ends[at]));
        self.inside.iter().any(is_in) && !self.outside.iter().any(is_in)
    }

    /// The same set as a diagram.
    pub fn build(&self, diagrams: &mut Diagrams) -> Boxes {
        let inside = union(diagrams, &self.inside);
        let outside = union(diagrams, &self.outside);
        diagrams.minus(inside, outside)
    }
}

fn union(diagrams: &mut Diagrams, list: &[[Ends; N_VARS]]) -> Boxes {
    let mut union = diagrams.none();
    for ends in list {
        let bounds: Vec<_> = (0..N_VARS).map(|at| (var(at), interval(ends[at]))).collect();
        let one = diagrams.of_box(&bounds);
        union = diagrams.join(union, one);
    }
    union
}

pub fn interval((low, high): Ends) -> Interval {
    Interval::new(low, high)
}

pub fn contains(diagrams: &Diagrams, set: Boxes, point: Point) -> bool {
    diagrams.contains(set, &|var| point[var.number() as usize])
}

/// Fails unless the set has exactly the points for which `expected` holds.
pub fn check(diagrams: &Diagrams, set: Boxes, expected: impl Fn(Point) -> bool) {
    for point in points() {
        assert_eq!(contains(diagrams, set, point), expected(point), "at {point:?}");
    }
}

/// The point with another value at one place.
pub fn with(mut point: Point, at: usize, value: i128) -> Point {
    point[at] = value;
    point
}

pub fn ends() -> impl Strategy<Value = Ends> {
    let bound = || LEAST..=GREATEST;
    prop_oneof![
        2 => Just((None, None)),
        1 => bound().prop_map(|low| (Some(low), None)),
        1 => bound().prop_map(|high| (None, Some(high))),
        2 => bound().prop_map(|value| (Some(value), Some(value))),
        // The wrong way round now and then, which is the empty box.
        4 => (bound(), -1i128..=4).prop_map(|(low, n)| (Some(low), Some((low + n).min(GREATEST)))),
    ]
}

pub fn plain() -> impl Strategy<Value = Plain> {
    let list = |most| prop::collection::vec(prop::array::uniform3(ends()), 0..=most);
    (list(5), list(2)).prop_map(|(inside, outside)| Plain { inside, outside })
}

pub fn place() -> impl Strategy<Value = usize> {
    0..N_VARS
}
