//! Judging the checks: can anything fail in a state that the invariants allow?
//!
//! All violations behind a head are asked about together, and the solver is kept: most of what can fail
//! does so in the first few models, and one answer clears all that cannot.

use ir::CheckId;
use logic::{Sort, TermId, Value};
use smt::{Answer, Questions};

use crate::Conclusion;
use crate::fixpoint::{Lemmas, Slicer};
use crate::solver::Reply;

/// For a question about all violations together, before each is asked about by itself.
const TOGETHER: u32 = 1_000_000;

/// A violation that is not decided yet: the check, and its formula.
type Undecided = (CheckId, TermId);

impl Slicer<'_> {
    pub(crate) fn judge(&mut self) -> Conclusion {
        if self.budget.check().is_err() {
            return Conclusion::OutOfBudget;
        }
        let mut open: Vec<CheckId> = Vec::new();
        for index in 0..self.blocks.dangers.len() {
            let dangers = &self.blocks.dangers[index];
            let unsupported = dangers.unsupported.clone();
            let undecided: Vec<Undecided> =
                dangers.violations.iter().map(|each| (each.check, each.formula)).collect();
            let Lemmas::Known(context) = self.lemmas_at(dangers.from) else { continue };
            for step in unsupported {
                if self.may_hold(&context, step.guard) {
                    return Conclusion::Unsupported { edge: step.edge, what: step.what };
                }
            }
            let formulas: Vec<TermId> = undecided.iter().map(|(_, formula)| *formula).collect();
            let any = self.encoder.pool.or(&formulas);
            if !self.may_hold(&context, any) {
                continue;
            }
            for (check, formula) in self.undecided_by_models(&context, undecided, &mut open) {
                if !open.contains(&check) && self.may_hold(&context, formula) {
                    open.push(check);
                }
            }
        }
        if self.budget.check().is_err() {
            return Conclusion::OutOfBudget;
        }
        open.sort_unstable();
        if open.is_empty() { Conclusion::Proved } else { Conclusion::Open(open) }
    }

    /// Finds checks that may fail, model by model, as long as the solver answers. What is handed back is not
    /// decided.
    fn undecided_by_models(
        &mut self,
        context: &[TermId],
        mut undecided: Vec<Undecided>,
        open: &mut Vec<CheckId>,
    ) -> Vec<Undecided> {
        let mut formulas = context.to_vec();
        let mut labels = self.labels(undecided.len());
        for (label, (_, formula)) in labels.iter().zip(&undecided) {
            formulas.push(self.encoder.pool.eq(*label, *formula));
        }
        let mut questions = Questions::about(&self.encoder.pool, &formulas);
        let effort = self.options.effort.at_most(TOGETHER);
        loop {
            let mut is_left = undecided.iter().map(|(check, _)| !open.contains(check));
            labels.retain(|_| is_left.next().unwrap_or(false));
            undecided.retain(|(check, _)| !open.contains(check));
            // Valid for this question only: the next is about fewer checks.
            let now = self.encoder.pool.fresh_var("now", Sort::Bool);
            let some_fails = self.encoder.pool.or(&labels);
            let clause = self.encoder.pool.implies(now, some_fails);
            questions.assert(&self.encoder.pool, clause);
            self.statistics.n_solver_calls += 1;
            match questions.ask(&self.encoder.pool, &[now], &self.budget, effort) {
                Answer::Unsat => return Vec::new(),
                Answer::Unknown(_) => return undecided,
                Answer::Sat => {}
            }
            let n_open = open.len();
            for (label, (check, _)) in labels.iter().zip(&undecided) {
                let fails = questions.value(&self.encoder.pool, *label) == Some(Value::Bool(true));
                if fails && !open.contains(check) {
                    open.push(*check);
                }
            }
            if open.len() == n_open {
                return undecided;
            }
        }
    }

    fn may_hold(&mut self, context: &[TermId], formula: TermId) -> bool {
        if self.encoder.pool[formula] == logic::Term::Bool(false) {
            return false;
        }
        let mut formulas = context.to_vec();
        formulas.push(formula);
        !matches!(self.ask(&formulas), Reply::Impossible)
    }
}
