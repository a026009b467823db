//! Outcomes, told: one plain model, and a module per way of telling it.
//!
//! [`Report`] knows the source, the verdict and what was found, and nothing of engines or of the
//! intermediate representation; whoever has an outcome fills it in. [`text`] is for people,
//! [`json`] for programs. Both are functions from the model to a string: printing is left to the
//! command line, and the same model gives the same bytes.

pub mod json;
pub mod model;
pub mod text;

pub use model::{Input, Report, Step, Violation};
