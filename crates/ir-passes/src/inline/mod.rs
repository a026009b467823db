//! Puts every called function in the place of its call, so that one automaton is left.
//!
//! *Expects* a valid program. *Guarantees* a valid program whose entry function makes no calls
//! and has the same runs, except where it says that it stopped: a call that is nested in itself
//! more often than the limit allows is an unsupported step.
//!
//! Formulas over a single automaton need no notion of a call. The price is size: a function
//! stands in the result once per way in which it is called. [`Limits::n_edges`] says how much is
//! bearable; beyond it there is no result.
//!
//! # What a call becomes
//! ```text
//!   x = call f(a, b)        p' = a;  q' = b;  [body of f over its own copies]  x = result'
//! ```
//! Each copy of a function has copies of its variables and objects. Locals that the function
//! may read before it writes them are made indeterminate on entry, since a copy inside a loop is
//! entered more than once; its objects end their lives behind the copy. A call through a pointer
//! becomes a choice between the functions that the points-to analysis allows, and an unknown
//! result for any other, as of a function without body.
//!
//! Functions that are large and called from many places can be [`shared`] instead of copied.

mod shared;

use index::{IdSet, IndexVec};
use ir::{
    Body, Callee, CompareOp, Edge, EdgeId, Expr, ExprId, FunctionId, HavocCause, LocationId,
    ObjectId, Op, Program, Provenance, Scope, VarId, VarOrigin,
};
use rustc_hash::FxHashMap;

use crate::call_graph::{CallSite, callees};
use crate::liveness::Liveness;
use crate::points_to::PointsTo;
use crate::rewrite::Renaming;

use shared::Shared;
pub use shared::functions_worth_sharing;

index::define_id!(
    /// One copy of a function.
    pub struct ContextId, "ctx"
);

/// How much inlining may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Edges of the result.
    pub n_edges: usize,
    /// How many copies of one function may be open inside each other.
    pub recursion: usize,
}

/// The result would be larger than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// A copy of a function, and the call it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    pub function: FunctionId,
    /// The copy that makes the call, and the edge of its function that does; `None` for the
    /// entry.
    pub caller: Option<(ContextId, EdgeId)>,
}

/// A program without calls, and where its parts come from.
#[derive(Clone, Debug)]
pub struct Inlined {
    pub program: Program,
    pub contexts: IndexVec<ContextId, Context>,
    /// For each location of the entry function, the copy it is in and the location it copies.
    /// Those between argument passing have none.
    pub locations: IndexVec<LocationId, Option<(ContextId, LocationId)>>,
    /// For each edge, the copy and the edge that it does the work of, or a part of it.
    pub edges: IndexVec<EdgeId, (ContextId, EdgeId)>,
    /// The unsupported steps that stand for calls nested deeper than the limit.
    pub recursion_cuts: IdSet<EdgeId>,
    /// For each variable that is a local of some function, or the copy of one: the copy of the
    /// function that it belongs to.
    pub owners: FxHashMap<VarId, ContextId>,
}

/// The program as one automaton.
pub fn inline(
    program: &Program,
    points_to: &PointsTo,
    limits: Limits,
) -> Result<Inlined, TooLarge> {
    let mut inliner = Inliner::new(program, points_to, limits);
    inliner.run()?;
    Ok(inliner.finish())
}

/// The same, with one body for all calls of each of these functions. Some of them may be inside
/// themselves; then there are more runs than in the program, and whoever looks at the result must
/// forget its memory, as if every activation had the same local objects.
pub fn inline_sharing(
    program: &Program,
    points_to: &PointsTo,
    shared: &IdSet<FunctionId>,
    limits: Limits,
) -> Result<Inlined, TooLarge> {
    let mut inliner = Inliner::new(program, points_to, limits);
    inliner.shared = Shared::of(program, points_to, shared);
    inliner.run()?;
    Ok(inliner.finish())
}

struct Inliner<'p> {
    program: &'p Program,
    points_to: &'p PointsTo,
    limits: Limits,
    result: Inlined,
    body: Body,
    liveness: FxHashMap<FunctionId, Vec<VarId>>,
    locals: IndexVec<FunctionId, (Vec<VarId>, Vec<ObjectId>)>,
    pending: Vec<Copy>,
    shared: Shared,
}

/// A copy of a body that is still to be made.
struct Copy {
    context: ContextId,
    renaming: Renaming,
    entry: LocationId,
    exit: LocationId,
    result: Option<VarId>,
}

impl<'p> Inliner<'p> {
    fn new(program: &'p Program, points_to: &'p PointsTo, limits: Limits) -> Self {
        let mut locals: IndexVec<FunctionId, (Vec<VarId>, Vec<ObjectId>)> =
            IndexVec::from_elem((Vec::new(), Vec::new()), program.functions.len());
        for (id, var) in program.vars.iter() {
            if let Scope::Local(function) = var.scope {
                locals[function].0.push(id);
            }
        }
        for (id, object) in program.objects.iter() {
            if let Scope::Local(function) = object.scope {
                locals[function].1.push(id);
            }
        }
        let body = Body::new();
        let result = Inlined {
            program: program.clone(),
            contexts: IndexVec::new(),
            locations: IndexVec::from_elem(None, body.locations.len()),
            edges: IndexVec::new(),
            recursion_cuts: IdSet::new(),
            owners: FxHashMap::default(),
        };
        Self {
            program,
            points_to,
            limits,
            result,
            body,
            liveness: FxHashMap::default(),
            locals,
            pending: Vec::new(),
            shared: Shared::default(),
        }
    }

    fn run(&mut self) -> Result<(), TooLarge> {
        let entry = self.program.entry;
        let context = self.result.contexts.push(Context { function: entry, caller: None });
        self.result.owners.extend(self.locals[entry].0.iter().map(|var| (*var, context)));
        self.pending.push(Copy {
            context,
            renaming: Renaming::default(),
            entry: self.body.entry,
            exit: self.body.exit,
            result: None,
        });
        while let Some(mut copy) = self.pending.pop() {
            self.copy_body(&mut copy)?;
        }
        Ok(())
    }

    fn finish(mut self) -> Inlined {
        let entry = self.program.entry;
        for (id, function) in self.result.program.functions.iter_mut() {
            if id == entry {
                function.body = Some(std::mem::take(&mut self.body));
            } else {
                function.body = None;
                function.parameters.clear();
            }
        }
        self.result
    }

    fn copy_body(&mut self, copy: &mut Copy) -> Result<(), TooLarge> {
        let function = self.result.contexts[copy.context].function;
        let Some(body) = &self.program.functions[function].body else { return Ok(()) };
        let mut place = IndexVec::from_elem(None, body.locations.len());
        for (location, data) in body.locations.iter() {
            let new = if location == body.entry {
                copy.entry
            } else if location == body.exit {
                copy.exit
            } else {
                self.add_location()
            };
            self.body.locations[new].label = data.label;
            self.result.locations[new] = Some((copy.context, location));
            place[location] = Some(new);
        }
        let place = |location: LocationId| place[location].expect("every location was copied");
        for (edge_id, edge) in body.edges.iter() {
            if self.body.edges.len() >= self.limits.n_edges {
                return Err(TooLarge);
            }
            let (from, to) = (place(edge.from), place(edge.to));
            self.copy_edge(copy, edge_id, edge, from, to);
        }
        Ok(())
    }

    fn copy_edge(
        &mut self,
        copy: &mut Copy,
        edge_id: EdgeId,
        edge: &Edge,
        from: LocationId,
        to: LocationId,
    ) {
        let origin = (copy.context, edge_id);
        let is_entry = self.result.contexts[copy.context].caller.is_none();
        match &edge.op {
            Op::Call { target, callee, arguments } => {
                let site = CallSite { caller: self.function_of(copy), edge: edge_id };
                let callees = callees(self.points_to, site, &edge.op);
                let call = Call {
                    origin,
                    target: target.map(|target| copy.renaming.var(target)),
                    arguments: self.rename_all(copy, arguments),
                    provenance: edge.provenance,
                };
                match callee {
                    Callee::Direct(callee) => self.enter(*callee, &call, from, to),
                    Callee::Indirect(pointer, _) => {
                        let pointer = copy.renaming.expr(&mut self.result.program.exprs, *pointer);
                        self.choose(pointer, &callees, &call, from, to);
                    }
                }
            }
            Op::Return { value } if !is_entry => {
                let op = match (value, copy.result) {
                    (Some(value), Some(target)) => {
                        let value = copy.renaming.expr(&mut self.result.program.exprs, *value);
                        Op::Assign { target, value }
                    }
                    // In a loop it would be that of the round before.
                    (None, Some(target)) => Op::Havoc { target, cause: HavocCause::Uninitialised },
                    (_, None) => Op::Skip,
                };
                self.add_edge(from, to, op, edge.provenance, origin);
            }
            op => {
                let op = copy.renaming.op(&mut self.result.program.exprs, op);
                self.add_edge(from, to, op, edge.provenance, origin);
            }
        }
    }

    fn function_of(&self, copy: &Copy) -> FunctionId {
        self.result.contexts[copy.context].function
    }

    fn rename_all(&mut self, copy: &mut Copy, exprs: &[ExprId]) -> Vec<ExprId> {
        let pool = &mut self.result.program.exprs;
        exprs.iter().map(|expr| copy.renaming.expr(pool, *expr)).collect()
    }

    /// A call through a pointer: one way per function, and one for everything else.
    fn choose(
        &mut self,
        pointer: ExprId,
        callees: &[FunctionId],
        call: &Call,
        from: LocationId,
        to: LocationId,
    ) {
        let mut from = from;
        for callee in callees {
            if self.program.strangers.contains(callee) {
                return self.enter(*callee, call, from, to);
            }
            let pool = &mut self.result.program.exprs;
            let address = pool.intern(Expr::FunctionAddress(*callee));
            let is_this = pool.intern(Expr::Compare(CompareOp::Eq, pointer, address));
            let is_other = pool.not(is_this);
            let (then, otherwise) = (self.add_location(), self.add_location());
            self.assume(from, then, is_this, call);
            self.assume(from, otherwise, is_other, call);
            self.enter(*callee, call, then, to);
            from = otherwise;
        }
        // What the points-to analysis does not know is no function of the program; it is taken
        // for one without body.
        let op = match call.target {
            Some(target) => Op::Havoc { target, cause: HavocCause::Unmodelled },
            None => Op::Skip,
        };
        self.add_edge(from, to, op, call.provenance, call.origin);
    }

    fn assume(&mut self, from: LocationId, to: LocationId, condition: ExprId, call: &Call) {
        self.add_edge(from, to, Op::Assume { condition }, call.provenance, call.origin);
    }

    fn enter(&mut self, callee: FunctionId, call: &Call, from: LocationId, to: LocationId) {
        if self.program.functions[callee].body.is_none() {
            let op = match call.target {
                Some(target) => Op::Havoc { target, cause: HavocCause::ExternalResult(callee) },
                None => Op::Skip,
            };
            return self.add_edge(from, to, op, call.provenance, call.origin);
        }
        if self.fits_shared(callee, call) {
            return self.enter_shared(callee, call, from, to);
        }
        if self.depth(callee, call.origin.0) >= self.limits.recursion {
            let name = &self.program.functions[callee].name;
            let what = format!("`{name}` calls itself more often than was looked at").into();
            let op = Op::Unsupported { what };
            self.result.recursion_cuts.insert(self.body.edges.next_id());
            return self.add_edge(from, to, op, call.provenance, call.origin);
        }
        let caller = Some(call.origin);
        let context = self.result.contexts.push(Context { function: callee, caller });
        let renaming = self.copy_locals(callee, context);
        let entry = self.pass_arguments(callee, call, &renaming, from);
        let exit = self.add_location();
        let result = call.target.map(|target| self.result_var(callee, target));
        self.leave(callee, call, &renaming, result, exit, to);
        self.pending.push(Copy { context, renaming, entry, exit, result });
    }

    /// How many copies of the function are open around a context.
    fn depth(&self, function: FunctionId, context: ContextId) -> usize {
        let contexts = std::iter::successors(Some(context), |id| {
            self.result.contexts[*id].caller.map(|(caller, _)| caller)
        });
        contexts.filter(|id| self.result.contexts[*id].function == function).count()
    }

    fn copy_locals(&mut self, function: FunctionId, context: ContextId) -> Renaming {
        let entry = self.program.entry;
        let mut renaming = Renaming::default();
        for var in &self.locals[function].0 {
            let mut copy = self.program.vars[*var].clone();
            copy.scope = Scope::Local(entry);
            let copy = self.result.program.vars.push(copy);
            self.result.owners.insert(copy, context);
            renaming.vars.insert(*var, copy);
        }
        for object in &self.locals[function].1 {
            let mut copy = self.program.objects[*object].clone();
            copy.scope = Scope::Local(entry);
            renaming.objects.insert(*object, self.result.program.objects.push(copy));
        }
        renaming
    }

    /// Assigns parameters and forgets other locals; gives the location where the copy begins.
    fn pass_arguments(
        &mut self,
        callee: FunctionId,
        call: &Call,
        renaming: &Renaming,
        from: LocationId,
    ) -> LocationId {
        let at = self.assign_parameters(callee, call, renaming, from);
        // The body may jump back to its entry, and the call's own location may have more ways
        // out, so the copy has an entry of its own.
        self.append(at, Op::Skip, call)
    }

    fn assign_parameters(
        &mut self,
        callee: FunctionId,
        call: &Call,
        renaming: &Renaming,
        from: LocationId,
    ) -> LocationId {
        let program = self.program;
        let mut at = from;
        for (parameter, argument) in
            program.functions[callee].parameters.iter().zip(&call.arguments)
        {
            let target = renaming.var(*parameter);
            let value = self.passed(*argument, program.vars[*parameter].ty);
            at = self.append(at, Op::Assign { target, value }, call);
        }
        for var in self.read_before_written(callee) {
            let target = renaming.var(var);
            at = self.append(at, Op::Havoc { target, cause: HavocCause::Uninitialised }, call);
        }
        at
    }

    /// A value where one of this type is expected. A call through a pointer may pass what differs
    /// in signedness.
    fn passed(&mut self, value: ExprId, ty: ir::Type) -> ExprId {
        let program = &mut self.result.program;
        match program.type_of(value) == ty {
            true => value,
            false => program.exprs.intern(Expr::Convert(ty, value)),
        }
    }

    fn read_before_written(&mut self, function: FunctionId) -> Vec<VarId> {
        let program = self.program;
        self.liveness
            .entry(function)
            .or_insert_with(|| {
                let data = &program.functions[function];
                let Some(body) = &data.body else { return Vec::new() };
                let parameters: IdSet<VarId> = data.parameters.iter().copied().collect();
                let liveness = Liveness::of(program, body);
                let live = liveness.locals(body.entry).iter();
                live.filter(|var| !parameters.contains(*var)).collect()
            })
            .clone()
    }

    fn result_var(&mut self, callee: FunctionId, target: VarId) -> VarId {
        let mut var = self.result.program.vars[target].clone();
        var.ty = self.program.functions[callee].signature.result.unwrap_or(var.ty);
        var.name = format!("%{}.result", self.program.functions[callee].name).into();
        var.scope = Scope::Local(self.program.entry);
        var.origin = VarOrigin::Temporary;
        self.result.program.vars.push(var)
    }

    /// Behind the copy: objects end their lives, the result goes where it is wanted.
    fn leave(
        &mut self,
        callee: FunctionId,
        call: &Call,
        renaming: &Renaming,
        result: Option<VarId>,
        exit: LocationId,
        to: LocationId,
    ) {
        let mut at = exit;
        let objects = self.locals[callee].1.clone();
        for object in objects {
            at = self.append(at, Op::LeaveScope { object: renaming.object(object) }, call);
        }
        let op = match (call.target, result) {
            (Some(target), Some(result)) => {
                let value = self.result.program.exprs.var(result);
                let ty = self.result.program.vars[target].ty;
                Op::Assign { target, value: self.passed(value, ty) }
            }
            _ => Op::Skip,
        };
        self.add_edge(at, to, op, call.provenance, call.origin);
    }

    fn append(&mut self, from: LocationId, op: Op, call: &Call) -> LocationId {
        let to = self.add_location();
        self.add_edge(from, to, op, call.provenance, call.origin);
        to
    }

    fn add_location(&mut self) -> LocationId {
        self.result.locations.push(None);
        self.body.add_location()
    }

    fn add_edge(
        &mut self,
        from: LocationId,
        to: LocationId,
        op: Op,
        provenance: Provenance,
        origin: (ContextId, EdgeId),
    ) {
        self.body.add_edge(from, to, op, provenance);
        self.result.edges.push(origin);
    }
}

/// A call with everything in the names of the result.
struct Call {
    origin: (ContextId, EdgeId),
    target: Option<VarId>,
    arguments: Vec<ExprId>,
    provenance: Provenance,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points_to::ExternalPointers;
    use crate::tests::program_text;

    const LIMITS: Limits = Limits { n_edges: 1000, recursion: 3 };

    fn inlined(functions: &str, edges: &str) -> Inlined {
        let program = program_text(functions, edges);
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let inlined = inline(&program, &points_to, LIMITS).unwrap();
        assert_eq!(ir::validate(&inlined.program), Ok(()));
        inlined
    }

    #[test]
    fn a_call_becomes_the_body() {
        let inlined = inlined(
            "fn add(x: i32, y: i32) -> i32 {\n var z: i32\n entry L0 exit L1\n \
             L0 -> L2: z = (x + y)\n L2 -> L1: return z\n }",
            "L0 -> L2: a = call add(c, 1i32)\nL2 -> L3: a = call add(a, a)\nL3 -> L1: return",
        );
        let text = ir::text::print(&inlined.program);
        assert!(!text.contains("call"), "{text}");
        assert_eq!(inlined.contexts.len(), 3);
        assert_eq!(text.matches(" + ").count(), 2, "{text}");
    }

    #[test]
    fn recursion_stops_at_the_limit() {
        let inlined = inlined(
            "fn down(x: i32) {\n entry L0 exit L1\n L0 -> L2: assume (x > 0i32)\n \
             L0 -> L3: assume !(x > 0i32)\n L2 -> L3: call down((x - 1i32))\n L3 -> L1: return\n }",
            "L0 -> L2: call down(a)\nL2 -> L1: return",
        );
        let text = ir::text::print(&inlined.program);
        assert_eq!(text.matches("unsupported").count(), 1, "{text}");
        assert_eq!(inlined.contexts.len(), 1 + LIMITS.recursion);
    }

    #[test]
    fn a_local_that_is_read_first_is_forgotten_at_each_entry() {
        let inlined = inlined(
            "fn get() -> i32 {\n var z: i32\n entry L0 exit L1\n L0 -> L1: return z\n }",
            "L0 -> L2: a = call get()\nL2 -> L1: return",
        );
        let text = ir::text::print(&inlined.program);
        assert!(text.contains("uninitialised"), "{text}");
    }

    #[test]
    fn a_pointer_is_tried_against_what_it_may_be() {
        let inlined = inlined(
            "declare ext(i32) -> i32\nfn f(x: i32) -> i32 {\n entry L0 exit L1\n \
             L0 -> L1: return x\n }",
            "L0 -> L2: assume b\nL0 -> L3: assume !b\nL2 -> L4: p = &fn f\nL3 -> L4: p = &fn ext\n\
             L4 -> L5: a = call *[p] (i32) -> i32 (a)\nL5 -> L1: return",
        );
        let text = ir::text::print(&inlined.program);
        assert!(text.contains("assume (p == &fn f)"), "{text}");
        // Anything else is no function of the program.
        assert!(text.contains("unmodelled"), "{text}");
    }
}
