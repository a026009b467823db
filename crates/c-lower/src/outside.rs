//! What somebody outside the program does when it is given control: a function without body, or
//! inline assembly that may touch memory.
//!
//! ```text
//!   f(p);     outside f(p, g, &table)     what can be reached may change
//!             havoc g effect f            and so may the variables that it sees by name
//! ```
//!
//! By name it sees the objects with external linkage, those that are defined elsewhere included.
//! What is `const` does not change, but pointers in it lead on.

use c_sema::typed::{Duration, ExprId, Linkage};
use c_sema::types::{QualType, Type as CType, TypeId, Types};
use ir::{Actor, Contents, HavocCause, Op, StaticBytes, Type};
use verdict::Assumption;

use crate::function::FunctionLowering;
use crate::surroundings::Externals;
use crate::unit::{Home, UnitLowering};

/// What can be named in other files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visible {
    /// Variables that can be changed, and their C types.
    registers: Vec<(ir::VarId, Holds)>,
    /// Variables that hold pointers, and objects.
    pointers: Vec<ir::VarId>,
    objects: Vec<ir::ObjectId>,
}

/// What values a variable takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Anything,
    /// `_Bool`: 0 or 1.
    Truth,
}

impl UnitLowering<'_> {
    /// Gathers what can be named in other files. Static objects must have their homes.
    pub(crate) fn find_visible(&mut self) {
        let mut visible = Visible::default();
        for (id, object) in self.unit.objects.iter() {
            let (Duration::Static(linkage) | Duration::ThreadLocal(linkage)) = object.duration
            else {
                continue;
            };
            if !matches!(linkage, Linkage::External | Linkage::Undefined) {
                continue;
            }
            match self.homes[id] {
                Some(Home::Register(var)) => {
                    if !self.is_constant_type(object.ty) {
                        visible.registers.push((var, self.holds(object.ty)));
                    }
                    if self.program.vars[var].ty == Type::Pointer {
                        visible.pointers.push(var);
                    }
                }
                Some(Home::Object(object)) if self.matters_outside(object) => {
                    visible.objects.push(object);
                }
                Some(Home::PerThread(first)) if self.matters_outside(first) => {
                    visible.objects.extend(self.instances(first));
                }
                Some(Home::Object(_) | Home::PerThread(_) | Home::Pointed(_)) | None => {}
            }
        }
        self.visible = visible;
    }

    pub(crate) fn has_acting_externals(&self) -> bool {
        self.surroundings.externals == Externals::Havoc
    }

    /// What has no body here may have one in assembly at file scope.
    pub(crate) fn may_be_assembly(&self) -> bool {
        self.has_acting_externals() && !self.unit.file_asm.is_empty()
    }

    fn holds(&self, ty: QualType) -> Holds {
        match self.unit.types[ty.ty] {
            CType::Bool => Holds::Truth,
            _ => Holds::Anything,
        }
    }

    /// Can it be changed, or does it lead to something that can?
    fn matters_outside(&self, object: ir::ObjectId) -> bool {
        let object = &self.program.objects[object];
        let leads_on = match &object.contents {
            Contents::Static(values) => {
                values.iter().any(|value| !matches!(value.value, StaticBytes::Bytes(_)))
            }
            Contents::Unknown => true,
            Contents::Indeterminate | Contents::Device { .. } => false,
        };
        leads_on || !object.is_read_only
    }
}

impl FunctionLowering<'_, '_> {
    pub(crate) fn has_acting_externals(&self) -> bool {
        self.up.has_acting_externals()
    }

    /// Somebody outside acts who is given these values: changes what it knows, and calls it.
    pub(crate) fn act_outside(&mut self, actor: Actor, given: &[ir::ExprId]) {
        if self.current.is_none() {
            return;
        }
        self.up.assume(Assumption::Outside);
        self.change_outside(actor, given);
        self.call_back(actor);
    }

    /// Somebody outside changes what it knows.
    pub(crate) fn change_outside(&mut self, actor: Actor, given: &[ir::ExprId]) {
        if self.current.is_none() {
            return;
        }
        let visible = self.up.visible.clone();
        // What leads nowhere is null, so that the others keep their places.
        let null = self.pool().intern(ir::Expr::Null);
        let mut arguments: Vec<ir::ExprId> = given
            .iter()
            .map(|value| if self.can_lead_on(*value) { *value } else { null })
            .collect();
        arguments.extend(visible.pointers.iter().map(|&var| self.var(var)));
        arguments.extend(visible.objects.iter().map(|&object| self.object_address(object)));
        self.emit(Op::Outside { actor, arguments });
        for &(target, holds) in &visible.registers {
            let cause = HavocCause::Effect(actor);
            match holds {
                Holds::Anything => self.emit(Op::Havoc { target, cause }),
                Holds::Truth => self.change_truth(target, cause),
            }
        }
    }

    /// What a function without body learns from its arguments. A record without pointers is passed
    /// as a copy that leads nowhere.
    pub(crate) fn values_for_outside(&mut self, arguments: &[ExprId]) -> Vec<ir::ExprId> {
        let unit = self.unit();
        let is_plain = |argument: &ExprId| {
            let ty = unit.exprs[*argument].ty;
            unit.types.record(ty).is_some() && !holds_pointers(&unit.types, ty)
        };
        if !arguments.iter().any(is_plain) {
            return self.argument_values(arguments);
        }
        let mut values = Vec::new();
        for argument in arguments {
            match is_plain(argument) {
                true => {
                    self.effects(*argument);
                    values.push(self.pool().intern(ir::Expr::Null));
                }
                false => values.push(self.argument_value(*argument)),
            }
        }
        values
    }

    /// A string literal cannot be changed and leads nowhere; neither does a number that no
    /// pointer went into.
    fn can_lead_on(&self, value: ir::ExprId) -> bool {
        let program = &self.up.program;
        match program.exprs[value] {
            ir::Expr::Int(..) | ir::Expr::Float(..) | ir::Expr::Bool(_) | ir::Expr::Null => false,
            ir::Expr::ObjectAddress(object) => {
                program.objects[object].scope != ir::Scope::Global
                    || self.up.matters_outside(object)
            }
            _ => true,
        }
    }

    /// Any truth value, as the integer that C has for it.
    fn change_truth(&mut self, target: ir::VarId, cause: HavocCause) {
        let Type::Int(int) = self.up.program.vars[target].ty else { return };
        let value = self.var(target);
        let truth = self.truth(value, Type::Int(int));
        let changed = self.temporary("%truth", Type::Bool);
        self.emit(Op::Assign { target: changed, value: truth });
        self.emit(Op::Havoc { target: changed, cause });
        let changed = self.var(changed);
        let value = self.int_of_truth(changed, int);
        self.emit(Op::Assign { target, value });
    }
}

/// Whether a value of the type may contain a pointer.
pub(crate) fn holds_pointers(types: &Types, ty: TypeId) -> bool {
    let mut pending = vec![ty];
    while let Some(ty) = pending.pop() {
        match &types[ty] {
            CType::Void
            | CType::Bool
            | CType::Int(_)
            | CType::Bits { .. }
            | CType::Enum(_)
            | CType::Float(_) => {}
            CType::Complex(_) | CType::Vector { .. } => {}
            CType::Array { element, .. } => pending.push(element.ty),
            CType::Record(record) => {
                pending.extend(types.fields(*record).iter().map(|field| field.ty.ty));
            }
            CType::Pointer(_) | CType::Function(_) | CType::Error => return true,
        }
    }
    false
}
