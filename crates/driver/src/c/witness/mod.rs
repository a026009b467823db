//! Witnesses of C programs: made from outcomes, and checked.
//!
//! [`make`] writes down what an outcome rests on, in the format of the field.

mod make;

pub use make::{MakeError, make};
