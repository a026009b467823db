//! Sizes and alignments of types, and where the members of records stand.
//!
//! All numbers are those of gcc for the System V ABI of x86: `i386` for ILP32, `x86-64` for
//! LP64; `tests/layout.rs` holds them against the system's compiler. The two differ in more than
//! the size of `long`: on i386 an 8-byte scalar is aligned to 8 bytes when it stands alone and to
//! 4 inside a record. [`Types::align_of`] is the weaker one (`_Alignof`),
//! [`Types::preferred_align_of`] the stronger (`__alignof__`).

mod field;
mod record;

pub use field::FieldPath;
pub(crate) use record::{FieldSpec, Packing, RecordSpec, lay_out};

use crate::types::{ArrayLength, ComplexPart, DataModel, FloatKind, Type, TypeId, Types};

impl Types {
    /// Size in bytes. As in GNU C, `void` and functions have size 1. `None` for incomplete types,
    /// for types whose size is computed at run time, and for sizes beyond 64 bits.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        let mut ty = ty;
        let mut count: u64 = 1;
        loop {
            let size = match self[ty] {
                Type::Array { element, length: ArrayLength::Known(length) } => {
                    count = count.checked_mul(length)?;
                    ty = element.ty;
                    continue;
                }
                Type::Array { .. } | Type::Error => return None,
                Type::Void | Type::Function(_) | Type::Bool => 1,
                Type::Int(kind) => kind.bytes(self.model),
                Type::Bits { width, .. } => u64::from(width).div_ceil(8).next_power_of_two(),
                Type::Enum(id) => self.enums[id].int?.bytes(self.model),
                Type::Float(kind) => kind.bytes(self.model),
                Type::Complex(part) => 2 * self.complex_part_bytes(part),
                Type::Pointer(_) => self.model.word_bytes(),
                Type::Vector { element, lanes } => self.size_of(element)? * u64::from(lanes),
                Type::Record(record) => self.records[record].layout.as_ref()?.size,
            };
            return count.checked_mul(size);
        }
    }

    /// The alignment that C's `_Alignof` gives: what a member of this type has in a record.
    pub fn align_of(&self, ty: TypeId) -> Option<u64> {
        let inner = self.innermost_element(ty);
        let align = self.preferred_align_of(inner)?;
        let is_weak = match (self.model, &self[inner]) {
            (DataModel::Lp64, _) => false,
            (DataModel::Ilp32, Type::Int(_) | Type::Enum(_) | Type::Bits { .. }) => true,
            (DataModel::Ilp32, Type::Float(kind)) => *kind == FloatKind::Double,
            (DataModel::Ilp32, Type::Complex(part)) => {
                matches!(part, ComplexPart::Int(_) | ComplexPart::Float(FloatKind::Double))
            }
            _ => false,
        };
        Some(if is_weak { align.min(4) } else { align })
    }

    /// The alignment that GNU's `__alignof__` gives, and that a variable of this type has.
    pub fn preferred_align_of(&self, ty: TypeId) -> Option<u64> {
        let inner = self.innermost_element(ty);
        Some(match self[inner] {
            Type::Error => return None,
            Type::Array { .. } => unreachable!("the innermost element is no array"),
            Type::Void | Type::Function(_) | Type::Bool => 1,
            Type::Int(kind) => kind.bytes(self.model),
            Type::Bits { .. } => self.size_of(inner)?,
            Type::Enum(id) => self.enums[id].int?.bytes(self.model),
            Type::Float(kind) => self.float_align(kind),
            Type::Complex(ComplexPart::Int(kind)) => kind.bytes(self.model),
            Type::Complex(ComplexPart::Float(kind)) => self.float_align(kind),
            Type::Pointer(_) => self.model.word_bytes(),
            Type::Vector { .. } => self.size_of(inner)?,
            Type::Record(record) => self.records[record].layout.as_ref()?.align,
        })
    }

    fn float_align(&self, kind: FloatKind) -> u64 {
        match (kind, self.model) {
            (FloatKind::LongDouble, DataModel::Ilp32) => 4,
            _ => kind.bytes(self.model),
        }
    }

    fn complex_part_bytes(&self, part: ComplexPart) -> u64 {
        match part {
            ComplexPart::Float(kind) => kind.bytes(self.model),
            ComplexPart::Int(kind) => kind.bytes(self.model),
        }
    }

    /// The largest size of an object: half the address space less one byte, as in gcc.
    pub(crate) fn max_object_size(&self) -> u64 {
        match self.model {
            DataModel::Ilp32 => i32::MAX as u64,
            DataModel::Lp64 => i64::MAX as u64,
        }
    }
}
