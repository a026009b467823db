//! What the shape of an automaton says: how many atomic blocks are open, and where loops begin.

use index::Id as _;
use ir::{Body, LocationId, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many atomic blocks are open at each location that can be reached.
pub(crate) fn depths(body: &Body) -> Result<FxHashMap<LocationId, u32>, String> {
    let mut depths = FxHashMap::default();
    depths.insert(body.entry, 0u32);
    let mut pending = vec![body.entry];
    while let Some(location) = pending.pop() {
        let depth = depths[&location];
        for edge in &body.locations[location].outgoing {
            let edge = &body.edges[*edge];
            let after = match edge.op {
                Op::AtomicBegin(_) => depth + 1,
                Op::AtomicEnd => depth.saturating_sub(1),
                // The end of a run is the end of its blocks.
                _ if edge.to == body.exit => 0,
                _ => depth,
            };
            match depths.get(&edge.to) {
                None => {
                    depths.insert(edge.to, after);
                    pending.push(edge.to);
                }
                Some(known) if *known == after => {}
                Some(_) => return Err("an atomic block that begins on some ways only".to_owned()),
            }
        }
    }
    Ok(depths)
}

/// Targets of edges back to a location that is still open in a depth-first walk.
pub(crate) fn loop_heads(body: &Body) -> FxHashSet<LocationId> {
    let mut heads = FxHashSet::default();
    let mut state = vec![0u8; body.locations.len()];
    let mut stack = vec![(body.entry, 0usize)];
    state[body.entry.index()] = 1;
    while let Some((location, next)) = stack.pop() {
        let outgoing = &body.locations[location].outgoing;
        let Some(edge) = outgoing.get(next) else {
            state[location.index()] = 2;
            continue;
        };
        stack.push((location, next + 1));
        let to = body.edges[*edge].to;
        match state[to.index()] {
            0 => {
                state[to.index()] = 1;
                stack.push((to, 0));
            }
            1 => {
                heads.insert(to);
            }
            _ => {}
        }
    }
    heads
}
