//! Which of the clauses a proof needs: the others are left out of what is told.
//!
//! One clause after the other is dropped, and what is left is proved again, re-check included; if that
//! is no proof, the clause is needed. What comes out is a proof of its own, from which no single
//! clause that was tried can be dropped.
//!
//! # Ends
//! Each clause is dropped at most once, and the work is bounded by questions to the solver, so
//! that the same clauses are told however fast the machine is.

use encode::Integers;
use engine_slicing::{Options, Seeds};
use ir_passes::rely::{Clause, Fact, Units, consistent, with_rely};

use super::rely::{RECURSION, Search};
use crate::c::automaton::{Automaton, Memory};
use crate::c::slicing::{Slicing, slicing};

/// Questions to the solver, of all tries together.
const MAX_QUESTIONS: u64 = 3_000;
/// How much a core is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoreEffort {
    /// It is told beside an answer: bounds that follow from values and equalities are left out, if
    /// one try shows that the rest is a proof.
    Brief,
    /// It is what was asked for.
    Whole,
}

impl Search<'_> {
    /// The clauses that are needed of those of a proof.
    pub(super) fn core(
        &self,
        mut clauses: Vec<Clause>,
        units: &Units,
        seeds: Seeds,
    ) -> Vec<Clause> {
        let mut n_questions = 0;
        if self.effort == CoreEffort::Brief {
            let is_needed = |clause: &&Clause| !clauses.iter().any(|it| implies(it, clause));
            let fewer: Vec<Clause> = clauses.iter().filter(is_needed).cloned().collect();
            let is_fewer = fewer.len() < clauses.len();
            let is_proof = is_fewer && self.proves(&fewer, units, seeds, &mut n_questions);
            return if is_proof { fewer } else { clauses };
        }
        for index in (0..clauses.len()).rev() {
            if n_questions > MAX_QUESTIONS || self.budget.check().is_err() {
                break;
            }
            if index >= clauses.len() {
                continue;
            }
            let mut fewer = clauses.clone();
            fewer.remove(index);
            let fewer = consistent(fewer);
            if self.proves(&fewer, units, seeds, &mut n_questions) {
                clauses = fewer;
            }
        }
        clauses
    }

    fn proves(
        &self,
        clauses: &[Clause],
        units: &Units,
        seeds: Seeds,
        n_questions: &mut u64,
    ) -> bool {
        let Ok(made) = with_rely(&self.inlined, &self.points_to, units, clauses) else {
            return false;
        };
        let Some(automaton) = Automaton::of(&made.program, RECURSION, Integers::Machine) else {
            return false;
        };
        let options = Options { strategy: self.strategy, seeds, ..Options::default() };
        let budget = self.budget.into();
        let (sliced, is_proved) =
            match slicing(&made.program, &automaton, Memory::Regions, options, budget) {
                Slicing::Proved(sliced) => (sliced, true),
                Slicing::Open(sliced) => (sliced, false),
                Slicing::RecursionCut(_) | Slicing::Unknown(_) | Slicing::InternalError(_) => {
                    return false;
                }
            };
        *n_questions += sliced.statistics.n_solver_calls;
        is_proved
    }
}

/// Whether the first says the second as well, and more: what a number is, or that two are the same.
fn implies(stronger: &Clause, weaker: &Clause) -> bool {
    let (stronger, weaker) = match (stronger, weaker) {
        (Clause::Always { fact: stronger }, Clause::Always { fact: weaker }) => (stronger, weaker),
        (
            Clause::WhileFree { lock, fact: stronger },
            Clause::WhileFree { lock: other, fact: weaker },
        ) if lock == other => (stronger, weaker),
        _ => return false,
    };
    match (stronger, weaker) {
        (
            Fact::Within { unit, values },
            Fact::AtLeast { unit: of, .. } | Fact::AtMost { unit: of, .. },
        ) => unit == of && values.len() == 1,
        (Fact::Apart { unit, other, by: 0 }, Fact::Ordered { low, high }) => {
            [unit, other] == [low, high] || [other, unit] == [low, high]
        }
        _ => false,
    }
}
