//! Floats of all five formats, bit by bit as the hardware computes them.
//!
//! Everything is computed by `rustc_apfloat`, the port of LLVM's software floats, rounding to
//! nearest with ties to even. The basic operations on 32 and 64 bits take the processor's own
//! instructions, which give the same bits except for the sign and payload of NaN; where the
//! result is NaN, the software float decides, so that a run is the same on every machine.

use std::cmp::Ordering;

use ir::{ArithOp, CompareOp, FloatType, IntType};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use crate::fault::FaultKind;

/// Calls a generic function at the Rust type of a format.
macro_rules! at_format {
    ($ty:expr, $function:ident ( $($argument:expr),* )) => {
        match $ty {
            FloatType::F16 => $function::<Half>($($argument),*),
            FloatType::F32 => $function::<Single>($($argument),*),
            FloatType::F64 => $function::<Double>($($argument),*),
            FloatType::F80 => $function::<X87DoubleExtended>($($argument),*),
            FloatType::F128 => $function::<Quad>($($argument),*),
        }
    };
}

/// `Add` to `Div`. Division by zero is defined: an infinity or NaN.
pub(crate) fn arith(op: ArithOp, ty: FloatType, lhs: u128, rhs: u128) -> u128 {
    let native = match ty {
        FloatType::F32 => native_32(op, f32::from_bits(lhs as u32), f32::from_bits(rhs as u32))
            .filter(|value| !value.is_nan())
            .map(|value| u128::from(value.to_bits())),
        FloatType::F64 => native_64(op, f64::from_bits(lhs as u64), f64::from_bits(rhs as u64))
            .filter(|value| !value.is_nan())
            .map(|value| u128::from(value.to_bits())),
        FloatType::F16 | FloatType::F80 | FloatType::F128 => None,
    };
    native.unwrap_or_else(|| at_format!(ty, soft_arith(op, lhs, rhs)))
}

pub(crate) fn negate(ty: FloatType, bits: u128) -> u128 {
    bits ^ 1 << (ty.bits() - 1)
}

/// IEEE comparison: NaN is unequal to everything and ordered with nothing.
pub(crate) fn compare(op: CompareOp, ty: FloatType, lhs: u128, rhs: u128) -> bool {
    let ordering = at_format!(ty, order(lhs, rhs));
    match op {
        CompareOp::Eq => ordering == Some(Ordering::Equal),
        CompareOp::Ne => ordering != Some(Ordering::Equal),
        CompareOp::Lt => ordering == Some(Ordering::Less),
        CompareOp::Le => matches!(ordering, Some(Ordering::Less | Ordering::Equal)),
        CompareOp::Gt => ordering == Some(Ordering::Greater),
        CompareOp::Ge => matches!(ordering, Some(Ordering::Greater | Ordering::Equal)),
    }
}

pub(crate) fn of_int(ty: FloatType, from: IntType, bits: u128) -> u128 {
    if from.is_signed() {
        at_format!(ty, of_signed(from.value(bits)))
    } else {
        at_format!(ty, of_unsigned(bits))
    }
}

/// Towards zero.
pub(crate) fn to_int(ty: FloatType, to: IntType, bits: u128) -> Result<u128, FaultKind> {
    at_format!(ty, truncate(to, bits)).ok_or(FaultKind::FloatToIntOutOfRange)
}

pub(crate) fn convert(from: FloatType, to: FloatType, bits: u128) -> u128 {
    if from == to {
        return bits;
    }
    at_format!(from, convert_from(to, bits))
}

fn native_32(op: ArithOp, lhs: f32, rhs: f32) -> Option<f32> {
    match op {
        ArithOp::Add => Some(lhs + rhs),
        ArithOp::Sub => Some(lhs - rhs),
        ArithOp::Mul => Some(lhs * rhs),
        ArithOp::Div => Some(lhs / rhs),
        _ => None,
    }
}

fn native_64(op: ArithOp, lhs: f64, rhs: f64) -> Option<f64> {
    match op {
        ArithOp::Add => Some(lhs + rhs),
        ArithOp::Sub => Some(lhs - rhs),
        ArithOp::Mul => Some(lhs * rhs),
        ArithOp::Div => Some(lhs / rhs),
        _ => None,
    }
}

fn soft_arith<F: Float>(op: ArithOp, lhs: u128, rhs: u128) -> u128 {
    let (lhs, rhs) = (F::from_bits(lhs), F::from_bits(rhs));
    let result = match op {
        ArithOp::Add => lhs + rhs,
        ArithOp::Sub => lhs - rhs,
        ArithOp::Mul => lhs * rhs,
        ArithOp::Div => lhs / rhs,
        ArithOp::Rem
        | ArithOp::BitAnd
        | ArithOp::BitOr
        | ArithOp::BitXor
        | ArithOp::Shl
        | ArithOp::Shr => unreachable!("the validator refuses {op:?} on floats"),
    };
    result.value.to_bits()
}

fn order<F: Float>(lhs: u128, rhs: u128) -> Option<Ordering> {
    F::from_bits(lhs).partial_cmp(&F::from_bits(rhs))
}

fn of_signed<F: Float>(value: i128) -> u128 {
    F::from_i128_r(value, Round::NearestTiesToEven).value.to_bits()
}

fn of_unsigned<F: Float>(value: u128) -> u128 {
    F::from_u128_r(value, Round::NearestTiesToEven).value.to_bits()
}

fn truncate<F: Float>(to: IntType, bits: u128) -> Option<u128> {
    let float = F::from_bits(bits);
    let width = usize::from(to.width);
    let mut is_exact = false;
    if to.is_signed() {
        let truncated = float.to_i128_r(width, Round::TowardZero, &mut is_exact);
        (!truncated.status.contains(Status::INVALID_OP)).then(|| to.wrap(truncated.value))
    } else {
        let truncated = float.to_u128_r(width, Round::TowardZero, &mut is_exact);
        (!truncated.status.contains(Status::INVALID_OP)).then_some(truncated.value)
    }
}

fn convert_from<F>(to: FloatType, bits: u128) -> u128
where
    F: Float
        + FloatConvert<Half>
        + FloatConvert<Single>
        + FloatConvert<Double>
        + FloatConvert<X87DoubleExtended>
        + FloatConvert<Quad>,
{
    fn convert_to<F: FloatConvert<T>, T: Float>(from: F) -> u128 {
        let mut loses_information = false;
        from.convert(&mut loses_information).value.to_bits()
    }
    let from = F::from_bits(bits);
    match to {
        FloatType::F16 => convert_to::<F, Half>(from),
        FloatType::F32 => convert_to::<F, Single>(from),
        FloatType::F64 => convert_to::<F, Double>(from),
        FloatType::F80 => convert_to::<F, X87DoubleExtended>(from),
        FloatType::F128 => convert_to::<F, Quad>(from),
    }
}

#[cfg(test)]
mod tests;
