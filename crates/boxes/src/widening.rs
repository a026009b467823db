//! Widening: growing chains of sets come to an end.
//!
//! A chain may grow for ever in two ways: a bound moves (`x <= 1`, `x <= 2`, …), or boxes are
//! added. Counting boxes stops neither in the right place; what must be counted is bounds. So the
//! widening of `old` by `new` is the least superset of both whose cuts (see `coarsening.rs`) are
//! cuts of `old` or *landmarks*: constants that the program compares with. A bound that is new
//! moves outwards to the next of those, or to infinity.
//!
//! ```text
//!   x in [0, 3]  widened by  [0, 4]   landmarks {10}   =   [0, 10]
//!                            [0, 4]   no landmarks     =   [0, +oo)
//! ```
//!
//! *Sound*: coarsening makes supersets.
//!
//! # Why every chain ends
//! Let `s(i+1)` be `s(i)` widened by anything, with the same landmarks. Along each variable, the
//! cuts of `s(i+1)` are cuts of `s(i)` or of landmarks, so by induction all cuts of the whole
//! chain are among the finitely many of `s(0)` and of the landmarks. They divide the points into
//! finitely many cells, every `s(i)` is a union of cells, and `s(i)` is a subset of `s(i+1)`. So it
//! changes at most as often as there are cells.
//!
//! That many steps are taken only by a chain that adds the cells one by one, which is the
//! precision that is wanted of a union of boxes. Who wants fewer simplifies `old` first
//! ([`Diagrams::simplify`]): fewer cuts are fewer cells.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Boxes, Diagrams, Var};

/// Values of variables at which a bound may come to rest.
///
/// A landmark `c` can end an interval on both sides: `x <= c` and `x >= c`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landmarks {
    cuts: BTreeMap<Var, BTreeSet<i128>>,
}

impl Landmarks {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn add(&mut self, var: Var, value: i128) {
        let cuts = self.cuts.entry(var).or_default();
        // Between the landmark and its two neighbours; nothing is beyond the extreme numbers.
        cuts.extend(value.checked_sub(1));
        cuts.extend((value < i128::MAX).then_some(value));
    }
}

impl FromIterator<(Var, i128)> for Landmarks {
    fn from_iter<I: IntoIterator<Item = (Var, i128)>>(values: I) -> Self {
        let mut landmarks = Self::new();
        values.into_iter().for_each(|(var, value)| landmarks.add(var, value));
        landmarks
    }
}

impl Diagrams {
    /// The least superset whose bounds of one variable are landmarks.
    pub fn come_to_rest(&mut self, set: Boxes, var: Var, landmarks: &Landmarks) -> Boxes {
        let cuts = landmarks.cuts.get(&var);
        let cuts: Vec<i128> = cuts.into_iter().flatten().copied().collect();
        self.coarsen(set, var, &cuts)
    }

    /// A superset of both whose bounds are those of `old` or landmarks; `old` if `new` is in it.
    pub fn widen(&mut self, old: Boxes, new: Boxes, landmarks: &Landmarks) -> Boxes {
        let joined = self.join(old, new);
        if joined == old {
            return old;
        }
        let mut allowed = self.cuts(old);
        for (var, cuts) in &landmarks.cuts {
            allowed.entry(*var).or_default().extend(cuts);
        }
        let mut wide = joined;
        // Coarsening along one variable adds no cut along another, so one round is enough.
        for (var, cuts) in self.cuts(joined) {
            let allowed = allowed.remove(&var).unwrap_or_default();
            if !cuts.is_subset(&allowed) {
                let allowed: Vec<i128> = allowed.into_iter().collect();
                wide = self.coarsen(wide, var, &allowed);
            }
        }
        wide
    }
}
