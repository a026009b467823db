//! Variables that keep where strings were ended (`ir_passes::terminators`).
//!
//! Nothing in the program reads them, and lemmas do: they are part of the state wherever they may have been
//! given a value. What is at their places is told across changes of unknown length (`stretch`).

use index::{Id, IdSet};
use ir::{ExprId, LocationId, Op, VarId, VarOrigin};
use ir_passes::points_to::RegionId;
use logic::{Sort, TermId};

use crate::state::{Encoder, SlotId, State};

/// A variable that keeps where a string was ended.
#[derive(Clone, Debug)]
pub(crate) struct Terminator {
    pub var: VarId,
    pub slot: SlotId,
    pub place: ExprId,
    /// Where it may have a value.
    pub locations: IdSet<LocationId>,
    /// What it points into.
    pub regions: Vec<RegionId>,
}

impl Encoder<'_> {
    pub(crate) fn find_terminators(&mut self) {
        let is_one = |var: VarId| self.program.vars[var].origin == VarOrigin::Terminator;
        let mut found: Vec<Terminator> = Vec::new();
        for edge in self.body.edges.values() {
            let Op::Assign { target, value } = edge.op else { continue };
            if !is_one(target) {
                continue;
            }
            let Some(&slot) = self.slots.vars.get(&target) else { continue };
            let locations = self.reachable_from(edge.to);
            let regions = self.regions_at(value);
            found.push(Terminator { var: target, slot, place: value, locations, regions });
        }
        found.sort_by_key(|it| it.var);
        self.terminators = found;
    }

    fn reachable_from(&self, start: LocationId) -> IdSet<LocationId> {
        let mut reached = IdSet::new();
        let mut pending = vec![start];
        while let Some(location) = pending.pop() {
            if reached.insert(location) {
                let outgoing = self.body.locations[location].outgoing.iter();
                pending.extend(outgoing.map(|edge| self.body.edges[*edge].to));
            }
        }
        reached
    }

    fn regions_at(&self, place: ExprId) -> Vec<RegionId> {
        let is_known = |region: &RegionId| region.index() < self.slots.regions.len();
        match self.points_to.region(place) {
            Some(region) => vec![region],
            None => {
                let around = self.points_to.surroundings(place);
                let fields = around.into_iter().flat_map(|around| around.fields);
                fields.map(|field| field.region).filter(is_known).collect()
            }
        }
    }

    /// Does the variable keep where a string was ended?
    pub fn is_terminator(&self, var: VarId) -> bool {
        self.program.vars[var].origin == VarOrigin::Terminator
    }

    /// The expression that a terminator was computed from.
    pub(crate) fn place_of_end(&self, var: VarId) -> Option<ExprId> {
        self.terminators.iter().find(|it| it.var == var).map(|it| it.place)
    }

    /// The regions that a terminator points into.
    pub fn regions_ended_by(&self, var: VarId) -> Vec<RegionId> {
        let own = self.terminators.iter().find(|it| it.var == var);
        own.map(|it| it.regions.clone()).unwrap_or_default()
    }

    /// Where strings in a region end.
    pub(crate) fn ends_in(&self, state: &State, region: RegionId) -> Vec<TermId> {
        let own = self.terminators.iter().filter(|it| it.regions.contains(&region));
        own.map(|it| state.get(it.slot)).collect()
    }

    /// What is in a region's array at a place is zero; none where elements are no words.
    pub fn is_zero_at(&mut self, array: TermId, place: TermId) -> Option<TermId> {
        let element = self.pool.select(array, place);
        let Sort::BitVec(width) = self.pool.sort(element) else { return None };
        let zero = self.pool.bv(width, 0);
        Some(self.pool.eq(element, zero))
    }

    /// Whether elements of a region are pointers.
    pub fn is_of_pointers(&self, region: RegionId) -> bool {
        let data = self.points_to.regions.get(region);
        data.is_some_and(|data| data.types == [ir::Type::Pointer])
    }
}
