//! Terms as words of a circuit, each translated once.

use std::rc::Rc;

use logic::{BvBinary, Sort, Sum, Term, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use super::circuit::{Circuit, Wire};
use super::reads::{Ground, Reads};
use super::words::{Word, constant, not};
use crate::cheaper::Cheaper;

/// Gates, beyond which a formula is not worth the memory.
const MAX_GATES: usize = 12_000_000;

/// The translation of the terms of one pool.
#[derive(Default)]
pub(super) struct Translation {
    pub circuit: Circuit,
    words: FxHashMap<TermId, Rc<[Wire]>>,
    /// Arrays below which everything is translated.
    arrays: FxHashSet<TermId>,
    reads: Reads,
}

impl Translation {
    /// The bits of a term that is no array; of a formula, one. `None` if bits do not say it, or if it takes too
    /// many choices or gates.
    pub fn word(&mut self, pool: &TermPool, root: TermId) -> Option<Rc<[Wire]>> {
        enum Task {
            Visit(TermId),
            Build(TermId),
        }
        let mut pending = vec![Task::Visit(root)];
        while let Some(task) = pending.pop() {
            match task {
                Task::Visit(term) if self.is_known(term) => {}
                Task::Visit(term) => {
                    if !can_say(pool, term) {
                        return None;
                    }
                    pending.push(Task::Build(term));
                    pending.extend(pool[term].operands().into_iter().map(Task::Visit));
                }
                Task::Build(term) => self.build(pool, term)?,
            }
        }
        self.words.get(&root).cloned()
    }

    fn is_known(&self, term: TermId) -> bool {
        self.words.contains_key(&term) || self.arrays.contains(&term)
    }

    /// Translates a term of which all operands are translated.
    fn build(&mut self, pool: &TermPool, term: TermId) -> Option<()> {
        if self.is_known(term) {
            return Some(());
        }
        if matches!(pool.sort(term), Sort::Array(..)) {
            self.arrays.insert(term);
            return Some(());
        }
        let word = self.node(pool, term);
        self.words.insert(term, word);
        let is_small = !self.reads.is_too_large() && self.circuit.gates().len() <= MAX_GATES;
        is_small.then_some(())
    }

    fn inputs(&mut self, pool: &TermPool, term: TermId) -> Rc<[Wire]> {
        (0..width(pool.sort(term))).map(|_| self.circuit.input()).collect()
    }

    fn node(&mut self, pool: &TermPool, term: TermId) -> Rc<[Wire]> {
        let width = width(pool.sort(term));
        match pool[term] {
            Term::Var(_) => return self.inputs(pool, term),
            Term::Eq(a, b) => {
                if let Some(equal) = self.equal_sums(pool, a, b) {
                    return Rc::new([equal]);
                }
            }
            _ => {}
        }
        let Self { circuit, words, reads, .. } = self;
        let word = |term: &TermId| &*words[term];
        let one = |term: &TermId| words[term][0];
        let bits: Word = match &pool[term] {
            Term::Select(array, index) => {
                return reads.read(&mut Ground { pool, circuit, words }, *array, *index, width);
            }
            Term::Apply(function, arguments) => {
                let ground = &mut Ground { pool, circuit, words };
                return reads.apply(ground, *function, arguments, width);
            }
            Term::Bool(value) => vec![Wire::constant(*value)],
            Term::BitVec(width, bits) => constant(*width, *bits),
            Term::Not(a) => vec![!one(a)],
            Term::And(operands) => vec![circuit.all(operands.iter().map(one))],
            Term::Or(operands) => vec![circuit.any(operands.iter().map(one))],
            Term::Eq(a, b) => vec![circuit.equal(word(a), word(b))],
            Term::Ite(condition, then, otherwise) => {
                circuit.choose(one(condition), word(then), word(otherwise))
            }
            Term::BvNot(a) => not(word(a)),
            Term::BvNeg(a) => circuit.negative(word(a)),
            Term::BvBinary(op, a, b) => match Cheaper::form(pool, *op, *a, *b, wide(width)) {
                None => circuit.binary(*op, word(a), word(b)),
                Some(Cheaper::ByPowerOfTwo { k }) => by_power_of_two(circuit, *op, word(a), k),
                Some(Cheaper::Narrow { width: narrow, signed }) => {
                    let narrow = narrow as usize;
                    let mut result = circuit.binary(*op, &word(a)[..narrow], &word(b)[..narrow]);
                    result.resize(width, if signed { result[narrow - 1] } else { Wire::FALSE });
                    result
                }
            },
            Term::BvCompare(op, a, b) => vec![circuit.compare(*op, word(a), word(b))],
            Term::Concat(high, low) => [word(low), word(high)].concat(),
            Term::Extract { high, low, operand } => {
                word(operand)[*low as usize..=*high as usize].to_vec()
            }
            Term::ZeroExtend(_, a) => widened(word(a), width, Wire::FALSE),
            Term::SignExtend(_, a) => widened(word(a), width, word(a)[word(a).len() - 1]),
            Term::Var(_)
            | Term::Int(_)
            | Term::IntAdd(_)
            | Term::IntMul(..)
            | Term::IntDiv(..)
            | Term::IntMod(..)
            | Term::IntLe(..)
            | Term::IntLt(..)
            | Term::Store(..)
            | Term::ConstArray(..) => unreachable!("it is refused before, or no word"),
        };
        bits.into()
    }
}

impl Translation {
    /// Are two sums equal of which parts are the same? Adders that add the same in another order are hard to
    /// tell to be equal, so what both have is taken away first.
    fn equal_sums(&mut self, pool: &TermPool, a: TermId, b: TermId) -> Option<Wire> {
        let Sort::BitVec(width @ ..=128) = pool.sort(a) else { return None };
        let sum = Sum::of_difference(pool, a, b, |term| term).filter(Sum::is_shorter)?;
        let terms = sum.terms();
        if terms.iter().any(|(term, _)| !self.words.contains_key(term)) {
            return None;
        }
        // What is added on one side, what is taken away on the other.
        let mut sides = [constant(width, 0), constant(width, sum.constant())];
        for (term, factor) in terms {
            let is_taken = factor >> (width - 1) == 1;
            let factor = constant(width, if is_taken { factor.wrapping_neg() } else { factor });
            let product = self.circuit.binary(BvBinary::Mul, &factor, &self.words[&term]);
            let side = &mut sides[usize::from(!is_taken)];
            *side = self.circuit.binary(BvBinary::Add, side, &product);
        }
        Some(self.circuit.equal(&sides[0], &sides[1]))
    }
}

/// The formulas that have to hold, none of them a conjunction.
pub(super) fn conjuncts(pool: &TermPool, formulas: &[TermId]) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut parts = Vec::new();
    for formula in formulas {
        let of_it = match &pool[*formula] {
            Term::And(operands) => &**operands,
            _ => std::slice::from_ref(formula),
        };
        parts.extend(of_it.iter().copied().filter(|it| seen.insert(*it)));
    }
    parts
}

/// Can the term be said in bits? Equal arrays are equal everywhere, which no choice says.
fn can_say(pool: &TermPool, term: TermId) -> bool {
    let is_array = |term: TermId| matches!(pool.sort(term), Sort::Array(..));
    let has_bits = match pool.sort(term) {
        Sort::Bool | Sort::BitVec(_) => true,
        Sort::Int => false,
        Sort::Array(index, element) => {
            [index, element].into_iter().all(|it| Sort::from(it) != Sort::Int)
        }
    };
    has_bits
        && match &pool[term] {
            Term::Eq(a, _) => !is_array(*a),
            Term::Apply(_, arguments) => !arguments.iter().any(|it| is_array(*it)),
            _ => true,
        }
}

fn width(sort: Sort) -> usize {
    match sort {
        Sort::BitVec(width) => width as usize,
        Sort::Bool | Sort::Int | Sort::Array(..) => 1,
    }
}

fn wide(width: usize) -> u32 {
    u32::try_from(width).unwrap_or(u32::MAX)
}

fn widened(word: &[Wire], width: usize, fill: Wire) -> Word {
    let mut widened = word.to_vec();
    widened.resize(width, fill);
    widened
}

/// Division by `2^k`. Towards zero, as C has it: negative numbers are first moved up by `2^k - 1`.
fn by_power_of_two(circuit: &mut Circuit, op: BvBinary, a: &[Wire], k: u32) -> Word {
    let (k, width) = (k as usize, a.len());
    match op {
        BvBinary::UDiv => widened(&a[k..], width, Wire::FALSE),
        BvBinary::URem => widened(&a[..k], width, Wire::FALSE),
        _ => {
            let sign = a[width - 1];
            let low = widened(&vec![sign; k], width, Wire::FALSE);
            let moved_up = circuit.binary(BvBinary::Add, a, &low);
            if op == BvBinary::SDiv {
                return widened(&moved_up[k..], width, moved_up[width - 1]);
            }
            let zeros = std::iter::repeat_n(Wire::FALSE, k);
            let multiple: Word = zeros.chain(moved_up[k..].iter().copied()).collect();
            circuit.binary(BvBinary::Sub, a, &multiple)
        }
    }
}
