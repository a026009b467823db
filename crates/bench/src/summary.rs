//! What many records say together: counts, times and the score, per group and property.

use std::collections::BTreeMap;

use crate::{Expected, Record, Status};

/// The figures of some tasks.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    n_by_status: BTreeMap<Status, usize>,
    /// How many tasks have no answer, by reason.
    pub n_by_reason: BTreeMap<String, usize>,
    pub cpu_seconds: f64,
    pub wall_seconds: f64,
    pub n_late: usize,
    pub n_too_large: usize,
    /// What the score would be if every task were answered correctly.
    pub highest_score: i64,
}

impl Figures {
    pub fn n(&self, status: Status) -> usize {
        self.n_by_status.get(&status).copied().unwrap_or(0)
    }

    pub fn n_tasks(&self) -> usize {
        self.n_by_status.values().sum()
    }

    pub fn n_wrong(&self) -> usize {
        self.n(Status::WrongTrue) + self.n(Status::WrongFalse)
    }

    pub fn n_correct(&self) -> usize {
        self.n(Status::CorrectTrue) + self.n(Status::CorrectFalse)
    }

    pub fn score(&self) -> i64 {
        self.n_by_status.iter().map(|(status, &n)| status.score() * n as i64).sum()
    }

    fn add(&mut self, record: &Record) {
        *self.n_by_status.entry(record.status).or_default() += 1;
        if record.status == Status::Unknown {
            *self.n_by_reason.entry(record.reason.clone()).or_default() += 1;
        }
        self.cpu_seconds += record.cpu_seconds;
        self.wall_seconds += record.wall_seconds;
        self.n_late += usize::from(record.is_late());
        self.n_too_large += usize::from(record.is_too_large());
        self.highest_score += match record.expected() {
            None => 0,
            Some(Expected::True) => Status::CorrectTrue.score(),
            Some(Expected::False { .. }) => Status::CorrectFalse.score(),
        };
    }
}

/// The figures of all records, and of each group and property in the order of its first record.
#[derive(Clone, Debug)]
pub struct Summary {
    pub rows: Vec<(String, String, Figures)>,
    pub total: Figures,
}

impl Summary {
    pub fn of(records: &[Record]) -> Self {
        let mut summary = Self { rows: Vec::new(), total: Figures::default() };
        for record in records {
            summary.total.add(record);
            let is_row = |(group, property, _): &(String, String, Figures)| {
                *group == record.group && *property == record.property
            };
            let index = summary.rows.iter().position(is_row).unwrap_or_else(|| {
                let row = (record.group.clone(), record.property.clone(), Figures::default());
                summary.rows.push(row);
                summary.rows.len() - 1
            });
            summary.rows[index].2.add(record);
        }
        summary
    }
}
