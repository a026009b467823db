//! Assignments, compound assignments, increments.
//!
//! A compound assignment finds its place, evaluates its right operand, then reads, computes and
//! writes; the place's own subexpressions are evaluated once.
//!
//! ```text
//!   a[i++] += f();     %value = i; i = i + 1; %call = f();
//!                      load %load = a + 4 * %value; store a + 4 * %value = %load + %call
//! ```

use c_sema::typed::{ArithOp, CompoundOp, Conversion, ExprId, ExprKind, IncDec};
use c_sema::types::{BitRange, IntKind, Type as CType, TypeId};
use ir::{Op, Type};

use crate::bit_field::field_type;
use crate::class::Class;
use crate::expr::Wanted;
use crate::function::FunctionLowering;
use crate::place::Place;
use crate::undefined::Use;
use crate::unit::fits_register;

/// Whether a read and the write after it are one step for other threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Atomicity {
    Plain,
    Atomic,
}

impl FunctionLowering<'_, '_> {
    pub(crate) fn assign(&mut self, target: ExprId, value: ExprId, ty: TypeId) -> ir::ExprId {
        let place = self.place(target);
        match self.class(ty) {
            Class::Scalar(scalar) => match place {
                Place::Register(var) if !self.is_shared(var) => {
                    self.value_into(var, value);
                    self.var(var)
                }
                Place::Register(_) | Place::Memory(_) | Place::Bits(..) | Place::Nowhere => {
                    let place = self.protect_place(place, value);
                    let source = value;
                    let value = self.value(value);
                    self.check_fits_bits(&place, source, value, scalar);
                    let atomicity = self.begin_if_atomic(target);
                    self.store(&place, value, scalar);
                    self.end_if(atomicity);
                    self.stored_value(&place, value, scalar)
                }
            },
            Class::Memory(_) => {
                let place = self.protect_place(place, value);
                let source = self.value(value);
                let Place::Memory(pointer) = place else { return self.zero(Type::Pointer) };
                if self.is_atomic_record(target, ty) {
                    return self
                        .unsupported_value("a record that is written in one atomic step", ty);
                }
                self.copy(pointer, source, ty);
                pointer
            }
            Class::Void => {
                self.effects(value);
                self.zero(Type::Pointer)
            }
        }
    }

    /// True if another thread may read or write the variable.
    pub(crate) fn is_shared(&self, var: ir::VarId) -> bool {
        self.up.facts.splits_accesses && self.up.program.vars[var].scope == ir::Scope::Global
    }

    /// Pins the address if evaluating `next` may change what it is computed from.
    pub(crate) fn protect_place(&mut self, place: Place, next: ExprId) -> Place {
        if !self.up.facts.effects[next].writes {
            return place;
        }
        let mut pinned = |pointer| {
            if self.reads_source_variable(pointer) {
                self.pin(pointer, Type::Pointer)
            } else {
                pointer
            }
        };
        match place {
            Place::Memory(pointer) => Place::Memory(pinned(pointer)),
            Place::Bits(pointer, bits) => Place::Bits(pinned(pointer), bits),
            Place::Register(_) | Place::Nowhere => place,
        }
    }

    /// The value of an assignment: what reading the place would give.
    fn stored_value(&mut self, place: &Place, value: ir::ExprId, scalar: Type) -> ir::ExprId {
        match *place {
            Place::Bits(_, bits) => self.truncated_to_bits(bits, value, scalar),
            Place::Register(var) if !self.is_shared(var) => self.var(var),
            Place::Register(_) | Place::Memory(_) | Place::Nowhere => value,
        }
    }

    pub(crate) fn compound_assign(
        &mut self,
        op: CompoundOp,
        target: ExprId,
        value: ExprId,
        computation: TypeId,
    ) -> ir::ExprId {
        let unit = self.unit();
        let (ty, value_ty) = (unit.exprs[target].ty, unit.exprs[value].ty);
        let place = self.place(target);
        let place = self.protect_place(place, value);
        let operand = self.value(value);
        let atomicity = self.begin_if_atomic(target);
        let (Class::Scalar(scalar), Class::Scalar(wide)) =
            (self.class(ty), self.class(computation))
        else {
            return self.unsupported_value("compound assignment to a complex or vector", ty);
        };
        let volatility = self.volatility_of(target);
        let old = self.load_as(&place, ty, volatility);
        let result = match op {
            CompoundOp::Arith(op) => {
                let old = self.convert(old, scalar, wide);
                let result = self.arith_checked(op, old, operand, computation);
                if let Place::Bits(_, bits) = place {
                    self.check_conversion(result, wide, field_type(bits, scalar));
                }
                self.converted_back(result, wide, ty, scalar)
            }
            CompoundOp::Shift(op) => {
                let old = self.convert(old, scalar, wide);
                let result = self.shift_checked(op, old, operand, computation, value_ty);
                self.converted_back(result, wide, ty, scalar)
            }
            CompoundOp::PointerAdd => {
                self.pointer_moved(old, ty, operand, value_ty, ir::ArithOp::Add, Use::Value)
            }
            CompoundOp::PointerSub => {
                self.pointer_moved(old, ty, operand, value_ty, ir::ArithOp::Sub, Use::Value)
            }
        };
        self.store(&place, result, scalar);
        self.end_if(atomicity);
        self.stored_value(&place, result, scalar)
    }

    /// C11: reading or writing an `_Atomic` object is one step that synchronises, and so is a
    /// compound assignment or increment of one.
    pub(crate) fn begin_if_atomic(&mut self, target: ExprId) -> Atomicity {
        if self.is_atomic_place(target) {
            self.begin_synchronising();
            Atomicity::Atomic
        } else {
            Atomicity::Plain
        }
    }

    pub(crate) fn end_if(&mut self, atomicity: Atomicity) {
        match atomicity {
            Atomicity::Atomic => self.end_synchronising(),
            Atomicity::Plain => {}
        }
    }

    /// Its copy would be atomic on one side only.
    pub(crate) fn is_atomic_record(&self, place: ExprId, ty: TypeId) -> bool {
        matches!(self.class(ty), Class::Memory(_)) && self.is_atomic_place(place)
    }

    pub(crate) fn is_atomic_place(&self, place: ExprId) -> bool {
        let unit = self.unit();
        if !self.up.facts.is_concurrent {
            return false;
        }
        if self.is_guarded_by_library(place) {
            return true;
        }
        match unit.exprs[place].kind {
            // What is in a register of its function, no other thread sees.
            ExprKind::Object(object) if !self.up.is_static(object) => {
                unit.objects[object].ty.qualifiers.is_atomic && !fits_register(unit, object)
            }
            ExprKind::Object(object) => unit.objects[object].ty.qualifiers.is_atomic,
            ExprKind::Deref(pointer) => unit
                .types
                .pointee(unit.exprs[pointer].ty)
                .is_some_and(|pointee| pointee.qualifiers.is_atomic),
            ExprKind::Member { base, field, .. } => {
                let record = unit.types.record(unit.exprs[base].ty);
                let fields = record.map(|record| unit.types.fields(record));
                let field = fields.and_then(|fields| fields.get(field as usize));
                field.is_some_and(|field| field.ty.qualifiers.is_atomic)
            }
            _ => false,
        }
    }

    /// A result of the wide type as a value of C type `ty`.
    /// A float that becomes the value of a bit-field fits the bits, not just the declared type. A cast
    /// that is written makes it a value of that type first.
    pub(crate) fn check_fits_bits(
        &mut self,
        place: &Place,
        source: ExprId,
        value: ir::ExprId,
        ty: Type,
    ) {
        let Place::Bits(_, bits) = *place else { return };
        let exprs = &self.unit().exprs;
        let ExprKind::Convert { conversion: Conversion::FloatToInt, operand } = exprs[source].kind
        else {
            return;
        };
        if exprs[operand].span != exprs[source].span {
            return;
        }
        if let ir::Expr::Convert(_, float) = self.node(value) {
            let from = self.up.program.type_of(float);
            self.check_conversion(float, from, field_type(bits, ty));
        }
    }

    fn converted_back(
        &mut self,
        value: ir::ExprId,
        from: Type,
        ty: TypeId,
        to: Type,
    ) -> ir::ExprId {
        match (&self.unit().types[ty], to) {
            (CType::Bool, Type::Int(int)) => {
                let truth = self.truth(value, from);
                self.int_of_truth(truth, int)
            }
            _ => {
                self.check_conversion(value, from, to);
                self.convert(value, from, to)
            }
        }
    }

    pub(crate) fn inc_dec(&mut self, op: IncDec, target: ExprId, wanted: Wanted) -> ir::ExprId {
        let ty = self.unit().exprs[target].ty;
        let place = self.place(target);
        let Class::Scalar(scalar) = self.class(ty) else {
            return self.unsupported_value("increment of a complex or vector", ty);
        };
        let atomicity = self.begin_if_atomic(target);
        let is_post = matches!(op, IncDec::PostIncrement | IncDec::PostDecrement);
        let volatility = self.volatility_of(target);
        let mut old = self.load_as(&place, ty, volatility);
        if is_post && wanted != Wanted::Nothing && self.reads_source_variable(old) {
            let target = self.temporary("%old", scalar);
            self.emit(Op::Assign { target, value: old });
            old = self.var(target);
        }
        let arith = match op {
            IncDec::PreIncrement | IncDec::PostIncrement => ArithOp::Add,
            IncDec::PreDecrement | IncDec::PostDecrement => ArithOp::Sub,
        };
        let new = match place {
            Place::Bits(_, bits) => self.stepped_bits(old, arith, bits, ty, scalar),
            Place::Register(_) | Place::Memory(_) | Place::Nowhere => {
                self.stepped(old, arith, ty, scalar)
            }
        };
        self.store(&place, new, scalar);
        self.end_if(atomicity);
        if is_post { old } else { self.stored_value(&place, new, scalar) }
    }

    /// The same for a bit-field; one that is wider than `int` is computed in its own width.
    fn stepped_bits(
        &mut self,
        old: ir::ExprId,
        op: ArithOp,
        bits: BitRange,
        ty: TypeId,
        scalar: Type,
    ) -> ir::ExprId {
        match scalar {
            Type::Int(own) if bits.width > 32 && bits.width < own.width => {
                let field = ir::IntType { width: bits.width, ..own };
                let value = self.convert(old, scalar, Type::Int(field));
                let one = self.int(field, 1);
                let result = self.int_arith_checked(op, value, one, field, ty);
                self.convert(result, Type::Int(field), scalar)
            }
            _ => self.stepped(old, op, ty, scalar),
        }
    }

    /// `old + 1` or `old - 1` in the type that C computes it in.
    fn stepped(&mut self, old: ir::ExprId, op: ArithOp, ty: TypeId, scalar: Type) -> ir::ExprId {
        let unit = self.unit();
        let int = unit.types.int(IntKind::Int);
        match scalar {
            Type::Pointer => {
                let one = self.int(ir::IntType::signed(32), 1);
                let op = if op == ArithOp::Add { ir::ArithOp::Add } else { ir::ArithOp::Sub };
                self.pointer_moved(old, ty, one, int, op, Use::Value)
            }
            Type::Float(_) => {
                let one = self.int(ir::IntType::signed(32), 1);
                let one = self.convert(one, Type::Int(ir::IntType::signed(32)), scalar);
                self.arith_checked(op, old, one, ty)
            }
            Type::Int(own) => {
                let is_promoted = own.width < 32;
                let (wide_ty, wide) =
                    if is_promoted { (int, ir::IntType::signed(32)) } else { (ty, own) };
                let value = self.convert(old, scalar, Type::Int(wide));
                let one = self.int(wide, 1);
                let result = self.arith_checked(op, value, one, wide_ty);
                self.converted_back(result, Type::Int(wide), ty, scalar)
            }
            Type::Bool => old,
        }
    }
}
