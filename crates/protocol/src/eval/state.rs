//! The states that a protocol is evaluated on: of one process, of the centre.

use index::Id;
use smallvec::SmallVec;

use crate::{
    CentreDataId, CentreFiniteId, DataId, FiniteId, LocationId, PointerId, RuleId, ValueId,
};

/// The state of one process, apart from what it has checked of whom.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessState {
    pub location: LocationId,
    /// By [`FiniteId`].
    pub finites: SmallVec<[ValueId; 4]>,
    /// By [`DataId`].
    pub data: SmallVec<[i64; 2]>,
    /// The pointers that point at this process.
    pub held: PointerSet,
    /// The rule whose stepwise guard this process is in the middle of.
    pub checking: Option<RuleId>,
}

// Everything that explores states clones them by the million. A derived `clone` would copy the
// short lists element by element.
impl Clone for ProcessState {
    fn clone(&self) -> Self {
        Self {
            location: self.location,
            finites: SmallVec::from_slice(&self.finites),
            data: SmallVec::from_slice(&self.data),
            held: self.held,
            checking: self.checking,
        }
    }
}

impl ProcessState {
    pub fn finite(&self, id: FiniteId) -> ValueId {
        self.finites[id.index()]
    }

    pub fn datum(&self, id: DataId) -> i64 {
        self.data[id.index()]
    }
}

/// The state of the centre.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CentreState {
    /// By [`CentreFiniteId`].
    pub finites: SmallVec<[ValueId; 4]>,
    /// By [`CentreDataId`].
    pub data: SmallVec<[i64; 2]>,
    /// The pointers that point at some process.
    pub set: PointerSet,
}

impl Clone for CentreState {
    fn clone(&self) -> Self {
        Self {
            finites: SmallVec::from_slice(&self.finites),
            data: SmallVec::from_slice(&self.data),
            set: self.set,
        }
    }
}

impl CentreState {
    pub fn finite(&self, id: CentreFiniteId) -> ValueId {
        self.finites[id.index()]
    }

    pub fn datum(&self, id: CentreDataId) -> i64 {
        self.data[id.index()]
    }
}

/// A set of pointers; there are at most [`PointerSet::MAX`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointerSet(u32);

impl PointerSet {
    /// How many pointers a protocol may declare.
    pub const MAX: usize = 32;

    pub fn contains(self, pointer: PointerId) -> bool {
        self.0 >> pointer.index() & 1 == 1
    }

    pub fn insert(&mut self, pointer: PointerId) {
        self.0 |= 1 << pointer.index();
    }

    pub fn remove(&mut self, pointer: PointerId) {
        self.0 &= !(1 << pointer.index());
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Bit `i` is the pointer of index `i`.
    pub fn bits(self) -> u32 {
        self.0
    }

    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}
