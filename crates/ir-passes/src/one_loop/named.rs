//! Which threads there are, each with a copy of all the code it runs.

use index::{Id, IndexVec};
use ir::{
    Body, Callee, CompareOp, Condition, EdgeId, Expr, ExprId, Function, FunctionId, HavocCause,
    Initial, IntType, LocationId, Op, Program, Provenance, Scope, Signature, Type, Var, VarId,
    VarOrigin,
};

use crate::accesses;
use crate::call_graph::{CallSite, callees};
use crate::inline::{ContextId, Inlined, Limits, inline};
use crate::points_to::{ExternalPointers, PointsTo};

/// The number of the thread of the entry function; others count on in the order of their creation.
const FIRST_THREAD: u32 = 1;

/// Threads, the entry's among them.
const MAX_THREADS: usize = 9;

/// How many of any number of threads are followed, and why not fewer: see [`one_loop`](super).
pub(super) const COPIES: usize = 3;

const NOT_BY_THE_FIRST: &str = "a thread creates others";

/// What says which of the calls a thread is.
const WHICH: IntType = IntType::unsigned(8);

/// The program in which one call per thread stands beside the others, inlined.
pub(super) struct Named {
    pub beside: Program,
    pub program: Program,
    pub threads: Vec<NamedThread>,
}

pub(super) struct NamedThread {
    pub name: Box<str>,
    /// As the program sees it, if that is the same in all runs.
    pub number: Option<u32>,
    /// Is it one of any number of threads that the step creates?
    pub is_of_crowd: bool,
    /// Where its code begins.
    pub begin: LocationId,
    /// The step that creates it; none for the entry's.
    pub created_at: Option<EdgeId>,
    /// What it is passed, and what it returns.
    pub arguments: Vec<VarId>,
    pub result: Option<VarId>,
}

/// A call of the program that has one per thread.
struct Call {
    function: FunctionId,
    begin: LocationId,
    arguments: Vec<VarId>,
    result: Option<VarId>,
}

/// How threads that are created in a loop are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InLoops {
    Refused,
    /// As a crowd, any number of threads, of which a few are followed.
    Crowds,
}

pub(super) fn named(
    program: &Program,
    limits: Limits,
    in_loops: InLoops,
) -> Result<Named, &'static str> {
    refuse(program)?;
    let mut functions = vec![program.entry];
    let (beside, _) = one_beside_the_other(program, &functions);
    let alone = inlined(&beside, limits)?;
    let created_there = created(&alone, &beside)?;
    // What stands for a thread: the step that creates it, by its place among them.
    let mut made_by: Vec<usize> = Vec::new();
    let are_crowds: Vec<bool> = {
        let body = body_of(&alone.program);
        let is_in_loop = |step: EdgeId| reaches(body, body.edges[step].to, body.edges[step].from);
        creations(body).map(is_in_loop).collect()
    };
    if in_loops == InLoops::Refused && are_crowds.contains(&true) {
        return Err("threads are created in a loop");
    }
    for (step, (function, is_crowd)) in created_there.iter().zip(&are_crowds).enumerate() {
        for _ in 0..if *is_crowd { COPIES } else { 1 } {
            functions.push(*function);
            made_by.push(step);
        }
    }
    if functions.len() > MAX_THREADS {
        return Err("there are many threads");
    }
    let (beside, calls) = one_beside_the_other(program, &functions);
    let whole = inlined(&beside, limits)?;
    if created(&whole, &beside)? != created_there {
        return Err(NOT_BY_THE_FIRST);
    }
    let place = |wanted: LocationId| {
        let outermost = ContextId::new(0);
        let mut places = whole.locations.iter();
        let found = places.find(|(_, it)| **it == Some((outermost, wanted)));
        found.map(|(place, _)| place).ok_or("a thread has no beginning")
    };
    let body = body_of(&whole.program);
    let steps: Vec<EdgeId> = creations(body).collect();
    // Beside a crowd nobody knows how many threads there were before.
    let has_crowds = are_crowds.contains(&true);
    let begin = place(calls[0].begin)?;
    let before = match has_crowds {
        true => None,
        false => Some(numbers_before(body, begin)?),
    };
    let mut threads: Vec<NamedThread> = Vec::new();
    for (index, call) in calls.iter().enumerate() {
        let made_by = index.checked_sub(1).map(|thread| made_by[thread]);
        let created_at = made_by.map(|step| steps[step]);
        let is_of_crowd = made_by.is_some_and(|step| are_crowds[step]);
        let number = match (created_at, &before) {
            (None, _) => Some(FIRST_THREAD),
            (Some(step), Some(before)) => {
                let n_before = before[body.edges[step].from].ok_or(NOT_BY_THE_FIRST)?;
                Some(FIRST_THREAD + 1 + n_before)
            }
            (Some(step), None) if reaches(body, begin, body.edges[step].from) => None,
            _ => return Err(NOT_BY_THE_FIRST),
        };
        threads.push(NamedThread {
            name: program.functions[call.function].name.clone(),
            number,
            is_of_crowd,
            begin: place(call.begin)?,
            created_at,
            arguments: call.arguments.clone(),
            result: call.result,
        });
    }
    Ok(Named { beside, program: whole.program, threads })
}

/// What a loop with program counters does not say.
fn refuse(program: &Program) -> Result<(), &'static str> {
    for parameter in &program.functions[program.entry].parameters {
        let body = program.functions[program.entry].body.iter();
        let mut edges = body.flat_map(|body| body.edges.values());
        let is_read =
            edges.any(|edge| accesses::read(&program.exprs, &edge.op).contains(*parameter));
        if is_read && program.vars[*parameter].ty == Type::Pointer {
            return Err("the entry function reads its pointers");
        }
    }
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    for edge in bodies.flat_map(|body| body.edges.values()) {
        match &edge.op {
            Op::Check { condition, .. } if !matches!(condition, Condition::Holds(_)) => {
                return Err("a check asks about memory");
            }
            Op::Outside { .. } | Op::CallBack { .. } => {
                return Err("functions without body act beside the threads");
            }
            _ => {}
        }
    }
    Ok(())
}

fn inlined(program: &Program, limits: Limits) -> Result<Inlined, &'static str> {
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    inline(program, &points_to, limits)
        .map_err(|_| "the threads are too large when their calls are inlined")
}

fn body_of(program: &Program) -> &Body {
    let body = program.functions[program.entry].body.as_ref();
    body.expect("a program that was inlined has a body")
}

fn creations(body: &Body) -> impl Iterator<Item = EdgeId> {
    let edges = body.edges.iter();
    edges.filter(|(_, edge)| matches!(edge.op, Op::ThreadCreate { .. })).map(|(id, _)| id)
}

/// The start routines of the threads that are created, in the order of these steps: the same order
/// whatever stands beside the code that creates them.
fn created(whole: &Inlined, beside: &Program) -> Result<Vec<FunctionId>, &'static str> {
    let body = body_of(&whole.program);
    let points_to = PointsTo::of(beside, ExternalPointers::OwnMemory);
    let mut functions = Vec::new();
    for step in creations(body) {
        let (context, edge) = whole.edges[step];
        let Op::ThreadCreate { start, .. } = &body.edges[step].op else { continue };
        let function = match start {
            Callee::Direct(function) => *function,
            Callee::Indirect(..) => {
                let caller = whole.contexts[context].function;
                let op = &beside.functions[caller].body.as_ref().ok_or("no body")?.edges[edge].op;
                match callees(&points_to, CallSite { caller, edge }, op).as_slice() {
                    [function] => *function,
                    _ => return Err("a thread is started through a pointer that is not known"),
                }
            }
        };
        if beside.functions[function].body.is_none() {
            return Err("a thread runs a function without body");
        }
        functions.push(function);
    }
    Ok(functions)
}

/// How many threads were created when a run from there comes to a location, which must be the same on
/// all ways.
fn numbers_before(
    body: &Body,
    begin: LocationId,
) -> Result<IndexVec<LocationId, Option<u32>>, &'static str> {
    let mut before = IndexVec::from_elem(None, body.locations.len());
    before[begin] = Some(0);
    let mut pending = vec![begin];
    while let Some(location) = pending.pop() {
        let Some(here) = before[location] else { continue };
        for edge in &body.locations[location].outgoing {
            let edge = &body.edges[*edge];
            let is_end = matches!(edge.op, Op::Halt { .. } | Op::ThreadExit { .. });
            if is_end || edge.to == body.exit {
                continue;
            }
            let is_one = matches!(edge.op, Op::ThreadCreate { .. });
            let there = here + u32::from(is_one);
            match before[edge.to] {
                None => {
                    before[edge.to] = Some(there);
                    pending.push(edge.to);
                }
                Some(known) if known == there => {}
                Some(_) => return Err("threads are created on one way and not on another"),
            }
        }
    }
    Ok(before)
}

fn reaches(body: &Body, from: LocationId, to: LocationId) -> bool {
    let mut seen = index::IdSet::new();
    let mut pending = vec![from];
    while let Some(location) = pending.pop() {
        if location == to {
            return true;
        }
        if seen.insert(location) {
            let outgoing = body.locations[location].outgoing.iter();
            pending.extend(outgoing.map(|edge| body.edges[*edge].to));
        }
    }
    false
}

/// A program whose entry calls one of the functions, whichever: so each has its copies.
fn one_beside_the_other(program: &Program, functions: &[FunctionId]) -> (Program, Vec<Call>) {
    let mut program = program.clone();
    let id = FunctionId::new(program.functions.len());
    let var = |program: &mut Program, name: &str, ty: Type, scope: Scope| {
        program.vars.push(Var {
            name: name.into(),
            ty,
            scope,
            origin: VarOrigin::Temporary,
            span: source::Span::default(),
            initial: Initial::Unknown,
        })
    };
    let which = var(&mut program, "%which", Type::Int(WHICH), Scope::Local(id));
    let none = Provenance::default();
    let mut body = Body::new();
    let chosen = body.add_location();
    let choice = Op::Havoc { target: which, cause: HavocCause::Input };
    body.add_edge(body.entry, chosen, choice, none);
    let mut calls = Vec::new();
    for (index, &function) in functions.iter().enumerate() {
        let is_it: ExprId = {
            let which = program.exprs.var(which);
            let index = program.exprs.int(WHICH, index as i128);
            program.exprs.intern(Expr::Compare(CompareOp::Eq, which, index))
        };
        let (begin, end) = (body.add_location(), body.add_location());
        body.add_edge(chosen, begin, Op::Assume { condition: is_it }, none);
        let Signature { parameters, result, .. } = program.functions[function].signature.clone();
        // Others write them: they are none of the call's own.
        let passed = parameters.into_iter();
        let arguments: Vec<VarId> =
            passed.map(|ty| var(&mut program, "%passed", ty, Scope::Global)).collect();
        let result = result.map(|ty| var(&mut program, "%result", ty, Scope::Local(id)));
        let values = arguments.iter().map(|var| program.exprs.var(*var)).collect();
        let callee = Callee::Direct(function);
        let call = Op::Call { target: result, callee, arguments: values };
        body.add_edge(begin, end, call, none);
        body.add_edge(end, body.exit, Op::Return { value: None }, none);
        calls.push(Call { function, begin, arguments, result });
    }
    let signature = Signature { parameters: Vec::new(), result: None, is_variadic: false };
    program.functions.push(Function {
        name: "%all_threads".into(),
        span: source::Span::default(),
        signature,
        parameters: Vec::new(),
        body: Some(body),
    });
    program.entry = id;
    (program, calls)
}
