//! Both kinds of session give the same answers, and models are models.

use logic::{Assignment, BvBinary, BvCompare, Scalar, Sort, TermId, TermPool, Value, evaluate};
use proptest::prelude::*;
use verdict::Budget;

use crate::*;

/// A formula over three bytes from a list of small numbers; the same list gives the same one.
fn formula(pool: &mut TermPool, vars: &[TermId], choices: &[u8]) -> TermId {
    let mut terms = vars.to_vec();
    let mut tests = Vec::new();
    for pair in choices.chunks_exact(4) {
        let [what, a, b, c] = [pair[0], pair[1], pair[2], pair[3]].map(usize::from);
        let (a, b) = (terms[a % terms.len()], terms[b % terms.len()]);
        match what % 8 {
            0 => terms.push(pool.bv_add(a, b)),
            1 => terms.push(pool.bv_binary(BvBinary::UDiv, a, b)),
            2 => terms.push(pool.bv_binary(BvBinary::Shl, a, b)),
            3 => terms.push(pool.bv(8, c as u128)),
            4 => tests.push(pool.bv_compare(BvCompare::SLt, a, b)),
            5 => tests.push(pool.eq(a, b)),
            6 => {
                let not = pool.eq(a, b);
                tests.push(pool.not(not));
            }
            _ => terms.push(pool.bv_mul(a, b)),
        }
    }
    pool.and(&tests)
}

fn session_with_bytes() -> (TermPool, Vec<TermId>) {
    let mut pool = TermPool::new();
    let vars = (0..3).map(|_| pool.fresh_var("b", Sort::BitVec(8))).collect();
    (pool, vars)
}

/// The model of the last answer makes the formula true, by our own evaluator.
fn model_satisfies(
    session: &mut dyn Session,
    pool: &TermPool,
    vars: &[TermId],
    formula: TermId,
) -> bool {
    let mut assignment = Assignment::default();
    for term in vars {
        let value = session.value(pool, *term).expect("a model has values");
        assignment.vars.insert(pool.as_var(*term).unwrap(), value);
    }
    evaluate(pool, formula, &assignment) == Some(Value::Bool(true))
}

/// By trying all values of three bytes would be 2^24; two fixed ones are enough to refute a
/// wrong `unsat`.
fn some_assignment_satisfies(pool: &TermPool, vars: &[TermId], formula: TermId) -> bool {
    (0..=255u128).any(|x| {
        [0u128, 1, 77, 255].iter().any(|y| {
            let mut assignment = Assignment::default();
            for (term, bits) in vars.iter().zip([x, *y, x ^ y]) {
                assignment.vars.insert(pool.as_var(*term).unwrap(), Value::BitVec(8, bits));
            }
            evaluate(pool, formula, &assignment) == Some(Value::Bool(true))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn answers_of_z3_stand_up_to_evaluation(choices in prop::collection::vec(any::<u8>(), 4..40)) {
        let (mut pool, vars) = session_with_bytes();
        let formula = formula(&mut pool, &vars, &choices);
        let mut session = Z3Session::new();
        let budget = Budget::unlimited();
        match session.check(&pool, &[formula], &budget) {
            Answer::Sat => prop_assert!(model_satisfies(&mut session, &pool, &vars, formula)),
            Answer::Unsat => prop_assert!(!some_assignment_satisfies(&pool, &vars, formula)),
            Answer::Unknown(reason) => prop_assert!(false, "bytes are decidable: {}", reason),
        }
    }

    #[test]
    fn asking_once_gives_the_same_answer(choices in prop::collection::vec(any::<u8>(), 4..40)) {
        let (mut pool, vars) = session_with_bytes();
        let formula = formula(&mut pool, &vars, &choices);
        let budget = Budget::unlimited();
        let mut once = OneQuestion::ask(&pool, &[formula], &budget, Effort::Unlimited);
        prop_assert_eq!(once.answer(), &Z3Session::new().check(&pool, &[formula], &budget));
        if *once.answer() == Answer::Sat {
            prop_assert!(once.value(&pool, formula) == Some(Value::Bool(true)));
        }
    }
}

#[test]
fn levels_and_assumptions_are_forgotten() {
    let (mut pool, vars) = session_with_bytes();
    let (zero, one) = (pool.bv(8, 0), pool.bv(8, 1));
    let is_zero = pool.eq(vars[0], zero);
    let is_one = pool.eq(vars[0], one);
    let budget = Budget::unlimited();
    let mut session = Z3Session::new();
    session.push();
    session.assert(&pool, is_zero);
    assert_eq!(session.check(&pool, &[is_one], &budget), Answer::Unsat);
    assert_eq!(session.core(), [is_one]);
    assert_eq!(session.check(&pool, &[], &budget), Answer::Sat);
    assert_eq!(session.value(&pool, vars[0]), Some(Value::BitVec(8, 0)));
    session.pop();
    assert_eq!(session.check(&pool, &[is_one], &budget), Answer::Sat);
    assert_eq!(session.n_checks(), 3);
}

#[test]
fn a_core_names_only_what_it_needs() {
    let (mut pool, vars) = session_with_bytes();
    let (one, two) = (pool.bv(8, 1), pool.bv(8, 2));
    let needed = [pool.eq(vars[0], one), pool.eq(vars[0], two)];
    let idle = pool.eq(vars[1], one);
    let mut session = Z3Session::new();
    let answer = session.check(&pool, &[idle, needed[0], needed[1]], &Budget::unlimited());
    assert_eq!(answer, Answer::Unsat);
    assert_eq!(session.core(), needed);
}

#[test]
fn arrays_and_functions_are_known() {
    let mut pool = TermPool::new();
    let word = Scalar::BitVec(32);
    let memory = pool.fresh_var("memory", Sort::Array(word, Scalar::BitVec(8)));
    let (i, j) = (pool.fresh_var("i", Sort::BitVec(32)), pool.fresh_var("j", Sort::BitVec(32)));
    let byte = pool.bv(8, 7);
    let written = pool.store(memory, i, byte);
    let read = pool.select(written, j);
    let same = pool.eq(i, j);
    let other = pool.eq(read, byte);
    let other = pool.not(other);
    let f = pool.declare_function("f", vec![Sort::BitVec(32)], Sort::Int);
    let (at_i, at_j) = (pool.apply(f, &[i]), pool.apply(f, &[j]));
    let differs = pool.int_lt(at_i, at_j);
    let mut session = Z3Session::new();
    let budget = Budget::unlimited();
    assert_eq!(session.check(&pool, &[same, other], &budget), Answer::Unsat);
    assert_eq!(session.check(&pool, &[same, differs], &budget), Answer::Unsat);
    assert_eq!(session.check(&pool, &[other, differs], &budget), Answer::Sat);
    assert_ne!(session.value(&pool, i), session.value(&pool, j));
}

#[test]
fn a_spent_budget_is_unknown() {
    let (mut pool, vars) = session_with_bytes();
    let formula = pool.eq(vars[0], vars[1]);
    let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
    let answer = Z3Session::new().check(&pool, &[formula], &budget);
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}

/// Whether a number of 61 bits has two factors takes more than a hundredth of a second.
#[test]
fn little_effort_is_unknown() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.fresh_var("x", Sort::BitVec(64)), pool.fresh_var("y", Sort::BitVec(64)));
    let product = pool.bv_mul(x, y);
    let prime = pool.bv(64, (1 << 61) - 1);
    let one = pool.bv(64, 1);
    let small = pool.bv(64, 1 << 31);
    let formulas = [
        pool.eq(product, prime),
        pool.bv_compare(BvCompare::ULt, one, x),
        pool.bv_compare(BvCompare::ULt, one, y),
        pool.bv_compare(BvCompare::ULt, x, small),
        pool.bv_compare(BvCompare::ULt, y, small),
    ];
    let question =
        OneQuestion::ask(&pool, &formulas, &Budget::unlimited(), Effort::Limited(10_000));
    assert!(matches!(question.answer(), Answer::Unknown(_)), "{:?}", question.answer());
}

#[test]
fn a_solver_that_does_not_exist_is_an_error() {
    assert!(PipeSession::start("no-such-solver").is_err());
}

/// `cat` is no solver: what comes back is nonsense, and nonsense is unknown.
#[test]
fn nonsense_is_unknown() {
    let (mut pool, vars) = session_with_bytes();
    let formula = pool.eq(vars[0], vars[1]);
    let mut session = PipeSession::start("cat").expect("cat is everywhere");
    let answer = session.check(&pool, &[formula], &Budget::unlimited());
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}

/// A number of few bits in a wide vector.
fn widened(pool: &mut TermPool, outer: u32, is_signed: bool) -> (TermId, TermId) {
    let x = pool.fresh_var("x", Sort::BitVec(3));
    let wide = if is_signed { pool.sign_extend(outer, x) } else { pool.zero_extend(outer, x) };
    (x, wide)
}

/// Products, quotients and remainders of widened numbers are to the solver what they are to our own
/// evaluator: no value of the operands tells them apart.
#[test]
fn cheaper_arithmetic_is_the_same() {
    const OUTER: u32 = 12;
    let ops = [BvBinary::Mul, BvBinary::UDiv, BvBinary::URem, BvBinary::SDiv, BvBinary::SRem];
    let divisors = [0u128, 1, 2, 4, 5, 0x400, 0x800, 0xffc, 0xfff];
    for (is_signed, op) in [false, true].into_iter().flat_map(|sign| ops.map(|op| (sign, op))) {
        let mut pool = TermPool::new();
        let (x, a) = widened(&mut pool, OUTER, is_signed);
        let (y, b) = widened(&mut pool, OUTER, is_signed);
        let sum = pool.bv_add(a, b);
        let mut terms = vec![pool.bv_binary(op, a, b), pool.bv_binary(op, sum, b)];
        for bits in divisors {
            let divisor = pool.bv(OUTER, bits);
            terms.push(pool.bv_binary(op, sum, divisor));
            terms.push(pool.bv_binary(op, divisor, sum));
        }
        for (p, q) in (0..8u128).flat_map(|p| (0..8u128).map(move |q| (p, q))) {
            let mut assignment = Assignment::default();
            let mut asked = Vec::new();
            for (var, bits) in [(x, p), (y, q)] {
                assignment.vars.insert(pool.as_var(var).unwrap(), Value::BitVec(3, bits));
                let constant = pool.bv(3, bits);
                asked.push(pool.eq(var, constant));
            }
            for term in &terms {
                let Some(Value::BitVec(_, bits)) = evaluate(&pool, *term, &assignment) else {
                    panic!("a vector has bits")
                };
                let value = pool.bv(OUTER, bits);
                asked.push(pool.eq(*term, value));
            }
            let question = OneQuestion::ask(&pool, &asked, &Budget::unlimited(), Effort::Unlimited);
            assert_eq!(*question.answer(), Answer::Sat, "{op:?} of {p} and {q}");
        }
    }
}

/// `sum = a[0] + a[1] + a[2]` stays so where one element is exchanged, and does not if it is only added.
#[test]
fn a_divided_question_is_answered_as_the_whole_is() {
    let mut pool = TermPool::new();
    let word = Sort::BitVec(32);
    let memory = pool.fresh_var("a", Sort::Array(Scalar::BitVec(32), Scalar::BitVec(32)));
    let [sum, new, at] = ["sum", "new", "at"].map(|name| pool.fresh_var(name, word));
    let total = |pool: &mut TermPool, memory: TermId| {
        (0..3).fold(pool.bv(32, 0), |total, index| {
            let index = pool.bv(32, index);
            let element = pool.select(memory, index);
            pool.bv_add(total, element)
        })
    };
    let before = total(&mut pool, memory);
    let known = pool.eq(sum, before);
    let limit = pool.bv(32, 3);
    let inside = pool.bv_compare(BvCompare::ULt, at, limit);
    let stored = pool.store(memory, at, new);
    let after = total(&mut pool, stored);
    let old = pool.select(memory, at);
    let added = pool.bv_add(sum, new);
    let exchanged = pool.bv_sub(added, old);
    let pains = Pains { max_ways: 100, each: Effort::Limited(1_000_000) };
    for (result, expected) in [(exchanged, Answer::Unsat), (added, Answer::Sat)] {
        let same = pool.eq(result, after);
        let broken = pool.not(same);
        let formulas = [known, inside, broken];
        let ways = Ways::ask(&mut pool, &formulas, &Budget::unlimited(), pains);
        assert_eq!(ways.answer, expected);
        assert_eq!(ways.model.is_some(), expected == Answer::Sat);
    }
}

/// Reads and writes of an array of bytes from a list of small numbers, and what is asked of them.
fn formula_over_memory(pool: &mut TermPool, bytes: &[TermId], choices: &[u8]) -> TermId {
    let sort = Sort::Array(Scalar::BitVec(8), Scalar::BitVec(8));
    let zero = pool.bv(8, 0);
    let mut arrays = vec![pool.fresh_var("m", sort), pool.const_array(Scalar::BitVec(8), zero)];
    let mut terms = bytes.to_vec();
    let mut tests = Vec::new();
    for chunk in choices.chunks_exact(4) {
        let [what, a, b, c] = [chunk[0], chunk[1], chunk[2], chunk[3]].map(usize::from);
        let (x, y) = (terms[a % terms.len()], terms[b % terms.len()]);
        let array = arrays[c % arrays.len()];
        match what % 7 {
            0 | 1 => arrays.push(pool.store(array, x, y)),
            2 | 3 => terms.push(pool.select(array, x)),
            4 => {
                let (is_less, other) =
                    (pool.bv_compare(BvCompare::ULt, x, y), arrays[a % arrays.len()]);
                arrays.push(pool.ite(is_less, array, other));
            }
            5 => {
                let equal = pool.eq(x, y);
                tests.push(if c % 2 == 0 { equal } else { pool.not(equal) });
            }
            _ => terms.push(pool.bv(8, c as u128 % 4)),
        }
    }
    let last = terms[terms.len() - 1];
    let at_last = pool.select(arrays[arrays.len() - 1], last);
    let different = pool.eq(at_last, last);
    tests.push(pool.not(different));
    pool.and(&tests)
}

proptest! {
    /// Reads as choices have a model exactly where arrays have one, and the model makes all of it true,
    /// reads that were not a part of the question among it.
    #[test]
    fn reads_as_choices_mean_reads(choices in proptest::collection::vec(any::<u8>(), 8..80)) {
        let (mut pool, bytes) = session_with_bytes();
        let formula = formula_over_memory(&mut pool, &bytes, &choices);
        let budget = Budget::unlimited();
        let mut kept = Z3Session::new();
        kept.assert(&pool, formula);
        let expected = kept.check(&pool, &[], &budget);
        let mut flat = OneQuestion::ask_in_bits(&pool, &[formula], &budget);
        prop_assert_eq!(flat.answer(), &expected);
        if *flat.answer() == Answer::Sat {
            let terms = pool.postorder(&[formula]);
            let mut model = logic::Model::default();
            let value = model.value(&pool, formula, |term| flat.value(&pool, term));
            prop_assert_eq!(value, Some(Value::Bool(true)), "{} terms", terms.len());
        }
    }
}
