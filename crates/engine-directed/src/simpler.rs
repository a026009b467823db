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
//! Of quotients and remainders the bounds are kept, which is what indices and digits rest on:
//!
//! ```text
//!   next' = (next + 1) srem 10                next' = any, with 0 <= any < 10 if 0 <= next + 1
//! ```
//!
//! Whatever the step does, the simpler one can do, so that what the latter keeps, the former does.

#[cfg(test)]
mod tests;

use index::IndexVec;
use lemmas::blocks::BlockId;
use logic::{BvBinary, BvCompare, Sort, Term, TermId, TermPool, VarId, replace};
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
        let images = simpler_terms(pool, &roots);
        is_simpler |= images != roots;
        let values = vars.into_iter().zip(images[1..].iter().copied()).collect();
        simpler.push(Step { guard: images[0], values });
    }
    is_simpler.then_some(simpler)
}

/// The same terms, with something unknown in the place of what is hard: whatever they can be, these can.
pub(crate) fn simpler_terms(pool: &mut TermPool, terms: &[TermId]) -> Vec<TermId> {
    let mut unknown: FxHashMap<TermId, TermId> = FxHashMap::default();
    for term in pool.postorder(terms) {
        if is_hard(pool, term) {
            let any = any_like(pool, term, &unknown);
            unknown.insert(term, any);
        }
    }
    replace(pool, terms, &unknown)
}

/// Any value that lies within the bounds of a term, of whose operands some are unknown.
fn any_like(pool: &mut TermPool, term: TermId, unknown: &FxHashMap<TermId, TermId>) -> TermId {
    let sort = pool.sort(term);
    let any = pool.fresh_var("any", sort);
    let Term::BvBinary(op, number, divisor) = pool[term] else { return any };
    let Some(width) = sort.width() else { return any };
    let operands = replace(pool, &[number, divisor], unknown);
    let (number, divisor, zero) = (operands[0], operands[1], pool.bv(width, 0));
    let is_within = match op {
        BvBinary::URem | BvBinary::UDiv => {
            let is_nothing = pool.eq(divisor, zero);
            let is_no_more = pool.bv_compare(BvCompare::ULe, any, number);
            let is_less = match op {
                BvBinary::URem => pool.bv_compare(BvCompare::ULt, any, divisor),
                _ => pool.top(),
            };
            let both = pool.and2(is_no_more, is_less);
            pool.or(&[is_nothing, both])
        }
        BvBinary::SRem | BvBinary::SDiv => {
            let not_above = pool.bv_compare(BvCompare::SLe, divisor, zero);
            let is_between = is_between(pool, zero, any, number);
            let is_less = match op {
                BvBinary::SRem => {
                    let least = pool.bv_neg(divisor);
                    let is_more = pool.bv_compare(BvCompare::SLt, least, any);
                    let is_less = pool.bv_compare(BvCompare::SLt, any, divisor);
                    pool.and2(is_more, is_less)
                }
                _ => pool.top(),
            };
            let both = pool.and2(is_between, is_less);
            pool.or(&[not_above, both])
        }
        _ => return any,
    };
    pool.ite(is_within, any, zero)
}

/// With a sign: `zero <= any <= number`, or the other way round.
fn is_between(pool: &mut TermPool, zero: TermId, any: TermId, number: TermId) -> TermId {
    let [up, down] = [(zero, number), (number, zero)].map(|(low, high)| {
        let is_above = pool.bv_compare(BvCompare::SLe, low, any);
        let is_below = pool.bv_compare(BvCompare::SLe, any, high);
        pool.and2(is_above, is_below)
    });
    pool.or(&[up, down])
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
