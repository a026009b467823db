//! What became of each check that the properties asked for.

use std::fmt;

use source::Span;

use crate::CheckKind;

/// One check and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    pub kind: CheckKind,
    pub span: Span,
    /// The function that it stands in; empty if nothing is left of it.
    pub function: String,
    /// What is to hold, in the words of the source: "`i + 1` fits `int`".
    pub text: String,
    pub status: CheckStatus,
    /// What is known of it besides, if it is open.
    pub known: Option<String>,
    /// Why nobody has to look at it, if it is violated and somebody says so.
    pub accepted: Option<Acceptance>,
}

/// How a violation comes to be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// The source says why.
    InSource { reason: String },
    /// It was there before.
    Baseline,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckStatus {
    /// The run that is shown fails here.
    Violated,
    /// Neither proved nor refuted.
    Open,
    /// Another check fails, and nobody looked further.
    NotJudged,
    /// No run comes here: the function is never called, or the code is dead.
    Unreachable,
    /// Proved, and no run gets to where it is asked, so that the proof says nothing.
    Vacuous,
    Proved,
}

impl CheckStatus {
    pub fn name(self) -> &'static str {
        match self {
            Self::Violated => "violated",
            Self::Open => "open",
            Self::NotJudged => "not judged",
            Self::Unreachable => "not reached by any run",
            Self::Vacuous => "vacuous",
            Self::Proved => "proved",
        }
    }
}

impl fmt::Display for CheckStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
