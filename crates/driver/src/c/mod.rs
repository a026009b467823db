//! C programs, from the file to the outcome.

mod preprocess;

pub use preprocess::{ReadError, compiler_flag, read_source};
