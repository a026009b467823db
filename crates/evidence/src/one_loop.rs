//! Checks that a loop with program counters does all that the threads of a program do.
//!
//! Whoever proves something about threads by looking at one loop in which somebody goes on
//! ([`ir_passes::one_loop`]) has proved something about that loop. Here it is read again beside the
//! threads, step by step, by code of its own: it must be able to do whatever they can. It may do
//! more; a proof of more is one of less.
//!
//! # What is asked
//! - *The calls.* In the program with one call per thread, all functions are those of the program, and
//!   each call is that of the entry function or of a start routine, with arguments that nothing else uses.
//! - *The beginning.* The counters are zero, then the first thread stands at its first place.
//! - *The choice.* From the head there is a way to each place of each thread that asks for nothing but
//!   that this thread is chosen and stands there.
//! - *The steps.* Whatever a thread does along an edge of its code, the loop does from the same location:
//!   the [same operation](steps), or what stands for it, and then goes on at the same location; or, where the
//!   thread waits there, sets its counter to that place and goes to the head.
//! - *The turns.* A thread waits [wherever others may notice](turns) what it does next, unless it is in an
//!   atomic block, and somewhere on each way round a loop.
//!
//! What is shared with whoever made the loop is inlining.
//!
//! A loop that follows a few of many threads has fewer runs than the program. What [proofs about crowds](confirm_crowds)
//! must be like is checked beside it.

mod calls;
mod crowds;
mod standing;
mod steps;
#[cfg(test)]
mod tests;
mod turns;

use index::{Id, IdSet};
use ir::{Body, EdgeId, Initial, LocationId, Op, Program, Scope, Type};
use ir_passes::inline::{ContextId, inline};
use ir_passes::one_loop::{FIRST_PLACE, OneLoop};
use ir_passes::points_to::{ExternalPointers, PointsTo};

use crate::induction::Refusal;

use calls::{Call, calls};
pub use crowds::confirm_crowds;
pub use standing::{PlaceClaim, confirm_places};
use steps::Steps;
use turns::Turns;

/// Threads of a crowd, at least: two that a lemma speaks of, and one that moves.
const FOLLOWED: usize = 3;

/// The number of the first thread, as the program sees it.
const FIRST_NUMBER: u32 = 1;

/// Confirms that the loop has a failing run if the program with its threads has one.
pub fn confirm_loop(program: &Program, together: &OneLoop) -> Result<(), Refusal> {
    if !together.crowds.is_empty() {
        return Err(wrong("the loop follows a few threads of many"));
    }
    confirm_steps(program, together)
}

/// Confirms that the loop can do what the threads do of which it says something.
fn confirm_steps(program: &Program, together: &OneLoop) -> Result<(), Refusal> {
    asks_of_values_only(program)?;
    let calls = calls(program, &together.beside)?;
    let points_to = PointsTo::of(&together.beside, ExternalPointers::OwnMemory);
    let whole = inline(&together.beside, &points_to, together.limits)
        .map_err(|_| Refusal::Undecided("the threads are too large".to_owned()))?;
    is_extended(&whole.program, &together.program)?;
    let outermost = ContextId::new(0);
    let place_of = |wanted: LocationId| {
        let mut places = whole.locations.iter();
        let found = places.find(|(_, it)| **it == Some((outermost, wanted)));
        found.map(|(place, _)| place).ok_or_else(|| wrong("a thread has no beginning"))
    };
    let begins: Vec<LocationId> =
        calls.iter().map(|call| place_of(call.begin)).collect::<Result<_, _>>()?;
    if calls.len() != together.threads.len() {
        return Err(wrong("there are other threads"));
    }
    let old = body_of(&whole.program)?;
    let new = body_of(&together.program)?;
    let numbers = numbers(&whole, &points_to, &calls, &begins, together)?;
    let n_vars = whole.program.vars.len();
    let steps = Steps { together, calls: &calls, numbers: &numbers, n_vars, new };
    steps.beginning()?;
    for (index, thread) in together.threads.iter().enumerate() {
        if thread.places.first() != Some(&begins[index]) {
            return Err(wrong("a thread begins elsewhere"));
        }
        let turns = Turns::of(&whole.program, old, begins[index])?;
        turns.are_at(&whole.program, old, &thread.places)?;
        steps.choices(index)?;
        for edge in turns.edges(old) {
            steps.step(index, edge, &old.edges[edge])?;
        }
    }
    Ok(())
}

fn wrong(what: &str) -> Refusal {
    Refusal::Wrong(what.to_owned())
}

fn body_of(program: &Program) -> Result<&Body, Refusal> {
    program.functions[program.entry].body.as_ref().ok_or_else(|| wrong("there is no body"))
}

/// Checks of memory are about more than states at turns, and what the outside does is no state.
fn asks_of_values_only(program: &Program) -> Result<(), Refusal> {
    let entry = &program.functions[program.entry];
    let edges = || {
        let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
        bodies.flat_map(|body| body.edges.values())
    };
    let is_outside = |op: &Op| match op {
        Op::Check { condition, .. } => !matches!(condition, ir::Condition::Holds(_)),
        Op::Outside { .. } | Op::CallBack { .. } => true,
        _ => false,
    };
    let of_runs = program.checks.values().any(|check| check.kind.is_of_runs());
    let reads_pointer = entry.parameters.iter().any(|parameter| {
        let is_read = |op: &Op| ir_passes::accesses::read(&program.exprs, op).contains(*parameter);
        program.vars[*parameter].ty == Type::Pointer && edges().any(|edge| is_read(&edge.op))
    });
    if of_runs || reads_pointer || edges().any(|edge| is_outside(&edge.op)) {
        return Err(Refusal::Undecided("more is asked than what values are".to_owned()));
    }
    Ok(())
}

/// Is the second program the first, with more variables and expressions and another body?
fn is_extended(old: &Program, new: &Program) -> Result<(), Refusal> {
    let has_vars = old.vars.iter().all(|(id, var)| new.vars.get(id) == Some(var));
    let has_objects = old.objects.iter().eq(new.objects.iter());
    let has_checks = old.checks.iter().eq(new.checks.iter());
    let has_exprs = old.exprs.iter().zip(new.exprs.iter()).all(|(old, new)| old == new)
        && old.exprs.iter().count() <= new.exprs.iter().count();
    let is_same = old.entry == new.entry && old.model == new.model;
    if !(has_vars && has_objects && has_checks && has_exprs && is_same) {
        return Err(wrong("the loop is one of another program"));
    }
    Ok(())
}

/// How many threads were created when a run comes to each location, the same on all ways.
fn created_before(body: &Body, begin: LocationId) -> Result<Vec<Option<u32>>, Refusal> {
    let mut created: Vec<Option<u32>> = vec![None; body.locations.len()];
    created[begin.index()] = Some(0);
    let mut pending = vec![begin];
    while let Some(location) = pending.pop() {
        let Some(n_before) = created[location.index()] else { continue };
        for &edge in &body.locations[location].outgoing {
            let edge = &body.edges[edge];
            let ends = matches!(edge.op, Op::Halt { .. } | Op::ThreadExit { .. });
            if ends || edge.to == body.exit {
                continue;
            }
            let is_one = matches!(edge.op, Op::ThreadCreate { .. });
            let n_behind = n_before + u32::from(is_one);
            match created[edge.to.index()] {
                None => {
                    created[edge.to.index()] = Some(n_behind);
                    pending.push(edge.to);
                }
                Some(known) if known == n_behind => {}
                Some(_) => return Err(wrong("threads have no fixed order")),
            }
        }
    }
    Ok(created)
}

/// The number of each thread: how many were created before it, the same on all ways. Each is created by the
/// first, at one step that no run comes to twice; all of a crowd at one step. Where there is a crowd, only the first
/// thread has a number that is always the same.
fn numbers(
    whole: &ir_passes::inline::Inlined,
    points_to: &PointsTo,
    calls: &[Call],
    begins: &[LocationId],
    together: &OneLoop,
) -> Result<Vec<Option<u32>>, Refusal> {
    let body = body_of(&whole.program)?;
    let is_creation = |edge: EdgeId| matches!(body.edges[edge].op, Op::ThreadCreate { .. });
    let creations: Vec<EdgeId> =
        (0..body.edges.len()).map(EdgeId::new).filter(|edge| is_creation(*edge)).collect();
    if together.threads[0].created_at.is_some() {
        return Err(wrong("the first thread is created"));
    }
    let created = match together.crowds.is_empty() {
        true => Some(created_before(body, begins[0])?),
        false => None,
    };
    for &step in &creations {
        let threads = together.threads.iter().enumerate();
        let of_step = threads.filter(|(_, it)| it.created_at == Some(step));
        let of_step: Vec<usize> = of_step.map(|(index, _)| index).collect();
        let mut crowds = together.crowds.iter().filter(|crowd| crowd.created_at == step);
        match (crowds.next(), crowds.next()) {
            (Some(crowd), None) if crowd.threads == of_step && of_step.len() >= FOLLOWED => {}
            (None, None) if of_step.len() == 1 => {
                if comes_again(body, step) {
                    return Err(wrong("a step creates more than one thread"));
                }
            }
            _ => return Err(wrong("not every thread is there")),
        }
    }
    let mut numbers = vec![Some(FIRST_NUMBER)];
    for (index, thread) in together.threads.iter().enumerate().skip(1) {
        let step = thread.created_at.ok_or_else(|| wrong("a thread is never created"))?;
        if !creations.contains(&step) {
            return Err(wrong("a thread is created elsewhere"));
        }
        let (context, edge) = whole.edges[step];
        let caller = whole.contexts[context].function;
        let site = ir_passes::call_graph::CallSite { caller, edge };
        let op = together.beside.functions[caller].body.as_ref().map(|body| &body.edges[edge].op);
        let started = match op {
            Some(Op::ThreadCreate { start: ir::Callee::Direct(function), .. }) => vec![*function],
            Some(op @ Op::ThreadCreate { .. }) => {
                ir_passes::call_graph::callees(points_to, site, op)
            }
            _ => Vec::new(),
        };
        if started != [calls[index].function] {
            return Err(wrong("a thread starts with another function"));
        }
        let from = body.edges[step].from;
        numbers.push(match &created {
            Some(created) => {
                let n_before = created[from.index()];
                Some(FIRST_NUMBER + 1 + n_before.ok_or_else(|| wrong("others create threads"))?)
            }
            None if comes_from(body, begins[0], from) => None,
            None => return Err(wrong("others create threads")),
        });
    }
    Ok(numbers)
}

/// May a run come to the step again?
fn comes_again(body: &Body, step: EdgeId) -> bool {
    comes_from(body, body.edges[step].to, body.edges[step].from)
}

/// May a run come from one location to the other?
fn comes_from(body: &Body, from: LocationId, to: LocationId) -> bool {
    let (mut seen, mut pending) = (IdSet::new(), vec![from]);
    while let Some(location) = pending.pop() {
        if location == to {
            return true;
        }
        if seen.insert(location) {
            let outgoing = body.locations[location].outgoing.iter();
            pending.extend(outgoing.map(|edge| body.edges[*edge].to));
        }
    }
    false
}

/// Are these counters of the loop's own, zero at first?
fn is_counter(program: &Program, var: ir::VarId) -> bool {
    let it = &program.vars[var];
    it.scope == Scope::Global && it.initial == Initial::Bits(0) && matches!(it.ty, Type::Int(_))
}

/// What a place is as a number of a counter.
fn number_of_place(index: usize) -> i128 {
    (FIRST_PLACE + index) as i128
}
