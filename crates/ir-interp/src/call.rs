//! Calls and returns, and the scopes of local objects.

use std::rc::Rc;

use ir::{FunctionId, LocationId, VarId};

use crate::code::{Call, CallTarget, FunctionCode, Slot};
use crate::compile::indeterminate;
use crate::fault::FaultKind;
use crate::frame::Frame;
use crate::input::{InputSource, Unknown};
use crate::interpreter::Interpreter;
use crate::memory::{Kind, Memory, NewInstance};
use crate::outcome::Stop;
use crate::trace::Effect;
use crate::value::{Origin, Value};

/// Whether the run goes on in the same activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    Next,
    /// Another activation is the current one now.
    Switched,
}

impl<I: InputSource> Interpreter<'_, I> {
    /// Calls a function; the current activation goes on at `resume` when it returns.
    pub(crate) fn call(&mut self, call: &Call, resume: LocationId) -> Result<Control, Stop> {
        let arguments: Vec<Value> = call.arguments.iter().map(|&slot| *self.get(slot)).collect();
        if let Some(fault) = arguments.iter().find_map(Value::fault) {
            return Err(fault.into());
        }
        let stranger = match call.callee {
            CallTarget::Indirect(pointer, signature)
                if self.memory.is_foreign(self.get(pointer)) =>
            {
                self.program.stranger(signature)
            }
            CallTarget::Indirect(..) | CallTarget::Direct(_) => None,
        };
        if let CallTarget::Indirect(pointer, _) = call.callee
            && stranger.is_none()
            && self.memory.is_foreign(self.get(pointer))
        {
            // A function outside the program: any result, and nothing else that can be seen.
            self.threads.went_outside = true;
            if let Some((var, slot)) = call.target {
                let value = self.input(Unknown::Input, self.program.vars[var].ty)?;
                self.set(slot, value);
                self.wrote_variable(slot);
            }
            return Ok(Control::Next);
        }
        let function = match stranger {
            Some(stranger) => stranger,
            None => self.callee(call)?,
        };
        if self.trace.is_recording() {
            let arguments = arguments.clone();
            self.trace.set_effect(Effect::Called { function, arguments });
        }
        match self.code(function) {
            Some(code) => {
                let caller = self.stack.frames.last_mut().expect("a step runs in an activation");
                (caller.edge, caller.resume) = (self.stack.edge, resume);
                self.push_frame(code, &arguments, call.target)?;
                Ok(Control::Switched)
            }
            None => {
                if let Some((var, slot)) = call.target {
                    let ty = self.program.vars[var].ty;
                    let value = self.input(Unknown::ExternalResult(function), ty)?;
                    self.set(slot, value);
                    self.wrote_variable(slot);
                }
                Ok(Control::Next)
            }
        }
    }

    fn callee(&self, call: &Call) -> Result<FunctionId, FaultKind> {
        let (function, signature) = match call.callee {
            CallTarget::Direct(function) => {
                let parameters = &self.program.functions[function].signature.parameters;
                let is_enough = call.arguments.len() >= parameters.len();
                return if is_enough { Ok(function) } else { Err(FaultKind::SignatureMismatch) };
            }
            CallTarget::Indirect(pointer, signature) => {
                let pointer = self.get(pointer);
                if let Some(fault) = pointer.fault() {
                    return Err(fault);
                }
                if pointer.is_indeterminate() {
                    return Err(pointer.why_open(FaultKind::IndeterminateOperand));
                }
                let function = self.memory.function(pointer).ok_or(FaultKind::BadCallee)?;
                (function, &self.program.signatures[signature])
            }
        };
        let actual = &self.program.functions[function].signature;
        if actual.admits(signature, call.arguments.len()) {
            Ok(function)
        } else {
            Err(FaultKind::SignatureMismatch)
        }
    }

    pub(crate) fn push_frame(
        &mut self,
        code: Rc<FunctionCode>,
        arguments: &[Value],
        target: Option<(VarId, Slot)>,
    ) -> Result<(), Stop> {
        if self.stack.frames.len() >= self.options.n_calls {
            return Err(Stop::OutOfCalls);
        }
        self.memory.charge(frame_cost(&code))?;
        let stack_mark = self.memory.stack.next();
        let placed = self.memory.stack.place(code.stack_size, code.stack_align);
        let stack_base = placed.ok_or(Stop::OutOfMemory)?;
        let base = self.stack.locals.len();
        self.stack.locals.extend_from_slice(&code.locals);
        let first_object = self.stack.local_instances.len();
        self.stack.local_instances.resize(first_object + code.objects.len(), Origin::NONE);
        self.stack.base = base;
        for (&slot, &argument) in code.parameters.iter().zip(arguments) {
            self.set(slot, argument);
        }
        let (resume, edge, blocks) = (code.entry, None, Vec::new());
        self.stack.frames.push(Frame {
            code,
            base,
            first_object,
            stack_mark,
            stack_base,
            resume,
            edge,
            target,
            blocks,
        });
        self.stack.edge = None;
        Ok(())
    }

    /// Ends the current activation with this result.
    pub(crate) fn return_value(&mut self, value: Option<Value>) -> Result<Control, Stop> {
        if let Some(fault) = value.as_ref().and_then(Value::fault) {
            return Err(fault.into());
        }
        // The entry function's frame stays, so that the outcome can name the edge and the
        // caller can still look at the variables.
        if self.stack.frames.len() == 1 {
            if self.threads.current != 0 {
                return Err(Stop::ThreadEnded(value));
            }
            return Err(Stop::Finished(value));
        }
        let frame = self.stack.frames.pop().expect("a step runs in an activation");
        if !frame.code.objects.is_empty() || !frame.blocks.is_empty() {
            self.threads.wrote();
        }
        for origin in self.stack.local_instances.drain(frame.first_object..) {
            if !origin.is_none() {
                self.memory.end(origin, FaultKind::AccessAfterReturn);
            }
        }
        for (_, origin) in frame.blocks {
            self.memory.end(origin, FaultKind::AccessAfterReturn);
        }
        self.memory.refund(frame_cost(&frame.code));
        self.memory.stack.reset(frame.stack_mark);
        self.stack.locals.truncate(frame.base);
        let caller = self.stack.frames.last().expect("the entry function's frame is never popped");
        (self.stack.base, self.stack.edge) = (caller.base, caller.edge);
        if self.trace.is_recording() {
            let target = frame.target.map(|(var, _)| var);
            self.trace.set_effect(Effect::Returned { target, value });
        }
        if let Some((var, slot)) = frame.target {
            // A function that ends without a value gives none; using it is the fault.
            let nothing = || indeterminate(self.program.model, self.program.vars[var].ty);
            let value = value.unwrap_or_else(nothing);
            self.set(slot, value);
            self.wrote_variable(slot);
        }
        Ok(Control::Switched)
    }

    pub(crate) fn enter_scope(&mut self, number: u32) -> Result<(), Stop> {
        self.leave_scope(number);
        let frame = self.stack.frames.last().expect("a step runs in an activation");
        let local = frame.code.objects[number as usize];
        let new = NewInstance {
            kind: Kind::Local(local.object),
            base: frame.stack_base + local.offset,
            size: Some(local.size),
            is_read_only: local.is_read_only,
            fresh: self.fresh(),
        };
        let index = frame.first_object + number as usize;
        if let Some(races) = &mut self.threads.races {
            races.begin_life(new.base, local.size);
        }
        self.stack.local_instances[index] = self.memory.begin(new)?;
        Ok(())
    }

    pub(crate) fn leave_scope(&mut self, number: u32) {
        let frame = self.stack.frames.last().expect("a step runs in an activation");
        let index = frame.first_object + number as usize;
        let origin = std::mem::take(&mut self.stack.local_instances[index]);
        self.threads.wrote();
        if !origin.is_none() {
            self.memory.end(origin, FaultKind::AccessOutsideScope);
        }
        let frame = self.stack.frames.last_mut().expect("a step runs in an activation");
        if frame.blocks.is_empty() {
            return;
        }
        let held = frame.blocks.extract_if(.., |(holder, _)| *holder == number);
        for (_, origin) in held {
            self.memory.end(origin, FaultKind::AccessOutsideScope);
        }
    }

    pub(crate) fn local_address(&self, number: u32) -> Value {
        let frame = self.stack.frames.last().expect("a step runs in an activation");
        let address = frame.stack_base + frame.code.objects[number as usize].offset;
        let origin = self.stack.local_instances[frame.first_object + number as usize];
        let origin = if origin.is_none() { Memory::origin_outside_scope() } else { origin };
        Value::with_origin(u128::from(address), origin)
    }
}

pub(crate) fn frame_cost(code: &FunctionCode) -> u64 {
    (size_of::<Frame>()
        + size_of_val::<[Value]>(&code.locals)
        + code.objects.len() * size_of::<Origin>()) as u64
}
