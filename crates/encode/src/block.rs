//! One step: all states from cut points to the next cut points.
//!
//! Locations are visited in a topological order of the graph without the edges into cut points,
//! so that a state is merged from all ways that lead to it before it moves on. The cost of a step
//! is that of the edges it crosses, whatever the number of paths.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{CheckId, EdgeId, LocationId};
use logic::TermId;

use crate::op::InputEvent;
use crate::state::{Encoder, State, Unencodable};

/// A state at a location, and the condition under which a run is there in it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub location: LocationId,
    pub guard: TermId,
    pub state: State,
}

/// The condition under which a check fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    pub check: CheckId,
    pub edge: EdgeId,
    pub formula: TermId,
}

/// A step that is not modelled, and the condition under which a run comes to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedStep {
    pub edge: EdgeId,
    pub what: Box<str>,
    pub guard: TermId,
}

/// What a step came to.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// States at the cut points where it ends, one each.
    pub exits: Vec<Entry>,
    pub violations: Vec<Violation>,
    pub unsupported: Vec<UnsupportedStep>,
    /// In the order of the run.
    pub inputs: Vec<InputEvent>,
}

impl Encoder<'_> {
    /// Moves states from their cut points over the loop-free stretches behind them.
    pub fn step(&mut self, entries: Vec<Entry>) -> Result<Step, Unencodable> {
        let mut step = Step::default();
        let mut pending: BTreeMap<usize, (LocationId, Vec<(TermId, State)>)> = BTreeMap::new();
        for Entry { location, guard, state } in entries {
            let row = pending.entry(self.position[location]);
            row.or_insert_with(|| (location, Vec::new())).1.push((guard, state));
        }
        let mut exits: BTreeMap<LocationId, Vec<(TermId, State)>> = BTreeMap::new();
        while let Some((_, (location, arrivals))) = pending.pop_first() {
            let (guard, state) = self.merge(location, arrivals);
            for &edge in &self.body.locations[location].outgoing {
                let Some(moved) = self.apply(&mut step, guard, state.clone(), edge)? else {
                    continue;
                };
                let to = self.body.edges[edge].to;
                if self.cut_points.contains(to) {
                    exits.entry(to).or_default().push(moved);
                } else {
                    let row = pending.entry(self.position[to]);
                    row.or_insert_with(|| (to, Vec::new())).1.push(moved);
                }
            }
        }
        for (location, arrivals) in exits {
            let (guard, state) = self.merge(location, arrivals);
            step.exits.push(Entry { location, guard, state });
        }
        Ok(step)
    }

    /// One state out of several. A slot that will not be read keeps any of its values.
    fn merge(
        &mut self,
        location: LocationId,
        mut arrivals: Vec<(TermId, State)>,
    ) -> (TermId, State) {
        let Some((guard, state)) = arrivals.pop() else {
            unreachable!("a location is visited because something arrived")
        };
        if arrivals.is_empty() {
            return (guard, state);
        }
        // What all of them come with holds here anyway, and is no reason to choose one.
        let mut guards: Vec<TermId> = arrivals.iter().map(|(guard, _)| *guard).collect();
        guards.push(guard);
        let (_, reasons) = self.pool.apart(&guards);
        let mut merged: Vec<TermId> = state.slots.to_vec();
        let live = self.live.take().expect("computed when the encoder was made");
        for slot in live[index::Id::index(location)].iter() {
            let mut value = state.get(slot);
            for (reason, (_, other)) in reasons.iter().zip(&arrivals).rev() {
                value = self.pool.ite(*reason, other.get(slot), value);
            }
            merged[index::Id::index(slot)] = value;
        }
        self.live = Some(live);
        (self.pool.or(&guards), State { slots: Rc::new(merged) })
    }
}
