//! The machine's own results are the oracle.

use ir::Sign;
use ir_passes::points_to::{ExternalPointers, PointsTo};
use logic::{Assignment, Sort, Term, Value, evaluate};
use proptest::prelude::*;

use super::*;
use crate::float::number_of;
use crate::float_landmarks::LARGE;

/// An encoder of a program that names these numbers.
fn with_encoder<T>(named: &[f64], test: impl FnOnce(&mut Encoder<'_>) -> T) -> T {
    let program = crate::tests::program("", "L0 -> L1: return");
    let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
    let mut encoder = Encoder::new(&program, points_to, Integers::Machine)
        .expect("a program without objects has room");
    let mut all = named.to_vec();
    all.extend([-LARGE, 0.0, LARGE]);
    encoder.float_bounds.named = sorted(all.clone());
    encoder.float_bounds.compared = sorted(all);
    test(&mut encoder)
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        any::<f32>().prop_map(f64::from),
        -200.0f64..200.0,
        (-8i8..8).prop_map(|it| f64::from(it) / 4.0),
        prop::sample::select(vec![
            0.0,
            -0.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MAX,
            5e-324,
            f64::from(f32::MAX),
            1e-45,
            100.0,
            -40.0,
        ]),
    ]
}

fn operation() -> impl Strategy<Value = ArithOp> {
    prop::sample::select(vec![ArithOp::Add, ArithOp::Sub, ArithOp::Mul, ArithOp::Div])
}

fn machine(op: ArithOp, ty: FloatType, a: f64, b: f64) -> u128 {
    match ty {
        FloatType::F32 => {
            let (a, b) = (a as f32, b as f32);
            let result = match op {
                ArithOp::Add => a + b,
                ArithOp::Sub => a - b,
                ArithOp::Mul => a * b,
                _ => a / b,
            };
            u128::from(result.to_bits())
        }
        _ => {
            let result = match op {
                ArithOp::Add => a + b,
                ArithOp::Sub => a - b,
                ArithOp::Mul => a * b,
                _ => a / b,
            };
            u128::from(result.to_bits())
        }
    }
}

fn assign(encoder: &Encoder<'_>, to: &mut Assignment, term: TermId, width: u32, bits: u128) {
    let var = encoder.pool.as_var(term).expect("made as a variable");
    to.vars.insert(var, Value::BitVec(width, bits));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Two operations, one on the result of the other: whatever the landmarks are, the machine's results
    /// are results of the terms, and compare with all numbers as they do.
    #[test]
    fn results_of_the_machine_are_kept(
        ops in [operation(), operation()],
        numbers in [number(), number(), number()],
        named in prop::collection::vec(-150.0f64..150.0, 0..4),
        against in number(),
        is_double: bool,
        is_constant: bool,
    ) {
        let ty = if is_double { FloatType::F64 } else { FloatType::F32 };
        let width = ty.bits();
        let named: Vec<f64> = named.into_iter().map(|it| rounded(ty, it)).collect();
        with_encoder(&named, |encoder| {
            let mut assignment = Assignment::default();
            let bits = numbers.map(|it| bits_of(ty, it).expect("of these formats"));
            let [a, b, c] = [0, 1, 2].map(|index| {
                if index == 1 && is_constant {
                    return encoder.pool.bv(width, bits[index]);
                }
                let var = encoder.pool.fresh_var("operand", Sort::BitVec(width));
                assign(encoder, &mut assignment, var, width, bits[index]);
                var
            });
            let first = machine(ops[0], ty, numbers[0], numbers[1]);
            let first_number = number_of(ty, first).unwrap_or(f64::NAN);
            let second = machine(ops[1], ty, first_number, numbers[2]);
            let unknown = [first, second].map(|bits| {
                let var = encoder.pool.fresh_var("unknown", Sort::BitVec(width));
                assign(encoder, &mut assignment, var, width, bits);
                var
            });
            let inner = encoder.bounded(ops[0], ty, [a, b], unknown[0]);
            let outer = encoder.bounded(ops[1], ty, [inner, c], unknown[1]);
            let opposite = encoder.float_negation(ty, outer);
            for (term, bits) in [(inner, first), (outer, second)] {
                let value = evaluate(&encoder.pool, term, &assignment);
                prop_assert_eq!(value, Some(Value::BitVec(width, bits)));
            }
            let mut bounds = vec![against];
            bounds.extend(encoder.float_landmarks(ty));
            let number = number_of(ty, second).unwrap_or(f64::NAN);
            for bound in bounds.into_iter().map(|it| rounded(ty, it)).filter(|it| !it.is_nan()) {
                for (op, term, expected) in [
                    (CompareOp::Le, outer, number <= bound),
                    (CompareOp::Lt, outer, number < bound),
                    (CompareOp::Ge, outer, number >= bound),
                    (CompareOp::Gt, outer, number > bound),
                    (CompareOp::Eq, outer, number == bound),
                    (CompareOp::Ne, outer, number != bound),
                    (CompareOp::Le, opposite, -number <= bound),
                    (CompareOp::Gt, opposite, -number > bound),
                ] {
                    let asked = encoder.float_bound(op, ty, term, bound);
                    let holds = evaluate(&encoder.pool, asked, &assignment);
                    prop_assert_eq!(holds, Some(Value::Bool(expected)), "{} {:?} {}", number, op, bound);
                }
            }
            Ok(())
        })?;
    }

    /// Also of results that no machine has: bits and comparisons tell the same.
    #[test]
    fn what_is_held_is_within_the_bounds(
        op in operation(),
        numbers in [number(), number()],
        any in number(),
    ) {
        let ty = FloatType::F64;
        prop_assume!(!any.is_nan());
        with_encoder(&[1.5, 100.0], |encoder| {
            let mut assignment = Assignment::default();
            let [a, b, unknown] = [numbers[0], numbers[1], any].map(|it| {
                let var = encoder.pool.fresh_var("number", Sort::BitVec(64));
                assign(encoder, &mut assignment, var, 64, u128::from(it.to_bits()));
                var
            });
            let term = encoder.bounded(op, ty, [a, b], unknown);
            let value = evaluate(&encoder.pool, term, &assignment);
            let Some(Value::BitVec(_, bits)) = value else { panic!("a number has bits") };
            let number = f64::from_bits(bits as u64);
            for bound in encoder.landmarks(ty, term) {
                let asked = encoder.at_most(ty, term, bound);
                let holds = evaluate(&encoder.pool, asked, &assignment);
                prop_assert_eq!(holds, Some(Value::Bool(number <= bound)));
                let asked = encoder.at_least(ty, term, bound);
                let holds = evaluate(&encoder.pool, asked, &assignment);
                prop_assert_eq!(holds, Some(Value::Bool(number >= bound)));
            }
            Ok(())
        })?;
    }

    #[test]
    fn what_is_rounded_stays_in_order(
        wide in number(),
        whole: i64,
        named in prop::collection::vec((-150i16..150).prop_map(f64::from), 0..4),
        against in number(),
    ) {
        with_encoder(&named, |encoder| {
            let from_double = (Type::Float(FloatType::F64), u128::from(wide.to_bits()), wide as f32);
            let int = Type::Int(IntType { width: 64, sign: Sign::Signed });
            let from_whole = (int, u128::from(whole as u64), whole as f32);
            for (from, bits, expected) in [from_double, from_whole] {
                let mut assignment = Assignment::default();
                let a = encoder.pool.fresh_var("operand", Sort::BitVec(64));
                let unknown = encoder.pool.fresh_var("unknown", Sort::BitVec(32));
                assign(encoder, &mut assignment, a, 64, bits);
                assign(encoder, &mut assignment, unknown, 32, u128::from(expected.to_bits()));
                let term = encoder.bounded_conversion(from, FloatType::F32, a, unknown);
                let value = evaluate(&encoder.pool, term, &assignment);
                prop_assert_eq!(value, Some(Value::BitVec(32, u128::from(expected.to_bits()))));
                // A wider copy compares as it does, with numbers that only the wider format has, too.
                let double = Type::Float(FloatType::F64);
                let copy = encoder.float_convert(Type::Float(FloatType::F32), double, term);
                let asked = encoder.float_bound(CompareOp::Le, FloatType::F64, copy, against);
                let is_told = expected.is_normal() || expected == 0.0 || expected.is_infinite();
                if is_told && !against.is_nan() {
                    let holds = evaluate(&encoder.pool, asked, &assignment);
                    prop_assert_eq!(holds, Some(Value::Bool(f64::from(expected) <= against)));
                }
            }
            Ok(())
        })?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_was_an_integer_compares_as_one(
        whole: i32,
        small in -200i32..200,
        against in number(),
        times in -3.0f64..3.0,
    ) {
        prop_assume!(!against.is_nan());
        with_encoder(&[100.0], |encoder| {
            let double = Type::Float(FloatType::F64);
            let int = Type::Int(IntType { width: 32, sign: Sign::Signed });
            for whole in [whole, small] {
                let mut assignment = Assignment::default();
                let a = encoder.pool.fresh_var("whole", Sort::BitVec(32));
                assign(encoder, &mut assignment, a, 32, u128::from(whole as u32));
                let float = encoder.float_convert(int, double, a);
                let times_bits = u128::from(times.to_bits());
                let factor = encoder.pool.bv(64, times_bits);
                let product = f64::from(whole) * times;
                let unknown = encoder.pool.fresh_var("unknown", Sort::BitVec(64));
                assign(encoder, &mut assignment, unknown, 64, u128::from(product.to_bits()));
                let scaled =
                    encoder.bounded(ArithOp::Mul, FloatType::F64, [float, factor], unknown);
                for (term, number) in [(float, f64::from(whole)), (scaled, product)] {
                    for bound in [against, f64::from(small), 100.0] {
                        for (op, expected) in
                            [(CompareOp::Le, number <= bound), (CompareOp::Ge, number >= bound)]
                        {
                            let asked = encoder.float_bound(op, FloatType::F64, term, bound);
                            let holds = evaluate(&encoder.pool, asked, &assignment);
                            prop_assert_eq!(holds, Some(Value::Bool(expected)));
                        }
                    }
                }
            }
            Ok(())
        })?;
    }
}

/// A mean with weights stays where what it is made of is.
#[test]
fn bounds_are_told_without_bits() {
    with_encoder(&[0.0, 100.0], |encoder| {
        let ty = FloatType::F32;
        let sort = Sort::BitVec(32);
        let (x, y) = (encoder.pool.fresh_var("x", sort), encoder.pool.fresh_var("y", sort));
        let weights = [0.9f32, 0.1].map(|it| encoder.pool.bv(32, u128::from(it.to_bits())));
        let [x, y] = [(x, weights[0]), (y, weights[1])]
            .map(|(it, weight)| encoder.float_arith(ArithOp::Mul, ty, weight, it));
        let mean = encoder.float_arith(ArithOp::Add, ty, x, y);
        for (op, bound) in [(CompareOp::Le, 100.0), (CompareOp::Ge, 0.0)] {
            let asked = encoder.float_bound(op, ty, mean, bound);
            let inner = encoder.pool.postorder(&[asked]);
            let is_bound = |it: &TermId| matches!(encoder.pool[*it], Term::Or(_));
            assert!(inner.iter().any(is_bound), "a formula over comparisons of operands");
        }
    });
}
