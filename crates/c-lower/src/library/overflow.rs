//! GNU's builtins that compute and tell whether the result fits.
//!
//! `__builtin_add_overflow(a, b, &r)`: exact in integers, then wrapped into `r`'s type. Both
//! operands are widened to a type that holds every result exactly; products of two 64-bit numbers
//! still have one, if it is unsigned where both operands are; only wider ones have none.

use c_sema::types::TypeId;
use ir::{ArithOp, CompareOp, IntType, OverflowOp, Type};

use super::table::Operands;
use crate::call::CallSite;
use crate::class::Class;
use crate::function::FunctionLowering;
use crate::place::Place;

impl FunctionLowering<'_, '_> {
    pub(super) fn overflow_call(
        &mut self,
        op: OverflowOp,
        operands: Operands,
        site: CallSite<'_>,
    ) -> ir::ExprId {
        let unit = self.unit();
        let mut values = self.argument_values(&site.arguments[..3]);
        let types: Vec<TypeId> = site.arguments.iter().map(|&arg| unit.exprs[arg].ty).collect();
        let target_ty = match operands {
            Operands::NotStored => Some(types[2]),
            Operands::AsGiven | Operands::Converted => self.pointee_type(site.arguments[2]),
        };
        let classes =
            (self.class(types[0]), self.class(types[1]), target_ty.map(|ty| self.class(ty)));
        let (
            Class::Scalar(Type::Int(mut left)),
            Class::Scalar(Type::Int(mut right)),
            Some(Class::Scalar(Type::Int(target))),
        ) = classes
        else {
            return self.unsupported_value("overflow builtin on these types", site.ty);
        };
        if operands == Operands::Converted {
            values[0] = self.convert(values[0], Type::Int(left), Type::Int(target));
            values[1] = self.convert(values[1], Type::Int(right), Type::Int(target));
            (left, right) = (target, target);
        }
        let Some(wide) = exact_type(op, left, right) else {
            return self.unsupported_value("overflow builtin on wide integers", site.ty);
        };
        let lhs = self.convert(values[0], Type::Int(left), Type::Int(wide));
        let rhs = self.convert(values[1], Type::Int(right), Type::Int(wide));
        let arith = match op {
            OverflowOp::Sub => ArithOp::Sub,
            OverflowOp::Mul => ArithOp::Mul,
            OverflowOp::Add | OverflowOp::Div | OverflowOp::Shl => ArithOp::Add,
        };
        let exact = self.arith(arith, lhs, rhs);
        let exact = self.pin(exact, Type::Int(wide));
        let wrapped = self.convert(exact, Type::Int(wide), Type::Int(target));
        if operands != Operands::NotStored {
            self.store(&Place::Memory(values[2]), wrapped, Type::Int(target));
        }
        let back = self.convert(wrapped, Type::Int(target), Type::Int(wide));
        let mut differs = self.compare(CompareOp::Ne, back, exact);
        // A target as wide as the computation and of the other sign reads bits back unchanged that
        // mean another number: one of the two is negative.
        if target.is_signed() != wide.is_signed() && target.width >= wide.width {
            let signed = if wide.is_signed() { (exact, wide) } else { (wrapped, target) };
            let zero = self.int(signed.1, 0);
            let negative = self.compare(CompareOp::Lt, signed.0, zero);
            differs = self.or(differs, negative);
        }
        self.truth_result(differs, site.ty)
    }

    /// What gcc answers for x86, where accesses of 16 bytes are left to a library.
    pub(super) fn is_lock_free(&mut self, site: CallSite<'_>) -> ir::ExprId {
        let size = self.value(site.arguments[0]);
        self.evaluate_all(&site.arguments[1..]);
        match self.constant(size) {
            Some(1 | 2 | 4 | 8) => self.small_result(1, site.ty),
            _ => self.unknown_value(site.ty, site.wanted, ir::HavocCause::Unmodelled),
        }
    }
}

/// A type in which the operation on these types never wraps.
fn exact_type(op: OverflowOp, left: IntType, right: IntType) -> Option<IntType> {
    let (a, b) = (u32::from(left.width), u32::from(right.width));
    let is_unsigned = !left.is_signed() && !right.is_signed();
    let needed = match op {
        // The product of two least numbers is a power of two less than the greatest one.
        OverflowOp::Mul => a + b,
        _ => a.max(b) + 2,
    };
    let width = [32u8, 64, 128].into_iter().find(|&width| u32::from(width) >= needed)?;
    Some(match op {
        OverflowOp::Mul if is_unsigned => IntType::unsigned(width),
        _ => IntType::signed(width),
    })
}
