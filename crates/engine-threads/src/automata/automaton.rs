//! Succinct automata (Definition 1), and what their transitions do.
//!
//! ```text
//!   SA = (Q, q0, V_G ∪ V_L, Init, Inv, Env, Σ, Edge)
//! ```
//!
//! - A *location* is a place where a thread waits for its turn; of a composition, one of each member.
//! - `V_G` is what threads share, with where each of them stands; `V_L` is what each has for itself.
//! - `Inv(q)` is a set of boxes.
//! - `Env(q)` is a relation over `V_G`. Boxes cannot say that `x` becomes `x + 1`, so it is kept as
//!   what it is made of: [interferences](Env), steps of others and the states from which they are taken.
//!   Applying it takes these steps, which is exact.
//! - `Edge` is [all that a thread does](super::segment) from one turn to the next. All of it is silent: labels are
//!   for simulation (`engine-refine`).
//!
//! Where the paper's automata only ever leave their location by a step of their own, a thread that has not
//! begun is brought to its beginning by whoever creates it. That is a transition of its environment here.

use std::collections::BTreeMap;

use boxes::{Boxes, Diagrams, Interval, Var};
use ir::{Body, Program, Scope, VarId};
use ir_passes::one_loop::{FIRST_PLACE, OneLoop};

use super::segment::{Segment, Turn, turn};
use super::transfer::Transfer;
use super::universe::Universe;

/// A thread, by its number among the named ones, and one of its places.
pub type Standing = (usize, usize);

/// One thread among others, or several together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuccinctAutomaton {
    /// The threads that it is made of.
    pub members: Vec<usize>,
    /// `V_L`.
    pub locals: Vec<Var>,
    /// `Init`: says itself where the members stand.
    pub init: Boxes,
    /// `Q`. What is not listed has `false` as its `Inv`.
    pub locations: Vec<Location>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Where each member stands, in their order.
    pub places: Vec<usize>,
    /// `Inv(q)`: says itself where the members stand, so that locations exclude each other.
    pub inv: Boxes,
    /// `Env(q)`.
    pub env: Env,
}

/// The relation between shared states before and after a step of some other thread: for each thread and place
/// the states in which it may take that step, over `V_G` and what that thread has for itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Env {
    pub steps: BTreeMap<Standing, Boxes>,
}

impl Location {
    /// Where each of the members stands.
    pub fn standings<'a>(&'a self, members: &'a [usize]) -> impl Iterator<Item = Standing> + 'a {
        members.iter().copied().zip(self.places.iter().copied())
    }
}

/// The edges of all threads, and what they mean.
pub struct System<'a> {
    pub(super) program: &'a Program,
    body: &'a Body,
    pub(super) together: &'a OneLoop,
    pub(super) universe: &'a Universe,
    /// By thread and place; none where a thread takes no turns.
    edges: Vec<Vec<Option<Segment>>>,
    /// From the entry of the program to its head.
    first: Segment,
}

impl<'a> System<'a> {
    pub(super) fn of(
        program: &'a Program,
        together: &'a OneLoop,
        universe: &'a Universe,
    ) -> Result<Self, String> {
        let body = program.functions[program.entry].body.as_ref().ok_or("there is no body")?;
        let loops = || "a loop inside an atomic block".to_owned();
        let segment = |begin| Segment::of(body, begin, together.head).ok_or_else(loops);
        let mut edges: Vec<Vec<Option<Segment>>> = Vec::new();
        for thread in &together.threads {
            let mut of_thread: Vec<Option<Segment>> = (0..FIRST_PLACE).map(|_| None).collect();
            for place in &thread.places {
                of_thread.push(Some(segment(*place)?));
            }
            edges.push(of_thread);
        }
        let first = segment(body.entry)?;
        Ok(Self { program, body, together, universe, edges, first })
    }

    pub(super) fn n_threads(&self) -> usize {
        self.edges.len()
    }

    /// Of a thread, with those where it has not begun or has ended.
    pub(super) fn n_places(&self, thread: usize) -> usize {
        self.edges[thread].len()
    }

    /// What all automata begin with, from these values of what is shared.
    pub(super) fn first_turn(
        &self,
        diagrams: &mut Diagrams,
        initial: Boxes,
    ) -> Result<Boxes, String> {
        Ok(self.turn(diagrams, &self.first, initial)?.at_head)
    }

    /// What a thread that stands there does to these states; nothing where it takes no turns.
    pub(super) fn step(
        &self,
        diagrams: &mut Diagrams,
        (thread, place): Standing,
        set: Boxes,
    ) -> Result<Option<Turn>, String> {
        match &self.edges[thread][place] {
            Some(edge) if !set.is_none() => self.turn(diagrams, edge, set).map(Some),
            _ => Ok(None),
        }
    }

    fn turn(&self, diagrams: &mut Diagrams, edge: &Segment, set: Boxes) -> Result<Turn, String> {
        let transfer = Transfer { program: self.program, universe: self.universe };
        turn(&transfer, diagrams, self.body, self.together.head, edge, set)
    }

    /// The component transitions of an automaton from these states of a location: where they lead.
    pub fn component_transitions(
        &self,
        diagrams: &mut Diagrams,
        automaton: &SuccinctAutomaton,
        location: &Location,
        set: Boxes,
    ) -> Result<Boxes, String> {
        let mut after = diagrams.none();
        for standing in location.standings(&automaton.members) {
            if let Some(turn) = self.step(diagrams, standing, set)? {
                after = diagrams.join(after, turn.at_head);
            }
        }
        Ok(after)
    }

    /// The environment transitions from these states of a location: what others do to what is shared,
    /// while what the members have for themselves stays as it is.
    pub fn environment_transitions(
        &self,
        diagrams: &mut Diagrams,
        location: &Location,
        set: Boxes,
    ) -> Result<Boxes, String> {
        let mut after = diagrams.none();
        for (mover, from) in &location.env.steps {
            let before = diagrams.meet(set, *from);
            if let Some(turn) = self.step(diagrams, *mover, before)? {
                let seen = diagrams.forget(turn.at_head, &self.universe.locals[mover.0]);
                after = diagrams.join(after, seen);
            }
        }
        Ok(after)
    }

    /// What of these states is at a location.
    pub(super) fn at(
        &self,
        diagrams: &mut Diagrams,
        standings: impl Iterator<Item = Standing>,
        mut states: Boxes,
    ) -> Boxes {
        for (thread, place) in standings {
            states = diagrams.restrict(states, place_of(thread), Interval::point(place as i128));
        }
        states
    }

    /// A variable is of `V_G`.
    pub(super) fn is_shared(&self, var: VarId) -> bool {
        self.program.vars[var].scope == Scope::Global
    }

    /// The steps of a thread from a place may change this.
    pub(super) fn writes(&self, (thread, place): Standing, var: VarId) -> bool {
        self.edges[thread][place].as_ref().is_some_and(|edge| edge.writes(self.body, var))
    }
}

/// Where a thread stands, as a variable of sets: these come first.
pub(super) fn place_of(thread: usize) -> Var {
    Var::new(thread as u32)
}
