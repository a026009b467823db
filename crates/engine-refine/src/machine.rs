//! One side of the comparison: places, and steps between them.
//!
//! A *step* is what happens between two points at which other threads may be noticed: one access
//! to what is shared, or one atomic block, or one observation, together with the local steps
//! behind it. Local steps commute with whatever others do, so nothing is lost by taking them
//! along. A step has a guard, values for what it changes (all computed from the state before it),
//! and a label: what somebody outside sees of it.
//!
//! Three places have no steps: [`ENDED`], [`UNDEFINED`] (the program did what C leaves undefined:
//! a source there follows anything) and [`UNMODELLED`] (we do not know what comes: a target there
//! must not be, a source there proves nothing).

use ir::{EdgeId, LocationId, VarId};
use source::Span;

use crate::expr::{Ex, Slot};

pub const ENDED: usize = 0;
pub const UNDEFINED: usize = 1;
pub const UNMODELLED: usize = 2;
/// Places from here on are locations of the program.
pub const FIRST: usize = 3;

/// Which of the two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    Target,
    Source,
}

/// What is seen of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// Nothing.
    Silent,
    /// A call of a function without body; its result is chosen by whoever is called.
    Call { function: String, arguments: Vec<Ex>, result: Option<Slot> },
    /// The end, with the result if there is one and it is observed.
    Return(Option<Ex>),
    /// The program is aborted.
    Abort,
    /// A failed assertion, or a call of an error function.
    Error,
    /// What C leaves undefined.
    Undefined(String),
    /// What is not modelled.
    Unmodelled(String),
}

/// Which way a run takes at a check; other edges have one way only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    On,
    Failed,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub from: usize,
    pub to: usize,
    pub guard: Ex,
    /// New values; what is not listed stays.
    pub updates: Vec<(Slot, Ex)>,
    /// Values that are chosen freely in this step.
    pub choices: Vec<Slot>,
    /// Which edge of the path makes each of them.
    pub choice_edges: Vec<usize>,
    pub label: Label,
    /// The edges of the program that it is made of.
    pub path: Vec<(EdgeId, Way)>,
    /// The part of the text that stands for it.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Machine {
    pub side: Side,
    /// For places from [`FIRST`] on: the location, and a part of the text behind it.
    pub locations: Vec<(LocationId, Span)>,
    pub steps: Vec<Step>,
    /// The steps out of each place.
    pub outgoing: Vec<Vec<usize>>,
    pub start: usize,
    /// Slots of this side whose values may still matter, for each place.
    pub live: Vec<Vec<Slot>>,
    /// The parameters of the function where it starts.
    pub parameters: Vec<(VarId, Option<Slot>)>,
}

impl Machine {
    pub fn n_places(&self) -> usize {
        self.locations.len() + FIRST
    }

    /// The location of a place of the program.
    pub fn location(&self, place: usize) -> Option<LocationId> {
        let index = place.checked_sub(FIRST)?;
        self.locations.get(index).map(|(location, _)| *location)
    }

    pub fn span(&self, place: usize) -> Option<Span> {
        let index = place.checked_sub(FIRST)?;
        self.locations.get(index).map(|(_, span)| *span)
    }
}
