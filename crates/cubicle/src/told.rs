//! A run as data for whoever shows it step by step: the columns of the chart, fact by fact.

use verdict::{ColumnFact, Moment, ProtocolRun, ProtocolRunEnd, ProtocolStep};

use crate::chart::{call, column, described};
use crate::explore::RunStep;
use crate::instance::Instance;

/// The run, told column by column: the variables, if there are any, then the processes.
pub fn told(instance: &Instance<'_>, initial: &[i16], steps: &[RunStep]) -> ProtocolRun {
    let has_variables = (0..initial.len()).any(|element| column(instance, element) == 0);
    // The column of variables comes first, and is left out where it would be empty.
    let n_left_out = usize::from(!has_variables);
    let mut columns = vec!["variables".to_owned()];
    columns.extend((1..=instance.n_processes).map(|process| format!("#{process}")));
    let moment = |state: &[i16]| -> Moment {
        let mut moment = vec![Vec::new(); instance.n_processes + 1];
        for (element, &value) in state.iter().enumerate() {
            let text = described(instance, element, value);
            let about = text.split_once(" = ").map_or(text.as_str(), |it| it.0).to_owned();
            moment[column(instance, element)].push(ColumnFact { about, text });
        }
        moment.split_off(n_left_out)
    };
    let step = |step: &RunStep| ProtocolStep {
        actors: step.args.iter().map(|process| process + 1 - n_left_out).collect(),
        what: call(instance, step),
        span: Some(instance.system.transitions[step.transition].span),
        after: moment(&step.after),
    };
    ProtocolRun {
        start: moment(initial),
        steps: steps.iter().map(step).collect(),
        columns: columns.split_off(n_left_out),
        end: ProtocolRunEnd::Stops,
    }
}
