//! What one model says of many terms, each computed once.
//!
//! A solver that says "possible" has a model in mind, and a model answers more questions than the one that
//! it was found for: whoever asks whether something else is possible looks there first.

use rustc_hash::FxHashMap;

use crate::Sort;
use crate::evaluate::{Assignment, Value, node_value};
use crate::pool::TermPool;
use crate::term::{Term, TermId};

/// The values of terms, as far as they were asked for.
#[derive(Clone, Debug, Default)]
pub struct Model {
    values: FxHashMap<TermId, Value>,
}

impl Model {
    /// The value of a term that is no array. What the model itself has to tell is asked of `told`:
    /// variables, elements of arrays that are variables, applied functions, and what grows beyond 128
    /// bits. `None` if it does not tell.
    pub fn value(
        &mut self,
        pool: &TermPool,
        root: TermId,
        mut told: impl FnMut(TermId) -> Option<Value>,
    ) -> Option<Value> {
        let nothing = Assignment::default();
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.values.contains_key(&term) {
                pending.pop();
                continue;
            }
            let needed = match self.needed(pool, term) {
                Needed::Terms(needed) => needed,
                Needed::Known(value) => {
                    self.values.insert(term, value);
                    continue;
                }
                Needed::Told => {
                    self.values.insert(term, told(term)?);
                    continue;
                }
            };
            if needed.is_empty() {
                let own = node_value(pool, term, &nothing, &self.values);
                self.values.insert(term, own.or_else(|| told(term))?);
            } else {
                pending.extend(needed);
            }
        }
        self.values.get(&root).cloned()
    }

    /// What is to be known before the value of a term is.
    fn needed(&self, pool: &TermPool, term: TermId) -> Needed {
        let unknown = |operands: &[TermId]| -> Vec<TermId> {
            operands.iter().copied().filter(|it| !self.values.contains_key(it)).collect()
        };
        match pool[term] {
            Term::Var(_) | Term::Apply(..) => Needed::Told,
            Term::Eq(a, _) if matches!(pool.sort(a), Sort::Array(..)) => Needed::Told,
            Term::Select(array, index) => self.element(pool, array, index),
            // Only what is chosen counts.
            Term::Ite(condition, then, otherwise) => {
                let chosen = match self.values.get(&condition) {
                    None => return Needed::Terms(vec![condition]),
                    Some(Value::Bool(true)) => then,
                    Some(_) => otherwise,
                };
                match self.values.get(&chosen) {
                    Some(value) => Needed::Known(value.clone()),
                    None => Needed::Terms(vec![chosen]),
                }
            }
            ref node => Needed::Terms(unknown(&node.operands())),
        }
    }

    /// Goes down to what was written there last.
    fn element(&self, pool: &TermPool, mut array: TermId, index: TermId) -> Needed {
        let Some(at) = self.values.get(&index) else { return Needed::Terms(vec![index]) };
        loop {
            let next = match pool[array] {
                Term::Store(below, place, value) => match self.values.get(&place) {
                    None => return Needed::Terms(vec![place]),
                    Some(place) if place == at => return self.known_or_needed(value),
                    Some(_) => below,
                },
                Term::Ite(condition, then, otherwise) => match self.values.get(&condition) {
                    None => return Needed::Terms(vec![condition]),
                    Some(Value::Bool(true)) => then,
                    Some(_) => otherwise,
                },
                Term::ConstArray(_, element) => return self.known_or_needed(element),
                _ => return Needed::Told,
            };
            array = next;
        }
    }

    fn known_or_needed(&self, term: TermId) -> Needed {
        match self.values.get(&term) {
            Some(value) => Needed::Known(value.clone()),
            None => Needed::Terms(vec![term]),
        }
    }
}

enum Needed {
    Terms(Vec<TermId>),
    Known(Value),
    /// The model has to tell.
    Told,
}
