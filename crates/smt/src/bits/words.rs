//! Arithmetic on words: bits in a circuit, the lowest first. Division by zero and shifts by the width or more
//! mean what SMT-LIB says.

use logic::{BvBinary, BvCompare};

use super::circuit::{Circuit, Wire};

pub type Word = Vec<Wire>;

pub fn constant(width: u32, bits: u128) -> Word {
    (0..width).map(|at| Wire::constant(at < 128 && bits >> at & 1 == 1)).collect()
}

pub fn not(a: &[Wire]) -> Word {
    a.iter().map(|wire| !*wire).collect()
}

impl Circuit {
    fn bitwise(&mut self, a: &[Wire], b: &[Wire], op: fn(&mut Self, Wire, Wire) -> Wire) -> Word {
        a.iter().zip(b).map(|(a, b)| op(self, *a, *b)).collect()
    }

    pub fn choose(&mut self, condition: Wire, then: &[Wire], otherwise: &[Wire]) -> Word {
        then.iter().zip(otherwise).map(|(t, e)| self.choice(condition, *t, *e)).collect()
    }

    pub fn equal(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let mut all = Wire::TRUE;
        for (a, b) in a.iter().zip(b) {
            let differ = self.xor(*a, *b);
            all = self.and(all, !differ);
        }
        all
    }

    fn sum(&mut self, a: &[Wire], b: &[Wire], mut carry: Wire) -> Word {
        let mut sum = Word::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let differ = self.xor(*a, *b);
            sum.push(self.xor(differ, carry));
            carry = self.choice(differ, carry, *a);
        }
        sum
    }

    fn difference(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.sum(a, &not(b), Wire::TRUE)
    }

    pub fn negative(&mut self, a: &[Wire]) -> Word {
        let zero = vec![Wire::FALSE; a.len()];
        self.difference(&zero, a)
    }

    /// Is `a < b` without signs, or `a <= b` if `or_equal`?
    fn less(&mut self, a: &[Wire], b: &[Wire], or_equal: bool) -> Wire {
        let mut less = Wire::constant(or_equal);
        for (a, b) in a.iter().zip(b) {
            let differ = self.xor(*a, *b);
            less = self.choice(differ, *b, less);
        }
        less
    }

    pub fn compare(&mut self, op: BvCompare, a: &[Wire], b: &[Wire]) -> Wire {
        let or_equal = matches!(op, BvCompare::ULe | BvCompare::SLe);
        match op {
            BvCompare::ULt | BvCompare::ULe => self.less(a, b, or_equal),
            // With opposite signs, the order is that of all others.
            BvCompare::SLt | BvCompare::SLe => {
                let turned = |word: &[Wire]| -> Word {
                    let mut word = word.to_vec();
                    word.iter_mut().next_back().into_iter().for_each(|sign| *sign = !*sign);
                    word
                };
                self.less(&turned(a), &turned(b), or_equal)
            }
        }
    }

    pub fn binary(&mut self, op: BvBinary, a: &[Wire], b: &[Wire]) -> Word {
        match op {
            BvBinary::Add => self.sum(a, b, Wire::FALSE),
            BvBinary::Sub => self.difference(a, b),
            BvBinary::Mul => self.product(a, b),
            BvBinary::UDiv => self.quotient_and_rest(a, b).0,
            BvBinary::URem => self.quotient_and_rest(a, b).1,
            BvBinary::SDiv => {
                let (quotient, _) = self.of_sizes(a, b);
                let differ = self.xor(sign(a), sign(b));
                self.negative_if(differ, &quotient)
            }
            BvBinary::SRem => {
                let (_, rest) = self.of_sizes(a, b);
                self.negative_if(sign(a), &rest)
            }
            BvBinary::And => self.bitwise(a, b, Self::and),
            BvBinary::Or => self.bitwise(a, b, Self::or),
            BvBinary::Xor => self.bitwise(a, b, Self::xor),
            BvBinary::Shl => {
                let turned: Word = a.iter().rev().copied().collect();
                let mut shifted = self.shift_down(&turned, b, Wire::FALSE);
                shifted.reverse();
                shifted
            }
            BvBinary::LShr => self.shift_down(a, b, Wire::FALSE),
            BvBinary::AShr => self.shift_down(a, b, sign(a)),
        }
    }

    fn product(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let n_open = |word: &[Wire]| word.iter().filter(|it| !it.is_constant()).count();
        let (rows, columns) = if n_open(a) <= n_open(b) { (a, b) } else { (b, a) };
        let width = a.len();
        let mut product = vec![Wire::FALSE; width];
        for (at, row) in rows.iter().enumerate().filter(|(_, row)| **row != Wire::FALSE) {
            let added: Word = columns[..width - at].iter().map(|it| self.and(*row, *it)).collect();
            let sum = self.sum(&product[at..], &added, Wire::FALSE);
            product.truncate(at);
            product.extend(sum);
        }
        product
    }

    /// As by hand, without signs. The rest has one more digit in each step; a divisor with digits beyond does
    /// not fit into it.
    fn quotient_and_rest(&mut self, a: &[Wire], b: &[Wire]) -> (Word, Word) {
        let width = a.len();
        let mut too_large = vec![Wire::FALSE; width + 1];
        for at in (0..width).rev() {
            too_large[at] = self.or(too_large[at + 1], b[at]);
        }
        let (mut quotient, mut rest) = (vec![Wire::FALSE; width], Word::new());
        for at in (0..width).rev() {
            rest.insert(0, a[at]);
            let divisor = &b[..rest.len()];
            let fits = self.less(divisor, &rest, true);
            let fits = self.and(fits, !too_large[rest.len()]);
            let less = self.difference(&rest, divisor);
            rest = self.choose(fits, &less, &rest);
            quotient[at] = fits;
        }
        (quotient, rest)
    }

    /// Quotient and rest of the absolute values.
    fn of_sizes(&mut self, a: &[Wire], b: &[Wire]) -> (Word, Word) {
        let (a, b) = (self.negative_if(sign(a), a), self.negative_if(sign(b), b));
        self.quotient_and_rest(&a, &b)
    }

    fn negative_if(&mut self, condition: Wire, a: &[Wire]) -> Word {
        let negative = self.negative(a);
        self.choose(condition, &negative, a)
    }

    /// Towards the lowest bit, by one power of two after the other.
    fn shift_down(&mut self, a: &[Wire], by: &[Wire], fill: Wire) -> Word {
        let width = a.len();
        let mut shifted = a.to_vec();
        let mut is_beyond = Wire::FALSE;
        for (power, condition) in by.iter().enumerate() {
            let distance = 1usize.checked_shl(u32::try_from(power).unwrap_or(u32::MAX));
            match distance.filter(|distance| *distance < width) {
                Some(distance) => {
                    let rest = std::iter::repeat_n(fill, distance);
                    let moved: Word = shifted[distance..].iter().copied().chain(rest).collect();
                    shifted = self.choose(*condition, &moved, &shifted);
                }
                None => is_beyond = self.or(is_beyond, *condition),
            }
        }
        let filled = vec![fill; width];
        self.choose(is_beyond, &filled, &shifted)
    }
}

fn sign(word: &[Wire]) -> Wire {
    word.last().copied().unwrap_or(Wire::FALSE)
}
