//! Along the winning moves of a game: which paths of the source answer, and what states follow.
//!
//! A walk goes from all starts through both programs, in program order, with few disturbances
//! first. At each pair of places it chooses paths that win wherever they are enabled, as far as
//! the game knows. The game learns on the way: a state in which the source is stuck makes the
//! answers that led to it stale, and the walk goes back there, and only there. So the work grows
//! with the length of the programs and not with the number of their states.
//!
//! When answers have changed, some states were reached in vain; the walk is then repeated with the
//! answers that it found, until nothing changes.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, hash_map};

use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use crate::explicit::World;
use crate::follow::Path;
use crate::game::{Depth, Game, MAX_BUCKET, Places, Position, Strategy, Turn};
use crate::machine::{ENDED, UNDEFINED, UNMODELLED};
use crate::values::Values;

/// States that are kept per pair of places, as samples for lemmas; of large programs fewer.
const MAX_SAMPLES: usize = 240;
const MIN_SAMPLES: usize = 80;
/// About so many states altogether.
const ALL_SAMPLES: usize = 30_000;
const MAX_PASSES: usize = 8;
/// Turns that answers are chosen by.
const MAX_TURNS: usize = 100;
/// States that are kept for each step of the target, however many there are at its places.
const MIN_TURNS: usize = 6;
const MAX_PATHS: usize = 40;
/// How often the answers to one step are chosen again in one pass.
const MAX_CHANGES: usize = 16;
/// An odd number whose products look random.
const MIX: u32 = 0x9E37_79B1;
/// Positions of a game.
const MAX_POSITIONS: usize = 1_000_000;

/// Answers, and states that are reached with them.
pub struct Walk {
    pub strategy: Strategy,
    pub samples: BTreeMap<Places, Vec<Values>>,
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

/// A state that waits: disturbances before it, where, and which position.
type Waiting = (u8, Places, u32);

/// Which state comes next. In small programs those with few disturbances. In large ones those at the
/// earliest places, however disturbed: an answer that others spoil is then changed before
/// anything is built on it, and not all the way to the end of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum First {
    #[default]
    Undisturbed,
    Early,
}

#[derive(Default)]
struct Pass {
    first: First,
    n_starts: u32,
    /// By what comes first, and then in an order that mixes where states come from.
    pending: BTreeSet<(u8, Places, u8, u32, u32)>,
    /// By position: how many disturbances lead to it.
    seen: FxHashMap<u32, u8>,
    at: BTreeMap<Places, Vec<u32>>,
    /// The position before each, and its turn; none if others acted.
    from: FxHashMap<u32, (u32, Option<u32>)>,
    /// Positions that answers led to which were given up.
    in_vain: FxHashSet<u32>,
    /// Turns that needed other answers than were chosen.
    changes: FxHashMap<(Places, usize), Vec<(u32, u32)>>,
    /// How many states that were kept take each step.
    n_turns: FxHashMap<(Places, usize), usize>,
    is_changed: bool,
}

impl Pass {
    fn add(&mut self, id: u32, places: Places, bucket: u8) {
        if let hash_map::Entry::Vacant(unseen) = self.seen.entry(id) {
            unseen.insert(bucket);
            self.wait(bucket, places, id);
            self.in_vain.remove(&id);
        }
    }

    /// The newest way to a position counts: answers that older ones need may have changed.
    fn comes_from(&mut self, id: u32, before: (u32, Option<u32>)) {
        if id >= self.n_starts {
            self.from.insert(id, before);
        }
    }

    fn wait(&mut self, bucket: u8, places: Places, id: u32) {
        let (first, mixed) = match self.first {
            First::Undisturbed => (bucket, id),
            First::Early => (0, id.wrapping_mul(MIX)),
        };
        self.pending.insert((first, places, bucket, mixed, id));
    }

    fn forget(&mut self, id: u32, places: Places) {
        self.seen.remove(&id);
        self.in_vain.insert(id);
        if let Some(at) = self.at.get_mut(&places) {
            at.retain(|known| *known != id);
        }
    }

    /// All states at these places are gone through again.
    fn again(&mut self, places: Places) {
        for id in self.at.get(&places).cloned().unwrap_or_default() {
            self.wait(self.seen.get(&id).copied().unwrap_or(0), places, id);
        }
        self.is_changed = true;
    }
}

impl Game {
    /// Goes through both programs, until the answers stay the same.
    pub fn walk(&mut self, world: &World<'_>, order: Order, budget: &Budget) -> Walk {
        let mut strategy = Strategy::new();
        let mut samples = BTreeMap::new();
        for _ in 0..MAX_PASSES {
            let pass = self.pass(world, order, &mut strategy, budget);
            let values = |id: &u32| self.positions[*id as usize].values.clone();
            samples =
                pass.at.iter().map(|(at, ids)| (*at, ids.iter().map(values).collect())).collect();
            if !pass.is_changed || self.is_lost() || budget.check().is_err() {
                break;
            }
        }
        Walk { strategy, samples }
    }

    fn pass(
        &mut self,
        world: &World<'_>,
        order: Order,
        strategy: &mut Strategy,
        budget: &Budget,
    ) -> Pass {
        let problem = world.problem;
        let n_pairs = 2 * problem.target.n_places().max(problem.source.n_places());
        let most = (ALL_SAMPLES / n_pairs).clamp(MIN_SAMPLES, MAX_SAMPLES);
        let first = if world.is_large() { First::Early } else { First::Undisturbed };
        let mut pass = Pass { first, n_starts: self.n_starts as u32, ..Pass::default() };
        for id in 0..self.n_starts as u32 {
            pass.add(id, self.positions[id as usize].places, 0);
        }
        while let Some((_, places, bucket, _, id)) = pass.pending.pop_first() {
            if budget.check().is_err() || self.positions.len() > MAX_POSITIONS {
                break;
            }
            if !self.is_reached(world, id, strategy, &pass) {
                pass.forget(id, places);
                continue;
            }
            let depth = if world.is_large() { Depth::Moves } else { Depth::All };
            self.expand(world, id, depth);
            let is_rare = world.is_large() && self.is_rare(id, &pass);
            let at = pass.at.entry(places).or_default();
            if !at.contains(&id) {
                // Where few are kept, some of them are disturbed.
                let share = match world.is_large() && !problem.environment.commands.is_empty() {
                    true => most * (usize::from(bucket) + 1).min(2) / 2,
                    false => most,
                };
                if at.len() >= share && !is_rare && id >= pass.n_starts {
                    continue;
                }
                at.push(id);
                for turn in self.expanded[id as usize].iter().flat_map(|it| &it.turns) {
                    *pass.n_turns.entry((places, turn.step)).or_default() += 1;
                }
            }
            self.forget_stale(world, order, strategy, &mut pass);
            if self.is_lost() {
                break;
            }
            if self.is_lost_at(id) {
                pass.forget(id, places);
                continue;
            }
            if places.1 == UNDEFINED || places.0 == UNMODELLED || places.0 == ENDED {
                continue;
            }
            self.go_on(world, order, (bucket, places, id), strategy, &mut pass);
            self.forget_stale(world, order, strategy, &mut pass);
            if self.is_lost_at(id) {
                pass.forget(id, places);
                continue;
            }
            // Of a large program, states are disturbed once at each place.
            if !world.is_large() || bucket == 0 {
                self.disturbed(world, (bucket, places, id), &mut pass);
            }
        }
        pass
    }

    /// Whether the target can take a step in a position that it could take in few others at these
    /// places.
    fn is_rare(&self, id: u32, pass: &Pass) -> bool {
        let places = self.positions[id as usize].places;
        let Some(expanded) = &self.expanded[id as usize] else { return false };
        let n_turns = |turn: &Turn| pass.n_turns.get(&(places, turn.step)).copied().unwrap_or(0);
        expanded.turns.iter().any(|turn| n_turns(turn) < MIN_TURNS)
    }

    /// Answers that led to lost positions are chosen again.
    fn forget_stale(
        &mut self,
        world: &World<'_>,
        order: Order,
        strategy: &mut Strategy,
        pass: &mut Pass,
    ) {
        while let Some((id, turn)) = self.stale.pop() {
            if !pass.seen.contains_key(&id) || self.is_lost_at(id) {
                continue;
            }
            let Some(expanded) = &self.expanded[id as usize] else { continue };
            let key = (self.positions[id as usize].places, expanded.turns[turn as usize].step);
            self.choose_again(world, order, key, (id, turn), strategy, pass);
        }
    }

    /// The states behind one.
    fn go_on(
        &mut self,
        world: &World<'_>,
        order: Order,
        (bucket, places, id): Waiting,
        strategy: &mut Strategy,
        pass: &mut Pass,
    ) {
        let n_turns = self.expanded[id as usize].as_ref().map_or(0, |it| it.turns.len());
        for turn in 0..n_turns {
            let Some(expanded) = &self.expanded[id as usize] else { return };
            let key = (places, expanded.turns[turn].step);
            if !strategy.contains_key(&key) {
                self.follow(world, (id, turn as u32));
                if self.is_lost_at(id) {
                    return;
                }
            }
            if let Entry::Vacant(unanswered) = strategy.entry(key) {
                unanswered.insert(self.answers(world, key, (id, turn as u32), order, pass));
            }
            let turn = (id, turn as u32);
            if let Some(next) = self.choose_again(world, order, key, turn, strategy, pass) {
                self.depends(turn, next);
                let bucket = if world.is_large() { 0 } else { bucket };
                pass.add(next, self.positions[next as usize].places, bucket);
                pass.comes_from(next, (id, Some(turn.1)));
            }
            if self.is_lost_at(id) {
                return;
            }
        }
    }

    /// What others make of a state.
    fn disturbed(&mut self, world: &World<'_>, (bucket, places, id): Waiting, pass: &mut Pass) {
        self.disturb(world, id);
        let disturbed = self.expanded[id as usize].as_ref().and_then(|it| it.disturbed.clone());
        for next in disturbed.unwrap_or_default() {
            pass.add(next, places, (bucket + 1).min(MAX_BUCKET as u8));
            pass.comes_from(next, (id, None));
        }
    }

    /// Whether the answers still lead to a position.
    fn is_reached(&mut self, world: &World<'_>, id: u32, strategy: &Strategy, pass: &Pass) -> bool {
        let Some((before, turn)) = pass.from.get(&id).copied() else { return true };
        if pass.in_vain.contains(&before) {
            return false;
        }
        let Some(turn) = turn else { return true };
        let Some(expanded) = &self.expanded[before as usize] else { return false };
        let key = (self.positions[before as usize].places, expanded.turns[turn as usize].step);
        self.answered(world, key, (before, turn), strategy) == Some(id)
    }

    /// Where the answer to a turn leads; where that is lost, another answer is chosen first.
    fn choose_again(
        &mut self,
        world: &World<'_>,
        order: Order,
        key: (Places, usize),
        turn: (u32, u32),
        strategy: &mut Strategy,
        pass: &mut Pass,
    ) -> Option<u32> {
        let next = self.answered(world, key, turn, strategy);
        if next.is_some_and(|next| !self.is_lost_at(next)) {
            return next;
        }
        self.follow(world, turn);
        if self.is_lost_at(turn.0) {
            return None;
        }
        let changes = pass.changes.entry(key).or_default();
        if changes.len() >= MAX_CHANGES {
            return next;
        }
        changes.push(turn);
        let answers = self.answers(world, key, turn, order, pass);
        if strategy.get(&key) == Some(&answers) {
            return next;
        }
        strategy.insert(key, answers);
        pass.again(key.0);
        self.answered(world, key, turn, strategy)
    }

    /// Where the chosen answer to a turn leads, if there is one and it keeps the relation.
    fn answered(
        &mut self,
        world: &World<'_>,
        key: (Places, usize),
        (id, turn): (u32, u32),
        strategy: &Strategy,
    ) -> Option<u32> {
        let made = &self.expanded[id as usize].as_ref()?.turns[turn as usize].made;
        let mut paths = strategy.get(&key)?.iter();
        let (place, values) = paths.find_map(|path| world.apply(key.0.1, made, path))?;
        if place != UNDEFINED && !world.is_related(&values) {
            return None;
        }
        let places = (made.to, place);
        Some(self.position(Position { places, values }, MAX_BUCKET as u8))
    }

    /// Paths that keep winning wherever they are enabled, enough of them to answer everywhere.
    fn answers(
        &self,
        world: &World<'_>,
        key: (Places, usize),
        newest: (u32, u32),
        order: Order,
        pass: &Pass,
    ) -> Vec<Path> {
        let (places, _) = key;
        // Of a large program there is much to choose, and little to choose from.
        let share = if world.is_large() { 4 } else { 1 };
        // What was not answered comes first: most paths fail there. Then what was reached, which
        // must be answered; then what was not, which shows where paths lead.
        let mut turns: Vec<(u32, u32)> = vec![newest];
        let spoilt = pass.changes.get(&key).map_or(&[][..], Vec::as_slice);
        turns.extend(spoilt.iter().filter(|turn| **turn != newest && !self.is_lost_at(turn.0)));
        let reached: Vec<(u32, u32)> = self.turns_at(key, pass, newest);
        let stride = reached.len() / (MAX_TURNS / share) + 1;
        turns.extend(reached.iter().step_by(stride));
        let n_reached = turns.len();
        let asked = self.asked.get(&key).map_or(&[][..], Vec::as_slice);
        let stride = asked.len() / (MAX_TURNS / share / 2) + 1;
        let is_other = |turn: &&(u32, u32)| !self.is_lost_at(turn.0) && !reached.contains(turn);
        turns.extend(asked.iter().step_by(stride).filter(is_other));
        let mut paths: Vec<Path> = Vec::new();
        let mut seen: FxHashSet<&Path> = FxHashSet::default();
        for (index, turn) in &turns {
            let Some(expanded) = &self.expanded[*index as usize] else { continue };
            for path in expanded.turns[*turn as usize].paths() {
                if seen.insert(path) {
                    paths.push(path.clone());
                }
            }
        }
        match order {
            Order::InStep => {
                world.accesses.in_step(key.1, &mut paths);
            }
            Order::Lazy => paths.sort_by_key(|path| (path.steps.len(), path.clone())),
            Order::Eager => {
                paths.sort_by_key(|path| (usize::MAX - path.steps.len(), path.clone()));
            }
        }
        paths.truncate(MAX_PATHS / share);
        // Mostly one path answers everywhere, and then the first such path is the best.
        let outcome = |path: &Path, turn: &(u32, u32)| self.outcome(world, places, *turn, path);
        let wins = |path: &&Path| turns.iter().all(|turn| outcome(path, turn) == Some(true));
        if let Some(path) = paths.iter().find(wins) {
            return vec![path.clone()];
        }
        // For each path and turn: not enabled, enabled and winning, enabled and losing.
        let outcomes: Vec<Vec<Option<bool>>> = paths
            .iter()
            .map(|path| turns.iter().map(|turn| outcome(path, turn)).collect())
            .collect();
        choose(&paths, &outcomes, n_reached)
    }

    /// What the target does in this step in the states that were reached and are not lost.
    fn turns_at(
        &self,
        (places, step): (Places, usize),
        pass: &Pass,
        newest: (u32, u32),
    ) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        for id in pass.at.get(&places).into_iter().flatten() {
            let Some(expanded) = &self.expanded[*id as usize] else { continue };
            if self.is_lost_at(*id) {
                continue;
            }
            for (number, turn) in expanded.turns.iter().enumerate() {
                if turn.step == step && (*id, number as u32) != newest {
                    found.push((*id, number as u32));
                }
            }
        }
        found
    }

    fn outcome(
        &self,
        world: &World<'_>,
        places: Places,
        (index, turn): (u32, u32),
        path: &Path,
    ) -> Option<bool> {
        let expanded = self.expanded[index as usize].as_ref()?;
        let made = &expanded.turns[turn as usize].made;
        let (place, values) = world.apply(places.1, made, path)?;
        if place == UNDEFINED {
            return Some(true);
        }
        if !world.is_related(&values) {
            return Some(false);
        }
        Some(self.level((made.to, place), &values).is_none())
    }
}

/// Paths that lose in no state that was reached and in which they would be taken; those that win
/// most first, and among these the ones that lose least elsewhere.
fn choose(paths: &[Path], outcomes: &[Vec<Option<bool>>], n_reached: usize) -> Vec<Path> {
    let n_turns = outcomes.first().map_or(0, Vec::len);
    let mut is_open: Vec<bool> = vec![true; n_turns];
    let mut chosen: Vec<Path> = Vec::new();
    let mut used = vec![false; paths.len()];
    while is_open.iter().take(n_reached).any(|open| *open) {
        let mut best: Option<(usize, (usize, isize))> = None;
        for (number, outcome) in outcomes.iter().enumerate() {
            let open = |range: std::ops::Range<usize>, wanted: bool| {
                range.filter(|turn| is_open[*turn] && outcome[*turn] == Some(wanted)).count()
            };
            let n_won = open(0..n_reached, true);
            if used[number] || n_won == 0 || open(0..n_reached, false) > 0 {
                continue;
            }
            let others = n_reached..n_turns;
            let elsewhere = open(others.clone(), true) as isize - open(others, false) as isize;
            let score = (n_won, elsewhere);
            if best.is_none_or(|(_, known)| score > known) {
                best = Some((number, score));
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
