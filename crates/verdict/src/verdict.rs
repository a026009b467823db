//! What we answer.

use std::fmt;

/// The answer to one check or to a whole task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It always holds, and the proof has been checked again.
    True,
    /// It fails, and the failing run has been replayed.
    False,
    /// We cannot tell.
    Unknown(Reason),
}

/// Why we cannot tell, in terms that someone can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time limit was reached.
    Timeout,
    /// The memory limit was reached.
    OutOfMemory,
    /// A construct is reached that we do not model; what and where.
    Unsupported(String),
    /// The method came to its end without an answer; what was missing.
    Inconclusive(String),
    /// Something that should hold of Linchpin itself does not.
    InternalError(String),
}

impl Reason {
    /// One word for machines, as in `UNKNOWN(timeout)`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::OutOfMemory => "out-of-memory",
            Self::Unsupported(_) => "unsupported",
            Self::Inconclusive(_) => "inconclusive",
            Self::InternalError(_) => "internal-error",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout => f.write_str("the time limit was reached"),
            Self::OutOfMemory => f.write_str("the memory limit was reached"),
            Self::Unsupported(what) => write!(f, "not modelled: {what}"),
            Self::Inconclusive(what) => f.write_str(what),
            Self::InternalError(what) => write!(f, "internal error: {what}; please report it"),
        }
    }
}
