//! Reads of arrays as choices between what was written: formulas without arrays.
//!
//! A circuit knows no arrays. Each read goes down to what was written there,
//!
//! ```text
//!   store(a, i, v)[k]  =  k = i ? v : a[k]          (c ? a : b)[k]  =  c ? a[k] : b[k]
//! ```
//!
//! and what an unknown array has at a place is an input of its own, unless an earlier read was of the
//! same place: `x1 = e1`, then `x2 = (k2 = k1 ? x1 : e2)`, and so on. So equal places have equal elements, and
//! every choice of the `e`s is an array: the formula is satisfiable if and only if it was. Functions of
//! which nothing is known are told apart in the same way.

use std::rc::Rc;

use logic::{FunctionId, Term, TermId, TermPool};
use rustc_hash::FxHashMap;

use super::circuit::{Circuit, Wire};

/// Choices, beyond which the formula is better left as it is.
const MAX_CHOICES: usize = 200_000;

/// An element that was read: its index, and what it has there.
type Element = (TermId, Rc<[Wire]>);

/// A function that was applied, and what it has there.
struct Applied {
    arguments: Box<[TermId]>,
    result: Rc<[Wire]>,
}

/// What reads have come to so far.
#[derive(Default)]
pub(super) struct Reads {
    /// What an array has at an index.
    read: FxHashMap<(TermId, TermId), Rc<[Wire]>>,
    /// The places of array variables that were read, in order.
    elements: FxHashMap<TermId, Vec<Element>>,
    /// The arguments that functions were applied to, in order.
    results: FxHashMap<FunctionId, Vec<Applied>>,
    n_choices: usize,
}

/// What is needed to say what is read: what was written and where must be among the words.
pub(super) struct Ground<'g> {
    pub pool: &'g TermPool,
    pub circuit: &'g mut Circuit,
    pub words: &'g FxHashMap<TermId, Rc<[Wire]>>,
}

impl Ground<'_> {
    fn is_same(&mut self, a: TermId, b: TermId) -> Wire {
        self.circuit.equal(&self.words[&a], &self.words[&b])
    }

    fn choose(&mut self, condition: Wire, then: &[Wire], otherwise: &[Wire]) -> Rc<[Wire]> {
        self.circuit.choose(condition, then, otherwise).into()
    }

    fn inputs(&mut self, width: usize) -> Rc<[Wire]> {
        (0..width).map(|_| self.circuit.input()).collect()
    }
}

impl Reads {
    pub fn is_too_large(&self) -> bool {
        self.n_choices > MAX_CHOICES
    }

    /// What an array has at an index: so many bits.
    pub fn read(
        &mut self,
        ground: &mut Ground<'_>,
        array: TermId,
        index: TermId,
        width: usize,
    ) -> Rc<[Wire]> {
        let mut pending = vec![array];
        while let Some(&from) = pending.last() {
            if self.read.contains_key(&(from, index)) {
                pending.pop();
                continue;
            }
            let known = |array: TermId| self.read.get(&(array, index)).cloned();
            let value = match ground.pool[from] {
                Term::Store(_, place, value) if place == index => Rc::clone(&ground.words[&value]),
                Term::Store(below, place, value) => {
                    let Some(beneath) = known(below) else {
                        pending.push(below);
                        continue;
                    };
                    if ground.pool.differ(place, index) {
                        beneath
                    } else {
                        self.n_choices += 1;
                        let is_here = ground.is_same(place, index);
                        let value = Rc::clone(&ground.words[&value]);
                        ground.choose(is_here, &value, &beneath)
                    }
                }
                Term::Ite(condition, then, otherwise) => {
                    let (Some(then), Some(otherwise)) = (known(then), known(otherwise)) else {
                        pending.extend([then, otherwise]);
                        continue;
                    };
                    self.n_choices += 1;
                    ground.choose(ground.words[&condition][0], &then, &otherwise)
                }
                Term::ConstArray(_, element) => Rc::clone(&ground.words[&element]),
                _ => self.element(ground, from, index, width),
            };
            self.read.insert((from, index), value);
        }
        Rc::clone(&self.read[&(array, index)])
    }

    /// What an array of which nothing is known has at an index.
    fn element(
        &mut self,
        ground: &mut Ground<'_>,
        array: TermId,
        index: TermId,
        width: usize,
    ) -> Rc<[Wire]> {
        let mut value = ground.inputs(width);
        let earlier = self.elements.entry(array).or_default();
        for (place, there) in earlier.iter() {
            if !ground.pool.differ(*place, index) {
                self.n_choices += 1;
                let is_same = ground.is_same(*place, index);
                value = ground.choose(is_same, there, &value);
            }
        }
        earlier.push((index, Rc::clone(&value)));
        value
    }

    /// What a function of which nothing is known has for its arguments: so many bits.
    pub fn apply(
        &mut self,
        ground: &mut Ground<'_>,
        function: FunctionId,
        arguments: &[TermId],
        width: usize,
    ) -> Rc<[Wire]> {
        let mut value = ground.inputs(width);
        let earlier = self.results.entry(function).or_default();
        for Applied { arguments: others, result } in earlier.iter() {
            self.n_choices += 1;
            let mut are_same = Wire::TRUE;
            for (a, b) in others.iter().zip(arguments) {
                let is_same = ground.is_same(*a, *b);
                are_same = ground.circuit.and(are_same, is_same);
            }
            value = ground.choose(are_same, result, &value);
        }
        earlier.push(Applied { arguments: arguments.into(), result: Rc::clone(&value) });
        value
    }
}
