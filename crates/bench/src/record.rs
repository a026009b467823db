//! One line of a result file: a task, what was answered, what it cost.
//!
//! Everything that a table, a page or a comparison needs is in the record, and nothing that two
//! runs of the same task could not share apart from the measured figures. No field contains a
//! line end, so that a line of the file is a record.

use serde::{Deserialize, Serialize};

use crate::{Expected, Status};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub group: String,
    pub task: String,
    pub property: String,
    /// `true`, `false`, `false(PROPERTY)`, or nothing.
    pub expected: String,
    pub model: String,
    /// `TRUE`, `FALSE(PROPERTY)` or `UNKNOWN`.
    pub verdict: String,
    /// Why it is unknown, in one word.
    pub reason: String,
    #[serde(with = "status")]
    pub status: Status,
    #[serde(with = "thousandths")]
    pub cpu_seconds: f64,
    #[serde(with = "thousandths")]
    pub wall_seconds: f64,
    /// The most that was resident at once, in megabytes of 2^20 bytes.
    pub memory_mb: u64,
    /// What the limits were; 0 for none.
    pub time_limit: u64,
    pub memory_limit: u64,
    /// `processor`, or `either` where the one on the wall counts too.
    #[serde(default)]
    pub clock: String,
    /// Counted work of formula slicing, where there was any; files from before it was counted
    /// have none.
    #[serde(default)]
    pub weakenings: Option<u64>,
    #[serde(default)]
    pub solver_calls: Option<u64>,
    /// The median.
    #[serde(default)]
    pub calls_per_weakening: Option<u64>,
    /// Milliseconds of processor time in solvers, of all engines and of the re-check.
    #[serde(default)]
    pub solver_ms: Option<u64>,
    /// Why it is unknown, in a sentence.
    pub detail: String,
    /// Which build of Linchpin.
    pub version: String,
    /// What was passed on to every task.
    pub options: String,
    pub command: String,
}

impl Record {
    /// What a record answers: the same task and property again is the same question.
    pub fn key(&self) -> (&str, &str) {
        (&self.task, &self.property)
    }

    pub fn expected(&self) -> Option<Expected> {
        self.expected.parse().ok()
    }

    /// The answer in one word, with its reason.
    pub fn answer(&self) -> String {
        match &*self.reason {
            "" => self.verdict.clone(),
            reason => format!("{}({reason})", self.verdict),
        }
    }

    /// Whether only processor time counts.
    pub fn is_by_processor(&self) -> bool {
        self.clock == "processor"
    }

    /// The part of its processor time that solvers worked, from 0 to 1.
    pub fn solver_share(&self) -> Option<f64> {
        let seconds = self.solver_ms? as f64 / 1000.0;
        (self.cpu_seconds > 0.0).then(|| (seconds / self.cpu_seconds).min(1.0))
    }

    /// Whether it ended more than two seconds after its time.
    pub fn is_late(&self) -> bool {
        let wall = if self.is_by_processor() { 0.0 } else { self.wall_seconds };
        let seconds = self.cpu_seconds.max(wall);
        self.time_limit > 0 && seconds > self.time_limit as f64 + 2.0
    }

    /// Whether it used a tenth more memory than it may.
    pub fn is_too_large(&self) -> bool {
        self.memory_limit > 0 && self.memory_mb * 10 > self.memory_limit * 11
    }
}

/// The status by its name.
mod status {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    use crate::Status;

    pub fn serialize<S: Serializer>(status: &Status, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(status.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Status, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Milliseconds are as exact as the measurement.
mod thousandths {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub fn serialize<S: Serializer>(seconds: &f64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{seconds:.3}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        let text = String::deserialize(from)?;
        let seconds = text.parse::<f64>().map_err(D::Error::custom)?;
        // What is not a time would spread through every mean and every order.
        let is_time = seconds.is_finite() && seconds >= 0.0;
        is_time.then_some(seconds).ok_or_else(|| D::Error::custom("not a number of seconds"))
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A record for tests of what is made from records.
    pub fn record(task: &str, verdict: &str, status: Status, cpu_seconds: f64) -> Record {
        Record {
            group: "loops".into(),
            task: task.into(),
            property: "unreach-call".into(),
            expected: match status {
                Status::CorrectFalse | Status::WrongTrue => "false".into(),
                Status::Unjudged => String::new(),
                _ => "true".into(),
            },
            model: "LP64".into(),
            verdict: verdict.into(),
            reason: if verdict == "UNKNOWN" { "timeout".into() } else { String::new() },
            status,
            cpu_seconds,
            wall_seconds: cpu_seconds,
            memory_mb: 100,
            time_limit: 20,
            memory_limit: 1000,
            clock: "either".into(),
            weakenings: None,
            solver_calls: None,
            calls_per_weakening: None,
            solver_ms: None,
            detail: String::new(),
            version: "0.1.0".into(),
            options: String::new(),
            command: format!("linchpin verify {task}"),
        }
    }

    #[test]
    fn limits_have_their_tolerance() {
        let mut it = record("a.c", "UNKNOWN", Status::Unknown, 22.0);
        assert!(!it.is_late());
        it.wall_seconds = 22.1;
        assert!(it.is_late());
        it.clock = "processor".into();
        assert!(!it.is_late());
        it.cpu_seconds = 22.1;
        assert!(it.is_late());
        it.time_limit = 0;
        assert!(!it.is_late());
        it.memory_mb = 1100;
        assert!(!it.is_too_large());
        it.memory_mb = 1101;
        assert!(it.is_too_large());
    }
}
