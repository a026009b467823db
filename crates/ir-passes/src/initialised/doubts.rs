//! What may be indeterminate at all, whatever the order of things.
//!
//! One answer per variable and region for the whole run, the least one such that
//!
//! - a variable that is read before it is assigned, or havocked for want of an initialiser, is;
//! - memory on the heap and on the stack is, unless `calloc` gave it, or it is filled as a whole
//!   before anything else is done with it, as initialisers do, or stored to if it is a scalar, or it
//!   is what surrounds `main`, which fills the arguments and the environment that it makes;
//! - whatever is computed or copied from something that is, is.
//!
//! Functions outside the program give values that are not, and so do steps that are not modelled: no
//! run goes on with such a value, and who did it computed one.
//!
//! # Ends
//! Each round adds a variable, a region or a function, or is the last.

use index::IdSet;
use ir::{
    AllocationKind, Body, Callee, Contents, Expr, ExprId, ExprPool, FunctionId, HavocCause,
    LocationId, ObjectId, Op, Program, VarId,
};

use crate::accesses;
use crate::call_graph::{CallSite, callees};
use crate::liveness::Liveness;
use crate::points_to::{AllocationSite, PointsTo, RegionId};

/// How the functions are called that surround `main`, or a function that is looked at by itself: what
/// they allocate, they fill.
const SURROUNDING: [&str; 2] = ["__linchpin_start_", "__linchpin_alone_"];

/// What may be indeterminate.
#[derive(Default)]
pub(super) struct Doubtful {
    pub vars: IdSet<VarId>,
    regions: IdSet<RegionId>,
}

impl Doubtful {
    /// Some blocks are given: who allocates them fills them, too.
    pub fn of(
        program: &Program,
        points_to: &PointsTo,
        is_given: impl Fn(AllocationSite) -> bool,
    ) -> Self {
        let mut doubts = Doubts::new(program, points_to, is_given);
        doubts.grow();
        doubts.found
    }

    /// Does the operation read a variable that may be?
    pub fn is_read(&self, exprs: &ExprPool, op: &Op) -> bool {
        accesses::read(exprs, op).iter().any(|var| self.vars.contains(var))
    }

    /// May what an access through the pointer touches be?
    pub fn is_at(&self, points_to: &PointsTo, pointer: ExprId) -> bool {
        points_to.region(pointer).is_none_or(|region| self.regions.contains(region))
    }

    /// The same for a block that begins there.
    pub fn is_around(&self, points_to: &PointsTo, pointer: ExprId) -> bool {
        match points_to.surroundings(pointer) {
            Some(around) => around.fields.iter().any(|it| self.regions.contains(it.region)),
            None => true,
        }
    }
}

struct Doubts<'p> {
    program: &'p Program,
    points_to: &'p PointsTo,
    found: Doubtful,
    /// Functions whose result may be indeterminate.
    results: IdSet<FunctionId>,
    changed: bool,
}

impl<'p> Doubts<'p> {
    fn new(
        program: &'p Program,
        points_to: &'p PointsTo,
        is_given: impl Fn(AllocationSite) -> bool,
    ) -> Self {
        let mut doubts = Self {
            program,
            points_to,
            found: Doubtful::default(),
            results: IdSet::new(),
            changed: true,
        };
        for function in program.functions.values() {
            let Some(body) = &function.body else { continue };
            let unassigned = Liveness::of(program, body).locals(body.entry).clone();
            let is_given = |var: &VarId| function.parameters.contains(var);
            doubts.found.vars.extend(unassigned.iter().filter(|var| !is_given(var)));
        }
        doubts.found.regions = doubts.unwritten_regions(is_given);
        doubts
    }

    /// Regions that hold bytes which nothing has written.
    fn unwritten_regions(&self, is_given: impl Fn(AllocationSite) -> bool) -> IdSet<RegionId> {
        let filled = self.filled_objects();
        let is_written = |object: ObjectId| match self.program.objects[object].contents {
            Contents::Static(_) | Contents::Unknown | Contents::Device { .. } => true,
            Contents::Indeterminate => filled.contains(object),
        };
        let is_zeroed = |(function, edge): AllocationSite| {
            let body = self.program.functions[function].body.as_ref();
            let op = body.map(|body| &body.edges[edge].op);
            matches!(op, Some(Op::Allocate { kind: AllocationKind::HeapZeroed, .. }))
        };
        let regions = self.points_to.regions.iter().filter(|(_, region)| {
            let targets = &region.targets;
            !targets.objects.iter().all(is_written)
                || !targets.allocations.iter().all(|site| is_zeroed(*site) || is_given(*site))
        });
        regions.map(|(id, _)| id).collect()
    }

    /// Local objects that are filled as a whole before anything else is done with them.
    fn filled_objects(&self) -> IdSet<ObjectId> {
        let mut filled = IdSet::new();
        for function in self.program.functions.values() {
            let Some(body) = &function.body else { continue };
            let entered: IdSet<ObjectId> = body
                .edges
                .values()
                .filter_map(|edge| match edge.op {
                    Op::EnterScope { object } => Some(object),
                    _ => None,
                })
                .collect();
            filled.extend(entered.iter().filter(|object| self.is_filled_first(body, *object)));
        }
        filled
    }

    fn is_filled_first(&self, body: &Body, object: ObjectId) -> bool {
        let Some(address) = self.program.exprs.find(&Expr::ObjectAddress(object)) else {
            return true;
        };
        let entries = body.edges.values().filter_map(|edge| match edge.op {
            Op::EnterScope { object: entered } if entered == object => Some(edge.to),
            _ => None,
        });
        let mut pending: Vec<LocationId> = entries.collect();
        let mut seen: IdSet<LocationId> = pending.iter().copied().collect();
        while let Some(location) = pending.pop() {
            for edge in &body.locations[location].outgoing {
                let edge = &body.edges[*edge];
                if self.fills(&edge.op, object, address) {
                    continue;
                }
                match edge.op {
                    Op::LeaveScope { object: left } if left == object => continue,
                    Op::EnterScope { object: entered } if entered == object => continue,
                    _ if self.mentions(&edge.op, address) => return false,
                    _ => {}
                }
                if seen.insert(edge.to) {
                    pending.push(edge.to);
                }
            }
        }
        true
    }

    fn fills(&self, op: &Op, object: ObjectId, address: ExprId) -> bool {
        let object_size = self.program.objects[object].size;
        if let Op::Store { pointer, access, .. } = op {
            return *pointer == address && access.ty.bytes(self.program.model) == object_size;
        }
        let Op::Fill { target, byte, size } = op else { return false };
        let is_known = matches!(self.program.exprs[*byte], Expr::Int(..));
        let is_whole = match self.program.exprs[*size] {
            Expr::Int(_, bits) => object_size.is_some_and(|it| u128::from(it) <= bits),
            _ => false,
        };
        *target == address && is_known && is_whole
    }

    fn mentions(&self, op: &Op, address: ExprId) -> bool {
        let mut pending = Vec::new();
        op.for_each_expr(|expr| pending.push(expr));
        let mut seen: IdSet<ExprId> = pending.iter().copied().collect();
        while let Some(expr) = pending.pop() {
            if expr == address {
                return true;
            }
            pending.extend(self.program.exprs[expr].operands().filter(|it| seen.insert(*it)));
        }
        false
    }

    fn grow(&mut self) {
        while std::mem::take(&mut self.changed) {
            for (caller, function) in self.program.functions.iter() {
                let Some(body) = &function.body else { continue };
                for (edge, data) in body.edges.iter() {
                    self.follow(CallSite { caller, edge }, &data.op);
                }
            }
        }
    }

    fn follow(&mut self, site: CallSite, op: &Op) {
        match op {
            Op::Assign { target, .. } => {
                if self.reads_doubtful(op) {
                    self.doubt_var(*target);
                }
            }
            Op::Havoc { target, cause } => {
                if is_doubtful(cause) {
                    self.doubt_var(*target);
                }
            }
            Op::Load { target, pointer, .. } => {
                if self.found.is_at(self.points_to, *pointer) || self.reads_doubtful(op) {
                    self.doubt_var(*target);
                }
            }
            Op::Store { pointer, .. } => {
                if self.reads_doubtful(op) {
                    self.doubt_around(*pointer);
                }
            }
            Op::Copy { target, source, .. } => {
                if self.found.is_around(self.points_to, *source) || self.reads_doubtful(op) {
                    self.doubt_around(*target);
                }
            }
            Op::Fill { target, .. } => {
                if self.reads_doubtful(op) {
                    self.doubt_around(*target);
                }
            }
            Op::HavocMemory { target, cause, .. } => {
                if is_doubtful(cause) || self.reads_doubtful(op) {
                    self.doubt_around(*target);
                }
            }
            Op::Call { .. } => self.call(site, op),
            Op::Return { value } => {
                if value.is_some() && self.reads_doubtful(op) {
                    self.changed |= self.results.insert(site.caller);
                }
            }
            Op::Allocate { target, .. } | Op::Reallocate { target, .. } => {
                if self.reads_doubtful(op) {
                    self.doubt_var(*target);
                }
            }
            // What the outside writes was computed there; what it leaves alone is as it was.
            Op::Outside { .. }
            | Op::CallBack { .. }
            | Op::Skip
            | Op::Assume { .. }
            | Op::Halt { .. }
            | Op::EnterScope { .. }
            | Op::LeaveScope { .. }
            | Op::Free { .. }
            | Op::Check { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::ThreadSelf { .. }
            | Op::Await { .. }
            | Op::AtomicBegin(_)
            | Op::AtomicEnd
            | Op::Unsupported { .. } => {}
        }
    }

    fn call(&mut self, site: CallSite, op: &Op) {
        let Op::Call { target, callee, arguments } = op else { return };
        let is_doubtful: Vec<bool> =
            arguments.iter().map(|argument| self.is_doubtful(*argument)).collect();
        let program = self.program;
        for function in callees(self.points_to, site, op) {
            let parameters = &program.functions[function].parameters;
            for (parameter, is_doubtful) in parameters.iter().zip(&is_doubtful) {
                if *is_doubtful {
                    self.doubt_var(*parameter);
                }
            }
            if let (Some(target), true) = (target, self.results.contains(function)) {
                self.doubt_var(*target);
            }
        }
        if let (Callee::Indirect(pointer, _), Some(target)) = (callee, target)
            && self.is_doubtful(*pointer)
        {
            self.doubt_var(*target);
        }
    }

    fn reads_doubtful(&self, op: &Op) -> bool {
        self.found.is_read(&self.program.exprs, op)
    }

    fn is_doubtful(&self, expr: ExprId) -> bool {
        let mut pending = vec![expr];
        let mut seen: IdSet<ExprId> = IdSet::new();
        while let Some(expr) = pending.pop() {
            let node = &self.program.exprs[expr];
            if let Expr::Var(var) = node
                && self.found.vars.contains(*var)
            {
                return true;
            }
            pending.extend(node.operands().filter(|it| seen.insert(*it)));
        }
        false
    }

    fn doubt_var(&mut self, var: VarId) {
        self.changed |= self.found.vars.insert(var);
    }

    fn doubt_around(&mut self, pointer: ExprId) {
        match self.points_to.surroundings(pointer) {
            Some(around) => {
                for field in around.fields {
                    self.changed |= self.found.regions.insert(field.region);
                }
            }
            None => {
                for region in self.points_to.regions.ids() {
                    self.changed |= self.found.regions.insert(region);
                }
            }
        }
    }
}

/// Does the function surround `main`, or one that is looked at by itself? What it allocates is given.
pub(super) fn surrounds(program: &Program, function: FunctionId) -> bool {
    let name = &program.functions[function].name;
    function == program.entry && SURROUNDING.iter().any(|it| name.starts_with(it))
}

pub(super) fn is_doubtful(cause: &HavocCause) -> bool {
    match cause {
        HavocCause::Uninitialised => true,
        HavocCause::Input
        | HavocCause::Unmodelled
        | HavocCause::ExternalResult(_)
        | HavocCause::Effect(_)
        | HavocCause::Volatile
        | HavocCause::Assembly => false,
    }
}
