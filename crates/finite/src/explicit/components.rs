//! Fair components by recursion on strongly connected ones.
//!
//! A component is fair if each justice condition is satisfied in it, and each compassion
//! condition whose left side occurs has its right side too. If a justice condition fails,
//! no part of the component can do better. If a compassion condition fails, the steps of its left side
//! are taken out, and if a condition of strong fairness fails, the states in which it finds somebody
//! ready; what remains is decomposed again. Steps and states only ever go, so this ends.

use index::IdSet;
use verdict::Budget;

use super::Graph;
use crate::{Fairness, RuleId, Stop};

/// A component to look at, and the compassion conditions whose left sides are forbidden in it.
struct Candidate<'a> {
    graph: &'a Graph,
    fairness: &'a Fairness,
    positions: Vec<usize>,
    /// By position in the graph: whether it is one of `positions`.
    inside: Vec<bool>,
    forbidden: Vec<usize>,
}

impl<'a> Candidate<'a> {
    fn new(
        graph: &'a Graph,
        fairness: &'a Fairness,
        positions: Vec<usize>,
        forbidden: Vec<usize>,
    ) -> Self {
        let mut inside = vec![false; graph.states.len()];
        for position in &positions {
            inside[*position] = true;
        }
        Self { graph, fairness, positions, inside, forbidden }
    }

    /// The steps from here to states of the candidate that are not forbidden.
    fn steps(&self, position: usize) -> impl Iterator<Item = (RuleId, usize)> {
        let bits = self.graph.states[position].bits;
        let allowed = move |rule: RuleId| {
            !self.forbidden.iter().any(|n| self.fairness.compassion[*n].counts(rule, bits))
        };
        let steps = self.graph.steps[position].iter().copied();
        steps.filter(move |(rule, to)| self.inside[*to] && allowed(*rule))
    }

    /// Whether some step within the candidate is of one of the rules.
    fn takes(&self, rules: &IdSet<RuleId>) -> bool {
        let mut positions = self.positions.iter();
        positions.any(|position| self.steps(*position).any(|(rule, _)| rules.contains(rule)))
    }

    fn is_unjust(&self) -> bool {
        self.fairness.justice.iter().any(|justice| {
            let mut states = self.positions.iter().map(|position| self.graph.states[*position]);
            !states.any(|state| justice.holds_in(state)) && !self.takes(&justice.rules)
        })
    }

    /// The compassion conditions that fail: left side taken, right side not.
    fn failing(&self) -> Vec<usize> {
        let fails = |n: &usize| {
            let compassion = &self.fairness.compassion[*n];
            let mut positions = self.positions.iter();
            let left = positions.any(|position| {
                let bits = self.graph.states[*position].bits;
                self.steps(*position).any(|(rule, _)| compassion.counts(rule, bits))
            });
            left && !self.takes(&compassion.then_taken)
        };
        (0..self.fairness.compassion.len()).filter(fails).collect()
    }

    /// Takes out the states in which somebody is ready who never goes on; whether there are any.
    fn leave_out_ready(&mut self) -> bool {
        let failing = self.fairness.strong.iter().filter(|strong| !self.takes(&strong.then_taken));
        let failing: Vec<&crate::StrongFairness> = failing.collect();
        let graph = self.graph;
        let is_ready = |position: &usize| {
            failing.iter().any(|strong| strong.is_ready(graph.states[*position]))
        };
        let (gone, kept) = self.positions.iter().copied().partition(is_ready);
        let gone: Vec<usize> = gone;
        self.positions = kept;
        for position in &gone {
            self.inside[*position] = false;
        }
        !gone.is_empty()
    }
}

/// The positions of a fair component within `region`, sorted, if there is one.
pub fn fair_component(
    graph: &Graph,
    region: Vec<usize>,
    fairness: &Fairness,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, Stop> {
    let mut todo = vec![Candidate::new(graph, fairness, region, Vec::new())];
    while let Some(whole) = todo.pop() {
        for positions in components(&whole, budget)? {
            let mut part = Candidate::new(graph, fairness, positions, whole.forbidden.clone());
            if part.is_unjust() {
                continue;
            }
            let failing = part.failing();
            part.forbidden.extend(failing.iter().copied());
            if !part.leave_out_ready() && failing.is_empty() {
                return Ok(Some(part.positions));
            }
            todo.push(part);
        }
    }
    Ok(None)
}

/// Strongly connected components of the candidate, single states included (they stutter), by
/// Tarjan's algorithm with an explicit stack.
fn components(candidate: &Candidate<'_>, budget: &Budget) -> Result<Vec<Vec<usize>>, Stop> {
    let n_states = candidate.graph.states.len();
    let targets =
        |position: usize| -> Vec<usize> { candidate.steps(position).map(|step| step.1).collect() };
    let mut order = vec![usize::MAX; n_states];
    let mut low = vec![usize::MAX; n_states];
    let mut on_stack = vec![false; n_states];
    let mut stack = Vec::new();
    let mut found = Vec::new();
    let mut clock = 0;
    for root in &candidate.positions {
        if order[*root] != usize::MAX {
            continue;
        }
        let mut calls = vec![(*root, targets(*root), 0)];
        order[*root] = clock;
        low[*root] = clock;
        clock += 1;
        stack.push(*root);
        on_stack[*root] = true;
        while let Some((position, nexts, at)) = calls.last_mut() {
            budget.check()?;
            let position = *position;
            if let Some(next) = nexts.get(*at).copied() {
                *at += 1;
                if order[next] == usize::MAX {
                    order[next] = clock;
                    low[next] = clock;
                    clock += 1;
                    stack.push(next);
                    on_stack[next] = true;
                    calls.push((next, targets(next), 0));
                } else if on_stack[next] {
                    low[position] = low[position].min(order[next]);
                }
                continue;
            }
            calls.pop();
            if let Some((parent, _, _)) = calls.last() {
                low[*parent] = low[*parent].min(low[position]);
            }
            if low[position] == order[position] {
                let mut component = Vec::new();
                while let Some(member) = stack.pop() {
                    on_stack[member] = false;
                    component.push(member);
                    if member == position {
                        break;
                    }
                }
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    Ok(found)
}
