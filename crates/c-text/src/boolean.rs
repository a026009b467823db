//! Truth values and comparisons.

use crate::arith::signed_typed;
use crate::value::{Precedence, Value, signed, unsigned};

/// A truth value: the text of an expression that is 0 or 1, and that of its negation.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    pub text: String,
    pub precedence: Precedence,
    /// The negation, where it is as short.
    negation: Option<(String, Precedence)>,
}

impl Truth {
    pub fn new(text: impl Into<String>, precedence: Precedence) -> Self {
        Self { text: text.into(), precedence, negation: None }
    }

    pub fn operand(&self, of: Precedence) -> String {
        if self.precedence < of { format!("({})", self.text) } else { self.text.clone() }
    }
}

pub(crate) fn negated(truth: &Truth) -> Truth {
    let (text, precedence) = match &truth.negation {
        Some((text, precedence)) => (text.clone(), *precedence),
        None => (format!("!{}", truth.operand(Precedence::Unary)), Precedence::Unary),
    };
    Truth { text, precedence, negation: Some((truth.text.clone(), truth.precedence)) }
}

/// All or some of the operands, in their order.
pub(crate) fn joined(sign: &str, precedence: Precedence, operands: &[&Truth]) -> Truth {
    // C binds `&&` tighter than `||`; readers like parentheses between the two.
    let texts: Vec<String> =
        operands.iter().map(|operand| operand.operand(Precedence::BitOr)).collect();
    Truth::new(texts.join(&format!(" {sign} ")), precedence)
}

/// Which of two numbers is asked to be less.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Less,
    AtMost,
}

/// `a < b` or `a <= b`, constants on the right.
pub(crate) fn ordered(order: Order, a: &Value, b: &Value) -> Truth {
    let flips = a.lo == a.hi && b.lo != b.hi;
    let (left, right) = if flips { (b, a) } else { (a, b) };
    let (sign, opposite) = match (order, flips) {
        (Order::Less, false) => ("<", ">="),
        (Order::AtMost, false) => ("<=", ">"),
        (Order::Less, true) => (">", "<="),
        (Order::AtMost, true) => (">=", "<"),
    };
    compared(left, right, sign, opposite, Precedence::Relation)
}

pub(crate) fn compared(
    a: &Value,
    b: &Value,
    sign: &str,
    opposite: &str,
    precedence: Precedence,
) -> Truth {
    // Bits and choices beside a comparison get parentheses also where C does not need them.
    let (left, right) = (a.operand(Precedence::Sum), b.operand(Precedence::Sum));
    Truth {
        text: format!("{left} {sign} {right}"),
        precedence,
        negation: Some((format!("{left} {opposite} {right}"), precedence)),
    }
}

pub(crate) fn order_unsigned(order: Order, a: &Value, b: &Value, width: u32) -> Truth {
    // Numbers that are not negative survive every conversion to a common type.
    ordered(order, &unsigned(a, width), &unsigned(b, width))
}

pub(crate) fn order_signed(order: Order, a: &Value, b: &Value, width: u32) -> Truth {
    let (a, b) = (signed(a, width), signed(b, width));
    let (a, b) = agreeing(a, b, width);
    ordered(order, &a, &b)
}

/// The two signed numbers in types whose common type holds both.
fn agreeing(a: Value, b: Value, width: u32) -> (Value, Value) {
    let holds = |a: &Value, b: &Value| a.ty.common(b.ty).holds(a.lo.min(b.lo), a.hi.max(b.hi));
    if holds(&a, &b) { (a, b) } else { (signed_typed(&a, width), signed_typed(&b, width)) }
}

pub(crate) fn equal(a: &Value, b: &Value, width: u32) -> Truth {
    let (a, b) = comparable(a, b, width);
    let (a, b) = if a.lo == a.hi && b.lo != b.hi { (b, a) } else { (a, b) };
    compared(&a, &b, "==", "!=", Precedence::Equality)
}

/// The two numbers such that C finds them equal exactly if the bits are.
fn comparable(a: &Value, b: &Value, width: u32) -> (Value, Value) {
    let is_signed = |value: &Value| value.is_within(-(1 << (width - 1)), (1 << (width - 1)) - 1);
    let is_unsigned = |value: &Value| value.is_within(0, (1 << width) - 1);
    // A constant is whatever the other one is.
    if a.constant.is_some() || b.constant.is_some() {
        let other = if a.constant.is_some() { b } else { a };
        return match is_signed(other) || (other.ty.is_signed && !is_unsigned(other)) {
            true => agreeing(signed(a, width), signed(b, width), width),
            false => (unsigned(a, width), unsigned(b, width)),
        };
    }
    let ty = a.ty.common(b.ty);
    if !ty.is_signed && ty.width == width {
        // C itself compares modulo 2^width.
        return (a.clone(), b.clone());
    }
    if is_unsigned(a) && is_unsigned(b) {
        return (a.clone(), b.clone());
    }
    if is_signed(a) || is_signed(b) {
        return agreeing(signed(a, width), signed(b, width), width);
    }
    (unsigned(a, width), unsigned(b, width))
}
