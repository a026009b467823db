//! Judging the checks: can anything fail in a state that the invariants allow?

use ir::CheckId;
use logic::TermId;

use crate::Conclusion;
use crate::fixpoint::{Lemmas, Slicer};
use crate::solver::Reply;

impl Slicer<'_> {
    pub(crate) fn judge(&mut self) -> Conclusion {
        if self.budget.check().is_err() {
            return Conclusion::OutOfBudget;
        }
        let mut open: Vec<CheckId> = Vec::new();
        for index in 0..self.blocks.dangers.len() {
            let dangers = &self.blocks.dangers[index];
            let (violations, unsupported) =
                (dangers.violations.clone(), dangers.unsupported.clone());
            let Lemmas::Known(context) = self.lemmas_at(dangers.from) else { continue };
            for step in unsupported {
                if self.may_hold(&context, step.guard) {
                    return Conclusion::Unsupported { edge: step.edge, what: step.what };
                }
            }
            let formulas: Vec<TermId> = violations.iter().map(|each| each.formula).collect();
            let any = self.encoder.pool.or(&formulas);
            if !self.may_hold(&context, any) {
                continue;
            }
            for violation in violations {
                if !open.contains(&violation.check) && self.may_hold(&context, violation.formula) {
                    open.push(violation.check);
                }
            }
        }
        if self.budget.check().is_err() {
            return Conclusion::OutOfBudget;
        }
        open.sort_unstable();
        if open.is_empty() { Conclusion::Proved } else { Conclusion::Open(open) }
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
