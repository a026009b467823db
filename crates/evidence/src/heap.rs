//! Checks again that no check of a C program fails, from claims about the heap.
//!
//! A claim lists, for each location where ways of the inlined program meet, finitely many symbolic
//! heaps; whenever a run is there, one of them describes it. It is confirmed by code of its own:
//! of `shape` only the data are used, none of the operations.
//!
//! - *Beginning*: the first state is described by a claim of the entry.
//! - *Continuation*: each claim is followed along the edges to the next meetings; what arrives
//!   there is described by one of the claims there, or its cases are.
//! - *Safety*: every check that is passed on the way holds.
//!
//! There is no summing up, no join and no iteration here. What remains is to follow operations
//! ([`moves`]), to enumerate the cases of structures ([`cases`]) and to find a claim's parts in a
//! heap ([`covers`]). A cycle of the program always has a meeting, so following ends.

mod cases;
mod covers;
mod in_objects;
mod moves;
mod said;
mod sound;
mod start;
#[cfg(test)]
mod tests;
mod values;
mod world;

use std::collections::{BTreeMap, BTreeSet};

use ir::{Body, IntType, LocationId, Op, Program, Scope, Type, VarId};
use ir_passes::initialised::beside::{Beside, keep_beside};
use ir_passes::inline::{ContextId, Inlined, Limits, inline};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use shape::{Annotations, Edge, Integers, NodeId, Predicates, State};
use verdict::Budget;

use crate::induction::Refusal;
use covers::covers;
use moves::Follower;
use world::World;

/// What an engine claims.
#[derive(Clone, Debug)]
pub struct HeapClaim {
    pub preds: Predicates,
    /// For each location where ways meet, and for the entry.
    pub states: BTreeMap<LocationId, Vec<State>>,
    /// How deep a function may be inside itself in the inlined program.
    pub recursion: usize,
}

const MAX_EDGES: usize = 2_000_000;
/// Structures of one world whose cases are looked at one by one.
const MAX_CASES_DEEP: usize = 2;
/// Worlds that are followed at the same time from one claim.
const MAX_WORLDS: usize = 5_000;

/// Confirms that no check of the program fails.
///
/// What people say of the heap belongs to the question: what they grant is taken for granted.
pub fn confirm(
    program: &Program,
    said: &Annotations,
    claim: &HeapClaim,
    integers: Integers,
    budget: &Budget,
) -> Result<(), Refusal> {
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let limits = Limits { n_edges: MAX_EDGES, recursion: claim.recursion };
    let mut inlined = inline(program, &points_to, limits)
        .map_err(|_| Refusal::Undecided("the program is too large when it is inlined".into()))?;
    if let Beside::Refused(why) = keep_beside(&mut inlined) {
        return Err(Refusal::Undecided(format!("heaps do not tell {why}")));
    }
    let original = program;
    let program = &inlined.program;
    let Some(body) = &program.functions[program.entry].body else {
        return Err(Refusal::Undecided("the entry function has no body".to_owned()));
    };
    sound::check(program, claim).map_err(Refusal::Wrong)?;
    if !said::are_same_predicates(said, &claim.preds) {
        return Err(Refusal::Wrong("other predicates than those of the contracts".to_owned()));
    }
    let accessed = accessed(program);
    let confirmer = Confirmer {
        original,
        inlined: &inlined,
        body,
        said,
        claim,
        reading: (integers, &accessed),
        budget,
    };
    let first = start::first_world(program, body).map_err(Refusal::Undecided)?;
    if !confirmer.is_claimed(body.entry, &first) {
        return Err(Refusal::Wrong("the first state is not claimed".to_owned()));
    }
    for (location, states) in &claim.states {
        if !confirmer.is_meeting(*location) {
            return Err(Refusal::Wrong("a claim about a place where no ways meet".to_owned()));
        }
        for state in states {
            confirmer.follow(*location, World::of(state))?;
        }
    }
    Ok(())
}

/// The integer types of loads and stores.
fn accessed(program: &Program) -> Vec<IntType> {
    let mut found = Vec::new();
    for function in program.functions.values() {
        let Some(body) = &function.body else { continue };
        for edge in body.edges.values() {
            let access = match &edge.op {
                Op::Load { access, .. } | Op::Store { access, .. } => access,
                _ => continue,
            };
            if let Type::Int(int) = access.ty
                && !found.contains(&int)
            {
                found.push(int);
            }
        }
    }
    found
}

struct Confirmer<'c> {
    original: &'c Program,
    inlined: &'c Inlined,
    body: &'c Body,
    said: &'c Annotations,
    claim: &'c HeapClaim,
    /// How integers are read, and at which types they are loaded and stored.
    reading: (Integers, &'c [IntType]),
    budget: &'c Budget,
}

impl Confirmer<'_> {
    fn is_meeting(&self, location: LocationId) -> bool {
        location == self.body.entry || self.body.locations[location].incoming.len() != 1
    }

    fn is_claimed(&self, location: LocationId, world: &World) -> bool {
        let mut world = world.clone();
        if !cases::numbered(&mut world, &self.claim.preds) {
            // There is no such heap.
            return true;
        }
        let claims = self.claim.states.get(&location);
        claims.is_some_and(|claims| self.is_one_of(claims, &world, MAX_CASES_DEEP))
    }

    /// Whether one of the claims describes the world, or the cases of a structure that a variable
    /// names are each described by some.
    fn is_one_of(&self, claims: &[State], world: &World, depth: usize) -> bool {
        let preds = &self.claim.preds;
        if claims.iter().any(|it| covers(&world.state, it, preds)) {
            return true;
        }
        let named = world.state.vars.values().filter_map(|value| value.node());
        let named: BTreeSet<NodeId> = named.collect();
        depth > 0
            && named.into_iter().any(|node| {
                let is_structure = matches!(
                    world.state.edges.get(&node),
                    Some(Edge::Ind { .. } | Edge::Seg { .. })
                );
                let cases = if is_structure { cases::cases(world, preds, node) } else { None };
                cases.is_some_and(|cases| {
                    cases.iter().all(|case| self.is_one_of(claims, case, depth - 1))
                })
            })
    }

    /// Everything that follows from a world at a meeting ends at claimed ones.
    fn follow(&self, from: LocationId, mut world: World) -> Result<(), Refusal> {
        self.leave_callees(from, &mut world);
        let (integers, accessed) = self.reading;
        let follower = Follower {
            program: &self.inlined.program,
            preds: &self.claim.preds,
            said: self.said,
            integers,
            accessed,
        };
        let mut pending = vec![(from, world)];
        while let Some((location, world)) = pending.pop() {
            if self.budget.check_clock().is_err() || pending.len() > MAX_WORLDS {
                return Err(Refusal::Undecided("no time or room to check the claims".to_owned()));
            }
            for edge in &self.body.locations[location].outgoing {
                let edge = &self.body.edges[*edge];
                for mut next in follower.follow(world.clone(), &edge.op)? {
                    self.leave_callees(edge.to, &mut next);
                    if !self.is_meeting(edge.to) {
                        pending.push((edge.to, next));
                    } else if !self.is_claimed(edge.to, &next) {
                        return Err(Refusal::NotInductive(format!(
                            "no claim describes what comes from {from} to {}: {}",
                            edge.to, next.state
                        )));
                    }
                }
            }
        }
        Ok(())
    }

    /// Variables of functions that have returned hold nothing that counts. Neither do those that
    /// carry results, which belong to no function, once a caller goes on.
    fn leave_callees(&self, location: LocationId, world: &mut World) {
        let Some(Some((context, place))) = self.inlined.locations.get(location) else { return };
        let function = &self.original.functions[self.inlined.contexts[*context].function];
        let carries_result = function.body.as_ref().is_some_and(|body| body.exit == *place);
        let mut active: BTreeSet<ContextId> = BTreeSet::new();
        let mut at = Some(*context);
        while let Some(context) = at {
            active.insert(context);
            at = self.inlined.contexts[context].caller.map(|(caller, _)| caller);
        }
        let is_global = |var: VarId| self.inlined.program.vars[var].scope == Scope::Global;
        world.state.vars.retain(|var, _| match self.inlined.owners.get(var) {
            Some(owner) => active.contains(owner),
            None => carries_result || is_global(*var),
        });
    }
}
