//! Steps that go through short loops.
//!
//! A loop that counts from one constant to another is no matter for invariants: its rounds can be
//! followed one by one, and behind each of them the counter is a constant again, so that the last
//! round is told from the others without a question.
//!
//! ```text
//!   for (;;) {                       a step from here ...
//!       for (i = 3; i > 0; i--)         i = 3, i = 2, i = 1, i = 0
//!           last[i] = last[i - 1];
//!       ...
//!   }                                ... ends here
//! ```
//!
//! Inner loops are followed before outer ones, and runs that leave a loop wait for the others there.

use std::cmp::Reverse;

use index::IdSet;
use ir::LocationId;
use logic::{Term, TermId};
use rustc_hash::FxHashMap;

use crate::block::{Entry, Step};
use crate::state::{Component, Encoder, Unencodable};

/// Rounds of all loops together, in one step.
const MAX_ROUNDS: usize = 80;
/// More than this is more than a question can be about.
const MAX_TERMS: usize = 200_000;

/// Variables, and what they are.
type Constants = FxHashMap<Component, TermId>;

/// What came of following loops.
pub enum Followed {
    /// All that happens up to the next heads that are not followed.
    Step(Step),
    /// No constant tells when this loop ends.
    Endless(LocationId),
}

impl Encoder<'_> {
    /// Moves a state to the next loop heads beside those that are followed.
    pub fn follow(
        &mut self,
        entry: Entry,
        through: &IdSet<LocationId>,
    ) -> Result<Followed, Unencodable> {
        let order = self.inner_first();
        let n_terms = self.pool.len();
        let mut whole = Step::default();
        let (mut moved, mut waiting) = (vec![entry], Vec::new());
        // What the variables were when runs last set out from a head.
        let mut departures: FxHashMap<LocationId, Constants> = FxHashMap::default();
        for _ in 0..MAX_ROUNDS {
            let step = self.step(moved)?;
            whole.violations.extend(step.violations);
            whole.unsupported.extend(step.unsupported);
            whole.inputs.extend(step.inputs);
            let is_possible = |exit: &Entry| self.pool[exit.guard] != Term::Bool(false);
            waiting.extend(step.exits.into_iter().filter(is_possible));
            let is_next =
                |head: &&LocationId| waiting.iter().any(|it: &Entry| it.location == **head);
            let followed = order.iter().filter(|head| through.contains(**head));
            let Some(&next) = { followed }.find(is_next) else {
                whole.exits = waiting;
                return Ok(Followed::Step(whole));
            };
            (moved, waiting) = waiting.into_iter().partition(|it| it.location == next);
            let now = self.constants(&moved);
            let has_counted = match departures.get(&next) {
                Some(before) => now
                    .iter()
                    .any(|(it, value)| before.get(it).is_some_and(|before| before != value)),
                None => true,
            };
            if !has_counted || self.pool.len() - n_terms > MAX_TERMS {
                return Ok(Followed::Endless(next));
            }
            departures.insert(next, now);
        }
        Ok(Followed::Endless(moved[0].location))
    }

    /// The heads of loops, those of inner ones before those of outer ones.
    pub fn inner_first(&self) -> Vec<LocationId> {
        let mut loops: Vec<_> = self.forest.loops.values().collect();
        loops.sort_by_key(|it| Reverse(it.depth));
        loops.into_iter().map(|it| it.head).collect()
    }

    /// The variables that are the same constant in all these states.
    fn constants(&self, entries: &[Entry]) -> Constants {
        let mut constants: Option<Constants> = None;
        for entry in entries {
            let here = self.components(entry.location, &entry.state).into_iter();
            let is_constant = |term: TermId| {
                matches!(self.pool[term], Term::BitVec(..) | Term::Int(_) | Term::Bool(_))
            };
            let here = here.filter(|(component, term)| {
                matches!(component, Component::Var(_)) && is_constant(*term)
            });
            let here: Constants = here.collect();
            match &mut constants {
                None => constants = Some(here),
                Some(all) => all.retain(|component, term| here.get(component) == Some(term)),
            }
        }
        constants.unwrap_or_default()
    }
}
