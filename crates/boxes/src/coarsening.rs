//! Making a set simpler by taking cuts away.
//!
//! A *cut* of a set along a variable is a bound `b` such that the set differs, somewhere, between
//! the values `b` and `b + 1`. Cuts are the bounds of the nodes that ask the variable, but belong
//! to the set and not to the order of the variables. *Coarsening* to given cuts divides the integers
//! into the cells between them and puts a point into the set if another with its variable in the
//! same cell was there: the least superset that has no other cuts.
//!
//! ```text
//!   cuts kept:       |        |             |
//!   before       ........##.......#####.............
//!   after        .....########################......
//! ```
//!
//! Along several variables one after the other, it is the least superset with those cuts along
//! all of them: a point is in iff the cell that all its coordinates are in was met.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::{Boxes, Diagrams, Interval, Var};

/// In each round one in so many cuts of one variable goes, and at least one.
const PART: usize = 8;

impl Diagrams {
    /// The cuts along each variable that the set speaks of.
    pub fn cuts(&self, set: Boxes) -> BTreeMap<Var, BTreeSet<i128>> {
        let mut cuts: BTreeMap<Var, BTreeSet<i128>> = BTreeMap::new();
        for node in self.nodes_of(set) {
            let inner = self.arms(node).iter().map(|arm| arm.upper).filter(|it| *it < i128::MAX);
            cuts.entry(self.var(node)).or_default().extend(inner);
        }
        cuts
    }

    /// A superset of at most so many boxes as [`Diagrams::boxes`] lists, at least one being allowed.
    ///
    /// Neighbours are joined along the variable that has the most cuts, the narrowest first,
    /// until few enough are left. The outermost cuts stay, so the hull of every variable does.
    /// Ends: each round takes a cut away, and without any but the outermost it is one box.
    pub fn simplify(&mut self, set: Boxes, max_boxes: u64) -> Boxes {
        let mut simple = set;
        while self.n_boxes(simple) > max_boxes.max(1) {
            let cuts = self.cuts(simple);
            let narrowest = cuts.iter().map(|(var, cuts)| {
                let hull = self.interval(simple, *var);
                (*var, inner_cuts(cuts, hull))
            });
            // The last of several with the most, so the earliest variable: it shares the least.
            let (var, narrowest) = narrowest
                .rev()
                .max_by_key(|(_, inner)| inner.len())
                .expect("a set of several boxes speaks of a variable");
            let n_taken = narrowest.len().div_ceil(PART);
            let taken: BTreeSet<i128> = narrowest.into_iter().take(n_taken).collect();
            let kept: Vec<i128> = cuts[&var].difference(&taken).copied().collect();
            simple = self.coarsen(simple, var, &kept);
        }
        simple
    }

    /// The least superset whose cuts along `var` are among these, which are sorted.
    pub(crate) fn coarsen(&mut self, set: Boxes, var: Var, cuts: &[i128]) -> Boxes {
        self.coarsen_below(set, var, cuts, &mut FxHashMap::default())
    }

    fn coarsen_below(
        &mut self,
        set: Boxes,
        var: Var,
        cuts: &[i128],
        known: &mut FxHashMap<Boxes, Boxes>,
    ) -> Boxes {
        if self.var(set) > var {
            return set;
        }
        if let Some(answer) = known.get(&set) {
            return *answer;
        }
        let answer = if self.var(set) == var {
            self.join_cells(set, cuts)
        } else {
            self.with_children(set, |diagrams, child| {
                diagrams.coarsen_below(child, var, cuts, known)
            })
        };
        known.insert(set, answer);
        answer
    }

    /// One arm for each cell, with all the children whose arms reach into it.
    fn join_cells(&mut self, set: Boxes, cuts: &[i128]) -> Boxes {
        let start = self.begin();
        let mut place = self.arm_range(set).start;
        for upper in cuts.iter().copied().chain([i128::MAX]) {
            let mut child = Boxes::NONE;
            loop {
                let arm = self.arm_at(place);
                child = self.join(child, arm.child);
                if arm.upper >= upper {
                    // An arm that ends with the cell is done, one that goes on is not.
                    place += usize::from(arm.upper == upper);
                    break;
                }
                place += 1;
            }
            self.push_arm(start, upper, child);
        }
        self.intern(self.var(set), start)
    }
}

/// The cuts of a variable but those at the ends of its hull, those between narrow cells first.
fn inner_cuts(cuts: &BTreeSet<i128>, hull: Interval) -> Vec<i128> {
    let cuts: Vec<i128> = cuts.iter().copied().collect();
    let is_end =
        |cut: i128| hull.low().is_some_and(|low| low - 1 == cut) || hull.high() == Some(cut);
    let mut inner: Vec<(u128, i128)> = Vec::new();
    for (index, &cut) in cuts.iter().enumerate().filter(|(_, cut)| !is_end(**cut)) {
        let before = index.checked_sub(1).map(|before| cuts[before]);
        let width = match (before, cuts.get(index + 1)) {
            (Some(before), Some(after)) => after.abs_diff(before),
            _ => u128::MAX,
        };
        inner.push((width, cut));
    }
    inner.sort_unstable();
    inner.into_iter().map(|(_, cut)| cut).collect()
}
