//! A small set of cells, by number.

use std::ops::{BitAnd, BitOr};

/// At most 256 cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cells([u64; 4]);

impl Cells {
    pub const MAX: usize = 256;
    pub const NONE: Self = Self([0; 4]);

    pub fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub fn put(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub fn take(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    pub fn is_none(self) -> bool {
        self.0 == [0; 4]
    }

    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_none()
    }

    pub fn is_within(self, other: Self) -> bool {
        (self & other) == self
    }

    pub fn minus(mut self, other: Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine &= !theirs;
        }
        self
    }

    /// The cells with numbers above `cell`.
    pub fn above(self, cell: usize) -> Self {
        let mut rest = self;
        for (n, word) in rest.0.iter_mut().enumerate() {
            let first = n * 64;
            if cell >= first + 63 {
                *word = 0;
            } else if cell >= first {
                *word &= !0 << (cell - first + 1);
            }
        }
        rest
    }
}

impl BitAnd for Cells {
    type Output = Self;

    fn bitand(mut self, rhs: Self) -> Self {
        for (lhs, rhs) in self.0.iter_mut().zip(rhs.0) {
            *lhs &= rhs;
        }
        self
    }
}

impl BitOr for Cells {
    type Output = Self;

    fn bitor(mut self, rhs: Self) -> Self {
        for (lhs, rhs) in self.0.iter_mut().zip(rhs.0) {
            *lhs |= rhs;
        }
        self
    }
}

impl FromIterator<usize> for Cells {
    fn from_iter<It: IntoIterator<Item = usize>>(cells: It) -> Self {
        let mut set = Self::NONE;
        for cell in cells {
            set.put(cell);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn above_cuts_at_the_right_place() {
        let set: Cells = [0, 63, 64, 130, 255].into_iter().collect();
        assert_eq!(set.above(0), [63, 64, 130, 255].into_iter().collect());
        assert_eq!(set.above(63), [64, 130, 255].into_iter().collect());
        assert_eq!(set.above(64), [130, 255].into_iter().collect());
        assert!(set.above(255).is_none());
    }
}
