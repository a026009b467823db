//! What the environment chose, in the words of the source and for a C compiler.

use c_lower::FAILS;
use ir::{
    Actor, CompareOp, Contents, Expr, FloatType, FunctionId, HavocCause, ObjectId, Op, Program,
    Scope, Sign, Type, VarId, VarOrigin,
};
use ir_interp::{Holder, RecordedInput, Site, Unknown};
use source::{Source, Span};
use verdict::{ChosenInput, InputOrigin};

use super::effects::part_at;
use super::explain::{op_of, span_of, value_text};
use super::inner_names::in_words;
use super::models::ModelCalls;

pub fn chosen_input(program: &Program, source: &Source, input: &RecordedInput) -> ChosenInput {
    let request = &input.request;
    let span = request.site.map(|site| span_of(program, site));
    let model = request.site.filter(|_| span.is_some_and(|span| !source.is_users(span)));
    let called_back = request.site.and_then(|site| called_back(program, site, input));
    let (span, what, origin) = match model {
        None if called_back.is_some() => {
            (span, called_back.unwrap_or_default(), InputOrigin::Machine)
        }
        None => (span, describe(program, source, input), origin(program, source, input)),
        Some(site) => in_model(program, source, input, site),
    };
    ChosenInput {
        span: span.filter(|span| *span != Span::default()),
        what,
        value: value_text(request.ty, input.bits),
        origin,
        c_type: c_type(request.ty),
        n_bytes: request.ty.bytes(program.model).unwrap_or(1),
        bits: input.bits,
    }
}

/// What a model asks for, at the user's call of it.
fn in_model(
    program: &Program,
    source: &Source,
    input: &RecordedInput,
    site: Site,
) -> (Option<Span>, String, InputOrigin) {
    let what = describe(program, source, input);
    match ModelCalls::of(program, source).call(site.function) {
        Some(call) => {
            let is_named = input.request.unknown != Unknown::Input || what.starts_with("whether");
            let what = if is_named { what } else { "a choice".to_owned() };
            let what = format!("{what} in the model of `{}`", call.function);
            let origin = InputOrigin::Library { function: call.function.clone() };
            (Some(call.span), what, origin)
        }
        // Nobody calls the model that calls `main`.
        None => (None, format!("{what} of what calls `main`"), InputOrigin::Machine),
    }
}

/// What somebody outside chose as it called functions of the program: which one, or an argument.
fn called_back(program: &Program, site: Site, input: &RecordedInput) -> Option<String> {
    if !program.calls_back(site.function) {
        return None;
    }
    let who = match input.request.unknown {
        Unknown::Effect(actor) | Unknown::Changed { actor, .. } => actor_name(program, actor),
        Unknown::ExternalResult(function) => actor_name(program, Actor::Function(function)),
        _ => actor_name(program, Actor::Assembly),
    };
    let is_choice = match op_of(program, site) {
        Op::Havoc { target, cause: HavocCause::Effect(_) } => {
            program.vars[*target].scope == Scope::Local(site.function)
        }
        Op::Havoc { .. } => return Some(format!("an argument that {who} passes")),
        _ => false,
    };
    is_choice.then(|| match callee_of_choice(program, site.function, input.bits) {
        Some(callee) => format!("{who} calls `{callee}` back: choice"),
        None => format!("{who} calls nothing back: choice"),
    })
}

/// The function that a value of the choice stands for: the branch that tells it from others leads to
/// its call.
fn callee_of_choice(program: &Program, function: FunctionId, bits: u128) -> Option<&str> {
    let body = program.functions[function].body.as_ref()?;
    let is_this = |condition: ir::ExprId| match program.exprs[condition] {
        Expr::Compare(CompareOp::Eq, _, number) => {
            matches!(program.exprs[number], Expr::Int(_, it) if it == bits)
        }
        _ => false,
    };
    let taken = body
        .edges
        .values()
        .find(|edge| matches!(edge.op, Op::Assume { condition } if is_this(condition)))?;
    let mut at = taken.to;
    // A branch is a row of edges, each location left by one.
    for _ in 0..body.edges.len() {
        let [edge] = body.locations[at].outgoing[..] else { return None };
        if let Op::CallBack { function, .. } = body.edges[edge].op {
            return Some(&program.functions[function].name);
        }
        at = body.edges[edge].to;
    }
    None
}

fn describe(program: &Program, source: &Source, input: &RecordedInput) -> String {
    let request = &input.request;
    let target = request.site.map(|site| op_of(program, site)).and_then(|op| match op {
        Op::Havoc { target, .. } if program.vars[*target].origin == VarOrigin::Source => {
            Some(&program.vars[*target].name)
        }
        _ => None,
    });
    if let Some(function) = decides_allocation(program, source, input) {
        return format!("whether `{function}` fails");
    }
    match (request.unknown, target) {
        (Unknown::Input | Unknown::Uninitialised, Some(name)) => format!("`{name}`"),
        (Unknown::Input, None) => {
            let call = request.site.and_then(|site| callee(source, span_of(program, site)));
            call.map_or_else(|| "an input".into(), |name| format!("`{name}()`"))
        }
        (Unknown::ExternalResult(function), _) => {
            format!("the result of `{}`", program.functions[function].name)
        }
        (Unknown::Effect(actor), Some(name)) => {
            format!("`{name}`, if {} sets it", actor_name(program, actor))
        }
        (Unknown::Effect(actor), None) => {
            format!("a variable, if {} sets it", actor_name(program, actor))
        }
        (Unknown::Changed { actor, holder, offset }, _) => {
            let place = memory(program, holder, offset);
            format!("{place}, if {} sets it", actor_name(program, actor))
        }
        (Unknown::Volatile, _) => "a volatile read".into(),
        (Unknown::Assembly, _) => "an output of inline assembly".into(),
        (Unknown::Uninitialised, None) => "an uninitialised value".into(),
        (Unknown::ExternVariable(var), _) => {
            format!("the `extern` variable `{}`", program.vars[var].name)
        }
        (Unknown::EntryParameter(var), _) => format!("the parameter `{}`", program.vars[var].name),
        (Unknown::Memory { holder, offset }, _) => memory(program, holder, offset),
    }
}

/// Who changes memory outside the program.
pub fn actor_name(program: &Program, actor: Actor) -> String {
    match actor {
        Actor::Function(function) if program.strangers.contains(&function) => {
            "a function outside the program".to_owned()
        }
        Actor::Function(function) => format!("`{}`", program.functions[function].name),
        Actor::Assembly => "inline assembly".to_owned(),
    }
}

fn memory(program: &Program, holder: Holder, offset: u64) -> String {
    if let Holder::Object(object) = holder
        && let Some(part) = part_at(program, Some(object), offset)
    {
        return format!("`{part}`");
    }
    let place = match offset {
        0 => String::new(),
        offset => format!(" at byte {offset}"),
    };
    match holder {
        Holder::Object(object) => format!("{}{place}", in_words(&program.objects[object])),
        Holder::HeapBlock(number) => format!("heap block {}{place}", u64::from(number) + 1),
        Holder::StackBlock => format!("a block on the stack{place}"),
        Holder::Foreign(number) => {
            format!("memory outside the program, block {}{place}", u64::from(number) + 1)
        }
    }
}

/// The name that is called in the text of a call.
fn callee(source: &Source, span: Span) -> Option<String> {
    let text = source.excerpt(span);
    let (name, _) = text.split_once('(')?;
    let is_name = |name: &str| name.chars().all(|it| it.is_alphanumeric() || it == '_');
    let name = name.trim();
    (!name.is_empty() && is_name(name)).then(|| name.to_owned())
}

/// The function of the library that fails or not, as this input says.
pub fn decides_allocation(
    program: &Program,
    source: &Source,
    input: &RecordedInput,
) -> Option<String> {
    let site = input.request.site?;
    let Op::Havoc { target, cause: HavocCause::Input } = op_of(program, site) else { return None };
    let var = &program.vars[*target];
    let is_decision = var.origin == VarOrigin::Temporary && &*var.name == FAILS;
    let name = || callee(source, span_of(program, site)).unwrap_or_else(|| "malloc".to_owned());
    is_decision.then(name)
}

fn origin(program: &Program, source: &Source, input: &RecordedInput) -> InputOrigin {
    if let Some(function) = decides_allocation(program, source, input) {
        return InputOrigin::Library { function };
    }
    match input.request.unknown {
        Unknown::Input => {
            let site = input.request.site;
            match site.and_then(|site| callee(source, span_of(program, site))) {
                Some(function) => InputOrigin::Call { function },
                None => InputOrigin::Nondet,
            }
        }
        Unknown::ExternalResult(function) => {
            InputOrigin::Call { function: program.functions[function].name.to_string() }
        }
        Unknown::Effect(_) | Unknown::Changed { .. } => InputOrigin::Machine,
        Unknown::Volatile | Unknown::Assembly => InputOrigin::Machine,
        Unknown::Uninitialised => InputOrigin::Local,
        Unknown::ExternVariable(var) => {
            InputOrigin::ExternVariable { name: program.vars[var].name.to_string() }
        }
        Unknown::EntryParameter(var) => {
            InputOrigin::EntryParameter { index: parameter(program, var) }
        }
        Unknown::Memory { holder: Holder::HeapBlock(number), offset } => {
            InputOrigin::HeapBlock { number, offset }
        }
        Unknown::Memory { holder: Holder::StackBlock, .. } => InputOrigin::Local,
        Unknown::Memory { holder: Holder::Foreign(_), .. } => InputOrigin::Machine,
        Unknown::Memory { holder: Holder::Object(object), offset } => {
            object_origin(program, object, offset)
        }
    }
}

fn parameter(program: &Program, var: VarId) -> usize {
    let parameters = &program.functions[program.entry].parameters;
    parameters.iter().position(|each| *each == var).unwrap_or(0)
}

fn object_origin(program: &Program, object: ObjectId, offset: u64) -> InputOrigin {
    let object = &program.objects[object];
    match (&object.contents, object.scope) {
        (Contents::Unknown, Scope::Global) => {
            InputOrigin::ExternObject { name: object.name.to_string(), offset }
        }
        (Contents::Indeterminate, Scope::Local(_)) => InputOrigin::Local,
        // Made unknown by a step of the run.
        _ => InputOrigin::Machine,
    }
}

/// A type of C with this representation, for both data models.
pub fn c_type(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "_Bool",
        Type::Int(int) => match (int.width, int.sign) {
            (8, Sign::Signed) => "signed char",
            (8, Sign::Unsigned) => "unsigned char",
            (16, Sign::Signed) => "short",
            (16, Sign::Unsigned) => "unsigned short",
            (32, Sign::Signed) => "int",
            (32, Sign::Unsigned) => "unsigned",
            (64, Sign::Signed) => "long long",
            (64, Sign::Unsigned) => "unsigned long long",
            (_, Sign::Signed) => "__int128",
            (_, Sign::Unsigned) => "unsigned __int128",
        },
        Type::Float(FloatType::F16) => "_Float16",
        Type::Float(FloatType::F32) => "float",
        Type::Float(FloatType::F64) => "double",
        Type::Float(FloatType::F80) => "long double",
        Type::Float(FloatType::F128) => "_Float128",
        Type::Pointer => "void *",
    }
}
