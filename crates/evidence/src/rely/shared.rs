//! Who touches what: the units that an operation may read or write, and all else that threads share.
//!
//! What threads share is what is not local: global variables and static objects that some thread
//! writes. What a claim does not name among them is shared all the same, and others may do anything to
//! it. Local objects that others may come to know, blocks of the heap and functions without body are not
//! followed, and refused.

use index::IdSet;
use ir::{AllocationKind, ExprId, ObjectId, Op, Program, Scope, Type, VarId};
use ir_passes::points_to::PointsTo;

use super::any_thread::{subexpressions, variables_of};
use super::claim::{Claim, Unit, UnitId};
use crate::induction::Refusal;

/// What threads share.
pub(super) struct Shared<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    units: Vec<Unit>,
    /// Written by some thread, and not among the units.
    pub other_vars: Vec<VarId>,
    pub other_objects: Vec<ObjectId>,
}

fn open<T>(why: &str) -> Result<T, Refusal> {
    Err(Refusal::Undecided(why.to_owned()))
}

impl<'a> Shared<'a> {
    /// In a program without calls.
    pub(super) fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        role: VarId,
        claim: &Claim,
    ) -> Result<Self, Refusal> {
        let mut shared = Self {
            program,
            points_to,
            units: claim.units.clone(),
            other_vars: Vec::new(),
            other_objects: Vec::new(),
        };
        let (mut vars, mut written, mut read) = (IdSet::new(), IdSet::new(), IdSet::new());
        let body = program.functions[program.entry].body.iter();
        for edge in body.flat_map(|body| body.edges.values()) {
            shared.refuse_what_is_not_followed(&edge.op)?;
            vars.extend(edge.op.assigned());
            written.union_with(&shared.objects_written(&edge.op));
            read.union_with(&shared.objects_read(&edge.op));
        }
        let is_unit = |unit: Unit| claim.units.contains(&unit);
        let is_static = |object: ObjectId| program.objects[object].scope == Scope::Global;
        let is_named = |object: ObjectId| {
            claim.units.iter().any(|it| match it {
                Unit::Cell(named, _) | Unit::Block(named, _) => *named == object,
                Unit::Var(_) | Unit::Count(..) => false,
            })
        };
        for var in vars.iter() {
            let is_global = program.vars[var].scope == Scope::Global;
            if is_global && var != role && !is_unit(Unit::Var(var)) {
                shared.other_vars.push(var);
            }
        }
        for object in written.iter() {
            // What nobody reads decides nothing.
            if is_static(object) && read.contains(object) && !is_named(object) {
                if program.objects[object].size.is_none() {
                    return open("an object of unknown size is shared");
                }
                shared.other_objects.push(object);
            }
        }
        Ok(shared)
    }

    /// The units that an operation may write; counts are not among them.
    pub(super) fn written(&self, op: &Op) -> Vec<UnitId> {
        let (var, objects) = (op.assigned(), self.objects_written(op));
        self.units_of(|it| Some(it) == var, |it| objects.contains(it))
    }

    /// The units that an operation may read.
    pub(super) fn read(&self, op: &Op) -> Vec<UnitId> {
        let (vars, objects) = (variables_of(self.program, op), self.objects_read(op));
        self.units_of(|it| vars.contains(it), |it| objects.contains(it))
    }

    /// May it read or write anything that is shared?
    pub(super) fn touches(&self, op: &Op) -> bool {
        let (vars, assigned) = (variables_of(self.program, op), op.assigned());
        let (read, written) = (self.objects_read(op), self.objects_written(op));
        !self.read(op).is_empty()
            || !self.written(op).is_empty()
            || self.other_vars.iter().any(|it| vars.contains(*it) || assigned == Some(*it))
            || self.other_objects.iter().any(|it| read.contains(*it) || written.contains(*it))
    }

    fn units_of(
        &self,
        is_var: impl Fn(VarId) -> bool,
        is_object: impl Fn(ObjectId) -> bool,
    ) -> Vec<UnitId> {
        let is_meant = |unit: &Unit| match *unit {
            Unit::Var(var) => is_var(var),
            Unit::Cell(object, _) | Unit::Block(object, _) => is_object(object),
            Unit::Count(..) => false,
        };
        let units = self.units.iter().enumerate().filter(|(_, unit)| is_meant(unit));
        units.map(|(number, _)| number).collect()
    }

    fn objects_written(&self, op: &Op) -> IdSet<ObjectId> {
        match op {
            Op::Store { pointer: target, .. }
            | Op::Copy { target, .. }
            | Op::Fill { target, .. }
            | Op::HavocMemory { target, .. }
            | Op::ThreadCreate { handle: Some(target), .. } => self.targets(*target),
            _ => IdSet::new(),
        }
    }

    fn objects_read(&self, op: &Op) -> IdSet<ObjectId> {
        match op {
            Op::Load { pointer: source, .. } | Op::Copy { source, .. } => self.targets(*source),
            _ => IdSet::new(),
        }
    }

    /// The objects that a pointer may lead to; all if that is not known.
    fn targets(&self, pointer: ExprId) -> IdSet<ObjectId> {
        match self.points_to.targets(pointer) {
            Some(targets) => targets.objects,
            None => self.program.objects.ids().collect(),
        }
    }

    fn is_known(&self, pointer: ExprId) -> bool {
        let targets = self.points_to.targets(pointer);
        targets.is_some_and(|it| !it.is_external)
    }

    /// May a pointer lead to a local object, or to a block on the stack? Those of the heap are refused.
    fn may_be_local(&self, value: ExprId) -> bool {
        let is_local = |object: ObjectId| self.program.objects[object].scope != Scope::Global;
        let mut parts = subexpressions(self.program, value).into_iter();
        let is_open = |part: ExprId| match self.program.exprs[part] {
            ir::Expr::Var(_) => true,
            ir::Expr::ObjectAddress(object) => is_local(object),
            _ => false,
        };
        self.program.type_of(value) == Type::Pointer
            && parts.any(is_open)
            && self
                .points_to
                .targets(value)
                .is_none_or(|it| it.objects.iter().any(is_local) || !it.allocations.is_empty())
    }

    fn may_be_static(&self, pointer: ExprId) -> bool {
        let is_static = |object: ObjectId| self.program.objects[object].scope == Scope::Global;
        self.targets(pointer).iter().any(is_static)
    }

    fn refuse_what_is_not_followed(&self, op: &Op) -> Result<(), Refusal> {
        let is_known = match op {
            Op::Load { pointer, .. } | Op::Store { pointer, .. } => self.is_known(*pointer),
            Op::Copy { target, source, .. } => self.is_known(*target) && self.is_known(*source),
            Op::Fill { target, .. }
            | Op::HavocMemory { target, .. }
            | Op::ThreadCreate { handle: Some(target), .. } => self.is_known(*target),
            _ => true,
        };
        if !is_known {
            return open("memory is accessed of which nothing is known");
        }
        let tells = match op {
            Op::Assign { target, value } => {
                self.program.vars[*target].scope == Scope::Global && self.may_be_local(*value)
            }
            Op::Store { pointer, value, .. } => {
                self.may_be_static(*pointer) && self.may_be_local(*value)
            }
            // What local objects hold may be pointers to local ones.
            Op::Copy { target, source, .. } => {
                self.may_be_static(*target) && self.may_be_local(*source)
            }
            Op::ThreadCreate { argument, .. } => self.may_be_local(*argument),
            Op::Allocate { kind: AllocationKind::Stack(_), .. } => false,
            Op::Allocate { .. } | Op::Reallocate { .. } | Op::Free { .. } => {
                return open("blocks of the heap are shared");
            }
            Op::Outside { .. } | Op::CallBack { .. } => {
                return open("functions without body act beside the threads");
            }
            Op::ThreadJoin { result: Some(_), .. } => {
                return open("the result of a thread is used");
            }
            Op::Call { .. } => return open("a call was not inlined"),
            _ => false,
        };
        // A pointer that becomes a number is not followed as one.
        let mut is_exposed = false;
        op.for_each_expr(|expr| {
            for part in subexpressions(self.program, expr) {
                if let ir::Expr::Convert(Type::Int(_), inner) = self.program.exprs[part] {
                    is_exposed |= self.may_be_local(inner);
                }
            }
        });
        match tells || is_exposed {
            true => open("a local object may be shared"),
            false => Ok(()),
        }
    }
}
