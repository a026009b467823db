//! The variables that an operation reads. Which one it writes, and which expressions stand in it,
//! the operation says itself.

use index::IdSet;
use ir::{Expr, ExprId, ExprPool, Op, VarId};

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
    op.for_each_expr(|expr| add_vars(exprs, expr, &mut vars));
    vars
}
