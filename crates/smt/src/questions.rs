//! Many questions about the same formulas.
//!
//! Where a model answers a question and the next one differs only by what is asked of the model,
//! the solver need not start again: it has the formulas in its own form, and has learned from
//! them. For pure bit-vectors that is Z3's SAT solver; for other theories its general one.

use logic::{TermId, TermPool, Value};
use verdict::Budget;
use z3::ast::Bool;
use z3::{Model, SatResult, Solver};

use crate::limits::{Effort, limits};
use crate::read_value::read_value;
use crate::session::Answer;
use crate::z3_translate::{Theories, Translation};

/// Formulas that hold throughout, and questions about them.
pub struct Questions {
    solver: Solver,
    translation: Translation,
    model: Option<Model>,
}

impl Questions {
    pub fn about(pool: &TermPool, formulas: &[TermId]) -> Self {
        let mut translation = Translation::default();
        let formulas: Vec<Bool> =
            formulas.iter().map(|formula| translation.formula(pool, *formula)).collect();
        let solver = match translation.theories() {
            Theories::BitVectors => Solver::new_for_logic("QF_BV").unwrap_or_default(),
            Theories::ArraysOfBitVectors | Theories::Mixed => Solver::new(),
        };
        for formula in &formulas {
            solver.assert(formula);
        }
        Self { solver, translation, model: None }
    }

    /// From now on this holds too.
    pub fn assert(&mut self, pool: &TermPool, formula: TermId) {
        self.solver.assert(self.translation.formula(pool, formula));
    }

    /// Is there a model in which these Boolean variables are true?
    pub fn ask(
        &mut self,
        pool: &TermPool,
        variables: &[TermId],
        budget: &Budget,
        effort: Effort,
    ) -> Answer {
        self.model = None;
        if let Err(exhausted) = budget.check() {
            return Answer::Unknown(format!("{exhausted:?}"));
        }
        self.solver.set_params(&limits(budget, effort));
        let variables: Vec<Bool> =
            variables.iter().map(|variable| self.translation.formula(pool, *variable)).collect();
        match budget.in_solver(|| self.solver.check_assumptions(&variables)) {
            SatResult::Sat => {
                self.model = self.solver.get_model();
                Answer::Sat
            }
            SatResult::Unsat => Answer::Unsat,
            SatResult::Unknown => {
                Answer::Unknown(self.solver.get_reason_unknown().unwrap_or_default())
            }
        }
    }

    /// The value of a term in the model, if the last answer was that there is one.
    pub fn value(&mut self, pool: &TermPool, term: TermId) -> Option<Value> {
        let value = self.model.as_ref()?.eval(&self.translation.term(pool, term), true)?;
        read_value(&value.to_string(), pool.sort(term))
    }
}
