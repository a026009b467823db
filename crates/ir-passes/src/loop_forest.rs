//! The loops of a function, and how they lie in each other.
//!
//! Read off the weak topological order, so it exists for irreducible graphs too: there a loop
//! has entries besides its head ([`Loop::is_irreducible`]), and an engine that starts its
//! reasoning at the head has to know that a run may come in elsewhere.

use index::{IdSet, IndexVec};
use ir::{Body, EdgeId, LocationId};

use crate::graph::Graph;
use crate::weak_topological_order::{Element, WeakTopologicalOrder};

index::define_id!(
    /// A loop of a [`LoopForest`].
    pub struct LoopId, "loop"
);

/// All loops of one function, outer ones before those inside them.
#[derive(Clone, Debug)]
pub struct LoopForest {
    pub loops: IndexVec<LoopId, Loop>,
    pub order: WeakTopologicalOrder<LocationId>,
    innermost: IndexVec<LocationId, Option<LoopId>>,
}

#[derive(Clone, Debug)]
pub struct Loop {
    pub head: LocationId,
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// Head and inner loops included.
    pub members: IdSet<LocationId>,
    /// Edges from inside the loop to its head.
    pub back_edges: Vec<EdgeId>,
    /// Edges from outside into the loop that do not end in its head.
    pub side_entries: Vec<EdgeId>,
}

impl Loop {
    pub fn is_irreducible(&self) -> bool {
        !self.side_entries.is_empty()
    }
}

impl LoopForest {
    pub fn of(body: &Body) -> Self {
        let graph = Graph::of_body(body);
        let reached = graph.reachable([body.entry]);
        let order = WeakTopologicalOrder::of(&graph, body.entry);
        let mut forest = Self {
            loops: IndexVec::new(),
            order: WeakTopologicalOrder { elements: Vec::new() },
            innermost: IndexVec::from_elem(None, body.locations.len()),
        };
        let mut pending: Vec<(&Element<LocationId>, Option<LoopId>)> =
            order.elements.iter().rev().map(|element| (element, None)).collect();
        while let Some((element, parent)) = pending.pop() {
            match element {
                Element::Node(node) => forest.add_member(*node, parent),
                Element::Component { head, body } => {
                    let depth = 1 + parent.map_or(0, |parent| forest.loops[parent].depth);
                    let id = forest.loops.push(Loop {
                        head: *head,
                        parent,
                        depth,
                        members: IdSet::new(),
                        back_edges: Vec::new(),
                        side_entries: Vec::new(),
                    });
                    forest.add_member(*head, Some(id));
                    pending.extend(body.iter().rev().map(|element| (element, Some(id))));
                }
            }
        }
        forest.order = order;
        forest.classify_edges(body, &reached);
        forest
    }

    /// The innermost loop around a location.
    pub fn innermost(&self, location: LocationId) -> Option<LoopId> {
        self.innermost[location]
    }

    /// The loop whose head this is.
    pub fn headed_by(&self, location: LocationId) -> Option<LoopId> {
        self.innermost(location).filter(|id| self.loops[*id].head == location)
    }

    /// The loops around a location, from the outermost in: the paper's *loop stack*.
    pub fn stack(&self, location: LocationId) -> Vec<LoopId> {
        let mut stack: Vec<LoopId> =
            std::iter::successors(self.innermost(location), |id| self.loops[*id].parent).collect();
        stack.reverse();
        stack
    }

    fn add_member(&mut self, node: LocationId, innermost: Option<LoopId>) {
        self.innermost[node] = innermost;
        let mut around = innermost;
        while let Some(id) = around {
            self.loops[id].members.insert(node);
            around = self.loops[id].parent;
        }
    }

    fn classify_edges(&mut self, body: &Body, reached: &IdSet<LocationId>) {
        // Edges out of dead code enter nothing.
        for (edge_id, edge) in body.edges.iter().filter(|(_, edge)| reached.contains(edge.from)) {
            let mut around = self.innermost[edge.to];
            while let Some(id) = around {
                let entered = &mut self.loops[id];
                around = entered.parent;
                if entered.members.contains(edge.from) {
                    if entered.head == edge.to {
                        entered.back_edges.push(edge_id);
                    }
                } else if entered.head != edge.to {
                    entered.side_entries.push(edge_id);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::main_body;

    #[test]
    fn nested_loops_know_their_parents() {
        let body = main_body(
            "L0 -> L2: skip\nL2 -> L3: assume b\nL3 -> L4: skip\nL4 -> L4: assume b\n\
             L4 -> L2: assume !b\nL2 -> L5: assume !b\nL5 -> L1: return",
        );
        let forest = LoopForest::of(&body);
        let rows: Vec<_> =
            forest.loops.values().map(|l| (l.head.to_string(), l.depth, l.members.len())).collect();
        assert_eq!(rows, [("L2".to_owned(), 1, 3), ("L4".to_owned(), 2, 1)]);
        let inner = forest.headed_by(forest.loops.values().last().unwrap().head).unwrap();
        assert_eq!(forest.stack(forest.loops[inner].head).len(), 2);
        assert!(forest.loops.values().all(|l| !l.is_irreducible() && l.back_edges.len() == 1));
    }

    #[test]
    fn a_jump_into_a_loop_is_a_side_entry() {
        let body = main_body(
            "L0 -> L2: assume b\nL0 -> L3: assume !b\nL2 -> L3: skip\nL3 -> L2: assume b\n\
             L3 -> L4: assume !b\nL4 -> L1: return",
        );
        let forest = LoopForest::of(&body);
        assert_eq!(forest.loops.len(), 1);
        assert!(forest.loops.values().all(Loop::is_irreducible));
    }
}
