//! Which constants a component can be behind a block, read off its value.
//!
//! A lock that is taken and released on some ways through a block, and not touched on the others,
//! has the value `(c ? 1 : lock₀)` behind it. The condition is about things of before the block and
//! cannot be said at its end, so that elimination gives the equation up. What is known of `lock₀`
//! says more: with `lock₀ = 1`, both ways end in 1.
//!
//! So the constants that the context knows are put in, the conditions that it decides are taken
//! out, and where nothing but a few constants is left at the ends of all ways, the component is one
//! of them. This is a consequence of the precondition, found without a solver; as any lemma it is
//! dropped once it no longer holds.

use logic::{Substitution, Term, TermId, TermPool, replace, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

use lemmas::numbers::is_number;

/// More values than these are seldom a state of something.
const MAX_VALUES: usize = 4;
/// Terms looked at for one value.
const MAX_WAYS: usize = 2_000;

/// For each equation `name = value`, that the name is one of a few constants where that is so.
/// `facts` are conditions with their truth, as the context knows them.
pub(crate) fn possible_values(
    pool: &mut TermPool,
    equations: &[(TermId, TermId)],
    facts: &FxHashMap<TermId, TermId>,
) -> Vec<TermId> {
    let said = facts.iter().filter(|(_, truth)| pool[**truth] == Term::Bool(true));
    let known = known_constants(pool, said.map(|(fact, _)| *fact));
    let values: Vec<TermId> = equations.iter().map(|(_, value)| *value).collect();
    let values = replace(pool, &values, facts);
    let values = substitute(pool, &values, &known);
    let mut lemmas = Vec::new();
    for ((name, _), value) in equations.iter().zip(values) {
        if let Some(constants) = constants_at_the_ends(pool, value) {
            let ways: Vec<TermId> = constants.iter().map(|it| pool.eq(*name, *it)).collect();
            lemmas.push(pool.or(&ways));
        }
    }
    lemmas
}

/// The variables that some of these formulas say are equal to constants.
pub(crate) fn known_constants(
    pool: &TermPool,
    formulas: impl IntoIterator<Item = TermId>,
) -> Substitution {
    let mut known = Substitution::default();
    for formula in formulas {
        let Term::Eq(a, b) = pool[formula] else { continue };
        for (side, other) in [(a, b), (b, a)] {
            if let Term::Var(var) = pool[side]
                && is_number(pool, other)
            {
                known.insert(var, other);
            }
        }
    }
    known
}

/// The constants that the choices of a term end in; `None` if one ends in something else.
fn constants_at_the_ends(pool: &TermPool, value: TermId) -> Option<Vec<TermId>> {
    let mut constants = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = vec![value];
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        match pool[term] {
            Term::Ite(_, a, b) => pending.extend([a, b]),
            _ if is_number(pool, term) => constants.push(term),
            _ => return None,
        }
        if constants.len() > MAX_VALUES || seen.len() > MAX_WAYS {
            return None;
        }
    }
    constants.sort_unstable();
    Some(constants)
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::Sort;

    #[test]
    fn what_the_context_knows_ends_the_ways() {
        let mut pool = TermPool::new();
        let mut var = |name: &str, sort| pool.fresh_var(name, sort);
        let (after, before) = (var("after", Sort::BitVec(8)), var("before", Sort::BitVec(8)));
        let choice = var("choice", Sort::Bool);
        let (one, two) = (pool.bv(8, 1), pool.bv(8, 2));
        let value = pool.ite(choice, one, before);
        let known = pool.eq(before, one);
        let yes = pool.top();
        let facts = FxHashMap::from_iter([(known, yes)]);
        let is_one = pool.eq(after, one);
        assert_eq!(possible_values(&mut pool, &[(after, value)], &facts), [is_one]);
        // Without the fact one way ends in something that is no constant.
        assert_eq!(possible_values(&mut pool, &[(after, value)], &FxHashMap::default()), []);
        // A choice that the context makes leaves one way.
        let either = pool.ite(choice, one, two);
        let facts = FxHashMap::from_iter([(choice, yes)]);
        assert_eq!(possible_values(&mut pool, &[(after, either)], &facts), [is_one]);
        let is_two = pool.eq(after, two);
        let one_of_both = pool.or2(is_one, is_two);
        let open = possible_values(&mut pool, &[(after, either)], &FxHashMap::default());
        assert_eq!(open, [one_of_both]);
    }
}
