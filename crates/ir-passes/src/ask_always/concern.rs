//! Which steps may change the answer to which question.

use index::{IdSet, IndexVec};
use ir::{Callee, EdgeId, ExprId, FunctionId, Op, Program};

use super::Reads;
use crate::points_to::PointsTo;

/// The questions that a step, or a function with all that it calls, may change the answer to.
pub struct Concern<'a> {
    points_to: &'a PointsTo,
    reads: &'a [(FunctionId, Reads)],
    functions: IndexVec<FunctionId, IdSet<FunctionId>>,
}

impl<'a> Concern<'a> {
    pub fn of(
        program: &Program,
        points_to: &'a PointsTo,
        reads: &'a [(FunctionId, Reads)],
    ) -> Self {
        let functions = IndexVec::from_elem(IdSet::new(), program.functions.len());
        let mut concern = Self { points_to, reads, functions };
        // Until nothing changes, since functions may call each other.
        let mut is_growing = true;
        while is_growing {
            is_growing = false;
            for (id, function) in program.functions.iter() {
                let mut questions = concern.functions[id].clone();
                for (edge, it) in function.body.iter().flat_map(|body| body.edges.iter()) {
                    questions.extend(concern.of_step(&it.op).iter());
                    questions.extend(concern.of_call(id, edge, &it.op).iter());
                }
                is_growing |= questions.len() > concern.functions[id].len();
                concern.functions[id] = questions;
            }
        }
        concern
    }

    /// By the step itself, whatever is called.
    pub fn of_step(&self, op: &Op) -> IdSet<FunctionId> {
        let is_concerned = |(_, reads): &&(FunctionId, Reads)| self.may_write(op, reads);
        self.reads.iter().filter(is_concerned).map(|(question, _)| *question).collect()
    }

    /// By what a call enters.
    pub fn of_call(&self, function: FunctionId, edge: EdgeId, op: &Op) -> IdSet<FunctionId> {
        match op {
            Op::Call { callee: Callee::Direct(callee), .. } => self.functions[*callee].clone(),
            Op::Call { callee: Callee::Indirect(..), .. } => {
                let callees = self.points_to.callees(function, edge);
                callees.iter().flat_map(|callee| self.functions[*callee].iter()).collect()
            }
            _ => IdSet::new(),
        }
    }

    fn may_write(&self, op: &Op, reads: &Reads) -> bool {
        let assigns = op.assigned().is_some_and(|target| reads.vars.contains(target));
        let through = |pointer: &ExprId| match self.points_to.targets(*pointer) {
            Some(targets) => {
                targets.is_external || reads.objects.iter().any(|it| targets.objects.contains(it))
            }
            None => true,
        };
        assigns
            || match op {
                Op::Store { pointer, .. } => through(pointer),
                Op::Copy { target, .. }
                | Op::Fill { target, .. }
                | Op::HavocMemory { target, .. } => through(target),
                Op::ThreadCreate { handle, .. } => handle.as_ref().is_some_and(through),
                Op::ThreadJoin { result, .. } => result.as_ref().is_some_and(through),
                Op::Outside { .. } => !reads.objects.is_empty(),
                Op::Skip
                | Op::Assign { .. }
                | Op::Assume { .. }
                | Op::Havoc { .. }
                | Op::Load { .. }
                | Op::CallBack { .. }
                | Op::Call { .. }
                | Op::Return { .. }
                | Op::Halt { .. }
                | Op::EnterScope { .. }
                | Op::LeaveScope { .. }
                | Op::Allocate { .. }
                | Op::Reallocate { .. }
                | Op::Free { .. }
                | Op::Check { .. }
                | Op::ThreadExit { .. }
                | Op::ThreadSelf { .. }
                | Op::Await { .. }
                | Op::AtomicBegin(_)
                | Op::AtomicEnd
                | Op::Unsupported { .. } => false,
            }
    }
}
