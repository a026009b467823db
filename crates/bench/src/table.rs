//! The summary as a table for people, in plain text.
//!
//! ```text
//! group  property      tasks  correct true  correct false  wrong true  wrong false  ...
//! loops  unreach-call     30            12              6           0            0  ...
//! ```
//!
//! Under the table stands what must not be overlooked: wrong answers one by one, why tasks have
//! no answer, and whether the limits held.

use std::fmt::{self, Write as _};

use crate::summary::{Figures, Summary};
use crate::{Record, Status};

const HEADER: [&str; 12] = [
    "group",
    "property",
    "tasks",
    "true",
    "false",
    "wrong true",
    "wrong false",
    "unknown",
    "unjudged",
    "late",
    "CPU s",
    "score",
];

/// Below this share of a processor the machine was busy with other things.
const BUSY: f64 = 0.8;

impl Summary {
    /// The table, with a line end after every line.
    pub fn text(&self, records: &[Record]) -> String {
        let mut rows = vec![HEADER.map(str::to_owned)];
        for (group, property, figures) in &self.rows {
            rows.push(row(group, property, figures));
        }
        if self.rows.len() > 1 {
            rows.push(row("total", "", &self.total));
        }
        let mut text = aligned(&rows);
        // Writing to a string cannot fail.
        let _ = self.write_remarks(&mut text, records);
        text
    }

    fn write_remarks(&self, text: &mut String, records: &[Record]) -> fmt::Result {
        let total = &self.total;
        for record in records.iter().filter(|record| record.status.is_wrong()) {
            let Record { task, property, expected, verdict, .. } = record;
            writeln!(text, "WRONG: {task} ({property}): {verdict}, expected {expected}")?;
        }
        if !total.n_by_reason.is_empty() {
            writeln!(text, "unknown: {}", reasons(total))?;
            let open = self.rows.iter().filter(|(_, _, it)| !it.n_by_reason.is_empty());
            for (group, property, figures) in open.filter(|_| self.rows.len() > 1) {
                writeln!(text, "    {group} {property}: {}", reasons(figures))?;
            }
        }
        match (total.n_late, total.n_too_large) {
            (0, 0) => writeln!(text, "limits: held (within 2 s and 10% of memory)")?,
            (n_late, n_large) => writeln!(
                text,
                "limits: NOT HELD: {n_late} late by more than 2 s, {n_large} over memory by more than 10%"
            )?,
        }
        let is_by_wall = !records.iter().all(Record::is_by_processor);
        if is_by_wall && total.cpu_seconds < BUSY * total.wall_seconds {
            let percent = 100.0 * total.cpu_seconds / total.wall_seconds;
            writeln!(
                text,
                "note: tasks had {percent:.0}% of a processor each; on an idle machine more of \
                 them end in time"
            )?;
        }
        write_work(text, total)?;
        let n_judged = total.n_tasks() - total.n(Status::Unjudged);
        writeln!(
            text,
            "score: {} of {}; {} of {n_judged} correct, {} wrong",
            total.score(),
            total.highest_score,
            total.n_correct(),
            total.n_wrong()
        )
    }
}

/// What the answers cost, in figures that are the same on every machine but the last.
fn write_work(text: &mut String, total: &Figures) -> fmt::Result {
    if let Some(calls) = total.calls_per_weakening() {
        let (n_sliced, n_weakenings) = (total.n_sliced(), total.n_weakenings);
        writeln!(
            text,
            "formula slicing: {n_sliced} tasks, {n_weakenings} weakenings, {} solver calls; per \
             weakening {calls} (median of the tasks)",
            total.n_solver_calls
        )?;
    }
    if let Some(share) = total.solver_share() {
        writeln!(text, "in solvers: {:.0}% of the time (median of the tasks)", 100.0 * share)?;
    }
    Ok(())
}

/// How many for which reason, most first.
fn reasons(figures: &Figures) -> String {
    let mut reasons: Vec<_> = figures.n_by_reason.iter().collect();
    reasons.sort_by_key(|&(reason, n)| (std::cmp::Reverse(n), reason));
    let reasons = reasons.iter().map(|(reason, n)| format!("{n} {reason}"));
    reasons.collect::<Vec<_>>().join(", ")
}

fn row(group: &str, property: &str, figures: &Figures) -> [String; 12] {
    let n = |status| figures.n(status).to_string();
    [
        if group.is_empty() { "-".into() } else { group.into() },
        property.into(),
        figures.n_tasks().to_string(),
        n(Status::CorrectTrue),
        n(Status::CorrectFalse),
        n(Status::WrongTrue),
        n(Status::WrongFalse),
        n(Status::Unknown),
        n(Status::Unjudged),
        figures.n_late.to_string(),
        format!("{:.1}", figures.cpu_seconds),
        figures.score().to_string(),
    ]
}

/// Words to the left, figures to the right.
fn aligned(rows: &[[String; 12]]) -> String {
    let mut text = String::new();
    for cells in rows {
        let mut line = String::new();
        for (column, cell) in cells.iter().enumerate() {
            let width = rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
            // Writing to a string cannot fail.
            let _ = match column {
                0 => write!(line, "{cell:width$}"),
                1 => write!(line, "  {cell:width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;

    #[test]
    fn the_table_counts_and_names_what_is_wrong() {
        let mut records = vec![
            record("a.c", "TRUE", Status::CorrectTrue, 1.0),
            record("b.c", "FALSE(unreach-call)", Status::CorrectFalse, 0.5),
            record("c.c", "TRUE", Status::WrongTrue, 0.25),
            record("d.c", "UNKNOWN", Status::Unknown, 22.5),
        ];
        records[3].group = "control".into();
        records[3].wall_seconds = 45.0;
        for (record, solver_ms) in records.iter_mut().zip([100, 100, 125]) {
            record.weakenings = Some(7);
            record.solver_calls = Some(9);
            record.calls_per_weakening = Some(1);
            record.solver_ms = Some(solver_ms);
        }
        let text = Summary::of(&records).text(&records);
        let expected = "\
group    property      tasks  true  false  wrong true  wrong false  unknown  unjudged  late  CPU s  score
loops    unreach-call      3     1      1           1            0        0         0     0    1.8    -29
control  unreach-call      1     0      0           0            0        1         0     1   22.5      0
total                      4     1      1           1            0        1         0     1   24.2    -29
WRONG: c.c (unreach-call): TRUE, expected false
unknown: 1 timeout
    control unreach-call: 1 timeout
limits: NOT HELD: 1 late by more than 2 s, 0 over memory by more than 10%
note: tasks had 52% of a processor each; on an idle machine more of them end in time
formula slicing: 3 tasks, 21 weakenings, 27 solver calls; per weakening 1 (median of the tasks)
in solvers: 20% of the time (median of the tasks)
score: -29 of 6; 2 of 4 correct, 1 wrong
";
        assert_eq!(text, expected, "\n{text}");
    }
}
