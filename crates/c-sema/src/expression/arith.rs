//! Binary operators.

use c_syntax::ast::{self, BinaryOp};
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Operand};
use crate::typed::{ArithOp, CompareOp, ExprKind, ShiftOp};
use crate::types::{IntKind, Type, TypeId};

impl<'a> Analyser<'a> {
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) -> Operand {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            return self.logical(op, lhs, rhs, span);
        }
        let lhs = self.rvalue_of(lhs);
        let rhs = self.rvalue_of(rhs);
        self.binary_values(op, lhs, rhs, span)
    }

    fn logical(&mut self, op: BinaryOp, lhs: ast::ExprId, rhs: ast::ExprId, span: Span) -> Operand {
        let lhs = self.condition(lhs);
        let rhs = self.condition(rhs);
        let int = self.types().int(IntKind::Int);
        let kind = match op {
            BinaryOp::And => ExprKind::And(lhs.id, rhs.id),
            _ => ExprKind::Or(lhs.id, rhs.id),
        };
        self.value(kind, int, span)
    }

    pub(super) fn binary_values(
        &mut self,
        op: BinaryOp,
        lhs: Operand,
        rhs: Operand,
        span: Span,
    ) -> Operand {
        if self.is_error(lhs) || self.is_error(rhs) {
            return self.error_operand(span);
        }
        if let Some(void) = [lhs, rhs].into_iter().find(|side| self.types().is_void(side.ty)) {
            let span = self.span(void);
            return self.void_used(span);
        }
        if self.types().is_vector(lhs.ty) || self.types().is_vector(rhs.ty) {
            return self.vector_binary(op, lhs, rhs, span);
        }
        match kind_of(op) {
            OpKind::Arith(ArithOp::Add) if self.has_pointer(lhs, rhs) => {
                self.pointer_add(lhs, rhs, span)
            }
            OpKind::Arith(ArithOp::Sub) if self.has_pointer(lhs, rhs) => {
                self.pointer_sub(lhs, rhs, span)
            }
            OpKind::Arith(arith) => self.arithmetic(op, arith, lhs, rhs, span),
            OpKind::Shift(shift) => self.shift(op, shift, lhs, rhs, span),
            OpKind::Compare(compare) => self.compare(op, compare, lhs, rhs, span),
        }
    }

    fn has_pointer(&self, lhs: Operand, rhs: Operand) -> bool {
        self.types().is_pointer(lhs.ty) || self.types().is_pointer(rhs.ty)
    }

    fn arithmetic(
        &mut self,
        op: BinaryOp,
        arith: ArithOp,
        lhs: Operand,
        rhs: Operand,
        span: Span,
    ) -> Operand {
        let types = self.types();
        let fits = |ty| match arith {
            ArithOp::Add | ArithOp::Sub | ArithOp::Mul | ArithOp::Div => types.is_arithmetic(ty),
            ArithOp::Rem | ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor => {
                types.is_integer(ty)
            }
        };
        if !fits(lhs.ty) || !fits(rhs.ty) {
            return self.wrong_operands(op, lhs.ty, rhs.ty, span);
        }
        let (lhs, rhs, ty) = self.balance(lhs, rhs);
        self.value(ExprKind::Arith(arith, lhs.id, rhs.id), ty, span)
    }

    fn shift(
        &mut self,
        op: BinaryOp,
        shift: ShiftOp,
        lhs: Operand,
        rhs: Operand,
        span: Span,
    ) -> Operand {
        if !self.types().is_integer(lhs.ty) || !self.types().is_integer(rhs.ty) {
            return self.wrong_operands(op, lhs.ty, rhs.ty, span);
        }
        let lhs = self.promote(lhs);
        let rhs = self.promote(rhs);
        self.value(ExprKind::Shift(shift, lhs.id, rhs.id), lhs.ty, span)
    }

    fn compare(
        &mut self,
        op: BinaryOp,
        compare: CompareOp,
        lhs: Operand,
        rhs: Operand,
        span: Span,
    ) -> Operand {
        let int = self.types().int(IntKind::Int);
        let types = self.types();
        let is_equality = matches!(compare, CompareOp::Eq | CompareOp::Ne);
        let fits = |ty| match is_equality {
            true => types.is_arithmetic(ty),
            false => types.is_integer(ty) || types.is_float(ty),
        };
        if fits(lhs.ty) && fits(rhs.ty) {
            let (lhs, rhs, _) = self.balance(lhs, rhs);
            return self.value(ExprKind::Compare(compare, lhs.id, rhs.id), int, span);
        }
        let pointer_like = |ty| types.is_pointer(ty) || types.is_integer(ty);
        if !pointer_like(lhs.ty) || !pointer_like(rhs.ty) {
            return self.wrong_operands(op, lhs.ty, rhs.ty, span);
        }
        // One of them is a pointer; gcc compares unlike pointers and even integers with it.
        let ty = if types.is_pointer(lhs.ty) { lhs.ty } else { rhs.ty };
        let lhs = self.convert_to(lhs, ty);
        let rhs = self.convert_to(rhs, ty);
        self.value(ExprKind::Compare(compare, lhs.id, rhs.id), int, span)
    }

    /// Lane by lane; a scalar stands for a vector of equal lanes.
    fn vector_binary(&mut self, op: BinaryOp, lhs: Operand, rhs: Operand, span: Span) -> Operand {
        let types = self.types();
        let is_left = types.is_vector(lhs.ty);
        let ty = if is_left { lhs.ty } else { rhs.ty };
        let other = if is_left { rhs.ty } else { lhs.ty };
        let Type::Vector { element, lanes } = types[ty] else {
            return self.wrong_operands(op, lhs.ty, rhs.ty, span);
        };
        let fits = types.is_arithmetic(other)
            || (types.is_vector(other) && types.size_of(other) == types.size_of(ty));
        if !fits {
            return self.wrong_operands(op, lhs.ty, rhs.ty, span);
        }
        let kind = match kind_of(op) {
            OpKind::Arith(arith) => ExprKind::Arith(arith, lhs.id, rhs.id),
            OpKind::Shift(shift) => ExprKind::Shift(shift, lhs.id, rhs.id),
            OpKind::Compare(compare) => {
                let mask = self.mask_element(element);
                let ty = self.out.types.intern(Type::Vector { element: mask, lanes });
                return self.value(ExprKind::Compare(compare, lhs.id, rhs.id), ty, span);
            }
        };
        self.value(kind, ty, span)
    }

    /// The signed integer type as wide as the lanes that are compared.
    fn mask_element(&self, element: TypeId) -> TypeId {
        let types = self.types();
        let kind = match types.size_of(element) {
            Some(1) => IntKind::SChar,
            Some(2) => IntKind::Short,
            Some(4) => IntKind::Int,
            _ => types.int_kind(element).map_or(IntKind::LongLong, IntKind::to_signed),
        };
        types.int(kind)
    }

    pub(super) fn wrong_operands(
        &mut self,
        op: BinaryOp,
        lhs: TypeId,
        rhs: TypeId,
        span: Span,
    ) -> Operand {
        let (lhs, rhs) = (self.type_text(lhs), self.type_text(rhs));
        self.fail(
            Diagnostic::error(
                "E0210",
                span,
                format!("`{}` cannot be applied to `{lhs}` and `{rhs}`", op.symbol()),
            )
            .label(format!("`{lhs}` {} `{rhs}`", op.symbol())),
        )
    }
}

#[derive(Clone, Copy)]
pub(super) enum OpKind {
    Arith(ArithOp),
    Shift(ShiftOp),
    Compare(CompareOp),
}

/// Logical operators are handled before; they count as comparisons here.
pub(super) fn kind_of(op: BinaryOp) -> OpKind {
    match op {
        BinaryOp::Mul => OpKind::Arith(ArithOp::Mul),
        BinaryOp::Div => OpKind::Arith(ArithOp::Div),
        BinaryOp::Rem => OpKind::Arith(ArithOp::Rem),
        BinaryOp::Add => OpKind::Arith(ArithOp::Add),
        BinaryOp::Sub => OpKind::Arith(ArithOp::Sub),
        BinaryOp::BitAnd => OpKind::Arith(ArithOp::BitAnd),
        BinaryOp::BitXor => OpKind::Arith(ArithOp::BitXor),
        BinaryOp::BitOr => OpKind::Arith(ArithOp::BitOr),
        BinaryOp::Shl => OpKind::Shift(ShiftOp::Left),
        BinaryOp::Shr => OpKind::Shift(ShiftOp::Right),
        BinaryOp::Lt => OpKind::Compare(CompareOp::Lt),
        BinaryOp::Gt => OpKind::Compare(CompareOp::Gt),
        BinaryOp::Le => OpKind::Compare(CompareOp::Le),
        BinaryOp::Ge => OpKind::Compare(CompareOp::Ge),
        BinaryOp::Eq => OpKind::Compare(CompareOp::Eq),
        BinaryOp::Ne | BinaryOp::And | BinaryOp::Or => OpKind::Compare(CompareOp::Ne),
    }
}
