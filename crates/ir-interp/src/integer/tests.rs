//! Every operation against arithmetic that is obviously right: on numbers so small that all
//! pairs are tried in `i128`, and on random wide ones against Rust's own integers.

use ir::{ArithOp, CompareOp, IntType, OverflowOp, Sign};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::*;

const OPS: [ArithOp; 8] = [
    ArithOp::Add,
    ArithOp::Sub,
    ArithOp::Mul,
    ArithOp::Div,
    ArithOp::Rem,
    ArithOp::BitAnd,
    ArithOp::BitOr,
    ArithOp::BitXor,
];

/// Runs with a fixed seed, so that every run of the tests tries the same values.
fn check<S: Strategy>(strategy: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases: 4096, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng).run(&strategy, property).unwrap();
}

fn types(widths: impl Iterator<Item = u8>) -> impl Iterator<Item = IntType> {
    widths.flat_map(|width| [IntType::signed(width), IntType::unsigned(width)])
}

/// The exact result on numbers far from the limits of `i128`; `None` for division by zero.
fn exact(op: ArithOp, lhs: i128, rhs: i128) -> Option<i128> {
    match op {
        ArithOp::Add => Some(lhs + rhs),
        ArithOp::Sub => Some(lhs - rhs),
        ArithOp::Mul => Some(lhs * rhs),
        ArithOp::Div => lhs.checked_div(rhs),
        ArithOp::Rem => lhs.checked_rem(rhs),
        ArithOp::BitAnd => Some(lhs & rhs),
        ArithOp::BitOr => Some(lhs | rhs),
        ArithOp::BitXor => Some(lhs ^ rhs),
        ArithOp::Shl => Some(lhs << rhs),
        ArithOp::Shr => Some(lhs >> rhs),
    }
}

#[test]
fn narrow_arithmetic_is_exact_modulo_the_width() {
    for ty in types(1..=6) {
        for (lhs, rhs) in pairs(ty) {
            for op in OPS {
                let expected = exact(op, ty.value(lhs), ty.value(rhs)).map(|it| ty.wrap(it));
                let result = arith(op, ty, lhs, rhs);
                assert_eq!(result.ok(), expected, "{} {op:?} {} in {ty}", lhs, rhs);
            }
        }
    }
}

#[test]
fn overflow_is_where_the_exact_result_does_not_fit() {
    let ops = [
        (OverflowOp::Add, ArithOp::Add),
        (OverflowOp::Sub, ArithOp::Sub),
        (OverflowOp::Mul, ArithOp::Mul),
        (OverflowOp::Div, ArithOp::Div),
    ];
    for ty in types(1..=6) {
        let range = ty.value(ty.min_bits())..=ty.value(ty.max_bits());
        for (lhs, rhs) in pairs(ty) {
            for (op, arith_op) in ops {
                let result = exact(arith_op, ty.value(lhs), ty.value(rhs));
                let expected = result.is_some_and(|it| !range.contains(&it));
                assert_eq!(overflows(op, ty, lhs, rhs), expected, "{lhs} {op:?} {rhs} in {ty}");
            }
            if rhs < u128::from(ty.width) {
                let expected = !range.contains(&(ty.value(lhs) << rhs));
                assert_eq!(overflows(OverflowOp::Shl, ty, lhs, rhs), expected, "{lhs} << {rhs}");
            }
        }
    }
}

#[test]
fn shifts_keep_or_fill_as_the_sign_says() {
    for ty in types(1..=8) {
        for lhs in 0..=ty.mask() {
            for amount in 0..u128::from(ty.width) {
                let (left, right) = (ty.value(lhs) << amount, ty.value(lhs) >> amount);
                assert_eq!(arith(ArithOp::Shl, ty, lhs, amount), Ok(ty.wrap(left)));
                assert_eq!(arith(ArithOp::Shr, ty, lhs, amount), Ok(ty.wrap(right)));
            }
        }
    }
}

#[test]
fn shift_amounts_outside_the_width_are_faults() {
    let (int, long) = (IntType::signed(32), IntType::signed(64));
    assert_eq!(shift_amount(int, int, 31), Ok(31));
    assert_eq!(shift_amount(int, long, 32), Err(FaultKind::ShiftOutOfRange));
    assert_eq!(shift_amount(int, int, int.wrap(-1)), Err(FaultKind::ShiftOutOfRange));
    // In 4 bits, -1 is 15 as an unsigned number, which is within 32 bits.
    let nibble = IntType::signed(4);
    assert_eq!(shift_amount(int, nibble, nibble.wrap(-1)), Err(FaultKind::ShiftOutOfRange));
}

#[test]
fn comparisons_are_those_of_the_numbers() {
    for ty in types(1..=5) {
        for (lhs, rhs) in pairs(ty) {
            let (l, r) = (ty.value(lhs), ty.value(rhs));
            for (op, expected) in [
                (CompareOp::Eq, l == r),
                (CompareOp::Ne, l != r),
                (CompareOp::Lt, l < r),
                (CompareOp::Le, l <= r),
                (CompareOp::Gt, l > r),
                (CompareOp::Ge, l >= r),
            ] {
                assert_eq!(compare(op, ty, lhs, rhs), expected, "{l} {op:?} {r} in {ty}");
            }
        }
    }
}

#[test]
fn conversions_wrap() {
    for from in types(1..=6) {
        for to in types(1..=8) {
            for bits in 0..=from.mask() {
                assert_eq!(convert(from, to, bits), to.wrap(from.value(bits)), "{from} to {to}");
            }
        }
    }
}

/// Rust's own integers as the reference, at each width they have.
macro_rules! native_law {
    ($name:ident, $native:ty, $width:literal, $sign:expr) => {
        #[test]
        fn $name() {
            let ty = IntType { width: $width, sign: $sign };
            let edge = prop_oneof![
                any::<$native>(),
                Just(<$native>::MIN),
                Just(<$native>::MAX),
                Just(0 as $native),
                Just(1 as $native),
                Just((0 as $native).wrapping_sub(1)),
            ];
            let bits = |value: $native| value as u128 & ty.mask();
            check((edge.clone(), edge, 0..$width as u32), |(lhs, rhs, amount)| {
                let (l, r) = (bits(lhs), bits(rhs));
                let run = |op| arith(op, ty, l, r).ok();
                prop_assert_eq!(run(ArithOp::Add), Some(bits(lhs.wrapping_add(rhs))));
                prop_assert_eq!(run(ArithOp::Sub), Some(bits(lhs.wrapping_sub(rhs))));
                prop_assert_eq!(run(ArithOp::Mul), Some(bits(lhs.wrapping_mul(rhs))));
                let quotient = (rhs != 0).then(|| bits(lhs.wrapping_div(rhs)));
                prop_assert_eq!(run(ArithOp::Div), quotient);
                let remainder = (rhs != 0).then(|| bits(lhs.wrapping_rem(rhs)));
                prop_assert_eq!(run(ArithOp::Rem), remainder);
                let shifted = |op| arith(op, ty, l, u128::from(amount)).ok();
                prop_assert_eq!(shifted(ArithOp::Shl), Some(bits(lhs << amount)));
                prop_assert_eq!(shifted(ArithOp::Shr), Some(bits(lhs >> amount)));
                let overflow = |op| overflows(op, ty, l, r);
                prop_assert_eq!(overflow(OverflowOp::Add), lhs.checked_add(rhs).is_none());
                prop_assert_eq!(overflow(OverflowOp::Sub), lhs.checked_sub(rhs).is_none());
                prop_assert_eq!(overflow(OverflowOp::Mul), lhs.checked_mul(rhs).is_none());
                prop_assert_eq!(compare(CompareOp::Lt, ty, l, r), lhs < rhs);
                prop_assert_eq!(compare(CompareOp::Ge, ty, l, r), lhs >= rhs);
                Ok(())
            });
        }
    };
}

native_law!(as_native_i8, i8, 8, Sign::Signed);
native_law!(as_native_u16, u16, 16, Sign::Unsigned);
native_law!(as_native_i32, i32, 32, Sign::Signed);
native_law!(as_native_u32, u32, 32, Sign::Unsigned);
native_law!(as_native_i64, i64, 64, Sign::Signed);
native_law!(as_native_u64, u64, 64, Sign::Unsigned);
native_law!(as_native_i128, i128, 128, Sign::Signed);
native_law!(as_native_u128, u128, 128, Sign::Unsigned);

fn pairs(ty: IntType) -> impl Iterator<Item = (u128, u128)> {
    (0..=ty.mask()).flat_map(move |lhs| (0..=ty.mask()).map(move |rhs| (lhs, rhs)))
}
