//! The program in which one thread runs, whichever.

use index::{Id, IdSet};
use ir::{
    Body, Callee, CompareOp, Condition, Expr, ExprId, Function, FunctionId, HavocCause, Initial,
    IntType, ObjectId, Op, Program, Provenance, Scope, Signature, Type, Var, VarId, VarOrigin,
};

use super::roles::ROLE;
use crate::call_graph::{CallSite, callees};
use crate::points_to::{ExternalPointers, PointsTo};

/// A program whose entry chooses a thread to run.
#[derive(Clone, Debug)]
pub struct Alone {
    pub program: Program,
    /// Set where a thread other than the entry's begins; instrumenting sets it where the entry's
    /// thread creates one.
    pub started: VarId,
    /// Has the number of the thread's role: zero for the entry's.
    pub role: VarId,
    /// The start routines, by their roles from 1 on.
    pub routines: Vec<FunctionId>,
}

/// A function that threads begin with, and what it may be passed.
struct Root {
    function: FunctionId,
    arguments: Vec<Passed>,
}

/// What a start routine is passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    /// Means the same wherever it is read.
    Value(ExprId),
    /// A place in a static object.
    Within(ObjectId),
    /// A number.
    Any,
}

/// The reason why not, for programs whose threads cannot be told apart this way.
pub fn alone(program: &Program) -> Result<Alone, &'static str> {
    for parameter in &program.functions[program.entry].parameters {
        let is_pointer = program.vars[*parameter].ty == Type::Pointer;
        if is_pointer && is_read(program, program.entry, *parameter) {
            return Err("the entry function reads its pointers");
        }
    }
    let mut program = program.clone();
    share_locals_of_entry(&mut program);
    let roots = roots(&program)?;
    let routines: Vec<FunctionId> = roots.iter().map(|root| root.function).collect();
    let global = |program: &mut Program, name: &str, ty: Type| {
        program.vars.push(Var {
            name: name.into(),
            ty,
            scope: Scope::Global,
            origin: VarOrigin::Temporary,
            span: source_span(),
            initial: Initial::Bits(0),
        })
    };
    let started = global(&mut program, "%started", Type::Bool);
    let role = global(&mut program, "%role", Type::Int(ROLE));
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
        let n_choices = if is_first { 1 } else { root.arguments.len() };
        for choice in 0..n_choices {
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
            if let Some(number) = routines.iter().position(|it| *it == root.function)
                && !is_first
            {
                let number = program.exprs.int(ROLE, number as i128 + 1);
                let begun = program.exprs.intern(Expr::Bool(true));
                for (target, value) in [(role, number), (started, begun)] {
                    let next = body.add_location();
                    body.add_edge(from, next, Op::Assign { target, value }, none);
                    from = next;
                }
            }
            let mut chosen = passed.clone();
            let offset = Type::Int(program.model.offset_type());
            let arguments: Vec<ExprId> = match root.arguments.get(choice) {
                None => passed.iter().map(|var| program.exprs.var(*var)).collect(),
                Some(Passed::Value(value)) => vec![*value],
                Some(Passed::Any) => {
                    let any = local(&mut program, "%argument", Type::Pointer);
                    chosen.push(any);
                    vec![program.exprs.var(any)]
                }
                Some(Passed::Within(object)) => {
                    let any = local(&mut program, "%offset", offset);
                    chosen.push(any);
                    let base = program.exprs.intern(Expr::ObjectAddress(*object));
                    let any = program.exprs.var(any);
                    vec![program.exprs.intern(Expr::PointerAdd(base, any))]
                }
            };
            for &target in &chosen {
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
    Ok(Alone { program, started, role, routines })
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
                let at = match roots.iter().position(|root| root.function == function) {
                    Some(at) => at,
                    None => {
                        roots.push(Root { function, arguments: Vec::new() });
                        roots.len() - 1
                    }
                };
                for argument in passed(program, caller, function, *argument)? {
                    if !roots[at].arguments.contains(&argument) {
                        roots[at].arguments.push(argument);
                    }
                }
            }
        }
    }
    Ok(roots)
}

/// What a start routine is passed, as far as it is seen by form.
fn passed(
    program: &Program,
    creator: FunctionId,
    function: FunctionId,
    argument: ExprId,
) -> Result<Vec<Passed>, &'static str> {
    let null = program.exprs.find(&Expr::Null);
    let parameters = &program.functions[function].parameters;
    let [parameter] = parameters.as_slice() else {
        return Err("a start routine does not take one pointer");
    };
    if is_closed(program, argument) {
        return Ok(vec![Passed::Value(argument)]);
    }
    if let Some(null) = null
        && !is_read(program, function, *parameter)
    {
        return Ok(vec![Passed::Value(null)]);
    }
    let mut base = argument;
    while let Expr::PointerAdd(of, _) = program.exprs[base] {
        base = of;
    }
    match program.exprs[base] {
        Expr::ObjectAddress(object) if program.objects[object].scope == Scope::Global => {
            return Ok(vec![Passed::Within(object)]);
        }
        // Where it leads to, if it does, is memory of which nothing is known.
        Expr::Convert(Type::Pointer, inner) if program.type_of(inner) != Type::Pointer => {
            return Ok(vec![Passed::Any]);
        }
        _ => {}
    }
    if let Some(values) = assigned_values(program, creator, argument) {
        return Ok(values.into_iter().map(Passed::Value).collect());
    }
    Err("threads are passed arguments of their own")
}

/// The values that a local variable is given, if all mean the same wherever they are read.
fn assigned_values(
    program: &Program,
    function: FunctionId,
    argument: ExprId,
) -> Option<Vec<ExprId>> {
    let function = &program.functions[function];
    let body = function.body.as_ref()?;
    let mut values = Vec::new();
    let (mut pending, mut followed) = (vec![argument], IdSet::new());
    while let Some(value) = pending.pop() {
        match program.exprs[value] {
            _ if is_closed(program, value) => values.push(value),
            Expr::Ite(_, then, otherwise) => pending.extend([then, otherwise]),
            // What a parameter is at first is not seen here.
            Expr::Var(var) if function.parameters.contains(&var) => return None,
            Expr::Var(var) if program.vars[var].scope != Scope::Global => {
                if !followed.insert(var) {
                    continue;
                }
                for edge in body.edges.values().filter(|edge| edge.op.assigned() == Some(var)) {
                    let Op::Assign { value, .. } = edge.op else { return None };
                    pending.push(value);
                }
            }
            _ => return None,
        }
    }
    (!values.is_empty()).then_some(values)
}

/// No variable and no local object occurs in the expression.
fn is_closed(program: &Program, expr: ExprId) -> bool {
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
}

/// Makes static objects of the entry function's locals that threads are passed: it runs once, and
/// where nobody asks about memory, nobody asks when they die.
fn share_locals_of_entry(program: &mut Program) {
    let edges = || {
        let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
        bodies.flat_map(|body| body.edges.values())
    };
    let asks_about_memory = |op: &Op| match op {
        Op::Check { condition, .. } => !matches!(condition, Condition::Holds(_)),
        Op::Call { callee: Callee::Direct(callee), .. } => *callee == program.entry,
        Op::Call { callee: Callee::Indirect(..), .. } => true,
        _ => false,
    };
    if edges().any(|edge| asks_about_memory(&edge.op)) {
        return;
    }
    let mut passed = IdSet::new();
    for edge in edges() {
        let Op::ThreadCreate { argument, .. } = edge.op else { continue };
        let mut base = argument;
        while let Expr::PointerAdd(of, _) = program.exprs[base] {
            base = of;
        }
        if let Expr::ObjectAddress(object) = program.exprs[base]
            && program.objects[object].scope == Scope::Local(program.entry)
            && program.objects[object].size.is_some()
        {
            passed.insert(object);
        }
    }
    for object in passed.iter() {
        program.objects[object].scope = Scope::Global;
    }
    let entry = program.entry;
    let size_type = program.model.size_type();
    let Some(body) = &mut program.functions[entry].body else { return };
    for edge in body.edges.values_mut() {
        edge.op = match edge.op {
            Op::EnterScope { object } if passed.contains(object) => {
                let target = program.exprs.intern(Expr::ObjectAddress(object));
                let size = i128::from(program.objects[object].size.unwrap_or_default());
                let size = program.exprs.int(size_type, size);
                Op::HavocMemory { target, size, cause: HavocCause::Uninitialised }
            }
            Op::LeaveScope { object } if passed.contains(object) => Op::Skip,
            _ => continue,
        };
    }
}

fn is_read(program: &Program, function: FunctionId, var: VarId) -> bool {
    let body = program.functions[function].body.iter();
    let mut edges = body.flat_map(|body| body.edges.values());
    edges.any(|edge| crate::accesses::read(&program.exprs, &edge.op).contains(var))
}
