//! Calls of a function by itself that are the last thing it does, as jumps to its start.
//!
//! ```text
//!   f(p):  … r = f(e); return r;          f(p):  … p = e; start over
//! ```
//!
//! *The same runs*: what comes behind such a call reads nothing of the activation that made it but the
//! result, which is handed on. The new activation has its own locals, so all are forgotten first;
//! functions that have objects in memory of their own are left alone. Only how deep activations lie
//! inside each other is lost, of which nobody speaks: the stack has no end (`docs/soundness.md`).
//!
//! Checks between the call and the return are no part of this: a function that has some there, as
//! where leaks are asked for, stays as it is.

use std::borrow::Cow;

use ir::{
    AllocationKind, Body, Callee, EdgeId, Expr, ExprId, FunctionId, HavocCause, Initial,
    LocationId, Op, Program, Provenance, Scope, Var, VarId, VarOrigin,
};

/// Steps that are looked at behind a call.
const MAX_STEPS: usize = 32;

/// The program without calls that end a function by calling itself.
pub fn as_jumps(program: &Program) -> Cow<'_, Program> {
    let mut changed = Cow::Borrowed(program);
    for function in program.functions.ids() {
        let calls = last_calls(program, function);
        if !calls.is_empty() {
            jump(changed.to_mut(), function, &calls);
        }
    }
    changed
}

/// The calls by which a function ends.
fn last_calls(program: &Program, function: FunctionId) -> Vec<EdgeId> {
    let row = &program.functions[function];
    let Some(body) = &row.body else { return Vec::new() };
    let has_objects = program.objects.values().any(|it| it.scope == Scope::Local(function));
    let has_stack = body.edges.values().any(|edge| match &edge.op {
        Op::Allocate { kind: AllocationKind::Stack(_), .. } | Op::EnterScope { .. } => true,
        Op::Allocate { .. } => false,
        _ => false,
    });
    if has_objects || has_stack || row.signature.is_variadic {
        return Vec::new();
    }
    let is_local = |var: VarId| program.vars[var].scope == Scope::Local(function);
    let is_last = |id: &EdgeId| {
        let edge = &body.edges[*id];
        let Op::Call { target, callee: Callee::Direct(callee), arguments } = &edge.op else {
            return false;
        };
        let fits = arguments.len() == row.parameters.len()
            && arguments.iter().zip(&row.parameters).all(|(argument, parameter)| {
                program.type_of(*argument) == program.vars[*parameter].ty
            });
        *callee == function
            && fits
            && target.is_none_or(is_local)
            && only_returns(program, body, edge.to, *target, is_local)
    };
    body.edges.ids().filter(is_last).collect()
}

/// Whether nothing follows but to hand the result on.
fn only_returns(
    program: &Program,
    body: &Body,
    from: LocationId,
    mut result: Option<VarId>,
    is_local: impl Fn(VarId) -> bool,
) -> bool {
    let mut at = from;
    for _ in 0..MAX_STEPS {
        let [edge] = body.locations[at].outgoing[..] else { return false };
        let edge = &body.edges[edge];
        let is_result = |value: ExprId| match (program.exprs[value], result) {
            (Expr::Var(var), Some(result)) => var == result,
            _ => false,
        };
        match &edge.op {
            Op::Skip => {}
            Op::Assign { target, value } if is_local(*target) => {
                if is_result(*value) {
                    result = Some(*target);
                } else if result == Some(*target) {
                    return false;
                }
            }
            Op::Return { value: None } => return true,
            Op::Return { value: Some(value) } => return is_result(*value),
            _ => return false,
        }
        at = edge.to;
    }
    false
}

fn jump(program: &mut Program, function: FunctionId, calls: &[EdgeId]) {
    let parameters = program.functions[function].parameters.clone();
    let locals: Vec<VarId> = program
        .vars
        .iter()
        .filter(|(id, var)| var.scope == Scope::Local(function) && !parameters.contains(id))
        .map(|(id, _)| id)
        .collect();
    // All arguments are evaluated before the first parameter changes.
    let mut between: Vec<VarId> = Vec::new();
    for parameter in &parameters {
        let Var { ty, span, .. } = program.vars[*parameter].clone();
        between.push(program.vars.push(Var {
            name: "%again".into(),
            ty,
            scope: Scope::Local(function),
            origin: VarOrigin::Temporary,
            span,
            initial: Initial::Unknown,
        }));
    }
    let handed: Vec<ExprId> =
        between.iter().map(|var| program.exprs.intern(Expr::Var(*var))).collect();
    let Some(body) = program.functions[function].body.as_mut() else { return };
    let start = body.entry;
    body.entry = body.add_location();
    body.add_edge(body.entry, start, Op::Skip, Provenance::default());
    for call in calls {
        let (to, provenance) = (body.edges[*call].to, body.edges[*call].provenance);
        let Op::Call { arguments, .. } = std::mem::replace(&mut body.edges[*call].op, Op::Skip)
        else {
            continue;
        };
        let mut at = body.add_location();
        body.locations[to].incoming.retain(|edge| edge != call);
        body.edges[*call].to = at;
        body.locations[at].incoming.push(*call);
        let mut step = |op: Op, body: &mut Body| {
            let next = body.add_location();
            body.add_edge(at, next, op, provenance);
            at = next;
        };
        for (target, value) in between.iter().zip(arguments) {
            step(Op::Assign { target: *target, value }, body);
        }
        for target in &locals {
            step(Op::Havoc { target: *target, cause: HavocCause::Uninitialised }, body);
        }
        for (target, value) in parameters.iter().zip(&handed) {
            step(Op::Assign { target: *target, value: *value }, body);
        }
        body.add_edge(at, start, Op::Skip, provenance);
    }
}
