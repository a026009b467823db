//! The types of C, interned: equal types have equal ids.
//!
//! Typedefs are gone; an enum is a type of its own that knows its integer type. Qualifiers
//! stand where C has them: on what a pointer points to and on what an array consists of
//! ([`QualType`]). The type of an expression is unqualified.

use c_syntax::ast::{Qualifiers, RecordKind};
use index::{Id, IndexVec};
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
    /// The type of a bit-field that is wider than `int`, and of what is computed with it: an
    /// integer of just so many bits, as in gcc. No object has it.
    Bits {
        width: u8,
        is_signed: bool,
    },
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
    /// GNU's `transparent_union`: a parameter of this type takes any of its members.
    pub is_transparent: bool,
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
    /// In bytes; 1 for a bit-field.
    pub align: u64,
    pub span: Span,
}

/// Bits `start .. start + width`, counted from the least significant bit of the byte at the
/// field's offset on, as on every little-endian machine. `start < 8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitRange {
    pub start: u8,
    pub width: u8,
    pub neighbours: Neighbours,
}

/// A sequence of adjacent bit-fields is one memory location (C17 3.14p3): a write to one of them may write
/// them all. So many bytes of it lie in front of the field's offset, and so many from there on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Neighbours {
    pub in_front: u64,
    pub behind: u64,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub tag: Option<Symbol>,
    pub span: Span,
    /// The compatible integer type; `None` while incomplete.
    pub int: Option<IntKind>,
    /// Its constants have been listed: it may not be defined again.
    pub is_listed: bool,
}

/// All types of a unit.
///
/// Invariant: the table starts with the fixed types in the order that [`Types::new`] pushes
/// them, so that their ids are computed, not looked up.
#[derive(Debug)]
pub struct Types {
    pub model: DataModel,
    pub records: IndexVec<RecordId, Record>,
    pub enums: IndexVec<EnumId, Enum>,
    table: IndexVec<TypeId, Type>,
    /// Whether a length that is computed at run time occurs in the type.
    variably_modified: IndexVec<TypeId, bool>,
    ids: rustc_hash::FxHashMap<Type, TypeId>,
    /// Composite types that were built already.
    pub(crate) composites: rustc_hash::FxHashMap<(TypeId, TypeId), TypeId>,
}

/// All integer kinds in the order of [`IntKind`].
const INT_KINDS: [IntKind; 13] = [
    IntKind::Char,
    IntKind::SChar,
    IntKind::UChar,
    IntKind::Short,
    IntKind::UShort,
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
    IntKind::Int128,
    IntKind::UInt128,
];

const FLOAT_KINDS: [FloatKind; 5] = [
    FloatKind::Float16,
    FloatKind::Float,
    FloatKind::Double,
    FloatKind::LongDouble,
    FloatKind::Float128,
];

const FIRST_INT: usize = 3;
const FIRST_FLOAT: usize = FIRST_INT + INT_KINDS.len();

impl Types {
    pub fn new(model: DataModel) -> Self {
        let mut types = Self {
            model,
            records: IndexVec::new(),
            enums: IndexVec::new(),
            table: IndexVec::new(),
            variably_modified: IndexVec::new(),
            ids: rustc_hash::FxHashMap::default(),
            composites: rustc_hash::FxHashMap::default(),
        };
        types.intern(Type::Error);
        types.intern(Type::Void);
        types.intern(Type::Bool);
        for kind in INT_KINDS {
            types.intern(Type::Int(kind));
        }
        for kind in FLOAT_KINDS {
            types.intern(Type::Float(kind));
        }
        types
    }

    /// The id of a type; the same type has the same id.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let is_variable = match &ty {
            Type::Array { length: ArrayLength::Variable(_), .. } => true,
            Type::Array { element, .. } => self.variably_modified[element.ty],
            Type::Pointer(pointee) => self.variably_modified[pointee.ty],
            Type::Function(function) => self.variably_modified[function.result],
            _ => false,
        };
        let id = self.table.push(ty.clone());
        self.variably_modified.push(is_variable);
        self.ids.insert(ty, id);
        id
    }

    pub fn error(&self) -> TypeId {
        TypeId::new(0)
    }

    pub fn void(&self) -> TypeId {
        TypeId::new(1)
    }

    pub fn bool(&self) -> TypeId {
        TypeId::new(2)
    }

    pub fn int(&self, kind: IntKind) -> TypeId {
        TypeId::new(FIRST_INT + kind as usize)
    }

    pub fn float(&self, kind: FloatKind) -> TypeId {
        TypeId::new(FIRST_FLOAT + kind as usize)
    }

    pub fn pointer_to(&mut self, pointee: QualType) -> TypeId {
        self.intern(Type::Pointer(pointee))
    }

    /// Whether a variable length occurs in the type, so that its size or that of what it points
    /// to is known only at run time.
    pub fn is_variably_modified(&self, ty: TypeId) -> bool {
        self.variably_modified[ty]
    }
}

impl QualType {
    /// The type without any qualifier.
    pub fn plain(ty: TypeId) -> Self {
        Self { ty, qualifiers: Qualifiers::default() }
    }
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;

    fn index(&self, ty: TypeId) -> &Type {
        &self.table[ty]
    }
}
