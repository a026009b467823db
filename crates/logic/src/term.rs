//! The nodes of formulas.

use crate::pool::{FunctionId, VarId};
use crate::sort::Scalar;

index::define_id!(
    /// A term of a [`TermPool`](crate::TermPool).
    pub struct TermId, "t"
);

/// One node. The constructor methods of the pool keep what is said here; terms are never made
/// from nodes directly.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    Bool(bool),
    /// Width, and bits that are zero above it.
    BitVec(u32, u128),
    Int(i128),
    Var(VarId),
    /// An uninterpreted function applied.
    Apply(FunctionId, Box<[TermId]>),

    // -- Truth values.
    Not(TermId),
    /// At least two, sorted, no duplicates, none of them a conjunction.
    And(Box<[TermId]>),
    /// At least two, sorted, no duplicates, none of them a disjunction.
    Or(Box<[TermId]>),
    /// Of any sort; the smaller id first.
    Eq(TermId, TermId),
    /// Of any sort.
    Ite(TermId, TermId, TermId),

    // -- Bit-vectors.
    BvNot(TermId),
    BvNeg(TermId),
    BvBinary(BvBinary, TermId, TermId),
    BvCompare(BvCompare, TermId, TermId),
    /// High part, low part.
    Concat(TermId, TermId),
    /// Bits `high ..= low`.
    Extract {
        high: u32,
        low: u32,
        operand: TermId,
    },
    /// To the given width.
    ZeroExtend(u32, TermId),
    SignExtend(u32, TermId),

    // -- Integers.
    /// At least two.
    IntAdd(Box<[TermId]>),
    IntMul(TermId, TermId),
    /// Euclidean, as SMT-LIB has it; undefined only by zero.
    IntDiv(TermId, TermId),
    IntMod(TermId, TermId),
    IntLe(TermId, TermId),
    IntLt(TermId, TermId),

    // -- Arrays.
    Select(TermId, TermId),
    Store(TermId, TermId, TermId),
    /// The same element everywhere; the index sort is given.
    ConstArray(Scalar, TermId),
}

/// Operations on two bit-vectors of one width, with SMT-LIB's meaning: division by zero gives
/// all ones or the sign's opposite, shifts by the width or more give zero or the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BvBinary {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BvCompare {
    ULt,
    ULe,
    SLt,
    SLe,
}

impl Term {
    /// The direct operands, in order.
    pub fn operands(&self) -> Vec<TermId> {
        match self {
            Self::Bool(_) | Self::BitVec(..) | Self::Int(_) | Self::Var(_) => Vec::new(),
            Self::Apply(_, operands)
            | Self::And(operands)
            | Self::Or(operands)
            | Self::IntAdd(operands) => operands.to_vec(),
            Self::Not(a)
            | Self::BvNot(a)
            | Self::BvNeg(a)
            | Self::Extract { operand: a, .. }
            | Self::ZeroExtend(_, a)
            | Self::SignExtend(_, a)
            | Self::ConstArray(_, a) => vec![*a],
            Self::Eq(a, b)
            | Self::BvBinary(_, a, b)
            | Self::BvCompare(_, a, b)
            | Self::Concat(a, b)
            | Self::IntMul(a, b)
            | Self::IntDiv(a, b)
            | Self::IntMod(a, b)
            | Self::IntLe(a, b)
            | Self::IntLt(a, b)
            | Self::Select(a, b) => vec![*a, *b],
            Self::Ite(a, b, c) | Self::Store(a, b, c) => vec![*a, *b, *c],
        }
    }
}
