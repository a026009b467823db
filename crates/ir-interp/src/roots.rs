//! The variables from which heap blocks are reached: globals, and the locals of every activation
//! of every thread.
//!
//! Temporaries of lowering count: between the calls of one expression they may hold the only
//! pointer to a block. Lowering clears those that the expression no longer needs.

use ir::Scope;

use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::value::Origin;

impl<I: InputSource> Interpreter<'_, I> {
    pub(crate) fn roots(&self) -> impl Iterator<Item = Origin> {
        let globals = self.program.vars.iter().filter(|(_, var)| var.scope == Scope::Global);
        let globals = globals.map(|(var, _)| self.get(self.tables.var_slots[var]));
        globals.chain(self.all_locals()).map(|value| value.origin())
    }
}
