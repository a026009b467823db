//! One edge at a time, for whoever follows ways apart that a step would merge.
//!
//! A step merges states where ways meet, so that its cost is that of the edges. Where variables hold constants, the
//! ways are better kept apart: then conditions are decided as they are met, and little is left to ask a solver.
//! What an edge does is the same as in a step.

use ir::{EdgeId, LocationId, VarId};
use logic::TermId;

use crate::block::{Step, Violation};
use crate::state::{Component, Encoder, State, Unencodable};

/// What came of a state along an edge.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The state behind it, and what has to hold for a run to come there; none if no run does.
    pub next: Option<(TermId, State)>,
    /// Where it fails on the way.
    pub violations: Vec<Violation>,
    /// It may come to something that is not modelled.
    pub is_unsupported: bool,
}

impl Encoder<'_> {
    /// Takes a state along an edge, on a run that may be anywhere before it.
    pub fn along(&mut self, state: &State, edge: EdgeId) -> Result<Moved, Unencodable> {
        let (mut step, always) = (Step::default(), self.pool.top());
        let next = self.apply(&mut step, always, state.clone(), edge)?;
        let is_unsupported = !step.unsupported.is_empty();
        Ok(Moved { next, violations: step.violations, is_unsupported })
    }

    /// The variables that are read behind a location, in the order of their ids.
    pub fn live_vars(&self, location: LocationId) -> Vec<VarId> {
        let live = self.live_slots(location).into_iter();
        let mut vars: Vec<VarId> = live
            .filter_map(|slot| match self.slots.components[slot] {
                Component::Var(var) => Some(var),
                _ => None,
            })
            .collect();
        vars.sort_unstable();
        vars
    }

    /// What a variable holds; none if the program does not speak of it.
    pub fn value(&self, state: &State, var: VarId) -> Option<TermId> {
        self.slots.vars.get(&var).map(|slot| state.get(*slot))
    }

    /// The same state, but for one variable.
    pub fn give(&self, state: &mut State, var: VarId, value: TermId) {
        if let Some(slot) = self.slots.vars.get(&var) {
            state.set(*slot, value);
        }
    }
}
