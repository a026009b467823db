//! Ends runs where somebody outside the program could call one of its functions back.
//!
//! *Expects* a valid program. *Guarantees* a valid program in which every [`Op::Outside`] acts while
//! no function with a body is known outside, as far as the points-to analysis can tell; the others
//! are unsupported steps. Locations and edges keep their ids.
//!
//! Engines read `Outside` as a change of memory. What a function does that is called back is more
//! than that, so a run must not go on there in silence.

use ir::{Actor, Op, Program};

use crate::points_to::{ExternalPointers, PointsTo};

/// Makes unsupported steps of what may call back.
pub fn end_at_callbacks(program: &mut Program) {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let mut edges = bodies.flat_map(|body| body.edges.values());
    if !edges.any(|edge| matches!(edge.op, Op::Outside { .. })) {
        return;
    }
    let known = PointsTo::of(program, ExternalPointers::OwnMemory).known_outside();
    let callback = known
        .functions
        .iter()
        .find(|id| program.functions[*id].body.is_some() && !program.is_stand_in(*id));
    let Some(callback) = callback else { return };
    let callback = program.functions[callback].name.clone();
    let names: Vec<Box<str>> = program.functions.values().map(|it| it.name.clone()).collect();
    let bodies = program.functions.values_mut().filter_map(|function| function.body.as_mut());
    for edge in bodies.flat_map(|body| body.edges.values_mut()) {
        if let Op::Outside { actor, .. } = &edge.op {
            let who = match actor {
                Actor::Function(function) => format!("`{}`", names[index::Id::index(*function)]),
                Actor::Assembly => "inline assembly".to_owned(),
            };
            let what = format!("{who} may call `{callback}` back").into();
            edge.op = Op::Unsupported { what };
        }
    }
}
