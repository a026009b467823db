//! Formulas without a model, where the bounds that they state themselves tell.
//!
//! `n <= 24 and not (i < n) and ...` is how the conditions of runs look: what a program has tested stands in
//! them as a conjunct. Ranges are computed anew with those bounds; where a conjunct is false under them, or
//! nothing is left between two bounds, there is no such run, and nobody needs to be asked. Nor where an
//! equation is denied that follows from others as sums do ([`linear`](crate::linear)).

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use crate::linear::{Sum, follows};
use crate::pool::TermPool;
use crate::range::{MAX_WIDTH, Range};
use crate::sort::Sort;
use crate::term::{BvBinary, BvCompare, Term, TermId};

/// Larger formulas are left to the solver.
const MAX_TERMS: usize = 4_000;
/// How deep terms are looked into.
const MAX_DEPTH: usize = 200;
/// How often bounds are carried over from one term to another.
const N_ROUNDS: usize = 3;

impl TermPool {
    /// Is there no model, as far as bounds tell?
    pub fn is_impossible(&self, formula: TermId) -> bool {
        match &self[formula] {
            Term::Bool(value) => !value,
            Term::And(conjuncts) => Bounds::of(self, conjuncts).is_impossible(conjuncts),
            _ => false,
        }
    }
}

/// A comparison that holds: the first is less than the second, or at most as great.
#[derive(Clone, Copy)]
struct Order {
    less: TermId,
    greater: TermId,
    is_strict: bool,
    is_signed: bool,
}

/// A term is the same when it is cut to some of its bits and extended again, or shifted there and back: those
/// bits hold it.
#[derive(Clone, Copy)]
struct RoundTrip {
    term: TermId,
    n_bits: u32,
    is_signed: bool,
}

impl RoundTrip {
    /// What an equation says, if it is one of a round trip.
    fn of(pool: &TermPool, a: TermId, b: TermId) -> Option<Self> {
        [(a, b), (b, a)].into_iter().find_map(|(term, image)| {
            let (n_bits, is_signed) = match pool[image] {
                Term::SignExtend(_, part) | Term::ZeroExtend(_, part) => match pool[part] {
                    Term::Extract { high, low: 0, operand } if operand == term => {
                        (high + 1, matches!(pool[image], Term::SignExtend(..)))
                    }
                    _ => return None,
                },
                Term::BvBinary(op @ (BvBinary::AShr | BvBinary::LShr), there, by) => {
                    let Term::BitVec(width, by) = pool[by] else { return None };
                    match pool[there] {
                        Term::BvBinary(BvBinary::Shl, operand, back)
                            if operand == term && pool[back] == Term::BitVec(width, by) =>
                        {
                            let by = u32::try_from(by).ok().filter(|by| *by < width)?;
                            (width - by, op == BvBinary::AShr)
                        }
                        _ => return None,
                    }
                }
                _ => return None,
            };
            Some(Self { term, n_bits, is_signed })
        })
    }

    fn holds(self, range: Range) -> bool {
        let needed = if self.is_signed { range.signed_bits() } else { range.plain_bits() };
        needed <= self.n_bits
    }

    /// Of a term that those bits hold.
    fn range(self, width: u32) -> Range {
        let Range { least, greatest, most } = Range::all(self.n_bits);
        if self.is_signed {
            Range::signed(width, Some(least), Some(greatest))
        } else {
            Range::unsigned(width, Some(most)).settled(width)
        }
    }
}

/// What conjuncts say of terms.
struct Bounds<'p> {
    pool: &'p TermPool,
    orders: Vec<Order>,
    equal: Vec<(TermId, TermId)>,
    denied: Vec<(TermId, TermId)>,
    /// Conjuncts, and what was negated in one.
    known: FxHashMap<TermId, bool>,
    stated: FxHashMap<TermId, Range>,
    /// Of this round.
    ranges: RefCell<FxHashMap<TermId, Range>>,
    truths: RefCell<FxHashMap<TermId, Option<bool>>>,
    depth: Cell<usize>,
}

/// There is no such run.
struct Contradiction;

impl<'p> Bounds<'p> {
    fn of(pool: &'p TermPool, conjuncts: &[TermId]) -> Self {
        let mut it = Self {
            pool,
            orders: Vec::new(),
            equal: Vec::new(),
            denied: Vec::new(),
            known: FxHashMap::default(),
            stated: FxHashMap::default(),
            ranges: RefCell::default(),
            truths: RefCell::default(),
            depth: Cell::new(0),
        };
        for conjunct in conjuncts {
            it.take(*conjunct, true);
        }
        it
    }

    fn take(&mut self, term: TermId, truth: bool) {
        self.known.insert(term, truth);
        match (&self.pool[term], truth) {
            (Term::Not(inner), _) => self.take(*inner, !truth),
            (Term::Or(parts), false) => parts.iter().for_each(|it| self.take(*it, false)),
            (Term::And(parts), true) => parts.iter().for_each(|it| self.take(*it, true)),
            (Term::Eq(a, b), true) if self.is_vector(*a) => self.equal.push((*a, *b)),
            (Term::Eq(a, b), false) if self.is_vector(*a) => self.denied.push((*a, *b)),
            (Term::BvCompare(op, a, b), _) if self.is_vector(*a) => {
                let is_signed = matches!(op, BvCompare::SLt | BvCompare::SLe);
                let is_strict = matches!(op, BvCompare::ULt | BvCompare::SLt);
                // `a < b` is false if `b <= a`.
                self.orders.push(if truth {
                    Order { less: *a, greater: *b, is_strict, is_signed }
                } else {
                    Order { less: *b, greater: *a, is_strict: !is_strict, is_signed }
                });
            }
            _ => {}
        }
    }

    fn is_vector(&self, term: TermId) -> bool {
        matches!(self.pool.sort(term), Sort::BitVec(width) if width <= MAX_WIDTH)
    }

    fn is_impossible(&mut self, conjuncts: &[TermId]) -> bool {
        for _ in 0..N_ROUNDS {
            if self.carry_over().is_err() {
                return true;
            }
        }
        let is_false = |it: &TermId| self.truth_itself(*it) == Some(false);
        conjuncts.iter().any(is_false) || self.denies_a_sum()
    }

    /// Is an equation denied that follows from others, as sums?
    fn denies_a_sum(&self) -> bool {
        let mut widths: Vec<u32> = self.denied.iter().map(|(a, _)| self.pool.width(*a)).collect();
        widths.sort_unstable();
        widths.dedup();
        widths.into_iter().any(|width| {
            let sums = |pairs: &[(TermId, TermId)]| -> Vec<Sum> {
                let alike = pairs.iter().filter(|(a, _)| self.pool.width(*a) == width);
                alike
                    .filter_map(|(a, b)| {
                        Sum::of_difference(self.pool, *a, *b, |it| self.seen_through(it))
                    })
                    .collect()
            };
            follows(sums(&self.equal), sums(&self.denied), width)
        })
    }

    /// What a term is, where it was cut and extended again and nothing was lost.
    fn seen_through(&self, term: TermId) -> TermId {
        if let Term::ZeroExtend(_, part) | Term::SignExtend(_, part) = self.pool[term]
            && let Term::Extract { low: 0, operand, .. } = self.pool[part]
            && self.pool.width(operand) == self.pool.width(term)
            && RoundTrip::of(self.pool, operand, term)
                .is_some_and(|trip| trip.holds(self.range(operand)))
        {
            return operand;
        }
        term
    }

    /// Bounds each side of a comparison by the range of the other.
    fn carry_over(&mut self) -> Result<(), Contradiction> {
        self.forget();
        for (a, b) in self.equal.clone() {
            let (x, y) = (self.range(a), self.range(b));
            self.state(a, y)?;
            self.state(b, x)?;
            if let Some(trip) = RoundTrip::of(self.pool, a, b) {
                self.state(trip.term, trip.range(self.pool.width(trip.term)))?;
            }
        }
        for (a, b) in self.denied.clone() {
            for (term, constant) in [(a, b), (b, a)] {
                let Term::BitVec(width, bits) = self.pool[constant] else { continue };
                let (range, end) = (self.range(term), Range::of_constant(width, bits).least);
                let least = if range.least == end { end + 1 } else { range.least };
                let greatest = if range.greatest == end { end - 1 } else { range.greatest };
                if least > greatest {
                    return Err(Contradiction);
                }
                self.state(term, Range::signed(width, Some(least), Some(greatest)))?;
            }
        }
        for Order { less, greater, is_strict, is_signed } in self.orders.clone() {
            let (x, y) = (self.range(less), self.range(greater));
            let (width, step) = (self.pool.width(less), i128::from(is_strict));
            let all = Range::all(width);
            if is_signed {
                let (least, greatest) = (x.least + step, y.greatest - step);
                if least > all.greatest || greatest < all.least {
                    return Err(Contradiction);
                }
                self.state(less, Range::signed(width, Some(all.least), Some(greatest)))?;
                self.state(greater, Range::signed(width, Some(least), Some(all.greatest)))?;
            } else {
                let most = y.most.checked_sub(step as u128).ok_or(Contradiction)?;
                self.state(less, Range::unsigned(width, Some(most)).settled(width))?;
                // A number of which the highest bit is zero is the same with a sign.
                if y.most <= all.greatest as u128 {
                    let fewest = x.fewest() as i128 + step;
                    self.state(greater, Range::signed(width, Some(fewest), Some(y.most as i128)))?;
                }
            }
        }
        self.forget();
        Ok(())
    }

    fn forget(&mut self) {
        self.ranges.get_mut().clear();
        self.truths.get_mut().clear();
    }

    fn state(&mut self, term: TermId, range: Range) -> Result<(), Contradiction> {
        let before = self.range(term);
        if before.is_apart_from(range) {
            return Err(Contradiction);
        }
        let stated = before.and(range).settled(self.pool.width(term));
        self.stated.insert(term, stated);
        self.ranges.get_mut().insert(term, stated);
        Ok(())
    }

    fn range(&self, term: TermId) -> Range {
        if let Some(known) = self.ranges.borrow().get(&term) {
            return *known;
        }
        let own = self.pool.range(term);
        if !self.has_room() {
            return own;
        }
        self.depth.update(|depth| depth + 1);
        let range = self.computed(term, own);
        self.depth.update(|depth| depth - 1);
        self.ranges.borrow_mut().insert(term, range);
        range
    }

    fn has_room(&self) -> bool {
        let n_terms = self.ranges.borrow().len() + self.truths.borrow().len();
        n_terms < MAX_TERMS && self.depth.get() < MAX_DEPTH
    }

    fn computed(&self, term: TermId, own: Range) -> Range {
        let sort = self.pool.sort(term);
        let computed = match self.pool[term] {
            Term::Ite(c, t, e) => match self.truth(c) {
                Some(true) => self.range(t),
                Some(false) => self.range(e),
                None => self.pool.range_by(&self.pool[term], sort, |it| self.range(it)),
            },
            ref node => self.pool.range_by(node, sort, |it| self.range(it)),
        };
        let mut range = if own.is_apart_from(computed) { own } else { own.and(computed) };
        if let Some(stated) = self.stated.get(&term)
            && !range.is_apart_from(*stated)
        {
            range = range.and(*stated);
        }
        if let Sort::BitVec(width) = sort {
            range = range.settled(width);
        }
        range
    }

    /// The truth of a term, if what is known tells.
    fn truth(&self, term: TermId) -> Option<bool> {
        if let Some(known) = self.known.get(&term) {
            return Some(*known);
        }
        if let Some(known) = self.truths.borrow().get(&term) {
            return *known;
        }
        if !self.has_room() {
            return None;
        }
        self.depth.update(|depth| depth + 1);
        let truth = self.truth_itself(term);
        self.depth.update(|depth| depth - 1);
        self.truths.borrow_mut().insert(term, truth);
        truth
    }

    /// The same, not from the conjunct that it may be.
    fn truth_itself(&self, term: TermId) -> Option<bool> {
        match self.pool[term] {
            Term::Bool(value) => Some(value),
            Term::Not(inner) => self.truth_itself(inner).map(|truth| !truth),
            Term::And(ref parts) => self.connected(parts, false),
            Term::Or(ref parts) => self.connected(parts, true),
            Term::BvCompare(op, a, b) if self.is_vector(a) => {
                self.range(a).compare(op, self.range(b))
            }
            Term::Eq(a, b) if self.is_vector(a) => {
                let survives = |trip: RoundTrip| trip.holds(self.range(trip.term));
                if RoundTrip::of(self.pool, a, b).is_some_and(survives) {
                    return Some(true);
                }
                self.range(a).is_apart_from(self.range(b)).then_some(false)
            }
            _ => None,
        }
    }

    /// The truth of operands, one of which decides if it has that value.
    fn connected(&self, parts: &[TermId], decisive: bool) -> Option<bool> {
        let mut is_told = true;
        for part in parts {
            match self.truth(*part) {
                Some(truth) if truth == decisive => return Some(decisive),
                Some(_) => {}
                None => is_told = false,
            }
        }
        is_told.then_some(!decisive)
    }
}
