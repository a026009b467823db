//! Which steps other threads can notice.
//!
//! A step is visible if it reads or writes what another thread may write or read: a global
//! variable, memory other than a local object whose address goes nowhere, lives of blocks; or if it
//! is about threads itself. A check of memory is visible, and the access right behind it is then
//! part of the same step, so that nobody can free the block in between: whoever does has done so
//! before or will do so after, and another turn shows that.
//!
//! What ends the whole run is noticed by all others, who do nothing more: it is visible too, so that
//! they have had the chance to act before. Unless the turn has written nothing: then the others had
//! it before that turn, in a state that is the same to them. Where local objects die whose address
//! others may know, that is visible as any other step.
//!
//! In a program that creates no thread nothing is visible.

use index::IdSet;
use ir::{
    AllocationKind, Body, Condition, Expr, ExprId, FunctionId, LocationId, ObjectId, Op, Program,
    Scope, VarId,
};

/// What others notice at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    Step,
    /// The end of the run, and nothing else.
    End,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Visible {
    is_concurrent: bool,
    /// Local objects whose address is used for accesses in their own function only.
    private: IdSet<ObjectId>,
    /// Functions at whose end something happens that others may notice beside the end of the run:
    /// objects end that they know.
    noticed_ends: IdSet<FunctionId>,
    /// Functions with blocks on the stack, which end with the scope of some object.
    with_blocks: IdSet<FunctionId>,
}

impl Visible {
    pub(crate) fn of(program: &Program) -> Self {
        let bodies = || program.functions.values().filter_map(|function| function.body.as_ref());
        let mut edges = bodies().flat_map(|body| body.edges.values());
        let is_concurrent = edges.any(|edge| matches!(edge.op, Op::ThreadCreate { .. }));
        if !is_concurrent {
            return Self::default();
        }
        let locals = program.objects.iter().filter(|(_, it)| it.scope != Scope::Global);
        let mut private: IdSet<ObjectId> = locals.map(|(object, _)| object).collect();
        for edge in bodies().flat_map(|body| body.edges.values()) {
            for root in escaping(program, &edge.op) {
                remove_objects(program, root, &mut private);
            }
        }
        let with_blocks = functions_with(program, |op| {
            matches!(op, Op::Allocate { kind: AllocationKind::Stack(_), .. })
        });
        let mut noticed_ends = with_blocks.clone();
        for (object, it) in program.objects.iter() {
            if let Scope::Local(function) = it.scope
                && !private.contains(object)
            {
                noticed_ends.insert(function);
            }
        }
        // A result may go to a global variable, and which function gives it need not be known.
        let gives_to_global = |op: &Op| matches!(op, Op::Call { target: Some(target), .. } if is_global(program, *target));
        if !functions_with(program, gives_to_global).is_empty() {
            noticed_ends.extend(program.functions.ids());
        }
        Self { is_concurrent, private, noticed_ends, with_blocks }
    }

    /// Why a thread that comes to this location has to wait for its turn, if it has to.
    pub(crate) fn notice(
        &self,
        program: &Program,
        function: FunctionId,
        body: &Body,
        location: LocationId,
    ) -> Option<Notice> {
        if !self.is_concurrent {
            return None;
        }
        if self.is_visible(program, function, body, location) {
            return Some(Notice::Step);
        }
        let ends = |edge: &ir::EdgeId| match body.edges[*edge].op {
            Op::Halt { .. } => true,
            Op::Return { .. } => function == program.entry,
            _ => false,
        };
        body.locations[location].outgoing.iter().any(ends).then_some(Notice::End)
    }

    fn is_visible(
        &self,
        program: &Program,
        function: FunctionId,
        body: &Body,
        location: LocationId,
    ) -> bool {
        let is_noticed =
            |edge: &ir::EdgeId| self.is_noticed(program, function, &body.edges[*edge].op);
        if !body.locations[location].outgoing.iter().any(is_noticed) {
            return false;
        }
        let is_access = |edge: &ir::EdgeId| {
            let op = &body.edges[*edge].op;
            matches!(op, Op::Load { .. } | Op::Store { .. } | Op::Free { .. })
        };
        let incoming = &body.locations[location].incoming;
        let follows_check = |edge: &ir::EdgeId| {
            let op = &body.edges[*edge].op;
            matches!(op, Op::Check { .. }) && self.is_noticed(program, function, op)
        };
        let is_guarded = !incoming.is_empty() && incoming.iter().all(follows_check);
        !(is_guarded && body.locations[location].outgoing.iter().all(is_access))
    }

    fn is_noticed(&self, program: &Program, function: FunctionId, op: &Op) -> bool {
        let mut reads_global = false;
        op.for_each_expr(|expr| reads_global |= !global_reads(program, expr).is_empty());
        let writes_global = op.assigned().is_some_and(|target| is_global(program, target));
        reads_global || writes_global || self.is_noticed_beside(program, function, op)
    }

    /// Whether the operation is noticed by something else than the variables that it reads and
    /// assigns.
    fn is_noticed_beside(&self, program: &Program, function: FunctionId, op: &Op) -> bool {
        match op {
            Op::Load { pointer, .. } | Op::Store { pointer, .. } => {
                !self.is_private(program, *pointer)
            }
            Op::Copy { target, source, .. } => {
                !self.is_private(program, *target) || !self.is_private(program, *source)
            }
            Op::Fill { target, .. } | Op::HavocMemory { target, .. } => {
                !self.is_private(program, *target)
            }
            Op::Check { condition, .. } => match condition {
                Condition::ValidAccess { pointer, .. } => !self.is_private(program, *pointer),
                Condition::ValidFree { .. } | Condition::AllReachable | Condition::AllFreed => true,
                // They ask about objects as such and about numbers; only lives change.
                Condition::Holds(_)
                | Condition::Initialised(_)
                | Condition::Writable { .. }
                | Condition::Apart { .. }
                | Condition::SameObject { .. }
                | Condition::InObject { .. }
                | Condition::Aligned { .. }
                | Condition::Callable { .. } => false,
            },
            Op::EnterScope { object } | Op::LeaveScope { object } => {
                !self.private.contains(*object) || self.with_blocks.contains(function)
            }
            Op::Return { .. } => self.noticed_ends.contains(function),
            Op::Outside { .. }
            | Op::CallBack { .. }
            | Op::Reallocate { .. }
            | Op::Free { .. }
            | Op::Allocate { kind: AllocationKind::Heap | AllocationKind::HeapZeroed, .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::Await { .. }
            | Op::AtomicBegin(_) => true,
            Op::Skip
            | Op::Halt { .. }
            | Op::Assign { .. }
            | Op::Havoc { .. }
            | Op::Call { .. }
            | Op::Assume { .. }
            | Op::Allocate { kind: AllocationKind::Stack(_), .. }
            | Op::ThreadSelf { .. }
            | Op::AtomicEnd
            | Op::Unsupported { .. } => false,
        }
    }

    /// Does the pointer lead into a local object that only its own activation knows?
    fn is_private(&self, program: &Program, pointer: ExprId) -> bool {
        match program.exprs[base(program, pointer)] {
            Expr::ObjectAddress(object) => self.private.contains(object),
            _ => false,
        }
    }
}

/// Is there a step on many bytes at once in these functions that other threads may notice? A machine takes it
/// in pieces, and somebody may see it half done.
pub fn has_divisible_steps(program: &Program, functions: &IdSet<FunctionId>) -> bool {
    let visible = Visible::of(program);
    let is_long = |size: ExprId| match program.exprs[size] {
        Expr::Int(_, bytes) => bytes > 1,
        _ => true,
    };
    let is_divisible = |function: FunctionId, op: &Op| match op {
        Op::Copy { size, .. } | Op::Fill { size, .. } | Op::HavocMemory { size, .. } => {
            is_long(*size) && visible.is_noticed_beside(program, function, op)
        }
        _ => false,
    };
    visible.is_concurrent
        && functions.iter().any(|function| {
            let body = program.functions[function].body.iter();
            let edges = body.flat_map(|body| body.edges.values());
            edges.map(|edge| &edge.op).any(|op| is_divisible(function, op))
        })
}

fn functions_with(program: &Program, is_meant: impl Fn(&Op) -> bool) -> IdSet<FunctionId> {
    let functions = program.functions.iter();
    let with = functions.filter(|(_, function)| {
        let edges = function.body.iter().flat_map(|body| body.edges.values());
        edges.map(|edge| &edge.op).any(&is_meant)
    });
    with.map(|(function, _)| function).collect()
}

fn is_global(program: &Program, var: VarId) -> bool {
    program.vars[var].scope == Scope::Global
}

/// The pointer that the additions start from.
fn base(program: &Program, mut pointer: ExprId) -> ExprId {
    while let Expr::PointerAdd(of, _) = program.exprs[pointer] {
        pointer = of;
    }
    pointer
}

/// The expressions of an operation through which an address may get away: all but the start of a
/// pointer that is only accessed.
fn escaping(program: &Program, op: &Op) -> Vec<ExprId> {
    let mut roots = Vec::new();
    op.for_each_expr(|expr| roots.push(expr));
    let accessed: Vec<ExprId> = match op {
        Op::Load { pointer, .. } | Op::Store { pointer, .. } => vec![*pointer],
        Op::Copy { target, source, .. } => vec![*target, *source],
        Op::Fill { target, .. } | Op::HavocMemory { target, .. } => vec![*target],
        Op::ThreadCreate { handle, .. } => handle.iter().copied().collect(),
        Op::ThreadJoin { result, .. } => result.iter().copied().collect(),
        Op::Check { condition, .. } => match condition {
            Condition::ValidAccess { pointer, .. }
            | Condition::Writable { pointer }
            | Condition::Aligned { pointer, .. } => vec![*pointer],
            Condition::InObject { base, pointer } => vec![*base, *pointer],
            Condition::SameObject { left, right } => vec![*left, *right],
            Condition::Apart { target, source, .. } => vec![*target, *source],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    for pointer in accessed {
        // Only this occurrence is no escape: the same address as the value that is stored is one.
        if let Some(at) = roots.iter().position(|root| *root == pointer) {
            roots.remove(at);
        }
        let mut at = pointer;
        while let Expr::PointerAdd(of, distance) = program.exprs[at] {
            roots.push(distance);
            at = of;
        }
        if !matches!(program.exprs[at], Expr::ObjectAddress(_)) {
            roots.push(at);
        }
    }
    roots
}

fn remove_objects(program: &Program, root: ExprId, private: &mut IdSet<ObjectId>) {
    let mut pending = vec![root];
    let mut seen = IdSet::new();
    while let Some(expr) = pending.pop() {
        if !seen.insert(expr) {
            continue;
        }
        if let Expr::ObjectAddress(object) = program.exprs[expr] {
            private.remove(object);
        }
        pending.extend(program.exprs[expr].operands());
    }
}

/// The global variables that an expression reads.
pub(crate) fn global_reads(program: &Program, root: ExprId) -> Vec<VarId> {
    let mut found = Vec::new();
    let mut pending = vec![root];
    let mut seen = IdSet::new();
    while let Some(expr) = pending.pop() {
        if !seen.insert(expr) {
            continue;
        }
        if let Expr::Var(var) = program.exprs[expr]
            && is_global(program, var)
        {
            found.push(var);
        }
        pending.extend(program.exprs[expr].operands());
    }
    found
}
