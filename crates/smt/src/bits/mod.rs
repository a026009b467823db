//! Hard questions about bit-vectors and arrays as a circuit, for a SAT solver.
//!
//! ```text
//!   terms ──translate──▶ circuit ──clauses──▶ CaDiCaL ──model──▶ values of any terms
//! ```
//!
//! Reads of arrays become choices ([`reads`]), as for Z3 in [`flat_reads`](crate::flat_reads).
//! On questions about unrolled loops over memory this is several times faster than Z3's own way, and it is
//! a second opinion: nothing of it is Z3's.

mod circuit;
mod clauses;
mod model;
mod reads;
mod translate;
mod words;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::rc::Rc;

use cadical::{Callbacks, Solver};
use logic::{TermId, TermPool};
use verdict::Budget;

use crate::limits::Effort;
use crate::session::Answer;
use circuit::Wire;
use clauses::Clauses;
pub(crate) use model::{BitModel, Open};
use translate::{Translation, conjuncts};

/// What Z3 counts per conflict of the solver here, roughly, where questions are hard.
const EFFORT_PER_CONFLICT: u32 = 4_000;

/// Ends the search when the budget is spent.
struct UntilSpent(Budget);

impl Callbacks for UntilSpent {
    fn terminate(&mut self) -> bool {
        self.0.is_spent()
    }
}

/// The answer to a question.
pub(crate) struct BitAnswer {
    pub answer: Answer,
    /// There is one where the answer is that there is one.
    pub model: Option<BitModel>,
}

impl BitAnswer {
    fn too_hard() -> Self {
        Self { answer: Answer::Unknown("the question is too hard".to_owned()), model: None }
    }
}

/// A solver that keeps what it was told and has learned.
#[derive(Default)]
pub(crate) struct BitSession {
    translation: Rc<RefCell<Translation>>,
    clauses: Clauses,
    solver: Solver<UntilSpent>,
}

impl BitSession {
    /// Is there a model of all the formulas? `None` if they cannot be said in bits, or not well.
    pub fn ask(
        &mut self,
        pool: &TermPool,
        formulas: &[TermId],
        budget: &Budget,
        effort: Effort,
    ) -> Option<BitAnswer> {
        let mut conditions = Vec::new();
        for formula in conjuncts(pool, formulas) {
            conditions.push(self.translation.borrow_mut().word(pool, formula)?[0]);
        }
        self.solve(&conditions, budget, effort)
    }

    /// From now on the formula is false.
    pub fn rule_out(&mut self, pool: &TermPool, formula: TermId) {
        let Self { translation, clauses, solver } = self;
        let Some(word) = translation.borrow_mut().word(pool, formula) else { return };
        if word[0].is_constant() {
            return;
        }
        clauses.say(&translation.borrow().circuit, &word, |clause| {
            solver.add_clause(clause.iter().copied());
        });
        solver.add_clause([-clauses.literal(word[0])]);
    }

    fn solve(
        &mut self,
        conditions: &[Wire],
        budget: &Budget,
        effort: Effort,
    ) -> Option<BitAnswer> {
        if conditions.contains(&Wire::FALSE) {
            return Some(BitAnswer { answer: Answer::Unsat, model: None });
        }
        let Self { translation, clauses, solver } = self;
        clauses.say(&translation.borrow().circuit, conditions, |clause| {
            solver.add_clause(clause.iter().copied());
        });
        let literals: Vec<i32> = conditions.iter().map(|wire| clauses.literal(*wire)).collect();
        if let Effort::Limited(limit) = effort {
            let n_conflicts = i32::try_from(limit / EFFORT_PER_CONFLICT).unwrap_or(i32::MAX);
            solver.set_limit("conflicts", n_conflicts.max(1)).ok()?;
        }
        solver.set_callbacks(Some(UntilSpent(budget.clone())));
        Some(match solver.solve_with(literals) {
            Some(true) => {
                let value = |wire| solver.value(clauses.literal(wire));
                let model = Some(BitModel::of(translation, conditions, value));
                BitAnswer { answer: Answer::Sat, model }
            }
            Some(false) => BitAnswer { answer: Answer::Unsat, model: None },
            None => BitAnswer::too_hard(),
        })
    }
}
