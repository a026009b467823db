//! What somebody outside the program does to its memory.
//!
//! The outside knows the objects that it was given and whatever can be reached from them, for good
//! ([`Memory::tell_outside`]). When it acts, each byte that it knows may change. Which ones and how
//! is a choice of the environment that is put off: the bytes become unknown and keep what they
//! held, and the source of inputs is asked at the first read, with the old value as the one that
//! stays if nothing was written. So a run asks only about what matters to it.
//!
//! The outside does not free what it is given and does not end lives. Whether it will, or keeps a
//! pointer to a block that the program has lost, is not known; so a run on which a check of leaks
//! hangs on that is unsupported.

use ir::Actor;

use crate::code::Outside;
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::memory::{Memory, Told};
use crate::outcome::Stop;
use crate::value::{Origin, Value};

/// Addresses that the source of inputs is told.
const MAX_ADDRESSES: usize = 64;

impl<I: InputSource> Interpreter<'_, I> {
    pub(crate) fn act_outside(&mut self, outside: &Outside) -> Result<(), Stop> {
        let values = outside.arguments.iter().map(|&slot| *self.get(slot));
        let values: Vec<Value> = values.collect();
        if let Some(fault) = values.iter().find_map(Value::fault) {
            return Err(fault.into());
        }
        let given: Vec<Origin> = values.iter().map(Value::origin).collect();
        let program = self.program;
        let has_body =
            |function| program.functions[function].body.is_some() && !program.is_stand_in(function);
        let Told { n_bytes, callback } =
            self.memory.tell_outside(&given, outside.actor, has_body)?;
        self.spend(n_bytes)?;
        if let Some(callback) = callback {
            let callback = &program.functions[callback].name;
            let who = self.actor_name(outside.actor);
            return Err(Stop::Unsupported(format!("{who} may call `{callback}` back").into()));
        }
        let addresses = self.memory.known_addresses(MAX_ADDRESSES);
        self.inputs.outside_knows(&addresses);
        Ok(())
    }

    /// False if a check of leaks fails whatever the outside does with the blocks that it knows.
    pub(crate) fn open_outside(
        &self,
        fails_anyway: impl FnOnce(&Memory) -> bool,
    ) -> Result<bool, Stop> {
        match self.memory.actor_with_block() {
            Some(actor) if !fails_anyway(&self.memory) => {
                let who = self.actor_name(actor);
                let what =
                    format!("{who} knows a block that is not freed, and may free or keep it");
                Err(Stop::Unsupported(what.into()))
            }
            _ => Ok(false),
        }
    }

    fn actor_name(&self, actor: Actor) -> String {
        match actor {
            Actor::Function(function) => format!("`{}`", self.program.functions[function].name),
            Actor::Assembly => "inline assembly".to_owned(),
        }
    }
}
