//! Sorts: the types of terms.

/// The sort of a term. Arrays go from bit-vectors (or integers) to bit-vectors (or integers):
/// memory needs no more, and solvers are fastest on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    Bool,
    /// Bits, from 1 to 128.
    BitVec(u32),
    /// Mathematical integers.
    Int,
    Array(Scalar, Scalar),
}

/// What an array can be indexed by and hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    BitVec(u32),
    Int,
}

impl From<Scalar> for Sort {
    fn from(scalar: Scalar) -> Self {
        match scalar {
            Scalar::BitVec(width) => Self::BitVec(width),
            Scalar::Int => Self::Int,
        }
    }
}

impl Sort {
    /// The width of a bit-vector sort.
    pub fn width(self) -> Option<u32> {
        match self {
            Self::BitVec(width) => Some(width),
            Self::Bool | Self::Int | Self::Array(..) => None,
        }
    }
}
