//! Calls of functions that everybody knows: [`table`] says which and what they do, the other
//! files do it.

mod argument_types;
mod atomics;
mod bits;
mod floats;
mod format;
mod formatted;
mod harmless;
mod literal;
mod locks;
mod memory;
mod overflow;
mod table;
mod threads;

use c_sema::typed::{Conversion, ExprId, ExprKind, FunctionId};
use c_sema::types::{Type as CType, TypeId};
use ir::{Expr, HaltCause, HavocCause, Op, OverflowOp, Type};
use verdict::CheckKind;

use crate::call::CallSite;
use crate::class::Class;
use crate::expr::Wanted;
use crate::facts::named_function;
use crate::function::FunctionLowering;
pub(crate) use harmless::is_harmless;
pub(crate) use locks::MutexKinds;
pub(crate) use table::VaFunction;
use table::{FloatQuestion, Library, ThreadStandard, lookup};
pub(crate) use table::{is_jump, is_known, is_of_threads, is_set_jump};

/// What happens to `errno` where memory is allocated; linked if the program looks at it.
pub(crate) const ALLOCATION_ERRNO: &str = "__linchpin_allocation_errno";

/// What a pointer to a function that we know by name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    AssertFailed,
    Abort,
    Exit,
    Assume,
    Input,
    BoolInput,
    /// Something that only a call by name says.
    Other,
}

/// What is known of a function that has no body.
pub(crate) fn known(name: &str) -> Option<Known> {
    Some(match lookup(name)? {
        Library::AssertFailed => Known::AssertFailed,
        Library::Abort => Known::Abort,
        Library::Exit => Known::Exit,
        Library::Assume => Known::Assume,
        Library::Input => Known::Input,
        Library::BoolInput => Known::BoolInput,
        _ => Known::Other,
    })
}

impl<'u> FunctionLowering<'_, 'u> {
    /// The result of a library function; `None` if we do not know it.
    pub(crate) fn library_call(&mut self, name: &str, site: CallSite<'_>) -> Option<ir::ExprId> {
        let row = lookup(name)?;
        let is_input = matches!(row, Library::Input | Library::BoolInput);
        let is_scalar = matches!(self.class(site.ty), Class::Scalar(_));
        // What is merely called `nondet_...` need not be an input.
        let is_other = is_input && !is_scalar && !name.starts_with("__VERIFIER_");
        let is_other = is_other || (row.needs_its_shape() && self.up.is_namesake(site.function));
        if site.arguments.len() < n_arguments(row) || is_other {
            return None;
        }
        let result = match row {
            Library::Input => {
                self.evaluate_all(site.arguments);
                self.unknown_value(site.ty, site.wanted, HavocCause::Input)
            }
            Library::BoolInput => self.bool_input(site),
            Library::Assume => self.assume_call(site),
            Library::Assert => self.assert_call(site),
            Library::AssertFailed => self.assertion_failed(site),
            Library::Abort => {
                self.evaluate_all(site.arguments);
                self.check_at_abort();
                self.halt(HaltCause::Abort);
                self.no_value(site.ty)
            }
            Library::Exit if self.own_exit(name).is_some() => {
                let function = self.own_exit(name).unwrap_or(site.function);
                self.call_named(CallSite { function, ..site })
            }
            Library::Constructors => self.startup_calls(&self.unit().constructors, site),
            Library::Destructors => self.startup_calls(&self.unit().destructors, site),
            Library::Unreachable => {
                self.evaluate_all(site.arguments);
                if self.wants(CheckKind::Undefined) {
                    self.check_never(CheckKind::Undefined, "no run comes here".to_owned());
                }
                self.halt(HaltCause::Abort);
                self.no_value(site.ty)
            }
            Library::AssumeAligned => self.assume_aligned(site),
            Library::Exit => {
                self.evaluate_all(site.arguments);
                self.check_at_exit();
                self.halt(HaltCause::Exit);
                self.no_value(site.ty)
            }
            Library::FirstArgument => {
                let value = self.value(site.arguments[0]);
                self.evaluate_all(&site.arguments[1..]);
                let from = self.unit().exprs[site.arguments[0]].ty;
                self.as_result(value, from, site.ty)
            }
            Library::NoEffect => {
                self.evaluate_all(site.arguments);
                self.small_result(0, site.ty)
            }
            // The compiler's own ones are other functions, of which nobody can jump back.
            Library::SetJump if name.starts_with("__builtin_") => {
                self.evaluate_all(site.arguments);
                self.small_result(0, site.ty)
            }
            Library::LongJump if name.starts_with("__builtin_") => {
                self.evaluate_all(site.arguments);
                self.unsupported_value(format!("call of `{name}`"), site.ty)
            }
            Library::SetJump => self.set_jump(site),
            Library::LongJump => self.long_jump(name, site),
            Library::Absolute => self.absolute(site),
            Library::IsNotANumber => {
                let value = self.value(site.arguments[0]);
                let condition = self.compare(ir::CompareOp::Ne, value, value);
                self.truth_result(condition, site.ty)
            }
            Library::Bits(function) => self.bit_call(function, site),
            Library::Overflow(op, operands) => self.overflow_call(op, operands, site),
            Library::Float(question) => self.float_call(question, site),
            Library::IsLockFree => self.is_lock_free(site),
            Library::AsksUndefined => {
                self.small_result(i128::from(self.wants(CheckKind::Undefined)), site.ty)
            }
            Library::AsksDeadlock => {
                self.small_result(i128::from(self.wants(CheckKind::Deadlock)), site.ty)
            }
            Library::Undefined => {
                if self.wants(CheckKind::Undefined) {
                    let text = site.arguments.first().and_then(|&text| self.literal_text(text));
                    let text = text.unwrap_or_else(|| "the call is defined".to_owned());
                    self.check_never(CheckKind::Undefined, text);
                }
                self.no_value(site.ty)
            }
            Library::Allocate
            | Library::AllocateZeroed
            | Library::Reallocate
            | Library::Free
            | Library::AllocateOnStack
            | Library::Copy
            | Library::CopyToEnd
            | Library::Move
            | Library::Fill
            | Library::Zero => self.memory_call(row, site),
            Library::AtomicUpdate(_)
            | Library::AtomicLoad
            | Library::AtomicLoadTo
            | Library::AtomicStore
            | Library::AtomicStoreFrom
            | Library::AtomicExchangeTo
            | Library::AtomicClear
            | Library::AtomicTestAndSet
            | Library::SyncCompareAndSwap(_)
            | Library::AtomicCompareExchange(_) => self.atomic_call(row, site),
            Library::AtomicBegin
            | Library::AtomicEnd
            | Library::ThreadCreate(_)
            | Library::ThreadJoin(_)
            | Library::ThreadExit => self.thread_call(row, site),
            Library::ThreadSelf
            | Library::Await
            | Library::SynchroniseBegin
            | Library::SynchroniseEnd
            | Library::MutexKind
            | Library::SetMutexKind => self.lock_step(row, site),
            Library::WritesBytes(buffer) => self.buffer_call(name, buffer, site),
            Library::VaList(function) => self.va_call(function, site),
            Library::Unmodelled => {
                self.evaluate_all(site.arguments);
                self.unknown_value(site.ty, site.wanted, HavocCause::Unmodelled)
            }
            Library::Accessible | Library::Writable => self.bytes_are_there(row, site),
            Library::AnyBytes => self.bytes_become_any(HavocCause::Input, site),
            Library::UnmodelledBytes => self.bytes_become_any(HavocCause::Unmodelled, site),
            Library::NotModelled => {
                let text = site.arguments.first().and_then(|&text| self.literal_text(text));
                let text = text.unwrap_or_else(|| "a function of the C library".to_owned());
                self.unsupported_value(text, site.ty)
            }
            Library::Unsupported => {
                self.evaluate_all(site.arguments);
                self.unsupported_value(format!("call of `{name}`"), site.ty)
            }
        };
        Some(result)
    }

    /// The model of a function that ends the program, where there is something to do at the end.
    fn own_exit(&self, name: &str) -> Option<FunctionId> {
        let unit = self.unit();
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let model = match plain {
            "exit" => unit.symbols.get("__linchpin_exit")?,
            "quick_exit" => unit.symbols.get("__linchpin_quick_exit")?,
            _ => return None,
        };
        let mut functions = unit.functions.iter();
        let found = functions.find(|(_, row)| row.name == model && row.body.is_some());
        found.map(|(function, _)| function)
    }

    /// Calls of what runs before or after `main`; the arguments are variables.
    fn startup_calls(&mut self, functions: &[FunctionId], site: CallSite<'_>) -> ir::ExprId {
        for &function in functions {
            self.call_named(CallSite { function, wanted: Wanted::Nothing, ..site });
        }
        self.no_value(site.ty)
    }

    /// The operand of `__builtin_expect`, for conditions.
    pub(crate) fn expected_value(&self, call: ExprId) -> Option<ExprId> {
        let unit = self.unit();
        let ExprKind::Call { callee, arguments, .. } = &unit.exprs[call].kind else { return None };
        let (function, _) = named_function(unit, *callee)?;
        let function = &unit.functions[function];
        let row = lookup(&unit.symbols[function.name])?;
        let has_pure_rest =
            arguments.iter().skip(1).all(|&rest| self.up.facts.effects[rest].is_pure());
        (row == Library::FirstArgument && function.body.is_none() && has_pure_rest)
            .then(|| arguments.first().copied())?
    }

    /// The bytes around where the buffer begins become unknown, and so is the result. How many of
    /// them is not looked at, so that nothing can be said where it matters whether they fit.
    fn buffer_call(&mut self, name: &str, buffer: usize, site: CallSite<'_>) -> ir::ExprId {
        let unit = self.unit();
        let points_to_pointer = |argument: &ExprId| match unit.types[unit.exprs[*argument].ty] {
            CType::Pointer(pointee) => matches!(unit.types[pointee.ty], CType::Pointer(_)),
            _ => false,
        };
        let writes_pointers = site.arguments.iter().skip(buffer).any(points_to_pointer);
        if writes_pointers || self.asks_about_accesses() {
            self.evaluate_all(site.arguments);
            return self.unsupported_value(format!("call of `{name}`"), site.ty);
        }
        let values: Vec<ir::ExprId> =
            site.arguments.iter().map(|argument| self.value(*argument)).collect();
        self.forget_bytes(values[buffer]);
        self.unknown_value(site.ty, site.wanted, HavocCause::Unmodelled)
    }

    /// Is there a question that bytes whose number is not modelled leave open?
    pub(crate) fn asks_about_memory(&self) -> bool {
        let kinds = [
            CheckKind::Bounds,
            CheckKind::Dereference,
            CheckKind::Free,
            CheckKind::MemTrack,
            CheckKind::MemCleanup,
            CheckKind::Initialised,
        ];
        kinds.iter().any(|kind| self.wants(*kind))
    }

    /// Is there a question that depends on which bytes are accessed?
    pub(crate) fn asks_about_accesses(&self) -> bool {
        self.asks_about_memory() || self.wants(CheckKind::DataRace)
    }

    /// Some of the bytes from here on become unknown.
    pub(crate) fn forget_bytes(&mut self, target: ir::ExprId) {
        let extent = self.temporary("%extent", Type::Int(self.model().size_type()));
        self.emit(Op::Havoc { target: extent, cause: HavocCause::Unmodelled });
        let size = self.var(extent);
        self.emit(Op::HavocMemory { target, size, cause: HavocCause::Unmodelled });
    }

    fn bool_input(&mut self, site: CallSite<'_>) -> ir::ExprId {
        self.evaluate_all(site.arguments);
        let target = self.temporary("%input", Type::Bool);
        self.emit(Op::Havoc { target, cause: HavocCause::Input });
        let truth = self.var(target);
        self.truth_result(truth, site.ty)
    }

    /// Runs on which the condition is false end here: they violate nothing.
    fn assume_call(&mut self, site: CallSite<'_>) -> ir::ExprId {
        let condition = self.condition(site.arguments[0]);
        match self.node(condition) {
            Expr::Bool(true) => {}
            Expr::Bool(false) => self.halt(HaltCause::Assumption),
            _ => {
                let (holds, fails) = (self.body.add_location(), self.body.add_location());
                self.branch_on(condition, holds, fails);
                self.current = Some(fails);
                self.halt(HaltCause::Assumption);
                self.current = Some(holds);
            }
        }
        self.no_value(site.ty)
    }

    fn assert_call(&mut self, site: CallSite<'_>) -> ir::ExprId {
        let span = self.unit().exprs[site.arguments[0]].span;
        let text = self.at(span, |lowering| lowering.excerpt());
        let condition = self.condition(site.arguments[0]);
        self.evaluate_all(&site.arguments[1..]);
        if self.wants(CheckKind::Assertion) {
            self.check_holds(CheckKind::Assertion, condition, format!("assertion `{text}` holds"));
        }
        self.no_value(site.ty)
    }

    fn assertion_failed(&mut self, site: CallSite<'_>) -> ir::ExprId {
        self.evaluate_all(site.arguments);
        if self.wants(CheckKind::Assertion) {
            let text = match site.arguments.first().and_then(|&text| self.literal_text(text)) {
                Some(text) => format!("assertion `{text}` holds"),
                None => "the assertion holds".to_owned(),
            };
            self.check_never(CheckKind::Assertion, text);
        } else {
            self.check_at_abort();
            self.halt(HaltCause::Abort);
        }
        self.no_value(site.ty)
    }

    /// The address less the third argument is a multiple of the second.
    fn assume_aligned(&mut self, site: CallSite<'_>) -> ir::ExprId {
        let values = self.argument_values(site.arguments);
        let pointer = self.pointer_argument(site.arguments[0], values[0]);
        let align = self.constant(values[1]).and_then(|align| u64::try_from(align).ok());
        let less = values.get(2).map_or(Some(0), |less| self.constant(*less));
        match (align, less) {
            (Some(align), Some(less)) if align.is_power_of_two() => {
                let offset_ty = self.model().offset_type();
                let back = self.int(offset_ty, less.wrapping_neg());
                let start = self.pointer_add(pointer, back);
                self.check_alignment(start, align);
            }
            _ if self.wants(CheckKind::Alignment) => {
                self.unsupported("`__builtin_assume_aligned` of what is no constant");
            }
            _ => {}
        }
        let from = self.unit().exprs[site.arguments[0]].ty;
        self.as_result(values[0], from, site.ty)
    }

    fn literal_text(&self, expr: ExprId) -> Option<String> {
        let bytes = self.literal_bytes(expr)?;
        let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// The bytes of a string literal, its end included.
    pub(super) fn literal_bytes(&self, expr: ExprId) -> Option<&'u [u8]> {
        let unit = self.unit();
        let mut at = expr;
        loop {
            match unit.exprs[at].kind {
                ExprKind::Convert { operand, .. } | ExprKind::Decay(operand) => at = operand,
                ExprKind::String(string) => return Some(&unit.strings[string].bytes),
                _ => return None,
            }
        }
    }

    fn absolute(&mut self, site: CallSite<'_>) -> ir::ExprId {
        let argument = site.arguments[0];
        let ty = self.unit().exprs[argument].ty;
        let value = self.value(argument);
        let Class::Scalar(Type::Int(int)) = self.class(ty) else {
            return self.unsupported_value("absolute value of no integer", site.ty);
        };
        let zero = self.int(int, 0);
        if self.wants(CheckKind::SignedOverflow) {
            let overflows = self.pool().intern(Expr::Overflows(OverflowOp::Sub, zero, value));
            let condition = self.not(overflows);
            let text = format!("`{}` has an absolute value", self.excerpt());
            self.check_holds(CheckKind::SignedOverflow, condition, text);
        }
        let is_negative = self.compare(ir::CompareOp::Lt, value, zero);
        let negated = self.pool().intern(Expr::Neg(value));
        let result = self.ite(is_negative, negated, value);
        self.as_result(result, ty, site.ty)
    }

    // -- Results.

    /// A value of C type `from` as the call's result.
    pub(crate) fn as_result(&mut self, value: ir::ExprId, from: TypeId, to: TypeId) -> ir::ExprId {
        match (self.class(from), self.class(to)) {
            (Class::Scalar(source), Class::Scalar(target)) => self.convert(value, source, target),
            (Class::Memory(_), Class::Memory(_)) => value,
            _ => self.no_value(to),
        }
    }

    pub(crate) fn truth_result(&mut self, truth: ir::ExprId, ty: TypeId) -> ir::ExprId {
        match self.class(ty) {
            Class::Scalar(Type::Int(int)) => self.int_of_truth(truth, int),
            _ => self.no_value(ty),
        }
    }

    pub(crate) fn small_result(&mut self, value: i128, ty: TypeId) -> ir::ExprId {
        match self.class(ty) {
            Class::Scalar(Type::Int(int)) => self.int(int, value),
            _ => self.no_value(ty),
        }
    }

    /// What an argument points to, before it was converted to the parameter's type.
    pub(crate) fn pointee_type(&self, argument: ExprId) -> Option<TypeId> {
        let unit = self.unit();
        let mut at = argument;
        loop {
            let pointee = unit.types.pointee(unit.exprs[at].ty).map(|pointee| pointee.ty);
            let is_known = pointee.is_some_and(|ty| !matches!(unit.types[ty], CType::Void));
            if is_known {
                return pointee;
            }
            match unit.exprs[at].kind {
                ExprKind::Convert {
                    conversion: Conversion::PointerToPointer | Conversion::Same,
                    operand,
                } => at = operand,
                _ => return None,
            }
        }
    }

    /// The destination that a caller wants, if it has the right type; else a temporary.
    pub(crate) fn destination(&mut self, name: &str, ty: Type, wanted: Wanted) -> ir::VarId {
        match wanted {
            Wanted::Into(var) if self.up.program.vars[var].ty == ty => var,
            Wanted::Into(_) | Wanted::Value | Wanted::Nothing => self.temporary(name, ty),
        }
    }
}

/// How many arguments a row needs; a call with fewer is of some other function of that name.
fn n_arguments(row: Library) -> usize {
    match row {
        Library::Input
        | Library::BoolInput
        | Library::AssertFailed
        | Library::Abort
        | Library::Unreachable
        | Library::Exit
        | Library::AtomicBegin
        | Library::AtomicEnd
        | Library::ThreadSelf
        | Library::SynchroniseBegin
        | Library::SynchroniseEnd
        | Library::NoEffect
        | Library::Unmodelled
        | Library::NotModelled
        | Library::AsksUndefined
        | Library::AsksDeadlock
        | Library::Undefined
        | Library::Constructors
        | Library::Destructors
        | Library::Unsupported => 0,
        Library::VaList(VaFunction::Start | VaFunction::End) => 1,
        Library::VaList(VaFunction::Copy)
        | Library::AnyBytes
        | Library::Accessible
        | Library::Writable
        | Library::UnmodelledBytes => 2,
        Library::WritesBytes(buffer) => buffer + 1,
        Library::Assume
        | Library::Assert
        | Library::Allocate
        | Library::Free
        | Library::AllocateOnStack
        | Library::FirstArgument
        | Library::Absolute
        | Library::IsNotANumber
        | Library::IsLockFree
        | Library::SetJump
        | Library::Bits(_)
        | Library::AtomicLoad
        | Library::AtomicClear
        | Library::AtomicTestAndSet
        | Library::ThreadExit
        | Library::Await
        | Library::MutexKind => 1,
        Library::AllocateZeroed
        | Library::Reallocate
        | Library::Zero
        | Library::LongJump
        | Library::AtomicUpdate(_)
        | Library::AtomicLoadTo
        | Library::AtomicStore
        | Library::AtomicStoreFrom
        | Library::ThreadJoin(_)
        | Library::AssumeAligned
        | Library::SetMutexKind => 2,
        Library::Copy
        | Library::CopyToEnd
        | Library::Move
        | Library::Fill
        | Library::Overflow(..)
        | Library::AtomicExchangeTo
        | Library::ThreadCreate(ThreadStandard::C11)
        | Library::SyncCompareAndSwap(_)
        | Library::AtomicCompareExchange(_) => 3,
        Library::Float(FloatQuestion::Classify) => 6,
        Library::Float(
            FloatQuestion::Compare(_) | FloatQuestion::LessOrGreater | FloatQuestion::Unordered,
        ) => 2,
        Library::Float(_) => 1,
        Library::ThreadCreate(ThreadStandard::Posix) => 4,
    }
}
