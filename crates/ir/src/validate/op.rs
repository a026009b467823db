//! Rules V1 and O1 to O9: what edges say.

use index::{IdSet, IndexVec};

use super::{Place, Report, is_memory_type};
use crate::expr::{Expr, ExprId};
use crate::op::{Actor, AllocationKind, Callee, Condition, HavocCause, Op};
use crate::program::{Function, FunctionId, ObjectId, Program, Scope, Signature, VarId};
use crate::types::{IntType, Type};

pub(super) fn check(
    program: &Program,
    types: &IndexVec<ExprId, Type>,
    id: FunctionId,
    function: &Function,
    report: &mut Report,
) {
    let Some(body) = &function.body else { return };
    let mut checker = Checker {
        program,
        types,
        id,
        function,
        place: Place::Function(id),
        seen: IdSet::new(),
        report,
    };
    for (edge_id, edge) in body.edges.iter() {
        checker.place = Place::Edge(id, edge_id);
        checker.op(&edge.op);
    }
}

struct Checker<'a> {
    program: &'a Program,
    types: &'a IndexVec<ExprId, Type>,
    id: FunctionId,
    function: &'a Function,
    place: Place,
    /// Expressions of this function that have been looked through for foreign locals.
    seen: IdSet<ExprId>,
    report: &'a mut Report,
}

impl Checker<'_> {
    fn op(&mut self, op: &Op) {
        let size = Type::Int(self.program.model.size_type());
        match op {
            Op::Skip | Op::Halt { .. } | Op::AtomicBegin(_) | Op::AtomicEnd => {}
            Op::Unsupported { .. } => {}
            Op::Assign { target, value } => {
                if let Some(ty) = self.target(*target) {
                    self.typed("O1", *value, ty);
                }
            }
            Op::Assume { condition } => self.typed("O2", *condition, Type::Bool),
            Op::Havoc { target, cause } => {
                self.target(*target);
                self.cause(cause);
            }
            Op::Load { target, pointer, access } => {
                let fits = self.target(*target).is_none_or(|ty| ty == access.ty);
                self.demand("O3", fits, "the variable has another type than the access");
                self.demand("O3", is_memory_type(access.ty), "this type is not in memory");
                self.typed("O3", *pointer, Type::Pointer);
            }
            Op::Store { pointer, value, access } => {
                self.demand("O3", is_memory_type(access.ty), "this type is not in memory");
                self.typed("O3", *pointer, Type::Pointer);
                self.typed("O3", *value, access.ty);
            }
            Op::Copy { target, source, size: length } => {
                self.typed("O4", *target, Type::Pointer);
                self.typed("O4", *source, Type::Pointer);
                self.typed("O4", *length, size);
            }
            Op::Fill { target, byte, size: length } => {
                self.typed("O4", *target, Type::Pointer);
                self.typed("O4", *byte, Type::Int(IntType::unsigned(8)));
                self.typed("O4", *length, size);
            }
            Op::HavocMemory { target, size: length, cause } => {
                self.typed("O4", *target, Type::Pointer);
                self.typed("O4", *length, size);
                self.cause(cause);
            }
            Op::Allocate { target, size: length, kind } => {
                let fits = self.target(*target).is_none_or(|ty| ty == Type::Pointer);
                self.demand("O4", fits, "the target of an allocation is a pointer");
                self.typed("O4", *length, size);
                if let AllocationKind::Stack(holder) = kind {
                    self.scope(*holder);
                }
            }
            Op::Reallocate { target, pointer, size: length } => {
                let fits = self.target(*target).is_none_or(|ty| ty == Type::Pointer);
                self.demand("O4", fits, "the target of an allocation is a pointer");
                self.typed("O4", *pointer, Type::Pointer);
                self.typed("O4", *length, size);
            }
            Op::Free { pointer } => self.typed("O4", *pointer, Type::Pointer),
            Op::Outside { actor, arguments } => {
                self.actor(*actor);
                for argument in arguments {
                    self.expr(*argument);
                }
            }
            Op::CallBack { actor, function, arguments } => {
                self.actor(*actor);
                self.actor(Actor::Function(*function));
                for argument in arguments {
                    self.expr(*argument);
                }
            }
            Op::Call { target, callee, arguments } => self.call(*target, *callee, arguments),
            Op::Return { value } => self.return_value(*value),
            Op::EnterScope { object } | Op::LeaveScope { object } => self.scope(*object),
            Op::Check { check, condition } => {
                let exists = self.program.checks.contains_id(*check);
                self.demand("O7", exists, "no such check");
                self.condition(condition);
            }
            Op::ThreadCreate { .. } | Op::ThreadJoin { .. } => self.thread(op),
            Op::ThreadExit { value } => self.typed("O8", *value, Type::Pointer),
            Op::Await { condition } => self.typed("O8", *condition, Type::Bool),
            Op::ThreadSelf { target } => {
                let ty = self.target(*target);
                let fits = matches!(ty, None | Some(Type::Int(_)));
                self.demand("O8", fits, "the number of a thread is an integer");
            }
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Holds(expr) => self.typed("O7", *expr, Type::Bool),
            Condition::ValidAccess { pointer, size } => {
                self.typed("O7", *pointer, Type::Pointer);
                self.typed("O7", *size, Type::Int(self.program.model.size_type()));
            }
            Condition::ValidFree { pointer }
            | Condition::Writable { pointer }
            | Condition::Callable { pointer } => self.typed("O7", *pointer, Type::Pointer),
            Condition::Aligned { pointer, align } => {
                self.typed("O7", *pointer, Type::Pointer);
                self.demand("O7", align.is_power_of_two(), "an alignment is a power of two");
            }
            Condition::Apart { target, source, sizes, .. } => {
                self.typed("O7", *target, Type::Pointer);
                self.typed("O7", *source, Type::Pointer);
                for size in sizes {
                    self.typed("O7", *size, Type::Int(self.program.model.size_type()));
                }
            }
            Condition::SameObject { left, right }
            | Condition::InObject { base: left, pointer: right } => {
                self.typed("O7", *left, Type::Pointer);
                self.typed("O7", *right, Type::Pointer);
            }
            Condition::AllReachable | Condition::AllFreed => {}
            Condition::Initialised(expr) => {
                self.expr(*expr);
            }
        }
    }

    fn thread(&mut self, op: &Op) {
        if let Op::ThreadCreate { handle, start, argument } = op {
            if let Some(handle) = handle {
                self.typed("O8", *handle, Type::Pointer);
            }
            self.typed("O8", *argument, Type::Pointer);
            if let Some(signature) = self.callee(*start) {
                let fits = signature.parameters == [Type::Pointer];
                self.demand("O8", fits, "a start routine takes one pointer");
            }
        }
        if let Op::ThreadJoin { thread, result } = op {
            let fits = matches!(self.expr(*thread), None | Some(Type::Int(_) | Type::Pointer));
            self.demand("O8", fits, "a thread is an integer or a pointer");
            if let Some(result) = result {
                self.typed("O8", *result, Type::Pointer);
            }
        }
    }

    fn call(&mut self, target: Option<VarId>, callee: Callee, arguments: &[ExprId]) {
        let Some(signature) = self.callee(callee) else { return };
        let n_parameters = signature.parameters.len();
        let fits = arguments.len() == n_parameters
            || signature.is_variadic && arguments.len() > n_parameters;
        self.demand("O5", fits, "the number of arguments does not fit");
        for (index, argument) in arguments.iter().enumerate() {
            match signature.parameters.get(index) {
                Some(ty) => self.typed("O5", *argument, *ty),
                None => {
                    self.expr(*argument);
                }
            }
        }
        if let Some(target) = target {
            let ty = self.target(target);
            self.demand("O5", ty == signature.result, "the target has not the result's type");
        }
    }

    /// The signature that a call goes by.
    fn callee(&mut self, callee: Callee) -> Option<Signature> {
        match callee {
            Callee::Direct(function) => {
                let found = self.program.functions.get(function);
                self.demand("O5", found.is_some(), "no such function");
                found.map(|function| function.signature.clone())
            }
            Callee::Indirect(pointer, signature) => {
                self.typed("O5", pointer, Type::Pointer);
                let found = self.program.signatures.get(signature);
                self.demand("O5", found.is_some(), "no such signature");
                found.cloned()
            }
        }
    }

    fn return_value(&mut self, value: Option<ExprId>) {
        match (value, self.function.signature.result) {
            (None, None) => {}
            (Some(value), Some(ty)) => self.typed("O6", value, ty),
            (None, Some(_)) => self.demand("O6", false, "a result is missing"),
            (Some(_), None) => self.demand("O6", false, "a result from a function without one"),
        }
    }

    fn scope(&mut self, object: ObjectId) {
        let found = self.program.objects.get(object);
        let is_own = found.is_some_and(|object| object.scope == Scope::Local(self.id));
        self.demand("O9", is_own, "only an own local object has a scope");
    }

    fn cause(&mut self, cause: &HavocCause) {
        match cause {
            HavocCause::ExternalResult(function) => self.actor(Actor::Function(*function)),
            HavocCause::Effect(actor) => self.actor(*actor),
            HavocCause::Input
            | HavocCause::Uninitialised
            | HavocCause::Volatile
            | HavocCause::Assembly
            | HavocCause::Unmodelled => {}
        }
    }

    fn actor(&mut self, actor: Actor) {
        if let Actor::Function(function) = actor {
            let exists = self.program.functions.contains_id(function);
            self.demand("O5", exists, "no such function");
        }
    }

    /// The type of an assigned variable that exists and may be named here.
    fn target(&mut self, var: VarId) -> Option<Type> {
        let found = self.program.vars.get(var);
        let is_known = found.is_some_and(|var| self.is_visible(var.scope));
        self.demand("V1", is_known, "the assigned variable is not one of this function");
        found.map(|var| var.ty)
    }

    fn typed(&mut self, rule: &'static str, expr: ExprId, expected: Type) {
        let Some(found) = self.expr(expr) else { return };
        let place = self.place.clone();
        self.report.demand(rule, &place, found == expected, || {
            format!("an operand of type {found} where {expected} is needed")
        });
    }

    /// The type of an expression, after looking through it for locals of other functions.
    fn expr(&mut self, expr: ExprId) -> Option<Type> {
        if !self.types.contains_id(expr) {
            self.demand("E10", false, "no such expression");
            return None;
        }
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            if !self.seen.insert(expr) {
                continue;
            }
            let node = &self.program.exprs[expr];
            let scope = match node {
                Expr::Var(var) => self.program.vars[*var].scope,
                Expr::ObjectAddress(object) => self.program.objects[*object].scope,
                _ => Scope::Global,
            };
            let is_visible = self.is_visible(scope);
            self.demand("V1", is_visible, "a local of another function is named");
            pending.extend(node.operands());
        }
        Some(self.types[expr])
    }

    fn is_visible(&self, scope: Scope) -> bool {
        scope == Scope::Global || scope == Scope::Local(self.id)
    }

    fn demand(&mut self, rule: &'static str, holds: bool, message: &str) {
        let place = self.place.clone();
        self.report.demand(rule, &place, holds, || message.to_owned());
    }
}
