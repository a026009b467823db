//! Where a thread waits for its turn.

use index::{IdSet, IndexVec};
use ir::{Body, Expr, ExprId, LocationId, ObjectId, Op, Program, Scope};

/// How many atomic blocks a thread is in at each location that it comes to from there.
pub(super) fn depths(
    body: &Body,
    begin: LocationId,
) -> Result<IndexVec<LocationId, Option<u32>>, &'static str> {
    let mut depths: IndexVec<LocationId, Option<u32>> =
        IndexVec::from_elem(None, body.locations.len());
    depths[begin] = Some(0);
    let mut pending = vec![begin];
    while let Some(location) = pending.pop() {
        let Some(depth) = depths[location] else { continue };
        for edge in &body.locations[location].outgoing {
            let edge = &body.edges[*edge];
            if edge.to == body.exit || is_last(&edge.op) {
                continue;
            }
            let behind = match edge.op {
                Op::AtomicBegin(_) => depth + 1,
                Op::AtomicEnd => depth.checked_sub(1).ok_or("an atomic block ends twice")?,
                _ => depth,
            };
            match depths[edge.to] {
                None => {
                    depths[edge.to] = Some(behind);
                    pending.push(edge.to);
                }
                Some(there) if there == behind => {}
                Some(_) => return Err("an atomic block begins on one way and not on another"),
            }
        }
    }
    Ok(depths)
}

/// Does nothing come behind the step?
pub(super) fn is_last(op: &Op) -> bool {
    matches!(
        op,
        Op::Halt { .. } | Op::ThreadExit { .. } | Op::Return { .. } | Op::Unsupported { .. }
    )
}

/// The places where the thread waits, its beginning first: outside of atomic blocks, wherever the next
/// step may be noticed, and somewhere in each loop.
pub(super) fn places(
    program: &Program,
    body: &Body,
    begin: LocationId,
    depths: &IndexVec<LocationId, Option<u32>>,
) -> Vec<LocationId> {
    let private = private_objects(program, body);
    let is_noticed = |location: LocationId| {
        let mut outgoing = body.locations[location].outgoing.iter();
        outgoing.any(|edge| is_visible(program, &private, &body.edges[*edge].op))
    };
    let comes_there = || depths.iter().filter(|(_, depth)| **depth == Some(0)).map(|(id, _)| id);
    let mut places = vec![begin];
    places.extend(comes_there().filter(|it| *it != begin && is_noticed(*it)));
    let mut found: IdSet<LocationId> = places.iter().copied().collect();
    // What goes round without being noticed must let others go on, too.
    for location in comes_there() {
        if !found.contains(location) && returns_without(body, location, &found) {
            found.insert(location);
            places.push(location);
        }
    }
    places
}

/// Is there a way back to the location on which nobody waits?
fn returns_without(body: &Body, location: LocationId, places: &IdSet<LocationId>) -> bool {
    let (mut seen, mut pending) = (IdSet::new(), vec![location]);
    while let Some(at) = pending.pop() {
        for edge in &body.locations[at].outgoing {
            let to = body.edges[*edge].to;
            if to == location {
                return true;
            }
            if !places.contains(to) && seen.insert(to) {
                pending.push(to);
            }
        }
    }
    false
}

/// Local objects whose address is used for accesses by its name only.
fn private_objects(program: &Program, body: &Body) -> IdSet<ObjectId> {
    let locals = program.objects.iter().filter(|(_, it)| it.scope != Scope::Global);
    let mut private: IdSet<ObjectId> = locals.map(|(id, _)| id).collect();
    let mut forget = |root: ExprId| {
        let mut pending = vec![root];
        while let Some(expr) = pending.pop() {
            if let Expr::ObjectAddress(object) = program.exprs[expr] {
                private.remove(object);
            }
            pending.extend(program.exprs[expr].operands());
        }
    };
    for edge in body.edges.values() {
        match &edge.op {
            Op::Load { pointer, .. } => distances(program, *pointer).for_each(&mut forget),
            Op::Store { pointer, value, .. } => {
                distances(program, *pointer).for_each(&mut forget);
                forget(*value);
            }
            op => op.for_each_expr(&mut forget),
        }
    }
    private
}

/// What is added to a pointer that is an object's own, or the pointer itself.
fn distances(program: &Program, pointer: ExprId) -> impl Iterator<Item = ExprId> {
    let mut found = Vec::new();
    let mut at = pointer;
    while let Expr::PointerAdd(of, distance) = program.exprs[at] {
        found.push(distance);
        at = of;
    }
    if !matches!(program.exprs[at], Expr::ObjectAddress(_)) {
        found.push(at);
    }
    found.into_iter()
}

/// May another thread notice the step, or is it about what others do?
fn is_visible(program: &Program, private: &IdSet<ObjectId>, op: &Op) -> bool {
    let is_private = |mut pointer: ExprId| {
        while let Expr::PointerAdd(of, _) = program.exprs[pointer] {
            pointer = of;
        }
        matches!(program.exprs[pointer], Expr::ObjectAddress(it) if private.contains(it))
    };
    let is_global = |var: ir::VarId| program.vars[var].scope == Scope::Global;
    if crate::accesses::read(&program.exprs, op).iter().any(is_global)
        || op.assigned().is_some_and(is_global)
    {
        return true;
    }
    match op {
        Op::Load { pointer, .. } | Op::Store { pointer, .. } => !is_private(*pointer),
        Op::EnterScope { object } | Op::LeaveScope { object } => !private.contains(*object),
        Op::Skip
        | Op::Assign { .. }
        | Op::Assume { .. }
        | Op::Havoc { .. }
        | Op::Check { .. }
        | Op::ThreadSelf { .. }
        | Op::AtomicEnd
        | Op::Unsupported { .. } => false,
        Op::Copy { .. }
        | Op::Fill { .. }
        | Op::HavocMemory { .. }
        | Op::Outside { .. }
        | Op::CallBack { .. }
        | Op::Call { .. }
        | Op::Return { .. }
        | Op::Halt { .. }
        | Op::Allocate { .. }
        | Op::Reallocate { .. }
        | Op::Free { .. }
        | Op::ThreadCreate { .. }
        | Op::ThreadJoin { .. }
        | Op::ThreadExit { .. }
        | Op::Await { .. }
        | Op::AtomicBegin(_) => true,
    }
}
