//! The two meanings of an expression, its value and its term, agree.

use ir::{ArithOp, CompareOp, IntType, Type};
use logic::{Assignment, Value, evaluate};

use crate::expr::{Ex, Exprs, Ints, Slot};
use crate::term::Terms;

const INTS: [IntType; 3] = [IntType::signed(32), IntType::unsigned(8), IntType::signed(64)];

/// A linear congruential generator: the same cases in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

fn number(exprs: &mut Exprs, random: &mut Random, int: IntType, slots: &[Slot], depth: u32) -> Ex {
    if depth == 0 || random.below(4) == 0 {
        let is_fitting = |slot: &Slot| exprs.slot_type(*slot) == Type::Int(int);
        let fitting: Vec<Slot> = slots.iter().copied().filter(is_fitting).collect();
        return match fitting.get(random.below(4)) {
            Some(slot) => exprs.slot(*slot),
            None => exprs.int(int, random.below(9) as i128 - 4),
        };
    }
    match random.below(9) {
        0 => {
            let a = number(exprs, random, int, slots, depth - 1);
            exprs.neg(a)
        }
        1 => {
            let a = number(exprs, random, int, slots, depth - 1);
            exprs.bit_not(a)
        }
        2 => {
            let from = INTS[random.below(3)];
            let a = number(exprs, random, from, slots, depth - 1);
            exprs.convert(int, a)
        }
        3 => {
            let c = condition(exprs, random, slots, depth - 1);
            let a = number(exprs, random, int, slots, depth - 1);
            let b = number(exprs, random, int, slots, depth - 1);
            exprs.ite(c, a, b)
        }
        other => {
            let ops = [ArithOp::Add, ArithOp::Sub, ArithOp::Mul, ArithOp::BitAnd, ArithOp::BitXor];
            let a = number(exprs, random, int, slots, depth - 1);
            let b = number(exprs, random, int, slots, depth - 1);
            exprs.arith(ops[other - 4], a, b)
        }
    }
}

fn condition(exprs: &mut Exprs, random: &mut Random, slots: &[Slot], depth: u32) -> Ex {
    let int = INTS[random.below(3)];
    let ops =
        [CompareOp::Eq, CompareOp::Ne, CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge];
    let a = number(exprs, random, int, slots, depth);
    let b = number(exprs, random, int, slots, depth);
    let first = exprs.compare(ops[random.below(6)], a, b);
    if depth == 0 || random.below(2) == 0 {
        return first;
    }
    let second = condition(exprs, random, slots, depth - 1);
    match random.below(3) {
        0 => exprs.and(first, second),
        1 => exprs.or(first, second),
        _ => exprs.not(second),
    }
}

#[test]
fn values_and_terms_agree() {
    let mut random = Random(7);
    for _ in 0..400 {
        let mut exprs = Exprs::new(Ints::Machine);
        let slots: Vec<Slot> =
            (0..6).map(|index| exprs.add_slot(Type::Int(INTS[index % 3]))).collect();
        let ex = condition(&mut exprs, &mut random, &slots, 3);
        let mut terms = Terms::default();
        let term = terms.term(&exprs, ex).expect("everything can be said of vectors");
        for _ in 0..8 {
            let mut values = Vec::new();
            let mut assignment = Assignment::default();
            for (index, slot) in slots.iter().enumerate() {
                let int = INTS[index % 3];
                let raw = match random.below(3) {
                    0 => random.below(5) as i128 - 2,
                    1 => int.value(int.max_bits()),
                    _ => random.below(1 << 20) as i128 * 4099,
                };
                let value = int.value(int.wrap(raw));
                values.push(value);
                let var = terms.slot(&exprs, *slot);
                let var = terms.pool.as_var(var).expect("a slot is a variable");
                assignment.vars.insert(var, Value::BitVec(u32::from(int.width), int.wrap(value)));
            }
            // A product beyond 128 bits has no value here.
            let Some(holds) = exprs.holds(ex, values.as_slice()) else { continue };
            assert_eq!(evaluate(&terms.pool, term, &assignment), Some(Value::Bool(holds)));
        }
    }
}
