//! Joins locations between which nothing happens.
//!
//! *Expects* a valid program. *Guarantees* a valid program with the same runs; only the steps
//! that do nothing are gone.
//!
//! A location whose only way out is a skip is replaced by where the skip goes. It stays if it
//! bears a label that its successor cannot take over, since invariants are reported at labelled
//! locations, and if following skips comes back to where it began: an endless loop is a way of
//! not going on, and must remain one.

use index::{IdSet, IndexVec};
use ir::{Body, Edge, LocationId, LocationLabel, Op, Program};

use crate::rebuild::rebuild;

/// Contracts all functions.
pub fn contract_skips(program: &mut Program) {
    for function in program.functions.values_mut() {
        if let Some(body) = &function.body {
            function.body = Some(contract(body));
        }
    }
}

fn contract(body: &Body) -> Body {
    let mut body = body.clone();
    let mut target: IndexVec<LocationId, LocationId> =
        IndexVec::from_fn(body.locations.len(), |location| location);
    for location in body.locations.ids() {
        let Some(next) = only_skip(&body, location) else { continue };
        // The exit is entered by returns only, and a join may not close a circle of skips.
        let end = follow(&target, next);
        if end == location {
            continue;
        }
        let (own, other) = (body.locations[location].label, body.locations[end].label);
        if own != LocationLabel::None {
            if other != LocationLabel::None {
                continue;
            }
            body.locations[end].label = own;
        }
        target[location] = end;
    }
    let gone: IdSet<LocationId> = target
        .iter()
        .filter(|(location, to)| location != *to)
        .map(|(location, _)| location)
        .collect();
    body.entry = follow(&target, body.entry);
    rebuild(&body, |_, edge| {
        (!gone.contains(edge.from)).then(|| Edge { to: follow(&target, edge.to), ..edge.clone() })
    })
}

fn only_skip(body: &Body, location: LocationId) -> Option<LocationId> {
    match body.locations[location].outgoing.as_slice() {
        [edge] if body.edges[*edge].op == Op::Skip => Some(body.edges[*edge].to),
        _ => None,
    }
}

fn follow(target: &IndexVec<LocationId, LocationId>, mut location: LocationId) -> LocationId {
    while target[location] != location {
        location = target[location];
    }
    location
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::main_program;

    fn contracted(edges: &str) -> String {
        let mut program = main_program(edges);
        contract_skips(&mut program);
        assert_eq!(ir::validate(&program), Ok(()));
        ir::text::print(&program)
    }

    #[test]
    fn chains_of_skips_go() {
        let text = contracted(
            "L0 -> L2: skip\nL2 -> L3: skip\nL3 -> L4: a = 1i32\nL4 -> L5: skip\nL5 -> L1: return",
        );
        assert!(!text.contains("skip"), "{text}");
    }

    #[test]
    fn an_endless_loop_stays_endless() {
        let text = contracted("L0 -> L2: skip\nL2 -> L3: skip\nL3 -> L2: skip");
        assert!(text.contains("skip"), "{text}");
    }

    #[test]
    fn a_loop_head_keeps_its_label() {
        let text = contracted(
            "loop L2 @5..9\nL0 -> L2: a = 0i32\nL2 -> L3: skip\nL3 -> L2: assume b\n\
             L3 -> L4: assume !b\nL4 -> L1: return",
        );
        assert!(text.contains("loop"), "{text}");
        assert!(!text.contains("skip"), "{text}");
    }
}
