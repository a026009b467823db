//! Between which numbers the result of floating arithmetic lies.
//!
//! Rounding keeps order. So a result lies between the least and the greatest of those at the corners of
//! where its operands are, and the machine computes the corners:
//!
//! ```text
//!   0 <= x <= 100    0.9f * x         0 .. 90
//!   0 <= y <= 100    0.1f * y         0 .. 10
//!                    their sum        0 .. 100
//! ```
//!
//! Where operands are is not known when a term is made, only when it is asked about. Therefore each operand
//! is looked at from *landmarks* (`float_landmarks`), numbers that the program itself names and what became
//! of them. For each landmark of the result it is said when the operands keep the result on one side of it:
//!
//! ```text
//!   landmarks of x, y: 0, 100      x <= 100 and y <= 100        0.9f * x + 0.1f * y <= 100
//!                                  x >= 0   and y >= 0          0.9f * x + 0.1f * y >= 0
//! ```
//!
//! A comparison of the result with a landmark is then a formula over comparisons of the operands with theirs,
//! all the way down, and no solver has to look at bits for it.
//!
//! Whatever the landmarks are, all of this is so of the result of the machine, so the term still has
//! every run of the program among its models. They decide only how much is known. What is no number is
//! none exactly where IEEE 754 says so.
//!
//! Of `float` and `double` only, in the rounding that programs begin with, and of so many operations.

use ir::{ArithOp, CompareOp, FloatType, IntType, Type};
use logic::{BvCompare, TermId};
use rustc_hash::FxHashMap;

use crate::float::bits_of;
use crate::float_landmarks::{rounded, sorted};
use crate::float_operand::{Cut, Ends, Operand, corners, without_far};
use crate::float_order::{SameNumber, Side};
use crate::integers::Integers;
use crate::state::Encoder;

/// Beyond which results stay unknown.
const MAX_BOUNDED: usize = 400;

/// What is known of floating numbers that are not constants.
#[derive(Clone, Debug, Default)]
pub(crate) struct FloatBounds {
    /// That the program names, in ascending order.
    pub named: Vec<f64>,
    /// Those that it compares with, and the far ones: landmarks of all results.
    pub compared: Vec<f64>,
    pub results: FxHashMap<TermId, Bounded>,
    pub same: FxHashMap<TermId, SameNumber>,
    pub n_bounded: usize,
}

/// On which side of landmarks a result is.
#[derive(Clone, Debug)]
pub(crate) struct Bounded {
    /// It is no number.
    pub is_none: TermId,
    /// In ascending order.
    pub landmarks: Vec<f64>,
    at_most: Vec<TermId>,
    at_least: Vec<TermId>,
}

/// Whether a value must be on one side of a bound, and whether it is.
struct Kept {
    must: TermId,
    is_there: TermId,
    bound: TermId,
}

impl Bounded {
    pub fn beside(&self, side: Side, bound: f64) -> Option<TermId> {
        let index = self.landmarks.iter().position(|it| *it == bound)?;
        Some(match side {
            Side::Below => self.at_most[index],
            Side::Above => self.at_least[index],
        })
    }
}

impl FloatBounds {
    pub fn result(&self, term: TermId) -> Option<&Bounded> {
        self.results.get(&term)
    }

    pub fn same_number(&self, term: TermId) -> Option<SameNumber> {
        self.same.get(&term).copied()
    }

    pub fn note_same(&mut self, term: TermId, same: SameNumber) {
        self.same.insert(term, same);
    }
}

impl Encoder<'_> {
    /// That a number is on one side of a bound; what is no number is on neither.
    pub fn float_bound(
        &mut self,
        op: CompareOp,
        ty: FloatType,
        term: TermId,
        bound: f64,
    ) -> TermId {
        let bound = self.float_constant(ty, bound);
        self.float_compare(op, ty, term, bound)
    }

    /// A result of which nothing is known, held within the bounds that the operands give it.
    pub(crate) fn bounded(
        &mut self,
        op: ArithOp,
        ty: FloatType,
        [a, b]: [TermId; 2],
        result: TermId,
    ) -> TermId {
        if !self.can_be_bounded(ty) {
            return result;
        }
        let [is_unknown, is_other_unknown] = [a, b].map(|it| self.constant_bits(it).is_none());
        let cut = match op {
            ArithOp::Mul if is_unknown && is_other_unknown => Cut::Between,
            ArithOp::Div if is_other_unknown => Cut::Between,
            _ => Cut::Sides,
        };
        let (left, right) = (self.operand(ty, a, cut), self.operand(ty, b, cut));
        let is_none = self.gives_no_number(op, ty, a, b);
        let corners = |a, b| corners(op, ty, a, b);
        let sides = self.sides_of_zero(op, ty, a, b);
        self.held(ty, is_none, (&left, &right, cut, &corners), sides, result)
    }

    /// The same of a conversion that may round: it keeps order, too.
    pub(crate) fn bounded_conversion(
        &mut self,
        from: Type,
        to: FloatType,
        a: TermId,
        result: TermId,
    ) -> TermId {
        if !self.can_be_bounded(to) {
            return result;
        }
        let (operand, is_none) = match from {
            Type::Int(int) if int.width <= 64 => (self.whole_operand(int, a), self.pool.bottom()),
            Type::Float(float @ (FloatType::F32 | FloatType::F64)) => {
                (self.operand(float, a, Cut::Sides), self.is_nan(float, a))
            }
            _ => return result,
        };
        let nothing = self.constant_operand(0.0);
        let ends = |(least, greatest), _| (rounded(to, least), rounded(to, greatest));
        let sides = [self.pool.bottom(); 2];
        self.held(to, is_none, (&operand, &nothing, Cut::Sides, &ends), sides, result)
    }

    /// On which side of zero a difference is: the larger number says it, whatever is rounded.
    fn sides_of_zero(&mut self, op: ArithOp, ty: FloatType, a: TermId, b: TermId) -> [TermId; 2] {
        let b = match op {
            // The bounds of the other operand say it.
            _ if [a, b].iter().any(|it| self.constant_bits(*it).is_some()) => {
                return [self.pool.bottom(); 2];
            }
            ArithOp::Sub => b,
            ArithOp::Add => self.float_negation(ty, b),
            _ => return [self.pool.bottom(); 2],
        };
        [CompareOp::Le, CompareOp::Ge].map(|op| self.float_compare(op, ty, a, b))
    }

    /// What is left of a number without what is behind its point, held within what is known of the number:
    /// that keeps order, too.
    pub(crate) fn held_whole(
        &mut self,
        ty: FloatType,
        int: IntType,
        number: TermId,
        whole: TermId,
    ) -> TermId {
        if self.float_bounds.result(number).is_none() {
            return whole;
        }
        let (least, greatest) = (int.value(int.min_bits()), int.value(int.max_bits()));
        let op = if int.is_signed() { BvCompare::SLe } else { BvCompare::ULe };
        let (mut keeps_below, mut keeps_above) = (Vec::new(), Vec::new());
        for landmark in self.landmarks(ty, number) {
            let bound = landmark.trunc() as i128;
            if !(least..=greatest).contains(&bound) {
                continue;
            }
            let bound = self.pool.bv(u32::from(int.width), int.wrap(bound));
            let (below, above) =
                (self.at_most(ty, number, landmark), self.at_least(ty, number, landmark));
            let is_below = self.pool.bv_compare(op, whole, bound);
            let is_above = self.pool.bv_compare(op, bound, whole);
            keeps_below.push(Kept { must: below, is_there: is_below, bound });
            keeps_above.push(Kept { must: above, is_there: is_above, bound });
        }
        self.moved(whole, &keeps_below, &keeps_above)
    }

    /// The value where it is within all bounds that it must be within, and else the nearest one. Both kinds
    /// of bounds are in ascending order.
    fn moved(&mut self, value: TermId, below: &[Kept], above: &[Kept]) -> TermId {
        // The last choice comes first: the least of all bounds from above, the greatest from below.
        below.iter().rev().chain(above).fold(value, |term, kept| {
            let is_elsewhere = self.pool.not(kept.is_there);
            let is_moved = self.pool.and2(kept.must, is_elsewhere);
            self.pool.ite(is_moved, kept.bound, term)
        })
    }

    fn can_be_bounded(&mut self, ty: FloatType) -> bool {
        let is_meant = matches!(ty, FloatType::F32 | FloatType::F64)
            && self.integers == Integers::Machine
            && self.float_bounds.n_bounded < MAX_BOUNDED;
        self.float_bounds.n_bounded += usize::from(is_meant);
        is_meant
    }

    /// The result where it is within all bounds that the operands give it, and what is said of it.
    fn held(
        &mut self,
        ty: FloatType,
        is_none: TermId,
        (a, b, cut, ends): (&Operand, &Operand, Cut, Ends<'_>),
        [not_positive, not_negative]: [TermId; 2],
        result: TermId,
    ) -> TermId {
        let (mut found, mut far) = (Vec::new(), Vec::new());
        for one in a.stretches(cut) {
            for other in b.stretches(cut) {
                let (least, greatest) = ends(a.ends(one), b.ends(other));
                far.extend([least, greatest]);
                let (least, greatest) = ends(without_far(a.ends(one)), without_far(b.ends(other)));
                found.extend([least, greatest]);
            }
        }
        // Of what comes from far away, only that there is an end.
        far.retain(|it| it.is_finite());
        let far = sorted(far);
        found.extend([far.first(), far.last()].into_iter().flatten());
        let landmarks = self.thinned(ty, found);
        let (mut below, mut above) = (Vec::new(), Vec::new());
        for landmark in &landmarks {
            let keeps_below = |it: (f64, f64)| it.1 <= *landmark;
            let mut is_kept_below = self.reasons((a, b, cut, ends), &keeps_below);
            let keeps_above = |it: (f64, f64)| it.0 >= *landmark;
            let mut is_kept_above = self.reasons((a, b, cut, ends), &keeps_above);
            if *landmark >= 0.0 {
                is_kept_below = self.pool.or2(is_kept_below, not_positive);
            }
            if *landmark <= 0.0 {
                is_kept_above = self.pool.or2(is_kept_above, not_negative);
            }
            below.push(is_kept_below);
            above.push(is_kept_above);
        }
        let is_number = self.pool.not(is_none);
        let bottom = self.pool.bottom();
        let (mut at_most, mut at_least) = (Vec::new(), Vec::new());
        let (mut keeps_below, mut keeps_above) = (Vec::new(), Vec::new());
        for (index, landmark) in landmarks.iter().enumerate() {
            let bound = self.float_constant(ty, *landmark);
            let is_below = self.float_compare(CompareOp::Le, ty, result, bound);
            let is_above = self.float_compare(CompareOp::Ge, ty, result, bound);
            let is_beyond = above.get(index + 1).copied().unwrap_or(bottom);
            let falls_short = if index > 0 { below[index - 1] } else { bottom };
            let [most, least] =
                [(is_below, below[index], is_beyond), (is_above, above[index], falls_short)].map(
                    |(is_there, must, must_not)| {
                        let may = self.pool.not(must_not);
                        let is_there = self.pool.and2(is_there, may);
                        let is_there = self.pool.or2(must, is_there);
                        self.pool.and2(is_number, is_there)
                    },
                );
            at_most.push(most);
            at_least.push(least);
            keeps_below.push(Kept { must: below[index], is_there: is_below, bound });
            keeps_above.push(Kept { must: above[index], is_there: is_above, bound });
        }
        let term = self.moved(result, &keeps_below, &keeps_above);
        let none = self.some_nan(ty, result);
        let term = self.pool.ite(is_none, none, term);
        self.float_bounds.results.insert(term, Bounded { is_none, landmarks, at_most, at_least });
        term
    }

    pub(crate) fn float_constant(&mut self, ty: FloatType, number: f64) -> TermId {
        let bits = bits_of(ty, number).expect("asked of `float` and `double`");
        self.pool.bv(ty.bits(), bits)
    }

    /// That the operands are where the result's ends are as asked.
    fn reasons(
        &mut self,
        (a, b, cut, ends): (&Operand, &Operand, Cut, Ends<'_>),
        is_meant: &dyn Fn((f64, f64)) -> bool,
    ) -> TermId {
        let mut reasons = Vec::new();
        for one in a.stretches(cut) {
            let keeps = |other| is_meant(ends(a.ends(one), b.ends(other)));
            for other in b.largest(cut, &keeps) {
                let sides = [a.above[one.0], a.below[one.1], b.above[other.0], b.below[other.1]];
                reasons.push(self.pool.and(&sides));
            }
        }
        self.pool.or(&reasons)
    }

    fn some_nan(&mut self, ty: FloatType, result: TermId) -> TermId {
        let is_none = self.is_nan(ty, result);
        let some = self.float_constant(ty, f64::NAN);
        self.pool.ite(is_none, result, some)
    }

    /// Where IEEE 754 says that an operation has no number for a result.
    fn gives_no_number(&mut self, op: ArithOp, ty: FloatType, a: TermId, b: TermId) -> TermId {
        let infinite = [a, b].map(|it| self.is_beyond_all(ty, it));
        let zero = [a, b].map(|it| self.float_bound(CompareOp::Eq, ty, it, 0.0));
        let mut ways = match op {
            ArithOp::Add | ArithOp::Sub => {
                let same = self.same_sign(ty, a, b);
                let cancels = if op == ArithOp::Sub { same } else { self.pool.not(same) };
                vec![self.pool.and(&[infinite[0], infinite[1], cancels])]
            }
            ArithOp::Mul => {
                let (one, other) = ([infinite[0], zero[1]], [zero[0], infinite[1]]);
                vec![self.pool.and(&one), self.pool.and(&other)]
            }
            _ => vec![self.pool.and(&infinite), self.pool.and(&zero)],
        };
        ways.extend([a, b].map(|it| self.is_nan(ty, it)));
        self.pool.or(&ways)
    }

    /// Is it infinite? Told by the landmarks first: what is within two of them is not.
    fn is_beyond_all(&mut self, ty: FloatType, term: TermId) -> TermId {
        let is_infinite = self.has_magnitude(ty, term, f64::INFINITY);
        let landmarks = self.landmarks(ty, term);
        let [Some(least), Some(greatest)] = [landmarks.first(), landmarks.last()] else {
            return is_infinite;
        };
        let (above, below) = (self.at_least(ty, term, *least), self.at_most(ty, term, *greatest));
        let is_within = self.pool.and2(below, above);
        let is_outside = self.pool.not(is_within);
        self.pool.and2(is_outside, is_infinite)
    }
}

#[cfg(test)]
mod tests;
