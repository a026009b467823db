//! The types that generated programs use, and what C makes of them: promotions, the usual
//! arithmetic conversions, widths in both data models.

/// Which sizes `long` and pointers have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    Ilp32,
    Lp64,
}

/// In the order of their conversion rank, each signed type before its unsigned one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntKind {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    Unsigned,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    Unsigned128,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    Int(IntKind),
    Float(FloatKind),
    /// An enumeration of the program, by number.
    Enum(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Scalar(Scalar),
    Array(Box<Type>, u32),
    /// A struct or union of the program, by number.
    Record(usize),
    /// Points to this many elements at least, whenever it is used.
    Pointer(Box<Type>, u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    Struct,
    Union,
}

#[derive(Clone, Debug)]
pub struct Record {
    pub kind: RecordKind,
    pub name: String,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Type,
    /// The width of a bit-field.
    pub bits: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct Enumeration {
    pub name: String,
    pub constants: Vec<(String, i64)>,
}

impl IntKind {
    pub const BASIC: [Self; 12] = [
        Self::Int,
        Self::Unsigned,
        Self::Bool,
        Self::Char,
        Self::SignedChar,
        Self::UnsignedChar,
        Self::Short,
        Self::UnsignedShort,
        Self::Long,
        Self::UnsignedLong,
        Self::LongLong,
        Self::UnsignedLongLong,
    ];
    pub const WIDE: [Self; 2] = [Self::Int128, Self::Unsigned128];

    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "_Bool",
            Self::Char => "char",
            Self::SignedChar => "signed char",
            Self::UnsignedChar => "unsigned char",
            Self::Short => "short",
            Self::UnsignedShort => "unsigned short",
            Self::Int => "int",
            Self::Unsigned => "unsigned int",
            Self::Long => "long",
            Self::UnsignedLong => "unsigned long",
            Self::LongLong => "long long",
            Self::UnsignedLongLong => "unsigned long long",
            Self::Int128 => "__int128",
            Self::Unsigned128 => "unsigned __int128",
        }
    }

    /// Bits of its values, so 1 for `_Bool`.
    pub fn width(self, model: Model) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Char | Self::SignedChar | Self::UnsignedChar => 8,
            Self::Short | Self::UnsignedShort => 16,
            Self::Int | Self::Unsigned => 32,
            Self::Long | Self::UnsignedLong => match model {
                Model::Ilp32 => 32,
                Model::Lp64 => 64,
            },
            Self::LongLong | Self::UnsignedLongLong => 64,
            Self::Int128 | Self::Unsigned128 => 128,
        }
    }

    pub fn is_signed(self) -> bool {
        match self {
            Self::Char
            | Self::SignedChar
            | Self::Short
            | Self::Int
            | Self::Long
            | Self::LongLong
            | Self::Int128 => true,
            Self::Bool
            | Self::UnsignedChar
            | Self::UnsignedShort
            | Self::Unsigned
            | Self::UnsignedLong
            | Self::UnsignedLongLong
            | Self::Unsigned128 => false,
        }
    }

    /// The unsigned type of the same rank.
    pub fn unsigned(self) -> Self {
        match self {
            Self::Bool => Self::Bool,
            Self::Char | Self::SignedChar | Self::UnsignedChar => Self::UnsignedChar,
            Self::Short | Self::UnsignedShort => Self::UnsignedShort,
            Self::Int | Self::Unsigned => Self::Unsigned,
            Self::Long | Self::UnsignedLong => Self::UnsignedLong,
            Self::LongLong | Self::UnsignedLongLong => Self::UnsignedLongLong,
            Self::Int128 | Self::Unsigned128 => Self::Unsigned128,
        }
    }

    /// C17 6.3.1.1p2.
    pub fn promote(self) -> Self {
        if self < Self::Int { Self::Int } else { self }
    }

    /// C17 6.3.1.8, for integers.
    pub fn usual(self, other: Self, model: Model) -> Self {
        let (lhs, rhs) = (self.promote(), other.promote());
        let (low, high) = if lhs <= rhs { (lhs, rhs) } else { (rhs, lhs) };
        // The order of the kinds is that of ranks, the unsigned type after the signed one of the
        // same rank. The higher wins unless it is signed and cannot hold the lower's values.
        let loses = high.is_signed() && !low.is_signed() && high.width(model) <= low.width(model);
        if loses { high.unsigned() } else { high }
    }
}

impl FloatKind {
    pub const ALL: [Self; 3] = [Self::Double, Self::Float, Self::LongDouble];

    pub fn name(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Double => "double",
            Self::LongDouble => "long double",
        }
    }

    pub fn suffix(self) -> &'static str {
        match self {
            Self::Float => "f",
            Self::Double => "",
            Self::LongDouble => "L",
        }
    }
}

impl Enumeration {
    /// The integer type that gcc gives it.
    pub fn kind(&self) -> IntKind {
        let has_negative = self.constants.iter().any(|&(_, value)| value < 0);
        if has_negative { IntKind::Int } else { IntKind::Unsigned }
    }
}
