//! When automata may run side by side (Definition 2), and what they are together (Definition 3).
//!
//! Compatible: whatever a step of one does in a state that both allow is something that the environment of the
//! other may do there. That is the guarantee of each against the rely of the other.
//!
//! ```text
//!   Inv1(q1) ∧ Inv2(q2) ∧ a step of 1 from q1   ⇒   the same step is in Env2(q2), and Inv2 holds behind it
//! ```
//!
//! Together: locations are pairs, `Inv((q1, q2)) = Inv1(q1) ∧ Inv2(q2)`, the environment is what both allow, and a
//! step is one of either. Locations whose `Inv` is false are not listed; that two threads are never in
//! their critical sections at once is seen by such a location that is missing.

use boxes::{Boxes, Diagrams};

use super::automaton::{Env, Location, Standing, SuccinctAutomaton, System};

/// A step of one that the other does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incompatible {
    pub step: Standing,
    /// Where the other stands.
    pub at: Vec<Standing>,
    pub why: Conflict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// The environment of the other does not have the step from all states in which both can be.
    NotInEnv,
    /// It breaks the invariant of the other.
    BreaksInv,
}

impl System<'_> {
    /// Definition 2. Sound: what it accepts is compatible.
    pub fn compatible(
        &self,
        diagrams: &mut Diagrams,
        one: &SuccinctAutomaton,
        other: &SuccinctAutomaton,
    ) -> Result<Result<(), Incompatible>, String> {
        for (mover, watcher) in [(one, other), (other, one)] {
            let kept = self.union_of_inv(diagrams, watcher);
            for from in &mover.locations {
                for at in &watcher.locations {
                    let found = self.conflict(diagrams, (mover, from), (watcher, at), kept)?;
                    if let Some(found) = found {
                        return Ok(Err(found));
                    }
                }
            }
        }
        Ok(Ok(()))
    }

    fn conflict(
        &self,
        diagrams: &mut Diagrams,
        (mover, from): (&SuccinctAutomaton, &Location),
        (watcher, at): (&SuccinctAutomaton, &Location),
        kept: Boxes,
    ) -> Result<Option<Incompatible>, String> {
        let both = diagrams.meet(from.inv, at.inv);
        let agreed = diagrams.forget(both, &watcher.locals);
        for step in from.standings(&mover.members) {
            let Some(turn) = self.step(diagrams, step, both)? else { continue };
            let conflict = |why| {
                let at = at.standings(&watcher.members).collect();
                Ok(Some(Incompatible { step, at, why }))
            };
            // Only who moves is in the states of `Env`, of those that are members of one automaton.
            let beside: Vec<_> = mover.members.iter().filter(|it| **it != step.0).collect();
            let locals = beside.iter().flat_map(|it| self.universe.locals[**it].clone());
            let agreed = diagrams.forget(agreed, &locals.collect::<Vec<_>>());
            let allowed = at.env.steps.get(&step).copied().unwrap_or(Boxes::NONE);
            if !diagrams.is_subset(agreed, allowed) {
                return conflict(Conflict::NotInEnv);
            }
            let seen = diagrams.forget(turn.at_head, &mover.locals);
            if !diagrams.is_subset(seen, kept) {
                return conflict(Conflict::BreaksInv);
            }
        }
        Ok(None)
    }

    /// The states that an automaton allows, wherever it stands.
    pub(super) fn union_of_inv(
        &self,
        diagrams: &mut Diagrams,
        automaton: &SuccinctAutomaton,
    ) -> Boxes {
        let none = diagrams.none();
        automaton.locations.iter().fold(none, |all, location| diagrams.join(all, location.inv))
    }

    /// Definition 3, of automata that have no member in common.
    pub fn composition(
        &self,
        diagrams: &mut Diagrams,
        one: &SuccinctAutomaton,
        other: &SuccinctAutomaton,
    ) -> SuccinctAutomaton {
        let members = [one.members.clone(), other.members.clone()].concat();
        let mut locations = Vec::new();
        for lhs in &one.locations {
            for rhs in &other.locations {
                let inv = diagrams.meet(lhs.inv, rhs.inv);
                if inv.is_none() {
                    continue;
                }
                let places = [lhs.places.clone(), rhs.places.clone()].concat();
                let env = common_env(diagrams, &members, &lhs.env, &rhs.env);
                locations.push(Location { places, inv, env });
            }
        }
        SuccinctAutomaton {
            members,
            locals: [one.locals.clone(), other.locals.clone()].concat(),
            init: diagrams.meet(one.init, other.init),
            locations,
        }
    }
}

/// The steps of threads that are not members, from states that both allow.
fn common_env(diagrams: &mut Diagrams, members: &[usize], one: &Env, other: &Env) -> Env {
    let mut env = Env::default();
    for (step, from) in &one.steps {
        let Some(also) = other.steps.get(step) else { continue };
        let from = diagrams.meet(*from, *also);
        if !members.contains(&step.0) && !from.is_none() {
            env.steps.insert(*step, from);
        }
    }
    env
}
