//! Which variables a formula needs to be true in a model.
//!
//! A step was taken because of a part of the state: of a conjunction that holds every part matters, of a
//! disjunction one, of a choice the condition and the side that was chosen. Whatever has the same values
//! in the variables found here takes the same step, so that nothing need be said of the others.

use logic::{Term, TermId, TermPool, Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables that matter for these formulas having the values that they have.
pub(crate) fn relevant(
    pool: &TermPool,
    formulas: &[TermId],
    values: &FxHashMap<TermId, Value>,
) -> FxHashSet<VarId> {
    let is = |term: &TermId, truth: bool| values.get(term) == Some(&Value::Bool(truth));
    let mut vars = FxHashSet::default();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut pending = formulas.to_vec();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        match &pool[term] {
            Term::Var(var) => {
                vars.insert(*var);
            }
            Term::And(parts) => pending.extend(decisive(parts, is(&term, true), false, is, &seen)),
            Term::Or(parts) => pending.extend(decisive(parts, is(&term, false), true, is, &seen)),
            Term::Ite(condition, yes, _) if is(condition, true) => {
                pending.extend([*condition, *yes]);
            }
            Term::Ite(condition, _, no) if is(condition, false) => {
                pending.extend([*condition, *no])
            }
            node => pending.extend(node.operands()),
        }
    }
    vars
}

/// All parts, or one that decides by itself; one that matters anyway, if there is one.
fn decisive(
    parts: &[TermId],
    all_matter: bool,
    deciding: bool,
    is: impl Fn(&TermId, bool) -> bool,
    seen: &FxHashSet<TermId>,
) -> Vec<TermId> {
    if all_matter {
        return parts.to_vec();
    }
    let mut deciders = parts.iter().filter(|part| is(part, deciding));
    let first = deciders.clone().next();
    match deciders.find(|part| seen.contains(part)).or(first) {
        Some(part) => vec![*part],
        // Nothing is known of the parts.
        None => parts.to_vec(),
    }
}
