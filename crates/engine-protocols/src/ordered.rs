//! Ordered justice: in a waiting room, somebody is first in line.
//!
//! Let D be a set of cells at one justice location, and suppose that "z blocks y" is a strict
//! partial order among processes that wait there. Then infinitely often: D is empty, or
//! somebody may leave D or change, or somebody in D acts, or somebody in D waits and is
//! blocked by nobody in D.
//!
//! For suppose that from some point on none of this happens. Nobody leaves D and there are
//! finitely many processes, so its population becomes constant; nobody in it acts or is
//! changed, so its members' numbers are constant, and so is who blocks whom, since the guards read
//! nothing else. Take a minimal process. It is blocked by nobody in D; it does not wait, so it
//! can act at every moment, and never does: but it is at a justice location.
//!
//! The order is checked by enumeration over three processes, any two of which form a pair that
//! occurs ([`crate::pairs`]): in the bakery with an atomic doorway equal numbers would block each
//! other, and never meet. Guards that read the centre are excluded, and so are stepwise guards,
//! because there it can change who blocks whom while nobody in D acts.

use finite::{BitId, Justice, Mask, Region};
use index::IdSet;
use protocol::{Atomicity, Formula, LocationId, System};
use rustc_hash::FxHashSet;
use verdict::Budget;

use crate::Refusal;
use crate::abstraction::Abstraction;
use crate::condition::{Cast, Condition, Numbers, Slot};
use crate::fairness::push_region;
use crate::placement::{Moving, placements};
use crate::scan::read_slots;
use crate::states::{LocalId, SkeletonId, States};
use crate::steps::Actor;
use crate::vocabulary::{Variable, rule_locations};

impl Abstraction<'_> {
    /// The condition for `cells`, which lie at one location; `None` if blocking is no order there.
    pub(crate) fn ordered_justice(&self, cells: Mask) -> Result<Option<Justice>, Refusal> {
        let Some(location) = self.common_location(cells) else { return Ok(None) };
        let system = self.explorer.states.system;
        if !system.justice.contains(location) || !self.is_ordered(location, cells)? {
            return Ok(None);
        }
        let local = |bit: BitId| self.model.cells[bit].local;
        let model = &self.model;
        Ok(Some(Justice {
            name: format!("the first in line at {}", system.locations[location].name),
            controls: IdSet::new(),
            empty: Some(cells),
            regions: self.first_in_line(cells),
            rules: model.rules_where(|rule| {
                cells.iter().any(|bit| {
                    model.acts(rule, bit)
                        || model
                            .may_go(rule, bit, |to| !cells.contains(to) || local(to) != local(bit))
                })
            }),
        }))
    }

    /// The cells at a location, if all are at one.
    fn common_location(&self, cells: Mask) -> Option<LocationId> {
        let mut locations = cells
            .iter()
            .map(|bit| self.explorer.states.skeleton_of(self.model.cells[bit].local).location);
        let first = locations.next()?;
        locations.all(|location| location == first).then_some(first)
    }

    /// The states in which somebody in `cells` waits and nobody in `cells` blocks it.
    fn first_in_line(&self, cells: Mask) -> Vec<Region> {
        let mut regions = Vec::new();
        for waiting in &self.model.waits {
            let Some(bit) = waiting.cell.filter(|bit| cells.contains(*bit)) else { continue };
            if waiting.actor != Actor::Environment {
                continue;
            }
            let possible = self.model.possible[waiting.control];
            let admitted = waiting.admitted.minus(cells) | (waiting.free & cells);
            let own = Mask::of(bit);
            let forbidden = possible.minus(admitted);
            push_region(&mut regions, waiting, own, forbidden.without(bit), cells);
            if admitted.contains(bit) {
                push_region(&mut regions, waiting, own, forbidden, cells);
            }
        }
        regions
    }

    /// Whether blocking is a strict partial order among processes of these cells.
    fn is_ordered(&self, location: LocationId, cells: Mask) -> Result<bool, Refusal> {
        let states = &self.explorer.states;
        if states.system.atomicity == Atomicity::Stepwise {
            return Ok(false);
        }
        let mut skeletons: Vec<SkeletonId> =
            cells.iter().map(|bit| states.locals[self.model.cells[bit].local].skeleton).collect();
        skeletons.sort_unstable();
        skeletons.dedup();
        let guards: Vec<&Formula> = states
            .system
            .rules
            .values()
            .filter(|rule| rule_locations(rule).contains(location) && rule.then.is_some())
            .filter_map(|rule| rule.guard.as_ref().map(|guard| &guard.body))
            .collect();
        let system = states.system;
        if guards.iter().any(|guard| reads_centre(system, guard)) || skeletons.len() > 4 {
            return Ok(false);
        }
        let mut blocks: Vec<Vec<Condition>> = Vec::new();
        for y in &skeletons {
            let mut row = Vec::new();
            for z in &skeletons {
                // The guards do not read the centre, so any skeleton of it serves.
                let centre = &states.centre_skeletons[index::Id::new(0)];
                let cast = Cast {
                    system: states.system,
                    own: Some(&states.skeletons[*y]),
                    other: Some(&states.skeletons[*z]),
                    centre,
                };
                let refused = guards.iter().map(|guard| cast.decide(guard).not());
                row.push(refused.fold(Condition::False, Condition::or));
            }
            blocks.push(row);
        }
        self.check_order(&skeletons, blocks)
    }

    fn check_order(
        &self,
        skeletons: &[SkeletonId],
        blocks: Vec<Vec<Condition>>,
    ) -> Result<bool, Refusal> {
        let states = &self.explorer.states;
        let mut slots = Vec::new();
        for condition in blocks.iter().flatten() {
            read_slots(condition, &mut slots);
        }
        let mut variables: Vec<usize> = slots
            .iter()
            .filter_map(|slot| match slot {
                Slot::Own(n) | Slot::Other(n) => Some(*n),
                Slot::Centre(_) | Slot::Fresh(_) | Slot::Zero => None,
            })
            .collect();
        variables.sort_unstable();
        variables.dedup();
        let room = WaitingRoom::new(self, skeletons, blocks, variables);
        let group_of = |n: &usize| states.vocabulary.group_of(Variable::Process(*n));
        let Some(group) = room.variables.first().map(group_of) else {
            return room.is_ordered(&[[0; 0]; 3].map(|empty| empty.to_vec()));
        };
        if room.variables.len() > 2 || room.variables.iter().any(|n| group_of(n) != group) {
            return Ok(false);
        }
        let mut points = Vec::new();
        for _ in 0..3 {
            points.extend(room.variables.iter().map(|n| states.point(Variable::Process(*n))));
        }
        let group = &states.vocabulary.groups[group];
        for values in placements(&points, &Moving::Everything, group, self.explorer.budget)? {
            let n_each = room.variables.len();
            let three: [Vec<i64>; 3] =
                [0, 1, 2].map(|n| values[n * n_each..(n + 1) * n_each].to_vec());
            if !room.is_ordered(&three)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Processes of a few kinds that wait at one location.
struct WaitingRoom<'a> {
    states: &'a States<'a>,
    budget: &'a Budget,
    /// By kind of the blocked and of the blocker: when it blocks.
    blocks: Vec<Vec<Condition>>,
    /// The variables that matter to who blocks whom.
    variables: Vec<usize>,
    /// The signs of pair facts about these variables.
    signs: u64,
    /// The pairs that occur: two kinds, the signs that count, whether the first id is smaller.
    pairs: FxHashSet<(usize, usize, u64, bool)>,
}

impl<'a> WaitingRoom<'a> {
    fn new(
        abstraction: &'a Abstraction<'_>,
        skeletons: &[SkeletonId],
        blocks: Vec<Vec<Condition>>,
        variables: Vec<usize>,
    ) -> Self {
        let states = &abstraction.explorer.states;
        let mut signs = 0;
        for (n, fact) in states.vocabulary.pairs.iter().enumerate() {
            if variables.contains(&fact.lhs) && variables.contains(&fact.rhs) {
                signs |= 3 << (2 * n);
            }
        }
        let kind = |local: LocalId| {
            skeletons.iter().position(|skeleton| *skeleton == states.locals[local].skeleton)
        };
        let mut pairs = FxHashSet::default();
        for view in &abstraction.explorer.pairs.views {
            let Some(own) = kind(view.control.local) else { continue };
            for cell in view.cells.keys() {
                let Some(other) = kind(cell.local) else { continue };
                let relation = states.relations[cell.relation];
                pairs.insert((own, other, relation.signs & signs, relation.is_less));
            }
        }
        let budget = abstraction.explorer.budget;
        Self { states, budget, blocks, variables, signs, pairs }
    }

    /// Whether blocking is irreflexive on pairs and transitive on triples, for one choice of numbers.
    fn is_ordered(&self, values: &[Vec<i64>; 3]) -> Result<bool, Refusal> {
        let n_data = self.states.system.data.len();
        let numbers = |n: usize| {
            let mut data = vec![0; n_data];
            for (variable, value) in self.variables.iter().zip(&values[n]) {
                data[*variable] = *value;
            }
            data
        };
        let data = [numbers(0), numbers(1), numbers(2)];
        const ORDERS: [[usize; 3]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for (a, b, c) in triples(self.blocks.len()) {
            self.budget.check()?;
            for ids in ORDERS {
                let kind = [a, b, c];
                let blocked = |y: usize, z: usize| {
                    self.blocks[kind[y]][kind[z]].holds(&Numbers {
                        own: &data[y],
                        other: &data[z],
                        centre: &[],
                        fresh: &[],
                        own_is_less: ids[y] < ids[z],
                        checked: false,
                    })
                };
                let occurs = |y: usize, z: usize| {
                    let signs = self.states.signs(&data[y], &data[z]) & self.signs;
                    let is_less = self.states.vocabulary.ids && ids[y] < ids[z];
                    self.pairs.contains(&(kind[y], kind[z], signs, is_less))
                };
                if !blocked(0, 1) || !occurs(0, 1) {
                    continue;
                }
                let intransitive =
                    || blocked(1, 2) && !blocked(0, 2) && occurs(1, 2) && occurs(0, 2);
                if blocked(1, 0) || intransitive() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

fn triples(n: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..n * n * n).map(move |code| (code / (n * n), code / n % n, code % n))
}

/// Whether the formula reads anything of the centre. What a pointer points at is a fact about
/// a process, but changes by other processes' steps.
fn reads_centre(system: &System, formula: &Formula) -> bool {
    use protocol::{DataRef, FiniteRef};
    match formula {
        Formula::Not(inner) => reads_centre(system, inner),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().any(|part| reads_centre(system, part))
        }
        Formula::Implies(lhs, rhs) => reads_centre(system, lhs) || reads_centre(system, rhs),
        Formula::Predicate(_, id) => reads_centre(system, &system.predicates[*id].body),
        Formula::Centre(..) | Formula::PointsAt(..) | Formula::PointsNowhere(_) => true,
        Formula::SameFinite(lhs, rhs) => {
            matches!(lhs, FiniteRef::Centre(_)) || matches!(rhs, FiniteRef::Centre(_))
        }
        Formula::Compare(_, lhs, rhs) => {
            let central = |base: Option<DataRef>| matches!(base, Some(DataRef::Centre(_)));
            central(lhs.base) || central(rhs.base)
        }
        Formula::True
        | Formula::False
        | Formula::At(..)
        | Formula::Finite(..)
        | Formula::OwnIdIsLess => false,
        Formula::Absent(_) | Formula::Count(_) => unreachable!("refused: beyond pairs"),
    }
}
