//! Conversions between floating numbers and integers, as what they do to bits.
//!
//! ```text
//!   int to double       the highest bit of the magnitude says the exponent; the bits below it are the
//!                       fraction. Exact where the fraction has room for all of them.
//!   double to int       one and the fraction, moved by the exponent, without what is behind the point.
//!   float to double     another exponent, and zeros behind the fraction.
//! ```
//!
//! Back from a float that was made of an integer it is that integer, without a look at its bits.
//!
//! What rounds, what does not fit, what is not a number and what is too small for an exponent of its own
//! is none of these, and stays a function of which nothing is known (`float`).

use ir::{FloatType, IntType, Type};
use logic::{BvBinary, BvCompare, Sort, Term, TermId, TermPool};

use crate::float::fraction_bits;
use crate::float_order::SameNumber;
use crate::integers::Integers;
use crate::state::Encoder;

/// Of a `double`.
const DOUBLE_FRACTION: u32 = 52;
/// Terms have no more bits.
const MAX_BITS: u32 = 128;

/// How the bits of a format are laid out: a sign, an exponent, a fraction.
#[derive(Clone, Copy)]
struct Layout {
    exponent: u32,
    fraction: u32,
}

impl Layout {
    fn of(ty: FloatType) -> Option<Self> {
        let fraction = fraction_bits(ty)?;
        Some(Self { exponent: ty.bits() - 1 - fraction, fraction })
    }

    fn bits(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    /// The exponent of one.
    fn bias(self) -> u128 {
        (1 << (self.exponent - 1)) - 1
    }
}

impl Encoder<'_> {
    /// The bits of what is converted, where they are told by the bits of the operand; `unknown` is what
    /// stands for all other results.
    pub(crate) fn convert_bits(
        &mut self,
        from: Type,
        to: Type,
        a: TermId,
        unknown: impl FnOnce(&mut Self) -> TermId,
    ) -> TermId {
        if self.integers != Integers::Machine {
            return unknown(self);
        }
        match (from, to) {
            (Type::Int(int), Type::Float(float)) => match Layout::of(float) {
                Some(layout) if u32::from(int.width) <= layout.fraction + 1 => {
                    let float = self.float_of_int(int, layout, a);
                    self.whole_floats.insert(float, (int, a));
                    float
                }
                _ => unknown(self),
            },
            (Type::Float(float), Type::Int(int)) => match Layout::of(float) {
                Some(layout) if layout.fraction + 1 + u32::from(int.width) <= MAX_BITS => {
                    let (fits, exact) = match self.whole_floats.get(&a).copied() {
                        Some((of, number)) => self.int_of_int(of, int, number),
                        None => {
                            let (fits, exact) = self.int_of_float(layout, int, a);
                            (fits, self.held_whole(float, int, a, exact))
                        }
                    };
                    self.unless_unknown(fits, exact, unknown)
                }
                _ => unknown(self),
            },
            (Type::Float(ty), Type::Float(to)) => match (Layout::of(ty), Layout::of(to)) {
                (Some(from), Some(to))
                    if from.fraction < to.fraction && from.exponent < to.exponent =>
                {
                    let (is_told, exact) = self.wider_float(from, to, a);
                    let wide = self.unless_unknown(is_told, exact, unknown);
                    // Bounds are sought of these two formats.
                    if (ty, to.fraction) == (FloatType::F32, DOUBLE_FRACTION) {
                        self.float_bounds.note_same(wide, SameNumber::Narrower(ty, a));
                    }
                    wide
                }
                _ => unknown(self),
            },
            _ => unknown(self),
        }
    }

    fn unless_unknown(
        &mut self,
        is_told: TermId,
        exact: TermId,
        unknown: impl FnOnce(&mut Self) -> TermId,
    ) -> TermId {
        if self.pool[is_told] == Term::Bool(true) {
            return exact;
        }
        let other = unknown(self);
        self.pool.ite(is_told, exact, other)
    }

    /// Of an integer whose bits all have room in the fraction.
    fn float_of_int(&mut self, int: IntType, layout: Layout, a: TermId) -> TermId {
        let width = u32::from(int.width);
        let pool = &mut self.pool;
        let (zero_bit, one_bit) = (pool.bv(1, 0), pool.bv(1, 1));
        let sign = if int.is_signed() { pool.extract(width - 1, width - 1, a) } else { zero_bit };
        let is_negative = pool.eq(sign, one_bit);
        let nothing = pool.bv(width, 0);
        let opposite = pool.bv_sub(nothing, a);
        let magnitude = pool.ite(is_negative, opposite, a);
        let mut result = pool.bv(layout.bits(), 0);
        for top in 0..width {
            let bit = pool.extract(top, top, magnitude);
            let is_top = pool.eq(bit, one_bit);
            let exponent = pool.bv(layout.exponent, layout.bias() + u128::from(top));
            let mut bits = pool.concat(sign, exponent);
            if top > 0 {
                let below = pool.extract(top - 1, 0, magnitude);
                bits = pool.concat(bits, below);
            }
            if top < layout.fraction {
                let rest = pool.bv(layout.fraction - top, 0);
                bits = pool.concat(bits, rest);
            }
            // The highest bit comes last and counts.
            result = pool.ite(is_top, bits, result);
        }
        result
    }

    /// Whether a number is one of another type, and it there: what a float is that was made of it.
    fn int_of_int(&mut self, from: IntType, to: IntType, a: TermId) -> (TermId, TermId) {
        let (narrow, wide) = (u32::from(from.width), u32::from(from.width.max(to.width)) + 1);
        let pool = &mut self.pool;
        let extend = |pool: &mut TermPool, int: IntType, term: TermId| match int.is_signed() {
            true => pool.sign_extend(wide, term),
            false => pool.zero_extend(wide, term),
        };
        debug_assert_eq!(pool.sort(a), Sort::BitVec(narrow), "a number of its type");
        let number = extend(pool, from, a);
        let kept = pool.extract(u32::from(to.width) - 1, 0, number);
        let back = extend(pool, to, kept);
        (pool.eq(number, back), kept)
    }

    /// Whether the number without what is behind its point is one of the type, and that number then.
    fn int_of_float(&mut self, layout: Layout, int: IntType, a: TermId) -> (TermId, TermId) {
        let width = u32::from(int.width);
        let pool = &mut self.pool;
        let one_bit = pool.bv(1, 1);
        let sign = pool.extract(layout.bits() - 1, layout.bits() - 1, a);
        let is_negative = pool.eq(sign, one_bit);
        let exponent = pool.extract(layout.bits() - 2, layout.fraction, a);
        let fraction = pool.extract(layout.fraction - 1, 0, a);
        let bias = pool.bv(layout.exponent, layout.bias());
        let is_small = pool.bv_compare(BvCompare::ULt, exponent, bias);
        // So far is the point to the right of the first bit; further than the type is wide, nothing fits.
        let up = pool.bv_sub(exponent, bias);
        let most = pool.bv(layout.exponent, u128::from(width).min((1 << layout.exponent) - 1));
        let is_near = pool.bv_compare(BvCompare::ULe, up, most);
        // In a small format, what is no number is no further than that.
        let no_number = pool.bv(layout.exponent, (1 << layout.exponent) - 1);
        let is_no_number = pool.eq(exponent, no_number);
        let is_number = pool.not(is_no_number);
        let total = layout.fraction + 1 + width;
        let significand = pool.concat(one_bit, fraction);
        let wide = pool.zero_extend(total, significand);
        let distance = pool.zero_extend(total, up);
        let moved = pool.bv_binary(BvBinary::Shl, wide, distance);
        let whole = pool.extract(total - 1, layout.fraction, moved);
        let nothing = pool.bv(width + 1, 0);
        let magnitude = pool.ite(is_small, nothing, whole);
        let one_more = if int.is_signed() { 1u128 << (width - 1) } else { 1 };
        let below = if int.is_signed() { 1u128 << (width - 1) } else { 1u128 << width };
        let end_below = pool.bv(width + 1, below);
        let is_below = pool.bv_compare(BvCompare::ULt, magnitude, end_below);
        // Of negative numbers, a signed type has one more, an unsigned type has only none.
        let end_above = pool.bv(width + 1, one_more);
        let is_above = match int.is_signed() {
            true => pool.bv_compare(BvCompare::ULe, magnitude, end_above),
            false => pool.bv_compare(BvCompare::ULt, magnitude, end_above),
        };
        let is_inside = pool.ite(is_negative, is_above, is_below);
        let is_small_or_near = pool.or2(is_small, is_near);
        let fits = pool.and(&[is_number, is_small_or_near, is_inside]);
        let low = pool.extract(width - 1, 0, magnitude);
        let zero = pool.bv(width, 0);
        let opposite = pool.bv_sub(zero, low);
        (fits, pool.ite(is_negative, opposite, low))
    }

    /// Whether the number is none of the smallest ones and is one at all, and it in a wider format then.
    fn wider_float(&mut self, from: Layout, to: Layout, a: TermId) -> (TermId, TermId) {
        let pool = &mut self.pool;
        let sign = pool.extract(from.bits() - 1, from.bits() - 1, a);
        let exponent = pool.extract(from.bits() - 2, from.fraction, a);
        let fraction = pool.extract(from.fraction - 1, 0, a);
        let (least, most) =
            (pool.bv(from.exponent, 0), pool.bv(from.exponent, (1 << from.exponent) - 1));
        let nothing = pool.bv(from.fraction, 0);
        let is_least = pool.eq(exponent, least);
        let is_most = pool.eq(exponent, most);
        let is_round = pool.eq(fraction, nothing);
        let is_end = pool.or2(is_least, is_most);
        let is_between = pool.not(is_end);
        let is_told = pool.or2(is_between, is_round);
        let wide = pool.zero_extend(to.exponent, exponent);
        let further = pool.bv(to.exponent, to.bias() - from.bias());
        let moved = pool.bv_add(wide, further);
        let (zero, infinite) =
            (pool.bv(to.exponent, 0), pool.bv(to.exponent, (1 << to.exponent) - 1));
        let moved = pool.ite(is_most, infinite, moved);
        let moved = pool.ite(is_least, zero, moved);
        let rest = pool.bv(to.fraction - from.fraction, 0);
        let bits = pool.concat(sign, moved);
        let bits = pool.concat(bits, fraction);
        (is_told, pool.concat(bits, rest))
    }
}

#[cfg(test)]
mod tests {
    use ir::Sign;
    use ir_passes::points_to::{ExternalPointers, PointsTo};
    use logic::{Assignment, Value, evaluate};
    use proptest::prelude::*;

    use super::*;

    /// The bits of a conversion and whether they are told; `None` for those that are not.
    fn converted(from: Type, to: Type, bits: u128) -> Option<u128> {
        let program = crate::tests::program("", "L0 -> L1: return");
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let mut encoder = Encoder::new(&program, points_to, Integers::Machine)
            .expect("a program without objects has room");
        let bits_of = |ty| match ty {
            Type::Int(int) => u32::from(int.width),
            Type::Float(float) => float.bits(),
            Type::Bool | Type::Pointer => panic!("only numbers are converted"),
        };
        let a = encoder.pool.fresh_var("a", Sort::BitVec(bits_of(from)));
        let mut other = None;
        let term = encoder.convert_bits(from, to, a, |encoder| {
            let unknown = encoder.pool.fresh_var("unknown", Sort::BitVec(bits_of(to)));
            other = Some(unknown);
            unknown
        });
        let result = |unknown: u128| {
            let mut assignment = Assignment::default();
            let var = encoder.pool.as_var(a).expect("made as a variable");
            assignment.vars.insert(var, Value::BitVec(bits_of(from), bits));
            if let Some(var) = other.and_then(|it| encoder.pool.as_var(it)) {
                assignment.vars.insert(var, Value::BitVec(bits_of(to), unknown));
            }
            evaluate(&encoder.pool, term, &assignment)
        };
        match (result(1), result(2)) {
            (Some(Value::BitVec(_, one)), Some(Value::BitVec(_, two))) if one == two => Some(one),
            _ => None,
        }
    }

    fn int(width: u8, sign: Sign) -> Type {
        Type::Int(IntType { width, sign })
    }

    const DOUBLE: Type = Type::Float(FloatType::F64);
    const FLOAT: Type = Type::Float(FloatType::F32);

    proptest! {
        #[test]
        fn integers_become_what_the_machine_makes_of_them(number: i32, short: i16) {
            let bits = u128::from(f64::from(number).to_bits());
            prop_assert_eq!(converted(int(32, Sign::Signed), DOUBLE, u128::from(number as u32)), Some(bits));
            let bits = u128::from(f64::from(number as u32).to_bits());
            prop_assert_eq!(converted(int(32, Sign::Unsigned), DOUBLE, u128::from(number as u32)), Some(bits));
            let bits = u128::from(f32::from(short).to_bits());
            prop_assert_eq!(converted(int(16, Sign::Signed), FLOAT, u128::from(short as u16)), Some(bits));
        }

        #[test]
        fn numbers_lose_what_is_behind_the_point(any: u64, near in -5e9f64..5e9, large in -2e19f64..2e19) {
            for number in [f64::from_bits(any), near, near / 1e9, large] {
                let bits = u128::from(number.to_bits());
                let whole = number.trunc();
                let fits = (-2147483648.0..=2147483647.0).contains(&whole);
                let expected = fits.then_some(u128::from(whole as i32 as u32));
                prop_assert_eq!(converted(DOUBLE, int(32, Sign::Signed), bits), expected, "{}", number);
                let fits = (0.0..=255.0).contains(&whole);
                let expected = fits.then_some(u128::from(whole as u8));
                prop_assert_eq!(converted(DOUBLE, int(8, Sign::Unsigned), bits), expected, "{}", number);
                let fits = (0.0..18446744073709551616.0).contains(&whole);
                let expected = fits.then_some(u128::from(whole as u64));
                prop_assert_eq!(converted(DOUBLE, int(64, Sign::Unsigned), bits), expected, "{}", number);
            }
        }

        #[test]
        fn a_wider_format_has_the_same_numbers(any: u32) {
            let number = f32::from_bits(any);
            let is_told = number.is_normal() || number == 0.0 || number.is_infinite();
            let expected = is_told.then_some(u128::from(f64::from(number).to_bits()));
            prop_assert_eq!(converted(FLOAT, DOUBLE, u128::from(any)), expected);
        }
    }

    #[test]
    fn an_integer_comes_back_from_a_double() {
        let program = crate::tests::program("", "L0 -> L1: return");
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let mut encoder = Encoder::new(&program, points_to, Integers::Machine)
            .expect("a program without objects has room");
        let a = encoder.pool.fresh_var("a", Sort::BitVec(32));
        let signed = int(32, Sign::Signed);
        let double = encoder.float_convert(signed, DOUBLE, a);
        assert_eq!(encoder.float_convert(DOUBLE, signed, double), a);
        // Of another type it is the same number, where that has it.
        let byte = int(8, Sign::Unsigned);
        let byte = encoder.convert_bits(DOUBLE, byte, double, |encoder| encoder.pool.bv(8, 1));
        for (number, expected) in [(200u128, true), (256, false), (u128::from(u32::MAX), false)] {
            let mut assignment = Assignment::default();
            let var = encoder.pool.as_var(a).expect("made as a variable");
            assignment.vars.insert(var, Value::BitVec(32, number));
            let told = evaluate(&encoder.pool, byte, &assignment);
            assert_eq!(told == Some(Value::BitVec(8, number & 0xff)), expected, "{number}");
        }
    }

    #[test]
    fn ends_of_types_are_met() {
        let bits = |it: f64| u128::from(it.to_bits());
        let signed = int(32, Sign::Signed);
        for (number, expected) in [
            (-2147483648.0, Some(1 << 31)),
            (-2147483648.9, Some(1 << 31)),
            (-2147483649.0, None),
            (2147483647.5, Some((1 << 31) - 1)),
            (2147483648.0, None),
            (-0.0, Some(0)),
            (5e-324, Some(0)),
            (f64::INFINITY, None),
            (f64::NAN, None),
        ] {
            assert_eq!(converted(DOUBLE, signed, bits(number)), expected, "{number}");
        }
        assert_eq!(converted(DOUBLE, int(8, Sign::Unsigned), bits(-0.9)), Some(0));
        assert_eq!(converted(DOUBLE, int(8, Sign::Unsigned), bits(-1.0)), None);
        // The infinite one of sixteen bits would be 65536.
        assert_eq!(converted(Type::Float(FloatType::F16), signed, 0x7c00), None);
        assert_eq!(converted(Type::Float(FloatType::F16), signed, 0x7bff), Some(65504));
        let infinite = u128::from(f32::NEG_INFINITY.to_bits());
        assert_eq!(converted(FLOAT, DOUBLE, infinite), Some(bits(f64::NEG_INFINITY)));
        // What the machine rounds is not told.
        assert_eq!(converted(int(64, Sign::Signed), DOUBLE, 1), None);
        assert_eq!(converted(signed, FLOAT, 1), None);
    }
}
