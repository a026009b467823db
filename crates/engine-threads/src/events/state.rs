//! Where a thread is, as terms: what its variables hold, and the condition under which it is there.

use std::rc::Rc;

use ir::{ObjectId, VarId};
use logic::TermId;
use rustc_hash::FxHashMap;

use super::known::Cell;
use super::value::Value;

/// A thread at a place of its unrolled code.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The condition under which it comes there, as far as others let it.
    pub guard: TermId,
    pub locals: Rc<FxHashMap<VarId, Value>>,
    /// The numbers of local objects.
    pub scopes: Rc<FxHashMap<ObjectId, TermId>>,
    /// What the thread alone accesses, and what nobody changes any more; before there are others,
    /// all of memory. What is missing holds what it held first.
    pub memory: Rc<FxHashMap<Cell, Value>>,
    /// Atomic blocks of the program that it is in.
    pub depth: u32,
    /// The step that it is in the middle of.
    pub block: Option<Block>,
    /// There was no other thread so far.
    pub is_alone: bool,
    /// The last step that it has taken.
    pub last: usize,
}

/// A step that is being taken, in which nobody else moves.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub step: usize,
    /// What it has read and written, and under which condition it has written.
    pub cells: Rc<FxHashMap<Cell, (Value, TermId)>>,
}

/// What all happens at once, as others see it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub thread: usize,
    /// The thread comes to it.
    pub guard: TermId,
    /// It comes to its end.
    pub complete: TermId,
    pub reads: Vec<(Cell, Value)>,
    pub writes: Vec<Write>,
    /// Threads one of which must have ended.
    pub joins: Vec<Join>,
    /// The number of its mark, for who replays it.
    pub mark: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Write {
    pub cell: Cell,
    pub guard: TermId,
    pub value: Value,
}

/// A join, and for each thread that it may be about: the condition, and the thread's last step.
#[derive(Clone, Debug)]
pub(super) struct Join {
    pub guard: TermId,
    pub ways: Vec<(TermId, usize)>,
}
