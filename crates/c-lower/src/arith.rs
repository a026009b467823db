//! Arithmetic, and the checks that go with it.

use c_sema::typed::{ArithOp, CompareOp, ExprId, ShiftOp};
use c_sema::types::TypeId;
use ir::{Expr, IntType, OverflowOp, Type};
use verdict::CheckKind;

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::undefined::Use;

impl FunctionLowering<'_, '_> {
    pub(crate) fn arithmetic(
        &mut self,
        op: ArithOp,
        lhs: ExprId,
        rhs: ExprId,
        ty: TypeId,
    ) -> ir::ExprId {
        let (lhs, rhs) = self.two_values(lhs, rhs);
        self.arith_checked(op, lhs, rhs, ty)
    }

    /// The operation on values of type `ty`, after the checks that the property asks for.
    pub(crate) fn arith_checked(
        &mut self,
        op: ArithOp,
        lhs: ir::ExprId,
        rhs: ir::ExprId,
        ty: TypeId,
    ) -> ir::ExprId {
        match self.class(ty) {
            Class::Scalar(Type::Int(int)) => self.int_arith_checked(op, lhs, rhs, int, ty),
            Class::Scalar(Type::Float(_)) => {
                self.pool().intern(Expr::Arith(ir_operator(op), lhs, rhs))
            }
            _ => self.unsupported_value("arithmetic on complex numbers or vectors", ty),
        }
    }

    /// An operation on integers of this type; `ty` is what messages call it.
    pub(crate) fn int_arith_checked(
        &mut self,
        op: ArithOp,
        lhs: ir::ExprId,
        rhs: ir::ExprId,
        int: IntType,
        ty: TypeId,
    ) -> ir::ExprId {
        self.check_arith(op, lhs, rhs, int, ty);
        self.arith(ir_operator(op), lhs, rhs)
    }

    fn check_arith(
        &mut self,
        op: ArithOp,
        lhs: ir::ExprId,
        rhs: ir::ExprId,
        int: IntType,
        ty: TypeId,
    ) {
        if let ArithOp::Div | ArithOp::Rem = op {
            self.check_divisor(rhs, int);
        }
        if !int.is_signed() || !self.wants(CheckKind::SignedOverflow) {
            return;
        }
        let overflow = match op {
            ArithOp::Add => OverflowOp::Add,
            ArithOp::Sub => OverflowOp::Sub,
            ArithOp::Mul => OverflowOp::Mul,
            ArithOp::Div | ArithOp::Rem => {
                if self.constant(rhs).is_some_and(|divisor| divisor != -1) {
                    return;
                }
                OverflowOp::Div
            }
            ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor => return,
        };
        self.check_fits(overflow, lhs, rhs, int, ty);
    }

    fn check_fits(
        &mut self,
        op: OverflowOp,
        lhs: ir::ExprId,
        rhs: ir::ExprId,
        int: IntType,
        ty: TypeId,
    ) {
        if let (Some(a), Some(b)) = (self.constant(lhs), self.constant(rhs)) {
            let exact = match op {
                OverflowOp::Add => a.checked_add(b),
                OverflowOp::Sub => a.checked_sub(b),
                OverflowOp::Mul => a.checked_mul(b),
                OverflowOp::Shl if (0..i128::from(int.width)).contains(&b) => {
                    a.checked_mul(1_i128 << b)
                }
                OverflowOp::Div | OverflowOp::Shl => None,
            };
            if exact.is_some_and(|exact| int.value(int.wrap(exact)) == exact) {
                return;
            }
        }
        if self.always_fits(op, lhs, rhs, int) {
            return;
        }
        let overflows = self.pool().intern(Expr::Overflows(op, lhs, rhs));
        let condition = self.not(overflows);
        let text = self.fits_text(ty);
        self.check_holds(CheckKind::SignedOverflow, condition, text);
    }

    fn fits_text(&self, ty: TypeId) -> String {
        let unit = self.unit();
        format!("`{}` fits `{}`", self.excerpt(), unit.types.display(&unit.symbols, ty))
    }

    fn check_divisor(&mut self, divisor: ir::ExprId, int: IntType) {
        if !self.wants(CheckKind::DivisionByZero)
            || self.constant(divisor).is_some_and(|divisor| divisor != 0)
        {
            return;
        }
        let zero = self.int(int, 0);
        // A constant stays where it can be told.
        let condition = self.pool().intern(Expr::Compare(ir::CompareOp::Ne, divisor, zero));
        let text = format!("the divisor of `{}` is not zero", self.excerpt());
        self.check_holds(CheckKind::DivisionByZero, condition, text);
    }

    pub(crate) fn negation(&mut self, operand: ExprId, ty: TypeId) -> ir::ExprId {
        let value = self.value(operand);
        match self.class(ty) {
            Class::Scalar(Type::Int(int)) => {
                if int.is_signed() && self.wants(CheckKind::SignedOverflow) {
                    let zero = self.int(int, 0);
                    self.check_fits(OverflowOp::Sub, zero, value, int, ty);
                }
                match self.node(value) {
                    Expr::Int(ty, bits) => self.int(ty, ty.value(bits).wrapping_neg()),
                    _ => self.pool().intern(Expr::Neg(value)),
                }
            }
            Class::Scalar(Type::Float(_)) => self.pool().intern(Expr::Neg(value)),
            _ => self.unsupported_value("`-` of a complex or vector value", ty),
        }
    }

    pub(crate) fn shift(
        &mut self,
        op: ShiftOp,
        lhs: ExprId,
        rhs: ExprId,
        ty: TypeId,
    ) -> ir::ExprId {
        let amount_ty = self.unit().exprs[rhs].ty;
        let (value, amount) = self.two_values(lhs, rhs);
        self.shift_checked(op, value, amount, ty, amount_ty)
    }

    pub(crate) fn shift_checked(
        &mut self,
        op: ShiftOp,
        value: ir::ExprId,
        amount: ir::ExprId,
        ty: TypeId,
        amount_ty: TypeId,
    ) -> ir::ExprId {
        let (Class::Scalar(Type::Int(int)), Class::Scalar(Type::Int(amount_int))) =
            (self.class(ty), self.class(amount_ty))
        else {
            return self.unsupported_value("shift of vectors", ty);
        };
        let in_range = self.shift_in_range(amount, amount_int, int.width);
        let is_left = op == ShiftOp::Left;
        if self.wants(CheckKind::Shift) {
            let text =
                format!("the amount of `{}` is between 0 and {}", self.excerpt(), int.width - 1);
            self.check_holds(CheckKind::Shift, in_range, text);
            if is_left && int.is_signed() {
                self.check_left_operand(value, int);
            }
        }
        if is_left && int.is_signed() && self.wants(CheckKind::SignedOverflow) {
            self.check_fits(OverflowOp::Shl, value, amount, int, ty);
        }
        let op = if is_left { ir::ArithOp::Shl } else { ir::ArithOp::Shr };
        self.arith(op, value, amount)
    }

    /// No negative number has a product with a power of two that C calls a left shift.
    fn check_left_operand(&mut self, value: ir::ExprId, int: IntType) {
        if self.constant(value).is_some_and(|value| value >= 0) {
            return;
        }
        let zero = self.int(int, 0);
        let condition = self.compare(ir::CompareOp::Ge, value, zero);
        let text = format!("the left operand of `{}` is not negative", self.excerpt());
        self.check_holds(CheckKind::Shift, condition, text);
    }

    fn shift_in_range(&mut self, amount: ir::ExprId, ty: IntType, width: u8) -> ir::ExprId {
        if let Some(constant) = self.constant(amount) {
            return match (0..i128::from(width)).contains(&constant) {
                true => self.bool(true),
                // The amount stays where it can be told.
                false => self.pool().intern(Expr::Compare(ir::CompareOp::Ne, amount, amount)),
            };
        }
        let limit = self.int(ty, i128::from(width));
        // A narrow type may not hold the width itself; then every amount is below it.
        let below = match self.constant(limit) {
            Some(limit_value) if limit_value == i128::from(width) => {
                self.compare(ir::CompareOp::Lt, amount, limit)
            }
            _ => self.bool(true),
        };
        if !ty.is_signed() {
            return below;
        }
        let zero = self.int(ty, 0);
        let above = self.compare(ir::CompareOp::Ge, amount, zero);
        self.and(above, below)
    }

    pub(crate) fn comparison(&mut self, op: CompareOp, lhs: ExprId, rhs: ExprId) -> ir::ExprId {
        let (left, right) = self.two_values(lhs, rhs);
        let (left_ty, right_ty) = (self.unit().exprs[lhs].ty, self.unit().exprs[rhs].ty);
        let op = match op {
            CompareOp::Eq => ir::CompareOp::Eq,
            CompareOp::Ne => ir::CompareOp::Ne,
            CompareOp::Lt => ir::CompareOp::Lt,
            CompareOp::Le => ir::CompareOp::Le,
            CompareOp::Gt => ir::CompareOp::Gt,
            CompareOp::Ge => ir::CompareOp::Ge,
        };
        match (self.class(left_ty), self.class(right_ty)) {
            (Class::Scalar(left_scalar), Class::Scalar(right_scalar)) => {
                let right = self.convert(right, right_scalar, left_scalar);
                let is_order = !matches!(op, ir::CompareOp::Eq | ir::CompareOp::Ne);
                if is_order && left_scalar == Type::Pointer {
                    self.check_same_object(left, right);
                }
                self.compare(op, left, right)
            }
            _ => {
                self.unsupported("comparison of complex numbers or vectors");
                self.bool(false)
            }
        }
    }

    // -- Pointers.

    pub(crate) fn pointer_offset(
        &mut self,
        pointer: ExprId,
        index: ExprId,
        op: ir::ArithOp,
        what_for: Use,
    ) -> ir::ExprId {
        let (pointer_ty, index_ty) = (self.unit().exprs[pointer].ty, self.unit().exprs[index].ty);
        let (base, position) = self.two_values(pointer, index);
        let is_checked = self.check_array_bounds(pointer, position, index_ty, op, what_for);
        let what_for = if is_checked { Use::Checked } else { what_for };
        self.pointer_moved(base, pointer_ty, position, index_ty, op, what_for)
    }

    /// `base + index` or `base - index` in elements of what the pointer type points to.
    pub(crate) fn pointer_moved(
        &mut self,
        base: ir::ExprId,
        pointer_ty: TypeId,
        index: ir::ExprId,
        index_ty: TypeId,
        op: ir::ArithOp,
        what_for: Use,
    ) -> ir::ExprId {
        let offset_ty = self.model().offset_type();
        let Class::Scalar(index_scalar) = self.class(index_ty) else {
            return self.unsupported_value("index that is not an integer", pointer_ty);
        };
        let index = self.convert(index, index_scalar, Type::Int(offset_ty));
        let size = self.pointee_size(pointer_ty, offset_ty);
        let one = self.int(offset_ty, 1);
        let offset = if size == one { index } else { self.arith(ir::ArithOp::Mul, index, size) };
        let offset = match (op, self.node(offset)) {
            (ir::ArithOp::Sub, Expr::Int(ty, bits)) => self.int(ty, ty.value(bits).wrapping_neg()),
            (ir::ArithOp::Sub, _) => self.pool().intern(Expr::Neg(offset)),
            _ => offset,
        };
        let pointer = self.pointer_add(base, offset);
        match what_for {
            Use::Value => self.check_moved(base, pointer, index, size),
            Use::Access => self.check_subscript_distance(index, size),
            Use::Checked => {}
        }
        pointer
    }

    fn pointee_size(&mut self, pointer_ty: TypeId, offset_ty: IntType) -> ir::ExprId {
        let unit = self.unit();
        let Some(pointee) = unit.types.pointee(pointer_ty) else { return self.int(offset_ty, 1) };
        match unit.types.size_of(pointee.ty) {
            Some(size) => self.int(offset_ty, i128::from(size)),
            None => {
                let size = self.size_expr(pointee.ty);
                let size_ty = Type::Int(self.model().size_type());
                self.convert(size, size_ty, Type::Int(offset_ty))
            }
        }
    }

    pub(crate) fn pointer_difference(
        &mut self,
        lhs: ExprId,
        rhs: ExprId,
        ty: TypeId,
    ) -> ir::ExprId {
        let pointer_ty = self.unit().exprs[lhs].ty;
        let (lhs, rhs) = self.two_values(lhs, rhs);
        self.check_same_object(lhs, rhs);
        let offset_ty = self.model().offset_type();
        let bytes = self.pool().intern(Expr::PointerDiff(lhs, rhs));
        let size = self.pointee_size(pointer_ty, offset_ty);
        let elements = match self.constant(size) {
            Some(1) => bytes,
            Some(0) => return self.unsupported_value("difference of pointers to nothing", ty),
            _ => self.arith(ir::ArithOp::Div, bytes, size),
        };
        match self.class(ty) {
            Class::Scalar(scalar) => self.convert(elements, Type::Int(offset_ty), scalar),
            Class::Void | Class::Memory(_) => elements,
        }
    }
}

fn ir_operator(op: ArithOp) -> ir::ArithOp {
    match op {
        ArithOp::Add => ir::ArithOp::Add,
        ArithOp::Sub => ir::ArithOp::Sub,
        ArithOp::Mul => ir::ArithOp::Mul,
        ArithOp::Div => ir::ArithOp::Div,
        ArithOp::Rem => ir::ArithOp::Rem,
        ArithOp::BitAnd => ir::ArithOp::BitAnd,
        ArithOp::BitOr => ir::ArithOp::BitOr,
        ArithOp::BitXor => ir::ArithOp::BitXor,
    }
}
