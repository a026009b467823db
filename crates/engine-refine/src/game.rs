//! The simulation as a game on concrete states, to find out how the source should follow.
//!
//! A position is a pair of places with values of both sides. Whoever moves the target and the
//! environment wants to get stuck the source; the source answers each step of the target by one
//! of its paths. Some positions are explored from all starts on ([`Game::play`]), others when a
//! walk comes to them ([`Game::walk`](crate::walk)); those that were not explored count as won by
//! the source. Whenever a position turns out to be lost, all that depends on it is decided again,
//! and the answers that led there are noted as stale.
//!
//! A start that is lost is lost in truth, unless the source could have run further ahead than was
//! looked at. A start that is won says nothing for certain, but its winning moves are the ones
//! that a proof should try.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;
use verdict::Budget;

use crate::explicit::{Move, World};
use crate::follow::Path;
use crate::machine::{UNDEFINED, UNMODELLED};
use crate::values::Values;

/// Positions that are explored before any walk; fewer in large programs, where walks do it.
const MAX_POSITIONS: usize = 6_000;
const MAX_POSITIONS_OF_LARGE: usize = 400;
/// Positions behind more disturbances than this are explored together.
pub(crate) const MAX_BUCKET: usize = 6;
/// Positions that it starts from.
const MAX_STARTS: usize = 48;

/// A pair of places: target, source.
pub type Places = (usize, usize);

/// How the source answers steps of the target at pairs of places: the first path that is enabled.
pub type Strategy = BTreeMap<(Places, usize), Vec<Path>>;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub places: Places,
    pub values: Values,
}

pub(crate) struct Turn {
    pub step: usize,
    pub made: Move,
    /// Paths of the source that answer it, as far as they were seen.
    pub paths: Vec<Path>,
}

#[derive(Default)]
pub(crate) struct Expanded {
    pub turns: Vec<Turn>,
    pub disturbed: Vec<u32>,
    /// How many answers of each turn are not lost; `usize::MAX` if the source wins at once.
    left: Vec<usize>,
}

/// What the game found.
pub struct Game {
    pub(crate) positions: Vec<Position>,
    ids: FxHashMap<Position, u32>,
    pub(crate) expanded: Vec<Option<Expanded>>,
    /// For positions that are lost, how far from being stuck.
    level: Vec<Option<u32>>,
    /// Who depends on a position: a position and its turn, or the environment there.
    before: Vec<Vec<(u32, Option<u32>)>>,
    /// All turns that were seen, by where and what.
    pub(crate) asked: BTreeMap<(Places, usize), Vec<(u32, u32)>>,
    /// Turns some answer to which turned out to be lost.
    pub(crate) stale: Vec<(u32, u32)>,
    pub(crate) n_starts: usize,
    n_disturbances: Vec<u8>,
    /// Positions to explore, by how many disturbances lead to them.
    pending: Vec<VecDeque<u32>>,
    /// The environment could not keep the relation somewhere.
    pub breaks_relation: bool,
    /// The source could have run further ahead somewhere.
    pub is_cut: bool,
}

impl Game {
    pub fn play(world: &World<'_>, budget: &Budget) -> Self {
        let mut game = Self {
            positions: Vec::new(),
            ids: FxHashMap::default(),
            expanded: Vec::new(),
            level: Vec::new(),
            before: Vec::new(),
            asked: BTreeMap::new(),
            stale: Vec::new(),
            n_starts: 0,
            n_disturbances: Vec::new(),
            pending: vec![VecDeque::new(); MAX_BUCKET + 1],
            breaks_relation: false,
            is_cut: false,
        };
        let problem = world.problem;
        let start = (problem.target.start, problem.source.start);
        for values in world.starts(MAX_STARTS).0 {
            game.position(Position { places: start, values }, 0);
        }
        game.n_starts = game.positions.len();
        let most = match world.is_large() {
            true => MAX_POSITIONS_OF_LARGE,
            false => MAX_POSITIONS,
        };
        let mut n_expanded = 0;
        while let Some(next) = game.pending.iter_mut().find_map(VecDeque::pop_front) {
            if game.expanded[next as usize].is_some() {
                continue;
            }
            if n_expanded >= most || budget.check().is_err() {
                break;
            }
            game.expand(world, next);
            n_expanded += 1;
        }
        game
    }

    /// A position that is reached after so many disturbances. Those with few are explored first:
    /// most that goes wrong goes wrong after one.
    pub(crate) fn position(&mut self, position: Position, n_disturbances: u8) -> u32 {
        if let Some(id) = self.ids.get(&position) {
            let known = &mut self.n_disturbances[*id as usize];
            if n_disturbances < *known {
                *known = n_disturbances;
                self.pending[(n_disturbances as usize).min(MAX_BUCKET)].push_back(*id);
            }
            return *id;
        }
        let id = self.positions.len() as u32;
        self.ids.insert(position.clone(), id);
        self.positions.push(position);
        self.expanded.push(None);
        self.level.push(None);
        self.before.push(Vec::new());
        self.n_disturbances.push(n_disturbances);
        let bucket = (n_disturbances as usize).min(MAX_BUCKET);
        self.pending[bucket].push_back(id);
        id
    }

    /// Explores what can happen at a position, once.
    pub(crate) fn expand(&mut self, world: &World<'_>, id: u32) {
        let index = id as usize;
        if self.expanded[index].is_some() {
            return;
        }
        let Position { places, values } = self.positions[index].clone();
        let n_disturbances = self.n_disturbances[index];
        let mut expanded = Expanded::default();
        let mut loses: Option<u32> = None;
        if places.1 != UNDEFINED && places.0 != UNMODELLED {
            for made in world.moves(places.0, &values) {
                let turn = expanded.turns.len() as u32;
                let (paths, left) = self.follow(world, (id, turn), &made, n_disturbances);
                if left == 0 {
                    loses = Some(loses.unwrap_or(0));
                }
                self.asked.entry((places, made.step)).or_default().push((id, turn));
                expanded.turns.push(Turn { step: made.step, made, paths });
                expanded.left.push(left);
            }
            for disturbance in world.disturbances(places, &values) {
                if !disturbance.is_kept {
                    self.breaks_relation = true;
                    continue;
                }
                let position = Position { places, values: disturbance.values };
                let after = self.position(position, n_disturbances.saturating_add(1));
                expanded.disturbed.push(after);
                self.before[after as usize].push((id, None));
                if let Some(level) = self.level[after as usize] {
                    loses = Some(loses.map_or(level + 1, |known| known.min(level + 1)));
                }
            }
        }
        self.expanded[index] = Some(expanded);
        if let Some(level) = loses {
            self.lose(id, level);
        }
    }

    /// The answers to a step: their paths, and how many of them are not lost.
    fn follow(
        &mut self,
        world: &World<'_>,
        (id, turn): (u32, u32),
        made: &Move,
        n_disturbances: u8,
    ) -> (Vec<Path>, usize) {
        let places = self.positions[id as usize].places;
        let follow = world.follow(places.1, &made.values, &made.seen, &made.choices);
        self.is_cut |= follow.is_cut;
        let (mut paths, mut answers) = (Vec::new(), Vec::new());
        let mut wins = follow.is_open || made.to == UNMODELLED;
        for option in follow.options {
            wins |= option.place == UNDEFINED;
            paths.push(option.path);
            let position = Position { places: (made.to, option.place), values: option.values };
            answers.push(self.position(position, n_disturbances));
        }
        answers.sort_unstable();
        answers.dedup();
        let mut left = 0;
        for answer in answers {
            self.before[answer as usize].push((id, Some(turn)));
            left += usize::from(self.level[answer as usize].is_none());
        }
        (paths, if wins { usize::MAX } else { left })
    }

    /// The source cannot go on for ever from here, nor from where all leads here.
    fn lose(&mut self, id: u32, level: u32) {
        let mut pending: VecDeque<(u32, u32)> = VecDeque::from([(id, level)]);
        while let Some((lost, level)) = pending.pop_front() {
            if self.level[lost as usize].is_some() {
                continue;
            }
            self.level[lost as usize] = Some(level);
            for (position, turn) in self.before[lost as usize].clone() {
                let index = position as usize;
                let Some(expanded) = &mut self.expanded[index] else { continue };
                let loses = match turn {
                    None => true,
                    Some(turn) => {
                        self.stale.push((position, turn));
                        let count = &mut expanded.left[turn as usize];
                        if *count != usize::MAX {
                            *count -= 1;
                        }
                        *count == 0
                    }
                };
                if loses {
                    pending.push_back((position, level + 1));
                }
            }
        }
    }

    pub(crate) fn is_lost_at(&self, id: u32) -> bool {
        self.level[id as usize].is_some()
    }

    /// How far a position that is known to be lost is from being stuck.
    pub fn level(&self, places: Places, values: &Values) -> Option<u32> {
        let position = Position { places, values: values.clone() };
        self.level[*self.ids.get(&position)? as usize]
    }

    /// Whether there is a state in which both can start.
    pub fn has_starts(&self) -> bool {
        self.n_starts > 0
    }

    /// Whether the source cannot follow from some start.
    pub fn is_lost(&self) -> bool {
        self.level[..self.n_starts].iter().any(Option::is_some)
    }

    /// Places of the target from which a path of the source is missing in a lost position, for
    /// the reader: the first one, with its step.
    pub fn stuck(&self) -> Option<(Places, usize)> {
        for (index, expanded) in self.expanded.iter().enumerate() {
            let Some(expanded) = expanded else { continue };
            for turn in &expanded.turns {
                let wins = turn.made.to == UNMODELLED;
                if turn.paths.is_empty() && !wins && self.level[index] == Some(0) {
                    return Some((self.positions[index].places, turn.step));
                }
            }
        }
        None
    }
}
