//! Which numbers an expression can be, read off its shape.
//!
//! A check that no number of these can fail is not written down: `(long long)i * i` of an `int` fits,
//! and no solver has to multiply to see it. Variables are any number of their type; nothing is said
//! about what a program computes over several steps. Numbers are those that expressions have, so the
//! range holds for every run, whatever came before it.
//!
//! ```text
//!   (i64) i              -2147483648 ..= 2147483647
//!   x & 15               0 ..= 15
//!   (i64) i * (i64) i    within 62 bits, which an i64 holds
//! ```

use std::ops::RangeInclusive;

use ir::{ArithOp, Expr, ExprId, IntType, OverflowOp, Type};

use crate::function::FunctionLowering;

type Range = RangeInclusive<i128>;

/// Expressions are read to this depth.
const DEPTH: usize = 6;
/// Products of wider numbers need not fit what ranges are computed with.
const MAX_WIDTH: u8 = 64;

impl FunctionLowering<'_, '_> {
    /// Whether no two numbers that the operands can be make the operation leave the type.
    pub(crate) fn always_fits(
        &self,
        op: OverflowOp,
        lhs: ExprId,
        rhs: ExprId,
        int: IntType,
    ) -> bool {
        let op = match op {
            OverflowOp::Add => ArithOp::Add,
            OverflowOp::Sub => ArithOp::Sub,
            OverflowOp::Mul => ArithOp::Mul,
            OverflowOp::Div | OverflowOp::Shl => return false,
        };
        let (Some(lhs), Some(rhs)) = (self.range(lhs, DEPTH), self.range(rhs, DEPTH)) else {
            return false;
        };
        combined(op, &lhs, &rhs).is_some_and(|range| is_within(&range, &all(int)))
    }

    fn range(&self, expr: ExprId, depth: usize) -> Option<Range> {
        let Type::Int(int) = self.up.program.type_of(expr) else { return None };
        if int.width > MAX_WIDTH {
            return None;
        }
        let whole = all(int);
        if depth == 0 {
            return Some(whole);
        }
        let read = match self.node(expr) {
            Expr::Int(ty, bits) => Some(ty.value(bits)..=ty.value(bits)),
            Expr::Convert(_, from) => match self.up.program.type_of(from) {
                Type::Bool => Some(0..=1),
                Type::Int(_) => self.range(from, depth - 1),
                Type::Float(_) | Type::Pointer => None,
            },
            Expr::Ite(_, then, otherwise) => {
                let (then, otherwise) =
                    (self.range(then, depth - 1)?, self.range(otherwise, depth - 1)?);
                let (lo, hi) =
                    (then.start().min(otherwise.start()), then.end().max(otherwise.end()));
                Some(*lo..=*hi)
            }
            Expr::Arith(ArithOp::BitAnd, lhs, rhs) => {
                let mask = self.constant(lhs).or_else(|| self.constant(rhs));
                mask.filter(|mask| *mask >= 0).map(|mask| 0..=mask)
            }
            Expr::Arith(ArithOp::Rem, lhs, rhs) => {
                let divisor = self.constant(rhs).filter(|divisor| *divisor > 0);
                let lowest = *self.range(lhs, depth - 1)?.start();
                divisor.map(|divisor| (1 - divisor).max(lowest).min(0)..=divisor - 1)
            }
            Expr::Arith(op, lhs, rhs) => {
                let (lhs, rhs) = (self.range(lhs, depth - 1)?, self.range(rhs, depth - 1)?);
                combined(op, &lhs, &rhs)
            }
            _ => None,
        };
        // What leaves the type wraps, and may then be any number of it.
        Some(read.filter(|read| is_within(read, &whole)).unwrap_or(whole))
    }
}

fn all(int: IntType) -> Range {
    int.value(int.min_bits())..=int.value(int.max_bits())
}

fn is_within(inner: &Range, outer: &Range) -> bool {
    outer.contains(inner.start()) && outer.contains(inner.end())
}

/// The exact results of sums, differences and products. All three are monotonous in each operand or
/// its opposite, so that the corners are the extremes.
fn combined(op: ArithOp, lhs: &Range, rhs: &Range) -> Option<Range> {
    let exact = |a: &i128, b: &i128| match op {
        ArithOp::Add => a.checked_add(*b),
        ArithOp::Sub => a.checked_sub(*b),
        ArithOp::Mul => a.checked_mul(*b),
        ArithOp::Div
        | ArithOp::Rem
        | ArithOp::BitAnd
        | ArithOp::BitOr
        | ArithOp::BitXor
        | ArithOp::Shl
        | ArithOp::Shr => None,
    };
    let corners = [
        exact(lhs.start(), rhs.start())?,
        exact(lhs.start(), rhs.end())?,
        exact(lhs.end(), rhs.start())?,
        exact(lhs.end(), rhs.end())?,
    ];
    Some(*corners.iter().min()?..=*corners.iter().max()?)
}

#[cfg(test)]
mod tests {
    use super::{ArithOp, IntType, all, combined, is_within};

    #[test]
    fn products_of_halves_fit_and_of_wholes_do_not() {
        let (int, long) = (all(IntType::signed(32)), all(IntType::signed(64)));
        let unsigned = all(IntType::unsigned(32));
        let product = |a, b| combined(ArithOp::Mul, a, b).expect("the corners fit");
        assert!(is_within(&product(&int, &int), &long));
        assert!(is_within(&product(&int, &unsigned), &long));
        assert!(!is_within(&product(&unsigned, &unsigned), &long));
        assert!(!is_within(&combined(ArithOp::Add, &int, &(1..=1)).expect("a sum"), &int));
    }
}
