//! The processor's own floats as the reference for 32 and 64 bits, exact conversions for the
//! others.

use ir::{ArithOp, CompareOp, FloatType, IntType};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::*;

fn check<S: Strategy>(strategy: S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases: 4096, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng).run(&strategy, property).unwrap();
}

/// Bits of doubles, special ones often.
fn double() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        any::<i16>().prop_map(|value| f64::from(value).to_bits()),
        prop::sample::select(vec![0.0, -0.0, 1.0, f64::INFINITY, f64::MIN_POSITIVE, 5e-324])
            .prop_map(f64::to_bits),
    ]
}

fn same(bits: u128, value: f64) -> bool {
    let own = f64::from_bits(bits as u64);
    if value.is_nan() { own.is_nan() } else { bits == u128::from(value.to_bits()) }
}

#[test]
fn doubles_are_those_of_the_processor() {
    check((double(), double()), |(lhs, rhs)| {
        let (l, r) = (f64::from_bits(lhs), f64::from_bits(rhs));
        let (lhs, rhs) = (u128::from(lhs), u128::from(rhs));
        for (op, value) in [
            (ArithOp::Add, l + r),
            (ArithOp::Sub, l - r),
            (ArithOp::Mul, l * r),
            (ArithOp::Div, l / r),
        ] {
            let fast = arith(op, FloatType::F64, lhs, rhs);
            let soft = soft_arith::<Double>(op, lhs, rhs);
            prop_assert!(same(fast, value), "{} {:?} {}", l, op, r);
            prop_assert_eq!(fast, soft);
        }
        prop_assert_eq!(compare(CompareOp::Lt, FloatType::F64, lhs, rhs), l < r);
        prop_assert_eq!(compare(CompareOp::Le, FloatType::F64, lhs, rhs), l <= r);
        prop_assert_eq!(compare(CompareOp::Gt, FloatType::F64, lhs, rhs), l > r);
        prop_assert_eq!(compare(CompareOp::Ge, FloatType::F64, lhs, rhs), l >= r);
        prop_assert_eq!(compare(CompareOp::Eq, FloatType::F64, lhs, rhs), l == r);
        prop_assert_eq!(compare(CompareOp::Ne, FloatType::F64, lhs, rhs), l != r);
        prop_assert!(same(negate(FloatType::F64, lhs), -l));
        Ok(())
    });
}

#[test]
fn conversions_are_those_of_the_processor() {
    check((double(), any::<i128>()), |(bits, integer)| {
        let (value, bits) = (f64::from_bits(bits), u128::from(bits));
        let narrow = convert(FloatType::F64, FloatType::F32, bits);
        let is_same = f32::from_bits(narrow as u32).to_bits() == (value as f32).to_bits();
        prop_assert!(value.is_nan() || is_same);
        let int = IntType::signed(64);
        let fits = value > -9.3e18 && value < 9.2e18 && value as i64 as f64 == value.trunc();
        if fits {
            prop_assert_eq!(to_int(FloatType::F64, int, bits), Ok(int.wrap(value as i128)));
        }
        let wide = IntType::signed(128);
        let converted = of_int(FloatType::F64, wide, integer as u128);
        prop_assert!(same(converted, integer as f64));
        let converted = of_int(FloatType::F64, IntType::unsigned(128), integer as u128);
        prop_assert!(same(converted, integer as u128 as f64));
        Ok(())
    });
}

#[test]
fn wider_formats_hold_doubles_exactly() {
    check(double(), |bits| {
        let bits = u128::from(bits);
        if !f64::from_bits(bits as u64).is_nan() {
            for wide in [FloatType::F80, FloatType::F128] {
                let there = convert(FloatType::F64, wide, bits);
                prop_assert_eq!(convert(wide, FloatType::F64, there), bits);
            }
        }
        Ok(())
    });
}

#[test]
fn long_integers_survive_the_x87_format() {
    check(any::<i64>(), |integer| {
        let int = IntType::signed(64);
        let bits = int.wrap(i128::from(integer));
        let float = of_int(FloatType::F80, int, bits);
        prop_assert_eq!(to_int(FloatType::F80, int, float), Ok(bits));
        Ok(())
    });
}

#[test]
fn what_does_not_fit_an_integer_is_a_fault() {
    let byte = IntType::unsigned(8);
    let convert = |value: f64| to_int(FloatType::F64, byte, u128::from(value.to_bits()));
    assert_eq!(convert(255.9), Ok(255));
    assert_eq!(convert(-0.9), Ok(0));
    for outside in [256.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(convert(outside), Err(FaultKind::FloatToIntOutOfRange), "{outside}");
    }
}
