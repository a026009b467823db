//! Weak topological orders: where a fixpoint iteration has to stop and look back.
//!
//! A weak topological order (F. Bourdoncle, *Efficient chaotic iteration strategies with
//! widenings*, 1993) is a topological order with nested parentheses around the cycles:
//!
//! ```text
//!     0 (1 2 (3 4) 5) 6          heads: 1 and 3
//! ```
//!
//! The first node of a pair of parentheses is the *head* of the component. Every edge goes
//! forwards, or back to the head of a component that contains it. Hence every cycle passes a
//! head, and widening at heads alone makes an iteration end. It exists for every graph,
//! irreducible ones included: a component with several entries gets one of them as its head,
//! and the others are simply nodes of it.
//!
//! The algorithm is Bourdoncle's recursive one, which decomposes each strongly connected
//! component after taking its head out. Recursion is as deep as loops are nested.

use index::{Id, IdSet, IndexVec};

use crate::graph::Graph;

/// The order as a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeakTopologicalOrder<N> {
    pub elements: Vec<Element<N>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element<N> {
    Node(N),
    /// A cycle. `body` does not list the head.
    Component {
        head: N,
        body: Vec<Element<N>>,
    },
}

impl<N: Id> WeakTopologicalOrder<N> {
    /// The order of what is reachable from `root`.
    pub fn of(graph: &Graph<N>, root: N) -> Self {
        let members = graph.reachable([root]);
        // Positions in reverse postorder from the root decide everything that is left open, so
        // that the order follows the text of the program.
        let mut position = IndexVec::from_elem(usize::MAX, graph.len());
        for (index, node) in graph.postorder(root).into_iter().rev().enumerate() {
            position[node] = index;
        }
        Self { elements: Decomposition { graph, position: &position }.order(&members) }
    }

    /// All heads, outer before inner.
    pub fn heads(&self) -> Vec<N> {
        let mut heads = Vec::new();
        let mut pending: Vec<&Element<N>> = self.elements.iter().rev().collect();
        while let Some(element) = pending.pop() {
            if let Element::Component { head, body } = element {
                heads.push(*head);
                pending.extend(body.iter().rev());
            }
        }
        heads
    }

    /// The nodes in order, parentheses left out.
    pub fn flattened(&self) -> Vec<N> {
        let mut nodes = Vec::new();
        let mut pending: Vec<&Element<N>> = self.elements.iter().rev().collect();
        while let Some(element) = pending.pop() {
            match element {
                Element::Node(node) => nodes.push(*node),
                Element::Component { head, body } => {
                    nodes.push(*head);
                    pending.extend(body.iter().rev());
                }
            }
        }
        nodes
    }
}

struct Decomposition<'g, N: Id> {
    graph: &'g Graph<N>,
    position: &'g IndexVec<N, usize>,
}

impl<N: Id> Decomposition<'_, N> {
    /// The order of the subgraph of `members`.
    fn order(&self, members: &IdSet<N>) -> Vec<Element<N>> {
        let subgraph = self.restricted(members);
        let mut components = subgraph.components;
        // Tarjan lists callees first; reversed, every edge between components goes forwards.
        components.reverse();
        components.into_iter().map(|component| self.element(component)).collect()
    }

    fn element(&self, component: Vec<N>) -> Element<N> {
        let head = *component
            .iter()
            .min_by_key(|node| self.position[**node])
            .expect("a component has a node");
        let has_cycle = component.len() > 1 || self.graph.successors[head].contains(&head);
        if !has_cycle {
            return Element::Node(head);
        }
        let mut rest: IdSet<N> = component.into_iter().collect();
        rest.remove(head);
        Element::Component { head, body: self.order(&rest) }
    }

    fn restricted(&self, members: &IdSet<N>) -> Restricted<N> {
        index::define_id!(
            struct DenseId,
            "d"
        );
        // Members are renumbered by position: components come out in that order where the
        // graph leaves it open, and the cost is that of the members alone.
        let mut dense: Vec<N> = members.iter().collect();
        dense.sort_by_key(|node| self.position[*node]);
        let mut number = rustc_hash::FxHashMap::default();
        for (index, node) in dense.iter().enumerate() {
            number.insert(*node, DenseId::new(index));
        }
        let successors = dense.iter().map(|node| {
            let within = self.graph.successors[*node].iter().filter_map(|to| number.get(to));
            within.copied().collect::<Vec<_>>()
        });
        let graph = Graph { successors: successors.collect::<IndexVec<DenseId, _>>() };
        let components = graph.components();
        let translate = |nodes: Vec<DenseId>| nodes.into_iter().map(|node| dense[node.index()]);
        Restricted {
            components: components.into_iter().map(|nodes| translate(nodes).collect()).collect(),
        }
    }
}

struct Restricted<N> {
    components: Vec<Vec<N>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::{NodeId, graphs};
    use proptest::prelude::*;

    /// Position of each node, and the heads of the components around it.
    fn layout(
        elements: &[Element<NodeId>],
        around: &[NodeId],
        rows: &mut Vec<(NodeId, Vec<NodeId>)>,
    ) {
        for element in elements {
            match element {
                Element::Node(node) => rows.push((*node, around.to_vec())),
                Element::Component { head, body } => {
                    let mut inner = around.to_vec();
                    inner.push(*head);
                    rows.push((*head, inner.clone()));
                    layout(body, &inner, rows);
                }
            }
        }
    }

    proptest! {
        /// Bourdoncle's definition: an edge that does not go forwards ends in the head of a
        /// component that contains its start.
        #[test]
        fn backward_edges_end_in_a_head_around_them(graph in graphs()) {
            let root = NodeId::new(0);
            let order = WeakTopologicalOrder::of(&graph, root);
            let mut rows = Vec::new();
            layout(&order.elements, &[], &mut rows);
            let nodes: Vec<NodeId> = rows.iter().map(|(node, _)| *node).collect();
            prop_assert_eq!(&nodes, &order.flattened());
            prop_assert_eq!(nodes.iter().copied().collect::<IdSet<_>>(), graph.reachable([root]));
            let at = |node| nodes.iter().position(|other| *other == node).unwrap();
            for &from in &nodes {
                for &to in &graph.successors[from] {
                    prop_assert!(at(from) < at(to) || rows[at(from)].1.contains(&to));
                }
            }
        }
    }

    #[test]
    fn loops_nest() {
        let mut graph = Graph::<NodeId>::with_nodes(7);
        let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 3), (4, 5), (5, 1), (1, 6), (6, 6)];
        for (from, to) in edges {
            graph.successors[NodeId::new(from)].push(NodeId::new(to));
        }
        let order = WeakTopologicalOrder::of(&graph, NodeId::new(0));
        assert_eq!(order.heads(), [1, 3, 6].map(NodeId::new));
    }
}
