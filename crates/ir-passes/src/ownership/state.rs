//! What is known of a thread at a place of its program.

use std::collections::{BTreeMap, BTreeSet};

use index::IdSet;
use ir::{AtomicKind, EdgeId, ObjectId, VarId};

use super::{ClassId, ContextId};
use crate::points_to::Spot;

/// Something that addresses are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    Object(ObjectId),
    /// The value of a global variable that is not written while there are other threads.
    Frozen(VarId),
    /// The value that the pointer had from which the edge made its access, when the thread was last
    /// there.
    Named(ContextId, EdgeId),
    /// Nothing: the address is a number, as a thread gets it for an argument.
    Number,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    pub base: Base,
    pub offset: i64,
}

/// How a lock is held. Whoever writes is alone; those who read are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    Read,
    Write,
}

/// A lock that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Held {
    pub mode: Mode,
    /// Where it lies, as far as points-to knows.
    pub spot: Spot,
    /// How many bytes of it matter.
    pub bytes: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    pub locks: BTreeMap<Address, Held>,
    pub values: BTreeMap<VarId, Address>,
    pub tries: BTreeMap<VarId, (Address, Held)>,
    /// With the allocation: pointers that come from one place of it become known together.
    pub fresh: BTreeMap<VarId, (ContextId, EdgeId)>,
    pub own: BTreeSet<VarId>,
    /// Places of objects that hold the handle of the thread of a class that was created last.
    pub handles: BTreeMap<Address, ClassId>,
    pub handle_vars: BTreeMap<VarId, ClassId>,
    pub atomic: Vec<AtomicKind>,
    pub running: IdSet<ClassId>,
}
