//! POSIX threads: creation, joining, mutexes, condition variables.
//!
//! Creating a thread and locking never fail. Waiting on a condition gives up the mutex and takes
//! it again: being woken without a signal is allowed by POSIX, so every real wait is among the
//! runs.

use ir::{AtomicKind, Callee, Op, Type};
use verdict::CheckKind;

use super::table::Library;
use crate::call::CallSite;
use crate::class::Class;
use crate::facts::converted_function;
use crate::function::FunctionLowering;
use crate::unit::function_id;

impl FunctionLowering<'_, '_> {
    pub(super) fn thread_call(&mut self, row: Library, site: CallSite<'_>) -> ir::ExprId {
        match row {
            Library::AtomicBegin => self.emit(Op::AtomicBegin(AtomicKind::Block)),
            Library::AtomicEnd => self.emit(Op::AtomicEnd),
            Library::ThreadCreate => self.thread_create(site),
            Library::ThreadJoin => self.thread_join(site),
            Library::ThreadExit => self.thread_exit(site),
            _ => self.unsupported("locks"),
        }
        self.small_result(0, site.ty)
    }

    fn thread_create(&mut self, site: CallSite<'_>) {
        let unit = self.unit();
        let values = self.argument_values(site.arguments);
        if self.up.facts.has_thread_locals {
            return self.unsupported("thread-local variables in a program with threads");
        }
        let null = self.zero(Type::Pointer);
        let handle = self.pointer_argument(site.arguments[0], values[0]);
        let argument = self.pointer_argument(site.arguments[3], values[3]);
        let start = match converted_function(unit, site.arguments[2]) {
            Some(function) if unit.functions[function].body.is_some() => {
                let signature = &self.up.program.functions[function_id(function)].signature;
                if signature.parameters != [Type::Pointer] {
                    return self.unsupported("a start routine that does not take one pointer");
                }
                Callee::Direct(function_id(function))
            }
            Some(_) => return self.unsupported("a thread that runs a function without body"),
            None => {
                let pointer = self.pointer_argument(site.arguments[2], values[2]);
                let signature = ir::Signature {
                    parameters: vec![Type::Pointer],
                    result: Some(Type::Pointer),
                    is_variadic: false,
                };
                Callee::Indirect(pointer, self.up.intern_signature(signature))
            }
        };
        let handle = (handle != null).then_some(handle);
        self.ask_about_races();
        self.emit(Op::ThreadCreate { handle, start, argument });
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

    fn thread_join(&mut self, site: CallSite<'_>) {
        let values = self.argument_values(site.arguments);
        let thread = match self.class(self.unit().exprs[site.arguments[0]].ty) {
            Class::Scalar(Type::Int(_) | Type::Pointer) => values[0],
            _ => return self.unsupported("thread handle that is no number"),
        };
        let result = self.pointer_argument(site.arguments[1], values[1]);
        let null = self.zero(Type::Pointer);
        let result = (result != null).then_some(result);
        self.emit(Op::ThreadJoin { thread, result });
    }

    /// Ending a thread is returning from its start routine, if that is where we are.
    fn thread_exit(&mut self, site: CallSite<'_>) {
        let function = self.c_function();
        let is_start_routine = self.up.facts.address_taken.contains(function)
            && !self.up.facts.called.contains(function);
        let values = self.argument_values(site.arguments);
        let result = self.up.program.functions[self.id].signature.result;
        match result {
            Some(Type::Pointer) if is_start_routine => {
                let value = self.pointer_argument(site.arguments[0], values[0]);
                self.return_value(Some(value));
            }
            _ => self.unsupported("`pthread_exit` outside of a start routine"),
        }
    }
}
