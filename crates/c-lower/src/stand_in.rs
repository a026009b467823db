//! What a call through a pointer finds where the program defines nothing.
//!
//! A call by name of a function without body is replaced by what the function does. Through a
//! pointer it is a call like any other, so the function needs a body there:
//!
//! - an error function, or one that tells of a failed assertion, is compared with at every call
//!   through a pointer, so that the check stands where the call does, whatever type the call is
//!   made at;
//! - what ends the run, assumes something or asks for an input is a body that does;
//! - whatever else is known by name is a body that is not supported: to take the function for one
//!   without effect would be wrong. The models of the C library are linked in before, so what is
//!   left here has none.
//!
//! A function that nobody knows stays without body, and a call of it is one of an external
//! function.

use c_sema::typed::FunctionId;
use ir::{Callee, CompareOp, EdgeRole, Expr, HaltCause, HavocCause, Op, Type};
use verdict::{Assumption, CheckKind};

use crate::call::strange_call;
use crate::function::FunctionLowering;
use crate::library::{Known, known};
use crate::unit::{UnitLowering, function_id};

/// Whether a call of the function, by whatever way, violates the property.
pub(crate) fn is_error(up: &UnitLowering<'_>, function: FunctionId) -> bool {
    let described = &up.unit.functions[function];
    let name = &up.unit.symbols[described.name];
    up.checks.is_error_function(name)
        || described.body.is_none()
            && up.checks.wants(CheckKind::Assertion)
            && known(name) == Some(Known::AssertFailed)
}

/// The functions that a pointer may lead to and that violate the property when they are called.
pub(crate) fn error_targets(up: &UnitLowering<'_>) -> Vec<FunctionId> {
    up.facts.address_taken.iter().filter(|function| is_error(up, *function)).collect()
}

/// Gives a function that is named in the program and not defined there the body that a pointer to
/// it leads to, if it is one that everybody knows.
pub(crate) fn lower_stand_in(up: &mut UnitLowering<'_>, function: FunctionId) {
    let unit = up.unit;
    let described = &unit.functions[function];
    let name = &unit.symbols[described.name];
    if described.body.is_some() || !up.facts.address_taken.contains(function) {
        return;
    }
    let is_unmodelled = up.is_unmodelled(function);
    let known = known(name).or_else(|| is_unmodelled.then_some(Known::Other));
    let is_error = is_error(up, function);
    if let Some(what) = strange_call(up, function).filter(|_| known.is_none() && !is_error) {
        let mut lowering =
            FunctionLowering::new(up, function_id(function), described.ty, described.span);
        lowering.begin_stand_in();
        lowering.unsupported(what);
        return lowering.finish();
    }
    // What nobody knows is `outside_body`'s where functions without body act.
    let is_left = known.is_none() && (!described.is_noreturn || up.has_acting_externals());
    if is_error || is_left {
        return;
    }
    let mut lowering =
        FunctionLowering::new(up, function_id(function), described.ty, described.span);
    lowering.begin_stand_in();
    match known {
        Some(Known::AssertFailed | Known::Abort) => {
            lowering.check_at_abort();
            lowering.halt(HaltCause::Abort);
        }
        Some(Known::Exit) => {
            lowering.check_at_exit();
            lowering.halt(HaltCause::Exit);
        }
        Some(Known::Assume) => lowering.assume_parameter(),
        Some(Known::Input) => lowering.return_input(),
        Some(Known::BoolInput) => lowering.return_truth(),
        Some(Known::Other) => lowering.unsupported(format!("call of `{name}` through a pointer")),
        None => {
            lowering.up.assume(Assumption::FunctionWithoutBody(name.to_owned()));
            lowering.end_without_return();
        }
    }
    lowering.finish();
}

impl FunctionLowering<'_, '_> {
    /// The parameters of a function that has no names for them.
    fn begin_stand_in(&mut self) {
        let types = self.up.program.functions[self.id].signature.parameters.clone();
        let vars = types.into_iter().map(|ty| self.temporary("%argument", ty)).collect();
        self.up.program.functions[self.id].parameters = vars;
    }

    /// Runs on which the parameter is zero are of no interest.
    fn assume_parameter(&mut self) {
        let parameters = self.up.program.functions[self.id].parameters.clone();
        let Some(&parameter) = parameters.first() else {
            return self.unsupported("an assumption that is passed nothing");
        };
        let ty = self.up.program.vars[parameter].ty;
        let (value, zero) = (self.var(parameter), self.zero(ty));
        let condition = self.compare(CompareOp::Ne, value, zero);
        let (holds, fails) = (self.body.add_location(), self.body.add_location());
        self.branch_on(condition, holds, fails);
        self.current = Some(fails);
        self.halt(HaltCause::Assumption);
        self.current = Some(holds);
        self.return_nothing();
    }

    fn return_nothing(&mut self) {
        let result = self.up.program.functions[self.id].signature.result;
        let value = result.map(|ty| self.zero(ty));
        self.return_value(value);
    }

    fn return_input(&mut self) {
        let Some(ty) = self.up.program.functions[self.id].signature.result else {
            return self.return_nothing();
        };
        let target = self.temporary("%input", ty);
        self.emit(Op::Havoc { target, cause: HavocCause::Input });
        let value = self.var(target);
        self.return_value(Some(value));
    }

    /// An input that is 0 or 1.
    fn return_truth(&mut self) {
        let Some(ty) = self.up.program.functions[self.id].signature.result else {
            return self.return_nothing();
        };
        let target = self.temporary("%input", Type::Bool);
        self.emit(Op::Havoc { target, cause: HavocCause::Input });
        let truth = self.var(target);
        let value = self.convert(truth, Type::Bool, ty);
        self.return_value(Some(value));
    }

    /// The run fails here if the pointer leads to an error function.
    pub(crate) fn fail_at_error_functions(&mut self, pointer: ir::ExprId) {
        for function in self.up.error_targets.clone() {
            let name = self.up.program.functions[function_id(function)].name.clone();
            let address = self.pool().intern(Expr::FunctionAddress(function_id(function)));
            let is_this = self.compare(CompareOp::Eq, pointer, address);
            let is_other = self.not(is_this);
            let (fails, goes_on) = (self.body.add_location(), self.body.add_location());
            let from = self.current;
            // No decision of the program: the roles of its edges say nothing.
            self.branch_edge(is_this, fails, EdgeRole::Plain);
            self.current = from;
            self.branch_edge(is_other, goes_on, EdgeRole::Plain);
            self.current = Some(fails);
            self.fail_in(&name);
            self.current = Some(goes_on);
        }
    }

    /// The run calls an error function.
    pub(crate) fn fail_in(&mut self, name: &str) {
        if self.up.checks.is_error_function(name) {
            self.check_unreachable(format!("`{name}` is never called"));
        } else {
            self.check_never(CheckKind::Assertion, "the assertion holds".to_owned());
        }
    }

    /// Calls a function that takes one pointer and gives nothing, which the compiler put here.
    pub(crate) fn call_hidden(&mut self, function: FunctionId, argument: ir::ExprId) {
        let name = self.up.program.functions[function_id(function)].name.clone();
        if is_error(self.up, function) {
            return self.fail_in(&name);
        }
        if self.unit().functions[function].body.is_none() {
            return self.unsupported(format!("`{name}` without body, as a `cleanup` function"));
        }
        let callee = Callee::Direct(function_id(function));
        self.emit(Op::Call { target: None, callee, arguments: vec![argument] });
        self.go_on_jumping(callee);
    }
}
