//! Numbers that nobody will read are set to 0, so that the abstraction need not tell them apart.
//!
//! A data variable is *private* if only its own process reads it, and no predicate and no property
//! does. It is *dead* at a location if from there it is overwritten before it is read. The
//! protocol is changed in one way: whoever enters a location at which a private variable
//! is dead sets it to 0.
//!
//! ```text
//! at show: t := m + 1; goto wait          becomes     at show: t := m + 1; m := 0; goto wait
//! ```
//!
//! # Soundness
//! Runs of both protocols correspond step by step, and corresponding states differ only in dead
//! private numbers, which no guard, scan, assignment or property of any process reads. Nothing
//! rests on this argument alone: a proof says which numbers it does not look at, and is checked
//! again on the protocol as it was written.
//!
//! # What it cannot do
//! A protocol in which broadcasts move processes is left alone.

use index::IdSet;
use protocol::{
    Action, Actor, Branch, DataId, DataRef, DataTarget, DataValue, Formula, LocationId, Property,
    Rule, Subject, System, Term,
};

/// A protocol that sets dead numbers to 0.
#[derive(Clone, Debug)]
pub struct Forgetful {
    pub system: System,
    /// Where each variable is dead: there it is 0.
    pub forgotten: Vec<(LocationId, DataId)>,
}

impl Forgetful {
    pub fn of(system: &System) -> Self {
        let mut system = system.clone();
        let mut forgotten = Vec::new();
        for data in private_variables(&system) {
            let live = live_locations(&system, data);
            let dead = |location: &LocationId| !live.contains(*location);
            forgotten.extend(system.locations.ids().filter(dead).map(|location| (location, data)));
            if dead(&system.initial_location()) {
                system.data[data].initial = Some(0);
            }
            for rule in system.rules.values_mut() {
                let Actor::Process(places) = &rule.actor else { continue };
                let is_fresh = places.iter().all(|place| !live.contains(place));
                for branch in rule.then.iter_mut().chain(&mut rule.otherwise) {
                    let stays_live = match branch.goto {
                        Some(goto) => live.contains(goto),
                        None => places.iter().any(|place| live.contains(place)),
                    };
                    let is_zero = is_fresh && !assigns(branch, data);
                    if !stays_live && !is_zero {
                        branch.actions.push(Action::SetData {
                            target: DataTarget::Own(data),
                            value: DataValue::Term(Term { base: None, offset: 0 }),
                        });
                    }
                }
            }
        }
        Self { system, forgotten }
    }
}

fn private_variables(system: &System) -> Vec<DataId> {
    let moves = |action: &Action| !action.moves_others_to().is_empty();
    if branches(system).any(|branch| branch.actions.iter().any(moves)) {
        return Vec::new();
    }
    let mut public: IdSet<DataId> = IdSet::default();
    let mut see = |data: DataRef| {
        if let DataRef::Process(_, id) = data {
            public.insert(id);
        }
    };
    for predicate in system.predicates.values() {
        reads(&predicate.body, &mut see);
    }
    for declaration in system.properties.values() {
        match &declaration.property {
            Property::Safety(formula) | Property::Reachable(formula) => reads(formula, &mut see),
            Property::Liveness { trigger, response } => {
                reads(trigger, &mut see);
                reads(response, &mut see);
            }
        }
    }
    let mut see_other = |data: DataRef| {
        if let DataRef::Process(Subject::Other, id) = data {
            public.insert(id);
        }
    };
    for rule in system.rules.values() {
        rule.guard.iter().for_each(|guard| reads(&guard.body, &mut see_other));
    }
    for action in branches(system).flat_map(|branch| &branch.actions) {
        action_reads(action, &mut see_other);
    }
    system.data.ids().filter(|id| !public.contains(*id)).collect()
}

/// The locations from which the variable may be read before it is overwritten.
fn live_locations(system: &System, data: DataId) -> IdSet<LocationId> {
    let mut live: IdSet<LocationId> = IdSet::default();
    loop {
        let n_before = live.len();
        for rule in system.rules.values() {
            let Actor::Process(places) = &rule.actor else { continue };
            if needs(rule, data, places, &live) {
                places.iter().for_each(|place| {
                    live.insert(place);
                });
            }
        }
        if live.len() == n_before {
            return live;
        }
    }
}

/// Whether the rule may read the variable, or lead to where it is live without overwriting it.
fn needs(rule: &Rule, data: DataId, places: &IdSet<LocationId>, live: &IdSet<LocationId>) -> bool {
    let mut is_read = false;
    let mut see = |read: DataRef| is_read |= read == DataRef::Process(Subject::Own, data);
    reads(&rule.when, &mut see);
    rule.guard.iter().for_each(|guard| reads(&guard.body, &mut see));
    is_read
        || rule.then.iter().chain(&rule.otherwise).any(|branch| {
            for action in &branch.actions {
                let mut is_read = false;
                action_reads(action, &mut |read| {
                    is_read |= read == DataRef::Process(Subject::Own, data);
                });
                if is_read {
                    return true;
                }
                let sets = matches!(action, Action::SetData { target: DataTarget::Own(id), .. }
                    if *id == data);
                // A branch that stays somewhere sets the number where it is dead only if it is
                // dead wherever the branch can be.
                if sets {
                    let mixed =
                        |live: &IdSet<LocationId>| places.iter().any(|place| live.contains(place));
                    return branch.goto.is_none() && mixed(live);
                }
            }
            match branch.goto {
                Some(goto) => live.contains(goto),
                None => places.iter().any(|place| live.contains(place)),
            }
        })
}

fn assigns(branch: &Branch, data: DataId) -> bool {
    branch.actions.iter().any(|action| match action {
        Action::SetData { target, .. } => *target == DataTarget::Own(data),
        Action::Scan(scan) => scan.target == DataTarget::Own(data),
        Action::SetFinite { .. }
        | Action::SetPointer { .. }
        | Action::Broadcast(_)
        | Action::Pick(_)
        | Action::Tell { .. } => false,
    })
}

fn branches(system: &System) -> impl Iterator<Item = &Branch> {
    system.rules.values().flat_map(|rule| rule.then.iter().chain(&rule.otherwise))
}

/// Calls `see` with every number that an action reads.
fn action_reads(action: &Action, see: &mut dyn FnMut(DataRef)) {
    match action {
        Action::SetData { value: DataValue::Term(term), .. } => term.base.into_iter().for_each(see),
        Action::Scan(scan) => {
            reads(&scan.test, see);
            scan.value.base.into_iter().for_each(see);
        }
        Action::Broadcast(broadcast) => {
            broadcast.cases.iter().for_each(|case| reads(&case.test, see));
        }
        Action::SetData { value: DataValue::Any, .. }
        | Action::SetFinite { .. }
        | Action::SetPointer { .. } => {}
        Action::Pick(_) | Action::Tell { .. } => unreachable!("refused: beyond pairs"),
    }
}

/// Calls `see` with every number that a formula compares. Predicates are looked at by themselves.
fn reads(formula: &Formula, see: &mut dyn FnMut(DataRef)) {
    for atom in formula.atoms() {
        if let Formula::Compare(_, lhs, rhs) = atom {
            lhs.base.into_iter().chain(rhs.base).for_each(&mut *see);
        }
    }
}
