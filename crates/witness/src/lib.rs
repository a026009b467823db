//! Verification witnesses of the field: the YAML format 2.0, read and written.
//!
//! A *correctness witness* lists C expressions that hold at loops and statements; with them a
//! proof should be easy. A *violation witness* lists waypoints that a failing run passes.
//!
//! ```text
//!   text ── read ──▶ Witness ── write ──▶ text          read(write(w)) is w
//! ```
//!
//! Start reading at [`model`]. This room knows YAML and the rules of the format; it does not know
//! C. Expressions are texts here, and whether a place exists in the program is asked elsewhere.
//!
//! # What is read
//! Versions 2.0 and 2.1, as far as the two agree. Entries and invariants of types that we do not
//! know are left out with a warning: a correctness witness that claims less is still a witness.
//! A waypoint that we do not know is an error, since a run that ignores it need not follow the
//! witness.

pub mod model;
mod quote;
mod read;
mod reader;
mod seal;
mod specification;
mod write;

pub use model::{
    Action, Content, Expression, Invariant, Location, Metadata, Producer, Task, Waypoint,
    WaypointType, Witness,
};
pub use read::read;
pub use seal::{sha256_hex, timestamp};
pub use specification::specification;
pub use write::write;

#[cfg(test)]
mod tests;
