//! The locals of each place that a run may still read before it writes them.

use index::{Id, IdSet, IndexVec};
use ir::{Body, Expr, LocationId, Op, Program, Scope, VarId};
use ir_interp::LiveLocals;

pub(crate) fn live_locals(program: &Program) -> LiveLocals {
    let functions = program.functions.values();
    functions
        .map(|function| function.body.as_ref().map_or_else(IndexVec::new, |body| of(program, body)))
        .collect()
}

/// Round after round over all edges, until nothing is added.
fn of(program: &Program, body: &Body) -> IndexVec<LocationId, IdSet<VarId>> {
    let mut live: IndexVec<LocationId, IdSet<VarId>> =
        IndexVec::from_elem(IdSet::new(), body.locations.len());
    let read: Vec<IdSet<VarId>> =
        body.edges.values().map(|edge| reads(program, &edge.op)).collect();
    loop {
        let mut has_grown = false;
        for (id, edge) in body.edges.iter() {
            let mut before = live[edge.to].clone();
            if let Some(written) = edge.op.assigned() {
                before.remove(written);
            }
            before.union_with(&read[id.index()]);
            has_grown |= live[edge.from].union_with(&before);
        }
        if !has_grown {
            return live;
        }
    }
}

fn reads(program: &Program, op: &Op) -> IdSet<VarId> {
    let mut pending = Vec::new();
    op.for_each_expr(|expr| pending.push(expr));
    let mut seen = IdSet::new();
    let mut vars = IdSet::new();
    while let Some(expr) = pending.pop() {
        if !seen.insert(expr) {
            continue;
        }
        match program.exprs[expr] {
            Expr::Var(var) if program.vars[var].scope != Scope::Global => {
                vars.insert(var);
            }
            node => pending.extend(node.operands()),
        }
    }
    vars
}
