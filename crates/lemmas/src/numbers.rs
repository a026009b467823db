//! Arithmetic for candidate lemmas, on whichever sort integers have.
//!
//! The same lemmas are worth trying of vectors of bits and of integers of any size; here is how
//! each is said of the one and of the other.

use logic::{BvBinary, BvCompare, Sort, Term, TermId, TermPool};

/// Is the term a constant number?
pub fn is_number(pool: &TermPool, term: TermId) -> bool {
    matches!(pool[term], Term::BitVec(..) | Term::Int(_))
}

/// Is it a comparison of two numbers?
pub fn is_order(term: &Term) -> bool {
    matches!(term, Term::BvCompare(..) | Term::IntLe(..) | Term::IntLt(..))
}

/// The small constant of a sort of numbers.
pub fn constant(pool: &mut TermPool, sort: Sort, value: u8) -> TermId {
    match sort {
        Sort::BitVec(width) => pool.bv(width, u128::from(value)),
        Sort::Int => pool.int(i128::from(value)),
        Sort::Bool | Sort::Array(..) => unreachable!("only numbers are asked about"),
    }
}

/// `a <= b`; vectors are taken with a sign or without.
pub fn at_most(pool: &mut TermPool, is_signed: bool, a: TermId, b: TermId) -> TermId {
    match pool.sort(a) {
        Sort::Int => pool.int_le(a, b),
        _ => pool.bv_compare(if is_signed { BvCompare::SLe } else { BvCompare::ULe }, a, b),
    }
}

pub fn sum(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    match pool.sort(a) {
        Sort::Int => pool.int_add(&[a, b]),
        _ => pool.bv_add(a, b),
    }
}

/// The number is even or odd.
pub fn parities(pool: &mut TermPool, number: TermId) -> [TermId; 2] {
    let last = match pool.sort(number) {
        Sort::Int => {
            let two = pool.int(2);
            pool.int_mod(number, two)
        }
        _ => pool.extract(0, 0, number),
    };
    let sort = pool.sort(last);
    [0, 1].map(|bit| {
        let bit = constant(pool, sort, bit);
        pool.eq(last, bit)
    })
}

/// From `value = result`, where `value` adds a constant to one operand, takes it from one, or is
/// an operand with the other sign: that operand, and what it is then.
pub fn undo(pool: &mut TermPool, value: TermId, result: TermId) -> Option<(TermId, TermId)> {
    match pool[value].clone() {
        Term::BvBinary(BvBinary::Add, a, b) => match (&pool[a], &pool[b]) {
            (Term::BitVec(..), _) => Some((b, pool.bv_sub(result, a))),
            (_, Term::BitVec(..)) => Some((a, pool.bv_sub(result, b))),
            _ => None,
        },
        Term::BvBinary(BvBinary::Sub, a, b) => match (&pool[a], &pool[b]) {
            (_, Term::BitVec(..)) => Some((a, pool.bv_add(result, b))),
            (Term::BitVec(..), _) => Some((b, pool.bv_sub(a, result))),
            _ => None,
        },
        Term::BvNeg(a) => Some((a, pool.bv_neg(result))),
        // A constant comes last in a sum.
        Term::IntAdd(operands) => match operands.as_ref() {
            [a, b] if matches!(pool[*b], Term::Int(_)) => Some((*a, pool.int_sub(result, *b))),
            _ => None,
        },
        Term::IntMul(a, b) => match (&pool[a], &pool[b]) {
            (Term::Int(-1), _) => Some((b, pool.int_neg(result))),
            (_, Term::Int(-1)) => Some((a, pool.int_neg(result))),
            _ => None,
        },
        _ => None,
    }
}
