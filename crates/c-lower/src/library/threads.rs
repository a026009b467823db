//! POSIX and C11 threads: creation, joining, the end; and the field's atomic blocks. Locks are models
//! in C (`c-library`) over a few steps (`locks`).
//!
//! Creating a thread never fails. The handle holds the thread's number, and is written in the same
//! step, before the thread can run. In the IR a thread starts with a function from pointer to pointer;
//! a start routine of another type is called by a function of that type that is made for it, which
//! also makes an `int` of C11 a pointer. Joining takes it back.
//!
//! # The end
//! A thread that ends the initial one with `pthread_exit` leaves the others running; the program ends
//! with the last of them. Where a property asks what is left at the end of the program, that is not
//! supported. In a program without other threads it is `exit(0)`.

use c_sema::typed::FunctionId;
use ir::{AtomicKind, Callee, CompareOp, EdgeRole, Expr, HaltCause, IntType, Op, Type};
use verdict::CheckKind;

use super::table::{Library, ThreadStandard};
use crate::call::CallSite;
use crate::class::Class;
use crate::facts::converted_function;
use crate::function::FunctionLowering;
use crate::place::Place;
use crate::unit::function_id;

impl FunctionLowering<'_, '_> {
    pub(super) fn thread_call(&mut self, row: Library, site: CallSite<'_>) -> ir::ExprId {
        match row {
            Library::AtomicBegin => self.emit(Op::AtomicBegin(AtomicKind::Block)),
            Library::AtomicEnd => self.emit(Op::AtomicEnd),
            Library::ThreadCreate(standard) => self.thread_create(standard, site),
            Library::ThreadJoin(standard) => self.thread_join(standard, site),
            Library::ThreadExit => self.thread_exit(site),
            _ => self.unsupported("a step of threads"),
        }
        self.small_result(0, site.ty)
    }

    fn thread_create(&mut self, standard: ThreadStandard, site: CallSite<'_>) {
        let unit = self.unit();
        let values = self.argument_values(site.arguments);
        if self.asks_about_memory() && self.up.strange_thread_locals() {
            return self.unsupported("addresses of thread-local variables of threads that may end");
        }
        let (start_at, argument_at) = match standard {
            ThreadStandard::Posix => (2, 3),
            ThreadStandard::C11 => (1, 2),
        };
        let argument = self.pointer_argument(site.arguments[argument_at], values[argument_at]);
        match converted_function(unit, site.arguments[start_at]) {
            Some(function) if unit.functions[function].body.is_some() => {
                match self.start_routine(function) {
                    Some(start) => self.create(site, values[0], Callee::Direct(start), argument),
                    None => self.unsupported("a start routine that takes more than a pointer"),
                }
            }
            Some(_) => self.unsupported("a thread that runs a function without body"),
            None => {
                let start = self.pointer_argument(site.arguments[start_at], values[start_at]);
                match standard {
                    ThreadStandard::Posix => {
                        let signature = self.up.intern_signature(start_signature());
                        let start = Callee::Indirect(start, signature);
                        self.create(site, values[0], start, argument);
                    }
                    ThreadStandard::C11 => self.create_by_address(site, values[0], start, argument),
                }
            }
        }
    }

    /// One step that makes the thread and writes its number to where the handle is.
    fn create(
        &mut self,
        site: CallSite<'_>,
        handle: ir::ExprId,
        start: Callee,
        argument: ir::ExprId,
    ) {
        self.ask_about_races();
        let handle = self.pointer_argument(site.arguments[0], handle);
        if handle == self.zero(Type::Pointer) {
            return self.emit(Op::ThreadCreate { handle: None, start, argument });
        }
        let word = self.model().size_type();
        let bytes = Type::Int(word).bytes(self.model()).unwrap_or(1);
        let class = self.pointee_type(site.arguments[0]).map(|ty| self.class(ty));
        let scalar = match class {
            Some(Class::Scalar(scalar)) => scalar,
            None => Type::Int(word),
            Some(Class::Void | Class::Memory(_)) => {
                return self.unsupported("a thread handle that is no number");
            }
        };
        if scalar.bytes(self.model()) == Some(bytes) {
            self.check_access(handle, bytes);
            self.check_writable(handle);
            return self.emit(Op::ThreadCreate { handle: Some(handle), start, argument });
        }
        let ty = self.unit().types.size_type();
        let slot = self.temporary_object("%handle", bytes, ty);
        let slot = self.object_address(slot);
        self.emit(Op::AtomicBegin(AtomicKind::Block));
        self.emit(Op::ThreadCreate { handle: Some(slot), start, argument });
        let cell = super::atomics::Cell { pointer: slot, scalar: Type::Int(word) };
        let number = self.read_cell(cell);
        let number = self.convert(number, Type::Int(word), scalar);
        self.store(&Place::Memory(handle), number, scalar);
        self.emit(Op::AtomicEnd);
    }

    /// The check of all races, once; no step carries it.
    fn ask_about_races(&mut self) {
        let is_asked = |check: &ir::Check| check.kind == CheckKind::DataRace;
        if self.wants(CheckKind::DataRace) && !self.up.program.checks.values().any(is_asked) {
            let text = "no two threads access one place at the same time, one of them writing";
            let (kind, text) = (CheckKind::DataRace, text.into());
            self.up.program.checks.push(ir::Check { kind, span: self.span, text });
        }
    }

    /// A thread of C11 that starts with whatever function the pointer leads to.
    fn create_by_address(
        &mut self,
        site: CallSite<'_>,
        handle: ir::ExprId,
        start: ir::ExprId,
        argument: ir::ExprId,
    ) {
        let unit = self.unit();
        let start = self.pin(start, Type::Pointer);
        let after = self.body.add_location();
        let int = Some(Type::Int(IntType::signed(32)));
        for function in self.up.facts.address_taken.clone().iter() {
            let signature = &self.up.program.functions[function_id(function)].signature;
            let fits = signature.parameters == [Type::Pointer] && signature.result == int;
            if !fits || unit.functions[function].body.is_none() {
                continue;
            }
            let Some(routine) = self.start_routine(function) else { continue };
            let address = self.pool().intern(Expr::FunctionAddress(function_id(function)));
            let is_this = self.compare(CompareOp::Eq, start, address);
            let is_other = self.not(is_this);
            let (here, next) = (self.body.add_location(), self.body.add_location());
            let from = self.current;
            self.branch_edge(is_this, here, EdgeRole::Plain);
            self.current = from;
            self.branch_edge(is_other, next, EdgeRole::Plain);
            self.current = Some(here);
            self.create(site, handle, Callee::Direct(routine), argument);
            self.go_to(after);
            self.current = Some(next);
        }
        self.unsupported("a thread that starts with no function of the program");
        self.current = Some(after);
    }

    /// The function of the IR that a thread starts with: the routine itself if it has the type for
    /// it, else one that calls it.
    fn start_routine(&mut self, function: FunctionId) -> Option<ir::FunctionId> {
        let routine = function_id(function);
        let signature = self.up.program.functions[routine].signature.clone();
        if signature == start_signature() {
            return Some(routine);
        }
        let is_plain = |ty: &Type| matches!(ty, Type::Int(_) | Type::Pointer);
        let fits = signature.parameters.len() <= 1 && signature.parameters.iter().all(is_plain);
        if !fits || self.up.returns_memory(self.unit().functions[function].ty) {
            return None;
        }
        if let Some(&known) = self.up.start_routines.get(&routine) {
            return Some(known);
        }
        let span = self.up.program.functions[routine].span;
        let id = self.up.program.functions.push(ir::Function {
            name: format!("%start.{}", self.up.program.functions[routine].name).into(),
            span,
            signature: start_signature(),
            parameters: Vec::new(),
            body: None,
        });
        self.up.start_routines.insert(routine, id);
        let ty = self.up.unit.types.error();
        let mut lowering = FunctionLowering::new(self.up, id, ty, span);
        let given = lowering.unnamed_parameters();
        let arguments = signature
            .parameters
            .iter()
            .map(|&expected| lowering.fitting_argument(given.first().copied(), expected))
            .collect();
        let target = signature.result.map(|ty| lowering.temporary("%call", ty));
        lowering.emit(Op::Call { target, callee: Callee::Direct(routine), arguments });
        let result = target.map(|target| lowering.var(target));
        let result = lowering.fitting_argument(result, Type::Pointer);
        lowering.emit_return(Some(result));
        lowering.finish();
        Some(id)
    }

    fn thread_join(&mut self, standard: ThreadStandard, site: CallSite<'_>) {
        let values = self.argument_values(site.arguments);
        let word = Type::Int(self.model().size_type());
        let thread = match self.class(self.unit().exprs[site.arguments[0]].ty) {
            Class::Scalar(ty @ Type::Int(_)) => self.convert(values[0], ty, word),
            Class::Scalar(Type::Pointer) => values[0],
            _ => return self.unsupported("a thread handle that is no number"),
        };
        let result = self.pointer_argument(site.arguments[1], values[1]);
        let null = self.zero(Type::Pointer);
        let (base, _) = self.split_offset(result);
        if result == null {
            return self.emit(Op::ThreadJoin { thread, result: None });
        }
        if let Expr::ObjectAddress(_) = self.node(base) {
            return self.join_to(standard, thread, result);
        }
        let result = self.pin(result, Type::Pointer);
        let is_null = self.compare(CompareOp::Eq, result, null);
        let (without, with) = (self.body.add_location(), self.body.add_location());
        let after = self.body.add_location();
        self.branch_on(is_null, without, with);
        self.current = Some(without);
        self.emit(Op::ThreadJoin { thread, result: None });
        self.go_to(after);
        self.current = Some(with);
        self.join_to(standard, thread, result);
        self.go_to(after);
        self.current = Some(after);
    }

    fn join_to(&mut self, standard: ThreadStandard, thread: ir::ExprId, result: ir::ExprId) {
        let bytes = Type::Pointer.bytes(self.model()).unwrap_or(1);
        match standard {
            ThreadStandard::Posix => {
                self.check_access(result, bytes);
                self.check_writable(result);
                self.emit(Op::ThreadJoin { thread, result: Some(result) });
            }
            ThreadStandard::C11 => {
                let int = Type::Int(IntType::signed(32));
                let ty = self.unit().types.size_type();
                let slot = self.temporary_object("%result", bytes, ty);
                let slot = self.object_address(slot);
                self.emit(Op::ThreadJoin { thread, result: Some(slot) });
                let cell = super::atomics::Cell { pointer: slot, scalar: Type::Pointer };
                let value = self.read_cell(cell);
                let value = self.convert(value, Type::Pointer, int);
                self.store(&Place::Memory(result), value, int);
            }
        }
    }

    fn thread_exit(&mut self, site: CallSite<'_>) {
        let values = self.argument_values(site.arguments);
        if !self.up.facts.is_concurrent {
            self.check_at_exit();
            return self.halt(HaltCause::Exit);
        }
        let ty = self.up.program.type_of(values[0]);
        let value = match ty {
            Type::Pointer | Type::Int(_) => self.convert(values[0], ty, Type::Pointer),
            Type::Bool | Type::Float(_) => self.zero(Type::Pointer),
        };
        if self.wants(CheckKind::MemCleanup) {
            let int = IntType::signed(32);
            let target = self.temporary("%self", Type::Int(int));
            self.emit(Op::ThreadSelf { target });
            let (own, first) = (self.var(target), self.int(int, 1));
            let is_first = self.compare(CompareOp::Eq, own, first);
            let (initial, other) = (self.body.add_location(), self.body.add_location());
            self.branch_on(is_first, initial, other);
            self.current = Some(initial);
            self.unsupported("what is left when the program ends with its last thread");
            self.current = Some(other);
        }
        self.emit(Op::ThreadExit { value });
        self.current = None;
    }
}

/// Of a function that a thread starts with, in the IR.
fn start_signature() -> ir::Signature {
    ir::Signature {
        parameters: vec![Type::Pointer],
        result: Some(Type::Pointer),
        is_variadic: false,
    }
}
