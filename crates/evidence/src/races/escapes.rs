//! Parts of memory that more than one thread can know.
//!
//! A thread comes to know an address from a static object or a global pointer, as the argument it
//! was created with, from what another one ended with, from outside, or by reading it from memory
//! that others know. All of that is a part of memory that points-to gives a number; parts that none of these
//! reach are blocks and local objects of the thread that made them.

use ir::{Expr, ExprId, Op, Scope, Type};
use rustc_hash::FxHashSet;

use super::Judge;

impl Judge<'_> {
    /// The numbers of these parts.
    pub(super) fn known_to_many(&self) -> FxHashSet<usize> {
        let program = self.program;
        let node = |expr: ExprId| self.points_to.spot(expr).map(|spot| spot.node);
        let mut known: FxHashSet<usize> = FxHashSet::default();
        for (id, expr) in program.exprs.iter() {
            let is_source = match *expr {
                Expr::ObjectAddress(object) => program.objects[object].scope == Scope::Global,
                Expr::Var(var) => program.vars[var].scope == Scope::Global,
                _ => false,
            };
            let is_outside = || self.points_to.targets(id).is_some_and(|it| it.is_external);
            if is_source || is_outside() {
                known.extend(node(id));
            }
        }
        let starts: FxHashSet<_> = self
            .claim
            .classes
            .values()
            .map(|class| self.claim.contexts[class.root].function)
            .collect();
        let mut loads = Vec::new();
        for (id, function) in program.functions.iter() {
            let Some(body) = &function.body else { continue };
            for edge in body.edges.values() {
                match &edge.op {
                    Op::ThreadCreate { argument, .. } => known.extend(node(*argument)),
                    Op::ThreadExit { value } => known.extend(node(*value)),
                    Op::Return { value: Some(value) } if starts.contains(&id) => {
                        known.extend(node(*value));
                    }
                    Op::Load { target, pointer, access } if access.ty == Type::Pointer => {
                        let read = program.exprs.find(&Expr::Var(*target)).and_then(node);
                        loads.extend(node(*pointer).zip(read));
                    }
                    _ => {}
                }
            }
        }
        loop {
            let before = known.len();
            for (from, read) in &loads {
                if known.contains(from) {
                    known.insert(*read);
                }
            }
            if known.len() == before {
                return known;
            }
        }
    }

    /// A result that a joining thread gets, and that points-to does not follow.
    pub(super) fn hands_over_results(&self) -> bool {
        let bodies = || {
            let functions = self.program.functions.iter();
            functions.filter_map(|(id, function)| function.body.as_ref().map(|body| (id, body)))
        };
        let mut edges = bodies().flat_map(|(_, body)| body.edges.values());
        if !edges.any(|edge| matches!(edge.op, Op::ThreadJoin { result: Some(_), .. })) {
            return false;
        }
        let is_start = |function| {
            let mut classes = self.claim.classes.values();
            classes.any(|class| self.claim.contexts[class.root].function == function)
        };
        bodies().filter(|(id, _)| is_start(*id)).any(|(_, body)| {
            body.edges.values().any(|edge| match edge.op {
                Op::Return { value: Some(value) } => {
                    let targets = self.points_to.targets(value).unwrap_or_default();
                    let is_known = targets.is_external;
                    let is_somewhere =
                        !targets.objects.is_empty() || !targets.allocations.is_empty();
                    is_somewhere && !is_known
                }
                _ => false,
            })
        })
    }
}
