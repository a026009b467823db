//! The requirement is total: every start of the target has a partner.
//!
//! Without that a simulation may say nothing about some runs. What the requirement and the relation
//! say of the target alone restricts its starts. The partner is the state of the source with the
//! same values, or with those that an equation gives it; that it is allowed is asked of the solver, so
//! that no quantifier is needed. A partner with other values is not looked for.

use logic::{Substitution, Term, TermId, TermPool, substitute};

use super::Flaw;
use super::checker::Checker;

impl Checker<'_, '_> {
    /// Every start of the target that its own requirements allow has a partner: the state with
    /// the same values.
    pub(super) fn check_partner(&mut self) -> Result<(), Flaw> {
        let [of_target, of_source] = self.initial();
        let mut by = Substitution::default();
        let certificate = &mut *self.certificate;
        let mut tie = |pool: &TermPool, own: Option<TermId>, other: Option<TermId>| {
            if let (Some(own), Some(other)) = (own, other)
                && let Some(var) = pool.as_var(other)
                && pool.sort(own) == pool.sort(other)
            {
                by.insert(var, own);
            }
        };
        for (own, other) in &certificate.shared {
            let own = certificate.target.vars.get(own).copied();
            tie(&certificate.pool, own, certificate.source.vars.get(other).copied());
        }
        let parameters =
            |program: &ir::Program| program.functions[program.entry].parameters.clone();
        let pairs = parameters(certificate.target.program);
        for (own, other) in pairs.iter().zip(parameters(certificate.source.program)) {
            let own = certificate.target.vars.get(own).copied();
            tie(&certificate.pool, own, certificate.source.vars.get(&other).copied());
        }
        for (var, value) in &of_source {
            if let Some(var) = certificate.pool.as_var(*var) {
                by.entry(var).or_insert(*value);
            }
        }
        // Conjuncts about the target alone restrict its starts.
        let mut conjuncts: Vec<TermId> = Vec::new();
        let mut pending: Vec<TermId> = certificate.requires.clone();
        pending.extend(&certificate.relation);
        while let Some(term) = pending.pop() {
            match &certificate.pool[term] {
                Term::And(operands) => pending.extend(operands.iter().copied()),
                _ => conjuncts.push(term),
            }
        }
        let own: Vec<TermId> = certificate.target.vars.values().copied().collect();
        let is_own = |pool: &TermPool, term: TermId| {
            pool.vars_of(&[term])
                .iter()
                .all(|var| own.iter().any(|known| pool.as_var(*known) == Some(var)))
        };
        // What is equal to something of the target alone has that value.
        for term in &conjuncts {
            let Term::Eq(a, b) = certificate.pool[*term] else { continue };
            for (it, value) in [(a, b), (b, a)] {
                if let Some(var) = certificate.pool.as_var(it)
                    && !is_own(&certificate.pool, it)
                    && is_own(&certificate.pool, value)
                {
                    by.entry(var).or_insert(value);
                }
            }
        }
        let mut assumed: Vec<TermId> =
            conjuncts.iter().copied().filter(|term| is_own(&certificate.pool, *term)).collect();
        let mut wanted = substitute(&mut certificate.pool, &conjuncts, &by);
        let mut facts = Vec::new();
        for (var, value) in &of_target {
            assumed.push(certificate.pool.eq(*var, *value));
        }
        for (var, value) in &of_source {
            facts.push(certificate.pool.eq(*var, *value));
        }
        wanted.extend(substitute(&mut certificate.pool, &facts, &by));
        match self.demand(&assumed, &wanted, "every start has a partner") {
            Err(Flaw::Wrong(_)) => Err(Flaw::NoPartner),
            other => other,
        }
    }
}
