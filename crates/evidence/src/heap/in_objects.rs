//! Demands that are met by memory of any kind: elements of a structure that lie in an array.
//!
//! Only for demands that leave the heap as it is. An instance is a heap block, or a stretch of bytes
//! of an object; a byte belongs to one instance at most. A structure of the heap that is not written
//! out meets a demand for exactly that structure, once. Predicates with several rules are not looked
//! for here.

use std::collections::BTreeSet;

use shape::annotation::{Part, Place};
use shape::{Arg, Edge, Field, Kind, NodeId, PredId, Predicates, Presence, State, Value};

use super::cases::has_one_rule;
use super::world::{is_in, moved, moved_back, peek};

/// Instances that are looked at.
const MOST: usize = 10_000;

/// Whether all parts are found, apart from each other.
pub fn lie_apart(state: &State, parts: &[Part], preds: &Predicates) -> bool {
    let held = |place: &Place| match place {
        Place::Number(number) => Value::Num(*number),
        Place::Held(var) => state.vars.get(var).copied().unwrap_or(Value::Top),
        Place::Some(_) => Value::Top,
    };
    let mut wanted: Vec<(PredId, Value, Vec<Value>)> = Vec::new();
    for part in parts {
        let Part::Structure { pred, at, args } = part else { return false };
        wanted.push((*pred, held(at), args.iter().map(held).collect()));
    }
    let mut pieces: Vec<(NodeId, i64, i64)> = Vec::new();
    let mut whole: BTreeSet<NodeId> = BTreeSet::new();
    while let Some((pred, start, params)) = wanted.pop() {
        let Some(predicate) = preds.get(pred).filter(|it| has_one_rule(it)) else { return false };
        if start == Value::Num(0) {
            continue;
        }
        let Value::Addr(node, at) = start else { return false };
        let block = match state.edges.get(&node) {
            Some(Edge::Block(block)) => block,
            Some(Edge::Ind { pred: known, args }) => {
                let is_known = at == 0 && *known == pred && *args == params;
                if !is_known || args.contains(&Value::Top) || !whole.insert(node) {
                    return false;
                }
                continue;
            }
            Some(Edge::Seg { .. }) | None => return false,
        };
        let is_instance = match block.kind {
            Kind::Object(_) => is_in(block, at, predicate.size),
            Kind::Heap => at == 0 && block.size == predicate.size,
            Kind::AtLeast => false,
        };
        let Some(behind) = i64::try_from(predicate.size).ok().and_then(|it| at.checked_add(it))
        else {
            return false;
        };
        let overlaps =
            |(other, from, to): &(NodeId, i64, i64)| *other == node && *from < behind && at < *to;
        if !is_instance || pieces.iter().any(overlaps) || pieces.len() >= MOST {
            return false;
        }
        pieces.push((node, at, behind));
        for (offset, len, field) in &predicate.fields {
            let found = peek(block, at as u64 + offset, *len);
            let (inner, place, args) = match field {
                Field::Num(number) if found == Value::Num(*number) => continue,
                Field::In(range) if is_within(state, found, range) => continue,
                Field::Param(param)
                    if found != Value::Top && params.get(*param) == Some(&found) =>
                {
                    continue;
                }
                Field::Num(_) | Field::In(_) | Field::Param(_) => return false,
                Field::Link { shift, args } => (pred, moved_back(found, *shift), args),
                Field::Own { presence: Presence::Always, .. } if !is_block(state, found) => {
                    return false;
                }
                Field::Own { pred, args, .. } => (*pred, found, args),
                Field::Stretch { .. } => return false,
            };
            let given = |arg: &Arg| match arg {
                Arg::This(bytes) => moved(start, *bytes),
                Arg::Param(param) => params.get(*param).copied().unwrap_or(Value::Top),
                Arg::Num(number) => Value::Num(*number),
                Arg::Plus(..) => Value::Top,
            };
            wanted.push((inner, place, args.iter().map(given).collect()));
        }
    }
    true
}

fn is_within(state: &State, value: Value, range: &shape::Range) -> bool {
    match value {
        Value::Num(number) => range.contains(number),
        Value::Sym(sym) => state.facts.get(&sym).is_some_and(|known| known.is_within(range)),
        // No part of an object counts.
        Value::Sum(..) | Value::Top | Value::Addr(..) | Value::Fun(_) => false,
    }
}

fn is_block(state: &State, value: Value) -> bool {
    value.node().is_some_and(|node| matches!(state.edges.get(&node), Some(Edge::Block(_))))
}
