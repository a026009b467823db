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
/// The same for small questions, of which Z3 spends most on getting ready.
const EFFORT_PER_CONFLICT_OF_MANY: u32 = 100;

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
    /// What holds throughout.
    said: Vec<Wire>,
    /// What the last question assumed, and the wires of it.
    assumed: Vec<(TermId, Wire)>,
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
        self.solve(&conditions, budget, conflicts(effort, EFFORT_PER_CONFLICT))
    }

    /// From now on the formula holds. `None` if it cannot be said in bits, or not well.
    pub fn assert(&mut self, pool: &TermPool, formula: TermId) -> Option<()> {
        let Self { translation, clauses, solver, said, .. } = self;
        for part in conjuncts(pool, &[formula]) {
            let wire = translation.borrow_mut().word(pool, part)?[0];
            clauses.say(&translation.borrow().circuit, &[wire], |clause| {
                solver.add_clause(clause.iter().copied());
            });
            solver.add_clause([clauses.literal(wire)]);
            said.push(wire);
        }
        Some(())
    }

    /// Is there a model of all that was asserted in which these variables, or negations of such, are true?
    pub fn ask_assuming(
        &mut self,
        pool: &TermPool,
        variables: &[TermId],
        budget: &Budget,
        effort: Effort,
    ) -> Option<BitAnswer> {
        self.assumed.clear();
        for variable in variables {
            let wire = self.translation.borrow_mut().word(pool, *variable)?[0];
            self.assumed.push((*variable, wire));
        }
        let assumed: Vec<Wire> = self.assumed.iter().map(|(_, wire)| *wire).collect();
        self.solve(&assumed, budget, conflicts(effort, EFFORT_PER_CONFLICT_OF_MANY))
    }

    /// What of the last assumptions suffices for there being no model, if that was the answer.
    pub fn core(&self) -> Vec<TermId> {
        let constant = self.assumed.iter().find(|(_, wire)| *wire == Wire::FALSE);
        if let Some((variable, _)) = constant {
            return vec![*variable];
        }
        let has_failed = |(_, wire): &&(TermId, Wire)| {
            let literal = self.clauses.literal_of_known(*wire);
            literal.is_some_and(|literal| self.solver.failed(literal))
        };
        self.assumed.iter().filter(has_failed).map(|(variable, _)| *variable).collect()
    }

    /// From now on the formula is false.
    pub fn rule_out(&mut self, pool: &TermPool, formula: TermId) {
        let Self { translation, clauses, solver, .. } = self;
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
        n_conflicts: Option<i32>,
    ) -> Option<BitAnswer> {
        if conditions.contains(&Wire::FALSE) {
            return Some(BitAnswer { answer: Answer::Unsat, model: None });
        }
        let Self { translation, clauses, solver, said, .. } = self;
        clauses.say(&translation.borrow().circuit, conditions, |clause| {
            solver.add_clause(clause.iter().copied());
        });
        let literals: Vec<i32> = conditions.iter().map(|wire| clauses.literal(*wire)).collect();
        if let Some(n_conflicts) = n_conflicts {
            solver.set_limit("conflicts", n_conflicts).ok()?;
        }
        solver.set_callbacks(Some(UntilSpent(budget.clone())));
        Some(match solver.solve_with(literals) {
            Some(true) => {
                let value = |wire| solver.value(clauses.literal(wire));
                let wires: Vec<Wire> = said.iter().chain(conditions).copied().collect();
                let model = Some(BitModel::of(translation, &wires, value));
                BitAnswer { answer: Answer::Sat, model }
            }
            Some(false) => BitAnswer { answer: Answer::Unsat, model: None },
            None => BitAnswer::too_hard(),
        })
    }
}

/// So many conflicts at most, where the effort is limited.
fn conflicts(effort: Effort, of_each: u32) -> Option<i32> {
    match effort {
        Effort::Unlimited => None,
        Effort::Limited(limit) => Some(i32::try_from(limit / of_each).unwrap_or(i32::MAX).max(1)),
    }
}
