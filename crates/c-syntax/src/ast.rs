//! The syntax tree of GNU C, as written: no names resolved, no types computed.
//!
//! Nodes live in tables of one [`Unit`] and refer to each other by id, so that the tree is a
//! handful of large allocations; that is what makes reading a driver of three megabytes a
//! matter of milliseconds. The one piece of semantics the grammar itself needs, which names
//! are typedefs, is tracked by the parser and not recorded here.
//!
//! What GNU C accepts and means nothing to us (`__extension__`, `register`) leaves no node.
//! What means something that only a later room can say (attributes, inline assembly) is kept
//! whole.
//!
//! # Declarators
//! `int *(*f)(char)[3]`-like declarators are stored the way they are read aloud, from the name
//! outwards: [`Declarator::parts`] of `int *(*f)(char)` is `[Pointer, Function(char), Pointer]`,
//! "`f` is a pointer to a function of `char` that returns a pointer to", followed by the type
//! of the specifiers.
//!
//! # Depth
//! Who recurses over the tree meets at most [`MAX_NESTING`](crate::MAX_NESTING) nodes of each
//! kind (expressions, statements, initialisers, declarators, records) on one path, with two
//! exceptions that real programs need: the *left* operands of binary operators and commas, and
//! the `otherwise` of `if`, form chains as long as the input makes them. Those are walked in a
//! loop, or on a stack that grows.
//!
//! # Labels
//! In a block, a label that is followed by another label, a declaration or the closing brace
//! has an empty statement as its body, and what follows is the next item: that means the same
//! and keeps `case 1: case 2: ...` flat.

use index::IndexVec;
use source::{Span, Symbol, Symbols};

index::define_id!(pub struct ExprId, "e");
index::define_id!(pub struct StmtId, "s");
index::define_id!(pub struct TypeNameId, "t");
index::define_id!(pub struct InitId, "i");

/// One translation unit.
#[derive(Debug, Default)]
pub struct Unit {
    pub items: Vec<Item>,
    pub exprs: IndexVec<ExprId, Expr>,
    pub stmts: IndexVec<StmtId, Stmt>,
    pub type_names: IndexVec<TypeNameId, TypeName>,
    pub inits: IndexVec<InitId, Init>,
    pub symbols: Symbols,
    /// What `#pragma pack` says, in the order of the text.
    pub packs: Vec<Pack>,
}

/// From here on, members of records are aligned to so many bytes at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pack {
    pub offset: u32,
    pub limit: Option<u64>,
}

impl Unit {
    /// The limit that is in force before this place of the text.
    pub fn pack_at(&self, offset: u32) -> Option<u64> {
        let after = self.packs.partition_point(|pack| pack.offset < offset);
        self.packs[..after].last().and_then(|pack| pack.limit)
    }
}

/// What stands at file scope.
#[derive(Debug)]
pub enum Item {
    Declaration(Declaration),
    Function(Box<FunctionDefinition>),
    /// `_Static_assert(condition, "message")`.
    StaticAssert(StaticAssert),
    /// `asm("...");` at file scope.
    Asm(FileAsm),
}

#[derive(Debug)]
pub struct FileAsm {
    pub text: Box<[u8]>,
    pub span: Span,
}

/// A name with the place where it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    pub symbol: Symbol,
    pub span: Span,
}

// ---------------------------------------------------------------------------------------------
// Declarations

/// `specifiers declarator = init, ...;`
#[derive(Debug)]
pub struct Declaration {
    pub specifiers: Specifiers,
    pub declarators: Vec<InitDeclarator>,
    pub span: Span,
}

#[derive(Debug)]
pub struct InitDeclarator {
    pub declarator: Declarator,
    pub init: Option<InitId>,
    /// `asm("name")` after the declarator: the symbol's name for the linker.
    pub asm_name: Option<Box<[u8]>>,
    pub attributes: Vec<Attribute>,
}

#[derive(Debug)]
pub struct FunctionDefinition {
    pub specifiers: Specifiers,
    /// Its first part is a [`DeclaratorPart::Function`].
    pub declarator: Declarator,
    /// Declarations of the parameters of a K&R definition, between `)` and `{`.
    pub old_style_parameters: Vec<Declaration>,
    pub attributes: Vec<Attribute>,
    /// A [`StmtKind::Compound`].
    pub body: StmtId,
    pub span: Span,
}

#[derive(Debug)]
pub struct StaticAssert {
    pub condition: ExprId,
    pub message: Option<Box<[u8]>>,
    pub span: Span,
}

/// Everything before the first declarator. The order in which it was written does not matter.
#[derive(Debug)]
pub struct Specifiers {
    pub storage: Option<Storage>,
    pub is_thread_local: bool,
    /// C23: the value is a constant expression.
    pub is_constexpr: bool,
    pub is_inline: bool,
    pub is_noreturn: bool,
    pub qualifiers: Qualifiers,
    pub ty: TypeSpecifier,
    pub alignments: Vec<Alignment>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    pub is_atomic: bool,
    /// The alignment that a typedef gives its type (GNU's `aligned`), as a power of two. It goes
    /// with a type as qualifiers do, and no text has it among them: only what reads types sets it.
    pub align_log2: Option<u8>,
}

impl Qualifiers {
    /// The same without the alignment, which does not make another type.
    pub fn without_align(self) -> Self {
        Self { align_log2: None, ..self }
    }

    /// The alignment that a typedef gave, in bytes.
    pub fn align(self) -> Option<u64> {
        self.align_log2.map(|log2| 1 << log2)
    }
}

/// `_Alignas(...)`.
#[derive(Clone, Copy, Debug)]
pub enum Alignment {
    OfType(TypeNameId),
    Value(ExprId),
}

/// `__attribute__((name(arguments)))` or `[[name(arguments)]]`. Names are stored without the
/// surrounding double underscores: `__packed__` is `packed`.
#[derive(Debug)]
pub struct Attribute {
    pub name: Symbol,
    pub arguments: Vec<AttributeArgument>,
    pub span: Span,
}

/// Some attributes take identifiers that are no expressions (`mode(DI)`, `format(printf, ...)`).
#[derive(Clone, Copy, Debug)]
pub enum AttributeArgument {
    Name(Symbol),
    Expr(ExprId),
    Type(TypeNameId),
}

#[derive(Debug)]
pub enum TypeSpecifier {
    /// No type specifier at all: `static x;`. It is `int`, as before C99.
    ImplicitInt,
    /// Arithmetic types and `void`, as a bag of words.
    Words(TypeWords),
    /// A name that is a typedef in scope here.
    Typedef(Name),
    Record(Box<RecordSpecifier>),
    Enum(Box<EnumSpecifier>),
    Typeof(Typeof),
    /// `_Atomic(type)`.
    Atomic(TypeNameId),
    /// `__auto_type`, and C23's `auto` without a type.
    Auto,
    /// `__builtin_va_list`.
    VaList,
}

/// `typeof` of an expression or a type, with its qualifiers or, as C23's `typeof_unqual`, without.
#[derive(Debug)]
pub struct Typeof {
    pub of: TypeofOperand,
    pub is_unqualified: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum TypeofOperand {
    Expr(ExprId),
    Type(TypeNameId),
}

/// The words of an arithmetic type. `unsigned long long int` has `longs: 2`, `unsigned`, `int`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypeWords {
    pub base: Option<BaseWord>,
    pub sign: Option<SignWord>,
    pub is_short: bool,
    pub longs: u8,
    pub is_complex: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseWord {
    Void,
    Bool,
    Char,
    Int,
    Int128,
    Float,
    Double,
    /// `_Float16`, `_Float32`, `_Float64`, `_Float128`/`__float128`, `_Float32x`, `_Float64x`,
    /// `__float80`: the binary formats that have names of their own.
    Float16,
    Float32,
    Float64,
    Float80,
    Float128,
    Float32x,
    Float64x,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignWord {
    Signed,
    Unsigned,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    Struct,
    Union,
}

#[derive(Debug)]
pub struct RecordSpecifier {
    pub kind: RecordKind,
    pub tag: Option<Name>,
    /// `None` for a mere mention: `struct s *p`.
    pub members: Option<Vec<Member>>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Debug)]
pub enum Member {
    Fields(FieldDeclaration),
    StaticAssert(StaticAssert),
}

/// `specifiers declarator : width, ...;` inside a struct or union. Without any declarator it is
/// an anonymous struct or union whose members are members of the surrounding one.
#[derive(Debug)]
pub struct FieldDeclaration {
    pub specifiers: Specifiers,
    pub declarators: Vec<FieldDeclarator>,
    pub span: Span,
}

#[derive(Debug)]
pub struct FieldDeclarator {
    /// Without name and parts for an unnamed bit-field.
    pub declarator: Declarator,
    pub width: Option<ExprId>,
    pub attributes: Vec<Attribute>,
}

#[derive(Debug)]
pub struct EnumSpecifier {
    pub tag: Option<Name>,
    /// C23's `enum e : unsigned char`.
    pub underlying: Option<TypeNameId>,
    /// `None` for a mere mention.
    pub enumerators: Option<Vec<Enumerator>>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Enumerator {
    pub name: Name,
    pub value: Option<ExprId>,
}

#[derive(Debug)]
pub struct Declarator {
    pub name: Option<Name>,
    /// From the name outwards, see the head of this file.
    pub parts: Vec<DeclaratorPart>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Debug)]
pub enum DeclaratorPart {
    Pointer { qualifiers: Qualifiers, attributes: Vec<Attribute> },
    Array { size: ArraySize, qualifiers: Qualifiers },
    Function(Box<FunctionDeclarator>),
}

#[derive(Clone, Copy, Debug)]
pub enum ArraySize {
    /// `[]`
    Unknown,
    /// `[*]`
    Star,
    /// `[n]`, `[static n]`
    Expr(ExprId),
}

#[derive(Debug)]
pub struct FunctionDeclarator {
    pub parameters: Parameters,
}

#[derive(Debug)]
pub enum Parameters {
    /// `()`: nothing is known of the parameters.
    Unspecified,
    /// `(int a, char)`; `(void)` is an empty list.
    Prototype { parameters: Vec<Parameter>, is_variadic: bool },
    /// `(a, b)` of a K&R definition.
    Names(Vec<Name>),
}

#[derive(Debug)]
pub struct Parameter {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
}

/// A type where no object is declared: casts, `sizeof`, compound literals.
#[derive(Debug)]
pub struct TypeName {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    pub span: Span,
}

// ---------------------------------------------------------------------------------------------
// Initialisers

#[derive(Debug)]
pub struct Init {
    pub kind: InitKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum InitKind {
    Expr(ExprId),
    List(Vec<InitItem>),
}

#[derive(Debug)]
pub struct InitItem {
    /// Empty for the next position in order.
    pub designators: Vec<Designator>,
    pub init: InitId,
}

#[derive(Clone, Copy, Debug)]
pub enum Designator {
    /// `.name`, also GNU's `name:`.
    Field(Name),
    /// `[n]`
    Index(ExprId),
    /// GNU's `[low ... high]`
    Range(ExprId, ExprId),
}

// ---------------------------------------------------------------------------------------------
// Statements

#[derive(Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    Expr(ExprId),
    Compound(Compound),
    If {
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    Switch {
        operand: ExprId,
        body: StmtId,
    },
    While {
        condition: ExprId,
        body: StmtId,
    },
    DoWhile {
        body: StmtId,
        condition: ExprId,
    },
    For {
        init: ForInit,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    Goto(Name),
    /// GNU's `goto *expr;`
    GotoComputed(ExprId),
    Continue,
    Break,
    Return(Option<ExprId>),
    Label {
        name: Name,
        attributes: Vec<Attribute>,
        body: StmtId,
    },
    Case {
        value: ExprId,
        body: StmtId,
    },
    /// GNU's `case low ... high:`
    CaseRange {
        low: ExprId,
        high: ExprId,
        body: StmtId,
    },
    Default {
        body: StmtId,
    },
    Asm(Box<Asm>),
}

#[derive(Debug)]
pub struct Compound {
    /// Names of GNU's `__label__` declarations.
    pub local_labels: Vec<Name>,
    pub items: Vec<BlockItem>,
    /// The closing brace, where locals end their lives.
    pub end: Span,
}

#[derive(Debug)]
pub enum BlockItem {
    Stmt(StmtId),
    Declaration(Declaration),
    StaticAssert(StaticAssert),
    /// GNU's nested functions.
    Function(Box<FunctionDefinition>),
}

#[derive(Debug)]
pub enum ForInit {
    None,
    Expr(ExprId),
    Declaration(Declaration),
}

/// `asm volatile goto ("template" : outputs : inputs : clobbers : labels);`
#[derive(Debug)]
pub struct Asm {
    pub is_volatile: bool,
    pub template: Box<[u8]>,
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    pub clobbers: Vec<Box<[u8]>>,
    pub labels: Vec<Name>,
}

#[derive(Debug)]
pub struct AsmOperand {
    pub name: Option<Symbol>,
    pub constraint: Box<[u8]>,
    pub operand: ExprId,
}

// ---------------------------------------------------------------------------------------------
// Expressions

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum ExprKind {
    Name(Symbol),
    Int(IntLiteral),
    Float(Box<FloatLiteral>),
    Char(CharLiteral),
    /// Adjacent literals are joined already.
    String(Box<StringLiteral>),
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    /// `a = b`, or `a op= b`.
    Assign {
        op: Option<BinaryOp>,
        target: ExprId,
        value: ExprId,
    },
    /// `then` is missing in GNU's `a ?: b`.
    Conditional {
        condition: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
    },
    Comma(ExprId, ExprId),
    Call {
        callee: ExprId,
        arguments: Box<[ExprId]>,
        close_paren: Span,
    },
    Subscript {
        base: ExprId,
        index: ExprId,
    },
    Member {
        base: ExprId,
        field: Name,
        access: MemberAccess,
    },
    Cast {
        ty: TypeNameId,
        operand: ExprId,
    },
    CompoundLiteral {
        ty: TypeNameId,
        init: InitId,
    },
    SizeofExpr(ExprId),
    SizeofType(TypeNameId),
    AlignofExpr(ExprId),
    AlignofType(TypeNameId),
    /// GNU's `__alignof__`, which can be more than C's `_Alignof` of one type.
    PreferredAlignofType(TypeNameId),
    /// GNU's `({ ... })`; the statement is a [`StmtKind::Compound`].
    StmtExpr(StmtId),
    /// GNU's `&&label`.
    LabelAddress(Name),
    Generic {
        control: ExprId,
        associations: Box<[GenericAssociation]>,
    },
    /// `__builtin_va_arg(list, type)`
    VaArg {
        list: ExprId,
        ty: TypeNameId,
    },
    /// `__builtin_offsetof(type, a.b[3])`; the first designator is a field.
    Offsetof {
        ty: TypeNameId,
        path: Box<[Designator]>,
    },
    /// `__builtin_types_compatible_p(a, b)`
    TypesCompatible(TypeNameId, TypeNameId),
    /// `__builtin_choose_expr(condition, a, b)`
    ChooseExpr {
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberAccess {
    /// `.`
    Direct,
    /// `->`
    Arrow,
}

#[derive(Clone, Copy, Debug)]
pub struct GenericAssociation {
    /// `None` for `default`.
    pub ty: Option<TypeNameId>,
    pub value: ExprId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Plus,
    Minus,
    /// `~`
    BitNot,
    /// `!`
    Not,
    /// `*`
    Deref,
    /// `&`
    AddressOf,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    /// GNU's `__real__`
    Real,
    /// GNU's `__imag__`
    Imag,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

impl BinaryOp {
    /// As it is written in C.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Add => "+",
            Self::Sub => "-",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Lt => "<",
            Self::Gt => ">",
            Self::Le => "<=",
            Self::Ge => ">=",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::BitAnd => "&",
            Self::BitXor => "^",
            Self::BitOr => "|",
            Self::And => "&&",
            Self::Or => "||",
        }
    }
}

/// An integer constant; its type depends on value, base and suffix (C17 6.4.4.1p5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntLiteral {
    pub value: u128,
    pub base: IntBase,
    pub is_unsigned: bool,
    /// 0, 1 or 2 times `l`.
    pub longs: u8,
    /// GNU's `i` or `j`.
    pub is_imaginary: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntBase {
    Decimal,
    Octal,
    Hexadecimal,
    Binary,
}

/// A floating constant, still as text: its value depends on the format of its type.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatLiteral {
    /// Digits, point and exponent, without suffix.
    pub text: Box<str>,
    pub suffix: FloatSuffix,
    pub is_imaginary: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatSuffix {
    None,
    F,
    L,
    F16,
    F32,
    F64,
    F80,
    F128,
    F32x,
    F64x,
}

/// A character constant. The value is the one gcc gives it: for a plain constant the bits of an
/// `int`, so `'\xff'` is `0xffff_ffff` (`char` is signed) and `'ab'` is `0x6162`; for the others
/// the code unit. Sema gives it its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharLiteral {
    pub value: u32,
    pub encoding: Encoding,
}

/// A string literal without the terminating zero. `units` are code units of the encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct StringLiteral {
    pub units: StringUnits,
    pub encoding: Encoding,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StringUnits {
    Bytes(Box<[u8]>),
    Wide(Box<[u32]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Plain,
    /// `u8"..."`
    Utf8,
    /// `u"..."`
    Char16,
    /// `U"..."`
    Char32,
    /// `L"..."`
    Wide,
}
