//! Sums, products, quotients.

use crate::value::{CType, Precedence, Value, any, signed, signed_number, unsigned};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arith {
    Add,
    Sub,
    Mul,
}

impl Arith {
    fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
        }
    }

    fn precedence(self) -> Precedence {
        match self {
            Self::Add | Self::Sub => Precedence::Sum,
            Self::Mul => Precedence::Product,
        }
    }

    /// The range of the exact results.
    fn range(self, a: &Value, b: &Value) -> (i128, i128) {
        match self {
            Self::Add => (a.lo + b.lo, a.hi + b.hi),
            Self::Sub => (a.lo - b.hi, a.hi - b.lo),
            Self::Mul => {
                let products =
                    [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)].map(|(x, y)| {
                        // Values have at most 64 bits, so only their product may not fit.
                        x.saturating_mul(y)
                    });
                let least = products.iter().copied().min().unwrap_or(i128::MIN);
                (least, products.iter().copied().max().unwrap_or(i128::MAX))
            }
        }
    }
}

/// `a op b` modulo 2^width.
///
/// If the exact results fit the type that C computes in, it is exact and nothing is to be done.
/// Otherwise it is computed in an unsigned type of at least `width` bits, where it wraps modulo a
/// multiple of 2^width.
pub(crate) fn arith(op: Arith, a: &Value, b: &Value, width: u32) -> Value {
    // `x + -1` is `x - 1`.
    if let (Arith::Add, Some(bits)) = (op, b.constant)
        && signed_number(bits, width) < 0
    {
        let positive = Value::number(-signed_number(bits, width));
        return arith(Arith::Sub, a, &positive, width);
    }
    let (a, b) = (any(a, width), any(b, width));
    let (lo, hi) = op.range(&a, &b);
    let ty = a.ty.common(b.ty);
    if ty.holds(lo, hi) {
        return joined(op, &a, &b, ty, (lo, hi));
    }
    if !ty.is_signed && ty.width >= width {
        return joined(op, &a, &b, ty, ty.range());
    }
    let wide = CType::unsigned(width.max(ty.width));
    let range = if wide.holds(lo, hi) { (lo, hi) } else { wide.range() };
    joined(op, &a.cast(wide), &b, wide, range)
}

fn joined(op: Arith, a: &Value, b: &Value, ty: CType, range: (i128, i128)) -> Value {
    let precedence = op.precedence();
    // What stands right of a minus or product needs parentheses at its own level too.
    let right = match b.precedence <= precedence {
        true => format!("({})", b.text),
        false => b.text.clone(),
    };
    let text = format!("{} {} {right}", a.operand(precedence), op.sign());
    Value::new(text, precedence, ty, range)
}

/// `-a` modulo 2^width.
pub(crate) fn negated(a: &Value, width: u32) -> Value {
    let a = any(a, width);
    let prefixed = |a: &Value, ty: CType, range| {
        // A second minus would make a decrement of the two.
        let operand = match a.text.starts_with('-') {
            true => format!("({})", a.text),
            false => a.operand(Precedence::Unary),
        };
        Value::new(format!("-{operand}"), Precedence::Unary, ty, range)
    };
    if a.ty.is_signed && a.ty.holds(-a.hi, -a.lo) {
        return prefixed(&a, a.ty, (-a.hi, -a.lo));
    }
    if !a.ty.is_signed && a.ty.width >= width {
        return prefixed(&a, a.ty, a.ty.range());
    }
    let wide = CType::unsigned(width.max(a.ty.width));
    prefixed(&a.cast(wide), wide, wide.range())
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Division {
    Quotient,
    Remainder,
}

impl Division {
    fn text(self, a: &Value, b: &Value) -> String {
        let sign = match self {
            Self::Quotient => "/",
            Self::Remainder => "%",
        };
        let right = match b.precedence <= Precedence::Product {
            true => format!("({})", b.text),
            false => b.text.clone(),
        };
        format!("{} {sign} {right}", a.operand(Precedence::Product))
    }
}

/// Division of unsigned numbers; by zero the quotient is all ones and the remainder the dividend.
pub(crate) fn divide_unsigned(division: Division, a: &Value, b: &Value, width: u32) -> Value {
    let (a, b) = (unsigned(a, width), unsigned(b, width));
    // Both are not negative, so no conversion changes them.
    let ty = a.ty.common(b.ty);
    let hi = match division {
        Division::Quotient => a.hi,
        Division::Remainder => a.hi.min((b.hi - 1).max(0)),
    };
    let result = Value::new(division.text(&a, &b), Precedence::Product, ty, (0, hi));
    if b.lo > 0 {
        return result;
    }
    let by_zero = match division {
        Division::Quotient => Value::number((1 << width) - 1),
        Division::Remainder => a,
    };
    let is_zero = format!("{} == 0", b.operand(Precedence::Equality));
    choice(&is_zero, &by_zero, &result, width)
}

/// Division of signed numbers, towards zero; by zero the quotient is -1 or 1, against the sign of
/// the dividend, and the remainder is the dividend.
pub(crate) fn divide_signed(division: Division, a: &Value, b: &Value, width: u32) -> Value {
    let (a, b) = (signed_typed(a, width), signed_typed(b, width));
    let may_be_minus_one = b.lo <= -1 && -1 <= b.hi;
    let ty = a.ty.common(b.ty);
    // The least number divided by -1 is one too large for its type, and fits a wider one.
    let overflows = may_be_minus_one && a.lo == ty.range().0;
    let long = CType { width: 64, is_signed: true };
    let a = if overflows && ty.width < 64 { a.cast(long) } else { a };
    let overflows = overflows && ty.width == 64;
    let ty = a.ty.common(b.ty);
    let bound = a.lo.abs().max(a.hi.abs());
    let range = match division {
        Division::Quotient if ty.holds(-bound, bound) => (-bound, bound),
        Division::Quotient => ty.range(),
        Division::Remainder => (a.lo.min(0), a.hi.max(0)),
    };
    let mut result = Value::new(division.text(&a, &b), Precedence::Product, ty, range);
    if overflows {
        let by_minus_one = match division {
            Division::Quotient => negated(&a, width),
            Division::Remainder => Value::number(0),
        };
        let is_minus_one = format!("{} == -1", b.operand(Precedence::Equality));
        result = choice(&is_minus_one, &by_minus_one, &result, width);
    }
    if b.lo > 0 || b.hi < 0 {
        return result;
    }
    let by_zero = match division {
        Division::Quotient => {
            let is_negative = format!("{} < 0", a.operand(Precedence::Relation));
            choice(&is_negative, &Value::number(1), &Value::number(-1), width)
        }
        Division::Remainder => a,
    };
    let is_zero = format!("{} == 0", b.operand(Precedence::Equality));
    choice(&is_zero, &by_zero, &result, width)
}

/// The signed number, in a signed type: mixed with an unsigned one it would lose its sign.
pub(crate) fn signed_typed(value: &Value, width: u32) -> Value {
    let value = signed(value, width);
    if value.ty.is_signed {
        return value;
    }
    let same = CType { is_signed: true, ..value.ty };
    let holds = same.holds(value.lo, value.hi);
    value.cast(CType { width: if holds { same.width } else { 64 }, is_signed: true })
}

/// `condition ? a : b` modulo 2^width.
pub(crate) fn choice(condition: &str, a: &Value, b: &Value, width: u32) -> Value {
    let (mut a, b) = (any(a, width), any(b, width));
    let mut ty = a.ty.common(b.ty);
    let (lo, hi) = (a.lo.min(b.lo), a.hi.max(b.hi));
    // C converts both to one type. That keeps them if the type holds both, and keeps what counts
    // if it is unsigned and wide enough.
    if !ty.holds(lo, hi) && (ty.is_signed || ty.width < width) {
        let long = CType { width: 64, is_signed: true };
        let wide = if long.holds(lo, hi) { long } else { CType::unsigned(64) };
        a = a.cast(wide);
        ty = wide.common(b.ty);
    }
    let range = if ty.holds(lo, hi) { (lo, hi) } else { ty.range() };
    let then = a.operand(Precedence::Or);
    let otherwise = b.operand(Precedence::Conditional);
    Value::new(format!("{condition} ? {then} : {otherwise}"), Precedence::Conditional, ty, range)
}
