//! Drops what no check depends on: program slicing (M. Weiser, 1984) with all checks as the
//! criterion.
//!
//! *Expects* a valid program. *Guarantees* a valid program in which every check that could be
//! violated still can; possibly more can.
//!
//! # What is relevant
//! Relevance grows from the checks until nothing is added:
//!
//! - checks, unsupported steps, everything about threads, and whatever ends or blocks a run
//!   (halts, assumptions that stand alone, loops without a way out) are relevant;
//! - an edge that assigns a relevant variable or writes a relevant region is relevant, and so are
//!   the variables and regions that it reads;
//! - a branch that decides whether a relevant edge is reached is relevant, and so is its
//!   condition ([`control_dependence`](crate::control_dependence));
//! - a call is relevant if something in the callee is, or if its result is.
//!
//! Regions are those of the points-to analysis. Operations on whole blocks of memory are
//! relevant as soon as any region is. If a check asks about memory itself (is it alive, is it
//! freed), then all of memory is relevant. Where pointers are compared, it matters whether a block
//! may lie where another was: then what begins and ends the lives of such blocks is relevant.
//!
//! # Why it errs on the sound side only
//! What is dropped can change no value that a kept edge reads, and decides no branch that leads
//! to a kept edge; so each run of the program, with the dropped steps left out, is a run of the
//! result. The converse fails where a dropped loop would not have ended or a dropped step would
//! have been undefined: the result may have runs that the program has not. A proof on the
//! result is a proof for the program; a violation must be confirmed on the program, as every
//! violation is.

use index::{IdSet, IndexVec};
use ir::{
    Body, Callee, CompareOp, Condition, Edge, EdgeId, Expr, ExprId, FunctionId, LocationId,
    ObjectId, Op, Program, Provenance, Scope, Type, VarId, VarOrigin,
};

use crate::accesses;
use crate::call_graph::{CallSite, callees};
use crate::control_dependence::ControlDependence;
use crate::graph::Graph;
use crate::points_to::{PointsTo, RegionId, Targets};
use crate::rebuild::change_edges;

/// The program without what no check depends on.
pub fn cone_of_influence(program: &Program, points_to: &PointsTo) -> Program {
    let mut cone = Cone::new(program, points_to);
    cone.grow();
    let mut sliced = program.clone();
    for (id, function) in sliced.functions.iter_mut() {
        if let Some(body) = &function.body {
            function.body = Some(cone.slice(id, body));
        }
    }
    sliced
}

struct Cone<'p> {
    program: &'p Program,
    points_to: &'p PointsTo,
    dependence: IndexVec<FunctionId, Option<ControlDependence>>,
    vars: IdSet<VarId>,
    regions: IdSet<RegionId>,
    /// A check asks about memory itself, or an access cannot be told from others.
    all_memory: bool,
    /// Pointers to such blocks are compared.
    compares_blocks: bool,
    compares_locals: bool,
    edges: IndexVec<FunctionId, IdSet<EdgeId>>,
    /// Functions with a relevant edge.
    functions: IdSet<FunctionId>,
    results: IdSet<FunctionId>,
    changed: bool,
}

impl<'p> Cone<'p> {
    fn new(program: &'p Program, points_to: &'p PointsTo) -> Self {
        let dependence = program
            .functions
            .values()
            .map(|function| function.body.as_ref().map(ControlDependence::of))
            .collect();
        Self {
            program,
            points_to,
            dependence,
            vars: IdSet::new(),
            regions: IdSet::new(),
            all_memory: false,
            compares_blocks: false,
            compares_locals: false,
            edges: IndexVec::from_elem(IdSet::new(), program.functions.len()),
            functions: IdSet::new(),
            results: IdSet::new(),
            changed: false,
        }
    }

    /// Ends: each round adds an edge, a variable or a region, or is the last.
    fn grow(&mut self) {
        let program = self.program;
        for (id, function) in program.functions.iter() {
            if let Some(body) = &function.body {
                self.seed(id, body);
            }
        }
        self.changed = true;
        while std::mem::take(&mut self.changed) {
            for (id, function) in program.functions.iter() {
                let Some(body) = &function.body else { continue };
                for (edge, op) in body.edges.iter().map(|(edge, data)| (edge, &data.op)) {
                    if self.edges[id].contains(edge) {
                        self.read_call(id, edge, op);
                    } else if self.is_relevant(id, edge, op) {
                        self.add(id, body, edge);
                    }
                }
            }
        }
    }

    /// What is relevant by itself.
    fn seed(&mut self, id: FunctionId, body: &Body) {
        let ending = Graph::of_body(body).reversed().reachable([body.exit]);
        for (edge_id, edge) in body.edges.iter() {
            let stands_alone = body.locations[edge.from].outgoing.len() == 1;
            let is_seed = match &edge.op {
                Op::Check { .. } | Op::Unsupported { .. } | Op::Halt { .. } => true,
                Op::ThreadCreate { .. } | Op::ThreadJoin { .. } | Op::ThreadExit { .. } => true,
                Op::Await { .. } | Op::AtomicBegin(_) | Op::AtomicEnd => true,
                Op::Assume { .. } => stands_alone,
                Op::Skip
                | Op::ThreadSelf { .. }
                | Op::Assign { .. }
                | Op::Havoc { .. }
                | Op::Load { .. }
                | Op::Store { .. }
                | Op::Copy { .. }
                | Op::Fill { .. }
                | Op::HavocMemory { .. }
                | Op::Outside { .. }
                | Op::CallBack { .. }
                | Op::Call { .. }
                | Op::Return { .. }
                | Op::EnterScope { .. }
                | Op::LeaveScope { .. }
                | Op::Allocate { .. }
                | Op::Reallocate { .. }
                | Op::Free { .. } => false,
            };
            if is_seed || !ending.contains(edge.from) {
                self.add(id, body, edge_id);
            }
        }
    }

    fn is_relevant(&self, id: FunctionId, edge: EdgeId, op: &Op) -> bool {
        let any_memory = self.all_memory || !self.regions.is_empty();
        if op.assigned().is_some_and(|var| self.vars.contains(var)) {
            return true;
        }
        match op {
            Op::Store { pointer, .. } => self.is_region_relevant(*pointer),
            // Lemmas about what is there speak of it.
            Op::Assign { target, value }
                if self.program.vars[*target].origin == VarOrigin::Terminator =>
            {
                self.is_region_relevant(*value)
            }
            Op::Copy { .. } | Op::Fill { .. } | Op::HavocMemory { .. } => any_memory,
            Op::Outside { .. } => self.is_known_memory_relevant(),
            Op::EnterScope { .. } | Op::LeaveScope { .. } => any_memory || self.compares_locals,
            Op::Free { .. } | Op::Allocate { .. } => self.all_memory || self.compares_blocks,
            // It writes the bytes of the old block into the new one.
            Op::Reallocate { .. } => any_memory || self.compares_blocks,
            Op::Load { .. } => false,
            Op::Call { .. } => callees(self.points_to, CallSite { caller: id, edge }, op)
                .iter()
                .any(|callee| self.functions.contains(*callee)),
            Op::Return { value } => value.is_some() && self.results.contains(id),
            // A branch becomes relevant through what depends on it.
            Op::Assume { .. } => false,
            // A proof takes it to be possible, so it matters to none.
            Op::CallBack { .. } => false,
            Op::Skip
            | Op::Assign { .. }
            | Op::Havoc { .. }
            | Op::Halt { .. }
            | Op::Check { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::ThreadSelf { .. }
            | Op::Await { .. }
            | Op::AtomicBegin(_)
            | Op::AtomicEnd
            | Op::Unsupported { .. } => false,
        }
    }

    fn is_region_relevant(&self, pointer: ir::ExprId) -> bool {
        self.all_memory
            || match self.points_to.region(pointer) {
                Some(region) => self.regions.contains(region),
                None => !self.regions.is_empty(),
            }
    }

    /// Does it matter what somebody outside the program can change?
    fn is_known_memory_relevant(&self) -> bool {
        let regions = &self.points_to.regions;
        self.all_memory || self.regions.iter().any(|region| regions[region].targets.is_external)
    }

    /// Makes an edge relevant, and everything that follows at once.
    fn add(&mut self, id: FunctionId, body: &Body, edge: EdgeId) {
        let mut pending = vec![edge];
        while let Some(edge_id) = pending.pop() {
            if !self.edges[id].insert(edge_id) {
                continue;
            }
            self.changed = true;
            self.functions.insert(id);
            let edge = &body.edges[edge_id];
            self.read(id, edge_id, &edge.op);
            let Some(dependence) = &self.dependence[id] else { continue };
            for branch in dependence.branches(edge.from) {
                pending.extend(&body.locations[*branch].outgoing);
            }
        }
    }

    /// Adds what a relevant operation reads.
    fn read(&mut self, id: FunctionId, edge: EdgeId, op: &Op) {
        match op {
            Op::Call { .. } | Op::ThreadCreate { .. } => return self.read_call(id, edge, op),
            Op::Load { pointer, .. } => match self.points_to.region(*pointer) {
                Some(region) => {
                    self.regions.insert(region);
                }
                None => self.all_memory = true,
            },
            // The source of a copy may be any region; which ones is not worth asking. How many bytes
            // are moved to another block depends on how many the old one has.
            // What the outside knows depends on every pointer that was stored where it can look.
            Op::Copy { .. } | Op::Reallocate { .. } | Op::Outside { .. } => self.all_memory = true,
            Op::Check { condition, .. } => match condition {
                Condition::Holds(_) | Condition::Callable { .. } => {}
                Condition::ValidAccess { .. }
                | Condition::ValidFree { .. }
                | Condition::AllReachable
                | Condition::AllFreed
                | Condition::Writable { .. }
                | Condition::Apart { .. }
                | Condition::SameObject { .. }
                | Condition::InObject { .. }
                | Condition::Aligned { .. }
                | Condition::Initialised(_) => self.all_memory = true,
            },
            _ => {}
        }
        let vars = accesses::read(&self.program.exprs, op);
        self.vars.union_with(&vars);
        op.for_each_expr(|expr| self.read_comparisons(expr));
    }

    /// Notes which kinds of memory the pointers that an expression compares may point to.
    fn read_comparisons(&mut self, root: ExprId) {
        let mut pending = vec![root];
        let mut seen = IdSet::new();
        while let Some(expr) = pending.pop() {
            if !seen.insert(expr) {
                continue;
            }
            let node = self.program.exprs[expr];
            pending.extend(node.operands());
            let Expr::Compare(CompareOp::Eq | CompareOp::Ne, a, b) = node else { continue };
            let is_apart =
                |side| matches!(self.program.exprs[side], Expr::Null | Expr::FunctionAddress(_));
            if self.program.type_of(a) != Type::Pointer || is_apart(a) || is_apart(b) {
                continue;
            }
            let may = |kind: fn(&Program, &Targets) -> bool| {
                [a, b].into_iter().all(|side| {
                    let targets = self.points_to.targets(side);
                    targets.is_none_or(|targets| kind(self.program, &targets))
                })
            };
            let (blocks, locals) = (may(has_blocks), may(has_locals));
            self.compares_blocks |= blocks;
            self.compares_locals |= locals;
        }
    }

    /// Of the arguments of a call only those count whose parameters do, and of the callee's
    /// result only one that is used. Both can turn out later, so relevant calls are looked at in
    /// every round.
    fn read_call(&mut self, caller: FunctionId, edge: EdgeId, op: &Op) {
        let (target, callee, arguments) = match op {
            Op::Call { target, callee, arguments } => (*target, *callee, arguments.as_slice()),
            Op::ThreadCreate { start, argument, .. } => {
                (None, *start, std::slice::from_ref(argument))
            }
            _ => return,
        };
        let program = self.program;
        let mut read = IdSet::new();
        if let Callee::Indirect(pointer, _) = callee {
            accesses::add_vars(&program.exprs, pointer, &mut read);
        }
        let is_result_relevant = target.is_some_and(|target| self.vars.contains(target));
        for callee in callees(self.points_to, CallSite { caller, edge }, op) {
            if is_result_relevant && self.results.insert(callee) {
                self.changed = true;
            }
            let function = &program.functions[callee];
            for (parameter, argument) in function.parameters.iter().zip(arguments) {
                if self.vars.contains(*parameter) {
                    accesses::add_vars(&program.exprs, *argument, &mut read);
                }
            }
            // Variable arguments are fetched by means that are not modelled here.
            for extra in arguments.iter().skip(function.parameters.len()) {
                accesses::add_vars(&program.exprs, *extra, &mut read);
            }
        }
        self.changed |= self.vars.union_with(&read);
    }

    // -- The slice.

    fn slice(&self, id: FunctionId, body: &Body) -> Body {
        let relevant = &self.edges[id];
        let shortcuts = self.shortcuts(id, body);
        change_edges(body, |edge_id, edge| {
            if let Some(join) = shortcuts[edge.from] {
                // One edge stands for all ways from the branch to where they meet.
                let is_first = body.locations[edge.from].outgoing.first() == Some(&edge_id);
                let provenance = Provenance { span: edge.provenance.span, ..Provenance::default() };
                return is_first.then_some(Edge {
                    from: edge.from,
                    to: join,
                    op: Op::Skip,
                    provenance,
                });
            }
            let is_kept = relevant.contains(edge_id)
                || matches!(edge.op, Op::Return { .. } | Op::Assume { .. });
            let op = if is_kept { edge.op.clone() } else { Op::Skip };
            Some(Edge { op, ..edge.clone() })
        })
    }

    /// For each branch that nothing depends on, where its ways meet. A branch whose ways meet
    /// only in the exit stays: there is no value to return in its place.
    fn shortcuts(&self, id: FunctionId, body: &Body) -> IndexVec<LocationId, Option<LocationId>> {
        let relevant = &self.edges[id];
        let dependence = self.dependence[id].as_ref();
        IndexVec::from_fn(body.locations.len(), |location| {
            let outgoing = &body.locations[location].outgoing;
            let is_dropped =
                outgoing.len() > 1 && outgoing.iter().all(|edge| !relevant.contains(*edge));
            let join = dependence?.immediate_post_dominator(location)?;
            (is_dropped && join != body.exit && join != location).then_some(join)
        })
    }
}

fn has_blocks(_: &Program, targets: &Targets) -> bool {
    !targets.allocations.is_empty()
}

/// Blocks on the stack count: they live as long as the local object that stands for them.
fn has_locals(program: &Program, targets: &Targets) -> bool {
    let is_local = |object: ObjectId| program.objects[object].scope != Scope::Global;
    targets.objects.iter().any(is_local) || !targets.allocations.is_empty()
}

#[cfg(test)]
mod tests;
