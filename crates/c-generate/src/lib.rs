//! A generator of small C programs, and the comparison of what our interpreter makes of them
//! with what the system's C compiler does.
//!
//! Programs are made from a list of small numbers ([`Choices`]), so that any of them can be made
//! again and shrunk. Those of [`generate`] are free of undefined behaviour, end, and return a
//! checksum of all they computed. Those of [`draft`] end in a question, and the compiler tells the
//! answer by running them on all inputs.

mod asked;
mod batch;
mod cc;
mod choices;
mod compare;
mod declare;
mod expr;
mod faulty;
mod feature;
mod float_expr;
mod front;
mod function;
mod generator;
mod judge;
mod place;
mod program;
mod range;
mod sanitizer;
mod shrink;
mod statement;
mod types;
mod work_dir;

pub use asked::{Asked, Draft, Input, Seen, Subject, Truth, draft, look, truths};
pub use batch::Batch;
pub use cc::{CcError, Executable, Printed, Sanitizers, compile};
pub use choices::Choices;
pub use compare::{CompareError, Difference, compare, minimise};
pub use faulty::{Faulty, Mistake, generate_faulty};
pub use front::{FrontError, Lowered, lower};
pub use judge::{Found, Inserted, judge};
pub use program::{Generated, PRELUDE, generate};
pub use sanitizer::{first_complaint, names_line};
pub use shrink::shrink;
pub use types::Model;
