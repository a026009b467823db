//! What a task is known to be: `true`, `false`, or `false` in a certain way.
//!
//! `false(valid-deref)` says which of several properties at once is violated; another violation
//! found in the same program is then no answer to the task.

use std::fmt;
use std::str::FromStr;

/// The verdict that the authors of a task give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    True,
    False { subproperty: Option<String> },
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("`{0}` is no verdict; write `true`, `false` or `false(PROPERTY)`")]
pub struct NotAVerdict(String);

impl FromStr for Expected {
    type Err = NotAVerdict;

    fn from_str(text: &str) -> Result<Self, NotAVerdict> {
        match text {
            "true" => return Ok(Self::True),
            "false" => return Ok(Self::False { subproperty: None }),
            _ => {}
        }
        let subproperty = text.strip_prefix("false(").and_then(|it| it.strip_suffix(')'));
        match subproperty.filter(|it| !it.is_empty()) {
            Some(subproperty) => Ok(Self::False { subproperty: Some(subproperty.to_owned()) }),
            None => Err(NotAVerdict(text.to_owned())),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::True => f.write_str("true"),
            Self::False { subproperty: None } => f.write_str("false"),
            Self::False { subproperty: Some(subproperty) } => write!(f, "false({subproperty})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_printed_again() {
        for text in ["true", "false", "false(valid-deref)"] {
            assert_eq!(text.parse::<Expected>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_words_are_refused() {
        for text in ["", "TRUE", "unknown", "false()", "false(valid-free"] {
            assert_eq!(text.parse::<Expected>(), Err(NotAVerdict(text.into())), "{text}");
        }
    }
}
