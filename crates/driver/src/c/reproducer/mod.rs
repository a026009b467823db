//! A C file that makes a failing run happen outside of Linchpin.
//!
//! The file defines what the program leaves to its environment, with the values of the confirmed
//! run. Compiled together with the program by the system's `cc`, it fails in the same way: error
//! functions and leaks tell so themselves, undefined behaviour is told by the sanitizers.
//!
//! ```text
//!   program.c ──┐
//!               ├── cc (-m32, -fsanitize=...) ──▶ runs into the failure
//!   out.c ──────┘   inputs in the order of the run; stubs for the rest
//! ```
//!
//! [`plan`] decides what is defined and how the failure is seen, [`text`] writes the file,
//! [`confirm`] compiles and runs it. What the run read, what `main` was called with, and what
//! functions without body did to memory is told by `environment`; `surroundings` plays it.
//!
//! # What it cannot do
//! Another file does not reach uninitialised locals; they are zero by a compiler's option, and
//! where the run needs other values, the file says so. The same holds for outputs of inline
//! assembly, records that a function without body returns, error labels, and branches on
//! indeterminate values, for which `cc` has no detector.

pub mod confirm;
mod failure;
mod library_names;
mod plan;
mod surroundings;
mod text;
mod turns;

pub use confirm::{Confirmation, confirm};
pub use plan::{Plan, plan};
pub use text::text;
