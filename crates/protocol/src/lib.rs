//! Parameterized protocols: the `.lpp` language, its model, and concrete instances of K
//! processes.

pub mod chart;
pub mod eval;
pub mod explore;
pub mod instance;
mod lasso;
mod model;
pub mod quotient;
pub mod run;
pub mod simulate;
mod syntax;

pub use model::*;
pub use syntax::{format::format, read};

/// The deepest nesting of parentheses and operators that the parser accepts. Everything that
/// recurses over a [`Formula`] relies on it.
pub const MAX_NESTING: usize = 200;

/// The largest number, in absolute value, that a protocol may contain.
pub const MAX_NUMBER: i64 = 1_000_000;
