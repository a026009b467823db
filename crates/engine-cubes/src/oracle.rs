//! What is known to be reachable: states of small instances, asked whether a cube holds in one.
//!
//! The question comes thousands of times, so the states are kept as columns: for every literal
//! about given processes there is one bit per state, computed when first asked. A cube is the
//! intersection of its columns.
//!
//! An element that is not determined satisfies every literal: some completion does.

use cubicle::{Exploration, Instance, Limits, Relation, State, System, UNDETERMINED};
use rustc_hash::FxHashMap;
use verdict::Budget;

use crate::cube::Cube;
use crate::layout::{CellId, Layout, MAX_PROCS, OTHER, Values};
use crate::literal::{Literal, Node};

/// Columns in store, at most; then they are computed afresh.
const MAX_COLUMNS: usize = 6_000;

pub struct Oracle<'s> {
    samples: Vec<Sample<'s>>,
}

struct Sample<'s> {
    instance: Instance<'s>,
    exploration: Exploration,
    columns: FxHashMap<Literal, Vec<u64>>,
}

impl<'s> Oracle<'s> {
    pub fn new() -> Self {
        Self { samples: Vec::new() }
    }

    /// Explores one more instance; returns what was found.
    pub fn explore(
        &mut self,
        system: &'s System,
        n_processes: usize,
        limits: Limits,
        budget: &Budget,
    ) -> &Exploration {
        let instance = Instance::new(system, n_processes);
        let exploration = Exploration::run(&instance, limits, budget);
        self.samples.push(Sample { instance, exploration, columns: FxHashMap::default() });
        &self.samples[self.samples.len() - 1].exploration
    }

    pub fn explorations(&self) -> impl Iterator<Item = &Exploration> {
        self.samples.iter().map(|sample| &sample.exploration)
    }

    /// The largest number of processes that was looked at.
    pub fn max_processes(&self) -> usize {
        self.samples.iter().map(|sample| sample.instance.n_processes).max().unwrap_or(0)
    }

    /// Adds states that are known to be reachable, and some of what follows.
    pub fn learn(
        &mut self,
        system: &'s System,
        n_processes: usize,
        reachable: &[State],
        limits: Limits,
        budget: &Budget,
    ) {
        let known = self.samples.iter().position(|s| s.instance.n_processes == n_processes);
        let at = known.unwrap_or_else(|| {
            self.explore(system, n_processes, Limits { max_states: 1, max_depth: 0 }, budget);
            self.samples.len() - 1
        });
        let sample = &mut self.samples[at];
        sample.exploration.extend(&sample.instance, reachable, limits, budget);
        sample.columns.clear();
    }

    /// Whether some known state satisfies the cube.
    pub fn knows_reachable(&mut self, layout: &Layout<'_>, cube: &Cube) -> bool {
        self.samples.iter_mut().any(|sample| sample.satisfies(layout, cube))
    }
}

impl Sample<'_> {
    fn satisfies(&mut self, layout: &Layout<'_>, cube: &Cube) -> bool {
        if cube.n_procs > self.instance.n_processes {
            return false;
        }
        if self.columns.len() > MAX_COLUMNS {
            self.columns.clear();
        }
        let stages = stages(layout, cube);
        let all = vec![u64::MAX; self.exploration.states.len().div_ceil(64)];
        let mut names = [0u8; MAX_PROCS];
        let Some(start) = self.intersect(layout, cube, &stages[0], &names, &all) else {
            return false;
        };
        self.assign(layout, cube, &stages, 0, &mut names, &start)
    }

    fn assign(
        &mut self,
        layout: &Layout<'_>,
        cube: &Cube,
        stages: &[Vec<Literal>],
        at: usize,
        names: &mut [u8; MAX_PROCS],
        states: &[u64],
    ) -> bool {
        if at == cube.n_procs {
            return states.iter().any(|word| *word != 0);
        }
        let n_fixed = layout.system.n_fixed;
        let candidates = if at < n_fixed { at..at + 1 } else { n_fixed..self.instance.n_processes };
        for name in candidates {
            if names[..at].contains(&(name as u8)) {
                continue;
            }
            names[at] = name as u8;
            let Some(next) = self.intersect(layout, cube, &stages[at + 1], names, states) else {
                continue;
            };
            if self.assign(layout, cube, stages, at + 1, names, &next) {
                return true;
            }
        }
        false
    }

    /// The states that satisfy the literals too; `None` if there are none.
    fn intersect(
        &mut self,
        layout: &Layout<'_>,
        cube: &Cube,
        literals: &[Literal],
        names: &[u8],
        states: &[u64],
    ) -> Option<Vec<u64>> {
        let mut states = states.to_vec();
        let n = self.instance.n_processes;
        for literal in literals {
            let literal = literal.renamed(layout, names, cube.n_procs, n);
            let column = match self.columns.get(&literal) {
                Some(column) => column,
                None => {
                    let column = self.column(layout, &literal);
                    self.columns.entry(literal).or_insert(column)
                }
            };
            let mut any = 0;
            for (word, bits) in states.iter_mut().zip(column) {
                *word &= bits;
                any |= *word;
            }
            if any == 0 {
                return None;
            }
        }
        Some(states)
    }

    fn column(&self, layout: &Layout<'_>, literal: &Literal) -> Vec<u64> {
        let mut column = vec![0; self.exploration.states.len().div_ceil(64)];
        for (number, state) in self.exploration.states.iter().enumerate() {
            if self.may_hold(layout, literal, state) {
                column[number / 64] |= 1 << (number % 64);
            }
        }
        column
    }

    fn value(&self, layout: &Layout<'_>, cell: CellId, state: &State) -> Option<i64> {
        let indices: Vec<usize> = layout.indices(cell).map(usize::from).collect();
        match state[self.instance.element(layout.symbol(cell), &indices)] {
            UNDETERMINED => None,
            value => Some(i64::from(value)),
        }
    }

    fn may_hold(&self, layout: &Layout<'_>, literal: &Literal, state: &State) -> bool {
        let value = |cell: CellId| self.value(layout, cell, state);
        let both = |lhs, rhs| Some((value(lhs)?, value(rhs)?));
        let node = |node: Node| match node {
            Node::Proc(index) => Some(i64::from(index)),
            Node::Cell(cell) => value(cell),
        };
        match literal {
            Literal::In(cell, mask) => value(*cell).is_none_or(|value| {
                let outside = layout.values(*cell) == Values::Proc
                    && value as usize >= self.instance.n_processes;
                let bit = if outside { OTHER } else { 1 << value };
                mask & bit != 0
            }),
            Literal::Same(lhs, rhs) => both(*lhs, *rhs).is_none_or(|(lhs, rhs)| lhs == rhs),
            Literal::Differ(lhs, rhs) => both(*lhs, *rhs).is_none_or(|(lhs, rhs)| lhs != rhs),
            Literal::Before(lhs, rhs) => {
                node(*lhs).zip(node(*rhs)).is_none_or(|(lhs, rhs)| lhs < rhs)
            }
            Literal::NotAfter(lhs, rhs) => {
                node(*lhs).zip(node(*rhs)).is_none_or(|(lhs, rhs)| lhs <= rhs)
            }
            Literal::Linear(constraint) => {
                let mut total = constraint.constant;
                for (factor, cell) in &constraint.parts {
                    match value(*cell) {
                        None => return true,
                        Some(value) => total += factor * value,
                    }
                }
                match constraint.relation {
                    Relation::Equal => total == 0,
                    Relation::NotEqual => total != 0,
                    Relation::AtMost => total <= 0,
                    Relation::Less => total < 0,
                }
            }
        }
    }
}

/// The literals by the number of processes that must have a name before they can be tested.
fn stages(layout: &Layout<'_>, cube: &Cube) -> Vec<Vec<Literal>> {
    let mut stages = vec![Vec::new(); cube.n_procs + 1];
    for literal in &cube.literals {
        let procs = literal.procs(layout, cube.n_procs);
        stages[64 - procs.leading_zeros() as usize].push(literal.clone());
    }
    stages
}
