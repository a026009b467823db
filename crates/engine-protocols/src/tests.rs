//! Soundness, held against concrete instances: every concrete step is covered by an abstract
//! one, whoever waits is seen to wait, and what is proved is never violated.

mod random_protocol;

use std::collections::BTreeSet;

use finite::ControlId;
use protocol::explore::{Exploration, Finding, Limits, explore};
use protocol::instance::{Instance, State, StepActor};
use protocol::{Property, System};
use source::Source;
use verdict::Budget;

use crate::steps::Actor;
use crate::{Abstraction, Liveness, Questions, Refusal, Safety};
use random_protocol::random_protocol;

const ANY: [i64; 4] = [0, 1, 2, 5];

fn read(text: &str) -> System {
    let (system, diagnostics) = protocol::read(&Source::new("test.lpp", text.as_bytes().to_vec()));
    system.unwrap_or_else(|| panic!("{:?} in\n{text}", diagnostics.iter().collect::<Vec<_>>()))
}

fn budget() -> Budget {
    Budget::unlimited().with_steps(60_000)
}

/// The first states of an instance, in breadth-first order.
fn some_states(instance: &Instance<'_>, limit: usize) -> Vec<State> {
    let mut states = instance.initial_states(&ANY, 100).unwrap_or_default();
    states.truncate(limit);
    let mut known: BTreeSet<State> = states.iter().cloned().collect();
    let mut next = 0;
    while next < states.len() && states.len() < limit {
        for (_, state) in instance.successors(&states[next], &ANY).expect("numbers are small") {
            if known.insert(state.clone()) {
                states.push(state);
            }
        }
        next += 1;
    }
    states
}

/// Checks that the abstraction covers the instance; returns how many steps were looked at.
fn check_cover(
    abstraction: &Abstraction<'_>,
    system: &System,
    n_processes: usize,
    text: &str,
) -> usize {
    let instance = Instance::new(system, n_processes);
    let mut n_steps = 0;
    for state in some_states(&instance, 60) {
        let located = |state: &State, reference: usize| {
            abstraction.locate(state, reference).unwrap_or_else(|| {
                panic!("process {reference} of {state:?} has no abstract state in\n{text}")
            })
        };
        let steps = instance.successors(&state, &ANY).expect("numbers are small");
        for reference in 0..n_processes {
            let before = located(&state, reference);
            for (step, after) in &steps {
                n_steps += 1;
                let after_located = located(after, reference);
                let actor = match step.actor {
                    StepActor::Centre => Actor::Centre,
                    StepActor::Process(process) if process == reference => Actor::Reference,
                    StepActor::Process(_) => Actor::Environment,
                };
                let rules = abstraction.rules_of_step(before, after_located);
                assert!(
                    rules.iter().any(|rule| abstraction.model.labels[*rule].actor == actor),
                    "{step:?} from {state:?} to {after:?}, seen by {reference}, is not covered in\n{text}"
                );
            }
            for process in 0..n_processes {
                let moves =
                    |step: &protocol::instance::Step| step.actor == StepActor::Process(process);
                if !steps.iter().any(|(step, _)| moves(step)) {
                    check_waits(abstraction, &state, reference, process, text);
                }
            }
        }
    }
    n_steps
}

/// A process that cannot take a step is one that waits, for the abstraction too.
fn check_waits(
    abstraction: &Abstraction<'_>,
    state: &State,
    reference: usize,
    process: usize,
    text: &str,
) {
    let here = abstraction.locate(state, reference).expect("located before");
    let actor = if process == reference { Actor::Reference } else { Actor::Environment };
    let regions = abstraction.model.waiting_regions(|waiting| waiting.actor == actor);
    let waits = regions
        .iter()
        .any(|region| region.control == here.control && region.guard.holds(here.bits));
    assert!(waits, "{process} waits in {state:?}, seen by {reference}, in\n{text}");
}

/// The explorations of P(2) and P(3), as far as they go.
fn explorations(system: &System) -> Vec<Exploration<'_>> {
    let limits = Limits { max_states: 300 };
    [2, 3].map(|n| explore(Instance::new(system, n), limits, &budget())).into_iter().collect()
}

/// What the checks of one protocol counted.
#[derive(Default)]
struct Counts {
    steps: usize,
    proved: usize,
    open: usize,
    refused: usize,
}

/// Properties of larger models are not decided: the tests have to be quick.
const MAX_CELLS: usize = 20;

fn check_soundness(text: &str, counts: &mut Counts) {
    let system = read(text);
    let budget = budget();
    let abstraction = match Abstraction::new(&system, Questions::Liveness, &budget) {
        Ok(abstraction) => abstraction,
        Err(Refusal::Exhausted(_) | Refusal::TooLarge(_)) => {
            counts.refused += 1;
            return;
        }
    };
    for n_processes in [2, 3] {
        counts.steps += check_cover(&abstraction, &system, n_processes, text);
    }
    if abstraction.model.cells.len() > MAX_CELLS {
        return;
    }
    let explorations = explorations(&system);
    let Ok(inquiry) = abstraction.inquire() else { return };
    for (id, declaration) in system.properties.iter() {
        let proved = match &declaration.property {
            Property::Safety(formula) => {
                matches!(inquiry.safety(formula), Ok(Safety::Holds { .. }))
            }
            Property::Liveness { trigger, response } => {
                matches!(inquiry.liveness(trigger, response), Ok(Liveness::Holds(_)))
            }
            Property::Reachable(_) => continue,
        };
        if !proved {
            counts.open += 1;
            continue;
        }
        counts.proved += 1;
        for exploration in &explorations {
            let violated = matches!(exploration.finding(id), Finding::Violated(_));
            assert!(!violated, "{} is proved and violated in\n{text}", declaration.name);
        }
    }
}

#[test]
fn random_protocols_are_covered() {
    let mut counts = Counts::default();
    for seed in 0..500 {
        check_soundness(&random_protocol(seed), &mut counts);
    }
    let Counts { steps, proved, open, refused } = counts;
    eprintln!("{steps} steps covered; {proved} proved, {open} not; {refused} protocols refused");
    assert!(steps > 20_000 && proved > 100 && open > 100 && refused < 250);
}

#[test]
fn an_unknown_control_is_not_made_up() {
    let system = read("protocol p\nloc a\nat a: stay\nsafety pc[x] = a\n");
    let budget = Budget::unlimited();
    let abstraction = Abstraction::new(&system, Questions::Safety, &budget).expect("small");
    assert!(abstraction.model.controls.contains_id(<ControlId as index::Id>::new(0)));
    let inquiry = abstraction.inquire().expect("small");
    let Ok(Safety::Holds { n_states }) = inquiry.safety(&protocol::Formula::True) else {
        panic!("true holds")
    };
    assert_eq!(n_states, 1.0);
}

#[test]
fn what_has_no_bit_is_refused() {
    let scans = "scan if t < t[otr] then t := t[otr]; ".repeat(9);
    let guards = "at a: if forall otr. pc[otr] = b then goto b\n".repeat(32);
    for text in [
        format!("protocol p\nloc a\ndata t : nat = 0\nat a: {scans}stay\nsafety pc[x] = a\n"),
        format!("protocol p\nloc a, b\n{guards}safety pc[x] = a\n"),
    ] {
        let system = read(&text);
        let budget = Budget::unlimited();
        let abstraction = Abstraction::new(&system, Questions::Liveness, &budget);
        assert!(matches!(abstraction, Err(Refusal::TooLarge(_))), "accepted:\n{text}");
    }
}
