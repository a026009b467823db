//! Typed ids, and the containers keyed by them.
//!
//! Every table of Linchpin is a vector, and every reference into it is a small number that
//! knows which table it belongs to: an [`IndexVec<LocationId, Location>`](IndexVec) cannot be
//! read with an `EdgeId`. Ids are 32 bits wide with a niche, so `Option<LocationId>` costs no
//! more than `LocationId`. Iteration is always in id order, which is what keeps the output of
//! the whole program deterministic.
//!
//! ```
//! index::define_id!(
//!     /// A location of a control-flow automaton.
//!     pub struct LocationId, "l"
//! );
//! let mut names = index::IndexVec::<LocationId, &str>::new();
//! let entry = names.push("entry");
//! assert_eq!(names[entry], "entry");
//! assert_eq!(format!("{entry:?}"), "l0");
//! assert_eq!(size_of::<Option<LocationId>>(), 4);
//! ```

mod id;
mod id_set;
mod id_vec;

pub use id::Id;
pub use id_set::IdSet;
pub use id_vec::IndexVec;
