//! Is a number that a proof forgets one that nobody reads?
//!
//! At a location where a variable is forgotten, states that differ only in it have to
//! behave alike: then it is enough to try them with 0. They do if no other process, predicate or
//! property ever reads the variable, if broadcasts move nobody, and if every way on from
//! the location either overwrites the variable before it is read, or does not read it and leads
//! to a location where it is forgotten as well.

use protocol::{
    Action, Actor, Branch, DataId, DataRef, DataTarget, DataValue, Formula, LocationId, Property,
    Subject, System,
};

use super::gather::numbers_in;

/// Whether all of these may be forgotten.
pub(super) fn is_forgettable(system: &System, forgotten: &[(LocationId, DataId)]) -> bool {
    let others = |data: DataId| DataRef::Process(Subject::Other, data);
    forgotten.iter().all(|(location, data)| {
        let asked = asked_formulas(system);
        !asked.iter().any(|formula| is_in(formula, DataRef::Process(Subject::Own, *data)))
            && !asked.iter().any(|formula| is_in(formula, others(*data)))
            && !system.rules.values().any(|rule| {
                let mut branches = rule.then.iter().chain(&rule.otherwise);
                rule.guard.iter().any(|guard| is_in(&guard.body, others(*data)))
                    || branches.any(|branch| {
                        branch.actions.iter().any(|action| {
                            reads(action, others(*data)) || !action.moves_others_to().is_empty()
                        })
                    })
            })
            && leaves_unread(system, *location, *data, forgotten)
    })
}

/// Whether every way on from the location ignores the variable.
fn leaves_unread(
    system: &System,
    location: LocationId,
    data: DataId,
    forgotten: &[(LocationId, DataId)],
) -> bool {
    let own = DataRef::Process(Subject::Own, data);
    system.rules.values().all(|rule| {
        let is_here = match &rule.actor {
            Actor::Process(places) => places.contains(location),
            Actor::Centre => false,
        };
        let ignores = |branch: &Branch| {
            for action in &branch.actions {
                if reads(action, own) {
                    return false;
                }
                if let Action::SetData { target, .. } = action
                    && *target == DataTarget::Own(data)
                {
                    return true;
                }
            }
            forgotten.contains(&(branch.goto.unwrap_or(location), data))
        };
        !is_here
            || !is_in(&rule.when, own)
                && !rule.guard.iter().any(|guard| is_in(&guard.body, own))
                && rule.then.iter().chain(&rule.otherwise).all(ignores)
    })
}

/// The formulas that stand outside rules.
fn asked_formulas(system: &System) -> Vec<&Formula> {
    let mut all: Vec<&Formula> = system.predicates.values().map(|it| &it.body).collect();
    for declaration in system.properties.values() {
        match &declaration.property {
            Property::Safety(formula) | Property::Reachable(formula) => all.push(formula),
            Property::Liveness { trigger, response } => all.extend([trigger, response]),
        }
    }
    all
}

fn is_in(formula: &Formula, data: DataRef) -> bool {
    let mut found = false;
    numbers_in(formula, &mut |read| found |= read == data);
    found
}

fn reads(action: &Action, data: DataRef) -> bool {
    match action {
        Action::SetData { value: DataValue::Term(term), .. } => term.base == Some(data),
        Action::Scan(scan) => is_in(&scan.test, data) || scan.value.base == Some(data),
        Action::Broadcast(broadcast) => broadcast.cases.iter().any(|case| is_in(&case.test, data)),
        Action::SetData { value: DataValue::Any, .. }
        | Action::SetFinite { .. }
        | Action::SetPointer { .. } => false,
        Action::Pick(_) | Action::Tell { .. } => unreachable!("refused: beyond pairs"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use index::Id;

    /// Whether `m` may be forgotten at `b`, if this is the rule at `b`.
    fn may_forget(rule: &str, property: &str) -> bool {
        let text = format!(
            "protocol p\nloc a, b\ndata m : nat = 0\nat a: m := m + 1; goto b\nat b: {rule}\nsafety {property}\n"
        );
        let source = source::Source::new("test.lpp", text.into_bytes());
        let system = protocol::read(&source).0.expect("the text is a protocol");
        is_forgettable(&system, &[(LocationId::new(1), DataId::new(0))])
    }

    #[test]
    fn only_what_nobody_reads_is_forgotten() {
        let plain = "pc[x] = a | pc[y] = b";
        assert!(may_forget("m := 0; goto a", plain));
        assert!(may_forget("stay", plain));
        assert!(!may_forget("goto a", plain), "it is read at a");
        assert!(!may_forget("m := m; goto a", plain));
        assert!(!may_forget("when m = 1: m := 0; goto a", plain));
        assert!(!may_forget("if forall otr. m = 0 then m := 0; goto a", plain));
        assert!(!may_forget("if forall otr. m[otr] = 0 then m := 0; goto a", plain));
        assert!(!may_forget("m := 0; goto a", "m[x] = 0 | pc[y] = b"));
    }
}
