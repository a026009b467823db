//! Which blocks can be reached from variables and objects, and what is lost otherwise.
//!
//! *Sound*: what is said to be reached is, in every concrete state. A segment leads from its start
//! to its end, whether it is empty or not; its parameters are stored only if it is not, so they
//! lead nowhere, but for the way back: the last instance of a doubly linked segment leads to all of
//! it and to what comes before it.

use std::collections::BTreeSet;

use crate::predicate::Predicates;
use crate::state::{Edge, State};
use crate::unfold::segment_ending_at;
use crate::value::{NodeId, Value};

/// The nodes with edges that are certainly reached.
pub fn reached(state: &State, preds: &Predicates) -> BTreeSet<NodeId> {
    let mut pending: Vec<Value> = state.vars.values().copied().collect();
    for edge in state.edges.values() {
        if let Edge::Block(block) = edge
            && !block.kind.is_heap()
        {
            pending.extend(block.cells.values().map(|cell| cell.value));
        }
    }
    let (mut reached, mut seen) = (BTreeSet::new(), BTreeSet::new());
    while let Some(value) = pending.pop() {
        let Some(node) = value.node() else { continue };
        if !seen.insert(node) {
            continue;
        }
        match state.edges.get(&node) {
            Some(Edge::Block(block)) => {
                reached.insert(node);
                pending.extend(block.cells.values().map(|cell| cell.value));
            }
            Some(Edge::Ind { .. }) => {
                reached.insert(node);
            }
            Some(Edge::Seg { end, .. }) => {
                reached.insert(node);
                pending.push(*end);
            }
            None => {
                let Some(start) = segment_ending_at(state, preds, node) else { continue };
                if let Some(Edge::Seg { pred, args, .. }) = state.edges.get(&start)
                    && let Some((param, _)) = preds[*pred].back()
                {
                    reached.insert(start);
                    pending.push(args[param]);
                }
            }
        }
    }
    reached
}

/// Whether every heap block of every concrete state is reached.
pub fn is_all_reached(state: &State, preds: &Predicates) -> bool {
    !state.junk && lost(state, preds).is_empty()
}

/// Blocks and structures that are not certainly reached.
pub fn lost(state: &State, preds: &Predicates) -> Vec<NodeId> {
    let reached = reached(state, preds);
    let is_lost = |node: &NodeId, edge: &Edge| match edge {
        Edge::Block(block) => block.kind.is_heap() && !reached.contains(node),
        Edge::Ind { .. } | Edge::Seg { .. } => !reached.contains(node),
    };
    state.edges.iter().filter(|(node, edge)| is_lost(node, edge)).map(|(node, _)| *node).collect()
}

/// Forgets what is not reached, and says that there is junk.
pub fn sweep(state: &mut State, preds: &Predicates) {
    for node in lost(state, preds) {
        state.edges.remove(&node);
        state.junk = true;
    }
}
