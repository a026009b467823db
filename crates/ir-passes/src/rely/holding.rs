//! Where a thread may hold a lock, as a first look tells: clauses that this refutes need no solver.

use index::IndexVec;
use ir::{Body, Expr, LocationId, Op, Program, VarId};

use super::units::{Units, body_of};
use crate::points_to::PointsTo;

/// What may be at a location.
#[derive(Clone, Copy, PartialEq, Eq)]
struct May {
    /// Others may be there.
    be_started: bool,
    /// The lock was written last with something that is not plainly zero.
    hold: bool,
}

/// The units that are written somewhere among others where the lock is surely not held.
pub(super) fn written_without(
    program: &Program,
    points_to: &PointsTo,
    units: &Units,
    started: VarId,
    lock: usize,
) -> Vec<usize> {
    let body = body_of(program);
    let written: Vec<Vec<usize>> =
        body.edges.values().map(|edge| units.written(program, points_to, &edge.op)).collect();
    let effect = |op: &Op, written: &[usize], before: May| match op {
        // A thread begins.
        Op::Assign { target, .. } if *target == started => May { be_started: true, hold: false },
        Op::ThreadCreate { .. } => May { be_started: true, ..before },
        _ if written.contains(&lock) => May { hold: !is_release(program, op), ..before },
        _ => before,
    };
    let may = solve(body, |edge, before| {
        effect(&body.edges[edge].op, &written[index::Id::index(edge)], before)
    });
    let mut without = Vec::new();
    for (edge, written) in body.edges.values().zip(&written) {
        if may[edge.from].is_some_and(|may| may.be_started && !may.hold) {
            without.extend(written.iter().copied().filter(|unit| *unit != lock));
        }
    }
    without.sort_unstable();
    without.dedup();
    without
}

/// Does it write a plain zero?
fn is_release(program: &Program, op: &Op) -> bool {
    match op {
        Op::Assign { value, .. } | Op::Store { value, .. } => {
            matches!(program.exprs[*value], Expr::Int(_, 0))
        }
        _ => false,
    }
}

fn solve(
    body: &Body,
    effect: impl Fn(ir::EdgeId, May) -> May,
) -> IndexVec<LocationId, Option<May>> {
    let mut may: IndexVec<LocationId, Option<May>> =
        IndexVec::from_elem(None, body.locations.len());
    may[body.entry] = Some(May { be_started: false, hold: false });
    let mut pending = vec![body.entry];
    while let Some(location) = pending.pop() {
        let Some(before) = may[location] else { continue };
        for &edge in &body.locations[location].outgoing {
            let behind = effect(edge, before);
            let to = body.edges[edge].to;
            let joined = match may[to] {
                None => behind,
                Some(there) => May {
                    be_started: there.be_started || behind.be_started,
                    hold: there.hold || behind.hold,
                },
            };
            if may[to] != Some(joined) {
                may[to] = Some(joined);
                pending.push(to);
            }
        }
    }
    may
}
