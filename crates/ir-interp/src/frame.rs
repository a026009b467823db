//! Activations of functions, on a stack of their own: a program that recurses deeply needs
//! memory, not the interpreter's stack.

use std::rc::Rc;

use ir::{EdgeId, LocationId, VarId};

use crate::code::{FunctionCode, Slot};
use crate::value::Origin;

#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub code: Rc<FunctionCode>,
    /// Where its locals start.
    pub base: usize,
    /// Where its local objects start in the list of instances.
    pub first_object: usize,
    /// Where its part of the stack region starts, and the objects in it.
    pub stack_mark: u64,
    pub stack_base: u64,
    /// Where it goes on when the function that it has called returns.
    pub resume: LocationId,
    /// The edge of the call that it waits for.
    pub edge: Option<EdgeId>,
    /// What the caller does with the result: a variable and its slot there.
    pub target: Option<(VarId, Slot)>,
    /// Blocks of `alloca` and variable-length arrays, each with the number of the local object
    /// that it lives as long as.
    pub blocks: Vec<(u32, Origin)>,
}
