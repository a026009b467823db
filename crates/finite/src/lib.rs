//! Boolean transition systems: who can be reached, and which cycles are fair.
//!
//! A [`TransitionSystem`] has a *control* (one of finitely many) and a set of *bits*. Its rules
//! either set and clear single bits under a guard, or map whole sets of bits to sets of
//! bits ([`Remap`]): that is the form in which an abstraction of many processes moves, and it is
//! kept because both engines can exploit it. Nothing here knows what a bit stands for.
//!
//! Two engines answer the same two questions:
//!
//! - [`symbolic`] keeps one decision diagram per control. Rules of the first kind need no second
//!   copy of the variables: their images are two cofactors.
//! - [`explicit`] keeps a list of states. It is slower and simple, and the tests hold the
//!   first against it.
//!
//! *Safety*: is a bad state reachable, and by which run ([`Search`])? *Liveness*: is there
//! a cycle, in a region, that satisfies every [`Justice`] and [`Compassion`] condition
//! ([`symbolic::Hunt`])? An answer "no" comes with a reason that can be checked by one image per
//! step ([`Elimination`]), so that whoever re-checks a proof need not search again.
//!
//! What is not here: variable reordering (the caller chooses the order of the bits), counters,
//! and temporal logic beyond the two questions.

pub mod explicit;
mod fairness;
mod mask;
mod smv;
pub mod symbolic;
mod system;

pub use fairness::{Compassion, Elimination, Fairness, Justice, Lasso, StrongFairness};
pub use mask::Mask;
pub use smv::{SmvProperty, to_smv};
pub use system::{
    BitId, ControlId, Guard, Move, Region, Remap, Rule, RuleId, Run, Search, State, Step,
    TransitionSystem,
};

/// Why an engine gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    #[error("the budget is spent")]
    Exhausted(verdict::Exhausted),
    /// The table of decision diagrams, or of states, is full.
    #[error("the state space does not fit into memory")]
    Full,
}

impl From<verdict::Exhausted> for Stop {
    fn from(exhausted: verdict::Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}
