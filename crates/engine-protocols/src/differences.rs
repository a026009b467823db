//! What is known of the numbers of one process and of the centre, as differences, and what a
//! branch makes of them.
//!
//! A variable stands at a node of its own, the number 0 at node 0. Known facts are bounds on the
//! difference of two nodes; they contradict each other if a circle of them adds up to less than
//! nothing (Bellman and Ford). Of a branch, each variable is followed as another one with a constant
//! added, as long as it is that.
//!
//! ```text
//!   t = serving, n >= serving + 1, n = t        serving + 1 <= n = t = serving: impossible
//! ```

use index::Id;
use protocol::{
    Action, Branch, DataRef, DataSort, DataTarget, DataValue, Formula, Relation, Subject, System,
    Term,
};

/// A variable, or 0.
pub(crate) type Node = usize;
/// Where the number 0 stands.
pub(crate) const ZERO: Node = 0;

/// A node with a constant added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shifted {
    pub node: Node,
    pub by: i64,
}

/// Differences that are known.
#[derive(Clone)]
pub(crate) struct Differences<'a> {
    system: &'a System,
    n_nodes: usize,
    /// The first is at most the second and the constant.
    at_most: Vec<(Node, Node, i64)>,
    /// The first is not the second and the constant.
    differ: Vec<(Node, Node, i64)>,
}

/// The node of a variable of the process, or of the centre.
pub(crate) fn node_of(system: &System, variable: DataTarget) -> Node {
    match variable {
        DataTarget::Own(id) => 1 + id.index(),
        DataTarget::Centre(id) => 1 + system.data.len() + id.index(),
    }
}

impl<'a> Differences<'a> {
    /// Nothing but that natural numbers are not negative.
    pub fn of(system: &'a System) -> Self {
        let own = system.data.iter().map(|(id, var)| (DataTarget::Own(id), var.sort));
        let centre = system.centre.data.iter();
        let centre = centre.map(|(id, var)| (DataTarget::Centre(id), var.sort));
        let natural = own.chain(centre).filter(|(_, sort)| *sort == DataSort::Nat);
        Self {
            system,
            n_nodes: 1 + system.data.len() + system.centre.data.len(),
            at_most: natural.map(|(it, _)| (ZERO, node_of(system, it), 0)).collect(),
            differ: Vec::new(),
        }
    }

    /// A number that is no variable.
    pub fn fresh(&mut self) -> Node {
        self.n_nodes += 1;
        self.n_nodes - 1
    }

    pub fn at_most(&mut self, lhs: Shifted, rhs: Shifted) {
        self.at_most.push((lhs.node, rhs.node, rhs.by - lhs.by));
    }

    pub fn less(&mut self, lhs: Shifted, rhs: Shifted) {
        self.at_most(Shifted { by: lhs.by + 1, ..lhs }, rhs);
    }

    pub fn equal(&mut self, lhs: Shifted, rhs: Shifted) {
        self.at_most(lhs, rhs);
        self.at_most(rhs, lhs);
    }

    /// That the formula is so. What is not a comparison of own numbers and those of the centre, or
    /// several such comparisons at once, is passed over.
    pub fn assume(&mut self, formula: &Formula, is_so: bool) {
        match formula {
            Formula::Not(inner) => self.assume(inner, !is_so),
            Formula::And(parts) if is_so => parts.iter().for_each(|it| self.assume(it, true)),
            Formula::Or(parts) if !is_so => parts.iter().for_each(|it| self.assume(it, false)),
            Formula::Compare(relation, lhs, rhs) => {
                let (Some(lhs), Some(rhs)) = (self.term(*lhs), self.term(*rhs)) else { return };
                self.compare(if is_so { *relation } else { opposite(*relation) }, lhs, rhs);
            }
            _ => {}
        }
    }

    fn compare(&mut self, relation: Relation, lhs: Shifted, rhs: Shifted) {
        match relation {
            Relation::Less => self.less(lhs, rhs),
            Relation::LessEq => self.at_most(lhs, rhs),
            Relation::Eq => self.equal(lhs, rhs),
            Relation::NotEq => self.differ.push((lhs.node, rhs.node, rhs.by - lhs.by)),
            Relation::Greater => self.less(rhs, lhs),
            Relation::GreaterEq => self.at_most(rhs, lhs),
        }
    }

    fn term(&self, term: Term) -> Option<Shifted> {
        let node = match term.base {
            None => ZERO,
            Some(DataRef::Process(Subject::Own, id)) => node_of(self.system, DataTarget::Own(id)),
            Some(DataRef::Centre(id)) => node_of(self.system, DataTarget::Centre(id)),
            Some(DataRef::Process(..)) => return None,
        };
        Some(Shifted { node, by: term.offset })
    }

    /// Whether no numbers are like that. (`false` says nothing.)
    pub fn is_impossible(&self) -> bool {
        let either = |(lhs, rhs, by): &(Node, Node, i64)| {
            let (lhs, rhs) = (Shifted { node: *lhs, by: 0 }, Shifted { node: *rhs, by: *by });
            let (mut below, mut above) = (self.clone(), self.clone());
            below.less(lhs, rhs);
            above.less(rhs, lhs);
            below.has_bad_circle() && above.has_bad_circle()
        };
        self.has_bad_circle() || self.differ.iter().any(either)
    }

    fn has_bad_circle(&self) -> bool {
        let mut bound = vec![0; self.n_nodes];
        for _ in 0..=self.n_nodes {
            let mut changed = false;
            for (lhs, rhs, by) in &self.at_most {
                if bound[*rhs] + by < bound[*lhs] {
                    bound[*lhs] = bound[*rhs] + by;
                    changed = true;
                }
            }
            if !changed {
                return false;
            }
        }
        true
    }

    fn implies_at_most(&self, lhs: Shifted, rhs: Shifted) -> bool {
        let mut not = self.clone();
        not.less(rhs, lhs);
        not.is_impossible()
    }

    /// What the variable holds after the branch; `None` if that is not one of the numbers before it
    /// with a constant added, for certain.
    pub fn after(&self, branch: &Branch, variable: DataTarget) -> Option<Shifted> {
        let zero = Shifted { node: ZERO, by: 0 };
        let mut now: Vec<Option<Shifted>> =
            (0..self.n_nodes).map(|node| Some(Shifted { node, by: 0 })).collect();
        for action in &branch.actions {
            let (target, value) = match action {
                Action::SetData { target, value: DataValue::Term(term) } => {
                    let base = self.term(Term { offset: 0, ..*term });
                    let value = base.and_then(|base| now[base.node]);
                    (*target, value.map(|it| Shifted { by: it.by + term.offset, ..it }))
                }
                Action::SetData { target, value: DataValue::Any } => (*target, None),
                Action::Scan(scan) => (scan.target, None),
                Action::SetFinite { .. }
                | Action::SetPointer { .. }
                | Action::Broadcast(_)
                | Action::Pick(_)
                | Action::Tell { .. } => continue,
            };
            // A natural number does not go below 0, so it must be known that it would not.
            let is_exact = |value: &Shifted| {
                self.sort(target) == DataSort::Int || self.implies_at_most(zero, *value)
            };
            now[node_of(self.system, target)] = value.filter(is_exact);
        }
        now[node_of(self.system, variable)]
    }

    fn sort(&self, variable: DataTarget) -> DataSort {
        match variable {
            DataTarget::Own(id) => self.system.data[id].sort,
            DataTarget::Centre(id) => self.system.centre.data[id].sort,
        }
    }
}

fn opposite(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::GreaterEq,
        Relation::LessEq => Relation::Greater,
        Relation::Eq => Relation::NotEq,
        Relation::NotEq => Relation::Eq,
        Relation::Greater => Relation::LessEq,
        Relation::GreaterEq => Relation::Less,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(node: Node, by: i64) -> Shifted {
        Shifted { node, by }
    }

    #[test]
    fn circles_and_inequalities() {
        let text = "protocol p\nloc a\ndata t : nat = 0\ncentre data s : int = 0\nat a: stay\nsafety pc[x] = a\n";
        let source = source::Source::new("test.lpp", text.as_bytes().to_vec());
        let system = protocol::read(&source).0.expect("the text is a protocol");
        let mut known = Differences::of(&system);
        known.equal(at(1, 0), at(2, 0));
        assert!(!known.is_impossible());
        assert!(known.implies_at_most(at(ZERO, 0), at(2, 0)), "it is a natural number");
        assert!(!known.implies_at_most(at(2, 0), at(ZERO, 7)));
        let mut below = known.clone();
        below.less(at(2, 0), at(ZERO, 0));
        assert!(below.is_impossible());
        known.differ.push((1, 2, 0));
        assert!(known.is_impossible());
    }
}
