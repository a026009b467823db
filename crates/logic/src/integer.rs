//! Constructors for mathematical integers.
//!
//! Constants are 128 bits wide; an operation whose result would not fit is left as it is, so
//! that folding is never wrong.

use crate::pool::TermPool;
use crate::sort::Sort;
use crate::term::{Term, TermId};

impl TermPool {
    pub fn int(&mut self, value: i128) -> TermId {
        self.intern(Term::Int(value), Sort::Int)
    }

    fn int_constant(&self, term: TermId) -> Option<i128> {
        match self[term] {
            Term::Int(value) => Some(value),
            _ => None,
        }
    }

    /// A sum; nested sums are joined and constants collected at the end.
    pub fn int_add(&mut self, operands: &[TermId]) -> TermId {
        let mut flat = Vec::with_capacity(operands.len());
        let mut constant: i128 = 0;
        for &operand in operands {
            debug_assert_eq!(self.sort(operand), Sort::Int);
            let parts: Vec<TermId> = match &self[operand] {
                Term::IntAdd(inner) => inner.to_vec(),
                _ => vec![operand],
            };
            for part in parts {
                let sum = self.int_constant(part).and_then(|value| constant.checked_add(value));
                match sum {
                    Some(sum) => constant = sum,
                    None => flat.push(part),
                }
            }
        }
        flat.sort_unstable();
        if constant != 0 || flat.is_empty() {
            let constant = self.int(constant);
            flat.push(constant);
        }
        match flat.as_slice() {
            [single] => *single,
            _ => self.intern(Term::IntAdd(flat.into()), Sort::Int),
        }
    }

    pub fn int_neg(&mut self, a: TermId) -> TermId {
        let minus_one = self.int(-1);
        self.int_mul(minus_one, a)
    }

    pub fn int_sub(&mut self, a: TermId, b: TermId) -> TermId {
        let negated = self.int_neg(b);
        self.int_add(&[a, negated])
    }

    pub fn int_mul(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.int_constant(a), self.int_constant(b)) {
            (Some(x), Some(y)) => {
                if let Some(product) = x.checked_mul(y) {
                    return self.int(product);
                }
            }
            (Some(0), None) => return a,
            (None, Some(0)) => return b,
            (Some(1), None) => return b,
            (None, Some(1)) => return a,
            _ => {}
        }
        self.intern(Term::IntMul(a.min(b), a.max(b)), Sort::Int)
    }

    /// Euclidean division: the remainder is never negative.
    pub fn int_div(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.int_constant(a), self.int_constant(b)) {
            (Some(x), Some(y)) if y != 0 => {
                if let Some(quotient) = x.checked_div_euclid(y) {
                    return self.int(quotient);
                }
            }
            (_, Some(1)) => return a,
            _ => {}
        }
        self.intern(Term::IntDiv(a, b), Sort::Int)
    }

    pub fn int_mod(&mut self, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.int_constant(a), self.int_constant(b))
            && y != 0
            && let Some(remainder) = x.checked_rem_euclid(y)
        {
            return self.int(remainder);
        }
        self.intern(Term::IntMod(a, b), Sort::Int)
    }

    pub fn int_le(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.int_constant(a), self.int_constant(b)) {
            (Some(x), Some(y)) => self.bool(x <= y),
            _ if a == b => self.top(),
            _ => self.intern(Term::IntLe(a, b), Sort::Bool),
        }
    }

    pub fn int_lt(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.int_constant(a), self.int_constant(b)) {
            (Some(x), Some(y)) => self.bool(x < y),
            _ if a == b => self.bottom(),
            _ => self.intern(Term::IntLt(a, b), Sort::Bool),
        }
    }
}
