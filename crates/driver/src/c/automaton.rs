//! The program as one automaton, whole and reduced.
//!
//! All calls of the whole program are inlined first, and reductions work on the result. They keep
//! the ids of locations and variables, so that an invariant found on a reduced automaton is one
//! about the whole, where `evidence` checks it again.

use encode::Integers;
use evidence::induction::{Bodies, Extent};
use index::IdSet;
use ir::{Condition, FunctionId, Op, Program};
use ir_passes::cone_of_influence::cone_of_influence;
use ir_passes::cut_to_checks::cut_to_checks;
use ir_passes::forget_bodies::{forget_bodies, functions_worth_keeping};
use ir_passes::forget_memory::forget_memory;
use ir_passes::initialised::shadow::track_written;
use ir_passes::inline::{Inlined, Limits, functions_worth_sharing, inline, inline_sharing};
use ir_passes::one_element::{ask_about_one_element, is_about_element};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use ir_passes::terminators::note_terminators;
use source::Span;

/// Beyond this, what is live where takes gigabytes, and no engine comes to an end.
const MAX_EDGES: usize = 120_000;
/// The same for a view, where there is another that does without copies.
const MAX_EDGES_OF_COPIES: usize = 50_000;

/// A program with its calls inlined.
#[derive(Debug)]
pub struct Automaton {
    pub whole: Inlined,
    /// What of the program it is made from.
    pub extent: Extent,
}

/// What of a large program is looked at, when all of it inlined is too much. Memory is none of
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The functions around the checks, with one body for all calls of each that is not small.
    AroundChecksShared,
    /// The same functions, with a copy for each call.
    AroundChecks,
    /// All functions, with one body for all calls.
    AllShared,
}

/// How much of memory is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// What is read from memory is unknown.
    Forgotten,
    /// An array per region that the points-to analysis tells apart.
    Regions,
}

/// What is left of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Everything that can lead to a check.
    ToChecks,
    /// Of that, what a check depends on.
    Cone,
}

impl Automaton {
    /// None if it becomes too large.
    pub fn of(program: &Program, recursion: usize, integers: Integers) -> Option<Self> {
        let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
        let limits = Limits { n_edges: MAX_EDGES, recursion };
        let mut whole = inline(program, &points_to, limits).ok()?;
        track_written(&mut whole);
        ask_about_one_element(&mut whole);
        note_terminators(&mut whole);
        Some(Self { whole, extent: Extent::whole(recursion, integers) })
    }

    /// Of some functions only, with summaries in the place of the others. To be reduced with
    /// memory forgotten. None if it becomes too large, or if the view would show what a simpler
    /// one shows.
    pub fn of_view(
        program: &Program,
        view: View,
        recursion: usize,
        integers: Integers,
    ) -> Option<Self> {
        let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
        let with_body = program.functions.iter().filter(|(_, it)| it.body.is_some());
        let all: IdSet<FunctionId> = with_body.map(|(id, _)| id).collect();
        let kept = match view {
            View::AroundChecks | View::AroundChecksShared => {
                functions_worth_keeping(program, &points_to)
            }
            View::AllShared => all.clone(),
        };
        if view != View::AllShared && all.iter().all(|id| kept.contains(id)) {
            return None;
        }
        let smaller = forget_bodies(program, &points_to, &kept)?;
        let shared = match view {
            View::AroundChecks => IdSet::new(),
            View::AroundChecksShared | View::AllShared => {
                functions_worth_sharing(&smaller, &points_to)
            }
        };
        if view != View::AroundChecks && shared.is_empty() {
            return None;
        }
        let n_edges = match view {
            View::AroundChecks => MAX_EDGES_OF_COPIES,
            View::AroundChecksShared | View::AllShared => MAX_EDGES,
        };
        let limits = Limits { n_edges, recursion };
        let whole = inline_sharing(&smaller, &points_to, &shared, limits).ok()?;
        let bodies = Bodies::Kept(kept);
        let extent = Extent { bodies, shared, ..Extent::whole(recursion, integers) };
        Some(Self { whole, extent })
    }

    /// Does a check ask about memory: where it may be accessed, whether it was written, or what an element
    /// of an array holds?
    pub fn asks_about_memory(&self) -> bool {
        let exprs = &self.whole.program.exprs;
        let is_about_memory = |op: &Op| match op {
            Op::Check { condition, .. } => !matches!(condition, Condition::Holds(_)),
            op => op.is_about_shadow(exprs),
        };
        self.ops().any(is_about_memory) || self.asks_about_elements()
    }

    /// Does a check ask what an element of an array holds?
    pub fn asks_about_elements(&self) -> bool {
        let exprs = &self.whole.program.exprs;
        let is_about_elements = |op: &Op| match op {
            Op::Check { condition: Condition::Holds(holds), .. } => is_about_element(exprs, *holds),
            _ => false,
        };
        self.ops().any(is_about_elements)
    }

    fn ops(&self) -> impl Iterator<Item = &Op> {
        let program = &self.whole.program;
        let body = program.functions[program.entry].body.as_ref();
        body.into_iter().flat_map(|body| body.edges.values()).map(|edge| &edge.op)
    }

    /// The regions that invariants speak of.
    pub fn points_to(&self) -> PointsTo {
        PointsTo::of(&self.whole.program, ExternalPointers::OwnMemory)
    }

    /// None if nothing is to be had without memory.
    pub fn reduced(&self, memory: Memory, reduction: Reduction) -> Option<Program> {
        let program = &self.whole.program;
        let cut = cut_to_checks(program, &PointsTo::of(program, ExternalPointers::OwnMemory));
        let cut = match memory {
            Memory::Forgotten => forget_memory(&cut)?,
            Memory::Regions => cut,
        };
        match reduction {
            Reduction::ToChecks => Some(cut),
            Reduction::Cone => {
                let points_to = PointsTo::of(&cut, ExternalPointers::OwnMemory);
                Some(cone_of_influence(&cut, &points_to))
            }
        }
    }

    /// The function of the original program that an edge of a reduced automaton comes from, and
    /// its place there. Locations are the same in both; an edge that does something is the only
    /// one that leaves its location.
    pub fn place(&self, reduced: &Program, edge: ir::EdgeId) -> Option<(FunctionId, Span)> {
        let edge = &reduced.functions[reduced.entry].body.as_ref()?.edges[edge];
        let whole = self.whole.program.functions[self.whole.program.entry].body.as_ref()?;
        let original = whole.locations[edge.from].outgoing.first()?;
        let (context, _) = self.whole.edges[*original];
        Some((self.whole.contexts[context].function, edge.provenance.span))
    }

    /// Does the edge of a reduced automaton stand for calls that were not followed any deeper?
    pub fn is_recursion_cut(&self, reduced: &Program, edge: ir::EdgeId) -> bool {
        let find = || {
            let edge = &reduced.functions[reduced.entry].body.as_ref()?.edges[edge];
            let whole = self.whole.program.functions[self.whole.program.entry].body.as_ref()?;
            let original = whole.locations[edge.from].outgoing.first()?;
            Some(self.whole.recursion_cuts.contains(*original))
        };
        find().unwrap_or(false)
    }
}
