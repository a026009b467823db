//! The answer for any number of processes.
//!
//! The engine answers; a proof is checked again by [`evidence::cubes::check_cubes`] and held
//! against states of small instances, a run is executed again by [`evidence::cubes::replay`].
//! What does not survive is not reported as an answer.

use cubicle::{Exploration, Instance, Limits, Quantified, Run, System, chart, told};
use engine_cubes::{Answer, Effort};
use evidence::cubes::{Defect, check_cubes, replay, violates};
use source::Source;
use verdict::{Assumption, Budget, PropertyOutcome, ProtocolOutcome, Reason, Verdict};

use super::{line_of, property, trust_of};
use crate::protocol::processes;

/// States per instance against which a proof is held.
const SPOT_CHECKS: usize = 400;
/// The instances for it.
const SPOT_INSTANCES: std::ops::RangeInclusive<usize> = 1..=4;

/// What is known about each `unsafe` for every number of processes.
pub fn verify(system: &System, source: &Source, budget: &Budget) -> ProtocolOutcome {
    let (answer, effort) = engine_cubes::verify(system, &search_budget(budget));
    let mut outcome = ProtocolOutcome {
        scope: "any number of processes".to_owned(),
        properties: Vec::new(),
        trust: trust_of(system),
        company: Vec::new(),
        statistics: statistics(effort),
    };
    match answer {
        Answer::Safe { cubes, assumed } => {
            let verdict = proved(system, &cubes, &assumed, budget);
            for &number in &assumed {
                let line = line_of(source, &system.invariants[number]);
                let what = format!(
                    "runs that obey the invariant stated in line {line}, which was not proved"
                );
                outcome.trust.insert(Assumption::Scope(what));
            }
            if let Some(what) = vacuous(system, budget) {
                outcome.trust.insert(Assumption::Vacuous(what));
            }
            outcome.statistics.push(("cubes of the proof".to_owned(), cubes.len() as u64));
            let why = match &verdict {
                Verdict::True => format!(
                    "{} cubes contain it and all that leads to it, and no initial state",
                    cubes.len()
                ),
                Verdict::False | Verdict::Unknown(_) => {
                    "the proof found could not be confirmed".to_owned()
                }
            };
            let all = 0..system.unsafes.len();
            outcome.properties =
                all.map(|at| property(system, at, verdict.clone(), why.clone(), None)).collect();
        }
        Answer::Unsafe(run) => violated(system, source, &run, &mut outcome),
        Answer::Unknown { reason, path } => {
            let why = reason.to_string();
            let abstract_run = (!path.is_empty()).then(|| {
                let names = path.iter().map(|id| system.transitions[*id].name.as_str());
                format!("  {}\n", names.collect::<Vec<_>>().join(" -> "))
            });
            let all = 0..system.unsafes.len();
            let verdict = Verdict::Unknown(reason);
            outcome.properties = all
                .map(|at| {
                    let chart = abstract_run.clone().filter(|_| at == 0);
                    property(system, at, verdict.clone(), why.clone(), chart)
                })
                .collect();
        }
    }
    outcome
}

/// Leaves some of the time for checking the answer again.
fn search_budget(budget: &Budget) -> Budget {
    match budget.remaining() {
        Some(remaining) => Budget::unlimited().with_time(remaining.mul_f64(0.85)),
        None => budget.clone(),
    }
}

fn statistics(effort: Effort) -> Vec<(String, u64)> {
    vec![
        ("states explored".to_owned(), effort.n_states as u64),
        ("cubes".to_owned(), effort.n_cubes as u64),
        ("guesses".to_owned(), effort.n_guesses as u64),
        ("guesses refuted".to_owned(), effort.n_refuted as u64),
    ]
}

/// The verdict on a proof after it was checked.
fn proved(system: &System, cubes: &[Quantified], assumed: &[usize], budget: &Budget) -> Verdict {
    match check_cubes(system, cubes, assumed, budget) {
        Ok(()) => {}
        Err(Defect::Exhausted) => return Verdict::Unknown(Reason::Timeout),
        Err(defect @ Defect::TooLarge(_)) => {
            return Verdict::Unknown(Reason::Inconclusive(defect.to_string()));
        }
        // The checker knows less arithmetic than the engine, so this need not be a mistake.
        Err(defect) => {
            let what = format!("the proof found was not confirmed: {defect}");
            return Verdict::Unknown(Reason::Inconclusive(what));
        }
    }
    for n_processes in SPOT_INSTANCES {
        if n_processes < system.n_fixed {
            continue;
        }
        let instance = Instance::new(system, n_processes);
        let limits = Limits { max_states: SPOT_CHECKS, max_depth: usize::MAX };
        for state in &Exploration::run(&instance, limits, budget).states {
            let state = instance.completed(state);
            let inside = |cube: &Quantified| violates(system, n_processes, cube, &state);
            if let Some(at) = cubes.iter().position(inside) {
                let what = format!("a reachable state lies in cube {at} of a proof");
                return Verdict::Unknown(Reason::InternalError(what));
            }
        }
    }
    Verdict::True
}

/// Why a proof may say little: nothing ever happens in small instances.
fn vacuous(system: &System, budget: &Budget) -> Option<String> {
    let instance = Instance::new(system, system.n_fixed.max(3));
    let limits = Limits { max_states: SPOT_CHECKS, max_depth: 1 };
    let found = Exploration::run(&instance, limits, budget);
    if found.states.is_empty() {
        return Some("no state of three processes satisfies `init`".to_owned());
    }
    let moves = |state: &cubicle::State| {
        instance.successors(state).into_iter().any(|step| step.after != step.before)
    };
    (!found.states.iter().any(moves)).then(|| "no transition changes an initial state".to_owned())
}

fn violated(system: &System, source: &Source, run: &Run, outcome: &mut ProtocolOutcome) {
    let replayed = replay(system, run);
    for stated in &system.invariants {
        let line = line_of(source, stated);
        let what = format!("runs that obey the invariant stated in line {line}");
        outcome.trust.insert(Assumption::Scope(what));
    }
    outcome.properties = (0..system.unsafes.len())
        .map(|number| match &replayed {
            Ok(()) if number == run.violated => {
                let instance = Instance::new(system, run.n_processes);
                let drawn = chart(&instance, source, &run.initial, &run.steps);
                let why = format!(
                    "violated by a run of {} in {} steps",
                    processes(run.n_processes),
                    run.steps.len()
                );
                let run = Some(told(&instance, &run.initial, &run.steps));
                let violated = property(system, number, Verdict::False, why, Some(drawn));
                PropertyOutcome { run, ..violated }
            }
            Ok(()) => {
                let why = "not looked at: another property fails";
                let verdict = Verdict::Unknown(Reason::Inconclusive(why.to_owned()));
                property(system, number, verdict, why, None)
            }
            Err(deviation) => {
                let why = format!("a run was found that could not be replayed: {deviation}");
                let verdict = Verdict::Unknown(Reason::Inconclusive(why.clone()));
                property(system, number, verdict, why, None)
            }
        })
        .collect();
}
