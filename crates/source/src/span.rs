//! A stretch of the input.

/// Bytes `lo..hi` of the [`Source`](crate::Source).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    pub lo: u32,
    pub hi: u32,
}

impl Span {
    pub const fn new(lo: u32, hi: u32) -> Self {
        Self { lo, hi }
    }

    /// The empty span at `offset`.
    pub const fn at(offset: u32) -> Self {
        Self { lo: offset, hi: offset }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    pub fn is_empty(self) -> bool {
        self.lo >= self.hi
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.lo, self.hi)
    }
}
