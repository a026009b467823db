//! Soundness, held against concrete instances: every concrete step is covered by an abstract
//! one, whoever waits is seen to wait, and what is proved is never violated. And the explicit
//! engine says of the model what the symbolic one says.

mod mutant;
mod random_protocol;

use std::collections::BTreeSet;

use finite::explicit::{self, Graph};
use finite::{ControlId, Search};
use protocol::explore::{Exploration, Finding, Limits, explore};
use protocol::instance::{Instance, State, StepActor};
use protocol::{Property, System};
use source::Source;
use verdict::Budget;

use crate::steps::Actor;
use crate::{Abstraction, Aids, Forgetful, Liveness, Questions, Refusal, Safety};
use mutant::{Mutant, mutant};
use random_protocol::{Random, random_protocol};

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

/// What the checks counted.
#[derive(Default)]
struct Counts {
    steps: usize,
    proved: usize,
    open: usize,
    /// Protocols whose steps were compared and whose properties were all decided.
    compared: usize,
    /// Models of which both engines were asked.
    twice: usize,
    refused: usize,
}

/// Properties of larger models are not decided: the tests have to be quick.
const MAX_CELLS: usize = 40;

/// Checks the abstraction of `system`, and what it proves about `original`.
fn check_soundness(original: &System, system: &System, text: &str, counts: &mut Counts) {
    let budget = budget();
    let abstraction = match Abstraction::new(system, Questions::Liveness, &budget) {
        Ok(abstraction) => abstraction,
        Err(Refusal::Exhausted(_) | Refusal::TooLarge(_) | Refusal::BeyondPairs(_)) => {
            counts.refused += 1;
            return;
        }
    };
    for n_processes in [2, 3] {
        counts.steps += check_cover(&abstraction, system, n_processes, text);
    }
    if abstraction.model.cells.len() > MAX_CELLS {
        counts.refused += 1;
        return;
    }
    let Ok(inquiry) = abstraction.inquire() else { return };
    let explicit = explicit_graph(&abstraction);
    counts.twice += usize::from(explicit.is_some());
    let explorations = explorations(original);
    let mut decided = true;
    for (id, declaration) in original.properties.iter() {
        let proved = match &declaration.property {
            Property::Safety(formula) => {
                let answer = inquiry.safety(formula);
                if let (Some(graph), Ok(answer)) = (&explicit, &answer) {
                    check_safety_agrees(&abstraction, graph, formula, answer, text);
                }
                answer.map(|answer| matches!(answer, Safety::Holds { .. }))
            }
            Property::Liveness { trigger, response } => {
                let answer = inquiry.liveness(trigger, response, &Aids::default());
                if let (Some(graph), Ok(answer)) = (&explicit, &answer) {
                    let question = (trigger, response);
                    check_liveness_agrees(&abstraction, graph, question, answer, text);
                }
                answer.map(|answer| matches!(answer, Liveness::Holds(_)))
            }
            Property::Reachable(_) => continue,
        };
        match proved {
            Err(_) => decided = false,
            Ok(false) => counts.open += 1,
            Ok(true) => {
                counts.proved += 1;
                for exploration in &explorations {
                    let violated = matches!(exploration.finding(id), Finding::Violated(_));
                    assert!(!violated, "{} is proved and violated in\n{text}", declaration.name);
                }
            }
        }
    }
    counts.compared += usize::from(decided);
}

/// All states of the model, one by one, if they are few.
fn explicit_graph(abstraction: &Abstraction<'_>) -> Option<Graph> {
    let limits = explicit::Limits { states: 400 };
    match explicit::search(&abstraction.model.system, &[], limits, &Budget::unlimited()) {
        Ok(Search::Safe(graph)) => Some(graph),
        Ok(Search::Bad(_)) => unreachable!("nothing was called bad"),
        Err(_) => None,
    }
}

fn check_safety_agrees(
    abstraction: &Abstraction<'_>,
    graph: &Graph,
    formula: &protocol::Formula,
    answer: &Safety,
    text: &str,
) {
    let bad = abstraction.model.bad_regions(&abstraction.explorer, formula);
    let is_bad = |state: &finite::State| {
        bad.iter().any(|region| region.control == state.control && region.guard.holds(state.bits))
    };
    match answer {
        Safety::Holds { n_states } => {
            assert_eq!(*n_states, graph.states.len() as f64, "in\n{text}");
            assert!(!graph.states.iter().any(is_bad), "explicitly violated in\n{text}");
        }
        Safety::Violated(run) => {
            assert!(is_bad(&run.last()) && graph.states.contains(&run.last()), "in\n{text}");
        }
    }
}

fn check_liveness_agrees(
    abstraction: &Abstraction<'_>,
    graph: &Graph,
    (trigger, response): (&protocol::Formula, &protocol::Formula),
    answer: &Liveness,
    text: &str,
) {
    let owed = (abstraction.controls_where(trigger), abstraction.controls_where(response));
    let fair_run = |fairness: &finite::Fairness| {
        let budget = Budget::unlimited();
        explicit::fair_response_failure(graph, &owed.0, &owed.1, fairness, &budget)
            .expect("nothing is limited")
    };
    match answer {
        Liveness::Holds(proof) => {
            assert_eq!(fair_run(&proof.fairness), None, "an explicit fair run in\n{text}");
        }
        // Conditions that are added on the way only take runs away.
        Liveness::Violated(_) => {
            assert!(fair_run(&abstraction.fairness()).is_some(), "no explicit fair run in\n{text}");
        }
    }
}

/// Odd ones as they are, even ones without numbers that nobody will read, as the driver does it.
fn check_one(system: &System, seed: u64, text: &str, counts: &mut Counts) {
    if seed.is_multiple_of(2) {
        check_soundness(system, &Forgetful::of(system).system, text, counts);
    } else {
        check_soundness(system, system, text, counts);
    }
}

#[test]
fn random_protocols_are_covered() {
    let mut counts = Counts::default();
    for seed in 0..380 {
        let text = random_protocol(seed);
        check_one(&read(&text), seed, &text, &mut counts);
    }
    let Counts { steps, proved, open, compared, twice, refused } = counts;
    eprintln!(
        "{steps} steps covered; {proved} proved, {open} not; {compared} compared, {twice} by both \
         engines; {refused} refused"
    );
    assert!(steps > 20_000 && proved > 100 && open > 100 && compared >= 200 && twice >= 100);
}

#[test]
fn mutants_of_examples_are_covered() {
    let small = SMALL_EXAMPLES.map(|(name, text)| (name, read(text)));
    let large = LARGE_EXAMPLES.map(|(name, text)| (name, read(text)));
    let mut counts = Counts::default();
    for seed in 0..380 {
        // Seldom a large one: they take most of the time, and many are too large.
        let number = usize::try_from(seed).expect("small");
        let (name, system) = match number % 12 {
            0 => &large[number / 12 % large.len()],
            n => &small[n % small.len()],
        };
        let Mutant { system, changes } = mutant(system, &mut Random::new(seed));
        let text = format!("{name}, where {}:\n{:#?}", changes.join(", "), system.rules);
        check_one(&system, seed, &text, &mut counts);
    }
    let Counts { steps, proved, open, compared, twice, refused } = counts;
    eprintln!(
        "{steps} steps covered; {proved} proved, {open} not; {compared} compared, {twice} by both \
         engines; {refused} refused"
    );
    assert!(steps > 20_000 && proved > 100 && open > 100 && compared >= 300 && twice >= 100);
}

const SMALL_EXAMPLES: [(&str, &str); 9] = [
    ("bakery-atomic", include_str!("../../../examples/protocols/bakery-atomic.lpp")),
    ("burns", include_str!("../../../examples/protocols/burns.lpp")),
    ("dijkstra", include_str!("../../../examples/protocols/dijkstra.lpp")),
    ("mesi", include_str!("../../../examples/protocols/mesi.lpp")),
    ("moesi", include_str!("../../../examples/protocols/moesi.lpp")),
    ("peterson", include_str!("../../../examples/protocols/peterson.lpp")),
    ("readers-writers", include_str!("../../../examples/protocols/readers-writers.lpp")),
    ("szymanski", include_str!("../../../examples/protocols/szymanski.lpp")),
    ("ticket", include_str!("../../../examples/protocols/ticket.lpp")),
];

const LARGE_EXAMPLES: [(&str, &str); 3] = [
    ("bakery", include_str!("../../../examples/protocols/bakery.lpp")),
    ("bakery-lamport", include_str!("../../../examples/protocols/bakery-lamport.lpp")),
    ("german", include_str!("../../../examples/protocols/german.lpp")),
];

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
