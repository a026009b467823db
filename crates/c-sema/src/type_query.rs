//! Questions about one type: what family it belongs to, how wide and how signed it is.
//!
//! An enum answers as its integer type does, and `_Bool` is an unsigned integer. Every question
//! is answered in constant time, except those that walk down an array.

use crate::types::{
    ArrayLength, ComplexPart, DataModel, FloatKind, FunctionType, IntKind, QualType, RecordId,
    Type, TypeId, Types,
};

impl IntKind {
    pub fn is_signed(self) -> bool {
        match self {
            Self::Char
            | Self::SChar
            | Self::Short
            | Self::Int
            | Self::Long
            | Self::LongLong
            | Self::Int128 => true,
            Self::UChar
            | Self::UShort
            | Self::UInt
            | Self::ULong
            | Self::ULongLong
            | Self::UInt128 => false,
        }
    }

    pub fn bytes(self, model: DataModel) -> u64 {
        match self {
            Self::Char | Self::SChar | Self::UChar => 1,
            Self::Short | Self::UShort => 2,
            Self::Int | Self::UInt => 4,
            Self::Long | Self::ULong => model.word_bytes(),
            Self::LongLong | Self::ULongLong => 8,
            Self::Int128 | Self::UInt128 => 16,
        }
    }

    pub fn to_unsigned(self) -> Self {
        match self {
            Self::Char | Self::SChar | Self::UChar => Self::UChar,
            Self::Short | Self::UShort => Self::UShort,
            Self::Int | Self::UInt => Self::UInt,
            Self::Long | Self::ULong => Self::ULong,
            Self::LongLong | Self::ULongLong => Self::ULongLong,
            Self::Int128 | Self::UInt128 => Self::UInt128,
        }
    }

    pub fn to_signed(self) -> Self {
        match self {
            Self::Char | Self::SChar | Self::UChar => Self::SChar,
            Self::Short | Self::UShort => Self::Short,
            Self::Int | Self::UInt => Self::Int,
            Self::Long | Self::ULong => Self::Long,
            Self::LongLong | Self::ULongLong => Self::LongLong,
            Self::Int128 | Self::UInt128 => Self::Int128,
        }
    }

    /// C's conversion rank: equal for a signed type and its unsigned partner.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Self::Char | Self::SChar | Self::UChar => 1,
            Self::Short | Self::UShort => 2,
            Self::Int | Self::UInt => 3,
            Self::Long | Self::ULong => 4,
            Self::LongLong | Self::ULongLong => 5,
            Self::Int128 | Self::UInt128 => 6,
        }
    }
}

impl FloatKind {
    /// Bytes of storage; the x87 format has padding.
    pub fn bytes(self, model: DataModel) -> u64 {
        match (self, model) {
            (Self::Float16, _) => 2,
            (Self::Float, _) => 4,
            (Self::Double, _) => 8,
            (Self::LongDouble, DataModel::Ilp32) => 12,
            (Self::LongDouble, DataModel::Lp64) | (Self::Float128, _) => 16,
        }
    }
}

impl DataModel {
    /// Size of `long` and of pointers.
    pub fn word_bytes(self) -> u64 {
        match self {
            Self::Ilp32 => 4,
            Self::Lp64 => 8,
        }
    }
}

impl Types {
    pub fn is_error(&self, ty: TypeId) -> bool {
        ty == self.error()
    }

    pub fn is_void(&self, ty: TypeId) -> bool {
        ty == self.void()
    }

    pub fn is_bool(&self, ty: TypeId) -> bool {
        ty == self.bool()
    }

    /// Integer types, enums and `_Bool`.
    pub fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self[ty], Type::Int(_) | Type::Bits { .. } | Type::Bool | Type::Enum(_))
    }

    /// Real floating types.
    pub fn is_float(&self, ty: TypeId) -> bool {
        matches!(self[ty], Type::Float(_))
    }

    pub fn is_complex(&self, ty: TypeId) -> bool {
        matches!(self[ty], Type::Complex(_))
    }

    pub fn is_arithmetic(&self, ty: TypeId) -> bool {
        matches!(
            self[ty],
            Type::Int(_)
                | Type::Bits { .. }
                | Type::Bool
                | Type::Enum(_)
                | Type::Float(_)
                | Type::Complex(_)
        )
    }

    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self[ty], Type::Pointer(_))
    }

    /// Arithmetic types and pointers: what a condition may be.
    pub fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub fn is_function(&self, ty: TypeId) -> bool {
        matches!(self[ty], Type::Function(_))
    }

    pub fn is_array(&self, ty: TypeId) -> bool {
        matches!(self[ty], Type::Array { .. })
    }

    pub fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self[ty], Type::Vector { .. })
    }

    pub fn record(&self, ty: TypeId) -> Option<RecordId> {
        match self[ty] {
            Type::Record(record) => Some(record),
            _ => None,
        }
    }

    pub fn is_transparent_union(&self, ty: TypeId) -> bool {
        self.record(ty).is_some_and(|record| self.records[record].is_transparent)
    }

    pub fn pointee(&self, ty: TypeId) -> Option<QualType> {
        match self[ty] {
            Type::Pointer(pointee) => Some(pointee),
            _ => None,
        }
    }

    pub fn element(&self, ty: TypeId) -> Option<QualType> {
        match self[ty] {
            Type::Array { element, .. } => Some(element),
            Type::Vector { element, .. } => Some(QualType::plain(element)),
            _ => None,
        }
    }

    pub fn function(&self, ty: TypeId) -> Option<&FunctionType> {
        match &self[ty] {
            Type::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The integer kind of an integer type or a complete enum; `_Bool` has none.
    pub fn int_kind(&self, ty: TypeId) -> Option<IntKind> {
        match self[ty] {
            Type::Int(kind) => Some(kind),
            Type::Enum(id) => self.enums[id].int,
            _ => None,
        }
    }

    pub fn float_kind(&self, ty: TypeId) -> Option<FloatKind> {
        match self[ty] {
            Type::Float(kind) => Some(kind),
            _ => None,
        }
    }

    /// Bits of storage of an integer, enum, `_Bool` (8) or pointer.
    pub fn int_width(&self, ty: TypeId) -> Option<u32> {
        let bytes = match self[ty] {
            Type::Bool => 1,
            Type::Pointer(_) => self.model.word_bytes(),
            Type::Bits { width, .. } => return Some(u32::from(width)),
            _ => self.int_kind(ty)?.bytes(self.model),
        };
        Some(bytes as u32 * 8)
    }

    /// Whether an integer or enum can be negative; false for everything else.
    pub fn is_signed(&self, ty: TypeId) -> bool {
        match self[ty] {
            Type::Bits { is_signed, .. } => is_signed,
            _ => self.int_kind(ty).is_some_and(IntKind::is_signed),
        }
    }

    /// The mathematical value of the bits of a type; values of unsigned 128-bit types above
    /// `i128::MAX` wrap.
    pub fn int_value(&self, ty: TypeId, bits: u128) -> i128 {
        match self.int_width(ty) {
            Some(width) if width < 128 => {
                let unused = 128 - width;
                if self.is_signed(ty) {
                    ((bits << unused) as i128) >> unused
                } else {
                    ((bits << unused) >> unused) as i128
                }
            }
            _ => bits as i128,
        }
    }

    /// The bits of `value` in an integer or pointer type, zero-extended.
    pub fn int_bits(&self, ty: TypeId, value: i128) -> u128 {
        match self.int_width(ty) {
            Some(width) if width < 128 => (value as u128) & ((1 << width) - 1),
            _ => value as u128,
        }
    }

    /// The type of `sizeof`.
    pub fn size_type(&self) -> TypeId {
        self.int(match self.model {
            DataModel::Ilp32 => IntKind::UInt,
            DataModel::Lp64 => IntKind::ULong,
        })
    }

    /// The type of a difference of pointers.
    pub fn difference_type(&self) -> TypeId {
        self.int(match self.model {
            DataModel::Ilp32 => IntKind::Int,
            DataModel::Lp64 => IntKind::Long,
        })
    }

    /// `wchar_t`.
    pub fn wide_char_type(&self) -> TypeId {
        self.int(match self.model {
            DataModel::Ilp32 => IntKind::Long,
            DataModel::Lp64 => IntKind::Int,
        })
    }

    /// The type of either half of a complex type.
    pub fn complex_part(&self, ty: TypeId) -> Option<TypeId> {
        match self[ty] {
            Type::Complex(ComplexPart::Float(kind)) => Some(self.float(kind)),
            Type::Complex(ComplexPart::Int(kind)) => Some(self.int(kind)),
            _ => None,
        }
    }

    /// Whether an object of this type can exist: its size is known, if only at run time.
    pub fn is_complete(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        loop {
            match self[ty] {
                Type::Void | Type::Function(_) => return false,
                Type::Array { length: ArrayLength::Unknown, .. } => return false,
                Type::Array { element, .. } => ty = element.ty,
                Type::Record(record) => return self.records[record].layout.is_some(),
                Type::Enum(id) => return self.enums[id].int.is_some(),
                Type::Bool
                | Type::Int(_)
                | Type::Bits { .. }
                | Type::Float(_)
                | Type::Complex(_)
                | Type::Pointer(_)
                | Type::Vector { .. }
                | Type::Error => return true,
            }
        }
    }

    /// The type of an array's innermost elements; other types are their own.
    pub fn innermost_element(&self, ty: TypeId) -> TypeId {
        let mut ty = ty;
        while let Type::Array { element, .. } = self[ty] {
            ty = element.ty;
        }
        ty
    }
}
