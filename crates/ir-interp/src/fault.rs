//! What a run can do that the IR gives no meaning to.
//!
//! A fault is found whether or not a check was inserted before it: a missing check is a bug of
//! lowering that the tests should see. Where a property's check comes first, the run ends as
//! violated and never reaches the fault.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// Integer division or remainder by zero.
    DivisionByZero,
    /// A shift amount that is negative or not less than the width.
    ShiftOutOfRange,
    /// A float that the integer type cannot hold, or NaN.
    FloatToIntOutOfRange,
    /// An access near address zero through a pointer to no object.
    NullAccess,
    /// An access through an integer that is no object's address.
    WildAccess,
    /// An access outside the object that the pointer was made from.
    OutOfBounds,
    /// An access to a heap block after it was freed.
    AccessAfterFree,
    /// An access to a local object outside its scope, or before it was entered.
    AccessOutsideScope,
    /// An access to a local object of a function that has returned.
    AccessAfterReturn,
    /// An access to the bytes of a function.
    FunctionAccess,
    /// A store into a string literal or a `const` object.
    ReadOnlyStore,
    /// A branch that depends on an indeterminate value.
    IndeterminateBranch,
    /// An access, a call or a size that depends on an indeterminate value.
    IndeterminateOperand,
    /// Freeing something that is not the start of a heap block.
    BadFree,
    /// Freeing a heap block again.
    DoubleFree,
    /// A call through a pointer that is not the address of a function.
    BadCallee,
    /// A call whose signature is not that of the function.
    SignatureMismatch,
    /// A comparison, or a difference, of pointers that C leaves open. It is defined, and may be
    /// either way; a run that depends on it ends as not supported.
    OpenComparison,
    /// Something depends on what a library function did in a way that is not modelled. A run that
    /// does ends as not supported.
    Unmodelled,
}

impl FaultKind {
    /// Is it an access to memory that is not there?
    pub fn is_access(self) -> bool {
        matches!(
            self,
            Self::NullAccess
                | Self::WildAccess
                | Self::OutOfBounds
                | Self::AccessAfterFree
                | Self::AccessOutsideScope
                | Self::AccessAfterReturn
                | Self::FunctionAccess
        )
    }

    /// In words, to follow "undefined behaviour:".
    pub fn describe(self) -> &'static str {
        match self {
            Self::DivisionByZero => "division by zero",
            Self::ShiftOutOfRange => "shift amount out of range",
            Self::FloatToIntOutOfRange => "float does not fit the integer type",
            Self::NullAccess => "access through a null pointer",
            Self::WildAccess => "access through an address of no object",
            Self::OutOfBounds => "access out of bounds",
            Self::AccessAfterFree => "access to a freed block",
            Self::AccessOutsideScope => "access to a local object outside its scope",
            Self::AccessAfterReturn => "access to a local object of a function that returned",
            Self::FunctionAccess => "access to the bytes of a function",
            Self::ReadOnlyStore => "store into a read-only object",
            Self::IndeterminateBranch => "branch on an indeterminate value",
            Self::IndeterminateOperand => "use of an indeterminate value",
            Self::BadFree => "free of what is not the start of a heap block",
            Self::DoubleFree => "free of a block that is freed already",
            Self::BadCallee => "call through a pointer that is not a function",
            Self::SignatureMismatch => "call with a signature that is not the function's",
            Self::OpenComparison => "a comparison of pointers that C leaves open",
            Self::Unmodelled => "a decision by a value that is not modelled",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.describe())
    }
}
