//! Where ways meet: disjunctions of conditions that share most of what they say.
//!
//! The condition of a branch is what held before it and a literal more. Where its ways meet again, the
//! literals cancel out and what held before is left; a way that is part of another is no way of its own.
//!
//! ```text
//!   (c and a) or (c and not a)                 is   c
//!   (c and a) or (c and not a and b)           is   c and (a or b)
//! ```

use crate::pool::TermPool;
use crate::term::{Term, TermId};

/// More ways than this are compared by the solver.
const MAX_WAYS: usize = 8;

/// The conjuncts of a condition, sorted.
type Way = Vec<TermId>;

impl TermPool {
    /// What all conditions say, and what each says beyond that.
    pub fn apart(&mut self, conditions: &[TermId]) -> (TermId, Vec<TermId>) {
        let mut ways: Vec<Way> = conditions.iter().map(|it| self.conjuncts(*it)).collect();
        let shared = split_shared(&mut ways);
        let rests = ways.iter().map(|way| self.and(way)).collect();
        (self.and(&shared), rests)
    }

    /// A disjunction, with what its operands share said once; `None` if that is as it stands.
    pub(crate) fn met(&mut self, operands: &[TermId]) -> Option<TermId> {
        if operands.len() > MAX_WAYS {
            return None;
        }
        let mut ways: Vec<Way> = operands.iter().map(|it| self.conjuncts(*it)).collect();
        let mut is_changed = false;
        while self.join_two(&mut ways) {
            is_changed = true;
        }
        let shared = split_shared(&mut ways);
        if !is_changed && shared.is_empty() {
            return None;
        }
        let rests: Vec<TermId> = ways.iter().map(|way| self.and(way)).collect();
        let rest = self.or(&rests);
        Some(self.and(&[shared.as_slice(), &[rest]].concat()))
    }

    fn conjuncts(&self, condition: TermId) -> Way {
        match &self[condition] {
            Term::And(operands) => operands.to_vec(),
            _ => vec![condition],
        }
    }

    /// Takes a way out that is part of another, or a literal that another way makes needless.
    fn join_two(&self, ways: &mut Vec<Way>) -> bool {
        for (i, j) in (0..ways.len()).flat_map(|i| (0..ways.len()).map(move |j| (i, j))) {
            if i == j {
                continue;
            }
            let mut beyond = ways[i].iter().filter(|it| ways[j].binary_search(it).is_err());
            match (beyond.next(), beyond.next()) {
                // Whoever goes the way `j` goes the way `i`.
                (None, _) => {
                    ways.remove(j);
                    return true;
                }
                // `c and a` is a way: `c and not a and d` need not say `not a`.
                (Some(&literal), None) => {
                    let opposite = ways[j].iter().position(|it| self.are_opposite(*it, literal));
                    if let Some(opposite) = opposite {
                        ways[j].remove(opposite);
                        return true;
                    }
                }
                (Some(_), Some(_)) => {}
            }
        }
        false
    }

    fn are_opposite(&self, a: TermId, b: TermId) -> bool {
        self[a] == Term::Not(b) || self[b] == Term::Not(a)
    }
}

/// Takes out what all ways say.
fn split_shared(ways: &mut [Way]) -> Way {
    let Some((first, others)) = ways.split_first() else { return Way::new() };
    let is_shared = |it: &TermId| others.iter().all(|way| way.binary_search(it).is_ok());
    let shared: Way = first.iter().copied().filter(is_shared).collect();
    if !shared.is_empty() {
        for way in ways {
            way.retain(|it| shared.binary_search(it).is_err());
        }
    }
    shared
}
