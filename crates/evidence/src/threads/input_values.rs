//! Values of an input that stand for all.
//!
//! A small type is tried as a whole. A number of a larger one must be of no use but in comparisons
//! with constants: on a line on which these constants are marked, as the machine orders numbers
//! with and without sign, all numbers between two marks compare alike. One number of each
//! interval and each mark are enough. A pointer may be of use in being null or not, and no other.

use std::collections::BTreeSet;

use index::IdSet;
use ir::{Callee, CompareOp, Expr, ExprId, FunctionId, Op, Program, Scope, Type, VarId};
use ir_interp::{InputRequest, Unknown};

const MAX_INTERVALS: usize = 200;

pub(super) fn representatives(program: &Program, asked: &InputRequest) -> Option<Vec<u128>> {
    match asked.ty {
        Type::Bool => return Some(vec![0, 1]),
        Type::Int(ty) if ty.width <= 4 => return Some((0..1 << ty.width).collect()),
        Type::Int(_) | Type::Float(_) | Type::Pointer => {}
    }
    let (function, holder) = match (asked.unknown, asked.site) {
        (Unknown::EntryParameter(var), _) => (program.entry, var),
        (Unknown::Input | Unknown::ExternalResult(_) | Unknown::Uninitialised, Some(site)) => {
            let asking = program.functions[site.function].body.as_ref()?;
            let Op::Havoc { target, .. } = asking.edges[site.edge].op else { return None };
            (site.function, target)
        }
        _ => return None,
    };
    let body = program.functions[function].body.as_ref()?;
    let holders = holders(program, body.edges.values().map(|edge| &edge.op), holder)?;
    let mut marks = BTreeSet::new();
    for edge in body.edges.values() {
        let mut roots = Vec::new();
        edge.op.for_each_expr(|expr| roots.push(expr));
        if let Op::Return { value: Some(value) } = edge.op
            && holds(program, &holders, value)
            && is_thrown_away(program, function)
        {
            continue;
        }
        for root in roots {
            let is_copy = matches!(edge.op, Op::Assign { .. }) && holds(program, &holders, root);
            if !is_copy {
                let decides = matches!(
                    edge.op,
                    Op::Assign { .. }
                        | Op::Assume { .. }
                        | Op::Check { condition: ir::Condition::Holds(_), .. }
                );
                mark(program, &holders, root, decides, &mut marks)?;
            }
        }
    }
    if marks.is_empty() {
        // Nobody looks at it.
        return Some(vec![0]);
    }
    let ty = match asked.ty {
        Type::Int(ty) => ty,
        // The only mark is null, and all other pointers differ from it.
        Type::Pointer => return Some(vec![0, 1 << 16]),
        Type::Bool | Type::Float(_) => return None,
    };
    let mask = ty.mask();
    // Where the orders with and without sign begin anew.
    marks.extend([0, mask, mask >> 1, (mask >> 1) + 1]);
    let mut values = BTreeSet::new();
    for &constant in &marks {
        let constant = constant & mask;
        values.extend([constant, constant.wrapping_add(1) & mask, constant.wrapping_sub(1) & mask]);
    }
    (values.len() <= MAX_INTERVALS).then(|| values.into_iter().collect())
}

fn holds(program: &Program, holders: &IdSet<VarId>, expr: ExprId) -> bool {
    matches!(program.exprs[expr], Expr::Var(var) if holders.contains(var))
}

/// All variables that the value is copied to; `None` if one of them is not local.
fn holders<'a>(
    program: &Program,
    ops: impl Iterator<Item = &'a Op> + Clone,
    first: VarId,
) -> Option<IdSet<VarId>> {
    let mut holders = IdSet::new();
    holders.insert(first);
    loop {
        let before = holders.len();
        for op in ops.clone() {
            if let Op::Assign { target, value } = op
                && holds(program, &holders, *value)
            {
                holders.insert(*target);
            }
        }
        if holders.len() == before {
            break;
        }
    }
    let is_global = |var: VarId| program.vars[var].scope == Scope::Global;
    if holders.iter().any(is_global) {
        return None;
    }
    Some(holders)
}

/// Collects the constants that holders are compared with; `None` for any other use.
fn mark(
    program: &Program,
    holders: &IdSet<VarId>,
    root: ExprId,
    decides: bool,
    marks: &mut BTreeSet<u128>,
) -> Option<()> {
    if holds(program, holders, root) {
        return None;
    }
    if decides && let Expr::Compare(op, left, right) = program.exprs[root] {
        let sides = (holds(program, holders, left), holds(program, holders, right));
        let constant = match sides {
            (true, false) => Some(right),
            (false, true) => Some(left),
            (true, true) => return None,
            (false, false) => None,
        };
        if let Some(constant) = constant {
            let bits = match program.exprs[constant] {
                Expr::Int(_, bits) => bits,
                Expr::Null if matches!(op, CompareOp::Eq | CompareOp::Ne) => 0,
                _ => return None,
            };
            marks.insert(bits);
            return Some(());
        }
    }
    program.exprs[root]
        .operands()
        .into_iter()
        .try_for_each(|operand| mark(program, holders, operand, decides, marks))
}

/// Does nobody get what the function returns? Threads are its only callers then, and no thread's
/// result is asked for.
fn is_thrown_away(program: &Program, function: FunctionId) -> bool {
    if function == program.entry {
        return false;
    }
    program.functions.values().filter_map(|it| it.body.as_ref()).all(|body| {
        body.edges.values().all(|edge| match &edge.op {
            Op::Call { callee, .. } => matches!(callee, Callee::Direct(it) if *it != function),
            Op::ThreadJoin { result, .. } => result.is_none(),
            _ => true,
        })
    })
}
