//! Refuting liveness in an instance: a fair run on which `x` waits for ever.
//!
//! The graph of an exploration is searched, for each process `x`, for a component that can be
//! reached from a state with the trigger and without ever having the response, and in which
//! every actor that must be scheduled gets its due: somewhere in the component it is not bound
//! to move (not at a justice location, or waiting), or it moves. Since being scheduled is a
//! condition per actor that must hold infinitely often, a component is just as a whole or not at
//! all, and the maximal components of the region without the response suffice. A state in which
//! nobody is bound to move is a component by itself: there nothing may ever happen again.
//!
//! Strong fairness (`compassion`) is different: a component in which a process can go on at
//! such a location, but never does, may become fair by leaving out the states where it can. So
//! these states are cut off and the components of the rest are looked at, until nothing is cut off
//! any more (the emptiness test for Streett automata).
//!
//! A component in the graph of classes becomes a run of states by following it from the state
//! in which a run entered it, round after round. The run is closed when a state comes again; or
//! when round after round adds the same amounts to the numbers while all differences that
//! change are large and grow. In the second case every further round is possible as well:
//! assignments copy numbers and add constants, so that rounds with the same tests add the same
//! amounts again, and tests only see differences, which stay on their side of every constant.

use std::collections::hash_map::Entry;

use index::{Id, IdSet};
use rustc_hash::FxHashMap;

use crate::eval::EvalError;
use crate::explore::{Exploration, NodeId};
use crate::instance::{ActorId, ProcessIndex, State, Step, StepActor, StepKind};
use crate::run::{Run, RunEnd};
use crate::{Action, Formula, LocationId, Rule};

/// The result of the search.
pub(crate) enum Search {
    Found(Run),
    /// The graph has a fair component, but it was not made into a run.
    OnlyInCover,
    None,
}

/// Searches a fair run that violates `trigger -> F response` for some process.
pub(crate) fn fair_lasso(
    exploration: &Exploration<'_>,
    trigger: &Formula,
    response: &Formula,
) -> Result<Search, EvalError> {
    let mut in_cover = false;
    let instance = &exploration.instance;
    // A pair of conditions is about as many processes as the two together.
    let both = Formula::And(vec![trigger.clone(), response.clone()]);
    for tuple in instance.tuples(&both) {
        let mut region: IdSet<NodeId> = IdSet::new();
        let mut starts = Vec::new();
        for node in exploration.nodes.ids() {
            if !exploration.nodes[node].is_expanded {
                continue;
            }
            let state = exploration.representative(node);
            if instance.holds_of(response, &state, &tuple)? {
                continue;
            }
            region.insert(node);
            if instance.holds_of(trigger, &state, &tuple)? {
                starts.push(node);
            }
        }
        let graph = Graph { exploration, region };
        // Real starts first: only from them a run can be followed.
        starts.sort_by_key(|node| !exploration.is_real(*node));
        let reach = graph.reachable(&starts);
        for component in graph.fair_components(&reach) {
            match graph.realise(&starts, &component)? {
                Some(run) => return Ok(Search::Found(run)),
                None => in_cover = true,
            }
        }
    }
    Ok(if in_cover { Search::OnlyInCover } else { Search::None })
}

/// What strong fairness owes to a process: a step from this location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Claim {
    process: ProcessIndex,
    location: LocationId,
}

/// The nodes of an exploration without the response.
struct Graph<'e, 'a> {
    exploration: &'e Exploration<'a>,
    region: IdSet<NodeId>,
}

impl Graph<'_, '_> {
    fn edges(&self, node: NodeId) -> impl Iterator<Item = (Step, NodeId)> + '_ {
        let edges = self.exploration.nodes[node].edges.iter().copied();
        edges.filter(|(_, target)| self.region.contains(*target))
    }

    /// Breadth first from `starts`.
    fn reachable(&self, starts: &[NodeId]) -> Reach {
        let mut reach = Reach { order: Vec::new(), came_by: FxHashMap::default() };
        for start in starts {
            reach.add(*start, None);
        }
        let mut next = 0;
        while let Some(node) = reach.order.get(next).copied() {
            next += 1;
            for (step, target) in self.edges(node) {
                reach.add(target, Some((node, step)));
            }
        }
        reach
    }

    /// The nodes from which one of `targets` can be reached, these included.
    fn leading_to(&self, targets: &[NodeId]) -> IdSet<NodeId> {
        let mut sources: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
        for node in self.region.iter() {
            for (_, target) in self.edges(node) {
                sources.entry(target).or_default().push(node);
            }
        }
        let mut leading: IdSet<NodeId> = targets.iter().copied().collect();
        let mut todo = targets.to_vec();
        while let Some(node) = todo.pop() {
            for source in sources.get(&node).into_iter().flatten() {
                if leading.insert(*source) {
                    todo.push(*source);
                }
            }
        }
        leading
    }

    /// Strongly connected components of the reached nodes (Tarjan, with a stack of our own, since
    /// graphs are deep).
    fn components(&self, reach: &Reach) -> Vec<Vec<NodeId>> {
        let n = self.exploration.nodes.len();
        let mut number = vec![usize::MAX; n];
        let mut low = vec![usize::MAX; n];
        let mut on_stack = vec![false; n];
        let mut stack = Vec::new();
        let mut components = Vec::new();
        let mut next = 0;
        for root in &reach.order {
            if number[root.index()] != usize::MAX {
                continue;
            }
            let mut calls: Vec<(NodeId, Vec<NodeId>)> = vec![(*root, self.targets(*root))];
            number[root.index()] = next;
            low[root.index()] = next;
            next += 1;
            stack.push(*root);
            on_stack[root.index()] = true;
            while let Some((node, targets)) = calls.last_mut() {
                let node = *node;
                if let Some(target) = targets.pop() {
                    if number[target.index()] == usize::MAX {
                        number[target.index()] = next;
                        low[target.index()] = next;
                        next += 1;
                        stack.push(target);
                        on_stack[target.index()] = true;
                        calls.push((target, self.targets(target)));
                    } else if on_stack[target.index()] {
                        low[node.index()] = low[node.index()].min(number[target.index()]);
                    }
                    continue;
                }
                calls.pop();
                if let Some((caller, _)) = calls.last() {
                    low[caller.index()] = low[caller.index()].min(low[node.index()]);
                }
                if low[node.index()] == number[node.index()] {
                    let start = stack.iter().rposition(|member| *member == node);
                    let start =
                        start.expect("a node is on the stack until its component is cut off");
                    let mut component = stack.split_off(start);
                    for member in &component {
                        on_stack[member.index()] = false;
                    }
                    component.sort();
                    components.push(component);
                }
            }
        }
        components
    }

    fn targets(&self, node: NodeId) -> Vec<NodeId> {
        let mut targets: Vec<NodeId> = self.edges(node).map(|(_, target)| target).collect();
        targets.dedup();
        targets
    }

    /// The components in which every actor gets its due, and every process what compassion owes it.
    fn fair_components(&self, reach: &Reach) -> Vec<Vec<NodeId>> {
        // The first are the farthest on, and looked at first.
        let mut todo = self.components(reach);
        todo.reverse();
        let mut fair = Vec::new();
        while let Some(component) = todo.pop() {
            if !self.is_just(&component) {
                continue;
            }
            let owing = self.owing_states(&component);
            if owing.is_empty() {
                fair.push(component);
                continue;
            }
            let rest: IdSet<NodeId> =
                component.iter().copied().filter(|node| !owing.contains(*node)).collect();
            let order: Vec<NodeId> = rest.iter().collect();
            let smaller = Graph { exploration: self.exploration, region: rest };
            todo.extend(smaller.components(&smaller.reachable(&order)).into_iter().rev());
        }
        fair
    }

    /// The states of the component in which a process can go on at a compassionate location from
    /// which it never goes on within the component.
    fn owing_states(&self, component: &[NodeId]) -> IdSet<NodeId> {
        let claims = self.claims(component);
        let paid = self.payments(component);
        let is_owed = |node: &NodeId| self.claims_at(*node).iter().any(|it| !paid.contains(it));
        match claims.iter().all(|claim| paid.contains(claim)) {
            true => IdSet::new(),
            false => component.iter().copied().filter(is_owed).collect(),
        }
    }

    /// Which steps compassion owes to whom if the run stays in the component.
    fn claims(&self, component: &[NodeId]) -> Vec<Claim> {
        let mut claims: Vec<Claim> =
            component.iter().flat_map(|node| self.claims_at(*node)).collect();
        claims.sort();
        claims.dedup();
        claims
    }

    fn claims_at(&self, node: NodeId) -> Vec<Claim> {
        let exploration = self.exploration;
        if exploration.instance.system().compassion.is_empty() {
            return Vec::new();
        }
        let state = exploration.representative(node);
        let actors = exploration.actors(node);
        let claim = |process: ProcessIndex| {
            let actor = exploration.instance.actor_id(StepActor::Process(process));
            let location = exploration.instance.compassionate_location(&state, process)?;
            actors.contains(actor).then_some(Claim { process, location })
        };
        (0..exploration.instance.n_processes()).filter_map(claim).collect()
    }

    /// The claims that steps within the component satisfy.
    fn payments(&self, component: &[NodeId]) -> Vec<Claim> {
        if self.exploration.instance.system().compassion.is_empty() {
            return Vec::new();
        }
        let members: IdSet<NodeId> = component.iter().copied().collect();
        let inside = |(_, target): &(Step, NodeId)| members.contains(*target);
        let paid = component.iter().flat_map(|node| {
            self.edges(*node).filter(inside).filter_map(|(step, _)| self.payment(*node, step))
        });
        paid.collect()
    }

    fn payment(&self, node: NodeId, step: Step) -> Option<Claim> {
        let StepActor::Process(process) = step.actor else { return None };
        let state = self.exploration.representative(node);
        let location = self.exploration.instance.compassionate_location(&state, process)?;
        Some(Claim { process, location })
    }

    /// Whether every actor gets its due in `component`.
    fn is_just(&self, component: &[NodeId]) -> bool {
        let members: IdSet<NodeId> = component.iter().copied().collect();
        let mut owed = self.bound_at(component[0]);
        for node in component {
            owed.intersect_with(&self.bound_at(*node));
            if owed.is_empty() {
                return true;
            }
        }
        for node in component {
            for (step, target) in self.edges(*node) {
                if members.contains(target) {
                    owed.remove(self.exploration.instance.actor_id(step.actor));
                }
            }
        }
        owed.is_empty()
    }

    /// The actors that are bound to be scheduled and have a step to take.
    fn bound_at(&self, node: NodeId) -> IdSet<ActorId> {
        let state = self.exploration.representative(node);
        let actors = self.exploration.actors(node);
        self.exploration.instance.waiting_to_be_scheduled(&state, &actors)
    }

    /// A run into the component and round in it for ever.
    fn realise(&self, starts: &[NodeId], component: &[NodeId]) -> Result<Option<Run>, EvalError> {
        let members: IdSet<NodeId> = component.iter().copied().collect();
        // Without numbers any start from which the component can be reached will do. With them any
        // may be the one whose numbers fit: some are tried.
        const ATTEMPTS: usize = 20;
        let before = self.leading_to(component);
        let leads = |start: &&NodeId| before.contains(**start) && self.exploration.is_real(**start);
        for start in starts.iter().filter(leads).take(ATTEMPTS) {
            let reach = self.reachable(&[*start]);
            let inside = |node: &&NodeId| members.contains(**node);
            let at_rest = |node: &&NodeId| {
                inside(node)
                    && self.bound_at(**node).is_empty()
                    && self.claims_at(**node).is_empty()
            };
            let entry =
                reach.order.iter().find(at_rest).or_else(|| reach.order.iter().find(inside));
            let Some(entry) = entry.copied() else { continue };
            let mut run = self.exploration.run_to(*start);
            let Some(()) = self.follow(&mut run, &reach.path_to(entry))? else { continue };
            let round = self.round(entry, component, &members);
            if round.is_empty() {
                run.end = RunEnd::Stutters;
                return Ok(Some(run));
            }
            if let Some(run) = self.close(run, &round)? {
                return Ok(Some(run));
            }
        }
        Ok(None)
    }

    /// A way from `entry` back to it, within the component, on which every actor gets its due.
    /// Empty if nobody is bound to move at `entry`, so that nothing need ever happen.
    fn round(
        &self,
        entry: NodeId,
        component: &[NodeId],
        members: &IdSet<NodeId>,
    ) -> Vec<(Step, NodeId)> {
        if self.bound_at(entry).is_empty() && self.claims_at(entry).is_empty() {
            return Vec::new();
        }
        let mut owed = self.bound_at(entry);
        let mut round: Vec<(Step, NodeId)> = Vec::new();
        let inside = Graph { exploration: self.exploration, region: members.clone() };
        let actor_of = |step: Step| self.exploration.instance.actor_id(step.actor);
        let mut at = entry;
        while !owed.is_empty() {
            let reach = inside.reachable(&[at]);
            let move_of_owed =
                |node: NodeId| inside.edges(node).find(|(step, _)| owed.contains(actor_of(*step)));
            let is_due = |node: NodeId| {
                !owed.is_subset(&self.bound_at(node)) || move_of_owed(node).is_some()
            };
            let due = reach.order.iter().copied().find(|node| is_due(*node));
            let due = due.expect("a fair component has a place where each actor gets its due");
            let mut way = reach.path_to(due);
            if owed.is_subset(&self.bound_at(due)) {
                way.extend(move_of_owed(due));
            }
            for (step, node) in &way {
                owed.remove(actor_of(*step));
                owed.intersect_with(&self.bound_at(*node));
            }
            at = way.last().map_or(at, |(_, node)| *node);
            round.extend(way);
        }
        for claim in self.claims(component) {
            let pays = |node: NodeId| {
                inside.edges(node).find(|(step, _)| self.payment(node, *step) == Some(claim))
            };
            let reach = inside.reachable(&[at]);
            let payer = reach.order.iter().copied().find(|node| pays(*node).is_some());
            let payer = payer.expect("a fair component pays every claim");
            round.extend(reach.path_to(payer));
            round.extend(pays(payer));
            at = round.last().map_or(at, |(_, node)| *node);
        }
        if at != entry {
            round.extend(inside.reachable(&[at]).path_to(entry));
        }
        round
    }

    /// Extends `run` along `path`, choosing successors of the right class. `None` if at some
    /// point there is none: the path needs other numbers than the run has.
    fn follow(&self, run: &mut Run, path: &[(Step, NodeId)]) -> Result<Option<()>, EvalError> {
        for (step, node) in path {
            let Some((state, _)) = self.successor(run.last(), *step, *node)? else {
                return Ok(None);
            };
            run.steps.push((*step, state));
        }
        Ok(Some(()))
    }

    /// A successor by `step` in the class `node`, and whether it is the only one.
    fn successor(
        &self,
        state: &State,
        step: Step,
        node: NodeId,
    ) -> Result<Option<(State, Choice)>, EvalError> {
        let any = self.exploration.quotient.any_numbers(state);
        let mut candidates = self
            .exploration
            .instance
            .successors(state, &any)?
            .into_iter()
            .filter(|(taken, after)| *taken == step && self.exploration.find(after) == Some(node))
            .map(|(_, after)| after);
        let Some(first) = candidates.next() else { return Ok(None) };
        let choice = if candidates.next().is_some() { Choice::Many } else { Choice::One };
        Ok(Some((first, choice)))
    }

    /// Goes round until the run is closed.
    fn close(&self, mut run: Run, round: &[(Step, NodeId)]) -> Result<Option<Run>, EvalError> {
        const ROUNDS: usize = 12;
        let mut entries = vec![run.steps.len()];
        let mut is_determined = round.iter().all(|(step, _)| !self.assigns_any(*step));
        for _ in 0..ROUNDS {
            for (step, node) in round {
                let Some((state, choice)) = self.successor(run.last(), *step, *node)? else {
                    return Ok(None);
                };
                is_determined &= choice == Choice::One;
                run.steps.push((*step, state));
            }
            let last = run.last();
            if let Some(from) = entries.iter().copied().find(|entry| run.state(*entry) == last) {
                run.end = RunEnd::Loops { from };
                return Ok(Some(run));
            }
            entries.push(run.steps.len());
            if is_determined && entries.len() >= 4 && self.grows(&run, round.len()) {
                let from = run.steps.len() - 3 * round.len();
                run.steps.truncate(from + round.len());
                run.end = RunEnd::LoopsGrowing { from };
                return Ok(Some(run));
            }
        }
        Ok(None)
    }

    /// Whether the last three rounds of `length` steps add the same amounts to the numbers, and
    /// only to differences that are large and grow.
    fn grows(&self, run: &Run, length: usize) -> bool {
        let quotient = &self.exploration.quotient;
        let large = quotient.gap() + quotient.drift();
        let start = run.steps.len() - 3 * length;
        (start..=start + length).all(|position| {
            let numbers = |round: usize| -> Vec<i64> {
                let state = run.state(position + round * length);
                let constants = quotient.constants().map(|(low, high)| [low, high]);
                state.data().chain(constants.into_iter().flatten()).collect()
            };
            let (first, second, third) = (numbers(0), numbers(1), numbers(2));
            let is_steady = first
                .iter()
                .zip(&second)
                .zip(&third)
                .all(|((first, second), third)| second - first == third - second);
            let is_apart = |i: usize, j: usize| {
                let difference = first[i] - first[j];
                let growth = second[i] - second[j] - difference;
                growth == 0
                    || difference >= large && growth > 0
                    || difference <= -large && growth < 0
            };
            let n = first.len();
            is_steady && (0..n).all(|i| (0..n).all(|j| is_apart(i, j)))
        })
    }

    fn assigns_any(&self, step: Step) -> bool {
        let rule: &Rule = &self.exploration.instance.system().rules[step.rule];
        let branch = match step.kind {
            StepKind::Then => &rule.then,
            StepKind::Otherwise => &rule.otherwise,
            StepKind::Visit(_) | StepKind::Restart => return false,
        };
        branch.iter().flat_map(|branch| &branch.actions).any(Action::assigns_any_number)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    One,
    Many,
}

/// What a breadth-first search has reached.
struct Reach {
    /// Nearest first.
    order: Vec<NodeId>,
    /// For each reached node the step by which it was reached; `None` for a start.
    came_by: FxHashMap<NodeId, Option<(NodeId, Step)>>,
}

impl Reach {
    fn add(&mut self, node: NodeId, came_by: Option<(NodeId, Step)>) {
        if let Entry::Vacant(entry) = self.came_by.entry(node) {
            entry.insert(came_by);
            self.order.push(node);
        }
    }

    /// The steps by which `node` was reached, first to last.
    fn path_to(&self, node: NodeId) -> Vec<(Step, NodeId)> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(Some((parent, step))) = self.came_by.get(&at) {
            path.push((*step, at));
            at = *parent;
        }
        path.reverse();
        path
    }
}
