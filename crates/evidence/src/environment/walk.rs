//! Is there a step from one set of abstract states to another? Decided by walking through both at
//! once.
//!
//! A step relates the occupied cells `C` before it to those after it, `C'`. The walk decides, cell by
//! cell, whether it is in `C` and whether it is in `C'`, and follows the decision
//! diagrams of all sets involved at the same time. What a step demands across cells is kept as
//! small sets of open ends: cells of `C` that still need a place in `C'`, cells of `C'` that nobody
//! has come to yet, witnesses not found yet. Positions of the walk that look alike are walked from once.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use verdict::Budget;

use super::Flaw;
use super::cells::Cells;
use super::certificate::StateSet;
use super::descent::Trends;

/// A step of the abstraction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Step {
    pub before: usize,
    pub after: usize,
    /// The cell of the one who moves, before and after, if it is neither the reference nor the
    /// centre.
    pub mover: Option<(usize, usize)>,
    pub actor: Actor,
    /// By cell: where a bystander in it may be afterwards.
    pub images: Vec<Cells>,
    /// For each witness, by cell: where a bystander that serves may be afterwards.
    pub witnesses: Vec<Vec<Cells>>,
    pub trends: Trends,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Actor {
    Reference,
    Environment,
    Centre,
}

/// Whether the mover leaves others behind in its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Company {
    Alone,
    Shared,
}

/// A set that has to contain, or not to contain, the state before or after.
#[derive(Clone, Copy)]
pub(super) struct Demand<'a> {
    pub set: &'a StateSet,
    pub when: When,
    pub is_member: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    Before,
    After,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    nodes: SmallVec<[u32; 4]>,
    /// Cells that have been decided to be occupied afterwards, as far as they may still serve.
    occupied: Cells,
    /// Cells that bystanders seen so far may go to.
    reachable: Cells,
    /// Bystanders' cells that still need a place.
    homeless: Cells,
    /// Occupied cells that nobody has come to yet.
    unexplained: Cells,
    found: u32,
    /// By witness: cells that would make it found.
    hopes: SmallVec<[Cells; 2]>,
}

/// A position of a step in which bystanders stay in their cells.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Still {
    nodes: SmallVec<[u32; 4]>,
    found: u32,
    /// Occupied cells of those that exclude each other.
    occupied: Cells,
}

pub(super) struct Walk<'a> {
    step: &'a Step,
    company: Company,
    demands: &'a [Demand<'a>],
    exclusive: &'a [Cells],
    n_cells: usize,
    /// Cells that can be occupied before and after.
    possible: (Cells, Cells),
    budget: &'a Budget,
    /// By cell: where bystanders of later cells may be afterwards; empty if all stay.
    later: Vec<Cells>,
}

impl<'a> Walk<'a> {
    pub fn new(
        step: &'a Step,
        company: Company,
        demands: &'a [Demand<'a>],
        exclusive: &'a [Cells],
        possible: (Cells, Cells),
        budget: &'a Budget,
    ) -> Self {
        let n_cells = step.images.len();
        Self { step, company, demands, exclusive, n_cells, possible, budget, later: Vec::new() }
    }

    /// Whether the step is possible between states that satisfy all demands.
    pub fn finds(mut self) -> Result<bool, Flaw> {
        let root = |demand: &Demand<'_>| {
            let control = match demand.when {
                When::Before => self.step.before,
                When::After => self.step.after,
            };
            demand.set.roots[control]
        };
        let start = Position {
            nodes: self.demands.iter().map(root).collect(),
            occupied: Cells::NONE,
            reachable: Cells::NONE,
            homeless: Cells::NONE,
            unexplained: Cells::NONE,
            found: 0,
            hopes: SmallVec::from_elem(Cells::NONE, self.step.witnesses.len()),
        };
        if self.is_hopeless(&start.nodes) {
            return Ok(false);
        }
        if self.is_still() {
            return self.finds_still(start.nodes);
        }
        self.later = vec![Cells::NONE; self.n_cells];
        for cell in (1..self.n_cells).rev() {
            self.later[cell - 1] = self.later[cell] | self.step.images[cell];
        }
        // All positions at one cell, each once.
        let mut here = vec![start];
        let mut seen: FxHashSet<Position> = FxHashSet::default();
        for cell in 0..self.n_cells {
            for position in here.drain(..) {
                self.budget.check()?;
                for before in [false, true] {
                    for after in [false, true] {
                        seen.extend(self.decide(&position, cell, before, after));
                    }
                }
            }
            here.extend(seen.drain());
        }
        Ok(here.iter().any(|position| self.is_done(position)))
    }

    /// Whether every bystander stays in its cell. That holds of most steps, and then nothing has to
    /// be kept open across cells.
    fn is_still(&self) -> bool {
        let stays = |(cell, image): (usize, &Cells)| {
            let here: Cells = [cell].into_iter().collect();
            image.is_within(here)
        };
        let mut all = [&self.step.images].into_iter().chain(&self.step.witnesses);
        all.all(|cells| cells.iter().enumerate().all(stays))
    }

    /// Like [`Self::finds`], where bystanders stay: a cell is occupied afterwards if it was before,
    /// but for the mover.
    fn finds_still(&self, nodes: SmallVec<[u32; 4]>) -> Result<bool, Flaw> {
        let (from, to) = self.step.mover.unzip();
        let exclusive = self.exclusive.iter().fold(Cells::NONE, |all, group| all | *group);
        let mut here = vec![Still { nodes, found: 0, occupied: Cells::NONE }];
        let mut seen: FxHashSet<Still> = FxHashSet::default();
        for cell in 0..self.n_cells {
            let is_end = from == Some(cell) || to == Some(cell);
            let is_witness = self.step.witnesses.iter().any(|witness| !witness[cell].is_none());
            let is_plain = !is_end && !is_witness && !exclusive.has(cell);
            for position in here.drain(..) {
                self.budget.check()?;
                if is_plain && !self.tests(&position.nodes, cell) {
                    // Empty or not makes no difference, and empty is always possible.
                    seen.insert(position);
                    continue;
                }
                for stays in [false, true] {
                    seen.extend(self.decide_still(&position, cell, stays));
                }
            }
            here.extend(seen.drain());
        }
        let n_witnesses = self.step.witnesses.len();
        Ok(here.iter().any(|position| position.found.count_ones() as usize == n_witnesses))
    }

    /// Whether a diagram's next question is about the cell.
    fn tests(&self, nodes: &[u32], cell: usize) -> bool {
        let mut nodes = self.demands.iter().zip(nodes);
        nodes.any(|(demand, node)| *node > 1 && demand.set.nodes[*node as usize].0 == cell)
    }

    /// The position after deciding whether there are bystanders in the cell.
    fn decide_still(&self, position: &Still, cell: usize, stays: bool) -> Option<Still> {
        let is_mover = self.step.mover.is_some_and(|mover| mover.0 == cell);
        let arrives = self.step.mover.is_some_and(|mover| mover.1 == cell);
        // Who moves alone has no bystanders in its cell; who does not has some.
        if is_mover && stays != (self.company == Company::Shared) {
            return None;
        }
        if stays && self.step.images[cell].is_none() {
            return None;
        }
        let (before, after) = (stays || is_mover, stays || arrives);
        if before && !self.possible.0.has(cell) || after && !self.possible.1.has(cell) {
            return None;
        }
        let mut next = position.clone();
        if after {
            let full = |group: &Cells| group.has(cell) && group.meets(position.occupied);
            if self.exclusive.iter().any(full) {
                return None;
            }
            if self.exclusive.iter().any(|group| group.has(cell)) {
                next.occupied.put(cell);
            }
        }
        if stays {
            for (n, witness) in self.step.witnesses.iter().enumerate() {
                next.found |= u32::from(witness[cell].has(cell)) << n;
            }
        }
        let is_occupied = |when| match when {
            When::Before => before,
            When::After => after,
        };
        self.answer(&mut next.nodes, cell, is_occupied);
        (!self.is_hopeless(&next.nodes)).then_some(next)
    }

    /// The cells below `end` that still need a place.
    fn homeless(&self, position: &Position, end: usize) -> Vec<usize> {
        if position.homeless.is_none() {
            return Vec::new();
        }
        (0..end).filter(|cell| position.homeless.has(*cell)).collect()
    }

    /// Answers the questions of the diagrams about the cell.
    fn answer(&self, nodes: &mut [u32], cell: usize, is_occupied: impl Fn(When) -> bool) {
        for (node, demand) in nodes.iter_mut().zip(self.demands) {
            let (tested, low, high) = demand.set.nodes[*node as usize];
            if *node > 1 && tested == cell {
                *node = if is_occupied(demand.when) { high } else { low };
            }
        }
    }

    fn is_hopeless(&self, nodes: &[u32]) -> bool {
        let mut demands = self.demands.iter().zip(nodes);
        demands.any(|(demand, node)| *node == u32::from(!demand.is_member))
    }

    fn is_done(&self, position: &Position) -> bool {
        position.homeless.is_none()
            && position.unexplained.is_none()
            && position.found.count_ones() as usize == self.step.witnesses.len()
    }

    /// The position after deciding the next cell, or `None` if the step cannot be completed.
    fn decide(
        &self,
        position: &Position,
        cell: usize,
        before: bool,
        after: bool,
    ) -> Option<Position> {
        if before && !self.possible.0.has(cell) || after && !self.possible.1.has(cell) {
            return None;
        }
        let is_mover = self.step.mover.is_some_and(|mover| mover.0 == cell);
        let arrives = self.step.mover.is_some_and(|mover| mover.1 == cell);
        if is_mover && !before || arrives && !after {
            return None;
        }
        let mut next = position.clone();
        if after {
            next.occupied.put(cell);
            for group in self.exclusive {
                if group.has(cell) && (*group & position.occupied).meets(*group) {
                    return None;
                }
            }
            for bystander in self.homeless(position, cell) {
                if self.step.images[bystander].has(cell) {
                    next.homeless.take(bystander);
                }
            }
            for (n, hope) in position.hopes.iter().enumerate() {
                next.found |= u32::from(hope.has(cell)) << n;
            }
        }
        let bystanders = before && !(is_mover && self.company == Company::Alone);
        if bystanders {
            let image = self.step.images[cell];
            if image.is_none() {
                return None;
            }
            next.reachable = next.reachable | image;
            next.unexplained = next.unexplained.minus(image);
            if !image.meets(next.occupied) {
                if image.above(cell).is_none() {
                    return None;
                }
                next.homeless.put(cell);
            }
            for (n, witness) in self.step.witnesses.iter().enumerate() {
                next.found |= u32::from(witness[cell].meets(next.occupied)) << n;
                next.hopes[n] = next.hopes[n] | witness[cell].above(cell);
            }
        }
        if after && !arrives && !next.reachable.has(cell) {
            next.unexplained.put(cell);
        }
        self.prune(&mut next, cell)?;
        let is_occupied = |when| match when {
            When::Before => before,
            When::After => after,
        };
        self.answer(&mut next.nodes, cell, is_occupied);
        (!self.is_hopeless(&next.nodes)).then_some(next)
    }

    /// Forgets what later cells cannot need, and refuses what they cannot mend.
    fn prune(&self, next: &mut Position, cell: usize) -> Option<()> {
        let later = self.later[cell];
        for bystander in self.homeless(next, cell + 1) {
            if self.step.images[bystander].above(cell).is_none() {
                return None;
            }
        }
        if !next.unexplained.is_within(later) {
            return None;
        }
        let exclusive = self.exclusive.iter().fold(Cells::NONE, |all, group| all | *group);
        next.occupied = next.occupied & (later | exclusive);
        next.reachable = next.reachable.above(cell);
        for (n, hope) in next.hopes.iter_mut().enumerate() {
            *hope = if next.found >> n & 1 == 1 { Cells::NONE } else { hope.above(cell) };
        }
        Some(())
    }
}
