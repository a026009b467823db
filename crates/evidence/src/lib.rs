//! Every verdict is checked again before it is printed, by code that shares nothing with the
//! engine that found it.
//!
//! - [`cubes`]: array-based systems in Cubicle's language, for any number of processes.

pub mod cubes;
