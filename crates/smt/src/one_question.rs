//! One question, asked once.
//!
//! Most questions are easy, and for those the making of the solver is what costs: Z3's strategy
//! for any mixture of theories takes 25 ms to set up, its plain core one. So the core is asked
//! first, with little effort.
//!
//! Hard formulas about bit-vectors and arrays become a circuit and go to a SAT solver
//! ([`bits`](crate::bits)), others to Z3's strategies for the theories in them. Both see a formula whole
//! and only once and rewrite it deeply before any search, which an incremental session cannot. On
//! unrolled loops over bit-vectors the difference is often a hundredfold.

use logic::{TermId, TermPool, Value};
use verdict::Budget;
use z3::ast::Bool;
use z3::{Model, SatResult, Solver, Tactic};

use crate::bits::{BitAnswer, BitSession, Open};
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

/// Who answered.
enum Answered {
    ByZ3 { answer: Answer, translation: Translation, model: Option<Model> },
    InBits(BitAnswer),
}

/// The answer to one question, with its model.
pub struct OneQuestion(Answered);

impl OneQuestion {
    /// Is there a model of all the formulas?
    pub fn ask(pool: &TermPool, formulas: &[TermId], budget: &Budget, effort: Effort) -> Self {
        Self(budget.in_solver(|| Answered::to(pool, formulas, budget, effort)))
    }

    /// The same in bits, however easy the question is.
    #[cfg(test)]
    pub fn ask_in_bits(pool: &TermPool, formulas: &[TermId], budget: &Budget) -> Self {
        let answered = BitSession::ask_once(pool, formulas, budget, Effort::Unlimited);
        Self::in_bits(answered.expect("it can be said in bits"))
    }

    /// Nobody was asked.
    pub(crate) fn unanswered(why: String) -> Self {
        Self::in_bits(BitAnswer { answer: Answer::Unknown(why), model: None })
    }

    pub(crate) fn in_bits(answer: BitAnswer) -> Self {
        Self(Answered::InBits(answer))
    }

    pub fn answer(&self) -> &Answer {
        match &self.0 {
            Answered::ByZ3 { answer, .. } => answer,
            Answered::InBits(question) => &question.answer,
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
            Answered::ByZ3 { translation, model, .. } => {
                let term_there = translation.term(pool, term);
                let value = model.as_ref()?.eval(&term_there, open == Open::IsZero)?;
                read_value(&value.to_string(), pool.sort(term))
            }
            Answered::InBits(BitAnswer { model, .. }) => model.as_mut()?.value(pool, term, open),
        }
    }
}

impl Answered {
    fn to(pool: &TermPool, asked: &[TermId], budget: &Budget, effort: Effort) -> Self {
        let mut translation = Translation::of_formulas(pool, asked);
        if let Err(exhausted) = budget.check() {
            let answer = Answer::Unknown(format!("{exhausted:?}"));
            return Self::ByZ3 { answer, translation, model: None };
        }
        let formulas: Vec<Bool> =
            asked.iter().map(|formula| translation.formula(pool, *formula)).collect();
        let first = effort.at_most(EASY);
        let (mut answer, mut model) = check(&Tactic::new("smt").solver(), &formulas, budget, first);
        if matches!(answer, Answer::Unknown(_)) && effort != first && budget.check().is_ok() {
            let theories = translation.theories();
            if theories != Theories::Mixed
                && let Some(question) = BitSession::ask_once(pool, asked, budget, effort)
            {
                return Self::InBits(question);
            }
            let strategy = match theories {
                Theories::BitVectors => Tactic::new("qfbv").solver(),
                Theories::ArraysOfBitVectors => Tactic::new("qfaufbv").solver(),
                Theories::Mixed => Solver::new(),
            };
            (answer, model) = check(&strategy, &formulas, budget, effort);
        }
        Self::ByZ3 { answer, translation, model }
    }
}
