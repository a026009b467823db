//! Comparisons with constants, said of the numbers before they were widened.

use crate::bit_vector::{mask, signed};
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

    /// `a == constant`, where `a` was widened, or is a sum with a constant or a multiple of what was:
    /// said of the number before.
    ///
    /// ```text
    ///   base + 4 * sign_extend(i) == base + 12        i == 3
    /// ```
    pub(crate) fn equal_before_widening(&mut self, a: TermId, bits: u128) -> Option<TermId> {
        let Sort::BitVec(width) = self.sort(a) else { return None };
        if let Term::BvBinary(op @ (BvBinary::Add | BvBinary::Mul), x, constant) = self[a] {
            let constant = self.constant_bits(constant)?;
            let before = match op {
                BvBinary::Add => bits.wrapping_sub(constant),
                _ => match self.before_multiplying(x, constant, bits)? {
                    Some(quotient) => quotient,
                    None => return Some(self.bottom()),
                },
            };
            let before = self.bv(width, before);
            return Some(self.eq(x, before));
        }
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

    /// What a number was before it was multiplied, if nothing can have wrapped; `Some(None)` if it was
    /// nothing.
    fn before_multiplying(&self, x: TermId, factor: u128, bits: u128) -> Option<Option<u128>> {
        let width = self.width(x);
        let factor = i128::try_from(factor).ok().filter(|it| *it > 0)?;
        let (least, greatest, product) = match self[x] {
            _ if width > 64 => return None,
            Term::ZeroExtend(_, inner) => (0, mask(self.width(inner)) as i128, bits as i128),
            Term::SignExtend(_, inner) => {
                let half = (mask(self.width(inner)) >> 1) as i128;
                (-half - 1, half, signed(width, bits))
            }
            _ => return None,
        };
        let is_signed = least < 0;
        let most = if is_signed { mask(width) >> 1 } else { mask(width) } as i128;
        let fits = greatest.checked_mul(factor)? <= most && least.checked_mul(factor)? >= -most;
        if !fits {
            return None;
        }
        Some((product % factor == 0).then_some((product / factor) as u128))
    }
}
