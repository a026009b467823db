//! What GNU C means: names, types, layout, constants, implicit conversions made explicit.

pub mod typed;
pub mod types;
