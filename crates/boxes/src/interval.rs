//! Intervals of integers: `{ v | low <= v <= high }`, each end possibly open.
//!
//! Bounds are `i128`, integers are not bounded. The two extreme numbers stand for themselves *and
//! everything beyond*: `i128::MAX` as an upper bound and no upper bound are the same, and so are
//! `i128::MIN` below and no lower bound. So every interval is two numbers and nothing overflows: a
//! bound that would leave `i128` stops at its end, which never makes an interval smaller.
//!
//! ```text
//!   [MAX - 1, MAX - 1]  shifted by 5  =  [MAX, +oo)     which contains MAX + 4
//! ```

use std::fmt;

/// Invariant: an empty interval is [`Interval::EMPTY`], so that equality is equality of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Interval {
    low: i128,
    high: i128,
}

impl Interval {
    /// All integers.
    pub const ALL: Self = Self { low: i128::MIN, high: i128::MAX };
    /// No integer.
    pub const EMPTY: Self = Self { low: i128::MAX, high: i128::MIN };

    /// The integers between two ends; `None` is an open end.
    pub fn new(low: Option<i128>, high: Option<i128>) -> Self {
        Self::between(low.unwrap_or(i128::MIN), high.unwrap_or(i128::MAX))
    }

    /// The integers from `low` to `high`, both included; empty if `low > high`.
    pub fn between(low: i128, high: i128) -> Self {
        if low <= high { Self { low, high } } else { Self::EMPTY }
    }

    pub fn point(value: i128) -> Self {
        Self { low: value, high: value }
    }

    pub fn at_least(low: i128) -> Self {
        Self { low, high: i128::MAX }
    }

    pub fn at_most(high: i128) -> Self {
        Self { low: i128::MIN, high }
    }

    /// The least integer. `None` if there is none: the end is open, or the interval is empty.
    pub fn low(self) -> Option<i128> {
        (self.low != i128::MIN && !self.is_empty()).then_some(self.low)
    }

    /// The greatest integer. `None` if there is none: the end is open, or the interval is empty.
    pub fn high(self) -> Option<i128> {
        (self.high != i128::MAX && !self.is_empty()).then_some(self.high)
    }

    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    pub fn is_all(self) -> bool {
        self == Self::ALL
    }

    pub fn is_point(self) -> bool {
        self.as_point().is_some()
    }

    /// The only integer in it. The extreme numbers are not alone: they stand for all beyond.
    pub fn as_point(self) -> Option<i128> {
        let alone = self.low == self.high && self.low != i128::MIN && self.high != i128::MAX;
        alone.then_some(self.low)
    }

    pub fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    pub fn is_subset(self, other: Self) -> bool {
        self.is_empty() || (other.low <= self.low && self.high <= other.high)
    }

    /// The integers in both.
    pub fn meet(self, other: Self) -> Self {
        Self::between(self.low.max(other.low), self.high.min(other.high))
    }

    /// The least interval around both.
    pub fn join(self, other: Self) -> Self {
        // The empty interval is neutral by its choice of bounds.
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// `{ v + by }`. Exact unless a bound leaves `i128`; then a superset.
    ///
    /// Open ends stay open: they stand for integers of any size.
    pub fn shift(self, by: i128) -> Self {
        if self.is_empty() {
            return self;
        }
        let low = if self.low == i128::MIN { i128::MIN } else { self.low.saturating_add(by) };
        let high = if self.high == i128::MAX { i128::MAX } else { self.high.saturating_add(by) };
        Self { low, high }
    }

    /// The bounds as numbers, where the extreme ones are open ends.
    pub(crate) fn ends(self) -> (i128, i128) {
        (self.low, self.high)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("empty");
        }
        match self.low() {
            Some(low) => write!(f, "[{low}, ")?,
            None => f.write_str("(-oo, ")?,
        }
        match self.high() {
            Some(high) => write!(f, "{high}]"),
            None => f.write_str("+oo)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extreme_bounds_are_open_ends() {
        assert_eq!(Interval::new(None, Some(i128::MAX)), Interval::ALL);
        assert_eq!(Interval::new(Some(i128::MIN), None), Interval::ALL);
        assert_eq!(Interval::at_least(i128::MAX).high(), None);
        assert!(!Interval::point(i128::MAX).is_point());
        assert!(Interval::point(0).is_point());
    }

    #[test]
    fn a_shift_beyond_the_numbers_loses_nothing() {
        let near = Interval::point(i128::MAX - 1);
        assert_eq!(near.shift(5), Interval::at_least(i128::MAX));
        assert_eq!(near.shift(5).shift(-5), Interval::at_least(i128::MAX - 5));
        assert_eq!(Interval::point(i128::MIN + 1).shift(-9), Interval::at_most(i128::MIN));
        assert_eq!(Interval::at_least(3).shift(-5), Interval::at_least(-2));
        assert_eq!(Interval::EMPTY.shift(1), Interval::EMPTY);
    }

    #[test]
    fn the_empty_interval_is_one() {
        assert_eq!(Interval::between(3, 2), Interval::EMPTY);
        assert_eq!(Interval::point(1).meet(Interval::point(2)), Interval::EMPTY);
        assert_eq!(Interval::EMPTY.join(Interval::point(2)), Interval::point(2));
        assert_eq!((Interval::EMPTY.low(), Interval::EMPTY.high()), (None, None));
        assert!(Interval::EMPTY.is_subset(Interval::EMPTY) && !Interval::EMPTY.contains(0));
    }

    #[test]
    fn intervals_are_printed_with_their_open_ends() {
        assert_eq!(Interval::between(-1, 3).to_string(), "[-1, 3]");
        assert_eq!(Interval::at_least(2).to_string(), "[2, +oo)");
        assert_eq!(Interval::at_most(2).to_string(), "(-oo, 2]");
        assert_eq!(Interval::EMPTY.to_string(), "empty");
    }
}
