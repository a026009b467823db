//! What the operations on threads do.

use ir::{Op, VarId};

use crate::code::{CallTarget, Slot, ThreadOp};
use crate::fault::FaultKind;
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::memory::Direction;
use crate::outcome::Stop;
use crate::races::{AccessKind, ListedAccess, Protection};
use crate::thread::{Stack, swap_region};
use crate::value::Value;
use crate::visible::global_reads;

impl<I: InputSource> Interpreter<'_, I> {
    pub(crate) fn execute_thread(&mut self, op: &ThreadOp) -> Result<(), Stop> {
        match *op {
            ThreadOp::Create { handle, start, argument } => self.create(handle, start, argument),
            ThreadOp::Join { thread, result } => self.join(thread, result),
            ThreadOp::Exit { value } => {
                let value = *self.get(value);
                match value.fault() {
                    Some(fault) => Err(fault.into()),
                    None => Err(Stop::ThreadEnded(Some(value))),
                }
            }
            ThreadOp::Itself { var, target } => {
                let value = Value::plain(u128::from(self.threads.number()));
                self.assign(var, target, value)
            }
            ThreadOp::Await { condition } => match self.decide(condition)? {
                true => Ok(()),
                false => Err(Stop::Waits),
            },
            ThreadOp::AtomicBegin(kind) => {
                self.begin_atomic(kind);
                Ok(())
            }
            ThreadOp::AtomicEnd => {
                self.end_atomic();
                Ok(())
            }
        }
    }

    /// The handle is written before the thread can take a step.
    fn create(
        &mut self,
        handle: Option<Slot>,
        start: CallTarget,
        argument: Slot,
    ) -> Result<(), Stop> {
        let argument = *self.get(argument);
        if let Some(fault) = argument.fault() {
            return Err(fault.into());
        }
        let function = match start {
            CallTarget::Direct(function) => function,
            CallTarget::Indirect(pointer, _) => {
                let pointer = self.get(pointer);
                if let Some(fault) = pointer.fault() {
                    return Err(fault.into());
                }
                if pointer.is_indeterminate() {
                    return Err(pointer.why_open(FaultKind::IndeterminateOperand).into());
                }
                self.memory.function(pointer).ok_or(FaultKind::BadCallee)?
            }
        };
        let Some(code) = self.code(function) else {
            return Err(Stop::Unsupported("a thread that runs a function without body".into()));
        };
        if code.parameters.len() != 1 {
            return Err(FaultKind::SignatureMismatch.into());
        }
        let mut region = self.region_of_new_thread();
        let own = std::mem::take(&mut self.stack);
        swap_region(&mut self.memory, &mut region);
        let pushed = self.push_frame(code, &[argument], None);
        swap_region(&mut self.memory, &mut region);
        let stack: Stack = std::mem::replace(&mut self.stack, own);
        pushed?;
        let number = self.create_thread(stack, region)?;
        self.threads.wrote();
        if let Some(handle) = handle {
            let size = self.program.model.pointer_bytes();
            let pointer = *self.get(handle);
            let target = self.memory.target(&pointer, size, Direction::Write)?;
            let number = Value::plain(u128::from(number));
            self.note_access(pointer.bits() as u64, size, AccessKind::Write)?;
            self.memory.write(target, size as usize, number)?;
        }
        Ok(())
    }

    fn join(&mut self, thread: Slot, result: Option<Slot>) -> Result<(), Stop> {
        let number = self.size(thread)?;
        let value = self.join_thread(number)?;
        let Some(result) = result else { return Ok(()) };
        let size = self.program.model.pointer_bytes();
        let pointer = *self.get(result);
        let target = self.memory.target(&pointer, size, Direction::Write)?;
        let nothing = || crate::compile::indeterminate(self.program.model, ir::Type::Pointer);
        let value = value.unwrap_or_else(nothing);
        self.note_access(pointer.bits() as u64, size, AccessKind::Write)?;
        self.threads.wrote();
        self.memory.write(target, size as usize, value)
    }

    /// An access to memory, for those who look for races.
    #[inline]
    pub(crate) fn note_access(
        &mut self,
        address: u64,
        size: u64,
        kind: AccessKind,
    ) -> Result<(), Stop> {
        if self.trace.is_recording() && !self.is_on_own_stack(address) && !self.threads.is_asked() {
            self.trace.count_shared();
        }
        if !self.threads.looks_for_races() {
            return Ok(());
        }
        self.look_for_race((address, size), kind)
    }

    #[cold]
    fn look_for_race(&mut self, range: (u64, u64), kind: AccessKind) -> Result<(), Stop> {
        let Some(site) = self.site() else { return Ok(()) };
        let protection = self.threads.protection();
        if let Some(listed) = &mut self.threads.listed {
            let (start, size) = range;
            listed.push(ListedAccess {
                start,
                size,
                is_write: kind == AccessKind::Write,
                protection,
            });
        }
        let is_atomic = protection == Protection::Atomic;
        let thread = self.threads.current;
        let Some(races) = &mut self.threads.races else { return Ok(()) };
        let Some(race) = races.access(thread, range, kind, is_atomic, site) else { return Ok(()) };
        self.trace.set_race(race);
        match self.threads.asked.race {
            Some(check) => Err(Stop::Violated(check)),
            None => Ok(()),
        }
    }

    /// The global variables that the edge reads and writes, for those who look for races.
    #[inline]
    pub(crate) fn note_globals(&mut self) -> Result<(), Stop> {
        if !self.threads.looks_for_races() {
            return Ok(());
        }
        let program = self.program;
        let Some(site) = self.site() else { return Ok(()) };
        let Some(body) = &program.functions[site.function].body else { return Ok(()) };
        let op: &Op = &body.edges[site.edge].op;
        let mut reads = Vec::new();
        op.for_each_expr(|expr| reads.extend(global_reads(program, expr)));
        for var in reads {
            self.look_for_race(place_of(var), AccessKind::Read)?;
        }
        let written = op.assigned().filter(|var| program.vars[*var].scope == ir::Scope::Global);
        match written {
            Some(var) => self.look_for_race(place_of(var), AccessKind::Write),
            None => Ok(()),
        }
    }
}

/// Variables have no address; these are above all that objects have.
fn place_of(var: VarId) -> (u64, u64) {
    ((1 << 63) | index::Id::index(var) as u64, 1)
}
