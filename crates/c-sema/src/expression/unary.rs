//! Unary operators.

use c_syntax::ast::{self, UnaryOp};
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Category, Operand};
use crate::typed::{ComplexHalf, ExprKind, IncDec};
use crate::types::{IntKind, QualType, TypeId};

impl<'a> Analyser<'a> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: ast::ExprId, span: Span) -> Operand {
        match op {
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => {
                self.sign_operator(op, operand, span)
            }
            UnaryOp::Not => {
                let operand = self.condition(operand);
                let int = self.types().int(IntKind::Int);
                if self.is_error(operand) {
                    return operand;
                }
                self.value(ExprKind::Not(operand.id), int, span)
            }
            UnaryOp::Deref => self.deref(operand, span),
            UnaryOp::AddressOf => self.address_of(operand, span),
            UnaryOp::PreIncrement => self.step(IncDec::PreIncrement, operand, span),
            UnaryOp::PreDecrement => self.step(IncDec::PreDecrement, operand, span),
            UnaryOp::PostIncrement => self.step(IncDec::PostIncrement, operand, span),
            UnaryOp::PostDecrement => self.step(IncDec::PostDecrement, operand, span),
            UnaryOp::Real => self.complex_half(ComplexHalf::Real, operand, span),
            UnaryOp::Imag => self.complex_half(ComplexHalf::Imag, operand, span),
        }
    }

    fn sign_operator(&mut self, op: UnaryOp, operand: ast::ExprId, span: Span) -> Operand {
        let operand = self.rvalue_of(operand);
        if self.is_error(operand) {
            return operand;
        }
        let types = self.types();
        let ty = operand.ty;
        let fits = types.is_vector(ty)
            || match op {
                // On a complex number `~` is the conjugate.
                UnaryOp::BitNot => types.is_integer(ty) || types.is_complex(ty),
                _ => types.is_arithmetic(ty),
            };
        if !fits {
            let sign = match op {
                UnaryOp::Plus => "+",
                UnaryOp::Minus => "-",
                _ => "~",
            };
            return self.wrong_operand(sign, ty, span);
        }
        let operand = self.promote(operand);
        match op {
            UnaryOp::Plus => operand,
            UnaryOp::Minus => self.value(ExprKind::Neg(operand.id), operand.ty, span),
            _ => self.value(ExprKind::BitNot(operand.id), operand.ty, span),
        }
    }

    fn wrong_operand(&mut self, sign: &str, ty: TypeId, span: Span) -> Operand {
        if self.types().is_void(ty) {
            return self.void_used(span);
        }
        let text = self.type_text(ty);
        self.fail(
            Diagnostic::error("E0210", span, format!("`{sign}` cannot be applied to `{text}`"))
                .label(format!("this is a `{text}`")),
        )
    }

    fn step(&mut self, op: IncDec, target: ast::ExprId, span: Span) -> Operand {
        let target = self.expr(target);
        if self.is_error(target) {
            return target;
        }
        if !self.require_modifiable(target) {
            return self.error_operand(span);
        }
        let types = self.types();
        let fits = types.is_scalar(target.ty) || types.is_vector(target.ty);
        if !fits {
            return self.wrong_operand("++", target.ty, span);
        }
        if let Some(pointee) = types.pointee(target.ty) {
            let has_size = types.is_complete(pointee.ty)
                || types.is_void(pointee.ty)
                || types.is_function(pointee.ty);
            if !has_size {
                return self.incomplete(pointee.ty, span);
            }
        }
        let value = self.value(ExprKind::IncDec { op, target: target.id }, target.ty, span);
        Operand { bit_width: target.bit_width, ..value }
    }

    fn complex_half(&mut self, half: ComplexHalf, operand: ast::ExprId, span: Span) -> Operand {
        let operand = self.expr(operand);
        if self.is_error(operand) {
            return operand;
        }
        if let Some(part) = self.types().complex_part(operand.ty) {
            if operand.category == Category::Value {
                return self.value(ExprKind::ComplexHalf(half, operand.id), part, span);
            }
            let ty = QualType { ty: part, qualifiers: operand.qualifiers.without_align() };
            let kind = ExprKind::ComplexPart { base: operand.id, part: half };
            let place = self.place(kind, ty, span);
            return Operand { category: operand.category, ..place };
        }
        let operand = self.rvalue(operand);
        if !self.types().is_arithmetic(operand.ty) {
            return self.wrong_operand("__real__", operand.ty, span);
        }
        match half {
            ComplexHalf::Real => operand,
            ComplexHalf::Imag => {
                let int = self.types().int(IntKind::Int);
                let zero = self.int_constant(0, int, span);
                self.convert_to(zero, operand.ty)
            }
        }
    }
}
