//! Weak simulation between two versions of a concurrent program: is everything that the *target*
//! does, among whatever others do, something that the *source* could have done?
//!
//! After *Compositional Reasoning for Shared-variable Concurrent Programs* (Zhang, Zhao, Sanán,
//! Liu, Tiu, Lin, Sun), Definition 6 and Algorithm 2, with what a literal reading gets wrong put
//! right: the environment is a reflexive and transitive relation and not a bounded number of
//! steps ([`environment`]), a source path must be enabled and not only lead well if it is
//! ([`compose`]), every start of the target has a partner, the environment must be able to keep
//! the relation, and ends, results and failures are observed.
//!
//! ```text
//!   ir::Program ×2 ── build ──▶ Machine ×2 ── explicit, game ──┬── failure      DOES NOT, with a run
//!                                                              └── simulate     REFINES, with a relation
//! ```
//!
//! Start reading at [`machine`] for what a step is, then [`problem`] for the question and
//! [`refine`](fn@refine) for the order of the attempts. The hard part of a proof is to choose how
//! the source answers; a game on small concrete states ([`game`]) is asked first, and its winning
//! moves are tried. Nothing that the game says is trusted in a proof, and nothing that a proof
//! attempt says is trusted in a refutation.
//!
//! What it cannot do: choose the source's answer by anything but the guards of its paths; see
//! into loops of the source that take more than a few steps unseen.

mod accesses;
mod build;
mod candidates;
pub mod compose;
pub mod crowd;
mod directed;
mod disturb;
mod domains;
pub mod environment;
pub mod explicit;
pub mod expr;
pub mod failure;
pub mod follow;
pub mod game;
mod liveness;
pub mod machine;
pub mod observe;
pub mod problem;
mod reading;
mod refine;
mod settle;
mod shape;
pub mod simulate;
pub mod term;
pub mod values;
pub mod walk;
mod weaken;

pub use build::{OWN_THREAD, Slots, build};
pub use refine::{Answer, Patience, Statistics, Why, refine};

#[cfg(test)]
mod tests;
