//! One question, asked once.
//!
//! Z3 answers a formula that it sees whole and only once by its strategies for the formula's
//! theories, which rewrite it deeply before any search; an incremental session cannot. On
//! unrolled loops over bit-vectors the difference is often a hundredfold.

use logic::{TermId, TermPool, Value};
use verdict::Budget;
use z3::{Model, Params, SatResult, Solver};

use crate::read_value::read_value;
use crate::session::Answer;
use crate::z3_translate::Translation;

/// How much work a question may take, in Z3's own count of what it does. Unlike time it is the
/// same on every machine; a million is in the order of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As much as the budget allows.
    Unlimited,
    Limited(u32),
}

/// The answer to one question, with its model.
pub struct OneQuestion {
    answer: Answer,
    translation: Translation,
    model: Option<Model>,
}

impl OneQuestion {
    /// Is there a model of all the formulas?
    pub fn ask(pool: &TermPool, formulas: &[TermId], budget: &Budget, effort: Effort) -> Self {
        let mut translation = Translation::default();
        if let Err(exhausted) = budget.check() {
            let answer = Answer::Unknown(format!("{exhausted:?}"));
            return Self { answer, translation, model: None };
        }
        let solver = Solver::new();
        let mut params = Params::new();
        // Zero would mean no limit.
        if let Some(rest) = budget.remaining() {
            params.set_u32("timeout", u32::try_from(rest.as_millis()).unwrap_or(u32::MAX).max(1));
        }
        if let Effort::Limited(limit) = effort {
            params.set_u32("rlimit", limit.max(1));
        }
        solver.set_params(&params);
        for formula in formulas {
            solver.assert(translation.formula(pool, *formula));
        }
        let (answer, model) = match solver.check() {
            SatResult::Sat => (Answer::Sat, solver.get_model()),
            SatResult::Unsat => (Answer::Unsat, None),
            SatResult::Unknown => {
                (Answer::Unknown(solver.get_reason_unknown().unwrap_or_default()), None)
            }
        };
        Self { answer, translation, model }
    }

    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// The value of a term in the model, if there is one.
    pub fn value(&mut self, pool: &TermPool, term: TermId) -> Option<Value> {
        let value = self.model.as_ref()?.eval(&self.translation.term(pool, term), true)?;
        read_value(&value.to_string(), pool.sort(term))
    }
}
