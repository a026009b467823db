//! The words in which states at a head are told: conditions that are true or false of them.
//!
//! A set of states is a [`Cube`], some words with their truth. The words come in lots, and the search takes
//! another lot only where it is stuck: first what the program itself asks at the head and before it,
//! then bounds, orderings and places; after that `refine` makes words to order.

use index::IndexVec;
use lemmas::blocks::{Blocks, HeadId};
use lemmas::guesses::{Guesses, Limits};
use lemmas::vocabulary::{Elements, Vocabulary};
use logic::{Sort, Term, TermId, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::search::Search;

index::define_id!(
    /// A word of one head.
    pub(crate) struct WordId, "word"
);

/// A word, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Literal {
    pub word: WordId,
    pub holds: bool,
}

/// States of a head: all these hold. Sorted.
pub(crate) type Cube = Vec<Literal>;

/// Does the first hold of all states of which the second does?
pub(crate) fn is_wider(wide: &[Literal], narrow: &[Literal]) -> bool {
    wide.iter().all(|literal| narrow.binary_search(literal).is_ok())
}

/// More would make every question slow.
const MAX_WORDS: usize = 300;
/// A word that is no longer one.
const MAX_SIZE: usize = 200;

/// What is taken of the program's own conditions, and of guesses in the second lot.
const LIMITS: Limits = Limits {
    conditions: 100,
    predicates: 60,
    constants: 6,
    numbers: 16,
    pairs: 40,
    cells: 12,
    bytes: false,
};

/// The words of one head.
#[derive(Default)]
pub(crate) struct Words {
    pub terms: IndexVec<WordId, TermId>,
    /// What each speaks of.
    pub vars: IndexVec<WordId, Vec<VarId>>,
    known: FxHashMap<TermId, WordId>,
}

impl Words {
    /// Adds a condition, if it is new.
    fn add(&mut self, pool: &TermPool, term: TermId) -> bool {
        let term = match pool[term] {
            Term::Not(inner) => inner,
            _ => term,
        };
        let is_new = !matches!(pool[term], Term::Bool(_)) && !self.known.contains_key(&term);
        if !is_new || self.terms.len() >= MAX_WORDS || pool.postorder(&[term]).len() > MAX_SIZE {
            return false;
        }
        let id = self.terms.push(term);
        self.vars.push(pool.vars_of(&[term]).iter().collect());
        self.known.insert(term, id);
        true
    }

    /// The literal as a term.
    pub fn term(&self, pool: &mut TermPool, literal: Literal) -> TermId {
        let term = self.terms[literal.word];
        if literal.holds { term } else { pool.not(term) }
    }

    /// That a state is none of the cube's.
    pub fn outside(&self, pool: &mut TermPool, cube: &[Literal]) -> TermId {
        let inside: Vec<TermId> = cube.iter().map(|literal| self.term(pool, *literal)).collect();
        let inside = pool.and(&inside);
        pool.not(inside)
    }
}

/// Which lot of words is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lot {
    /// The program's own conditions.
    Conditions,
    /// Bounds, orderings, places.
    Guesses,
    /// The same, of single bytes, too. Those are flags more often than counts, and what the program asks
    /// of a flag is said already: worth trying, and not worth telling states apart by.
    AllGuesses,
}

impl Search<'_> {
    /// Adds a lot of words to a head; false if there were none.
    pub(crate) fn add_lot(&mut self, head: HeadId, lot: Lot) -> bool {
        let terms = self.lot(head, lot);
        self.add(head, terms)
    }

    /// A lot of what may be worth telling at a head, said of its memory.
    pub(crate) fn lot(&mut self, head: HeadId, lot: Lot) -> Vec<TermId> {
        let (encoder, blocks) = (&mut self.encoder, &self.blocks);
        let limits = Limits { bytes: lot == Lot::AllGuesses, ..LIMITS };
        let mut guesses = Guesses { encoder, blocks, limits };
        match lot {
            Lot::Conditions => {
                let mut terms = guesses.conditions_at(head);
                terms.extend(guesses.conditions_before(head));
                terms.extend(truth_values(&self.encoder.pool, blocks, head));
                terms
            }
            Lot::Guesses | Lot::AllGuesses => guesses.at(head),
        }
    }

    /// Adds these words to a head; false if none of them is one.
    pub(crate) fn add(&mut self, head: HeadId, terms: Vec<TermId>) -> bool {
        let mut is_any = false;
        for term in self.told(head, terms) {
            if self.is_settled(head, term) {
                continue;
            }
            is_any |= self.words[head].add(&self.encoder.pool, term);
        }
        is_any
    }

    /// Is the truth of a condition always the same, as the bounds of what is known tell?
    fn is_settled(&mut self, head: HeadId, term: TermId) -> bool {
        let known = self.known.get(head).cloned().unwrap_or_default();
        let pool = &mut self.encoder.pool;
        [term, pool.not(term)].into_iter().any(|side| {
            let all = pool.and(&[known.as_slice(), &[side]].concat());
            pool.is_impossible(all)
        })
    }

    /// Those of the terms that can be said at a head, with cells in the place of memory.
    pub(crate) fn told(&mut self, head: HeadId, mut terms: Vec<TermId>) -> Vec<TermId> {
        self.blocks.keep_symmetric(&self.encoder, head, &mut terms);
        let mut vocabulary = Vocabulary::of(&self.encoder.pool, &self.blocks, head, Elements::Told);
        let (pool, cells) = (&mut self.encoder.pool, &self.cells[head]);
        terms.retain(|term| vocabulary.can_say(pool, *term));
        terms.into_iter().filter_map(|term| cells.told(pool, term)).collect()
    }
}

/// Variables that are words already.
fn truth_values(pool: &TermPool, blocks: &Blocks, head: HeadId) -> Vec<TermId> {
    blocks.names(head).filter(|name| pool.sort(*name) == Sort::Bool).collect()
}
