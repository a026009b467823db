//! Who calls whom.
//!
//! Direct calls are read off; calls through pointers come from the points-to analysis, which
//! resolves them by what is pointed to and by signature. Starting a thread counts as a call.

use index::{IdSet, IndexVec};
use ir::{Callee, EdgeId, FunctionId, Op, Program};

use crate::graph::Graph;
use crate::points_to::PointsTo;

/// A call edge and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CallSite {
    pub caller: FunctionId,
    pub edge: EdgeId,
}

#[derive(Clone, Debug)]
pub struct CallGraph {
    pub graph: Graph<FunctionId>,
    sites: IndexVec<FunctionId, Vec<CallSite>>,
}

impl CallGraph {
    pub fn of(program: &Program, points_to: &PointsTo) -> Self {
        let n_functions = program.functions.len();
        let mut graph = Graph::with_nodes(n_functions);
        let mut sites = IndexVec::from_elem(Vec::new(), n_functions);
        for (caller, function) in program.functions.iter() {
            let Some(body) = &function.body else { continue };
            for (edge, op) in body.edges.iter().map(|(id, edge)| (id, &edge.op)) {
                for callee in callees(points_to, CallSite { caller, edge }, op) {
                    graph.successors[caller].push(callee);
                    sites[callee].push(CallSite { caller, edge });
                }
            }
            graph.successors[caller].sort_unstable();
            graph.successors[caller].dedup();
        }
        Self { graph, sites }
    }

    /// The calls that may enter a function.
    pub fn sites(&self, callee: FunctionId) -> &[CallSite] {
        &self.sites[callee]
    }

    /// The functions that a run may enter.
    pub fn reachable(&self, program: &Program) -> IdSet<FunctionId> {
        self.graph.reachable([program.entry])
    }

    /// The functions that may call themselves, directly or not.
    pub fn recursive(&self) -> IdSet<FunctionId> {
        let components = self.graph.components().into_iter();
        let calls_itself = |id: FunctionId| self.graph.successors[id].contains(&id);
        components
            .filter(|component| component.len() > 1 || calls_itself(component[0]))
            .flatten()
            .collect()
    }
}

/// The functions that an operation may enter.
pub fn callees(points_to: &PointsTo, site: CallSite, op: &Op) -> Vec<FunctionId> {
    match op {
        Op::Call { callee, .. } | Op::ThreadCreate { start: callee, .. } => match callee {
            Callee::Direct(function) => vec![*function],
            Callee::Indirect(..) => points_to.callees(site.caller, site.edge).to_vec(),
        },
        _ => Vec::new(),
    }
}
