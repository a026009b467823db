//! A program whose only thread is any one of a program's threads.
//!
//! Its entry chooses who runs: the entry function, or a start routine with an argument that some
//! creation of a thread may pass it. Where the thread of a start routine begins, its role is assigned to
//! [`AnyThread::role`], and nowhere else.
//!
//! # Arguments
//! What is passed is evaluated by whoever creates the thread. An expression without variables and
//! local objects means the same for the new thread. A number that was made a pointer is any
//! number. Otherwise it is a place in an object that the points-to analysis names, any place, or null.
//! A local object of the entry function lives as long as the program, as far as those can tell who do
//! not ask about lives; where nobody does, it is made a static one, with any bytes whenever its life begins.

use index::{Id, IdSet};
use ir::{
    Body, Callee, CompareOp, Condition, Expr, ExprId, Function, FunctionId, HavocCause, Initial,
    IntType, LocationId, ObjectId, Op, Program, Provenance, Scope, Signature, Type, Var, VarId,
    VarOrigin,
};
use ir_passes::points_to::{ExternalPointers, PointsTo};

use super::meaning::ROLE;
use crate::induction::Refusal;

pub(super) struct AnyThread {
    pub program: Program,
    pub role: VarId,
}

/// What a thread is passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    Same(ExprId),
    AnyNumber,
    Within(ObjectId),
}

fn open<T>(why: &str) -> Result<T, Refusal> {
    Err(Refusal::Undecided(why.to_owned()))
}

/// `routines` names those that threads begin with, by their roles from one on: all of them, or it is
/// refused.
pub(super) fn any_thread(program: &Program, routines: &[FunctionId]) -> Result<AnyThread, Refusal> {
    let mut program = program.clone();
    make_locals_static(&mut program);
    let mut arguments: Vec<Vec<Argument>> = vec![Vec::new(); routines.len()];
    let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
    let null = program.exprs.intern(Expr::Null);
    for (creator, function) in program.functions.iter() {
        for (edge_id, edge) in function.body.iter().flat_map(|body| body.edges.iter()) {
            let Op::ThreadCreate { start, argument, .. } = edge.op else { continue };
            let started = match start {
                Callee::Direct(routine) => vec![routine],
                Callee::Indirect(..) => points_to.callees(creator, edge_id).to_vec(),
            };
            if started.is_empty() {
                return open("a thread is started through a pointer that leads nowhere");
            }
            for routine in started {
                let Some(role) = routines.iter().position(|it| *it == routine) else {
                    return open("a start routine is not spoken of");
                };
                for passed in passed(&program, &points_to, creator, routine, argument, null)? {
                    if !arguments[role].contains(&passed) {
                        arguments[role].push(passed);
                    }
                }
            }
        }
    }
    let mut writer = Writer::new(program);
    writer.begin_entry();
    for (index, arguments) in arguments.iter().enumerate() {
        for &argument in arguments {
            writer.begin_routine(index + 1, routines[index], argument);
        }
    }
    Ok(writer.finish())
}

/// What a creation may pass to a start routine.
fn passed(
    program: &Program,
    points_to: &PointsTo,
    creator: FunctionId,
    routine: FunctionId,
    argument: ExprId,
    null: ExprId,
) -> Result<Vec<Argument>, Refusal> {
    let it = &program.functions[routine];
    let ([parameter], Some(body)) = (it.parameters.as_slice(), &it.body) else {
        return open("a start routine has no body, or does not take one pointer");
    };
    let is_read =
        body.edges.values().any(|edge| variables_of(program, &edge.op).contains(*parameter));
    if !is_read {
        return Ok(vec![Argument::Same(null)]);
    }
    let mut found = Vec::new();
    let (mut pending, mut seen) = (vec![argument], IdSet::new());
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        match program.exprs[value] {
            _ if means_the_same(program, value) => found.push(Argument::Same(value)),
            Expr::Convert(_, inner) if program.type_of(inner) != Type::Pointer => {
                found.push(Argument::AnyNumber);
            }
            Expr::Ite(_, then, otherwise) => pending.extend([then, otherwise]),
            // A local that is given values in the function itself, and no parameter.
            Expr::Var(var)
                if program.vars[var].scope == Scope::Local(creator)
                    && !program.functions[creator].parameters.contains(&var)
                    && assigned_values(program, creator, var).is_some() =>
            {
                pending.extend(assigned_values(program, creator, var).unwrap_or_default());
            }
            _ => found.extend(within_targets(program, points_to, value, null)?),
        }
    }
    Ok(found)
}

/// All values that assignments give the variable; `None` if something else gives it one.
fn assigned_values(program: &Program, function: FunctionId, var: VarId) -> Option<Vec<ExprId>> {
    let body = program.functions[function].body.as_ref()?;
    let giving = body.edges.values().filter(|edge| edge.op.assigned() == Some(var));
    giving
        .map(|edge| match edge.op {
            Op::Assign { value, .. } => Some(value),
            _ => None,
        })
        .collect()
}

fn within_targets(
    program: &Program,
    points_to: &PointsTo,
    pointer: ExprId,
    null: ExprId,
) -> Result<Vec<Argument>, Refusal> {
    let targets = points_to.targets(pointer).unwrap_or_default();
    let is_static = |object: ObjectId| program.objects[object].scope == Scope::Global;
    let is_known = !targets.is_external
        && targets.allocations.is_empty()
        && targets.functions.is_empty()
        && targets.objects.iter().all(is_static);
    if points_to.targets(pointer).is_none() || !is_known {
        return open("what a thread is passed is not followed");
    }
    let places = targets.objects.iter().map(Argument::Within);
    Ok(places.chain([Argument::Same(null)]).collect())
}

/// No variable and no local object occurs in it.
fn means_the_same(program: &Program, expr: ExprId) -> bool {
    let is_own = |it: ExprId| match program.exprs[it] {
        Expr::Var(_) => true,
        Expr::ObjectAddress(object) => program.objects[object].scope != Scope::Global,
        _ => false,
    };
    !subexpressions(program, expr).into_iter().any(is_own)
}

pub(super) fn subexpressions(program: &Program, expr: ExprId) -> Vec<ExprId> {
    let (mut all, mut seen, mut pending) = (Vec::new(), IdSet::new(), vec![expr]);
    while let Some(expr) = pending.pop() {
        if seen.insert(expr) {
            all.push(expr);
            pending.extend(program.exprs[expr].operands());
        }
    }
    all
}

/// The variables whose values an operation reads.
pub(super) fn variables_of(program: &Program, op: &Op) -> IdSet<VarId> {
    let mut roots = Vec::new();
    op.for_each_expr(|expr| roots.push(expr));
    let all = roots.into_iter().flat_map(|root| subexpressions(program, root));
    all.filter_map(|expr| match program.exprs[expr] {
        Expr::Var(var) => Some(var),
        _ => None,
    })
    .collect()
}

/// Locals of the entry function that are passed to threads become static objects, unless somebody asks
/// about memory or enters the entry function again.
fn make_locals_static(program: &mut Program) {
    let ops = || {
        let bodies = program.functions.values().filter_map(|it| it.body.as_ref());
        bodies.flat_map(|body| body.edges.values()).map(|edge| &edge.op)
    };
    let forbids = |op: &Op| match op {
        Op::Check { condition, .. } => !matches!(condition, Condition::Holds(_)),
        Op::Call { callee: Callee::Direct(callee), .. }
        | Op::ThreadCreate { start: Callee::Direct(callee), .. } => *callee == program.entry,
        Op::Call { callee: Callee::Indirect(..), .. }
        | Op::ThreadCreate { start: Callee::Indirect(..), .. } => true,
        _ => false,
    };
    if ops().any(forbids) {
        return;
    }
    let mut passed = IdSet::new();
    for op in ops() {
        let Op::ThreadCreate { argument, .. } = *op else { continue };
        for expr in subexpressions(program, argument) {
            if let Expr::ObjectAddress(object) = program.exprs[expr]
                && program.objects[object].scope == Scope::Local(program.entry)
                && program.objects[object].size.is_some()
            {
                passed.insert(object);
            }
        }
    }
    let entry = program.entry;
    let size_type = program.model.size_type();
    for object in passed.iter() {
        program.objects[object].scope = Scope::Global;
    }
    let Some(body) = &mut program.functions[entry].body else { return };
    for edge in body.edges.values_mut() {
        match edge.op {
            Op::EnterScope { object } if passed.contains(object) => {
                let size = program.objects[object].size.unwrap_or_default();
                let size = program.exprs.int(size_type, i128::from(size));
                let target = program.exprs.intern(Expr::ObjectAddress(object));
                edge.op = Op::HavocMemory { target, size, cause: HavocCause::Uninitialised };
            }
            Op::LeaveScope { object } if passed.contains(object) => edge.op = Op::Skip,
            _ => {}
        }
    }
}

/// Writes the function that chooses.
struct Writer {
    program: Program,
    body: Body,
    id: FunctionId,
    role: VarId,
    chosen: VarId,
    n_choices: i128,
    /// Where the next choice is made.
    at: LocationId,
}

const CHOICE: IntType = IntType::unsigned(16);

impl Writer {
    fn new(mut program: Program) -> Self {
        let id = FunctionId::new(program.functions.len());
        let role = variable(&mut program, "%role", Type::Int(ROLE), Scope::Global);
        let chosen = variable(&mut program, "%who", Type::Int(CHOICE), Scope::Local(id));
        let mut body = Body::new();
        let at = body.add_location();
        let op = Op::Havoc { target: chosen, cause: HavocCause::Input };
        body.add_edge(body.entry, at, op, Provenance::default());
        Self { program, body, id, role, chosen, n_choices: 0, at }
    }

    fn then(&mut self, at: LocationId, op: Op) -> LocationId {
        let next = self.body.add_location();
        self.body.add_edge(at, next, op, Provenance::default());
        next
    }

    /// The way of one more choice.
    fn choice(&mut self) -> LocationId {
        let chosen = self.program.exprs.var(self.chosen);
        let number = self.program.exprs.int(CHOICE, self.n_choices);
        self.n_choices += 1;
        let is_it = self.program.exprs.intern(Expr::Compare(CompareOp::Eq, chosen, number));
        let is_other = self.program.exprs.not(is_it);
        let taken = self.then(self.at, Op::Assume { condition: is_it });
        self.at = self.then(self.at, Op::Assume { condition: is_other });
        taken
    }

    /// The entry function, with any arguments.
    fn begin_entry(&mut self) {
        let mut at = self.choice();
        let entry = self.program.entry;
        let mut arguments = Vec::new();
        for ty in self.program.functions[entry].signature.parameters.clone() {
            let any = variable(&mut self.program, "%passed", ty, Scope::Local(self.id));
            at = self.then(at, Op::Havoc { target: any, cause: HavocCause::Input });
            arguments.push(self.program.exprs.var(any));
        }
        self.call(at, entry, arguments);
    }

    fn begin_routine(&mut self, role: usize, routine: FunctionId, argument: Argument) {
        let at = self.choice();
        let value = self.program.exprs.int(ROLE, role as i128);
        let mut at = self.then(at, Op::Assign { target: self.role, value });
        let scope = Scope::Local(self.id);
        let argument = match argument {
            Argument::Same(value) => value,
            Argument::AnyNumber => {
                let any = variable(&mut self.program, "%number", Type::Pointer, scope);
                at = self.then(at, Op::Havoc { target: any, cause: HavocCause::Input });
                self.program.exprs.var(any)
            }
            Argument::Within(object) => {
                let ty = Type::Int(self.program.model.offset_type());
                let any = variable(&mut self.program, "%offset", ty, scope);
                at = self.then(at, Op::Havoc { target: any, cause: HavocCause::Input });
                let any = self.program.exprs.var(any);
                let start = self.program.exprs.intern(Expr::ObjectAddress(object));
                self.program.exprs.intern(Expr::PointerAdd(start, any))
            }
        };
        self.call(at, routine, vec![argument]);
    }

    fn call(&mut self, at: LocationId, function: FunctionId, arguments: Vec<ExprId>) {
        let result = self.program.functions[function].signature.result;
        let scope = Scope::Local(self.id);
        let target = result.map(|ty| variable(&mut self.program, "%result", ty, scope));
        let callee = Callee::Direct(function);
        let at = self.then(at, Op::Call { target, callee, arguments });
        let (exit, op) = (self.body.exit, Op::Return { value: None });
        self.body.add_edge(at, exit, op, Provenance::default());
    }

    fn finish(mut self) -> AnyThread {
        let (exit, op) = (self.body.exit, Op::Return { value: None });
        self.body.add_edge(self.at, exit, op, Provenance::default());
        self.program.entry = self.program.functions.push(Function {
            name: "%one_of_the_threads".into(),
            span: source::Span::default(),
            signature: Signature { parameters: Vec::new(), result: None, is_variadic: false },
            parameters: Vec::new(),
            body: Some(self.body),
        });
        AnyThread { program: self.program, role: self.role }
    }
}

fn variable(program: &mut Program, name: &str, ty: Type, scope: Scope) -> VarId {
    let initial = match scope {
        Scope::Global => Initial::Bits(0),
        Scope::Local(_) => Initial::Unknown,
    };
    let (origin, span) = (VarOrigin::Temporary, source::Span::default());
    program.vars.push(Var { name: name.into(), ty, scope, origin, span, initial })
}
