//! What a run of Linchpin answers, read from its last line.
//!
//! The line alone is not believed: it must agree with the exit code, so that a program that
//! prints `TRUE` and then crashes has not answered.

use std::fmt;

/// The answer of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    True,
    /// With the property that the line names.
    False(String),
    /// With the reason, one word.
    Unknown(String),
}

impl Answer {
    /// Reads the line for machines.
    pub fn from_machine_line(line: &str) -> Option<Self> {
        match line {
            "TRUE" => return Some(Self::True),
            "FALSE" => return Some(Self::False(String::new())),
            _ => {}
        }
        let (word, rest) = line.split_once('(')?;
        let inside = rest.strip_suffix(')')?.to_owned();
        match word {
            "FALSE" => Some(Self::False(inside)),
            "UNKNOWN" => Some(Self::Unknown(inside)),
            _ => None,
        }
    }

    /// The answer of a process that ended by itself with this code and last line.
    pub fn of_ended(exit_code: i32, last_line: &str) -> Self {
        let unknown = |reason: &str| Self::Unknown(reason.to_owned());
        match (exit_code, Self::from_machine_line(last_line)) {
            (0, Some(answer @ Self::True))
            | (1, Some(answer @ Self::False(_)))
            | (2 | 4, Some(answer @ Self::Unknown(_))) => answer,
            (3, _) => unknown("bad-input"),
            (4, _) => unknown("internal-error"),
            _ => unknown("no-answer"),
        }
    }

    /// The word of the result file; the reason stands in a column of its own.
    pub fn verdict(&self) -> String {
        match self {
            Self::True => "TRUE".into(),
            Self::False(property) if property.is_empty() => "FALSE".into(),
            Self::False(property) => format!("FALSE({property})"),
            Self::Unknown(_) => "UNKNOWN".into(),
        }
    }

    pub fn reason(&self) -> &str {
        match self {
            Self::True | Self::False(_) => "",
            Self::Unknown(reason) => reason,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(reason) => write!(f, "UNKNOWN({reason})"),
            Self::True | Self::False(_) => f.write_str(&self.verdict()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_must_agree_with_the_exit_code() {
        assert_eq!(Answer::of_ended(0, "TRUE"), Answer::True);
        assert_eq!(Answer::of_ended(1, "FALSE(no-overflow)"), Answer::False("no-overflow".into()));
        assert_eq!(Answer::of_ended(2, "UNKNOWN(timeout)"), Answer::Unknown("timeout".into()));
        assert_eq!(Answer::of_ended(1, "TRUE"), Answer::Unknown("no-answer".into()));
        assert_eq!(Answer::of_ended(0, ""), Answer::Unknown("no-answer".into()));
        assert_eq!(Answer::of_ended(3, "TRUE"), Answer::Unknown("bad-input".into()));
        assert_eq!(Answer::of_ended(101, "TRUE"), Answer::Unknown("no-answer".into()));
    }

    #[test]
    fn an_internal_error_keeps_its_reason() {
        let answer = Answer::of_ended(4, "UNKNOWN(internal-error)");
        assert_eq!(answer.to_string(), "UNKNOWN(internal-error)");
        assert_eq!(Answer::of_ended(4, "").to_string(), "UNKNOWN(internal-error)");
    }
}
