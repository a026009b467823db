//! From the IR to the form that is run; see [`crate::code`].

mod expr;
mod function;

use index::IndexVec;
use ir::{DataModel, ExprId, FunctionId, ObjectId, Program, Scope, Type, VarId};
use rustc_hash::FxHashMap;

use crate::code::{Instr, Slot};
use crate::value::{Origin, Value};
use crate::visible::Visible;

use expr::ExprCompiler;
pub(crate) use function::compile_function;

/// What an address in an expression means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ObjectPlace {
    Static(Value),
    /// The number of the object in its function.
    Local(u32),
}

/// The values that do not belong to an activation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fixed {
    pub values: Vec<Value>,
    constants: FxHashMap<Value, Slot>,
    /// Slots for intermediate results. Those of one edge are free again on the next.
    temporaries: Vec<Slot>,
}

/// Which slot, place or address each thing of the program has.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub var_slots: IndexVec<VarId, Slot>,
    /// What the locals of each function hold when an activation begins.
    pub locals: IndexVec<FunctionId, Vec<Value>>,
    pub object_places: IndexVec<ObjectId, ObjectPlace>,
    pub local_objects: IndexVec<FunctionId, Vec<ObjectId>>,
    pub function_addresses: IndexVec<FunctionId, Value>,
    pub visible: Visible,
}

impl Fixed {
    pub(crate) fn push(&mut self, value: Value) -> Slot {
        self.values.push(value);
        Slot::fixed(self.values.len() - 1)
    }

    fn constant(&mut self, value: Value) -> Slot {
        if let Some(&slot) = self.constants.get(&value) {
            return slot;
        }
        let slot = self.push(value);
        self.constants.insert(value, slot);
        slot
    }

    fn temporary(&mut self, number: usize) -> Slot {
        while self.temporaries.len() <= number {
            let slot = self.push(Value::plain(0));
            self.temporaries.push(slot);
        }
        self.temporaries[number]
    }
}

impl Tables {
    /// Slots for variables and numbers for local objects. Addresses of static objects and
    /// functions are for the caller to fill in.
    pub(crate) fn new(program: &Program, fixed: &mut Fixed) -> Self {
        let n_functions = program.functions.len();
        let mut locals: IndexVec<FunctionId, Vec<Value>> =
            IndexVec::from_elem(Vec::new(), n_functions);
        let var_slots = program.vars.values().map(|var| match var.scope {
            Scope::Global => fixed.push(Value::plain(0)),
            Scope::Local(function) => {
                locals[function].push(indeterminate(program.model, var.ty));
                Slot::local(locals[function].len() - 1)
            }
        });
        let var_slots = var_slots.collect();
        let mut local_objects: IndexVec<FunctionId, Vec<ObjectId>> =
            IndexVec::from_elem(Vec::new(), n_functions);
        let object_places = program.objects.iter().map(|(object, it)| match it.scope {
            Scope::Global => ObjectPlace::Static(Value::plain(0)),
            Scope::Local(function) => {
                local_objects[function].push(object);
                ObjectPlace::Local(local_objects[function].len() as u32 - 1)
            }
        });
        let object_places = object_places.collect();
        let function_addresses = IndexVec::from_elem(Value::plain(0), n_functions);
        let visible = Visible::of(program);
        Self { var_slots, locals, object_places, local_objects, function_addresses, visible }
    }
}

/// Instructions that compute all of these, and where they leave them.
pub(crate) fn compile_values(
    program: &Program,
    tables: &Tables,
    fixed: &mut Fixed,
    exprs: &[ExprId],
) -> (Vec<Instr>, Vec<Slot>) {
    let mut compiler = ExprCompiler::new(program, tables, fixed);
    let slots = exprs.iter().map(|expr| compiler.compile(*expr)).collect();
    (compiler.instrs, slots)
}

/// A value of which nothing is determined.
pub(crate) fn indeterminate(model: DataModel, ty: Type) -> Value {
    Value::with_indeterminate(0, type_mask(model, ty), Origin::NONE)
}

/// The bits that a value of the type can have.
pub(crate) fn type_mask(model: DataModel, ty: Type) -> u128 {
    match ty {
        Type::Bool => 1,
        Type::Int(int) => int.mask(),
        Type::Float(float) => u128::MAX >> (128 - float.bits()),
        Type::Pointer => model.size_type().mask(),
    }
}
