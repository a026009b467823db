//! The variables from which heap blocks are reached: globals, and the locals of every activation
//! of every thread.
//!
//! Temporaries of lowering count: between the calls of one expression they may hold the only
//! pointer to a block. Lowering clears those that the expression no longer needs.

use ir::{Scope, Type};

use crate::compile::indeterminate;
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::value::{Origin, Value};

impl<I: InputSource> Interpreter<'_, I> {
    pub(crate) fn roots(&self) -> impl Iterator<Item = Origin> {
        self.root_values().map(|value| value.origin())
    }

    /// Whether a pointer is held of which it is not modelled where it points: any block may be
    /// reached by it.
    pub(crate) fn holds_any_pointer(&self) -> bool {
        let whole = indeterminate(self.program.model, Type::Pointer).indeterminate();
        let mut values = self.root_values();
        values.any(|value| value.is_unmodelled() && value.indeterminate() == whole)
            || self.memory.has_unmodelled()
    }

    fn root_values(&self) -> impl Iterator<Item = &Value> {
        let globals = self.program.vars.iter().filter(|(_, var)| var.scope == Scope::Global);
        let globals = globals.map(|(var, _)| self.get(self.tables.var_slots[var]));
        globals.chain(self.all_locals())
    }
}
