//! What people say about the heap, in a state: parts are added, looked for, or handed over.
//!
//! *Sound*: what is given is what the reader of the contract takes for granted, so states may say
//! it. What is shown is included in the state ([`shape::inclusion`]), and a part that is handed
//! over leaves exactly the edges that were not used for it. What is not found is not refuted: then
//! the answer of the step is unknown, and the check behind it stays open.

use std::collections::{BTreeMap, BTreeSet};

use shape::annotation::{Part, Place, Step};
use shape::inclusion::used_up;
use shape::unfold::segment_ending_at;
use shape::{Background, Block, Cell, Edge, Kind, NodeId, Range, State, Value};

use ir::VarId;

use crate::assume::Judge;
use crate::step::{Stop, unsupported};

/// Unfoldings of what has to be there, before it is given up.
const MAX_UNFOLDED: usize = 6;

/// What else there may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// Other parts, and the parts may lie in objects: nobody takes them.
    Anywhere,
    Allowed,
    Refused,
}

impl Judge<'_> {
    /// The states behind the step, each with the answer in the target.
    pub fn annotated(
        self,
        mut state: State,
        step: &Step,
        target: VarId,
    ) -> Result<Vec<State>, Stop> {
        match step {
            Step::Given(parts) => {
                self.name_last(&mut state, parts);
                given(&mut state, parts)?;
                state.set_var(target, Value::Num(1));
                Ok(vec![state])
            }
            Step::Shown(parts) => Ok(self.look(state, parts, Rest::Anywhere, target, &|_, _| {})),
            Step::Whole(parts) => Ok(self.look(state, parts, Rest::Refused, target, &|_, _| {})),
            Step::Taken(parts) => {
                Ok(self.look(state, parts, Rest::Allowed, target, &|state, used| {
                    let is_heap = |edge: &Edge| match edge {
                        Edge::Block(block) => block.kind == Kind::Heap,
                        Edge::Ind { .. } | Edge::Seg { .. } => true,
                    };
                    state.edges.retain(|node, edge| !used.contains(node) || !is_heap(edge));
                }))
            }
            Step::Unsupported(what) => unsupported(what),
        }
    }

    /// The last element of a segment that knows its way back gets a node, from which it can be found.
    fn name_last(self, state: &mut State, parts: &[Part]) {
        for part in parts {
            let Part::Segment { pred, end_args, .. } = part else { continue };
            let Some((param, 0)) = self.preds[*pred].back() else { continue };
            let Some(Place::Held(var)) = end_args.get(param) else { continue };
            match state.var(*var) {
                Value::Top => {
                    let node = Value::Addr(state.fresh_node(), 0);
                    state.set_var(*var, node);
                }
                Value::Sym(sym) if !state.facts.contains_key(&sym) => {
                    let node = Value::Addr(state.fresh_node(), 0);
                    state.replace_sym(sym, node);
                }
                Value::Sym(_)
                | Value::Sum(..)
                | Value::Num(_)
                | Value::Addr(..)
                | Value::Fun(_) => {}
            }
        }
    }

    /// Looks for the parts; where they are not found, structures that they start at are taken
    /// apart and each case is looked at.
    fn look(
        self,
        state: State,
        parts: &[Part],
        rest: Rest,
        target: VarId,
        act: &dyn Fn(&mut State, &BTreeSet<NodeId>),
    ) -> Vec<State> {
        let (mut done, mut pending) = (Vec::new(), vec![(state, 0)]);
        while let Some((mut state, n_unfolded)) = pending.pop() {
            let wanted = self.pattern(&state, parts, rest);
            let in_objects = || rest == Rest::Anywhere && self.lies_in_objects(&state, parts);
            let found = used_up(&state, &wanted, self.preds);
            if let Some(used) = found.or_else(|| in_objects().then(BTreeSet::new)) {
                act(&mut state, &used);
                state.set_var(target, Value::Num(1));
                done.push(state);
                continue;
            }
            let first = parts.iter().find_map(|part| self.undecided(&state, part));
            let cases = first.and_then(|node| self.cases(&state, node));
            match cases {
                Some(cases) if n_unfolded < MAX_UNFOLDED => {
                    pending.extend(cases.into_iter().map(|case| (case, n_unfolded + 1)));
                }
                _ => {
                    let value = state.fresh_in(Range::new(0, 1));
                    state.set_var(target, value);
                    done.push(state);
                }
            }
        }
        done
    }

    /// The structure that a part starts at, which may be empty or not; or one that ends there.
    fn undecided(self, state: &State, part: &Part) -> Option<NodeId> {
        let (Part::Structure { at, .. } | Part::Segment { at, .. } | Part::Block { at, .. }) = part;
        let Place::Held(var) = at else { return None };
        let node = state.var(*var).node()?;
        match state.edges.get(&node) {
            Some(Edge::Seg { .. } | Edge::Ind { .. }) => Some(node),
            Some(Edge::Block(_)) => None,
            None => segment_ending_at(state, self.preds, node).map(|_| node),
        }
    }
}

fn starts(part: &Part) -> Place {
    match part {
        Part::Structure { at, .. } | Part::Segment { at, .. } | Part::Block { at, .. } => *at,
    }
}

/// Adds parts to the heap.
fn given(state: &mut State, parts: &[Part]) -> Result<(), Stop> {
    let mut some: BTreeMap<u32, Value> = BTreeMap::new();
    // Starts first, so that a value which several parts name is one everywhere.
    for part in parts {
        match starts(part) {
            Place::Held(var) => {
                let node = match state.var(var) {
                    Value::Top => state.fresh_node(),
                    Value::Sym(sym) if !state.facts.contains_key(&sym) => {
                        let node = state.fresh_node();
                        state.replace_sym(sym, Value::Addr(node, 0));
                        node
                    }
                    Value::Sym(_)
                    | Value::Sum(..)
                    | Value::Num(_)
                    | Value::Addr(..)
                    | Value::Fun(_) => continue,
                };
                state.set_var(var, Value::Addr(node, 0));
            }
            Place::Some(number) => {
                let node = state.fresh_node();
                some.entry(number).or_insert(Value::Addr(node, 0));
            }
            Place::Number(_) => {}
        }
    }
    for part in parts {
        add(state, part, &mut some)?;
    }
    Ok(())
}

fn add(state: &mut State, part: &Part, some: &mut BTreeMap<u32, Value>) -> Result<(), Stop> {
    let at = value(state, starts(part), some);
    let edge = match part {
        Part::Structure { pred, args, .. } => {
            let args = values(state, args, some);
            Edge::Ind { pred: *pred, args }
        }
        Part::Segment { pred, args, end, end_args, .. } => {
            let args = values(state, args, some);
            let end = value(state, *end, some);
            // The last instance can be found again if it has a node.
            let end_args = end_args
                .iter()
                .map(|place| match place {
                    Place::Some(number) if !some.contains_key(number) => {
                        let node = Value::Addr(state.fresh_node(), 0);
                        some.insert(*number, node);
                        node
                    }
                    place => value(state, *place, some),
                })
                .collect();
            Edge::Seg { pred: *pred, args, end, end_args }
        }
        Part::Block { size, cells, .. } => {
            let mut block = Block::new(*size, Kind::Heap, Background::Any);
            for (offset, len, place) in cells {
                let value = value(state, *place, some);
                block.cells.insert(*offset, Cell { len: *len, value });
            }
            Edge::Block(block)
        }
    };
    match (at, &edge) {
        // A whole structure at null is nothing.
        (Value::Num(0), Edge::Ind { .. }) => Ok(()),
        (Value::Addr(node, 0), _) if !state.edges.contains_key(&node) => {
            state.edges.insert(node, edge);
            Ok(())
        }
        _ => unsupported("a part of the heap that starts where something is already"),
    }
}

fn value(state: &mut State, place: Place, some: &mut BTreeMap<u32, Value>) -> Value {
    match place {
        Place::Held(var) => match state.var(var) {
            Value::Top => {
                let value = Value::Sym(state.fresh_sym());
                state.set_var(var, value);
                value
            }
            value => value,
        },
        Place::Number(number) => Value::Num(number),
        Place::Some(number) => *some.entry(number).or_insert_with(|| Value::Sym(state.fresh_sym())),
    }
}

fn values(state: &mut State, places: &[Place], some: &mut BTreeMap<u32, Value>) -> Vec<Value> {
    places.iter().map(|place| value(state, *place, some)).collect()
}

impl Judge<'_> {
    /// The state that says the parts of one with these objects, and nothing else.
    fn pattern(self, state: &State, parts: &[Part], rest: Rest) -> State {
        let mut wanted = State::new();
        wanted.junk = rest != Rest::Refused;
        for (object, node) in &state.objects {
            let Some(block) = state.block(*node) else { continue };
            let node = wanted.fresh_node();
            let plain = Block::new(block.size, block.kind, Background::Any);
            wanted.edges.insert(node, Edge::Block(plain));
            wanted.objects.insert(*object, node);
        }
        let mut some: BTreeMap<u32, Value> = BTreeMap::new();
        // Starts are nodes, everything else a number that is looked up.
        for part in parts {
            let node = Value::Addr(wanted.fresh_node(), 0);
            match starts(part) {
                Place::Held(var) => {
                    wanted.vars.entry(var).or_insert(node);
                }
                Place::Some(number) => {
                    some.entry(number).or_insert(node);
                }
                Place::Number(_) => {}
            }
        }
        for part in parts {
            let is_odd = match part {
                Part::Structure { pred, at: Place::Number(_), .. } => {
                    !self.preds[*pred].is_simple()
                }
                Part::Structure { .. } | Part::Segment { .. } | Part::Block { .. } => false,
            };
            if is_odd || add(&mut wanted, part, &mut some).is_err() {
                // Two parts at one place: no heap has them, unless they are empty.
                let never = wanted.fresh_node();
                let block = Block::new(u64::MAX, Kind::Heap, Background::Any);
                wanted.edges.insert(never, Edge::Block(block));
            }
        }
        wanted
    }
}
