//! Loops that inputs alone keep going.
//!
//! `while (read(&event)) ...` goes on for as long as the environment likes: whoever follows all runs to their
//! ends need not begin. A loop is such a one if there is a way round it on which nothing that is left from
//! earlier rounds has to be one way or the other: every branch that could leave the loop depends on what
//! was read in the same round only. (Where a failing check leaves it, that is no way out.)

use index::IdSet;
use ir::{Body, Edge, LocationId, Op, Program, VarId};

use crate::accesses;
use crate::liveness::Liveness;
use crate::loop_forest::{Loop, LoopForest};

/// Does the program, which makes no calls, have a loop that inputs alone keep going?
pub fn has_endless_loop(program: &Program) -> bool {
    let Some(body) = &program.functions[program.entry].body else { return false };
    let liveness = Liveness::of_whole_program(program, body);
    let forest = LoopForest::of(body);
    forest.loops.values().any(|it| is_endless(program, body, it, &liveness))
}

fn is_endless(program: &Program, body: &Body, it: &Loop, liveness: &Liveness) -> bool {
    let inside = |edge: &&Edge| it.members.contains(edge.from) && it.members.contains(edge.to);
    let carried = depends_on_earlier_rounds(program, body, it, liveness);
    let is_carried = |edge: &Edge| match &edge.op {
        Op::Assume { .. } => {
            accesses::read(&program.exprs, &edge.op).iter().any(|var| carried.contains(var))
        }
        _ => false,
    };
    let leaves = |from: LocationId| {
        let outgoing = &body.locations[from].outgoing;
        let mut ways = outgoing.iter().map(|edge| &body.edges[*edge]);
        // Where the way out of a branch leads to no check, it was taken away.
        outgoing.len() == 1
            || ways.any(|edge| !it.members.contains(edge.to) && !only_fails(body, edge.to))
    };
    let is_free = |edge: &&Edge| !(is_carried(edge) && leaves(edge.from));
    let mut reached: IdSet<LocationId> = IdSet::new();
    let mut pending = vec![it.head];
    while let Some(location) = pending.pop() {
        let ways = body.locations[location].outgoing.iter().map(|edge| &body.edges[*edge]);
        for edge in ways.filter(inside).filter(is_free) {
            if edge.to == it.head {
                return true;
            }
            if reached.insert(edge.to) {
                pending.push(edge.to);
            }
        }
    }
    false
}

/// Variables whose values at a branch may come from before this round, or from memory.
fn depends_on_earlier_rounds(
    program: &Program,
    body: &Body,
    it: &Loop,
    liveness: &Liveness,
) -> IdSet<VarId> {
    let edges = || body.edges.values().filter(|edge| it.members.contains(edge.from));
    let mut carried: IdSet<VarId> = IdSet::new();
    for edge in edges() {
        if let Some(target) = edge.op.assigned() {
            let is_kept = liveness.is_live(program, it.head, target);
            if is_kept || matches!(edge.op, Op::Load { .. }) {
                carried.insert(target);
            }
        }
    }
    loop {
        let before = carried.len();
        for edge in edges() {
            if let (Op::Assign { .. }, Some(target)) = (&edge.op, edge.op.assigned())
                && accesses::read(&program.exprs, &edge.op).iter().any(|it| carried.contains(it))
            {
                carried.insert(target);
            }
        }
        if carried.len() == before {
            return carried;
        }
    }
}

/// Is a check all that is left for a run here?
fn only_fails(body: &Body, location: LocationId) -> bool {
    let ways = |location: LocationId| {
        body.locations[location].outgoing.iter().map(|edge| &body.edges[*edge])
    };
    let ends = |edge: &Edge| ways(edge.to).all(|next| matches!(next.op, Op::Halt { .. }));
    let is_last = |edge: &Edge| matches!(edge.op, Op::Check { .. }) && ends(edge);
    ways(location).next().is_some() && ways(location).all(is_last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::main_program;

    #[test]
    fn a_counter_ends_a_loop_and_an_input_does_not() {
        let counted = main_program(
            "L0 -> L2: c = 0i32\nL2 -> L3: assume (c < d)\nL2 -> L4: assume !(c < d)\n\
             L3 -> L2: c = (c + 1i32)\nL4 -> L1: return",
        );
        assert!(!has_endless_loop(&counted));
        let nothing_behind_it =
            main_program("L0 -> L2: c = 0i32\nL2 -> L3: assume (c < d)\nL3 -> L2: c = (c + 1i32)");
        assert!(!has_endless_loop(&nothing_behind_it));
        // What is asked of `c` is the same in every round.
        let asked = main_program(
            "L0 -> L2: c = 0i32\nL2 -> L3: assume (c < d)\nL2 -> L4: assume !(c < d)\n\
             L3 -> L2: a = (a + 1i32)\nL4 -> L1: return",
        );
        assert!(has_endless_loop(&asked));
    }
}
