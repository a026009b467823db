//! What became of one subject, from the report of the process that looked at it.

use std::path::PathBuf;

use serde_json::Value;

use crate::subject::Subject;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Violated,
    /// A process ended as none should.
    Failed,
    /// Something is wrong with what is written.
    Refused,
    /// Open, since nothing is said about what pointers lead to.
    NeedsContract,
    Open,
    /// Violated, and all of it is accepted.
    Accepted,
    Proved,
    Skipped,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Self::Violated => "violated",
            Self::Failed => "failed",
            Self::Refused => "refused",
            Self::NeedsContract => "needs a contract",
            Self::Open => "open",
            Self::Accepted => "accepted",
            Self::Proved => "proved",
            Self::Skipped => "not looked at",
        }
    }
}

/// How many checks ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub violated: usize,
    pub open: usize,
    pub proved: usize,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub subject: Subject,
    pub status: Status,
    pub counts: Counts,
    /// What is violated or missing, with places: one line each.
    pub messages: Vec<String>,
    pub page: Option<PathBuf>,
    pub sarif: Option<PathBuf>,
    pub report: Option<Value>,
    /// The result was known before.
    pub is_kept: bool,
}

/// What says that a contract is missing.
const MISSING: &str = "a contract of `";

impl Row {
    pub fn skipped(subject: Subject) -> Self {
        let messages = subject.skipped.iter().cloned().collect();
        Self::of(subject, Status::Skipped, messages)
    }

    pub fn failed(subject: Subject, why: String) -> Self {
        Self::of(subject, Status::Failed, vec![why])
    }

    fn of(subject: Subject, status: Status, messages: Vec<String>) -> Self {
        Self {
            subject,
            status,
            counts: Counts::default(),
            messages,
            page: None,
            sarif: None,
            report: None,
            is_kept: false,
        }
    }

    /// Whether a longer look may tell more.
    pub fn lacks_time(&self) -> bool {
        let verdict = self.report.as_ref().and_then(|report| report.get("verdict"));
        self.status == Status::Open && verdict.and_then(Value::as_str) == Some("UNKNOWN(timeout)")
    }

    /// Reads a report.
    pub fn from_report(subject: Subject, report: Value) -> Self {
        let text = |key: &str| report.get(key).and_then(Value::as_str).unwrap_or_default();
        let verdict = text("verdict");
        let (mut messages, remarks) = (Vec::new(), texts(&report, "remarks"));
        let accepted: Vec<String> =
            remarks.iter().filter(|it| it.starts_with("accepted: ")).cloned().collect();
        let missing: Vec<String> = remarks.into_iter().filter(|it| it.contains(MISSING)).collect();
        let status = if verdict.starts_with("TRUE") {
            Status::Proved
        } else if verdict.starts_with("FALSE") {
            let violation = report.get("violation").into_iter();
            let others = report.get("other_violations").and_then(Value::as_array);
            for violation in violation.chain(others.into_iter().flatten()) {
                messages.push(told(violation));
            }
            match is_accepted(&report) {
                true => Status::Accepted,
                false => Status::Violated,
            }
        } else if text("error") == "bad-input" {
            messages.extend(errors(&report));
            Status::Refused
        } else if verdict.is_empty() || verdict.contains("internal-error") {
            messages.extend(errors(&report));
            Status::Failed
        } else if missing.is_empty() {
            messages.push(text("reason").to_owned());
            Status::Open
        } else {
            Status::NeedsContract
        };
        messages.extend(accepted);
        messages.extend(missing);
        messages.retain(|it| !it.is_empty());
        let mut row = Self::of(subject, status, messages);
        let checks = report.get("checks").and_then(Value::as_array).into_iter().flatten();
        for check in checks {
            match check.get("status").and_then(Value::as_str) {
                Some("violated") => row.counts.violated += 1,
                Some("open" | "not judged") => row.counts.open += 1,
                Some("proved" | "vacuous") => row.counts.proved += 1,
                _ => {}
            }
        }
        row.report = Some(report);
        row
    }
}

/// Is each violated check accepted?
fn is_accepted(report: &Value) -> bool {
    let checks = report.get("checks").and_then(Value::as_array).into_iter().flatten();
    let is_violated =
        |check: &&Value| check.get("status").and_then(Value::as_str) == Some("violated");
    let mut violated = checks.filter(is_violated).peekable();
    violated.peek().is_some() && violated.all(|check| check.get("accepted").is_some())
}

fn texts(report: &Value, key: &str) -> Vec<String> {
    let list = report.get(key).and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// "ring.c:12:5: write at index 8 of …"
fn told(violation: &Value) -> String {
    let message = violation.get("message").and_then(Value::as_str).unwrap_or("violated");
    match place(violation) {
        Some(place) => format!("{place}: {message}"),
        None => message.to_owned(),
    }
}

fn place(value: &Value) -> Option<String> {
    let place = value.get("place")?;
    let (file, line) = (place.get("file")?.as_str()?, place.get("line")?.as_u64()?);
    let column = place.get("column").and_then(Value::as_u64);
    Some(match column {
        Some(column) => format!("{file}:{line}:{column}"),
        None => format!("{file}:{line}"),
    })
}

fn errors(report: &Value) -> Vec<String> {
    let reason = report.get("reason").and_then(Value::as_str).map(str::to_owned);
    let messages = report.get("messages").and_then(Value::as_array).into_iter().flatten();
    messages.map(told).chain(reason).collect()
}
