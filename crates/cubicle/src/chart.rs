//! A run for people: the first state in full, then who does what and what changes.
//!
//! ```text
//! start
//!   Turn = #1
//!   #1: PC = L1, Want = False
//!   #2: PC = L1, Want = False
//!
//!   step            variables   #1          #2          line
//!   1  req(#1)                  PC = Wait               12
//!   2  enter(#1)    Turn = #2   PC = Crit               18
//! ```
//!
//! A process's column holds its own array elements; elements of a matrix stand with their first
//! process.

use source::Source;

use crate::explore::RunStep;
use crate::instance::Instance;

/// The chart, one line end per line.
pub fn chart(
    instance: &Instance<'_>,
    source: &Source,
    initial: &[i16],
    steps: &[RunStep],
) -> String {
    let mut text = start(instance, initial);
    let mut rows = vec![heading(instance)];
    let mut before = initial;
    for (number, step) in steps.iter().enumerate() {
        rows.push(row(instance, source, number + 1, before, step));
        before = &step.after;
    }
    if !steps.is_empty() {
        text.push('\n');
        text.push_str(&laid_out(&rows));
    }
    text
}

fn start(instance: &Instance<'_>, initial: &[i16]) -> String {
    let mut text = String::from("start\n");
    let mut groups: Vec<Vec<String>> = vec![Vec::new(); instance.n_processes + 1];
    for (element, &value) in initial.iter().enumerate() {
        groups[column(instance, element)].push(described(instance, element, value));
    }
    for (number, group) in groups.iter().enumerate() {
        if group.is_empty() {
            continue;
        }
        let who = if number == 0 { String::new() } else { format!("#{number}: ") };
        text.push_str(&format!("  {who}{}\n", group.join(", ")));
    }
    text
}

/// 0 for variables, then one column per process.
pub(crate) fn column(instance: &Instance<'_>, element: usize) -> usize {
    instance.indices(element).first().map_or(0, |process| process + 1)
}

/// `PC = L1` in the column of its process; the other indices of a matrix are kept.
pub(crate) fn described(instance: &Instance<'_>, element: usize, value: i16) -> String {
    let symbol = &instance.system.symbols[instance.owner(element)];
    let others: Vec<String> =
        instance.indices(element).iter().skip(1).map(|index| format!("#{}", index + 1)).collect();
    let place = match others.is_empty() {
        true => symbol.name.clone(),
        false => format!("{}[{}]", symbol.name, others.join(",")),
    };
    format!("{place} = {}", instance.describe_value(element, value))
}

fn heading(instance: &Instance<'_>) -> Vec<String> {
    let processes = (1..=instance.n_processes).map(|process| format!("#{process}"));
    let mut cells = vec!["step".to_string(), "variables".to_string()];
    cells.extend(processes);
    cells.push("line".to_string());
    cells
}

fn row(
    instance: &Instance<'_>,
    source: &Source,
    number: usize,
    before: &[i16],
    step: &RunStep,
) -> Vec<String> {
    let transition = &instance.system.transitions[step.transition];
    let mut changes: Vec<Vec<String>> = vec![Vec::new(); instance.n_processes + 1];
    for (element, (&old, &new)) in before.iter().zip(&step.after).enumerate() {
        if old != new {
            changes[column(instance, element)].push(described(instance, element, new));
        }
    }
    let mut cells = vec![format!("{number}  {}", call(instance, step))];
    cells.extend(changes.iter().map(|changes| changes.join(", ")));
    cells.push(source.position(transition.span.lo).line.to_string());
    cells
}

/// `enter(#1 #2)`: the transition and whom it takes.
pub(crate) fn call(instance: &Instance<'_>, step: &RunStep) -> String {
    let args: Vec<String> = step.args.iter().map(|arg| format!("#{}", arg + 1)).collect();
    format!("{}({})", instance.system.transitions[step.transition].name, args.join(" "))
}

/// Columns side by side; the last one is not padded.
fn laid_out(rows: &[Vec<String>]) -> String {
    let n_columns = rows[0].len();
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from(" ");
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(&format!(" {cell:width$} "));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
