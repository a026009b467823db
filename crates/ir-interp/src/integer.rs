//! Integer operations on bits: every width from 1 to 128, both signs.
//!
//! Operands are bits without anything above the width, and so are results. Widths up to 64 take
//! a path of their own; nearly every operation of a C program is one of those. The least value
//! divided by -1 wraps, as all arithmetic of the IR does.

use ir::{ArithOp, CompareOp, IntType, OverflowOp, Sign};

use crate::fault::FaultKind;

/// `lhs op rhs` modulo 2^width. For shifts, `rhs` is the amount as a number.
#[inline]
pub(crate) fn arith(op: ArithOp, ty: IntType, lhs: u128, rhs: u128) -> Result<u128, FaultKind> {
    if ty.width <= 64 {
        return narrow_arith(op, ty, lhs as u64, rhs as u64).map(u128::from);
    }
    let bits = match op {
        ArithOp::Add => lhs.wrapping_add(rhs),
        ArithOp::Sub => lhs.wrapping_sub(rhs),
        ArithOp::Mul => lhs.wrapping_mul(rhs),
        ArithOp::Div | ArithOp::Rem => return divide(op, ty, lhs, rhs),
        ArithOp::BitAnd => lhs & rhs,
        ArithOp::BitOr => lhs | rhs,
        ArithOp::BitXor => lhs ^ rhs,
        ArithOp::Shl => lhs << rhs,
        ArithOp::Shr => match ty.sign {
            Sign::Signed => (ty.value(lhs) >> rhs) as u128,
            Sign::Unsigned => lhs >> rhs,
        },
    };
    Ok(bits & ty.mask())
}

#[inline]
fn narrow_arith(op: ArithOp, ty: IntType, lhs: u64, rhs: u64) -> Result<u64, FaultKind> {
    let bits = match op {
        ArithOp::Add => lhs.wrapping_add(rhs),
        ArithOp::Sub => lhs.wrapping_sub(rhs),
        ArithOp::Mul => lhs.wrapping_mul(rhs),
        ArithOp::Div | ArithOp::Rem => {
            let divided = divide(op, ty, u128::from(lhs), u128::from(rhs));
            return divided.map(|bits| bits as u64);
        }
        ArithOp::BitAnd => lhs & rhs,
        ArithOp::BitOr => lhs | rhs,
        ArithOp::BitXor => lhs ^ rhs,
        ArithOp::Shl => lhs << rhs,
        ArithOp::Shr => match ty.sign {
            Sign::Signed => (signed_narrow(ty, lhs) >> rhs) as u64,
            Sign::Unsigned => lhs >> rhs,
        },
    };
    Ok(bits & narrow_mask(ty))
}

/// The amount of a shift, if it is one that the width allows.
#[inline]
pub(crate) fn shift_amount(ty: IntType, amount_ty: IntType, bits: u128) -> Result<u128, FaultKind> {
    // A negative amount has its sign bit set, and so is too large as an unsigned number unless
    // its type is so narrow that the width exceeds all of its values.
    let is_negative = amount_ty.is_signed() && bits >> (amount_ty.width - 1) & 1 == 1;
    if is_negative || bits >= u128::from(ty.width) {
        return Err(FaultKind::ShiftOutOfRange);
    }
    Ok(bits)
}

fn divide(op: ArithOp, ty: IntType, lhs: u128, rhs: u128) -> Result<u128, FaultKind> {
    if rhs == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    let is_division = op == ArithOp::Div;
    if !ty.is_signed() {
        if ty.width <= 64 {
            let (lhs, rhs) = (lhs as u64, rhs as u64);
            return Ok(u128::from(if is_division { lhs / rhs } else { lhs % rhs }));
        }
        return Ok(if is_division { lhs / rhs } else { lhs % rhs });
    }
    if ty.width <= 64 {
        let (lhs, rhs) = (signed_narrow(ty, lhs as u64), signed_narrow(ty, rhs as u64));
        let exact = if is_division { lhs.wrapping_div(rhs) } else { lhs.wrapping_rem(rhs) };
        return Ok(ty.wrap(i128::from(exact)));
    }
    let (lhs, rhs) = (ty.value(lhs), ty.value(rhs));
    Ok(ty.wrap(if is_division { lhs.wrapping_div(rhs) } else { lhs.wrapping_rem(rhs) }))
}

#[inline]
pub(crate) fn compare(op: CompareOp, ty: IntType, lhs: u128, rhs: u128) -> bool {
    let ordering = match ty.sign {
        Sign::Unsigned => lhs.cmp(&rhs),
        Sign::Signed if ty.width <= 64 => {
            signed_narrow(ty, lhs as u64).cmp(&signed_narrow(ty, rhs as u64))
        }
        Sign::Signed => ty.value(lhs).cmp(&ty.value(rhs)),
    };
    match op {
        CompareOp::Eq => ordering.is_eq(),
        CompareOp::Ne => ordering.is_ne(),
        CompareOp::Lt => ordering.is_lt(),
        CompareOp::Le => ordering.is_le(),
        CompareOp::Gt => ordering.is_gt(),
        CompareOp::Ge => ordering.is_ge(),
    }
}

/// Whether the exact result does not fit. For a shift, `rhs` is an amount within range, and the
/// exact result is `lhs * 2^rhs`.
pub(crate) fn overflows(op: OverflowOp, ty: IntType, lhs: u128, rhs: u128) -> bool {
    match op {
        OverflowOp::Div => ty.is_signed() && lhs == ty.min_bits() && rhs == ty.mask(),
        OverflowOp::Shl => {
            let shifted = lhs << rhs & ty.mask();
            match ty.sign {
                Sign::Signed => ty.value(shifted) >> rhs != ty.value(lhs),
                Sign::Unsigned => shifted >> rhs != lhs,
            }
        }
        OverflowOp::Add | OverflowOp::Sub | OverflowOp::Mul => match ty.sign {
            Sign::Signed => {
                let exact = exact_signed(op, ty.value(lhs), ty.value(rhs));
                exact.is_none_or(|exact| ty.value(ty.wrap(exact)) != exact)
            }
            Sign::Unsigned => {
                let exact = exact_unsigned(op, lhs, rhs);
                exact.is_none_or(|exact| exact & !ty.mask() != 0)
            }
        },
    }
}

/// The result in 128 bits, if it fits there.
fn exact_signed(op: OverflowOp, lhs: i128, rhs: i128) -> Option<i128> {
    match op {
        OverflowOp::Add => lhs.checked_add(rhs),
        OverflowOp::Sub => lhs.checked_sub(rhs),
        OverflowOp::Mul => lhs.checked_mul(rhs),
        OverflowOp::Div | OverflowOp::Shl => None,
    }
}

fn exact_unsigned(op: OverflowOp, lhs: u128, rhs: u128) -> Option<u128> {
    match op {
        OverflowOp::Add => lhs.checked_add(rhs),
        OverflowOp::Sub => lhs.checked_sub(rhs),
        OverflowOp::Mul => lhs.checked_mul(rhs),
        OverflowOp::Div | OverflowOp::Shl => None,
    }
}

/// The bits of a value of type `from` as one of type `to`.
#[inline]
pub(crate) fn convert(from: IntType, to: IntType, bits: u128) -> u128 {
    if to.width <= from.width { bits & to.mask() } else { extend(from, bits) & to.mask() }
}

/// All 128 bits of the number.
#[inline]
pub(crate) fn extend(from: IntType, bits: u128) -> u128 {
    from.value(bits) as u128
}

#[inline]
fn narrow_mask(ty: IntType) -> u64 {
    u64::MAX >> (64 - u32::from(ty.width))
}

#[inline]
fn signed_narrow(ty: IntType, bits: u64) -> i64 {
    let shift = 64 - u32::from(ty.width);
    ((bits << shift) as i64) >> shift
}

#[cfg(test)]
mod tests;
