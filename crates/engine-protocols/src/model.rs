//! The abstract model: occasions collected into the rules of a Boolean transition system.
//!
//! A bit stands for a cell, and is set if some process is in it; the control is the
//! centre with the local state of the reference. An occasion becomes
//!
//! - an *assignment*, if bystanders keep their cells: the mover's cell is cleared or not (was it alone
//!   there?), its new cell is set, every occupied cell has to be one that admits the step, and
//!   each witness has to be found in one of some cells;
//! - a *map* of cells to sets of cells otherwise (the reference changed its numbers, or the step
//!   reaches bystanders).
//!
//! An occasion that allows nothing that another one does not allow is dropped.

use finite::{
    BitId, ControlId, Guard, Mask, Move, Region, Remap, Rule, RuleId, Step, TransitionSystem,
};
use index::{Id, IndexVec};
use rustc_hash::FxHashMap;

use crate::Refusal;
use crate::condition::{Cast, Numbers};
use crate::pairs::{Dirty, Example};
use crate::plan::Purpose;
use crate::states::{Cell, Control, States};
use crate::steps::{Actor, Explorer, Found, Occasion, Plans};

/// Who takes a rule of the model, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Label {
    pub actor: Actor,
    /// The cell of the environment's actor, or of the one that the reference visits.
    pub cell: Option<BitId>,
    pub purpose: Purpose,
}

/// The rules that a group of occasions is collected into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    source: ControlId,
    target: ControlId,
    label: Label,
    mover: Move,
    /// For maps: the cells that are left for certain.
    left: Mask,
    is_map: bool,
}

#[derive(Default)]
struct Collected {
    guards: Vec<Guard>,
    maps: Vec<Remap>,
}

/// When an actor cannot take a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub control: ControlId,
    pub actor: Actor,
    /// The cell of the environment's actor.
    pub cell: Option<BitId>,
    /// The cells whose processes may be there.
    pub admitted: Mask,
    /// The cells that may hold only processes that do not block the actor.
    pub free: Mask,
    /// From each of these cells, one process blocks the actor.
    pub blockers: Vec<Mask>,
}

/// The abstract model of a system.
pub(crate) struct Model {
    pub system: TransitionSystem,
    pub controls: IndexVec<ControlId, Control>,
    pub cells: IndexVec<BitId, Cell>,
    /// The cells that can be occupied under each control.
    pub possible: IndexVec<ControlId, Mask>,
    pub labels: IndexVec<RuleId, Label>,
    pub waits: Vec<Waiting>,
}

struct Builder {
    controls: FxHashMap<Control, ControlId>,
    bits: FxHashMap<Cell, BitId>,
    possible: IndexVec<ControlId, Mask>,
    /// Cells of which at most one process can be in.
    single: Mask,
    rules: FxHashMap<Key, Collected>,
    waits: Vec<Waiting>,
}

/// Whether the rules that only matter for liveness are derived too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    Safety,
    Liveness,
}

impl Model {
    /// Derives the model under the pairs that the explorer has closed.
    pub fn derive(explorer: &mut Explorer<'_>, extent: Extent) -> Result<Self, Refusal> {
        let cells = sorted_cells(explorer);
        if cells.len() > Mask::MAX {
            return Err(Refusal::TooLarge(format!(
                "{} cells can be occupied and the abstraction keeps at most {}; \
                 compare fewer variables, or use fewer finite variables",
                cells.len(),
                Mask::MAX
            )));
        }
        let cells: IndexVec<BitId, Cell> = cells.into_iter().collect();
        let mut builder = Builder::new(explorer, &cells);
        let dirty = Dirty::all(&explorer.pairs);
        let mut sink = |_: &mut States<'_>, found: &Found<'_>| builder.add(&found.occasion);
        explorer.reference_steps(Plans::Steps, &dirty, &mut sink)?;
        explorer.environment_steps(Plans::Steps, &dirty, &mut sink)?;
        explorer.centre_steps(Plans::Steps, &dirty, &mut sink)?;
        if extent == Extent::Liveness {
            explorer.reference_steps(Plans::Waiting, &dirty, &mut sink)?;
            explorer.environment_steps(Plans::Waiting, &dirty, &mut sink)?;
            if explorer.states.system.centre_is_just {
                explorer.centre_steps(Plans::Waiting, &dirty, &mut sink)?;
            }
        }
        builder.finish(explorer, cells)
    }

    /// The states in which some occupied cell contradicts what `holds` says of it.
    pub fn bad_regions(&self, explorer: &Explorer<'_>, formula: &protocol::Formula) -> Vec<Region> {
        let mut bad = Vec::new();
        for (id, control) in self.controls.iter() {
            let Some(view) = explorer.pairs.view(*control) else { continue };
            let mut examples: Vec<&(Cell, Example)> = view.examples.iter().collect();
            examples.sort_by_key(|example| example.0);
            for (cell, example) in examples {
                if !explorer.states.pair_satisfies(formula, *control, *cell, example) {
                    let bit = self.bit(*cell);
                    let guard = Guard { required: Mask::of(bit), ..Guard::default() };
                    bad.push(Region { control: id, guard });
                }
            }
        }
        bad
    }

    fn bit(&self, cell: Cell) -> BitId {
        let found = self.cells.iter().find(|(_, known)| **known == cell);
        found.expect("every cell of a view has a bit").0
    }
}

impl States<'_> {
    /// Whether the pair satisfies a formula over remembered facts.
    pub fn pair_satisfies(
        &self,
        formula: &protocol::Formula,
        control: Control,
        cell: Cell,
        example: &Example,
    ) -> bool {
        let cast = Cast {
            system: self.system,
            own: Some(self.skeleton_of(control.local)),
            other: Some(self.skeleton_of(cell.local)),
            centre: &self.centre_skeletons[self.centres[control.centre].skeleton],
        };
        cast.decide(formula).holds(&Numbers {
            own: &example.x,
            other: &example.y,
            centre: &example.centre,
            fresh: &[],
            own_is_less: self.relations[cell.relation].is_less,
            checked: false,
        })
    }
}

/// All cells, those of one location together, then those of one local state.
fn sorted_cells(explorer: &Explorer<'_>) -> Vec<Cell> {
    let mut cells: Vec<Cell> =
        explorer.pairs.views.iter().flat_map(|view| view.cells.keys().copied()).collect();
    cells.sort_unstable_by_key(|cell| {
        (explorer.states.skeleton_of(cell.local).location, cell.local, cell.relation)
    });
    cells.dedup();
    cells
}

impl Builder {
    fn new(explorer: &Explorer<'_>, cells: &IndexVec<BitId, Cell>) -> Self {
        let bits: FxHashMap<Cell, BitId> = cells.iter().map(|(bit, cell)| (*cell, bit)).collect();
        let mut controls = FxHashMap::default();
        let mut possible = IndexVec::new();
        for view in &explorer.pairs.views {
            let mask = view.cells.keys().map(|cell| bits[cell]).collect();
            controls.insert(view.control, possible.push(mask));
        }
        let holds_pointer = |cell: &Cell| !explorer.states.skeleton_of(cell.local).held.is_empty();
        let single =
            cells.iter().filter(|(_, cell)| holds_pointer(cell)).map(|(bit, _)| bit).collect();
        Self { controls, bits, possible, single, rules: FxHashMap::default(), waits: Vec::new() }
    }

    fn add(&mut self, occasion: &Occasion<'_>) {
        if occasion.purpose == Purpose::Wait {
            self.add_waiting(occasion);
            return;
        }
        let movers: Vec<Option<(Cell, Cell)>> = if occasion.visits {
            let visited = occasion.entries.iter();
            let mut movers: Vec<Option<(Cell, Cell)>> =
                visited.filter_map(|entry| Some(Some((entry.before, entry.visited?)))).collect();
            movers.sort_unstable();
            movers.dedup();
            movers
        } else {
            vec![occasion.mover]
        };
        let mut images = vec![Mask::EMPTY; self.bits.len()];
        let n_witnesses = 32 - occasion.needed.leading_zeros() as usize;
        let mut met = vec![vec![Mask::EMPTY; self.bits.len()]; n_witnesses];
        for entry in occasion.entries {
            let (before, after) = (self.bits[&entry.before], self.bits[&entry.after]);
            images[before.index()].insert(after);
            for (n, met) in met.iter_mut().enumerate() {
                if entry.witnesses >> n & 1 == 1 {
                    met[before.index()].insert(after);
                }
            }
        }
        let needed = occasion.needed;
        let met: Vec<Vec<Mask>> = met
            .into_iter()
            .enumerate()
            .filter(|(n, _)| needed >> n & 1 == 1)
            .map(|(_, met)| met)
            .collect();
        for mover in movers {
            self.add_move(occasion, mover, &images, &met);
        }
    }

    fn add_waiting(&mut self, occasion: &Occasion<'_>) {
        let mut waiting = Waiting {
            control: self.controls[&occasion.before],
            actor: occasion.actor,
            cell: occasion.mover.map(|mover| self.bits[&mover.0]),
            admitted: Mask::EMPTY,
            free: Mask::EMPTY,
            blockers: vec![Mask::EMPTY; occasion.needed.count_ones() as usize],
        };
        for entry in occasion.entries {
            let bit = self.bits[&entry.before];
            waiting.admitted.insert(bit);
            if entry.witnesses == 0 {
                waiting.free.insert(bit);
            }
            let needed = (0..32).filter(|n| occasion.needed >> n & 1 == 1);
            for (n, blockers) in needed.zip(&mut waiting.blockers) {
                if entry.witnesses >> n & 1 == 1 {
                    blockers.insert(bit);
                }
            }
        }
        if !self.waits.contains(&waiting) {
            self.waits.push(waiting);
        }
    }

    fn add_move(
        &mut self,
        occasion: &Occasion<'_>,
        mover: Option<(Cell, Cell)>,
        images: &[Mask],
        met: &[Vec<Mask>],
    ) {
        let source = self.controls[&occasion.before];
        let target = self.controls[&occasion.after];
        let bits = mover.map(|(from, to)| (self.bits[&from], self.bits[&to]));
        let moves = match bits {
            None => vec![Move::None],
            Some((from, to)) if self.single.contains(from) => vec![Move::Alone { from, to }],
            Some((from, to)) => vec![Move::Alone { from, to }, Move::Shared { from, to }],
        };
        let label = Label {
            actor: occasion.actor,
            cell: bits.map(|bits| bits.0),
            purpose: occasion.purpose,
        };
        let stays = |n: usize| images[n].is_subset(Mask::of(BitId::new(n)));
        let is_map = !(0..images.len()).all(stays);
        for mover in moves {
            let mut key = Key { source, target, label, mover, left: Mask::EMPTY, is_map };
            if is_map {
                let alone = match mover {
                    Move::Alone { from, .. } => Some(from),
                    Move::None | Move::Shared { .. } => None,
                };
                let possible = self.possible[source];
                let leaves =
                    |bit: &BitId| Some(*bit) != alone && !images[bit.index()].contains(*bit);
                key.left = possible.iter().filter(leaves).collect();
                let map = Remap { mover, images: images.to_vec(), met: met.to_vec() };
                push_map(&mut self.rules.entry(key).or_default().maps, map);
            } else if let Some(guard) = assignment_guard(self.possible[source], mover, images, met)
            {
                push_guard(&mut self.rules.entry(key).or_default().guards, guard);
            }
        }
    }

    fn finish(
        self,
        explorer: &mut Explorer<'_>,
        cells: IndexVec<BitId, Cell>,
    ) -> Result<Model, Refusal> {
        let controls: IndexVec<ControlId, Control> =
            explorer.pairs.views.iter().map(|view| view.control).collect();
        let initial = self.initial_regions(explorer)?;
        let states = &explorer.states;
        let mut system = TransitionSystem {
            controls: controls.values().map(|control| describe_control(states, *control)).collect(),
            bits: cells.values().map(|cell| describe_cell(states, *cell)).collect(),
            initial,
            rules: IndexVec::new(),
            exclusive: exclusive_groups(states, &cells),
        };
        let mut keys: Vec<(Key, Collected)> = self.rules.into_iter().collect();
        keys.sort_unstable_by_key(|(key, _)| *key);
        let mut labels = IndexVec::new();
        for (key, collected) in keys {
            explorer.budget.check()?;
            let step = if key.is_map {
                Step::Remap(collected.maps)
            } else {
                let (clear, set) = match key.mover {
                    Move::None => (Mask::EMPTY, Mask::EMPTY),
                    Move::Alone { from, to } => (Mask::of(from).without(to), Mask::of(to)),
                    Move::Shared { to, .. } => (Mask::EMPTY, Mask::of(to)),
                };
                // A bit that has to be set anyway is not written.
                let kept = matches!(key.mover, Move::Alone { from, to }
                    | Move::Shared { from, to } if from == to);
                let set = if kept { Mask::EMPTY } else { set };
                Step::Assign { guards: collected.guards, clear, set }
            };
            let name = describe_label(states, &cells, key.label);
            system.rules.push(Rule { source: key.source, target: key.target, step, name });
            labels.push(key.label);
        }
        debug_assert_eq!(system.validate(), Ok(()));
        Ok(Model { system, controls, cells, possible: self.possible, labels, waits: self.waits })
    }

    fn initial_regions(&self, explorer: &mut Explorer<'_>) -> Result<Vec<Region>, Refusal> {
        let all = Mask::first(self.bits.len());
        let mut views: Vec<(ControlId, Mask)> = Vec::new();
        for (control, cells) in explorer.initial_views()? {
            let control = self.controls[&control];
            let allowed: Mask = cells.iter().map(|(cell, _)| self.bits[cell]).collect();
            if views.iter().any(|view| view.0 == control && allowed.is_subset(view.1)) {
                continue;
            }
            views.retain(|view| view.0 != control || !view.1.is_subset(allowed));
            views.push((control, allowed));
        }
        let region = |(control, allowed): (ControlId, Mask)| Region {
            control,
            guard: Guard {
                required: Mask::EMPTY,
                forbidden: all.minus(allowed),
                some_of: vec![allowed],
            },
        };
        Ok(views.into_iter().map(region).collect())
    }
}

/// The guard of a step under which bystanders keep their cells; `None` if it cannot hold.
fn assignment_guard(
    possible: Mask,
    mover: Move,
    images: &[Mask],
    met: &[Vec<Mask>],
) -> Option<Guard> {
    let of = |masks: &[Mask]| -> Mask {
        let set = masks.iter().enumerate().filter(|(_, mask)| !mask.is_empty());
        set.map(|(n, _)| BitId::new(n)).collect()
    };
    let admitted = of(images);
    let mut witnesses: Vec<Mask> = met.iter().map(|met| of(met)).collect();
    let (required, forbidden) = match mover {
        Move::None => (Mask::EMPTY, possible.minus(admitted)),
        Move::Alone { from, .. } => {
            for witness in &mut witnesses {
                witness.remove(from);
            }
            (Mask::of(from), possible.minus(admitted).without(from))
        }
        Move::Shared { from, .. } => {
            if !admitted.contains(from) {
                return None;
            }
            (Mask::of(from), possible.minus(admitted))
        }
    };
    if witnesses.iter().any(|witness| witness.is_empty()) {
        return None;
    }
    witnesses.sort_unstable();
    witnesses.dedup();
    witnesses.retain(|witness| !witness.intersects(required));
    Some(Guard { required, forbidden, some_of: witnesses })
}

fn push_guard(guards: &mut Vec<Guard>, guard: Guard) {
    if guards.iter().any(|known| guard.implies(known)) {
        return;
    }
    guards.retain(|known| !known.implies(&guard));
    guards.push(guard);
}

fn push_map(maps: &mut Vec<Remap>, map: Remap) {
    if maps.iter().any(|known| is_weaker(&map, known)) {
        return;
    }
    maps.retain(|known| !is_weaker(known, &map));
    maps.push(map);
}

/// True if `map` relates nothing that `other` does not relate (sufficient, entry by entry).
fn is_weaker(map: &Remap, other: &Remap) -> bool {
    let within =
        |lhs: &[Mask], rhs: &[Mask]| lhs.iter().zip(rhs).all(|(lhs, rhs)| lhs.is_subset(*rhs));
    map.mover == other.mover
        && within(&map.images, &other.images)
        && other.met.iter().all(|theirs| map.met.iter().any(|mine| within(mine, theirs)))
}

/// For each pointer, the cells whose processes it points at: at most one of them is occupied.
fn exclusive_groups(states: &States<'_>, cells: &IndexVec<BitId, Cell>) -> Vec<Mask> {
    let pointers = states.system.centre.pointers.ids();
    pointers
        .map(|pointer| {
            let held = cells
                .iter()
                .filter(|(_, cell)| states.skeleton_of(cell.local).held.contains(pointer));
            held.map(|(bit, _)| bit).collect::<Mask>()
        })
        .filter(|group| group.len() > 1)
        .collect()
}

fn describe_control(states: &States<'_>, control: Control) -> String {
    let centre = states.describe_centre(control.centre);
    let local = states.describe_local(control.local);
    if centre.is_empty() { format!("x at {local}") } else { format!("{centre}; x at {local}") }
}

fn describe_cell(states: &States<'_>, cell: Cell) -> String {
    let relation = states.describe_relation(cell.relation);
    let local = states.describe_local(cell.local);
    if relation.is_empty() {
        format!("y at {local}")
    } else {
        format!("y at {local} with {relation}")
    }
}

fn describe_label(states: &States<'_>, cells: &IndexVec<BitId, Cell>, label: Label) -> String {
    let who = match (label.actor, label.cell) {
        (Actor::Reference, None) => "x".to_owned(),
        (Actor::Reference, Some(bit)) => format!("x visits {}", describe_cell(states, cells[bit])),
        (Actor::Environment, Some(bit)) => describe_cell(states, cells[bit]),
        (Actor::Environment, None) => "y".to_owned(),
        (Actor::Centre, _) => "the centre".to_owned(),
    };
    format!("{who} takes a step")
}
