//! Relaxed conjunctive normal form: a formula as a conjunction of lemmas (Def. 2).
//!
//! The more lemmas a formula falls into, the finer it can be weakened; a full conjunctive normal
//! form would be exponential. Three rules, until nothing changes:
//!
//! - *flattening*: nested conjunctions become one, and `y = (c ? a : b)` becomes
//!   `c ⇒ y = a` and `¬c ⇒ y = b`;
//! - *factorization*: what all ways of a disjunction have in common becomes a lemma of its own;
//! - *expansion*: a small disjunction of conjunctions is multiplied out, once.
//!
//! Variables that could not be eliminated are given up on the way, never at the price of
//! soundness: in a positive position a part that mentions one is replaced by *true*. A condition
//! that decides several values and cannot be expressed is first resolved by cases, so that the
//! values stay related: from `p = (c ? 1 : 2)` and `s = (c ? 1 : 0)` come `p = 1 ∨ p = 2`,
//! `p = 1 ∨ s = 0` and `p = 2 ∨ s = 1`.

use std::collections::BTreeMap;

use index::IdSet;
use logic::{Sort, Term, TermId, TermPool, VarId, replace};
use rustc_hash::FxHashMap;

/// Disjunctions whose expansion has more clauses than this stay as they are.
const MAX_EXPANSION: usize = 24;
/// A head with more lemmas than this would spend its time in weakening.
const MAX_LEMMAS: usize = 600;
/// Lemmas larger than this say too much at once to survive a loop.
const MAX_SIZE: usize = 400;
/// Conditions that are resolved by cases.
const MAX_CASES: usize = 12;

/// The conjunction as lemmas over the variables that are kept.
pub(crate) fn relaxed_cnf(
    pool: &mut TermPool,
    conjuncts: &[TermId],
    kept: &IdSet<VarId>,
) -> Vec<TermId> {
    let mut form = Form { pool, kept, clean: FxHashMap::default(), lemmas: Vec::new() };
    let mut pending: Vec<TermId> = conjuncts.to_vec();
    form.resolve_cases(&mut pending);
    pending.reverse();
    while let Some(conjunct) = pending.pop() {
        if form.lemmas.len() >= MAX_LEMMAS {
            break;
        }
        form.flatten(conjunct, &mut pending);
    }
    let mut lemmas = form.lemmas;
    lemmas.sort_unstable();
    lemmas.dedup();
    lemmas
}

struct Form<'a> {
    pool: &'a mut TermPool,
    kept: &'a IdSet<VarId>,
    clean: FxHashMap<TermId, bool>,
    lemmas: Vec<TermId>,
}

impl Form<'_> {
    /// Is it a formula over kept variables only, small, and without functions of unknown meaning?
    fn is_clean(&mut self, term: TermId) -> bool {
        if let Some(known) = self.clean.get(&term) {
            return *known;
        }
        for below in self.pool.postorder(&[term]) {
            if self.clean.contains_key(&below) {
                continue;
            }
            let node = &self.pool[below];
            let is_clean = match node {
                Term::Var(var) => self.kept.contains(*var),
                Term::Apply(..) => false,
                Term::Eq(a, _) if matches!(self.pool.sort(*a), Sort::Array(..)) => false,
                _ => node.operands().iter().all(|operand| self.clean[operand]),
            };
            self.clean.insert(below, is_clean);
        }
        self.clean[&term]
    }

    fn add(&mut self, lemma: TermId) {
        if self.pool[lemma] != Term::Bool(true)
            && self.is_clean(lemma)
            && self.pool.postorder(&[lemma]).len() <= MAX_SIZE
        {
            self.lemmas.push(lemma);
        }
    }

    /// Takes one conjunct apart, into lemmas and smaller conjuncts.
    fn flatten(&mut self, conjunct: TermId, pending: &mut Vec<TermId>) {
        match self.pool[conjunct].clone() {
            Term::And(parts) => pending.extend(parts.iter().rev()),
            Term::Or(ways) => self.disjunction(&ways, pending),
            Term::Not(inner) => match self.pool[inner].clone() {
                Term::Or(parts) => {
                    for part in parts.iter().rev() {
                        pending.push(self.pool.not(*part));
                    }
                }
                Term::And(parts) => {
                    let ways: Vec<TermId> = parts.iter().map(|part| self.pool.not(*part)).collect();
                    self.disjunction(&ways, pending);
                }
                Term::Ite(c, a, b) => {
                    let (a, b) = (self.pool.not(a), self.pool.not(b));
                    self.by_cases(c, a, b, pending);
                }
                _ => self.add(conjunct),
            },
            Term::Ite(c, a, b) => self.by_cases(c, a, b, pending),
            Term::Eq(a, b) => match (self.pool[a].clone(), self.pool[b].clone()) {
                (Term::Ite(c, x, y), _) => {
                    let (x, y) = (self.pool.eq(x, b), self.pool.eq(y, b));
                    self.by_cases(c, x, y, pending);
                }
                (_, Term::Ite(c, x, y)) => {
                    let (x, y) = (self.pool.eq(a, x), self.pool.eq(a, y));
                    self.by_cases(c, x, y, pending);
                }
                _ => self.add(conjunct),
            },
            _ => self.add(conjunct),
        }
    }

    /// `c ? a : b` as a conjunct.
    fn by_cases(&mut self, c: TermId, a: TermId, b: TermId, pending: &mut Vec<TermId>) {
        if self.is_clean(c) {
            let not_c = self.pool.not(c);
            pending.push(self.pool.or2(c, b));
            pending.push(self.pool.or2(not_c, a));
        } else {
            self.disjunction(&[a, b], pending);
        }
    }

    /// Factorization and expansion. Each way is a conjunction; parts that mention what is not
    /// kept are true.
    fn disjunction(&mut self, ways: &[TermId], pending: &mut Vec<TermId>) {
        let mut cases: Vec<Vec<TermId>> = Vec::new();
        for way in ways {
            let parts = self.parts(*way);
            if parts.is_empty() {
                return;
            }
            cases.push(parts);
        }
        let Some((first, others)) = cases.split_first() else { return };
        let common: Vec<TermId> = first
            .iter()
            .copied()
            .filter(|part| others.iter().all(|case| case.contains(part)))
            .collect();
        pending.extend(&common);
        for case in &mut cases {
            case.retain(|part| !common.contains(part));
            if case.is_empty() {
                return;
            }
        }
        let n_clauses = cases.iter().try_fold(1usize, |n, case| n.checked_mul(case.len()));
        if n_clauses.is_some_and(|n| n <= MAX_EXPANSION) {
            self.expand(&cases);
        } else {
            let ways: Vec<TermId> = cases.iter().map(|case| self.pool.and(case)).collect();
            let lemma = self.pool.or(&ways);
            self.add(lemma);
        }
    }

    /// The conjuncts of a way, without those that mention what is not kept.
    fn parts(&mut self, way: TermId) -> Vec<TermId> {
        let mut parts = Vec::new();
        let mut pending = vec![way];
        while let Some(term) = pending.pop() {
            match self.pool[term].clone() {
                Term::And(inner) => pending.extend(inner.iter().rev()),
                Term::Not(inner) => match self.pool[inner].clone() {
                    Term::Or(inner) => {
                        for part in inner.iter().rev() {
                            pending.push(self.pool.not(*part));
                        }
                    }
                    _ => parts.push(term),
                },
                // A value that depends on what is not kept is one of two.
                Term::Eq(a, b) => {
                    let weakened = self.either_value(a, b);
                    parts.push(weakened.unwrap_or(term));
                }
                _ => parts.push(term),
            }
        }
        parts.retain(|part| self.pool[*part] != Term::Bool(true) && self.is_clean(*part));
        parts
    }

    fn either_value(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (value, c, x, y) = match (self.pool[a].clone(), self.pool[b].clone()) {
            (Term::Ite(c, x, y), _) => (b, c, x, y),
            (_, Term::Ite(c, x, y)) => (a, c, x, y),
            _ => return None,
        };
        if self.is_clean(c) {
            return None;
        }
        let (is_x, is_y) = (self.pool.eq(value, x), self.pool.eq(value, y));
        Some(self.pool.or2(is_x, is_y))
    }

    /// Multiplies out: one clause per choice of a part from every case.
    fn expand(&mut self, cases: &[Vec<TermId>]) {
        let mut clauses: Vec<Vec<TermId>> = vec![Vec::new()];
        for case in cases {
            let mut longer = Vec::with_capacity(clauses.len() * case.len());
            for clause in &clauses {
                for part in case {
                    let mut clause = clause.clone();
                    clause.push(*part);
                    longer.push(clause);
                }
            }
            clauses = longer;
        }
        for clause in clauses {
            let lemma = self.pool.or(&clause);
            self.add(lemma);
        }
    }

    /// Conditions that cannot be expressed and that decide more than one value, most frequent
    /// first: the conjuncts that mention one are joined from its two cases.
    fn resolve_cases(&mut self, conjuncts: &mut Vec<TermId>) {
        for _ in 0..MAX_CASES {
            let Some((condition, among)) = self.shared_condition(conjuncts) else { return };
            let rest = conjuncts.iter().copied().filter(|it| !among.contains(it)).collect();
            let (yes, no) = (self.pool.top(), self.pool.bottom());
            let case = |pool: &mut TermPool, value| {
                replace(pool, &among, &FxHashMap::from_iter([(condition, value)]))
            };
            let (if_true, if_false) = (case(self.pool, yes), case(self.pool, no));
            let mut pending = Vec::new();
            let ways = [self.pool.and(&if_true), self.pool.and(&if_false)];
            if among.len() <= 5 {
                self.disjunction(&ways, &mut pending);
            } else {
                for (a, b) in if_true.into_iter().zip(if_false) {
                    pending.push(self.pool.or2(a, b));
                }
            }
            *conjuncts = rest;
            conjuncts.extend(pending);
        }
    }

    /// A condition that is not clean, and the equations that it decides.
    fn shared_condition(&mut self, conjuncts: &[TermId]) -> Option<(TermId, Vec<TermId>)> {
        let mut users: BTreeMap<TermId, Vec<TermId>> = BTreeMap::new();
        for conjunct in conjuncts {
            let Term::Eq(a, b) = self.pool[*conjunct] else { continue };
            for side in [a, b] {
                let mut value = side;
                while let Term::Ite(c, _, otherwise) = self.pool[value] {
                    if !self.is_clean(c) {
                        users.entry(c).or_default().push(*conjunct);
                    }
                    value = otherwise;
                }
            }
        }
        for among in users.values_mut() {
            among.dedup();
        }
        let shared = users.into_iter().filter(|(_, among)| among.len() >= 2);
        shared.max_by_key(|(condition, among)| (among.len(), std::cmp::Reverse(*condition)))
    }
}
