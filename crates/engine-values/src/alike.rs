//! Which variables count along with each other.
//!
//! A number that is copied, or moved on by adding, hands its values on to others. If there are too many to tell them
//! apart by what they are, this is so of all of these; and what a check says of two of them is said by how far they are
//! apart, as long as both are told that way.

use index::IdSet;
use ir::{ArithOp, Expr, ExprId, Op, Program, VarId};

/// The variables that get their values from this one by copying and adding, or give theirs to it, or to those.
pub(crate) fn alike(program: &Program, var: VarId) -> IdSet<VarId> {
    let body = program.functions[program.entry].body.as_ref();
    let pairs: Vec<(VarId, Vec<VarId>)> = body
        .into_iter()
        .flat_map(|body| body.edges.values())
        .filter_map(|edge| match &edge.op {
            Op::Assign { target, value } => Some((*target, summands(program, *value))),
            _ => None,
        })
        .collect();
    let mut found: IdSet<VarId> = std::iter::once(var).collect();
    loop {
        let mut is_settled = true;
        for (target, sources) in &pairs {
            let is_one = |it: &VarId| found.contains(*it);
            if is_one(target) || sources.iter().any(is_one) {
                for var in sources.iter().chain([target]) {
                    is_settled &= !found.insert(*var);
                }
            }
        }
        // Sets only grow, and there are finitely many variables.
        if is_settled {
            return found;
        }
    }
}

/// The variables that a value is a sum of.
fn summands(program: &Program, value: ExprId) -> Vec<VarId> {
    let (mut found, mut pending) = (Vec::new(), vec![value]);
    while let Some(expr) = pending.pop() {
        match program.exprs[expr] {
            Expr::Var(var) => found.push(var),
            Expr::Convert(_, inner) => pending.push(inner),
            Expr::Arith(ArithOp::Add | ArithOp::Sub, a, b) => pending.extend([a, b]),
            _ => {}
        }
    }
    found
}
