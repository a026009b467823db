//! Constructors for arrays.
//!
//! Reading what was written is resolved here as far as indices can be told apart: memory
//! formulas are long chains of stores, and most reads are of a constant address. Where ways meet, an
//! array is a choice between two; a read is a choice between what both have there, as far as both
//! can be told. So memory that is accessed at constant places is scalars to the solver.

use rustc_hash::FxHashMap;

use crate::boolean::is_constant;
use crate::pool::TermPool;
use crate::sort::{Scalar, Sort};
use crate::term::{Term, TermId};

/// How many stores and choices a read looks through before it is left to the solver.
const MAX_LOOK_BACK: usize = 400;

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
        if let Some(choice) = self.at_own_ends(index, |pool, end| pool.select(array, end)) {
            return choice;
        }
        let from = match self.read_through(array, index, &mut FxHashMap::default()) {
            Ok(value) => return value,
            Err(from) => from,
        };
        self.intern(Term::Select(from, index), Sort::from(element_sort))
    }

    /// What an array has at an index; or, if that is not told, an array that has the same there.
    fn read_through(
        &mut self,
        array: TermId,
        index: TermId,
        known: &mut FxHashMap<TermId, Result<TermId, TermId>>,
    ) -> Result<TermId, TermId> {
        if let Some(known) = known.get(&array) {
            return *known;
        }
        let mut from = array;
        let mut passed = Vec::new();
        let result = loop {
            if passed.len() + known.len() >= MAX_LOOK_BACK {
                break Err(from);
            }
            passed.push(from);
            match self[from] {
                Term::Store(_, at, value) if at == index => break Ok(value),
                Term::Store(below, at, _) if self.differ(at, index) => from = below,
                Term::ConstArray(_, element) => break Ok(element),
                Term::Ite(condition, then, otherwise) => {
                    let then = self.read_through(then, index, known);
                    let otherwise = self.read_through(otherwise, index, known);
                    if then == otherwise {
                        break then;
                    }
                    let sides = [then, otherwise].map(|side| self.told(side, index));
                    let [Some(then), Some(otherwise)] = sides else { break Err(from) };
                    break Ok(self.ite(condition, then, otherwise));
                }
                _ => break Err(from),
            }
        };
        known.extend(passed.into_iter().map(|it| (it, result)));
        result
    }

    /// The value that was found; of an array of which nothing is known, its element.
    fn told(&mut self, found: Result<TermId, TermId>, index: TermId) -> Option<TermId> {
        match found {
            Ok(value) => Some(value),
            Err(array) => match self[array] {
                Term::Var(_) => Some(self.select(array, index)),
                _ => None,
            },
        }
    }

    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let sort = self.sort(array);
        let Sort::Array(index_sort, element_sort) = sort else { panic!("only arrays are written") };
        assert_eq!(self.sort(index), Sort::from(index_sort), "the index fits the array");
        assert_eq!(self.sort(value), Sort::from(element_sort), "the value fits the array");
        if let Some(places) = self.values_of_choice(index) {
            let mut written = array;
            for (place, condition) in places {
                let old = self.select(array, place);
                let new = self.ite(condition, value, old);
                written = self.store(written, place, new);
            }
            return written;
        }
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

    /// True if the two are different in every model: different constants, one term with different
    /// constants added, or terms that lie apart.
    pub fn differ(&self, a: TermId, b: TermId) -> bool {
        if a == b {
            return false;
        }
        if is_constant(&self[a]) && is_constant(&self[b]) {
            return true;
        }
        let (base_a, plus_a) = self.base_and_offset(a);
        let (base_b, plus_b) = self.base_and_offset(b);
        let is_vector = matches!(self.sort(a), Sort::BitVec(_));
        base_a == base_b && plus_a != plus_b || is_vector && self.are_apart(a, b)
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
