//! Numbers that the program compares with: where bounds of what blocks hold grow, they stop at them, since such a
//! bound is most likely to be asked for.
//!
//! Only constants that stand in a comparison are seen, and few of them: each one is a stop at which the
//! analysis may have to go round once more.

use std::collections::BTreeSet;

use ir::{Body, Expr, Op, Program};

/// Numbers at most, the smaller ones if there are more.
const MAX_NUMBERS: usize = 10;

/// The numbers, each with its neighbours.
pub fn numbers(program: &Program, body: &Body) -> BTreeSet<i128> {
    let mut found: BTreeSet<i128> = BTreeSet::new();
    for edge in body.edges.values() {
        let Op::Assume { condition } = edge.op else { continue };
        let mut condition = condition;
        while let Expr::Not(inner) = program.exprs[condition] {
            condition = inner;
        }
        let Expr::Compare(_, a, b) = program.exprs[condition] else { continue };
        found.extend([a, b].into_iter().filter_map(|side| match program.exprs[side] {
            Expr::Int(ty, bits) => Some(ty.value(bits)),
            _ => None,
        }));
    }
    let mut found: Vec<i128> = found.into_iter().collect();
    found.sort_by_key(|number| number.unsigned_abs());
    let near = |number: i128| [number.saturating_sub(1), number, number.saturating_add(1)];
    found.into_iter().take(MAX_NUMBERS).flat_map(near).collect()
}
