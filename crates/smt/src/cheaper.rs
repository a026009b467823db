//! Products, quotients and remainders in a form that is cheaper to solve.
//!
//! Solvers pay for multiplication and division by the square of the width. Numbers that were widened
//! are multiplied and divided on the bits that say something, and division by a power of two is a
//! shift. Terms stay as they are written, for people; only what the solver sees is cheaper.

use logic::{BvBinary, Term, TermId, TermPool};
use z3::ast::BV;

use crate::z3_translate::{binary, bit_vector};

/// Narrowing by less than this is not worth the two terms that it takes.
const WORTH: u32 = 4;

/// The operands of an operation: terms, and what they are to the solver.
pub(crate) struct Operands<'t> {
    pub a: (TermId, &'t BV),
    pub b: (TermId, &'t BV),
}

/// The operation, if there is a cheaper form of it.
pub(crate) fn cheaper(pool: &TermPool, op: BvBinary, operands: &Operands<'_>) -> Option<BV> {
    match op {
        BvBinary::UDiv | BvBinary::URem | BvBinary::SDiv | BvBinary::SRem => {
            by_power_of_two(pool, op, operands).or_else(|| narrower(pool, op, operands))
        }
        BvBinary::Mul => narrower(pool, op, operands),
        BvBinary::Add
        | BvBinary::Sub
        | BvBinary::And
        | BvBinary::Or
        | BvBinary::Xor
        | BvBinary::Shl
        | BvBinary::LShr
        | BvBinary::AShr => None,
    }
}

fn constant(pool: &TermPool, term: TermId) -> Option<u128> {
    match pool[term] {
        Term::BitVec(_, bits) => Some(bits),
        _ => None,
    }
}

/// Division by `2^k`. Towards zero, as C has it: negative numbers are first moved up by `2^k - 1`.
fn by_power_of_two(pool: &TermPool, op: BvBinary, operands: &Operands<'_>) -> Option<BV> {
    let (a, width) = (operands.a.1, operands.a.1.get_size());
    let divisor = constant(pool, operands.b.0)?;
    // The highest bit alone is a negative number.
    if !divisor.is_power_of_two() || divisor == 1 || divisor.trailing_zeros() + 1 >= width {
        return None;
    }
    let k = bit_vector(width, u128::from(divisor.trailing_zeros()));
    let low = bit_vector(width, divisor - 1);
    let moved_up = || {
        let sign = a.bvashr(bit_vector(width, u128::from(width - 1)));
        a.bvadd(sign.bvand(&low))
    };
    Some(match op {
        BvBinary::UDiv => a.bvlshr(&k),
        BvBinary::URem => a.bvand(&low),
        BvBinary::SDiv => moved_up().bvashr(&k),
        BvBinary::SRem => a.bvsub(moved_up().bvand(low.bvnot())),
        _ => return None,
    })
}

fn narrower(pool: &TermPool, op: BvBinary, operands: &Operands<'_>) -> Option<BV> {
    let Operands { a: (x, a), b: (y, b) } = *operands;
    let width = a.get_size();
    let (x_plain, y_plain) = (pool.plain_bits(x), pool.plain_bits(y));
    let (x_signed, y_signed) = (pool.signed_bits(x), pool.signed_bits(y));
    let (plain, signed) = match op {
        BvBinary::Mul => (x_plain + y_plain, x_signed + y_signed),
        // What division by zero gives depends on the width; the remainder does not.
        BvBinary::UDiv if constant(pool, y).is_none_or(|by| by == 0) => return None,
        BvBinary::UDiv | BvBinary::URem => (x_plain.max(y_plain), width),
        // The least number by -1 is one more than the greatest.
        BvBinary::SDiv | BvBinary::SRem => (width, x_signed.max(y_signed) + 1),
        _ => return None,
    };
    let narrow = plain.min(signed);
    if narrow + WORTH > width {
        return None;
    }
    let (a, b) = (a.extract(narrow - 1, 0), b.extract(narrow - 1, 0));
    let result = binary(op, &a, &b);
    let missing = width - narrow;
    Some(if plain <= signed { result.zero_ext(missing) } else { result.sign_ext(missing) })
}
