//! Facts about products that solvers are slow to see: signs, and what a quotient says of them.
//!
//! Careful programs ask before they multiply, by a division:
//!
//! ```text
//!   if (a > INT_MAX / b) return -1;         0 < b and a <= INT_MAX / b, so a * b <= INT_MAX
//!   a *= b;
//! ```
//!
//! A circuit of a multiplication and one of a division have nothing in common that a solver could use. The facts
//! are true of all numbers, and stand beside the check that the product fits, as a part of what is known there;
//! so they cost nothing of what is proved, and a check fails with them where it fails without.
//!
//! For `0 < d` and `0 <= c`: if `x <= c / d`, rounded down, then `x * d <= (c / d) * d <= c`. It says nothing of
//! divisors that are negative, nor of quotients that the program computes after the product.

use ir::IntType;
use logic::{BvBinary, BvCompare, Term, TermId, TermPool};

/// Among more terms quotients are not looked for.
const MAX_TERMS: usize = 200_000;

/// What is true of a product, the numbers taken with their signs, in a width where it is exact.
pub(crate) fn product_facts(
    pool: &mut TermPool,
    ty: IntType,
    [a, b]: [TermId; 2],
    exact: TermId,
) -> Vec<TermId> {
    let (Some(width), Some(wide)) = (pool.sort(a).width(), pool.sort(exact).width()) else {
        return Vec::new();
    };
    if matches!(pool[exact], Term::BitVec(..)) {
        return Vec::new();
    }
    let (zero, wide_zero) = (pool.bv(width, 0), pool.bv(wide, 0));
    let mut facts = Vec::new();
    let is_signed = ty.is_signed();
    if is_signed {
        let is_a_one = pool.bv_compare(BvCompare::SLe, zero, a);
        let is_b_one = pool.bv_compare(BvCompare::SLe, zero, b);
        let are_no_less = pool.and2(is_a_one, is_b_one);
        let is_no_less = pool.bv_compare(BvCompare::SLe, wide_zero, exact);
        facts.push(pool.implies(are_no_less, is_no_less));
    }
    let (less, at_most) = match is_signed {
        true => (BvCompare::SLt, BvCompare::SLe),
        false => (BvCompare::ULt, BvCompare::ULe),
    };
    for (factor, divisor) in [(a, b), (b, a)] {
        for (number, quotient) in quotients_by(pool, is_signed, divisor) {
            let is_above = pool.bv_compare(less, zero, divisor);
            let is_no_less = pool.bv_compare(at_most, zero, number);
            let is_within = pool.bv_compare(at_most, factor, quotient);
            let premise = pool.and(&[is_above, is_no_less, is_within]);
            let bound = match is_signed {
                true => pool.sign_extend(wide, number),
                false => pool.zero_extend(wide, number),
            };
            let is_bounded = pool.bv_compare(at_most, exact, bound);
            facts.push(pool.implies(premise, is_bounded));
        }
    }
    facts
}

/// What was divided by a number so far, and the quotients.
fn quotients_by(pool: &TermPool, is_signed: bool, divisor: TermId) -> Vec<(TermId, TermId)> {
    let division = if is_signed { BvBinary::SDiv } else { BvBinary::UDiv };
    let quotient = |term: TermId| match pool[term] {
        Term::BvBinary(op, number, by) if op == division && by == divisor => Some((number, term)),
        _ => None,
    };
    pool.ids().take(MAX_TERMS).filter_map(quotient).collect()
}

#[cfg(test)]
mod tests {
    use ir::{IntType, Sign};
    use logic::{Assignment, Sort, Value, evaluate};

    use super::*;

    /// All numbers of four bits.
    #[test]
    fn facts_are_true_of_all_numbers() {
        for sign in [Sign::Signed, Sign::Unsigned] {
            let mut pool = TermPool::new();
            let ty = IntType { width: 4, sign };
            let names = ["a", "b", "c"].map(|name| pool.fresh_var(name, Sort::BitVec(4)));
            let [a, b, c] = names;
            let division = if ty.is_signed() { BvBinary::SDiv } else { BvBinary::UDiv };
            pool.bv_binary(division, c, b);
            let [x, y] = [a, b].map(|it| match ty.is_signed() {
                true => pool.sign_extend(8, it),
                false => pool.zero_extend(8, it),
            });
            let exact = pool.bv_mul(x, y);
            let facts = product_facts(&mut pool, ty, [a, b], exact);
            assert_eq!(facts.len(), if ty.is_signed() { 2 } else { 1 });
            for number in 0..16 * 16 * 16 {
                let bits = [number % 16, number / 16 % 16, number / 256];
                let mut state = Assignment::default();
                for (name, bits) in names.iter().zip(bits) {
                    let var = pool.as_var(*name).expect("it is a variable");
                    state.vars.insert(var, Value::BitVec(4, bits));
                }
                for fact in &facts {
                    assert_eq!(evaluate(&pool, *fact, &state), Some(Value::Bool(true)), "{bits:?}");
                }
            }
        }
    }
}
