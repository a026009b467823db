//! Thousands of questions about formulas that come one by one.
//!
//! The property-directed search says a step once and asks for ever: can it be taken under these lemmas to those
//! states? Such a question is a few Boolean variables that are assumed, which is what a SAT solver does best:
//! it keeps what it has learned, and names the assumptions that an answer rests on. So the formulas become a
//! circuit for one ([`bits`](crate::bits)). Where they cannot, or where it finds no answer with the effort that a question is
//! worth, Z3 is asked, which is told everything only then.

#[cfg(test)]
mod tests;

use logic::{TermId, TermPool, Value};
use verdict::Budget;

use crate::bits::{BitModel, BitSession, Open};
use crate::limits::Effort;
use crate::questions::Questions;
use crate::session::Answer;

/// Formulas that hold from when they are said, and questions about them.
pub struct GrowingQuestions {
    /// None once something was said that is not said in bits.
    bits: Option<BitSession>,
    z3: Option<Questions>,
    said: Vec<TermId>,
    /// How many of them Z3 was told.
    n_told: usize,
    last: Last,
}

/// Who answered the last question.
enum Last {
    Bits(Option<BitModel>),
    Z3,
}

impl Default for GrowingQuestions {
    fn default() -> Self {
        let bits = Some(BitSession::default());
        Self { bits, z3: None, said: Vec::new(), n_told: 0, last: Last::Bits(None) }
    }
}

impl GrowingQuestions {
    /// From now on this holds too.
    pub fn assert(&mut self, pool: &TermPool, formula: TermId) {
        self.said.push(formula);
        if let Some(bits) = &mut self.bits
            && bits.assert(pool, formula).is_none()
        {
            self.bits = None;
        }
    }

    /// Is there a model in which these Boolean variables, or negations of such, are true?
    pub fn ask(
        &mut self,
        pool: &TermPool,
        variables: &[TermId],
        budget: &Budget,
        effort: Effort,
    ) -> Answer {
        if let Err(exhausted) = budget.check() {
            return Answer::Unknown(format!("{exhausted:?}"));
        }
        if let Some(bits) = &mut self.bits {
            match budget.in_solver(|| bits.ask_assuming(pool, variables, budget, effort)) {
                Some(told) if !matches!(told.answer, Answer::Unknown(_)) => {
                    self.last = Last::Bits(told.model);
                    return told.answer;
                }
                Some(_) => {}
                None => self.bits = None,
            }
        }
        self.last = Last::Z3;
        let z3 = self.z3.get_or_insert_with(Questions::of_any_theory);
        for formula in &self.said[self.n_told..] {
            z3.assert(pool, *formula);
        }
        self.n_told = self.said.len();
        z3.ask(pool, variables, budget, effort)
    }

    /// Which of the last variables suffice for there being no model, if that was the answer.
    pub fn core(&self) -> Vec<TermId> {
        match (&self.last, &self.bits, &self.z3) {
            (Last::Bits(_), Some(bits), _) => bits.core(),
            (Last::Z3, _, Some(z3)) => z3.core(),
            _ => Vec::new(),
        }
    }

    /// The value of a term in the model, if the last answer was that there is one.
    pub fn value(&mut self, pool: &TermPool, term: TermId) -> Option<Value> {
        match (&mut self.last, &mut self.z3) {
            (Last::Bits(model), _) => model.as_mut()?.value(pool, term, Open::IsZero),
            (Last::Z3, Some(z3)) => z3.value(pool, term),
            (Last::Z3, None) => None,
        }
    }
}
