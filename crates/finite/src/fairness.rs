//! Fairness: which infinite runs count, and the argument that none of them stays in a region.
//!
//! Conditions speak of states and of steps (by rule), so no history variables are needed.
//!
//! # The argument that a region has no fair run
//! Take a region `Z`. A set `V` of its states is *closed* if no step from `V` leads to
//! `Z` outside `V`.
//!
//! - If `V` is closed and no state and no step from `V` into `V` satisfies a justice condition, then a
//!   run that stays in `Z` and enters `V` is unfair: remove `V` from `Z`.
//! - If `V` is closed and no step from `V` into `V` satisfies the right side of a compassion condition,
//!   then a fair run that stays in `Z` takes only finitely many steps of its left side from `V`: forbid
//!   them there. (A run that never leaves `Z` and enters `V` stays in `V`.)
//! - If `V` is closed and no step from `V` into `V` is one that a condition of strong fairness promises,
//!   then a fair run that stays in `Z` is only finitely often at those states of `V` where somebody is
//!   ready: remove them from `Z`.
//!
//! All preserve "every fair run that eventually stays in the region eventually stays in what is
//! left", so if nothing is left there is none. The list of these
//! removals is a proof ([`Elimination`]); each step is checked by one image. Conversely, when
//! neither applies, every terminal component of what is left is a fair cycle, so the procedure
//! is complete. It ends because every step removes a state, or a step from a state, of
//! a finite system.

use index::IdSet;

use crate::{BitId, ControlId, Mask, Region, RuleId, Run, State};

/// Infinitely often: the control is one of these, or all bits of `empty` are clear (if given),
/// or the state is in one of the regions, or a step of one of the rules is taken.
#[derive(Clone, Debug, Default)]
pub struct Justice {
    pub name: String,
    pub controls: IdSet<ControlId>,
    pub empty: Option<Mask>,
    pub regions: Vec<Region>,
    pub rules: IdSet<RuleId>,
}

impl Justice {
    /// Whether being in `state` satisfies the condition.
    pub fn holds_in(&self, state: State) -> bool {
        self.controls.contains(state.control)
            || self.empty.is_some_and(|empty| !empty.intersects(state.bits))
            || self
                .regions
                .iter()
                .any(|region| region.control == state.control && region.guard.holds(state.bits))
    }
}

/// If infinitely often a step of `if_taken` is taken from a state in which `occupied` (if given) is
/// set, then infinitely often a step of `then_taken` is.
#[derive(Clone, Debug)]
pub struct Compassion {
    pub name: String,
    pub if_taken: IdSet<RuleId>,
    pub occupied: Option<BitId>,
    pub then_taken: IdSet<RuleId>,
}

impl Compassion {
    /// Whether a step of the rule from a state with these bits is one of the left side.
    pub fn counts(&self, rule: RuleId, bits: Mask) -> bool {
        self.if_taken.contains(rule) && self.occupied.is_none_or(|bit| bits.contains(bit))
    }
}

/// If infinitely often somebody is ready, then infinitely often a step of `then_taken` is taken. Somebody
/// is ready where the control is one of these, `occupied` (if given) is set, and the state is in none of
/// the regions in which somebody may have to wait.
#[derive(Clone, Debug)]
pub struct StrongFairness {
    pub name: String,
    pub controls: IdSet<ControlId>,
    pub occupied: Option<BitId>,
    pub may_wait: Vec<Region>,
    pub then_taken: IdSet<RuleId>,
}

impl StrongFairness {
    /// Whether somebody is ready in `state`.
    pub fn is_ready(&self, state: State) -> bool {
        let waits =
            |region: &Region| region.control == state.control && region.guard.holds(state.bits);
        self.controls.contains(state.control)
            && self.occupied.is_none_or(|bit| state.bits.contains(bit))
            && !self.may_wait.iter().any(waits)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Fairness {
    pub justice: Vec<Justice>,
    pub compassion: Vec<Compassion>,
    pub strong: Vec<StrongFairness>,
}

/// One step of the argument; see the module header. Indices are into [`Fairness`].
#[derive(Clone, Debug)]
pub enum Elimination<Set> {
    /// These states are removed, for this justice condition.
    Unjust { justice: usize, states: Set },
    /// Left sides of this compassion condition are forbidden from these states.
    Forbidden { compassion: usize, states: Set },
    /// These states are removed, in which this condition of strong fairness finds somebody ready who
    /// never goes on within the closed set `trap`.
    Insisted { strong: usize, trap: Set, states: Set },
}

/// An infinite run: a stem, then a cycle from its last state back to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    pub stem: Run,
    pub cycle: Vec<(Option<RuleId>, State)>,
}
