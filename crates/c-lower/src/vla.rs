//! Types whose size is computed at run time.
//!
//! A length is computed where its declaration is reached and kept in a variable. The array is a
//! block on the stack that lives from there to the end of its block, or until its declaration is
//! reached again (C17 6.2.4p7).

use c_sema::typed::{ObjectId, VlaId};
use c_sema::types::{ArrayLength, Type as CType, TypeId};
use ir::{ArithOp, Op, Type};

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::unit::Home;

impl FunctionLowering<'_, '_> {
    pub(crate) fn evaluate_vla(&mut self, vla: VlaId) {
        let length = self.unit().vlas[vla].length;
        let ty = Type::Int(self.model().size_type());
        let target = match self.vla_lengths.get(&vla) {
            Some(&known) => known,
            None => self.temporary("%length", ty),
        };
        self.vla_lengths.insert(vla, target);
        let span = self.unit().exprs[length].span;
        let value = self.at(span, |lowering| lowering.length_value(length));
        self.emit(Op::Assign { target, value });
    }

    fn length_value(&mut self, length: c_sema::typed::ExprId) -> ir::ExprId {
        let size = Type::Int(self.model().size_type());
        let (value, ty) = self.check_length(length);
        match self.class(ty) {
            Class::Scalar(scalar) => self.convert(value, scalar, size),
            Class::Void | Class::Memory(_) => self.zero(size),
        }
    }

    /// The size of a type in bytes, as an expression of type `size_t`.
    pub(crate) fn size_expr(&mut self, ty: TypeId) -> ir::ExprId {
        let unit = self.unit();
        // From the outermost array inwards, multiplying lengths.
        let mut at = ty;
        let mut factors = Vec::new();
        let innermost = loop {
            match unit.types[at] {
                CType::Array { element, length } if unit.types.size_of(at).is_none() => {
                    match length {
                        ArrayLength::Known(count) => factors.push(self.size(count)),
                        ArrayLength::Variable(vla) => {
                            let length = self.vla_length(vla);
                            factors.push(length);
                        }
                        ArrayLength::Unknown => break None,
                    }
                    at = element.ty;
                }
                _ => break unit.types.size_of(at),
            }
        };
        let Some(size) = innermost else {
            self.unsupported("the size of an incomplete type");
            return self.size(0);
        };
        let size = self.size(size);
        factors.into_iter().rev().fold(size, |product, factor| {
            let one = self.size(1);
            if product == one { factor } else { self.arith(ArithOp::Mul, factor, product) }
        })
    }

    fn vla_length(&mut self, vla: VlaId) -> ir::ExprId {
        if let Some(&known) = self.vla_lengths.get(&vla) {
            return self.var(known);
        }
        if self.up.facts.evaluated_vlas.contains(vla) {
            self.unsupported("a length that another function computes");
            return self.size(0);
        }
        let length = self.unit().vlas[vla].length;
        self.length_value(length)
    }

    pub(crate) fn declare_vla(&mut self, object: ObjectId) -> Home {
        let ty = self.unit().objects[object].ty.ty;
        let target = self.source_var(object, Type::Pointer);
        let size = self.size_expr(ty);
        let kind = ir::AllocationKind::Stack(self.block_holder());
        self.emit(Op::Allocate { target, size, kind });
        Home::Pointed(target)
    }
}
