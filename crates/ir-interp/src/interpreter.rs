//! The state of a run, and how a run begins and ends.

use std::cell::OnceCell;
use std::rc::Rc;

use index::{Id, IdSet, IndexVec};
use ir::{Contents, FunctionId, Initial, Program, Scope, StaticBytes, Type};

use crate::addresses::{Map, Region, foreign_number};
use crate::code::FunctionCode;
use crate::compile::{Fixed, ObjectPlace, Tables, compile_function, type_mask};
use crate::frame::Frame;
use crate::input::{InputRequest, InputSource, RecordedInput, Unknown};
use crate::leap::Leaps;
use crate::memory::bytes::Fresh;
use crate::memory::{Direction, Kind, Memory, NewInstance};
use crate::notes::InputNote;
use crate::options::{Indeterminate, Options};
use crate::outcome::{Outcome, Site, Stop};
use crate::thread::{Asked, Stack, Threads};
use crate::trace::Trace;
use crate::value::{Origin, Value};

/// A run of a program, and after [`Interpreter::restart`] another one.
pub struct Interpreter<'p, I> {
    pub(crate) program: &'p Program,
    pub(crate) options: Options,
    pub(crate) inputs: I,
    recorded: Vec<RecordedInput>,
    pub(crate) trace: Trace,
    pub(crate) tables: Tables,
    pub(crate) fixed: Fixed,
    codes: IndexVec<FunctionId, Option<Rc<FunctionCode>>>,
    pub(crate) globals: Vec<ir::VarId>,
    /// Memory holds the functions and static objects, and knows what it was then.
    is_laid_out: bool,
    pub(crate) memory: Memory,
    /// The stack of the thread that runs.
    pub(crate) stack: Stack,
    pub(crate) threads: Threads,
    pub(crate) n_steps: u64,
    /// The number of the step before which the run stops or the thread lets others go on.
    pub(crate) pause_at: u64,
    n_silent_steps: Option<u64>,
    /// The loop that the run is in.
    pub(crate) leaps: Leaps,
    /// What functions of the program were passed that were called from outside.
    pub(crate) passed_back: Vec<Origin>,
    /// The functions that a step lets somebody outside call; found when it is asked for.
    pub(crate) called_back: OnceCell<IdSet<FunctionId>>,
}

impl<'p, I: InputSource> Interpreter<'p, I> {
    /// The program must be valid.
    pub fn new(program: &'p Program, inputs: I, options: Options) -> Self {
        let mut fixed = Fixed::default();
        let tables = Tables::new(program, &mut fixed);
        let globals = program.vars.iter().filter(|(_, var)| var.scope == Scope::Global);
        Self {
            program,
            inputs,
            recorded: Vec::new(),
            trace: Trace::new(options.record),
            tables,
            fixed,
            codes: IndexVec::from_elem(None, program.functions.len()),
            globals: globals.map(|(var, _)| var).collect(),
            is_laid_out: false,
            memory: Memory::new(program.model, options.n_bytes),
            stack: Stack::default(),
            threads: Threads::new(Asked::by(program), options.races),
            n_steps: 0,
            pause_at: options.n_steps,
            n_silent_steps: None,
            leaps: Leaps::new(options.leaps_after),
            passed_back: Vec::new(),
            called_back: OnceCell::new(),
            options,
        }
    }

    /// Makes ready for another run of at most so many steps. Nothing is left over of the last one
    /// but the compiled code, the layout of memory and the source of inputs, which may be told of
    /// it before. Costs what the last run wrote.
    pub fn restart(&mut self, n_steps: u64) {
        self.options.n_steps = n_steps;
        self.recorded.clear();
        self.trace = Trace::new(self.options.record);
        self.stack = Stack::default();
        self.threads = Threads::new(self.threads.asked, self.options.races);
        self.n_steps = 0;
        self.pause_at = n_steps;
        self.n_silent_steps = None;
        self.leaps = Leaps::new(self.options.leaps_after);
        self.passed_back.clear();
    }

    /// Where the inputs of the run came from.
    pub fn source_mut(&mut self) -> &mut I {
        &mut self.inputs
    }

    /// Runs the entry function of the program to its end.
    pub fn run(&mut self) -> Outcome {
        self.run_function(self.program.entry)
    }

    /// Runs another function as if it were the entry.
    pub fn run_function(&mut self, function: FunctionId) -> Outcome {
        let stop = match self.begin(function) {
            Ok(()) => self.run_steps(),
            Err(stop) => stop,
        };
        self.outcome(stop)
    }

    /// Goes on with a run that stopped at a turn ([`Outcome::AtTurn`]), or that was
    /// [restored](Interpreter::restore) to one.
    pub fn resume(&mut self) -> Outcome {
        let stop = self.run_steps();
        self.outcome(stop)
    }

    /// The run may take so many steps, all in all.
    pub fn allow_steps(&mut self, n_steps: u64) {
        self.options.n_steps = n_steps;
        self.pause_at = n_steps;
    }

    /// Forgets the inputs from this one on; the step that asked for them has not happened.
    pub(crate) fn forget_inputs(&mut self, from: usize) {
        self.recorded.truncate(from);
    }

    /// The inputs that were asked for, in order. Their bits replay the run.
    pub fn inputs(&self) -> &[RecordedInput] {
        &self.recorded
    }

    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Edges taken so far, and more for operations that take longer: copies and fills by the
    /// byte, looking for lost blocks by the object.
    pub fn n_steps(&self) -> u64 {
        self.n_steps
    }

    /// How often rounds of a loop were leapt over, which count as no steps.
    pub fn n_leaps(&self) -> u64 {
        self.leaps.n_leaps
    }

    /// How many of them were taken when the first input was asked for. They are the same in every
    /// run, since nothing else is open.
    pub fn n_silent_steps(&self) -> Option<u64> {
        self.n_silent_steps
    }

    /// Whether an address became a number, so that the run may depend on where objects lie.
    pub fn has_exposed_addresses(&self) -> bool {
        self.memory.has_exposed()
    }

    /// The edge that each activation is at, the entry function's first.
    pub fn call_stack(&self) -> Vec<Site> {
        let Some((_, callers)) = self.stack.frames.split_last() else { return Vec::new() };
        let site = |frame: &Frame| Some(Site { function: frame.code.function, edge: frame.edge? });
        callers.iter().filter_map(site).chain(self.site()).collect()
    }

    /// The value that a variable has now: of a global one, or of the innermost activation.
    pub fn value(&self, var: ir::VarId) -> Option<Value> {
        let slot = self.tables.var_slots[var];
        match self.program.vars[var].scope {
            Scope::Global => Some(*self.get(slot)),
            Scope::Local(function) => {
                let frame = self.stack.frames.last()?;
                (frame.code.function == function).then(|| *self.get(slot))
            }
        }
    }

    /// The first bytes of a static object, as one number.
    pub fn first_bytes(&self, object: ir::ObjectId, n_bytes: u64) -> Option<Value> {
        self.bytes_at(object, 0, n_bytes)
    }

    /// Bytes of a static object from an offset on, as one number.
    pub(crate) fn bytes_at(
        &self,
        object: ir::ObjectId,
        offset: u64,
        n_bytes: u64,
    ) -> Option<Value> {
        if !matches!(self.tables.object_places[object], ObjectPlace::Static(_)) {
            return None;
        }
        let address = self.static_address(object, offset as i64);
        let target = self.memory.target(&address, n_bytes, Direction::Read).ok()?;
        Some(self.memory.read(target, n_bytes as usize))
    }

    pub(crate) fn site(&self) -> Option<Site> {
        let frame = self.stack.frames.last()?;
        Some(Site { function: frame.code.function, edge: self.stack.edge? })
    }

    /// The next answer of the source of inputs, recorded.
    pub(crate) fn input(&mut self, unknown: Unknown, ty: Type) -> Result<Value, Stop> {
        self.input_or_stay(unknown, ty, None)
    }

    /// The same, where a value is there that may stay.
    pub(crate) fn input_or_stay(
        &mut self,
        unknown: Unknown,
        ty: Type,
        current: Option<Value>,
    ) -> Result<Value, Stop> {
        self.n_silent_steps.get_or_insert(self.n_steps);
        let known = current.filter(|value| !value.is_indeterminate() && value.fault().is_none());
        let bits_now = known.map(|value| value.bits());
        let request = InputRequest { unknown, ty, site: self.site(), current: bits_now };
        if ty != Type::Pointer && self.inputs.is_opaque(&request) {
            let mask = type_mask(self.program.model, ty);
            return Ok(Value::with_indeterminate(0, mask, Origin::UNMODELLED));
        }
        let bits = self.inputs.next_input(&request).ok_or(Stop::InputsExhausted)?;
        let bits = bits & type_mask(self.program.model, ty);
        self.recorded.push(RecordedInput { request, bits });
        let value = self.answer(ty, bits, known)?;
        if self.trace.is_recording() {
            let pointee = (ty == Type::Pointer).then(|| self.memory.pointee(&value));
            self.trace.push_note(InputNote { n_steps: 0, n_actions: 0, bytes: None, pointee });
        }
        Ok(value)
    }

    /// The bits of an answer as a value.
    fn answer(&mut self, ty: Type, bits: u128, known: Option<Value>) -> Result<Value, Stop> {
        if let Some(value) = known.filter(|value| value.bits() == bits) {
            return Ok(value);
        }
        let value = Value::plain(bits);
        if ty != Type::Pointer {
            return Ok(value);
        }
        match foreign_number(self.program.model, bits as u64) {
            Some(number) => self.memory.foreign(bits, number),
            None => Ok(self.memory.pointer_of_integer(&value)),
        }
    }

    /// What the bytes of a new local object or heap block are.
    pub(crate) fn fresh(&self) -> Fresh {
        match self.options.indeterminate {
            Indeterminate::Tracked => Fresh::Indeterminate,
            Indeterminate::AsInput => Fresh::Unknown,
        }
    }

    /// The compiled form of a function; `None` if it has no body.
    pub(crate) fn code(&mut self, function: FunctionId) -> Option<Rc<FunctionCode>> {
        if let Some(code) = &self.codes[function] {
            return Some(Rc::clone(code));
        }
        let program = self.program;
        let body = program.functions[function].body.as_ref()?;
        let code = compile_function(program, &self.tables, &mut self.fixed, function, body);
        let code = Rc::new(code);
        self.codes[function] = Some(Rc::clone(&code));
        Some(code)
    }

    fn begin(&mut self, function: FunctionId) -> Result<(), Stop> {
        self.lay_out_memory()?;
        self.set_globals()?;
        let parameters = &self.program.functions[function].parameters;
        let mut arguments = Vec::with_capacity(parameters.len());
        for &var in parameters {
            arguments.push(self.input(Unknown::EntryParameter(var), self.program.vars[var].ty)?);
        }
        let what = || Stop::Unsupported("the entry function has no body".into());
        let code = self.code(function).ok_or_else(what)?;
        self.push_frame(code, &arguments, None)
    }

    /// Memory before the first step.
    fn lay_out_memory(&mut self) -> Result<(), Stop> {
        if self.is_laid_out {
            self.memory.go_back_to_start();
            return Ok(());
        }
        self.memory = Memory::new(self.program.model, self.options.n_bytes);
        self.place_functions()?;
        self.place_statics()?;
        self.fill_statics()?;
        self.memory.keep_as_start();
        self.is_laid_out = true;
        Ok(())
    }

    fn place_functions(&mut self) -> Result<(), Stop> {
        let map = Map::of(self.program.model);
        let mut region = Region::new(map.functions, map.statics);
        for function in self.program.functions.ids() {
            let base = region.place(0, 16).ok_or(Stop::OutOfMemory)?;
            let kind = Kind::Function(function);
            let origin = self.memory.begin(NewInstance {
                kind,
                base,
                size: Some(0),
                is_read_only: true,
                fresh: Fresh::Zero,
            })?;
            let address = Value::with_origin(u128::from(base), origin);
            self.tables.function_addresses[function] = address;
        }
        Ok(())
    }

    fn place_statics(&mut self) -> Result<(), Stop> {
        let map = Map::of(self.program.model);
        let mut region = Region::new(map.statics, map.heap);
        for (object, it) in self.program.objects.iter() {
            if it.scope != Scope::Global {
                continue;
            }
            let size = it.size;
            let base = match it.contents {
                Contents::Device { address } => address,
                _ => region.place(size.unwrap_or(0), it.align).ok_or(Stop::OutOfMemory)?,
            };
            let (fresh, kind) = match it.contents {
                Contents::Static(_) => (Fresh::Zero, Kind::Static(object)),
                Contents::Indeterminate => (self.fresh(), Kind::Static(object)),
                Contents::Unknown => (Fresh::Unknown, Kind::Static(object)),
                Contents::Device { .. } => (Fresh::Unknown, Kind::Device(object)),
            };
            let is_read_only = it.is_read_only;
            let origin =
                self.memory.begin(NewInstance { kind, base, size, is_read_only, fresh })?;
            if let Contents::Device { .. } = it.contents {
                self.memory.add_device(origin);
            }
            if it.is_string_literal() {
                self.memory.mark_literal(origin);
            }
            let address = Value::with_origin(u128::from(base), origin);
            self.tables.object_places[object] = ObjectPlace::Static(address);
        }
        Ok(())
    }

    fn fill_statics(&mut self) -> Result<(), Stop> {
        let pointer_bytes = self.program.model.pointer_bytes();
        for (object, it) in self.program.objects.iter() {
            let (ObjectPlace::Static(base), Contents::Static(values)) =
                (self.tables.object_places[object], &it.contents)
            else {
                continue;
            };
            for entry in values {
                let address =
                    Value::with_origin(base.bits() + u128::from(entry.offset), base.origin());
                // Reading rights are enough: a constant object is filled all the same.
                match &entry.value {
                    StaticBytes::Bytes(bytes) => {
                        let size = bytes.len() as u64;
                        let target = self.memory.target(&address, size, Direction::Read)?;
                        self.memory.write_bytes(target, bytes)?;
                    }
                    StaticBytes::ObjectAddress(pointee, addend) => {
                        let target =
                            self.memory.target(&address, pointer_bytes, Direction::Read)?;
                        let value = self.static_address(*pointee, *addend);
                        self.memory.write(target, pointer_bytes as usize, value)?;
                    }
                    StaticBytes::FunctionAddress(function) => {
                        let target =
                            self.memory.target(&address, pointer_bytes, Direction::Read)?;
                        let value = self.tables.function_addresses[*function];
                        self.memory.write(target, pointer_bytes as usize, value)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn static_address(&self, object: ir::ObjectId, addend: i64) -> Value {
        match self.tables.object_places[object] {
            ObjectPlace::Static(base) => {
                let bits = base.bits().wrapping_add(addend as u128);
                let bits = bits & type_mask(self.program.model, Type::Pointer);
                Value::with_origin(bits, base.origin())
            }
            ObjectPlace::Local(_) => {
                unreachable!("the validator refuses local object {} here", object.index())
            }
        }
    }

    fn set_globals(&mut self) -> Result<(), Stop> {
        for index in 0..self.globals.len() {
            let var = self.globals[index];
            let it = &self.program.vars[var];
            let value = match it.initial {
                Initial::Unknown => self.input(Unknown::ExternVariable(var), it.ty)?,
                Initial::Bits(bits) => Value::plain(bits),
                Initial::ObjectAddress(object, addend) => self.static_address(object, addend),
                Initial::FunctionAddress(function) => self.tables.function_addresses[function],
            };
            self.set(self.tables.var_slots[var], value);
        }
        Ok(())
    }

    fn outcome(&self, stop: Stop) -> Outcome {
        let site = self.site();
        let at_step = || site.expect("a step has an edge");
        match stop {
            Stop::Finished(result) => Outcome::Finished { result },
            Stop::Halted(cause) => Outcome::Halted { cause, site: at_step() },
            Stop::Violated(check) => Outcome::Violated { check, site: at_step() },
            Stop::Undefined(kind) => match site {
                Some(site) => Outcome::Undefined { kind, site },
                None => Outcome::Unsupported { what: format!("static data: {kind}"), site },
            },
            Stop::Unsupported(what) => Outcome::Unsupported { what: what.into(), site },
            Stop::Blocked(location) => {
                let frame = self.stack.frames.last().expect("a location belongs to an activation");
                Outcome::Blocked { function: frame.code.function, location }
            }
            Stop::Deadlocked => Outcome::Deadlocked,
            Stop::Infeasible => Outcome::Infeasible,
            Stop::AtTurn => Outcome::AtTurn,
            Stop::Waits | Stop::Yields | Stop::Stuck | Stop::ThreadEnded(_) => {
                unreachable!("what one thread does by itself ends no run")
            }
            Stop::InputsExhausted => Outcome::InputsExhausted { site },
            Stop::Endless => {
                let frame = self.stack.frames.last().expect("a location belongs to an activation");
                Outcome::Endless { function: frame.code.function }
            }
            Stop::OutOfSteps => Outcome::OutOfSteps,
            Stop::OutOfMemory => Outcome::OutOfMemory { site },
            Stop::OutOfCalls => Outcome::OutOfCalls { site },
        }
    }
}
