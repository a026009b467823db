//! What the verifier answered: the parts of its JSON reports that an editor can show.
//!
//! `docs/json.md` describes the whole. Keys may be added to it, so that what is not known is passed over,
//! and what is missing is empty.

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Report {
    /// In place of an outcome: the input is bad, or the verifier is wrong.
    pub error: Option<String>,
    pub messages: Vec<Message>,
    pub verdict: Option<String>,
    /// Of `UNKNOWN`.
    pub reason: Option<String>,
    /// Of `TRUE`.
    pub proof: Option<String>,
    /// Of `FALSE`.
    pub violation: Option<Violation>,
    pub other_violations: Vec<Violation>,
    pub checks: Vec<Check>,
    /// Of `linchpin invariants`.
    pub loops: Vec<Loop>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Place {
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
}

#[derive(Debug, Deserialize)]
pub struct Message {
    pub severity: String,
    pub code: Option<String>,
    pub message: String,
    pub place: Option<Place>,
    pub label: Option<String>,
    #[serde(default)]
    pub related: Vec<Related>,
    #[serde(default)]
    pub helps: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Related {
    pub place: Place,
    pub label: String,
}

#[derive(Debug, Deserialize)]
pub struct Violation {
    pub kind: String,
    pub message: String,
    pub place: Place,
    #[serde(default)]
    pub run: Vec<Step>,
}

/// A step of a failing run.
#[derive(Debug, Deserialize)]
pub struct Step {
    pub place: Place,
    pub function: String,
    pub thread: Option<u64>,
    #[serde(default)]
    pub effects: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Check {
    /// Why nobody has to look at a violation.
    pub accepted: Option<String>,
    pub kind: String,
    pub status: String,
    pub text: String,
    pub place: Place,
}

#[derive(Debug, Deserialize)]
pub struct Loop {
    pub place: Place,
    pub before: String,
    pub is_reachable: bool,
    #[serde(default)]
    pub invariants: Vec<String>,
    #[serde(default)]
    pub heaps: Vec<String>,
}

impl Report {
    /// The error says why the text is no report.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        let report: Self = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        Ok(report)
    }

    /// The one line that says it all.
    pub fn in_one_line(&self) -> String {
        let verdict = match (&self.verdict, &self.error) {
            (Some(verdict), _) => verdict.as_str(),
            (None, Some(error)) => error.as_str(),
            (None, None) => "no answer",
        };
        let errors = self.messages.iter().filter(|it| it.severity == "error");
        let detail = match (&self.violation, &self.error) {
            (Some(violation), _) => {
                Some(format!("line {}: {}", violation.place.line, violation.message))
            }
            (None, Some(_)) => errors.map(|it| it.message.clone()).next(),
            (None, None) => self.reason.clone().or_else(|| self.proof.clone()),
        };
        let line = match detail {
            Some(detail) => format!("{verdict}: {detail}"),
            None => verdict.to_owned(),
        };
        line.lines().next().unwrap_or_default().to_owned()
    }
}
