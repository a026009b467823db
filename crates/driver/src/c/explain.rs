//! A failing run in the words of the source.
//!
//! The interpreter's trace has a step per edge; people read lines. Steps of one activation that
//! lie on one line are put together, values are shown for what the source names, and conditions
//! with how they came out. Temporaries of lowering are left out.

use ir::{Expr, FloatType, Op, Program, Scope, Sign, Type};
use ir_interp::{Effect, FIRST_THREAD, Race, RecordedInput, Site, Step, Trace, Unknown};
use source::{Source, Span};
use verdict::{CheckKind, Property, PropertySet, RunStep, Violation, Waypoint};

use super::chosen_input::{chosen_input, decides_allocation};
use super::effects::Effects;
use super::environment::environment;
use super::explore::FailingRun;
use super::faults::{fault_in_words, values_in_words};
use super::models::{ModelCall, ModelCalls, active_call, told_name};
use super::threads::deadlock::{deadlock_in_words, waiting_steps};
use super::threads::stretches::stretches;

/// What the user is told about the run.
pub fn explain(
    program: &Program,
    source: &Source,
    properties: &PropertySet,
    run: &FailingRun,
) -> Violation {
    let check = &program.checks[run.check];
    // What was left as it was is no choice that a reader has to know.
    let is_chosen = |index: &usize| {
        let input = &run.inputs[*index];
        input.request.current != Some(input.bits)
    };
    let chosen: Vec<usize> = (0..run.inputs.len()).filter(is_chosen).collect();
    let environment = environment(program, source, run, &chosen);
    let chosen = chosen.iter().map(|index| &run.inputs[*index]);
    let race = run.trace.race().map(|race| span_of(program, race.second));
    let call = called_from(program, source, run);
    let (span, what) = match &call {
        None if source.is_users(check.span) => (check.span, check.text.to_string()),
        None => (last_of_users(program, source, run), check.text.to_string()),
        Some(call) => (call.span, call.tell(source, &check.text)),
    };
    let deadlock = deadlock_in_words(program, source, &run.trace);
    let is_users = |input: &&RecordedInput| {
        input.request.site.is_none_or(|site| source.is_users(span_of(program, site)))
    };
    let of_user = run.inputs.iter().filter(is_users);
    Violation {
        kind: check.kind,
        property: property_of(check.kind, properties),
        span: race.or(deadlock.as_ref().map(|it| it.0)).unwrap_or(span),
        message: match (run.trace.race(), deadlock) {
            (Some(race), _) => race_in_words(program, source, race),
            (None, Some((_, deadlock))) => deadlock,
            (None, None) => match fault_in_words(program, source, run, span) {
                Some(fault) => {
                    let fault = fault + &device_hint(run);
                    call.as_ref().map_or_else(|| fault.clone(), |call| call.tell(source, &fault))
                }
                None => {
                    format!("does not hold: {what}{}", values_in_words(program, source, run, span))
                }
            },
        },
        inputs: chosen.map(|input| chosen_input(program, source, input)).collect(),
        // Whether an allocation fails is decided in a call, and is not its result.
        waypoints: of_user
            .filter(|input| decides_allocation(program, source, input).is_none())
            .filter_map(|input| waypoint(program, input))
            .collect(),
        steps: run_steps(program, source, &run.trace),
        schedule: stretches(program, source, &run.trace),
        environment,
    }
}

/// The two accesses of a race.
fn race_in_words(program: &Program, source: &Source, race: Race) -> String {
    let place = |site| source.position(span_of(program, site).lo);
    format!(
        "data race: threads {} and {} access one place at the same time, here and at {}",
        race.second_thread,
        race.first_thread,
        place(race.first)
    )
}

/// How to declare the device, if the run fails at an address that the program made from a number.
/// Where the environment chose a pointer, the address may be its choice.
fn device_hint(run: &FailingRun) -> String {
    /// Addresses below are taken for null pointers and members of what they should point to.
    const FIRST_PAGE: u64 = 4096;
    let is_chosen = |input: &RecordedInput| {
        input.request.ty == Type::Pointer || input.request.unknown == Unknown::Uninitialised
    };
    let address = match run.trace.steps().next_back().map(|step| &step.effect) {
        Some(&Effect::Astray { address }) => address,
        _ => return String::new(),
    };
    if address < FIRST_PAGE || run.inputs.iter().any(is_chosen) {
        return String::new();
    }
    let page = address & !(FIRST_PAGE - 1);
    format!(" (if a device answers there: `--mmio {page:#x}:0x1000`)")
}

/// The user's call that a check of a model fails in.
fn called_from(program: &Program, source: &Source, run: &FailingRun) -> Option<ModelCall> {
    if source.is_users(program.checks[run.check].span) {
        return None;
    }
    let last = run.trace.steps().next_back()?;
    // Of a long run only the last steps are known, and the call may have come before them.
    let thread = last.thread;
    let own = run.trace.steps().filter(|step| step.thread == thread);
    active_call(program, source, own)
        .or_else(|| ModelCalls::of(program, source).call(last.site.function).cloned())
}

/// Where a run was last in the user's text: what is asked behind `main` is about what it left.
fn last_of_users(program: &Program, source: &Source, run: &FailingRun) -> Span {
    let spans = run.trace.steps().map(|step| span_of(program, step.site));
    let is_told = |span: &Span| *span != Span::default() && source.is_users(*span);
    spans.rev().find(is_told).unwrap_or(program.checks[run.check].span)
}

/// The name of the property that a check of this kind belongs to. Several may ask for the same
/// kind; the one that says most about it comes first.
fn property_of(kind: CheckKind, properties: &PropertySet) -> &'static str {
    let is_asked = |property: &Property| properties.contains(property);
    let defined = is_asked(&Property::DefinedBehaviour);
    match kind {
        CheckKind::UnreachCall | CheckKind::Assertion => "unreach-call",
        CheckKind::SignedOverflow if is_asked(&Property::NoOverflow) => "no-overflow",
        // A subscript may leave its array and stay in the object.
        CheckKind::Bounds if defined => Property::DefinedBehaviour.name(),
        CheckKind::Bounds | CheckKind::Dereference if is_asked(&Property::ValidDeref) => {
            "valid-deref"
        }
        CheckKind::Free if is_asked(&Property::ValidFree) => "valid-free",
        CheckKind::MemTrack => "valid-memtrack",
        CheckKind::MemCleanup => "valid-memcleanup",
        CheckKind::Invariant => "invariant",
        CheckKind::Deadlock => "no-deadlock",
        CheckKind::DataRace if is_asked(&Property::NoDataRace) => "no-data-race",
        CheckKind::SignedOverflow
        | CheckKind::DivisionByZero
        | CheckKind::Shift
        | CheckKind::Bounds
        | CheckKind::Dereference
        | CheckKind::Free
        | CheckKind::Initialised
        | CheckKind::Conversion
        | CheckKind::ReadOnly
        | CheckKind::Callee
        | CheckKind::PointerArithmetic
        | CheckKind::Alignment
        | CheckKind::DataRace
        | CheckKind::Undefined => {
            if defined {
                Property::DefinedBehaviour.name()
            } else {
                kind.name()
            }
        }
    }
}

/// The input as what a call returned, if it is a number that a call returned.
fn waypoint(program: &Program, input: &RecordedInput) -> Option<Waypoint> {
    let request = &input.request;
    let site = request.site?;
    // What somebody outside passes to a function that it calls is no result of a call.
    if program.calls_back(site.function) {
        return None;
    }
    match request.unknown {
        Unknown::Input | Unknown::ExternalResult(_) => {}
        Unknown::Effect(_)
        | Unknown::Changed { .. }
        | Unknown::Volatile
        | Unknown::Assembly
        | Unknown::Uninitialised
        | Unknown::ExternVariable(_)
        | Unknown::EntryParameter(_)
        | Unknown::Memory { .. } => return None,
    }
    Some(Waypoint {
        span: span_of(program, site),
        function: program.functions[site.function].name.to_string(),
        value: c_constant(request.ty, input.bits)?,
    })
}

/// A constant expression of C with this value. Floats are left out: their texts round.
fn c_constant(ty: Type, bits: u128) -> Option<String> {
    match ty {
        Type::Bool => Some((bits & 1).to_string()),
        Type::Pointer => (bits == 0).then(|| "0".to_owned()),
        Type::Int(int) if int.width > 64 => None,
        Type::Int(int) => Some(match (int.sign, int.value(bits)) {
            // The constant without its sign does not fit any type.
            (Sign::Signed, value) if value == i128::from(i64::MIN) => {
                format!("(-{}LL - 1)", i64::MAX)
            }
            (Sign::Signed, value) if i32::try_from(value).is_err() => format!("{value}LL"),
            (Sign::Unsigned, value) if value > i128::from(i64::MAX) => format!("{value}ULL"),
            (Sign::Unsigned, value) if u32::try_from(value).is_err() => format!("{value}LL"),
            (Sign::Unsigned, value) if i32::try_from(value).is_err() => format!("{value}U"),
            (_, value) => value.to_string(),
        }),
        Type::Float(_) => None,
    }
}

/// Steps that tell nothing if they have no effect that the source names.
fn is_bookkeeping(op: &Op) -> bool {
    matches!(
        op,
        Op::Skip
            | Op::EnterScope { .. }
            | Op::LeaveScope { .. }
            | Op::Assign { .. }
            | Op::Load { .. }
            | Op::Check { .. }
    )
}

/// What a step reads that others may write, and the value.
fn read_in_words(program: &Program, source: &Source, step: &Step) -> Option<String> {
    let Effect::Assigned { var, value } = &step.effect else { return None };
    let name = match op_of(program, step.site) {
        Op::Assign { value, .. } => match program.exprs[*value] {
            Expr::Var(read) if program.vars[read].scope == Scope::Global => {
                program.vars[read].name.to_string()
            }
            _ => return None,
        },
        Op::Load { .. } if step.n_shared > 0 => source.one_line(span_of(program, step.site)),
        _ => return None,
    };
    let is_told = !value.is_indeterminate() && program.vars[*var].ty != Type::Pointer;
    is_told.then(|| format!("reads {name} = {}", value_text(program.vars[*var].ty, value.bits())))
}

/// Steps of one line and activation become one.
fn run_steps(program: &Program, source: &Source, trace: &Trace) -> Vec<RunStep> {
    let has_threads =
        trace.waiting().len() > 1 || trace.steps().any(|step| step.thread != FIRST_THREAD);
    let mut shown: Vec<RunStep> = Vec::new();
    let mut effects = Effects::new(program, source);
    let mut last_line = None;
    // What the thread at hand has read, as long as nothing else was told of it: if another one goes on
    // then, that is what the switch is about.
    let mut last_read: Option<RunStep> = None;
    let mut steps = trace.steps().enumerate().peekable();
    let mut leapt = None;
    while let Some((index, step)) = steps.next() {
        if let (Some(n_rounds), Some(last)) = (leapt.take(), shown.last_mut()) {
            last.effects.push(format!("{n_rounds} more rounds like this one"));
            last_line = None;
        }
        leapt = trace.n_rounds_behind(index);
        if last_read.as_ref().is_some_and(|read| read.thread != Some(step.thread)) {
            shown.extend(last_read.take());
            last_line = None;
        }
        let span = span_of(program, step.site);
        // Edges that lowering made for itself have no place.
        if span == Span::default() {
            continue;
        }
        // What models do is part of the call.
        if !source.is_users(span) {
            effects.tell(step);
            // What a model gives is what the user's call gives.
            let caller = shown.last_mut().filter(|row| row.depth + 1 == step.depth);
            if let (Some(caller), Some(result)) = (caller, effects.result(step)) {
                caller.effects.push(result);
            }
            continue;
        }
        let position = source.position(span.lo);
        let line = (position.file, position.line, step.site.function, step.depth, step.thread);
        let effect = effects.tell(step);
        // The last step is the one that fails.
        let is_last = steps.peek().is_none();
        let told = |effect: Option<String>| RunStep {
            span,
            function: told_name(&program.functions[step.site.function].name)
                .unwrap_or("the C library")
                .to_owned(),
            depth: step.depth,
            thread: has_threads.then_some(step.thread),
            effects: effect.into_iter().collect(),
        };
        if effect.is_none() && !is_last && is_bookkeeping(op_of(program, step.site)) {
            if let Some(read) = read_in_words(program, source, step).filter(|_| has_threads) {
                last_read = Some(told(Some(read)));
            }
            continue;
        }
        last_read = None;
        match shown.last_mut() {
            Some(last) if last_line.as_ref() == Some(&line) => last.effects.extend(effect),
            _ => shown.push(told(effect)),
        }
        last_line = Some(line);
    }
    // Where a model calls the user's `main`, that is where the run begins for the user.
    let outermost = shown.iter().map(|step| step.depth).min().unwrap_or(0);
    shown.iter_mut().for_each(|step| step.depth -= outermost);
    let waiting = waiting_steps(program, source, trace).into_iter();
    shown.extend(
        waiting.map(|step| RunStep { thread: step.thread.filter(|_| has_threads), ..step }),
    );
    shown
}

pub fn value_text(ty: Type, bits: u128) -> String {
    match ty {
        Type::Bool => (bits & 1 == 1).to_string(),
        Type::Int(int) => {
            let shift = 128 - u32::from(int.width);
            match int.sign {
                Sign::Signed => (((bits << shift) as i128) >> shift).to_string(),
                Sign::Unsigned => bits.to_string(),
            }
        }
        Type::Float(FloatType::F32) => format!("{:?}", f32::from_bits(bits as u32)),
        Type::Float(FloatType::F64) => format!("{:?}", f64::from_bits(bits as u64)),
        Type::Float(FloatType::F16 | FloatType::F80 | FloatType::F128) => {
            format!("a float with bits {bits:#x}")
        }
        Type::Pointer if bits == 0 => "null".into(),
        Type::Pointer => format!("{bits:#x}"),
    }
}

pub fn edge_of(program: &Program, site: Site) -> &ir::Edge {
    let body = program.functions[site.function].body.as_ref();
    &body.expect("a run takes edges of functions with a body only").edges[site.edge]
}

pub fn op_of(program: &Program, site: Site) -> &Op {
    &edge_of(program, site).op
}

pub fn span_of(program: &Program, site: Site) -> Span {
    edge_of(program, site).provenance.span
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::IntType;

    #[test]
    fn values_are_shown_in_their_type() {
        let int = |width, sign| Type::Int(IntType { width, sign });
        assert_eq!(value_text(int(32, Sign::Signed), 0xFFFF_FFFE), "-2");
        assert_eq!(value_text(int(8, Sign::Unsigned), 200), "200");
        assert_eq!(value_text(Type::Float(FloatType::F64), u128::from(1.5f64.to_bits())), "1.5");
        assert_eq!(value_text(Type::Pointer, 0), "null");
        assert_eq!(value_text(Type::Bool, 1), "true");
    }

    #[test]
    fn constants_have_the_suffix_that_c_needs() {
        let constant = |width, sign, bits| c_constant(Type::Int(IntType { width, sign }), bits);
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(constant(32, Sign::Signed, 0xFFFF_FFFE), is("-2"));
        assert_eq!(constant(32, Sign::Signed, 1 << 31), is("-2147483648"));
        assert_eq!(constant(32, Sign::Unsigned, 1 << 31), is("2147483648U"));
        assert_eq!(constant(64, Sign::Signed, 1 << 63), is("(-9223372036854775807LL - 1)"));
        assert_eq!(constant(64, Sign::Unsigned, 1 << 63), is("9223372036854775808ULL"));
        assert_eq!(constant(64, Sign::Unsigned, 5), is("5"));
        assert_eq!(c_constant(Type::Pointer, 8), None);
    }

    #[test]
    fn the_line_for_machines_names_what_was_asked() {
        let asked: PropertySet = [Property::ValidDeref, Property::ValidFree].into_iter().collect();
        assert_eq!(property_of(CheckKind::Bounds, &asked), "valid-deref");
        let defined: PropertySet = [Property::DefinedBehaviour].into_iter().collect();
        assert_eq!(property_of(CheckKind::Bounds, &defined), "def-behavior");
        let both: PropertySet =
            [Property::ValidDeref, Property::DefinedBehaviour].into_iter().collect();
        assert_eq!(property_of(CheckKind::Bounds, &both), "def-behavior");
        assert_eq!(property_of(CheckKind::Dereference, &both), "valid-deref");
        assert_eq!(property_of(CheckKind::Assertion, &defined), "unreach-call");
    }
}
