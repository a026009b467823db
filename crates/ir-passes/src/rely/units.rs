//! What threads share: global variables and static objects that somebody writes.

use index::IdSet;
use ir::{Body, Expr, ExprId, IntType, ObjectId, Op, Program, Scope, Type, VarId};

use super::alone::Alone;
use super::roles::Roles;
use super::tally::Tally;
use crate::points_to::{PointsTo, Targets};

/// Where a shared thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Var(VarId),
    /// An object that is one scalar.
    Cell(ObjectId, Type),
    /// Any other object. The integer at its start, if it is read as one, can be a lock.
    Object(ObjectId),
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub place: Place,
    pub name: Box<str>,
    /// Of a scalar.
    pub ty: Option<Type>,
    /// The type of what can be a lock: the scalar, or the start of the object.
    pub lock: Option<IntType>,
}

/// All that is shared, in a program without calls.
#[derive(Clone, Debug)]
pub struct Units {
    pub all: Vec<Unit>,
    /// Those that the program does not have.
    pub tallies: Vec<Tally>,
    pub(super) roles: Roles,
}

impl Units {
    /// The reason why not, for programs that share more than this.
    ///
    /// What says which thread runs is none of the program's own.
    pub fn of(
        program: &Program,
        points_to: &PointsTo,
        alone: &Alone,
    ) -> Result<Self, &'static str> {
        let roles = Roles::of(program, alone.role, alone.started, &alone.routines);
        let body = body_of(program);
        refuse_other_memory(program, points_to, body)?;
        let mut written_vars = IdSet::new();
        let (mut written_objects, mut read_objects) = (IdSet::new(), IdSet::new());
        for edge in body.edges.values() {
            written_vars.extend(edge.op.assigned());
            written_objects.union_with(&written(program, points_to, &edge.op));
            if let Some(pointer) = read(&edge.op) {
                read_objects.union_with(&objects(program, points_to, pointer));
            }
        }
        let vars = program.vars.iter().filter(|(var, it)| {
            let is_own = *var != alone.started && *var != alone.role;
            it.scope == Scope::Global && written_vars.contains(*var) && is_own
        });
        let mut all: Vec<Unit> = vars
            .map(|(var, it)| Unit {
                place: Place::Var(var),
                name: it.name.clone(),
                ty: Some(it.ty),
                lock: int(it.ty),
            })
            .collect();
        for (object, it) in program.objects.iter() {
            // What nobody reads, nobody notices.
            let is_shared = written_objects.contains(object) && read_objects.contains(object);
            if it.scope == Scope::Global && is_shared {
                if it.size.is_none() {
                    return Err("an object of unknown size is shared");
                }
                all.push(unit_of_object(program, points_to, object));
            }
        }
        Ok(Self { all, tallies: Vec::new(), roles })
    }

    /// The numbers of the units that an operation may write.
    pub(super) fn written(&self, program: &Program, points_to: &PointsTo, op: &Op) -> Vec<usize> {
        let objects = written(program, points_to, op);
        let assigned = op.assigned();
        let is_written = |unit: &Unit| match unit.place {
            Place::Var(var) => assigned == Some(var),
            Place::Cell(object, _) | Place::Object(object) => objects.contains(object),
        };
        let units = self.all.iter().enumerate();
        let units = units.filter(|(_, unit)| is_written(unit)).map(|(index, _)| index);
        let mut units: Vec<usize> = units.collect();
        units.extend(self.counted(op, &units));
        units
    }

    /// May the operation read something that is shared?
    pub(super) fn is_read(&self, program: &Program, points_to: &PointsTo, op: &Op) -> bool {
        (0..self.all.len()).any(|unit| self.reads(program, points_to, op, unit))
    }

    /// May it read that unit?
    pub(super) fn reads(
        &self,
        program: &Program,
        points_to: &PointsTo,
        op: &Op,
        unit: usize,
    ) -> bool {
        match self.all[unit].place {
            Place::Var(var) => crate::accesses::read(&program.exprs, op).contains(var),
            Place::Cell(object, _) | Place::Object(object) => {
                read(op).is_some_and(|it| objects(program, points_to, it).contains(object))
            }
        }
    }
}

pub(super) fn body_of(program: &Program) -> &Body {
    let body = program.functions[program.entry].body.as_ref();
    body.expect("a program that was inlined has a body")
}

fn int(ty: Type) -> Option<IntType> {
    match ty {
        Type::Int(ty) => Some(ty),
        Type::Bool | Type::Float(_) | Type::Pointer => None,
    }
}

fn unit_of_object(program: &Program, points_to: &PointsTo, object: ObjectId) -> Unit {
    let it = &program.objects[object];
    let fields = points_to.surroundings_of_object(object).map(|it| (it.period, it.fields));
    let name = it.name.clone();
    if let Some((period, fields)) = fields
        && let Some(first) = fields.iter().find(|field| field.start == 0)
        && let [ty] = points_to.regions[first.region].types.as_slice()
        && period == 0
    {
        let bytes = ty.bytes(program.model);
        if fields.len() == 1 && bytes.is_some() && bytes == it.size {
            return Unit { place: Place::Cell(object, *ty), name, ty: Some(*ty), lock: int(*ty) };
        }
        return Unit { place: Place::Object(object), name, ty: None, lock: int(*ty) };
    }
    Unit { place: Place::Object(object), name, ty: None, lock: None }
}

/// The objects that a pointer may lead to; all of them if nothing is known.
fn objects(program: &Program, points_to: &PointsTo, pointer: ExprId) -> IdSet<ObjectId> {
    match points_to.targets(pointer) {
        Some(Targets { objects, .. }) => objects,
        None => program.objects.ids().collect(),
    }
}

/// The objects that an operation may write.
fn written(program: &Program, points_to: &PointsTo, op: &Op) -> IdSet<ObjectId> {
    match op {
        Op::Store { pointer, .. } => objects(program, points_to, *pointer),
        Op::Copy { target, .. } | Op::Fill { target, .. } | Op::HavocMemory { target, .. } => {
            objects(program, points_to, *target)
        }
        Op::ThreadCreate { handle: Some(handle), .. } => objects(program, points_to, *handle),
        Op::ThreadJoin { result: Some(result), .. } => objects(program, points_to, *result),
        _ => IdSet::new(),
    }
}

/// The pointer that an operation reads through.
fn read(op: &Op) -> Option<ExprId> {
    match op {
        Op::Load { pointer, .. } => Some(*pointer),
        Op::Copy { source, .. } => Some(*source),
        _ => None,
    }
}

/// The pointers through which an operation reads or writes.
fn accessed(op: &Op) -> Vec<ExprId> {
    match op {
        Op::Load { pointer, .. } | Op::Store { pointer, .. } => vec![*pointer],
        Op::Copy { target, source, .. } => vec![*target, *source],
        Op::Fill { target, .. } | Op::HavocMemory { target, .. } => vec![*target],
        _ => Vec::new(),
    }
}

/// Heap blocks, and local objects that other threads come to know, are shared too; nothing is
/// said about them here.
fn refuse_other_memory(
    program: &Program,
    points_to: &PointsTo,
    body: &Body,
) -> Result<(), &'static str> {
    let is_local = |object: ObjectId| program.objects[object].scope != Scope::Global;
    let holds_local = |pointer: ExprId| match points_to.targets(pointer) {
        // Blocks of the heap are refused, so all other blocks are on the stack.
        Some(targets) => targets.objects.iter().any(is_local) || !targets.allocations.is_empty(),
        None => false,
    };
    let is_pointer = |expr: ExprId| program.type_of(expr) == Type::Pointer;
    let reaches_static = |pointer: ExprId| {
        let objects = objects(program, points_to, pointer);
        objects.iter().any(|object| !is_local(object))
    };
    let is_known =
        |pointer: ExprId| points_to.targets(pointer).is_some_and(|targets| !targets.is_external);
    for edge in body.edges.values() {
        if !accessed(&edge.op).into_iter().all(is_known) {
            return Err("memory is accessed of which nothing is known");
        }
        let tells_local = match &edge.op {
            Op::Allocate { kind: ir::AllocationKind::Stack(_), .. } => false,
            Op::Allocate { .. } | Op::Reallocate { .. } | Op::Free { .. } => {
                return Err("blocks of the heap are shared");
            }
            Op::Outside { .. } | Op::CallBack { .. } => {
                return Err("functions without body act beside the threads");
            }
            Op::ThreadJoin { result: Some(_), .. } => {
                return Err("the result of a thread is used");
            }
            Op::ThreadCreate { argument, .. } => holds_local(*argument),
            Op::Assign { target, value } => {
                let is_global = program.vars[*target].scope == Scope::Global;
                is_global && is_pointer(*value) && holds_local(*value)
            }
            Op::Store { pointer, value, .. } => {
                is_pointer(*value) && reaches_static(*pointer) && holds_local(*value)
            }
            Op::Copy { target, source, .. } => reaches_static(*target) && holds_local(*source),
            // Whatever the address of a local object becomes as a number is not followed.
            _ => false,
        };
        if tells_local {
            return Err("a local object is shared");
        }
    }
    let exposes = program.exprs.iter().any(|(_, expr)| {
        matches!(expr, Expr::Convert(Type::Int(_), inner) if is_pointer(*inner) && holds_local(*inner))
    });
    if exposes { Err("the address of a local object becomes a number") } else { Ok(()) }
}
