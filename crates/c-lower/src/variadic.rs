//! Arguments behind an ellipsis, and `va_list`.
//!
//! A function that takes further arguments has one more parameter: a pointer to them, laid out
//! one behind the other in an object of the caller, each in as many units of eight bytes as it
//! needs; null if there are none. A `va_list` holds a pointer to the next one, in its first bytes.
//! So fetching more arguments than were passed reads outside of the caller's object, and is found
//! by the rules for any other access.
//!
//! What this cannot see: an argument that is fetched as another type of the same size.

use c_sema::typed::ExprId;
use c_sema::types::TypeId;
use ir::{Access, Op, Type};

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
        self.unit().types.size_of(ty).unwrap_or(0).max(1).next_multiple_of(UNIT)
    }

    /// `va_arg`: what the list points to, and on to the next.
    pub(crate) fn next_argument(&mut self, list: ExprId, ty: TypeId) -> ir::ExprId {
        let state = self.value(list);
        let current = self.load_pointer(state);
        let value = self.load(&Place::Memory(current), ty);
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
