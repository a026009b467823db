//! The types of values. There are few: what C has beyond them (structs, arrays, unions) exists
//! only in memory, and an access says which scalar it reads there.

use std::fmt;

/// The type of an expression, a variable or a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// Truth values: what comparisons give and `assume` takes. Never in memory; C's `_Bool` is an
    /// unsigned integer of 8 bits that is 0 or 1.
    Bool,
    Int(IntType),
    Float(FloatType),
    /// An address: of an object, of a function, null, or an integer that was cast. Its width is
    /// that of [`DataModel`].
    Pointer,
}

/// An integer of `width` bits in two's complement. All arithmetic wraps; where C says that it
/// must not, lowering inserts a check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntType {
    /// 8, 16, 32, 64 or 128 for what is in memory; any width from 1 to 128 for what is computed
    /// with a bit-field.
    pub width: u8,
    pub sign: Sign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    Signed,
    Unsigned,
}

/// Binary floating formats. Operations round to nearest, ties to even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatType {
    F16,
    F32,
    F64,
    /// x87 extended: 80 bits, stored in 12 (ILP32) or 16 (LP64) bytes of which the last are
    /// padding.
    F80,
    F128,
}

/// What the platform fixes. Memory is little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataModel {
    Ilp32,
    Lp64,
}

impl DataModel {
    pub fn pointer_bytes(self) -> u64 {
        match self {
            Self::Ilp32 => 4,
            Self::Lp64 => 8,
        }
    }

    pub fn pointer_bits(self) -> u8 {
        match self {
            Self::Ilp32 => 32,
            Self::Lp64 => 64,
        }
    }

    /// `ptrdiff_t`: the type of offsets and of pointer differences.
    pub fn offset_type(self) -> IntType {
        IntType { width: self.pointer_bits(), sign: Sign::Signed }
    }

    /// `size_t`: the type of sizes.
    pub fn size_type(self) -> IntType {
        IntType { width: self.pointer_bits(), sign: Sign::Unsigned }
    }
}

impl IntType {
    pub const fn signed(width: u8) -> Self {
        Self { width, sign: Sign::Signed }
    }

    pub const fn unsigned(width: u8) -> Self {
        Self { width, sign: Sign::Unsigned }
    }

    pub fn is_signed(self) -> bool {
        self.sign == Sign::Signed
    }

    /// The bits that a value of this type can have.
    pub fn mask(self) -> u128 {
        if self.width >= 128 { u128::MAX } else { (1 << self.width) - 1 }
    }

    /// The same number modulo 2^width, as bits: zero above the width.
    pub fn wrap(self, value: i128) -> u128 {
        value as u128 & self.mask()
    }

    /// What the bits mean as a number. An unsigned 128-bit value above `i128::MAX` has no such
    /// number; [`IntType::mask`]ed bits are its value then, and callers compare those.
    pub fn value(self, bits: u128) -> i128 {
        let shift = 128 - u32::from(self.width);
        match self.sign {
            Sign::Signed => ((bits << shift) as i128) >> shift,
            Sign::Unsigned => (bits & self.mask()) as i128,
        }
    }

    /// Bits of the least value.
    pub fn min_bits(self) -> u128 {
        match self.sign {
            Sign::Signed => 1 << (self.width - 1),
            Sign::Unsigned => 0,
        }
    }

    /// Bits of the greatest value.
    pub fn max_bits(self) -> u128 {
        match self.sign {
            Sign::Signed => self.mask() >> 1,
            Sign::Unsigned => self.mask(),
        }
    }
}

impl FloatType {
    /// Bits of the format itself.
    pub fn bits(self) -> u32 {
        match self {
            Self::F16 => 16,
            Self::F32 => 32,
            Self::F64 => 64,
            Self::F80 => 80,
            Self::F128 => 128,
        }
    }
}

impl Type {
    pub const INT_CHAR: Self = Self::Int(IntType::unsigned(8));

    /// Bytes that an access of this type touches; `None` for [`Type::Bool`].
    pub fn bytes(self, model: DataModel) -> Option<u64> {
        match self {
            Self::Bool => None,
            Self::Int(int) => Some(u64::from(int.width).div_ceil(8)),
            Self::Float(FloatType::F80) => Some(match model {
                DataModel::Ilp32 => 12,
                DataModel::Lp64 => 16,
            }),
            Self::Float(float) => Some(u64::from(float.bits()) / 8),
            Self::Pointer => Some(model.pointer_bytes()),
        }
    }

    pub fn as_int(self) -> Option<IntType> {
        match self {
            Self::Int(int) => Some(int),
            Self::Bool | Self::Float(_) | Self::Pointer => None,
        }
    }
}

impl fmt::Debug for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `i32`, `u8`.
impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.sign {
            Sign::Signed => 'i',
            Sign::Unsigned => 'u',
        };
        write!(f, "{sign}{}", self.width)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("bool"),
            Self::Int(int) => fmt::Display::fmt(int, f),
            Self::Float(float) => write!(f, "f{}", float.bits()),
            Self::Pointer => f.write_str("ptr"),
        }
    }
}
