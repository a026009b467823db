//! The variables from which heap blocks are reached.
//!
//! Globals and the locals of every activation, as the source declares them. Temporaries of
//! lowering are left out: one that still holds the result of a `malloc` whose pointer has since
//! been overwritten would hide the leak.

use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::value::Origin;

impl<I: InputSource> Interpreter<'_, I> {
    pub(crate) fn roots(&self) -> impl Iterator<Item = Origin> {
        let globals = self.tables.source_globals.iter().map(|&slot| self.get(slot).origin());
        let locals = self.frames.iter().flat_map(|frame| {
            let slots = &self.tables.source_locals[frame.code.function];
            slots.iter().map(|slot| self.locals[frame.base + slot.index()].origin())
        });
        globals.chain(locals)
    }
}
