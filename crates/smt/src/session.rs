//! What every solver session can do.

use logic::{TermId, TermPool, Value};
use verdict::Budget;

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model; [`Session::value`] reads it.
    Sat,
    /// There is none; [`Session::core`] names assumptions that suffice for that.
    Unsat,
    /// The budget was spent, or the solver gave up. Never to be read as either of the others.
    Unknown(String),
}

/// An incremental solver.
pub trait Session {
    /// Adds a formula to the current level.
    fn assert(&mut self, pool: &TermPool, formula: TermId);

    /// Opens a level; `pop` forgets what was asserted since.
    fn push(&mut self);

    fn pop(&mut self);

    /// Is there a model of all assertions and assumptions? Assumptions count for this question
    /// only.
    fn check(&mut self, pool: &TermPool, assumptions: &[TermId], budget: &Budget) -> Answer;

    /// The value of a term in the model of the last answer, if that was [`Answer::Sat`]. Terms of
    /// array sort have none; read their elements.
    fn value(&mut self, pool: &TermPool, term: TermId) -> Option<Value>;

    /// Assumptions of the last question that are unsatisfiable with the assertions, if the answer
    /// was [`Answer::Unsat`]. Not necessarily minimal.
    fn core(&mut self) -> Vec<TermId>;

    /// How many questions have been asked.
    fn n_checks(&self) -> u64;
}
