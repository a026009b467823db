//! Questions about one set: a point, the hull of a variable, the variables it speaks of.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Boxes, Diagrams, Interval, Var};

impl Diagrams {
    /// What a set asks first, and what is left of it up to each bound; the last has none. Not of the set of
    /// all points or of none, which ask nothing.
    pub fn question(&self, set: Boxes) -> (Var, Vec<(Option<i128>, Boxes)>) {
        let arms = self.arms(set).iter();
        let arms = arms.map(|arm| ((arm.upper < i128::MAX).then_some(arm.upper), arm.child));
        (self.var(set), arms.collect())
    }

    /// Whether the point with these values is in the set.
    pub fn contains(&self, set: Boxes, value_of: &dyn Fn(Var) -> i128) -> bool {
        let mut set = set;
        while !set.is_none() && !set.is_all() {
            let value = value_of(self.var(set));
            let arms = self.arms(set);
            set = arms[arms.partition_point(|arm| arm.upper < value)].child;
        }
        set.is_all()
    }

    /// The least interval with every value that the variable has in the set.
    pub fn interval(&self, set: Boxes, var: Var) -> Interval {
        self.interval_below(set, var, &mut FxHashMap::default())
    }

    /// The variables that matter to the set, in increasing order.
    pub fn support(&self, set: Boxes) -> Vec<Var> {
        let mut vars: Vec<Var> = self.nodes_of(set).map(|node| self.var(node)).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// How many nodes the set has, the terminals not counted.
    pub fn size(&self, set: Boxes) -> usize {
        self.nodes_of(set).count()
    }

    /// The nodes of a set, the terminals left out, each once.
    pub(crate) fn nodes_of(&self, set: Boxes) -> impl Iterator<Item = Boxes> + '_ {
        let mut seen = FxHashSet::default();
        let mut pending = vec![set];
        std::iter::from_fn(move || {
            while let Some(set) = pending.pop() {
                if !set.is_none() && !set.is_all() && seen.insert(set) {
                    pending.extend(self.arms(set).iter().map(|arm| arm.child));
                    return Some(set);
                }
            }
            None
        })
    }

    fn interval_below(
        &self,
        set: Boxes,
        var: Var,
        known: &mut FxHashMap<Boxes, Interval>,
    ) -> Interval {
        if set.is_none() {
            return Interval::EMPTY;
        }
        if self.var(set) > var {
            // Some point is in the set, and with it every other value of the variable.
            return Interval::ALL;
        }
        if let Some(hull) = known.get(&set) {
            return *hull;
        }
        let mut hull = Interval::EMPTY;
        for (interval, child) in self.pieces(set).filter(|(_, child)| !child.is_none()) {
            let is_asked = self.var(set) == var;
            let part = if is_asked { interval } else { self.interval_below(child, var, known) };
            hull = hull.join(part);
            if hull.is_all() {
                break;
            }
        }
        known.insert(set, hull);
        hull
    }
}
