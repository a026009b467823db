//! The states after one step, listed.

use std::collections::BTreeSet;

use index::Id;
use verdict::Budget;

use super::Limits;
use crate::{Guard, Mask, Remap, RuleId, State, Step, Stop, TransitionSystem};

/// The states after one step of a rule, in the order of the rules, then of the states.
pub fn successors(
    system: &TransitionSystem,
    state: State,
    limits: Limits,
    budget: &Budget,
) -> Result<Vec<(RuleId, State)>, Stop> {
    let mut found = Vec::new();
    for (id, rule) in system.rules.iter().filter(|(_, rule)| rule.source == state.control) {
        match &rule.step {
            Step::Assign { guards, clear, set } => {
                let bits = state.bits.minus(*clear) | *set;
                if guards.iter().any(|guard| guard.holds(state.bits)) && system.admits(bits) {
                    found.push((id, State { control: rule.target, bits }));
                }
            }
            Step::Remap(maps) => {
                let mut targets = BTreeSet::new();
                for map in maps {
                    images(map, state.bits, limits, budget, &mut targets)?;
                }
                let admitted = targets.into_iter().filter(|bits| system.admits(*bits));
                found.extend(admitted.map(|bits| (id, State { control: rule.target, bits })));
            }
        }
    }
    Ok(found)
}

/// Adds every set that the map relates to `bits`: unions of one non-empty part of each image.
fn images(
    map: &Remap,
    bits: Mask,
    limits: Limits,
    budget: &Budget,
    targets: &mut BTreeSet<Mask>,
) -> Result<(), Stop> {
    let Some(others) = map.mover.others(bits) else { return Ok(()) };
    let arrival = map.mover.to().map_or(Mask::EMPTY, Mask::of);
    let mut unions = BTreeSet::from([arrival]);
    for bit in others.iter() {
        let parts = non_empty_subsets(map.images[bit.index()], limits)?;
        let mut next = BTreeSet::new();
        for union in &unions {
            budget.check()?;
            next.extend(parts.iter().map(|part| *union | *part));
        }
        if next.len() > limits.states {
            return Err(Stop::Full);
        }
        unions = next;
    }
    let met = |after: &Mask| {
        map.met.iter().all(|met| others.iter().any(|bit| met[bit.index()].intersects(*after)))
    };
    targets.extend(unions.into_iter().filter(met));
    Ok(())
}

fn non_empty_subsets(mask: Mask, limits: Limits) -> Result<Vec<Mask>, Stop> {
    if mask.len() >= 20 || 1 << mask.len() > limits.states {
        return Err(Stop::Full);
    }
    let mut subsets = vec![Mask::EMPTY];
    for bit in mask.iter() {
        for n in 0..subsets.len() {
            subsets.push(subsets[n].with(bit));
        }
    }
    subsets.remove(0);
    Ok(subsets)
}

/// All states of the initial regions.
pub(super) fn initial_states(
    system: &TransitionSystem,
    limits: Limits,
    budget: &Budget,
) -> Result<Vec<State>, Stop> {
    let all = Mask::first(system.bits.len());
    let mut states = Vec::new();
    for region in &system.initial {
        let Guard { required, forbidden, .. } = &region.guard;
        let free = all.minus(*required).minus(*forbidden);
        let mut sets = vec![Mask::EMPTY];
        sets.extend(non_empty_subsets(free, limits)?);
        for set in sets {
            budget.check()?;
            let bits = *required | set;
            if region.guard.holds(bits) && system.admits(bits) {
                states.push(State { control: region.control, bits });
            }
        }
    }
    Ok(states)
}
