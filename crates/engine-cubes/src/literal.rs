//! Literals of cubes, over numbered cells.

use cubicle::{Numbers, Relation};

use crate::layout::{CellId, Layout, OTHER, Values};

/// A process or a cell that holds one, where processes are compared by order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    Proc(u8),
    Cell(CellId),
}

/// `sum RELATION 0`. Invariant: cells ascend, no factor is 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constraint {
    pub parts: Vec<(i64, CellId)>,
    pub constant: i64,
    pub relation: Relation,
    pub numbers: Numbers,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Literal {
    /// The cell's value is among these bits.
    In(CellId, u64),
    /// Two cells hold the same value; the smaller id first.
    Same(CellId, CellId),
    Differ(CellId, CellId),
    /// Strict order of processes.
    Before(Node, Node),
    /// Order of processes, at least one of them held by a cell.
    NotAfter(Node, Node),
    Linear(Constraint),
}

impl Literal {
    pub fn same(lhs: CellId, rhs: CellId) -> Self {
        Self::Same(lhs.min(rhs), lhs.max(rhs))
    }

    pub fn differ(lhs: CellId, rhs: CellId) -> Self {
        Self::Differ(lhs.min(rhs), lhs.max(rhs))
    }

    pub fn for_each_cell(&self, mut visit: impl FnMut(CellId)) {
        match self {
            Self::In(cell, _) => visit(*cell),
            Self::Same(lhs, rhs) | Self::Differ(lhs, rhs) => {
                visit(*lhs);
                visit(*rhs);
            }
            Self::Before(lhs, rhs) | Self::NotAfter(lhs, rhs) => {
                for node in [lhs, rhs] {
                    if let Node::Cell(cell) = node {
                        visit(*cell);
                    }
                }
            }
            Self::Linear(constraint) => {
                constraint.parts.iter().for_each(|(_, cell)| visit(*cell));
            }
        }
    }

    /// The processes that the literal speaks of, as bits, in a cube of `n_procs` processes.
    pub fn procs(&self, layout: &Layout<'_>, n_procs: usize) -> u64 {
        let mut procs = 0;
        self.for_each_cell(|cell| {
            layout.indices(cell).for_each(|index| procs |= 1 << index);
        });
        match self {
            Self::In(cell, mask) if layout.values(*cell) == Values::Proc => {
                procs |= named(*mask, n_procs);
            }
            Self::Before(lhs, rhs) | Self::NotAfter(lhs, rhs) => {
                for node in [lhs, rhs] {
                    if let Node::Proc(index) = node {
                        procs |= 1 << index;
                    }
                }
            }
            _ => {}
        }
        procs
    }

    /// The literal with process `i` called `names[i]`, in a cube of `n_after` processes. Names
    /// are injective on the processes that the literal speaks of.
    pub fn renamed(
        &self,
        layout: &Layout<'_>,
        names: &[u8],
        n_before: usize,
        n_after: usize,
    ) -> Self {
        let cell = |cell: CellId| layout.renamed(cell, names);
        let node = |node: Node| match node {
            Node::Proc(index) => Node::Proc(names[index as usize]),
            Node::Cell(id) => Node::Cell(cell(id)),
        };
        match self {
            Self::In(id, mask) => {
                let mask = match layout.values(*id) {
                    Values::Proc => renamed_mask(*mask, names, n_before, n_after),
                    _ => *mask,
                };
                Self::In(cell(*id), mask)
            }
            Self::Same(lhs, rhs) => Self::same(cell(*lhs), cell(*rhs)),
            Self::Differ(lhs, rhs) => Self::differ(cell(*lhs), cell(*rhs)),
            Self::Before(lhs, rhs) => Self::Before(node(*lhs), node(*rhs)),
            Self::NotAfter(lhs, rhs) => Self::NotAfter(node(*lhs), node(*rhs)),
            Self::Linear(constraint) => {
                let mut constraint = constraint.clone();
                for (_, id) in &mut constraint.parts {
                    *id = cell(*id);
                }
                constraint.parts.sort_by_key(|(_, cell)| *cell);
                Self::Linear(constraint)
            }
        }
    }
}

/// The processes that a set of processes speaks of: those it contains, or, if it contains the
/// processes without name, those that it leaves out.
pub fn named(mask: u64, n_procs: usize) -> u64 {
    let all = (1 << n_procs) - 1;
    if mask & OTHER == 0 { mask & all } else { !mask & all }
}

/// Only the processes that the set speaks of need a name.
fn renamed_mask(mask: u64, names: &[u8], n_before: usize, n_after: usize) -> u64 {
    let spoken_of = named(mask, n_before);
    let mut renamed = 0;
    for index in (0..n_before).filter(|index| spoken_of >> index & 1 == 1) {
        renamed |= 1 << names[index];
    }
    if mask & OTHER == 0 { renamed } else { (((1 << n_after) - 1) & !renamed) | OTHER }
}

impl Constraint {
    /// The same set of points written in one way: like cells collected, common factors of
    /// integers divided out, the sign of equations fixed.
    #[must_use]
    pub fn normal(mut self) -> Self {
        self.parts.sort_by_key(|(_, cell)| *cell);
        let mut parts: Vec<(i64, CellId)> = Vec::with_capacity(self.parts.len());
        for (factor, cell) in self.parts {
            match parts.last_mut() {
                Some((known, last)) if *last == cell => *known = known.saturating_add(factor),
                _ => parts.push((factor, cell)),
            }
        }
        parts.retain(|(factor, _)| *factor != 0);
        self.parts = parts;
        let is_equation = matches!(self.relation, Relation::Equal | Relation::NotEqual);
        if is_equation && self.parts.first().is_some_and(|(factor, _)| *factor < 0) {
            self.parts.iter_mut().for_each(|(factor, _)| *factor = factor.saturating_neg());
            self.constant = self.constant.saturating_neg();
        }
        self
    }

    /// The truth of a constraint without cells.
    pub fn constant_truth(&self) -> Option<bool> {
        if !self.parts.is_empty() {
            return None;
        }
        Some(match self.relation {
            Relation::Equal => self.constant == 0,
            Relation::NotEqual => self.constant != 0,
            Relation::AtMost => self.constant <= 0,
            Relation::Less => self.constant < 0,
        })
    }

    #[must_use]
    pub fn negated(&self) -> Self {
        let mut negated = self.clone();
        match self.relation {
            Relation::Equal => negated.relation = Relation::NotEqual,
            Relation::NotEqual => negated.relation = Relation::Equal,
            Relation::AtMost | Relation::Less => {
                for (factor, _) in &mut negated.parts {
                    *factor = factor.saturating_neg();
                }
                negated.constant = negated.constant.saturating_neg();
                match (self.relation, self.numbers) {
                    (Relation::AtMost, Numbers::Integers) => {
                        negated.constant = negated.constant.saturating_add(1);
                    }
                    (Relation::AtMost, Numbers::Reals) => negated.relation = Relation::Less,
                    _ => negated.relation = Relation::AtMost,
                }
            }
        }
        negated
    }
}
