//! Values that are known without running the program.
//!
//! [`evaluate`] folds what gcc folds where C wants a constant: arithmetic with wrap-around, the
//! chosen side of conditions (the other side need not be constant), `&((T *)0)->f`, addresses of
//! objects with static storage plus an offset, and a few builtins. It reads no variable but those
//! that are `constexpr`.
//!
//! It says what the value would be, not that computing it is defined: `INT_MAX + 1` has a value
//! here. Who looks for undefined behaviour must look at the expression.
//!
//! ```text
//!   (unsigned long)&((struct s *)0)->f     Int(8)
//!   &table[2].name                         Address { base: table, offset: 40 }
//!   1 / 0                                  None
//! ```

mod address;
mod builtin;
mod complex;
mod integer;

use crate::depth::with_stack;
use crate::float;
use crate::typed::{
    CompareOp, Conversion, ExprId, ExprKind, FunctionId, LabelId, ObjectId, StringId, Unit,
};
use crate::types::{ComplexPart, FloatKind, Type, TypeId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// The bits of an integer, enum, bool or pointer type, zero-extended.
    Int(u128),
    /// The bits of the floating format.
    Float(u128),
    /// The bits of both halves of a complex type.
    Complex(u128, u128),
    /// An address, or an integer of the width of one that was made from it.
    Address { base: Base, offset: i64 },
}

/// What an address is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    Object(ObjectId),
    Function(FunctionId),
    String(StringId),
    Label(LabelId),
}

/// The value of an expression, if it has one before the program runs.
///
/// Ends: every call goes to a child of the expression, and the typed tree is a tree.
pub fn evaluate(unit: &Unit, expr: ExprId) -> Option<Constant> {
    evaluate_in(View { unit, reads: Reads::Nothing }, expr)
}

/// Like [`evaluate`], but reads objects that are `const` and have a constant initialiser. gcc
/// does so in initialisers, and only there: `const int n = 3; int a[n];` stays variable.
pub(crate) fn evaluate_initialiser(unit: &Unit, expr: ExprId) -> Option<Constant> {
    evaluate_in(View { unit, reads: Reads::ConstObjects }, expr)
}

/// Which objects may be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    Nothing,
    ConstObjects,
}

/// A unit, and what may be read in it.
#[derive(Clone, Copy)]
struct View<'a> {
    unit: &'a Unit,
    reads: Reads,
}

impl std::ops::Deref for View<'_> {
    type Target = Unit;

    fn deref(&self) -> &Unit {
        self.unit
    }
}

fn evaluate_in(unit: View<'_>, expr: ExprId) -> Option<Constant> {
    match unit.exprs[expr].kind {
        // Most questions are about literals; they need no new stack.
        ExprKind::Int(bits) => Some(Constant::Int(bits)),
        ExprKind::Float(bits) => Some(Constant::Float(bits)),
        _ => with_stack(|| evaluate_node(unit, expr)),
    }
}

fn int_in(unit: View<'_>, expr: ExprId) -> Option<i128> {
    match evaluate_in(unit, expr)? {
        Constant::Int(bits) => Some(unit.types.int_value(unit.exprs[expr].ty, bits)),
        Constant::Float(_) | Constant::Complex(..) | Constant::Address { .. } => None,
    }
}

/// The mathematical value of a constant integer expression.
pub fn evaluate_int(unit: &Unit, expr: ExprId) -> Option<i128> {
    match evaluate(unit, expr)? {
        Constant::Int(bits) => Some(unit.types.int_value(unit.exprs[expr].ty, bits)),
        Constant::Float(_) | Constant::Complex(..) | Constant::Address { .. } => None,
    }
}

/// Whether a constant compares unequal to zero. Addresses of things that exist are not null.
pub fn is_true(unit: &Unit, ty: TypeId, constant: Constant) -> bool {
    match (constant, &unit.types[ty]) {
        (Constant::Float(bits), Type::Float(kind)) => !float::is_zero(bits, *kind),
        (Constant::Complex(real, imag), Type::Complex(ComplexPart::Float(kind))) => {
            !float::is_zero(real, *kind) || !float::is_zero(imag, *kind)
        }
        (Constant::Complex(real, imag), _) => real != 0 || imag != 0,
        (Constant::Int(bits) | Constant::Float(bits), _) => bits != 0,
        (Constant::Address { .. }, _) => true,
    }
}

fn evaluate_node(unit: View<'_>, expr: ExprId) -> Option<Constant> {
    let ty = unit.exprs[expr].ty;
    match unit.exprs[expr].kind {
        ExprKind::Int(bits) => Some(Constant::Int(bits)),
        ExprKind::Float(bits) => Some(Constant::Float(bits)),
        ExprKind::Convert { conversion: Conversion::Complex, operand } => {
            complex::conversion(unit, unit.exprs[operand].ty, ty, evaluate_in(unit, operand)?)
        }
        ExprKind::ComplexHalf(half, operand) => {
            complex::half(unit, ty, half, evaluate_in(unit, operand)?)
        }
        ExprKind::Convert { conversion, operand } => {
            convert(unit.unit, conversion, unit.exprs[operand].ty, ty, evaluate_in(unit, operand)?)
        }
        ExprKind::Neg(operand) => match evaluate_in(unit, operand)? {
            Constant::Int(bits) => Some(integer::wrap(unit, ty, bits.wrapping_neg())),
            Constant::Float(bits) => {
                Some(Constant::Float(float::negate(bits, unit.types.float_kind(ty)?)))
            }
            Constant::Complex(real, imag) => {
                let negated = |bits| negate_half(unit, ty, bits);
                Some(Constant::Complex(negated(real)?, negated(imag)?))
            }
            Constant::Address { .. } => None,
        },
        ExprKind::BitNot(operand) => match evaluate_in(unit, operand)? {
            Constant::Int(bits) => Some(integer::wrap(unit, ty, !bits)),
            _ => None,
        },
        ExprKind::Not(operand) => Some(truth(!condition(unit, operand)?)),
        ExprKind::And(lhs, rhs) => Some(truth(condition(unit, lhs)? && condition(unit, rhs)?)),
        ExprKind::Or(lhs, rhs) => Some(truth(condition(unit, lhs)? || condition(unit, rhs)?)),
        ExprKind::Arith(op, lhs, rhs) => {
            let (lhs, rhs) = (evaluate_in(unit, lhs)?, evaluate_in(unit, rhs)?);
            match (lhs, rhs) {
                (Constant::Complex(real, imag), Constant::Complex(other_real, other_imag)) => {
                    complex::arith(unit, ty, op, (real, imag), (other_real, other_imag))
                }
                (Constant::Float(lhs), Constant::Float(rhs)) => {
                    let kind = unit.types.float_kind(ty)?;
                    float::arith(op, lhs, rhs, kind).map(Constant::Float)
                }
                _ => integer::arith(unit, ty, op, lhs, rhs),
            }
        }
        ExprKind::Shift(op, lhs, rhs) => {
            let count = int_in(unit, rhs)?;
            match evaluate_in(unit, lhs)? {
                Constant::Int(bits) => Some(integer::shift(unit, ty, op, bits, count)),
                _ => None,
            }
        }
        ExprKind::Compare(op, lhs, rhs) => compare(unit, op, lhs, rhs).map(truth),
        ExprKind::Conditional { condition: test, then, otherwise } => {
            let chosen = if condition(unit, test)? { then } else { otherwise };
            evaluate_in(unit, chosen)
        }
        ExprKind::Elvis { value, convert: conversion, otherwise } => {
            let constant = evaluate_in(unit, value)?;
            let from = unit.exprs[value].ty;
            if is_true(unit.unit, from, constant) {
                convert(unit.unit, conversion, from, ty, constant)
            } else {
                evaluate_in(unit, otherwise)
            }
        }
        ExprKind::Complex(real, imag) => match (evaluate_in(unit, real)?, evaluate_in(unit, imag)?)
        {
            (
                Constant::Int(real) | Constant::Float(real),
                Constant::Int(imag) | Constant::Float(imag),
            ) => Some(Constant::Complex(real, imag)),
            _ => None,
        },
        ExprKind::AddressOf(_)
        | ExprKind::Decay(_)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerSub { .. }
        | ExprKind::PointerDiff(..)
        | ExprKind::LabelAddress(_) => address::evaluate(unit, expr),
        ExprKind::Load { place, .. } => match unit.exprs[place].kind {
            ExprKind::Object(object) if unit.objects[object].named.is_some() => {
                unit.objects[object].named
            }
            _ => address::load(unit, place),
        },
        ExprKind::Call { callee, ref arguments, .. } => {
            builtin::evaluate(unit, callee, arguments, ty)
        }
        _ => None,
    }
}

fn truth(is_true: bool) -> Constant {
    Constant::Int(u128::from(is_true))
}

fn condition(unit: View<'_>, expr: ExprId) -> Option<bool> {
    Some(is_true(unit.unit, unit.exprs[expr].ty, evaluate_in(unit, expr)?))
}

fn negate_half(unit: View<'_>, ty: TypeId, bits: u128) -> Option<u128> {
    let part = unit.types.complex_part(ty)?;
    Some(match unit.types.float_kind(part) {
        Some(kind) => float::negate(bits, kind),
        None => unit.types.int_bits(part, (bits as i128).wrapping_neg()),
    })
}

fn compare(unit: View<'_>, op: CompareOp, lhs: ExprId, rhs: ExprId) -> Option<bool> {
    let ty = unit.exprs[lhs].ty;
    let (left, right) = (evaluate_in(unit, lhs)?, evaluate_in(unit, rhs)?);
    let ordering = match (left, right) {
        (Constant::Int(left), Constant::Int(right)) => {
            if unit.types.is_signed(ty) {
                let value = |bits| unit.types.int_value(ty, bits);
                value(left).cmp(&value(right))
            } else {
                left.cmp(&right)
            }
        }
        (Constant::Float(left), Constant::Float(right)) => {
            // Comparisons with NaN are false, except `!=`.
            match float::compare(left, right, unit.types.float_kind(ty)?) {
                Some(ordering) => ordering,
                None => return Some(op == CompareOp::Ne),
            }
        }
        _ => return address::compare(op, left, right),
    };
    Some(holds(op, ordering))
}

pub(crate) fn holds(op: CompareOp, ordering: std::cmp::Ordering) -> bool {
    match op {
        CompareOp::Eq => ordering.is_eq(),
        CompareOp::Ne => ordering.is_ne(),
        CompareOp::Lt => ordering.is_lt(),
        CompareOp::Le => ordering.is_le(),
        CompareOp::Gt => ordering.is_gt(),
        CompareOp::Ge => ordering.is_ge(),
    }
}

/// A constant in another type.
pub(crate) fn convert(
    unit: &Unit,
    conversion: Conversion,
    from: TypeId,
    to: TypeId,
    constant: Constant,
) -> Option<Constant> {
    let types = &unit.types;
    match (conversion, constant) {
        (Conversion::Same | Conversion::PointerToPointer, constant) => Some(constant),
        (Conversion::ToBool, constant) => Some(truth(is_true(unit, from, constant))),
        (
            Conversion::IntToInt | Conversion::PointerToInt | Conversion::IntToPointer,
            Constant::Int(bits),
        ) => Some(Constant::Int(types.int_bits(to, types.int_value(from, bits)))),
        // An address survives as a number as long as no bit of it is lost.
        (
            Conversion::IntToInt | Conversion::PointerToInt | Conversion::IntToPointer,
            Constant::Address { .. },
        ) => (types.int_width(to)? >= types.int_width(from)?).then_some(constant),
        (Conversion::IntToFloat, Constant::Int(bits)) => {
            Some(Constant::Float(int_to_float(unit, from, bits, types.float_kind(to)?)))
        }
        (Conversion::FloatToInt, Constant::Float(bits)) => {
            let (kind, width) = (types.float_kind(from)?, types.int_width(to)?);
            Some(Constant::Int(if types.is_signed(to) {
                types.int_bits(to, float::to_signed(bits, kind, width))
            } else {
                float::to_unsigned(bits, kind, width)
            }))
        }
        (Conversion::FloatToFloat, Constant::Float(bits)) => {
            let (from, to) = (types.float_kind(from)?, types.float_kind(to)?);
            Some(Constant::Float(float::convert(bits, from, to)))
        }
        _ => None,
    }
}

fn int_to_float(unit: &Unit, from: TypeId, bits: u128, kind: FloatKind) -> u128 {
    if unit.types.is_signed(from) {
        float::from_signed(unit.types.int_value(from, bits), kind)
    } else {
        float::from_unsigned(bits, kind)
    }
}
