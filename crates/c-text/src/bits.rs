//! Bitwise operations and shifts.

use crate::arith::choice;
use crate::value::{CType, Precedence, Value, any, signed, unsigned};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bitwise {
    And,
    Or,
    Xor,
}

impl Bitwise {
    fn sign(self) -> (&'static str, Precedence) {
        match self {
            Self::And => ("&", Precedence::BitAnd),
            Self::Or => ("|", Precedence::BitOr),
            Self::Xor => ("^", Precedence::BitXor),
        }
    }
}

/// `a op b` modulo 2^width.
///
/// Low bits of the result depend on low bits of the operands only. They are kept by every
/// conversion to a type of at least `width` bits, and by one that keeps the values.
pub(crate) fn bitwise(op: Bitwise, a: &Value, b: &Value, width: u32) -> Value {
    let (mut a, b) = (any(a, width), plain(b, width));
    let mut ty = a.ty.common(b.ty);
    let keeps_both = ty.holds(a.lo.min(b.lo), a.hi.max(b.hi));
    if !keeps_both && ty.width < width {
        a = a.cast(CType::unsigned(width));
        ty = a.ty.common(b.ty);
    }
    let keeps_both = ty.holds(a.lo.min(b.lo), a.hi.max(b.hi));
    let range = if keeps_both { range(op, &a, &b) } else { ty.range() };
    let (sign, precedence) = op.sign();
    // Mixed operators of this family are hard to read, so all operands that are no products or
    // sums get parentheses, except a chain of the same one on the left.
    let left = match a.precedence == precedence {
        true => a.text.clone(),
        false => a.operand(Precedence::Sum),
    };
    let text = format!("{left} {sign} {}", b.operand(Precedence::Sum));
    Value::new(text, precedence, ty, range)
}

/// A constant without a sign if that is a small number: so masks are easier to read.
fn plain(value: &Value, width: u32) -> Value {
    match value.constant {
        Some(bits) if bits <= i32::MAX as u128 => Value::number(bits as i128),
        Some(_) if width < 32 => unsigned(value, width),
        _ => any(value, width),
    }
}

/// Bounds of the result of operands that no conversion changes.
fn range(op: Bitwise, a: &Value, b: &Value) -> (i128, i128) {
    let bound = |value: i128| {
        // All ones up to the highest bit that differs from the sign.
        let magnitude = if value < 0 { !value } else { value };
        (1i128 << (128 - magnitude.leading_zeros())) - 1
    };
    let ones = bound(a.lo).max(bound(a.hi)).max(bound(b.lo)).max(bound(b.hi));
    let lo = if a.lo >= 0 && b.lo >= 0 { 0 } else { -ones - 1 };
    match op {
        Bitwise::And if a.lo >= 0 && b.lo >= 0 => (0, a.hi.min(b.hi)),
        Bitwise::And if a.lo >= 0 => (0, a.hi),
        Bitwise::And if b.lo >= 0 => (0, b.hi),
        Bitwise::And | Bitwise::Or | Bitwise::Xor => (lo, ones),
    }
}

/// `~a` modulo 2^width: `-a - 1`, which a signed type always holds.
pub(crate) fn complement(a: &Value, width: u32) -> Value {
    let a = any(a, width);
    let a = match !a.ty.is_signed && a.ty.width < width {
        true => a.cast(CType::unsigned(width)),
        false => a,
    };
    let (_, greatest) = a.ty.range();
    let range = match a.ty.is_signed {
        true => (-a.hi - 1, -a.lo - 1),
        false => (greatest - a.hi, greatest - a.lo),
    };
    Value::new(format!("~{}", a.operand(Precedence::Unary)), Precedence::Unary, a.ty, range)
}

/// `a << amount` modulo 2^width; zero from `width` on.
pub(crate) fn shift_left(a: &Value, amount: &Value, width: u32) -> Value {
    if let Some(bits) = amount.constant {
        let Some(n_bits) = u32::try_from(bits).ok().filter(|&it| it < width) else {
            return Value::number(0);
        };
        let a = any(a, width);
        let (lo, hi) = (a.lo << n_bits, a.hi << n_bits);
        // A signed shift is defined where nothing negative and no bit that counts is shifted.
        if a.lo >= 0 && a.ty.holds(lo, hi) && n_bits < a.ty.width {
            return shifted("<<", &a, &n_bits.to_string(), (lo, hi));
        }
        let ty = CType::unsigned(width.max(a.ty.width));
        let a = if a.ty == ty { a } else { a.cast(ty) };
        let range = if ty.holds(lo, hi) { (lo, hi) } else { ty.range() };
        return shifted("<<", &a, &n_bits.to_string(), range);
    }
    let ty = CType::unsigned(width);
    let a = any(a, width);
    let a = if a.ty == ty { a } else { a.cast(ty) };
    let amount = unsigned(amount, width);
    let result = shifted("<<", &a, &amount.operand(Precedence::Unary), ty.range());
    within(&amount, &result, &Value::number(0), width)
}

/// `a >> amount` of unsigned numbers; zero from `width` on.
pub(crate) fn shift_right(a: &Value, amount: &Value, width: u32) -> Value {
    let a = unsigned(a, width);
    if let Some(bits) = amount.constant {
        return match u32::try_from(bits).ok().filter(|&it| it < width) {
            Some(n_bits) => drop_bits(&a, n_bits),
            None => Value::number(0),
        };
    }
    let (a, amount) = (widened(&a, width), unsigned(amount, width));
    let result = shifted(">>", &a, &amount.operand(Precedence::Unary), (0, a.hi));
    within(&amount, &result, &Value::number(0), width)
}

/// `a >> amount` of signed numbers; the sign from `width` on.
pub(crate) fn shift_right_signed(a: &Value, amount: &Value, width: u32) -> Value {
    let a = signed(a, width);
    if let Some(bits) = amount.constant {
        let n_bits = u32::try_from(bits).unwrap_or(u32::MAX).min(width - 1);
        return drop_bits(&a, n_bits);
    }
    let (a, amount) = (widened(&a, width), unsigned(amount, width));
    let range = (a.lo.min(0), a.hi.max(0));
    let result = shifted(">>", &a, &amount.operand(Precedence::Unary), range);
    let is_negative = format!("{} < 0", a.operand(Precedence::Relation));
    let sign = choice(&is_negative, &Value::number(-1), &Value::number(0), width);
    within(&amount, &result, &sign, width)
}

/// `a` without its lowest bits, rounded down.
pub(crate) fn drop_bits(a: &Value, n_bits: u32) -> Value {
    let a = widened(a, n_bits + 1);
    shifted(">>", &a, &n_bits.to_string(), (a.lo >> n_bits, a.hi >> n_bits))
}

/// The same value in a type of at least `width` bits: C shifts by less than that only.
fn widened(a: &Value, width: u32) -> Value {
    match a.ty.width < width {
        true => a.cast(CType { width: 64, is_signed: true }),
        false => a.clone(),
    }
}

fn shifted(sign: &str, a: &Value, amount: &str, range: (i128, i128)) -> Value {
    let text = format!("{} {sign} {amount}", a.operand(Precedence::Unary));
    Value::new(text, Precedence::Shift, a.ty, range)
}

/// What is shifted, as long as the amount is less than the width.
fn within(amount: &Value, result: &Value, otherwise: &Value, width: u32) -> Value {
    if amount.hi < i128::from(width) {
        return result.clone();
    }
    let is_within = format!("{} < {width}", amount.operand(Precedence::Relation));
    choice(&is_within, result, otherwise, width)
}

/// `high` above the `low_width` bits of `low`.
pub(crate) fn concatenated(high: &Value, low: &Value, low_width: u32, width: u32) -> Value {
    let amount = Value { constant: Some(u128::from(low_width)), ..Value::number(0) };
    let high = shift_left(high, &amount, width);
    bitwise(Bitwise::Or, &high, &unsigned(low, low_width), width)
}
