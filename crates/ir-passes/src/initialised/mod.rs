//! Values that nothing gave: where a check asks about one, and what formulas can say of it.
//!
//! A run knows of each byte and each variable whether it was ever written. A formula does not, unless
//! the program itself keeps count. Two passes see to that:
//!
//! - [`drop_certain`] drops the checks of values that cannot be indeterminate at all, whatever the
//!   order of things ([`doubts`]). It costs nothing, and few checks are left behind it.
//! - [`track_written`](shadow::track_written) makes the program keep count, for those that are left; and
//!   [`keep_beside`](beside::keep_beside) does so in the blocks themselves, for who describes them one by one.

pub mod beside;
mod doubts;
pub mod shadow;

use ir::{Condition, Expr, Op, Program};

use crate::points_to::{ExternalPointers, PointsTo};

use doubts::{Doubtful, surrounds};

/// Makes the checks that cannot fail checks of what is true.
///
/// *Expects* a valid program. *Guarantees* a valid program with the same runs, in which fewer
/// [`Condition::Initialised`] are asked: those that remain depend on something that may never have
/// been written. With threads nothing is dropped.
pub fn drop_certain(program: &mut Program) {
    if !asks(program) || has_threads(program) {
        return;
    }
    let points_to = PointsTo::of(program, ExternalPointers::MayReachArguments);
    let doubtful = Doubtful::of(program, &points_to, |(it, _)| surrounds(program, it));
    let holds = program.exprs.intern(Expr::Bool(true));
    let exprs = &program.exprs;
    let bodies = program.functions.values_mut().filter_map(|function| function.body.as_mut());
    for edge in bodies.flat_map(|body| body.edges.values_mut()) {
        if let Op::Check { check, condition: Condition::Initialised(_) } = edge.op
            && !doubtful.is_read(exprs, &edge.op)
        {
            edge.op = Op::Check { check, condition: Condition::Holds(holds) };
        }
    }
}

fn asks(program: &Program) -> bool {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    bodies
        .flat_map(|body| body.edges.values())
        .any(|edge| matches!(edge.op, Op::Check { condition: Condition::Initialised(_), .. }))
}

fn has_threads(program: &Program) -> bool {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    bodies
        .flat_map(|body| body.edges.values())
        .any(|edge| matches!(edge.op, Op::ThreadCreate { .. } | Op::ThreadJoin { .. }))
}
