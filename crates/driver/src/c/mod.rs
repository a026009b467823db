//! C programs, from the file to the outcome.
//!
//! [`read_source`] gets the text, [`compile`] makes the intermediate representation with the
//! checks in it, [`verify`] looks for the answer. The command line prints between these steps
//! what was asked for.

pub mod annotated;
mod automaton;
mod bounded;
mod checks;
mod chosen_input;
mod contracts;
mod cross_check;
mod directed;
mod each_check;
mod effects;
mod environment;
mod explain;
mod explore;
mod faults;
mod front_end;
mod inner_names;
pub mod invariants;
mod link;
mod linkage;
mod missing_entry;
mod model_inputs;
mod models;
mod nothing_asked;
mod only_run;
mod plain_run;
mod portfolio;
mod preprocess;
mod question;
mod reading;
mod records;
pub mod reproducer;
mod shapes;
mod slicing;
pub mod specified;
mod tail_calls;
mod threads;
mod times;
mod vacuity;
mod values;
mod verify;
pub mod witness;

pub use checks::open_checks;
pub use encode::Integers;
pub use engine_shape::Clump;
pub use evidence::SecondSolver;
pub(crate) use front_end::compile_with;
pub use front_end::{CompileError, Compiled, compile, read_ir, syntax_text};
pub use invariants::{LoopPictures, MergePicture, heap_pictures};
pub use portfolio::{Depth, Engine, Plan};
pub use preprocess::{
    Preprocessing, ReadError, compiler_flag, files_in, is_standard, name_of, read_source,
    read_sources,
};
pub use shapes::drawn as draw_shapes;
pub use verify::{trust_box, verify, verify_explained};
