//! Local objects of which there is only one.
//!
//! The scope of a local object that no loop enters again is entered at most once in a run, so that
//! the object has one place, like a static one. Others have a place for each time that a run enters
//! their scope, and pointers to earlier ones may still be about.

use index::IdSet;
use ir::{AllocationKind, Body, ObjectId, Op, Program};
use rustc_hash::FxHashMap;

use crate::graph::Graph;

/// Of the entry function, if it makes no calls: called by itself, it would have its objects again.
pub(super) fn singles(program: &Program) -> IdSet<ObjectId> {
    let Some(body) = &program.functions[program.entry].body else { return IdSet::new() };
    let makes_calls = body.edges.values().any(|edge| matches!(edge.op, Op::Call { .. }));
    if makes_calls { IdSet::new() } else { entered_once(body) }
}

fn entered_once(body: &Body) -> IdSet<ObjectId> {
    let mut on_cycles = IdSet::new();
    for component in Graph::of_body(body).components() {
        if component.len() > 1 {
            on_cycles.extend(component);
        }
    }
    let mut n_entries: FxHashMap<ObjectId, usize> = FxHashMap::default();
    let mut others: IdSet<ObjectId> = IdSet::new();
    for edge in body.edges.values() {
        match edge.op {
            Op::EnterScope { object } => {
                *n_entries.entry(object).or_default() += 1;
                // An edge from a location to itself is a cycle too.
                if on_cycles.contains(edge.from) || edge.from == edge.to {
                    others.insert(object);
                }
            }
            // It stands for blocks, and is where they are.
            Op::Allocate { kind: AllocationKind::Stack(holder), .. } => {
                others.insert(holder);
            }
            _ => {}
        }
    }
    let is_single = |(object, n): &(ObjectId, usize)| *n == 1 && !others.contains(*object);
    n_entries.into_iter().filter(is_single).map(|(object, _)| object).collect()
}
