//! What the lemmas of a head may speak of: the names that the state has there.
//!
//! A formula about the way behind a head also speaks of choices of the environment, and of
//! functions of unknown meaning, of which nothing is inductive. Whether memory belongs to the
//! vocabulary is the asker's: a lemma about an element of an array holds where it is asked, but
//! costs the solver more than most of them bring.
//!
//! ```text
//!   names of the head: x, flags         x <= 3  yes      x <= input  no      f(x) = 0  no
//! ```

use index::IdSet;
use logic::{Sort, Term, TermId, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::blocks::{Blocks, HeadId};

/// Whether elements of arrays may be spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elements {
    Told,
    Untold,
}

pub struct Vocabulary {
    names: IdSet<VarId>,
    elements: Elements,
    known: FxHashMap<TermId, bool>,
}

impl Vocabulary {
    pub fn of(pool: &TermPool, blocks: &Blocks, head: HeadId, elements: Elements) -> Self {
        let names = blocks.names(head).filter_map(|name| pool.as_var(name)).collect();
        Self { names, elements, known: FxHashMap::default() }
    }

    /// Is the formula said by these means alone?
    pub fn can_say(&mut self, pool: &TermPool, formula: TermId) -> bool {
        if let Some(known) = self.known.get(&formula) {
            return *known;
        }
        for term in pool.postorder(&[formula]) {
            if !self.known.contains_key(&term) {
                let can_say = self.has(pool, &pool[term])
                    && pool[term].operands().iter().all(|operand| self.known[operand]);
                self.known.insert(term, can_say);
            }
        }
        self.known[&formula]
    }

    /// Does the term itself belong to it, whatever its operands are?
    fn has(&self, pool: &TermPool, term: &Term) -> bool {
        match term {
            Term::Var(var) => self.names.contains(*var),
            Term::Apply(..) => false,
            Term::Select(..) | Term::Store(..) => self.elements == Elements::Told,
            // That arrays are equal in all elements is nothing that a loop keeps.
            Term::Eq(lhs, _) => !matches!(pool.sort(*lhs), Sort::Array(..)),
            _ => true,
        }
    }
}
