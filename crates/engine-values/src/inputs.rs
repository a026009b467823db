//! Which variables hold what the environment chose, and nothing else.
//!
//! Where the choice is asked for again and again, each answer is a state of its own, and ten of them are a thousand
//! states. Automata rarely depend on them beyond the step that reads them. So it is worth trying without.

use index::IdSet;
use ir::{Op, Program, VarId};
use ir_passes::accesses;

/// The variables that are only ever given unknown values, or what is computed from such variables alone.
pub(crate) fn inputs(program: &Program) -> IdSet<VarId> {
    let body = program.functions[program.entry].body.as_ref();
    let ops: Vec<&Op> =
        body.into_iter().flat_map(|body| body.edges.values()).map(|edge| &edge.op).collect();
    let mut inputs: IdSet<VarId> = ops.iter().filter_map(|op| op.assigned()).collect();
    // What is computed from something else is none, and so on; there are finitely many.
    loop {
        let mut is_settled = true;
        for op in &ops {
            let Op::Assign { target, .. } = op else { continue };
            let read = accesses::read(&program.exprs, op);
            let is_of_inputs = !read.is_empty() && read.iter().all(|var| inputs.contains(var));
            if !is_of_inputs && inputs.remove(*target) {
                is_settled = false;
            }
        }
        if is_settled {
            return inputs;
        }
    }
}
