//! Answers about one instance P(K), by going through all its states.

use std::ops::RangeInclusive;

use index::IdSet;
use source::Source;
use verdict::{Assumption, Budget, PropertyOutcome, ProtocolOutcome, Reason, Verdict};

use protocol::chart::chart;
use protocol::explore::{
    Bound, Exploration, Finding, Limits, Undecided, explore, search, search_interchangeable,
};
use protocol::instance::Instance;
use protocol::quotient::Quotient;
use protocol::simulate::{SimulationError, simulate};
use protocol::{Property, PropertyId, System};

use super::outcome::{answer, inconclusive, processes, stopped, trust_of};

/// What the instance of `n_processes` processes says about each property.
///
/// Panics unless `n_processes` is between 1 and [`Instance::MAX_PROCESSES`].
pub fn explore_instance(
    system: &System,
    source: &Source,
    n_processes: usize,
    budget: &Budget,
) -> ProtocolOutcome {
    if let Some(reason) = has_no_start(system, n_processes..=n_processes) {
        return stopped(system, processes(n_processes), &reason);
    }
    let instance = Instance::new(system, n_processes);
    let limits = Limits { max_states: MAX_PROCESS_STATES / n_processes };
    let exploration = explore(instance, limits, budget);
    let mut trust = trust_of(system);
    let scope =
        format!("{}: this says nothing about other numbers of them", processes(n_processes));
    trust.insert(Assumption::Scope(scope));
    ProtocolOutcome {
        scope: processes(n_processes),
        properties: system
            .properties
            .ids()
            .map(|id| property_outcome(&exploration, source, id))
            .collect(),
        trust,
        company: Vec::new(),
        statistics: vec![
            ("states".to_owned(), exploration.n_states() as u64),
            ("states added to cover all numbers".to_owned(), exploration.n_cover() as u64),
            ("steps".to_owned(), exploration.n_edges() as u64),
        ],
    }
}

/// Why there is nothing to look at: no state of so many processes satisfies `initially`.
pub fn has_no_start(system: &System, numbers: RangeInclusive<usize>) -> Option<Reason> {
    if system.initially.is_empty() {
        return None;
    }
    let is_empty = |n: usize| {
        let any = Quotient::coarse(&Instance::new(system, n)).initial_numbers();
        let states = Instance::new(system, n).initial_states(&any, MAX_STARTS);
        states.is_some_and(|states| states.is_empty())
    };
    let who = match (*numbers.start(), *numbers.end()) {
        (one, last) if one == last => processes(one),
        (first, last) => format!("{first} to {last} processes"),
    };
    let what = format!("no state of {who} satisfies `initially`, so there is nothing to verify");
    numbers.clone().all(is_empty).then_some(Reason::Inconclusive(what))
}

/// First states beyond this are not looked at to see whether there is one.
const MAX_STARTS: usize = 100_000;

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
    let n = processes(exploration.instance().n_processes());
    let is_goal = matches!(decl.property, Property::Reachable(_));
    let (verdict, why, run) = match exploration.finding(id) {
        Finding::Exhausted if is_goal => {
            (Verdict::False, format!("no run of {n} gets there"), None)
        }
        Finding::Exhausted => (Verdict::True, format!("no run of {n} violates it"), None),
        Finding::Reached(run) => {
            (Verdict::True, format!("reached after {}", counted(run.steps.len(), "step")), None)
        }
        Finding::Violated(run) => (Verdict::False, format!("violated by a run of {n}"), Some(run)),
        Finding::Undecided(reason) => (unknown(reason), reason.to_string(), None),
    };
    let drawn = run.as_ref().map(|run| chart(system, source, run));
    let run = run.map(|run| protocol::told(system, &run));
    PropertyOutcome { run, ..answer(decl, verdict, why, drawn) }
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

/// What is settled by runs, and how far the search went.
pub struct Searched {
    pub settled: Vec<(PropertyId, PropertyOutcome)>,
    /// The largest instance that was looked at.
    pub up_to: usize,
}

/// How patiently runs are searched for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// In instances of one to four processes.
    small: Limits,
    /// In larger ones, as long as one after the other is explored within these limits.
    larger: Option<Limits>,
}

/// A look at the first states of each instance, before a proof is tried: most mistakes show
/// there, and it takes milliseconds.
pub const FIRST_LOOK: Patience = Patience { small: Limits { max_states: 1_000 }, larger: None };

/// A mistake that needs more states than this to show is one that somebody has to ask for with
/// a number of processes.
pub const WHOLE_SEARCH: Patience =
    Patience { small: Limits { max_states: 50_000 }, larger: Some(Limits { max_states: 20_000 }) };

pub const SMALL_INSTANCES: RangeInclusive<usize> = 1..=4;
const LARGEST_INSTANCE: usize = 10;

/// Searches P(1), P(2), …, in this order, for runs that settle the `open` properties for
/// any number of processes: that violate them, or reach what should be reachable. Every run
/// that it returns is one of an instance.
pub fn settle_by_runs(
    system: &System,
    source: &Source,
    open: &IdSet<PropertyId>,
    patience: Patience,
    budget: &Budget,
) -> Searched {
    let mut settling = Settling { system, source, budget, open: open.clone(), settled: Vec::new() };
    let mut up_to = 0;
    for n_processes in SMALL_INSTANCES {
        if settling.open.is_empty() {
            break;
        }
        let instance = Instance::new(system, n_processes);
        settling.note(&search(instance, &settling.open, patience.small, budget));
        up_to = n_processes;
    }
    if let Some(limits) = patience.larger {
        up_to = settling.larger(up_to, limits);
    }
    Searched { settled: settling.settled, up_to }
}

struct Settling<'a> {
    system: &'a System,
    source: &'a Source,
    budget: &'a Budget,
    open: IdSet<PropertyId>,
    settled: Vec<(PropertyId, PropertyOutcome)>,
}

impl Settling<'_> {
    fn note(&mut self, exploration: &Exploration<'_>) {
        for id in self.open.clone().iter() {
            if let Finding::Violated(_) | Finding::Reached(_) = exploration.finding(id) {
                self.settled.push((id, property_outcome(exploration, self.source, id)));
                self.open.remove(id);
            }
        }
    }

    /// Goes on with larger instances while they are cheap; returns the last one. Whatever is about
    /// single states is searched for among interchangeable processes, if they are.
    fn larger(&mut self, mut up_to: usize, limits: Limits) -> usize {
        let is_live = |id: &PropertyId| {
            matches!(self.system.properties[*id].property, Property::Liveness { .. })
        };
        let mut kinds = [Some(Names::Dropped), Some(Names::Kept)];
        for n_processes in SMALL_INSTANCES.end() + 1..=LARGEST_INSTANCE {
            for kind in &mut kinds {
                let Some(names) = *kind else { continue };
                let wanted: IdSet<PropertyId> = match names {
                    Names::Dropped => self.open.iter().filter(|id| !is_live(id)).collect(),
                    Names::Kept => self.open.iter().filter(is_live).collect(),
                };
                if wanted.is_empty() || self.budget.check().is_err() {
                    continue;
                }
                let instance = Instance::new(self.system, n_processes);
                let found = match names {
                    Names::Dropped => {
                        search_interchangeable(instance, &wanted, limits, self.budget)
                    }
                    Names::Kept => None,
                };
                let found = found.unwrap_or_else(|| search(instance, &wanted, limits, self.budget));
                self.note(&found);
                up_to = n_processes;
                // The next instance is larger still.
                if found.bound() != Some(Bound::Search) {
                    *kind = None;
                }
            }
        }
        up_to
    }
}

/// Whether an exploration keeps apart what differs in the names of processes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Kept,
    Dropped,
}

/// What the instance of one process says about a property that is proved for two and more.
pub fn alone(
    exploration: &Exploration<'_>,
    source: &Source,
    id: PropertyId,
) -> Result<(), PropertyOutcome> {
    match exploration.finding(id) {
        Finding::Exhausted => Ok(()),
        Finding::Violated(_) | Finding::Reached(_) => {
            Err(property_outcome(exploration, source, id))
        }
        Finding::Undecided(reason) => {
            let why = format!("proved for two processes and more, but not for one alone: {reason}");
            let verdict = match reason {
                Undecided::Bounded(Bound::Budget) => Verdict::Unknown(Reason::Timeout),
                Undecided::Bounded(_) | Undecided::OnlyInCover => inconclusive(why.clone()),
            };
            Err(answer(&exploration.instance().system().properties[id], verdict, why, None))
        }
    }
}

/// The whole instance of one process.
pub fn explore_alone<'a>(system: &'a System, budget: &Budget) -> Exploration<'a> {
    explore(Instance::new(system, 1), Limits { max_states: MAX_PROCESS_STATES }, budget)
}

/// How long a random run is, and which one.
#[derive(Clone, Copy, Debug)]
pub struct SimulationOptions {
    pub n_processes: usize,
    pub n_steps: usize,
    pub seed: u64,
}

/// The chart of a random run, as far as the budget allows.
pub fn random_run(
    system: &System,
    source: &Source,
    options: SimulationOptions,
    budget: &Budget,
) -> Result<String, SimulationError> {
    let instance = Instance::new(system, options.n_processes);
    let run = simulate(&instance, options.n_steps, options.seed, budget)?;
    Ok(chart(system, source, &run))
}
