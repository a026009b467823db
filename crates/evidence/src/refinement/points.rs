//! What a certificate may speak of: points outside of atomic blocks, and facts over the variables of
//! the two sides.
//!
//! A fact over the *new* value of a variable would change its meaning where others act, so that it
//! could be kept without being true of any state.

use logic::{TermId, TermPool};
use rustc_hash::FxHashSet;

use super::Flaw;
use super::certificate::Point;
use super::checker::Checker;

impl Checker<'_, '_> {
    pub(super) fn check_points(&mut self) -> Result<(), Flaw> {
        for pair in &self.certificate.pairs {
            for (point, walker) in [(pair.points.0, &self.target), (pair.points.1, &self.source)] {
                if let Point::At(location) = point
                    && walker.depth(location) != 0
                {
                    return Err(Flaw::Wrong("a point lies in an atomic block".to_owned()));
                }
            }
            if pair.points.0 == Point::Undefined && pair.points.1 != Point::Undefined {
                return Err(Flaw::Wrong("only the target is undefined".to_owned()));
            }
        }
        self.check_words()
    }

    fn check_words(&self) -> Result<(), Flaw> {
        let certificate = &*self.certificate;
        let (target, source) = (&certificate.target, &certificate.source);
        let of_states: Vec<TermId> =
            target.vars.values().chain(source.vars.values()).copied().collect();
        let mut facts: Vec<TermId> = certificate.relation.clone();
        facts.extend(&certificate.requires);
        facts.extend(certificate.pairs.iter().flat_map(|pair| &pair.facts));
        if !is_over(&certificate.pool, &facts, &of_states) {
            return Err(Flaw::Wrong("a fact is about more than the two states".to_owned()));
        }
        // What others leave alone may decide what they do.
        let shared = certificate.shared.iter().map(|pair| pair.0);
        let new = shared.filter_map(|var| target.next.get(&var));
        let of_others: Vec<TermId> = target.vars.values().chain(new).copied().collect();
        if !is_over(&certificate.pool, &certificate.rely, &of_others) {
            return Err(Flaw::Wrong(
                "the rely is about more than the target and what others write".to_owned(),
            ));
        }
        Ok(())
    }
}

/// Whether formulas have no variables but these.
pub(super) fn is_over(pool: &TermPool, formulas: &[TermId], vars: &[TermId]) -> bool {
    let own: FxHashSet<_> = vars.iter().filter_map(|it| pool.as_var(*it)).collect();
    pool.vars_of(formulas).iter().all(|var| own.contains(&var))
}
