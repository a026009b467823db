//! A dense set of ids: one bit each, iterated in id order.

use std::fmt;
use std::marker::PhantomData;

use crate::Id;

const BITS: usize = u64::BITS as usize;

/// A set of ids. It grows by itself, and equal sets are equal whatever their history:
/// trailing empty words are never kept.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdSet<I> {
    words: Vec<u64>,
    id: PhantomData<fn(I) -> I>,
}

impl<I: Id> IdSet<I> {
    pub const fn new() -> Self {
        Self { words: Vec::new(), id: PhantomData }
    }

    pub fn contains(&self, id: I) -> bool {
        self.words.get(id.index() / BITS).is_some_and(|word| word >> (id.index() % BITS) & 1 == 1)
    }

    /// Adds `id`; true if it was not there before.
    pub fn insert(&mut self, id: I) -> bool {
        let word = id.index() / BITS;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let bit = 1 << (id.index() % BITS);
        let fresh = self.words[word] & bit == 0;
        self.words[word] |= bit;
        fresh
    }

    /// Takes `id` out; true if it was there.
    pub fn remove(&mut self, id: I) -> bool {
        let present = self.contains(id);
        if present {
            self.words[id.index() / BITS] &= !(1 << (id.index() % BITS));
            self.drop_empty_tail();
        }
        present
    }

    /// Adds everything in `other`; true if the set grew.
    pub fn union_with(&mut self, other: &Self) -> bool {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut grew = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            grew |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        grew
    }

    pub fn intersect_with(&mut self, other: &Self) {
        self.words.truncate(other.words.len());
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine &= theirs;
        }
        self.drop_empty_tail();
    }

    pub fn subtract(&mut self, other: &Self) {
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine &= !theirs;
        }
        self.drop_empty_tail();
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.len() <= other.words.len()
            && self.words.iter().zip(&other.words).all(|(mine, theirs)| mine & !theirs == 0)
    }

    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(mine, theirs)| mine & theirs != 0)
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn clear(&mut self) {
        self.words.clear();
    }

    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors((word != 0).then_some(word), |rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| I::new(index * BITS + rest.trailing_zeros() as usize))
        })
    }

    fn drop_empty_tail(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

impl<I: Id> Default for IdSet<I> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id> FromIterator<I> for IdSet<I> {
    fn from_iter<It: IntoIterator<Item = I>>(ids: It) -> Self {
        let mut set = Self::new();
        set.extend(ids);
        set
    }
}

impl<I: Id> Extend<I> for IdSet<I> {
    fn extend<It: IntoIterator<Item = I>>(&mut self, ids: It) {
        for id in ids {
            self.insert(id);
        }
    }
}

impl<I: Id> fmt::Debug for IdSet<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::define_id!(
        struct BitId,
        "b"
    );

    fn set(indices: &[usize]) -> IdSet<BitId> {
        indices.iter().copied().map(BitId::new).collect()
    }

    #[test]
    fn equal_sets_are_equal_whatever_their_history() {
        let mut shrunk = set(&[3, 700]);
        assert!(shrunk.remove(BitId::new(700)));
        assert_eq!(shrunk, set(&[3]));
        let mut cut = set(&[3, 700]);
        cut.intersect_with(&set(&[3, 64]));
        assert_eq!(cut, set(&[3]));
    }

    #[test]
    fn iterates_in_order_across_words() {
        let ids: Vec<usize> = set(&[200, 0, 63, 64]).iter().map(Id::index).collect();
        assert_eq!(ids, [0, 63, 64, 200]);
    }

    #[test]
    fn union_tells_whether_it_grew() {
        let mut small = set(&[1]);
        assert!(small.union_with(&set(&[1, 90])));
        assert!(!small.union_with(&set(&[90])));
        assert!(set(&[90]).is_subset(&small));
    }
}
