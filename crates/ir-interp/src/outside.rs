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

use index::IdSet;
use ir::{Actor, FunctionId, Op, Program, Type};

use crate::code::{CallBack, Demand, Outside};
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::memory::{Memory, Told};
use crate::notes::{Action, CalledBack, Learned};
use crate::outcome::Stop;
use crate::value::{Origin, Value};

/// Addresses that the source of inputs is told.
const MAX_ADDRESSES: usize = 64;

/// Why a run has no verdict on which a check fails for a pointer that came so.
pub(crate) const PASSED_BACK: &str =
    "a check of a pointer that a function outside passes to one of the program";

/// The functions that some step lets the outside call.
fn called_back(program: &Program) -> IdSet<FunctionId> {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let edges = bodies.flat_map(|body| body.edges.values());
    let functions = edges.filter_map(|edge| match edge.op {
        Op::CallBack { function, .. } => Some(function),
        _ => None,
    });
    functions.collect()
}

impl<I: InputSource> Interpreter<'_, I> {
    pub(crate) fn act_outside(&mut self, outside: &Outside) -> Result<(), Stop> {
        let values = outside.arguments.iter().map(|&slot| *self.get(slot));
        let values: Vec<Value> = values.collect();
        if let Some(fault) = values.iter().find_map(Value::fault) {
            return Err(fault.into());
        }
        self.threads.wrote();
        self.threads.went_outside = true;
        let given: Vec<Origin> = values.iter().map(Value::origin).collect();
        let program = self.program;
        let called_back = self.called_back.get_or_init(|| called_back(program));
        let has_body = |function| {
            let is_inside = program.functions[function].body.is_some();
            is_inside && !called_back.contains(function) && !program.is_stand_in(function)
        };
        let n_known = self.memory.n_known();
        let Told { n_bytes, callback } =
            self.memory.tell_outside(&given, outside.actor, has_body)?;
        self.spend(n_bytes)?;
        if let Some(callback) = callback {
            let callback = &program.functions[callback].name;
            let who = self.actor_name(outside.actor);
            return Err(Stop::Unsupported(format!("{who} may call `{callback}` back").into()));
        }
        if self.trace.is_recording() {
            let learned = self.memory.learned(n_known, &values);
            self.note_action(outside.actor, learned, None);
        }
        let addresses = self.memory.known_addresses(MAX_ADDRESSES);
        self.inputs.outside_knows(&addresses);
        Ok(())
    }

    fn note_action(&mut self, actor: Actor, learned: Vec<Learned>, call: Option<CalledBack>) {
        let (site, depth) = (self.site(), self.stack.frames.len());
        self.trace.push_action(Action { actor, site, depth, call, learned });
    }

    /// Whether somebody outside knows the function that it is to call. What it passes is noted.
    pub(crate) fn can_call_back(&mut self, call: &CallBack) -> Result<bool, Stop> {
        let values = call.arguments.iter().map(|&(ty, slot)| (ty, *self.get(slot)));
        let values: Vec<(Type, Value)> = values.collect();
        let pointers = values.iter().filter(|(ty, _)| *ty == Type::Pointer).map(|(_, it)| *it);
        let pointers: Vec<Value> = pointers.collect();
        if let Some(fault) = pointers.iter().find_map(Value::fault) {
            return Err(fault.into());
        }
        self.threads.went_outside = true;
        let is_known = self.memory.is_function_known(call.function);
        self.passed_back.extend(pointers.iter().map(Value::origin));
        if self.trace.is_recording()
            && let Some(known) = self.memory.known_function(call.function)
        {
            let argument =
                |(ty, value): &(Type, Value)| (*ty, value.bits(), self.memory.pointee(value));
            let arguments = values.iter().map(argument).collect();
            let called = Some(CalledBack { known, arguments });
            self.note_action(call.actor, Vec::new(), called);
        }
        Ok(is_known)
    }

    /// Whether a check of memory asks about a pointer that somebody outside passed to a function of
    /// the program: what it passes may be right, and mostly is.
    pub(crate) fn hangs_on_callback(&self, demand: Demand) -> bool {
        if self.passed_back.is_empty() {
            return false;
        }
        let slots = match demand {
            Demand::ValidAccess { pointer, .. }
            | Demand::ValidFree { pointer }
            | Demand::Writable { pointer }
            | Demand::Aligned { pointer, .. }
            | Demand::Callable { pointer } => [Some(pointer), None],
            Demand::Apart { target, source, .. } => [Some(target), Some(source)],
            Demand::SameObject { left, right } => [Some(left), Some(right)],
            Demand::InObject { base, pointer } => [Some(base), Some(pointer)],
            Demand::Holds(_) | Demand::AllReachable | Demand::AllFreed | Demand::Initialised(_) => {
                [None, None]
            }
        };
        let mut pointers = slots.into_iter().flatten().map(|slot| self.get(slot).origin());
        pointers.any(|origin| self.passed_back.contains(&origin))
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
