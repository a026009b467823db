//! The simulation as a game on concrete states, to find out how the source should follow.
//!
//! A position is a pair of places with values of both sides. Whoever moves the target and the
//! environment wants to get stuck the source; the source answers each step of the target by one
//! of its paths. Positions are explored from all starts; those that were not reached before the
//! limit count as won by the source. So a start that is *lost* is lost in truth: there is no
//! simulation at all. A start that is won says nothing for certain, but its winning moves are the
//! ones that a proof should try: [`Game::strategy`].

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use crate::explicit::{Move, Path, Values, World};
use crate::expr::Slot;
use crate::machine::{ENDED, Side, Step, UNDEFINED, UNMODELLED};
use crate::problem::Problem;

/// Positions that are explored.
const MAX_POSITIONS: usize = 6_000;
/// Numbers in all positions that are explored.
const MAX_NUMBERS: usize = 400_000;
/// Positions behind more disturbances than this are explored together.
const MAX_BUCKET: usize = 6;
/// Positions that it starts from.
const MAX_STARTS: usize = 48;
/// Positions that are kept per pair of places, as samples for lemmas.
const MAX_SAMPLES: usize = 240;

/// A pair of places: target, source.
pub type Places = (usize, usize);

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    places: Places,
    values: Values,
}

struct Turn {
    step: usize,
    made: Move,
    /// Positions that the source can go to; `None` if it wins at once.
    answers: Option<Vec<u32>>,
}

#[derive(Default)]
struct Expanded {
    turns: Vec<Turn>,
    disturbed: Vec<u32>,
    /// Paths that were seen, by turn.
    paths: Vec<Vec<Path>>,
}

/// How the source answers steps of the target at pairs of places: the first path that is enabled.
pub type Strategy = BTreeMap<(Places, usize), Vec<Path>>;

/// What the game found.
pub struct Game {
    positions: Vec<Position>,
    expanded: Vec<Option<Expanded>>,
    is_lost: Vec<bool>,
    n_starts: usize,
    n_disturbances: Vec<u8>,
    /// Positions to explore, by how many disturbances lead to them.
    pending: Vec<VecDeque<u32>>,
    /// The environment could not keep the relation somewhere.
    pub breaks_relation: bool,
    /// Whether all positions have been explored.
    pub is_complete: bool,
}

impl Game {
    pub fn play(world: &World<'_>, budget: &Budget) -> Self {
        let mut game = Self {
            positions: Vec::new(),
            expanded: Vec::new(),
            is_lost: Vec::new(),
            n_starts: 0,
            n_disturbances: Vec::new(),
            pending: vec![VecDeque::new(); MAX_BUCKET + 1],
            breaks_relation: false,
            is_complete: true,
        };
        let mut ids: FxHashMap<Position, u32> = FxHashMap::default();
        let problem = world.problem;
        let start = (problem.target.start, problem.source.start);
        for values in world.starts(MAX_STARTS).0 {
            game.position(&mut ids, Position { places: start, values }, 0);
        }
        game.n_starts = game.positions.len();
        // States of large programs are large.
        let most = MAX_POSITIONS.min(MAX_NUMBERS / problem.n_state().max(1));
        let mut n_expanded = 0;
        while let Some(next) = game.pending.iter_mut().find_map(VecDeque::pop_front) {
            let index = next as usize;
            if game.expanded[index].is_some() {
                continue;
            }
            if n_expanded >= most || budget.check().is_err() {
                game.is_complete = false;
                break;
            }
            let expanded = game.expand(world, index, &mut ids);
            game.expanded[index] = Some(expanded);
            n_expanded += 1;
        }
        game.solve();
        game
    }

    /// A position that is reached after so many disturbances. Those with few are explored first:
    /// most that goes wrong goes wrong after one.
    fn position(
        &mut self,
        ids: &mut FxHashMap<Position, u32>,
        position: Position,
        n_disturbances: u8,
    ) -> u32 {
        if let Some(id) = ids.get(&position) {
            let known = &mut self.n_disturbances[*id as usize];
            if n_disturbances < *known {
                *known = n_disturbances;
                self.pending[(n_disturbances as usize).min(MAX_BUCKET)].push_back(*id);
            }
            return *id;
        }
        let id = self.positions.len() as u32;
        ids.insert(position.clone(), id);
        self.positions.push(position);
        self.expanded.push(None);
        self.is_lost.push(false);
        self.n_disturbances.push(n_disturbances);
        let bucket = (n_disturbances as usize).min(MAX_BUCKET);
        self.pending[bucket].push_back(id);
        id
    }

    fn expand(
        &mut self,
        world: &World<'_>,
        index: usize,
        ids: &mut FxHashMap<Position, u32>,
    ) -> Expanded {
        let Position { places, values } = self.positions[index].clone();
        let n_disturbances = self.n_disturbances[index];
        let mut expanded = Expanded::default();
        if places.1 == UNDEFINED || places.0 == UNMODELLED {
            return expanded;
        }
        for made in world.moves(places.0, &values) {
            let follow = world.follow(places.1, &made.values, &made.seen, &made.choices);
            let mut paths = Vec::new();
            let mut answers = Vec::new();
            let mut wins = follow.is_open || made.to == UNMODELLED;
            for option in follow.options {
                wins |= option.place == UNDEFINED;
                paths.push(option.path);
                let position = Position { places: (made.to, option.place), values: option.values };
                answers.push(self.position(ids, position, n_disturbances));
            }
            expanded.paths.push(paths);
            expanded.turns.push(Turn {
                step: made.step,
                made,
                answers: (!wins).then_some(answers),
            });
        }
        for disturbance in world.disturbances(places, &values) {
            if disturbance.is_kept {
                let position = Position { places, values: disturbance.values };
                let n_disturbances = n_disturbances.saturating_add(1);
                expanded.disturbed.push(self.position(ids, position, n_disturbances));
            } else {
                self.breaks_relation = true;
            }
        }
        expanded
    }

    /// Marks the positions from which the source cannot go on for ever.
    fn solve(&mut self) {
        // Who depends on a position: a position and its turn, or the environment.
        let mut before: Vec<Vec<(u32, Option<u32>)>> = vec![Vec::new(); self.positions.len()];
        let mut left: Vec<Vec<usize>> = Vec::with_capacity(self.positions.len());
        let mut pending: VecDeque<u32> = VecDeque::new();
        for (index, expanded) in self.expanded.iter().enumerate() {
            let Some(expanded) = expanded else {
                left.push(Vec::new());
                continue;
            };
            let mut counts = Vec::new();
            for (turn, data) in expanded.turns.iter().enumerate() {
                match &data.answers {
                    None => counts.push(usize::MAX),
                    Some(answers) => {
                        let mut distinct: Vec<u32> = answers.clone();
                        distinct.sort_unstable();
                        distinct.dedup();
                        counts.push(distinct.len());
                        for answer in distinct {
                            before[answer as usize].push((index as u32, Some(turn as u32)));
                        }
                    }
                }
            }
            for after in &expanded.disturbed {
                before[*after as usize].push((index as u32, None));
            }
            if counts.contains(&0) {
                self.is_lost[index] = true;
                pending.push_back(index as u32);
            }
            left.push(counts);
        }
        while let Some(lost) = pending.pop_front() {
            for (position, turn) in std::mem::take(&mut before[lost as usize]) {
                let index = position as usize;
                if self.is_lost[index] {
                    continue;
                }
                let loses = match turn {
                    None => true,
                    Some(turn) => {
                        let count = &mut left[index][turn as usize];
                        if *count != usize::MAX {
                            *count -= 1;
                        }
                        *count == 0
                    }
                };
                if loses {
                    self.is_lost[index] = true;
                    pending.push_back(position);
                }
            }
        }
    }

    /// Whether there is a state in which both can start.
    pub fn has_starts(&self) -> bool {
        self.n_starts > 0
    }

    /// Whether the source cannot follow from some start.
    pub fn is_lost(&self) -> bool {
        self.is_lost[..self.n_starts].contains(&true)
    }

    /// Places of the target from which a path of the source is missing in a lost position, for
    /// the reader: the first one, with its step.
    pub fn stuck(&self) -> Option<(Places, usize)> {
        for (index, expanded) in self.expanded.iter().enumerate() {
            let Some(expanded) = expanded else { continue };
            for turn in &expanded.turns {
                if turn.answers.as_ref().is_some_and(Vec::is_empty) {
                    return Some((self.positions[index].places, turn.step));
                }
            }
        }
        None
    }

    /// For each step of the target at each pair of places, paths that keep winning wherever they
    /// are enabled, enough of them to answer everywhere.
    pub fn strategy(&self, world: &World<'_>, order: Order) -> Strategy {
        // All answers that were seen, by where and what.
        let mut asked: BTreeMap<(Places, usize), Vec<(usize, usize)>> = BTreeMap::new();
        for (index, expanded) in self.expanded.iter().enumerate() {
            let Some(expanded) = expanded else { continue };
            if self.is_lost[index] {
                continue;
            }
            for (turn, data) in expanded.turns.iter().enumerate() {
                let key = (self.positions[index].places, data.step);
                asked.entry(key).or_default().push((index, turn));
            }
        }
        let known: FxHashMap<&Position, usize> =
            self.positions.iter().enumerate().map(|(index, it)| (it, index)).collect();
        let mut strategy = Strategy::new();
        for (key, turns) in asked {
            strategy.insert(key, self.answers(world, key, &turns, &known, order));
        }
        strategy
    }

    fn answers(
        &self,
        world: &World<'_>,
        key: (Places, usize),
        turns: &[(usize, usize)],
        known: &FxHashMap<&Position, usize>,
        order: Order,
    ) -> Vec<Path> {
        let (places, _) = key;
        let mut paths: Vec<Path> = Vec::new();
        let mut seen: FxHashSet<Path> = FxHashSet::default();
        let stride = turns.len() / 400 + 1;
        let turns: Vec<(usize, usize)> = turns.iter().copied().step_by(stride).collect();
        for (index, turn) in &turns {
            let Some(expanded) = &self.expanded[*index] else { continue };
            for path in &expanded.paths[*turn] {
                if seen.insert(path.clone()) {
                    paths.push(path.clone());
                }
            }
        }
        match order {
            Order::InStep => {
                in_step(world.problem, key.1, &mut paths);
            }
            Order::Lazy => paths.sort_by_key(|path| (path.steps.len(), path.clone())),
            Order::Eager => {
                paths.sort_by_key(|path| (usize::MAX - path.steps.len(), path.clone()));
            }
        }
        paths.truncate(60);
        // For each path and turn: not enabled, enabled and winning, enabled and losing.
        let mut outcomes: Vec<Vec<Option<bool>>> = Vec::new();
        for path in &paths {
            let of_path = turns.iter().map(|(index, turn)| {
                let expanded = self.expanded[*index].as_ref()?;
                let made = &expanded.turns[*turn].made;
                let (place, values) = world.apply(places.1, made, path)?;
                if place == UNDEFINED {
                    return Some(true);
                }
                if !world.is_related(&values) {
                    return Some(false);
                }
                let position = Position { places: (made.to, place), values };
                Some(known.get(&position).is_none_or(|id| !self.is_lost[*id]))
            });
            outcomes.push(of_path.collect());
        }
        let mut is_open: Vec<bool> = vec![true; turns.len()];
        let mut chosen: Vec<Path> = Vec::new();
        let mut used = vec![false; paths.len()];
        while is_open.contains(&true) {
            let mut best: Option<(usize, usize)> = None;
            for (number, outcome) in outcomes.iter().enumerate() {
                let open = || outcome.iter().zip(&is_open).filter(|(_, open)| **open);
                let is_safe = open().all(|(outcome, _)| *outcome != Some(false));
                let n_won = open().filter(|(outcome, _)| **outcome == Some(true)).count();
                if !used[number] && is_safe && n_won > best.map_or(0, |(_, n)| n) {
                    best = Some((number, n_won));
                }
            }
            let Some((number, _)) = best else { break };
            used[number] = true;
            chosen.push(paths[number].clone());
            for (open, outcome) in is_open.iter_mut().zip(&outcomes[number]) {
                *open &= outcome.is_none();
            }
        }
        chosen
    }

    /// Concrete states that are reached when the source follows the strategy, by places.
    pub fn samples(&self, world: &World<'_>, strategy: &Strategy) -> BTreeMap<Places, Vec<Values>> {
        let mut samples: BTreeMap<Places, Vec<Values>> = BTreeMap::new();
        let mut seen: FxHashSet<Position> = FxHashSet::default();
        // Few disturbances first, so that loops are gone through and not only begun.
        let mut pending: Vec<VecDeque<Position>> = vec![VecDeque::new(); MAX_BUCKET + 1];
        for (index, position) in self.positions[..self.n_starts].iter().enumerate() {
            if !self.is_lost[index] && seen.insert(position.clone()) {
                pending[0].push_back(position.clone());
            }
        }
        let mut counts: FxHashMap<Places, usize> = FxHashMap::default();
        loop {
            let next = pending
                .iter_mut()
                .enumerate()
                .find_map(|(bucket, queue)| Some((bucket, queue.pop_front()?)));
            let Some((bucket, Position { places, values })) = next else { break };
            let count = counts.entry(places).or_default();
            *count += 1;
            if *count > MAX_SAMPLES {
                continue;
            }
            samples.entry(places).or_default().push(values.clone());
            if places.1 == UNDEFINED || places.0 == UNMODELLED || places.0 == ENDED {
                continue;
            }
            for made in world.moves(places.0, &values) {
                let Some(paths) = strategy.get(&(places, made.step)) else { continue };
                let answer = paths.iter().find_map(|path| world.apply(places.1, &made, path));
                let Some((place, values)) = answer else { continue };
                let next = Position { places: (made.to, place), values };
                if world.is_related(&next.values) && seen.insert(next.clone()) {
                    pending[bucket].push_back(next);
                }
            }
            for disturbance in world.disturbances(places, &values) {
                let next = Position { places, values: disturbance.values };
                if disturbance.is_kept && seen.insert(next.clone()) {
                    pending[(bucket + 1).min(MAX_BUCKET)].push_back(next);
                }
            }
        }
        samples
    }
}

/// Shared variables that a step reads and those that it writes, by the target's slots.
fn accesses(problem: &Problem, side: Side, step: &Step) -> [Vec<Slot>; 2] {
    let name = |slot: Slot| match side {
        Side::Target => problem.partner(slot).map(|_| slot),
        Side::Source => {
            problem.shared.iter().find(|(_, source)| *source == slot).map(|(target, _)| *target)
        }
    };
    let mut read = problem.exprs.slots_of(step.guard);
    for (_, value) in &step.updates {
        read.extend(problem.exprs.slots_of(*value));
    }
    let mut read: Vec<Slot> = read.into_iter().filter_map(name).collect();
    read.sort();
    read.dedup();
    let written = step.updates.iter().filter_map(|(slot, _)| name(*slot)).collect();
    [read, written]
}

/// Sorts paths of the source by how much their accesses differ from those of a step of the target.
pub fn in_step(problem: &Problem, step: usize, paths: &mut [Path]) {
    let own = accesses(problem, Side::Target, &problem.target.steps[step]);
    paths.sort_by_key(|path| (distance(problem, &own, path), path.clone()));
}

/// How many accesses of a path have no counterpart in the target's step, or the other way round;
/// then how long it is.
fn distance(problem: &Problem, own: &[Vec<Slot>; 2], path: &Path) -> (usize, usize) {
    let mut left = own.clone();
    let mut n_others = 0;
    for index in &path.steps {
        let theirs = accesses(problem, Side::Source, &problem.source.steps[*index]);
        for (mine, theirs) in left.iter_mut().zip(theirs) {
            for slot in theirs {
                match mine.iter().position(|it| *it == slot) {
                    Some(at) => {
                        mine.remove(at);
                    }
                    None => n_others += 1,
                }
            }
        }
    }
    (n_others + left[0].len() + left[1].len(), path.steps.len())
}

/// Which of equally good answers is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The source reads and writes what the target does, when it does.
    InStep,
    /// The source moves as late as it can.
    Lazy,
    /// The source moves as early as it can.
    Eager,
}
