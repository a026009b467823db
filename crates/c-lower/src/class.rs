//! How a C type exists in the IR: as a scalar, as bytes in memory, or not at all.
//!
//! Structs, unions, arrays, complex numbers and vectors are bytes in memory; a value of such a
//! type is handled as a pointer to them. Enums are their integers, `_Bool` is an unsigned byte
//! that holds 0 or 1.

use c_sema::types::{DataModel, FloatKind, Type, TypeId, Types};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Void,
    Scalar(ir::Type),
    /// So many bytes; `None` if that is unknown before the run or for ever.
    Memory(Option<u64>),
}

pub(crate) fn data_model(model: DataModel) -> ir::DataModel {
    match model {
        DataModel::Ilp32 => ir::DataModel::Ilp32,
        DataModel::Lp64 => ir::DataModel::Lp64,
    }
}

pub(crate) fn class(types: &Types, ty: TypeId) -> Class {
    match &types[ty] {
        Type::Void => Class::Void,
        Type::Bool | Type::Int(_) | Type::Bits { .. } | Type::Enum(_) => {
            match int_type(types, ty) {
                Some(int) => Class::Scalar(ir::Type::Int(int)),
                // An enum that is never completed has no values.
                None => Class::Memory(None),
            }
        }
        Type::Float(kind) => Class::Scalar(ir::Type::Float(float_type(*kind))),
        Type::Pointer(_) => Class::Scalar(ir::Type::Pointer),
        Type::Complex(_)
        | Type::Array { .. }
        | Type::Vector { .. }
        | Type::Function(_)
        | Type::Record(_)
        | Type::Error => Class::Memory(types.size_of(ty)),
    }
}

/// The IR's integer for an integer, enum or bool type.
pub(crate) fn int_type(types: &Types, ty: TypeId) -> Option<ir::IntType> {
    if matches!(types[ty], Type::Pointer(_)) {
        return None;
    }
    let width = u8::try_from(types.int_width(ty)?).ok()?;
    let sign = if types.is_signed(ty) { ir::Sign::Signed } else { ir::Sign::Unsigned };
    Some(ir::IntType { width, sign })
}

fn float_type(kind: FloatKind) -> ir::FloatType {
    match kind {
        FloatKind::Float16 => ir::FloatType::F16,
        FloatKind::Float => ir::FloatType::F32,
        FloatKind::Double => ir::FloatType::F64,
        FloatKind::LongDouble => ir::FloatType::F80,
        FloatKind::Float128 => ir::FloatType::F128,
    }
}
