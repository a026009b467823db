//! What surrounds a failing run, from its trace: for the file that makes the run happen outside of
//! Linchpin.
//!
//! - [`standard_input`]: the bytes that the program's calls of the library read;
//! - [`arguments`]: what `main` was called with;
//! - [`outside`]: what functions without body did to memory that they know.
//!
//! Nothing here decides a verdict, and nothing is believed: whoever uses it runs the program and
//! looks whether it fails. What cannot be told is left out, or is an obstacle, in words.
//!
//! Of a long run only the last steps are known. Then what was read and how `main` was called is
//! not known either.

pub mod arguments;
mod outside;
mod scan_format;
mod standard_input;

use std::collections::{BTreeMap, BTreeSet};

use ir::{FunctionId, Op, Program, Type, VarId};
use ir_interp::{Effect, RecordedInput, Step};
use source::{Source, Span};
use verdict::{CallResult, Environment};

use super::explain::{op_of, span_of, value_text};
use super::explore::FailingRun;
use super::models::called_name;

use arguments::Arguments;
use standard_input::StandardInput;

/// Describes the surroundings of a run. `chosen` are the inputs that the violation tells of, by
/// their index in the run.
pub fn environment(
    program: &Program,
    source: &Source,
    run: &FailingRun,
    chosen: &[usize],
) -> Environment {
    let mut environment = Environment::default();
    // A run that was not replayed has no notes.
    if run.trace.notes().len() != run.inputs.len() {
        return environment;
    }
    let told: BTreeMap<usize, usize> =
        chosen.iter().enumerate().map(|(told, &index)| (index, told)).collect();
    let mut covered = outside::describe(program, run, &told, &mut environment);
    if run.trace.n_forgotten() == 0 {
        let mut walk = Walk::new(program, source, run);
        let found = walk.go();
        let is_told = |indices: Vec<usize>| -> BTreeSet<usize> {
            indices.iter().filter_map(|index| told.get(index).copied()).collect()
        };
        covered.extend(found.input.into_iter().chain(found.arguments.iter().copied()));
        environment.of_arguments = is_told(found.arguments);
        let results = found.results.into_iter().map(|(call, value)| CallResult {
            function: call.function,
            span: call.span,
            value,
            inputs: is_told(call.inputs),
        });
        environment.results = results.filter(|result| !result.inputs.is_empty()).collect();
        (environment.input, environment.arguments) = (walk.input.finish(), walk.arguments.finish());
        environment.obstacles.extend(walk.input.obstacles);
    }
    environment.covered = covered.iter().filter_map(|index| told.get(index).copied()).collect();
    environment
}

/// A call of a model by the user's program that has not returned.
pub(super) struct Call {
    pub name: String,
    /// What the user calls it.
    pub function: String,
    /// What was asked for in it, by the index in the run.
    pub inputs: Vec<usize>,
    pub arguments: Vec<u128>,
    pub span: Span,
    /// How often it has stored something.
    pub n_stores: u32,
    depth: usize,
}

/// Inputs that are told in another way, by their index in the run.
#[derive(Default)]
struct Found {
    /// By the standard input.
    input: Vec<usize>,
    /// By what `main` was called with.
    arguments: Vec<usize>,
    /// By what a call gave.
    results: Vec<(Call, String)>,
}

/// What tells of an input.
enum Taken {
    Input,
    Arguments,
    Nothing,
}

/// Goes through the steps of a run, with the inputs at each.
struct Walk<'r> {
    program: &'r Program,
    source: &'r Source,
    run: &'r FailingRun,
    calls: Vec<Call>,
    results: Vec<(Call, String)>,
    input: StandardInput,
    arguments: Arguments,
}

impl<'r> Walk<'r> {
    fn new(program: &'r Program, source: &'r Source, run: &'r FailingRun) -> Self {
        let (input, arguments) = (StandardInput::default(), Arguments::of(program));
        Self { program, source, run, calls: Vec::new(), results: Vec::new(), input, arguments }
    }

    fn go(&mut self) -> Found {
        let run = self.run;
        let mut inputs = run.inputs.iter().zip(run.trace.notes()).enumerate().peekable();
        let mut found = Found::default();
        for (n_step, step) in run.trace.steps().enumerate() {
            while let Some((index, (input, note))) =
                inputs.next_if(|(_, (_, note))| note.n_steps <= n_step as u64 + 1)
            {
                let address = note.bytes.map(|bytes| bytes.address);
                match self.takes(step, input, address) {
                    Taken::Input => found.input.push(index),
                    Taken::Arguments => found.arguments.push(index),
                    Taken::Nothing => {}
                }
                // Bytes of memory are no choice of the call that looks at them first.
                if let (None, Some(call)) = (address, self.calls.last_mut()) {
                    call.inputs.push(index);
                }
            }
            self.step(step);
        }
        if let Some(call) = self.calls.last() {
            self.input.fails_in(call);
        }
        found.results = std::mem::take(&mut self.results);
        found
    }

    /// What tells of an input besides itself.
    fn takes(&mut self, step: &Step, input: &RecordedInput, address: Option<u64>) -> Taken {
        if let Some(address) = address {
            let n_bytes = input.request.ty.bytes(self.program.model).unwrap_or(1);
            let (mut n_arguments, mut n_input) = (0, 0);
            for at in 0..n_bytes {
                let byte = (input.bits >> (8 * at)) as u8;
                let address = address.wrapping_add(at);
                match self.arguments.learn(address, byte) {
                    true => n_arguments += 1,
                    false => n_input += u64::from(self.input.learn(address, byte)),
                }
            }
            return match n_bytes {
                _ if n_arguments == n_bytes => Taken::Arguments,
                _ if n_arguments + n_input == n_bytes => Taken::Input,
                _ => Taken::Nothing,
            };
        }
        let is_users = self.source.is_users(span_of(self.program, step.site));
        match self.calls.last() {
            _ if self.arguments.is_inside(step.depth) && !is_users => Taken::Arguments,
            _ if self.arguments.is_inside(step.depth) => Taken::Nothing,
            Some(call) if StandardInput::reads(&call.name) => Taken::Input,
            _ => Taken::Nothing,
        }
    }

    fn step(&mut self, step: &Step) {
        let program = self.program;
        match &step.effect {
            Effect::Called { function, arguments } => {
                let arguments: Vec<u128> = arguments.iter().map(|it| it.bits()).collect();
                self.arguments.called(*function, &arguments);
                self.called(step, *function, arguments);
            }
            Effect::Returned { target, value } => {
                let bits = value.as_ref().map(|value| value.bits());
                if let (Some(target), Some(bits)) = (target, bits) {
                    self.arguments.assigned(&program.vars[*target].name, bits);
                }
                let is_done = |call: &Call| step.depth == call.depth + 1;
                if let Some(call) = self.calls.pop_if(|call| is_done(call)) {
                    self.input.returned(&call, bits, self.source);
                    self.gave(step, call, bits);
                }
            }
            Effect::Assigned { var, value } => {
                if step.depth == 0 {
                    self.arguments.assigned(&program.vars[*var].name, value.bits());
                }
            }
            Effect::Overwritten { place, size } => {
                if let (Op::HavocMemory { .. }, Some(call)) =
                    (op_of(program, step.site), self.calls.last())
                {
                    self.input.overwritten(call, place.address, *size);
                } else {
                    self.input.forget(place.address, *size);
                }
            }
            Effect::Stored { place, ty, value } => {
                if let Some(call) = self.calls.last_mut() {
                    let name = place.object.map(|object| &*program.objects[object].name);
                    self.input.stored(call, name, *ty, value.bits());
                    call.n_stores += 1;
                }
                self.input.forget(place.address, ty.bytes(program.model).unwrap_or(1));
            }
            Effect::None | Effect::Astray { .. } => {}
        }
    }

    /// Keeps what a call gave that made a choice.
    fn gave(&mut self, step: &Step, call: Call, bits: Option<u128>) {
        let ty = self.program.functions[step.site.function].signature.result;
        let (Some(ty), Some(bits), false) = (ty, bits, call.inputs.is_empty()) else { return };
        let value = match ty {
            Type::Pointer if bits != 0 => "not null".to_owned(),
            _ => value_text(ty, bits),
        };
        self.results.push((call, value));
    }

    fn called(&mut self, step: &Step, function: FunctionId, arguments: Vec<u128>) {
        let span = span_of(self.program, step.site);
        let callee = &self.program.functions[function];
        let is_model = callee.body.is_some() && !self.source.is_users(callee.span);
        if is_model && self.source.is_users(span) && span != Span::default() {
            let name = callee.name.to_string();
            let function = called_name(self.source, &name, span);
            let (inputs, depth) = (Vec::new(), step.depth);
            self.calls.push(Call { name, function, inputs, arguments, span, n_stores: 0, depth });
        }
    }
}

/// The variable that a havoc step gives a value.
pub(super) fn havoc_target(op: &Op) -> Option<VarId> {
    match op {
        Op::Havoc { target, .. } => Some(*target),
        _ => None,
    }
}
