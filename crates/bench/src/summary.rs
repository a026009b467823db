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
    pub n_weakenings: u64,
    /// In weakenings.
    pub n_solver_calls: u64,
    /// Of each task that was sliced, the median.
    calls_per_weakening: Vec<u64>,
    /// Of each task that says so.
    solver_shares: Vec<f64>,
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

    /// How many tasks were sliced.
    pub fn n_sliced(&self) -> usize {
        self.calls_per_weakening.len()
    }

    /// The median over the tasks.
    pub fn calls_per_weakening(&self) -> Option<u64> {
        let mut calls = self.calls_per_weakening.clone();
        calls.sort_unstable();
        calls.get(calls.len() / 2).copied()
    }

    /// The median over the tasks, from 0 to 1.
    pub fn solver_share(&self) -> Option<f64> {
        let mut shares = self.solver_shares.clone();
        shares.sort_by(f64::total_cmp);
        shares.get(shares.len() / 2).copied()
    }

    fn add(&mut self, record: &Record) {
        self.n_weakenings += record.weakenings.unwrap_or(0);
        self.n_solver_calls += record.solver_calls.unwrap_or(0);
        self.calls_per_weakening.extend(record.calls_per_weakening);
        self.solver_shares.extend(record.solver_share());
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
