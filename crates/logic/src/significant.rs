//! How many bits of a vector say something, read off its term.
//!
//! A number that was widened has the bits it had before, and sums, products and quotients of such
//! numbers have few more. What is computed on `long` in C began as `int` or `char` more often than
//! not, and solvers pay for multiplication and division by the square of the width.

use crate::bit_vector::signed;
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::term::{BvBinary, Term, TermId};

/// Bits that suffice for every value of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Significant {
    /// All above are zero.
    pub plain: u32,
    /// All above are copies of the highest of these.
    pub signed: u32,
}

impl Significant {
    /// Nothing is known.
    fn all(width: u32) -> Self {
        Self { plain: width, signed: width }
    }

    fn of_constant(width: u32, bits: u128) -> Self {
        let value = signed(width, bits);
        let magnitude = if value < 0 { !value } else { value } as u128;
        let used = |bits: u128| 128 - bits.leading_zeros();
        Self { plain: used(bits), signed: used(magnitude) + 1 }.within(width)
    }

    /// The two bounds, each helped by the other, and neither beyond the width.
    fn within(self, width: u32) -> Self {
        let plain = self.plain.clamp(1, width);
        // A zero above the bits is a sign.
        let signed = self.signed.min(plain + 1).clamp(1, width);
        Self { plain, signed }
    }

    fn larger(self, other: Self) -> Self {
        Self { plain: self.plain.max(other.plain), signed: self.signed.max(other.signed) }
    }
}

impl TermPool {
    /// Of a term that is about to be interned; the operands have been.
    pub(crate) fn significant_bits(&self, term: &Term, sort: Sort) -> Significant {
        let Sort::BitVec(width) = sort else { return Significant::all(1) };
        let of = |operand: TermId| self.significant(operand);
        let bits = match *term {
            Term::BitVec(_, bits) => Significant::of_constant(width, bits),
            Term::Ite(_, t, e) => of(t).larger(of(e)),
            Term::ZeroExtend(_, a) => {
                let plain = of(a).plain;
                Significant { plain, signed: plain + 1 }
            }
            Term::SignExtend(_, a) => Significant { plain: width, signed: of(a).signed },
            Term::BvBinary(op, a, b) => of_operation(op, width, of(a), of(b)),
            _ => Significant::all(width),
        };
        bits.within(width)
    }
}

fn of_operation(op: BvBinary, width: u32, a: Significant, b: Significant) -> Significant {
    let all = Significant::all(width);
    let larger = a.larger(b);
    match op {
        BvBinary::Add => Significant { plain: larger.plain + 1, signed: larger.signed + 1 },
        BvBinary::Sub => Significant { plain: width, signed: larger.signed + 1 },
        BvBinary::Mul => Significant { plain: a.plain + b.plain, signed: a.signed + b.signed },
        BvBinary::And => Significant { plain: a.plain.min(b.plain), signed: larger.signed },
        BvBinary::Or | BvBinary::Xor => larger,
        BvBinary::LShr => Significant { plain: a.plain, signed: width },
        BvBinary::AShr => Significant { plain: width, signed: a.signed },
        // Division by zero gives other values.
        BvBinary::UDiv | BvBinary::SDiv | BvBinary::Shl => all,
        BvBinary::URem => Significant { plain: a.plain, signed: width },
        BvBinary::SRem => Significant { plain: width, signed: a.signed },
    }
}
