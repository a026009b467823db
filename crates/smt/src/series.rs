//! Questions about formulas that grow: each has most in common with those before it.
//!
//! A search that follows runs step by step asks at every step about all steps so far. A solver that is made anew
//! for each question reads all of it again; one that stays reads what is new, and remembers what it has learned.

use logic::{TermId, TermPool};
use verdict::Budget;

use crate::bits::BitSession;
use crate::limits::Effort;
use crate::one_question::OneQuestion;

/// A series of questions about terms of one pool.
#[derive(Default)]
pub struct Series {
    bits: BitSession,
}

impl Series {
    /// Is there a model of all the formulas?
    pub fn ask(
        &mut self,
        pool: &TermPool,
        formulas: &[TermId],
        budget: &Budget,
        effort: Effort,
    ) -> OneQuestion {
        if let Err(exhausted) = budget.check() {
            return OneQuestion::unanswered(format!("{exhausted:?}"));
        }
        match budget.in_solver(|| self.bits.ask(pool, formulas, budget, effort)) {
            Some(answer) => OneQuestion::in_bits(answer),
            // Integers of any size, equal arrays, or too much of it.
            None => OneQuestion::ask(pool, formulas, budget, effort),
        }
    }

    /// A formula that has no model is false in all further questions, which the solver need not find out again.
    pub fn rule_out(&mut self, pool: &TermPool, formula: TermId) {
        self.bits.rule_out(pool, formula);
    }
}
