//! One question, asked once.
//!
//! Most questions are easy, and for those the making of the solver is what costs: Z3's strategy
//! for any mixture of theories takes 25 ms to set up, its plain core one. So the core is asked
//! first, with little effort.
//!
//! Hard formulas go on to Z3's strategies for the theories in them. These see a formula whole
//! and only once and rewrite it deeply before any search, which an incremental session cannot. On
//! unrolled loops over bit-vectors the difference is often a hundredfold.

use logic::{TermId, TermPool, Value};
use verdict::Budget;
use z3::ast::Bool;
use z3::{Model, SatResult, Solver, Tactic};

use crate::bits::{BitAnswer, Open};
use crate::limits::{Effort, limits};
use crate::read_value::read_value;
use crate::session::Answer;
use crate::z3_translate::{Theories, Translation};

/// Effort up to which the plain core is asked.
const EASY: u32 = 100_000;

fn check(
    solver: &Solver,
    formulas: &[Bool],
    budget: &Budget,
    effort: Effort,
) -> (Answer, Option<Model>) {
    solver.set_params(&limits(budget, effort));
    for formula in formulas {
        solver.assert(formula);
    }
    match solver.check() {
        SatResult::Sat => (Answer::Sat, solver.get_model()),
        SatResult::Unsat => (Answer::Unsat, None),
        SatResult::Unknown => {
            (Answer::Unknown(solver.get_reason_unknown().unwrap_or_default()), None)
        }
    }
}

/// Z3's answer.
struct Answered {
    answer: Answer,
    translation: Translation,
    model: Option<Model>,
}

/// The answer to one question, with its model.
pub struct OneQuestion(Answerer);

/// Who answered.
enum Answerer {
    Z3(Answered),
    Bits(BitAnswer),
}

impl Answered {
    fn to(pool: &TermPool, asked: &[TermId], budget: &Budget, effort: Effort) -> Self {
        let mut translation = Translation::of_formulas(pool, asked);
        if let Err(exhausted) = budget.check() {
            let answer = Answer::Unknown(format!("{exhausted:?}"));
            return Self { answer, translation, model: None };
        }
        let formulas: Vec<Bool> =
            asked.iter().map(|formula| translation.formula(pool, *formula)).collect();
        let first = match effort {
            Effort::Limited(limit) => limit.min(EASY),
            Effort::Unlimited => EASY,
        };
        let core = Tactic::new("smt").solver();
        let mut result = check(&core, &formulas, budget, Effort::Limited(first));
        if let Answer::Unknown(_) = result.0
            && effort != Effort::Limited(first)
            && budget.check().is_ok()
        {
            let mut formulas = formulas;
            let strategy = match translation.theories() {
                Theories::BitVectors => Tactic::new("qfbv").solver(),
                Theories::ArraysOfBitVectors => match Translation::without_arrays(pool, asked) {
                    Some((flat, flat_formulas)) => {
                        (translation, formulas) = (flat, flat_formulas);
                        Tactic::new("qfbv").solver()
                    }
                    None => Tactic::new("qfaufbv").solver(),
                },
                Theories::Mixed => Solver::new(),
            };
            result = check(&strategy, &formulas, budget, effort);
        }
        let (answer, model) = result;
        Self { answer, translation, model }
    }
}

impl OneQuestion {
    /// Is there a model of all the formulas?
    pub fn ask(pool: &TermPool, formulas: &[TermId], budget: &Budget, effort: Effort) -> Self {
        let answered = budget.in_solver(|| Answered::to(pool, formulas, budget, effort));
        Self(Answerer::Z3(answered))
    }

    /// Answered by a circuit.
    pub(crate) fn in_bits(answer: BitAnswer) -> Self {
        Self(Answerer::Bits(answer))
    }

    /// The same with reads as choices, whatever the question is.
    #[cfg(test)]
    pub fn ask_without_arrays(pool: &TermPool, formulas: &[TermId], budget: &Budget) -> Self {
        let (translation, formulas) =
            Translation::without_arrays(pool, formulas).expect("it goes without arrays");
        let solver = Tactic::new("qfbv").solver();
        let (answer, model) = check(&solver, &formulas, budget, Effort::Unlimited);
        Self(Answerer::Z3(Answered { answer, translation, model }))
    }

    pub fn answer(&self) -> &Answer {
        match &self.0 {
            Answerer::Z3(answered) => &answered.answer,
            Answerer::Bits(answered) => &answered.answer,
        }
    }

    /// The value of a term in the model, if there is one; what the model leaves open is zero.
    pub fn value(&mut self, pool: &TermPool, term: TermId) -> Option<Value> {
        self.value_in(pool, term, Open::IsZero)
    }

    /// The value of a term in all models that agree on what the answer rests on, if there is one.
    pub fn determined(&mut self, pool: &TermPool, term: TermId) -> Option<Value> {
        self.value_in(pool, term, Open::IsUntold)
    }

    fn value_in(&mut self, pool: &TermPool, term: TermId, open: Open) -> Option<Value> {
        match &mut self.0 {
            Answerer::Z3(Answered { translation, model, .. }) => {
                let term_there = translation.try_term(pool, term)?;
                let value = model.as_ref()?.eval(&term_there, open == Open::IsZero)?;
                read_value(&value.to_string(), pool.sort(term))
            }
            Answerer::Bits(BitAnswer { model, .. }) => model.as_mut()?.value(pool, term, open),
        }
    }
}
