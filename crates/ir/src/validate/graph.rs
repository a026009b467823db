//! Rules G2 to G4: the shape of a function.

use index::IndexVec;

use super::{Place, Report, is_return};
use crate::Op;
use crate::program::{Body, EdgeId, Function, FunctionId};

pub(super) fn check(id: FunctionId, function: &Function, report: &mut Report) {
    let Some(body) = &function.body else { return };
    let place = Place::Function(id);
    let exists = |location| body.locations.contains_id(location);
    if !exists(body.entry) || !exists(body.exit) {
        report.add("G2", place, "entry or exit is no location");
        return;
    }
    if body.edges.values().any(|edge| !exists(edge.from) || !exists(edge.to)) {
        report.add("G2", place, "an edge goes to or comes from nowhere");
        return;
    }
    check_lists(id, body, report);
    check_exits(id, body, report);
}

/// G2: each edge is listed once at both ends. Counting lists against edges finds both what is
/// missing and what is listed too often.
fn check_lists(id: FunctionId, body: &Body, report: &mut Report) {
    let mut n_outgoing: IndexVec<EdgeId, u32> = IndexVec::from_elem(0, body.edges.len());
    let mut n_incoming = n_outgoing.clone();
    for (location_id, location) in body.locations.iter() {
        let place = Place::Location(id, location_id);
        for (edges, counts, is_outgoing) in [
            (&location.outgoing, &mut n_outgoing, true),
            (&location.incoming, &mut n_incoming, false),
        ] {
            for &edge in edges {
                let Some(found) = body.edges.get(edge) else {
                    report.add("G2", place.clone(), format!("{edge} does not exist"));
                    continue;
                };
                let end = if is_outgoing { found.from } else { found.to };
                report.demand("G2", &place, end == location_id, || {
                    format!("{edge} is listed here and does not touch the location")
                });
                counts[edge] += 1;
            }
        }
    }
    for edge in body.edges.ids() {
        report.demand("G2", &Place::Edge(id, edge), n_outgoing[edge] == 1, || {
            format!("listed {} times as outgoing", n_outgoing[edge])
        });
        report.demand("G2", &Place::Edge(id, edge), n_incoming[edge] == 1, || {
            format!("listed {} times as incoming", n_incoming[edge])
        });
    }
}

fn check_exits(id: FunctionId, body: &Body, report: &mut Report) {
    for (location_id, location) in body.locations.iter() {
        let place = Place::Location(id, location_id);
        report.demand(
            "G3",
            &place,
            location_id != body.exit || location.outgoing.is_empty(),
            || "the exit has an outgoing edge".to_owned(),
        );
        let mut ops = location.outgoing.iter().filter_map(|edge| body.edges.get(*edge));
        let holds =
            location.outgoing.len() <= 1 || ops.all(|edge| matches!(edge.op, Op::Assume { .. }));
        report.demand("G4", &place, holds, || {
            "several outgoing edges, not all of them assumptions".to_owned()
        });
    }
    for (edge_id, edge) in body.edges.iter() {
        let place = Place::Edge(id, edge_id);
        let ends = is_return(&edge.op) || matches!(edge.op, Op::Halt { .. });
        report.demand("G3", &place, edge.to != body.exit || ends, || {
            "an edge into the exit that is no return".to_owned()
        });
        report.demand("G3", &place, edge.to == body.exit || !is_return(&edge.op), || {
            "a return that does not end in the exit".to_owned()
        });
    }
}
