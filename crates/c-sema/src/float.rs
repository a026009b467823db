//! Floating values in every format of the platform, exactly rounded.
//!
//! Values are the bits of their format in a `u128`, as the typed tree stores them. The arithmetic
//! is that of `rustc_apfloat`, a port of LLVM's, which also knows the x87 and the quad format
//! that Rust has no types for. Rounding is to nearest, ties to even: what gcc folds with.

use std::cmp::Ordering;

use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::typed::ArithOp;
use crate::types::FloatKind;

/// Evaluates `$body` with `$format` standing for the Rust type of `$kind`.
macro_rules! with_format {
    ($kind:expr, $format:ident => $body:expr) => {
        match $kind {
            FloatKind::Float16 => {
                type $format = Half;
                $body
            }
            FloatKind::Float => {
                type $format = Single;
                $body
            }
            FloatKind::Double => {
                type $format = Double;
                $body
            }
            FloatKind::LongDouble => {
                type $format = X87DoubleExtended;
                $body
            }
            FloatKind::Float128 => {
                type $format = Quad;
                $body
            }
        }
    };
}

/// The value of a literal, decimal or hexadecimal, without suffix. `None` if it is malformed.
pub(crate) fn parse(text: &str, kind: FloatKind) -> Option<u128> {
    with_format!(kind, Format => {
        Format::from_str_r(text, Round::NearestTiesToEven).ok().map(|value| value.value.to_bits())
    })
}

pub(crate) fn infinity(kind: FloatKind) -> u128 {
    with_format!(kind, Format => Format::INFINITY.to_bits())
}

pub(crate) fn quiet_nan(kind: FloatKind) -> u128 {
    with_format!(kind, Format => Format::NAN.to_bits())
}

pub(crate) fn is_zero(bits: u128, kind: FloatKind) -> bool {
    with_format!(kind, Format => Format::from_bits(bits).is_zero())
}

/// What kind of value it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub is_nan: bool,
    pub is_infinite: bool,
    pub is_negative: bool,
}

pub(crate) fn classify(bits: u128, kind: FloatKind) -> Class {
    with_format!(kind, Format => {
        let value = Format::from_bits(bits);
        Class {
            is_nan: value.is_nan(),
            is_infinite: value.is_infinite(),
            is_negative: value.is_negative(),
        }
    })
}

pub(crate) fn negate(bits: u128, kind: FloatKind) -> u128 {
    with_format!(kind, Format => (-Format::from_bits(bits)).to_bits())
}

/// Operations on integers only (`%`, `&`, …) have no floating meaning.
pub(crate) fn arith(op: ArithOp, lhs: u128, rhs: u128, kind: FloatKind) -> Option<u128> {
    with_format!(kind, Format => {
        let (lhs, rhs) = (Format::from_bits(lhs), Format::from_bits(rhs));
        let result = match op {
            ArithOp::Add => lhs + rhs,
            ArithOp::Sub => lhs - rhs,
            ArithOp::Mul => lhs * rhs,
            ArithOp::Div => lhs / rhs,
            ArithOp::Rem | ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor => return None,
        };
        Some(result.value.to_bits())
    })
}

/// `None` if one of them is not a number.
pub(crate) fn compare(lhs: u128, rhs: u128, kind: FloatKind) -> Option<Ordering> {
    with_format!(kind, Format => {
        Format::from_bits(lhs).partial_cmp(&Format::from_bits(rhs))
    })
}

pub(crate) fn from_signed(value: i128, kind: FloatKind) -> u128 {
    with_format!(kind, Format => {
        Format::from_i128_r(value, Round::NearestTiesToEven).value.to_bits()
    })
}

pub(crate) fn from_unsigned(value: u128, kind: FloatKind) -> u128 {
    with_format!(kind, Format => {
        Format::from_u128_r(value, Round::NearestTiesToEven).value.to_bits()
    })
}

/// Towards zero; values out of range give the nearest integer of the width, as gcc folds them.
pub(crate) fn to_signed(bits: u128, kind: FloatKind, width: u32) -> i128 {
    with_format!(kind, Format => {
        let mut is_exact = false;
        let value = Format::from_bits(bits);
        value.to_i128_r(width as usize, Round::TowardZero, &mut is_exact).value
    })
}

pub(crate) fn to_unsigned(bits: u128, kind: FloatKind, width: u32) -> u128 {
    with_format!(kind, Format => {
        let mut is_exact = false;
        let value = Format::from_bits(bits);
        value.to_u128_r(width as usize, Round::TowardZero, &mut is_exact).value
    })
}

pub(crate) fn convert(bits: u128, from: FloatKind, to: FloatKind) -> u128 {
    fn into<S, T>(bits: u128) -> u128
    where
        S: Float + FloatConvert<T>,
        T: Float,
    {
        let mut loses_info = false;
        let value: T =
            S::from_bits(bits).convert_r(Round::NearestTiesToEven, &mut loses_info).value;
        value.to_bits()
    }
    if from == to {
        return bits;
    }
    with_format!(from, From => with_format!(to, To => into::<From, To>(bits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_round_in_their_own_format() {
        assert_eq!(parse("0.1", FloatKind::Double), Some(u128::from(0.1f64.to_bits())));
        assert_eq!(parse("0.1", FloatKind::Float), Some(u128::from(0.1f32.to_bits())));
        assert_eq!(parse("0x1.8p1", FloatKind::Double), Some(u128::from(3.0f64.to_bits())));
        assert_eq!(parse("1e999", FloatKind::Double), Some(infinity(FloatKind::Double)));
        // The x87 format stores the leading one.
        assert_eq!(parse("1.", FloatKind::LongDouble), Some(0x3fff_8000_0000_0000_0000));
        assert_eq!(parse("1.0", FloatKind::Float128), Some(0x3fff << 112));
    }

    #[test]
    fn integers_saturate() {
        let huge = parse("1e30", FloatKind::Double).expect("a literal");
        assert_eq!(to_signed(huge, FloatKind::Double, 32), i128::from(i32::MAX));
        let minus = parse("-2.9", FloatKind::Double).expect("a literal");
        assert_eq!(to_signed(minus, FloatKind::Double, 32), -2);
    }
}
