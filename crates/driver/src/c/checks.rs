//! The answer to each check, from the answer to the task or to its parts.
//!
//! A proof is of all checks at once, and a failing run ends at its first failure. What can be
//! said beyond that is which checks no run comes to: those in functions that are never called. More is
//! found out by asking in parts ([`each_check`](super::each_check)).
//! Calls through pointers count as calls of every function whose address is taken.

use std::collections::BTreeMap;

use index::IdSet;
use ir::{Callee, CheckId, Expr, FunctionId, Op, Program};
use rustc_hash::FxHashMap;
use source::Source;
use verdict::{CheckResult, CheckStatus, Reason, Verdict};

use super::Compiled;
use super::models::at_calls;
use super::preprocess::system_headers_in;

/// What can be said of each check before anything was found out.
pub fn open_checks(compiled: &Compiled) -> Vec<CheckResult> {
    let Compiled { program, source, .. } = compiled;
    let verdict = Verdict::Unknown(Reason::Interrupted);
    check_results(program, source, &verdict, None, &IdSet::new())
}

/// What is known of one check.
#[derive(Clone, Debug)]
pub struct Judged {
    pub status: CheckStatus,
    /// What is known besides, if it is open.
    pub known: Option<String>,
}

impl From<CheckStatus> for Judged {
    fn from(status: CheckStatus) -> Self {
        Self { status, known: None }
    }
}

/// The results in the order of the checks, where all have one answer.
pub fn check_results(
    program: &Program,
    source: &Source,
    verdict: &Verdict,
    violated: Option<CheckId>,
    vacuous: &IdSet<CheckId>,
) -> Vec<CheckResult> {
    let judged = |id: CheckId| match verdict {
        _ if violated == Some(id) => CheckStatus::Violated.into(),
        Verdict::True if vacuous.contains(id) => CheckStatus::Vacuous.into(),
        Verdict::True => CheckStatus::Proved.into(),
        Verdict::False => CheckStatus::NotJudged.into(),
        Verdict::Unknown(_) => CheckStatus::Open.into(),
    };
    results(program, source, judged)
}

/// The same, where each has its own; the others are open.
pub fn judged_results(
    program: &Program,
    source: &Source,
    judged: &BTreeMap<CheckId, Judged>,
) -> Vec<CheckResult> {
    results(program, source, |id| judged.get(&id).cloned().unwrap_or(CheckStatus::Open.into()))
}

fn results(
    program: &Program,
    source: &Source,
    judged: impl Fn(CheckId) -> Judged,
) -> Vec<CheckResult> {
    let places = places(program);
    let reached = reached_functions(program);
    let result = |(id, check): (CheckId, &ir::Check)| {
        let function = function_of(program, &places, id);
        let is_reached = function.is_some_and(|function| reached.contains(function));
        let Judged { status, known } = match judged(id) {
            judged if judged.status == CheckStatus::Violated => judged,
            _ if !is_reached => CheckStatus::Unreachable.into(),
            judged => judged,
        };
        let name = function.map(|function| program.functions[function].name.to_string());
        let result = CheckResult {
            kind: check.kind,
            span: check.span,
            function: name.unwrap_or_default(),
            text: check.text.to_string(),
            status,
            known,
            accepted: None,
        };
        (result, function)
    };
    let mut results: Vec<_> = program.checks.iter().map(result).collect();
    let is_unreached = |check: &CheckResult| check.status == CheckStatus::Unreachable;
    // What a header of the system defines and nobody calls asks the user nothing.
    if results.iter().any(|(check, _)| is_unreached(check)) {
        let of_system = system_headers_in(source);
        let is_of_system =
            |check: &CheckResult| of_system.contains(&*source.position(check.span.lo).file);
        results.retain(|(check, _)| !(is_unreached(check) && is_of_system(check)));
    }
    at_calls(results, program, source)
}

/// The checks in functions that runs may come to.
pub fn reached_checks(program: &Program) -> Vec<CheckId> {
    let places = places(program);
    let reached = reached_functions(program);
    let is_reached = |id: &CheckId| {
        function_of(program, &places, *id).is_some_and(|function| reached.contains(function))
    };
    program.checks.ids().filter(is_reached).collect()
}

fn function_of(
    program: &Program,
    places: &FxHashMap<CheckId, FunctionId>,
    check: CheckId,
) -> Option<FunctionId> {
    // Races and deadlocks are asked about everywhere.
    let everywhere = program.checks[check].kind.is_of_runs().then_some(program.entry);
    places.get(&check).copied().or(everywhere)
}

/// The function that each check stands in.
fn places(program: &Program) -> FxHashMap<CheckId, FunctionId> {
    let mut places = FxHashMap::default();
    for (id, function) in program.functions.iter() {
        for edge in function.body.iter().flat_map(|body| body.edges.values()) {
            if let Op::Check { check, .. } = edge.op {
                places.insert(check, id);
            }
        }
    }
    places
}

fn reached_functions(program: &Program) -> IdSet<FunctionId> {
    let addresses = program.exprs.iter().filter_map(|(_, expr)| match expr {
        Expr::FunctionAddress(function) => Some(*function),
        _ => None,
    });
    let mut pending: Vec<FunctionId> = addresses.collect();
    pending.push(program.entry);
    // Addresses in the initial values of objects and variables.
    for object in program.objects.values() {
        if let ir::Contents::Static(values) = &object.contents {
            pending.extend(values.iter().filter_map(|value| match value.value {
                ir::StaticBytes::FunctionAddress(function) => Some(function),
                ir::StaticBytes::Bytes(_) | ir::StaticBytes::ObjectAddress(..) => None,
            }));
        }
    }
    pending.extend(program.vars.values().filter_map(|var| match var.initial {
        ir::Initial::FunctionAddress(function) => Some(function),
        ir::Initial::Unknown | ir::Initial::Bits(_) | ir::Initial::ObjectAddress(..) => None,
    }));
    let mut reached = IdSet::new();
    while let Some(function) = pending.pop() {
        if !reached.insert(function) {
            continue;
        }
        let body = program.functions[function].body.iter();
        for edge in body.flat_map(|body| body.edges.values()) {
            match &edge.op {
                Op::Call { callee: Callee::Direct(callee), .. } => pending.push(*callee),
                Op::ThreadCreate { .. } => pending.extend(program.functions.ids()),
                _ => {}
            }
        }
    }
    reached
}
