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
    /// Whether exploration was more than a beginning.
    is_explored: bool,
    table: Table,
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
        let near = Limits { max_states: limits.max_states / 2, ..limits };
        let mut exploration = Exploration::run(&instance, near, budget);
        exploration.wander(&instance, limits.max_states, budget);
        let table = Table::of(&instance, &exploration.states);
        let columns = FxHashMap::default();
        let is_explored = limits.max_depth > 0;
        self.samples.push(Sample { instance, exploration, is_explored, table, columns });
        &self.samples[self.samples.len() - 1].exploration
    }

    pub fn explorations(&self) -> impl Iterator<Item = &Exploration> {
        self.samples.iter().map(|sample| &sample.exploration)
    }

    /// The largest number of processes that was looked at. What was only learnt from wrong guesses
    /// does not count: a few states contradict next to nothing.
    pub fn max_processes(&self) -> usize {
        let explored = self.samples.iter().filter(|sample| sample.is_explored);
        explored.map(|sample| sample.instance.n_processes).max().unwrap_or(0)
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
        sample.table = Table::of(&sample.instance, &sample.exploration.states);
        sample.columns.clear();
    }

    /// Known states that satisfy the cube, at most one for each number of processes.
    pub fn find(&mut self, layout: &Layout<'_>, cube: &Cube) -> Vec<(usize, State)> {
        let mut found = Vec::new();
        for sample in &mut self.samples {
            if let Some(at) = sample.find(layout, cube) {
                found.push((sample.instance.n_processes, sample.exploration.states[at].clone()));
            }
        }
        found
    }

    /// Whether some known state satisfies the cube.
    pub fn knows_reachable(&mut self, layout: &Layout<'_>, cube: &Cube) -> bool {
        self.samples.iter_mut().any(|sample| sample.satisfies(layout, cube))
    }
}

impl Sample<'_> {
    fn satisfies(&mut self, layout: &Layout<'_>, cube: &Cube) -> bool {
        self.find(layout, cube).is_some()
    }

    /// The number of a state that satisfies the cube.
    fn find(&mut self, layout: &Layout<'_>, cube: &Cube) -> Option<usize> {
        if cube.n_procs > self.instance.n_processes {
            return None;
        }
        if self.columns.len() > MAX_COLUMNS {
            self.columns.clear();
        }
        let stages = stages(layout, cube);
        let all = vec![u64::MAX; self.table.n_states.div_ceil(64)];
        let mut names = [0u8; MAX_PROCS];
        let start = self.intersect(layout, cube, &stages[0], &names, &all)?;
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
    ) -> Option<usize> {
        if at == cube.n_procs {
            let word = states.iter().position(|word| *word != 0)?;
            return Some(word * 64 + states[word].trailing_zeros() as usize);
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
            let found = self.assign(layout, cube, stages, at + 1, names, &next);
            if found.is_some() {
                return found;
            }
        }
        None
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

    /// One bit per state: whether the literal may hold in it.
    fn column(&self, layout: &Layout<'_>, literal: &Literal) -> Vec<u64> {
        let element = |cell: CellId| {
            let indices: Vec<usize> = layout.indices(cell).map(usize::from).collect();
            self.instance.element(layout.symbol(cell), &indices)
        };
        let values = |cell: CellId| self.table.values(element(cell));
        let pairs =
            |lhs: CellId, rhs: CellId, test: fn(i16, i16) -> bool| {
                let both = values(lhs).iter().zip(values(rhs));
                bits(both.map(|(&lhs, &rhs)| {
                    lhs == UNDETERMINED || rhs == UNDETERMINED || test(lhs, rhs)
                }))
            };
        match literal {
            Literal::In(cell, mask) => {
                let n = self.instance.n_processes;
                let holds_process = layout.values(*cell) == Values::Proc;
                bits(values(*cell).iter().map(|&value| {
                    let outside = holds_process && value as usize >= n;
                    value == UNDETERMINED || mask & (if outside { OTHER } else { 1 << value }) != 0
                }))
            }
            Literal::Same(lhs, rhs) => pairs(*lhs, *rhs, |lhs, rhs| lhs == rhs),
            Literal::Differ(lhs, rhs) => pairs(*lhs, *rhs, |lhs, rhs| lhs != rhs),
            Literal::Before(lhs, rhs) | Literal::NotAfter(lhs, rhs) => {
                let strict = matches!(literal, Literal::Before(..));
                let at = |node: &Node, state: usize| match node {
                    Node::Proc(index) => i16::from(*index),
                    Node::Cell(cell) => values(*cell)[state],
                };
                bits((0..self.table.n_states).map(|state| {
                    let (lhs, rhs) = (at(lhs, state), at(rhs, state));
                    lhs == UNDETERMINED || rhs == UNDETERMINED || lhs < rhs || !strict && lhs == rhs
                }))
            }
            Literal::Linear(constraint) => {
                let parts: Vec<(i64, &[i16])> = constraint
                    .parts
                    .iter()
                    .map(|(factor, cell)| (*factor, values(*cell)))
                    .collect();
                bits((0..self.table.n_states).map(|state| {
                    let mut total = constraint.constant;
                    for (factor, values) in &parts {
                        match values[state] {
                            UNDETERMINED => return true,
                            value => total += factor * i64::from(value),
                        }
                    }
                    match constraint.relation {
                        Relation::Equal => total == 0,
                        Relation::NotEqual => total != 0,
                        Relation::AtMost => total <= 0,
                        Relation::Less => total < 0,
                    }
                }))
            }
        }
    }
}

/// The known states by element: all values of one element stand side by side.
struct Table {
    n_states: usize,
    values: Vec<i16>,
}

impl Table {
    fn of(instance: &Instance<'_>, states: &[State]) -> Self {
        let mut values = Vec::with_capacity(states.len() * instance.n_elements());
        for element in 0..instance.n_elements() {
            values.extend(states.iter().map(|state| state[element]));
        }
        Self { n_states: states.len(), values }
    }

    fn values(&self, element: usize) -> &[i16] {
        &self.values[element * self.n_states..(element + 1) * self.n_states]
    }
}

fn bits(truths: impl Iterator<Item = bool>) -> Vec<u64> {
    let mut words = Vec::new();
    for (number, truth) in truths.enumerate() {
        if number % 64 == 0 {
            words.push(0);
        }
        if let Some(word) = words.last_mut() {
            *word |= u64::from(truth) << (number % 64);
        }
    }
    words
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
