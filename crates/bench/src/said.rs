//! What a child said, read from what it printed.
//!
//! `verify` is asked for JSON, which carries the verdict and the counted work; `protocol` prints
//! text whose last line is the verdict. A report that cannot be read, because the child crashed or
//! printed more than is kept, has no line for machines, and so no answer.

use serde::Deserialize;

use crate::task::Question;

/// What a child said.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The line for machines.
    pub line: String,
    /// Why there is no answer.
    pub why: Option<String>,
    pub work: Work,
}

/// Counted work and the time in solvers, as far as they were told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    pub weakenings: Option<u64>,
    pub solver_calls: Option<u64>,
    /// The median.
    pub calls_per_weakening: Option<u64>,
    pub solver_ms: Option<u64>,
}

#[derive(Deserialize)]
struct Report {
    /// None where the input is wrong.
    #[serde(default)]
    verdict: String,
    reason: Option<String>,
    #[serde(default)]
    messages: Vec<Message>,
    #[serde(default)]
    statistics: Statistics,
    #[serde(default)]
    times: Times,
}

#[derive(Deserialize)]
struct Message {
    severity: String,
    code: Option<String>,
    message: String,
}

impl Message {
    /// As people read it.
    fn in_words(&self) -> String {
        let code = self.code.as_ref().map(|code| format!("[{code}]")).unwrap_or_default();
        format!("{}{code}: {}", self.severity, self.message)
    }
}

#[derive(Default, Deserialize)]
struct Statistics {
    weakenings: Option<u64>,
    #[serde(rename = "solver calls")]
    solver_calls: Option<u64>,
    #[serde(rename = "solver calls per weakening (median)")]
    calls_per_weakening: Option<u64>,
}

#[derive(Default, Deserialize)]
struct Times {
    solver_ms: Option<u64>,
}

impl Said {
    pub fn of(question: &Question, stdout: &str) -> Self {
        match question {
            Question::Property(_) => Self::of_json(stdout).unwrap_or_default(),
            Question::Protocol => Self::of_text(stdout),
        }
    }

    fn of_json(stdout: &str) -> Option<Self> {
        let report: Report = serde_json::from_str(stdout).ok()?;
        let Statistics { weakenings, solver_calls, calls_per_weakening } = report.statistics;
        let solver_ms = report.times.solver_ms;
        let work = Work { weakenings, solver_calls, calls_per_weakening, solver_ms };
        let mut errors = report.messages.iter().filter(|it| it.severity == "error");
        let why = report.reason.or_else(|| errors.next().map(Message::in_words));
        Some(Self { line: report.verdict, why, work })
    }

    fn of_text(stdout: &str) -> Self {
        let why = stdout.lines().rev().find_map(|line| line.strip_prefix("Could not tell: "));
        Self {
            line: stdout.lines().last().unwrap_or("").to_owned(),
            why: why.map(str::to_owned),
            work: Work::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read() {
        let question = Question::Property("unreach-call".into());
        let text = r#"{"verdict": "UNKNOWN(timeout)", "reason": "time was up", "checks": [],
            "statistics": {"runs": 3, "weakenings": 7, "solver calls": 9,
            "solver calls per weakening (median)": 1}, "times": {"total_ms": 8, "solver_ms": 5}}"#;
        let said = Said::of(&question, text);
        assert_eq!(said.line, "UNKNOWN(timeout)");
        assert_eq!(said.why.as_deref(), Some("time was up"));
        let (weakenings, solver_calls) = (Some(7), Some(9));
        let work =
            Work { weakenings, solver_calls, calls_per_weakening: Some(1), solver_ms: Some(5) };
        assert_eq!(said.work, work);
        let refused = r#"{"schema": 1, "error": "bad-input", "messages": [
            {"severity": "error", "code": "E0110", "message": "expected `;`"}]}"#;
        let said = Said::of(&question, refused);
        assert_eq!((&*said.line, said.why.as_deref()), ("", Some("error[E0110]: expected `;`")));
        assert_eq!(Said::of(&question, &text[..40]), Said::default());
        assert_eq!(Said::of(&question, "TRUE"), Said::default());
    }

    #[test]
    fn a_protocol_speaks_in_lines() {
        let said = Said::of(&Question::Protocol, "Could not tell: too hard.\nUNKNOWN(timeout)\n");
        assert_eq!(said.line, "UNKNOWN(timeout)");
        assert_eq!(said.why.as_deref(), Some("too hard."));
    }
}
