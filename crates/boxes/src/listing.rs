//! A set as a list of disjoint boxes: the paths from the node to the terminal of all points.
//!
//! Two paths part at some node, where they take different arms, so no point is on both; and
//! every point of the set is on one. There may be many more paths than nodes. The order is
//! that of the bounds and depends on the set alone, not on how it was made.

use rustc_hash::FxHashMap;

use crate::diagram::interval_of_arm;
use crate::{Boxes, Diagrams, Interval, Var};

impl Diagrams {
    /// Disjoint boxes that make up the set, in increasing order. Each is a list of the variables that
    /// it bounds, in the order of their numbers; the box of all points is the empty list.
    pub fn boxes(&self, set: Boxes) -> Listing<'_> {
        Listing { diagrams: self, path: Vec::new(), pending: Some(set) }
    }

    /// How many boxes [`Diagrams::boxes`] lists, without listing them; `u64::MAX` if more.
    pub fn n_boxes(&self, set: Boxes) -> u64 {
        self.count(set, &mut FxHashMap::default())
    }

    fn count(&self, set: Boxes, known: &mut FxHashMap<Boxes, u64>) -> u64 {
        if set.is_none() || set.is_all() {
            return u64::from(set.is_all());
        }
        if let Some(n_boxes) = known.get(&set) {
            return *n_boxes;
        }
        let children = self.arms(set).iter().map(|arm| arm.child);
        let n_boxes = children.fold(0, |n: u64, child| n.saturating_add(self.count(child, known)));
        known.insert(set, n_boxes);
        n_boxes
    }
}

/// See [`Diagrams::boxes`].
pub struct Listing<'diagrams> {
    diagrams: &'diagrams Diagrams,
    /// The nodes above, each with the index of the arm after the one that was taken.
    path: Vec<(Boxes, usize)>,
    /// Where to go next, below the path.
    pending: Option<Boxes>,
}

impl Iterator for Listing<'_> {
    type Item = Vec<(Var, Interval)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.pending.take() {
                Some(set) if set.is_all() => return Some(self.bounds()),
                Some(set) if !set.is_none() => self.path.push((set, 0)),
                _ => {}
            }
            let (set, next_arm) = self.path.last_mut()?;
            match self.diagrams.arms(*set).get(*next_arm) {
                Some(arm) => {
                    *next_arm += 1;
                    self.pending = Some(arm.child);
                }
                None => {
                    self.path.pop();
                }
            }
        }
    }
}

impl Listing<'_> {
    fn bounds(&self) -> Vec<(Var, Interval)> {
        let bound = |&(set, next_arm): &(Boxes, usize)| {
            let interval = interval_of_arm(self.diagrams.arms(set), next_arm - 1);
            (self.diagrams.var(set), interval)
        };
        self.path.iter().map(bound).collect()
    }
}
