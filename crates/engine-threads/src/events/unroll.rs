//! Bodies of functions, followed with their loops unrolled.
//!
//! Places are visited in an order in which all ways that lead to one have come there before it is
//! left: the weak topological order of the graph, in which the members of a loop stand together,
//! once for each round. What would begin one round too many stops there, and that it does is noted.

use std::collections::BTreeMap;
use std::rc::Rc;

use index::IndexVec;
use ir::{Body, EdgeId, FunctionId, LocationId, Op};
use ir_passes::loop_forest::{LoopForest, LoopId};
use rustc_hash::FxHashMap;

use super::Open;
use super::known::Node;
use super::machine::{Machine, Mark, TargetKind};
use super::state::State;
use super::value::Value;

/// How a function's places lie in its loops.
pub(super) struct Shape {
    forest: LoopForest,
    position: IndexVec<LocationId, u32>,
}

impl Shape {
    pub fn of(body: &Body) -> Self {
        let forest = LoopForest::of(body);
        let mut position = IndexVec::from_elem(u32::MAX, body.locations.len());
        for (at, location) in forest.order.flattened().into_iter().enumerate() {
            position[location] = at as u32;
        }
        Self { forest, position }
    }

    /// Where a place stands in the order: the loops around it with their rounds, then itself.
    fn key(&self, location: LocationId, rounds: &[u32]) -> Vec<(u32, u32)> {
        let loops = self.forest.stack(location);
        let heads = loops.iter().map(|it| self.position[self.forest.loops[*it].head]);
        let mut key: Vec<(u32, u32)> = heads.zip(rounds.iter().copied()).collect();
        key.push((self.position[location], 0));
        key
    }

    /// The rounds of the loops around the end of an edge.
    fn rounds_behind(&self, from: LocationId, to: LocationId, rounds: &[u32]) -> Vec<u32> {
        let (left, entered) = (self.forest.stack(from), self.forest.stack(to));
        let shared: Vec<LoopId> = left.iter().copied().filter(|it| entered.contains(it)).collect();
        let mut behind: Vec<u32> = rounds[..shared.len()].to_vec();
        // Back at the head of a loop that it is in, a run begins another round.
        if let Some(last) = shared.last()
            && self.forest.loops[*last].head == to
            && let Some(round) = behind.last_mut()
        {
            *round += 1;
        }
        behind.resize(entered.len(), 0);
        behind
    }
}

/// The places that wait to be visited, with the states that have come there.
type Pending = BTreeMap<Vec<(u32, u32)>, (LocationId, Vec<u32>, Vec<State>)>;

/// An activation of a function.
#[derive(Clone, Copy)]
pub(super) struct Activation {
    pub name: u32,
    pub function: FunctionId,
}

impl Machine<'_> {
    /// Runs a function to its end; `None` if it does not come there.
    pub fn run_function(
        &mut self,
        activation: Activation,
        arguments: &[Value],
        mut state: State,
    ) -> Result<Option<(State, Option<Value>)>, Open> {
        let program = self.program;
        let function = &program.functions[activation.function];
        let Some(body) = &function.body else {
            unreachable!("only functions with bodies are followed")
        };
        let n_before = self.calls.iter().filter(|it| **it == activation.function).count();
        if n_before > self.n_rounds as usize {
            self.target(&state, TargetKind::Unwound, state.guard);
            return Ok(None);
        }
        self.calls.push(activation.function);
        let shape = match self.shapes.get(&activation.function) {
            Some(shape) => Rc::clone(shape),
            None => {
                let shape = Rc::new(Shape::of(body));
                self.shapes.insert(activation.function, Rc::clone(&shape));
                shape
            }
        };
        let locals: FxHashMap<_, _> =
            function.parameters.iter().copied().zip(arguments.iter().copied()).collect();
        let outer_locals = std::mem::replace(&mut state.locals, Rc::new(locals));
        let outer_scopes = std::mem::take(&mut state.scopes);
        let mut pending = Pending::new();
        let depth = shape.forest.stack(body.entry).len();
        let rounds = vec![0; depth];
        pending.insert(shape.key(body.entry, &rounds), (body.entry, rounds, vec![state]));
        let mut returns: Vec<(State, Option<Value>)> = Vec::new();
        while let Some((_, (location, rounds, states))) = pending.pop_first() {
            if rounds.iter().any(|round| *round >= self.n_rounds) {
                for state in &states {
                    self.target(state, TargetKind::Unwound, state.guard);
                }
                continue;
            }
            let state = self.merge(states)?;
            if self.terms.is_false(state.guard) {
                continue;
            }
            for (edge, after) in
                self.leave(activation, location, &rounds, state, body, &mut returns)?
            {
                if self.terms.is_false(after.guard) {
                    continue;
                }
                let to = body.edges[edge].to;
                let behind = shape.rounds_behind(location, to, &rounds);
                let key = shape.key(to, &behind);
                let row = pending.entry(key).or_insert_with(|| (to, behind, Vec::new()));
                row.2.push(after);
            }
        }
        self.calls.pop();
        let value = self.merge_results(&returns);
        if returns.is_empty() {
            return Ok(None);
        }
        let states = returns.into_iter().map(|(state, _)| state).collect();
        // The locals of the function are gone, and those of its caller are back.
        let mut states: Vec<State> = states;
        for state in &mut states {
            state.locals = Rc::clone(&outer_locals);
            state.scopes = Rc::clone(&outer_scopes);
        }
        Ok(Some((self.merge(states)?, value)))
    }

    pub fn merge_results(&mut self, returns: &[(State, Option<Value>)]) -> Option<Value> {
        let mut result: Option<Value> = None;
        for (state, value) in returns {
            let value = (*value)?;
            result = Some(match result {
                Some(other) => self.terms.ite(state.guard, value, other),
                None => value,
            });
        }
        result
    }

    /// Takes all edges out of a place; gives the states behind them.
    fn leave(
        &mut self,
        activation: Activation,
        location: LocationId,
        rounds: &[u32],
        mut state: State,
        body: &Body,
        returns: &mut Vec<(State, Option<Value>)>,
    ) -> Result<Vec<(EdgeId, State)>, Open> {
        let edges = &body.locations[location].outgoing;
        let mark = Mark { guard: state.guard, function: activation.function, location };
        self.threads[self.thread].marks.push(mark);
        let mut is_step = false;
        if state.block.is_none() && !state.is_alone {
            for edge in edges {
                is_step |= self.touches_shared(&state, &body.edges[*edge].op)?;
            }
            if is_step {
                self.begin_step(&mut state)?;
            }
        }
        let mut behind = Vec::new();
        for &edge in edges {
            self.count_edge()?;
            let op = &body.edges[edge].op;
            let node =
                Node { activation: activation.name, edge, rounds: rounds.to_vec(), function: None };
            let mut after = state.clone();
            if let Op::Return { value } = op {
                let value = value.map(|value| self.value(&mut after, value)).transpose()?;
                if is_step {
                    self.end_step(&mut after);
                }
                returns.push((after, value));
                continue;
            }
            let Some(mut after) = self.operate(activation, node, op, after)? else { continue };
            // A block of the program ends where it says so.
            if is_step && after.depth == 0 {
                self.end_step(&mut after);
            }
            behind.push((edge, after));
        }
        Ok(behind)
    }
}
