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
    /// The time limit was reached that holds where the user sets none, of so many seconds.
    DefaultTimeout { seconds: u64 },
    /// The memory limit was reached.
    OutOfMemory,
    /// The user pressed Ctrl-C.
    Interrupted,
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
            Self::Timeout | Self::DefaultTimeout { .. } => "timeout",
            Self::OutOfMemory => "out-of-memory",
            Self::Interrupted => "interrupted",
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
            Self::DefaultTimeout { seconds } => write!(
                f,
                "{seconds} seconds are over, the limit where none is set; `--time SECONDS` sets one"
            ),
            Self::OutOfMemory => f.write_str("the memory limit was reached"),
            Self::Interrupted => f.write_str("it was interrupted"),
            Self::Unsupported(what) => write!(f, "not modelled: {what}"),
            Self::Inconclusive(what) => f.write_str(what),
            Self::InternalError(what) => write!(f, "internal error: {what}; please report it"),
        }
    }
}
