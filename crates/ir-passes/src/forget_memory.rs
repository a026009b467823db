//! Keeps variables and forgets memory: the first rung of the memory ladder.
//!
//! *Expects* a valid program. *Guarantees* a valid program with all runs of the original and
//! more, or nothing if a check asks about memory itself.
//!
//! A variable whose address is never taken is exact. Everything else becomes as if it were
//! volatile: what is read from memory is any value of its type, and a write changes nothing that
//! could be read again. Locations keep their ids, so that what is proved here is said of the
//! original too.

use ir::{Condition, HavocCause, Op, Program, VarOrigin};

use crate::rebuild::change_edges;

/// The program without its memory.
pub fn forget_memory(program: &Program) -> Option<Program> {
    let bodies = || program.functions.values().filter_map(|function| function.body.as_ref());
    let asks_about_memory = bodies().flat_map(|body| body.edges.values()).any(|edge| {
        matches!(&edge.op, Op::Check { condition, .. } if !matches!(condition, Condition::Holds(_)))
    });
    if asks_about_memory {
        return None;
    }
    let mut forgetful = program.clone();
    for function in forgetful.functions.values_mut() {
        if let Some(body) = &function.body {
            function.body = Some(change_edges(body, |_, edge| {
                let mut edge = edge.clone();
                edge.op = match &edge.op {
                    // Where a string ends says nothing without the string.
                    Op::Assign { target, .. }
                        if program.vars[*target].origin == VarOrigin::Terminator =>
                    {
                        Op::Skip
                    }
                    op => without_memory(op),
                };
                Some(edge)
            }));
        }
    }
    Some(forgetful)
}

fn without_memory(op: &Op) -> Op {
    match op {
        Op::Load { target, .. } | Op::Allocate { target, .. } | Op::Reallocate { target, .. } => {
            Op::Havoc { target: *target, cause: HavocCause::Volatile }
        }
        Op::Store { .. }
        | Op::Copy { .. }
        | Op::Fill { .. }
        | Op::HavocMemory { .. }
        | Op::Outside { .. }
        | Op::CallBack { .. }
        | Op::EnterScope { .. }
        | Op::LeaveScope { .. }
        | Op::Free { .. } => Op::Skip,
        Op::Skip
        | Op::Assign { .. }
        | Op::Assume { .. }
        | Op::Havoc { .. }
        | Op::Call { .. }
        | Op::Return { .. }
        | Op::Halt { .. }
        | Op::Check { .. }
        | Op::ThreadCreate { .. }
        | Op::ThreadJoin { .. }
        | Op::ThreadExit { .. }
        | Op::ThreadSelf { .. }
        | Op::Await { .. }
        | Op::AtomicBegin(_)
        | Op::AtomicEnd
        | Op::Unsupported { .. } => op.clone(),
    }
}
