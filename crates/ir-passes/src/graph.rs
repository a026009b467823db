//! Directed graphs with typed nodes, and the few classical algorithms on them that passes need.
//!
//! Everything here works on an explicit stack: a function of a driver can have a path of a
//! hundred thousand locations.

use index::{Id, IdSet, IndexVec};
use ir::{Body, LocationId};

/// Successor lists. Parallel edges are kept; algorithms do not mind.
#[derive(Clone, Debug)]
pub struct Graph<N: Id> {
    pub successors: IndexVec<N, Vec<N>>,
}

impl Graph<LocationId> {
    /// The locations of a function and the edges between them.
    pub fn of_body(body: &Body) -> Self {
        let successors = body
            .locations
            .values()
            .map(|location| location.outgoing.iter().map(|edge| body.edges[*edge].to).collect());
        Self { successors: successors.collect() }
    }
}

impl<N: Id> Graph<N> {
    pub fn with_nodes(n_nodes: usize) -> Self {
        Self { successors: IndexVec::from_elem(Vec::new(), n_nodes) }
    }

    pub fn len(&self) -> usize {
        self.successors.len()
    }

    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }

    pub fn reversed(&self) -> Self {
        let mut reversed = Self::with_nodes(self.len());
        for (node, successors) in self.successors.iter() {
            for &successor in successors {
                reversed.successors[successor].push(node);
            }
        }
        reversed
    }

    /// Everything that a path from one of the `roots` comes to, the roots included.
    pub fn reachable(&self, roots: impl IntoIterator<Item = N>) -> IdSet<N> {
        let mut seen = IdSet::new();
        let mut pending: Vec<N> = roots.into_iter().filter(|root| seen.insert(*root)).collect();
        while let Some(node) = pending.pop() {
            for &successor in &self.successors[node] {
                if seen.insert(successor) {
                    pending.push(successor);
                }
            }
        }
        seen
    }

    /// Nodes reachable from `root`, each behind all of its successors that were not on the way
    /// to it. Reversed, it is a topological order of an acyclic graph.
    pub fn postorder(&self, root: N) -> Vec<N> {
        let mut order = Vec::new();
        let mut seen = IdSet::new();
        seen.insert(root);
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.last_mut() {
            match self.successors[*node].get(*next) {
                Some(&successor) => {
                    *next += 1;
                    if seen.insert(successor) {
                        stack.push((successor, 0));
                    }
                }
                None => {
                    order.push(*node);
                    stack.pop();
                }
            }
        }
        order
    }

    /// Strongly connected components by Tarjan's algorithm, callees before callers: a component
    /// stands behind every other that it has an edge into.
    pub fn components(&self) -> Vec<Vec<N>> {
        let mut search = ComponentSearch {
            graph: self,
            number: IndexVec::from_elem(0, self.len()),
            low: IndexVec::from_elem(0, self.len()),
            on_stack: IdSet::new(),
            stack: Vec::new(),
            n_numbered: 0,
            components: Vec::new(),
        };
        for node in self.successors.ids() {
            if search.number[node] == 0 {
                search.visit(node);
            }
        }
        search.components
    }
}

struct ComponentSearch<'g, N: Id> {
    graph: &'g Graph<N>,
    /// Order of discovery from 1; 0 for what was not seen.
    number: IndexVec<N, u32>,
    low: IndexVec<N, u32>,
    on_stack: IdSet<N>,
    stack: Vec<N>,
    n_numbered: u32,
    components: Vec<Vec<N>>,
}

impl<N: Id> ComponentSearch<'_, N> {
    fn visit(&mut self, root: N) {
        self.discover(root);
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if let Some(&successor) = self.graph.successors[node].get(*next) {
                *next += 1;
                if self.number[successor] == 0 {
                    self.discover(successor);
                    path.push((successor, 0));
                } else if self.on_stack.contains(successor) {
                    self.low[node] = self.low[node].min(self.number[successor]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                self.low[*parent] = self.low[*parent].min(self.low[node]);
            }
            if self.low[node] == self.number[node] {
                self.close(node);
            }
        }
    }

    fn discover(&mut self, node: N) {
        self.n_numbered += 1;
        self.number[node] = self.n_numbered;
        self.low[node] = self.n_numbered;
        self.stack.push(node);
        self.on_stack.insert(node);
    }

    fn close(&mut self, root: N) {
        let at = self.stack.iter().rposition(|node| *node == root);
        let component = self.stack.split_off(at.expect("an open root is on the stack"));
        for &node in &component {
            self.on_stack.remove(node);
        }
        self.components.push(component);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    index::define_id!(
        pub(crate) struct NodeId,
        "n"
    );

    /// Graphs of up to twelve nodes: small enough to check laws by brute force.
    pub(crate) fn graphs() -> impl Strategy<Value = Graph<NodeId>> {
        (1usize..12).prop_flat_map(|n_nodes| {
            prop::collection::vec((0..n_nodes, 0..n_nodes), 0..3 * n_nodes).prop_map(move |edges| {
                let mut graph = Graph::with_nodes(n_nodes);
                for (from, to) in edges {
                    graph.successors[NodeId::new(from)].push(NodeId::new(to));
                }
                graph
            })
        })
    }

    proptest! {
        #[test]
        fn nodes_are_in_one_component_if_they_reach_each_other(graph in graphs()) {
            let components = graph.components();
            let reach: IndexVec<NodeId, IdSet<NodeId>> =
                IndexVec::from_fn(graph.len(), |node| graph.reachable([node]));
            let of = |node| components.iter().position(|nodes| nodes.contains(&node)).unwrap();
            for a in graph.successors.ids() {
                for b in graph.successors.ids() {
                    let mutual = reach[a].contains(b) && reach[b].contains(a);
                    prop_assert_eq!(of(a) == of(b), mutual);
                    // Callees first.
                    if reach[a].contains(b) {
                        prop_assert!(of(b) <= of(a));
                    }
                }
            }
        }

        #[test]
        fn reversing_twice_reaches_the_same(graph in graphs()) {
            let twice = graph.reversed().reversed();
            for node in graph.successors.ids() {
                prop_assert_eq!(graph.reachable([node]), twice.reachable([node]));
            }
        }

        #[test]
        fn postorder_lists_what_is_reachable_once(graph in graphs()) {
            let root = NodeId::new(0);
            let order = graph.postorder(root);
            prop_assert_eq!(order.iter().copied().collect::<IdSet<_>>(), graph.reachable([root]));
            prop_assert_eq!(order.len(), graph.reachable([root]).len());
        }
    }
}
