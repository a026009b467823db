//! The arena of nodes, and the canonical form.
//!
//! A node is a variable and a list of *arms*, each an upper bound with a child: `x <= 3 -> a,
//! x <= 7 -> b, otherwise -> c`. The bound of the last arm is `i128::MAX`, which stands for "and
//! everything beyond" (see `interval.rs`). Invariants of every node in the arena:
//!
//! 1. bounds increase strictly, the last is `i128::MAX`, and there are at least two arms;
//! 2. neighbouring children differ;
//! 3. children ask later variables only;
//! 4. no two nodes are equal.
//!
//! # Why equal sets have equal handles
//! By induction over the variables. A set has, for each value of its first variable, a set over
//! the rest. By (2) the bounds of a node are exactly the places where that set changes, which
//! the set determines; by induction so are the children, and by (4) the node. By (1) a
//! variable on which nothing depends is never asked.
//!
//! There is one door into the arena, [`Diagrams::intern`]; (1), (2) and (4) are established there
//! and by [`Diagrams::push_arm`] before it. Arms under construction lie on a stack that nested
//! calls share, so an operation allocates only for nodes that are new.

use std::hash::{Hash as _, Hasher as _};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};

use crate::Interval;
use crate::operations::Question;

/// A variable, by its number. Diagrams ask smaller numbers first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// After all variables: what the terminals would ask.
    const NONE: Self = Self(u32::MAX);

    pub const fn new(number: u32) -> Self {
        assert!(number < u32::MAX, "the last number is not a variable");
        Self(number)
    }

    pub const fn number(self) -> u32 {
        self.0
    }
}

/// A set of points, by its number in the [`Diagrams`] that made it; meaningless in another.
///
/// The order is that of creation. It is total and deterministic, and says nothing of the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Boxes(u32);

impl Boxes {
    /// The set of no points.
    pub const NONE: Self = Self(0);
    /// The set of all points.
    pub const ALL: Self = Self(1);

    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    pub fn is_all(self) -> bool {
        self == Self::ALL
    }

    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// Up to `upper`, from behind the arm before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Arm {
    pub upper: i128,
    pub child: Boxes,
}

struct Node {
    var: Var,
    first_arm: usize,
    n_arms: u32,
    /// Another node with the same hash, or [`Boxes::NONE`].
    same_hash: Boxes,
}

/// All nodes, and what was computed of them. Sets of different `Diagrams` must not be mixed.
pub struct Diagrams {
    nodes: Vec<Node>,
    arms: Vec<Arm>,
    /// The newest node of each hash.
    by_hash: FxHashMap<u64, Boxes>,
    /// Arms of nodes under construction; see the header.
    scratch: Vec<Arm>,
    pub(crate) answers: FxHashMap<Question, Boxes>,
    pub(crate) copies: FxHashMap<(Boxes, Var, Var, i128), Boxes>,
}

impl Default for Diagrams {
    fn default() -> Self {
        Self::new()
    }
}

impl Diagrams {
    pub fn new() -> Self {
        let terminal = || Node { var: Var::NONE, first_arm: 0, n_arms: 0, same_hash: Boxes::NONE };
        Self {
            nodes: vec![terminal(), terminal()],
            arms: Vec::new(),
            by_hash: FxHashMap::default(),
            scratch: Vec::new(),
            answers: FxHashMap::default(),
            copies: FxHashMap::default(),
        }
    }

    /// The set of all points.
    pub fn all(&self) -> Boxes {
        Boxes::ALL
    }

    /// The set of no points.
    pub fn none(&self) -> Boxes {
        Boxes::NONE
    }

    /// The points whose `var` is in `interval`.
    pub fn within(&mut self, var: Var, interval: Interval) -> Boxes {
        self.guard(var, interval, Boxes::ALL)
    }

    /// One box: each variable in its interval. A variable that is listed twice is in both.
    pub fn of_box(&mut self, bounds: &[(Var, Interval)]) -> Boxes {
        let mut bounds = bounds.to_vec();
        bounds.sort_by_key(|(var, _)| *var);
        let chunks = bounds.chunk_by(|(lhs, _), (rhs, _)| lhs == rhs);
        chunks.rev().fold(Boxes::ALL, |set, chunk| {
            let interval = chunk.iter().fold(Interval::ALL, |all, (_, it)| all.meet(*it));
            self.guard(chunk[0].0, interval, set)
        })
    }

    /// `inside`, which asks variables after `var` only, where `var` is in the interval.
    fn guard(&mut self, var: Var, interval: Interval, inside: Boxes) -> Boxes {
        if interval.is_empty() {
            return Boxes::NONE;
        }
        let (low, high) = interval.ends();
        let start = self.begin();
        if low > i128::MIN {
            self.push_arm(start, low - 1, Boxes::NONE);
        }
        self.push_arm(start, high, inside);
        if high < i128::MAX {
            self.push_arm(start, i128::MAX, Boxes::NONE);
        }
        self.intern(var, start)
    }

    /// How many nodes there are, the two terminals not counted.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len() - 2
    }

    /// What a set asks first; behind all variables for the terminals.
    pub(crate) fn var(&self, set: Boxes) -> Var {
        self.nodes[set.0 as usize].var
    }

    pub(crate) fn arm_range(&self, set: Boxes) -> Range<usize> {
        let node = &self.nodes[set.0 as usize];
        node.first_arm..node.first_arm + node.n_arms as usize
    }

    pub(crate) fn arms(&self, set: Boxes) -> &[Arm] {
        &self.arms[self.arm_range(set)]
    }

    pub(crate) fn arm_at(&self, place: usize) -> Arm {
        self.arms[place]
    }

    /// The arms with the intervals they stand for, in increasing order.
    pub(crate) fn pieces(&self, set: Boxes) -> impl Iterator<Item = (Interval, Boxes)> + '_ {
        let arms = self.arms(set);
        arms.iter().enumerate().map(|(index, arm)| (interval_of_arm(arms, index), arm.child))
    }

    /// Where the arms of a new node begin; to be ended by [`Diagrams::intern`].
    pub(crate) fn begin(&self) -> usize {
        self.scratch.len()
    }

    /// The next arm of the node that began at `start`. Neighbours that are equal become one.
    pub(crate) fn push_arm(&mut self, start: usize, upper: i128, child: Boxes) {
        match self.scratch[start..].last_mut() {
            Some(last) if last.child == child => last.upper = upper,
            _ => self.scratch.push(Arm { upper, child }),
        }
    }

    /// Gives the node that began at `start` up.
    pub(crate) fn abandon(&mut self, start: usize) {
        self.scratch.truncate(start);
    }

    /// The node with the arms from `start` on, which are taken away.
    pub(crate) fn intern(&mut self, var: Var, start: usize) -> Boxes {
        let arms = &self.scratch[start..];
        debug_assert!(arms.last().is_some_and(|last| last.upper == i128::MAX));
        debug_assert!(arms.windows(2).all(|pair| pair[0].upper < pair[1].upper));
        debug_assert!(arms.iter().all(|arm| self.var(arm.child) > var));
        if let [only] = arms {
            let child = only.child;
            self.scratch.truncate(start);
            return child;
        }
        let mut hasher = FxHasher::default();
        (var, arms).hash(&mut hasher);
        let hash = hasher.finish();
        let newest = self.by_hash.get(&hash).copied().unwrap_or(Boxes::NONE);
        let mut known = newest;
        while !known.is_none() {
            if self.var(known) == var && self.arms(known) == arms {
                self.scratch.truncate(start);
                return known;
            }
            known = self.nodes[known.0 as usize].same_hash;
        }
        let number =
            u32::try_from(self.nodes.len()).expect("memory ends before four billion nodes");
        let n_arms = u32::try_from(arms.len()).expect("memory ends before four billion arms");
        let node = Node { var, first_arm: self.arms.len(), n_arms, same_hash: newest };
        self.nodes.push(node);
        self.arms.extend(self.scratch.drain(start..));
        self.by_hash.insert(hash, Boxes(number));
        Boxes(number)
    }
}

/// The values for which the arm with this index is taken.
pub(crate) fn interval_of_arm(arms: &[Arm], index: usize) -> Interval {
    // Bounds but the last are below the greatest number, so there is one behind them.
    let low = if index == 0 { i128::MIN } else { arms[index - 1].upper + 1 };
    Interval::between(low, arms[index].upper)
}
