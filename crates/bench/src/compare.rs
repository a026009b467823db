//! Two result files of the same tasks: what was gained, what was lost, how the times changed.
//!
//! A task is *lost* if the old file has a correct answer and the new one has not, *gained* the
//! other way round. An answer that was not wrong before and is now is listed for itself: it is
//! what a change must never bring. Times are compared where both files have a correct answer, by
//! the geometric mean of the ratios, so that neither long nor short tasks decide alone.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::Record;

/// Times below this are noise; they are raised to it before ratios are taken.
const SHORTEST_SECONDS: f64 = 0.1;

/// What changed from the old records to the new ones.
#[derive(Debug)]
pub struct Comparison<'r> {
    pub got_wrong: Vec<Pair<'r>>,
    pub lost: Vec<Pair<'r>>,
    pub gained: Vec<Pair<'r>>,
    /// Changes among what is neither correct nor newly wrong.
    pub other: Vec<Pair<'r>>,
    pub n_same: usize,
    pub only_old: usize,
    pub only_new: usize,
    /// New by old, over the tasks that both decide correctly; none if there are none.
    pub time_ratio: Option<f64>,
    pub n_timed: usize,
}

/// The old and the new record of one task.
pub type Pair<'r> = (&'r Record, &'r Record);

impl<'r> Comparison<'r> {
    pub fn of(old: &'r [Record], new: &'r [Record]) -> Self {
        let by_key: BTreeMap<_, _> = old.iter().map(|record| (record.key(), record)).collect();
        let mut it = Self {
            got_wrong: Vec::new(),
            lost: Vec::new(),
            gained: Vec::new(),
            other: Vec::new(),
            n_same: 0,
            only_old: 0,
            only_new: 0,
            time_ratio: None,
            n_timed: 0,
        };
        let mut n_both = 0;
        let mut logarithms = 0.0;
        for new in new {
            let Some(&old) = by_key.get(&new.key()) else {
                it.only_new += 1;
                continue;
            };
            n_both += 1;
            if old.status.is_correct() && new.status.is_correct() {
                let seconds = |record: &Record| record.cpu_seconds.max(SHORTEST_SECONDS);
                logarithms += (seconds(new) / seconds(old)).ln();
                it.n_timed += 1;
            }
            it.sort_in(old, new);
        }
        it.only_old = by_key.len() - n_both;
        it.time_ratio = (it.n_timed > 0).then(|| (logarithms / it.n_timed as f64).exp());
        it
    }

    fn sort_in(&mut self, old: &'r Record, new: &'r Record) {
        let was = old.status.is_correct();
        let is = new.status.is_correct();
        if new.status.is_wrong() && !old.status.is_wrong() {
            self.got_wrong.push((old, new));
        } else if was && !is {
            self.lost.push((old, new));
        } else if is && !was {
            self.gained.push((old, new));
        } else if old.answer() != new.answer() {
            self.other.push((old, new));
        } else {
            self.n_same += 1;
        }
    }

    /// Whether a verdict got wrong or was lost.
    pub fn is_worse(&self) -> bool {
        !self.got_wrong.is_empty() || !self.lost.is_empty()
    }

    /// For people, with a line end after every line.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let lists = [
            ("WRONG now", &self.got_wrong),
            ("lost", &self.lost),
            ("gained", &self.gained),
            ("changed", &self.other),
        ];
        for (title, pairs) in lists {
            for (old, new) in pairs {
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "{title}: {} ({}): {} in {:.1} s, was {} in {:.1} s",
                    new.task,
                    new.property,
                    new.answer(),
                    new.cpu_seconds,
                    old.answer(),
                    old.cpu_seconds
                );
            }
        }
        let counts = [
            (self.got_wrong.len(), "wrong now"),
            (self.lost.len(), "lost"),
            (self.gained.len(), "gained"),
            (self.other.len(), "otherwise changed"),
            (self.n_same, "the same"),
        ];
        let counts: Vec<_> = counts.iter().map(|(n, what)| format!("{n} {what}")).collect();
        let _ = writeln!(text, "{}", counts.join(", "));
        if self.only_old + self.only_new > 0 {
            let (old, new) = (self.only_old, self.only_new);
            let _ =
                writeln!(text, "not compared: {old} only in the old file, {new} only in the new");
        }
        if let Some(ratio) = self.time_ratio {
            let n = self.n_timed;
            let _ = writeln!(
                text,
                "CPU time, new by old: {ratio:.2} (geometric mean over {n} tasks that both decide)"
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Status;
    use crate::record::tests::record;

    #[test]
    fn every_change_is_sorted_in() {
        let old = [
            record("gained.c", "UNKNOWN", Status::Unknown, 20.0),
            record("lost.c", "TRUE", Status::CorrectTrue, 1.0),
            record("got-wrong.c", "UNKNOWN", Status::Unknown, 20.0),
            record("still-wrong.c", "TRUE", Status::WrongTrue, 1.0),
            record("faster.c", "TRUE", Status::CorrectTrue, 8.0),
            record("slower.c", "TRUE", Status::CorrectTrue, 1.0),
            record("gone.c", "TRUE", Status::CorrectTrue, 1.0),
        ];
        let new = [
            record("gained.c", "TRUE", Status::CorrectTrue, 2.0),
            record("lost.c", "UNKNOWN", Status::Unknown, 20.0),
            record("got-wrong.c", "TRUE", Status::WrongTrue, 1.0),
            record("still-wrong.c", "TRUE", Status::WrongTrue, 1.0),
            record("faster.c", "TRUE", Status::CorrectTrue, 1.0),
            record("slower.c", "TRUE", Status::CorrectTrue, 2.0),
        ];
        let it = Comparison::of(&old, &new);
        let names = |pairs: &[Pair]| {
            pairs.iter().map(|(_, new)| new.task.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&it.gained), "gained.c");
        assert_eq!(names(&it.lost), "lost.c");
        assert_eq!(names(&it.got_wrong), "got-wrong.c");
        assert_eq!((it.n_same, it.only_old, it.only_new), (3, 1, 0));
        // One eighth and twice: the mean of the ratios is a half.
        assert!((it.time_ratio.unwrap() - 0.5).abs() < 1e-9);
        assert!(it.is_worse());
        assert!(!Comparison::of(&old, &old).is_worse());
    }
}
