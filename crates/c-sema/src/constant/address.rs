//! Address constants: an object, function, string or label, and an offset in bytes.
//!
//! A place whose base pointer is a number is a number, too: that is the idiom by which C
//! programs compute offsets of members.

use crate::constant::{
    Base, Constant, Reads, View, evaluate_in as evaluate_any, holds, int_in as evaluate_int,
};
use crate::depth::with_stack;
use crate::typed::{CompareOp, Duration, ExprId, ExprKind, ObjectId};
use crate::types::Type;

/// The value of an expression that computes a pointer or a difference of pointers.
pub(super) fn evaluate(unit: View<'_>, expr: ExprId) -> Option<Constant> {
    let ty = unit.exprs[expr].ty;
    match unit.exprs[expr].kind {
        ExprKind::AddressOf(place) | ExprKind::Decay(place) => place_address(unit, place),
        ExprKind::LabelAddress(label) => {
            Some(Constant::Address { base: Base::Label(label), offset: 0 })
        }
        ExprKind::PointerAdd { pointer, index } => {
            let index = evaluate_int(unit, index)?;
            displace(unit, evaluate_any(unit, pointer)?, scaled(unit, pointer, index)?)
        }
        ExprKind::PointerSub { pointer, index } => {
            let index = evaluate_int(unit, index)?.checked_neg()?;
            displace(unit, evaluate_any(unit, pointer)?, scaled(unit, pointer, index)?)
        }
        ExprKind::PointerDiff(lhs, rhs) => {
            let size = element_size(unit, lhs)?;
            let bytes = match (evaluate_any(unit, lhs)?, evaluate_any(unit, rhs)?) {
                (Constant::Int(lhs), Constant::Int(rhs)) => {
                    let pointer_ty = unit.exprs[expr].ty;
                    let bits = unit.types.int_bits(pointer_ty, lhs.wrapping_sub(rhs) as i128);
                    unit.types.int_value(pointer_ty, bits)
                }
                (
                    Constant::Address { base: left, offset: left_at },
                    Constant::Address { base: right, offset: right_at },
                ) if left == right => i128::from(left_at) - i128::from(right_at),
                _ => return None,
            };
            let quotient = bytes.checked_div(i128::from(size))?;
            Some(Constant::Int(unit.types.int_bits(ty, quotient)))
        }
        _ => None,
    }
}

/// Where a place is. Automatic objects have no address before the program runs.
fn place_address(unit: View<'_>, place: ExprId) -> Option<Constant> {
    with_stack(|| match unit.exprs[place].kind {
        ExprKind::Object(object) => match unit.objects[object].duration {
            Duration::Static(_) => {
                Some(Constant::Address { base: Base::Object(object), offset: 0 })
            }
            Duration::ThreadLocal(_) | Duration::Automatic | Duration::Parameter => None,
        },
        ExprKind::CompoundLiteral { object, .. } => match unit.objects[object].duration {
            Duration::Static(_) => {
                Some(Constant::Address { base: Base::Object(object), offset: 0 })
            }
            Duration::ThreadLocal(_) | Duration::Automatic | Duration::Parameter => None,
        },
        ExprKind::FunctionName(function) => {
            Some(Constant::Address { base: Base::Function(function), offset: 0 })
        }
        ExprKind::String(string) => {
            Some(Constant::Address { base: Base::String(string), offset: 0 })
        }
        ExprKind::Deref(pointer) => evaluate_any(unit, pointer),
        ExprKind::Member { base, field, .. } => {
            let address = place_address(unit, base)?;
            let record = unit.types.record(unit.exprs[base].ty)?;
            let field = unit.types.fields(record).get(field as usize)?;
            displace(unit, address, i64::try_from(field.offset).ok()?)
        }
        _ => None,
    })
}

/// What a place is known to hold: characters of string literals, and constant objects where
/// they may be read.
pub(super) fn load(unit: View<'_>, place: ExprId) -> Option<Constant> {
    let (string, offset) = match place_address(unit, place)? {
        Constant::Address { base: Base::String(string), offset } => (string, offset),
        Constant::Address { base: Base::Object(object), offset } => {
            return load_object(unit, object, u64::try_from(offset).ok()?, place);
        }
        _ => return None,
    };
    let size = usize::try_from(unit.types.size_of(unit.exprs[place].ty)?).ok()?;
    let start = usize::try_from(offset).ok()?;
    let bytes = unit.strings[string].bytes.get(start..start.checked_add(size)?)?;
    if size > 4 || !unit.types.is_integer(unit.exprs[place].ty) {
        return None;
    }
    let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
    Some(Constant::Int(bits))
}

/// The part of a `const` object's initialiser at `offset`, if it has the wanted type.
///
/// Ends: an initialiser reads objects that were initialised before it, never itself, since an
/// object gets its initialiser only when all of it was read.
fn load_object(unit: View<'_>, object: ObjectId, offset: u64, place: ExprId) -> Option<Constant> {
    let row = &unit.objects[object];
    let mut qualifiers = row.ty.qualifiers;
    let mut ty = row.ty.ty;
    while let Type::Array { element, .. } = unit.types[ty] {
        qualifiers = element.qualifiers;
        ty = element.ty;
    }
    if unit.reads == Reads::Nothing || !qualifiers.is_const || qualifiers.is_volatile {
        return None;
    }
    let wanted = unit.exprs[place].ty;
    let part = row.init.as_ref()?.parts.iter().find(|part| {
        part.offset == offset && part.bits.is_none() && part.repeat.is_none() && part.ty == wanted
    })?;
    with_stack(|| evaluate_any(unit, part.value))
}

/// Addresses of one thing compare by offset; an address and null are different.
pub(super) fn compare(op: CompareOp, lhs: Constant, rhs: Constant) -> Option<bool> {
    match (lhs, rhs) {
        (
            Constant::Address { base: left, offset: left_at },
            Constant::Address { base: right, offset: right_at },
        ) => {
            if left == right {
                return Some(holds(op, left_at.cmp(&right_at)));
            }
            let are_whole = left_at == 0 && right_at == 0;
            let is_named = |base| matches!(base, Base::Object(_) | Base::Function(_));
            match op {
                CompareOp::Eq if are_whole && is_named(left) && is_named(right) => Some(false),
                CompareOp::Ne if are_whole && is_named(left) && is_named(right) => Some(true),
                _ => None,
            }
        }
        (Constant::Address { .. }, Constant::Int(0))
        | (Constant::Int(0), Constant::Address { .. }) => match op {
            CompareOp::Eq => Some(false),
            CompareOp::Ne => Some(true),
            _ => None,
        },
        _ => None,
    }
}

fn element_size(unit: View<'_>, pointer: ExprId) -> Option<u64> {
    unit.types.size_of(unit.types.pointee(unit.exprs[pointer].ty)?.ty)
}

fn scaled(unit: View<'_>, pointer: ExprId, index: i128) -> Option<i64> {
    let size = i128::from(element_size(unit, pointer)?);
    i64::try_from(index.checked_mul(size)?).ok()
}

fn displace(unit: View<'_>, address: Constant, bytes: i64) -> Option<Constant> {
    match address {
        Constant::Int(bits) => {
            let word = unit.types.size_type();
            let sum = (bits as i128).wrapping_add(i128::from(bytes));
            Some(Constant::Int(unit.types.int_bits(word, sum)))
        }
        Constant::Address { base, offset } => {
            Some(Constant::Address { base, offset: offset.checked_add(bytes)? })
        }
        Constant::Float(_) | Constant::Complex(..) => None,
    }
}
