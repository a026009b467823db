//! A simpler step knows of no memory and of no hard product, and of everything else what the step knows.

use index::IndexVec;
use logic::{BvCompare, Scalar, Sort, Substitution, TermId, TermPool};

use super::{is_about_numbers, simpler_steps};
use crate::dissolve::Step;

const BYTE: Sort = Sort::BitVec(8);

fn var(pool: &mut TermPool, name: &str, sort: Sort) -> (TermId, logic::VarId) {
    let term = pool.fresh_var(name, sort);
    (term, pool.as_var(term).expect("it is a variable"))
}

#[test]
fn what_is_hard_may_be_anything() {
    let mut pool = TermPool::new();
    let (at, at_var) = var(&mut pool, "at", BYTE);
    let (n, n_var) = var(&mut pool, "n", BYTE);
    let memory_sort = Sort::Array(Scalar::BitVec(8), Scalar::BitVec(8));
    let (memory, memory_var) = var(&mut pool, "memory", memory_sort);
    let (one, five, eight) = (pool.bv(8, 1), pool.bv(8, 5), pool.bv(8, 8));
    let read = pool.select(memory, at);
    let next = pool.bv_add(n, one);
    let (product, rest) = (pool.bv_mul(read, n), pool.bv_binary(logic::BvBinary::URem, n, five));
    let low = pool.bv_binary(logic::BvBinary::URem, n, eight);
    let is_five = pool.eq(read, five);
    let is_less = pool.bv_compare(BvCompare::ULt, at, n);
    let sum = pool.bv_add(product, rest);
    let values: Substitution =
        [(at_var, pool.bv_add(sum, low)), (n_var, next), (memory_var, pool.store(memory, at, n))]
            .into_iter()
            .collect();
    let steps: IndexVec<_, Step> =
        [Step { guard: pool.and2(is_five, is_less), values }].into_iter().collect();

    let simpler = simpler_steps(&mut pool, &steps).expect("it can be simpler");
    let step = simpler.values().next().expect("there is one");
    assert!(is_about_numbers(&pool, step.guard));
    // What is known stays known, and what is written is left out.
    assert_eq!(step.values[&n_var], next);
    assert_eq!(step.values.len(), 2);
    let above = pool.postorder(&[step.values[&at_var], step.guard]);
    for gone in [read, product, rest] {
        assert!(!above.contains(&gone), "{:?}", pool[gone]);
    }
    assert!([low, is_less].iter().all(|it| above.contains(it)));
}

/// Whatever the operands are, the unknown can be what the term is, and is within its bounds.
#[test]
fn quotients_and_remainders_keep_their_bounds() {
    use logic::{Assignment, BvBinary, Value, evaluate};
    for op in [BvBinary::URem, BvBinary::UDiv, BvBinary::SRem, BvBinary::SDiv] {
        let mut pool = TermPool::new();
        let four = Sort::BitVec(4);
        let (x, x_var) = var(&mut pool, "x", four);
        let (d, d_var) = var(&mut pool, "d", four);
        let (n, n_var) = var(&mut pool, "n", four);
        let term = pool.bv_binary(op, x, d);
        let image = super::any_like(&mut pool, term, &Default::default());
        let names = [x_var, d_var, n_var];
        let vars = pool.vars_of(&[image]);
        let any = vars.iter().find(|it| !names.contains(it)).expect("it is unknown");
        let same = pool.eq(image, n);
        for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
            let number = |bits| Value::BitVec(4, bits);
            let mut state = Assignment::default();
            state.vars.insert(x_var, number(a));
            state.vars.insert(d_var, number(b));
            let value = evaluate(&pool, term, &state).expect("all is known");
            state.vars.insert(n_var, value.clone());
            state.vars.insert(any, value);
            let can_be = evaluate(&pool, same, &state);
            assert_eq!(can_be, Some(Value::Bool(true)), "{op:?} of {a} by {b}");
            if op == BvBinary::URem && b > 0 {
                state.vars.insert(any, number(b));
                assert_ne!(evaluate(&pool, image, &state), Some(number(b)));
            }
        }
    }
}

#[test]
fn steps_about_numbers_are_simple_already() {
    let mut pool = TermPool::new();
    let (n, n_var) = var(&mut pool, "n", BYTE);
    let one = pool.bv(8, 1);
    let values: Substitution = [(n_var, pool.bv_add(n, one))].into_iter().collect();
    let steps = [Step { guard: pool.top(), values }].into_iter().collect();
    assert!(simpler_steps(&mut pool, &steps).is_none());
}
