//! The symbolic engine: sets of states as decision diagrams, one per control.
//!
//! - [`Space`]: the diagrams' variables, the rules translated, images and preimages.
//! - [`Space::search`]: reachability by chaining, and runs read off its history.
//! - [`Hunt`]: fair cycles by elimination (see [`crate::Elimination`]).
//!
//! The diagrams are those of `oxidd`, with complement edges, on one thread: results are
//! canonical, so that the same question always has the same answer, bytes included.

mod arena;
mod hunt;
mod search;
mod space;
mod tour;

pub use hunt::{FairComponent, Hunt};
pub use search::{Reached, Response};
pub use space::{Diagram, DiagramNode, Space, StateSet};
