//! Places (C's lvalues): finding, reading and writing them.

use c_sema::typed::{ExprId, ExprKind, ObjectId};
use c_sema::types::{BitRange, TypeId};
use ir::{Access, Op, Type};

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::undefined::Use;
use crate::unit::{Home, function_id};
use crate::volatile::Volatility;

/// Where something is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Register(ir::VarId),
    Memory(ir::ExprId),
    /// Bits that begin in the byte at the pointer.
    Bits(ir::ExprId, BitRange),
    /// What follows an unsupported step; nobody comes here.
    Nowhere,
}

impl FunctionLowering<'_, '_> {
    pub(crate) fn place(&mut self, expr: ExprId) -> Place {
        let span = self.unit().exprs[expr].span;
        self.at(span, |lowering| {
            let place = lowering.place_here(expr);
            lowering.keep_address(expr, &place);
            place
        })
    }

    fn place_here(&mut self, id: ExprId) -> Place {
        let unit = self.unit();
        match &unit.exprs[id].kind {
            ExprKind::Object(object) => self.object_place(*object),
            ExprKind::Deref(pointer) => Place::Memory(self.accessed(*pointer, id)),
            ExprKind::Member { base, field, .. } => self.member(*base, *field),
            ExprKind::String(string) => {
                let object = self.up.string_object(*string);
                Place::Memory(self.object_address(object))
            }
            ExprKind::CompoundLiteral { object, init } => {
                if !self.up.is_static(*object) {
                    if self.up.homes[*object].is_none() {
                        self.give_home(*object);
                    }
                    if let Some(init) = init {
                        self.initialise(*object, init);
                    }
                }
                self.object_place(*object)
            }
            ExprKind::FunctionName(_) => Place::Memory(self.address_of(id)),
            ExprKind::ComplexPart { .. } => {
                self.unsupported("part of a complex number");
                Place::Nowhere
            }
            // `Materialise`, and values of record type wherever sema lets them stand as places.
            ExprKind::Materialise(value) => Place::Memory(self.value(*value)),
            _ => match self.class(unit.exprs[id].ty) {
                Class::Memory(_) => Place::Memory(self.value(id)),
                Class::Void | Class::Scalar(_) => {
                    self.unsupported("assignment to a value");
                    Place::Nowhere
                }
            },
        }
    }

    /// The value of a pointer behind which something is accessed as the place says.
    fn accessed(&mut self, pointer: ExprId, place: ExprId) -> ir::ExprId {
        let unit = self.unit();
        let (span, ty) = (unit.exprs[pointer].span, unit.exprs[place].ty);
        let value = match unit.exprs[pointer].kind {
            ExprKind::PointerAdd { pointer, index } => self.at(span, |lowering| {
                lowering.pointer_offset(pointer, index, ir::ArithOp::Add, Use::Access)
            }),
            _ => self.value(pointer),
        };
        let pointee = unit.types.pointee(unit.exprs[pointer].ty);
        match pointee.and_then(|pointee| pointee.qualifiers.align()) {
            Some(align) => self.check_alignment(value, align),
            None => self.check_aligned(value, ty),
        }
        value
    }

    pub(crate) fn object_place(&mut self, object: ObjectId) -> Place {
        if self.up.of_label_differences.contains(object) {
            let name = &self.unit().symbols[self.unit().objects[object].name];
            self.unsupported(format!("the differences of labels in `{name}`"));
            return Place::Nowhere;
        }
        let here = ir::Scope::Local(self.id);
        let is_visible = |scope: ir::Scope| scope == ir::Scope::Global || scope == here;
        match self.up.homes[object] {
            Some(Home::Register(var)) if is_visible(self.up.program.vars[var].scope) => {
                Place::Register(var)
            }
            Some(Home::Object(memory)) if is_visible(self.up.program.objects[memory].scope) => {
                Place::Memory(self.object_address(memory))
            }
            Some(Home::PerThread(first)) => Place::Memory(self.own_instance(first)),
            Some(Home::Pointed(var)) if is_visible(self.up.program.vars[var].scope) => {
                Place::Memory(self.var(var))
            }
            _ => {
                self.unsupported("variable of an enclosing function");
                Place::Nowhere
            }
        }
    }

    fn member(&mut self, base: ExprId, field: u32) -> Place {
        let unit = self.unit();
        let record = unit.types.record(unit.exprs[base].ty);
        let layout = record.and_then(|record| unit.types.records[record].layout.as_ref());
        let Some(field) = layout.and_then(|layout| layout.fields.get(field as usize)) else {
            self.unsupported("member of an incomplete record");
            return Place::Nowhere;
        };
        match self.place(base) {
            Place::Memory(pointer) => {
                let pointer = self.pointer_add_bytes(pointer, field.offset);
                match field.bits {
                    Some(bits) => Place::Bits(pointer, bits),
                    None => Place::Memory(pointer),
                }
            }
            Place::Register(_) | Place::Bits(..) | Place::Nowhere => Place::Nowhere,
        }
    }

    /// The address of a place or function.
    pub(crate) fn address_of(&mut self, place: ExprId) -> ir::ExprId {
        let unit = self.unit();
        if let ExprKind::FunctionName(function) = unit.exprs[place].kind {
            return self.pool().intern(ir::Expr::FunctionAddress(function_id(function)));
        }
        match self.place(place) {
            Place::Memory(pointer) => pointer,
            Place::Register(_) | Place::Bits(..) => {
                self.unsupported("address of something that has none");
                self.zero(Type::Pointer)
            }
            Place::Nowhere => self.zero(Type::Pointer),
        }
    }

    /// The value at a place of type `ty`.
    pub(crate) fn load(&mut self, place: &Place, ty: TypeId) -> ir::ExprId {
        self.load_as(place, ty, Volatility::Ordinary)
    }

    pub(crate) fn load_as(
        &mut self,
        place: &Place,
        ty: TypeId,
        volatility: Volatility,
    ) -> ir::ExprId {
        let Class::Scalar(scalar) = self.class(ty) else {
            return match *place {
                Place::Memory(pointer) if volatility == Volatility::AnyValue => {
                    self.copy_of_volatile(pointer, ty)
                }
                Place::Memory(pointer) => pointer,
                Place::Register(_) | Place::Bits(..) | Place::Nowhere => self.zero(Type::Pointer),
            };
        };
        match *place {
            Place::Register(var) if volatility == Volatility::AnyValue => {
                self.read_volatile_register(var, ty)
            }
            Place::Register(var) => self.read_register(var),
            Place::Memory(_) => {
                let target = self.temporary("%load", scalar);
                self.load_into(target, place, ty, volatility);
                self.var(target)
            }
            Place::Bits(pointer, bits) => self.load_bits(pointer, bits, scalar, volatility),
            Place::Nowhere => self.zero(scalar),
        }
    }

    /// With other threads around, a shared variable is read in a step of its own.
    fn read_register(&mut self, var: ir::VarId) -> ir::ExprId {
        let value = self.var(var);
        let described = &self.up.program.vars[var];
        let ty = described.ty;
        if self.up.facts.splits_accesses && described.scope == ir::Scope::Global {
            return self.pin(value, ty);
        }
        value
    }

    pub(crate) fn load_into(
        &mut self,
        target: ir::VarId,
        place: &Place,
        ty: TypeId,
        volatility: Volatility,
    ) {
        match (*place, self.class(ty)) {
            (Place::Memory(pointer), Class::Scalar(scalar))
                if self.up.program.vars[target].ty == scalar =>
            {
                self.check_access(pointer, scalar.bytes(self.model()).unwrap_or(1));
                let is_volatile = volatility == Volatility::AnyValue;
                let access = Access { ty: scalar, is_volatile };
                self.emit(Op::Load { target, pointer, access });
                if volatility == Volatility::Ordinary {
                    self.check_truth_value(target, ty);
                }
                self.keep_truth(target, ty, volatility);
            }
            (Place::Register(var), _) if volatility == Volatility::Ordinary => {
                let value = self.var(var);
                self.assign_unless_same(target, value);
            }
            _ => {
                let value = self.load_as(place, ty, volatility);
                self.emit(Op::Assign { target, value });
            }
        }
    }

    /// Writes a scalar.
    pub(crate) fn store(&mut self, place: &Place, value: ir::ExprId, scalar: Type) {
        match *place {
            Place::Register(target) => self.assign_unless_same(target, value),
            Place::Memory(pointer) => {
                self.check_access(pointer, scalar.bytes(self.model()).unwrap_or(1));
                self.check_writable(pointer);
                let access = Access { ty: scalar, is_volatile: false };
                self.emit(Op::Store { pointer, value, access });
            }
            Place::Bits(pointer, bits) => self.store_bits(pointer, bits, value, scalar),
            Place::Nowhere => {}
        }
    }

    /// Copies a value that lives in memory.
    pub(crate) fn copy(&mut self, target: ir::ExprId, source: ir::ExprId, ty: TypeId) {
        if target == source {
            return;
        }
        let size = match self.class(ty) {
            Class::Memory(Some(0)) => return,
            Class::Memory(Some(bytes)) => {
                self.check_access(source, bytes);
                self.check_access(target, bytes);
                self.size(bytes)
            }
            Class::Void | Class::Scalar(_) | Class::Memory(None) => {
                let size = self.size_expr(ty);
                self.check_access_of(source, size);
                self.check_access_of(target, size);
                size
            }
        };
        self.check_writable(target);
        self.check_apart(target, source, size, ir::Overlap::Exact);
        self.emit(Op::Copy { target, source, size });
    }

    /// An unnamed object that lives until the end of the full expression.
    pub(crate) fn temporary_object(&mut self, name: &str, size: u64, ty: TypeId) -> ir::ObjectId {
        let align = self.unit().types.align_of(ty).unwrap_or(1);
        let object = self.up.program.objects.push(ir::Object {
            name: name.into(),
            size: Some(size),
            align,
            scope: ir::Scope::Local(self.id),
            span: self.span,
            contents: ir::Contents::Indeterminate,
            is_read_only: false,
            is_visible: false,
        });
        self.add_to_scope(object);
        object
    }
}
