//! The answers are those of Z3, models are models, and what an answer rests on suffices for it.

use logic::{Assignment, BvBinary, BvCompare, Scalar, Sort, TermId, TermPool, Value, evaluate};
use proptest::prelude::*;
use verdict::Budget;

use super::GrowingQuestions;
use crate::{Answer, Effort, Session, Z3Session};

const WIDTH: u32 = 4;
const OPS: [BvBinary; 6] =
    [BvBinary::Add, BvBinary::Sub, BvBinary::Mul, BvBinary::UDiv, BvBinary::And, BvBinary::LShr];

/// Tests of numbers and of what is read in an array that is written to, from a list of small numbers.
fn tests(choices: &[[u8; 4]]) -> (TermPool, Vec<TermId>, Vec<TermId>) {
    let mut pool = TermPool::new();
    let numbers: Vec<TermId> =
        ["x", "y", "z"].map(|name| pool.fresh_var(name, Sort::BitVec(WIDTH))).into();
    let memory = Sort::Array(Scalar::BitVec(WIDTH), Scalar::BitVec(WIDTH));
    let mut arrays = vec![pool.fresh_var("m", memory)];
    let (mut terms, mut tests) = (numbers.clone(), Vec::new());
    for choice in choices {
        let [what, a, b, c] = choice.map(usize::from);
        let (x, y) = (terms[a % terms.len()], terms[b % terms.len()]);
        let array = arrays[c % arrays.len()];
        match what % 7 {
            0 => terms.push(pool.bv(WIDTH, c as u128 % (1 << WIDTH))),
            1 => terms.push(pool.select(array, x)),
            2 => arrays.push(pool.store(array, x, y)),
            3 => tests.push(pool.bv_compare(BvCompare::SLt, x, y)),
            4 => {
                let equal = pool.eq(x, y);
                tests.push(if c % 2 == 0 { pool.not(equal) } else { equal });
            }
            5 => tests.push(pool.bv_compare(BvCompare::ULe, x, y)),
            _ => terms.push(pool.bv_binary(OPS[c % OPS.len()], x, y)),
        }
    }
    (pool, numbers, tests)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn answers_are_those_of_z3(
        choices in prop::collection::vec(any::<[u8; 4]>(), 4..28),
        turns in prop::collection::vec(any::<u16>(), 1..8),
    ) {
        let (mut pool, numbers, tests) = tests(&choices);
        let budget = Budget::unlimited();
        let mut questions = GrowingQuestions::default();
        let labels: Vec<TermId> = tests.iter().map(|_| pool.fresh_var("b", Sort::Bool)).collect();
        let mut said = Vec::new();
        for (label, test) in labels.iter().zip(&tests) {
            said.push(pool.eq(*label, *test));
        }
        // Half of them before the first question, the others one by one between questions.
        let (first, others) = said.split_at(said.len() / 2);
        first.iter().for_each(|it| questions.assert(&pool, *it));
        let (mut said, mut others) = (first.to_vec(), others.iter());
        for turn in turns {
            let chosen: Vec<TermId> = labels
                .iter()
                .enumerate()
                .filter(|(at, _)| turn >> (at % 8) & 1 == 1)
                .map(|(at, label)| if turn >> (8 + at % 8) & 1 == 1 { pool.not(*label) } else { *label })
                .collect();
            let answer = questions.ask(&pool, &chosen, &budget, Effort::Unlimited);
            let all = |assumed: &[TermId]| [&said[..], assumed].concat();
            let expected = Z3Session::new().check(&pool, &all(&chosen), &budget);
            prop_assert_eq!(&answer, &expected);
            match answer {
                Answer::Unsat => {
                    let core = questions.core();
                    prop_assert!(core.iter().all(|it| chosen.contains(it)));
                    let again = Z3Session::new().check(&pool, &all(&core), &budget);
                    prop_assert_eq!(again, Answer::Unsat);
                }
                Answer::Sat => {
                    // With the values of the numbers, there is still a model.
                    let mut fixed = all(&chosen);
                    let mut values = Assignment::default();
                    for number in &numbers {
                        let value = questions.value(&pool, *number).expect("a model has values");
                        let Value::BitVec(width, bits) = value else { panic!("it is a number") };
                        let constant = pool.bv(width, bits);
                        values.vars.insert(pool.as_var(*number).unwrap(), value);
                        fixed.push(pool.eq(*number, constant));
                    }
                    prop_assert_eq!(Z3Session::new().check(&pool, &fixed, &budget), Answer::Sat);
                    // What is computed from numbers alone has the value that our own evaluator gives it.
                    for test in &tests {
                        if let Some(expected) = evaluate(&pool, *test, &values) {
                            prop_assert_eq!(questions.value(&pool, *test), Some(expected));
                        }
                    }
                }
                Answer::Unknown(why) => panic!("there is no limit: {why}"),
            }
            if let Some(next) = others.next() {
                questions.assert(&pool, *next);
                said.push(*next);
            }
        }
    }
}

/// What cannot be said in bits is asked of Z3, with all that was said before.
#[test]
fn integers_of_any_size_are_a_matter_for_z3() {
    let mut pool = TermPool::new();
    let budget = Budget::unlimited();
    let mut questions = GrowingQuestions::default();
    let [a, b] = ["a", "b"].map(|name| pool.fresh_var(name, Sort::Bool));
    questions.assert(&pool, a);
    assert_eq!(questions.ask(&pool, &[b], &budget, Effort::Unlimited), Answer::Sat);
    let number = pool.fresh_var("n", Sort::Int);
    let zero = pool.int(0);
    let is_positive = pool.int_lt(zero, number);
    let meaning = pool.eq(b, is_positive);
    questions.assert(&pool, meaning);
    let not_a = pool.not(a);
    assert_eq!(questions.ask(&pool, &[b, not_a], &budget, Effort::Unlimited), Answer::Unsat);
    assert_eq!(questions.core(), [not_a]);
    assert_eq!(questions.ask(&pool, &[b], &budget, Effort::Unlimited), Answer::Sat);
}
