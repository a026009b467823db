//! What a proof about any number of processes has to say.

use index::IdSet;
use protocol::eval::PointerSet;
use protocol::{CentreDataId, DataId, DataTarget, Formula, LocationId, RuleId, ValueId};

/// The sign of `x.lhs + offset - y.rhs`, or only whether it is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairFact {
    pub lhs: DataId,
    pub rhs: DataId,
    pub offset: i64,
    pub is_ordered: bool,
}

/// A process without its numbers, and which local facts hold of them (one bit each).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalRow {
    pub location: LocationId,
    pub finites: Vec<ValueId>,
    pub held: PointerSet,
    pub checking: Option<RuleId>,
    pub facts: u64,
}

/// The centre without its numbers, and which central facts hold of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CentreRow {
    pub finites: Vec<ValueId>,
    pub set: PointerSet,
    pub facts: u64,
}

/// What the reference is to another process: two bits per pair fact (0 less, 1 equal, 2 greater; 0
/// and 1 where only equality counts), who has the smaller id, who has checked whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelationRow {
    pub signs: u64,
    pub is_less: bool,
    pub checks: bool,
    pub checked: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellRow {
    pub local: LocalRow,
    pub relation: RelationRow,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ControlRow {
    pub centre: CentreRow,
    pub local: LocalRow,
}

/// A set of abstract states: by control, a decision diagram over cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateSet {
    /// Children before parents: cell, node if it is empty, node if it is occupied. The first two nodes
    /// are false and true; their fields mean nothing.
    pub nodes: Vec<(usize, u32, u32)>,
    /// By control.
    pub roots: Vec<u32>,
}

/// The difference `high - low` of two numbers, or `high` alone; own numbers are those of the
/// reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    pub high: DataTarget,
    pub low: Option<DataTarget>,
}

/// The lemma that every number from `first` up to, not including, `end` is the `ticket` of some
/// process at one of the locations `holders`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tickets {
    pub ticket: DataId,
    pub first: CentreDataId,
    pub end: CentreDataId,
    pub holders: IdSet<LocationId>,
}

/// A claim about a system: nothing outside `states` is reachable.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// About one process and the centre.
    pub local_facts: Vec<Formula>,
    pub central_facts: Vec<Formula>,
    pub pair_facts: Vec<PairFact>,
    /// Numbers that are read as 0 at a location, whatever they are. It is checked that nobody
    /// reads them.
    pub forgotten: Vec<(LocationId, DataId)>,
    /// Whether the relation says who has the smaller id.
    pub ids: bool,
    pub controls: Vec<ControlRow>,
    pub cells: Vec<CellRow>,
    /// By control: the cells that can be occupied at all.
    pub pairs: Vec<Vec<usize>>,
    pub states: StateSet,
    /// What liveness arguments may speak of.
    pub ranks: Vec<Rank>,
    /// Lemmas that the set of states does not say, for liveness arguments.
    pub tickets: Vec<Tickets>,
}
