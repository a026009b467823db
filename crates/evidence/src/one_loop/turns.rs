//! Where a thread must let others go on.

use index::{Id, IdSet};
use ir::{Body, EdgeId, Expr, ExprId, LocationId, ObjectId, Op, Program, Scope, VarId};

use super::wrong;
use crate::induction::Refusal;

/// What a thread's code is, and how deep in atomic blocks it is where.
pub(super) struct Turns {
    depth: Vec<Option<u32>>,
}

impl Turns {
    pub fn of(program: &Program, body: &Body, begin: LocationId) -> Result<Self, Refusal> {
        debug_assert_eq!(program.functions[program.entry].body.iter().len(), 1, "it is inlined");
        let mut depth = vec![None; body.locations.len()];
        depth[begin.index()] = Some(0);
        let mut pending = vec![begin];
        while let Some(location) = pending.pop() {
            let Some(here) = depth[location.index()] else { continue };
            for edge in &body.locations[location].outgoing {
                let edge = &body.edges[*edge];
                let there = match edge.op {
                    // Nobody comes there by these.
                    Op::Return { .. }
                    | Op::ThreadExit { .. }
                    | Op::Halt { .. }
                    | Op::Unsupported { .. } => continue,
                    Op::AtomicBegin(_) => here + 1,
                    Op::AtomicEnd if here == 0 => return Err(wrong("an atomic block ends twice")),
                    Op::AtomicEnd => here - 1,
                    _ => here,
                };
                match depth[edge.to.index()] {
                    Some(known) if known != there => {
                        return Err(wrong("an atomic block is entered on one way only"));
                    }
                    Some(_) => {}
                    None => {
                        depth[edge.to.index()] = Some(there);
                        pending.push(edge.to);
                    }
                }
            }
        }
        Ok(Self { depth })
    }

    /// All steps of the thread.
    pub fn edges(&self, body: &Body) -> Vec<EdgeId> {
        let is_own = |edge: &EdgeId| self.depth[body.edges[*edge].from.index()].is_some();
        (0..body.edges.len()).map(EdgeId::new).filter(is_own).collect()
    }

    /// Are these places enough?
    pub fn are_at(
        &self,
        program: &Program,
        body: &Body,
        places: &[LocationId],
    ) -> Result<(), Refusal> {
        let places: IdSet<LocationId> = places.iter().copied().collect();
        let unknown = unknown_to_others(program, body);
        let is_outside = |location: LocationId| self.depth[location.index()] == Some(0);
        for location in (0..body.locations.len()).map(LocationId::new) {
            let mut steps = body.locations[location].outgoing.iter();
            if is_outside(location)
                && !places.contains(location)
                && steps.any(|edge| !is_unnoticed(program, &unknown, &body.edges[*edge].op))
            {
                return Err(wrong("others do not see a step"));
            }
        }
        // What goes round between two turns must be in an atomic block: take away what has no way on.
        let mut left: Vec<LocationId> = (0..body.locations.len())
            .map(LocationId::new)
            .filter(|location| is_outside(*location) && !places.contains(*location))
            .collect();
        loop {
            let n_before = left.len();
            let still: IdSet<LocationId> = left.iter().copied().collect();
            left.retain(|location| {
                let mut steps = body.locations[*location].outgoing.iter();
                steps.any(|edge| still.contains(body.edges[*edge].to))
            });
            if left.is_empty() {
                return Ok(());
            }
            if left.len() == n_before {
                return Err(wrong("a thread goes round without letting others go on"));
            }
        }
    }
}

/// Local objects that nothing is done with but reading and writing them by their own name.
fn unknown_to_others(program: &Program, body: &Body) -> IdSet<ObjectId> {
    let objects = program.objects.iter().filter(|(_, object)| object.scope != Scope::Global);
    let mut unknown: IdSet<ObjectId> = objects.map(|(id, _)| id).collect();
    for edge in body.edges.values() {
        let named = match &edge.op {
            Op::Load { pointer, .. } | Op::Store { pointer, .. } => named_object(program, *pointer),
            _ => None,
        };
        let mut roots = Vec::new();
        edge.op.for_each_expr(|expr| roots.push(expr));
        if let (Some(object), Op::Load { pointer, .. } | Op::Store { pointer, .. }) =
            (named, &edge.op)
        {
            // Its own name is no way for the address to get away; what is added to it may be.
            let at = roots.iter().position(|root| root == pointer);
            at.map(|at| roots.remove(at));
            let mut rest = *pointer;
            while let Expr::PointerAdd(base, offset) = program.exprs[rest] {
                roots.push(offset);
                rest = base;
            }
            debug_assert_eq!(program.exprs[rest], Expr::ObjectAddress(object));
        }
        while let Some(root) = roots.pop() {
            if let Expr::ObjectAddress(object) = program.exprs[root] {
                unknown.remove(object);
            }
            roots.extend(program.exprs[root].operands());
        }
    }
    unknown
}

fn named_object(program: &Program, pointer: ExprId) -> Option<ObjectId> {
    match program.exprs[pointer] {
        Expr::ObjectAddress(object) => Some(object),
        Expr::PointerAdd(base, _) => named_object(program, base),
        _ => None,
    }
}

/// A step of which others notice nothing: it is about the thread's own variables and objects, and does not end
/// the run or wait.
fn is_unnoticed(program: &Program, unknown: &IdSet<ObjectId>, op: &Op) -> bool {
    let is_own_var = |var: VarId| program.vars[var].scope != Scope::Global;
    let reads_own = ir_passes::accesses::read(&program.exprs, op).iter().all(is_own_var);
    let writes_own = op.assigned().is_none_or(is_own_var);
    let is_own_object =
        |pointer: ExprId| named_object(program, pointer).is_some_and(|it| unknown.contains(it));
    let is_own = match op {
        Op::Skip
        | Op::Assign { .. }
        | Op::Assume { .. }
        | Op::Havoc { .. }
        | Op::ThreadSelf { .. }
        | Op::AtomicEnd
        | Op::Check { condition: ir::Condition::Holds(_), .. } => true,
        // Where it is reached nothing is proved.
        Op::Unsupported { .. } => true,
        Op::Load { pointer, .. } | Op::Store { pointer, .. } => is_own_object(*pointer),
        Op::EnterScope { object } | Op::LeaveScope { object } => unknown.contains(*object),
        _ => false,
    };
    is_own && reads_own && writes_own
}
