//! Products, quotients and remainders in a form that is cheaper to solve.
//!
//! Solvers pay for multiplication and division by the square of the width. Numbers that were widened
//! are multiplied and divided on the bits that say something, and division by a power of two is a
//! shift. Terms stay as they are written, for people; only what the solver sees is cheaper.

use logic::{BvBinary, Term, TermId, TermPool};

/// Narrowing by less than this is not worth the two terms that it takes.
const WORTH: u32 = 4;

/// How an operation on two bit-vectors is done at less cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cheaper {
    /// A division by `2^k`.
    ByPowerOfTwo { k: u32 },
    /// On so many of the lowest bits, and the result widened without or with its sign.
    Narrow { width: u32, signed: bool },
}

impl Cheaper {
    /// The cheaper form of an operation, if there is one.
    pub fn form(pool: &TermPool, op: BvBinary, a: TermId, b: TermId, width: u32) -> Option<Self> {
        match op {
            BvBinary::UDiv | BvBinary::URem | BvBinary::SDiv | BvBinary::SRem => {
                by_power_of_two(pool, b, width).or_else(|| narrower(pool, op, a, b, width))
            }
            BvBinary::Mul => narrower(pool, op, a, b, width),
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
}

fn constant(pool: &TermPool, term: TermId) -> Option<u128> {
    match pool[term] {
        Term::BitVec(_, bits) => Some(bits),
        _ => None,
    }
}

fn by_power_of_two(pool: &TermPool, divisor: TermId, width: u32) -> Option<Cheaper> {
    let divisor = constant(pool, divisor)?;
    let k = divisor.trailing_zeros();
    // The highest bit alone is a negative number.
    (divisor.is_power_of_two() && k > 0 && k + 1 < width).then_some(Cheaper::ByPowerOfTwo { k })
}

fn narrower(pool: &TermPool, op: BvBinary, x: TermId, y: TermId, width: u32) -> Option<Cheaper> {
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
    (narrow + WORTH <= width).then_some(Cheaper::Narrow { width: narrow, signed: plain > signed })
}
