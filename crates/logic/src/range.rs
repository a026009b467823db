//! Between which numbers a vector lies, read off its term.
//!
//! A number that was widened has the bits it had before, and sums, products and quotients of such
//! numbers have few more; a choice by a comparison with a constant bounds what it chooses. What is
//! computed on `long` in C began as `int` or `char` more often than not, and solvers pay for
//! multiplication and division by the square of the width. With the range, comparisons that always
//! come out the same are no questions at all.
//!
//! Each range holds in every model: nothing is assumed of variables.

use crate::bit_vector::{mask, signed};
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::term::{BvBinary, BvCompare, Term, TermId};

/// Wider vectors have any value: their products would not fit the numbers here.
pub(crate) const MAX_WIDTH: u32 = 64;
/// How deep conditions are looked into.
const DEPTH: usize = 4;

/// Bounds of a term's value, with a sign and without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub least: i128,
    pub greatest: i128,
    /// Of the bits as a number without sign.
    pub most: u128,
}

impl Range {
    /// Any value of the width.
    pub fn all(width: u32) -> Self {
        let half = (mask(width) >> 1) as i128;
        Self { least: -half - 1, greatest: half, most: mask(width) }
    }

    pub fn of_constant(width: u32, bits: u128) -> Self {
        let value = signed(width, bits);
        Self { least: value, greatest: value, most: bits }
    }

    /// From the least to the greatest, if the width holds both; anything else is a wrapped number.
    pub fn signed(width: u32, least: Option<i128>, greatest: Option<i128>) -> Self {
        let all = Self::all(width);
        match (least, greatest) {
            (Some(least), Some(greatest))
                if least >= all.least && greatest <= all.greatest && least <= greatest =>
            {
                Self { least, greatest, most: all.most }
            }
            _ => all,
        }
    }

    /// At most that, without sign.
    pub fn unsigned(width: u32, most: Option<u128>) -> Self {
        let all = Self::all(width);
        Self { most: most.map_or(all.most, |most| most.min(all.most)), ..all }
    }

    /// What both say.
    pub fn and(self, other: Self) -> Self {
        let least = self.least.max(other.least);
        let greatest = self.greatest.min(other.greatest);
        // Nothing is in both: there is no such model, and any range will do.
        if least > greatest {
            return self;
        }
        Self { least, greatest, most: self.most.min(other.most) }
    }

    fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
            most: self.most.max(other.most),
        }
    }

    /// The two readings, each helped by the other.
    pub fn settled(mut self, width: u32) -> Self {
        if self.least >= 0 {
            self.most = self.most.min(self.greatest as u128);
        }
        if self.most <= mask(width) >> 1 {
            self.least = self.least.max(0);
            self.greatest = self.greatest.min(self.most as i128);
        }
        self
    }

    /// The least number without sign.
    pub fn fewest(self) -> u128 {
        if self.least >= 0 { self.least as u128 } else { 0 }
    }

    /// Bits that suffice without a sign: all above are zero.
    pub fn plain_bits(self) -> u32 {
        (128 - self.most.leading_zeros()).max(1)
    }

    /// Bits that suffice with a sign: all above are copies of the highest of these.
    pub fn signed_bits(self) -> u32 {
        let bits = |value: i128| {
            let magnitude = if value < 0 { !value } else { value } as u128;
            128 - magnitude.leading_zeros() + 1
        };
        bits(self.least).max(bits(self.greatest))
    }
}

impl Range {
    /// The truth of a comparison, if the ranges tell.
    pub fn compare(self, op: BvCompare, other: Self) -> Option<bool> {
        let (x, y) = (self, other);
        let (is_true, is_false) = match op {
            BvCompare::SLt => (x.greatest < y.least, x.least >= y.greatest),
            BvCompare::SLe => (x.greatest <= y.least, x.least > y.greatest),
            BvCompare::ULt => (x.most < y.fewest(), x.fewest() >= y.most),
            BvCompare::ULe => (x.most <= y.fewest(), x.fewest() > y.most),
        };
        if is_true {
            Some(true)
        } else if is_false {
            Some(false)
        } else {
            None
        }
    }

    /// Is nothing in both?
    pub fn is_apart_from(self, other: Self) -> bool {
        let (x, y) = (self, other);
        x.greatest < y.least || y.greatest < x.least || x.most < y.fewest() || y.most < x.fewest()
    }
}

impl TermPool {
    /// Of a term that is about to be interned; the operands have been.
    pub(crate) fn range_of(&self, term: &Term, sort: Sort) -> Range {
        self.range_by(term, sort, |operand| self.range(operand))
    }

    /// Of a term whose operands have these ranges.
    pub(crate) fn range_by(&self, term: &Term, sort: Sort, of: impl Fn(TermId) -> Range) -> Range {
        let Sort::BitVec(width) = sort else { return Range::all(1) };
        if width > MAX_WIDTH {
            return self.range_of_wide(term, width, of);
        }
        let range = match *term {
            Term::BitVec(_, bits) => Range::of_constant(width, bits),
            Term::Ite(c, t, e) => {
                let then = self.under(c, true, t, DEPTH).map_or(of(t), |it| of(t).and(it));
                let other = self.under(c, false, e, DEPTH).map_or(of(e), |it| of(e).and(it));
                then.or(other)
            }
            Term::ZeroExtend(_, a) => Range::unsigned(width, Some(of(a).most)).and(Range::signed(
                width,
                Some(of(a).fewest() as i128),
                Some(of(a).most as i128),
            )),
            Term::SignExtend(_, a) => Range::signed(width, Some(of(a).least), Some(of(a).greatest)),
            Term::Extract { low: 0, operand, .. } if self.width(operand) <= MAX_WIDTH => {
                let inner = of(operand);
                let plain = if inner.most <= mask(width) { inner.most } else { mask(width) };
                let (least, greatest) = (Some(inner.least), Some(inner.greatest));
                Range::unsigned(width, Some(plain)).and(Range::signed(width, least, greatest))
            }
            Term::BvNeg(a) => {
                Range::signed(width, of(a).greatest.checked_neg(), of(a).least.checked_neg())
            }
            Term::BvNot(a) => Range::signed(width, Some(!of(a).greatest), Some(!of(a).least)),
            Term::BvBinary(op, a, b) => {
                let constant = self.constant_bits(b);
                of_operation(op, width, of(a), of(b), constant)
            }
            _ => Range::all(width),
        };
        range.settled(width)
    }

    /// Of vectors that are wider than the numbers here have room for in products: their own range if
    /// it was widened or is a product of what was.
    fn range_of_wide(&self, term: &Term, width: u32, of: impl Fn(TermId) -> Range) -> Range {
        let is_small = |operand: TermId| of(operand).signed_bits() < MAX_WIDTH;
        let range = match *term {
            Term::BitVec(_, bits) => Range::of_constant(width, bits),
            Term::ZeroExtend(_, a) if self.width(a) <= MAX_WIDTH => Range {
                least: of(a).fewest() as i128,
                greatest: of(a).most as i128,
                most: of(a).most,
            },
            Term::SignExtend(_, a) if self.width(a) <= MAX_WIDTH => {
                Range { least: of(a).least, greatest: of(a).greatest, most: mask(width) }
            }
            Term::BvBinary(op @ (BvBinary::Add | BvBinary::Sub | BvBinary::Mul), a, b)
                if is_small(a) && is_small(b) =>
            {
                of_operation(op, width, of(a), of(b), None)
            }
            _ => Range::all(width),
        };
        range.settled(width)
    }

    /// What the truth of a condition says of a term.
    fn under(&self, condition: TermId, truth: bool, term: TermId, depth: usize) -> Option<Range> {
        let depth = depth.checked_sub(1)?;
        match (&self[condition], truth) {
            (Term::Not(inner), _) => self.under(*inner, !truth, term, depth),
            (Term::And(parts), true) | (Term::Or(parts), false) => {
                let said = parts.iter().filter_map(|it| self.under(*it, truth, term, depth));
                said.reduce(Range::and)
            }
            (Term::BvCompare(op, a, b), _) => self.by_comparison(*op, *a, *b, truth, term),
            (Term::Eq(a, b), true) if *a == term || *b == term => {
                let other = if *a == term { *b } else { *a };
                let width = self.sort(term).width()?;
                Some(Range::of_constant(width, self.constant_bits(other)?))
            }
            _ => None,
        }
    }

    fn by_comparison(
        &self,
        op: BvCompare,
        a: TermId,
        b: TermId,
        truth: bool,
        term: TermId,
    ) -> Option<Range> {
        let width = self.sort(term).width().filter(|width| *width <= MAX_WIDTH)?;
        let all = Range::all(width);
        // `a < b` is false if `b <= a`.
        let is_strict = matches!(op, BvCompare::ULt | BvCompare::SLt);
        let (low, high, is_strict) = if truth { (a, b, is_strict) } else { (b, a, !is_strict) };
        let step = i128::from(is_strict);
        match op {
            BvCompare::SLt | BvCompare::SLe if low == term => {
                let limit = signed(width, self.constant_bits(high)?) - step;
                Some(Range::signed(width, Some(all.least), Some(limit)))
            }
            BvCompare::SLt | BvCompare::SLe if high == term => {
                let limit = signed(width, self.constant_bits(low)?) + step;
                Some(Range::signed(width, Some(limit), Some(all.greatest)))
            }
            BvCompare::ULt | BvCompare::ULe if low == term => {
                let limit = self.constant_bits(high)?.checked_sub(step as u128)?;
                Some(Range::unsigned(width, Some(limit)).settled(width))
            }
            _ => None,
        }
    }

    /// The truth of a comparison, if the ranges tell.
    pub(crate) fn compare_ranges(&self, op: BvCompare, a: TermId, b: TermId) -> Option<bool> {
        self.range(a).compare(op, self.range(b))
    }

    /// Are the two different whatever they are?
    pub(crate) fn are_apart(&self, a: TermId, b: TermId) -> bool {
        self.range(a).is_apart_from(self.range(b))
    }
}

fn of_operation(op: BvBinary, width: u32, a: Range, b: Range, by: Option<u128>) -> Range {
    let all = Range::all(width);
    let amount = by.and_then(|by| u32::try_from(by).ok()).filter(|amount| *amount < width);
    match op {
        BvBinary::Add => {
            Range::signed(width, a.least.checked_add(b.least), a.greatest.checked_add(b.greatest))
                .and(Range::unsigned(width, a.most.checked_add(b.most)))
        }
        BvBinary::Sub => {
            Range::signed(width, a.least.checked_sub(b.greatest), a.greatest.checked_sub(b.least))
        }
        BvBinary::Mul => {
            let ends = [
                a.least.checked_mul(b.least),
                a.least.checked_mul(b.greatest),
                a.greatest.checked_mul(b.least),
                a.greatest.checked_mul(b.greatest),
            ];
            let ends: Option<Vec<i128>> = ends.into_iter().collect();
            let (least, greatest) = match &ends {
                Some(ends) => (ends.iter().min().copied(), ends.iter().max().copied()),
                None => (None, None),
            };
            let most = a.most.checked_mul(b.most).filter(|most| *most <= all.most);
            Range::signed(width, least, greatest).and(Range::unsigned(width, most))
        }
        BvBinary::And => {
            let most = Range::unsigned(width, Some(a.most.min(b.most)));
            most.settled(width)
        }
        BvBinary::Or | BvBinary::Xor => {
            let bits = a.plain_bits().max(b.plain_bits());
            Range::unsigned(width, Some(mask(bits)))
        }
        BvBinary::LShr => Range::unsigned(width, Some(a.most >> amount.unwrap_or(0))),
        BvBinary::AShr => match amount {
            Some(amount) => {
                Range::signed(width, Some(a.least >> amount), Some(a.greatest >> amount))
            }
            None => Range::signed(width, Some(a.least.min(0)), Some(a.greatest.max(-1))),
        },
        BvBinary::UDiv => match by {
            Some(by) if by > 0 => Range::unsigned(width, Some(a.most / by)),
            _ => all,
        },
        BvBinary::SDiv => match by.map(|by| signed(width, by)) {
            Some(by) if by > 0 => Range::signed(width, Some(a.least / by), Some(a.greatest / by)),
            _ => all,
        },
        BvBinary::URem => match by {
            Some(by) if by > 0 => Range::unsigned(width, Some(a.most.min(by - 1))),
            _ => Range::unsigned(width, Some(a.most)),
        },
        BvBinary::SRem => {
            // It has the sign of the dividend; by zero it is the dividend.
            let (least, greatest) = (a.least.min(0), a.greatest.max(0));
            match by.map(|by| signed(width, by)) {
                Some(by) if by > 0 => {
                    Range::signed(width, Some(least.max(1 - by)), Some(greatest.min(by - 1)))
                }
                _ => Range::signed(width, Some(least), Some(greatest)),
            }
        }
        BvBinary::Shl => match amount {
            Some(amount) if amount < 63 => of_operation(
                BvBinary::Mul,
                width,
                a,
                Range { least: 1 << amount, greatest: 1 << amount, most: 1 << amount },
                None,
            ),
            _ => all,
        },
    }
}
