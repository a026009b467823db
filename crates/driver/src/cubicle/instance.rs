//! Answers about one number of processes, and random runs.

use cubicle::{Exploration, Instance, Limits, System, chart, simulate, told};
use source::Source;
use verdict::{Assumption, Budget, PropertyOutcome, ProtocolOutcome, Reason, Verdict};

use super::{line_of, property, trust_of};
use crate::protocol::processes;

/// States of one instance that are kept.
const MAX_STATES: usize = 3_000_000;

/// What the instance of `n_processes` processes says about each `unsafe`.
pub fn explore_instance(
    system: &System,
    source: &Source,
    n_processes: usize,
    budget: &Budget,
) -> ProtocolOutcome {
    let n_processes = n_processes.max(system.n_fixed);
    let instance = Instance::new(system, n_processes);
    let limits = Limits { max_states: MAX_STATES, max_depth: usize::MAX };
    let found = Exploration::run(&instance, limits, budget);
    let mut trust = trust_of(system);
    let scope =
        format!("{}: this says nothing about other numbers of them", processes(n_processes));
    trust.insert(Assumption::Scope(scope));
    for stated in &system.invariants {
        let line = line_of(source, stated);
        let what = format!("runs that obey the invariant stated in line {line}");
        trust.insert(Assumption::Scope(what));
    }
    let answer = |number: usize| {
        if let Some(run) = &found.violation {
            if run.violated != number {
                let why = "not looked at: another property fails";
                return (
                    Verdict::Unknown(Reason::Inconclusive(why.to_owned())),
                    why.to_owned(),
                    None,
                );
            }
            let drawn = chart(&instance, source, &run.initial, &run.steps);
            let why = format!("violated by a run of {}", processes(n_processes));
            return (Verdict::False, why, Some(drawn));
        }
        let reason = match (found.complete, instance.is_exact()) {
            (true, true) => {
                let why = format!("no run of {} violates it", processes(n_processes));
                return (Verdict::True, why, None);
            }
            (true, false) => "no violation with the numbers and data values that were tried",
            (false, _) if budget.check().is_err() => {
                let why = "the budget ran out before all states were seen";
                return (Verdict::Unknown(Reason::Timeout), why.to_owned(), None);
            }
            (false, _) => "the instance has too many states, or numbers that grow without bound",
        };
        (Verdict::Unknown(Reason::Inconclusive(reason.to_owned())), reason.to_owned(), None)
    };
    let properties = (0..system.unsafes.len()).map(|number| {
        let (verdict, why, drawn) = answer(number);
        let run = found.violation.as_ref().filter(|run| run.violated == number);
        let run = run.map(|run| told(&instance, &run.initial, &run.steps));
        PropertyOutcome { run, ..property(system, number, verdict, why, drawn) }
    });
    ProtocolOutcome {
        scope: processes(n_processes),
        properties: properties.collect(),
        trust,
        company: Vec::new(),
        statistics: vec![
            ("states".to_owned(), found.states.len() as u64),
            ("depth".to_owned(), found.depth as u64),
        ],
    }
}

/// The chart of a random run, as far as the budget allows; `None` if the instance has no initial state.
pub fn random_run(
    system: &System,
    source: &Source,
    n_processes: usize,
    n_steps: usize,
    seed: u64,
    budget: &Budget,
) -> Option<String> {
    let instance = Instance::new(system, n_processes.max(system.n_fixed));
    let (initial, steps) = simulate(&instance, n_steps, seed, budget)?;
    Some(chart(&instance, source, &initial, &steps))
}
