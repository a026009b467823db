//! From a task to its outcome: the room that knows all the others.
//!
//! Engines answer questions about programs that are already lowered; users have files, options
//! and little time. The driver stands between: [`c`] reads C programs (through the system's
//! preprocessor where needed), [`protocol`] and [`cubicle`] answer for protocols,
//! [`refine`] compares two programs. It does not print and does not
//! decide about exit codes; the command line does that.

pub mod c;
mod closest;
pub mod cubicle;
mod kind_of_file;
pub mod protocol;
pub mod refine;
mod task;
mod task_definition;

pub use c_lower::{Allocation, DeviceMemory, Externals, Surroundings, Volatile};
pub use c_sema::types::DataModel;
pub use closest::closest;
pub use kind_of_file::is_cpp;
pub use smt::solver_version;
pub use task::{Task, TaskError, TaskOptions, Unasked};
pub use task_definition::{TaskDefinition, TaskProperty, parse_task_definition};
