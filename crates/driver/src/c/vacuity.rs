//! Which checks hold only because no run gets to them.
//!
//! A contradiction among the assumptions, an endless loop before an assertion, a guard that is never
//! true: all of them make a proof of what comes behind, and the proof says nothing. So a proof is
//! followed by the question, per check, whether some run comes to where it is asked.
//!
//! A check that demands something is asked where it stands. One that must never be come to (a call
//! of an error function, a failed assertion) is asked where it is decided, at the branch before it:
//!
//! ```text
//!   if (x > 5 && x < y) reach_error();       asked where `x > 5` is decided
//! ```
//!
//! Concrete runs that pass the place are a cheap yes, and where a program has but one run, which was
//! followed to its end, places beside it are a no. Of the others the engines are asked whether
//! the place can be reached at all; their no is a proof like any other, checked again, and makes
//! the check *vacuous*. Where nobody knows, nothing is said.
//!
//! # Ends
//! Counted runs, a bounded number of questions, and a small part of the time that is left: a verdict
//! that stands is never risked for this.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use index::IdSet;
use ir::{
    Body, Callee, Check, CheckId, Condition, Edge, EdgeId, EdgeRole, Expr, FunctionId, HaltCause,
    LocationId, Op, Program, Provenance, VarOrigin,
};
use ir_interp::Indeterminate;
use verdict::{Budget, CheckKind};

use super::bounded::Replay;
use super::explore::{Explorer, Passed};
use super::portfolio::{Engine, Found, Search};

/// Runs that are looked at.
const MAX_RUNS: usize = 48;
/// Questions to the engines.
const MAX_QUESTIONS: usize = 6;
/// Of a larger program the engines are not asked.
const MAX_EDGES: usize = 5_000;
/// Of the time that is left, and of all time.
const SHARE: f64 = 0.1;
const LONGEST: Duration = Duration::from_secs(3);
/// Without a limit on time, in steps of the engines.
const MAX_STEPS: u64 = 3_000;
/// Locations that are passed on the way from a check to its decision.
const MAX_BACK: usize = 2_000;

type Place = (FunctionId, LocationId);

/// The checks that no run gets to, of a program whose checks are proved, but for some.
pub fn vacuous_checks(
    program: &Program,
    left_open: &IdSet<CheckId>,
    indeterminate: Indeterminate,
    explorer: &mut Explorer<'_>,
    budget: &Budget,
) -> IdSet<CheckId> {
    let mut open = places_asked(program);
    open.retain(|check, _| !left_open.contains(*check));
    if open.is_empty() || budget.check().is_err() {
        return IdSet::new();
    }
    budget.enter("looking for vacuous checks");
    let Passed { sites, are_all } = explorer.passed(MAX_RUNS, budget);
    let passed: BTreeSet<Place> = sites
        .into_iter()
        .filter_map(|site| Some((site.function, edge_of(program, site.function, site.edge)?)))
        .flat_map(|(function, edge)| [(function, edge.from), (function, edge.to)])
        .collect();
    open.retain(|_, places| places.is_disjoint(&passed));
    if are_all {
        return open.keys().copied().collect();
    }
    let n_edges: usize =
        program.functions.values().filter_map(|it| it.body.as_ref()).map(|it| it.edges.len()).sum();
    if open.is_empty() || n_edges > MAX_EDGES {
        return IdSet::new();
    }
    let part = part_of(budget);
    for _ in 0..MAX_QUESTIONS {
        let (question, asked) = question(program, &open);
        let replay = Replay { program: &question, indeterminate };
        match Search::new(&question, Engine::Auto.into(), replay, &part).answer() {
            Found::Proved(_) => return open.keys().copied().collect(),
            Found::Failing(run) => {
                let Some(reached) = asked.get(&run.check) else { break };
                open.retain(|_, places| !places.contains(reached));
            }
            Found::Partly(_)
            | Found::Unknown(_)
            | Found::OnlyUnbounded(_)
            | Found::InternalError(_) => break,
        }
        if open.is_empty() {
            break;
        }
    }
    IdSet::new()
}

fn part_of(budget: &Budget) -> Budget {
    match budget.remaining() {
        Some(_) => budget.share_up_to(SHARE, LONGEST),
        None => budget.clone().with_steps(budget.steps_used().saturating_add(MAX_STEPS)),
    }
}

fn edge_of(program: &Program, function: FunctionId, edge: EdgeId) -> Option<&Edge> {
    program.functions[function].body.as_ref().map(|body| &body.edges[edge])
}

/// Where each check is asked: at one of these places. Checks of which that is not clear are left
/// out.
fn places_asked(program: &Program) -> BTreeMap<CheckId, BTreeSet<Place>> {
    let mut all = BTreeMap::new();
    for (id, function) in program.functions.iter() {
        for edge in function.body.iter().flat_map(|body| body.edges.values()) {
            let Op::Check { check, condition } = &edge.op else { continue };
            let places = match is_never(program, condition) {
                true => decisions(program, (id, edge.from)),
                false => Some(BTreeSet::from([(id, edge.from)])),
            };
            if let Some(places) = places.filter(|places| !places.is_empty()) {
                all.insert(*check, places);
            }
        }
    }
    all
}

fn is_never(program: &Program, condition: &Condition) -> bool {
    match condition {
        Condition::Holds(holds) => program.exprs[*holds] == Expr::Bool(false),
        Condition::ValidAccess { .. }
        | Condition::ValidFree { .. }
        | Condition::AllReachable
        | Condition::AllFreed
        | Condition::Initialised(_)
        | Condition::Writable { .. }
        | Condition::Apart { .. }
        | Condition::SameObject { .. }
        | Condition::InObject { .. }
        | Condition::Aligned { .. }
        | Condition::Callable { .. } => false,
    }
}

/// The decisions that lead to a place; none if it is not clear which those are.
fn decisions(program: &Program, place: Place) -> Option<BTreeSet<Place>> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![place];
    while let Some((function, location)) = open.pop() {
        if !seen.insert((function, location)) {
            continue;
        }
        if seen.len() > MAX_BACK {
            return None;
        }
        let body = program.functions[function].body.as_ref()?;
        if location == body.entry {
            if function == program.entry || has_unknown_callers(program, function) {
                return None;
            }
            open.extend(calls(program, function));
        }
        for &edge in &body.locations[location].incoming {
            let from = body.edges[edge].from;
            match body.edges[edge].op {
                Op::Assume { .. } if is_assumption(body, edge) => {
                    found.insert((function, location));
                }
                Op::Assume { .. } => {
                    found.insert((function, outermost(program, body, from)));
                }
                _ => open.push((function, from)),
            }
        }
    }
    Some(found)
}

/// A run on which the condition is false is of no interest.
fn is_assumption(body: &Body, edge: EdgeId) -> bool {
    let siblings = &body.locations[body.edges[edge].from].outgoing;
    siblings.iter().filter(|it| **it != edge).all(|it| {
        let outgoing = &body.locations[body.edges[*it].to].outgoing;
        !outgoing.is_empty()
            && outgoing
                .iter()
                .all(|id| matches!(body.edges[*id].op, Op::Halt { cause: HaltCause::Assumption }))
    })
}

/// The first decision of a chain like `a && b`, whose other sides all lead to one place.
fn outermost(program: &Program, body: &Body, mut decision: LocationId) -> LocationId {
    let targets = |location: LocationId| -> BTreeSet<LocationId> {
        body.locations[location].outgoing.iter().map(|id| body.edges[*id].to).collect()
    };
    let mut seen = BTreeSet::new();
    while seen.insert(decision) {
        let mut at = decision;
        let before = loop {
            let [only] = *body.locations[at].incoming else { return decision };
            let edge = &body.edges[only];
            match edge.op {
                Op::Assume { .. } => break only,
                Op::Skip | Op::Check { .. } => at = edge.from,
                Op::Load { target, .. } | Op::Assign { target, .. }
                    if program.vars[target].origin == VarOrigin::Temporary =>
                {
                    at = edge.from;
                }
                _ => return decision,
            }
        };
        let outer = body.edges[before].from;
        let mut others = targets(outer);
        others.remove(&body.edges[before].to);
        if others.is_disjoint(&targets(decision)) {
            return decision;
        }
        decision = outer;
    }
    decision
}

fn calls(program: &Program, callee: FunctionId) -> Vec<Place> {
    let mut found = Vec::new();
    for (id, function) in program.functions.iter() {
        for edge in function.body.iter().flat_map(|body| body.edges.values()) {
            if matches!(edge.op, Op::Call { callee: Callee::Direct(it), .. } if it == callee) {
                found.push((id, edge.from));
            }
        }
    }
    found
}

/// Somebody may call the function through a pointer, or start it as a thread.
fn has_unknown_callers(program: &Program, function: FunctionId) -> bool {
    let is_named = |value: &ir::StaticBytes| matches!(value, ir::StaticBytes::FunctionAddress(it) if *it == function);
    let in_objects = program.objects.values().any(|object| match &object.contents {
        ir::Contents::Static(values) => values.iter().any(|value| is_named(&value.value)),
        ir::Contents::Indeterminate | ir::Contents::Unknown | ir::Contents::Device { .. } => false,
    });
    let in_vars = program
        .vars
        .values()
        .any(|var| matches!(var.initial, ir::Initial::FunctionAddress(it) if it == function));
    let mut bodies = program.functions.values().filter_map(|it| it.body.as_ref());
    let in_threads = bodies
        .any(|body| body.edges.values().any(|edge| matches!(edge.op, Op::ThreadCreate { .. })));
    let address = Expr::FunctionAddress(function);
    in_objects || in_vars || in_threads || program.exprs.find(&address).is_some()
}

/// A program that fails exactly where a check is asked that is still open, and the place that each
/// of its checks stands for.
fn question(
    program: &Program,
    open: &BTreeMap<CheckId, BTreeSet<Place>>,
) -> (Program, BTreeMap<CheckId, Place>) {
    let mut question = program.clone();
    // What is proved may be taken for granted.
    for function in question.functions.values_mut() {
        for edge in function.body.iter_mut().flat_map(|body| body.edges.values_mut()) {
            if let Op::Check { condition, .. } = &edge.op {
                edge.op = match condition {
                    Condition::Holds(holds) => Op::Assume { condition: *holds },
                    Condition::ValidAccess { .. }
                    | Condition::ValidFree { .. }
                    | Condition::AllReachable
                    | Condition::AllFreed
                    | Condition::Initialised(_)
                    | Condition::Writable { .. }
                    | Condition::Apart { .. }
                    | Condition::SameObject { .. }
                    | Condition::InObject { .. }
                    | Condition::Aligned { .. }
                    | Condition::Callable { .. } => Op::Skip,
                };
            }
        }
    }
    let places: BTreeSet<Place> = open.values().flatten().copied().collect();
    let mut asked = BTreeMap::new();
    let never = question.exprs.intern(Expr::Bool(false));
    for (function, location) in places {
        let Some(body) = &mut question.functions[function].body else { continue };
        let outgoing = std::mem::take(&mut body.locations[location].outgoing);
        let Some(first) = outgoing.first() else { continue };
        let span = body.edges[*first].provenance.span;
        let after = body.add_location();
        for edge in &outgoing {
            body.edges[*edge].from = after;
        }
        body.locations[after].outgoing = outgoing;
        let text = "no run comes here".into();
        let check = question.checks.push(Check { kind: CheckKind::UnreachCall, span, text });
        let op = Op::Check { check, condition: Condition::Holds(never) };
        body.add_edge(location, after, op, Provenance { span, role: EdgeRole::Plain });
        asked.insert(check, (function, location));
    }
    (question, asked)
}
