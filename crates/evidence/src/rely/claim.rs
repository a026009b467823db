//! What a proof one thread at a time claims: the words that it is told in.
//!
//! They are evidence's own. Whoever found the proof says in them what it rests on; what each word
//! means is said in [`meaning`](super::meaning), and nowhere else.

use ir::{FunctionId, IntType, ObjectId, Type, VarId};

/// The number of a unit in a claim.
pub type UnitId = usize;

/// Zero for the entry function's thread; from one on, those of the start routines.
pub type Role = usize;

#[derive(Clone, Debug, Default)]
pub struct Claim {
    pub units: Vec<Unit>,
    pub clauses: Vec<Clause>,
    /// The start routines, by their roles from one on.
    pub routines: Vec<FunctionId>,
}

/// Something that threads share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Var(VarId),
    /// An object that is one scalar.
    Cell(ObjectId, Type),
    /// Any other object; with the integer at its start if that is a lock.
    Block(ObjectId, Option<IntType>),
    /// A number that the program does not have.
    Count(Count, IntType),
}

/// What is counted. Counts are zero until the first thread is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The steps in which threads of the role may write the unit.
    Writes { unit: UnitId, role: Role },
    /// The threads of the role that were created.
    Threads { role: Role },
    /// Not zero while somebody has the turn of a ticket lock.
    Turn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
}

/// What each thread keeps, and relies on the others to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    Lock { lock: UnitId },
    Protects { lock: UnitId, unit: UnitId },
    Goes { unit: UnitId, direction: Direction },
    Keeps { unit: UnitId, value: u128 },
    Leaves { unit: UnitId, value: u128 },
    GoesUnless { unit: UnitId, direction: Direction, flag: UnitId, value: u128 },
    LeavesOnce { unit: UnitId, value: u128, flag: UnitId, set: u128 },
    By { unit: UnitId, role: Role },
    Ticket { next: UnitId, serving: UnitId, turn: UnitId },
    Share { unit: UnitId, base: u128, direction: Direction },
    NoMore { less: UnitId, more: UnitId },
    PerThread { unit: UnitId, role: Role, created: UnitId },
    Always { fact: Fact },
    WhileFree { lock: UnitId, fact: Fact },
}

/// What holds of shared scalars at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    Within {
        unit: UnitId,
        values: Vec<u128>,
    },
    AtLeast {
        unit: UnitId,
        value: u128,
    },
    AtMost {
        unit: UnitId,
        value: u128,
    },
    /// `unit == other + by`, around the end of the type.
    Apart {
        unit: UnitId,
        other: UnitId,
        by: u128,
    },
    /// `unit + other == total`, around the end of the type.
    Sum {
        unit: UnitId,
        other: UnitId,
        total: u128,
    },
    Ordered {
        low: UnitId,
        high: UnitId,
    },
    /// One of them is zero.
    NotBoth {
        unit: UnitId,
        other: UnitId,
    },
}

impl Fact {
    pub(super) fn units(&self) -> Vec<UnitId> {
        match *self {
            Self::Within { unit, .. } | Self::AtLeast { unit, .. } | Self::AtMost { unit, .. } => {
                vec![unit]
            }
            Self::Apart { unit, other, .. }
            | Self::Sum { unit, other, .. }
            | Self::NotBoth { unit, other } => vec![unit, other],
            Self::Ordered { low, high } => vec![low, high],
        }
    }
}

impl Clause {
    /// All units that stand in it.
    pub(super) fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Lock { lock } => vec![*lock],
            Self::Protects { lock, unit } => vec![*lock, *unit],
            Self::Goes { unit, .. }
            | Self::Keeps { unit, .. }
            | Self::Leaves { unit, .. }
            | Self::By { unit, .. }
            | Self::Share { unit, .. } => vec![*unit],
            Self::GoesUnless { unit, flag, .. } | Self::LeavesOnce { unit, flag, .. } => {
                vec![*unit, *flag]
            }
            Self::Ticket { next, serving, turn } => vec![*next, *serving, *turn],
            Self::NoMore { less, more } => vec![*less, *more],
            Self::PerThread { unit, created, .. } => vec![*unit, *created],
            Self::Always { fact } => fact.units(),
            Self::WhileFree { lock, fact } => {
                let mut units = fact.units();
                units.push(*lock);
                units
            }
        }
    }

    /// The locks that it speaks of.
    pub(super) fn locks(&self) -> Option<UnitId> {
        match self {
            Self::Lock { lock } | Self::Protects { lock, .. } => Some(*lock),
            Self::Ticket { turn, .. } => Some(*turn),
            _ => None,
        }
    }

    /// The units of which it says what each thread adds to them.
    pub(super) fn shared_out(&self) -> Vec<UnitId> {
        match self {
            Self::Share { unit, .. } | Self::PerThread { unit, .. } => vec![*unit],
            Self::NoMore { less, more } => vec![*less, *more],
            _ => Vec::new(),
        }
    }

    /// Does it say something of one time?
    pub(super) fn is_of_one_time(&self) -> bool {
        match self {
            Self::Ticket { .. }
            | Self::Share { .. }
            | Self::NoMore { .. }
            | Self::PerThread { .. }
            | Self::Always { .. }
            | Self::WhileFree { .. } => true,
            Self::Lock { .. }
            | Self::Protects { .. }
            | Self::Goes { .. }
            | Self::Keeps { .. }
            | Self::Leaves { .. }
            | Self::GoesUnless { .. }
            | Self::LeavesOnce { .. }
            | Self::By { .. } => false,
        }
    }
}

impl Claim {
    pub(super) fn is_lock(&self, unit: UnitId) -> bool {
        self.clauses.iter().any(|clause| clause.locks() == Some(unit))
    }

    pub(super) fn is_shared_out(&self, unit: UnitId) -> bool {
        self.clauses.iter().any(|clause| clause.shared_out().contains(&unit))
    }
}
