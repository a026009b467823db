//! Symbolic values, and what is known of them.
//!
//! A value is a mathematical integer; an address is one too. What a variable of a type holds is the
//! number that the bits mean under that type, so that a conversion that keeps the number keeps the
//! value. Floats are never more than [`Value::Top`].

use std::collections::BTreeSet;

use ir::FunctionId;

index::define_id!(
    /// A symbolic address: that of a block, or the start of a structure, or any number at all.
    pub struct NodeId, "n"
);
index::define_id!(
    /// A number of which only its range may be known.
    pub struct SymId, "s"
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Anything, and at each place where it stands something else.
    Top,
    /// A number; the null pointer is 0.
    Num(i128),
    /// One number wherever it stands.
    Sym(SymId),
    /// The number of a symbol and so much, which is not 0: what a link hands on that counts, as the
    /// height of a tree below one of height `h`. It has no ends, as no value has.
    Sum(SymId, i128),
    /// The address of the node and so many bytes.
    Addr(NodeId, i64),
    /// The address of a function: not null, and another one for each function.
    Fun(FunctionId),
}

impl Value {
    pub const NULL: Self = Self::Num(0);

    /// The value so many bytes further.
    pub fn plus(self, bytes: i64) -> Self {
        match self {
            _ if bytes == 0 => self,
            Self::Num(number) => Self::Num(number + i128::from(bytes)),
            Self::Addr(node, offset) => match offset.checked_add(bytes) {
                Some(offset) => Self::Addr(node, offset),
                None => Self::Top,
            },
            Self::Top | Self::Sym(_) | Self::Sum(..) | Self::Fun(_) => Self::Top,
        }
    }

    /// The number and so much; nothing is known of the sum of anything else.
    pub fn added(self, more: i128) -> Self {
        match self {
            _ if more == 0 => self,
            Self::Num(number) => number.checked_add(more).map_or(Self::Top, Self::Num),
            Self::Sym(sym) => Self::Sum(sym, more),
            Self::Sum(sym, known) => match known.checked_add(more) {
                Some(0) => Self::Sym(sym),
                Some(sum) => Self::Sum(sym, sum),
                None => Self::Top,
            },
            Self::Top | Self::Addr(..) | Self::Fun(_) => Self::Top,
        }
    }

    /// The number and so much less.
    pub fn less(self, less: i128) -> Self {
        less.checked_neg().map_or(Self::Top, |more| self.added(more))
    }

    /// A symbol, and what is added to it.
    pub fn symbolic(self) -> Option<(SymId, i128)> {
        match self {
            Self::Sym(sym) => Some((sym, 0)),
            Self::Sum(sym, more) => Some((sym, more)),
            Self::Top | Self::Num(_) | Self::Addr(..) | Self::Fun(_) => None,
        }
    }

    /// The value, if the symbol is another one.
    pub fn with_symbol(self, sym: SymId, by: Self) -> Self {
        match self.symbolic() {
            Some((it, more)) if it == sym => by.added(more),
            Some(_) | None => self,
        }
    }

    pub fn minus(self, bytes: i64) -> Self {
        bytes.checked_neg().map_or(Self::Top, |bytes| self.plus(bytes))
    }

    pub fn node(self) -> Option<NodeId> {
        match self {
            Self::Addr(node, _) => Some(node),
            Self::Top | Self::Num(_) | Self::Sym(_) | Self::Sum(..) | Self::Fun(_) => None,
        }
    }
}

/// How integers are read (`docs/soundness.md`, S21).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// Numbers of their types.
    #[default]
    Machine,
    /// Numbers of any size. The ends of `i128` as bounds mean that there is no bound.
    Unbounded,
}

/// How many numbers a range leaves out at most; further ones are not remembered.
const MAX_EXCLUDED: usize = 8;

/// What is known of a number: its bounds, and some numbers that it is not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    pub lo: i128,
    pub hi: i128,
    pub excluded: BTreeSet<i128>,
}

impl Range {
    pub fn new(lo: i128, hi: i128) -> Self {
        Self { lo, hi, excluded: BTreeSet::new() }
    }

    pub fn only(number: i128) -> Self {
        Self::new(number, number)
    }

    /// Every number there is.
    pub fn all() -> Self {
        Self::new(i128::MIN, i128::MAX)
    }

    /// The numbers that are so much more. The ends of `i128` stay where they are.
    pub fn shifted(&self, more: i128) -> Self {
        let moved = |end: i128| match end {
            i128::MIN | i128::MAX => end,
            end => end.saturating_add(more),
        };
        let excluded = self.excluded.iter().filter_map(|it| it.checked_add(more)).collect();
        Self { lo: moved(self.lo), hi: moved(self.hi), excluded }
    }

    /// Whether both bounds are numbers.
    pub fn is_bounded(&self) -> bool {
        self.lo > i128::MIN && self.hi < i128::MAX
    }

    pub fn contains(&self, number: i128) -> bool {
        self.lo <= number && number <= self.hi && !self.excluded.contains(&number)
    }

    /// Whether every number of `self` is one of `other`.
    pub fn is_within(&self, other: &Self) -> bool {
        let excludes = |number: &i128| !self.contains(*number);
        self.lo >= other.lo && self.hi <= other.hi && other.excluded.iter().all(excludes)
    }

    /// Leaves out a number; `false` if none is left.
    pub fn exclude(&mut self, number: i128) -> bool {
        if self.contains(number) && self.excluded.len() < MAX_EXCLUDED {
            self.excluded.insert(number);
        }
        self.tighten()
    }

    /// Keeps what is in both; `false` if nothing is.
    pub fn intersect(&mut self, other: &Self) -> bool {
        self.lo = self.lo.max(other.lo);
        self.hi = self.hi.min(other.hi);
        for number in &other.excluded {
            if self.excluded.len() < MAX_EXCLUDED {
                self.excluded.insert(*number);
            }
        }
        self.tighten()
    }

    /// What is in either, bounds rounded outwards.
    pub fn hull(&self, other: &Self) -> Self {
        let (lo, hi) = (self.lo.min(other.lo), self.hi.max(other.hi));
        let all = self.excluded.iter().chain(&other.excluded).copied();
        let excluded =
            all.filter(|number| !self.contains(*number) && !other.contains(*number)).collect();
        let mut hull = Self { lo, hi, excluded };
        hull.tighten();
        hull
    }

    /// Moves excluded ends inwards and forgets what is outside anyway.
    fn tighten(&mut self) -> bool {
        while self.lo <= self.hi && self.excluded.remove(&self.lo) {
            self.lo += 1;
        }
        while self.lo <= self.hi && self.excluded.remove(&self.hi) {
            self.hi -= 1;
        }
        let (lo, hi) = (self.lo, self.hi);
        self.excluded.retain(|number| lo < *number && *number < hi);
        lo <= hi
    }
}
