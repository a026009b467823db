//! What somebody outside does with functions of the program that it knows: it may call each of them,
//! any number of times, with any arguments.
//!
//! One function per actor does it, called wherever the actor acts (`outside`):
//!
//! ```text
//!   head: choice = 0; havoc choice effect f
//!         choice == 1: havoc a; call-back f g(a); call g(a); outside f(...); goto head
//!         choice == 2: ...
//!         else: return
//! ```
//!
//! Which functions the outside can know is not known here, so the loop has every function whose
//! address is used; `ir_passes::callbacks` leaves out the others. Pointers among the arguments lead
//! where pointers from outside do: to what it knows, to memory of its own, or nowhere.
//!
//! What this leaves out: an actor calls back before it returns, not at some later time by itself
//! (as an interrupt, a signal or another thread would), and no function of the program by its name.

use c_sema::typed::FunctionId;
use ir::{Actor, Callee, CompareOp, EdgeRole, HavocCause, Op, Type};
use source::Span;

use crate::expr::Wanted;
use crate::function::FunctionLowering;
use crate::scope::ScopeKind;
use crate::stand_in::is_error;
use crate::unit::{UnitLowering, function_id};

/// The function that calls back for an actor, and the place where the actor acts first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallBacks {
    actor: Actor,
    function: ir::FunctionId,
    span: Span,
}

/// Gives the functions that call back their bodies, once all others have theirs.
pub(crate) fn lower_callbacks(up: &mut UnitLowering<'_>) {
    let functions = up.unit.functions.ids();
    let callees: Vec<FunctionId> = functions.filter(|id| can_be_called_back(up, *id)).collect();
    for CallBacks { actor, function, span } in up.callbacks.clone() {
        let ty = up.unit.types.error();
        FunctionLowering::new(up, function, ty, span).call_back_loop(actor, &callees);
    }
}

fn can_be_called_back(up: &UnitLowering<'_>, function: FunctionId) -> bool {
    let id = function_id(function);
    let has_body = up.program.functions[id].body.is_some() && !up.program.is_stand_in(id);
    up.facts.address_taken.contains(function) && (has_body || is_error(up, function))
}

impl FunctionLowering<'_, '_> {
    /// The actor calls what it knows.
    pub(crate) fn call_back(&mut self, actor: Actor) {
        if self.up.facts.address_taken.is_empty() {
            return;
        }
        let known = self.up.callbacks.iter().find(|it| it.actor == actor).map(|it| it.function);
        let function = known.unwrap_or_else(|| self.up.declare_callbacks(actor, self.span));
        self.emit(Op::Call {
            target: None,
            callee: Callee::Direct(function),
            arguments: Vec::new(),
        });
    }

    fn call_back_loop(mut self, actor: Actor, callees: &[FunctionId]) {
        let head = self.body.add_location();
        self.go_to(head);
        self.current = Some(head);
        let int = ir::IntType::unsigned(32);
        let choice = self.temporary("%choice", Type::Int(int));
        let none = self.int(int, 0);
        self.emit(Op::Assign { target: choice, value: none });
        self.emit(Op::Havoc { target: choice, cause: HavocCause::Effect(actor) });
        for (index, &callee) in callees.iter().enumerate() {
            let (value, number) = (self.var(choice), self.int(int, index as i128 + 1));
            let is_this = self.compare(CompareOp::Eq, value, number);
            let is_other = self.not(is_this);
            let (called, others) = (self.body.add_location(), self.body.add_location());
            let from = self.current;
            // No decision of the program: the roles of its edges say nothing.
            self.branch_edge(is_this, called, EdgeRole::Plain);
            self.current = from;
            self.branch_edge(is_other, others, EdgeRole::Plain);
            self.current = Some(called);
            self.push_scope(ScopeKind::FullExpression);
            self.call_back_one(actor, callee);
            self.pop_scope();
            self.change_outside(actor, &[]);
            self.go_to(head);
            self.current = Some(others);
        }
        self.emit_return(None);
        self.finish();
    }

    fn call_back_one(&mut self, actor: Actor, callee: FunctionId) {
        let unit = self.unit();
        let (described, id) = (&unit.functions[callee], function_id(callee));
        if is_error(self.up, callee) {
            self.emit(Op::CallBack { actor, function: id, arguments: Vec::new() });
            return self.fail_in(&unit.symbols[described.name]);
        }
        let cause = match actor {
            Actor::Function(function) => HavocCause::ExternalResult(function),
            Actor::Assembly => HavocCause::Assembly,
        };
        let mut arguments = Vec::new();
        let function_ty = unit.types.function(described.ty);
        if let Some(ty) = function_ty.filter(|_| self.up.returns_memory(described.ty)) {
            arguments.push(self.result_object(ty.result));
        }
        let types: Vec<_> = match (&described.body, function_ty) {
            (Some(body), _) => body.parameters.iter().map(|&it| unit.objects[it].ty.ty).collect(),
            (None, Some(ty)) => ty.parameters.clone(),
            (None, None) => Vec::new(),
        };
        for ty in types {
            arguments.push(self.unknown_value(ty, Wanted::Value, cause.clone()));
        }
        let signature = self.up.program.functions[id].signature.clone();
        let takes_further = self.up.takes_further_arguments(described.ty);
        for index in arguments.len()..signature.parameters.len() {
            arguments.push(self.zero(signature.parameters[index]));
        }
        self.emit(Op::CallBack { actor, function: id, arguments: arguments.clone() });
        if takes_further {
            let name = &unit.symbols[described.name];
            return self
                .unsupported(format!("a call of `{name}` from outside with variable arguments"));
        }
        let callee = Callee::Direct(id);
        self.emit(Op::Call { target: None, callee, arguments });
        self.refuse_jump(callee);
    }
}

impl UnitLowering<'_> {
    fn declare_callbacks(&mut self, actor: Actor, span: Span) -> ir::FunctionId {
        let who = match actor {
            Actor::Function(function) => self.program.functions[function].name.as_ref(),
            Actor::Assembly => "assembly",
        };
        let name = format!("{}.{who}", ir::CALLS_BACK);
        let signature = ir::Signature { parameters: Vec::new(), result: None, is_variadic: false };
        let function = self.program.functions.push(ir::Function {
            name: name.into(),
            span,
            signature,
            parameters: Vec::new(),
            body: None,
        });
        self.callbacks.push(CallBacks { actor, function, span });
        function
    }
}
