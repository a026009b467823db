//! What fairness of every instance means for the abstraction.
//!
//! *Leaving* a cell and *entering* one are said of any process, also when it is the reference's
//! step that moves it to another cell: read only of the acting process, the conditions below
//! would exclude real runs as soon as the reference changes its numbers. They are labels of
//! rules, not variables. Where a condition has to be satisfied, a step counts if somebody *may*
//! leave or enter; on the left of a compassion condition, only if somebody *must*.
//!
//! - *Justice of the reference*: it is not at a justice location, or acts, or cannot act.
//! - *Justice of a cell* at a justice location: it is empty, or somebody may leave it, or
//!   somebody in it acts, or somebody in it cannot act. If none of this happens any more,
//!   some process stays there for ever, can act all the time, and never does.
//! - *Compassion of a cell*: who leaves infinitely often must enter infinitely often, because
//!   there are finitely many processes.
//! - *Strong fairness* at a location under `compassion`: whenever a process there can certainly act
//!   (it is in none of the states in which it may have to wait) infinitely often, it acts from there
//!   infinitely often. Said of a cell: if all who are in it can act, infinitely often, then one
//!   and the same of the finitely many processes is among them infinitely often, so somebody acts from the location infinitely often.
//! - *Ordered justice* of a set of cells at a location: see [`crate::ordered`].

use finite::{
    BitId, Compassion, Fairness, Guard, Justice, Mask, Move, Region, RuleId, Step, StrongFairness,
};
use index::{Id, IdSet};
use protocol::LocationId;

use crate::abstraction::Abstraction;
use crate::model::{Model, Waiting};
use crate::steps::Actor;

impl Abstraction<'_> {
    /// Justice, compassion and strong fairness, without ordered justice.
    pub(crate) fn fairness(&self) -> Fairness {
        let mut fairness = Fairness::default();
        fairness.justice.push(self.reference_justice());
        if self.explorer.states.system.centre_is_just {
            fairness.justice.push(self.centre_justice());
        }
        for (bit, cell) in self.model.cells.iter() {
            let location = self.explorer.states.skeleton_of(cell.local).location;
            if self.explorer.states.system.justice.contains(location) {
                fairness.justice.push(self.cell_justice(bit));
            }
        }
        for bit in self.model.cells.ids() {
            let compassion = Compassion {
                name: format!("who leaves {bit} infinitely often comes back"),
                if_taken: self.model.rules_where(|rule| self.model.must_leave(rule, bit)),
                occupied: Some(bit),
                then_taken: self.model.rules_where(|rule| self.model.may_enter(rule, bit)),
            };
            if !compassion.if_taken.is_empty() {
                fairness.compassion.push(compassion);
            }
        }
        for location in self.explorer.states.system.compassion.iter() {
            fairness.strong.push(self.strong_reference(location));
            let cells = self.model.cells.ids().filter(|bit| self.is_at(*bit, location));
            fairness.strong.extend(cells.map(|bit| self.strong_cell(bit, location)));
        }
        fairness
    }

    fn is_at(&self, bit: BitId, location: LocationId) -> bool {
        let local = self.model.cells[bit].local;
        self.explorer.states.skeleton_of(local).location == location
    }

    fn strong_reference(&self, location: LocationId) -> StrongFairness {
        let states = &self.explorer.states;
        let here = |control: finite::ControlId| {
            states.skeleton_of(self.model.controls[control].local).location == location
        };
        StrongFairness {
            name: "the reference goes on where it often can".to_owned(),
            controls: self.model.controls.ids().filter(|control| here(*control)).collect(),
            occupied: None,
            may_wait: self.model.waiting_regions(|waiting| waiting.actor == Actor::Reference),
            then_taken: self.model.rules_where(|rule| {
                self.model.labels[rule].actor == Actor::Reference
                    && here(self.model.system.rules[rule].source)
            }),
        }
    }

    fn strong_cell(&self, bit: BitId, location: LocationId) -> StrongFairness {
        StrongFairness {
            name: format!("whoever is in {bit} goes on where it often can"),
            controls: self.model.controls.ids().collect(),
            occupied: Some(bit),
            may_wait: self.model.waiting_regions(|waiting| {
                waiting.actor == Actor::Environment && waiting.cell == Some(bit)
            }),
            then_taken: self.model.rules_where(|rule| {
                let label = self.model.labels[rule];
                label.actor == Actor::Environment
                    && label.cell.is_none_or(|from| self.is_at(from, location))
            }),
        }
    }

    fn reference_justice(&self) -> Justice {
        let states = &self.explorer.states;
        let elsewhere = self.model.controls.iter().filter(|(_, control)| {
            let location = states.skeleton_of(control.local).location;
            !states.system.justice.contains(location)
        });
        Justice {
            name: "the reference is scheduled".to_owned(),
            controls: elsewhere.map(|(id, _)| id).collect(),
            empty: None,
            regions: self.model.waiting_regions(|waiting| waiting.actor == Actor::Reference),
            rules: self.model.rules_where(|rule| self.model.labels[rule].actor == Actor::Reference),
        }
    }

    fn centre_justice(&self) -> Justice {
        Justice {
            name: "the centre is scheduled".to_owned(),
            controls: IdSet::new(),
            empty: None,
            regions: self.model.waiting_regions(|waiting| waiting.actor == Actor::Centre),
            rules: self.model.rules_where(|rule| self.model.labels[rule].actor == Actor::Centre),
        }
    }

    fn cell_justice(&self, bit: BitId) -> Justice {
        Justice {
            name: format!("whoever is in {bit} is scheduled"),
            controls: IdSet::new(),
            empty: Some(Mask::of(bit)),
            regions: self.model.waiting_regions(|waiting| {
                waiting.actor == Actor::Environment && waiting.cell == Some(bit)
            }),
            rules: self
                .model
                .rules_where(|rule| self.model.acts(rule, bit) || self.model.may_leave(rule, bit)),
        }
    }
}

impl Model {
    pub fn rules_where(&self, condition: impl Fn(RuleId) -> bool) -> IdSet<RuleId> {
        self.system.rules.ids().filter(|rule| condition(*rule)).collect()
    }

    /// Whether a process in the cell takes the rule.
    pub fn acts(&self, rule: RuleId, bit: BitId) -> bool {
        let label = self.labels[rule];
        label.actor == Actor::Environment && label.cell == Some(bit)
    }

    /// Whether somebody may leave the cell.
    pub fn may_leave(&self, rule: RuleId, bit: BitId) -> bool {
        self.may_go(rule, bit, |to| to != bit)
    }

    /// Whether somebody in the cell may go to a cell that satisfies the condition.
    pub fn may_go(&self, rule: RuleId, bit: BitId, there: impl Fn(BitId) -> bool) -> bool {
        match &self.system.rules[rule].step {
            Step::Assign { set, .. } => {
                self.labels[rule].cell == Some(bit) && set.iter().any(there)
            }
            Step::Remap(maps) => maps.iter().any(|map| {
                let moved = match map.mover {
                    Move::None => false,
                    Move::Alone { from, to } | Move::Shared { from, to } => {
                        from == bit && there(to)
                    }
                };
                moved || map.images[bit.index()].iter().any(&there)
            }),
        }
    }

    /// Whether somebody certainly leaves the cell, if it is occupied.
    pub fn must_leave(&self, rule: RuleId, bit: BitId) -> bool {
        match &self.system.rules[rule].step {
            Step::Assign { set, .. } => self.labels[rule].cell == Some(bit) && !set.is_empty(),
            Step::Remap(maps) => maps.iter().all(|map| match map.mover {
                Move::Alone { from, to } if from == bit => to != bit,
                Move::Shared { from, to } if from == bit && to != bit => true,
                Move::None | Move::Alone { .. } | Move::Shared { .. } => {
                    !map.images[bit.index()].contains(bit)
                }
            }),
        }
    }

    /// Whether somebody may enter the cell from another one.
    pub fn may_enter(&self, rule: RuleId, bit: BitId) -> bool {
        match &self.system.rules[rule].step {
            Step::Assign { set, .. } => set.contains(bit),
            Step::Remap(maps) => maps.iter().any(|map| {
                let moved = match map.mover {
                    Move::None => false,
                    Move::Alone { from, to } | Move::Shared { from, to } => {
                        to == bit && from != bit
                    }
                };
                let mapped = |n: usize| BitId::new(n) != bit && map.images[n].contains(bit);
                moved || (0..map.images.len()).any(mapped)
            }),
        }
    }

    /// The states in which one of the selected actors cannot act.
    pub fn waiting_regions(&self, select: impl Fn(&Waiting) -> bool) -> Vec<Region> {
        let mut regions = Vec::new();
        for waiting in self.waits.iter().filter(|waiting| select(waiting)) {
            let possible = self.possible[waiting.control];
            let forbidden = possible.minus(waiting.admitted);
            match waiting.cell {
                None => push_region(&mut regions, waiting, Mask::EMPTY, forbidden, Mask::EMPTY),
                Some(bit) => {
                    let own = Mask::of(bit);
                    push_region(&mut regions, waiting, own, forbidden.without(bit), own);
                    if waiting.admitted.contains(bit) {
                        push_region(&mut regions, waiting, own, forbidden, Mask::EMPTY);
                    }
                }
            }
        }
        regions
    }
}

/// Adds the region in which `required` is occupied, `forbidden` is not, and every blocker is
/// found outside `excluded`, if there can be one.
pub(crate) fn push_region(
    regions: &mut Vec<Region>,
    waiting: &Waiting,
    required: Mask,
    forbidden: Mask,
    excluded: Mask,
) {
    let mut some_of: Vec<Mask> =
        waiting.blockers.iter().map(|blockers| blockers.minus(excluded)).collect();
    if some_of.iter().any(|blockers| blockers.is_empty()) {
        return;
    }
    some_of.sort_unstable();
    some_of.dedup();
    let region = Region { control: waiting.control, guard: Guard { required, forbidden, some_of } };
    let covers = |known: &Region, other: &Region| {
        known.control == other.control && other.guard.implies(&known.guard)
    };
    if regions.iter().any(|known| covers(known, &region)) {
        return;
    }
    regions.retain(|known| !covers(&region, known));
    regions.push(region);
}
