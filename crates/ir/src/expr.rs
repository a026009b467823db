//! Expressions: pure functions of variables, shared program-wide.
//!
//! An expression reads variables and nothing else: memory is read by [`Op::Load`](crate::Op),
//! so evaluating an expression twice gives the same value. Expressions are hash-consed in an
//! [`ExprPool`]: structurally equal expressions have equal ids, whichever function they stand
//! in, and a formula builder can translate each once.
//!
//! Partial operations (division, remainder) are undefined where C has them undefined; what
//! guards them is an earlier edge. The pool does not fold constants beyond what its `make_*`
//! functions say, so that what is printed is what was lowered.

use index::IndexVec;
use rustc_hash::FxHashMap;

use crate::types::{FloatType, IntType, Type};
use crate::{FunctionId, ObjectId, VarId};

index::define_id!(
    /// An expression of a program's [`ExprPool`].
    pub struct ExprId, "e"
);

/// One node. Operands have the types that `validate` demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    Bool(bool),
    /// Bits, zero above the width.
    Int(IntType, u128),
    /// Bits of the format.
    Float(FloatType, u128),
    Null,
    Var(VarId),
    /// Address of an object: static, or of the current activation of a local one.
    ObjectAddress(ObjectId),
    FunctionAddress(FunctionId),
    /// On integers and floats, result of the same type.
    Neg(ExprId),
    /// Bitwise, on integers.
    BitNot(ExprId),
    /// On truth values.
    Not(ExprId),
    /// Both operands and the result have one type: integer, or for `Add` to `Div` also float.
    /// For shifts the right operand is any integer type; a shift amount outside `0..width`
    /// has no defined result.
    Arith(ArithOp, ExprId, ExprId),
    /// Both operands of one type: integer, float, pointer, or for `Eq` and `Ne` also Bool.
    Compare(CompareOp, ExprId, ExprId),
    /// On truth values. Both sides are evaluated.
    And(ExprId, ExprId),
    Or(ExprId, ExprId),
    /// `condition ? then : otherwise`. Only the chosen side is evaluated.
    Ite(ExprId, ExprId, ExprId),
    /// Value-preserving where the target can hold the value, otherwise: integers wrap, floats
    /// round, Bool becomes 0 or 1, integer and pointer exchange bits of the same width. A float
    /// that does not fit an integer has no defined result. `Int` to `Bool` does not exist:
    /// compare with zero.
    Convert(Type, ExprId),
    /// `pointer + offset` in bytes; the offset is of
    /// [`DataModel::offset_type`](crate::DataModel::offset_type). Provenance stays that of the
    /// pointer.
    PointerAdd(ExprId, ExprId),
    /// `a - b` in bytes, of the offset type.
    PointerDiff(ExprId, ExprId),
    /// The bits of a float as an integer of the same width, and back (unions, `memcpy` tricks).
    Bits(Type, ExprId),
    /// Truth value: the exact result of the operation does not fit the operands' type.
    Overflows(OverflowOp, ExprId, ExprId),
    /// The place that belongs to a pointer's in *shadow memory*, which holds for each byte of memory
    /// whether it was written: `0xff` if so. Loads, stores, copies and fills go through it, and two
    /// such places are equal if the pointers have the same object and offset; nothing else is done with
    /// it. A block's shadow holds anything when the block's life begins. Only passes make it.
    Shadow(ExprId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArithOp {
    Add,
    Sub,
    Mul,
    /// Truncating towards zero on integers.
    Div,
    /// Sign of the dividend; integers only.
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    /// Arithmetic on signed, logical on unsigned integers.
    Shr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OverflowOp {
    Add,
    Sub,
    Mul,
    /// Only the least value divided by -1.
    Div,
    /// A signed left shift that loses bits or changes the sign; the amount is within range.
    Shl,
}

/// All expressions of a program.
#[derive(Clone, Debug, Default)]
pub struct ExprPool {
    nodes: IndexVec<ExprId, Expr>,
    ids: FxHashMap<Expr, ExprId>,
}

impl ExprPool {
    pub fn new() -> Self {
        Self::default()
    }

    /// The id of a node, new or known.
    pub fn intern(&mut self, expr: Expr) -> ExprId {
        *self.ids.entry(expr).or_insert_with(|| self.nodes.push(expr))
    }

    /// The id of a node if it occurs in the program.
    pub fn find(&self, expr: &Expr) -> Option<ExprId> {
        self.ids.get(expr).copied()
    }

    pub fn int(&mut self, ty: IntType, value: i128) -> ExprId {
        self.intern(Expr::Int(ty, ty.wrap(value)))
    }

    pub fn var(&mut self, var: VarId) -> ExprId {
        self.intern(Expr::Var(var))
    }

    /// Negation, where `!!a` is `a`. Turning `!(a < b)` into `a >= b` is left to passes: on
    /// floats it is wrong.
    pub fn not(&mut self, operand: ExprId) -> ExprId {
        match self.nodes[operand] {
            Expr::Not(inner) => inner,
            Expr::Bool(value) => self.intern(Expr::Bool(!value)),
            _ => self.intern(Expr::Not(operand)),
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (ExprId, &Expr)> {
        self.nodes.iter()
    }
}

impl std::ops::Index<ExprId> for ExprPool {
    type Output = Expr;

    #[inline]
    fn index(&self, id: ExprId) -> &Expr {
        &self.nodes[id]
    }
}

impl Expr {
    /// The topmost operator and its type, and nothing of what it is applied to.
    pub fn without_operands(self) -> Self {
        let nothing = <ExprId as index::Id>::new(0);
        match self {
            Self::Bool(_)
            | Self::Int(..)
            | Self::Float(..)
            | Self::Null
            | Self::Var(_)
            | Self::ObjectAddress(_)
            | Self::FunctionAddress(_) => self,
            Self::Neg(_) => Self::Neg(nothing),
            Self::BitNot(_) => Self::BitNot(nothing),
            Self::Not(_) => Self::Not(nothing),
            Self::Arith(op, ..) => Self::Arith(op, nothing, nothing),
            Self::Compare(op, ..) => Self::Compare(op, nothing, nothing),
            Self::And(..) => Self::And(nothing, nothing),
            Self::Or(..) => Self::Or(nothing, nothing),
            Self::Ite(..) => Self::Ite(nothing, nothing, nothing),
            Self::Convert(ty, _) => Self::Convert(ty, nothing),
            Self::PointerAdd(..) => Self::PointerAdd(nothing, nothing),
            Self::PointerDiff(..) => Self::PointerDiff(nothing, nothing),
            Self::Shadow(_) => Self::Shadow(nothing),
            Self::Bits(ty, _) => Self::Bits(ty, nothing),
            Self::Overflows(op, ..) => Self::Overflows(op, nothing, nothing),
        }
    }

    /// The direct operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = ExprId> + use<> {
        let operands = match *self {
            Self::Bool(_)
            | Self::Int(..)
            | Self::Float(..)
            | Self::Null
            | Self::Var(_)
            | Self::ObjectAddress(_)
            | Self::FunctionAddress(_) => [None; 3],
            Self::Neg(a) | Self::BitNot(a) | Self::Not(a) | Self::Shadow(a) => {
                [Some(a), None, None]
            }
            Self::Convert(_, a) | Self::Bits(_, a) => [Some(a), None, None],
            Self::Arith(_, a, b)
            | Self::Compare(_, a, b)
            | Self::And(a, b)
            | Self::Or(a, b)
            | Self::PointerAdd(a, b)
            | Self::PointerDiff(a, b)
            | Self::Overflows(_, a, b) => [Some(a), Some(b), None],
            Self::Ite(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        operands.into_iter().flatten()
    }
}
