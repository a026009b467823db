//! What a user is told about places inside models of the library: where his own program calls
//! them.
//!
//! A model is C, so its checks, loops and inputs have places in a text. That text is not the
//! user's. A violation in a model is shown at the call that led there; a check is listed at the
//! first call in the text that can lead there; loops of models are not told at all, since nothing
//! that is said of them could be said in the user's file.

use index::IndexVec;
use ir::{Callee, FunctionId, Op, Program};
use ir_interp::Step;
use source::{Source, Span};
use verdict::{CheckResult, CheckStatus, Explanation};

use super::explain::{op_of, span_of};
use super::specified::{OUTSIDE, REAL};

/// A call of a model in the user's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCall {
    pub span: Span,
    /// The function of the library that is called.
    pub function: String,
}

impl ModelCall {
    /// The words for something that is said about the inside of the model.
    pub fn tell(&self, source: &Source, what: &str) -> String {
        let call = source.one_line(self.span);
        format!("`{call}`: {what}, in the model of `{}`", self.function)
    }
}

/// Names of models that the user does not call by them: a call of `scanf` is several calls of these.
const OWN_NAMES: &str = "__linchpin_";

/// A function under the name that the user knows it by; none if he does not know it.
pub fn told_name(name: &str) -> Option<&str> {
    let of_callbacks = name.strip_prefix(ir::CALLS_BACK).and_then(|it| it.strip_prefix('.'));
    let name = of_callbacks.unwrap_or(name);
    // Functions with contracts make room for those that ask about them.
    let contracted = [REAL, OUTSIDE].into_iter().find_map(|it| name.strip_prefix(it));
    let name = contracted.unwrap_or(name);
    (!name.starts_with(OWN_NAMES)).then_some(name)
}

/// The function that a model stands for, as it is called at `span`.
pub fn called_name(source: &Source, name: &str, span: Span) -> String {
    let call = source.excerpt(span);
    let written = call.split('(').next().unwrap_or_default().trim();
    let is_name = |text: &str| {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        !text.is_empty() && text.chars().all(is_part)
    };
    match told_name(name) {
        Some(told) => told.to_owned(),
        None if is_name(written) => written.to_owned(),
        None => "the C library".to_owned(),
    }
}

/// The call in the user's text that the last step of a run is inside of.
pub fn active_call<'t>(
    program: &Program,
    source: &Source,
    steps: impl DoubleEndedIterator<Item = &'t Step>,
) -> Option<ModelCall> {
    let mut inner: Option<&Step> = None;
    for step in steps.rev() {
        let Some(above) = inner else {
            inner = Some(step);
            continue;
        };
        if step.depth >= above.depth {
            continue;
        }
        let span = span_of(program, step.site);
        let is_call = matches!(op_of(program, step.site), Op::Call { .. });
        if is_call && is_told(source, span) {
            let name = &program.functions[above.site.function].name;
            let function = called_name(source, name, span);
            return Some(ModelCall { span, function });
        }
        inner = Some(step);
    }
    None
}

/// Has the place a text that the user wrote?
fn is_told(source: &Source, span: Span) -> bool {
    span != Span::default() && source.is_users(span)
}

/// For each function of a model, the first call in the user's text that can lead there.
pub struct ModelCalls {
    first: IndexVec<FunctionId, Option<ModelCall>>,
    start: Span,
}

impl ModelCalls {
    /// Ends: a function is looked at again only when it got an earlier call.
    pub fn of(program: &Program, source: &Source) -> Self {
        let mut first: IndexVec<FunctionId, Option<ModelCall>> =
            IndexVec::from_elem(None, program.functions.len());
        let is_model = |function: FunctionId| !source.is_users(program.functions[function].span);
        let mut pending = Vec::new();
        for function in program.functions.ids().filter(|function| !is_model(*function)) {
            for (to, span) in calls(program, function).filter(|(to, _)| is_model(*to)) {
                let is_first = first[to].as_ref().is_none_or(|it| span.lo < it.span.lo);
                if is_told(source, span) && is_first {
                    let function = called_name(source, &program.functions[to].name, span);
                    first[to] = Some(ModelCall { span, function });
                    pending.push(to);
                }
            }
        }
        spread(program, &is_model, &mut first, pending);
        // A model that nobody calls by its name is called through a pointer, if through anything.
        if let Some(span) = first_through_a_pointer(program, source) {
            let is_left = |function: &FunctionId| is_model(*function) && first[*function].is_none();
            let left: Vec<FunctionId> = program.functions.ids().filter(is_left).collect();
            let is_pointed_to = |function: &FunctionId| {
                let name = &program.functions[*function].name;
                program.functions[*function].body.is_some() && told_name(name).is_some()
            };
            let pointed_to: Vec<FunctionId> = left.into_iter().filter(is_pointed_to).collect();
            for function in &pointed_to {
                let name = told_name(&program.functions[*function].name).unwrap_or_default();
                first[*function] = Some(ModelCall { span, function: name.to_owned() });
            }
            spread(program, &is_model, &mut first, pointed_to);
        }
        // What nobody calls runs before the user's own entry function.
        let users = program.functions.values().find(|it| &*it.name == "main");
        let start = users.map_or(Span::default(), |function| function.span);
        Self { first, start }
    }

    pub fn call(&self, function: FunctionId) -> Option<&ModelCall> {
        self.first[function].as_ref()
    }

    /// The user's place for something at `span` in this function.
    pub fn place(&self, source: &Source, function: FunctionId, span: Span) -> Span {
        match source.is_users(span) {
            true => span,
            false => self.call(function).map_or(self.start, |call| call.span),
        }
    }
}

/// Hands calls on to what is called from there; an earlier call replaces a later one.
fn spread(
    program: &Program,
    is_model: &impl Fn(FunctionId) -> bool,
    first: &mut IndexVec<FunctionId, Option<ModelCall>>,
    mut pending: Vec<FunctionId>,
) {
    while let Some(function) = pending.pop() {
        let Some(call) = first[function].clone() else { continue };
        for (to, _) in calls(program, function).filter(|(to, _)| is_model(*to)) {
            if first[to].as_ref().is_none_or(|it| call.span.lo < it.span.lo) {
                first[to] = Some(call.clone());
                pending.push(to);
            }
        }
    }
}

/// The first call through a pointer in the user's text.
fn first_through_a_pointer(program: &Program, source: &Source) -> Option<Span> {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let edges = bodies.flat_map(|body| body.edges.values());
    let is_one = |op: &Op| matches!(op, Op::Call { callee: Callee::Indirect(..), .. });
    let spans = edges.filter(|edge| is_one(&edge.op)).map(|edge| edge.provenance.span);
    spans.filter(|span| is_told(source, *span)).min_by_key(|span| span.lo)
}

fn calls(program: &Program, function: FunctionId) -> impl Iterator<Item = (FunctionId, Span)> {
    let body = program.functions[function].body.iter();
    body.flat_map(|body| body.edges.values()).filter_map(|edge| match &edge.op {
        Op::Call { callee: Callee::Direct(to), .. } => Some((*to, edge.provenance.span)),
        _ => None,
    })
}

/// Checks of models at the calls that lead to them: of each kind one per call, with the worst
/// answer of those that are put together.
pub fn at_calls(
    checks: Vec<(CheckResult, Option<FunctionId>)>,
    program: &Program,
    source: &Source,
) -> Vec<CheckResult> {
    if checks.iter().all(|(check, _)| source.is_users(check.span)) {
        return checks.into_iter().map(|(check, _)| check).collect();
    }
    let calls = ModelCalls::of(program, source);
    let mut before_main: Option<CheckResult> = None;
    let mut told: Vec<CheckResult> = Vec::new();
    let mut of_models: Vec<CheckResult> = Vec::new();
    for (mut check, function) in checks {
        if source.is_users(check.span) {
            told.push(check);
            continue;
        }
        match function.and_then(|function| calls.call(function)) {
            Some(call) => {
                check.span = call.span;
                check.text = call.tell(source, &check.text);
            }
            // A check that no call of the user's leads to asks him nothing, unless it stays open.
            None if severity(check.status) < severity(CheckStatus::Open) => continue,
            // What is ours is told as one, unless it is violated.
            None if check.status != CheckStatus::Violated => {
                check.span = calls.start;
                check.text = "what `main` is called with is there".to_owned();
                check.function = function_at(program, check.span);
                before_main.get_or_insert(check);
                continue;
            }
            None => {
                check.span = calls.start;
                check.text = format!("{}, in the C library", check.text);
            }
        }
        check.function = function_at(program, check.span);
        let same = of_models.iter_mut().find(|it| it.kind == check.kind && it.span == check.span);
        match same {
            Some(same) if severity(same.status) >= severity(check.status) => {}
            Some(same) => *same = check,
            None => of_models.push(check),
        }
    }
    told.extend(of_models);
    told.extend(before_main);
    told.sort_by_key(|check| check.span.lo);
    told
}

fn severity(status: CheckStatus) -> u8 {
    match status {
        CheckStatus::Unreachable => 0,
        CheckStatus::Vacuous => 1,
        CheckStatus::Proved => 2,
        CheckStatus::NotJudged => 3,
        CheckStatus::Open => 4,
        CheckStatus::Violated => 5,
    }
}

/// The function of the user's that holds a call.
fn function_at(program: &Program, span: Span) -> String {
    let holds = |function: &&ir::Function| {
        let edges = function.body.iter().flat_map(|body| body.edges.values());
        edges.into_iter().any(|edge| edge.provenance.span == span)
    };
    program.functions.values().find(holds).map_or_else(String::new, |it| it.name.to_string())
}

/// Leaves out what is said of the insides of models.
pub fn only_users(source: &Source, explanation: &mut Explanation) {
    explanation.loops.retain(|it| source.is_users(it.span));
    explanation.open.retain(|it| source.is_users(it.span));
}
