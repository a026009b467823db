//! Which variables may still be read.

use ir::{Condition, LocationId, Op, Program, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables that may be read from each location on, before they are written.
pub(super) fn live(program: &Program) -> FxHashMap<LocationId, FxHashSet<VarId>> {
    let mut live: FxHashMap<LocationId, FxHashSet<VarId>> = FxHashMap::default();
    let Some(body) = &program.functions[program.entry].body else { return live };
    loop {
        let mut is_stable = true;
        for edge in body.edges.values() {
            let mut read: FxHashSet<VarId> = live.get(&edge.to).cloned().unwrap_or_default();
            let mut exprs = Vec::new();
            match &edge.op {
                Op::Assign { target, value } => {
                    read.remove(target);
                    exprs.push(*value);
                }
                Op::Havoc { target, .. } | Op::ThreadSelf { target } => {
                    read.remove(target);
                }
                Op::Assume { condition } | Op::Await { condition } => exprs.push(*condition),
                Op::Outside { arguments, .. } => exprs.extend(arguments),
                Op::Return { value } => exprs.extend(value),
                Op::Check { condition: Condition::Holds(condition), .. } => exprs.push(*condition),
                _ => {}
            }
            while let Some(expr) = exprs.pop() {
                if let ir::Expr::Var(var) = program.exprs[expr] {
                    read.insert(var);
                }
                exprs.extend(program.exprs[expr].operands());
            }
            let known = live.entry(edge.from).or_default();
            let n_before = known.len();
            known.extend(read);
            is_stable &= known.len() == n_before;
        }
        if is_stable {
            return live;
        }
    }
}
