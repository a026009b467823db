//! Structures whose elements lie in objects: a list through the elements of an array.
//!
//! A part that is shown, and that nobody takes, may lie in memory of any kind: an instance of its
//! rule is a heap block, or so many bytes of a static or local object. Only heaps that are written
//! out are looked at, element by element, for predicates with one rule.
//!
//! *Sound*: every byte is in one instance at most, so what is found is apart.

use std::collections::{BTreeMap, BTreeSet};

use shape::annotation::{Part, Place};
use shape::{Edge, Field, Kind, NodeId, PredId, Presence, State, Value};

use crate::assume::Judge;

/// Elements of one structure.
const MAX_ELEMENTS: usize = 10_000;

struct Walk<'s> {
    state: &'s State,
    /// Bytes of blocks that are part of an instance: from, and behind.
    taken: BTreeMap<NodeId, BTreeMap<u64, u64>>,
    used: BTreeSet<NodeId>,
    pending: Vec<(PredId, Value, Vec<Value>)>,
}

impl Judge<'_> {
    /// Whether the parts are there, each in memory of its own.
    pub fn lies_in_objects(self, state: &State, parts: &[Part]) -> bool {
        let mut walk =
            Walk { state, taken: BTreeMap::new(), used: BTreeSet::new(), pending: Vec::new() };
        let value = |place: Place| match place {
            Place::Held(var) => state.var(var),
            Place::Number(number) => Value::Num(number),
            Place::Some(_) => Value::Top,
        };
        for part in parts {
            match part {
                Part::Structure { pred, at, args } => {
                    let args = args.iter().map(|arg| value(*arg)).collect();
                    walk.pending.push((*pred, value(*at), args));
                }
                Part::Segment { .. } | Part::Block { .. } => return false,
            }
        }
        for _ in 0..MAX_ELEMENTS {
            let Some((pred, at, args)) = walk.pending.pop() else { return true };
            if !self.element(&mut walk, pred, at, &args) {
                return false;
            }
        }
        false
    }

    fn element(self, walk: &mut Walk<'_>, pred: PredId, at: Value, args: &[Value]) -> bool {
        if !self.preds[pred].is_simple() {
            return false;
        }
        let (node, offset) = match at {
            Value::Num(0) => return true,
            Value::Addr(node, offset) => (node, offset),
            Value::Num(_) | Value::Sym(_) | Value::Sum(..) | Value::Fun(_) | Value::Top => {
                return false;
            }
        };
        let block = match walk.state.edges.get(&node) {
            Some(Edge::Block(block)) => block,
            Some(Edge::Ind { pred: it, args: its }) => {
                let is_it =
                    offset == 0 && *it == pred && its == args && !args.contains(&Value::Top);
                return is_it && walk.used.insert(node);
            }
            Some(Edge::Seg { .. }) | None => return false,
        };
        let predicate = &self.preds[pred];
        let fits = match block.kind {
            Kind::Heap => offset == 0 && block.size == predicate.size,
            Kind::AtLeast => false,
            Kind::Object(_) => block.contains(offset, predicate.size),
        };
        if !fits || !walk.take(node, offset as u64, predicate.size) {
            return false;
        }
        let handed = |arg: &shape::Arg| arg.value(at, args);
        for (field_at, len, field) in &predicate.fields {
            let found = block.read(offset as u64 + field_at, *len);
            let is_met = match field {
                Field::Num(number) => found == Value::Num(*number),
                Field::In(range) => walk.state.range(found).is_some_and(|it| it.is_within(range)),
                Field::Param(param) => found != Value::Top && args.get(*param) == Some(&found),
                Field::Link { shift, args } => {
                    let args = args.iter().map(handed).collect();
                    walk.pending.push((pred, found.minus(*shift), args));
                    true
                }
                // Such structures are found on the heap alone.
                Field::Stretch { .. } => false,
                Field::Own { pred, args, presence } => {
                    let args = args.iter().map(handed).collect();
                    walk.pending.push((*pred, found, args));
                    let is_block = |it: NodeId| walk.state.block(it).is_some();
                    *presence == Presence::Perhaps || found.node().is_some_and(is_block)
                }
            };
            if !is_met {
                return false;
            }
        }
        true
    }
}

impl Walk<'_> {
    /// Takes bytes of a block, if none of them is taken.
    fn take(&mut self, node: NodeId, from: u64, len: u64) -> bool {
        let taken = self.taken.entry(node).or_default();
        let is_free = taken.range(..from + len).next_back().is_none_or(|(_, end)| *end <= from);
        is_free && taken.insert(from, from + len).is_none()
    }
}
