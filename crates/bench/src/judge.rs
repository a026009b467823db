//! An answer held against what is expected.
//!
//! The score is that of the field's competition: a wrong proof costs more than sixteen right
//! ones bring, because whoever gets it stops looking.

use std::fmt;
use std::str::FromStr;

use verdict::properties_by_name;

use crate::{Answer, Expected};

/// How an answer stands to what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    CorrectTrue,
    CorrectFalse,
    WrongTrue,
    WrongFalse,
    Unknown,
    /// There is an answer, but nobody said what to expect.
    Unjudged,
}

impl Status {
    pub const ALL: [Self; 6] = [
        Self::CorrectTrue,
        Self::CorrectFalse,
        Self::WrongTrue,
        Self::WrongFalse,
        Self::Unknown,
        Self::Unjudged,
    ];

    /// Judges the answer to a task about `property`.
    pub fn of(answer: &Answer, property: &str, expected: Option<&Expected>) -> Self {
        match (answer, expected) {
            (Answer::Unknown(_), _) => Self::Unknown,
            (_, None) => Self::Unjudged,
            (Answer::True, Some(Expected::True)) => Self::CorrectTrue,
            (Answer::True, Some(Expected::False { .. })) => Self::WrongTrue,
            (Answer::False(_), Some(Expected::True)) => Self::WrongFalse,
            (Answer::False(found), Some(Expected::False { subproperty })) => {
                let is_meant = match subproperty {
                    Some(subproperty) => found == subproperty,
                    None => belongs(found, property),
                };
                if is_meant { Self::CorrectFalse } else { Self::WrongFalse }
            }
        }
    }

    /// Points of the field's competition.
    pub fn score(self) -> i64 {
        match self {
            Self::CorrectTrue => 2,
            Self::CorrectFalse => 1,
            Self::WrongTrue => -32,
            Self::WrongFalse => -16,
            Self::Unknown | Self::Unjudged => 0,
        }
    }

    pub fn is_correct(self) -> bool {
        matches!(self, Self::CorrectTrue | Self::CorrectFalse)
    }

    pub fn is_wrong(self) -> bool {
        matches!(self, Self::WrongTrue | Self::WrongFalse)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::CorrectTrue => "correct true",
            Self::CorrectFalse => "correct false",
            Self::WrongTrue => "wrong true",
            Self::WrongFalse => "wrong false",
            Self::Unknown => "unknown",
            Self::Unjudged => "unjudged",
        }
    }
}

/// Whether a violation of `found` answers a question about `property`. A property that only its
/// file knows cannot be told apart from its parts, so everything answers it.
fn belongs(found: &str, property: &str) -> bool {
    if found == property || found.is_empty() {
        return true;
    }
    match properties_by_name(property) {
        Some(parts) => parts.iter().any(|part| part.name() == found),
        None => true,
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no status")]
pub struct NotAStatus(String);

impl FromStr for Status {
    type Err = NotAStatus;

    fn from_str(text: &str) -> Result<Self, NotAStatus> {
        let found = Self::ALL.into_iter().find(|status| status.name() == text);
        found.ok_or_else(|| NotAStatus(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(answer: &str, property: &str, expected: &str) -> Status {
        let answer = Answer::from_machine_line(answer).unwrap();
        Status::of(&answer, property, expected.parse().ok().as_ref())
    }

    #[test]
    fn the_four_corners() {
        assert_eq!(judge("TRUE", "unreach-call", "true"), Status::CorrectTrue);
        assert_eq!(judge("TRUE", "unreach-call", "false"), Status::WrongTrue);
        assert_eq!(judge("FALSE(unreach-call)", "unreach-call", "true"), Status::WrongFalse);
        assert_eq!(judge("FALSE(unreach-call)", "unreach-call", "false"), Status::CorrectFalse);
    }

    #[test]
    fn another_violation_is_no_answer() {
        let memsafety = |answer, expected| judge(answer, "valid-memsafety", expected);
        assert_eq!(memsafety("FALSE(valid-deref)", "false(valid-deref)"), Status::CorrectFalse);
        assert_eq!(memsafety("FALSE(valid-free)", "false(valid-deref)"), Status::WrongFalse);
        assert_eq!(memsafety("FALSE(valid-free)", "false"), Status::CorrectFalse);
        assert_eq!(memsafety("FALSE(no-overflow)", "false"), Status::WrongFalse);
        assert_eq!(memsafety("TRUE", "false(valid-deref)"), Status::WrongTrue);
    }

    #[test]
    fn not_knowing_is_never_wrong() {
        assert_eq!(judge("UNKNOWN(timeout)", "unreach-call", "true"), Status::Unknown);
        assert_eq!(judge("UNKNOWN(timeout)", "unreach-call", "-"), Status::Unknown);
        assert_eq!(judge("TRUE", "unreach-call", "-"), Status::Unjudged);
    }
}
