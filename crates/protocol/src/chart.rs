//! A run as a sequence chart: processes as columns, steps as lines.
//!
//! ```text
//!        process 0   process 1   line
//! start  idle t=0    idle t=0
//!     1  >choose     .           7
//!     2  .           >choose     7
//! ```
//!
//! The first line shows all of the first state. After that a column shows its process where
//! something of it changed, and `>` marks who took the step. Only what changed is shown, and the
//! location. A pointer of the centre is shown with the process that it points at, as `*ptr`.

use std::fmt::Write as _;

use source::Source;

use crate::eval::{CentreState, PointerSet, ProcessState};
use crate::instance::{State, Step, StepActor, StepKind};
use crate::run::{Run, RunEnd};
use crate::{FiniteVar, System, ValueId};

/// The chart of `run`, one line end per line.
pub fn chart(system: &System, source: &Source, run: &Run) -> String {
    let mut rows = vec![heading(system, run), first_row(system, run)];
    for (position, (step, after)) in run.steps.iter().enumerate() {
        if loop_start(run) == Some(position) {
            rows.push(Row::Rule("from here on, for ever"));
        }
        let line = source.position(system.rules[step.rule].span.lo).line;
        rows.push(step_row(system, position, run.state(position), *step, after, line));
    }
    rows.extend(closing(run).map(Row::Rule));
    layout(&rows)
}

enum Row {
    Cells(Vec<String>),
    /// A line across all columns.
    Rule(&'static str),
}

fn loop_start(run: &Run) -> Option<usize> {
    match run.end {
        RunEnd::Loops { from } | RunEnd::LoopsGrowing { from } => Some(from),
        RunEnd::Stops | RunEnd::Stutters => None,
    }
}

fn closing(run: &Run) -> Option<&'static str> {
    match run.end {
        RunEnd::Stops => None,
        RunEnd::Stutters => Some("nothing happens any more, and nobody has to move"),
        RunEnd::Loops { .. } => Some("and round again"),
        RunEnd::LoopsGrowing { .. } => Some("and round again, the numbers growing on"),
    }
}

fn heading(system: &System, run: &Run) -> Row {
    let mut cells = vec![String::new()];
    cells.extend((0..run.n_processes).map(|process| format!("process {process}")));
    if system.has_centre() {
        cells.push("centre".to_owned());
    }
    cells.push("line".to_owned());
    Row::Cells(cells)
}

fn first_row(system: &System, run: &Run) -> Row {
    let mut cells = vec!["start".to_owned()];
    let processes = run.initial.processes.iter();
    cells.extend(processes.map(|process| process_cell(system, None, process, "")));
    if system.has_centre() {
        cells.push(centre_cell(system, None, &run.initial.centre));
    }
    cells.push(String::new());
    Row::Cells(cells)
}

fn step_row(
    system: &System,
    position: usize,
    before: &State,
    step: Step,
    after: &State,
    line: u32,
) -> Row {
    let mut cells = vec![(position + 1).to_string()];
    for (index, (old, new)) in before.processes.iter().zip(&after.processes).enumerate() {
        let acts = step.actor == StepActor::Process(index);
        cells.push(if acts {
            let cell = process_cell(system, Some(old), new, ">");
            doing(step.kind).map_or(cell.clone(), |doing| format!("{cell} {doing}"))
        } else if is_same(old, new) {
            ".".to_owned()
        } else {
            process_cell(system, Some(old), new, "")
        });
    }
    if system.has_centre() {
        let cell = centre_cell(system, Some(&before.centre), &after.centre);
        let mark = if step.actor == StepActor::Centre { ">" } else { "" };
        let cell = format!("{mark}{cell}");
        cells.push(if cell.is_empty() { ".".to_owned() } else { cell });
    }
    cells.push(line.to_string());
    Row::Cells(cells)
}

/// What a step does that changes no variable.
pub(crate) fn doing(kind: StepKind) -> Option<String> {
    match kind {
        StepKind::Visit(other) => Some(format!("checks {other}")),
        StepKind::Restart => Some("checks again".to_owned()),
        StepKind::Then | StepKind::Otherwise => None,
    }
}

/// Equal but for what it has checked, which has no column.
fn is_same(old: &ProcessState, new: &ProcessState) -> bool {
    ProcessState { checking: None, ..old.clone() } == ProcessState { checking: None, ..new.clone() }
}

pub(crate) fn process_cell(
    system: &System,
    old: Option<&ProcessState>,
    new: &ProcessState,
    mark: &str,
) -> String {
    let mut cell = format!("{mark}{}", system.locations[new.location].name);
    for (id, var) in system.finites.iter() {
        let value = new.finite(id);
        finite(&mut cell, var, old.map(|old| old.finite(id)), value);
    }
    for (id, var) in system.data.iter() {
        if old.is_none_or(|old| old.datum(id) != new.datum(id)) {
            push(&mut cell, &format!("{}={}", var.name, new.datum(id)));
        }
    }
    let held_before = old.map_or(PointerSet::default(), |old| old.held);
    for (id, pointer) in system.centre.pointers.iter() {
        match (held_before.contains(id), new.held.contains(id)) {
            (false, true) => push(&mut cell, &format!("*{}", pointer.name)),
            (true, false) => push(&mut cell, &format!("-{}", pointer.name)),
            (false, false) | (true, true) => {}
        }
    }
    cell
}

pub(crate) fn centre_cell(system: &System, old: Option<&CentreState>, new: &CentreState) -> String {
    let mut cell = String::new();
    for (id, var) in system.centre.finites.iter() {
        finite(&mut cell, var, old.map(|old| old.finite(id)), new.finite(id));
    }
    for (id, var) in system.centre.data.iter() {
        if old.is_none_or(|old| old.datum(id) != new.datum(id)) {
            push(&mut cell, &format!("{}={}", var.name, new.datum(id)));
        }
    }
    cell
}

fn finite(cell: &mut String, var: &FiniteVar, old: Option<ValueId>, new: ValueId) {
    if old != Some(new) {
        push(cell, &format!("{}={}", var.name, var.values[new]));
    }
}

fn push(cell: &mut String, text: &str) {
    if !cell.is_empty() {
        cell.push(' ');
    }
    cell.push_str(text);
}

fn layout(rows: &[Row]) -> String {
    let n_columns = rows.iter().map(|row| row.cells().len()).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.cells().get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        match row {
            Row::Cells(cells) => {
                for (column, (cell, width)) in cells.iter().zip(&widths).enumerate() {
                    // Writing to a string does not fail.
                    let _ = match column {
                        0 => write!(line, "{cell:>width$}"),
                        _ => write!(line, "  {cell:width$}"),
                    };
                }
            }
            Row::Rule(said) => {
                let _ = write!(line, "----- {said} -----");
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

impl Row {
    fn cells(&self) -> &[String] {
        match self {
            Self::Cells(cells) => cells,
            Self::Rule(_) => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PropertyId;
    use crate::explore::tests::system;
    use crate::explore::{Finding, Limits, explore};
    use crate::instance::Instance;
    use index::Id;
    use verdict::Budget;

    #[test]
    fn a_broken_lock_is_drawn() {
        let text = "protocol lock\nloc out, look, crit\ncentre ptr owner\n\
                    centre var lock : bool = false\nat out: when !lock: goto look\n\
                    at look: lock := true; owner := slf; goto crit\n\
                    at crit: lock := false; goto out\nsafety !(pc[x] = crit & pc[y] = crit)\n";
        let system = system(text);
        let source = Source::new("lock.lpp", text.as_bytes().to_vec());
        let exploration =
            explore(Instance::new(&system, 2), Limits::default(), &Budget::unlimited());
        let Finding::Violated(run) = exploration.finding(PropertyId::new(0)) else {
            panic!("the lock is broken");
        };
        assert_eq!(
            chart(&system, &source, &run),
            "       process 0     process 1     centre      line\n\
             start  out           out           lock=false\n    \
                 1  >look         .             .           5\n    \
                 2  .             >look         .           5\n    \
                 3  >crit *owner  .             lock=true   6\n    \
                 4  crit -owner   >crit *owner  .           6\n"
        );
    }
}
