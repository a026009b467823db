//! Large blocks: the loop-free stretches between *cut points*.
//!
//! An engine that reasons by formulas wants one question per loop, not one per edge (large-block
//! encoding, Beyer et al. 2009). Cut points are the entry, the exit, the heads of all loops and
//! whatever else the engine names; taking out the cut points leaves a graph without cycles.
//! A block is the part of it that one cut point reaches, as a graph in topological order: paths
//! are never enumerated, since there are exponentially many.

use index::{IdSet, IndexVec};
use ir::{Body, EdgeId, LocationId};

use crate::graph::Graph;
use crate::loop_forest::LoopForest;

index::define_id!(pub struct BlockId, "block");

/// What a run can do from one cut point until it comes to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub start: LocationId,
    /// Locations inside, in topological order, the start first; cut points at the end of the
    /// block are left out.
    pub inside: Vec<LocationId>,
    /// All edges out of `inside`, in the same order.
    pub edges: Vec<EdgeId>,
    /// The cut points where it can end, in order of their ids.
    pub ends: Vec<LocationId>,
}

#[derive(Clone, Debug)]
pub struct LargeBlocks {
    pub cut_points: IdSet<LocationId>,
    pub blocks: IndexVec<BlockId, Block>,
}

impl LargeBlocks {
    /// Blocks of a function, cut at its loop heads and at `more`.
    pub fn of(body: &Body, forest: &LoopForest, more: &IdSet<LocationId>) -> Self {
        let mut cut_points: IdSet<LocationId> =
            forest.loops.values().map(|each| each.head).collect();
        cut_points.insert(body.entry);
        cut_points.insert(body.exit);
        cut_points.union_with(more);
        // Without the edges into cut points nothing is cyclic.
        let mut acyclic = Graph::of_body(body);
        for successors in acyclic.successors.values_mut() {
            successors.retain(|to| !cut_points.contains(*to));
        }
        let blocks = cut_points.iter().filter(|start| *start != body.exit);
        let blocks = blocks.map(|start| block(body, &acyclic, &cut_points, start)).collect();
        Self { cut_points, blocks }
    }

    /// The block that starts at a cut point.
    pub fn starting_at(&self, start: LocationId) -> Option<&Block> {
        self.blocks.values().find(|block| block.start == start)
    }
}

fn block(
    body: &Body,
    acyclic: &Graph<LocationId>,
    cut_points: &IdSet<LocationId>,
    start: LocationId,
) -> Block {
    let mut inside = acyclic.postorder(start);
    inside.reverse();
    let edges: Vec<EdgeId> = inside
        .iter()
        .flat_map(|location| body.locations[*location].outgoing.iter().copied())
        .collect();
    let ends: IdSet<LocationId> = edges
        .iter()
        .map(|edge| body.edges[*edge].to)
        .filter(|to| cut_points.contains(*to))
        .collect();
    Block { start, inside, edges, ends: ends.iter().collect() }
}

impl Block {
    /// The edges that lie on some way to one of its ends.
    pub fn edges_to(&self, body: &Body, end: LocationId) -> Vec<EdgeId> {
        let mut leading = IdSet::new();
        let mut kept: Vec<EdgeId> = Vec::new();
        for &edge_id in self.edges.iter().rev() {
            let edge = &body.edges[edge_id];
            if edge.to == end || leading.contains(edge.to) && !self.ends.contains(&edge.to) {
                leading.insert(edge.from);
                kept.push(edge_id);
            }
        }
        kept.reverse();
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::main_body;
    use index::Id;

    #[test]
    fn a_loop_gives_three_ways() {
        let body = main_body(
            "L0 -> L2: a = 0i32\nL2 -> L3: assume b\nL2 -> L4: assume !b\nL3 -> L5: assume (a < 1i32)\n\
             L3 -> L6: assume !(a < 1i32)\nL5 -> L7: a = 1i32\nL6 -> L7: skip\nL7 -> L2: skip\n\
             L4 -> L1: return",
        );
        let blocks = LargeBlocks::of(&body, &LoopForest::of(&body), &IdSet::new());
        let shape: Vec<_> = blocks
            .blocks
            .values()
            .map(|block| (block.start.index(), block.edges.len(), block.ends.len()))
            .collect();
        assert_eq!(shape, [(0, 1, 1), (2, 8, 2)]);
        let head = blocks.starting_at(LocationId::new(2)).unwrap();
        assert_eq!(head.edges_to(&body, body.exit).len(), 2);
        assert_eq!(head.edges_to(&body, head.start).len(), 6);
        for (index, edge) in head.edges.iter().enumerate() {
            let to = body.edges[*edge].to;
            let later = head.edges[..=index].iter().all(|other| body.edges[*other].from != to);
            assert!(blocks.cut_points.contains(to) || later, "edges are in topological order");
        }
    }
}
