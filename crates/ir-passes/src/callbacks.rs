//! Leaves out calls from outside of functions that the outside cannot know.
//!
//! *Expects* a valid program. *Guarantees* a valid program in which every [`Op::CallBack`] names a
//! function that the outside may know, as far as the points-to analysis can tell; where there is
//! none, those who act outside call nothing. Checks in what is left out are left out.
//!
//! Sound: what the outside knows is found while it calls back nothing; functions that it knows then
//! are called, by which it may come to know more, and so on until nothing new is known. A run of the
//! program calls back for the first time what is known without calls back, and so on: every function
//! that it calls is found. Ends: each round adds a function.

use index::IdSet;
use ir::{Callee, FunctionId, Op, Program};

use crate::points_to::{ExternalPointers, PointsTo};
use crate::rebuild::change_edges;

/// Leaves out what cannot be called back.
pub fn keep_known_callbacks(program: &mut Program) {
    let loops: IdSet<FunctionId> = {
        let functions = program.functions.ids();
        functions.filter(|id| program.calls_back(*id)).collect()
    };
    if loops.is_empty() {
        return;
    }
    let mut known = IdSet::new();
    loop {
        let mut trial = program.clone();
        keep(&mut trial, &loops, &known);
        let targets = PointsTo::of(&trial, ExternalPointers::OwnMemory).known_outside();
        let n_known = known.len();
        known.extend(targets.functions.iter());
        if known.len() == n_known {
            break;
        }
    }
    keep(program, &loops, &known);
    program.drop_unused_checks();
}

fn keep(program: &mut Program, loops: &IdSet<FunctionId>, known: &IdSet<FunctionId>) {
    let mut silent = IdSet::new();
    for id in loops.iter() {
        let Some(body) = &program.functions[id].body else { continue };
        let body = change_edges(body, |_, edge| match edge.op {
            Op::CallBack { function, .. } if !known.contains(function) => None,
            _ => Some(edge.clone()),
        });
        program.functions[id].body = Some(body);
        if !program.calls_back(id) {
            program.functions[id].body = None;
            silent.insert(id);
        }
    }
    let bodies = program.functions.values_mut().filter_map(|function| function.body.as_mut());
    for edge in bodies.flat_map(|body| body.edges.values_mut()) {
        if let Op::Call { callee: Callee::Direct(callee), .. } = edge.op
            && silent.contains(callee)
        {
            edge.op = Op::Skip;
        }
    }
}
