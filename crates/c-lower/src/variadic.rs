//! Arguments behind an ellipsis, and `va_list`.
//!
//! A function that takes further arguments has one more parameter: a pointer to them, laid out
//! one behind the other in an object of the caller, each in as many units of eight bytes as it
//! needs; null if there are none. A `va_list` holds a pointer to the next one, in its first bytes.
//! So fetching more arguments than were passed reads outside of the caller's object, and is found
//! by the rules for any other access.
//!
//! Where undefined behaviour is looked for, a number stands before each argument that says what its
//! type is, and fetching it as another one is found (C17 7.16.1.1p2). Signed and unsigned types are
//! one there, and so are all pointers; otherwise an argument that is fetched as another type of the
//! same size is not seen.

use c_sema::typed::ExprId;
use c_sema::types::{FloatKind, IntKind, Type as CType, TypeId};
use ir::{Access, CompareOp, IntType, Op, Type};
use verdict::CheckKind;

use crate::call::CallSite;
use crate::class::Class;
use crate::function::FunctionLowering;
use crate::library::VaFunction;
use crate::place::Place;

const UNIT: u64 = 8;

impl FunctionLowering<'_, '_> {
    /// A pointer to further arguments, for the callee.
    pub(crate) fn further_arguments(
        &mut self,
        arguments: &[ExprId],
        values: &[ir::ExprId],
    ) -> ir::ExprId {
        let Some(&first) = arguments.first() else { return self.zero(Type::Pointer) };
        let types: Vec<TypeId> =
            arguments.iter().map(|&argument| self.unit().exprs[argument].ty).collect();
        let total = types.iter().map(|&ty| self.room(ty)).sum();
        let object = self.temporary_object("%further", total, self.unit().exprs[first].ty);
        self.up.program.objects[object].align = 2 * UNIT;
        let start = self.object_address(object);
        let mut offset = 0;
        for (&value, &ty) in values.iter().zip(&types) {
            let pointer = self.pointer_add_bytes(start, offset);
            let pointer = self.write_type(pointer, ty);
            match self.class(ty) {
                Class::Scalar(scalar) => {
                    let access = Access { ty: scalar, is_volatile: false };
                    self.emit(Op::Store { pointer, value, access });
                }
                Class::Memory(_) => self.copy(pointer, value, ty),
                Class::Void => {}
            }
            offset += self.room(ty);
        }
        start
    }

    fn room(&self, ty: TypeId) -> u64 {
        let size = self.unit().types.size_of(ty).unwrap_or(0).max(1).next_multiple_of(UNIT);
        size + if self.says_types() { UNIT } else { 0 }
    }

    fn says_types(&self) -> bool {
        self.wants(CheckKind::Undefined)
    }

    /// Says what the argument is, if anybody asks; where the argument itself goes.
    fn write_type(&mut self, pointer: ir::ExprId, ty: TypeId) -> ir::ExprId {
        if !self.says_types() {
            return pointer;
        }
        let (value, access) = self.type_number(ty);
        self.emit(Op::Store { pointer, value, access });
        self.pointer_add_bytes(pointer, UNIT)
    }

    /// Checks what was said of the argument that is to be fetched; where the argument itself is.
    fn check_type(&mut self, pointer: ir::ExprId, ty: TypeId) -> ir::ExprId {
        if !self.says_types() {
            return pointer;
        }
        self.check_access(pointer, UNIT);
        let (expected, access) = self.type_number(ty);
        let target = self.temporary("%type", access.ty);
        self.emit(Op::Load { target, pointer, access });
        let passed = self.var(target);
        let condition = self.compare(CompareOp::Eq, passed, expected);
        let text = format!("`{}` fetches an argument as it was passed", self.excerpt());
        self.check_holds(CheckKind::Undefined, condition, text);
        self.pointer_add_bytes(pointer, UNIT)
    }

    /// Equal for types that an argument may be passed and fetched as. What is promoted before it is
    /// passed has a number of its own.
    fn type_number(&mut self, ty: TypeId) -> (ir::ExprId, Access) {
        let types = &self.unit().types;
        let number = match &types[ty] {
            CType::Pointer(_) => 1,
            CType::Float(FloatKind::Double) => 2,
            CType::Float(FloatKind::LongDouble) => 3,
            CType::Float(FloatKind::Float128) => 4,
            CType::Bool | CType::Float(_) => 0,
            CType::Int(_) | CType::Enum(_) => match types.int_kind(ty) {
                Some(IntKind::Int | IntKind::UInt) => 5,
                Some(IntKind::Long | IntKind::ULong) => 6,
                Some(IntKind::LongLong | IntKind::ULongLong) => 7,
                Some(IntKind::Int128 | IntKind::UInt128) => 8,
                _ => 0,
            },
            _ => 16 + i128::from(types.size_of(ty).unwrap_or(0)),
        };
        let int = IntType::unsigned(64);
        (self.int(int, number), Access { ty: Type::Int(int), is_volatile: false })
    }

    /// `va_arg`: what the list points to, and on to the next.
    pub(crate) fn next_argument(&mut self, list: ExprId, ty: TypeId) -> ir::ExprId {
        let state = self.value(list);
        let current = self.load_pointer(state);
        let argument = self.check_type(current, ty);
        let value = self.load(&Place::Memory(argument), ty);
        let value = match self.class(ty) {
            Class::Scalar(scalar) => self.pin(value, scalar),
            Class::Memory(_) | Class::Void => value,
        };
        let next = self.pointer_add_bytes(current, self.room(ty));
        self.store(&Place::Memory(state), next, Type::Pointer);
        value
    }

    pub(crate) fn va_call(&mut self, function: VaFunction, site: CallSite<'_>) -> ir::ExprId {
        let values = self.argument_values(site.arguments);
        match (function, self.further) {
            (VaFunction::Start, Some(further)) => {
                let further = self.var(further);
                self.store(&Place::Memory(values[0]), further, Type::Pointer);
            }
            (VaFunction::Start, None) => {
                self.unsupported("`va_start` in a function without further arguments");
            }
            (VaFunction::Copy, _) => {
                let current = self.load_pointer(values[1]);
                self.store(&Place::Memory(values[0]), current, Type::Pointer);
            }
            (VaFunction::End, _) => {}
        }
        self.no_value(site.ty)
    }

    fn load_pointer(&mut self, pointer: ir::ExprId) -> ir::ExprId {
        let bytes = Type::Pointer.bytes(self.model()).unwrap_or(UNIT);
        self.check_access(pointer, bytes);
        let target = self.temporary("%next", Type::Pointer);
        let access = Access { ty: Type::Pointer, is_volatile: false };
        self.emit(Op::Load { target, pointer, access });
        self.var(target)
    }
}
