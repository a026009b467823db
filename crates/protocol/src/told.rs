//! A run as data for whoever shows it step by step: the cells of the chart, fact by fact.

use verdict::{ColumnFact, Moment, ProtocolRun, ProtocolRunEnd, ProtocolStep};

use crate::System;
use crate::chart::{centre_cell, doing, process_cell};
use crate::eval::ProcessState;
use crate::instance::{State, StepActor};
use crate::run::{Run, RunEnd};

/// The run, told column by column: the processes, then the centre if there is one.
pub fn told(system: &System, run: &Run) -> ProtocolRun {
    let centre = run.n_processes;
    let mut columns: Vec<String> =
        (0..run.n_processes).map(|process| format!("process {process}")).collect();
    if system.has_centre() {
        columns.push("centre".to_owned());
    }
    let steps = run.steps.iter().map(|(step, after)| ProtocolStep {
        actors: match step.actor {
            StepActor::Process(process) => vec![process],
            StepActor::Centre => (centre < columns.len()).then_some(centre).into_iter().collect(),
        },
        what: doing(step.kind).unwrap_or_default(),
        span: Some(system.rules[step.rule].span),
        after: moment(system, after),
    });
    let steps = steps.collect();
    let end = match run.end {
        RunEnd::Stops => ProtocolRunEnd::Stops,
        RunEnd::Stutters => ProtocolRunEnd::Stutters,
        RunEnd::Loops { from } => ProtocolRunEnd::Repeats { from },
        RunEnd::LoopsGrowing { from } => ProtocolRunEnd::RepeatsGrowing { from },
    };
    ProtocolRun { columns, start: moment(system, &run.initial), steps, end }
}

fn moment(system: &System, state: &State) -> Moment {
    let process = |(id, process): (usize, &ProcessState)| {
        let mut facts = facts(&process_cell(system, None, process, ""));
        // The chart says who is looked at; the page also says who has been.
        let checked = (0..state.processes.len()).filter(|other| state.checked[id].contains(*other));
        let checked: Vec<String> = checked.map(|other| other.to_string()).collect();
        if !checked.is_empty() {
            let text = format!("has checked {}", checked.join(", "));
            facts.push(ColumnFact { about: "checked".to_owned(), text });
        }
        // A process is somewhere, and nothing else of it has no name.
        if let Some(location) = facts.first_mut() {
            location.about = "pc".to_owned();
        }
        facts
    };
    let mut moment: Moment = state.processes.iter().enumerate().map(process).collect();
    if system.has_centre() {
        moment.push(facts(&centre_cell(system, None, &state.centre)));
    }
    moment
}

/// The parts of a cell of the chart. Names and values have no blanks in them.
fn facts(cell: &str) -> Vec<ColumnFact> {
    let fact = |text: &str| match text.split_once('=') {
        Some((name, _)) => ColumnFact { about: name.to_owned(), text: text.to_owned() },
        None => ColumnFact::alone(text),
    };
    cell.split_whitespace().map(fact).collect()
}
