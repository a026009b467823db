//! Constructors for truth values, equality and choice.

use crate::pool::TermPool;
use crate::sort::Sort;
use crate::term::{Term, TermId};

/// Conjunction and disjunction are mirror images.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Connective {
    And,
    Or,
}

impl TermPool {
    pub fn bool(&mut self, value: bool) -> TermId {
        self.intern(Term::Bool(value), Sort::Bool)
    }

    pub fn top(&mut self) -> TermId {
        self.bool(true)
    }

    pub fn bottom(&mut self) -> TermId {
        self.bool(false)
    }

    pub fn not(&mut self, a: TermId) -> TermId {
        match self[a] {
            Term::Bool(value) => self.bool(!value),
            Term::Not(inner) => inner,
            _ => self.intern(Term::Not(a), Sort::Bool),
        }
    }

    pub fn and(&mut self, operands: &[TermId]) -> TermId {
        self.connect(Connective::And, operands)
    }

    pub fn or(&mut self, operands: &[TermId]) -> TermId {
        self.connect(Connective::Or, operands)
    }

    pub fn and2(&mut self, a: TermId, b: TermId) -> TermId {
        self.and(&[a, b])
    }

    pub fn or2(&mut self, a: TermId, b: TermId) -> TermId {
        self.or(&[a, b])
    }

    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or2(not_a, b)
    }

    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        assert_eq!(self.sort(a), self.sort(b), "only terms of one sort can be equal");
        if a == b {
            return self.top();
        }
        let (a, b) = (a.min(b), a.max(b));
        if is_constant(&self[a]) && is_constant(&self[b]) {
            // Constants of one sort are hash-consed: different ids, different values.
            return self.bottom();
        }
        if self.sort(a) == Sort::Bool {
            for (one, other) in [(a, b), (b, a)] {
                match self[one] {
                    Term::Bool(true) => return other,
                    Term::Bool(false) => return self.not(other),
                    Term::Not(inner) if inner == other => return self.bottom(),
                    _ => {}
                }
            }
        }
        if matches!(self.sort(a), Sort::BitVec(_)) && self.are_apart(a, b) {
            return self.bottom();
        }
        if let Some(choice) = self.at_ends(a, b, Self::eq) {
            return choice;
        }
        for (one, other) in [(a, b), (b, a)] {
            if let Term::BitVec(_, bits) = self[other]
                && let Some(said_before) = self.equal_before_widening(one, bits)
            {
                return said_before;
            }
        }
        // `ite(c, 1, 0) == 1` is how a comparison looks after a detour through an integer.
        for (one, other) in [(a, b), (b, a)] {
            if let (Term::Ite(c, t, e), true) = (self[one].clone(), is_constant(&self[other])) {
                let then_is_constant = is_constant(&self[t]);
                let else_is_constant = is_constant(&self[e]);
                if then_is_constant && else_is_constant {
                    return match (t == other, e == other) {
                        (true, true) => self.top(),
                        (true, false) => c,
                        (false, true) => self.not(c),
                        (false, false) => self.bottom(),
                    };
                }
            }
        }
        self.intern(Term::Eq(a, b), Sort::Bool)
    }

    pub fn ite(&mut self, c: TermId, t: TermId, e: TermId) -> TermId {
        assert_eq!(self.sort(t), self.sort(e), "both branches have one sort");
        if t == e {
            return t;
        }
        match self[c] {
            Term::Bool(true) => return t,
            Term::Bool(false) => return e,
            Term::Not(inner) => return self.ite(inner, e, t),
            _ => {}
        }
        if self.sort(t) == Sort::Bool {
            match (&self[t], &self[e]) {
                (Term::Bool(true), _) => return self.or2(c, e),
                (Term::Bool(false), _) => {
                    let not_c = self.not(c);
                    return self.and2(not_c, e);
                }
                (_, Term::Bool(true)) => {
                    let not_c = self.not(c);
                    return self.or2(not_c, t);
                }
                (_, Term::Bool(false)) => return self.and2(c, t),
                _ => {}
            }
        }
        // A choice by the same condition inside has been made already.
        let t = match self[t] {
            Term::Ite(inner, then, _) if inner == c => then,
            _ => t,
        };
        let e = match self[e] {
            Term::Ite(inner, _, otherwise) if inner == c => otherwise,
            _ => e,
        };
        if t == e {
            return t;
        }
        if let Some(ordered) = self.without_repetition(c, t, e) {
            return ordered;
        }
        self.plain_ite(c, t, e)
    }

    /// A choice as it is.
    pub(crate) fn plain_ite(&mut self, c: TermId, t: TermId, e: TermId) -> TermId {
        let sort = self.sort(t);
        self.intern(Term::Ite(c, t, e), sort)
    }

    fn connect(&mut self, connective: Connective, operands: &[TermId]) -> TermId {
        let (neutral, absorbing) = match connective {
            Connective::And => (true, false),
            Connective::Or => (false, true),
        };
        let mut flat: Vec<TermId> = Vec::with_capacity(operands.len());
        for &operand in operands {
            debug_assert_eq!(self.sort(operand), Sort::Bool);
            match (&self[operand], connective) {
                (Term::Bool(value), _) if *value == neutral => {}
                (Term::Bool(_), _) => return self.bool(absorbing),
                (Term::And(inner), Connective::And) | (Term::Or(inner), Connective::Or) => {
                    flat.extend(inner.iter().copied());
                }
                _ => flat.push(operand),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let contradicts = flat.iter().any(|operand| match self[*operand] {
            Term::Not(inner) => flat.binary_search(&inner).is_ok(),
            _ => false,
        });
        if contradicts {
            return self.bool(absorbing);
        }
        match (flat.as_slice(), connective) {
            ([], _) => self.bool(neutral),
            ([single], _) => *single,
            (_, Connective::And) => self.intern(Term::And(flat.into()), Sort::Bool),
            (_, Connective::Or) => match self.met(&flat) {
                Some(shorter) => shorter,
                None => self.intern(Term::Or(flat.into()), Sort::Bool),
            },
        }
    }
}

pub(crate) fn is_constant(term: &Term) -> bool {
    matches!(term, Term::Bool(_) | Term::BitVec(..) | Term::Int(_))
}
