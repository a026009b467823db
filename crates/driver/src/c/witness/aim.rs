//! Leaves of the checks of a program only those that a violation witness aims at, and of those
//! only what happens once all segments are passed.
//!
//! *Expects* a valid program. *Guarantees* a valid one each of whose failing runs is, apart from
//! the variable that counts segments, a failing run of the original at one of the targets.
//!
//! Each text of the program has a variable of its own that counts, so that nothing outside can know of
//! it; whatever one of them is set to, all are.
//!
//! A check that does not count still ends the run on which it fails: nothing that comes after a
//! failed check is a run of the program. Conditions on memory have no negation to branch on; a
//! run on which one of them fails goes on here, into an access that the interpreter then calls
//! undefined, and such a run fails no further check.

use ir::{
    Body, CheckId, CompareOp, Condition, EdgeId, EdgeRole, Expr, ExprId, ExprPool, HaltCause, Op,
    Program, Provenance, Type, VarId,
};

/// Makes the program fail only at checks that are targets, while all of `segments` are `n_segments`.
pub(super) fn aim(
    program: &mut Program,
    segments: &[VarId],
    n_segments: usize,
    is_target: &dyn Fn(CheckId) -> bool,
) {
    let arrived = match segments.first() {
        Some(&segment) => {
            let Type::Int(ty) = program.vars[segment].ty else { return };
            let count = program.exprs.int(ty, n_segments as i128);
            let var = program.exprs.var(segment);
            program.exprs.intern(Expr::Compare(CompareOp::Eq, var, count))
        }
        // Where nothing is counted, no run comes by a waypoint.
        None => program.exprs.intern(Expr::Bool(n_segments == 0)),
    };
    for function in program.functions.values_mut() {
        let Some(body) = &mut function.body else { continue };
        let edges: Vec<EdgeId> = body.edges.iter().map(|(id, _)| id).collect();
        for edge in edges {
            match body.edges[edge].op.clone() {
                Op::Check { check, condition } if is_target(check) => {
                    aim_check(&mut program.exprs, body, edge, arrived, condition);
                }
                Op::Check { condition, .. } => {
                    spend_check(&mut program.exprs, body, edge, None, &condition);
                }
                Op::Assign { target, value } if segments.contains(&target) => {
                    count_everywhere(body, edge, value, segments);
                }
                _ => {}
            }
        }
    }
}

/// Behind an assignment of a number to one of the variables it is assigned to all.
fn count_everywhere(body: &mut Body, edge: EdgeId, number: ExprId, segments: &[VarId]) {
    let (to, provenance) = (body.edges[edge].to, plain(body.edges[edge].provenance));
    if segments.len() == 1 {
        return;
    }
    let mut at = body.add_location();
    body.locations[to].incoming.retain(|it| *it != edge);
    body.edges[edge].to = at;
    body.locations[at].incoming.push(edge);
    for &target in segments {
        let next = body.add_location();
        body.add_edge(at, next, Op::Assign { target, value: number }, provenance);
        at = next;
    }
    body.add_edge(at, to, Op::Skip, provenance);
}

/// The check is made if the run has arrived, and otherwise only ends runs.
fn aim_check(
    exprs: &mut ExprPool,
    body: &mut Body,
    edge: EdgeId,
    arrived: ExprId,
    condition: Condition,
) {
    let (from, to) = (body.edges[edge].from, body.edges[edge].to);
    let (check, provenance) = (body.edges[edge].op.clone(), body.edges[edge].provenance);
    let elsewhere = exprs.not(arrived);
    spend_check(exprs, body, edge, Some(elsewhere), &condition);
    let here = body.add_location();
    body.add_edge(from, here, Op::Assume { condition: arrived }, plain(provenance));
    body.add_edge(here, to, check, provenance);
}

/// Replaces a check by what its success means, under a guard. A run on which it fails ends.
fn spend_check(
    exprs: &mut ExprPool,
    body: &mut Body,
    edge: EdgeId,
    guard: Option<ExprId>,
    condition: &Condition,
) {
    let guarded = |exprs: &mut ExprPool, condition: Option<ExprId>| match (guard, condition) {
        (Some(a), Some(b)) => Some(exprs.intern(Expr::And(a, b))),
        (a, b) => a.or(b),
    };
    let holds = match *condition {
        Condition::Holds(holds) => Some(holds),
        Condition::ValidAccess { .. }
        | Condition::ValidFree { .. }
        | Condition::AllReachable
        | Condition::AllFreed
        | Condition::Initialised(_)
        | Condition::Writable { .. }
        | Condition::Apart { .. }
        | Condition::SameObject { .. }
        | Condition::InObject { .. }
        | Condition::Aligned { .. }
        | Condition::Callable { .. } => None,
    };
    let goes_on = guarded(exprs, holds);
    body.edges[edge].op = match goes_on {
        Some(condition) => Op::Assume { condition },
        None => Op::Skip,
    };
    let provenance = plain(body.edges[edge].provenance);
    body.edges[edge].provenance = provenance;
    if let Some(holds) = holds {
        let fails = exprs.not(holds);
        let Some(condition) = guarded(exprs, Some(fails)) else { return };
        let from = body.edges[edge].from;
        let end = body.add_location();
        let exit = body.exit;
        body.add_edge(from, end, Op::Assume { condition }, provenance);
        body.add_edge(end, exit, Op::Halt { cause: HaltCause::Assumption }, provenance);
    }
}

fn plain(provenance: Provenance) -> Provenance {
    Provenance { role: EdgeRole::Plain, ..provenance }
}
