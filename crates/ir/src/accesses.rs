//! What stands in an operation: the expressions that it evaluates and the variable that it gives a
//! value. The one table of this kind, so that a new operation is thought about once.

use crate::expr::{Expr, ExprId, ExprPool};
use crate::op::{Callee, Condition, Op};
use crate::program::VarId;

impl Op {
    /// Calls `visit` for each expression that stands directly in the operation.
    pub fn for_each_expr(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            Op::Skip
            | Op::Havoc { .. }
            | Op::ThreadSelf { .. }
            | Op::Halt { .. }
            | Op::EnterScope { .. }
            | Op::LeaveScope { .. }
            | Op::AtomicBegin(_)
            | Op::AtomicEnd
            | Op::Unsupported { .. } => {}
            Op::Assign { value, .. } => visit(*value),
            Op::Assume { condition } | Op::Await { condition } => visit(*condition),
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
            Op::Outside { arguments, .. } | Op::CallBack { arguments, .. } => {
                arguments.iter().copied().for_each(visit);
            }
            Op::Return { value } => value.iter().copied().for_each(visit),
            Op::ThreadExit { value } => visit(*value),
            Op::Allocate { size, .. } => visit(*size),
            Op::Reallocate { pointer, size, .. } => [*pointer, *size].into_iter().for_each(visit),
            Op::Free { pointer } => visit(*pointer),
            Op::Check { condition, .. } => match condition {
                Condition::Holds(expr) | Condition::Initialised(expr) => visit(*expr),
                Condition::ValidAccess { pointer, size } => {
                    [*pointer, *size].into_iter().for_each(visit);
                }
                Condition::ValidFree { pointer }
                | Condition::Writable { pointer }
                | Condition::Aligned { pointer, .. }
                | Condition::Callable { pointer } => visit(*pointer),
                Condition::Apart { target, source, sizes, .. } => {
                    [*target, *source].into_iter().chain(*sizes).for_each(visit);
                }
                Condition::SameObject { left, right } => {
                    [*left, *right].into_iter().for_each(visit);
                }
                Condition::InObject { base, pointer } => {
                    [*base, *pointer].into_iter().for_each(visit);
                }
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
        }
    }

    /// The variable that the operation gives a new value.
    pub fn assigned(&self) -> Option<VarId> {
        match self {
            Op::Assign { target, .. }
            | Op::Havoc { target, .. }
            | Op::Load { target, .. }
            | Op::Allocate { target, .. }
            | Op::ThreadSelf { target }
            | Op::Reallocate { target, .. } => Some(*target),
            Op::Call { target, .. } => *target,
            Op::Skip
            | Op::Assume { .. }
            | Op::Store { .. }
            | Op::Copy { .. }
            | Op::Fill { .. }
            | Op::HavocMemory { .. }
            | Op::Outside { .. }
            | Op::CallBack { .. }
            | Op::Return { .. }
            | Op::Halt { .. }
            | Op::EnterScope { .. }
            | Op::LeaveScope { .. }
            | Op::Free { .. }
            | Op::Check { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::Await { .. }
            | Op::AtomicBegin(_)
            | Op::AtomicEnd
            | Op::Unsupported { .. } => None,
        }
    }

    /// Does the operation access shadow memory?
    pub fn is_about_shadow(&self, exprs: &ExprPool) -> bool {
        let (Op::Load { pointer, .. }
        | Op::Store { pointer, .. }
        | Op::Copy { target: pointer, .. }
        | Op::Fill { target: pointer, .. }) = self
        else {
            return false;
        };
        matches!(exprs[*pointer], Expr::Shadow(_))
    }
}
