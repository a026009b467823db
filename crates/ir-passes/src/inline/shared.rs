//! One body for all calls of a function.
//!
//! A function that is never inside itself is active at most once at a time. So its locals need not
//! be copied, and one body can stand for all calls of it, if the way back is remembered:
//!
//! ```text
//!   x = call f(a)     p = a;  site = 7;  goto f           f:  [body of f]
//!                     back:  x = result                       assume site = 7;  goto back
//!                                                             assume site = 8;  goto ...
//! ```
//!
//! That is exact, and its size is that of the program: a driver whose calls fan out to millions of
//! copies becomes an automaton of some ten thousand edges. The price is paid by those who look for
//! invariants: the entry of a shared function lies on cycles of the automaton, so it is a loop head,
//! and what is known of a call is what the invariant there says.
//!
//! # Functions inside themselves
//! Most recursion in drivers is a suspicion of the points-to analysis: a callback that might be any
//! function of its type. Such functions are shared too, with one change. The call of a function
//! that may lead back to its caller may clobber what the caller had in its locals, and in its
//! `site`; so behind the call these are any values. A run of the program is still a run here: when
//! it comes back from such a call, the values that it finds again are among those, and so is the
//! way back from its own caller's call. Global variables are exact throughout.

use index::IdSet;
use ir::{
    CompareOp, Expr, FunctionId, HavocCause, IntType, LocationId, Op, Program, Scope, Sign, Type,
    Var, VarId, VarOrigin,
};

use rustc_hash::FxHashMap;

use super::{Call, Context, ContextId, Copy, Inliner};
use crate::call_graph::{CallGraph, CallSite, callees};
use crate::points_to::PointsTo;
use crate::rewrite::Renaming;

/// Functions below this size are copied wherever they are called.
const MIN_SIZE: usize = 40;

/// The functions that have one body for all calls, and those bodies.
#[derive(Debug, Default)]
pub(super) struct Shared {
    functions: IdSet<FunctionId>,
    /// Functions that may call each other, in both directions, have the same number.
    circles: FxHashMap<FunctionId, usize>,
    bodies: FxHashMap<FunctionId, SharedBody>,
}

impl Shared {
    pub fn of(program: &Program, points_to: &PointsTo, functions: &IdSet<FunctionId>) -> Self {
        let calls = CallGraph::of(program, points_to);
        let recursive = calls.recursive();
        let components = calls.graph.components().into_iter().enumerate();
        let circles = components
            .flat_map(|(number, members)| members.into_iter().map(move |member| (member, number)));
        let circles = circles.filter(|(member, _)| recursive.contains(*member)).collect();
        Self { functions: functions.clone(), circles, bodies: FxHashMap::default() }
    }

    /// May a call lead back to its caller?
    fn may_come_back(&self, caller: FunctionId, callee: FunctionId) -> bool {
        let circle = self.circles.get(&caller);
        circle.is_some() && circle == self.circles.get(&callee)
    }
}

/// The one body of a function.
#[derive(Clone, Debug)]
pub(super) struct SharedBody {
    context: ContextId,
    renaming: Renaming,
    entry: LocationId,
    exit: LocationId,
    result: Option<VarId>,
    /// Holds the number of the call that the body is active for.
    site: VarId,
    n_sites: u128,
}

/// The functions of which copies would make a program large: not small themselves, with what they
/// call, and called from more than one place; and those that may be inside themselves.
pub fn functions_worth_sharing(program: &Program, points_to: &PointsTo) -> IdSet<FunctionId> {
    let calls = CallGraph::of(program, points_to);
    let recursive = calls.recursive();
    let mut sizes = vec![0_usize; program.functions.len()];
    let mut shared = IdSet::new();
    // Callees come before their callers.
    for function in calls.graph.postorder(program.entry) {
        let Some(body) = &program.functions[function].body else { continue };
        let mut size = body.edges.len();
        for (edge, data) in body.edges.iter() {
            let site = CallSite { caller: function, edge };
            for callee in callees(points_to, site, &data.op) {
                size = size.saturating_add(sizes[index::Id::index(callee)]);
            }
        }
        let is_large = size > MIN_SIZE && calls.sites(function).len() > 1;
        if function != program.entry && (is_large || recursive.contains(function)) {
            shared.insert(function);
            // Of a call, only what passes arguments is left.
            size = 4 + program.functions[function].parameters.len();
        }
        sizes[index::Id::index(function)] = size;
    }
    shared
}

impl Inliner<'_> {
    /// Can the call use the one body? Its result must be of the very type of the function's.
    pub(super) fn fits_shared(&self, callee: FunctionId, call: &Call) -> bool {
        let caller = self.result.contexts[call.origin.0].function;
        // What a call that comes back may clobber is known of shared bodies only.
        if !self.shared.functions.contains(callee)
            || self.shared.may_come_back(caller, callee) && self.caller_body(call).is_none()
        {
            return false;
        }
        match (call.target, self.program.functions[callee].signature.result) {
            (Some(target), Some(ty)) => self.result.program.vars[target].ty == ty,
            (Some(_), None) => false,
            (None, _) => true,
        }
    }

    /// Goes to the one body of the function, and back from there.
    pub(super) fn enter_shared(
        &mut self,
        callee: FunctionId,
        call: &Call,
        from: LocationId,
        to: LocationId,
    ) {
        let mut body = match self.shared.bodies.remove(&callee) {
            Some(body) => body,
            None => self.shared_body(callee, call),
        };
        let pool = &mut self.result.program.exprs;
        let number = pool.intern(Expr::Int(SITE, body.n_sites));
        let site = pool.var(body.site);
        let is_back = pool.intern(Expr::Compare(CompareOp::Eq, site, number));
        body.n_sites += 1;
        let at = self.assign_parameters(callee, call, &body.renaming, from);
        let at = self.append(at, Op::Assign { target: body.site, value: number }, call);
        self.add_edge(at, body.entry, Op::Skip, call.provenance, call.origin);
        let back = self.add_location();
        self.assume(body.exit, back, is_back, call);
        let result = body.result.filter(|_| call.target.is_some());
        let renaming = body.renaming.clone();
        self.shared.bodies.insert(callee, body);
        let at = self.forget_caller(callee, call, back);
        self.leave(callee, call, &renaming, result, at, to);
    }

    /// The shared body that makes the call, if it is one that does.
    fn caller_body(&self, call: &Call) -> Option<&SharedBody> {
        let (context, _) = call.origin;
        let body = self.shared.bodies.get(&self.result.contexts[context].function)?;
        (body.context == context).then_some(body)
    }

    /// Where the callee may have come back to its caller, the caller's locals are anything.
    fn forget_caller(&mut self, callee: FunctionId, call: &Call, back: LocationId) -> LocationId {
        let caller = self.result.contexts[call.origin.0].function;
        if !self.shared.may_come_back(caller, callee) {
            return back;
        }
        let body = self.caller_body(call).expect("the call would not have been shared");
        let locals = &self.locals[caller].0;
        let mut forgotten: Vec<VarId> = locals.iter().map(|var| body.renaming.var(*var)).collect();
        forgotten.push(body.site);
        let mut at = back;
        for target in forgotten {
            at = self.append(at, Op::Havoc { target, cause: HavocCause::Unmodelled }, call);
        }
        at
    }

    fn shared_body(&mut self, callee: FunctionId, call: &Call) -> SharedBody {
        // The first call stands for all in what is said of the body's place.
        let context = Context { function: callee, caller: Some(call.origin) };
        let context = self.result.contexts.push(context);
        let renaming = self.copy_locals(callee, context);
        let (entry, exit) = (self.add_location(), self.add_location());
        let result = self.program.functions[callee].signature.result;
        let result = result.map(|ty| self.temporary(callee, "result", ty));
        let site = self.temporary(callee, "site", Type::Int(SITE));
        self.pending.push(Copy { context, renaming: renaming.clone(), entry, exit, result });
        SharedBody { context, renaming, entry, exit, result, site, n_sites: 0 }
    }

    fn temporary(&mut self, function: FunctionId, what: &str, ty: Type) -> VarId {
        let function = &self.program.functions[function];
        self.result.program.vars.push(Var {
            name: format!("%{}.{what}", function.name).into(),
            ty,
            scope: Scope::Local(self.program.entry),
            origin: VarOrigin::Temporary,
            span: function.span,
            initial: ir::Initial::Unknown,
        })
    }
}

/// The type of the numbers of calls.
const SITE: IntType = IntType { width: 32, sign: Sign::Unsigned };

#[cfg(test)]
mod tests {
    use super::super::{Limits, inline_sharing};
    use super::*;
    use crate::points_to::ExternalPointers;
    use crate::tests::program_text;

    fn sharing_all(functions: &str, edges: &str) -> String {
        let program = program_text(functions, edges);
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let shared = program.functions.ids().filter(|id| *id != program.entry).collect();
        let limits = Limits { n_edges: 100, recursion: 1 };
        let inlined = inline_sharing(&program, &points_to, &shared, limits).expect("small");
        assert_eq!(ir::validate(&inlined.program), Ok(()));
        ir::text::print(&inlined.program)
    }

    #[test]
    fn a_call_that_may_come_back_leaves_nothing_known_of_its_caller() {
        let text = sharing_all(
            "fn down(x: i32) {\n entry L0 exit L1\n L0 -> L2: assume (x > 0i32)\n \
             L0 -> L3: assume !(x > 0i32)\n L2 -> L3: call down((x - 1i32))\n L3 -> L1: return\n }",
            "L0 -> L2: call down(a)\nL2 -> L1: return",
        );
        assert!(!text.contains("unsupported"), "{text}");
        // Behind the call inside, not behind the one outside.
        assert_eq!(text.matches("havoc x").count(), 1, "{text}");
        assert_eq!(text.matches("havoc %down.site").count(), 1, "{text}");
    }

    #[test]
    fn all_calls_go_to_one_body_and_find_their_way_back() {
        let text = sharing_all(
            "fn add(x: i32, y: i32) -> i32 {\n var z: i32\n entry L0 exit L1\n \
             L0 -> L2: z = (x + y)\n L2 -> L1: return z\n }",
            "L0 -> L2: a = call add(c, 1i32)\nL2 -> L3: a = call add(a, a)\nL3 -> L1: return",
        );
        assert_eq!(text.matches(" + ").count(), 1, "{text}");
        assert_eq!(text.matches("assume (%add.site ==").count(), 2, "{text}");
    }
}
