//! What people say of the heap: what they grant is put into a world, what they demand is looked for.
//!
//! Written from the meaning of [`shape::annotation`] and the operations of this room alone. A
//! demand becomes a claim of its own, and the heap has to be covered by it; so a demand is met by
//! exactly what meets a claim.

use std::collections::{BTreeMap, BTreeSet};

use ir::VarId;
use shape::annotation::{Annotations, Part, Place, Step};
use shape::{Background, Block, Cell, Edge, Kind, Predicates, Range, State, Value};

use super::cases::{cases, ends_at, has_one_rule, way_back};
use super::covers::share;
use super::in_objects::lie_apart;
use super::world::World;
use crate::induction::Refusal;

/// How often a structure is told apart for one demand.
const MAX_SPLITS: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Demand {
    Among,
    All,
    HandedOver,
}

/// Predicates that the annotations speak of are those of the claim.
pub fn are_same_predicates(said: &Annotations, preds: &Predicates) -> bool {
    said.preds.iter().all(|(id, predicate)| preds.get(id) == Some(predicate))
}

/// The worlds behind the step.
pub fn said(
    mut world: World,
    step: &Step,
    target: VarId,
    preds: &Predicates,
) -> Result<Vec<World>, Refusal> {
    match step {
        Step::Unsupported(what) => Err(Refusal::Undecided(what.clone())),
        Step::Given(parts) => {
            name_ends(&mut world, parts, preds);
            grant(&mut world, parts)?;
            world.state.vars.insert(target, Value::Num(1));
            Ok(vec![world])
        }
        Step::Shown(parts) => Ok(demand(world, parts, Demand::Among, target, preds)),
        Step::Whole(parts) => Ok(demand(world, parts, Demand::All, target, preds)),
        Step::Taken(parts) => Ok(demand(world, parts, Demand::HandedOver, target, preds)),
    }
}

fn start_of(part: &Part) -> Place {
    match part {
        Part::Structure { at, .. } => *at,
        Part::Segment { at, .. } => *at,
        Part::Block { at, .. } => *at,
    }
}

/// A pointer of which nothing is known, and which is the last element of what is granted, is a node of
/// its own: a number like any other.
fn name_ends(world: &mut World, parts: &[Part], preds: &Predicates) {
    for part in parts {
        let Part::Segment { pred, end_args, .. } = part else { continue };
        let back = preds.get(*pred).and_then(way_back);
        let Some((param, 0)) = back else { continue };
        let Some(Place::Held(var)) = end_args.get(param) else { continue };
        let found = world.state.vars.get(var).copied().unwrap_or(Value::Top);
        let is_open = match found {
            Value::Top => true,
            Value::Sym(sym) => !world.state.facts.contains_key(&sym),
            Value::Num(_) | Value::Sum(..) | Value::Addr(..) | Value::Fun(_) => false,
        };
        if is_open {
            let node = Value::Addr(world.new_node(), 0);
            if let Value::Sym(sym) = found {
                world.rename_symbol(sym, node);
            }
            world.state.vars.insert(*var, node);
        }
    }
}

fn grant(world: &mut World, parts: &[Part]) -> Result<(), Refusal> {
    for part in parts {
        let Place::Held(var) = start_of(part) else { continue };
        let found = world.state.vars.get(&var).copied().unwrap_or(Value::Top);
        // A pointer of which nothing is known is the address of what is granted.
        let is_open = match found {
            Value::Top => true,
            Value::Sym(sym) => !world.state.facts.contains_key(&sym),
            Value::Num(_) | Value::Sum(..) | Value::Addr(..) | Value::Fun(_) => false,
        };
        if is_open {
            let node = Value::Addr(world.new_node(), 0);
            if let Value::Sym(sym) = found {
                world.rename_symbol(sym, node);
            }
            world.state.vars.insert(var, node);
        }
    }
    let mut known = Known { values: BTreeMap::new() };
    for part in parts {
        if let Place::Some(number) = start_of(part) {
            let node = world.new_node();
            known.values.entry(number).or_insert(Value::Addr(node, 0));
        }
    }
    for part in parts {
        match put(world, part, &mut known) {
            true => {}
            false => return Err(Refusal::Undecided("a grant where something is".to_owned())),
        }
    }
    Ok(())
}

/// The values of what a step calls by numbers.
struct Known {
    values: BTreeMap<u32, Value>,
}

impl Known {
    fn value(&mut self, world: &mut World, place: Place) -> Value {
        match place {
            Place::Number(number) => Value::Num(number),
            Place::Some(number) => match self.values.get(&number) {
                Some(value) => *value,
                None => {
                    let value = world.new_symbol(None);
                    self.values.insert(number, value);
                    value
                }
            },
            Place::Held(var) => {
                let found = world.state.vars.get(&var).copied();
                found.filter(|value| *value != Value::Top).unwrap_or_else(|| {
                    let value = world.new_symbol(None);
                    world.state.vars.insert(var, value);
                    value
                })
            }
        }
    }

    /// The parameters at the end of a segment: a way back starts from a node.
    fn at_end(&mut self, world: &mut World, place: Place) -> Value {
        if let Place::Some(number) = place
            && !self.values.contains_key(&number)
        {
            let node = world.new_node();
            self.values.insert(number, Value::Addr(node, 0));
        }
        self.value(world, place)
    }
}

/// Puts a part there; false if something is there.
fn put(world: &mut World, part: &Part, known: &mut Known) -> bool {
    let start = known.value(world, start_of(part));
    let edge = match part {
        Part::Structure { pred, args, .. } => {
            let args = args.iter().map(|it| known.value(world, *it)).collect();
            if start == Value::Num(0) {
                return true;
            }
            Edge::Ind { pred: *pred, args }
        }
        Part::Segment { pred, args, end, end_args, .. } => {
            let args = args.iter().map(|it| known.value(world, *it)).collect();
            let end = known.value(world, *end);
            let end_args = end_args.iter().map(|it| known.at_end(world, *it)).collect();
            Edge::Seg { pred: *pred, args, end, end_args }
        }
        Part::Block { size, cells, .. } => {
            let mut block = bare(*size, Kind::Heap);
            for (offset, len, place) in cells {
                let value = known.value(world, *place);
                block.cells.insert(*offset, Cell { len: *len, value });
            }
            Edge::Block(block)
        }
    };
    match start {
        Value::Addr(node, 0) if !world.state.edges.contains_key(&node) => {
            world.state.edges.insert(node, edge);
            true
        }
        Value::Addr(..)
        | Value::Num(_)
        | Value::Sym(_)
        | Value::Sum(..)
        | Value::Fun(_)
        | Value::Top => false,
    }
}

fn bare(size: u64, kind: Kind) -> Block {
    Block::new(size, kind, Background::Any)
}

/// The demand as a claim about a heap with these objects; `None` if no heap meets it.
fn claim_of(state: &State, parts: &[Part], demand: Demand, preds: &Predicates) -> Option<State> {
    // What is nothing at null only under conditions is looked for at a place that is held.
    let is_odd = |part: &Part| match part {
        Part::Structure { pred, at: Place::Number(_), .. } => {
            !preds.get(*pred).is_some_and(has_one_rule)
        }
        Part::Structure { .. } | Part::Segment { .. } | Part::Block { .. } => false,
    };
    if parts.iter().any(is_odd) {
        return None;
    }
    let mut claim = World::of(&State::new());
    claim.state.junk = demand != Demand::All;
    for (object, node) in &state.objects {
        let Some(Edge::Block(block)) = state.edges.get(node) else { return None };
        let node = claim.new_node();
        claim.state.edges.insert(node, Edge::Block(bare(block.size, block.kind)));
        claim.state.objects.insert(*object, node);
    }
    let mut known = Known { values: BTreeMap::new() };
    for part in parts {
        let node = Value::Addr(claim.new_node(), 0);
        match start_of(part) {
            Place::Held(var) => drop(claim.state.vars.entry(var).or_insert(node)),
            Place::Some(number) => drop(known.values.entry(number).or_insert(node)),
            Place::Number(_) => {}
        }
    }
    for part in parts {
        if !put(&mut claim, part, &mut known) {
            return None;
        }
    }
    Some(claim.state)
}

fn demand(
    world: World,
    parts: &[Part],
    demand: Demand,
    target: VarId,
    preds: &Predicates,
) -> Vec<World> {
    let (mut met, mut pending) = (Vec::new(), vec![(world, 0)]);
    while let Some((mut world, n_splits)) = pending.pop() {
        let claim = claim_of(&world.state, parts, demand, preds);
        let in_objects = || demand == Demand::Among && lie_apart(&world.state, parts, preds);
        let found = claim.and_then(|claim| share(&world.state, &claim, preds));
        let found = found.or_else(|| in_objects().then(BTreeSet::new));
        if let Some(share) = found {
            if demand == Demand::HandedOver {
                for node in share {
                    let is_object = world.state.objects.values().any(|it| *it == node);
                    if !is_object {
                        world.state.edges.remove(&node);
                    }
                }
            }
            world.state.vars.insert(target, Value::Num(1));
            met.push(world);
            continue;
        }
        let apart = if n_splits < MAX_SPLITS { told_apart(&world, parts, preds) } else { None };
        match apart {
            Some(worlds) => pending.extend(worlds.into_iter().map(|it| (it, n_splits + 1))),
            None => {
                let answer = world.new_symbol(Some(Range::new(0, 1)));
                world.state.vars.insert(target, answer);
                met.push(world);
            }
        }
    }
    met
}

/// The cases of the first structure that a part starts at.
fn told_apart(world: &World, parts: &[Part], preds: &Predicates) -> Option<Vec<World>> {
    parts.iter().find_map(|part| {
        let Place::Held(var) = start_of(part) else { return None };
        let Value::Addr(node, _) = *world.state.vars.get(&var)? else { return None };
        let is_closed = match world.state.edges.get(&node) {
            Some(Edge::Block(_)) => false,
            Some(Edge::Ind { .. } | Edge::Seg { .. }) => true,
            None => ends_at(world, preds, node).is_some(),
        };
        is_closed.then(|| cases(world, preds, node)).flatten()
    })
}
