//! Reads of arrays as choices between what was written: formulas without arrays.
//!
//! A solver that turns a formula into bits knows no arrays; Z3 then falls back on a search that learns what
//! arrays are as it goes, which is slow where bits are what matters. Here each read goes down to what was
//! written there,
//!
//! ```text
//!   store(a, i, v)[k]  =  k = i ? v : a[k]          (c ? a : b)[k]  =  c ? a[k] : b[k]
//! ```
//!
//! and what an unknown array has at a place is a variable of its own, unless an earlier read was of the
//! same place: `x1 = e1`, then `x2 = (k2 = k1 ? x1 : e2)`, and so on. So equal places have equal elements, and
//! every choice of the `e`s is an array: the formula is satisfiable if and only if it was. Functions of
//! which nothing is known are told apart in the same way.

use logic::{FunctionId, Sort, Term, TermId, TermPool, quoted_symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Bool, Dynamic};

use crate::z3_translate::z3_sort;

/// Choices, beyond which the formula is better left as it is.
const MAX_CHOICES: usize = 200_000;

/// A function that was applied, and what it has there.
struct Applied {
    arguments: Box<[TermId]>,
    result: Dynamic,
}

/// What reads have come to so far.
#[derive(Default)]
pub(crate) struct FlatReads {
    /// What an array has at an index.
    read: FxHashMap<(TermId, TermId), Dynamic>,
    /// The places of array variables that were read, in order.
    elements: FxHashMap<TermId, Vec<(TermId, Dynamic)>>,
    /// The arguments that functions were applied to, in order.
    results: FxHashMap<FunctionId, Vec<Applied>>,
    /// Arrays below which everything is translated.
    pub seen: FxHashSet<TermId>,
    n_fresh: usize,
    n_choices: usize,
}

impl FlatReads {
    /// Can all of this be said without arrays? Equal arrays are equal everywhere, which no choice says; and
    /// with integers of any size it is another search altogether.
    pub fn can_say(pool: &TermPool, terms: &[TermId]) -> bool {
        let is_array = |term| matches!(pool.sort(term), Sort::Array(..));
        terms.iter().all(|term| match pool[*term] {
            Term::Eq(a, _) => !is_array(a),
            _ => pool.sort(*term) != Sort::Int,
        })
    }

    pub fn is_too_large(&self) -> bool {
        self.n_choices > MAX_CHOICES
    }

    /// What an array has at an index. What was written and where must be among `terms`.
    pub fn read(
        &mut self,
        pool: &TermPool,
        terms: &FxHashMap<TermId, Dynamic>,
        array: TermId,
        index: TermId,
    ) -> Dynamic {
        let mut pending = vec![array];
        while let Some(&from) = pending.last() {
            if self.read.contains_key(&(from, index)) {
                pending.pop();
                continue;
            }
            let known = |array: TermId| self.read.get(&(array, index));
            let value = match pool[from] {
                Term::Store(_, place, value) if place == index => terms[&value].clone(),
                Term::Store(below, place, value) => {
                    let Some(beneath) = known(below) else {
                        pending.push(below);
                        continue;
                    };
                    if pool.differ(place, index) {
                        beneath.clone()
                    } else {
                        self.n_choices += 1;
                        terms[&place].eq(&terms[&index]).ite(&terms[&value], beneath)
                    }
                }
                Term::Ite(condition, then, otherwise) => {
                    let (Some(then), Some(otherwise)) = (known(then), known(otherwise)) else {
                        pending.extend([then, otherwise]);
                        continue;
                    };
                    if then == otherwise {
                        then.clone()
                    } else {
                        self.n_choices += 1;
                        let condition = terms[&condition].as_bool();
                        condition.expect("a condition is a truth value").ite(then, otherwise)
                    }
                }
                Term::ConstArray(_, element) => terms[&element].clone(),
                _ => self.element(pool, terms, from, index),
            };
            self.read.insert((from, index), value);
        }
        self.read[&(array, index)].clone()
    }

    /// What an array of which nothing is known has at an index.
    fn element(
        &mut self,
        pool: &TermPool,
        terms: &FxHashMap<TermId, Dynamic>,
        array: TermId,
        index: TermId,
    ) -> Dynamic {
        let Sort::Array(_, element) = pool.sort(array) else { panic!("only arrays are read") };
        let mut value = self.fresh("@element", element.into());
        let earlier = self.elements.entry(array).or_default();
        for (place, there) in earlier.iter() {
            if !pool.differ(*place, index) {
                self.n_choices += 1;
                value = terms[place].eq(&terms[&index]).ite(there, &value);
            }
        }
        earlier.push((index, value.clone()));
        value
    }

    /// What a function of which nothing is known has for its arguments.
    pub fn apply(
        &mut self,
        pool: &TermPool,
        terms: &FxHashMap<TermId, Dynamic>,
        function: FunctionId,
        arguments: &[TermId],
    ) -> Dynamic {
        let mut value = self.fresh("@result", pool.function(function).result);
        let earlier = self.results.entry(function).or_default();
        for Applied { arguments: others, result } in earlier.iter() {
            self.n_choices += 1;
            let pairs = others.iter().zip(arguments);
            let are_same: Vec<Bool> = pairs.map(|(a, b)| terms[a].eq(&terms[b])).collect();
            value = Bool::and(&are_same).ite(result, &value);
        }
        earlier.push(Applied { arguments: arguments.into(), result: value.clone() });
        value
    }

    fn fresh(&mut self, name: &str, sort: Sort) -> Dynamic {
        self.n_fresh += 1;
        Dynamic::new_const(quoted_symbol(name, self.n_fresh), &z3_sort(sort))
    }
}
