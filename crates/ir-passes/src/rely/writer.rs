//! Writes the program of one thread among others, operation by operation.

use ir::{
    Access, ArithOp, Body, CheckId, CompareOp, Expr, ExprId, HavocCause, LocationId, Op, Program,
    Provenance, Type, VarId,
};

use super::clause::Clause;
use super::ghosts::Ghosts;
use super::roles::{ROLE, Role};
use super::units::{Place, Units};
use crate::points_to::PointsTo;

pub(super) struct Writer<'a> {
    pub inlined: &'a Program,
    pub points_to: &'a PointsTo,
    pub units: &'a Units,
    pub clauses: &'a [Clause],
    pub guarantees: &'a [CheckId],
    pub ghosts: Ghosts,
    pub program: Program,
    pub body: Body,
}

impl Writer<'_> {
    pub(super) fn is_visible(&self, op: &Op) -> bool {
        matches!(op, Op::AtomicBegin(_))
            || self.units.is_read(self.inlined, self.points_to, op)
            || !self.units.written(self.inlined, self.points_to, op).is_empty()
    }

    pub(super) fn then(&mut self, at: LocationId, op: Op) -> LocationId {
        let next = self.body.add_location();
        self.body.add_edge(at, next, op, Provenance::default());
        next
    }

    pub(super) fn var(&mut self, var: VarId) -> ExprId {
        self.program.exprs.var(var)
    }

    pub(super) fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.program.exprs.intern(Expr::Or(a, b))
    }

    pub(super) fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.program.exprs.intern(Expr::And(a, b))
    }

    /// I am a thread of that role.
    pub(super) fn has_role(&mut self, role: Role) -> ExprId {
        let var = self.var(self.units.roles.var);
        let number = self.program.exprs.int(ROLE, role as i128);
        self.compare(CompareOp::Eq, var, number)
    }

    /// A step leaves the unit as it was.
    pub(super) fn stays(&mut self, unit: usize) -> Option<ExprId> {
        let (old, new) = (self.var(self.ghosts.old[unit]?), self.var(self.ghosts.new[unit]?));
        Some(self.compare(CompareOp::Eq, old, new))
    }

    pub(super) fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.program.exprs.intern(Expr::Arith(ArithOp::Add, a, b))
    }

    pub(super) fn compare(&mut self, op: CompareOp, a: ExprId, b: ExprId) -> ExprId {
        self.program.exprs.intern(Expr::Compare(op, a, b))
    }

    /// A constant of the type of a scalar unit.
    pub(super) fn constant(&mut self, unit: usize, value: u128) -> Option<ExprId> {
        let expr = match self.units.all[unit].ty? {
            Type::Int(ty) => Expr::Int(ty, value & ty.mask()),
            Type::Bool => Expr::Bool(value != 0),
            Type::Float(_) | Type::Pointer => return None,
        };
        Some(self.program.exprs.intern(expr))
    }

    /// Reads a scalar unit, or the lock at the start of one, into a variable.
    pub(super) fn read(&mut self, at: LocationId, unit: usize, target: VarId) -> LocationId {
        let ty = self.program.vars[target].ty;
        let op = match self.units.all[unit].place {
            Place::Var(var) => {
                let value = self.var(var);
                Op::Assign { target, value }
            }
            Place::Cell(object, _) | Place::Object(object) => {
                let pointer = self.program.exprs.intern(Expr::ObjectAddress(object));
                Op::Load { target, pointer, access: Access { ty, is_volatile: false } }
            }
        };
        self.then(at, op)
    }

    pub(super) fn write(&mut self, at: LocationId, unit: usize, value: ExprId) -> LocationId {
        let op = match self.units.all[unit].place {
            Place::Var(target) => Op::Assign { target, value },
            Place::Cell(object, ty) => {
                let pointer = self.program.exprs.intern(Expr::ObjectAddress(object));
                Op::Store { pointer, value, access: Access { ty, is_volatile: false } }
            }
            Place::Object(_) => return at,
        };
        self.then(at, op)
    }

    pub(super) fn havoc(&mut self, at: LocationId, target: VarId) -> LocationId {
        self.then(at, Op::Havoc { target, cause: HavocCause::Input })
    }

    pub(super) fn havoc_object(&mut self, at: LocationId, unit: usize) -> LocationId {
        let Place::Object(object) = self.units.all[unit].place else { return at };
        let Some(size) = self.program.objects[object].size else { return at };
        let target = self.program.exprs.intern(Expr::ObjectAddress(object));
        let ty = self.program.model.size_type();
        let size = self.program.exprs.int(ty, i128::from(size));
        self.then(at, Op::HavocMemory { target, size, cause: HavocCause::Input })
    }
}
