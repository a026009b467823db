//! Questions about formulas that grow: each has most in common with those before it.
//!
//! A search that follows runs step by step asks at every step about all steps so far. A solver that is made anew
//! for each question reads all of it again; one that stays reads what is new, and remembers what it has learned.
//!
//! That is a circuit for a SAT solver ([`bits`](crate::bits)). Most questions are easier for it, and some are not, so the
//! two take turns, with more and more effort, and what one of them answers alone takes little more than twice as
//! long. Of a few products, Z3's strategies find a model where circuits find none for minutes: those are for Z3 alone.

use logic::{BvBinary, Term, TermId, TermPool};
use verdict::Budget;

use crate::bits::BitSession;
use crate::limits::Effort;
use crate::one_question::OneQuestion;
use crate::session::Answer;

/// What each of the two may spend before the other tries, at first.
const FIRST_TURN: u32 = 2_000_000;
const GROWTH: u32 = 4;

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
        if multiplies_unknowns(pool, formulas) {
            return OneQuestion::ask(pool, formulas, budget, effort);
        }
        let mut turn = FIRST_TURN;
        loop {
            let own = effort.at_most(turn);
            if budget.check().is_err() {
                return OneQuestion::ask(pool, formulas, budget, own);
            }
            match budget.in_solver(|| self.bits.ask(pool, formulas, budget, own)) {
                Some(answer) if !matches!(answer.answer, Answer::Unknown(_)) => {
                    return OneQuestion::in_bits(answer);
                }
                Some(_) => {}
                // Integers of any size, equal arrays, or too much of it.
                None => return OneQuestion::ask(pool, formulas, budget, effort),
            }
            let question = OneQuestion::ask(pool, formulas, budget, own);
            let is_open = matches!(question.answer(), Answer::Unknown(_));
            if !is_open || own == effort || turn == u32::MAX || budget.check().is_err() {
                return question;
            }
            turn = turn.saturating_mul(GROWTH);
        }
    }

    /// A formula that has no model is false in all further questions, which the solver need not find out again.
    pub fn rule_out(&mut self, pool: &TermPool, formula: TermId) {
        self.bits.rule_out(pool, formula);
    }
}

fn multiplies_unknowns(pool: &TermPool, formulas: &[TermId]) -> bool {
    let is_constant = |term: TermId| matches!(pool[term], Term::BitVec(..));
    pool.postorder(formulas).into_iter().any(|term| match pool[term] {
        Term::BvBinary(BvBinary::Mul, a, b) => !is_constant(a) && !is_constant(b),
        _ => false,
    })
}
