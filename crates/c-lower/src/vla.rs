//! Types whose size is computed at run time.
//!
//! A length is computed where its declaration is reached and kept in a variable. The array is a
//! block on the stack that lives from there to the end of its block, or until its declaration is
//! reached again (C17 6.2.4p7).

use c_sema::typed::{ObjectId, VlaId};
use c_sema::types::{ArrayLength, Type as CType, TypeId};
use ir::{ArithOp, CompareOp, EdgeRole, HaltCause, Op, Type};

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::unit::Home;

/// What every block on the stack is aligned to.
const BLOCK_ALIGNMENT: u64 = 16;

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
        let block = self.var(target);
        self.is_aligned_to(block, self.unit().objects[object].align);
        Home::Pointed(target)
    }

    /// A block on the stack lies where an alignment demands that is more than every block has: runs
    /// on which it does not are none.
    pub(crate) fn is_aligned_to(&mut self, block: ir::ExprId, align: u64) {
        if align <= BLOCK_ALIGNMENT || !align.is_power_of_two() || self.current.is_none() {
            return;
        }
        let word = self.model().size_type();
        let address = self.convert(block, Type::Pointer, Type::Int(word));
        let (rest, zero) = (self.int(word, i128::from(align - 1)), self.int(word, 0));
        let rest = self.arith(ArithOp::BitAnd, address, rest);
        let is_aligned = self.compare(CompareOp::Eq, rest, zero);
        let (aligned, other) = (self.body.add_location(), self.body.add_location());
        let (from, not) = (self.current, self.not(is_aligned));
        self.branch_edge(is_aligned, aligned, EdgeRole::Plain);
        self.current = from;
        self.branch_edge(not, other, EdgeRole::Plain);
        self.current = Some(other);
        self.halt(HaltCause::Assumption);
        self.current = Some(aligned);
    }
}
