//! From operations to unifications.

use index::IndexVec;
use ir::{
    ArithOp, Body, Callee, Condition, Contents, EdgeId, Expr, ExprId, FunctionId, Initial,
    ObjectId, Op, Program, StaticBytes, Type, VarId,
};
use rustc_hash::FxHashMap;

use super::ExternalPointers;
use super::memory::{Cell, Memory, gcd};

pub(super) type Callees = FxHashMap<(FunctionId, EdgeId), Vec<FunctionId>>;

/// The solution of a system.
pub(super) struct Solved {
    pub memory: Memory,
    pub exprs: FxHashMap<ExprId, Cell>,
    pub objects: IndexVec<ObjectId, Option<Cell>>,
    pub callees: Callees,
    pub external: Cell,
}

/// Builds and solves the system for one program.
pub(super) struct Solver<'p> {
    program: &'p Program,
    external_pointers: ExternalPointers,
    memory: Memory,
    /// Where unknown pointers point to. Its period is 1 from the start.
    external: Cell,
    vars: IndexVec<VarId, Option<Cell>>,
    objects: IndexVec<ObjectId, Option<Cell>>,
    functions: IndexVec<FunctionId, Option<Cell>>,
    results: IndexVec<FunctionId, Option<Cell>>,
    allocations: FxHashMap<(FunctionId, EdgeId), Cell>,
    exprs: FxHashMap<ExprId, Cell>,
    callees: Callees,
}

impl<'p> Solver<'p> {
    pub fn new(program: &'p Program, external_pointers: ExternalPointers) -> Self {
        let mut memory = Memory::default();
        let external = memory.fresh();
        memory.make_periodic(external, 1);
        memory.contents_mut(external).is_external = true;
        // Unknown memory holds unknown pointers.
        let inside = memory.pointee(external, 1, Type::Pointer);
        memory.unify(inside, external);
        Self {
            program,
            external_pointers,
            memory,
            external,
            vars: IndexVec::from_elem(None, program.vars.len()),
            objects: IndexVec::from_elem(None, program.objects.len()),
            functions: IndexVec::from_elem(None, program.functions.len()),
            results: IndexVec::from_elem(None, program.functions.len()),
            allocations: FxHashMap::default(),
            exprs: FxHashMap::default(),
            callees: FxHashMap::default(),
        }
    }

    pub fn solve(mut self) -> Solved {
        self.initial_values();
        loop {
            let before = self.memory.n_changes;
            for (id, function) in self.program.functions.iter() {
                if let Some(body) = &function.body {
                    self.body(id, body);
                }
            }
            self.expose_reinterpreted();
            if self.memory.n_changes == before {
                break;
            }
        }
        Solved {
            memory: self.memory,
            exprs: self.exprs,
            objects: self.objects,
            callees: self.callees,
            external: self.external,
        }
    }

    // -- Where pointers come from.

    fn initial_values(&mut self) {
        for (id, var) in self.program.vars.iter() {
            let Some(target) = self.initial_target(var.initial) else { continue };
            let cell = self.var(id);
            self.memory.unify(cell, target);
        }
        for (id, object) in self.program.objects.iter() {
            let place = self.object(id);
            if object.is_visible {
                self.memory.unify(place, self.external);
            }
            match &object.contents {
                Contents::Indeterminate => {}
                Contents::Unknown | Contents::Device { .. } => {
                    self.memory.unify(place, self.external);
                }
                Contents::Static(values) => {
                    for value in values {
                        let initial = match value.value {
                            StaticBytes::Bytes(_) => continue,
                            StaticBytes::ObjectAddress(object, addend) => {
                                Initial::ObjectAddress(object, addend)
                            }
                            StaticBytes::FunctionAddress(f) => Initial::FunctionAddress(f),
                        };
                        let at = moved(place, value.offset as i64);
                        let size = self.program.model.pointer_bytes();
                        let pointee = self.memory.pointee(at, size, Type::Pointer);
                        if let Some(target) = self.initial_target(initial) {
                            self.memory.unify(pointee, target);
                        }
                    }
                }
            }
        }
        // The entry's parameters come from outside.
        for &parameter in &self.program.functions[self.program.entry].parameters {
            if self.program.vars[parameter].ty == Type::Pointer {
                let cell = self.var(parameter);
                self.memory.unify(cell, self.external);
            }
        }
    }

    fn initial_target(&mut self, initial: Initial) -> Option<Cell> {
        match initial {
            Initial::Unknown | Initial::Bits(_) => None,
            Initial::ObjectAddress(object, addend) => Some(moved(self.object(object), addend)),
            Initial::FunctionAddress(function) => Some(self.function(function)),
        }
    }

    fn var(&mut self, var: VarId) -> Cell {
        *self.vars[var].get_or_insert_with(|| self.memory.fresh())
    }

    fn result(&mut self, function: FunctionId) -> Cell {
        *self.results[function].get_or_insert_with(|| self.memory.fresh())
    }

    fn object(&mut self, object: ObjectId) -> Cell {
        if let Some(cell) = self.objects[object] {
            return cell;
        }
        let cell = self.memory.fresh();
        self.memory.contents_mut(cell).objects.push(object);
        self.objects[object] = Some(cell);
        cell
    }

    fn function(&mut self, function: FunctionId) -> Cell {
        if let Some(cell) = self.functions[function] {
            return cell;
        }
        let cell = self.memory.fresh();
        self.memory.contents_mut(cell).functions.push(function);
        // Calls through unknown pointers have one more callee.
        self.memory.n_changes += 1;
        self.functions[function] = Some(cell);
        cell
    }

    fn allocation(&mut self, site: (FunctionId, EdgeId)) -> Cell {
        if let Some(cell) = self.allocations.get(&site) {
            return *cell;
        }
        let cell = self.memory.fresh();
        self.memory.contents_mut(cell).allocations.push(site);
        self.allocations.insert(site, cell);
        cell
    }

    // -- Expressions.

    /// The cell of a pointer expression. Its integer parts are looked through for exposures.
    fn pointer(&mut self, expr: ExprId) -> Cell {
        self.visit(expr);
        match self.exprs.get(&expr) {
            Some(cell) => *cell,
            // Null points nowhere; a cell of its own says so.
            None => self.memory.fresh(),
        }
    }

    /// Gives every pointer expression inside `expr` its cell, operands first. Once per
    /// expression: unification keeps what was said true.
    fn visit(&mut self, expr: ExprId) {
        let mut pending = vec![(expr, false)];
        while let Some((expr, operands_done)) = pending.pop() {
            if self.exprs.contains_key(&expr) {
                continue;
            }
            let node = self.program.exprs[expr];
            if !operands_done {
                pending.push((expr, true));
                pending.extend(node.operands().map(|operand| (operand, false)));
                continue;
            }
            if let Some(cell) = self.cell_of(node) {
                self.exprs.insert(expr, cell);
            }
        }
    }

    fn cell_of(&mut self, node: Expr) -> Option<Cell> {
        match node {
            Expr::Var(var) if self.program.vars[var].ty == Type::Pointer => Some(self.var(var)),
            Expr::Null => Some(self.memory.fresh()),
            Expr::ObjectAddress(object) => Some(self.object(object)),
            Expr::FunctionAddress(function) => Some(self.function(function)),
            Expr::PointerAdd(base, offset) => {
                let base = *self.exprs.get(&base)?;
                Some(match stride(self.program, offset) {
                    Stride::Constant(offset) => moved(base, offset),
                    Stride::Multiple { of, plus } => {
                        self.memory.make_periodic(base, of);
                        moved(base, plus)
                    }
                })
            }
            Expr::Ite(_, then, otherwise) if self.is_null(then) => {
                self.exprs.get(&otherwise).copied()
            }
            Expr::Ite(_, then, otherwise) if self.is_null(otherwise) => {
                self.exprs.get(&then).copied()
            }
            Expr::Ite(_, then, otherwise) => {
                let (a, b) = (*self.exprs.get(&then)?, *self.exprs.get(&otherwise)?);
                self.memory.unify(a, b);
                Some(a)
            }
            Expr::Shadow(pointer) => self.exprs.get(&pointer).copied(),
            Expr::Convert(Type::Pointer, _) => Some(self.external),
            Expr::Convert(Type::Int(_), operand) => {
                // A pointer that becomes a number can come back as any pointer.
                if let Some(cell) = self.exprs.get(&operand).copied() {
                    self.memory.unify(cell, self.external);
                }
                None
            }
            _ => None,
        }
    }

    // -- Operations.

    fn body(&mut self, function: FunctionId, body: &Body) {
        for (edge, op) in body.edges.iter().map(|(id, edge)| (id, &edge.op)) {
            self.op(function, edge, op);
        }
    }

    fn op(&mut self, function: FunctionId, edge: EdgeId, op: &Op) {
        match op {
            // What is written there is no pointer.
            _ if op.is_about_shadow(&self.program.exprs) => {
                op.for_each_expr(|expr| self.visit(expr));
            }
            Op::Assign { target, value } => self.assign(*target, *value),
            Op::Assume { condition } => self.visit(*condition),
            Op::Havoc { target, .. } => {
                if self.is_pointer(*target) {
                    let cell = self.var(*target);
                    self.memory.unify(cell, self.external);
                }
            }
            Op::Load { target, pointer, access } => {
                let at = self.pointer(*pointer);
                if let Some(pointee) = self.accessed(at, access.ty) {
                    let cell = self.var(*target);
                    self.memory.unify(cell, pointee);
                }
            }
            Op::Store { pointer, value, access } => {
                let at = self.pointer(*pointer);
                let value = self.pointer_value(*value);
                if let (Some(pointee), Some(value)) = (self.accessed(at, access.ty), value) {
                    self.memory.unify(pointee, value);
                }
            }
            Op::Copy { target, source, size } => {
                // What the bytes contain may be a record of any kind: both sides become one.
                let (a, b) = (self.pointer(*target), self.pointer(*source));
                self.memory.unify(a, b);
                self.visit(*size);
            }
            Op::Fill { target, byte, size } => {
                self.pointer(*target);
                self.visit(*byte);
                self.visit(*size);
            }
            Op::HavocMemory { target, size, .. } => {
                // Pointers among the bytes are any; the place itself is where it was.
                let at = self.pointer(*target);
                let at = self.memory.root(at);
                let node = at.node;
                let end = match self.program.exprs[*size] {
                    Expr::Int(_, bytes) if self.memory.period(node) == 0 => {
                        u64::try_from(bytes).ok().map(|it| at.offset.saturating_add_unsigned(it))
                    }
                    _ => None,
                };
                // Fields that are found later are seen to in the next round.
                let is_changed = |(start, len): &(i64, u64)| {
                    let behind = start.saturating_add_unsigned((*len).max(1));
                    end.is_none_or(|end| *start < end && at.offset < behind)
                };
                let fields = self.memory.node_fields(node).filter(is_changed);
                let starts: Vec<i64> = fields.map(|it| it.0).collect();
                for start in starts {
                    if let Some(inside) = self.memory.field_target(node, start) {
                        self.memory.unify(inside, self.external);
                    }
                }
                self.visit(*size);
            }
            Op::Outside { arguments, .. } => {
                for argument in arguments {
                    if let Some(cell) = self.pointer_value(*argument) {
                        self.memory.unify(cell, self.external);
                    }
                }
            }
            Op::CallBack { arguments, .. } => {
                arguments.iter().for_each(|argument| self.visit(*argument));
            }
            Op::Call { target, callee, arguments } => {
                self.call(function, edge, *target, *callee, arguments);
            }
            Op::Return { value } => {
                if let Some(value) = value.and_then(|value| self.pointer_value(value)) {
                    let result = self.result(function);
                    self.memory.unify(result, value);
                }
            }
            Op::Allocate { target, size, .. } => {
                let block = self.allocation((function, edge));
                let cell = self.var(*target);
                self.memory.unify(cell, block);
                self.visit(*size);
            }
            Op::Reallocate { target, pointer, size } => {
                // What the old block holds is in the new one: both become one.
                let block = self.allocation((function, edge));
                let cell = self.var(*target);
                self.memory.unify(cell, block);
                if let Some(old) = self.pointer_value(*pointer) {
                    self.memory.unify(block, old);
                }
                self.visit(*size);
            }
            Op::Free { pointer } => {
                self.pointer(*pointer);
            }
            Op::Check { condition, .. } => match condition {
                Condition::Holds(expr) | Condition::Initialised(expr) => self.visit(*expr),
                Condition::ValidAccess { pointer, size } => {
                    self.visit(*pointer);
                    self.visit(*size);
                }
                Condition::ValidFree { pointer }
                | Condition::Writable { pointer }
                | Condition::Aligned { pointer, .. }
                | Condition::Callable { pointer } => self.visit(*pointer),
                Condition::Apart { target, source, sizes, .. } => {
                    self.visit(*target);
                    self.visit(*source);
                    sizes.iter().for_each(|size| self.visit(*size));
                }
                Condition::SameObject { left, right }
                | Condition::InObject { base: left, pointer: right } => {
                    self.visit(*left);
                    self.visit(*right);
                }
                Condition::AllReachable | Condition::AllFreed => {}
            },
            Op::ThreadCreate { start, argument, handle } => {
                self.call(function, edge, None, *start, &[*argument]);
                if let Some(handle) = handle {
                    self.visit(*handle);
                }
            }
            Op::ThreadJoin { thread, result } => {
                self.visit(*thread);
                if let Some(result) = result {
                    // Any thread's result may arrive here.
                    let place = self.pointer(*result);
                    if let Some(pointee) = self.accessed(place, Type::Pointer) {
                        self.memory.unify(pointee, self.external);
                    }
                    self.results_of_threads();
                }
            }
            Op::Await { condition } => self.visit(*condition),
            Op::ThreadExit { value } => {
                // Any thread that joins may get it.
                let value = self.pointer(*value);
                self.memory.unify(value, self.external);
            }
            Op::Skip
            | Op::Halt { .. }
            | Op::EnterScope { .. }
            | Op::LeaveScope { .. }
            | Op::ThreadSelf { .. }
            | Op::AtomicBegin(_)
            | Op::AtomicEnd
            | Op::Unsupported { .. } => {}
        }
    }

    /// What a function returns that a thread may start with, whoever joins the thread may get.
    fn results_of_threads(&mut self) {
        let starts = |function: &ir::Function| {
            let signature = &function.signature;
            signature.parameters == [Type::Pointer] && signature.result == Some(Type::Pointer)
        };
        let functions = self.program.functions.iter();
        let functions: Vec<FunctionId> =
            functions.filter(|(_, function)| starts(function)).map(|(id, _)| id).collect();
        for function in functions {
            let result = self.result(function);
            self.memory.unify(result, self.external);
        }
    }

    fn is_pointer(&self, var: VarId) -> bool {
        self.program.vars[var].ty == Type::Pointer
    }

    /// Null is one expression for all who use it, and points nowhere: what becomes null has no more
    /// targets than before, nor has it those of others that do.
    fn is_null(&self, value: ExprId) -> bool {
        self.program.exprs[value] == Expr::Null
    }

    /// The cell of a value if it is a pointer to something.
    fn pointer_value(&mut self, value: ExprId) -> Option<Cell> {
        if self.is_null(value) {
            return None;
        }
        if self.program.type_of(value) == Type::Pointer {
            return Some(self.pointer(value));
        }
        self.visit(value);
        None
    }

    fn assign(&mut self, target: VarId, value: ExprId) {
        if let Some(value) = self.pointer_value(value) {
            let cell = self.var(target);
            self.memory.unify(cell, value);
        }
    }

    /// Notes an access; for one of pointer type, what its pointers point to.
    fn accessed(&mut self, at: Cell, ty: Type) -> Option<Cell> {
        let size = ty.bytes(self.program.model)?;
        if ty == Type::Pointer {
            return Some(self.memory.pointee(at, size, ty));
        }
        self.memory.access(at, size, ty);
        None
    }

    // -- Calls.

    fn call(
        &mut self,
        function: FunctionId,
        edge: EdgeId,
        target: Option<VarId>,
        callee: Callee,
        arguments: &[ExprId],
    ) {
        match callee {
            Callee::Direct(callee) => self.enter(callee, target, arguments),
            Callee::Indirect(pointer, signature) => {
                let cell = self.pointer(pointer);
                let root = self.memory.root(cell);
                let contents = self.memory.contents(root.node);
                let program = self.program;
                let expected = &program.signatures[signature];
                // What this leaves out is undefined to call here.
                let fits = |id: &FunctionId| {
                    program.functions[*id].signature.admits(expected, arguments.len())
                };
                let mut callees: Vec<FunctionId> =
                    contents.functions.iter().copied().filter(fits).collect();
                if contents.is_external {
                    // An unknown pointer may be the address of any function that has one.
                    let addressed = self.functions.iter().filter(|(_, cell)| cell.is_some());
                    callees.extend(addressed.map(|(id, _)| id).filter(fits));
                }
                callees.sort_unstable();
                callees.dedup();
                for callee in &callees {
                    self.enter(*callee, target, arguments);
                }
                let may_be_unknown = self.memory.contents(root.node).is_external;
                if may_be_unknown || callees.is_empty() {
                    match program.stranger(signature) {
                        Some(stranger) => {
                            self.enter(stranger, target, arguments);
                            // Behind all others: no pointer is compared with it.
                            callees.push(stranger);
                        }
                        None => self.leave_program(target, arguments),
                    }
                }
                if self.callees.insert((function, edge), callees.clone()) != Some(callees) {
                    self.memory.n_changes += 1;
                }
            }
        }
    }

    fn enter(&mut self, callee: FunctionId, target: Option<VarId>, arguments: &[ExprId]) {
        let function = &self.program.functions[callee];
        if function.body.is_none() {
            return self.leave_program(target, arguments);
        }
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            self.assign(*parameter, *argument);
        }
        for extra in arguments.iter().skip(function.parameters.len()) {
            // Variable arguments are fetched by means that are not modelled here.
            if let Some(cell) = self.pointer_value(*extra) {
                self.memory.unify(cell, self.external);
            }
        }
        if let Some(target) = target.filter(|target| self.is_pointer(*target)) {
            let (cell, result) = (self.var(target), self.result(callee));
            self.memory.unify(cell, result);
        }
    }

    /// A call of a function without body.
    fn leave_program(&mut self, target: Option<VarId>, arguments: &[ExprId]) {
        for argument in arguments {
            let cell = self.pointer_value(*argument);
            if let (Some(cell), ExternalPointers::MayReachArguments) =
                (cell, self.external_pointers)
            {
                self.memory.unify(cell, self.external);
            }
        }
        if let Some(target) = target.filter(|target| self.is_pointer(*target)) {
            let cell = self.var(target);
            self.memory.unify(cell, self.external);
        }
    }

    /// Pointers whose bytes are also read or written as numbers are exposed.
    fn expose_reinterpreted(&mut self) {
        for (node, start) in self.memory.fields() {
            // Gone if what was exposed before merged it with another; the next round sees that.
            let Some(types) = self.memory.field_types(node, start) else { continue };
            let is_mixed =
                types.contains(&Type::Pointer) && types.iter().any(|ty| *ty != Type::Pointer);
            if let (true, Some(target)) = (is_mixed, self.memory.field_target(node, start)) {
                self.memory.unify(target, self.external);
            }
        }
    }
}

fn moved(cell: Cell, by: i64) -> Cell {
    Cell { node: cell.node, offset: cell.offset.saturating_add(by) }
}

/// What is known of an offset: `plus + k * of` for some integer `k`.
enum Stride {
    Constant(i64),
    Multiple { of: u64, plus: i64 },
}

/// Looks through sums and products with constants for the constant factor. An offset that says
/// nothing is a multiple of 1.
///
/// Sound although products wrap: an offset that wrapped would be outside its object.
fn stride(program: &Program, offset: ExprId) -> Stride {
    /// Offsets are small; one that is built of more terms than this is not worth following.
    const MAX_TERMS: usize = 64;
    let mut terms = Terms { multiple: 0, plus: 0 };
    let mut pending = vec![(offset, 1i64)];
    for _ in 0..MAX_TERMS {
        let Some((expr, factor)) = pending.pop() else {
            return match terms.multiple {
                0 => Stride::Constant(terms.plus),
                of => Stride::Multiple { of, plus: terms.plus },
            };
        };
        if terms.add(program, expr, factor, &mut pending).is_none() {
            break;
        }
    }
    Stride::Multiple { of: 1, plus: 0 }
}

/// The terms of a sum that have been looked at: `plus + k * multiple`.
struct Terms {
    multiple: u64,
    plus: i64,
}

impl Terms {
    /// Adds `factor * expr`, or queues its parts. `None` if a number gets too large.
    fn add(
        &mut self,
        program: &Program,
        expr: ExprId,
        factor: i64,
        pending: &mut Vec<(ExprId, i64)>,
    ) -> Option<()> {
        match program.exprs[expr] {
            Expr::Int(..) => {
                let term = constant(program, expr)?.checked_mul(factor)?;
                self.plus = self.plus.checked_add(term)?;
            }
            Expr::Arith(ArithOp::Add, a, b) => pending.extend([(a, factor), (b, factor)]),
            Expr::Arith(ArithOp::Sub, a, b) => {
                pending.extend([(a, factor), (b, factor.checked_neg()?)]);
            }
            Expr::Neg(a) => pending.push((a, factor.checked_neg()?)),
            Expr::Arith(ArithOp::Mul, a, b) => match (constant(program, a), constant(program, b)) {
                (_, Some(value)) => pending.push((a, factor.checked_mul(value)?)),
                (Some(value), None) => pending.push((b, factor.checked_mul(value)?)),
                (None, None) => self.add_unknown(factor),
            },
            Expr::Arith(ArithOp::Shl, a, b) => match constant(program, b) {
                Some(amount @ 0..=32) => pending.push((a, factor.checked_mul(1 << amount)?)),
                _ => self.add_unknown(factor),
            },
            // A conversion may wrap, so what is inside it has no known factor.
            _ => self.add_unknown(factor),
        }
        Some(())
    }

    fn add_unknown(&mut self, factor: i64) {
        self.multiple = gcd(self.multiple, factor.unsigned_abs());
    }
}

fn constant(program: &Program, expr: ExprId) -> Option<i64> {
    match program.exprs[expr] {
        Expr::Int(ty, bits) => i64::try_from(ty.value(bits)).ok(),
        _ => None,
    }
}
