//! Integers of any size, against their reading written down a second time.
//!
//! Random expressions over variables of several types are evaluated here directly, on `i128`, and
//! through their terms. Where nothing leaves the type it is computed in, the terms over vectors of
//! bits must give the same: that the two readings differ by overflow only is what the trust box
//! says.

use std::collections::HashMap;

use ir::{ArithOp, CompareOp, Expr, ExprId, IntType, OverflowOp, Program, Type, VarId};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use logic::{Assignment, Term, TermId, Value, evaluate};
use proptest::prelude::*;
use source::Source;

use crate::{Encoder, Integers};

const TYPES: [IntType; 6] = [
    IntType::signed(8),
    IntType::unsigned(8),
    IntType::signed(32),
    IntType::unsigned(32),
    IntType::signed(64),
    IntType::unsigned(64),
];

/// How an expression is made; each choice is a number that is taken modulo what there is.
#[derive(Clone, Debug)]
enum Recipe {
    Var,
    Const(i64),
    Neg(Box<Recipe>),
    BitNot(Box<Recipe>),
    Arith(ArithOp, Box<Recipe>, Box<Recipe>),
    Shift(ArithOp, Box<Recipe>, u8),
    /// Made in another type and converted.
    Convert(u8, Box<Recipe>),
    /// `a < b ? a : b`, or with another comparison.
    Choose(CompareOp, Box<Recipe>, Box<Recipe>),
    /// Whether an operation overflows, as 0 or 1.
    Overflows(OverflowOp, Box<Recipe>, Box<Recipe>),
}

fn recipes() -> impl Strategy<Value = Recipe> {
    use ArithOp::*;
    let constants = prop::sample::select(vec![0, 1, 2, 7, 8, 15, 240, 255, -1, -16, 65_280]);
    let leaf = prop_oneof![
        3 => Just(Recipe::Var),
        1 => constants.prop_map(Recipe::Const),
        1 => any::<i16>().prop_map(|it| Recipe::Const(it.into())),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let boxed = inner.prop_map(Box::new);
        let ops = prop::sample::select(vec![Add, Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor]);
        let shifts = prop::sample::select(vec![Shl, Shr]);
        let orders = prop::sample::select(vec![
            CompareOp::Eq,
            CompareOp::Ne,
            CompareOp::Lt,
            CompareOp::Le,
            CompareOp::Gt,
            CompareOp::Ge,
        ]);
        let overflows =
            prop::sample::select(vec![OverflowOp::Add, OverflowOp::Sub, OverflowOp::Mul]);
        prop_oneof![
            boxed.clone().prop_map(Recipe::Neg),
            boxed.clone().prop_map(Recipe::BitNot),
            (ops, boxed.clone(), boxed.clone()).prop_map(|(op, a, b)| Recipe::Arith(op, a, b)),
            (shifts, boxed.clone(), 0..8u8).prop_map(|(op, a, by)| Recipe::Shift(op, a, by)),
            (any::<u8>(), boxed.clone()).prop_map(|(ty, a)| Recipe::Convert(ty, a)),
            (orders, boxed.clone(), boxed.clone()).prop_map(|(op, a, b)| Recipe::Choose(op, a, b)),
            (overflows, boxed.clone(), boxed).prop_map(|(op, a, b)| Recipe::Overflows(op, a, b)),
        ]
    })
}

/// A program that reads a variable of each type.
fn program() -> (Program, Vec<VarId>) {
    let vars: String = (0..TYPES.len()).map(|it| format!("  var v{it}: {}\n", TYPES[it])).collect();
    let mut edges = String::new();
    for index in 0..TYPES.len() {
        edges += &format!("L{0} -> L{1}: v{index} = v{index}\n", index + 2, index + 3);
    }
    let text = format!(
        "program LP64 entry main\nfn main() {{\n{vars}  entry L2 exit L1\n{edges}L{} -> L1: \
         return\n}}\n",
        TYPES.len() + 2
    );
    let source = Source::new("test.ir", text.into_bytes());
    let program = ir::text::parse(&source).expect("the test is well-formed");
    let named = |name: String| program.vars.ids().find(|id| *program.vars[*id].name == *name);
    let vars = (0..TYPES.len()).map(|it| named(format!("v{it}")).unwrap()).collect();
    (program, vars)
}

fn make(program: &mut Program, vars: &[VarId], ty: IntType, recipe: &Recipe) -> ExprId {
    let index = TYPES.iter().position(|it| *it == ty).unwrap();
    match recipe {
        Recipe::Var => program.exprs.var(vars[index]),
        Recipe::Const(value) => program.exprs.int(ty, i128::from(*value)),
        Recipe::Neg(a) => {
            let a = make(program, vars, ty, a);
            program.exprs.intern(Expr::Neg(a))
        }
        Recipe::BitNot(a) => {
            let a = make(program, vars, ty, a);
            program.exprs.intern(Expr::BitNot(a))
        }
        Recipe::Arith(op, a, b) => {
            let (a, b) = (make(program, vars, ty, a), make(program, vars, ty, b));
            program.exprs.intern(Expr::Arith(*op, a, b))
        }
        Recipe::Shift(op, a, by) => {
            let (a, by) = (make(program, vars, ty, a), program.exprs.int(ty, i128::from(*by)));
            program.exprs.intern(Expr::Arith(*op, a, by))
        }
        Recipe::Convert(from, a) => {
            let a = make(program, vars, TYPES[usize::from(*from) % TYPES.len()], a);
            program.exprs.intern(Expr::Convert(Type::Int(ty), a))
        }
        Recipe::Choose(op, a, b) => {
            let (a, b) = (make(program, vars, ty, a), make(program, vars, ty, b));
            let test = program.exprs.intern(Expr::Compare(*op, a, b));
            program.exprs.intern(Expr::Ite(test, a, b))
        }
        Recipe::Overflows(op, a, b) => {
            let (a, b) = (make(program, vars, ty, a), make(program, vars, ty, b));
            let overflows = program.exprs.intern(Expr::Overflows(*op, a, b));
            program.exprs.intern(Expr::Convert(Type::Int(ty), overflows))
        }
    }
}

/// A value, and whether everything on the way to it stayed in its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Exact {
    value: i128,
    is_in_type: bool,
}

fn holds(ty: IntType, value: i128) -> bool {
    match ty.is_signed() {
        true => (-(1 << (ty.width - 1))..1 << (ty.width - 1)).contains(&value),
        false => (0..1 << ty.width).contains(&value),
    }
}

/// The reading, directly; `None` beyond 96 bits, and for a division by zero.
fn exact(program: &Program, env: &HashMap<VarId, i128>, expr: ExprId) -> Option<Exact> {
    let at = |it: ExprId| exact(program, env, it);
    let ty = program.type_of(expr).as_int();
    let arithmetic = |value: Option<i128>, is_in_type: bool| {
        let value = value?;
        (value.unsigned_abs() < 1 << 96).then(|| Exact {
            value,
            is_in_type: is_in_type && ty.is_none_or(|ty| holds(ty, value)),
        })
    };
    match program.exprs[expr] {
        Expr::Var(var) => Some(Exact { value: env[&var], is_in_type: true }),
        Expr::Int(ty, bits) => Some(Exact { value: ty.value(bits), is_in_type: true }),
        Expr::Neg(a) => at(a).and_then(|a| arithmetic(Some(-a.value), a.is_in_type)),
        Expr::BitNot(a) => {
            let (a, ty) = (at(a)?, ty?);
            let value = if ty.is_signed() { !a.value } else { (1 << ty.width) - 1 - a.value };
            arithmetic(Some(value), a.is_in_type)
        }
        Expr::Arith(op, a, b) => {
            let (a, b) = (at(a)?, at(b)?);
            let (x, y) = (a.value, b.value);
            let value = match op {
                ArithOp::Add => x.checked_add(y),
                ArithOp::Sub => x.checked_sub(y),
                ArithOp::Mul => x.checked_mul(y),
                ArithOp::Div => x.checked_div(y),
                ArithOp::Rem => x.checked_rem(y),
                ArithOp::BitAnd => Some(x & y),
                ArithOp::BitOr => Some(x | y),
                ArithOp::BitXor => Some(x ^ y),
                ArithOp::Shl => x.checked_mul(1 << y),
                ArithOp::Shr => Some(x >> y),
            };
            arithmetic(value, a.is_in_type && b.is_in_type)
        }
        Expr::Compare(op, a, b) => {
            let (a, b) = (at(a)?, at(b)?);
            let value = match op {
                CompareOp::Eq => a.value == b.value,
                CompareOp::Ne => a.value != b.value,
                CompareOp::Lt => a.value < b.value,
                CompareOp::Le => a.value <= b.value,
                CompareOp::Gt => a.value > b.value,
                CompareOp::Ge => a.value >= b.value,
            };
            arithmetic(Some(value.into()), a.is_in_type && b.is_in_type)
        }
        Expr::Ite(c, a, b) => {
            let (c, a, b) = (at(c)?, at(a)?, at(b)?);
            let chosen = if c.value == 1 { a } else { b };
            let is_in_type = c.is_in_type && a.is_in_type && b.is_in_type;
            arithmetic(Some(chosen.value), is_in_type)
        }
        Expr::Convert(Type::Int(to), a) => {
            let (from, a) = (program.type_of(a).as_int(), at(a)?);
            let keeps_all = |from: IntType| {
                let all_of = |it: IntType| (it.value(it.min_bits()), it.value(it.max_bits()));
                let (least, greatest) = all_of(from);
                holds(to, least) && holds(to, greatest)
            };
            let modulus = 1i128 << to.width;
            let wrapped = match to.is_signed() {
                false => a.value.rem_euclid(modulus),
                true => (a.value + modulus / 2).rem_euclid(modulus) - modulus / 2,
            };
            let value = if from.is_none_or(keeps_all) { a.value } else { wrapped };
            Some(Exact { value, is_in_type: a.is_in_type })
        }
        Expr::Overflows(op, a, b) => {
            let (ty, a, b) = (program.type_of(a).as_int()?, at(a)?, at(b)?);
            let value = match op {
                OverflowOp::Add => a.value.checked_add(b.value),
                OverflowOp::Sub => a.value.checked_sub(b.value),
                _ => a.value.checked_mul(b.value),
            };
            arithmetic(Some((!holds(ty, value?)).into()), a.is_in_type && b.is_in_type)
        }
        _ => unreachable!("no recipe makes it"),
    }
}

/// The value of the term, with functions of which only bounds are known set to what they mean.
fn through_terms(
    program: &Program,
    env: &HashMap<VarId, i128>,
    root: ExprId,
    integers: Integers,
) -> Option<Value> {
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let mut encoder = Encoder::new(program, points_to, integers).unwrap();
    let state = encoder.initial().0.state;
    let term = encoder.expr(&state, root);
    let mut assignment = Assignment::default();
    for (var, value) in env {
        let slot = encoder.slots.vars[var];
        let name = encoder.pool.as_var(state.get(slot)).unwrap();
        let value = match (integers, program.vars[*var].ty) {
            (Integers::Machine, Type::Int(ty)) => {
                Value::BitVec(u32::from(ty.width), ty.wrap(*value))
            }
            _ => Value::Int(*value),
        };
        assignment.vars.insert(name, value);
    }
    for part in encoder.pool.postorder(&[term]) {
        let Term::Apply(function, arguments) = &encoder.pool[part] else { continue };
        let number = |it: &TermId| evaluate(&encoder.pool, *it, &assignment);
        let (x, y) = (number(&arguments[0])?, number(&arguments[1])?);
        let (Value::Int(a), Value::Int(b)) = (&x, &y) else { panic!("numbers only") };
        assert_eq!(&*encoder.pool.function(*function).name, "and");
        let value = Value::Int(a & b);
        let table = assignment.functions.entry(*function);
        let (table, _) = table.or_insert_with(|| (Default::default(), Value::Int(0)));
        table.insert(vec![x, y], value);
    }
    evaluate(&encoder.pool, term, &assignment)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600,
        rng_seed: proptest::test_runner::RngSeed::Fixed(20),
        ..ProptestConfig::default()
    })]

    #[test]
    fn terms_mean_what_the_reading_says(
        recipe in recipes(),
        ty in 0..TYPES.len(),
        bits in prop::collection::vec(prop_oneof![any::<u64>(), 0..20u64, Just(u64::MAX)], TYPES.len()),
    ) {
        let (mut program, vars) = program();
        let root = make(&mut program, &vars, TYPES[ty], &recipe);
        let env: HashMap<VarId, i128> = vars.iter().zip(TYPES).zip(&bits)
            .map(|((var, ty), bits)| (*var, ty.value(u128::from(*bits) & ty.mask())))
            .collect();
        let Some(expected) = exact(&program, &env, root) else { return Ok(()) };
        let unbounded = through_terms(&program, &env, root, Integers::Unbounded);
        // The evaluator gives up beyond 128 bits, also in a branch that is not taken.
        if let Some(unbounded) = unbounded {
            prop_assert_eq!(unbounded, Value::Int(expected.value));
        }
        if expected.is_in_type {
            let bits = TYPES[ty].wrap(expected.value);
            let machine = through_terms(&program, &env, root, Integers::Machine);
            prop_assert_eq!(machine, Some(Value::BitVec(u32::from(TYPES[ty].width), bits)));
        }
    }
}

#[test]
fn most_random_expressions_are_compared() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut n_exact, mut n_in_type, mut n_evaluated) = (0, 0, 0);
    for index in 0..200 {
        let recipe = recipes().new_tree(&mut runner).unwrap().current();
        let (mut program, vars) = program();
        let root = make(&mut program, &vars, TYPES[index % TYPES.len()], &recipe);
        let env: HashMap<VarId, i128> =
            vars.iter().enumerate().map(|(at, var)| (*var, (at * index % 50) as i128)).collect();
        let Some(expected) = exact(&program, &env, root) else { continue };
        n_exact += 1;
        n_in_type += usize::from(expected.is_in_type);
        let value = through_terms(&program, &env, root, Integers::Unbounded);
        n_evaluated += usize::from(value.is_some());
    }
    assert!(
        n_exact > 140 && n_in_type > 70 && n_evaluated > 120,
        "{n_exact} {n_in_type} {n_evaluated}"
    );
}
