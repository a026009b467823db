//! Restoring the relation: it is known at every pair, and others can do to the source what they do
//! to the target in such a way that it holds again.
//!
//! The paper's condition on the environment is empty where they cannot; then the simulation would say
//! nothing about runs (the hypothesis of its Theorem 5). Where the target's environment writes any
//! value, the source's writes the same; where it computes one, the source's computes its own.

use logic::{TermId, substitute};

use super::Flaw;
use super::certificate::Point;
use super::checker::Checker;

impl Checker<'_, '_> {
    /// The relation is known wherever the source has not done what is undefined, and kept by others.
    pub(super) fn check_restored(&mut self) -> Result<(), Flaw> {
        let relation = self.certificate.relation.clone();
        for pair in &self.certificate.pairs {
            let holds = |fact: &TermId| pair.facts.contains(fact);
            if pair.points.1 != Point::Undefined && !relation.iter().all(holds) {
                return Err(Flaw::Wrong("the relation is not known at some pair".to_owned()));
            }
        }
        for index in 0..self.certificate.commands.len() {
            // Where the relation alone is enough, it is so at every pair.
            if self.check_follows(index, &relation).is_ok() {
                continue;
            }
            for pair in self.certificate.pairs.clone() {
                if pair.points.1 != Point::Undefined {
                    self.check_follows(index, &pair.facts)?;
                }
            }
        }
        Ok(())
    }

    /// Where these facts hold, others can do to the source what a command does to the target, and
    /// keep the relation.
    fn check_follows(&mut self, index: usize, facts: &[TermId]) -> Result<(), Flaw> {
        let own = self.command(index);
        let command = self.certificate.commands[index].clone();
        let (slots, to_source, to_new) = (self.old_and_new(), self.to_source(), self.to_new());
        let mut values = Vec::new();
        for row in &slots {
            let update = command
                .updates
                .iter()
                .find(|(var, _)| self.certificate.target.vars.get(var) == Some(&row[0]));
            let value = match update {
                Some((_, None)) => row[1],
                Some((_, Some(value))) => substitute(self.pool(), &[*value], &to_source)[0],
                None => row[2],
            };
            values.push((row[3], value));
        }
        let by = self.renaming(values);
        let relation = self.certificate.relation.clone();
        let mut wanted = substitute(self.pool(), &[own], &to_source);
        wanted.extend(substitute(self.pool(), &relation, &to_new));
        let wanted = substitute(self.pool(), &wanted, &by);
        let mut assumed = facts.to_vec();
        assumed.push(own);
        self.demand(&assumed, &wanted, "others can keep the relation")
    }
}
