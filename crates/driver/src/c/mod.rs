//! C programs, from the file to the outcome.

mod preprocess;

pub use preprocess::{DataModel, ReadError, read_source};
