//! What all conditions are checked with: the question that a fresh solver is asked, and values of
//! one side or one time in the place of others.
//!
//! A question that the solver leaves open is no answer: the certificate is not accepted, and
//! nobody says that it is wrong.

use ir::{Type, VarId};
use logic::{Substitution, Term, TermId, TermPool, substitute};
use rustc_hash::FxHashMap;
use smt::{Answer as Solved, Effort, OneQuestion};
use verdict::Budget;

use super::certificate::{Certificate, Point, Reading};
use super::walk::Walker;
use super::{Checked, Flaw};

pub(super) struct Checker<'c, 'a> {
    pub(super) certificate: &'c mut Certificate<'a>,
    pub(super) target: Walker<'c>,
    pub(super) source: Walker<'c>,
    pub(super) budget: &'c Budget,
    pub(super) checked: Checked,
}

impl Checker<'_, '_> {
    pub(super) fn pool(&mut self) -> &mut TermPool {
        &mut self.certificate.pool
    }

    /// Whether nothing satisfies all of these.
    pub(super) fn is_impossible(&mut self, all: &[TermId], what: &str) -> Result<bool, Flaw> {
        self.checked.n_questions += 1;
        let mut all = all.to_vec();
        all.extend(self.ranges());
        let pool = &self.certificate.pool;
        let question = OneQuestion::ask(pool, &all, self.budget, Effort::Limited(50_000_000));
        match question.answer() {
            Solved::Unsat => Ok(true),
            Solved::Sat => Ok(false),
            Solved::Unknown(_) => Err(Flaw::Open(what.to_owned())),
        }
    }

    /// The assumptions imply all of these.
    pub(super) fn demand(
        &mut self,
        assumed: &[TermId],
        all: &[TermId],
        what: &str,
    ) -> Result<(), Flaw> {
        let all: Vec<TermId> = all.iter().copied().filter(|it| !assumed.contains(it)).collect();
        let wanted = self.pool().and(&all);
        if self.certificate.pool[wanted] == Term::Bool(true) {
            return Ok(());
        }
        let mut formulas = assumed.to_vec();
        formulas.push(self.pool().not(wanted));
        match self.is_impossible(&formulas, what)? {
            true => Ok(()),
            false => Err(Flaw::Wrong(format!("it does not follow that {what}"))),
        }
    }

    /// With unbounded integers, unsigned variables hold what they can hold.
    pub(super) fn ranges(&mut self) -> Vec<TermId> {
        if self.certificate.reading == Reading::Machine {
            return Vec::new();
        }
        let mut vars: Vec<(TermId, u8)> = Vec::new();
        for side in [&self.certificate.target, &self.certificate.source] {
            for map in [&side.vars, &side.next] {
                for (var, term) in map {
                    if let Type::Int(int) = side.program.vars[*var].ty
                        && !int.is_signed()
                    {
                        vars.push((*term, int.width));
                    }
                }
            }
        }
        vars.sort();
        let pool = self.pool();
        let mut facts = Vec::new();
        for (term, width) in vars {
            let (zero, end) = (pool.int(0), pool.int(1 << width.min(126)));
            facts.push(pool.int_le(zero, term));
            facts.push(pool.int_lt(term, end));
        }
        facts
    }

    /// What is known at a pair of points, if it is listed.
    pub(super) fn known(&self, points: (Point, Point)) -> Option<Vec<TermId>> {
        let pair = self.certificate.pairs.iter().find(|pair| pair.points == points);
        pair.map(|pair| pair.facts.clone())
    }

    /// Variables of the pool in the place of others.
    pub(super) fn renaming(
        &self,
        pairs: impl IntoIterator<Item = (TermId, TermId)>,
    ) -> Substitution {
        let pool = &self.certificate.pool;
        pairs.into_iter().filter_map(|(from, to)| Some((pool.as_var(from)?, to))).collect()
    }

    /// Old and new values of the target, and those of the source.
    pub(super) fn old_and_new(&self) -> Vec<[TermId; 4]> {
        let certificate = &*self.certificate;
        let of = |(own, other): &(VarId, VarId)| {
            Some([
                *certificate.target.vars.get(own)?,
                *certificate.target.next.get(own)?,
                *certificate.source.vars.get(other)?,
                *certificate.source.next.get(other)?,
            ])
        };
        certificate.shared.iter().filter_map(of).collect()
    }

    /// The target's old and new values become the source's.
    pub(super) fn to_source(&self) -> Substitution {
        let slots = self.old_and_new();
        self.renaming(slots.iter().flat_map(|row| [(row[0], row[2]), (row[1], row[3])]))
    }

    /// Old values become new ones, on both sides.
    pub(super) fn to_new(&self) -> Substitution {
        let slots = self.old_and_new();
        self.renaming(slots.iter().flat_map(|row| [(row[0], row[1]), (row[2], row[3])]))
    }

    /// Facts over the values after a step of both.
    pub(super) fn after(
        &mut self,
        facts: &[TermId],
        target: &FxHashMap<VarId, TermId>,
        source: &FxHashMap<VarId, TermId>,
    ) -> Vec<TermId> {
        let mut by = Substitution::default();
        let certificate = &mut *self.certificate;
        for (vars, store) in
            [(&certificate.target.vars, target), (&certificate.source.vars, source)]
        {
            for (var, term) in vars {
                if let (Some(known), Some(value)) = (certificate.pool.as_var(*term), store.get(var))
                {
                    by.insert(known, *value);
                }
            }
        }
        substitute(&mut certificate.pool, facts, &by)
    }
}
