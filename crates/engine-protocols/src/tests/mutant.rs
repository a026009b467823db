//! Mutants of the example protocols: one or two small changes each, at random places.
//!
//! Random protocols rarely come near a property that holds for a reason. A mutant does: it keeps
//! the waiting rooms, scans and broadcasts of a protocol that works, and breaks one of them.

use index::{Id, IndexVec};
use protocol::{Action, Branch, Formula, LocationId, Relation, Rule, RuleId, System};

use super::random_protocol::Random;

/// A changed protocol, and what was changed.
pub struct Mutant {
    pub system: System,
    pub changes: Vec<String>,
}

/// The mutant of `system` that the numbers choose.
pub fn mutant(system: &System, random: &mut Random) -> Mutant {
    let mut mutant = Mutant { system: system.clone(), changes: Vec::new() };
    let n_changes = 1 + random.below(2);
    // Not every place admits every change; a few attempts find one that does.
    for _ in 0..20 {
        if mutant.changes.len() == n_changes {
            break;
        }
        let n_locations = mutant.system.locations.len();
        let rule = RuleId::new(random.below(mutant.system.rules.len()));
        let changed = change(&mut mutant.system.rules, rule, n_locations, random);
        mutant.changes.extend(changed.map(|what| format!("{what} in {rule}")));
    }
    mutant
}

fn change(
    rules: &mut IndexVec<RuleId, Rule>,
    rule: RuleId,
    n_locations: usize,
    random: &mut Random,
) -> Option<&'static str> {
    let rule = &mut rules[rule];
    let branch = match random.below(2) {
        0 => rule.then.as_mut(),
        _ => rule.otherwise.as_mut(),
    };
    match random.below(7) {
        0 => {
            let guard = rule.guard.as_mut()?;
            drop_conjunct(&mut guard.body, random).then_some("a conjunct of the guard is dropped")
        }
        1 => {
            negate_part(&mut rule.guard.as_mut()?.body, random);
            Some("a part of the guard is negated")
        }
        2 => {
            let target = branch?.goto.as_mut()?;
            *target = LocationId::new(random.below(n_locations));
            Some("another target")
        }
        3 => drop_action(branch?, random).then_some("an action is dropped"),
        4 => {
            // `forall G then A` becomes `exists G then A`.
            let guard = rule.guard.as_mut()?;
            guard.body = Formula::Not(Box::new(guard.body.clone()));
            std::mem::swap(&mut rule.then, &mut rule.otherwise);
            Some("the other quantifier")
        }
        5 => drop_conjunct(&mut rule.when, random).then_some("a conjunct of `when` is dropped"),
        _ => {
            let in_guard =
                rule.guard.as_mut().is_some_and(|guard| shift_comparison(&mut guard.body));
            let shifted = in_guard || branch_comparison(rule.then.as_mut()?);
            shifted.then_some("a comparison is made strict or not")
        }
    }
}

/// False if there is nothing to drop.
fn drop_conjunct(formula: &mut Formula, random: &mut Random) -> bool {
    match formula {
        Formula::True => false,
        Formula::And(parts) if !parts.is_empty() => {
            parts.remove(random.below(parts.len()));
            true
        }
        whole => {
            *whole = Formula::True;
            true
        }
    }
}

fn negate_part(formula: &mut Formula, random: &mut Random) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) if !parts.is_empty() => {
            let n = random.below(parts.len());
            negate_part(&mut parts[n], random);
        }
        Formula::Implies(_, part) => negate_part(part, random),
        whole => *whole = Formula::Not(Box::new(whole.clone())),
    }
}

fn drop_action(branch: &mut Branch, random: &mut Random) -> bool {
    if branch.actions.is_empty() {
        return false;
    }
    branch.actions.remove(random.below(branch.actions.len()));
    true
}

fn branch_comparison(branch: &mut Branch) -> bool {
    branch.actions.iter_mut().any(|action| match action {
        Action::Scan(scan) => shift_comparison(&mut scan.test),
        _ => false,
    })
}

/// Makes the first strict comparison not strict, or the other way round.
fn shift_comparison(formula: &mut Formula) -> bool {
    match formula {
        Formula::Not(inner) => shift_comparison(inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter_mut().any(shift_comparison),
        Formula::Implies(lhs, rhs) => shift_comparison(lhs) || shift_comparison(rhs),
        Formula::Compare(relation, _, _) => {
            *relation = match relation {
                Relation::Less => Relation::LessEq,
                Relation::LessEq => Relation::Less,
                Relation::Greater => Relation::GreaterEq,
                Relation::GreaterEq => Relation::Greater,
                Relation::Eq | Relation::NotEq => return false,
            };
            true
        }
        _ => false,
    }
}
