//! Makes a finished automaton small: skip edges that only connect are contracted, locations
//! that no run reaches are dropped.
//!
//! A skip edge goes if it is the only way out of its start, is not a jump back to a loop head
//! (people and engines look for those), and does not join two labelled locations. Contracting
//! it changes no run except for the step that does nothing.
//!
//! Ends: every contraction removes an edge, and a cycle of skips keeps the edge that would
//! close on itself.

use index::{Id, IndexVec};
use ir::{Body, Edge, EdgeId, EdgeRole, Location, LocationId, LocationLabel, Op};

pub(crate) fn tidy(body: &mut Body) {
    let merged = contract(body);
    let mut old = std::mem::take(body);
    let mut new = Body {
        locations: IndexVec::new(),
        edges: IndexVec::with_capacity(old.edges.len()),
        entry: LocationId::new(0),
        exit: LocationId::new(1),
    };
    let mut names: IndexVec<LocationId, Option<LocationId>> =
        IndexVec::from_elem(None, old.locations.len());
    let mut pending = Vec::new();
    let entry = merged.find(old.entry);
    for location in [entry, merged.find(old.exit)] {
        if names[location].is_none() {
            names[location] = Some(new.locations.push(Location::default()));
        }
    }
    pending.push(entry);
    // Depth first along the outgoing edges in their order: numbers then follow the text.
    let mut is_done: IndexVec<LocationId, bool> = IndexVec::from_elem(false, old.locations.len());
    while let Some(location) = pending.pop() {
        if std::mem::replace(&mut is_done[location], true) {
            continue;
        }
        let Some(name) = names[location] else { continue };
        new.locations[name].label = old.locations[location].label;
        let outgoing = std::mem::take(&mut old.locations[location].outgoing);
        for &edge in &outgoing {
            let to = merged.find(old.edges[edge].to);
            let target = *names[to].get_or_insert_with(|| new.locations.push(Location::default()));
            let op = std::mem::replace(&mut old.edges[edge].op, Op::Skip);
            new.add_edge(name, target, op, old.edges[edge].provenance);
        }
        let targets = outgoing.iter().map(|&edge| merged.find(old.edges[edge].to));
        pending.extend(targets.rev().filter(|&to| !is_done[to]));
    }
    *body = new;
}

/// Which location each location has become.
struct Merged {
    parent: IndexVec<LocationId, LocationId>,
}

impl Merged {
    fn find(&self, location: LocationId) -> LocationId {
        let mut at = location;
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    fn find_and_shorten(&mut self, location: LocationId) -> LocationId {
        let root = self.find(location);
        let mut at = location;
        while self.parent[at] != root {
            at = std::mem::replace(&mut self.parent[at], root);
        }
        root
    }
}

/// Contracts skip edges: the start becomes its target, whose outgoing edges it takes on.
fn contract(body: &mut Body) -> Merged {
    let mut merged = Merged { parent: body.locations.ids().collect() };
    let edges: Vec<EdgeId> = body.edges.ids().collect();
    for edge in edges {
        let Edge { from, to, ref op, provenance } = body.edges[edge];
        let is_plain = *op == Op::Skip && provenance.role != EdgeRole::BackEdge;
        // The start of a skip is no root if it was contracted before; it then has no edges.
        if !is_plain || body.locations[from].outgoing != [edge] {
            continue;
        }
        let target = merged.find_and_shorten(to);
        if target == from || merged.find(from) != from {
            continue;
        }
        let labels = (body.locations[from].label, body.locations[target].label);
        let label = match labels {
            (label, LocationLabel::None) | (LocationLabel::None, label) => label,
            _ => continue,
        };
        body.locations[target].label = label;
        body.locations[from].outgoing.clear();
        merged.parent[from] = target;
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Provenance;
    use source::Span;

    fn skip(body: &mut Body, from: LocationId, to: LocationId) {
        body.add_edge(from, to, Op::Skip, Provenance::default());
    }

    #[test]
    fn chains_of_skips_vanish_and_labels_stay() {
        let mut body = Body::new();
        let (a, b, c) = (body.add_location(), body.add_location(), body.add_location());
        body.locations[b].label = LocationLabel::LoopHead(Span::new(3, 9));
        let (entry, exit) = (body.entry, body.exit);
        skip(&mut body, entry, a);
        skip(&mut body, a, b);
        skip(&mut body, b, c);
        body.add_edge(c, exit, Op::Return { value: None }, Provenance::default());
        tidy(&mut body);
        assert_eq!((body.locations.len(), body.edges.len()), (2, 1));
        assert_eq!(body.locations[body.entry].label, LocationLabel::LoopHead(Span::new(3, 9)));
    }

    #[test]
    fn an_endless_loop_of_skips_stays_one() {
        let mut body = Body::new();
        let (a, b) = (body.add_location(), body.add_location());
        let entry = body.entry;
        skip(&mut body, entry, a);
        skip(&mut body, a, b);
        skip(&mut body, b, a);
        tidy(&mut body);
        let loops = body.edges.values().filter(|edge| edge.from == edge.to).count();
        assert_eq!((body.edges.len(), loops), (1, 1));
    }

    #[test]
    fn what_no_run_reaches_is_dropped() {
        let mut body = Body::new();
        let (dead, deader) = (body.add_location(), body.add_location());
        let (entry, exit) = (body.entry, body.exit);
        body.add_edge(dead, deader, Op::AtomicEnd, Provenance::default());
        skip(&mut body, deader, dead);
        body.add_edge(entry, exit, Op::Return { value: None }, Provenance::default());
        tidy(&mut body);
        assert_eq!((body.locations.len(), body.edges.len()), (2, 1));
    }
}
