//! Constructors for arrays.
//!
//! Reading what was written is resolved here as far as indices can be told apart: memory
//! formulas are long chains of stores, and most reads are of a constant address.

use crate::boolean::is_constant;
use crate::pool::TermPool;
use crate::sort::{Scalar, Sort};
use crate::term::{Term, TermId};

/// How many stores a read looks through before it is left to the solver.
const MAX_LOOK_BACK: usize = 64;

impl TermPool {
    pub fn const_array(&mut self, index: Scalar, element: TermId) -> TermId {
        let scalar = match self.sort(element) {
            Sort::BitVec(width) => Scalar::BitVec(width),
            Sort::Int => Scalar::Int,
            Sort::Bool | Sort::Array(..) => panic!("arrays hold bit-vectors or integers"),
        };
        self.intern(Term::ConstArray(index, element), Sort::Array(index, scalar))
    }

    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let Sort::Array(index_sort, element_sort) = self.sort(array) else {
            panic!("only arrays are read")
        };
        assert_eq!(self.sort(index), Sort::from(index_sort), "the index fits the array");
        let mut from = array;
        for _ in 0..MAX_LOOK_BACK {
            match self[from] {
                Term::Store(_, at, value) if at == index => return value,
                Term::Store(below, at, _) if self.differ(at, index) => from = below,
                Term::ConstArray(_, element) => return element,
                _ => break,
            }
        }
        self.intern(Term::Select(from, index), Sort::from(element_sort))
    }

    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let sort = self.sort(array);
        let Sort::Array(index_sort, element_sort) = sort else { panic!("only arrays are written") };
        assert_eq!(self.sort(index), Sort::from(index_sort), "the index fits the array");
        assert_eq!(self.sort(value), Sort::from(element_sort), "the value fits the array");
        match self[array] {
            // What is written again is forgotten.
            Term::Store(below, at, _) if at == index => return self.store(below, index, value),
            _ => {}
        }
        if self[value] == Term::Select(array, index) {
            return array;
        }
        self.intern(Term::Store(array, index, value), sort)
    }

    /// True if the two are different in every model: different constants, or one term with
    /// different constants added.
    fn differ(&self, a: TermId, b: TermId) -> bool {
        if a == b {
            return false;
        }
        if is_constant(&self[a]) && is_constant(&self[b]) {
            return true;
        }
        let (base_a, plus_a) = self.base_and_offset(a);
        let (base_b, plus_b) = self.base_and_offset(b);
        base_a == base_b && plus_a != plus_b
    }

    /// A term as a sum of others, and the constant added to them.
    fn base_and_offset(&self, term: TermId) -> (Base<'_>, u128) {
        match &self[term] {
            Term::BvBinary(crate::BvBinary::Add, base, constant) => match self[*constant] {
                Term::BitVec(_, bits) => (Base::One(*base), bits),
                _ => (Base::One(term), 0),
            },
            // The constant comes last; integers do not wrap, so different bits are different
            // numbers.
            Term::IntAdd(operands) => match operands.split_last() {
                Some((last, rest)) => match (&self[*last], rest) {
                    (Term::Int(value), [single]) => (Base::One(*single), *value as u128),
                    (Term::Int(value), _) => (Base::Sum(rest), *value as u128),
                    _ => (Base::Sum(operands), 0),
                },
                None => (Base::One(term), 0),
            },
            _ => (Base::One(term), 0),
        }
    }
}

/// What constants are added to.
#[derive(PartialEq, Eq)]
enum Base<'a> {
    One(TermId),
    Sum(&'a [TermId]),
}
