//! Closure under the environment: at each pair a step of the rely on both sides, after which the
//! relation holds, leads to what is known there.
//!
//! That there is such a step on the source's side is not asked here but in `restore`: alone, this
//! condition is empty where the relation cannot be kept.

use logic::substitute;

use super::Flaw;
use super::certificate::Point;
use super::checker::Checker;

impl Checker<'_, '_> {
    pub(super) fn check_closure(&mut self) -> Result<(), Flaw> {
        if self.certificate.commands.is_empty() {
            return Ok(());
        }
        let (to_source, to_new) = (self.to_source(), self.to_new());
        let rely = self.certificate.rely.clone();
        let rely_of_source = substitute(self.pool(), &rely, &to_source);
        let relation = self.certificate.relation.clone();
        let relation_after = substitute(self.pool(), &relation, &to_new);
        for pair in self.certificate.pairs.clone() {
            if pair.points.1 == Point::Undefined {
                continue;
            }
            let mut assumed = pair.facts.clone();
            assumed.extend(&rely);
            assumed.extend(&rely_of_source);
            assumed.extend(&relation_after);
            let after = substitute(self.pool(), &pair.facts, &to_new);
            self.demand(&assumed, &after, "what is known is kept by others")?;
        }
        Ok(())
    }
}
