//! Floating numbers as their bits.
//!
//! What IEEE 754 says about bits alone is encoded as it is, for the formats whose bits are a sign, an
//! exponent and a fraction: comparisons (`float_order`), the change of sign, and conversions that do not round
//! (`float_convert`). Arithmetic and other conversions are
//! computed where their operands are constants of `float` and `double`, by the machine's own
//! operations, which round to nearest as ours do. Of everything else it is known that it is a function, and
//! between which numbers its results lie (`float_bounds`).
//!
//! A result that is not a number is never computed here: which of them it is nobody promises.
//!
//! The x87 format has numbers with several forms and stays open. Where integers are of any size,
//! floats are numbers too, and all of this is left to functions.

use ir::{ArithOp, CompareOp, FloatType, Type};
use logic::{BvBinary, Sort, Term, TermId};

use crate::float_order::SameNumber;
use crate::integers::Integers;
use crate::state::Encoder;

/// Bits of a fraction, for the formats that are told apart by sign, exponent and fraction.
pub(crate) fn fraction_bits(ty: FloatType) -> Option<u32> {
    match ty {
        FloatType::F16 => Some(10),
        FloatType::F32 => Some(23),
        FloatType::F64 => Some(52),
        FloatType::F80 => None,
        FloatType::F128 => Some(112),
    }
}

impl Encoder<'_> {
    pub(crate) fn float_arith(
        &mut self,
        op: ArithOp,
        ty: FloatType,
        a: TermId,
        b: TermId,
    ) -> TermId {
        let computed = self.constant_bits(a).zip(self.constant_bits(b));
        match computed.and_then(|(a, b)| arith(op, ty, a, b)) {
            Some(bits) => self.pool.bv(ty.bits(), bits),
            None => {
                let result = self.float_operation(arith_name(op), &[a, b], None);
                self.bounded(op, ty, [a, b], result)
            }
        }
    }

    pub(crate) fn float_negation(&mut self, ty: FloatType, a: TermId) -> TermId {
        if self.integers != Integers::Machine || fraction_bits(ty).is_none() {
            return self.float_operation("neg", &[a], None);
        }
        let sign = self.pool.bv(ty.bits(), 1 << (ty.bits() - 1));
        let opposite = self.pool.bv_binary(BvBinary::Xor, a, sign);
        // Where the sign is changed back, the number is what it was.
        if matches!(self.pool[opposite], Term::BvBinary(BvBinary::Xor, one, other) if one == a || other == a)
        {
            self.float_bounds.note_same(opposite, SameNumber::Opposite(a));
        }
        opposite
    }

    pub(crate) fn float_compare(
        &mut self,
        op: CompareOp,
        ty: FloatType,
        a: TermId,
        b: TermId,
    ) -> TermId {
        let fraction = match self.integers {
            Integers::Machine => fraction_bits(ty),
            Integers::Unbounded => None,
        };
        match fraction {
            Some(_) => self.float_ordered(op, ty, a, b),
            None => self.float_operation(compare_name(op), &[a, b], Some(Sort::Bool)),
        }
    }

    pub(crate) fn float_convert(&mut self, from: Type, to: Type, a: TermId) -> TermId {
        if let Some(bits) = self.constant_bits(a).and_then(|bits| convert(from, to, bits)) {
            let width = self.sort_of(to).width().expect("machine integers and floats are bits");
            return self.pool.bv(width, bits);
        }
        let sort = self.sort_of(to);
        self.convert_bits(from, to, a, |encoder| {
            let name = format!("convert-{from}-{to}");
            let result = encoder.float_operation(&name, &[a], Some(sort));
            match to {
                Type::Float(float) => encoder.bounded_conversion(from, float, a, result),
                _ => result,
            }
        })
    }

    fn float_operation(&mut self, name: &str, operands: &[TermId], sort: Option<Sort>) -> TermId {
        self.is_exact = false;
        let sort = sort.unwrap_or_else(|| self.pool.sort(operands[0]));
        self.uninterpreted.apply(&mut self.pool, &format!("float-{name}"), operands, sort)
    }

    pub(crate) fn constant_bits(&self, term: TermId) -> Option<u128> {
        match self.pool[term] {
            Term::BitVec(_, bits) => Some(bits),
            _ => None,
        }
    }
}

/// A number of `float` or `double` as bits, rounded if need be.
pub(crate) fn bits_of(ty: FloatType, number: f64) -> Option<u128> {
    match ty {
        FloatType::F32 => Some(u128::from((number as f32).to_bits())),
        FloatType::F64 => Some(u128::from(number.to_bits())),
        FloatType::F16 | FloatType::F80 | FloatType::F128 => None,
    }
}

/// The number that bits of `float` or `double` are, if they are one.
pub(crate) fn number_of(ty: FloatType, bits: u128) -> Option<f64> {
    let number = match ty {
        FloatType::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatType::F64 => f64::from_bits(bits as u64),
        FloatType::F16 | FloatType::F80 | FloatType::F128 => return None,
    };
    (!number.is_nan()).then_some(number)
}

/// The result's bits; `None` if it is not a number, or the format not one of the machine's.
pub(crate) fn arith(op: ArithOp, ty: FloatType, a: u128, b: u128) -> Option<u128> {
    match ty {
        FloatType::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            let result = match op {
                ArithOp::Add => a + b,
                ArithOp::Sub => a - b,
                ArithOp::Mul => a * b,
                ArithOp::Div => a / b,
                _ => return None,
            };
            (!result.is_nan()).then(|| u128::from(result.to_bits()))
        }
        FloatType::F64 => {
            let (a, b) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            let result = match op {
                ArithOp::Add => a + b,
                ArithOp::Sub => a - b,
                ArithOp::Mul => a * b,
                ArithOp::Div => a / b,
                _ => return None,
            };
            (!result.is_nan()).then(|| u128::from(result.to_bits()))
        }
        FloatType::F16 | FloatType::F80 | FloatType::F128 => None,
    }
}

/// The bits of a converted constant; `None` where it is undefined, not a number, or of a format that
/// the machine does not have.
fn convert(from: Type, to: Type, bits: u128) -> Option<u128> {
    match (from, to) {
        (Type::Int(int), Type::Float(FloatType::F32)) => {
            let value = match int.is_signed() {
                true => int.value(bits) as f32,
                false => bits as f32,
            };
            Some(u128::from(value.to_bits()))
        }
        (Type::Int(int), Type::Float(FloatType::F64)) => {
            let value = match int.is_signed() {
                true => int.value(bits) as f64,
                false => bits as f64,
            };
            Some(u128::from(value.to_bits()))
        }
        (Type::Float(FloatType::F32), Type::Float(FloatType::F64)) => {
            let value = f32::from_bits(bits as u32);
            (!value.is_nan()).then(|| u128::from(f64::from(value).to_bits()))
        }
        (Type::Float(FloatType::F64), Type::Float(FloatType::F32)) => {
            let value = f64::from_bits(bits as u64);
            (!value.is_nan()).then(|| u128::from((value as f32).to_bits()))
        }
        (Type::Float(float), Type::Int(int)) if int.width <= 64 => {
            let value = match float {
                FloatType::F32 => f64::from(f32::from_bits(bits as u32)),
                FloatType::F64 => f64::from_bits(bits as u64),
                FloatType::F16 | FloatType::F80 | FloatType::F128 => return None,
            };
            // Far outside of every type, where the conversion to the widest integer is exact.
            if value.is_nan() || value.abs() >= 1e30 {
                return None;
            }
            let value = value.trunc() as i128;
            let fits = int.value(int.min_bits()) <= value && value <= int.value(int.max_bits());
            let mask = u128::MAX >> (128 - u32::from(int.width));
            fits.then_some(value as u128 & mask)
        }
        _ => None,
    }
}

fn arith_name(op: ArithOp) -> &'static str {
    match op {
        ArithOp::Add => "add",
        ArithOp::Sub => "sub",
        ArithOp::Mul => "mul",
        ArithOp::Div => "div",
        ArithOp::Rem
        | ArithOp::BitAnd
        | ArithOp::BitOr
        | ArithOp::BitXor
        | ArithOp::Shl
        | ArithOp::Shr => unreachable!("validated: not on floats"),
    }
}

fn compare_name(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "eq",
        CompareOp::Ne => "ne",
        CompareOp::Lt => "lt",
        CompareOp::Le => "le",
        CompareOp::Gt => "gt",
        CompareOp::Ge => "ge",
    }
}

#[cfg(test)]
mod tests {
    use ir::{IntType, Sign};
    use ir_passes::points_to::{ExternalPointers, PointsTo};
    use logic::{Assignment, Value, evaluate};

    use super::*;

    /// Numbers with something about them: zeros, the least, the largest, infinities, none.
    const NUMBERS: [f64; 13] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1.5,
        -2.25,
        f64::MIN_POSITIVE,
        5e-324,
        -5e-324,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];

    /// An encoder of a program that does nothing.
    fn with_encoder(test: impl FnOnce(&mut Encoder<'_>)) {
        let program = crate::tests::program("", "L0 -> L1: return");
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let mut encoder = Encoder::new(&program, points_to, Integers::Machine)
            .expect("a program without objects has room");
        test(&mut encoder);
    }

    #[test]
    fn comparisons_are_those_of_the_machine() {
        with_encoder(|encoder| {
            let sort = Sort::BitVec(64);
            let (x, y) = (encoder.pool.fresh_var("x", sort), encoder.pool.fresh_var("y", sort));
            for op in [
                CompareOp::Eq,
                CompareOp::Ne,
                CompareOp::Lt,
                CompareOp::Le,
                CompareOp::Gt,
                CompareOp::Ge,
            ] {
                let term = encoder.float_compare(op, FloatType::F64, x, y);
                for a in NUMBERS {
                    for b in NUMBERS {
                        let expected = match op {
                            CompareOp::Eq => a == b,
                            CompareOp::Ne => a != b,
                            CompareOp::Lt => a < b,
                            CompareOp::Le => a <= b,
                            CompareOp::Gt => a > b,
                            CompareOp::Ge => a >= b,
                        };
                        assert_eq!(
                            value(encoder, term, [(x, a), (y, b)]),
                            expected,
                            "{a} {op:?} {b}"
                        );
                    }
                }
            }
        });
    }

    fn value(encoder: &Encoder<'_>, term: TermId, values: [(TermId, f64); 2]) -> bool {
        let mut assignment = Assignment::default();
        for (var, number) in values {
            let var = encoder.pool.as_var(var).expect("made as a variable");
            assignment.vars.insert(var, Value::BitVec(64, u128::from(number.to_bits())));
        }
        evaluate(&encoder.pool, term, &assignment) == Some(Value::Bool(true))
    }

    #[test]
    fn constants_are_computed_unless_they_are_no_numbers() {
        let bits = |it: f64| u128::from(it.to_bits());
        let sum = |a, b| arith(ArithOp::Add, FloatType::F64, bits(a), bits(b));
        assert_eq!(sum(0.1, 0.2), Some(bits(0.1 + 0.2)));
        assert_eq!(sum(f64::INFINITY, f64::NEG_INFINITY), None);
        let (int, byte) = (
            Type::Int(IntType { width: 32, sign: Sign::Signed }),
            Type::Int(IntType { width: 8, sign: Sign::Unsigned }),
        );
        let double = Type::Float(FloatType::F64);
        assert_eq!(convert(double, int, bits(-1.9)), Some(u128::from(u32::MAX)));
        assert_eq!(convert(double, int, bits(2147483648.0)), None);
        assert_eq!(convert(double, byte, bits(255.9)), Some(255));
        assert_eq!(convert(int, double, u128::from(u32::MAX)), Some(bits(-1.0)));
    }
}
