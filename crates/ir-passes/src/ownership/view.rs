//! The program without the bodies of locks, for points-to.
//!
//! All mutexes of a program are arguments of one function. Points-to has one answer for that
//! function's parameter, and would put all of them, with the records they are in, in one part of
//! memory. What these functions do to memory is said by [`Primitive`] instead, at each call.
//!
//! # Refused
//! A body with a step that is not supported: it must not be forgotten.

use index::IndexVec;
use ir::{FunctionId, Op, Program};

use super::primitives::{Primitive, primitive};

/// The program, and what those of its functions do whose bodies were dropped. `is_model` says which
/// functions are models of the library.
pub fn without_locks(
    program: &Program,
    is_model: &dyn Fn(FunctionId) -> bool,
) -> Result<(Program, IndexVec<FunctionId, Option<Primitive>>), String> {
    let mut view = program.clone();
    let mut primitives = IndexVec::from_elem(None, program.functions.len());
    for (id, function) in program.functions.iter() {
        let (Some(body), true) = (&function.body, is_model(id)) else { continue };
        let Some(primitive) = primitive(&function.name) else { continue };
        let is_unsupported = |op: &Op| matches!(op, Op::Unsupported { .. });
        if body.edges.values().any(|edge| is_unsupported(&edge.op)) {
            return Err(format!("`{}` is used in a way that is not supported", function.name));
        }
        primitives[id] = Some(primitive);
        view.functions[id].body = None;
    }
    Ok((view, primitives))
}
