//! When two states are the same.
//!
//! A state is told by a term for each variable that is told apart. Which number an unknown is does not matter, only
//! which variables hold the same one, and how far apart they are: unknowns are called by the order in which the
//! variables speak of them, and the first variable holds the unknown itself.
//!
//! ```text
//!   x = a * b + 1, y = 3, z = a * b    and    x = s, y = 3, z = s - 1    are the same
//! ```
//!
//! Sound: whatever `a * b + 1` is, it is one of the numbers that `s` stands for.
//!
//! Numbers that only move along beside each other may be *relative*: then a constant is told like an unknown, by how
//! far it is from the others. So `x = 7, z = 6` is the state above, and a count from zero comes to no new state.

use logic::{BvBinary, Sort, Term, TermId, TermPool};
use rustc_hash::FxHashMap;

/// How the values of a variable are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// By what they are.
    Absolute,
    /// By how far they are from those of other such variables.
    Relative,
    /// By what they are if they are constants, else by which are equal: how far apart objects lie says nothing.
    Pointer,
}

/// The terms of a state's variables, in the order of these.
pub(crate) type Told = Box<[TermId]>;

/// Unknowns, by which states are told.
#[derive(Default)]
pub(crate) struct Symbols {
    of_sort: FxHashMap<Sort, Vec<TermId>>,
    /// What relative constants are told from.
    origins: FxHashMap<Sort, TermId>,
}

impl Symbols {
    fn nth(&mut self, pool: &mut TermPool, sort: Sort, n: usize) -> TermId {
        let known = self.of_sort.entry(sort).or_default();
        while known.len() <= n {
            known.push(pool.fresh_var("unknown", sort));
        }
        known[n]
    }

    /// The same state, told as all that are the same are.
    pub fn told(&mut self, pool: &mut TermPool, held: &[(TermId, Reading)]) -> Told {
        let mut names: FxHashMap<TermId, (TermId, u128)> = FxHashMap::default();
        let mut n_named: FxHashMap<Sort, usize> = FxHashMap::default();
        let mut told = Vec::with_capacity(held.len());
        for &(term, reading) in held {
            let Apart { base, offset } = match (reading, apart(pool, term)) {
                (Reading::Pointer, Apart { base: Some(_), .. }) => {
                    Apart { base: Some(term), offset: 0 }
                }
                (_, apart) => apart,
            };
            let base = match (base, reading) {
                (Some(base), _) => base,
                (None, Reading::Relative) => self.origin(pool, term),
                (None, Reading::Absolute | Reading::Pointer) => {
                    told.push(term);
                    continue;
                }
            };
            let sort = pool.sort(base);
            let (name, first) = match names.get(&base) {
                Some(known) => *known,
                None => {
                    let n = n_named.entry(sort).or_default();
                    let name = self.nth(pool, sort, *n);
                    *n += 1;
                    names.insert(base, (name, offset));
                    (name, offset)
                }
            };
            told.push(moved(pool, name, offset.wrapping_sub(first)));
        }
        told.into()
    }

    /// For vectors of bits; other constants are told from themselves.
    fn origin(&mut self, pool: &mut TermPool, constant: TermId) -> TermId {
        match pool.sort(constant) {
            sort @ Sort::BitVec(_) => {
                *self.origins.entry(sort).or_insert_with(|| pool.fresh_var("origin", sort))
            }
            _ => constant,
        }
    }
}

/// An unknown, and the number that is added to it; a constant has no unknown.
pub(crate) struct Apart {
    pub base: Option<TermId>,
    pub offset: u128,
}

/// Takes a term apart.
pub(crate) fn apart(pool: &TermPool, term: TermId) -> Apart {
    match pool[term] {
        Term::Bool(_) | Term::Int(_) => Apart { base: None, offset: 0 },
        Term::BitVec(_, bits) => Apart { base: None, offset: bits },
        Term::BvBinary(BvBinary::Add, base, by) => match pool[by] {
            Term::BitVec(_, offset) => Apart { base: Some(base), offset },
            _ => Apart { base: Some(term), offset: 0 },
        },
        _ => Apart { base: Some(term), offset: 0 },
    }
}

/// An unknown with a number added.
pub(crate) fn moved(pool: &mut TermPool, base: TermId, by: u128) -> TermId {
    match pool.sort(base) {
        Sort::BitVec(width) => {
            let by = pool.bv(width, by);
            pool.bv_add(base, by)
        }
        _ => base,
    }
}
