//! Solver sessions: a stack of assertions that can be asked whether it is satisfiable.
//!
//! Two kinds. [`Z3Session`] runs Z3 in process and is what engines use: terms are translated
//! once, assumptions and cores are cheap. [`PipeSession`] speaks SMT-LIB 2 to any solver in
//! another process, for cross-checking; it shares nothing with Z3's bindings, so that a mistake
//! there does not agree with itself. [`OneQuestion`] is Z3 for a formula that is asked about
//! once, [`Questions`] for one that is asked about over and over, [`Series`] for formulas that grow,
//! [`Ways`] for one that is too hard as a whole.
//!
//! A session belongs to the [`TermPool`](logic::TermPool) it is fed from, and to one thread.

mod bits;
mod cheaper;
mod flat_reads;
mod growing;
mod limits;
mod one_question;
mod pipe;
mod questions;
mod read_value;
mod series;
mod session;
mod ways;
mod z3_session;
mod z3_translate;

pub use growing::GrowingQuestions;
pub use limits::{Effort, solver_version};
pub use one_question::OneQuestion;
pub use pipe::{PipeError, PipeSession};
pub use questions::Questions;
pub use series::Series;
pub use session::{Answer, Session};
pub use ways::{Pains, Ways};
pub use z3_session::Z3Session;

#[cfg(test)]
mod tests;
