//! Calls: of functions with a body, through pointers, and of functions that nobody defines.
//!
//! Arguments are evaluated left to right. What lives in memory is passed as the address of a
//! copy that the caller makes; a result that lives in memory is written through a hidden first
//! parameter to a temporary object of the caller.
//!
//! # Functions without body
//! If the library knows the name, it says what the call does (`library`). Otherwise the call
//! returns any value, and the function is listed among the assumptions; one that is declared not to
//! return ends the run. What it does to the program's memory is a matter of convention
//! (`surroundings`): whatever it can reach may change (`outside`), or nothing does, as the field has
//! it. A function that is declared `pure` or `const` changes nothing, and equal arguments may have to
//! give equal results: which ones is not modelled.
//!
//! # Through pointers
//! A call through a pointer goes where it points. That the target is an error function is
//! decided here, so that the check stands where the call does; what else has no body and is
//! known gets one (`stand_in`).

use c_sema::typed::{ExprId, ExprKind, FunctionId, Oddity, Purity};
use c_sema::types::{Arity, Type as CType, TypeId};
use ir::{Actor, Callee, HaltCause, HavocCause, Op, Type};
use verdict::{Assumption, CheckKind};

use crate::class::Class;
use crate::expr::Wanted;
use crate::facts::named_function;
use crate::function::FunctionLowering;
use crate::library::{is_harmless, is_of_threads};
use crate::surroundings::Externals;
use crate::unit::{UnitLowering, function_id};

/// What is not supported about a call of a function that is not called as others are.
pub(crate) fn odd_call(name: &str, oddity: Oddity) -> String {
    format!("call of `{name}`, which is declared `{}`", oddity.attribute())
}

/// What is not supported about a call of a function without body that is no ordinary one.
pub(crate) fn strange_call(up: &UnitLowering<'_>, function: FunctionId) -> Option<String> {
    let function = &up.unit.functions[function];
    let name = &up.unit.symbols[function.name];
    match function.link.oddity {
        Some(oddity) => Some(odd_call(name, oddity)),
        None if up.may_be_assembly() => {
            Some(format!("call of `{name}`, which assembly at file scope may define"))
        }
        None => None,
    }
}

/// A call as the library sees it.
#[derive(Clone, Copy)]
pub(crate) struct CallSite<'u> {
    pub function: FunctionId,
    pub arguments: &'u [ExprId],
    /// Type of the result.
    pub ty: TypeId,
    pub wanted: Wanted,
}

impl UnitLowering<'_> {
    /// Where the result of a function without body comes from. One that is declared `pure` or
    /// `const` cannot choose it freely at every call, so a run that depends on it is not a proof.
    pub(crate) fn external_cause(&self, function: FunctionId) -> HavocCause {
        match self.unit.functions[function].purity {
            Purity::ChangesNothing | Purity::ReadsNothing if self.has_acting_externals() => {
                HavocCause::Unmodelled
            }
            Purity::Ordinary | Purity::ChangesNothing | Purity::ReadsNothing => {
                HavocCause::ExternalResult(function_id(function))
            }
        }
    }
}

impl FunctionLowering<'_, '_> {
    pub(crate) fn call(&mut self, id: ExprId, wanted: Wanted) -> ir::ExprId {
        let unit = self.unit();
        let ty = unit.exprs[id].ty;
        let ExprKind::Call { callee, arguments, end: _ } = &unit.exprs[id].kind else {
            return self.value(id);
        };
        let Some((function, _)) = named_function(unit, *callee) else {
            return self.call_indirect(*callee, arguments, ty, wanted);
        };
        let site = CallSite { function, arguments, ty, wanted };
        self.check_arguments(site, unit.exprs[*callee].ty);
        self.call_named(site)
    }

    /// A call of a function by its name.
    pub(crate) fn call_named(&mut self, site: CallSite<'_>) -> ir::ExprId {
        let unit = self.unit();
        let CallSite { function, arguments, ty, .. } = site;
        let name = &unit.symbols[unit.functions[function].name];
        if self.is_annotation_call(name) {
            return self.annotation_call(site);
        }
        if self.up.checks.is_error_function(name) {
            self.evaluate_all(arguments);
            self.check_unreachable(format!("`{name}` is never called"));
            return self.no_value(ty);
        }
        if unit.functions[function].link.oddity == Some(Oddity::ChosenAtLoad) {
            self.evaluate_all(arguments);
            return self.unsupported_value(odd_call(name, Oddity::ChosenAtLoad), ty);
        }
        if unit.functions[function].body.is_some() && !unit.functions[function].is_thunk {
            let is_model = !self.up.source.is_users(unit.functions[function].span);
            if let Some(what) = is_model.then(|| self.strange_lock(name, arguments)).flatten() {
                self.evaluate_all(arguments);
                return self.unsupported_value(what, ty);
            }
            // Their models look at the ends of the block.
            let writes_block = ["fwrite", "write", "pwrite", "send", "sendto"].contains(&name);
            let asks_for_races = self.up.facts.is_concurrent && self.wants(CheckKind::DataRace);
            if is_model && writes_block && asks_for_races {
                self.evaluate_all(arguments);
                let what = format!("`{name}` where data races are asked about");
                return self.unsupported_value(what, ty);
            }
            let known = is_model.then(|| self.formatted_call(name, site)).flatten();
            let known = known.or_else(|| is_model.then(|| self.literal_call(name, site)).flatten());
            return known.unwrap_or_else(|| self.call_direct(site));
        }
        match self.library_call(name, site) {
            Some(result) => result,
            None => self.call_external(site),
        }
    }

    /// What stands for a value where there is none.
    pub(crate) fn no_value(&mut self, ty: TypeId) -> ir::ExprId {
        let ty = self.up.passed_type(ty);
        self.zero(ty)
    }

    pub(crate) fn evaluate_all(&mut self, arguments: &[ExprId]) {
        for &argument in arguments {
            self.effects(argument);
        }
    }

    /// The values of arguments, left to right; records as addresses of copies.
    pub(crate) fn argument_values(&mut self, arguments: &[ExprId]) -> Vec<ir::ExprId> {
        let effects = &self.up.facts.effects;
        let last_write = arguments.iter().rposition(|&argument| effects[argument].writes);
        let mut values = Vec::with_capacity(arguments.len() + 1);
        for (index, &argument) in arguments.iter().enumerate() {
            let value = self.argument_value(argument);
            let is_endangered = last_write.is_some_and(|last| index < last);
            values.push(if is_endangered && self.reads_source_variable(value) {
                let ty = self.up.passed_type(self.unit().exprs[argument].ty);
                self.pin(value, ty)
            } else {
                value
            });
        }
        values
    }

    pub(crate) fn argument_value(&mut self, argument: ExprId) -> ir::ExprId {
        let unit = self.unit();
        let ty = unit.exprs[argument].ty;
        let value = self.value(argument);
        let Class::Memory(size) = self.class(ty) else { return value };
        if matches!(unit.exprs[argument].kind, ExprKind::Call { .. }) {
            return value;
        }
        let copy = self.temporary_object("%argument", size.unwrap_or(0), ty);
        let target = self.object_address(copy);
        self.copy(target, value, ty);
        target
    }

    fn call_direct(&mut self, site: CallSite<'_>) -> ir::ExprId {
        let unit = self.unit();
        let function = function_id(site.function);
        let values = self.argument_values(site.arguments);
        let signature = self.up.program.functions[function].signature.clone();
        let returns_memory = self.up.returns_memory(unit.functions[site.function].ty);
        let mut arguments = Vec::with_capacity(values.len() + 1);
        let memory = returns_memory.then(|| self.result_object(site.ty));
        arguments.extend(memory);
        let n_hidden = arguments.len();
        let takes_further = self.up.takes_further_arguments(unit.functions[site.function].ty);
        let n_named = signature.parameters.len() - n_hidden - usize::from(takes_further);
        // Arguments that an old-style definition has no parameter for are evaluated and lost.
        for (index, &expected) in signature.parameters[n_hidden..][..n_named].iter().enumerate() {
            arguments.push(self.fitting_argument(values.get(index).copied(), expected));
        }
        if takes_further {
            let n_given = n_named.min(values.len());
            let further = self.further_arguments(&site.arguments[n_given..], &values[n_given..]);
            arguments.push(further);
        }
        let copies = self.copies(site.arguments, &values);
        let callee = Callee::Direct(function);
        let result =
            self.emit_call(callee, arguments, signature.result, memory, site.ty, site.wanted);
        self.end_copies(&copies);
        result
    }

    /// The objects that were made for arguments that live in memory.
    fn copies(&self, arguments: &[ExprId], values: &[ir::ExprId]) -> Vec<ir::ObjectId> {
        let unit = self.unit();
        let in_memory = arguments.iter().zip(values).filter(|(argument, _)| {
            matches!(self.class(unit.exprs[**argument].ty), Class::Memory(_))
        });
        let object = |value: ir::ExprId| match self.node(value) {
            ir::Expr::ObjectAddress(object) => Some(object),
            _ => None,
        };
        in_memory.filter_map(|(_, value)| object(*value)).collect()
    }

    /// A parameter dies when its function returns, before the caller's full expression ends.
    fn end_copies(&mut self, copies: &[ir::ObjectId]) {
        for &object in copies {
            self.emit(Op::LeaveScope { object });
        }
    }

    /// An argument as the definition takes it. A call that was not checked against a prototype
    /// may pass another type, or nothing; then the parameter holds any value.
    pub(crate) fn fitting_argument(
        &mut self,
        given: Option<ir::ExprId>,
        expected: Type,
    ) -> ir::ExprId {
        let given = given.map(|given| (given, self.up.program.type_of(given)));
        match (given, expected) {
            (Some((value, ty)), _) if ty == expected => value,
            (Some((value, ty @ Type::Int(_))), Type::Int(_) | Type::Pointer)
            | (Some((value, ty @ Type::Float(_))), Type::Float(_))
            | (Some((value, ty @ Type::Pointer)), Type::Int(_)) => {
                self.convert(value, ty, expected)
            }
            _ => {
                let target = self.temporary("%missing", expected);
                self.emit(Op::Havoc { target, cause: HavocCause::Uninitialised });
                self.var(target)
            }
        }
    }

    pub(crate) fn result_object(&mut self, ty: TypeId) -> ir::ExprId {
        let size = self.unit().types.size_of(ty).unwrap_or(0);
        let object = self.temporary_object("%result", size, ty);
        self.object_address(object)
    }

    fn emit_call(
        &mut self,
        callee: Callee,
        arguments: Vec<ir::ExprId>,
        result: Option<Type>,
        memory: Option<ir::ExprId>,
        ty: TypeId,
        wanted: Wanted,
    ) -> ir::ExprId {
        let target = match (wanted, result) {
            (Wanted::Nothing, _) | (_, None) => None,
            (Wanted::Into(var), Some(result))
                if self.up.program.vars[var].ty == result && !self.may_be_left(callee) =>
            {
                Some(var)
            }
            (_, Some(result)) => Some(self.temporary("%call", result)),
        };
        self.emit(Op::Call { target, callee, arguments });
        self.go_on_jumping(callee);
        match (target, result, memory) {
            (Some(target), Some(result), _) => {
                let value = self.var(target);
                match self.class(ty) {
                    Class::Scalar(expected) => self.convert(value, result, expected),
                    Class::Void | Class::Memory(_) => value,
                }
            }
            (_, _, Some(memory)) => memory,
            // Another file declared a function without result to have one.
            (None, None, None) if wanted != Wanted::Nothing => {
                let cause = HavocCause::Uninitialised;
                self.unknown_value(ty, wanted, cause)
            }
            _ => self.no_value(ty),
        }
    }

    fn call_indirect(
        &mut self,
        callee: ExprId,
        arguments: &[ExprId],
        ty: TypeId,
        wanted: Wanted,
    ) -> ir::ExprId {
        let unit = self.unit();
        let pointer_ty = unit.exprs[callee].ty;
        let mut pointer = self.value(callee);
        let writes = arguments.iter().any(|&argument| self.up.facts.effects[argument].writes);
        if writes && self.reads_source_variable(pointer) {
            pointer = self.pin(pointer, Type::Pointer);
        }
        let mut values = self.argument_values(arguments);
        let copies = self.copies(arguments, &values);
        if self.wants(CheckKind::Dereference) {
            let null = self.zero(Type::Pointer);
            let condition = self.compare(ir::CompareOp::Ne, pointer, null);
            let text = format!("`{}` calls a function", self.excerpt());
            self.check_holds(CheckKind::Dereference, condition, text);
        }
        self.fail_at_error_functions(pointer);
        let function_ty = match unit.types[pointer_ty] {
            CType::Pointer(pointee) => pointee.ty,
            _ => pointer_ty,
        };
        self.check_callee(pointer, function_ty, arguments);
        let Some(described) = unit.types.function(function_ty) else {
            return self.unsupported_value("call of something that is no function", ty);
        };
        let mut signature = self.up.signature(function_ty);
        if described.arity == Arity::Variadic {
            let n_named = described.parameters.len().min(values.len());
            let further = self.further_arguments(&arguments[n_named..], &values[n_named..]);
            values.truncate(n_named);
            values.push(further);
        }
        let memory = self.up.returns_memory(function_ty).then(|| self.result_object(ty));
        if let Some(memory) = memory {
            values.insert(0, memory);
        }
        // Without a prototype the arguments say what the function must look like.
        if described.arity == Arity::Unspecified {
            signature.parameters =
                values.iter().map(|&value| self.up.program.type_of(value)).collect();
            signature.is_variadic = false;
        }
        values.truncate(match signature.is_variadic {
            true => usize::MAX,
            false => signature.parameters.len(),
        });
        for index in 0..signature.parameters.len() {
            let expected = signature.parameters[index];
            let fitting = self.fitting_argument(values.get(index).copied(), expected);
            if index < values.len() {
                values[index] = fitting;
            } else {
                values.push(fitting);
            }
        }
        let result = signature.result;
        let signature = self.up.intern_signature(signature);
        let callee = Callee::Indirect(pointer, signature);
        let result = self.emit_call(callee, values, result, memory, ty, wanted);
        self.end_copies(&copies);
        result
    }

    fn call_external(&mut self, site: CallSite<'_>) -> ir::ExprId {
        let unit = self.unit();
        let function = &unit.functions[site.function];
        let name = unit.symbols[function.name].to_owned();
        let plain = name.strip_prefix("__builtin_").unwrap_or(&name);
        // One that is declared to take nothing is another function of that name.
        let takes_nothing = unit.types.function(function.ty).is_some_and(|function| {
            function.arity == Arity::Fixed && function.parameters.is_empty()
        });
        let is_other = takes_nothing || self.up.is_namesake(site.function);
        let is_of_library = c_library::is_known(plain) && !is_other;
        // Nobody but the compiler defines what is called so.
        let is_of_compiler = ["__linchpin_", "__builtin_"].iter().any(|it| name.starts_with(it));
        if is_of_library
            || is_of_compiler
            || is_of_threads(&name)
            || self.up.is_unmodelled(site.function)
        {
            self.evaluate_all(site.arguments);
            return self.unsupported_value(format!("call of `{name}`"), site.ty);
        }
        if let Some(what) = strange_call(self.up, site.function) {
            self.evaluate_all(site.arguments);
            return self.unsupported_value(what, site.ty);
        }
        if self.up.surroundings.externals == Externals::Observed {
            return self.observed_call(site, name);
        }
        let acts = self.has_acting_externals()
            && function.purity == Purity::Ordinary
            && !is_harmless(&name);
        if acts {
            let values = self.values_for_outside(site.arguments);
            if self.current.is_some() {
                self.up.assume(Assumption::FunctionOutside(name));
            }
            self.act_outside(Actor::Function(function_id(site.function)), &values);
        } else {
            self.evaluate_all(site.arguments);
            if self.current.is_some() {
                self.up.assume(Assumption::FunctionWithoutBody(name));
            }
        }
        if function.is_noreturn {
            self.end_without_return();
            return self.no_value(site.ty);
        }
        let cause = self.up.external_cause(site.function);
        self.unknown_value(site.ty, site.wanted, cause)
    }

    /// A call that somebody may want to see, and its result as a step of its own.
    fn observed_call(&mut self, site: CallSite<'_>, name: String) -> ir::ExprId {
        let arguments = self.argument_values(site.arguments);
        if self.current.is_some() {
            self.up.assume(Assumption::FunctionWithoutBody(name));
        }
        let actor = Actor::Function(function_id(site.function));
        self.emit(Op::Outside { actor, arguments });
        if self.unit().functions[site.function].is_noreturn {
            self.end_without_return();
            return self.no_value(site.ty);
        }
        let cause = HavocCause::ExternalResult(function_id(site.function));
        self.unknown_value(site.ty, Wanted::Value, cause)
    }

    /// A function without body that does not return may end the program, or never come to an end.
    pub(crate) fn end_without_return(&mut self) {
        self.check_no_leak_so_far();
        if self.wants(CheckKind::MemCleanup) {
            self.unsupported("how a function without body ends the program");
        }
        self.halt(HaltCause::Abort);
    }

    /// Any value of a C type.
    pub(crate) fn unknown_value(
        &mut self,
        ty: TypeId,
        wanted: Wanted,
        cause: HavocCause,
    ) -> ir::ExprId {
        let is_bool = matches!(self.unit().types[ty], CType::Bool);
        match (self.class(ty), wanted) {
            (Class::Void, _) => self.no_value(ty),
            (Class::Scalar(_), Wanted::Nothing) if cause != HavocCause::Input => self.no_value(ty),
            (Class::Scalar(scalar), _) if is_bool => {
                let target = self.temporary("%input", Type::Bool);
                self.emit(Op::Havoc { target, cause });
                let value = self.var(target);
                self.convert(value, Type::Bool, scalar)
            }
            (Class::Scalar(scalar), Wanted::Into(var))
                if self.up.program.vars[var].ty == scalar =>
            {
                self.emit(Op::Havoc { target: var, cause });
                self.var(var)
            }
            (Class::Scalar(scalar), _) => {
                let target = self.temporary("%input", scalar);
                self.emit(Op::Havoc { target, cause });
                self.var(target)
            }
            (Class::Memory(size), _) => {
                let target = self.result_object(ty);
                let size = self.size(size.unwrap_or(0));
                self.emit(Op::HavocMemory { target, size, cause });
                target
            }
        }
    }
}
