//! Terms that can only be one of a few constants: choices with constants at their ends.
//!
//! Where loops are unrolled, counters that depend on the data are such choices. What is computed from
//! one and a constant is computed at its ends, so that it is such a choice again; a comparison becomes
//! a formula about the conditions, and memory that is accessed at one of a few constant places is
//! accessed at constant places.
//!
//! ```text
//!   j = c ? 1 : 2          4 * j + 100     is   c ? 104 : 108
//!                          a[j]            is   c ? a[1] : a[2]
//!                          j < 2           is   c
//! ```

use crate::boolean::is_constant;
use crate::pool::TermPool;
use crate::term::{Term, TermId};

/// Choices with more ends than this are left to the solver.
const MAX_ENDS: u8 = 24;
/// Choices with so many ends are ordered by their constants, so that each occurs once.
const MANY_ENDS: u8 = 5;

impl TermPool {
    /// How many constants stand at the ends of a term that is about to be interned, which has
    /// nothing else there; zero if it has, or if they are many.
    pub(crate) fn count_ends(&self, term: &Term) -> u8 {
        match *term {
            Term::BitVec(..) => 1,
            Term::Ite(_, t, e) => match (self.n_ends(t), self.n_ends(e)) {
                (0, _) | (_, 0) => 0,
                (t, e) if t + e > MAX_ENDS => 0,
                (t, e) => t + e,
            },
            _ => 0,
        }
    }

    fn is_choice(&self, term: TermId) -> bool {
        self.n_ends(term) > 1
    }

    /// An operation on two terms, computed at the ends of one, if the other is a constant.
    pub(crate) fn at_ends(
        &mut self,
        a: TermId,
        b: TermId,
        mut operation: impl FnMut(&mut Self, TermId, TermId) -> TermId,
    ) -> Option<TermId> {
        if self.is_choice(a) && is_constant(&self[b]) {
            Some(self.map_ends(a, &mut |pool, end| operation(pool, end, b)))
        } else if self.is_choice(b) && is_constant(&self[a]) {
            Some(self.map_ends(b, &mut |pool, end| operation(pool, a, end)))
        } else {
            None
        }
    }

    /// An operation on one term, computed at its ends.
    pub(crate) fn at_own_ends(
        &mut self,
        a: TermId,
        mut operation: impl FnMut(&mut Self, TermId) -> TermId,
    ) -> Option<TermId> {
        self.is_choice(a).then(|| self.map_ends(a, &mut operation))
    }

    fn map_ends(
        &mut self,
        term: TermId,
        operation: &mut dyn FnMut(&mut Self, TermId) -> TermId,
    ) -> TermId {
        match self[term] {
            Term::Ite(c, t, e) => {
                let (t, e) = (self.map_ends(t, operation), self.map_ends(e, operation));
                self.ite(c, t, e)
            }
            _ => operation(self, term),
        }
    }

    /// The constants that a choice can be, in order, each with the condition under which it is.
    pub(crate) fn values_of_choice(&mut self, term: TermId) -> Option<Vec<(TermId, TermId)>> {
        if !self.is_choice(term) {
            return None;
        }
        let always = self.top();
        let mut values: Vec<(TermId, TermId)> = Vec::new();
        let mut pending = vec![(term, always)];
        while let Some((term, condition)) = pending.pop() {
            if let Term::Ite(c, t, e) = self[term] {
                let not_c = self.not(c);
                let (then, otherwise) = (self.and2(condition, c), self.and2(condition, not_c));
                pending.extend([(t, then), (e, otherwise)]);
            } else if let Some((_, known)) = values.iter_mut().find(|(value, _)| *value == term) {
                let known_before = *known;
                *known = self.or2(known_before, condition);
            } else {
                values.push((term, condition));
            }
        }
        values.sort_unstable_by_key(|(value, _)| self.constant_bits(*value));
        Some(values)
    }

    /// A choice with many ends in which each constant occurs once, if some occur twice.
    pub(crate) fn without_repetition(&mut self, c: TermId, t: TermId, e: TermId) -> Option<TermId> {
        let n_ends = self.n_ends(t).saturating_add(self.n_ends(e));
        if self.n_ends(t) == 0 || self.n_ends(e) == 0 || n_ends < MANY_ENDS {
            return None;
        }
        let not_c = self.not(c);
        let mut values: Vec<(TermId, TermId)> = Vec::new();
        for (side, condition) in [(t, c), (e, not_c)] {
            let of_side = match self.values_of_choice(side) {
                Some(values) => values,
                None => vec![(side, self.top())],
            };
            for (value, holds) in of_side {
                let holds = self.and2(condition, holds);
                match values.iter().position(|(known, _)| *known == value) {
                    Some(at) => values[at].1 = self.or2(values[at].1, holds),
                    None => values.push((value, holds)),
                }
            }
        }
        if values.len() == usize::from(n_ends) {
            return None;
        }
        values.sort_unstable_by_key(|(value, _)| self.constant_bits(*value));
        let (mut chain, _) = values.pop()?;
        for (value, condition) in values.into_iter().rev() {
            chain = self.plain_ite(condition, value, chain);
        }
        Some(chain)
    }
}
