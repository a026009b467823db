//! Many questions about the same formulas.
//!
//! Where a model answers a question and the next one differs only by what is asked of the model,
//! the solver need not start again: it has the formulas in its own form, and has learned from
//! them. For pure bit-vectors that is Z3's SAT solver; for other theories its general one.

use std::time::Duration;

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
    /// The last question.
    asked: Vec<(TermId, Bool)>,
    limits: Option<(Option<Duration>, Effort)>,
}

impl Questions {
    /// Nothing is said yet. For thousands of small questions about formulas that come one by one, of any
    /// theory, Z3's general solver is several times faster than the one for bit-vectors, which
    /// prepares all of them anew.
    pub(crate) fn of_any_theory() -> Self {
        Self::with_solver(Solver::new(), Translation::default())
    }

    pub fn about(pool: &TermPool, formulas: &[TermId]) -> Self {
        let mut translation = Translation::default();
        let formulas: Vec<Bool> =
            formulas.iter().map(|formula| translation.formula(pool, *formula)).collect();
        let solver = match translation.theories() {
            Theories::BitVectors => Solver::new_for_logic("QF_BV").unwrap_or_default(),
            Theories::ArraysOfBitVectors | Theories::Mixed => Solver::new(),
        };
        let questions = Self::with_solver(solver, translation);
        for formula in &formulas {
            questions.solver.assert(formula);
        }
        questions
    }

    fn with_solver(solver: Solver, translation: Translation) -> Self {
        Self { solver, translation, model: None, asked: Vec::new(), limits: None }
    }

    /// To set parameters takes longer than many a question: the limit on time is renewed only when a good
    /// part of it is over.
    fn set_limits(&mut self, budget: &Budget, effort: Effort) {
        let rest = budget.patience();
        let is_near = |set: Duration, rest: Duration| rest <= set && rest.mul_f64(1.25) >= set;
        let is_set = match (self.limits, rest) {
            (Some((Some(set), last)), Some(rest)) => last == effort && is_near(set, rest),
            (Some((None, last)), None) => last == effort,
            _ => false,
        };
        if !is_set {
            self.solver.set_params(&limits(budget, effort));
            self.limits = Some((rest, effort));
        }
    }

    /// From now on this holds too.
    pub fn assert(&mut self, pool: &TermPool, formula: TermId) {
        self.solver.assert(self.translation.formula(pool, formula));
    }

    /// Is there a model in which these Boolean variables, or negations of such, are true?
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
        self.set_limits(budget, effort);
        let asked = variables.iter().map(|it| (*it, self.translation.formula(pool, *it)));
        self.asked = asked.collect();
        let variables: Vec<Bool> = self.asked.iter().map(|(_, it)| it.clone()).collect();
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

    /// Which of the last variables suffice for there being no model, if that was the answer.
    pub fn core(&self) -> Vec<TermId> {
        let core = self.solver.get_unsat_core();
        let of_core = |(_, it): &&(TermId, Bool)| core.contains(it);
        self.asked.iter().filter(of_core).map(|(variable, _)| *variable).collect()
    }

    /// The value of a term in the model, if the last answer was that there is one.
    pub fn value(&mut self, pool: &TermPool, term: TermId) -> Option<Value> {
        let value = self.model.as_ref()?.eval(&self.translation.term(pool, term), true)?;
        read_value(&value.to_string(), pool.sort(term))
    }
}
