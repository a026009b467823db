//! Multiplication and division on as many bits as there are, and by constants without either.

use crate::bit_vector::mask;
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::term::{BvBinary, Term, TermId};

/// Narrowing by less than this is not worth the two terms that it takes.
const WORTH: u32 = 4;

impl TermPool {
    /// A product, quotient or remainder in a form that is cheaper to solve, if there is one.
    pub(crate) fn cheaper(&mut self, op: BvBinary, a: TermId, b: TermId) -> Option<TermId> {
        match op {
            BvBinary::UDiv | BvBinary::URem | BvBinary::SDiv | BvBinary::SRem => {
                self.by_power_of_two(op, a, b).or_else(|| self.narrower(op, a, b))
            }
            BvBinary::Mul => self.narrower(op, a, b),
            _ => None,
        }
    }

    /// Division by `2^k`. Towards zero, as C has it: negative numbers are first moved up by
    /// `2^k - 1`.
    fn by_power_of_two(&mut self, op: BvBinary, a: TermId, b: TermId) -> Option<TermId> {
        let (width, divisor) = (self.width(a), self.constant_bits(b)?);
        // The highest bit alone is a negative number.
        if !divisor.is_power_of_two() || divisor == 1 || divisor > mask(width) >> 1 {
            return None;
        }
        let k = self.bv(width, u128::from(divisor.trailing_zeros()));
        let low = self.bv(width, divisor - 1);
        Some(match op {
            BvBinary::UDiv => self.bv_binary(BvBinary::LShr, a, k),
            BvBinary::URem => self.bv_binary(BvBinary::And, a, low),
            BvBinary::SDiv => {
                let moved = self.moved_up(a, low);
                self.bv_binary(BvBinary::AShr, moved, k)
            }
            BvBinary::SRem => {
                let moved = self.moved_up(a, low);
                let high = self.bv(width, !(divisor - 1));
                let multiple = self.bv_binary(BvBinary::And, moved, high);
                self.bv_sub(a, multiple)
            }
            _ => return None,
        })
    }

    /// `a < 0 ? a + low : a`, by the copies of the sign.
    fn moved_up(&mut self, a: TermId, low: TermId) -> TermId {
        let width = self.width(a);
        if self.range(a).least >= 0 {
            return a;
        }
        let top = self.bv(width, u128::from(width - 1));
        let sign = self.bv_binary(BvBinary::AShr, a, top);
        let up = self.bv_binary(BvBinary::And, sign, low);
        self.bv_add(a, up)
    }

    fn narrower(&mut self, op: BvBinary, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let (x, y) = (self.range(a), self.range(b));
        let divides_by_nothing = self.constant_bits(b) == Some(0);
        let (plain, signed) = match op {
            BvBinary::Mul => (x.plain_bits() + y.plain_bits(), x.signed_bits() + y.signed_bits()),
            // What division by zero gives depends on the width; the remainder does not.
            BvBinary::UDiv if self.constant_bits(b).is_none() => return None,
            BvBinary::UDiv | BvBinary::URem => (x.plain_bits().max(y.plain_bits()), width),
            // The least number by -1 is one more than the greatest.
            BvBinary::SDiv | BvBinary::SRem => (width, x.signed_bits().max(y.signed_bits()) + 1),
            _ => return None,
        };
        if divides_by_nothing || plain.min(signed) + WORTH > width {
            return None;
        }
        let narrow = plain.min(signed);
        let (a, b) = (self.extract(narrow - 1, 0, a), self.extract(narrow - 1, 0, b));
        let result = self.bv_binary(op, a, b);
        Some(if plain <= signed {
            self.zero_extend(width, result)
        } else {
            self.sign_extend(width, result)
        })
    }

    pub(crate) fn constant_bits(&self, term: TermId) -> Option<u128> {
        match self[term] {
            Term::BitVec(_, bits) => Some(bits),
            _ => None,
        }
    }

    /// A comparison `a <= limit` without signs, where `a` was widened or is a multiple of what
    /// was: said of the number before.
    ///
    /// ```text
    ///   4 * zero_extend(i) <= 30        i <= 7
    ///   4 * sign_extend(i) <= 30        i <= 7 without signs, so that i is not negative
    /// ```
    pub(crate) fn at_most_before_widening(&mut self, a: TermId, limit: u128) -> Option<TermId> {
        let width = self.width(a);
        let (product, plus) = match self[a] {
            Term::BvBinary(BvBinary::Add, sum, constant) => (sum, self.constant_bits(constant)?),
            _ => (a, 0),
        };
        let (widened, factor) = match self[product] {
            Term::BvBinary(BvBinary::Mul, x, constant) => (x, self.constant_bits(constant)?),
            _ => (product, 1),
        };
        if factor == 0 || width > 64 {
            return None;
        }
        let half = mask(width) >> 1;
        let inner = match self[widened] {
            // Nothing wraps.
            Term::ZeroExtend(_, x) => {
                let greatest = mask(self.width(x));
                if greatest.checked_mul(factor)?.checked_add(plus)? > mask(width) {
                    return None;
                }
                x
            }
            // Negative numbers stay negative, which is beyond the limit.
            Term::SignExtend(_, x) => {
                let greatest = mask(self.width(x)) >> 1;
                let is_far = (greatest + 1).checked_mul(factor)?.checked_add(plus)? <= half;
                if !is_far || plus >= factor || limit > half || limit / factor > greatest {
                    return None;
                }
                x
            }
            _ => return None,
        };
        let Some(room) = limit.checked_sub(plus) else { return Some(self.bottom()) };
        let inner_width = self.width(inner);
        let most = room / factor;
        if most >= mask(inner_width) {
            return Some(self.top());
        }
        let most = self.bv(inner_width, most);
        Some(self.bv_compare(crate::BvCompare::ULe, inner, most))
    }

    /// `a == constant`, where `a` was widened: said of the number before.
    pub(crate) fn equal_before_widening(&mut self, a: TermId, bits: u128) -> Option<TermId> {
        let Sort::BitVec(width) = self.sort(a) else { return None };
        let (inner, is_signed) = match self[a] {
            Term::ZeroExtend(_, x) => (x, false),
            Term::SignExtend(_, x) => (x, true),
            _ => return None,
        };
        let inner_width = self.width(inner);
        let low = self.bv(inner_width, bits);
        let again = match is_signed {
            true => self.sign_extend(width, low),
            false => self.zero_extend(width, low),
        };
        if self.constant_bits(again) != Some(bits) {
            return Some(self.bottom());
        }
        Some(self.eq(inner, low))
    }
}
