//! Symbolic heaps: states of programs with linked structures of any size.
//!
//! A [`State`] describes concrete states: what variables hold, and which blocks there are. Blocks
//! are written out byte by byte offset, or summed up by an inductive [`Predicate`]: a whole
//! structure (`Ind`) or a stretch of one (`Seg`).
//!
//! ```text
//!   a = &n0;  p = &n2;  n0 |-> { 0: 1, 8: &n1 } * list(n1 => n2) * n2 |-> { 8: 0 }
//! ```
//!
//! Start reading at [`state`] for what a state means, [`predicate`] for the definitions. Then the
//! operations, each of which may describe more concrete states than it was given, and never fewer:
//! [`unfold`] writes a block out, [`fold`] sums blocks up, [`join`] describes what either of two
//! states of one form does, [`merge`] proposes one state for two of different forms where their
//! [`silhouette`]s fit, [`inclusion`] decides (not always) whether one state describes all that another
//! does, [`implied`] takes in what structures say of numbers, [`learn`] finds the links that predicates
//! are made from. [`membership`] says the same of
//! concrete heaps; the tests hold every operation against it. What people write is in [`annotation`].

pub mod annotation;
mod below;
pub mod fold;
pub mod implied;
pub mod inclusion;
pub mod join;
pub mod learn;
pub mod membership;
pub mod merge;
mod names;
pub mod predicate;
pub mod reach;
pub mod silhouette;
pub mod state;
pub mod unfold;
pub mod value;

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

pub use annotation::Annotations;
pub use predicate::{Arg, Empty, Field, Guard, PredId, Predicate, Predicates, Presence, Rule};
pub use state::{Background, Block, Cell, Edge, Form, Kind, Sort, State};
pub use value::{Integers, NodeId, Range, SymId, Value};
