//! Operations on integers of any size, as [`crate::integers`] reads them.
//!
//! # Bits
//! All three operations come from one, `&`: for all integers in two's complement without end,
//!
//! ```text
//!   a | b  =  a + b - (a & b)              a ^ b  =  a + b - 2 (a & b)
//! ```
//!
//! And `x & m` with a constant `m` is arithmetic: of a run of ones from bit `k` up to `n` it is
//! `((x div 2^k) mod 2^(n-k)) 2^k`, of several runs their sum, and of a negative mask what is left
//! of `x` without the bits that the mask has not. Else it is a function of which bounds are known:
//! between 0 and each operand that is not negative.
//!
//! # Bounds without axioms
//! A value of which only bounds are known is `lo <= u <= hi ? u : lo`, with `u` an unknown
//! function: whatever `u` is, the value lies within them, and where `u` is what it should be, so is
//! the value. Sound, because the true function is among those that the solver may choose.

use ir::{ArithOp, IntType, OverflowOp};
use logic::{Sort, Term, TermId};

use crate::state::Encoder;

/// Masks with more runs of ones than this are taken as unknown numbers.
const MAX_RUNS: usize = 3;

impl Encoder<'_> {
    pub(crate) fn exact_arith(&mut self, op: ArithOp, ty: IntType, a: TermId, b: TermId) -> TermId {
        match op {
            ArithOp::Add => self.pool.int_add(&[a, b]),
            ArithOp::Sub => self.pool.int_sub(a, b),
            ArithOp::Mul => self.pool.int_mul(a, b),
            ArithOp::Div => self.quotient(a, b),
            ArithOp::Rem => self.remainder(a, b),
            ArithOp::BitAnd => self.bit_and(a, b),
            ArithOp::BitOr | ArithOp::BitXor => {
                let both = self.bit_and(a, b);
                let times = if op == ArithOp::BitOr { -1 } else { -2 };
                let times = self.pool.int(times);
                let taken = self.pool.int_mul(times, both);
                self.pool.int_add(&[a, b, taken])
            }
            ArithOp::Shl => self.shifted_left(ty, a, b),
            ArithOp::Shr => self.shifted_right(ty, a, b),
        }
    }

    pub(crate) fn exact_complement(&mut self, ty: IntType, a: TermId) -> TermId {
        let most = match ty.is_signed() {
            true => self.pool.int(-1),
            false => self.number(ty.max_bits()),
        };
        self.pool.int_sub(most, a)
    }

    /// Division of the logic leaves a remainder that is not negative; that of C truncates. They
    /// agree where the dividend is not negative.
    fn quotient(&mut self, a: TermId, b: TermId) -> TermId {
        let opposite = self.pool.int_neg(a);
        let (up, down) = (self.pool.int_div(a, b), self.pool.int_div(opposite, b));
        let down = self.pool.int_neg(down);
        let is_positive = self.is_not_negative(a);
        self.pool.ite(is_positive, up, down)
    }

    fn remainder(&mut self, a: TermId, b: TermId) -> TermId {
        let opposite = self.pool.int_neg(a);
        let (up, down) = (self.pool.int_mod(a, b), self.pool.int_mod(opposite, b));
        let down = self.pool.int_neg(down);
        let is_positive = self.is_not_negative(a);
        self.pool.ite(is_positive, up, down)
    }

    fn is_not_negative(&mut self, a: TermId) -> TermId {
        let zero = self.pool.int(0);
        self.pool.int_le(zero, a)
    }

    fn bit_and(&mut self, a: TermId, b: TermId) -> TermId {
        match (&self.pool[a], &self.pool[b]) {
            _ if a == b => return a,
            (Term::Int(x), Term::Int(y)) => {
                let value = x & y;
                return self.pool.int(value);
            }
            (_, Term::Int(mask)) => {
                if let Some(masked) = self.masked(a, *mask) {
                    return masked;
                }
            }
            (Term::Int(mask), _) => {
                if let Some(masked) = self.masked(b, *mask) {
                    return masked;
                }
            }
            _ => {}
        }
        let (a, b) = (a.min(b), a.max(b));
        let unknown = self.unknown("and", &[a, b]);
        let within_a = self.bounded_by(unknown, a);
        let within_b = self.bounded_by(unknown, b);
        let within = self.pool.and2(within_a, within_b);
        let zero = self.pool.int(0);
        // Two negative numbers have no bound here, and nothing is asked of theirs.
        self.pool.ite(within, unknown, zero)
    }

    /// If the operand is not negative, the value lies between zero and it.
    fn bounded_by(&mut self, value: TermId, operand: TermId) -> TermId {
        let zero = self.pool.int(0);
        let is_within = self.is_between(zero, value, operand);
        let is_positive = self.is_not_negative(operand);
        self.pool.implies(is_positive, is_within)
    }

    /// `x & mask`, exactly; `None` if the mask has too many parts.
    fn masked(&mut self, x: TermId, mask: i128) -> Option<TermId> {
        if mask < 0 {
            let without = self.masked(x, !mask)?;
            return Some(self.pool.int_sub(x, without));
        }
        let runs = runs_of_ones(mask);
        if runs.len() > MAX_RUNS {
            return None;
        }
        let mut parts = vec![self.pool.int(0)];
        for (start, length) in runs {
            let (place, modulus) = (self.modulus(start), self.modulus(length));
            let shifted = self.pool.int_div(x, place);
            let bits = self.pool.int_mod(shifted, modulus);
            parts.push(self.pool.int_mul(place, bits));
        }
        Some(self.pool.int_add(&parts))
    }

    /// By a constant it is a product; an amount outside the width has no meaning.
    fn shifted_left(&mut self, ty: IntType, a: TermId, amount: TermId) -> TermId {
        match self.amount(ty, amount) {
            Some(amount) => {
                let factor = self.modulus(amount);
                self.pool.int_mul(factor, a)
            }
            None => self.unknown("shift-left", &[a, amount]),
        }
    }

    /// By a constant it is a division that rounds down. Else: closer to zero, if not negative.
    fn shifted_right(&mut self, ty: IntType, a: TermId, amount: TermId) -> TermId {
        if let Some(amount) = self.amount(ty, amount) {
            let divisor = self.modulus(amount);
            return self.pool.int_div(a, divisor);
        }
        let unknown = self.unknown("shift-right", &[a, amount]);
        let is_within = self.bounded_by(unknown, a);
        let zero = self.pool.int(0);
        self.pool.ite(is_within, unknown, zero)
    }

    fn amount(&self, ty: IntType, amount: TermId) -> Option<u32> {
        let amount = u32::try_from(self.constant_word(amount)?).ok()?;
        (amount < u32::from(ty.width)).then_some(amount)
    }

    /// A number of which only its arguments are known.
    fn unknown(&mut self, name: &str, arguments: &[TermId]) -> TermId {
        self.is_exact = false;
        self.uninterpreted.apply(&mut self.pool, name, arguments, Sort::Int)
    }

    /// A number of the type, for one that may be any.
    pub(crate) fn confined(&mut self, ty: IntType, value: TermId) -> TermId {
        let fits = self.fits(ty, value);
        let least = self.constant_number(ty, ty.min_bits());
        self.pool.ite(fits, value, least)
    }

    /// Whether the exact result leaves the type.
    pub(crate) fn exact_overflows(
        &mut self,
        op: OverflowOp,
        ty: IntType,
        a: TermId,
        b: TermId,
    ) -> TermId {
        let operation = match op {
            OverflowOp::Add => ArithOp::Add,
            OverflowOp::Sub => ArithOp::Sub,
            OverflowOp::Mul => ArithOp::Mul,
            OverflowOp::Div => ArithOp::Div,
            OverflowOp::Shl => ArithOp::Shl,
        };
        let exact = self.exact_arith(operation, ty, a, b);
        let fits = self.fits(ty, exact);
        self.pool.not(fits)
    }
}

/// Where the runs of ones of a number that is not negative start, and how long they are.
fn runs_of_ones(mask: i128) -> Vec<(u32, u32)> {
    let mut rest = mask as u128;
    let mut at = 0;
    let mut runs = Vec::new();
    while rest != 0 {
        let zeros = rest.trailing_zeros();
        rest >>= zeros;
        let ones = rest.trailing_ones();
        runs.push((at + zeros, ones));
        rest = rest.checked_shr(ones).unwrap_or(0);
        at += zeros + ones;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_ones_are_found_from_below() {
        assert_eq!(runs_of_ones(0), []);
        assert_eq!(runs_of_ones(0xff), [(0, 8)]);
        assert_eq!(runs_of_ones(0xff0f), [(0, 4), (8, 8)]);
        assert_eq!(runs_of_ones(i128::MAX), [(0, 127)]);
        assert_eq!(runs_of_ones(1 << 31), [(31, 1)]);
    }
}
