//! What a proof of refinement consists of: data only.
//!
//! Formulas are over one pool, with a variable for every variable of either program and one more
//! for the new value of each that is shared.

use ir::{EdgeId, LocationId, Program, VarId};
use logic::{TermId, TermPool};
use rustc_hash::FxHashMap;

/// How integers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Bit-vectors of their widths.
    Machine,
    /// Signed ones are mathematical.
    Unbounded,
}

/// Where one side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Point {
    At(LocationId),
    Ended,
    /// It did what C leaves undefined.
    Undefined,
}

/// Which way is taken at a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    On,
    Failed,
}

/// Edges one after the other.
pub type Edges = Vec<(EdgeId, Way)>;

/// A value that the source chooses, at the edge of its path with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// What the target chose at this edge of its own path.
    LikeTarget(usize),
    /// What the target returns.
    Returned,
    /// What the target's variable holds after its step.
    After(VarId),
    Constant(i128),
}

/// A way of the source to follow.
#[derive(Clone, Debug)]
pub struct SourcePath {
    pub edges: Edges,
    pub chosen: Vec<(usize, Chosen)>,
    pub to: Point,
}

/// How a step of the target is answered at a pair of points: by the first path that is enabled.
#[derive(Clone, Debug)]
pub struct Answer {
    pub points: (Point, Point),
    pub edges: Edges,
    pub paths: Vec<SourcePath>,
}

/// What is known at a pair of points.
#[derive(Clone, Debug)]
pub struct Pair {
    pub points: (Point, Point),
    pub facts: Vec<TermId>,
}

/// Something that others may do, over the target's variables.
#[derive(Clone, Debug)]
pub struct Command {
    pub guard: TermId,
    /// New values; any where none is given.
    pub updates: Vec<(VarId, Option<TermId>)>,
    /// On old and new values.
    pub then: TermId,
}

/// What always holds where a thread is at a location.
#[derive(Clone, Debug)]
pub struct Known {
    pub location: LocationId,
    pub facts: Vec<TermId>,
}

/// Threads that run a program beside the target.
#[derive(Clone, Debug)]
pub struct Crowd<'a> {
    pub program: &'a Program,
    /// The variable of the pool for each variable: the target's for what is shared.
    pub vars: FxHashMap<VarId, TermId>,
    /// The number of the thread that is looked at.
    pub number: TermId,
    pub known: Vec<Known>,
    pub known_of_target: Vec<Known>,
}

/// What is seen of the programs.
#[derive(Clone, Debug)]
pub struct Observations {
    pub result: bool,
    pub end: bool,
    /// Functions without body whose calls are seen; all if there is no list.
    pub calls: Option<Vec<String>>,
}

/// One of the two programs.
#[derive(Clone, Debug)]
pub struct Side<'a> {
    pub program: &'a Program,
    /// The variable of the pool for each variable of the program that fits one.
    pub vars: FxHashMap<VarId, TermId>,
    /// That of the new value, for shared ones.
    pub next: FxHashMap<VarId, TermId>,
}

/// Shared variables that each side may write.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    pub target: Vec<VarId>,
    pub source: Vec<VarId>,
}

#[derive(Clone, Debug)]
pub struct Certificate<'a> {
    pub pool: TermPool,
    pub reading: Reading,
    pub target: Side<'a>,
    pub source: Side<'a>,
    /// Variables that others see: target's and source's.
    pub shared: Vec<(VarId, VarId)>,
    /// All variables whose changes others or the relation can notice: target's, source's.
    pub visible: (Vec<VarId>, Vec<VarId>),
    pub relation: Vec<TermId>,
    pub requires: Vec<TermId>,
    /// Whether runs begin with the initial values of globals.
    pub is_whole: bool,
    pub observations: Observations,
    /// What others do; where they run a program, what is claimed of it in a failing run.
    pub commands: Vec<Command>,
    pub crowd: Option<Crowd<'a>>,
    /// Over the target's old and new values.
    pub rely: Vec<TermId>,
    pub frames: Frames,
    pub pairs: Vec<Pair>,
    pub answers: Vec<Answer>,
}
