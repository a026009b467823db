//! Checks the claim that a program has no data race, for any number of threads and all inputs.
//!
//! The claim ([`ir_passes::ownership`]) says what is known of a thread at each place of its program:
//! locks that it holds, blocks that nobody else knows, threads that may run. Here every fact of every
//! state is justified from the states before it and the operation between them ([`justify`]); then
//! all accesses are listed with what is known where they are made ([`accesses`]), and each two that
//! may touch the same byte must be kept apart ([`pairs`]).
//!
//! # What keeps two accesses of different threads apart
//! One of them writes, or there is no race. Consider a run up to its first race.
//!
//! - *Order.* The class of the other is not among those that may run: all that its thread does comes
//!   before this access or after it, by creations and joins. The same for two classes that one thread
//!   creates, the second never while the first may run.
//! - *One lock.* Both hold it, at least one of them alone. A thread that is said to hold a lock does: the
//!   fact begins where the library gives it the lock, and is dropped where any lock that might be the same
//!   is released. Nobody takes it away, since every release in the program is one of a lock
//!   that the thread is said to hold; a lock for which that is not so counts for nothing, nor does
//!   one whose bytes are written by others than lock functions while there is more than one thread, or
//!   that is used as locks of two kinds. That it is *one* lock is known if both are at
//!   one address of a static object, or of what a pointer holds that is not written while threads
//!   run; or if both accesses are of the same size at the same distance from the lock, at places of
//!   memory where pointers that overlap are equal.
//! - *Nobody else knows the block*: points-to finds no way for its address to leave the thread, or the
//!   pointer is still only in local variables since the block was allocated. Others who come to know it
//!   later have read the pointer from where it was put, and that read does not race with the write:
//!   so the access comes before theirs.
//! - *Own blocks.* Both threads got theirs where they were created, as blocks that nobody else knew: two
//!   blocks.
//! - *Atomic.* Both synchronise, or both are in atomic blocks of the program.
//!
//! # What is taken for granted
//! What [`ir_passes::points_to`] and the reading of library functions say; both are shared with whoever
//! made the claim. A run ends where it leaves an object or uses memory that is gone (S8): what
//! such an access would touch is not asked.

mod accesses;
mod effect;
mod escapes;
mod justify;
mod pairs;
mod shape;

use index::{IdSet, IndexVec};
use ir::{EdgeId, FunctionId, Program};
use ir_passes::ownership::primitives::Primitive;
use ir_passes::ownership::{Claim, ClassId, ContextId, without_locks};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use rustc_hash::FxHashMap;
use verdict::Budget;

use crate::induction::Refusal;

/// Why the claim does not show that there is no race.
#[derive(Debug)]
pub enum NotShown {
    /// Nothing keeps these two accesses apart.
    Apart(OpenPair),
    Refused(Refusal),
}

/// Two accesses that may race, as far as the claim goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPair {
    /// What is accessed, if it has one name.
    pub name: Option<String>,
    pub first: (FunctionId, EdgeId),
    pub second: (FunctionId, EdgeId),
}

impl From<String> for NotShown {
    fn from(why: String) -> Self {
        Self::Refused(Refusal::Undecided(why))
    }
}

pub(crate) struct Judge<'p> {
    program: &'p Program,
    points_to: PointsTo,
    primitives: IndexVec<FunctionId, Option<Primitive>>,
    claim: &'p Claim,
    callees: FxHashMap<(ContextId, EdgeId, FunctionId), ContextId>,
    created: FxHashMap<(ContextId, EdgeId, FunctionId), ClassId>,
    /// Classes of one thread at most.
    unique: IdSet<ClassId>,
}

/// Accepts if the claim holds and keeps all accesses apart. `is_model` says which functions are the
/// library's.
pub fn confirm_no_race(
    program: &Program,
    is_model: &dyn Fn(FunctionId) -> bool,
    claim: &Claim,
    budget: &Budget,
) -> Result<(), NotShown> {
    let (view, primitives) = without_locks(program, is_model)?;
    let points_to = PointsTo::of(&view, ExternalPointers::OwnMemory);
    let mut judge = Judge {
        program: &view,
        points_to,
        primitives,
        claim,
        callees: FxHashMap::default(),
        created: FxHashMap::default(),
        unique: IdSet::new(),
    };
    judge.check_shape()?;
    judge.check_states(budget)?;
    judge.check_pairs(budget)
}

fn wrong<T>(why: impl Into<String>) -> Result<T, NotShown> {
    Err(NotShown::Refused(Refusal::NotInductive(why.into())))
}
