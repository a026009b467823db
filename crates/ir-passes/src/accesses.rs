//! What an operation reads and writes among variables. The one table of this kind: liveness,
//! slicing and every later analysis ask here.

use index::IdSet;
use ir::{Callee, Condition, Expr, ExprId, ExprPool, Op, VarId};

/// Calls `visit` for each expression that stands directly in the operation.
pub fn for_each_expr(op: &Op, mut visit: impl FnMut(ExprId)) {
    match op {
        Op::Skip
        | Op::Havoc { .. }
        | Op::Halt { .. }
        | Op::EnterScope { .. }
        | Op::LeaveScope { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Unsupported { .. } => {}
        Op::Assign { value, .. } => visit(*value),
        Op::Assume { condition } => visit(*condition),
        Op::Load { pointer, .. } => visit(*pointer),
        Op::Store { pointer, value, .. } => [*pointer, *value].into_iter().for_each(visit),
        Op::Copy { target, source, size } => {
            [*target, *source, *size].into_iter().for_each(visit);
        }
        Op::Fill { target, byte, size } => [*target, *byte, *size].into_iter().for_each(visit),
        Op::HavocMemory { target, size, .. } => [*target, *size].into_iter().for_each(visit),
        Op::Call { callee, arguments, .. } => {
            if let Callee::Indirect(pointer, _) = callee {
                visit(*pointer);
            }
            arguments.iter().copied().for_each(visit);
        }
        Op::Return { value } => value.iter().copied().for_each(visit),
        Op::Allocate { size, .. } => visit(*size),
        Op::Free { pointer } => visit(*pointer),
        Op::Check { condition, .. } => match condition {
            Condition::Holds(expr) | Condition::Initialised(expr) => visit(*expr),
            Condition::ValidAccess { pointer, size } => {
                [*pointer, *size].into_iter().for_each(visit);
            }
            Condition::ValidFree { pointer } => visit(*pointer),
            Condition::AllReachable | Condition::AllFreed => {}
        },
        Op::ThreadCreate { handle, start, argument } => {
            handle.iter().copied().for_each(&mut visit);
            if let Callee::Indirect(pointer, _) = start {
                visit(*pointer);
            }
            visit(*argument);
        }
        Op::ThreadJoin { thread, result } => {
            visit(*thread);
            result.iter().copied().for_each(visit);
        }
        Op::Lock { mutex } | Op::Unlock { mutex } => visit(*mutex),
    }
}

/// The variable that the operation gives a new value.
pub fn assigned(op: &Op) -> Option<VarId> {
    match op {
        Op::Assign { target, .. }
        | Op::Havoc { target, .. }
        | Op::Load { target, .. }
        | Op::Allocate { target, .. } => Some(*target),
        Op::Call { target, .. } => *target,
        Op::Skip
        | Op::Assume { .. }
        | Op::Store { .. }
        | Op::Copy { .. }
        | Op::Fill { .. }
        | Op::HavocMemory { .. }
        | Op::Return { .. }
        | Op::Halt { .. }
        | Op::EnterScope { .. }
        | Op::LeaveScope { .. }
        | Op::Free { .. }
        | Op::Check { .. }
        | Op::ThreadCreate { .. }
        | Op::ThreadJoin { .. }
        | Op::Lock { .. }
        | Op::Unlock { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Unsupported { .. } => None,
    }
}

/// Adds the variables of an expression to `vars`.
pub fn add_vars(exprs: &ExprPool, expr: ExprId, vars: &mut IdSet<VarId>) {
    let mut pending = vec![expr];
    let mut seen = IdSet::new();
    while let Some(expr) = pending.pop() {
        if !seen.insert(expr) {
            continue;
        }
        match exprs[expr] {
            Expr::Var(var) => {
                vars.insert(var);
            }
            node => pending.extend(node.operands()),
        }
    }
}

/// The variables that the operation reads.
pub fn read(exprs: &ExprPool, op: &Op) -> IdSet<VarId> {
    let mut vars = IdSet::new();
    for_each_expr(op, |expr| add_vars(exprs, expr, &mut vars));
    vars
}
