//! Steps about numbers alone, where what is hard to compute may be anything.
//!
//! Most of what lasts is about counters and sizes, and rests neither on what memory holds nor on what unknown
//! numbers come to when they are multiplied or divided. Yet a question about a step speaks of all of it, and a parser of 32
//! bytes has so much of it that a solver gives up where `n_fields <= n` was asked. In a simpler step each such value is
//! a new unknown:
//!
//! ```text
//!   at' = at + select(message, at + 1)        at' = at + any
//! ```
//!
//! Whatever the step does, the simpler one can do, so that what the latter keeps, the former does.

#[cfg(test)]
mod tests;

use index::IndexVec;
use lemmas::blocks::BlockId;
use logic::{BvBinary, Sort, Term, TermId, TermPool, VarId, replace};
use rustc_hash::FxHashMap;

use crate::dissolve::Step;

/// Is nothing said of whole arrays?
pub(crate) fn is_about_numbers(pool: &TermPool, term: TermId) -> bool {
    pool.vars_of(&[term]).iter().all(|var| !matches!(pool.var(var).sort, Sort::Array(..)))
}

/// The simpler steps; none if they are as simple as that already.
pub(crate) fn simpler_steps(
    pool: &mut TermPool,
    steps: &IndexVec<BlockId, Step>,
) -> Option<IndexVec<BlockId, Step>> {
    let mut is_simpler = false;
    let mut simpler = IndexVec::new();
    for step in steps.values() {
        let mut vars: Vec<VarId> = step.values.keys().copied().collect();
        vars.retain(|var| !matches!(pool.var(*var).sort, Sort::Array(..)));
        vars.sort_unstable();
        let mut roots = vec![step.guard];
        roots.extend(vars.iter().map(|var| step.values[var]));
        let mut unknown: FxHashMap<TermId, TermId> = FxHashMap::default();
        for term in pool.postorder(&roots) {
            if is_hard(pool, term) {
                let sort = pool.sort(term);
                unknown.insert(term, pool.fresh_var("any", sort));
            }
        }
        is_simpler |= !unknown.is_empty();
        let images = replace(pool, &roots, &unknown);
        let values = vars.into_iter().zip(images[1..].iter().copied()).collect();
        simpler.push(Step { guard: images[0], values });
    }
    is_simpler.then_some(simpler)
}

/// Remainders by a constant are as hard as those by a number; by a power of two they are none for the solver.
fn is_hard(pool: &TermPool, term: TermId) -> bool {
    let constant = |term: TermId| match pool[term] {
        Term::BitVec(_, bits) => Some(bits),
        _ => None,
    };
    match pool[term] {
        Term::Select(..) => true,
        Term::BvBinary(BvBinary::Mul, a, b) => constant(a).or(constant(b)).is_none(),
        Term::BvBinary(
            BvBinary::UDiv | BvBinary::SDiv | BvBinary::URem | BvBinary::SRem,
            _,
            divisor,
        ) => !constant(divisor).is_some_and(u128::is_power_of_two),
        _ => false,
    }
}
