//! A set of bits of a transition system, small enough to be copied.
//!
//! States are stored and compared by the hundred thousand, so the set lives in four words and
//! not on the heap. That bounds a system to [`Mask::MAX`] bits; decision diagrams over more
//! variables than that would not finish either.

use std::ops::{BitAnd, BitOr, Not};

use index::Id;

use crate::BitId;

const WORDS: usize = 4;

/// A set of [`BitId`]s below [`Mask::MAX`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mask([u64; WORDS]);

impl Mask {
    /// How many bits a system may have.
    pub const MAX: usize = WORDS * 64;
    pub const EMPTY: Self = Self([0; WORDS]);

    pub fn of(bit: BitId) -> Self {
        let mut mask = Self::EMPTY;
        mask.insert(bit);
        mask
    }

    /// The first `n` bits.
    pub fn first(n: usize) -> Self {
        (0..n).map(BitId::new).collect()
    }

    pub fn contains(self, bit: BitId) -> bool {
        self.0[bit.index() / 64] >> (bit.index() % 64) & 1 == 1
    }

    pub fn insert(&mut self, bit: BitId) {
        self.0[bit.index() / 64] |= 1 << (bit.index() % 64);
    }

    pub fn remove(&mut self, bit: BitId) {
        self.0[bit.index() / 64] &= !(1 << (bit.index() % 64));
    }

    #[must_use]
    pub fn with(mut self, bit: BitId) -> Self {
        self.insert(bit);
        self
    }

    #[must_use]
    pub fn without(mut self, bit: BitId) -> Self {
        self.remove(bit);
        self
    }

    /// What is in `self` and not in `other`.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self & !other
    }

    pub fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    pub fn is_subset(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }

    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The bits in ascending order.
    pub fn iter(self) -> impl Iterator<Item = BitId> {
        self.0.into_iter().enumerate().flat_map(|(index, word)| {
            std::iter::successors((word != 0).then_some(word), |rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| BitId::new(index * 64 + rest.trailing_zeros() as usize))
        })
    }
}

impl BitAnd for Mask {
    type Output = Self;

    fn bitand(mut self, rhs: Self) -> Self {
        for (lhs, rhs) in self.0.iter_mut().zip(rhs.0) {
            *lhs &= rhs;
        }
        self
    }
}

impl BitOr for Mask {
    type Output = Self;

    fn bitor(mut self, rhs: Self) -> Self {
        for (lhs, rhs) in self.0.iter_mut().zip(rhs.0) {
            *lhs |= rhs;
        }
        self
    }
}

/// The complement within [`Mask::MAX`] bits.
impl Not for Mask {
    type Output = Self;

    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl FromIterator<BitId> for Mask {
    fn from_iter<It: IntoIterator<Item = BitId>>(bits: It) -> Self {
        let mut mask = Self::EMPTY;
        for bit in bits {
            mask.insert(bit);
        }
        mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back_in_order_across_words() {
        let mask: Mask = [200, 3, 64, 63].into_iter().map(BitId::new).collect();
        let bits: Vec<usize> = mask.iter().map(Id::index).collect();
        assert_eq!(bits, [3, 63, 64, 200]);
        assert_eq!(mask.len(), 4);
        assert!(mask.without(BitId::new(200)).is_subset(mask));
        assert!(!mask.is_subset(Mask::first(200)));
    }
}
