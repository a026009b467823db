//! Reads of volatile objects.
//!
//! By default each gives any value of its type: somebody else may have written there, whatever the
//! program wrote before. Its value in memory is kept all the same, as the one that a run finds if nobody
//! did. With the field's convention, and by default in a program that creates threads, they are
//! ordinary reads. So are those of local variables whose address nobody takes: nobody else can know
//! where they are, and C promises their value after `longjmp` (C17 7.13.2.1p3).
//!
//! An access through a pointer that is not volatile is undefined (C17 6.7.3p6) and reads memory.

use c_sema::typed::{ExprId, ExprKind};
use c_sema::types::{Type as CType, TypeId};
use ir::{HavocCause, Op, Scope, Type};
use verdict::Assumption;

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::place::Place;
use crate::surroundings::{Externals, Others, VolatileRead};

/// How a place is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Volatility {
    Ordinary,
    AnyValue,
}

impl FunctionLowering<'_, '_> {
    /// How something is read that others may know of.
    pub(crate) fn volatile_read(&mut self) -> Volatility {
        match self.up.facts.volatile {
            VolatileRead::AnyValue => {
                let text = "a read of a volatile object gives any value";
                self.up.assume(Assumption::MemoryModel(text.into()));
                Volatility::AnyValue
            }
            VolatileRead::Memory => {
                let text = match self.up.surroundings.others {
                    Others::Created => "volatile objects change only by the program's own steps",
                    Others::BetweenAccesses | Others::BetweenStatements => {
                        "volatile objects change only by steps of this program and of other threads"
                    }
                };
                self.up.assume(Assumption::MemoryModel(text.into()));
                Volatility::Ordinary
            }
        }
    }

    /// How a place is read that is volatile.
    pub(crate) fn volatile_read_of(&mut self, place: ExprId) -> Volatility {
        match self.is_known_here_only(place) {
            true => Volatility::Ordinary,
            false => self.volatile_read(),
        }
    }

    /// A local variable without an address.
    fn is_known_here_only(&mut self, place: ExprId) -> bool {
        let ExprKind::Object(object) = self.unit().exprs[place].kind else { return false };
        match self.object_place(object) {
            Place::Register(var) => match self.up.program.vars[var].scope {
                Scope::Local(_) => true,
                Scope::Global => false,
            },
            Place::Memory(_) | Place::Bits(..) | Place::Nowhere => false,
        }
    }

    /// How a place is read before it is written again.
    pub(crate) fn volatility_of(&mut self, place: ExprId) -> Volatility {
        match self.is_volatile_place(place) {
            true => self.volatile_read_of(place),
            false => Volatility::Ordinary,
        }
    }

    fn is_volatile_place(&self, place: ExprId) -> bool {
        let unit = self.unit();
        let mut at = place;
        loop {
            match unit.exprs[at].kind {
                ExprKind::Object(object) => {
                    let mut ty = unit.objects[object].ty;
                    while let CType::Array { element, .. } = unit.types[ty.ty] {
                        if ty.qualifiers.is_volatile {
                            return true;
                        }
                        ty = element;
                    }
                    return ty.qualifiers.is_volatile;
                }
                ExprKind::Deref(pointer) => {
                    let pointee = unit.types.pointee(unit.exprs[pointer].ty);
                    return pointee.is_some_and(|pointee| pointee.qualifiers.is_volatile);
                }
                ExprKind::Member { base, field, .. } => {
                    let record = unit.types.record(unit.exprs[base].ty);
                    let fields = record.map(|record| unit.types.fields(record));
                    let field = fields.and_then(|fields| fields.get(field as usize));
                    if field.is_some_and(|field| field.ty.qualifiers.is_volatile) {
                        return true;
                    }
                    at = base;
                }
                _ => return false,
            }
        }
    }

    /// What is found in a variable that somebody else may have written.
    pub(crate) fn read_volatile_register(&mut self, var: ir::VarId, ty: TypeId) -> ir::ExprId {
        let scalar = self.up.program.vars[var].ty;
        let target = self.temporary("%load", scalar);
        let value = self.var(var);
        self.emit(Op::Assign { target, value });
        self.emit(Op::Havoc { target, cause: HavocCause::Volatile });
        self.keep_truth(target, ty, Volatility::AnyValue);
        self.var(target)
    }

    /// A copy of something volatile that lives in memory: any bytes.
    pub(crate) fn copy_of_volatile(&mut self, pointer: ir::ExprId, ty: TypeId) -> ir::ExprId {
        let Class::Memory(Some(size)) = self.class(ty) else { return pointer };
        if size == 0 {
            return pointer;
        }
        let copy = self.temporary_object("%volatile", size, ty);
        let target = self.object_address(copy);
        self.copy(target, pointer, ty);
        let size = self.size(size);
        self.emit(Op::HavocMemory { target, size, cause: HavocCause::Volatile });
        target
    }

    /// Whatever byte somebody else left where a `_Bool` is, it is 0 or 1.
    pub(crate) fn keep_truth(&mut self, target: ir::VarId, ty: TypeId, volatility: Volatility) {
        let is_open = volatility == Volatility::AnyValue
            || self.up.surroundings.externals == Externals::Havoc;
        let is_truth = matches!(self.unit().types[ty], CType::Bool);
        let scalar = self.up.program.vars[target].ty;
        if let (true, true, Type::Int(int)) = (is_open, is_truth, scalar) {
            let value = self.var(target);
            let truth = self.truth(value, scalar);
            let value = self.int_of_truth(truth, int);
            self.emit(Op::Assign { target, value });
        }
    }
}
