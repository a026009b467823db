//! Assignments.

use c_syntax::ast::{self, BinaryOp};
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Category, Operand};
use crate::expression::arith::{OpKind, kind_of};
use crate::typed::{ArithOp, CompoundOp, ExprKind};
use crate::types::{Type, TypeId};

impl<'a> Analyser<'a> {
    pub(super) fn assign(
        &mut self,
        target: ast::ExprId,
        value: ast::ExprId,
        span: Span,
    ) -> Operand {
        let Some((target, value)) = self.sides(target, value) else {
            return self.error_operand(span);
        };
        let value = self.assign_convert(value, target.ty, "a value");
        let mut result =
            self.value(ExprKind::Assign { target: target.id, value: value.id }, target.ty, span);
        result.bit_width = target.bit_width;
        result
    }

    /// Both sides of an assignment; `None` if one is wrong, which has been reported.
    fn sides(&mut self, target: ast::ExprId, value: ast::ExprId) -> Option<(Operand, Operand)> {
        let target = self.expr(target);
        let value = self.rvalue_of(value);
        let is_wrong =
            self.is_error(target) || self.is_error(value) || !self.require_modifiable(target);
        (!is_wrong).then_some((target, value))
    }

    /// Whether the place can be assigned to; reports if not.
    pub(super) fn require_modifiable(&mut self, target: Operand) -> bool {
        let span = self.span(target);
        let message = match target.category {
            Category::Value | Category::Temporary => "this is a value, not a place",
            Category::Function => "a function cannot be assigned to",
            Category::Lvalue if self.types().is_array(target.ty) => {
                "an array cannot be assigned to as a whole"
            }
            Category::Lvalue if target.qualifiers.is_const => "this place is `const`",
            Category::Lvalue if self.has_const_member(target.ty) => "it has a `const` member",
            Category::Lvalue if !self.types().is_complete(target.ty) => {
                self.incomplete(target.ty, span);
                return false;
            }
            Category::Lvalue => return true,
        };
        self.report(Diagnostic::error("E0212", span, "cannot assign").label(message));
        false
    }

    /// Whether some member, however deep, is `const`.
    ///
    /// Ends: records contain each other only finitely deep.
    fn has_const_member(&self, ty: TypeId) -> bool {
        let types = self.types();
        let mut rest: Vec<TypeId> = vec![ty];
        while let Some(ty) = rest.pop() {
            let Some(record) = types.record(ty) else {
                continue;
            };
            for field in types.fields(record) {
                let mut ty = field.ty;
                while let Type::Array { element, .. } = types[ty.ty] {
                    ty = element;
                }
                if ty.qualifiers.is_const {
                    return true;
                }
                rest.push(ty.ty);
            }
        }
        false
    }

    pub(super) fn compound_assign(
        &mut self,
        op: BinaryOp,
        target: ast::ExprId,
        value: ast::ExprId,
        span: Span,
    ) -> Operand {
        let Some((target, value)) = self.sides(target, value) else {
            return self.error_operand(span);
        };
        if self.types().is_void(value.ty) {
            let span = self.span(value);
            return self.void_used(span);
        }
        let types = self.types();
        let are_integers = types.is_integer(target.ty) && types.is_integer(value.ty);
        let are_numbers = types.is_arithmetic(target.ty) && types.is_arithmetic(value.ty);
        let is_stepped = types.is_pointer(target.ty) && types.is_integer(value.ty);
        let has_vector = types.is_vector(target.ty);
        let (op, value, computation) = match kind_of(op) {
            OpKind::Arith(ArithOp::Add) if is_stepped => (CompoundOp::PointerAdd, value, target.ty),
            OpKind::Arith(ArithOp::Sub) if is_stepped => (CompoundOp::PointerSub, value, target.ty),
            OpKind::Arith(arith) if has_vector => (CompoundOp::Arith(arith), value, target.ty),
            OpKind::Shift(shift) if has_vector => (CompoundOp::Shift(shift), value, target.ty),
            OpKind::Shift(shift) if are_integers => {
                // The value before the assignment is promoted like any other operand.
                let computation = self.common_type(target, target);
                let value = self.promote(value);
                (CompoundOp::Shift(shift), value, computation)
            }
            OpKind::Arith(arith) => {
                let fits = match arith {
                    ArithOp::Add | ArithOp::Sub | ArithOp::Mul | ArithOp::Div => are_numbers,
                    ArithOp::Rem | ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor => {
                        are_integers
                    }
                };
                if !fits {
                    return self.wrong_operands(op, target.ty, value.ty, span);
                }
                let computation = self.common_type(target, value);
                let value = self.convert_to(value, computation);
                (CompoundOp::Arith(arith), value, computation)
            }
            OpKind::Shift(_) | OpKind::Compare(_) => {
                return self.wrong_operands(op, target.ty, value.ty, span);
            }
        };
        let kind = ExprKind::CompoundAssign { op, target: target.id, value: value.id, computation };
        let mut result = self.value(kind, target.ty, span);
        result.bit_width = target.bit_width;
        result
    }
}
