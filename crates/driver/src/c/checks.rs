//! The answer to each check, from the answer to the task.
//!
//! A proof is of all checks at once, and a failing run ends at its first failure. What can be
//! said beyond that is which checks no run comes to: those in functions that are never called.
//! Calls through pointers count as calls of every function whose address is taken.

use index::IdSet;
use ir::{Callee, CheckId, Expr, FunctionId, Op, Program};
use rustc_hash::FxHashMap;
use source::Source;
use verdict::{CheckResult, CheckStatus, Reason, Verdict};

use super::Compiled;
use super::models::at_calls;

/// What can be said of each check before anything was found out.
pub fn open_checks(compiled: &Compiled) -> Vec<CheckResult> {
    let Compiled { program, source, .. } = compiled;
    let verdict = Verdict::Unknown(Reason::Interrupted);
    check_results(program, source, &verdict, None, &IdSet::new())
}

/// The results in the order of the checks.
pub fn check_results(
    program: &Program,
    source: &Source,
    verdict: &Verdict,
    violated: Option<CheckId>,
    vacuous: &IdSet<CheckId>,
) -> Vec<CheckResult> {
    let places = places(program);
    let reached = reached_functions(program);
    let result = |(id, check): (CheckId, &ir::Check)| {
        // Races and deadlocks are asked about everywhere.
        let everywhere = check.kind.is_of_runs().then_some(program.entry);
        let function = places.get(&id).copied().or(everywhere);
        let is_reached = function.is_some_and(|function| reached.contains(function));
        let status = match verdict {
            _ if violated == Some(id) => CheckStatus::Violated,
            _ if !is_reached => CheckStatus::Unreachable,
            Verdict::True if vacuous.contains(id) => CheckStatus::Vacuous,
            Verdict::True => CheckStatus::Proved,
            Verdict::False => CheckStatus::NotJudged,
            Verdict::Unknown(_) => CheckStatus::Open,
        };
        let name = function.map(|function| program.functions[function].name.to_string());
        let result = CheckResult {
            kind: check.kind,
            span: check.span,
            function: name.unwrap_or_default(),
            text: check.text.to_string(),
            status,
        };
        (result, function)
    };
    at_calls(program.checks.iter().map(result).collect(), program, source)
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
