//! The typed tree: C with every name resolved and every conversion written out.
//!
//! What C does silently is a node here: an lvalue becomes a value by [`ExprKind::Load`], an
//! array a pointer by [`ExprKind::Decay`], a `char` an `int` by [`ExprKind::Convert`]. Both
//! operands of an arithmetic operation have the type of its result; shifts excepted. Sizes,
//! offsets and constants are numbers. What is left for lowering is the order of evaluation and
//! control flow.
//!
//! # Places and values
//! Some expressions denote *places* (C's lvalues): [`Object`](ExprKind::Object),
//! [`Deref`](ExprKind::Deref), [`Member`](ExprKind::Member), [`String`](ExprKind::String),
//! [`CompoundLiteral`](ExprKind::CompoundLiteral), [`Materialise`](ExprKind::Materialise), and
//! [`FunctionName`](ExprKind::FunctionName) for functions.
//! All others are *values*. Only `Load`, `Decay`, `AddressOf`, `Member`, assignments and
//! increments have places as operands, and every operand that is called a place below is one.
//!
//! ```text
//!   short s; int a[4];      a[s] + 1      is
//!   Arith(Add, Load(Deref(PointerAdd(Decay(a), Convert(Load(s))))), 1)
//! ```

use c_syntax::ast::{MemberAccess, Name};
use index::IndexVec;
use source::{Span, Symbol, Symbols};

use crate::constant::Constant;
use crate::types::{BitRange, QualType, TypeId, Types};

index::define_id!(pub struct ExprId, "x");
index::define_id!(pub struct StmtId, "st");
index::define_id!(
    /// A declared object: global, static, local or parameter.
    pub struct ObjectId, "obj"
);
index::define_id!(pub struct FunctionId, "fn");
index::define_id!(pub struct LabelId, "lab");
index::define_id!(pub struct SwitchId, "sw");
index::define_id!(
    /// A length of a variable-length array, evaluated where its declaration is reached.
    pub struct VlaId, "vla"
);
index::define_id!(pub struct StringId, "str");

/// A program whose meaning is settled: one translation unit, or several that were linked.
#[derive(Debug)]
pub struct Unit {
    pub types: Types,
    pub symbols: Symbols,
    pub objects: IndexVec<ObjectId, Object>,
    pub functions: IndexVec<FunctionId, Function>,
    pub exprs: IndexVec<ExprId, Expr>,
    pub stmts: IndexVec<StmtId, Stmt>,
    pub labels: IndexVec<LabelId, Label>,
    pub switches: IndexVec<SwitchId, Switch>,
    pub vlas: IndexVec<VlaId, Vla>,
    pub strings: IndexVec<StringId, StringLiteral>,
    /// File-scope `asm("...")`.
    pub file_asm: Vec<FileAsm>,
    /// Functions that run before the entry and after it, in the order in which they run.
    pub constructors: Vec<FunctionId>,
    pub destructors: Vec<FunctionId>,
    /// Constants of the enumerations at file scope, in the order of their declarations.
    pub enumerators: Vec<(Symbol, i128)>,
}

// ---------------------------------------------------------------------------------------------
// Declared things

#[derive(Debug)]
pub struct Object {
    pub name: Symbol,
    pub ty: QualType,
    pub span: Span,
    pub duration: Duration,
    /// Alignment in bytes, at least that of the type.
    pub align: u64,
    /// For static duration only; an automatic object is initialised by its
    /// [`StmtKind::Declare`]. Redeclarations of one global share one object. Parts may lie beyond
    /// the size of the type: GNU C initialises flexible array members.
    pub init: Option<Init>,
    /// GNU's `cleanup` attribute: called with the object's address when its scope ends.
    pub cleanup: Option<FunctionId>,
    /// Set by sema whenever `&` is applied to the object or a part of it, or an array in it
    /// decays; an object without it can live in a register if its type is scalar.
    pub is_address_taken: bool,
    /// The value of a scalar that is `constexpr`: a name for it.
    pub named: Option<Constant>,
    pub link: LinkAttributes,
}

/// What attributes say to the linker about a function or an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkAttributes {
    /// Another definition may replace it; without any definition its address is null.
    pub is_weak: bool,
    /// It is another name of this one. The linker leaves no such row behind.
    pub alias: Option<Name>,
    /// It is a function that runs before `main`, or an object that holds pointers to such ones.
    /// The smaller number comes first.
    pub constructor: Option<u32>,
    /// The same, after `main`. The greater number comes first.
    pub destructor: Option<u32>,
    /// `asm("name")`: what the linker calls it.
    pub asm_name: Option<Symbol>,
    /// What makes a call of it something else than a run of its body.
    pub oddity: Option<Oddity>,
}

/// `asm("...");` at file scope that may define functions and objects.
#[derive(Clone, Copy, Debug)]
pub struct FileAsm {
    pub span: Span,
    /// It may also give other names to what the program defines, or make it run.
    pub may_rename: bool,
}

/// A function that is not called as others are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// `ifunc`: which function it is, a function decides when the program is loaded.
    ChosenAtLoad,
    /// `naked`: its body is assembly, and nothing else happens at its start and end.
    Naked,
    /// `returns_twice`: control may come back to a call of it.
    ReturnsTwice,
}

impl Oddity {
    /// The attribute that says so.
    pub fn attribute(self) -> &'static str {
        match self {
            Self::ChosenAtLoad => "ifunc",
            Self::Naked => "naked",
            Self::ReturnsTwice => "returns_twice",
        }
    }
}

impl LinkAttributes {
    /// What two declarations of one thing say together.
    pub fn join(self, other: Self) -> Self {
        Self {
            is_weak: self.is_weak || other.is_weak,
            alias: self.alias.or(other.alias),
            constructor: self.constructor.or(other.constructor),
            destructor: self.destructor.or(other.destructor),
            asm_name: self.asm_name.or(other.asm_name),
            oddity: self.oddity.or(other.oddity),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duration {
    /// Declared and perhaps defined here; `extern` without definition is `Static` with
    /// [`Linkage::Undefined`].
    Static(Linkage),
    ThreadLocal(Linkage),
    /// A local; `Register` storage makes no difference.
    Automatic,
    Parameter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    External,
    Internal,
    /// A local `static`, or a compound literal at file scope.
    None,
    /// Declared `extern`, defined nowhere in this unit: its value is unknown.
    Undefined,
}

#[derive(Debug)]
pub struct Function {
    pub name: Symbol,
    /// A function type.
    pub ty: TypeId,
    pub span: Span,
    pub is_noreturn: bool,
    pub purity: Purity,
    pub is_static: bool,
    /// Declared by a call only.
    pub is_implicit: bool,
    /// Defined `inline`: several units may have such a definition, and they are all the same.
    pub is_inline: bool,
    /// The body is a model for calls through pointers; a call by name is lowered by its own rules.
    pub is_thunk: bool,
    pub link: LinkAttributes,
    /// `None` for a function that is declared only.
    pub body: Option<FunctionBody>,
}

/// What a function is declared to leave alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purity {
    #[default]
    Ordinary,
    /// GNU's `pure`: it changes nothing.
    ChangesNothing,
    /// GNU's `const`: it looks at its arguments' values only.
    ReadsNothing,
}

#[derive(Debug)]
pub struct FunctionBody {
    /// One object per parameter, of duration [`Duration::Parameter`].
    pub parameters: Vec<ObjectId>,
    pub block: StmtId,
    /// The closing brace.
    pub end: Span,
}

#[derive(Debug)]
pub struct Label {
    pub name: Symbol,
    pub span: Span,
    /// Its address is taken by GNU's `&&label`.
    pub is_address_taken: bool,
}

#[derive(Debug)]
pub struct Vla {
    /// Number of elements, of type `size_t`.
    pub length: ExprId,
}

/// A string literal in its final form, terminating zero included.
#[derive(Debug)]
pub struct StringLiteral {
    pub bytes: Box<[u8]>,
    /// That of its characters: wide ones need more than a byte.
    pub align: u64,
}

/// An initialiser, flattened: what is written where. Parts are in the order of evaluation;
/// no two parts overlap.
#[derive(Debug)]
pub struct Init {
    /// Everything that no part covers is zero; true for aggregates with a brace list, and for
    /// string literals shorter than their array.
    pub zeroes_rest: bool,
    pub parts: Vec<InitPart>,
}

#[derive(Debug)]
pub struct InitPart {
    /// In bytes from the start of the object.
    pub offset: u64,
    pub bits: Option<BitRange>,
    /// The type of the initialised part; `value` has this type. An array type occurs only with
    /// a string literal (a place) as `value`.
    pub ty: TypeId,
    pub value: ExprId,
    /// GNU's `[low ... high] =`: the part is written `count` times, `stride` bytes apart; the
    /// value is evaluated once.
    pub repeat: Option<Repeat>,
}

#[derive(Clone, Copy, Debug)]
pub struct Repeat {
    pub count: u64,
    pub stride: u64,
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
    Empty,
    Expr(ExprId),
    /// A scope: objects declared directly in it live until its `end`.
    Block {
        items: Vec<StmtId>,
        end: Span,
    },
    /// An automatic object starts its life here.
    Declare {
        object: ObjectId,
        init: Option<Init>,
    },
    /// The length of a variable-length array type is evaluated here.
    EvaluateVla(VlaId),
    If {
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    Switch {
        switch: SwitchId,
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
    /// `init` is a scope of its own together with the loop.
    For {
        init: Vec<StmtId>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        end: Span,
    },
    Goto(LabelId),
    GotoComputed(ExprId),
    Continue,
    Break,
    Return(Option<ExprId>),
    Label {
        label: LabelId,
        body: StmtId,
    },
    /// `case` number `index` of its switch.
    Case {
        switch: SwitchId,
        index: u32,
        body: StmtId,
    },
    Default {
        switch: SwitchId,
        body: StmtId,
    },
    Asm(Box<Asm>),
}

/// What a `switch` dispatches on. Conditions are values of scalar type; the operand is promoted
/// and the cases are converted to its type already.
#[derive(Debug)]
pub struct Switch {
    pub operand_ty: TypeId,
    pub cases: Vec<CaseRange>,
    pub has_default: bool,
}

/// `low ..= high` in the operand's type; an ordinary case has `low == high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseRange {
    pub low: i128,
    pub high: i128,
    pub span: Span,
}

/// Inline assembly: what it may write. What it computes is not modelled.
#[derive(Debug)]
pub struct Asm {
    pub is_volatile: bool,
    /// True if there is no instruction that changes anything.
    pub is_idle: bool,
    pub outputs: Vec<AsmOutput>,
    /// Values, or places for memory operands.
    pub inputs: Vec<ExprId>,
    pub clobbers_memory: bool,
    /// Targets of `asm goto`.
    pub labels: Vec<LabelId>,
}

/// A place that assembly is told to write, and what is there afterwards.
#[derive(Clone, Copy, Debug)]
pub enum AsmOutput {
    Any(ExprId),
    /// What was there before.
    Kept(ExprId),
    /// The bits of an input.
    Input {
        place: ExprId,
        input: ExprId,
    },
}

// ---------------------------------------------------------------------------------------------
// Expressions

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    /// Of a value: its type. Of a place: the type of the object there, unqualified.
    pub ty: TypeId,
    pub span: Span,
}

#[derive(Debug)]
pub enum ExprKind {
    // -- Places.
    Object(ObjectId),
    FunctionName(FunctionId),
    /// What a pointer value points to.
    Deref(ExprId),
    /// Field number `field` of a place of record type; `access` is how it was written.
    Member {
        base: ExprId,
        field: u32,
        access: MemberAccess,
    },
    String(StringId),
    /// An unnamed object, initialised whenever the expression is evaluated. At file scope `init`
    /// is missing here: the object has static duration and its own initialiser.
    CompoundLiteral {
        object: ObjectId,
        init: Option<Init>,
    },
    /// A temporary object that holds a value of record type, as in `f().x`.
    Materialise(ExprId),
    /// `__real__ place`, `__imag__ place`.
    ComplexPart {
        base: ExprId,
        part: ComplexHalf,
    },

    // -- Values.
    /// A constant of integer, enum, bool or pointer type, as the bits of its type, zero-extended.
    Int(u128),
    /// A floating constant, as the bits of its format.
    Float(u128),
    /// The value at a place; volatile places are read each time.
    Load {
        place: ExprId,
        is_volatile: bool,
    },
    /// A pointer to the first element of a place of array type, or to a function.
    Decay(ExprId),
    AddressOf(ExprId),
    /// `-x`, `~x` on promoted operands; `!x` of any scalar type gives `int`.
    Neg(ExprId),
    BitNot(ExprId),
    Not(ExprId),
    /// Operands and result have one arithmetic type. On vectors all operators work lane by lane;
    /// one operand may then be a scalar, and a comparison gives a vector.
    Arith(ArithOp, ExprId, ExprId),
    /// The result has the type of the left operand, the right one is promoted by itself.
    Shift(ShiftOp, ExprId, ExprId),
    /// Operands have one arithmetic or pointer type; the result is `int`, 0 or 1.
    Compare(CompareOp, ExprId, ExprId),
    /// The right operand is evaluated only if the left does not decide; the result is `int`.
    And(ExprId, ExprId),
    Or(ExprId, ExprId),
    /// `pointer + index * size of the pointee`. The index is an integer of any type.
    PointerAdd {
        pointer: ExprId,
        index: ExprId,
    },
    PointerSub {
        pointer: ExprId,
        index: ExprId,
    },
    /// In elements, of type `ptrdiff_t`.
    PointerDiff(ExprId, ExprId),
    Convert {
        conversion: Conversion,
        operand: ExprId,
    },
    /// The place's new value, converted to its type already.
    Assign {
        target: ExprId,
        value: ExprId,
    },
    /// `target op= value`: the target's value is converted to `computation`, combined with
    /// `value`, and converted back.
    CompoundAssign {
        op: CompoundOp,
        target: ExprId,
        value: ExprId,
        computation: TypeId,
    },
    IncDec {
        op: IncDec,
        target: ExprId,
    },
    Conditional {
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    /// GNU's `value ?: otherwise`: `value` is evaluated once. Both have the type of the result
    /// after `convert`, which is applied to `value` when it is chosen.
    Elvis {
        value: ExprId,
        convert: Conversion,
        otherwise: ExprId,
    },
    Comma(ExprId, ExprId),
    /// The callee is a value of type pointer to function; a direct call is
    /// `Decay(FunctionName(f))`. Arguments are converted already. `end` is the closing
    /// parenthesis. Builtins that are not constants are calls of functions with their names.
    Call {
        callee: ExprId,
        arguments: Box<[ExprId]>,
        end: Span,
    },
    /// The value of the last statement if that is an expression, else void.
    StmtExpr(StmtId),
    LabelAddress(LabelId),
    /// The next argument; `list` is a pointer to the state of the `va_list`, as are the arguments
    /// of `__builtin_va_start`, `__builtin_va_end` and `__builtin_va_copy`.
    VaArg {
        list: ExprId,
    },
    /// The size in bytes of a type that contains a variable length.
    VlaSizeof(TypeId),
    /// Builds a complex value out of two parts.
    Complex(ExprId, ExprId),
    /// One half of a complex value.
    ComplexHalf(ComplexHalf, ExprId),
    /// What stands where the input is wrong.
    Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComplexHalf {
    Real,
    Imag,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftOp {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompoundOp {
    Arith(ArithOp),
    Shift(ShiftOp),
    /// On a pointer; the value is the index.
    PointerAdd,
    PointerSub,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncDec {
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
}

/// What a conversion does; source and target types are those of operand and node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// Between types of equal representation (qualifiers, enum and its integer type).
    Same,
    /// Between integers, enums and bool as source: extended by the source's sign, or truncated.
    IntToInt,
    IntToFloat,
    FloatToInt,
    FloatToFloat,
    /// To `_Bool`: `x != 0`.
    ToBool,
    PointerToPointer,
    PointerToInt,
    IntToPointer,
    ToVoid,
    /// To, from or between complex types.
    Complex,
    /// Between vectors, or vector and integer of one size: the same bits.
    Bits,
    /// To a transparent union or a GNU cast to union: the value becomes its member.
    ToUnion,
}
