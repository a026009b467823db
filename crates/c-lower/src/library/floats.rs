//! What the macros of `math.h` become: gcc's builtins that classify and compare floats.
//!
//! ```text
//!   finite(x)   =  -inf < x && x < inf            normal(x)  =  finite(x) && !(-least < x && x < least)
//!   infinite(x) =  x == inf || x == -inf          unordered(x, y)  =  x != x || y != y
//! ```
//!
//! Only the names with `__builtin_` are known here; the functions of the library have models. Where
//! C says no more than "not zero", the number is the one that gcc gives on x86: 1, but for the sign
//! of a `float` (its bit) and of a `long double` (the bit as the processor tells it).
//!
//! What this cannot tell is the sign of a NaN that is wider than `double`: its bits are not looked
//! at.

use c_sema::typed::ExprId;
use ir::{CompareOp, Expr, FloatType, HavocCause, IntType, Op, Type};

use super::table::FloatQuestion;
use crate::call::CallSite;
use crate::class::Class;
use crate::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    pub(super) fn float_call(&mut self, question: FloatQuestion, site: CallSite<'_>) -> ir::ExprId {
        let n_before = if question == FloatQuestion::Classify { 5 } else { 0 };
        let values = self.argument_values(site.arguments);
        let operands = &site.arguments[n_before..];
        let Some(float) = self.common_float(operands) else {
            return self.unsupported_value("classification of what is no float", site.ty);
        };
        let floats: Vec<ir::ExprId> = operands
            .iter()
            .zip(&values[n_before..])
            .map(|(&operand, &value)| self.as_float(operand, value, float))
            .collect();
        let x = floats[0];
        let second = floats.get(1).copied().unwrap_or(x);
        let truth = match question {
            FloatQuestion::Infinite => self.is_infinite(x, float),
            FloatQuestion::Finite => self.is_finite(x, float),
            FloatQuestion::Normal => self.is_normal(x, float),
            FloatQuestion::Compare(op) => self.compare(op, x, second),
            FloatQuestion::LessOrGreater => {
                let less = self.compare(CompareOp::Lt, x, second);
                let greater = self.compare(CompareOp::Gt, x, second);
                self.or(less, greater)
            }
            FloatQuestion::Unordered => {
                let first = self.compare(CompareOp::Ne, x, x);
                let other = self.compare(CompareOp::Ne, second, second);
                self.or(first, other)
            }
            FloatQuestion::InfiniteWithSign => return self.infinite_with_sign(x, float, site),
            FloatQuestion::Sign => return self.sign_bit(x, float, site),
            FloatQuestion::Classify => return self.classify(x, float, &values, site),
        };
        self.truth_result(truth, site.ty)
    }

    /// The widest of the operands' types; integers are converted.
    fn common_float(&self, operands: &[ExprId]) -> Option<FloatType> {
        let mut widest = None;
        for &operand in operands {
            match self.class(self.unit().exprs[operand].ty) {
                Class::Scalar(Type::Float(float)) => widest = widest.max(Some(float)),
                Class::Scalar(Type::Int(_)) => {}
                _ => return None,
            }
        }
        widest
    }

    fn as_float(&mut self, operand: ExprId, value: ir::ExprId, float: FloatType) -> ir::ExprId {
        let ty = Type::Float(float);
        let value = match self.class(self.unit().exprs[operand].ty) {
            Class::Scalar(from) => self.convert(value, from, ty),
            Class::Void | Class::Memory(_) => value,
        };
        self.pin(value, ty)
    }

    fn float(&mut self, float: FloatType, bits: u128) -> ir::ExprId {
        self.pool().intern(Expr::Float(float, bits))
    }

    fn infinities(&mut self, float: FloatType) -> (ir::ExprId, ir::ExprId) {
        let bits = infinity(float);
        (self.float(float, bits | sign(float)), self.float(float, bits))
    }

    fn is_finite(&mut self, x: ir::ExprId, float: FloatType) -> ir::ExprId {
        let (least, greatest) = self.infinities(float);
        let above = self.compare(CompareOp::Gt, x, least);
        let below = self.compare(CompareOp::Lt, x, greatest);
        self.and(above, below)
    }

    fn is_infinite(&mut self, x: ir::ExprId, float: FloatType) -> ir::ExprId {
        let (least, greatest) = self.infinities(float);
        let is_least = self.compare(CompareOp::Eq, x, least);
        let is_greatest = self.compare(CompareOp::Eq, x, greatest);
        self.or(is_least, is_greatest)
    }

    /// Between the normal numbers around zero.
    fn is_small(&mut self, x: ir::ExprId, float: FloatType) -> ir::ExprId {
        let bits = least_normal(float);
        let (below, above) = (self.float(float, bits | sign(float)), self.float(float, bits));
        let is_above = self.compare(CompareOp::Gt, x, below);
        let is_below = self.compare(CompareOp::Lt, x, above);
        self.and(is_above, is_below)
    }

    fn is_normal(&mut self, x: ir::ExprId, float: FloatType) -> ir::ExprId {
        let is_finite = self.is_finite(x, float);
        let is_small = self.is_small(x, float);
        let is_large = self.not(is_small);
        self.and(is_finite, is_large)
    }

    fn infinite_with_sign(
        &mut self,
        x: ir::ExprId,
        float: FloatType,
        site: CallSite<'_>,
    ) -> ir::ExprId {
        let Class::Scalar(Type::Int(int)) = self.class(site.ty) else {
            return self.no_value(site.ty);
        };
        let (least, greatest) = self.infinities(float);
        let is_least = self.compare(CompareOp::Eq, x, least);
        let is_greatest = self.compare(CompareOp::Eq, x, greatest);
        let [minus, zero, one] = [-1, 0, 1].map(|value| self.int(int, value));
        let otherwise = self.ite(is_greatest, one, zero);
        self.ite(is_least, minus, otherwise)
    }

    fn sign_bit(&mut self, x: ir::ExprId, float: FloatType, site: CallSite<'_>) -> ir::ExprId {
        let Class::Scalar(Type::Int(int)) = self.class(site.ty) else {
            return self.no_value(site.ty);
        };
        let is_wide = matches!(float, FloatType::F80 | FloatType::F128);
        let narrow = if is_wide { FloatType::F64 } else { float };
        let value = self.convert(x, Type::Float(float), Type::Float(narrow));
        let word = IntType::unsigned(match narrow {
            FloatType::F16 => 16,
            FloatType::F32 => 32,
            FloatType::F64 | FloatType::F80 | FloatType::F128 => 64,
        });
        let bits = self.pool().intern(Expr::Bits(Type::Int(word), value));
        let mask = self.pool().intern(Expr::Int(word, sign(narrow)));
        let bit = self.arith(ir::ArithOp::BitAnd, bits, mask);
        let zero = self.int(word, 0);
        let is_set = self.compare(CompareOp::Ne, bit, zero);
        let yes = match float {
            FloatType::F32 => i128::from(i32::MIN),
            FloatType::F80 => 512,
            FloatType::F16 | FloatType::F64 | FloatType::F128 => 1,
        };
        let (yes, no) = (self.int(int, yes), self.int(int, 0));
        let result = self.ite(is_set, yes, no);
        if !is_wide {
            return result;
        }
        let target = self.temporary("%sign", Type::Int(int));
        self.emit(Op::Havoc { target, cause: HavocCause::Unmodelled });
        let unknown = self.var(target);
        let is_nan = self.compare(CompareOp::Ne, x, x);
        self.ite(is_nan, unknown, result)
    }

    /// One of the first five arguments: for NaN, infinite, normal, subnormal, zero.
    fn classify(
        &mut self,
        x: ir::ExprId,
        float: FloatType,
        values: &[ir::ExprId],
        site: CallSite<'_>,
    ) -> ir::ExprId {
        let Class::Scalar(result) = self.class(site.ty) else { return self.no_value(site.ty) };
        let unit = self.unit();
        let mut answers = Vec::with_capacity(5);
        for (argument, value) in site.arguments.iter().zip(values).take(5) {
            match self.class(unit.exprs[*argument].ty) {
                Class::Scalar(from @ Type::Int(_)) => {
                    answers.push(self.convert(*value, from, result));
                }
                _ => return self.unsupported_value("classes that are no integers", site.ty),
            }
        }
        let zero = self.zero(Type::Float(float));
        let is_zero = self.compare(CompareOp::Eq, x, zero);
        let is_small = self.is_small(x, float);
        let is_infinite = self.is_infinite(x, float);
        let is_nan = self.compare(CompareOp::Ne, x, x);
        let small = self.ite(is_zero, answers[4], answers[3]);
        let finite = self.ite(is_small, small, answers[2]);
        let number = self.ite(is_infinite, answers[1], finite);
        self.ite(is_nan, answers[0], number)
    }
}

fn sign(float: FloatType) -> u128 {
    1 << (float.bits() - 1)
}

fn infinity(float: FloatType) -> u128 {
    match float {
        FloatType::F16 => 0x7c00,
        FloatType::F32 => 0x7f80_0000,
        FloatType::F64 => 0x7ff0 << 48,
        FloatType::F80 => 0x7fff_8000 << 48,
        FloatType::F128 => 0x7fff << 112,
    }
}

fn least_normal(float: FloatType) -> u128 {
    match float {
        FloatType::F16 => 0x0400,
        FloatType::F32 => 0x0080_0000,
        FloatType::F64 => 0x0010 << 48,
        FloatType::F80 => 0x0001_8000 << 48,
        FloatType::F128 => 0x0001 << 112,
    }
}
