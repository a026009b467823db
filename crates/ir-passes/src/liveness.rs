//! Live variables: which values can still be read.
//!
//! Formula slicing drops every lemma that mentions no live variable, and a formula encoder needs
//! no name for a dead one. Backward data flow within one function: a local is live at a
//! location if some path from there reads it before it is assigned. Global variables are live
//! everywhere, since callers and callees may read them; except in a program that is one function
//! without calls, where [`Liveness::of_whole_program`] treats them as locals.

use index::{IdSet, IndexVec};
use ir::{Body, LocationId, Op, Program, Scope, VarId};

use crate::accesses;
use crate::graph::Graph;

/// The live locals of every location of one function.
#[derive(Clone, Debug)]
pub struct Liveness {
    live: IndexVec<LocationId, IdSet<VarId>>,
}

impl Liveness {
    pub fn of(program: &Program, body: &Body) -> Self {
        Self::with_reads(body, |op| local_reads(program, op))
    }

    /// For a body that makes no calls and is not called: nobody else reads its globals.
    pub fn of_whole_program(program: &Program, body: &Body) -> Self {
        Self::with_reads(body, |op| accesses::read(&program.exprs, op))
    }

    /// Sound: what is not in the set is not read on any path before it is assigned.
    /// Ends: sets only grow, and there are finitely many variables.
    fn with_reads(body: &Body, reads: impl Fn(&Op) -> IdSet<VarId>) -> Self {
        let mut live = IndexVec::from_elem(IdSet::new(), body.locations.len());
        let reads: Vec<IdSet<VarId>> = body.edges.values().map(|edge| reads(&edge.op)).collect();
        // Successors first: most locations are final after one visit.
        let mut pending = Graph::of_body(body).postorder(body.entry);
        pending.reverse();
        let mut is_pending: IdSet<LocationId> = pending.iter().copied().collect();
        while let Some(location) = pending.pop() {
            is_pending.remove(location);
            let mut set = IdSet::new();
            for &edge_id in &body.locations[location].outgoing {
                let edge = &body.edges[edge_id];
                let mut behind: IdSet<VarId> = live[edge.to].clone();
                if let Some(target) = edge.op.assigned() {
                    behind.remove(target);
                }
                behind.union_with(&reads[index::Id::index(edge_id)]);
                set.union_with(&behind);
            }
            if live[location].union_with(&set) {
                for &edge in &body.locations[location].incoming {
                    let from = body.edges[edge].from;
                    if is_pending.insert(from) {
                        pending.push(from);
                    }
                }
            }
        }
        Self { live }
    }

    pub fn is_live(&self, program: &Program, location: LocationId, var: VarId) -> bool {
        program.vars[var].scope == Scope::Global || self.live[location].contains(var)
    }

    /// The live variables that were looked at: locals, or all of a whole program.
    pub fn locals(&self, location: LocationId) -> &IdSet<VarId> {
        &self.live[location]
    }
}

fn local_reads(program: &Program, op: &Op) -> IdSet<VarId> {
    let all = accesses::read(&program.exprs, op);
    all.iter().filter(|var| program.vars[*var].scope != Scope::Global).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::main_program;

    #[test]
    fn a_variable_is_live_until_its_last_read() {
        let program = main_program(
            "L0 -> L2: a = 1i32\nL2 -> L3: c = (a + g)\nL3 -> L4: assume (c < 3i32)\n\
             L3 -> L5: assume !(c < 3i32)\nL4 -> L3: c = (c + d)\nL5 -> L1: return",
        );
        let body = program.functions[program.entry].body.as_ref().unwrap();
        let liveness = Liveness::of(&program, body);
        let names: Vec<String> = body
            .locations
            .ids()
            .map(|location| {
                let vars = liveness.locals(location).iter().map(|var| &*program.vars[var].name);
                vars.collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(names, ["d", "", "a d", "c d", "c d", ""]);
        let global = program.vars.ids().find(|var| &*program.vars[*var].name == "g").unwrap();
        assert!(liveness.is_live(&program, body.exit, global));
    }
}
