//! Makes a function again with some edges changed or left out.

use index::{IdSet, IndexVec};
use ir::{Body, Edge, EdgeId, Location, LocationId};

use crate::graph::Graph;

/// A copy of `body` with each edge replaced by what `change` makes of it. Locations keep their
/// ids, also those that are no longer reachable: what was said about a location of the original
/// holds of the same location here. Edges are numbered anew, in the same order.
pub fn change_edges(body: &Body, mut change: impl FnMut(EdgeId, &Edge) -> Option<Edge>) -> Body {
    let edges: Vec<Edge> = body.edges.iter().filter_map(|(id, edge)| change(id, edge)).collect();
    let mut graph = Graph::with_nodes(body.locations.len());
    for edge in &edges {
        graph.successors[edge.from].push(edge.to);
    }
    let kept: IdSet<LocationId> = graph.reachable([body.entry]);
    let mut changed = Body {
        locations: body
            .locations
            .values()
            .map(|location| Location { label: location.label, ..Location::default() })
            .collect(),
        edges: IndexVec::new(),
        entry: body.entry,
        exit: body.exit,
    };
    for edge in edges {
        if kept.contains(edge.from) {
            changed.add_edge(edge.from, edge.to, edge.op, edge.provenance);
        }
    }
    changed
}
