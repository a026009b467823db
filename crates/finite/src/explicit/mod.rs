//! The explicit engine: states one by one.
//!
//! Breadth-first search over `(control, bits)` pairs, and decomposition into strongly connected
//! components for fair cycles. It visits every state, so it is limited to some hundred
//! thousand of them ([`Stop::Full`] beyond); it shares no algorithm with [`crate::symbolic`],
//! which is what makes the comparison of the two a test.

mod components;
mod successors;

use index::IdSet;
use rustc_hash::FxHashMap;
use verdict::Budget;

use crate::{ControlId, Fairness, Region, RuleId, Run, Search, State, Stop, TransitionSystem};

pub use components::fair_component;
pub use successors::successors;

/// The reachable states, in the order in which they were found, and the steps between them.
#[derive(Clone, Debug)]
pub struct Graph {
    pub states: Vec<State>,
    /// By position in `states`: the steps from there. Stutters are not listed.
    pub steps: Vec<Vec<(RuleId, usize)>>,
}

/// How far the engine goes before it gives up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub states: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states: 300_000 }
    }
}

/// Searches for a state of one of the `bad` regions, breadth first.
pub fn search(
    system: &TransitionSystem,
    bad: &[Region],
    limits: Limits,
    budget: &Budget,
) -> Result<Search<Graph>, Stop> {
    let mut graph = Graph { states: Vec::new(), steps: Vec::new() };
    let mut positions: FxHashMap<State, usize> = FxHashMap::default();
    let mut parents: Vec<Option<(usize, RuleId)>> = Vec::new();
    let is_bad = |state: State| {
        bad.iter().any(|region| region.control == state.control && region.guard.holds(state.bits))
    };
    for state in successors::initial_states(system, limits, budget)? {
        if positions.contains_key(&state) {
            continue;
        }
        positions.insert(state, graph.states.len());
        graph.states.push(state);
        parents.push(None);
        if is_bad(state) {
            return Ok(Search::Bad(Run { first: state, steps: Vec::new() }));
        }
    }
    let mut next = 0;
    while next < graph.states.len() {
        budget.check()?;
        let mut steps = Vec::new();
        for (rule, state) in successors(system, graph.states[next], limits, budget)? {
            let fresh = graph.states.len();
            let position = *positions.entry(state).or_insert(fresh);
            steps.push((rule, position));
            if position < fresh {
                continue;
            }
            if fresh >= limits.states {
                return Err(Stop::Full);
            }
            graph.states.push(state);
            parents.push(Some((next, rule)));
            if is_bad(state) {
                return Ok(Search::Bad(run_to(&graph, &parents, fresh)));
            }
        }
        graph.steps.push(steps);
        next += 1;
    }
    Ok(Search::Safe(graph))
}

fn run_to(graph: &Graph, parents: &[Option<(usize, RuleId)>], last: usize) -> Run {
    let mut steps = Vec::new();
    let mut position = last;
    while let Some((parent, rule)) = parents[position] {
        steps.push((Some(rule), graph.states[position]));
        position = parent;
    }
    steps.reverse();
    Run { first: graph.states[position], steps }
}

/// The positions of a fair component among the states that are reachable from `start` controls
/// without ever being at an `avoid` control, if there is one.
pub fn fair_response_failure(
    graph: &Graph,
    start: &IdSet<ControlId>,
    avoid: &IdSet<ControlId>,
    fairness: &Fairness,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, Stop> {
    let mut inside = vec![false; graph.states.len()];
    let mut todo: Vec<usize> = (0..graph.states.len())
        .filter(|position| {
            let control = graph.states[*position].control;
            start.contains(control) && !avoid.contains(control)
        })
        .collect();
    while let Some(position) = todo.pop() {
        budget.check()?;
        if std::mem::replace(&mut inside[position], true) {
            continue;
        }
        let targets = graph.steps[position].iter().map(|step| step.1);
        todo.extend(targets.filter(|target| !avoid.contains(graph.states[*target].control)));
    }
    let region = (0..inside.len()).filter(|position| inside[*position]).collect();
    fair_component(graph, region, fairness, budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BitId, Guard, Mask, Rule, Step};

    #[test]
    fn finds_the_shortest_run() {
        let mut system = TransitionSystem::default();
        let control = system.controls.push("s".to_owned());
        let bits: Vec<BitId> = (0..3).map(|n| system.bits.push(format!("b{n}"))).collect();
        system.initial.push(Region {
            control,
            guard: Guard { forbidden: Mask::first(3), ..Guard::default() },
        });
        for n in 0..3 {
            let required = if n == 0 { Mask::EMPTY } else { Mask::of(bits[n - 1]) };
            system.rules.push(Rule {
                source: control,
                target: control,
                step: Step::Assign {
                    guards: vec![Guard { required, ..Guard::default() }],
                    clear: Mask::EMPTY,
                    set: Mask::of(bits[n]),
                },
                name: format!("set {n}"),
            });
        }
        let bad =
            [Region { control, guard: Guard { required: Mask::of(bits[2]), ..Guard::default() } }];
        let answer = search(&system, &bad, Limits::default(), &Budget::unlimited());
        let Ok(Search::Bad(run)) = answer else { panic!("bit 2 can be set: {answer:?}") };
        assert_eq!(run.steps.len(), 3);
    }
}
