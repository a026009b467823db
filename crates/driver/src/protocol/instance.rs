//! Answers about one instance P(K), by going through all its states.

use index::IdSet;
use source::Source;
use verdict::{Assumption, Budget, PropertyOutcome, ProtocolOutcome, Reason, Verdict};

use protocol::chart::chart;
use protocol::explore::{Bound, Exploration, Finding, Limits, Undecided, explore, search};
use protocol::instance::Instance;
use protocol::simulate::{SimulationError, simulate};
use protocol::{Property, PropertyId, System};

use super::outcome::{answer, inconclusive, trust_of};

/// What the instance of `n_processes` processes says about each property.
///
/// Panics unless `n_processes` is between 1 and [`Instance::MAX_PROCESSES`].
pub fn explore_instance(
    system: &System,
    source: &Source,
    n_processes: usize,
    budget: &Budget,
) -> ProtocolOutcome {
    let instance = Instance::new(system, n_processes);
    let limits = Limits { max_states: MAX_PROCESS_STATES / n_processes };
    let exploration = explore(instance, limits, budget);
    let mut trust = trust_of(system);
    let scope = format!("{n_processes} processes: this says nothing about other numbers of them");
    trust.insert(Assumption::Scope(scope));
    ProtocolOutcome {
        scope: format!("{n_processes} processes"),
        properties: system
            .properties
            .ids()
            .map(|id| property_outcome(&exploration, source, id))
            .collect(),
        trust,
        statistics: vec![
            ("states".to_owned(), exploration.n_states() as u64),
            ("states added to cover all numbers".to_owned(), exploration.n_cover() as u64),
            ("steps".to_owned(), exploration.n_edges() as u64),
        ],
    }
}

/// How many states of processes are kept, all states of the instance together: about a
/// gigabyte.
const MAX_PROCESS_STATES: usize = 4_000_000;

fn property_outcome(
    exploration: &Exploration<'_>,
    source: &Source,
    id: PropertyId,
) -> PropertyOutcome {
    let system = exploration.instance().system();
    let decl = &system.properties[id];
    let n = exploration.instance().n_processes();
    let is_goal = matches!(decl.property, Property::Reachable(_));
    let (verdict, why, run) = match exploration.finding(id) {
        Finding::Exhausted if is_goal => {
            (Verdict::False, format!("no run of {n} processes gets there"), None)
        }
        Finding::Exhausted => (Verdict::True, format!("no run of {n} processes violates it"), None),
        Finding::Reached(run) => {
            (Verdict::True, format!("reached after {}", counted(run.steps.len(), "step")), None)
        }
        Finding::Violated(run) => {
            (Verdict::False, format!("violated by a run of {n} processes"), Some(run))
        }
        Finding::Undecided(reason) => (unknown(reason), reason.to_string(), None),
    };
    let drawn = run.map(|run| chart(system, source, &run));
    answer(decl, verdict, why, drawn)
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn unknown(reason: Undecided) -> Verdict {
    match reason {
        Undecided::Bounded(Bound::Budget) => Verdict::Unknown(Reason::Timeout),
        Undecided::Bounded(_) | Undecided::OnlyInCover => inconclusive(reason.to_string()),
    }
}

/// Searches P(2), P(3) and P(4), in this order, for runs that settle the `open` properties for
/// any number of processes: that violate them, or reach what should be reachable. Returns what
/// is settled; every run in it is one of an instance.
pub fn settle_by_runs(
    system: &System,
    source: &Source,
    open: &IdSet<PropertyId>,
    limits: Limits,
    budget: &Budget,
) -> Vec<(PropertyId, PropertyOutcome)> {
    let mut open = open.clone();
    let mut settled = Vec::new();
    for n_processes in SEARCHED_INSTANCES {
        if open.is_empty() {
            break;
        }
        let instance = Instance::new(system, n_processes);
        let exploration = search(instance, &open, limits, budget);
        for id in open.clone().iter() {
            if let Finding::Violated(_) | Finding::Reached(_) = exploration.finding(id) {
                settled.push((id, property_outcome(&exploration, source, id)));
                open.remove(id);
            }
        }
    }
    settled
}

/// The instances in which runs are searched for.
pub const SEARCHED_INSTANCES: std::ops::RangeInclusive<usize> = 2..=4;

/// A look at the first states of each instance, before a proof is tried: most mistakes show
/// there, and it takes milliseconds.
pub const FIRST_LOOK: Limits = Limits { max_states: 1_000 };

/// A mistake that needs more states than this to show is one that somebody has to ask for with
/// a number of processes.
pub const WHOLE_SEARCH: Limits = Limits { max_states: 50_000 };

/// How long a random run is, and which one.
#[derive(Clone, Copy, Debug)]
pub struct SimulationOptions {
    pub n_processes: usize,
    pub n_steps: usize,
    pub seed: u64,
}

/// The chart of a random run.
pub fn random_run(
    system: &System,
    source: &Source,
    options: SimulationOptions,
) -> Result<String, SimulationError> {
    let instance = Instance::new(system, options.n_processes);
    let run = simulate(&instance, options.n_steps, options.seed)?;
    Ok(chart(system, source, &run))
}
