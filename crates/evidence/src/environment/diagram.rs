//! Set operations on decision diagrams, just enough for the liveness argument.

use std::collections::HashMap;

use super::cells::Cells;
use super::certificate::StateSet;

/// Nodes in the making, each once.
struct Builder {
    nodes: Vec<(usize, u32, u32)>,
    known: HashMap<(usize, u32, u32), u32>,
}

impl Builder {
    fn node(&mut self, cell: usize, low: u32, high: u32) -> u32 {
        if low == high {
            return low;
        }
        let next = u32::try_from(self.nodes.len()).expect("diagrams have fewer than 2^32 nodes");
        let index = *self.known.entry((cell, low, high)).or_insert(next);
        if index == next {
            self.nodes.push((cell, low, high));
        }
        index
    }
}

impl StateSet {
    /// The states of one and not of the other, control by control.
    pub(super) fn minus(&self, other: &Self) -> Self {
        self.combine(other, |mine, theirs| mine && !theirs)
    }

    pub(super) fn union(&self, other: &Self) -> Self {
        self.combine(other, |mine, theirs| mine || theirs)
    }

    pub(super) fn intersection(&self, other: &Self) -> Self {
        self.combine(other, |mine, theirs| mine && theirs)
    }

    /// The states in which the cell is occupied.
    pub(super) fn with_occupied(&self, cell: usize) -> Self {
        let nodes = vec![(0, 0, 0), (0, 1, 1), (cell, 0, 1)];
        let occupied = Self { nodes, roots: vec![2; self.roots.len()] };
        self.intersection(&occupied)
    }

    /// No states, for as many controls as `self` has.
    pub(super) fn nothing(&self) -> Self {
        Self { nodes: vec![(0, 0, 0), (0, 1, 1)], roots: vec![0; self.roots.len()] }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.roots.iter().all(|root| *root == 0)
    }

    /// The part at the controls that are kept.
    pub(super) fn at(&self, keep: impl Fn(usize) -> bool) -> Self {
        let roots = self.roots.iter().enumerate();
        let roots = roots.map(|(control, root)| if keep(control) { *root } else { 0 });
        Self { nodes: self.nodes.clone(), roots: roots.collect() }
    }

    /// Whether the state is in the set.
    pub(super) fn contains(&self, control: usize, occupied: Cells) -> bool {
        let mut node = self.roots[control];
        while node > 1 {
            let (cell, low, high) = self.nodes[node as usize];
            node = if occupied.has(cell) { high } else { low };
        }
        node == 1
    }

    /// Whether some state has none of the cells occupied.
    pub(super) fn can_avoid(&self, control: usize, cells: Cells) -> bool {
        self.has_path(control, |cell| !cells.has(cell), |_| true)
    }

    /// Whether some state has the cell occupied.
    pub fn can_occupy(&self, control: usize, occupied: usize) -> bool {
        self.has_path(control, |_| true, |cell| cell != occupied)
    }

    /// Whether some state has occupied and empty cells only where they may be.
    fn has_path(
        &self,
        control: usize,
        may_be_occupied: impl Fn(usize) -> bool,
        may_be_empty: impl Fn(usize) -> bool,
    ) -> bool {
        let mut todo = vec![self.roots[control]];
        let mut seen = std::collections::HashSet::new();
        while let Some(node) = todo.pop() {
            if node == 1 {
                return true;
            }
            if node == 0 || !seen.insert(node) {
                continue;
            }
            let (cell, low, high) = self.nodes[node as usize];
            if may_be_empty(cell) {
                todo.push(low);
            }
            if may_be_occupied(cell) {
                todo.push(high);
            }
        }
        false
    }

    fn combine(&self, other: &Self, operation: fn(bool, bool) -> bool) -> Self {
        let mut builder = Builder { nodes: vec![(0, 0, 0), (0, 1, 1)], known: HashMap::new() };
        let mut done = HashMap::new();
        let roots = self.roots.iter().zip(&other.roots);
        let roots = roots.map(|(mine, theirs)| {
            self.apply(other, *mine, *theirs, operation, &mut builder, &mut done)
        });
        let roots = roots.collect();
        Self { nodes: builder.nodes, roots }
    }

    /// Recursion is as deep as there are cells.
    fn apply(
        &self,
        other: &Self,
        mine: u32,
        theirs: u32,
        operation: fn(bool, bool) -> bool,
        builder: &mut Builder,
        done: &mut HashMap<(u32, u32), u32>,
    ) -> u32 {
        if mine <= 1 && theirs <= 1 {
            return u32::from(operation(mine == 1, theirs == 1));
        }
        if let Some(known) = done.get(&(mine, theirs)) {
            return *known;
        }
        let top =
            |set: &Self, node: u32| if node > 1 { set.nodes[node as usize].0 } else { usize::MAX };
        let cell = top(self, mine).min(top(other, theirs));
        let below = |set: &Self, node: u32, is_high: bool| {
            let (tested, low, high) = set.nodes[node as usize];
            match (node > 1 && tested == cell, is_high) {
                (false, _) => node,
                (true, true) => high,
                (true, false) => low,
            }
        };
        let mut branch = |is_high: bool| {
            let (mine, theirs) = (below(self, mine, is_high), below(other, theirs, is_high));
            self.apply(other, mine, theirs, operation, builder, done)
        };
        let (low, high) = (branch(false), branch(true));
        let node = builder.node(cell, low, high);
        done.insert((mine, theirs), node);
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sets in which the cell is occupied, under one control.
    fn occupied(cell: usize) -> StateSet {
        StateSet { nodes: vec![(0, 0, 0), (0, 1, 1), (cell, 0, 1)], roots: vec![2] }
    }

    #[test]
    fn difference_and_union() {
        let both = occupied(3).union(&occupied(5));
        assert!(!both.can_avoid(0, [3, 5].into_iter().collect()));
        assert!(both.can_avoid(0, [3].into_iter().collect()));
        assert!(both.minus(&occupied(3)).minus(&occupied(5)).is_empty());
        assert!(!both.minus(&occupied(5)).is_empty());
    }
}
