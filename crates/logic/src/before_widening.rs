//! Comparisons with constants, said of the numbers before they were widened.

use crate::bit_vector::mask;
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::term::{BvBinary, Term, TermId};

impl TermPool {
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
