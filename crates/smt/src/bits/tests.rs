//! Circuits mean what terms mean: the same answers as Z3's, and models that are models.

use logic::{Assignment, BvBinary, BvCompare, Sort, Term, TermId, TermPool, Value, evaluate};
use proptest::prelude::*;
use verdict::Budget;

use super::{BitAnswer, BitModel, BitSession, Open};
use crate::{Answer, Effort, Session, Z3Session};

const OPS: [BvBinary; 13] = [
    BvBinary::Add,
    BvBinary::Sub,
    BvBinary::Mul,
    BvBinary::UDiv,
    BvBinary::SDiv,
    BvBinary::URem,
    BvBinary::SRem,
    BvBinary::And,
    BvBinary::Or,
    BvBinary::Xor,
    BvBinary::Shl,
    BvBinary::LShr,
    BvBinary::AShr,
];
const COMPARISONS: [BvCompare; 4] =
    [BvCompare::ULt, BvCompare::ULe, BvCompare::SLt, BvCompare::SLe];
const WIDTH: u32 = 6;

/// Terms of all kinds over three variables from a list of small numbers, and tests of them.
fn terms_and_tests(choices: &[[u8; 4]]) -> (TermPool, Vec<TermId>, Vec<TermId>) {
    let mut pool = TermPool::new();
    let vars: Vec<TermId> = (0..3).map(|_| pool.fresh_var("v", Sort::BitVec(WIDTH))).collect();
    let mut terms = vars.clone();
    let mut tests = vec![pool.fresh_var("b", Sort::Bool)];
    for choice in choices {
        let [what, a, b, c] = choice.map(usize::from);
        let (x, y) = (terms[a % terms.len()], terms[b % terms.len()]);
        match what % 10 {
            0 => terms.push(pool.bv(WIDTH, c as u128 % (1 << WIDTH))),
            1 => terms.push(pool.bv_neg(x)),
            2 => terms.push(pool.bv_not(x)),
            3 => {
                let low = u32::try_from(c).unwrap_or(0) % WIDTH;
                let part = pool.extract(WIDTH - 1, low, x);
                let widened = match b % 2 {
                    0 => pool.zero_extend(WIDTH, part),
                    _ => pool.sign_extend(WIDTH, part),
                };
                terms.push(widened);
            }
            4 => {
                let (high, low) = (pool.extract(WIDTH - 3, 0, x), pool.extract(1, 0, y));
                terms.push(pool.concat(high, low));
            }
            5 => {
                let condition = tests[c % tests.len()];
                terms.push(pool.ite(condition, x, y));
            }
            6 => tests.push(pool.bv_compare(COMPARISONS[c % 4], x, y)),
            7 => {
                let equal = pool.eq(x, y);
                tests.push(if c % 3 == 0 { pool.not(equal) } else { equal });
            }
            _ => terms.push(pool.bv_binary(OPS[c % OPS.len()], x, y)),
        }
    }
    (pool, vars, tests)
}

fn asked(pool: &TermPool, formulas: &[TermId]) -> BitAnswer {
    let (unlimited, mut session) = (Budget::unlimited(), BitSession::default());
    session.ask(pool, formulas, &unlimited, Effort::Unlimited).expect("bits say it")
}

/// The model makes the tests true, by our own evaluator.
fn is_model(pool: &TermPool, variables: &[TermId], tests: &[TermId], model: &mut BitModel) -> bool {
    let mut assignment = Assignment::default();
    for var in variables {
        let value = model.value(pool, *var, Open::IsZero).expect("a model has values");
        assignment.vars.insert(pool.as_var(*var).unwrap(), value);
    }
    tests.iter().all(|test| evaluate(pool, *test, &assignment) == Some(Value::Bool(true)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// With values for the variables, every term has the value that our own evaluator gives it.
    #[test]
    fn circuits_compute(
        choices in prop::collection::vec(any::<[u8; 4]>(), 1..24),
        values in any::<[u8; 3]>(),
        truth in any::<bool>(),
    ) {
        let (mut pool, vars, tests) = terms_and_tests(&choices);
        let mut assignment = Assignment::default();
        let mut given = Vec::new();
        for (var, value) in vars.iter().zip(values) {
            let bits = u128::from(value) % (1 << WIDTH);
            assignment.vars.insert(pool.as_var(*var).unwrap(), Value::BitVec(WIDTH, bits));
            let constant = pool.bv(WIDTH, bits);
            given.push(pool.eq(*var, constant));
        }
        assignment.vars.insert(pool.as_var(tests[0]).unwrap(), Value::Bool(truth));
        given.push(if truth { tests[0] } else { pool.not(tests[0]) });
        let mut model = asked(&pool, &given).model.expect("variables can have these values");
        for term in pool.postorder(&tests) {
            let expected = evaluate(&pool, term, &assignment);
            let value = model.value(&pool, term, Open::IsZero);
            prop_assert_eq!(value, expected, "{:?}", pool[term]);
        }
    }

    /// What is asked has a model here exactly where Z3 has one, and the model makes all of it true.
    #[test]
    fn answers_are_those_of_z3(choices in prop::collection::vec(any::<[u8; 4]>(), 1..24)) {
        let (pool, vars, tests) = terms_and_tests(&choices);
        let BitAnswer { answer, model } = asked(&pool, &tests);
        let expected = Z3Session::new().check(&pool, &tests, &Budget::unlimited());
        prop_assert_eq!(&answer, &expected);
        if let Some(mut model) = model {
            let variables: Vec<TermId> = vars.iter().chain(&tests[..1]).copied().collect();
            prop_assert!(is_model(&pool, &variables, &tests, &mut model));
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// The same if the questions are asked one after the other of a solver that remembers: each test alone, and
    /// all up to it.
    #[test]
    fn one_question_does_not_change_the_next(
        choices in prop::collection::vec(any::<[u8; 4]>(), 1..16),
    ) {
        let (pool, vars, tests) = terms_and_tests(&choices);
        let (budget, variables) = (Budget::unlimited(), [&vars[..], &tests[..1]].concat());
        let mut session = BitSession::default();
        for n in 0..tests.len() {
            for question in [&tests[n..=n], &tests[..=n]] {
                let asked = session.ask(&pool, question, &budget, Effort::Unlimited);
                let BitAnswer { answer, model } = asked.expect("bits say it");
                prop_assert_eq!(&answer, &Z3Session::new().check(&pool, question, &budget));
                if let Some(mut model) = model {
                    prop_assert!(is_model(&pool, &variables, question, &mut model));
                }
            }
        }
    }

    /// What is determined has that value however the rest is completed: with zeros, too.
    #[test]
    fn what_is_determined_is_so(choices in prop::collection::vec(any::<[u8; 4]>(), 1..24)) {
        let (pool, _, tests) = terms_and_tests(&choices);
        let Some(mut model) = asked(&pool, &tests[1..]).model else { return Ok(()) };
        let asked_about = pool.postorder(&tests[1..]);
        for term in pool.postorder(&tests) {
            if let Some(value) = model.value(&pool, term, Open::IsUntold) {
                prop_assert_eq!(model.value(&pool, term, Open::IsZero), Some(value));
                let is_variable = matches!(pool[term], Term::Var(_));
                prop_assert!(!is_variable || asked_about.contains(&term));
            }
        }
    }
}

/// Sums that are the same in another order, each of a different length: no search tells it of adders.
#[test]
fn equal_sums_need_no_search() {
    let mut pool = TermPool::new();
    let parts: Vec<TermId> = (0..30).map(|_| pool.fresh_var("x", Sort::BitVec(32))).collect();
    let sum = |pool: &mut TermPool, parts: &mut dyn Iterator<Item = &TermId>| {
        let zero = pool.bv(32, 0);
        parts.fold(zero, |sum, part| pool.bv_add(sum, *part))
    };
    let there = sum(&mut pool, &mut parts.iter());
    let back = sum(&mut pool, &mut parts.iter().rev());
    let same = pool.eq(there, back);
    let differ = pool.not(same);
    let (effort, mut session) = (Effort::Limited(1_000), BitSession::default());
    let question = session.ask(&pool, &[differ], &Budget::unlimited(), effort);
    assert_eq!(question.expect("bits say it").answer, Answer::Unsat);
}

/// A budget that is spent ends the search.
#[test]
fn the_search_ends_with_the_budget() {
    let mut pool = TermPool::new();
    let [x, y] = ["x", "y"].map(|name| pool.fresh_var(name, Sort::BitVec(64)));
    let [one, small] = [1, 1 << 31].map(|bits| pool.bv(64, bits));
    let (product, prime) = (pool.bv_mul(x, y), pool.bv(64, (1 << 61) - 1));
    let mut formulas = vec![pool.eq(product, prime)];
    for factor in [x, y] {
        formulas.push(pool.bv_compare(BvCompare::ULt, one, factor));
        formulas.push(pool.bv_compare(BvCompare::ULt, factor, small));
    }
    let brief = Budget::unlimited().with_time(std::time::Duration::from_millis(50));
    let question = BitSession::default().ask(&pool, &formulas, &brief, Effort::Unlimited);
    assert!(matches!(question.expect("bits say it").answer, Answer::Unknown(_)));
}
