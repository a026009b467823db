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

/// The same, but without the locations that are no longer reachable. Entry and exit stay, the
/// order of what is left too.
pub(crate) fn rebuild(body: &Body, change: impl FnMut(EdgeId, &Edge) -> Option<Edge>) -> Body {
    let changed = change_edges(body, change);
    let mut kept: IdSet<LocationId> = Graph::of_body(&changed).reachable([changed.entry]);
    kept.insert(changed.exit);
    let mut rebuilt = Body { locations: IndexVec::new(), edges: IndexVec::new(), ..changed };
    let mut renamed = IndexVec::from_elem(None, body.locations.len());
    for location in kept.iter() {
        let fresh = rebuilt.add_location();
        rebuilt.locations[fresh].label = body.locations[location].label;
        renamed[location] = Some(fresh);
    }
    let name = |location: LocationId| renamed[location].expect("kept locations are renamed");
    rebuilt.entry = name(body.entry);
    rebuilt.exit = name(body.exit);
    for edge in changed.edges.values() {
        rebuilt.add_edge(name(edge.from), name(edge.to), edge.op.clone(), edge.provenance);
    }
    rebuilt
}
