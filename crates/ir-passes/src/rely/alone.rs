//! The program in which one thread runs, whichever.

use index::Id;
use ir::{
    Body, Callee, CompareOp, Expr, ExprId, Function, FunctionId, HavocCause, Initial, IntType, Op,
    Program, Provenance, Scope, Signature, Type, Var, VarId, VarOrigin,
};

use crate::call_graph::{CallSite, callees};
use crate::points_to::{ExternalPointers, PointsTo};

/// A program whose entry chooses a thread to run.
#[derive(Clone, Debug)]
pub struct Alone {
    pub program: Program,
    /// Set where a thread other than the entry's begins; instrumenting sets it where the entry's
    /// thread creates one.
    pub started: VarId,
}

/// A function that threads begin with, and what it may be passed.
struct Root {
    function: FunctionId,
    arguments: Vec<ExprId>,
}

/// The reason why not, for programs whose threads cannot be told apart this way.
pub fn alone(program: &Program) -> Result<Alone, &'static str> {
    for parameter in &program.functions[program.entry].parameters {
        let is_pointer = program.vars[*parameter].ty == Type::Pointer;
        if is_pointer && is_read(program, program.entry, *parameter) {
            return Err("the entry function reads its pointers");
        }
    }
    let roots = roots(program)?;
    let mut program = program.clone();
    let started = program.vars.push(Var {
        name: "%started".into(),
        ty: Type::Bool,
        scope: Scope::Global,
        origin: VarOrigin::Temporary,
        span: source_span(),
        initial: Initial::Bits(0),
    });
    let id = FunctionId::new(program.functions.len());
    let local = |program: &mut Program, name: &str, ty: Type| {
        program.vars.push(Var {
            name: name.into(),
            ty,
            scope: Scope::Local(id),
            origin: VarOrigin::Temporary,
            span: source_span(),
            initial: Initial::Unknown,
        })
    };
    let number = IntType::signed(32);
    let which = local(&mut program, "%thread", Type::Int(number));
    let mut body = Body::new();
    let (entry, exit) = (body.entry, body.exit);
    let none = Provenance::default();
    let mut at = body.add_location();
    body.add_edge(entry, at, Op::Havoc { target: which, cause: HavocCause::Input }, none);
    let main = Root { function: program.entry, arguments: Vec::new() };
    let mut index = 0;
    for (is_first, root) in
        [(true, main)].into_iter().chain(roots.into_iter().map(|it| (false, it)))
    {
        let passed: Vec<VarId> = match is_first {
            true => {
                let types = program.functions[root.function].signature.parameters.clone();
                types.into_iter().map(|ty| local(&mut program, "%passed", ty)).collect()
            }
            false => Vec::new(),
        };
        let choices: Vec<Vec<ExprId>> = match is_first {
            true => vec![passed.iter().map(|var| program.exprs.var(*var)).collect()],
            false => root.arguments.iter().map(|argument| vec![*argument]).collect(),
        };
        for arguments in choices {
            let chosen = {
                let which = program.exprs.var(which);
                let index = program.exprs.int(number, index);
                program.exprs.intern(Expr::Compare(CompareOp::Eq, which, index))
            };
            index += 1;
            let (taken, other) = (body.add_location(), body.add_location());
            body.add_edge(at, taken, Op::Assume { condition: chosen }, none);
            let not_chosen = program.exprs.not(chosen);
            body.add_edge(at, other, Op::Assume { condition: not_chosen }, none);
            at = other;
            let mut from = taken;
            if !is_first {
                let value = program.exprs.intern(Expr::Bool(true));
                let next = body.add_location();
                body.add_edge(from, next, Op::Assign { target: started, value }, none);
                from = next;
            }
            for &target in &passed {
                let next = body.add_location();
                let op = Op::Havoc { target, cause: HavocCause::Input };
                body.add_edge(from, next, op, none);
                from = next;
            }
            let result = program.functions[root.function].signature.result;
            let target = result.map(|ty| local(&mut program, "%result", ty));
            let callee = Callee::Direct(root.function);
            let called = body.add_location();
            body.add_edge(from, called, Op::Call { target, callee, arguments }, none);
            body.add_edge(called, exit, Op::Return { value: None }, none);
        }
    }
    body.add_edge(at, exit, Op::Return { value: None }, none);
    let signature = Signature { parameters: Vec::new(), result: None, is_variadic: false };
    program.functions.push(Function {
        name: "%any_thread".into(),
        span: source_span(),
        signature,
        parameters: Vec::new(),
        body: Some(body),
    });
    program.entry = id;
    Ok(Alone { program, started })
}

fn source_span() -> source::Span {
    source::Span::default()
}

/// The start routines of all threads that are created anywhere.
fn roots(program: &Program) -> Result<Vec<Root>, &'static str> {
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let mut roots: Vec<Root> = Vec::new();
    for (caller, function) in program.functions.iter() {
        let Some(body) = &function.body else { continue };
        for (edge_id, edge) in body.edges.iter() {
            let Op::ThreadCreate { start, argument, .. } = &edge.op else { continue };
            let functions = match start {
                Callee::Direct(function) => vec![*function],
                Callee::Indirect(..) => {
                    callees(&points_to, CallSite { caller, edge: edge_id }, &edge.op).to_vec()
                }
            };
            if functions.is_empty() {
                return Err("a thread is started through a pointer that is not known");
            }
            for function in functions {
                if program.functions[function].body.is_none() {
                    return Err("a thread runs a function without body");
                }
                let argument = passed(program, function, *argument)?;
                match roots.iter_mut().find(|root| root.function == function) {
                    Some(root) if root.arguments.contains(&argument) => {}
                    Some(root) => root.arguments.push(argument),
                    None => roots.push(Root { function, arguments: vec![argument] }),
                }
            }
        }
    }
    Ok(roots)
}

/// What a start routine is passed: something that means the same wherever it is read, or whatever
/// it does not look at.
fn passed(
    program: &Program,
    function: FunctionId,
    argument: ExprId,
) -> Result<ExprId, &'static str> {
    let null = program.exprs.find(&Expr::Null);
    let is_closed = |expr: ExprId| {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            match program.exprs[expr] {
                Expr::Var(_) => return false,
                Expr::ObjectAddress(object) if program.objects[object].scope != Scope::Global => {
                    return false;
                }
                node => pending.extend(node.operands()),
            }
        }
        true
    };
    if is_closed(argument) {
        return Ok(argument);
    }
    let parameters = &program.functions[function].parameters;
    let [parameter] = parameters.as_slice() else {
        return Err("a start routine does not take one pointer");
    };
    match null {
        Some(null) if !is_read(program, function, *parameter) => Ok(null),
        _ => Err("threads are passed arguments of their own"),
    }
}

fn is_read(program: &Program, function: FunctionId, var: VarId) -> bool {
    let body = program.functions[function].body.iter();
    let mut edges = body.flat_map(|body| body.edges.values());
    edges.any(|edge| crate::accesses::read(&program.exprs, &edge.op).contains(var))
}
