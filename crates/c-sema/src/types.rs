//! The types of C, interned: equal types have equal ids.
//!
//! Typedefs are gone; an enum is a type of its own that knows its integer type. Qualifiers
//! stand where C has them: on what a pointer points to and on what an array consists of
//! ([`QualType`]). The type of an expression is unqualified.

use c_syntax::ast::{Qualifiers, RecordKind};
use index::IndexVec;
use source::{Span, Symbol};

use crate::typed::VlaId;

index::define_id!(
    /// A type. Ids are equal exactly when the types are the same.
    pub struct TypeId, "ty"
);
index::define_id!(pub struct RecordId, "rec");
index::define_id!(pub struct EnumId, "enum");

/// The sizes that the platform fixes: x86 with 32-bit or 64-bit `long` and pointers, as System V
/// has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// `int`, `long` and pointers of 32 bits; 8-byte scalars aligned to 4 inside structs.
    Ilp32,
    /// `int` of 32 bits, `long` and pointers of 64.
    Lp64,
}

/// A type with the qualifiers of the place where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QualType {
    pub ty: TypeId,
    pub qualifiers: Qualifiers,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    Bool,
    Int(IntKind),
    Float(FloatKind),
    Complex(ComplexPart),
    Pointer(QualType),
    Array {
        element: QualType,
        length: ArrayLength,
    },
    /// GNU's `vector_size`.
    Vector {
        element: TypeId,
        lanes: u32,
    },
    Function(FunctionType),
    Record(RecordId),
    Enum(EnumId),
    /// What an erroneous declaration gets, so that one mistake is reported once.
    Error,
}

/// Integer types by rank and sign. Plain `char` is a type of its own, signed on x86.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

/// Floating types by format. `_Float32` and `_Float64` are `float` and `double` here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatKind {
    Float16,
    Float,
    Double,
    /// The x87 extended format; 12 bytes in ILP32, 16 in LP64.
    LongDouble,
    Float128,
}

/// What the two halves of a complex number are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComplexPart {
    Float(FloatKind),
    Int(IntKind),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayLength {
    Known(u64),
    /// `[]`: an incomplete type, a flexible array member, or a parameter not yet adjusted.
    Unknown,
    /// Computed when the declaration is reached.
    Variable(VlaId),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    pub result: TypeId,
    /// Adjusted: arrays and functions are pointers here, qualifiers are dropped.
    pub parameters: Vec<TypeId>,
    pub arity: Arity,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arity {
    /// Exactly the parameters.
    Fixed,
    /// At least the parameters: `(int, ...)`.
    Variadic,
    /// `()` or a K&R definition: calls promote their arguments and are not checked.
    Unspecified,
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Record {
    pub kind: RecordKind,
    pub tag: Option<Symbol>,
    pub span: Span,
    /// `None` while incomplete.
    pub layout: Option<RecordLayout>,
}

/// Where the members stand; exact for the data model.
#[derive(Clone, Debug)]
pub struct RecordLayout {
    pub size: u64,
    pub align: u64,
    /// In the order of declaration. Unnamed bit-fields take room and are left out. An anonymous
    /// struct or union is one field without a name; looking up a name descends into it.
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Option<Symbol>,
    pub ty: QualType,
    /// In bytes from the start of the record. For a bit-field, of the first byte that holds one
    /// of its bits.
    pub offset: u64,
    pub bits: Option<BitRange>,
    pub span: Span,
}

/// Bits `start .. start + width`, counted from the least significant bit of the byte at the
/// field's offset on, as on every little-endian machine. `start < 8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitRange {
    pub start: u8,
    pub width: u8,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub tag: Option<Symbol>,
    pub span: Span,
    /// The compatible integer type; `None` while incomplete.
    pub int: Option<IntKind>,
}

/// All types of a unit.
#[derive(Debug)]
pub struct Types {
    pub model: DataModel,
    pub records: IndexVec<RecordId, Record>,
    pub enums: IndexVec<EnumId, Enum>,
    pub(crate) table: IndexVec<TypeId, Type>,
    pub(crate) ids: rustc_hash::FxHashMap<Type, TypeId>,
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;

    fn index(&self, ty: TypeId) -> &Type {
        &self.table[ty]
    }
}
