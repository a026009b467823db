//! The program that has one call per thread.

use index::{Id, IdSet};
use ir::{Body, Callee, Expr, FunctionId, LocationId, Op, Program, Scope, VarId};

use super::wrong;
use crate::induction::Refusal;

pub(super) struct Call {
    pub function: FunctionId,
    pub begin: LocationId,
    pub arguments: Vec<VarId>,
    pub result: Option<VarId>,
}

/// The calls of the entry of `beside`, if all else in it is the program.
pub(super) fn calls(program: &Program, beside: &Program) -> Result<Vec<Call>, Refusal> {
    let other = || wrong("the calls are those of another program");
    let n_functions = program.functions.len();
    if beside.functions.len() != n_functions + 1 || beside.entry.index() != n_functions {
        return Err(other());
    }
    for (id, function) in program.functions.iter() {
        let copy = &beside.functions[id];
        let is_same = function.signature == copy.signature
            && function.parameters == copy.parameters
            && match (&function.body, &copy.body) {
                (None, None) => true,
                (Some(body), Some(copy)) => is_same_body(body, copy),
                _ => false,
            };
        if !is_same {
            return Err(other());
        }
    }
    let has_vars = program.vars.iter().all(|(id, var)| beside.vars.get(id) == Some(var));
    let has_exprs = program.exprs.iter().count() <= beside.exprs.iter().count()
        && program.exprs.iter().zip(beside.exprs.iter()).all(|(old, new)| old == new);
    let is_same = program.objects.iter().eq(beside.objects.iter())
        && program.checks.iter().eq(beside.checks.iter())
        && program.signatures.iter().eq(beside.signatures.iter())
        && program.strangers == beside.strangers
        && program.model == beside.model;
    if !(has_vars && has_exprs && is_same) {
        return Err(other());
    }
    let body = beside.functions[beside.entry].body.as_ref().ok_or_else(other)?;
    let mut own: IdSet<VarId> = IdSet::new();
    let mut is_own = |var: VarId| var.index() >= program.vars.len() && own.insert(var);
    let mut found = Vec::new();
    for (_, edge) in body.edges.iter() {
        let Op::Call { target, callee: Callee::Direct(function), arguments } = &edge.op else {
            continue;
        };
        let var = |expr: &ir::ExprId| match beside.exprs[*expr] {
            Expr::Var(var) if beside.vars[var].scope == Scope::Global => Some(var),
            _ => None,
        };
        let arguments: Option<Vec<VarId>> = arguments.iter().map(var).collect();
        let arguments = arguments.ok_or_else(other)?;
        if !arguments.iter().chain(target).all(|var| is_own(*var)) {
            return Err(wrong("two threads share what is their own"));
        }
        let ends = body.locations[edge.to].outgoing.iter();
        let is_end = |op: &Op| matches!(op, Op::Return { value: None });
        if !ends.map(|it| &body.edges[*it].op).all(is_end) {
            return Err(wrong("a thread does more than its function"));
        }
        found.push(Call { function: *function, begin: edge.from, arguments, result: *target });
    }
    match found.first() {
        Some(first) if first.function == program.entry => Ok(found),
        _ => Err(wrong("the first thread is not that of the entry function")),
    }
}

fn is_same_body(body: &Body, copy: &Body) -> bool {
    let mut edges = body.edges.iter().zip(copy.edges.iter());
    body.edges.len() == copy.edges.len()
        && body.locations.len() == copy.locations.len()
        && (body.entry, body.exit) == (copy.entry, copy.exit)
        && edges.all(|((_, a), (_, b))| (a.from, a.to, &a.op) == (b.from, b.to, &b.op))
}
