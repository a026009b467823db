//! One turn of a thread: all that it does until it waits again.

use boxes::{Boxes, Diagrams};
use index::IdSet;
use ir::{Body, CheckId, Condition, EdgeId, LocationId, Op, VarId};
use rustc_hash::FxHashMap;

use super::transfer::{Aliases, Transfer};

/// The steps from a place to the head, in an order in which each comes behind those it follows.
pub(super) struct Segment {
    begin: LocationId,
    edges: Vec<EdgeId>,
}

impl Segment {
    /// None if the thread may go round in it: in an atomic block.
    pub fn of(body: &Body, begin: LocationId, head: LocationId) -> Option<Self> {
        let mut order = Vec::new();
        let mut done: IdSet<LocationId> = IdSet::new();
        let mut open: IdSet<LocationId> = IdSet::new();
        let mut stack = vec![(begin, 0)];
        open.insert(begin);
        while let Some((location, next)) = stack.last_mut() {
            let Some(edge) = body.locations[*location].outgoing.get(*next) else {
                let (location, _) = stack.pop()?;
                open.remove(location);
                done.insert(location);
                order.push(location);
                continue;
            };
            *next += 1;
            let to = body.edges[*edge].to;
            if to == head || done.contains(to) {
                continue;
            }
            if !open.insert(to) {
                return None;
            }
            stack.push((to, 0));
        }
        let of = |location: &LocationId| body.locations[*location].outgoing.iter().copied();
        Some(Self { begin, edges: order.iter().rev().flat_map(of).collect() })
    }

    /// Does some step of it change the variable?
    pub fn writes(&self, body: &Body, var: VarId) -> bool {
        self.edges.iter().any(|edge| body.edges[*edge].op.assigned() == Some(var))
    }
}

/// What a turn leads to.
pub(super) struct Turn {
    /// The states in which the thread waits again.
    pub at_head: Boxes,
    /// Checks that may fail.
    pub failing: Vec<CheckId>,
}

/// Takes a turn from the states of a set. The reason why not, if it comes to something that sets do not follow.
pub(super) fn turn(
    transfer: &Transfer<'_>,
    diagrams: &mut Diagrams,
    body: &Body,
    head: LocationId,
    segment: &Segment,
    set: Boxes,
) -> Result<Turn, String> {
    let mut at: FxHashMap<LocationId, (Boxes, Aliases)> = FxHashMap::default();
    at.insert(segment.begin, (set, Aliases::default()));
    let mut failing = Vec::new();
    for edge in &segment.edges {
        let edge = &body.edges[*edge];
        let Some((before, aliases)) = at.get(&edge.from).cloned() else { continue };
        if before.is_none() {
            continue;
        }
        let mut aliases = aliases;
        let after = match &edge.op {
            Op::Skip
            | Op::AtomicBegin(_)
            | Op::AtomicEnd
            | Op::EnterScope { .. }
            | Op::LeaveScope { .. } => before,
            Op::Assign { target, value } => {
                transfer.assign(diagrams, (before, &mut aliases), *target, *value)
            }
            Op::Assume { condition } => {
                transfer.filter(diagrams, (before, &aliases), *condition, true)
            }
            Op::Havoc { target, .. } => transfer.havoc(diagrams, (before, &mut aliases), *target),
            Op::Check { check, condition: Condition::Holds(condition) } => {
                let before = (before, &aliases);
                if !transfer.filter(diagrams, before, *condition, false).is_none() {
                    failing.push(*check);
                }
                transfer.filter(diagrams, before, *condition, true)
            }
            Op::Halt { .. } | Op::Return { .. } => continue,
            Op::Unsupported { what } => return Err(what.to_string()),
            _ => return Err("the threads share memory that is not variables".to_owned()),
        };
        match at.get_mut(&edge.to) {
            Some((there, common)) if !there.is_none() => {
                *there = diagrams.join(*there, after);
                common.retain_common(&aliases);
            }
            _ => {
                at.insert(edge.to, (after, aliases));
            }
        }
    }
    let at_head = at.get(&head).map_or(diagrams.none(), |(set, _)| *set);
    Ok(Turn { at_head, failing })
}
