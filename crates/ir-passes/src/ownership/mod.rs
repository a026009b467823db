//! Locks as ownership: the words in which it is said that a program has no data race.
//!
//! No analysis is here. `engine-threads` finds a [`Claim`], and `evidence` checks it; both have
//! their own idea of what a step does to a [`State`]. What they share is this vocabulary, what the
//! functions of the library do to locks ([`primitives`]), and the points-to analysis.
//!
//! # What is claimed
//! Calls are expanded: a function has a *context* for every way to call it from the start of a
//! thread. Threads are told apart by the operation that creates them, with the way to it; those of one
//! such place are a *class*. For every place of every context there is a [`State`], which is true
//! whenever a thread of the class is there:
//!
//! - *locks* that the thread holds, by their addresses. An address is an offset from a
//!   [`Base`]: an object, what a pointer holds that nobody changes while threads run, or the value
//!   that some variable had when the thread was last at some edge;
//! - *values*: local pointers that are such an address, and local numbers that come from the argument of the
//!   thread;
//! - *tries*: locks that it holds if a variable is zero;
//! - *fresh*: local pointers into blocks that no other thread can know yet;
//! - *own*: local pointers into the block that was fresh when it was given to this thread;
//! - *handles*, and variables that are one: which thread they are of;
//! - *atomic*: the atomic blocks it is in;
//! - *running*: the classes that may do something that is not ordered with what this thread does
//!   here. This is an upper bound; everything else above is a lower one.
//!
//! # Why there is no race then
//! `evidence::races` says so, where it is checked.

pub mod primitives;
mod state;
mod view;

use index::{IdSet, IndexVec};
use ir::{EdgeId, FunctionId, LocationId, VarId};
use rustc_hash::FxHashMap;

pub use state::{Address, Base, Held, Mode, State};
pub use view::without_locks;

index::define_id!(
    /// A function, called in one way.
    pub struct ContextId, "ctx"
);
index::define_id!(
    /// The threads of one place that creates them.
    pub struct ClassId, "class"
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    pub function: FunctionId,
    pub class: ClassId,
    /// None where the thread begins.
    pub caller: Option<(ContextId, EdgeId)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    pub root: ContextId,
    /// None for the thread of the entry function.
    pub created_at: Option<(ContextId, EdgeId)>,
}

/// What is known everywhere. Places without a state are never come to.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    pub contexts: IndexVec<ContextId, Context>,
    pub classes: IndexVec<ClassId, Class>,
    pub states: FxHashMap<(ContextId, LocationId), State>,
    /// Global pointers that are not written while there is more than one thread.
    pub frozen: IdSet<VarId>,
}

impl Claim {
    /// The context that a call leads to.
    pub fn callee(
        &self,
        (context, edge): (ContextId, EdgeId),
        function: FunctionId,
    ) -> Option<ContextId> {
        let is_it = |it: &(ContextId, &Context)| {
            it.1.caller == Some((context, edge)) && it.1.function == function
        };
        self.contexts.iter().find(is_it).map(|it| it.0)
    }
}
