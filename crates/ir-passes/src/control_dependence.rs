//! Which branches decide whether a location is reached.
//!
//! A location is *control dependent* on a branch if one way out of the branch leads inevitably
//! to it and another may avoid it (Ferrante, Ottenstein and Warren, 1987). Computed from
//! post-dominators, these by the iteration of Cooper, Harvey and Kennedy (2001).
//!
//! # Endless loops
//! A location from which the exit cannot be reached has no post-dominator. Such locations are
//! given a virtual edge to the exit, so that everything behind an endless loop depends on the
//! branches that lead into it. Dependence therefore looks through the question whether a loop
//! ends: code behind a loop does not depend on the loop's condition. For safety this is the
//! sound side: a slice has the runs of the program, and possibly more that skip the loop.

use index::{IdSet, IndexVec};
use ir::{Body, LocationId};

use crate::graph::Graph;

/// Post-dominators and control dependence of one function.
#[derive(Clone, Debug)]
pub struct ControlDependence {
    /// The nearest location that every path to the exit passes; `None` for the exit itself.
    immediate: IndexVec<LocationId, Option<LocationId>>,
    /// For each location, the branching locations that it depends on.
    depends_on: IndexVec<LocationId, Vec<LocationId>>,
}

impl ControlDependence {
    pub fn of(body: &Body) -> Self {
        let mut forward = Graph::of_body(body);
        close_endless_paths(&mut forward, body.exit);
        let immediate = immediate_post_dominators(&forward, body.exit);
        let mut depends_on: IndexVec<LocationId, Vec<LocationId>> =
            IndexVec::from_elem(Vec::new(), body.locations.len());
        for (branch, successors) in forward.successors.iter() {
            if successors.len() < 2 {
                continue;
            }
            for &successor in successors {
                // Everything between the successor and what post-dominates the branch is
                // decided by it.
                let mut location = Some(successor);
                while let Some(node) = location.filter(|node| Some(*node) != immediate[branch]) {
                    if depends_on[node].last() != Some(&branch) {
                        depends_on[node].push(branch);
                    }
                    location = immediate[node];
                }
            }
        }
        Self { immediate, depends_on }
    }

    /// The branches that decide whether `location` is reached.
    pub fn branches(&self, location: LocationId) -> &[LocationId] {
        &self.depends_on[location]
    }

    /// Where all paths from `location` meet again.
    pub fn immediate_post_dominator(&self, location: LocationId) -> Option<LocationId> {
        self.immediate[location]
    }
}

/// Adds an edge to the exit from every location that has none, and from one location of every
/// cycle that does not reach the exit.
fn close_endless_paths(graph: &mut Graph<LocationId>, exit: LocationId) {
    let mut closed = graph.reversed().reachable([exit]);
    // Components come callees first: the first that is not closed is an end of its own.
    for component in graph.components() {
        let node = component.iter().copied().min().expect("a component has a node");
        if closed.contains(node) {
            continue;
        }
        let leaves = component
            .iter()
            .any(|member| graph.successors[*member].iter().any(|to| closed.contains(*to)));
        if !leaves {
            graph.successors[node].push(exit);
        }
        closed.extend(component);
    }
}

fn immediate_post_dominators(
    forward: &Graph<LocationId>,
    exit: LocationId,
) -> IndexVec<LocationId, Option<LocationId>> {
    let backward = forward.reversed();
    let order = backward.postorder(exit);
    let mut number = IndexVec::from_elem(0, forward.len());
    for (index, node) in order.iter().enumerate() {
        number[*node] = index;
    }
    let in_order: IdSet<LocationId> = order.iter().copied().collect();
    let mut immediate: IndexVec<LocationId, Option<LocationId>> =
        IndexVec::from_elem(None, forward.len());
    immediate[exit] = Some(exit);
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().filter(|node| **node != exit) {
            let mut meet = None;
            for &successor in forward.successors[node].iter().filter(|to| in_order.contains(**to)) {
                if immediate[successor].is_some() {
                    meet = Some(match meet {
                        None => successor,
                        Some(other) => nearest_common(&immediate, &number, other, successor),
                    });
                }
            }
            if immediate[node] != meet {
                immediate[node] = meet;
                changed = true;
            }
        }
    }
    immediate[exit] = None;
    immediate
}

fn nearest_common(
    immediate: &IndexVec<LocationId, Option<LocationId>>,
    number: &IndexVec<LocationId, usize>,
    mut a: LocationId,
    mut b: LocationId,
) -> LocationId {
    let up = |node: LocationId| immediate[node].expect("visited nodes have a dominator");
    while a != b {
        while number[a] < number[b] {
            a = up(a);
        }
        while number[b] < number[a] {
            b = up(b);
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use index::Id;

    use super::*;
    use crate::tests::main_body;

    fn branches(body: &Body, location: usize) -> Vec<String> {
        let dependence = ControlDependence::of(body);
        dependence.branches(LocationId::new(location)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn both_sides_depend_on_the_branch_and_the_join_does_not() {
        let body = main_body(
            "L0 -> L2: assume b\nL0 -> L3: assume !b\nL2 -> L4: skip\nL3 -> L4: skip\n\
             L4 -> L1: return",
        );
        assert_eq!(branches(&body, 2), ["L0"]);
        assert_eq!(branches(&body, 3), ["L0"]);
        assert_eq!(branches(&body, 4), [""; 0]);
    }

    #[test]
    fn what_follows_a_possible_halt_depends_on_it() {
        let body = main_body(
            "L0 -> L2: assume b\nL0 -> L3: assume !b\nL2 -> L1: halt assumption\n\
             L3 -> L4: a = 1i32\nL4 -> L1: return",
        );
        assert_eq!(branches(&body, 4), ["L0"]);
    }

    #[test]
    fn a_loop_body_depends_on_its_head_and_so_does_the_head() {
        let body = main_body(
            "L0 -> L2: skip\nL2 -> L3: assume b\nL3 -> L2: skip\nL2 -> L4: assume !b\n\
             L4 -> L1: return",
        );
        assert_eq!(branches(&body, 3), ["L2"]);
        assert_eq!(branches(&body, 2), ["L2"]);
        assert_eq!(branches(&body, 4), [""; 0]);
    }

    #[test]
    fn endless_loops_are_given_an_end() {
        let body = main_body("L0 -> L2: skip\nL2 -> L3: skip\nL3 -> L2: skip");
        let dependence = ControlDependence::of(&body);
        assert!(dependence.immediate_post_dominator(LocationId::new(0)).is_some());
    }
}
