//! Local objects that are one scalar become variables, where nobody else comes to know them.
//!
//! *Expects* a program that was inlined. *Guarantees* a valid program with the same runs, but for those
//! that use an object outside its life, which go on with any value.
//!
//! A local whose address was taken is memory. After inlining, the address mostly goes no further than
//! the parameter of a function that stands in its place now:
//!
//! ```text
//!   p' = &l;  load x = *p'          x = l
//! ```
//!
//! An object is taken if it is always read and written as the same type, whole, through its own address or
//! through pointers that are set once, to that address, before they are read.

use index::IdSet;
use ir::{
    Access, Expr, ExprId, HavocCause, Initial, ObjectId, Op, Program, Scope, Type, Var, VarId,
    VarOrigin,
};
use rustc_hash::FxHashMap;

use crate::liveness::Liveness;

/// Makes variables of objects, in place.
pub fn locals_as_variables(program: &mut Program) {
    let pointers = constant_pointers(program);
    let objects = whole_scalars(program, &pointers);
    if objects.is_empty() {
        return;
    }
    let mut vars: FxHashMap<ObjectId, VarId> = FxHashMap::default();
    for (object, ty) in &objects {
        let it = &program.objects[*object];
        let var = Var {
            name: it.name.clone(),
            ty: *ty,
            scope: it.scope,
            origin: VarOrigin::Temporary,
            span: it.span,
            initial: Initial::Unknown,
        };
        vars.insert(*object, program.vars.push(var));
    }
    let entry = program.entry;
    let Some(mut body) = program.functions[entry].body.take() else { return };
    for edge in body.edges.values_mut() {
        let var_at = |pointer: ExprId| vars.get(&named(program, &pointers, pointer)?).copied();
        let op = match edge.op {
            Op::Load { target, pointer, .. } => var_at(pointer).map(|var| {
                let value = program.exprs.var(var);
                Op::Assign { target, value }
            }),
            Op::Store { pointer, value, .. } => {
                var_at(pointer).map(|target| Op::Assign { target, value })
            }
            // Before and after its life it is anything.
            Op::EnterScope { object } | Op::LeaveScope { object } => vars
                .get(&object)
                .map(|&target| Op::Havoc { target, cause: HavocCause::Uninitialised }),
            Op::Assign { target, .. } => {
                let object = pointers.get(&target).filter(|object| vars.contains_key(object));
                object.map(|_| Op::Skip)
            }
            _ => None,
        };
        if let Some(op) = op {
            edge.op = op;
        }
    }
    program.functions[entry].body = Some(body);
}

/// The object whose address an expression is.
fn named(
    program: &Program,
    pointers: &FxHashMap<VarId, ObjectId>,
    pointer: ExprId,
) -> Option<ObjectId> {
    match program.exprs[pointer] {
        Expr::ObjectAddress(object) => Some(object),
        Expr::Var(var) => pointers.get(&var).copied(),
        _ => None,
    }
}

/// Local pointers that are set in one place, to the address of an object, before they are read.
fn constant_pointers(program: &Program) -> FxHashMap<VarId, ObjectId> {
    let mut pointers = FxHashMap::default();
    let Some(body) = &program.functions[program.entry].body else { return pointers };
    let mut assigned = IdSet::new();
    let mut several = IdSet::new();
    for edge in body.edges.values() {
        let Some(target) = edge.op.assigned() else { continue };
        if !assigned.insert(target) {
            several.insert(target);
        }
        if let Op::Assign { value, .. } = edge.op
            && let Expr::ObjectAddress(object) = program.exprs[value]
            && program.vars[target].scope != Scope::Global
        {
            pointers.insert(target, object);
        }
    }
    let liveness = Liveness::of(program, body);
    let at_first = liveness.locals(body.entry);
    pointers.retain(|var, _| !several.contains(*var) && !at_first.contains(*var));
    pointers
}

/// The local objects that are nothing but one scalar, in the order of their numbers.
fn whole_scalars(
    program: &Program,
    pointers: &FxHashMap<VarId, ObjectId>,
) -> Vec<(ObjectId, Type)> {
    let Some(body) = &program.functions[program.entry].body else { return Vec::new() };
    let mut types: FxHashMap<ObjectId, Type> = FxHashMap::default();
    let mut refused: IdSet<ObjectId> = IdSet::new();
    for edge in body.edges.values() {
        let accessed = match edge.op {
            Op::Load { pointer, access: Access { ty, is_volatile: false }, .. }
            | Op::Store { pointer, access: Access { ty, is_volatile: false }, .. } => {
                named(program, pointers, pointer).map(|object| (pointer, object, ty))
            }
            _ => None,
        };
        if let Some((_, object, ty)) = accessed {
            let is_same = *types.entry(object).or_insert(ty) == ty;
            if !is_same || ty.bytes(program.model) != program.objects[object].size {
                refused.insert(object);
            }
        }
        let sets_pointer =
            matches!(edge.op, Op::Assign { target, .. } if pointers.contains_key(&target));
        let mut is_passed_over = accessed.is_none() && !sets_pointer;
        edge.op.for_each_expr(|expr| {
            // The one place where the address itself may stand.
            if accessed.is_some_and(|(pointer, ..)| pointer == expr) && !is_passed_over {
                is_passed_over = true;
                return;
            }
            if !sets_pointer {
                refuse(program, pointers, expr, &mut refused);
            }
        });
    }
    let is_meant = |object: &ObjectId| {
        program.objects[*object].scope == Scope::Local(program.entry) && !refused.contains(*object)
    };
    let mut objects: Vec<(ObjectId, Type)> =
        types.into_iter().filter(|(object, _)| is_meant(object)).collect();
    objects.sort_unstable_by_key(|(object, _)| *object);
    objects
}

/// Refuses the objects whose addresses stand in an expression.
fn refuse(
    program: &Program,
    pointers: &FxHashMap<VarId, ObjectId>,
    expr: ExprId,
    refused: &mut IdSet<ObjectId>,
) {
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        refused.extend(named(program, pointers, expr));
        pending.extend(program.exprs[expr].operands());
    }
}
