//! Sums modulo the width, as a number for each term that is added.
//!
//! `a - b + c` and `c + (a - b)` are one sum, however they are written: what was added is counted. Where a
//! formula says that two sums are equal, and denies it of two others, the ones are taken out of the
//! others; if nothing is left, there is no model. Solvers that think in bits need long for it.

use rustc_hash::FxHashMap;

use crate::bit_vector::mask;
use crate::pool::TermPool;
use crate::term::{BvBinary, Term, TermId};

/// Larger sums are left to the solver.
const MAX_TERMS: usize = 256;

/// How often each term is added, modulo the width; the constant apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    terms: FxHashMap<TermId, u128>,
    constant: u128,
    /// Some term was added more than once, or added and taken away.
    is_shorter: bool,
}

impl Sum {
    /// `a - b`; `None` if it is large. `seen_through` tells what a term is the same as.
    pub fn of_difference(
        pool: &TermPool,
        a: TermId,
        b: TermId,
        seen_through: impl Fn(TermId) -> TermId,
    ) -> Option<Self> {
        let width = pool.width(a);
        let mut sum = Self::default();
        let mut pending = vec![(a, 1), (b, mask(width))];
        let mut n_steps = 0;
        while let Some((term, factor)) = pending.pop() {
            n_steps += 1;
            if n_steps > MAX_TERMS {
                return None;
            }
            let term = seen_through(term);
            let times = |by: u128| factor.wrapping_mul(by) & mask(width);
            match pool[term] {
                Term::BitVec(_, bits) => {
                    sum.constant = sum.constant.wrapping_add(times(bits)) & mask(width);
                }
                Term::BvNeg(x) => pending.push((x, times(mask(width)))),
                Term::BvBinary(BvBinary::Add, x, y) => pending.extend([(x, factor), (y, factor)]),
                Term::BvBinary(BvBinary::Sub, x, y) => {
                    pending.extend([(x, factor), (y, times(mask(width)))]);
                }
                Term::BvBinary(BvBinary::Mul, x, y) if pool.constant_bits(y).is_some() => {
                    let by = pool.constant_bits(y).unwrap_or(1);
                    pending.push((x, times(by)));
                }
                _ => sum.add(term, factor, width),
            }
        }
        Some(sum)
    }

    /// Is there less in it than was written?
    pub fn is_shorter(&self) -> bool {
        self.is_shorter
    }

    /// The terms with their factors, in the order of the terms.
    pub fn terms(&self) -> Vec<(TermId, u128)> {
        let mut terms: Vec<_> = self.terms.iter().map(|(term, factor)| (*term, *factor)).collect();
        terms.sort_unstable();
        terms
    }

    pub fn constant(&self) -> u128 {
        self.constant
    }

    fn add(&mut self, term: TermId, factor: u128, width: u32) {
        let old = self.terms.remove(&term).unwrap_or(0);
        self.is_shorter |= old != 0;
        let new = old.wrapping_add(factor) & mask(width);
        if new != 0 {
            self.terms.insert(term, new);
        }
    }

    fn is_zero(&self) -> bool {
        self.terms.is_empty() && self.constant == 0
    }

    /// A term that is added once or taken away once, and the factor: 1 or -1.
    fn pivot(&self, width: u32) -> Option<(TermId, u128)> {
        let unit = |(term, factor): (&TermId, &u128)| {
            (*factor == 1 || *factor == mask(width)).then_some((*term, *factor))
        };
        self.terms.iter().filter_map(unit).max_by_key(|(term, _)| *term)
    }

    /// Takes away as much of a sum that is zero that a term is gone.
    fn without(&mut self, zero: &Self, (pivot, unit): (TermId, u128), width: u32) {
        let Some(factor) = self.terms.get(&pivot).copied() else { return };
        // One over plus or minus one is the same.
        let by = factor.wrapping_mul(unit).wrapping_neg() & mask(width);
        for (term, times) in &zero.terms {
            self.add(*term, times.wrapping_mul(by) & mask(width), width);
        }
        let constant = self.constant.wrapping_add(zero.constant.wrapping_mul(by));
        self.constant = constant & mask(width);
    }
}

/// Does one of the denied equations follow from the others? All of one width.
pub(crate) fn follows(equations: Vec<Sum>, denied: Vec<Sum>, width: u32) -> bool {
    let (mut equations, mut denied) = (equations, denied);
    while let Some(zero) = equations.pop() {
        let Some(pivot) = zero.pivot(width) else { continue };
        for sum in equations.iter_mut().chain(&mut denied) {
            sum.without(&zero, pivot, width);
        }
    }
    denied.iter().any(Sum::is_zero)
}
