//! Bodies for what is outside the program, so that a call through a pointer does there what a call
//! by name does: functions without body whose address is taken, and for each kind of call through a
//! pointer one *stranger*, for pointers that lead nowhere in the program.
//!
//! Only where functions without body act (`surroundings`); by the field's convention they have no
//! body, and a call has any result. What the library knows by its name is left to it.

use c_sema::typed::{FunctionId, Purity};
use ir::{Actor, HaltCause, HavocCause, Op};
use verdict::Assumption;

use crate::function::FunctionLowering;
use crate::library::{is_harmless, is_known};
use crate::unit::{UnitLowering, function_id};

pub(crate) fn lower_outside(up: &mut UnitLowering<'_>) {
    if !up.has_acting_externals() {
        return;
    }
    let unit = up.unit;
    for (id, function) in unit.functions.iter() {
        let name = &unit.symbols[function.name];
        let has_body =
            function.body.is_some() || up.program.functions[function_id(id)].body.is_some();
        let is_outside = !has_body && up.facts.address_taken.contains(id);
        let is_known = is_known(name) || up.is_unmodelled(id);
        if is_outside && !is_known && !up.checks.is_error_function(name) {
            stand_in(up, id);
        }
    }
    for id in up.program.signatures.ids().collect::<Vec<_>>() {
        stranger(up, id);
    }
}

fn stand_in(up: &mut UnitLowering<'_>, function: FunctionId) {
    let declared = &up.unit.functions[function];
    let name = &up.unit.symbols[declared.name];
    let acts = declared.purity == Purity::Ordinary && !is_harmless(name);
    up.assume(match acts {
        true => Assumption::FunctionOutside(name.to_owned()),
        false => Assumption::FunctionWithoutBody(name.to_owned()),
    });
    let (id, span) = (function_id(function), declared.span);
    let is_noreturn = declared.is_noreturn;
    let cause = up.external_cause(function);
    let mut lowering = FunctionLowering::new(up, id, declared.ty, span);
    let values = lowering.unnamed_parameters();
    if acts {
        lowering.act_unseen(Actor::Function(id), &values);
    }
    if is_noreturn {
        lowering.halt(HaltCause::Abort);
    }
    lowering.return_anything(id, cause);
}

fn stranger(up: &mut UnitLowering<'_>, signature: ir::SignatureId) {
    let signature = up.program.signatures[signature].clone();
    let name = format!("{}.{}", ir::STRANGER, up.program.strangers.len());
    let span = source::Span::default();
    let id = up.program.functions.push(ir::Function {
        name: name.into(),
        span,
        signature,
        parameters: Vec::new(),
        body: None,
    });
    up.program.strangers.push(id);
    let ty = up.unit.types.error();
    let mut lowering = FunctionLowering::new(up, id, ty, span);
    let values = lowering.unnamed_parameters();
    lowering.act_unseen(Actor::Function(id), &values);
    lowering.return_anything(id, HavocCause::ExternalResult(id));
}

impl FunctionLowering<'_, '_> {
    /// Variables that take the arguments; their values.
    pub(crate) fn unnamed_parameters(&mut self) -> Vec<ir::ExprId> {
        let types = self.up.program.functions[self.id].signature.parameters.clone();
        let vars: Vec<ir::VarId> =
            types.into_iter().map(|ty| self.temporary("%parameter", ty)).collect();
        self.up.program.functions[self.id].parameters = vars.clone();
        vars.into_iter().map(|var| self.var(var)).collect()
    }

    /// Arguments that nobody has named cannot be seen here.
    fn act_unseen(&mut self, actor: Actor, values: &[ir::ExprId]) {
        match self.up.program.functions[self.id].signature.is_variadic {
            true => self.unsupported("a call through a pointer with variable arguments"),
            false => self.act_outside(actor, values),
        }
    }

    fn return_anything(mut self, id: ir::FunctionId, cause: HavocCause) {
        let result = self.up.program.functions[id].signature.result.map(|ty| {
            let target = self.temporary("%result", ty);
            self.emit(Op::Havoc { target, cause });
            self.var(target)
        });
        self.emit_return(result);
        self.finish();
    }
}
