//! The concrete interpreter: runs a program on given inputs and tells how the run ended.
//!
//! It replays the failing runs that engines find, and it is the oracle of the tests: what it
//! computes is compared with what a C compiler's program computes, and every abstract state must
//! contain what it computes. It is therefore exact where engines approximate: bytes, bits of
//! indeterminate values, pointers as addresses with the object they came from, floats of all
//! formats.
//!
//! It runs threads, one step at a time of any of them: `thread` says what a schedule is.
//!
//! Start reading at [`Interpreter`], then `code` for the form that programs run in, `step` for
//! what edges do, `memory` for what accesses need.
//!
//! ```
//! use ir_interp::{InputList, Interpreter, Options, Outcome, WhenExhausted};
//!
//! let text = "program LP64 entry main
//!     check c0: assertion \"x is not 7\"
//!     fn main() -> i32 {
//!       var x: i32
//!       entry L0 exit L1
//!       L0 -> L2: havoc x input
//!       L2 -> L3: check c0: (x != 7i32)
//!       L3 -> L1: return x
//!     }";
//! let source = source::Source::new("example.ir", text.as_bytes().to_vec());
//! let program = ir::text::parse(&source).expect("the example is well-formed");
//! let inputs = InputList::new(vec![7], WhenExhausted::Stop);
//! let outcome = Interpreter::new(&program, inputs, Options::default()).run();
//! assert!(matches!(outcome, Outcome::Violated { .. }));
//! ```

mod addresses;
mod call;
mod code;
mod compile;
mod deadlock;
mod demand;
mod eval;
mod fault;
mod finding;
mod float;
mod frame;
mod input;
mod integer;
mod interpreter;
mod leap;
mod look;
mod memory;
mod notes;
mod options;
mod outcome;
mod outside;
mod races;
mod roots;
mod shadow;
mod snapshot;
mod step;
mod taken_back;
mod thread;
mod thread_op;
mod trace;
mod value;
mod visible;

pub use addresses::{foreign_pointer, is_foreign};
pub use fault::FaultKind;
pub use finding::{BadPointer, Evaluated, Finding, Owner};
pub use input::{
    Globals, Holder, InputList, InputRequest, InputSource, RecordedInput, Script, Unknown,
    WhenExhausted,
};
pub use interpreter::Interpreter;
pub use look::{Place as LookPlace, Shared};
pub use notes::{Action, CalledBack, ChangedBytes, InputNote, Learned, NotedBytes, Pointee, Way};
pub use options::{Indeterminate, Options, RaceWatch, Record, VolatileReads};
pub use outcome::{Outcome, Site};
pub use races::{ListedAccess, Protection, Race};
pub use snapshot::{LiveLocals, Snapshot};
pub use thread::{FIRST_THREAD, Turn};
pub use trace::{Effect, Place, Step, Trace, Waiting};
pub use value::{Origin, Value};
pub use visible::has_divisible_steps;
