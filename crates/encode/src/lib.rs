//! From the IR to terms: what a stretch of program does, as formulas.
//!
//! The input is a program that is one automaton without calls (`ir_passes::inline`). An
//! [`Encoder`] keeps a *symbolic state* per location: a term for every variable and every region
//! of memory, and the condition under which a run is there. [`Encoder::step`] moves a set of such
//! states over one loop-free stretch, from cut point to cut point, and gives the states at its
//! end and the condition under which each check fails on the way. States that meet are merged
//! with `ite`; paths are never enumerated.
//!
//! # Values
//! Integers are bit-vectors of their width, or, if so asked, of any size ([`Integers`]). Floats are their bits; what
//! is known of operations on them is in `float`. Pointers
//! are described in `address`, memory in `memory`.
//!
//! # Sound for proofs, exact for most refutations
//! Every run of the program is a model of the formulas, up to the point where C leaves its
//! meaning open. The converse holds except where an over-approximation was noted
//! ([`Encoder::is_exact`]): floats, addresses as numbers, copies of unknown length. A model is
//! therefore a candidate, which the interpreter confirms.

mod address;
mod block;
mod condition;
mod edge;
mod expr;
mod float;
mod float_bounds;
mod float_convert;
mod float_landmarks;
mod float_operand;
mod float_order;
mod follow;
mod identity;
mod initial;
mod integers;
mod invariants;
mod known_object;
mod lifetimes;
mod memory;
mod moved_pointer;
mod op;
mod predicates;
mod product_facts;
mod reachable;
mod read_only;
mod reinterpreted;
mod shadow;
mod state;
mod stretch;
mod terminators;
mod unbounded;
mod uninterpreted;

pub use address::AddressFormat;
pub use block::{Entry, Step, UnsupportedStep, Violation};
pub use edge::Moved;
pub use follow::Followed;
pub use integers::Integers;
pub use invariants::{Fact, Facts, Invariants};
pub use known_object::ObjectBehind;
pub use op::{InputEvent, InputSite};
pub use shadow::ShadowForm;
pub use state::{Component, Encoder, State, Unencodable};

#[cfg(test)]
mod concrete_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unbounded_tests;
