//! Integer constants of C.

use crate::value::{CType, INT, Precedence};

pub(crate) struct Literal {
    pub text: String,
    pub precedence: Precedence,
    pub ty: CType,
}

/// The shortest constant with this value, which fits 64 bits with or without a sign.
///
/// The least value of a type has no constant of its own: `-2147483648` is a minus before a number
/// that does not fit `int`.
pub(crate) fn literal(value: i128) -> Literal {
    let long = CType { width: 64, is_signed: true };
    let (int_min, long_min) = (i128::from(i32::MIN), i128::from(i64::MIN));
    let (text, precedence, ty) = match value {
        _ if value == int_min => (format!("-{} - 1", i32::MAX), Precedence::Sum, INT),
        _ if value == long_min => (format!("-{}LL - 1", i64::MAX), Precedence::Sum, long),
        _ if INT.holds(value, value) => (value.to_string(), sign_precedence(value), INT),
        _ if CType::unsigned(32).holds(value, value) => {
            (format!("{value}U"), Precedence::Primary, CType::unsigned(32))
        }
        _ if long.holds(value, value) => (format!("{value}LL"), sign_precedence(value), long),
        _ => (format!("{value}ULL"), Precedence::Primary, CType::unsigned(64)),
    };
    Literal { text, precedence, ty }
}

fn sign_precedence(value: i128) -> Precedence {
    if value < 0 { Precedence::Unary } else { Precedence::Primary }
}
