//! How the integers of a program are read: as machines have them, or as mathematics has them.
//!
//! [`Integers::Machine`] is the program that runs: vectors of bits, which wrap. Everything else in
//! this file is about [`Integers::Unbounded`], the reading of the paper on formula slicing, for
//! teaching and comparison. A proof under it is a proof about another program, and its trust box
//! says so.
//!
//! # The unbounded reading
//! Every integer, signed or not, is a number of any size.
//!
//! | what | means |
//! |---|---|
//! | `+ - *`, unary `-`, `<<` | exact; nothing wraps, unsigned numbers neither |
//! | `/ %` | truncate towards zero, as in C |
//! | `< <= == …` | compare the numbers, whatever their types |
//! | conversions | to a type that holds all numbers of the old one: the number; else those of C: what the type holds is kept, and the rest taken modulo two to the width |
//! | `& \| ^ >>` | on two's complement without end; `~` of an unsigned number is the greatest one minus it |
//! | inputs, and what is not initialised | a number of the type |
//! | a place in memory read at one type only | holds a number of any size, as a variable does |
//! | a place read at several types | holds bytes, and what is written there is converted to them |
//! | addresses | the number of an object times a large constant, plus the offset: never wrap either |
//!
//! Constant expressions are folded by the front end as compilers fold them.
//!
//! # Why so
//! On a run on which no `+ - * << /` and no unary `-` leaves the type it is computed in, every
//! operation above gives what the machine's gives. So the machine's runs without such a step are
//! runs of this reading, and the other way round: the two answers can differ only by overflow,
//! which is what the trust box says. Conversions are not overflow: C defines them (6.3.1.3), and
//! `x < u` with a negative `x` means what it means on the machine.
//!
//! # Sound
//! The terms over-approximate the reading. Exact: arithmetic, division, comparisons, conversions,
//! `~`, shifts by constants, `& | ^` with constants of few runs of ones. Of `&` on two numbers
//! only bounds are known, of shifts by unknown amounts hardly anything ([`crate::unbounded`]);
//! memory that was never written holds any number, also one that its type would not.
//! What a pass forgets ([`ir::HavocCause::Unmodelled`], `Volatile`) is *any* number too: a variable
//! that was forgotten may have left its type, so that only inputs are confined to theirs.
//!
//! # What it cannot do
//! Floats stay functions of which nothing is known, over the numbers that their bits make.

use ir::{IntType, Type};
use logic::{Scalar, Sort, Term, TermId};

use crate::state::Encoder;

/// How integers are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// As the machine has them: vectors of bits, which wrap.
    #[default]
    Machine,
    /// As mathematics has them: of any size.
    Unbounded,
}

impl Encoder<'_> {
    pub(crate) fn is_unbounded(&self) -> bool {
        self.integers == Integers::Unbounded
    }

    /// The sort of what takes so many bits on the machine.
    pub(crate) fn word_sort(&self, width: u32) -> Sort {
        self.word_scalar(width).into()
    }

    pub(crate) fn word_scalar(&self, width: u32) -> Scalar {
        match self.integers {
            Integers::Machine => Scalar::BitVec(width),
            Integers::Unbounded => Scalar::Int,
        }
    }

    /// A small constant of that sort; negative ones are two's complement on the machine.
    pub(crate) fn word(&mut self, width: u32, value: i128) -> TermId {
        match self.integers {
            Integers::Machine => self.pool.bv(width, value as u128),
            Integers::Unbounded => self.pool.int(value),
        }
    }

    pub(crate) fn word_add(&mut self, a: TermId, b: TermId) -> TermId {
        match self.integers {
            Integers::Machine => self.pool.bv_add(a, b),
            Integers::Unbounded => self.pool.int_add(&[a, b]),
        }
    }

    pub(crate) fn word_sub(&mut self, a: TermId, b: TermId) -> TermId {
        match self.integers {
            Integers::Machine => self.pool.bv_sub(a, b),
            Integers::Unbounded => self.pool.int_sub(a, b),
        }
    }

    /// `a <= b` of words that are no negative numbers.
    pub(crate) fn word_at_most(&mut self, a: TermId, b: TermId) -> TermId {
        match self.integers {
            Integers::Machine => self.pool.bv_compare(logic::BvCompare::ULe, a, b),
            Integers::Unbounded => self.pool.int_le(a, b),
        }
    }

    /// A word that is a constant and no negative number.
    pub(crate) fn constant_word(&self, term: TermId) -> Option<u128> {
        match self.pool[term] {
            Term::BitVec(_, bits) => Some(bits),
            Term::Int(value) => u128::try_from(value).ok(),
            _ => None,
        }
    }

    /// The number that bits make without a sign. Constants of the logic have 127 bits; the few
    /// larger ones are sums.
    pub(crate) fn number(&mut self, bits: u128) -> TermId {
        if let Ok(value) = i128::try_from(bits) {
            return self.pool.int(value);
        }
        let (half, rest) = ((bits >> 1) as i128, (bits & 1) as i128);
        let (half, rest) = (self.pool.int(half), self.pool.int(rest));
        self.pool.int_add(&[half, half, rest])
    }

    /// The number that a constant of the IR is.
    pub(crate) fn constant_number(&mut self, ty: IntType, bits: u128) -> TermId {
        match ty.is_signed() {
            true => self.pool.int(ty.value(bits)),
            false => self.number(bits),
        }
    }

    /// Two to the width.
    pub(crate) fn modulus(&mut self, width: u32) -> TermId {
        match width {
            0..=126 => self.pool.int(1 << width),
            _ => {
                let half = self.modulus(width - 1);
                self.pool.int_add(&[half, half])
            }
        }
    }

    /// The least and the greatest number of a type.
    fn range(&mut self, ty: IntType) -> (TermId, TermId) {
        (self.constant_number(ty, ty.min_bits()), self.constant_number(ty, ty.max_bits()))
    }

    pub(crate) fn is_between(&mut self, low: TermId, value: TermId, high: TermId) -> TermId {
        let (above, below) = (self.pool.int_le(low, value), self.pool.int_le(value, high));
        self.pool.and2(above, below)
    }

    /// Whether the type holds the number.
    pub(crate) fn fits(&mut self, ty: IntType, value: TermId) -> TermId {
        if self.fits_surely(ty, value) {
            return self.pool.top();
        }
        let (low, high) = self.range(ty);
        self.is_between(low, value, high)
    }

    /// Whether that can be seen from the term: constants, choices between them, and remainders.
    fn fits_surely(&self, ty: IntType, value: TermId) -> bool {
        let holds = |value: i128| match ty.is_signed() || ty.width < 127 {
            true => ty.value(ty.wrap(value)) == value,
            false => value >= 0,
        };
        match self.pool[value] {
            Term::Int(value) => holds(value),
            Term::Ite(_, a, b) => [a, b]
                .into_iter()
                .all(|side| matches!(self.pool[side], Term::Int(value) if holds(value))),
            Term::IntMod(_, by) => {
                matches!(self.pool[by], Term::Int(by) if by > 0 && holds(0) && holds(by - 1))
            }
            _ => false,
        }
    }

    /// The number as a conversion to the type gives it.
    pub(crate) fn converted(&mut self, to: IntType, value: TermId) -> TermId {
        let fits = self.fits(to, value);
        if self.pool[fits] == Term::Bool(true) {
            return value;
        }
        let modulus = self.modulus(u32::from(to.width));
        let wrapped = match to.is_signed() {
            false => self.pool.int_mod(value, modulus),
            true => {
                let half = self.modulus(u32::from(to.width) - 1);
                let shifted = self.pool.int_add(&[value, half]);
                let wrapped = self.pool.int_mod(shifted, modulus);
                self.pool.int_sub(wrapped, half)
            }
        };
        self.pool.ite(fits, value, wrapped)
    }

    /// The bits of a value in memory that is read at several types, as a number without sign.
    pub(crate) fn bits_of_value(&mut self, ty: Type, value: TermId) -> TermId {
        match ty {
            Type::Int(int) => self.converted(IntType::unsigned(int.width), value),
            Type::Pointer => self.converted(self.program.model.size_type(), value),
            Type::Float(_) => value,
            Type::Bool => unreachable!("validated: truth values are not in memory"),
        }
    }

    /// The value that bits make, given as a number without sign. Pointers have one: small negative
    /// numbers are pointers too.
    pub(crate) fn value_of_bits(&mut self, ty: Type, bits: TermId) -> TermId {
        match ty {
            Type::Int(int) if int.is_signed() => self.converted(int, bits),
            Type::Pointer => self.converted(self.program.model.offset_type(), bits),
            Type::Int(_) | Type::Float(_) => bits,
            Type::Bool => unreachable!("validated: truth values are not in memory"),
        }
    }

    /// A byte of a number that makes bits without sign.
    pub(crate) fn byte_of(&mut self, bits: TermId, byte: u32) -> TermId {
        let (place, base) = (self.modulus(8 * byte), self.pool.int(256));
        let shifted = self.pool.int_div(bits, place);
        self.pool.int_mod(shifted, base)
    }

    /// The number that bytes make, the lowest first.
    pub(crate) fn number_of_bytes(&mut self, bytes: &[TermId]) -> TermId {
        let mut parts = Vec::with_capacity(bytes.len());
        for (index, byte) in bytes.iter().enumerate() {
            let place = self.modulus(8 * index as u32);
            parts.push(self.pool.int_mul(place, *byte));
        }
        self.pool.int_add(&parts)
    }
}
