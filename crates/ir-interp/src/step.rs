//! Takes edges until the run ends.

use std::rc::Rc;

use index::Id;
use ir::{FloatType, HavocCause, LocationId, Type};

use crate::call::Control;
use crate::code::{BlockKind, Demand, FunctionCode, Jump, Node, Range, Slot, Step, StepOp};
use crate::compile::indeterminate;
use crate::fault::FaultKind;
use crate::input::{Globals, InputSource, Unknown};
use crate::interpreter::Interpreter;
use crate::memory::bytes::{Cell, Fresh};
use crate::memory::{Direction, Kind, NewInstance, Target};
use crate::options::{Indeterminate, VolatileReads};
use crate::outcome::{Site, Stop};
use crate::outside::PASSED_BACK;
use crate::races::AccessKind;
use crate::thread::After;
use crate::trace::{self, Effect, Place};
use crate::value::{Origin, Value};

impl<I: InputSource> Interpreter<'_, I> {
    pub(crate) fn run_steps(&mut self) -> Stop {
        loop {
            if self.threads.is_at_turn {
                if self.is_over() {
                    return Stop::Finished(None);
                }
                if let Err(stop) = self.pass_turn() {
                    return stop;
                }
            }
            let frame =
                self.stack.frames.last().expect("the entry function's frame is never popped");
            let (code, location) = (Rc::clone(&frame.code), frame.resume);
            if let Err(stop) = self.run_activation(&code, location)
                && let After::Stop(stop) = self.after(stop)
            {
                return stop;
            }
        }
    }

    /// Takes edges of one activation until another one becomes current.
    fn run_activation(&mut self, code: &FunctionCode, start: LocationId) -> Result<(), Stop> {
        let (mut location, mut before) = (start, start);
        self.leaps.leave_loop();
        loop {
            // Whatever order places have, a run that goes round and round comes to one that is not behind the last.
            if location <= before {
                self.comes_back(location)?;
            }
            before = location;
            if self.n_steps >= self.pause_at && self.pauses(location)? {
                return Ok(());
            }
            self.n_steps += 1;
            let mut node = &code.nodes[location.index()];
            if let Node::Visible(notice, inner) = node {
                self.leaps.leave_loop();
                if !self.comes_to_visible_step(location, *notice) {
                    return Ok(());
                }
                node = inner;
            }
            match node {
                Node::Visible(..) => unreachable!("a visible step is marked once"),
                Node::Branch { range, condition, holds, fails } => {
                    self.stack.edge = Some(holds.edge);
                    self.evaluate(instrs(code, *range));
                    let jump = if self.decide(*condition)? { *holds } else { *fails };
                    self.record(code, jump);
                    self.tell_branch(code, jump);
                    location = jump.to;
                }
                Node::Single(step) => {
                    self.stack.edge = Some(step.jump.edge);
                    self.record(code, step.jump);
                    if self.threads.looks_for_races() {
                        self.note_globals()?;
                    }
                    self.evaluate(instrs(code, step.range));
                    match self.execute(step)? {
                        Some(Control::Next) => location = step.jump.to,
                        Some(Control::Switched) => return Ok(()),
                        None => return Err(Stop::Blocked(location)),
                    }
                }
                Node::Many(steps) => match self.first_enabled(code, steps)? {
                    Some((step, Control::Next)) => location = step.jump.to,
                    Some((_, Control::Switched)) => return Ok(()),
                    None => return Err(Stop::Blocked(location)),
                },
                Node::Endless if self.threads.has_others() => return Err(Stop::Stuck),
                Node::Endless => return Err(Stop::Endless),
            }
        }
    }

    fn first_enabled<'s>(
        &mut self,
        code: &FunctionCode,
        steps: &'s [Step],
    ) -> Result<Option<(&'s Step, Control)>, Stop> {
        for step in steps {
            self.stack.edge = Some(step.jump.edge);
            self.evaluate(instrs(code, step.range));
            // An edge that is not taken leaves no trace.
            if let StepOp::Assume { condition } = step.op {
                if self.decide(condition)? {
                    self.record(code, step.jump);
                    self.tell_branch(code, step.jump);
                    return Ok(Some((step, Control::Next)));
                }
                continue;
            }
            self.record(code, step.jump);
            return Ok(self.execute(step)?.map(|control| (step, control)));
        }
        Ok(None)
    }

    #[inline]
    fn record(&mut self, code: &FunctionCode, jump: Jump) {
        if self.trace.is_recording() {
            let site = Site { function: code.function, edge: jump.edge };
            let depth = self.stack.frames.len() - 1;
            let thread = self.threads.number();
            self.trace.push(trace::Step { site, depth, thread, n_shared: 0, effect: Effect::None });
        }
    }

    #[inline]
    fn tell_branch(&mut self, code: &FunctionCode, jump: Jump) {
        let site = Site { function: code.function, edge: jump.edge };
        let globals = Globals { tables: &self.tables, fixed: &self.fixed };
        self.inputs.took_branch(site, globals);
    }

    /// The truth value of a condition that the run depends on.
    #[inline]
    pub(crate) fn decide(&self, condition: Slot) -> Result<bool, FaultKind> {
        let value = self.get(condition);
        if value.is_plain() {
            return Ok(value.bits() != 0);
        }
        Err(value.fault().unwrap_or_else(|| value.why_open(FaultKind::IndeterminateBranch)))
    }

    /// Does what the edge says after its instructions have run. `None` if it is not enabled.
    #[inline]
    fn execute(&mut self, step: &Step) -> Result<Option<Control>, Stop> {
        if self.leaps.is_watching() {
            self.watch_step(step);
        }
        match step.op {
            StepOp::Skip => {}
            StepOp::Assign { var, target } => {
                self.wrote_variable(target);
                if !self.get(target).is_plain() || self.trace.is_recording() {
                    let value = *self.get(target);
                    self.assigned(var, value)?;
                }
            }
            StepOp::Assume { condition } => {
                if !self.decide(condition)? {
                    return Ok(None);
                }
            }
            StepOp::CallBack(ref call) => {
                if !self.can_call_back(call)? {
                    return Ok(None);
                }
            }
            StepOp::Load { var, target, pointer, access } => {
                let value = self.load(pointer, access)?;
                self.assign(var, target, value)?;
            }
            StepOp::Store { pointer, value, access } => self.store(pointer, value, access.ty)?,
            StepOp::Call(ref call) => return self.call(call, step.jump.to).map(Some),
            StepOp::Return { value } => {
                let value = value.map(|slot| *self.get(slot));
                return self.return_value(value).map(Some);
            }
            _ => self.execute_rare(step)?,
        }
        Ok(Some(Control::Next))
    }

    #[inline(never)]
    fn execute_rare(&mut self, step: &Step) -> Result<(), Stop> {
        match step.op {
            StepOp::Skip
            | StepOp::Assign { .. }
            | StepOp::Assume { .. }
            | StepOp::Load { .. }
            | StepOp::Store { .. }
            | StepOp::Call(_)
            | StepOp::CallBack(_)
            | StepOp::Return { .. } => unreachable!("the common operations were done before"),
            StepOp::Outside(ref outside) => self.act_outside(outside),
            StepOp::Havoc { var, target, ty, ref cause } => {
                if self.threads.has_others() && self.asks_again() {
                    return Err(Stop::Yields);
                }
                let value = self.havoc(target, ty, cause)?;
                self.assign(var, target, value)
            }
            StepOp::Copy { target, source, size } => self.copy(target, source, size),
            StepOp::Fill { target, byte, size } => {
                let byte = *self.get(byte);
                if let Some(fault) = byte.fault() {
                    return Err(fault.into());
                }
                let cell = Cell {
                    indeterminate: byte.indeterminate() as u8,
                    ..Cell::known(byte.bits() as u8)
                };
                self.overwrite(target, size, cell)
            }
            StepOp::HavocMemory { target, size } if self.get(size).is_indeterminate() => {
                self.blur_rest(target)
            }
            StepOp::HavocMemory { target, size } => self.overwrite(target, size, Cell::unknown()),
            StepOp::Halt { ref cause } => Err(Stop::Halted(cause.clone())),
            StepOp::EnterScope { object } => self.enter_scope(object),
            StepOp::LeaveScope { object } => {
                self.leave_scope(object);
                Ok(())
            }
            StepOp::Allocate { var, target, size, kind } => {
                let value = self.allocate(size, kind)?;
                self.assign(var, target, value)
            }
            StepOp::Reallocate { var, target, pointer, size } => {
                let value = self.reallocate(pointer, size)?;
                self.assign(var, target, value)
            }
            StepOp::Free { pointer } => {
                let freed = self.memory.freeable(self.get(pointer))?;
                if let Some(origin) = freed {
                    let size = self.memory.size_of(origin);
                    let address = self.get(pointer).bits() as u64;
                    self.note_access(address, size, AccessKind::Write)?;
                    self.threads.wrote();
                    self.memory.free(origin);
                    self.trace.push_free(origin);
                }
                Ok(())
            }
            StepOp::Check { check, condition } => {
                // Looking for lost blocks goes through the whole memory.
                if matches!(condition, Demand::AllReachable) && self.memory.n_heap_blocks() > 0 {
                    self.spend(64 * self.memory.n_instances() as u64)?;
                }
                match self.is_surely_met(condition)? {
                    true => Ok(()),
                    false if self.hangs_on_callback(condition) => {
                        Err(Stop::Unsupported(PASSED_BACK.into()))
                    }
                    false => {
                        self.note_stray_access(condition);
                        self.note_finding(condition);
                        Err(Stop::Violated(check))
                    }
                }
            }
            StepOp::Thread(ref op) => self.execute_thread(op),
            StepOp::Unsupported { ref what } => Err(Stop::Unsupported(what.clone())),
        }
    }

    /// Tells of the address, if the access is to a number that was never the address of an object.
    fn note_stray_access(&mut self, demand: Demand) {
        let Demand::ValidAccess { pointer, .. } = demand else { return };
        let pointer = *self.get(pointer);
        if self.trace.is_recording() && pointer.origin().is_none() && pointer.bits() != 0 {
            self.trace.set_effect(Effect::Astray { address: pointer.bits() as u64 });
        }
    }

    /// Gives a variable its value. What it holds must not be a fault.
    #[inline]
    pub(crate) fn assign(
        &mut self,
        var: ir::VarId,
        target: Slot,
        value: Value,
    ) -> Result<(), Stop> {
        self.set(target, value);
        self.wrote_variable(target);
        self.assigned(var, value)
    }

    /// Other threads may wait for a global variable; globals are what is fixed among variables.
    #[inline]
    pub(crate) fn wrote_variable(&mut self, target: Slot) {
        if target.is_fixed() {
            self.threads.wrote();
        }
    }

    #[inline]
    fn assigned(&mut self, var: ir::VarId, value: Value) -> Result<(), Stop> {
        if let Some(fault) = value.fault() {
            return Err(fault.into());
        }
        if self.trace.is_recording() {
            self.trace.set_effect(Effect::Assigned { var, value });
        }
        Ok(())
    }

    fn havoc(&mut self, target: Slot, ty: Type, cause: &HavocCause) -> Result<Value, Stop> {
        let unknown = match *cause {
            HavocCause::Effect(actor) => {
                let current = *self.get(target);
                return self.input_or_stay(Unknown::Effect(actor), ty, Some(current));
            }
            HavocCause::Input => Unknown::Input,
            HavocCause::ExternalResult(function) => Unknown::ExternalResult(function),
            HavocCause::Volatile => {
                let current = *self.get(target);
                return self.input_or_stay(Unknown::Volatile, ty, Some(current));
            }
            HavocCause::Assembly => Unknown::Assembly,
            // No choice of the environment, so nobody may be asked: a run goes on as long as
            // nothing depends on it.
            HavocCause::Unmodelled => {
                let mask = indeterminate(self.program.model, ty).indeterminate();
                return Ok(Value::with_indeterminate(0, mask, Origin::UNMODELLED));
            }
            HavocCause::Uninitialised => match self.options.indeterminate {
                Indeterminate::Tracked => return Ok(indeterminate(self.program.model, ty)),
                Indeterminate::AsInput => Unknown::Uninitialised,
            },
        };
        self.input(unknown, ty)
    }

    fn allocate(&mut self, size: Slot, kind: BlockKind) -> Result<Value, Stop> {
        let size = self.size(size)?;
        self.threads.wrote();
        match kind {
            BlockKind::Heap => self.memory.allocate(size, self.fresh()),
            BlockKind::HeapZeroed => self.memory.allocate(size, Fresh::Zero),
            BlockKind::Stack(holder) => {
                let base = self.memory.stack.place(size, 16).ok_or(Stop::OutOfMemory)?;
                let (size, fresh) = (Some(size), self.fresh());
                let kind = Kind::Stack;
                let new = NewInstance { kind, base, size, is_read_only: false, fresh };
                let origin = self.memory.begin(new)?;
                let frame = self.stack.frames.last_mut().expect("a step runs in an activation");
                frame.blocks.push((holder, origin));
                Ok(Value::with_origin(u128::from(base), origin))
            }
        }
    }

    /// The old block lives until the new one has its bytes, so that they lie apart. Bytes that are
    /// still unknown stay so: with the old block goes the only other place that holds them.
    fn reallocate(&mut self, pointer: Slot, size: Slot) -> Result<Value, Stop> {
        let size = self.size(size)?;
        let old = *self.get(pointer);
        let origin = self.memory.freeable(&old)?;
        let new = self.memory.allocate(size, self.fresh())?;
        if let Some(origin) = origin {
            let from = self.memory.target(&old, 0, Direction::Read)?;
            let to = self.memory.target(&new, 0, Direction::Write)?;
            let kept = self.memory.room(from).min(size);
            self.spend(kept)?;
            self.note_access(old.bits() as u64, self.memory.size_of(origin), AccessKind::Write)?;
            self.threads.wrote();
            self.memory.copy(to, from, kept)?;
            self.memory.free(origin);
            self.trace.push_free(origin);
            self.memory.may_take_the_place(new.origin());
        }
        Ok(new)
    }

    /// A number that an operation depends on.
    pub(crate) fn size(&self, slot: Slot) -> Result<u64, FaultKind> {
        let value = self.get(slot);
        match value.fault() {
            Some(fault) => Err(fault),
            None if value.is_indeterminate() => {
                Err(value.why_open(FaultKind::IndeterminateOperand))
            }
            None => Ok(value.bits() as u64),
        }
    }

    #[inline]
    fn load(&mut self, pointer: Slot, access: ir::Access) -> Result<Value, Stop> {
        let (touched, held) = self.scalar_bytes(access.ty);
        let target = self.memory.target(self.get(pointer), touched, Direction::Read)?;
        let address = self.get(pointer).bits() as u64;
        self.note_access(address, touched, AccessKind::Read)?;
        if self.memory.is_device(target) {
            return self.input(Unknown::Volatile, access.ty);
        }
        if access.is_volatile && self.options.volatile_reads == VolatileReads::FromInput {
            let is_known = !self.memory.has_unknown(target, held);
            let current = is_known.then(|| self.memory.read(target, held as usize));
            return self.input_or_stay(Unknown::Volatile, access.ty, current);
        }
        if self.memory.has_unknown(target, held) {
            self.learn_scalar(target, access.ty)?;
        }
        let value = self.memory.read(target, held as usize);
        if value.is_plain() {
            return Ok(value);
        }
        // An address that is read as a number, or part of one, is known to the program then.
        if access.ty != Type::Pointer {
            self.memory.expose(value.origin());
        }
        Ok(value)
    }

    fn store(&mut self, pointer: Slot, value: Slot, ty: Type) -> Result<(), Stop> {
        let (touched, held) = self.scalar_bytes(ty);
        let (pointer, value) = (self.get(pointer), *self.get(value));
        if let Some(fault) = value.fault() {
            return Err(fault.into());
        }
        let target = self.memory.target(pointer, touched, Direction::Write)?;
        let address = pointer.bits() as u64;
        self.note_access(address, touched, AccessKind::Write)?;
        self.threads.wrote();
        self.memory.write(target, held as usize, value)?;
        if self.trace.is_recording() {
            let place = self.place(target);
            self.trace.set_effect(Effect::Stored { place, ty, value });
        }
        Ok(())
    }

    /// Bytes that an access needs, and bytes that hold the value: an x87 float has padding, which
    /// a store leaves as it is.
    #[inline]
    pub(crate) fn scalar_bytes(&self, ty: Type) -> (u64, u64) {
        let touched = ty.bytes(self.program.model).expect("the validator refuses truth values");
        let held = if ty == Type::Float(FloatType::F80) { 10 } else { touched };
        (touched, held)
    }

    fn place(&self, target: Target) -> Place {
        let (object, address) = self.memory.describe(target);
        Place { object, address, offset: target.offset }
    }

    /// Asks for unknown bytes that a load of this type is about to read: for the whole scalar if
    /// nothing of it is known, byte by byte otherwise.
    fn learn_scalar(&mut self, target: Target, ty: Type) -> Result<(), Stop> {
        let (_, held) = self.scalar_bytes(ty);
        if (0..held).all(|at| self.memory.cell(target, at).is_unknown) {
            let unknown = self.memory.unknown(target, 0);
            let current = self.memory.read(target, held as usize);
            let current = matches!(unknown, Unknown::Changed { .. }).then_some(current);
            let value = self.input_or_stay(unknown, ty, current)?;
            self.note_bytes(target, 0);
            self.threads.wrote();
            return self.memory.write(target, held as usize, value);
        }
        self.learn_bytes(target, held)
    }

    /// Notes which bytes the last input was for.
    fn note_bytes(&mut self, target: Target, at: u64) {
        if let Some(note) = self.trace.last_note() {
            note.bytes = Some(self.memory.noted(target, at));
        }
    }

    fn learn_bytes(&mut self, target: Target, size: u64) -> Result<(), Stop> {
        for at in 0..size {
            let cell = self.memory.cell(target, at);
            if cell.is_unknown {
                let unknown = self.memory.unknown(target, at);
                let is_changed = matches!(unknown, Unknown::Changed { .. });
                let current = is_changed.then_some(Value::plain(u128::from(cell.data)));
                let value = self.input_or_stay(unknown, Type::INT_CHAR, current)?;
                self.note_bytes(target, at);
                self.threads.wrote();
                let data = value.bits() as u8;
                // A byte of a pointer stays one as long as nobody changes it.
                let origin = if data == cell.data { cell.origin } else { Origin::NONE };
                self.memory.set_cell(target, at, Cell { origin, ..Cell::known(data) })?;
            }
        }
        Ok(())
    }

    fn copy(&mut self, target: Slot, source: Slot, size: Slot) -> Result<(), Stop> {
        let size = self.size(size)?;
        if size == 0 {
            return Ok(());
        }
        let from = self.memory.target(self.get(source), size, Direction::Read)?;
        let to = self.memory.target(self.get(target), size, Direction::Write)?;
        self.spend(size)?;
        self.note_access(self.get(source).bits() as u64, size, AccessKind::Read)?;
        self.note_access(self.get(target).bits() as u64, size, AccessKind::Write)?;
        self.threads.wrote();
        if self.memory.is_device(from) {
            self.memory.fill(to, size, Cell::unknown())?;
            self.overwritten(to, size);
            return Ok(());
        }
        // Both copies must hold the same bytes, so they are asked for now.
        if self.memory.has_unknown(from, size) {
            self.learn_bytes(from, size)?;
        }
        self.memory.copy(to, from, size)?;
        self.overwritten(to, size);
        Ok(())
    }

    fn overwrite(&mut self, target: Slot, size: Slot, cell: Cell) -> Result<(), Stop> {
        let size = self.size(size)?;
        if size == 0 {
            return Ok(());
        }
        let to = self.memory.target(self.get(target), size, Direction::Write)?;
        self.spend(size)?;
        self.note_access(self.get(target).bits() as u64, size, AccessKind::Write)?;
        self.threads.wrote();
        self.memory.fill(to, size, cell)?;
        self.overwritten(to, size);
        Ok(())
    }

    /// Somebody wrote here, nobody knows how much and what: all that is left of the object has no
    /// value that a run may depend on.
    fn blur_rest(&mut self, target: Slot) -> Result<(), Stop> {
        let to = self.memory.target(self.get(target), 0, Direction::Write)?;
        let size = self.memory.room(to);
        self.spend(size)?;
        self.note_access(self.get(target).bits() as u64, size, AccessKind::Write)?;
        self.threads.wrote();
        let cell = Cell { indeterminate: u8::MAX, origin: Origin::UNMODELLED, ..Cell::known(0) };
        self.memory.fill(to, size, cell)?;
        self.overwritten(to, size);
        Ok(())
    }

    fn overwritten(&mut self, target: Target, size: u64) {
        if self.trace.is_recording() {
            let place = self.place(target);
            self.trace.set_effect(Effect::Overwritten { place, size });
        }
    }

    /// Counts the bytes of one operation as steps, so that the limit on steps bounds time.
    pub(crate) fn spend(&mut self, n_bytes: u64) -> Result<(), Stop> {
        self.n_steps = self.n_steps.saturating_add(n_bytes / 16);
        if self.n_steps > self.options.n_steps { Err(Stop::OutOfSteps) } else { Ok(()) }
    }
}

fn instrs(code: &FunctionCode, range: Range) -> &[crate::code::Instr] {
    &code.instrs[range.0 as usize..range.1 as usize]
}
