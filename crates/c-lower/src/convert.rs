//! Conversions that sema has written out.

use c_sema::typed::{Conversion, ExprId};
use c_sema::types::TypeId;
use ir::{Op, Type};

use crate::class::Class;
use crate::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    pub(crate) fn conversion(
        &mut self,
        conversion: Conversion,
        operand: ExprId,
        to: TypeId,
    ) -> ir::ExprId {
        let from = self.unit().exprs[operand].ty;
        match conversion {
            Conversion::ToVoid => {
                self.effects(operand);
                self.zero(Type::Pointer)
            }
            Conversion::ToBool => {
                let truth = self.condition(operand);
                self.int_of_truth(truth, ir::IntType::unsigned(8))
            }
            _ => {
                if conversion == Conversion::IntToPointer
                    && let Some(device) = self.constant_device_address(operand)
                {
                    return device;
                }
                let value = self.value(operand);
                self.converted(conversion, value, from, to)
            }
        }
    }

    /// A value of C type `from` as one of C type `to`.
    pub(crate) fn converted(
        &mut self,
        conversion: Conversion,
        value: ir::ExprId,
        from: TypeId,
        to: TypeId,
    ) -> ir::ExprId {
        let (source, target) = (self.class(from), self.class(to));
        match conversion {
            Conversion::ToVoid => self.zero(Type::Pointer),
            Conversion::Complex => {
                self.unsupported_value("conversion to or from a complex number", to)
            }
            Conversion::ToUnion => self.as_union(value, from, to),
            Conversion::ToBool => match source {
                Class::Scalar(scalar) => {
                    let truth = self.truth(value, scalar);
                    self.int_of_truth(truth, ir::IntType::unsigned(8))
                }
                Class::Void | Class::Memory(_) => {
                    self.unsupported_value("truth of a value that is not a scalar", to)
                }
            },
            Conversion::FloatToInt if self.is_in_annotation() => {
                self.unsupported_value("a float made an integer in an invariant", to)
            }
            Conversion::Same
            | Conversion::IntToInt
            | Conversion::IntToFloat
            | Conversion::FloatToInt
            | Conversion::FloatToFloat
            | Conversion::PointerToPointer
            | Conversion::PointerToInt
            | Conversion::IntToPointer
            | Conversion::Bits => match (source, target) {
                (Class::Scalar(source), Class::Scalar(target)) => {
                    self.check_conversion(value, source, target);
                    self.convert(value, source, target)
                }
                (Class::Memory(_), Class::Memory(_)) => value,
                // The bytes of a vector as an integer, and back.
                (Class::Memory(_), Class::Scalar(ty)) => {
                    let target = self.temporary("%bits", ty);
                    let access = ir::Access { ty, is_volatile: false };
                    self.emit(Op::Load { target, pointer: value, access });
                    self.var(target)
                }
                (Class::Scalar(_), Class::Memory(_)) => self.as_union(value, from, to),
                (Class::Void, _) | (_, Class::Void) => self.zero(Type::Pointer),
            },
        }
    }

    /// A temporary object of type `to` that starts with the value.
    fn as_union(&mut self, value: ir::ExprId, from: TypeId, to: TypeId) -> ir::ExprId {
        let size = self.unit().types.size_of(to).unwrap_or(0);
        let object = self.temporary_object("%union", size, to);
        let pointer = self.object_address(object);
        match self.class(from) {
            Class::Scalar(ty) => {
                let access = ir::Access { ty, is_volatile: false };
                self.emit(Op::Store { pointer, value, access });
            }
            Class::Memory(_) => self.copy(pointer, value, from),
            Class::Void => {}
        }
        pointer
    }
}
