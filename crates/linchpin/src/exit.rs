//! How the process ends: the five exit codes that scripts may rely on.

use std::process::ExitCode;

use verdict::{Reason, Verdict};

/// The result of a run as the shell sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// All that was asked has been proved, or there was nothing to prove (`--help`).
    Proved = 0,
    /// A violation was found and replayed.
    Violated = 1,
    /// No answer.
    CouldNotTell = 2,
    /// The input or the command line is wrong.
    BadInput = 3,
    /// Linchpin is wrong.
    InternalError = 4,
}

impl From<&Verdict> for ExitStatus {
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::True => Self::Proved,
            Verdict::False => Self::Violated,
            Verdict::Unknown(Reason::InternalError(_)) => Self::InternalError,
            Verdict::Unknown(_) => Self::CouldNotTell,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status as u8)
    }
}
