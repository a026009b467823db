//! Pair views: which pairs of processes can occur at all.
//!
//! A *pair* is the centre, a local state `x`, a relation and a local state `y`. The set of pairs is
//! the smallest one that contains the initial pairs and is closed under every step in which all
//! pairs of distinguished processes are in the set, that of the mover and a bystander included.
//! So it is an invariant by induction: if all pairs of a concrete state are in the set, then so
//! are all pairs after any step.
//!
//! It is cheap, it decides which cells exist at all, it sometimes proves a property alone, and
//! every rule of the full abstraction is derived under it (*pair refinement*).

use rustc_hash::FxHashMap;

use crate::states::{Cell, CentreSkeletonId, Control, Data, SkeletonId, States};

/// Numbers with which a pair occurs: any will do to evaluate a formula over remembered facts.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub centre: Data,
    pub x: Data,
    pub y: Data,
}

/// The cells that can be occupied under one control.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub control: Control,
    pub cells: FxHashMap<Cell, usize>,
    /// In the order in which they were found.
    pub examples: Vec<(Cell, Example)>,
    /// Skeletons of the cells, in the order in which they were found.
    pub skeletons: Vec<SkeletonId>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    positions: FxHashMap<Control, usize>,
    pub views: Vec<View>,
    n_pairs: usize,
}

/// More pairs than this are refused: what follows would not finish.
pub(crate) const MAX_PAIRS: usize = 100_000;

impl Pairs {
    pub fn view(&self, control: Control) -> Option<&View> {
        self.positions.get(&control).map(|position| &self.views[*position])
    }

    pub fn position(&self, control: Control) -> Option<usize> {
        self.positions.get(&control).copied()
    }

    pub fn contains(&self, control: Control, cell: Cell) -> bool {
        self.view(control).is_some_and(|view| view.cells.contains_key(&cell))
    }

    pub fn len(&self) -> usize {
        self.n_pairs
    }

    /// Adds the pair as `x` sees it and as `y` sees it.
    pub fn insert(
        &mut self,
        states: &mut States<'_>,
        control: Control,
        cell: Cell,
        example: Example,
    ) {
        if self.contains(control, cell) {
            return;
        }
        let mirrored = Control { centre: control.centre, local: cell.local };
        let mirror = Cell { local: control.local, relation: states.swapped(cell.relation) };
        let exchanged =
            Example { centre: example.centre.clone(), x: example.y.clone(), y: example.x.clone() };
        self.insert_one(states, control, cell, example);
        self.insert_one(states, mirrored, mirror, exchanged);
    }

    fn insert_one(&mut self, states: &States<'_>, control: Control, cell: Cell, example: Example) {
        let fresh = self.views.len();
        let position = *self.positions.entry(control).or_insert(fresh);
        if position == fresh {
            self.views.push(View {
                control,
                cells: FxHashMap::default(),
                examples: Vec::new(),
                skeletons: Vec::new(),
            });
        }
        let view = &mut self.views[position];
        if view.cells.contains_key(&cell) {
            return;
        }
        view.cells.insert(cell, view.examples.len());
        view.examples.push((cell, example));
        let skeleton = states.locals[cell.local].skeleton;
        if !view.skeletons.contains(&skeleton) {
            view.skeletons.push(skeleton);
        }
        self.n_pairs += 1;
    }

    /// The skeletons of the centre and of a reference that occur together, in order of
    /// appearance.
    pub fn actors(&self, states: &States<'_>) -> Vec<(CentreSkeletonId, SkeletonId)> {
        let mut actors = Vec::new();
        for view in &self.views {
            let actor = (
                states.centres[view.control.centre].skeleton,
                states.locals[view.control.local].skeleton,
            );
            if !actors.contains(&actor) {
                actors.push(actor);
            }
        }
        actors
    }
}

/// A set of views, by position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dirty {
    flags: Vec<bool>,
}

impl Dirty {
    /// The views that have more cells than `seen` says.
    pub fn since(pairs: &Pairs, seen: &[usize]) -> Self {
        let grown =
            pairs.views.iter().enumerate().map(|(position, view)| {
                view.examples.len() > seen.get(position).copied().unwrap_or(0)
            });
        Self { flags: grown.collect() }
    }

    pub fn all(pairs: &Pairs) -> Self {
        Self { flags: vec![true; pairs.views.len()] }
    }

    pub fn contains(&self, pairs: &Pairs, control: Control) -> bool {
        let position = pairs.position(control);
        position.is_some_and(|position| self.flags.get(position).copied().unwrap_or(false))
    }

    pub fn is_empty(&self) -> bool {
        !self.flags.contains(&true)
    }
}
