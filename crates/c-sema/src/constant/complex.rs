//! Complex constants: sums, differences and products, half by half.

use crate::constant::{Constant, View, convert, integer};
use crate::float;
use crate::typed::{ArithOp, ComplexHalf, Conversion};
use crate::types::TypeId;

/// `(a + bi) op (c + di)`; quotients are not folded.
pub(super) fn arith(
    unit: View<'_>,
    ty: TypeId,
    op: ArithOp,
    lhs: (u128, u128),
    rhs: (u128, u128),
) -> Option<Constant> {
    let part = unit.types.complex_part(ty)?;
    let halves = |op, lhs, rhs| half_arith(unit, part, op, lhs, rhs);
    let (real, imag) = match op {
        ArithOp::Add | ArithOp::Sub => (halves(op, lhs.0, rhs.0)?, halves(op, lhs.1, rhs.1)?),
        ArithOp::Mul => {
            let product = |lhs, rhs| halves(ArithOp::Mul, lhs, rhs);
            let real = halves(ArithOp::Sub, product(lhs.0, rhs.0)?, product(lhs.1, rhs.1)?)?;
            let imag = halves(ArithOp::Add, product(lhs.0, rhs.1)?, product(lhs.1, rhs.0)?)?;
            (real, imag)
        }
        _ => return None,
    };
    Some(Constant::Complex(real, imag))
}

/// A complex number from a real or another complex one, or a real one from its first half.
pub(super) fn conversion(
    unit: View<'_>,
    from: TypeId,
    to: TypeId,
    constant: Constant,
) -> Option<Constant> {
    let halves = match constant {
        Constant::Complex(real, imag) => (real, Some(imag)),
        Constant::Int(bits) | Constant::Float(bits) => (bits, None),
        Constant::Address { .. } => return None,
    };
    let from_part = unit.types.complex_part(from).unwrap_or(from);
    let Some(to_part) = unit.types.complex_part(to) else {
        return half_conversion(unit, from_part, to, halves.0);
    };
    let bits = |constant| match constant {
        Constant::Int(bits) | Constant::Float(bits) => Some(bits),
        Constant::Complex(..) | Constant::Address { .. } => None,
    };
    let real = bits(half_conversion(unit, from_part, to_part, halves.0)?)?;
    let imag = match halves.1 {
        Some(imag) => bits(half_conversion(unit, from_part, to_part, imag)?)?,
        None => 0,
    };
    Some(Constant::Complex(real, imag))
}

/// `__real__` or `__imag__` of a complex constant.
pub(super) fn half(
    unit: View<'_>,
    ty: TypeId,
    half: ComplexHalf,
    value: Constant,
) -> Option<Constant> {
    let Constant::Complex(real, imag) = value else {
        return None;
    };
    let bits = match half {
        ComplexHalf::Real => real,
        ComplexHalf::Imag => imag,
    };
    Some(number(unit, ty, bits))
}

fn number(unit: View<'_>, ty: TypeId, bits: u128) -> Constant {
    if unit.types.is_float(ty) { Constant::Float(bits) } else { Constant::Int(bits) }
}

fn half_arith(unit: View<'_>, part: TypeId, op: ArithOp, lhs: u128, rhs: u128) -> Option<u128> {
    if let Some(kind) = unit.types.float_kind(part) {
        return float::arith(op, lhs, rhs, kind);
    }
    match integer::arith(unit, part, op, Constant::Int(lhs), Constant::Int(rhs))? {
        Constant::Int(bits) => Some(bits),
        _ => None,
    }
}

fn half_conversion(unit: View<'_>, from: TypeId, to: TypeId, bits: u128) -> Option<Constant> {
    let conversion = match (unit.types.is_float(from), unit.types.is_float(to)) {
        (false, false) => Conversion::IntToInt,
        (false, true) => Conversion::IntToFloat,
        (true, false) => Conversion::FloatToInt,
        (true, true) => Conversion::FloatToFloat,
    };
    convert(unit.unit, conversion, from, to, number(unit, from, bits))
}
