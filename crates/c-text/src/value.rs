//! C expressions in the making.
//!
//! # The promise
//! A [`Value`] stands for a term of `w` bits. Its text is a C expression without undefined
//! behaviour, of the type [`CType`] after promotion, whose value `v` lies within `lo..=hi` and is
//! congruent to the bits modulo 2^w. So `v` may be the signed or the unsigned number that the
//! bits mean, or another one; the interval says which of them it must be:
//!
//! - within `0..2^w` it can only be the unsigned one ([`unsigned`]),
//! - within `-2^(w-1)..2^(w-1)` it can only be the signed one ([`signed`]).
//!
//! Where it may be neither, a cast makes it one.

use crate::literal::{Literal, literal};

/// How tightly an operator binds, C's way; larger binds tighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precedence {
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Primary,
}

/// A type after promotion: `int`, `unsigned`, `long long`, `unsigned long long` and their equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CType {
    /// 32 or 64.
    pub width: u32,
    pub is_signed: bool,
}

pub(crate) const INT: CType = CType { width: 32, is_signed: true };

impl CType {
    pub fn unsigned(width: u32) -> Self {
        Self { width: if width <= 32 { 32 } else { 64 }, is_signed: false }
    }

    pub fn range(self) -> (i128, i128) {
        if self.is_signed {
            (-(1 << (self.width - 1)), (1 << (self.width - 1)) - 1)
        } else {
            (0, (1 << self.width) - 1)
        }
    }

    pub fn holds(self, lo: i128, hi: i128) -> bool {
        let (least, greatest) = self.range();
        least <= lo && hi <= greatest
    }

    /// The type in which C computes with two operands (C17 6.3.1.8).
    pub fn common(self, other: Self) -> Self {
        match self.width.cmp(&other.width) {
            std::cmp::Ordering::Greater => self,
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Equal => {
                Self { width: self.width, is_signed: self.is_signed && other.is_signed }
            }
        }
    }

    fn name(self) -> &'static str {
        match (self.width, self.is_signed) {
            (32, true) => "int",
            (32, false) => "unsigned",
            (_, true) => "long long",
            (_, false) => "unsigned long long",
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub text: String,
    pub precedence: Precedence,
    pub ty: CType,
    pub lo: i128,
    pub hi: i128,
    /// The bits of a constant, which has no text before it is known how it is read.
    pub constant: Option<u128>,
}

impl Value {
    pub fn new(text: String, precedence: Precedence, ty: CType, (lo, hi): (i128, i128)) -> Self {
        debug_assert!(ty.holds(lo, hi), "a value lies within its type: {text} in {lo}..={hi}");
        Self { text, precedence, ty, lo, hi, constant: None }
    }

    /// A constant of which only the value matters.
    pub fn number(value: i128) -> Self {
        let Literal { text, precedence, ty } = literal(value);
        Self::new(text, precedence, ty, (value, value))
    }

    /// The text as an operand of an operator that binds this tightly.
    pub fn operand(&self, of: Precedence) -> String {
        if self.precedence < of { format!("({})", self.text) } else { self.text.clone() }
    }

    pub fn is_within(&self, lo: i128, hi: i128) -> bool {
        lo <= self.lo && self.hi <= hi
    }

    /// Converted to a type; C wraps the value.
    pub fn cast(&self, ty: CType) -> Self {
        let range = if ty.holds(self.lo, self.hi) { (self.lo, self.hi) } else { ty.range() };
        let text = format!("({}){}", ty.name(), self.operand(Precedence::Unary));
        Self::new(text, Precedence::Unary, ty, range)
    }
}

fn mask(width: u32) -> i128 {
    (1 << width) - 1
}

/// The number that the bits of a constant mean with a sign.
pub(crate) fn signed_number(bits: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}

/// The value as the signed number that the `width` bits mean.
pub(crate) fn signed(value: &Value, width: u32) -> Value {
    if let Some(bits) = value.constant {
        return Value::number(signed_number(bits, width));
    }
    let (lo, hi) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    if value.is_within(lo, hi) {
        return value.clone();
    }
    let name = match width {
        8 => "signed char",
        16 => "short",
        32 => "int",
        64 => "long long",
        _ => return odd_signed(value, width),
    };
    let text = format!("({name}){}", value.operand(Precedence::Unary));
    let ty = CType { width: if width == 64 { 64 } else { 32 }, is_signed: true };
    Value::new(text, Precedence::Unary, ty, (lo, hi))
}

/// `((u ^ s) - s)` with `s` the sign bit: both fit a signed type that is wider than `width`.
fn odd_signed(value: &Value, width: u32) -> Value {
    let ty = CType { width: if width < 32 { 32 } else { 64 }, is_signed: true };
    let number = unsigned(value, width);
    let number = if number.ty == ty { number } else { number.cast(ty) };
    let sign = literal(1i128 << (width - 1)).text;
    let text = format!("({} ^ {sign}) - {sign}", number.operand(Precedence::Sum));
    Value::new(text, Precedence::Sum, ty, (-(1 << (width - 1)), (1 << (width - 1)) - 1))
}

/// The value as the unsigned number that the `width` bits mean.
pub(crate) fn unsigned(value: &Value, width: u32) -> Value {
    if let Some(bits) = value.constant {
        return Value::number(bits as i128);
    }
    if value.is_within(0, mask(width)) {
        return value.clone();
    }
    let (name, ty) = match width {
        8 => ("unsigned char", INT),
        16 => ("unsigned short", INT),
        32 => ("unsigned", CType::unsigned(32)),
        64 => ("unsigned long long", CType::unsigned(64)),
        _ => {
            // A mask keeps the low bits of negative numbers too.
            let mask_text = literal(mask(width));
            let text = format!("{} & {}", value.operand(Precedence::Sum), mask_text.text);
            let ty = value.ty.common(mask_text.ty);
            return Value::new(text, Precedence::BitAnd, ty, (0, mask(width)));
        }
    };
    let text = format!("({name}){}", value.operand(Precedence::Unary));
    Value::new(text, Precedence::Unary, ty, (0, mask(width)))
}

/// The value as whichever number is shortest to write.
pub(crate) fn any(value: &Value, width: u32) -> Value {
    match value.constant {
        Some(_) => signed(value, width),
        None => value.clone(),
    }
}
