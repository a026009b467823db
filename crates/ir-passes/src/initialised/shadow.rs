//! Makes a program keep count of what it has written.
//!
//! *Expects* a program that was inlined, with a body for each call, and without threads. *Guarantees* a
//! valid program with the same runs, in which no [`Condition::Initialised`] is left.
//!
//! Each variable that may be indeterminate has truth values beside it, and memory has its *shadow*
//! ([`Expr::Shadow`]): a second memory at the same addresses, that holds `0xff` for each byte that was
//! written.
//!
//! ```text
//!   x = y + z            x? = y? && z?;                          x = y + z
//!   x = *p               s = *shadow(p);  x? = s == 0xffffffff;  x = *p
//!   *p = x               *shadow(p) = x? ? 0xffffffff : 0;       *p = x
//!   copy p, q, n         copy shadow(p), shadow(q), n;           copy p, q, n
//!   check initialised x  check x?
//! ```
//!
//! From then on engines know nothing of it: a shadow is an array like any other.
//!
//! # One place for all
//! That the first `i` elements of an array were written is a statement about all of them, and formulas
//! here are about one. But a check that fails does so because of *one* place, from which a value was read
//! that nothing had written there. So that place is guessed before the run begins, the *probe*, and any
//! other is taken to be in order:
//!
//! ```text
//!   x = *p               x? = s == 0xffffffff || shadow(p) != shadow(probe)
//! ```
//!
//! What has to be known in a loop is then about the probe alone: if it is one of the first `i` elements,
//! its shadow is `0xff`. A value that was read at the probe may be stored elsewhere and read again there. So
//! it is noted that one was, and from then on every place counts:
//!
//! ```text
//!   *p = x               *shadow(p) = x? ? 0xffffffff : 0;  spread = spread || !x?
//!   x = *p               x? = s == 0xffffffff || shadow(p) != shadow(probe) && !spread
//! ```
//!
//! Nothing is lost by that. A check that fails depends on a value that was read where nothing was written,
//! or that a variable had before it was given one; with the probe there, the first is found unwritten, and
//! both are followed wherever they go.
//!
//! # Why it is sound
//! What is taken for written was written: every step changes the count with what it counts, and where it
//! is not followed exactly, less is taken for written than was. Blocks whose life begins may have any
//! shadow, also that of a block nothing was written to, and a check that holds for every shadow holds for
//! that one. The outside writes values that it computed, so a shadow that it leaves alone counts too
//! little, never too much.

use index::IdSet;
use ir::{
    Access, AllocationKind, Body, CompareOp, Condition, Edge, EdgeId, Expr, ExprId, FunctionId,
    HavocCause, Initial, IntType, LocationId, Op, Program, Provenance, Scope, Type, Var, VarId,
    VarOrigin,
};
use rustc_hash::FxHashMap;

use crate::accesses;
use crate::inline::{ContextId, Inlined};
use crate::points_to::{AllocationSite, ExternalPointers, PointsTo};

use super::doubts::{Doubtful, is_doubtful, surrounds};
use super::{asks, has_threads};

/// What the shadow of a byte holds that was written, and of one that was not.
const WRITTEN: u8 = 0xff;
const UNWRITTEN: u8 = 0;

/// Makes the program keep count.
pub fn track_written(inlined: &mut Inlined) {
    if !asks(&inlined.program) || has_threads(&inlined.program) {
        return;
    }
    let given = given_blocks(inlined);
    let entry = inlined.program.entry;
    let mut tracker = Tracker::of(&mut inlined.program, given);
    let Some(body) = tracker.program.functions[entry].body.take() else { return };
    let mut tracked = Body {
        locations: body
            .locations
            .values()
            .map(|it| ir::Location { label: it.label, ..ir::Location::default() })
            .collect(),
        edges: index::IndexVec::new(),
        entry: body.entry,
        exit: body.exit,
    };
    // Edges keep their ids; what is new stands behind them.
    let mut added: Vec<(EdgeId, Vec<LocationId>, Vec<Op>)> = Vec::new();
    for (id, edge) in body.edges.iter() {
        let Counting { before, op, after } = tracker.counting(id, &edge.op);
        let (mut from, mut to) = (edge.from, edge.to);
        if !before.is_empty() {
            let mut way = vec![from];
            way.extend(before.iter().map(|_| tracked.add_location()));
            from = *way.last().expect("it begins somewhere");
            added.push((id, way, before));
        }
        if !after.is_empty() {
            let mut way: Vec<LocationId> = after.iter().map(|_| tracked.add_location()).collect();
            way.push(to);
            to = way[0];
            added.push((id, way, after));
        }
        tracked.add_edge(from, to, op, edge.provenance);
    }
    for (id, way, ops) in added {
        let Edge { provenance, .. } = body.edges[id];
        let provenance = Provenance { role: ir::EdgeRole::Plain, ..provenance };
        for (step, op) in ops.into_iter().enumerate() {
            tracked.add_edge(way[step], way[step + 1], op, provenance);
            inlined.edges.push(inlined.edges[id]);
        }
    }
    while inlined.locations.len() < tracked.locations.len() {
        inlined.locations.push(None);
    }
    inlined.program.functions[entry].body = Some(tracked);
}

/// What is done around an operation, and what becomes of it.
struct Counting {
    before: Vec<Op>,
    op: Op,
    after: Vec<Op>,
}

struct Tracker<'p> {
    program: &'p mut Program,
    points_to: PointsTo,
    /// What stands beside the variables that may be indeterminate and matter.
    counts: FxHashMap<VarId, VarId>,
    doubtful: Doubtful,
    /// The place in memory that is asked about, where what is in memory matters.
    probe: Option<ExprId>,
    /// Whether something indeterminate was stored, if that may be.
    spread: Option<VarId>,
    /// What allocates given blocks.
    given: IdSet<EdgeId>,
}

impl<'p> Tracker<'p> {
    fn of(program: &'p mut Program, given: IdSet<EdgeId>) -> Self {
        let points_to = PointsTo::of(program, ExternalPointers::MayReachArguments);
        let is_given = |(_, edge): AllocationSite| given.contains(edge);
        let doubtful = Doubtful::of(program, &points_to, is_given);
        let mut tracker = Self {
            program,
            points_to,
            counts: FxHashMap::default(),
            doubtful,
            probe: None,
            spread: None,
            given,
        };
        tracker.choose_what_is_counted();
        tracker
    }

    fn choose_what_is_counted(&mut self) {
        let entry = self.program.entry;
        let Some(body) = self.program.functions[entry].body.take() else { return };
        let is_asked =
            |op: &Op| matches!(op, Op::Check { condition: Condition::Initialised(_), .. });
        let is_stored = |op: &Op| {
            matches!(
                op,
                Op::Store { .. } | Op::Copy { .. } | Op::Fill { .. } | Op::HavocMemory { .. }
            )
        };
        let (mut matters, reads_memory) = self.what_matters(&body, is_asked);
        if reads_memory {
            let probe = self.temporary("%probe".into(), Type::Pointer, source::Span::default());
            self.program.vars[probe].origin = VarOrigin::Probe;
            let probe = self.program.exprs.var(probe);
            self.probe = Some(self.shadow(probe));
            matters = self.what_matters(&body, |op| is_asked(op) || is_stored(op)).0;
            let mut stores = body.edges.values().filter(|edge| is_stored(&edge.op));
            if stores.any(|edge| !self.is_certain(&edge.op)) {
                let spread = self.temporary("%spread".into(), Type::Bool, source::Span::default());
                let var = &mut self.program.vars[spread];
                (var.scope, var.initial) = (Scope::Global, Initial::Bits(0));
                self.spread = Some(spread);
            }
        }
        for var in matters.iter() {
            let beside = self.beside(var);
            self.counts.insert(var, beside);
        }
        self.program.functions[entry].body = Some(body);
    }

    /// The doubtful variables that some operations depend on, and whether something in memory is among
    /// what they depend on.
    fn what_matters(&self, body: &Body, is_goal: impl Fn(&Op) -> bool) -> (IdSet<VarId>, bool) {
        let mut matters: IdSet<VarId> = IdSet::new();
        let mut reads_memory = false;
        loop {
            let n_before = matters.len();
            for edge in body.edges.values() {
                let is_needed = edge.op.assigned().is_some_and(|target| matters.contains(target));
                if !is_needed && !is_goal(&edge.op) {
                    continue;
                }
                if let Op::Load { pointer, .. } = &edge.op {
                    reads_memory |= self.is_doubtful_at(*pointer);
                }
                let read = accesses::read(&self.program.exprs, &edge.op);
                matters.extend(read.iter().filter(|var| self.doubtful.vars.contains(*var)));
            }
            if matters.len() == n_before {
                return (matters, reads_memory);
            }
        }
    }

    /// A truth value that stands beside a variable.
    fn beside(&mut self, var: VarId) -> VarId {
        let data = &self.program.vars[var];
        let (name, span) = (format!("%{}.written", data.name), data.span);
        self.temporary(name.into(), Type::Bool, span)
    }

    fn temporary(&mut self, name: Box<str>, ty: Type, span: source::Span) -> VarId {
        let scope = Scope::Local(self.program.entry);
        let origin = VarOrigin::Temporary;
        self.program.vars.push(Var { name, ty, scope, origin, span, initial: Initial::Unknown })
    }

    fn is_doubtful_at(&self, pointer: ExprId) -> bool {
        self.doubtful.is_at(&self.points_to, pointer)
    }

    fn is_doubtful_around(&self, pointer: ExprId) -> bool {
        self.doubtful.is_around(&self.points_to, pointer)
    }

    // -- Operations.

    fn counting(&mut self, edge: EdgeId, op: &Op) -> Counting {
        let mut counting = Counting { before: Vec::new(), op: op.clone(), after: Vec::new() };
        let before = &mut counting.before;
        match op {
            Op::Check { check, condition: Condition::Initialised(_) } => {
                let holds = self.all_written(op);
                counting.op = Op::Check { check: *check, condition: Condition::Holds(holds) };
            }
            Op::Assign { target, .. }
            | Op::Allocate { target, .. }
            // What the old block holds, and its shadow, go into the new one.
            | Op::Reallocate { target, .. } => {
                let written = self.all_written(op);
                self.count(*target, written, before);
                if let Op::Allocate { size, kind, .. } = op
                    && (*kind == AllocationKind::HeapZeroed || self.given.contains(edge))
                {
                    let block = self.program.exprs.var(*target);
                    self.mark(block, *size, WRITTEN, &mut counting.after);
                }
            }
            // What the outside leaves as it was is no more written than before.
            Op::Havoc { cause: HavocCause::Effect(_), .. }
            | Op::HavocMemory { cause: HavocCause::Effect(_), .. } => {}
            Op::Havoc { target, cause } => {
                let written = self.program.exprs.intern(Expr::Bool(!is_doubtful(cause)));
                self.count(*target, written, before);
            }
            Op::Load { target, pointer, access } => {
                if self.counts.contains_key(target) {
                    let read = self.all_written(op);
                    let found = match self.is_doubtful_at(*pointer) {
                        true => self.load(*pointer, access.ty, before),
                        false => self.program.exprs.intern(Expr::Bool(true)),
                    };
                    let written = self.both(read, found);
                    self.count(*target, written, before);
                }
            }
            Op::Store { pointer, access, .. } => {
                if self.probe.is_some() && self.is_doubtful_at(*pointer) {
                    let written = self.all_written(op);
                    before.push(self.store(*pointer, access.ty, written));
                    self.note_spread(written, before);
                }
            }
            Op::Copy { target, source, size } => {
                if self.probe.is_some() && self.is_doubtful_around(*target) {
                    before.push(match self.is_certain(op) {
                        true => {
                            let (target, source) = (self.shadow(*target), self.shadow(*source));
                            Op::Copy { target, source, size: *size }
                        }
                        false => self.fill(*target, *size, UNWRITTEN),
                    });
                    let written = self.all_written(op);
                    self.note_spread(written, before);
                }
            }
            Op::Fill { target, size, .. } | Op::HavocMemory { target, size, .. } => {
                let gives_values = match op {
                    Op::HavocMemory { cause, .. } => !is_doubtful(cause),
                    _ => true,
                };
                let is_written = self.is_certain(op) && gives_values;
                let byte = if is_written { WRITTEN } else { UNWRITTEN };
                self.mark(*target, *size, byte, before);
                let written = self.all_written(op);
                self.note_spread(written, before);
            }
            Op::ThreadSelf { target } | Op::Call { target: Some(target), .. } => {
                let unknown = self.program.exprs.intern(Expr::Bool(false));
                self.count(*target, unknown, before);
            }
            Op::Call { target: None, .. }
            | Op::Outside { .. }
            | Op::CallBack { .. }
            | Op::Skip
            | Op::Assume { .. }
            | Op::Return { .. }
            | Op::Halt { .. }
            | Op::EnterScope { .. }
            | Op::LeaveScope { .. }
            | Op::Free { .. }
            | Op::Check { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::Await { .. }
            | Op::AtomicBegin(_)
            | Op::AtomicEnd
            | Op::Unsupported { .. } => {}
        }
        counting
    }

    /// What stands beside a variable becomes this.
    fn count(&mut self, var: VarId, written: ExprId, ops: &mut Vec<Op>) {
        if let Some(&target) = self.counts.get(&var) {
            ops.push(Op::Assign { target, value: written });
        }
    }

    /// Whatever the operation depends on was written.
    fn all_written(&mut self, op: &Op) -> ExprId {
        let mut roots = Vec::new();
        op.for_each_expr(|expr| roots.push(expr));
        let mut all = self.program.exprs.intern(Expr::Bool(true));
        for root in roots {
            let written = self.written(root);
            all = self.both(all, written);
        }
        all
    }

    /// Whatever the value of the expression depends on was written: of a choice, the side that is chosen.
    fn written(&mut self, root: ExprId) -> ExprId {
        let certain = self.program.exprs.intern(Expr::Bool(true));
        let mut known: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut pending = vec![(root, false)];
        while let Some((expr, operands_done)) = pending.pop() {
            if known.contains_key(&expr) {
                continue;
            }
            let node = self.program.exprs[expr];
            if !operands_done {
                pending.push((expr, true));
                pending.extend(node.operands().map(|operand| (operand, false)));
                continue;
            }
            let written = match node {
                Expr::Var(var) => match self.counts.get(&var) {
                    Some(&count) => self.program.exprs.var(count),
                    None => certain,
                },
                Expr::Ite(condition, then, otherwise) if known[&then] != known[&otherwise] => {
                    let sides = Expr::Ite(condition, known[&then], known[&otherwise]);
                    let chosen = self.program.exprs.intern(sides);
                    self.both(known[&condition], chosen)
                }
                _ => {
                    let parts: Vec<ExprId> = node.operands().map(|it| known[&it]).collect();
                    parts.into_iter().fold(certain, |all, part| self.both(all, part))
                }
            };
            known.insert(expr, written);
        }
        known[&root]
    }

    /// Does the operation read nothing that may be indeterminate?
    fn is_certain(&self, op: &Op) -> bool {
        !self.doubtful.is_read(&self.program.exprs, op)
    }

    /// Something is stored that may be indeterminate.
    fn note_spread(&mut self, written: ExprId, ops: &mut Vec<Op>) {
        let Some(target) = self.spread else { return };
        let exprs = &mut self.program.exprs;
        if exprs[written] != Expr::Bool(true) {
            let (before, is_spread) = (exprs.var(target), exprs.not(written));
            let value = exprs.intern(Expr::Or(before, is_spread));
            ops.push(Op::Assign { target, value });
        }
    }

    fn both(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let exprs = &mut self.program.exprs;
        match (exprs[a], exprs[b]) {
            (Expr::Bool(true), _) | (_, Expr::Bool(false)) => b,
            (_, Expr::Bool(true)) | (Expr::Bool(false), _) => a,
            _ if a == b => a,
            _ => exprs.intern(Expr::And(a, b)),
        }
    }

    // -- Memory.

    fn shadow(&mut self, pointer: ExprId) -> ExprId {
        self.program.exprs.intern(Expr::Shadow(pointer))
    }

    /// Whether all bytes were written that a read at this type looks at, or it is not the read that is
    /// asked about.
    fn load(&mut self, pointer: ExprId, ty: Type, ops: &mut Vec<Op>) -> ExprId {
        let Some(bytes) = self.shadow_type(ty) else {
            return self.program.exprs.intern(Expr::Bool(false));
        };
        let target = self.temporary("%shadow".into(), Type::Int(bytes), source::Span::default());
        let pointer = self.shadow(pointer);
        ops.push(Op::Load { target, pointer, access: plain(bytes) });
        let exprs = &mut self.program.exprs;
        let (found, all) = (exprs.var(target), exprs.intern(Expr::Int(bytes, bytes.mask())));
        let is_full = exprs.intern(Expr::Compare(CompareOp::Eq, found, all));
        let Some(probe) = self.probe else { return is_full };
        let is_it = exprs.intern(Expr::Compare(CompareOp::Eq, pointer, probe));
        let mut matters = is_it;
        if let Some(spread) = self.spread {
            let is_spread = exprs.var(spread);
            matters = exprs.intern(Expr::Or(is_it, is_spread));
        }
        let is_another = exprs.not(matters);
        exprs.intern(Expr::Or(is_full, is_another))
    }

    fn store(&mut self, pointer: ExprId, ty: Type, written: ExprId) -> Op {
        let Some(bytes) = self.shadow_type(ty) else {
            let size = ty.bytes(self.program.model).unwrap_or(0);
            let size_type = self.program.model.size_type();
            let size = self.program.exprs.int(size_type, i128::from(size));
            return self.fill(pointer, size, UNWRITTEN);
        };
        let pointer = self.shadow(pointer);
        let exprs = &mut self.program.exprs;
        let (all, none) = (exprs.intern(Expr::Int(bytes, bytes.mask())), exprs.int(bytes, 0));
        let value = match exprs[written] {
            Expr::Bool(true) => all,
            Expr::Bool(false) => none,
            _ => exprs.intern(Expr::Ite(written, all, none)),
        };
        Op::Store { pointer, value, access: plain(bytes) }
    }

    fn mark(&mut self, target: ExprId, size: ExprId, byte: u8, ops: &mut Vec<Op>) {
        if self.probe.is_some() && self.is_doubtful_around(target) {
            ops.push(self.fill(target, size, byte));
        }
    }

    fn fill(&mut self, target: ExprId, size: ExprId, byte: u8) -> Op {
        let byte = self.program.exprs.int(IntType::unsigned(8), i128::from(byte));
        Op::Fill { target: self.shadow(target), byte, size }
    }

    /// The type of the shadow of a value; none for one that does not fill its bytes.
    fn shadow_type(&self, ty: Type) -> Option<IntType> {
        let bits = match ty {
            Type::Int(int) => u32::from(int.width),
            Type::Float(float) => float.bits(),
            Type::Pointer => u32::from(self.program.model.pointer_bits()),
            Type::Bool => return None,
        };
        let bytes = ty.bytes(self.program.model)?;
        let is_whole = u64::from(bits) == 8 * bytes;
        is_whole.then(|| IntType::unsigned(bits as u8))
    }
}

fn plain(int: IntType) -> Access {
    Access { ty: Type::Int(int), is_volatile: false }
}

/// The edges that allocate what surrounds the program.
fn given_blocks(inlined: &Inlined) -> IdSet<EdgeId> {
    let entry: FunctionId = inlined.program.entry;
    let is_outermost = |it: &ContextId| inlined.contexts[*it].caller.is_none();
    let edges = inlined.edges.iter().filter(|(_, (context, _))| is_outermost(context));
    let edges = edges.map(|(id, _)| id);
    if surrounds(&inlined.program, entry) { edges.collect() } else { IdSet::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inline::{Limits, inline};
    use crate::tests::program_text;

    fn tracked(edges: &str) -> String {
        let program = program_text("check c0: assertion \"x\"", edges);
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let limits = Limits { n_edges: 1000, recursion: 1 };
        let mut inlined = inline(&program, &points_to, limits).expect("small");
        track_written(&mut inlined);
        assert_eq!(ir::validate(&inlined.program), Ok(()));
        let body = inlined.program.functions[inlined.program.entry].body.as_ref().unwrap();
        assert_eq!(inlined.edges.len(), body.edges.len());
        assert_eq!(inlined.locations.len(), body.locations.len());
        ir::text::print(&inlined.program)
    }

    #[test]
    fn a_variable_has_the_truth_about_it_beside_it() {
        let text = tracked(
            "L0 -> L2: havoc a uninitialised\nL2 -> L3: c = (a + 1i32)\n\
             L3 -> L4: check c0: initialised c\nL4 -> L1: return",
        );
        assert!(text.contains("%a.written = false"), "{text}");
        assert!(text.contains("%c.written = %a.written"), "{text}");
        assert!(text.contains("check c0: %c.written"), "{text}");
        assert!(!text.contains("shadow"), "no memory is read: {text}");
    }

    #[test]
    fn of_a_choice_the_side_matters_that_is_chosen() {
        let text = tracked(
            "L0 -> L2: havoc a uninitialised\nL2 -> L3: c = ((g > 0i32) ? a : 1i32)\n\
             L3 -> L4: check c0: initialised c\nL4 -> L1: return",
        );
        assert!(text.contains("%c.written = ((g > 0i32) ? %a.written : true)"), "{text}");
    }

    #[test]
    fn what_is_stored_goes_into_the_shadow_and_is_asked_for_at_the_probe() {
        let text = tracked(
            "L0 -> L2: p = allocate heap 8u64\nL2 -> L3: store i32, p, 1i32\n\
             L3 -> L4: a = load i32, ptradd(p, 4i64)\nL4 -> L5: check c0: initialised a\nL5 -> L1: return",
        );
        assert!(text.contains("store u32, shadow(p), 4294967295u32"), "{text}");
        assert!(text.contains("load u32, shadow(ptradd(p, 4i64))"), "{text}");
        assert!(text.contains("(shadow(ptradd(p, 4i64)) == shadow(%probe))"), "{text}");
        // Only what is certain is stored.
        assert!(!text.contains("%spread"), "{text}");
    }

    #[test]
    fn something_indeterminate_that_is_stored_is_noted() {
        let text = tracked(
            "L0 -> L2: p = allocate heap 4u64\nL2 -> L3: havoc c uninitialised\n\
             L3 -> L4: store i32, p, c\nL4 -> L5: a = load i32, p\nL5 -> L6: check c0: initialised a\nL6 -> L1: return",
        );
        assert!(text.contains("(%c.written ? 4294967295u32 : 0u32)"), "{text}");
        assert!(text.contains("%spread = (%spread || !%c.written)"), "{text}");
    }
}
