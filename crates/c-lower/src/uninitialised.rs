//! Locals that may be read before they are assigned get their unknown value by an edge.
//!
//! A local without initialiser holds an indeterminate value from the start of the activation, so
//! the IR needs no edge for it. But a run that reads one depends on a value that stands nowhere,
//! and cannot be replayed. So the locals that are live where the function begins are havocked
//! there; the many that are assigned first (every temporary of a driver) cost nothing.
//!
//! Liveness is the usual backward analysis. Ends: sets only grow.

use index::{Id, IndexVec};
use ir::{Body, ExprPool, HavocCause, LocationId, Op, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Puts havoc edges before the entry for those of `locals` that may be read unassigned.
pub(crate) fn havoc_unassigned(body: &mut Body, program: &ir::Program, locals: &[VarId]) {
    let live = live_at_entry(body, &program.exprs, locals);
    for &target in live.iter().rev() {
        let first = body.add_location();
        let op = Op::Havoc { target, cause: HavocCause::Uninitialised };
        let span = program.vars[target].span;
        let provenance = ir::Provenance { span, role: ir::EdgeRole::Plain };
        body.add_edge(first, body.entry, op, provenance);
        body.entry = first;
    }
}

/// The locals that some path from the entry reads before it writes them, in their order.
fn live_at_entry(body: &Body, exprs: &ExprPool, locals: &[VarId]) -> Vec<VarId> {
    if locals.is_empty() {
        return Vec::new();
    }
    let numbers: FxHashMap<VarId, usize> =
        locals.iter().enumerate().map(|(number, &var)| (var, number)).collect();
    let n_words = locals.len().div_ceil(64);
    let reads: Vec<Vec<usize>> =
        body.edges.values().map(|edge| vars_read(exprs, &edge.op, &numbers)).collect();
    let mut live: IndexVec<LocationId, Vec<u64>> =
        IndexVec::from_elem(vec![0; n_words], body.locations.len());
    let mut pending: Vec<LocationId> = body.locations.ids().collect();
    while let Some(location) = pending.pop() {
        let mut here = live[location].clone();
        for &edge in &body.locations[location].outgoing {
            let mut before = live[body.edges[edge].to].clone();
            if let Some(&number) =
                body.edges[edge].op.assigned().and_then(|target| numbers.get(&target))
            {
                before[number / 64] &= !(1 << (number % 64));
            }
            for &number in &reads[edge.index()] {
                before[number / 64] |= 1 << (number % 64);
            }
            for (word, more) in here.iter_mut().zip(before) {
                *word |= more;
            }
        }
        if here != live[location] {
            live[location] = here;
            let sources = body.locations[location].incoming.iter();
            pending.extend(sources.map(|&edge| body.edges[edge].from));
        }
    }
    let at_entry = &live[body.entry];
    let is_live = |number: usize| at_entry[number / 64] >> (number % 64) & 1 == 1;
    let numbered = locals.iter().enumerate();
    numbered.filter(|(number, _)| is_live(*number)).map(|(_, &var)| var).collect()
}

fn vars_read(exprs: &ExprPool, op: &Op, numbers: &FxHashMap<VarId, usize>) -> Vec<usize> {
    let mut pending = Vec::new();
    op.for_each_expr(|expr| pending.push(expr));
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    while let Some(expr) = pending.pop() {
        if !seen.insert(expr) {
            continue;
        }
        if let ir::Expr::Var(var) = exprs[expr] {
            found.extend(numbers.get(&var));
        }
        pending.extend(exprs[expr].operands());
    }
    found
}
