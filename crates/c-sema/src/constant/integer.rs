//! Integer arithmetic as gcc folds it: in the width of the type, with wrap-around.

use crate::constant::{Constant, View};
use crate::typed::{ArithOp, ShiftOp};
use crate::types::TypeId;

/// `bits` cut to the width of `ty`.
pub(super) fn wrap(unit: View<'_>, ty: TypeId, bits: u128) -> Constant {
    Constant::Int(unit.types.int_bits(ty, bits as i128))
}

/// Integers with integers, and addresses with offsets. Division by zero has no value.
pub(super) fn arith(
    unit: View<'_>,
    ty: TypeId,
    op: ArithOp,
    lhs: Constant,
    rhs: Constant,
) -> Option<Constant> {
    let offset = |bits: u128| unit.types.int_value(ty, bits) as i64;
    match (op, lhs, rhs) {
        (_, Constant::Int(lhs), Constant::Int(rhs)) => {
            int_arith(unit, ty, op, lhs, rhs).map(|bits| wrap(unit, ty, bits))
        }
        (ArithOp::Add, Constant::Address { base, offset: at }, Constant::Int(bits))
        | (ArithOp::Add, Constant::Int(bits), Constant::Address { base, offset: at }) => {
            Some(Constant::Address { base, offset: at.wrapping_add(offset(bits)) })
        }
        (ArithOp::Sub, Constant::Address { base, offset: at }, Constant::Int(bits)) => {
            Some(Constant::Address { base, offset: at.wrapping_sub(offset(bits)) })
        }
        (
            ArithOp::Sub,
            Constant::Address { base: left, offset: left_at },
            Constant::Address { base: right, offset: right_at },
        ) if left == right => {
            Some(wrap(unit, ty, i128::from(left_at.wrapping_sub(right_at)) as u128))
        }
        _ => None,
    }
}

fn int_arith(unit: View<'_>, ty: TypeId, op: ArithOp, lhs: u128, rhs: u128) -> Option<u128> {
    let value = |bits| unit.types.int_value(ty, bits);
    Some(match op {
        ArithOp::Add => lhs.wrapping_add(rhs),
        ArithOp::Sub => lhs.wrapping_sub(rhs),
        ArithOp::Mul => lhs.wrapping_mul(rhs),
        ArithOp::Div | ArithOp::Rem if rhs == 0 => return None,
        ArithOp::Div if unit.types.is_signed(ty) => value(lhs).wrapping_div(value(rhs)) as u128,
        ArithOp::Rem if unit.types.is_signed(ty) => value(lhs).wrapping_rem(value(rhs)) as u128,
        ArithOp::Div => lhs / rhs,
        ArithOp::Rem => lhs % rhs,
        ArithOp::BitAnd => lhs & rhs,
        ArithOp::BitOr => lhs | rhs,
        ArithOp::BitXor => lhs ^ rhs,
    })
}

/// A count beyond the width shifts everything out; a negative count shifts the other way.
pub(super) fn shift(unit: View<'_>, ty: TypeId, op: ShiftOp, bits: u128, count: i128) -> Constant {
    let (op, count) = match (op, count < 0) {
        (op, false) => (op, count),
        (ShiftOp::Left, true) => (ShiftOp::Right, count.saturating_neg()),
        (ShiftOp::Right, true) => (ShiftOp::Left, count.saturating_neg()),
    };
    let count = count.min(128) as u32;
    let shifted = match op {
        ShiftOp::Left => bits.checked_shl(count).unwrap_or(0),
        ShiftOp::Right if unit.types.is_signed(ty) => {
            (unit.types.int_value(ty, bits) >> count.min(127)) as u128
        }
        ShiftOp::Right => bits.checked_shr(count).unwrap_or(0),
    };
    wrap(unit, ty, shifted)
}
