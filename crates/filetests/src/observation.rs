//! What one run of the tool said, read back from what it printed.
//!
//! The printed text is read, rather than some inner format, because the text is what users see:
//! a message that is not printed, or printed without its place, fails a test. The shape is that
//! of rustc:
//!
//! ```text
//! error[no-overflow]: `x + 1` overflows `int`
//!  --> tests/verify/overflow/add.c:7:9
//! ```
//!
//! Codes of a letter and four digits are messages about the input; any other code is the kind of
//! a check, and then `error` means violated.

use crate::case::Answer;
use crate::mark::Claim;

/// One claim with its place and message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub claim: Claim,
    pub message: String,
    /// File and line; `None` where the message has no place.
    pub place: Option<(String, usize)>,
}

#[derive(Clone, Debug)]
pub struct Observation {
    pub stdout: String,
    pub stderr: String,
    /// `None` when a signal ended the process.
    pub exit: Option<i32>,
}

impl Observation {
    /// The answer in the last line of the standard output, if there is one.
    pub fn answer(&self) -> Option<Answer> {
        Answer::from_output(self.stdout.lines().next_back()?.trim())
    }

    /// Everything that the tool claims about lines, in the order printed.
    pub fn found(&self) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        // True between the head of a message and its place.
        let mut is_open = false;
        for line in self.stderr.lines().chain(self.stdout.lines()) {
            if let Some((claim, message)) = head(line) {
                found.push(Found { claim, message, place: None });
                is_open = true;
            } else if is_open && let Some(place) = place(line) {
                is_open = false;
                if let Some(last) = found.last_mut() {
                    last.place = Some(place);
                }
            }
        }
        found
    }
}

/// `error[CODE]: message`
fn head(line: &str) -> Option<(Claim, String)> {
    let (word, rest) = line.split_once('[')?;
    let (code, message) = rest.split_once("]: ")?;
    let is_kind = code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let claim = match (word, is_kind) {
        ("error", false) => Claim::Error { code: code.into() },
        ("warning", false) => Claim::Warning { code: code.into() },
        ("error", true) => Claim::Violated { kind: code.into() },
        ("unknown", true) => Claim::Unknown { kind: code.into() },
        _ => return None,
    };
    Some((claim, message.into()))
}

/// ` --> FILE:LINE:COLUMN`
fn place(line: &str) -> Option<(String, usize)> {
    let place = line.trim_start().strip_prefix("--> ")?;
    let mut parts = place.rsplitn(3, ':');
    let _column = parts.next()?;
    let line = parts.next()?.parse().ok()?;
    Some((parts.next()?.into(), line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_messages_are_read_back() {
        let observation = Observation {
            stderr: "error[E0301]: unknown name `x`\n --> a.c:3:7\n  |\n3 | x;\n\n".into(),
            stdout: "error[no-overflow]: too big\n  --> d:e.c:12:1\nFALSE(no-overflow)\n".into(),
            exit: Some(1),
        };
        let found = observation.found();
        assert_eq!(found[0].claim, Claim::Error { code: "E0301".into() });
        assert_eq!(found[0].place, Some(("a.c".into(), 3)));
        assert_eq!(found[1].claim, Claim::Violated { kind: "no-overflow".into() });
        assert_eq!(found[1].place, Some(("d:e.c".into(), 12)));
        assert_eq!(found.len(), 2);
        assert_eq!(observation.answer(), Some(Answer::False("no-overflow".into())));
    }

    #[test]
    fn a_note_with_another_place_does_not_move_the_message() {
        let stderr = "error[E0301]: twice\n --> a.c:3:7\n ::: a.c:1:1\n --> b.c:9:9\n".into();
        let observation = Observation { stderr, stdout: String::new(), exit: Some(3) };
        assert_eq!(observation.found()[0].place, Some(("a.c".into(), 3)));
    }
}
