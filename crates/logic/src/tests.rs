//! Every simplification is valid: what a constructor builds has the value that the operation
//! gives on the values of its operands.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::bit_vector::{compare, fold, mask};
use crate::*;

/// A term as a recipe: built once through the constructors, computed once directly.
#[derive(Clone, Debug)]
enum Recipe {
    Var(u8),
    Const(u128),
    Not(Box<Recipe>),
    Neg(Box<Recipe>),
    Binary(BvBinary, Box<Recipe>, Box<Recipe>),
    /// `a op b ? c : d`
    Choose(Box<Test>, Box<Recipe>, Box<Recipe>),
    /// Bits `low..` of the operand, extended by zeros or the sign to the full width again.
    Part {
        low: u32,
        is_signed: bool,
        operand: Box<Recipe>,
    },
    /// The two halves, exchanged.
    Swap(Box<Recipe>),
    /// Written to an array at one index and read at another.
    Memory(Box<Recipe>, Box<Recipe>, Box<Recipe>),
    /// Written at one place or at another, and read.
    Merged(Box<Test>, Box<Recipe>, Box<Recipe>, Box<Recipe>),
}

#[derive(Clone, Debug)]
enum Test {
    Compare(BvCompare, Recipe, Recipe),
    Eq(Recipe, Recipe),
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
    Same(Box<Test>, Box<Test>),
}

const WIDTH: u32 = 8;
const N_VARS: u8 = 3;

fn binary_ops() -> impl Strategy<Value = BvBinary> {
    prop::sample::select(vec![
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
    ])
}

fn compare_ops() -> impl Strategy<Value = BvCompare> {
    prop::sample::select(vec![BvCompare::ULt, BvCompare::ULe, BvCompare::SLt, BvCompare::SLe])
}

fn recipes() -> impl Strategy<Value = Recipe> {
    // Special constants meet the special cases of the constructors.
    let leaf = prop_oneof![
        (0..N_VARS).prop_map(Recipe::Var),
        prop::sample::select(vec![0u128, 1, 2, 127, 128, 255]).prop_map(Recipe::Const),
        (0u128..256).prop_map(Recipe::Const),
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            boxed.clone().prop_map(Recipe::Not),
            boxed.clone().prop_map(Recipe::Neg),
            (binary_ops(), boxed.clone(), boxed.clone())
                .prop_map(|(op, a, b)| Recipe::Binary(op, a, b)),
            (tests(inner.clone()), boxed.clone(), boxed.clone())
                .prop_map(|(test, a, b)| Recipe::Choose(Box::new(test), a, b)),
            (0..WIDTH, any::<bool>(), boxed.clone())
                .prop_map(|(low, is_signed, operand)| Recipe::Part { low, is_signed, operand }),
            boxed.clone().prop_map(Recipe::Swap),
            (boxed.clone(), boxed.clone(), boxed.clone())
                .prop_map(|(at, value, index)| Recipe::Memory(at, value, index)),
            (tests(inner), boxed.clone(), boxed.clone(), boxed).prop_map(
                |(test, at, value, index)| Recipe::Merged(Box::new(test), at, value, index)
            ),
        ]
    })
}

fn tests(inner: impl Strategy<Value = Recipe> + Clone + 'static) -> impl Strategy<Value = Test> {
    let leaf = prop_oneof![
        (compare_ops(), inner.clone(), inner.clone())
            .prop_map(|(op, a, b)| Test::Compare(op, a, b)),
        (inner.clone(), inner).prop_map(|(a, b)| Test::Eq(a, b)),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let boxed = inner.prop_map(Box::new);
        prop_oneof![
            boxed.clone().prop_map(Test::Not),
            (boxed.clone(), boxed.clone()).prop_map(|(a, b)| Test::And(a, b)),
            (boxed.clone(), boxed.clone()).prop_map(|(a, b)| Test::Or(a, b)),
            (boxed.clone(), boxed).prop_map(|(a, b)| Test::Same(a, b)),
        ]
    })
}

struct Builder {
    pool: TermPool,
    vars: Vec<TermId>,
    memory: TermId,
}

impl Builder {
    fn new() -> Self {
        let mut pool = TermPool::new();
        let vars = (0..N_VARS).map(|_| pool.fresh_var("x", Sort::BitVec(WIDTH))).collect();
        let byte = Scalar::BitVec(WIDTH);
        let memory = pool.fresh_var("m", Sort::Array(byte, byte));
        Self { pool, vars, memory }
    }

    fn term(&mut self, recipe: &Recipe) -> TermId {
        match recipe {
            Recipe::Var(var) => self.vars[usize::from(*var)],
            Recipe::Const(bits) => self.pool.bv(WIDTH, *bits),
            Recipe::Not(a) => {
                let a = self.term(a);
                self.pool.bv_not(a)
            }
            Recipe::Neg(a) => {
                let a = self.term(a);
                self.pool.bv_neg(a)
            }
            Recipe::Binary(op, a, b) => {
                let (a, b) = (self.term(a), self.term(b));
                self.pool.bv_binary(*op, a, b)
            }
            Recipe::Choose(test, a, b) => {
                let test = self.test(test);
                let (a, b) = (self.term(a), self.term(b));
                self.pool.ite(test, a, b)
            }
            Recipe::Part { low, is_signed, operand } => {
                let operand = self.term(operand);
                let part = self.pool.extract(WIDTH - 1, *low, operand);
                match is_signed {
                    true => self.pool.sign_extend(WIDTH, part),
                    false => self.pool.zero_extend(WIDTH, part),
                }
            }
            Recipe::Swap(a) => {
                let a = self.term(a);
                let high = self.pool.extract(7, 4, a);
                let low = self.pool.extract(3, 0, a);
                self.pool.concat(low, high)
            }
            Recipe::Memory(at, value, index) => {
                let (at, value, index) = (self.term(at), self.term(value), self.term(index));
                let zero = self.pool.bv(WIDTH, 0);
                let first = self.pool.store(self.memory, zero, at);
                let second = self.pool.store(first, at, value);
                self.pool.select(second, index)
            }
            Recipe::Merged(test, at, value, index) => {
                let (test, at) = (self.test(test), self.term(at));
                let (value, index) = (self.term(value), self.term(index));
                let (zero, one) = (self.pool.bv(WIDTH, 0), self.pool.bv(WIDTH, 1));
                let below = self.pool.store(self.memory, one, at);
                let (then, otherwise) =
                    (self.pool.store(below, at, value), self.pool.store(below, zero, value));
                let merged = self.pool.ite(test, then, otherwise);
                self.pool.select(merged, index)
            }
        }
    }

    fn test(&mut self, test: &Test) -> TermId {
        match test {
            Test::Compare(op, a, b) => {
                let (a, b) = (self.term(a), self.term(b));
                self.pool.bv_compare(*op, a, b)
            }
            Test::Eq(a, b) => {
                let (a, b) = (self.term(a), self.term(b));
                self.pool.eq(a, b)
            }
            Test::Not(a) => {
                let a = self.test(a);
                self.pool.not(a)
            }
            Test::And(a, b) => {
                let (a, b) = (self.test(a), self.test(b));
                self.pool.and2(a, b)
            }
            Test::Or(a, b) => {
                let (a, b) = (self.test(a), self.test(b));
                self.pool.or2(a, b)
            }
            Test::Same(a, b) => {
                let (a, b) = (self.test(a), self.test(b));
                self.pool.eq(a, b)
            }
        }
    }

    fn assignment(&self, vars: &[u128], memory: &[u128]) -> Assignment {
        let mut assignment = Assignment::default();
        for (term, bits) in self.vars.iter().zip(vars) {
            let var = self.pool.as_var(*term).unwrap();
            assignment.vars.insert(var, Value::BitVec(WIDTH, *bits));
        }
        let elements: BTreeMap<Value, Value> = memory
            .iter()
            .enumerate()
            .filter(|(_, bits)| **bits != 0)
            .map(|(at, bits)| (Value::BitVec(WIDTH, at as u128), Value::BitVec(WIDTH, *bits)))
            .collect();
        let memory_var = self.pool.as_var(self.memory).unwrap();
        let default = Box::new(Value::BitVec(WIDTH, 0));
        assignment.vars.insert(memory_var, Value::Array(elements, default));
        assignment
    }
}

/// The value of a recipe, without any term.
fn direct(recipe: &Recipe, vars: &[u128], memory: &[u128]) -> u128 {
    let value = |recipe: &Recipe| direct(recipe, vars, memory);
    let bits = match recipe {
        Recipe::Var(var) => vars[usize::from(*var)],
        Recipe::Const(bits) => *bits,
        Recipe::Not(a) => !value(a),
        Recipe::Neg(a) => value(a).wrapping_neg(),
        Recipe::Binary(op, a, b) => fold(*op, WIDTH, value(a), value(b)),
        Recipe::Choose(test, a, b) => value(if direct_test(test, vars, memory) { a } else { b }),
        Recipe::Part { low, is_signed, operand } => {
            let part = value(operand) >> low;
            let is_negative = part >> (WIDTH - 1 - low) & 1 == 1;
            if *is_signed && is_negative { part | !(mask(WIDTH) >> low) } else { part }
        }
        Recipe::Swap(a) => value(a) >> 4 | value(a) << 4,
        Recipe::Memory(at, written, index) => {
            let (at, written, index) = (value(at), value(written), value(index));
            if index == at {
                written
            } else if index == 0 {
                at
            } else {
                memory.get(index as usize).copied().unwrap_or(0)
            }
        }
        Recipe::Merged(test, at, written, index) => {
            let (at, written, index) = (value(at), value(written), value(index));
            let place = if direct_test(test, vars, memory) { at } else { 0 };
            if index == place {
                written
            } else if index == 1 {
                at
            } else {
                memory.get(index as usize).copied().unwrap_or(0)
            }
        }
    };
    bits & mask(WIDTH)
}

fn direct_test(test: &Test, vars: &[u128], memory: &[u128]) -> bool {
    let value = |recipe: &Recipe| direct(recipe, vars, memory);
    let holds = |test: &Test| direct_test(test, vars, memory);
    match test {
        Test::Compare(op, a, b) => compare(*op, WIDTH, value(a), value(b)),
        Test::Eq(a, b) => value(a) == value(b),
        Test::Not(a) => !holds(a),
        Test::And(a, b) => holds(a) && holds(b),
        Test::Or(a, b) => holds(a) || holds(b),
        Test::Same(a, b) => holds(a) == holds(b),
    }
}

fn inputs() -> impl Strategy<Value = (Vec<u128>, Vec<u128>)> {
    (prop::collection::vec(0u128..256, N_VARS as usize), prop::collection::vec(0u128..256, 8))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn a_built_term_has_the_value_of_its_recipe(
        recipe in recipes(),
        (vars, memory) in inputs(),
    ) {
        let mut builder = Builder::new();
        let term = builder.term(&recipe);
        let found = evaluate(&builder.pool, term, &builder.assignment(&vars, &memory));
        prop_assert_eq!(found, Some(Value::BitVec(WIDTH, direct(&recipe, &vars, &memory))));
    }

    /// Substituting constants and evaluating are the same.
    #[test]
    fn substituting_values_gives_the_value(recipe in recipes(), (vars, memory) in inputs()) {
        let mut builder = Builder::new();
        let term = builder.term(&recipe);
        let by: Substitution = builder
            .vars
            .clone()
            .into_iter()
            .zip(&vars)
            .map(|(term, bits)| {
                (builder.pool.as_var(term).unwrap(), builder.pool.bv(WIDTH, *bits))
            })
            .collect();
        let image = substitute(&mut builder.pool, &[term], &by)[0];
        let assignment = builder.assignment(&vars, &memory);
        prop_assert_eq!(
            evaluate(&builder.pool, image, &assignment),
            evaluate(&builder.pool, term, &assignment)
        );
    }

    /// What a model satisfies is not called impossible, and the model says so itself.
    #[test]
    fn what_happens_is_possible(
        pairs in prop::collection::vec((recipes(), recipes(), compare_ops()), 1..6),
        (vars, memory) in inputs(),
    ) {
        let mut builder = Builder::new();
        let assignment = builder.assignment(&vars, &memory);
        let mut facts = Vec::new();
        for (a, b, op) in &pairs {
            let (a, b) = (builder.term(a), builder.term(b));
            let less = builder.pool.bv_compare(*op, a, b);
            let same = builder.pool.eq(a, b);
            let (part, sum) = (builder.pool.extract(3, 0, a), builder.pool.bv_add(a, b));
            let again = builder.pool.zero_extend(WIDTH, part);
            let survives = builder.pool.eq(a, again);
            let other = builder.pool.eq(sum, again);
            for fact in [less, same, survives, other] {
                let holds = evaluate(&builder.pool, fact, &assignment) == Some(Value::Bool(true));
                facts.push(if holds { fact } else { builder.pool.not(fact) });
            }
        }
        let all = builder.pool.and(&facts);
        prop_assert!(!builder.pool.is_impossible(all));
        let told = |term| evaluate(&builder.pool, term, &assignment);
        let mut model = Model::default();
        prop_assert_eq!(model.value(&builder.pool, all, told), Some(Value::Bool(true)));
    }

    #[test]
    fn integer_arithmetic_is_that_of_integers(a in -20i128..20, b in -20i128..20, c in -20i128..20) {
        let mut pool = TermPool::new();
        let x = pool.fresh_var("x", Sort::Int);
        let mut assignment = Assignment::default();
        assignment.vars.insert(pool.as_var(x).unwrap(), Value::Int(a));
        let (y, z) = (pool.int(b), pool.int(c));
        let product = pool.int_mul(x, y);
        let sum = pool.int_add(&[product, z, x]);
        let difference = pool.int_sub(sum, y);
        prop_assert_eq!(evaluate(&pool, difference, &assignment), Some(Value::Int(a * b + c + a - b)));
        let less = pool.int_lt(difference, z);
        prop_assert_eq!(evaluate(&pool, less, &assignment), Some(Value::Bool(a * b + a - b < 0)));
        if b != 0 {
            let quotient = pool.int_div(x, y);
            let rest = pool.int_mod(x, y);
            let back = pool.int_mul(quotient, y);
            let back = pool.int_add(&[back, rest]);
            prop_assert_eq!(evaluate(&pool, back, &assignment), Some(Value::Int(a)));
        }
    }
}

#[test]
fn bounds_that_a_formula_states_refute_it() {
    let mut pool = TermPool::new();
    let (i, n) = (pool.fresh_var("i", Sort::BitVec(32)), pool.fresh_var("n", Sort::BitVec(32)));
    let (limit, end) = (pool.bv(32, 24), pool.bv(32, 23));
    let small = pool.bv_compare(BvCompare::ULe, n, limit);
    let inside = pool.bv_compare(BvCompare::ULt, i, n);
    let behind = pool.bv_compare(BvCompare::ULt, end, i);
    let both = pool.and(&[small, inside]);
    assert!(!pool.is_impossible(both));
    let all = pool.and(&[small, inside, behind]);
    assert!(pool.is_impossible(all));
}

#[test]
fn a_sum_that_follows_from_another_cannot_be_denied() {
    let mut pool = TermPool::new();
    let [sum, a, b, new] =
        ["sum", "a", "b", "new"].map(|name| pool.fresh_var(name, Sort::BitVec(32)));
    let before = pool.bv_add(a, b);
    let known = pool.eq(sum, before);
    let less = pool.bv_sub(sum, a);
    let (then, after) = (pool.bv_add(less, new), pool.bv_add(new, b));
    let denied = pool.eq(then, after);
    let denied = pool.not(denied);
    assert!(!pool.is_impossible(denied));
    let both = pool.and2(known, denied);
    assert!(pool.is_impossible(both));
    // With another sum it is not impossible.
    let wrong = pool.eq(then, sum);
    let wrong = pool.not(wrong);
    let both = pool.and2(known, wrong);
    assert!(!pool.is_impossible(both));
}

#[test]
fn literals_cancel_out_where_ways_meet() {
    let mut pool = TermPool::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| pool.fresh_var(name, Sort::Bool));
    let (not_a, not_b) = (pool.not(a), pool.not(b));
    let ways = [vec![c, a], vec![c, not_a, b], vec![c, not_a, not_b]];
    let ways = ways.map(|way| pool.and(&way));
    assert_eq!(pool.or(&ways), c);
    let (either, two) = (pool.or2(a, b), pool.or(&ways[..2]));
    assert_eq!(two, pool.and2(c, either));
}

#[test]
fn shared_terms_are_printed_once() {
    let mut pool = TermPool::new();
    let mut x = pool.fresh_var("x", Sort::BitVec(32));
    for _ in 0..200 {
        x = pool.bv_mul(x, x);
    }
    // As a tree it would have 2^200 nodes.
    assert!(print_term(&pool, x).len() < 10_000);
}

#[test]
fn smtlib_text_is_as_the_standard_has_it() {
    let mut pool = TermPool::new();
    let x = pool.fresh_var("x", Sort::BitVec(8));
    let five = pool.bv(8, 5);
    let sum = pool.bv_add(x, five);
    let test = pool.bv_compare(BvCompare::SLt, sum, x);
    assert_eq!(print_term(&pool, test), "(bvslt (bvadd |x#0| #x05) |x#0|)");
    assert_eq!(
        print_sort(Sort::Array(Scalar::BitVec(64), Scalar::Int)),
        "(Array (_ BitVec 64) Int)"
    );
}

/// A number of `inner` bits in one of `outer` bits.
fn widened(pool: &mut TermPool, inner: u32, outer: u32, is_signed: bool) -> (TermId, TermId) {
    let x = pool.fresh_var("x", Sort::BitVec(inner));
    let wide = if is_signed { pool.sign_extend(outer, x) } else { pool.zero_extend(outer, x) };
    (x, wide)
}

fn value_of(pool: &TermPool, term: TermId, vars: &[(TermId, u128)]) -> Option<Value> {
    let mut assignment = Assignment::default();
    for (var, bits) in vars {
        let width = pool.sort(*var).width().unwrap();
        assignment.vars.insert(pool.as_var(*var).unwrap(), Value::BitVec(width, *bits));
    }
    evaluate(pool, term, &assignment)
}

fn extended(inner: u32, outer: u32, is_signed: bool, bits: u128) -> u128 {
    let value = if is_signed { crate::bit_vector::signed(inner, bits) as u128 } else { bits };
    value & mask(outer)
}

/// All multiples of a widened number plus a constant, compared with all constants.
#[test]
fn comparisons_are_the_same_before_widening() {
    const INNER: u32 = 2;
    const OUTER: u32 = 4;
    for is_signed in [false, true] {
        let mut pool = TermPool::new();
        let (x, wide) = widened(&mut pool, INNER, OUTER, is_signed);
        for (factor, plus) in (0..16).flat_map(|factor| (0..16).map(move |plus| (factor, plus))) {
            let (by, more) = (pool.bv(OUTER, factor), pool.bv(OUTER, plus));
            let product = pool.bv_mul(wide, by);
            let sum = pool.bv_add(product, more);
            for limit in 0..16 {
                let end = pool.bv(OUTER, limit);
                for op in [BvCompare::ULt, BvCompare::ULe, BvCompare::SLt, BvCompare::SLe] {
                    let (one, other) =
                        (pool.bv_compare(op, sum, end), pool.bv_compare(op, end, sum));
                    for bits in 0..1 << INNER {
                        let value = extended(INNER, OUTER, is_signed, bits) * factor + plus;
                        let value = value & mask(OUTER);
                        let holds = |a, b| Some(Value::Bool(compare(op, OUTER, a, b)));
                        assert_eq!(value_of(&pool, one, &[(x, bits)]), holds(value, limit));
                        assert_eq!(value_of(&pool, other, &[(x, bits)]), holds(limit, value));
                    }
                }
                let same = pool.eq(sum, end);
                for bits in 0..1 << INNER {
                    let value = extended(INNER, OUTER, is_signed, bits) * factor + plus;
                    let is_same = value & mask(OUTER) == limit;
                    assert_eq!(value_of(&pool, same, &[(x, bits)]), Some(Value::Bool(is_same)));
                }
            }
        }
    }
}
