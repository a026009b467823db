//! Questions to the solver, counted.

use logic::TermId;
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use encode::Encoder;

use crate::Statistics;

/// What a question came to.
pub(crate) enum Reply {
    Impossible,
    Possible(Box<OneQuestion>),
    /// Not answered within its effort, or the budget is spent.
    Unanswered,
}

/// Can all the formulas hold together?
pub(crate) fn ask(
    encoder: &Encoder<'_>,
    formulas: &[TermId],
    budget: &Budget,
    effort: Effort,
    statistics: &mut Statistics,
) -> Reply {
    if formulas.iter().any(|formula| encoder.pool[*formula] == logic::Term::Bool(false)) {
        return Reply::Impossible;
    }
    statistics.n_solver_calls += 1;
    let question = OneQuestion::ask(&encoder.pool, formulas, budget, effort);
    match question.answer() {
        Answer::Unsat => Reply::Impossible,
        Answer::Sat => Reply::Possible(Box::new(question)),
        Answer::Unknown(_) => Reply::Unanswered,
    }
}
