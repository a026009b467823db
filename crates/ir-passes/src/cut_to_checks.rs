//! Drops what a verdict cannot depend on because no check lies ahead.
//!
//! *Expects* a valid program. *Guarantees* a valid program in which every check is violated by
//! the same inputs as before.
//!
//! Two cuts. Functions that are never called lose their bodies. In the others, an edge goes
//! once no check can be reached behind it: not in the function itself, not in a function called
//! later, not after returning to a caller. The run that would have taken it is blocked instead,
//! which is as good as going on without failing. Unsupported steps and threads count as checks,
//! since a run that reaches one has no verdict.
//!
//! Whether the exit of a function leads to a check depends on its callers, and whether a call
//! does, on its callee; both are computed together, growing from nothing.

use index::{IdSet, IndexVec};
use ir::{Body, EdgeId, FunctionId, LocationId, Op, Program};

use crate::call_graph::{CallGraph, CallSite, callees};
use crate::graph::Graph;
use crate::points_to::PointsTo;
use crate::rebuild::change_edges;

/// The program without what cannot lead to a check.
pub fn cut_to_checks(program: &Program, points_to: &PointsTo) -> Program {
    let calls = CallGraph::of(program, points_to);
    let reachable = calls.reachable(program);
    let ahead = ChecksAhead::of(program, points_to, &calls, &reachable);
    let mut cut = program.clone();
    for (id, function) in cut.functions.iter_mut() {
        if !reachable.contains(id) {
            function.body = None;
            function.parameters.clear();
        } else if let Some(body) = &function.body {
            function.body = Some(change_edges(body, |edge_id, edge| {
                let is_kept =
                    ahead.is_goal(id, edge_id, &edge.op) || ahead.locations[id].contains(edge.to);
                is_kept.then(|| edge.clone())
            }));
        }
    }
    cut
}

/// Where a check can still be reached.
struct ChecksAhead<'p> {
    points_to: &'p PointsTo,
    /// Functions from whose entry a check can be reached without returning.
    holding: IdSet<FunctionId>,
    locations: IndexVec<FunctionId, IdSet<LocationId>>,
}

impl<'p> ChecksAhead<'p> {
    fn of(
        program: &Program,
        points_to: &'p PointsTo,
        calls: &CallGraph,
        reachable: &IdSet<FunctionId>,
    ) -> Self {
        let checking = program.functions.iter().filter(|(id, function)| {
            let mut ops = function.body.iter().flat_map(|body| body.edges.values());
            reachable.contains(*id) && ops.any(|edge| is_check(&edge.op))
        });
        let holding = calls.graph.reversed().reachable(checking.map(|(id, _)| id));
        let locations = IndexVec::from_elem(IdSet::new(), program.functions.len());
        let mut ahead = Self { points_to, holding, locations };
        let mut pending: Vec<FunctionId> = reachable.iter().collect();
        let mut exit_counts: IdSet<FunctionId> = IdSet::new();
        while let Some(id) = pending.pop() {
            let Some(body) = &program.functions[id].body else { continue };
            let exit = exit_counts.contains(id).then_some(body.exit);
            ahead.locations[id] = ahead.leading_to_goal(id, body, exit);
            // A callee's exit counts as soon as something is ahead behind one of its calls.
            for &callee in &calls.graph.successors[id] {
                let is_new = !exit_counts.contains(callee)
                    && calls.sites(callee).iter().any(|site| {
                        site.caller == id && ahead.locations[id].contains(body.edges[site.edge].to)
                    });
                if is_new {
                    exit_counts.insert(callee);
                    pending.push(callee);
                }
            }
        }
        ahead
    }

    fn leading_to_goal(
        &self,
        id: FunctionId,
        body: &Body,
        exit: Option<LocationId>,
    ) -> IdSet<LocationId> {
        let goals =
            body.edges.iter().filter(|(edge_id, edge)| self.is_goal(id, *edge_id, &edge.op));
        let starts = goals.map(|(_, edge)| edge.from).chain(exit);
        Graph::of_body(body).reversed().reachable(starts)
    }

    /// A check, or a call that may come to one.
    fn is_goal(&self, caller: FunctionId, edge: EdgeId, op: &Op) -> bool {
        is_check(op)
            || callees(self.points_to, CallSite { caller, edge }, op)
                .iter()
                .any(|callee| self.holding.contains(*callee))
    }
}

/// A check, or what a run that comes to it has no verdict for: threads are followed nowhere.
fn is_check(op: &Op) -> bool {
    matches!(
        op,
        Op::Check { .. }
            | Op::Unsupported { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points_to::ExternalPointers;
    use crate::tests::program_text;

    fn cut(storage: &str, edges: &str) -> String {
        let program = program_text(storage, edges);
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let cut = cut_to_checks(&program, &points_to);
        assert_eq!(ir::validate(&cut), Ok(()));
        ir::text::print(&cut)
    }

    #[test]
    fn a_branch_without_a_check_is_blocked() {
        let text = cut(
            "check c0: assertion \"x\"",
            "L0 -> L2: assume b\nL0 -> L3: assume !b\nL2 -> L4: a = 1i32\nL4 -> L1: return\n\
             L3 -> L5: check c0: (a == 0i32)\nL5 -> L1: return",
        );
        assert!(text.contains("assume !b"), "{text}");
        assert!(!text.contains("assume b"), "{text}");
        assert!(!text.contains("return"), "{text}");
    }

    #[test]
    fn what_happens_before_a_caller_s_check_stays() {
        let text = cut(
            "check c0: assertion \"x\"\n\
             fn set() {\n entry L0 exit L1\n L0 -> L2: g = 1i32\n L2 -> L1: return\n }\n\
             fn unused() {\n entry L0 exit L1\n L0 -> L2: check c0: false\n L2 -> L1: return\n }",
            "L0 -> L2: call set()\nL2 -> L3: check c0: (g == 0i32)\nL3 -> L4: call set()\n\
             L4 -> L1: return",
        );
        assert!(text.contains("g = 1i32"), "{text}");
        assert!(text.contains("declare unused"), "{text}");
        assert_eq!(text.matches("call set()").count(), 1, "{text}");
    }
}
