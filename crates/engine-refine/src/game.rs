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

use crate::domains::Starts;
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
const MAX_STARTS_OF_LARGE: usize = 160;
/// Disturbances of one state of a large program.
const MAX_DISTURBED: usize = 4;

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

/// How much of a position is explored at once. In large programs most answers are never needed:
/// the one that was chosen elsewhere does here too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// What the target can do; answers and disturbances when somebody asks for them.
    Moves,
    All,
}

pub(crate) struct Turn {
    pub step: usize,
    pub made: Move,
    /// All answers, if they were asked for.
    pub followed: Option<Followed>,
}

impl Turn {
    /// Paths of the source that answer it, as far as they were seen.
    pub fn paths(&self) -> &[Path] {
        self.followed.as_ref().map_or(&[], |followed| &followed.paths)
    }
}

pub(crate) struct Followed {
    paths: Vec<Path>,
    answers: Vec<u32>,
    /// Whether the source wins at once.
    wins: bool,
}

#[derive(Default)]
pub(crate) struct Expanded {
    pub turns: Vec<Turn>,
    pub disturbed: Option<Vec<u32>>,
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
        let n_starts = if world.is_large() { MAX_STARTS_OF_LARGE } else { MAX_STARTS };
        for values in world.starts(n_starts + world.hints.len(), Starts::Any).0 {
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
            game.expand(world, next, Depth::All);
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
    pub(crate) fn expand(&mut self, world: &World<'_>, id: u32, depth: Depth) {
        let index = id as usize;
        if self.expanded[index].is_none() {
            let Position { places, values } = self.positions[index].clone();
            let mut expanded = Expanded::default();
            if places.1 != UNDEFINED && places.0 != UNMODELLED {
                for made in world.moves(places.0, &values) {
                    let turn = expanded.turns.len() as u32;
                    self.asked.entry((places, made.step)).or_default().push((id, turn));
                    expanded.turns.push(Turn { step: made.step, made, followed: None });
                }
            }
            self.expanded[index] = Some(expanded);
        }
        if depth == Depth::All {
            let n_turns = self.expanded[index].as_ref().map_or(0, |it| it.turns.len());
            for turn in 0..n_turns {
                self.follow(world, (id, turn as u32));
            }
            self.disturb(world, id);
        }
    }

    /// What others can do at a position that was expanded, once.
    pub(crate) fn disturb(&mut self, world: &World<'_>, id: u32) {
        let index = id as usize;
        if self.expanded[index].as_ref().is_none_or(|it| it.disturbed.is_some()) {
            return;
        }
        let Position { places, values } = self.positions[index].clone();
        let n_disturbances = self.n_disturbances[index].saturating_add(1);
        let (mut disturbed, mut loses) = (Vec::new(), None);
        if places.1 != UNDEFINED && places.0 != UNMODELLED {
            let mut disturbances = world.disturbances(places, &values);
            if world.is_large() && !disturbances.is_empty() {
                // Each state is disturbed in a few ways, and all of them in all ways.
                let by = index * MAX_DISTURBED % disturbances.len();
                disturbances.rotate_left(by);
                disturbances.truncate(MAX_DISTURBED);
            }
            for disturbance in disturbances {
                if !disturbance.is_kept {
                    self.breaks_relation = true;
                    continue;
                }
                let position = Position { places, values: disturbance.values };
                let after = self.position(position, n_disturbances);
                disturbed.push(after);
                self.before[after as usize].push((id, None));
                if let Some(level) = self.level[after as usize] {
                    loses = Some(loses.map_or(level + 1, |known: u32| known.min(level + 1)));
                }
            }
        }
        if let Some(expanded) = &mut self.expanded[index] {
            expanded.disturbed = Some(disturbed);
        }
        if let Some(level) = loses {
            self.lose(id, level);
        }
    }

    /// All answers to a turn, once; the position is lost if all of them are.
    pub(crate) fn follow(&mut self, world: &World<'_>, (id, turn): (u32, u32)) {
        let Some(expanded) = &self.expanded[id as usize] else { return };
        let asked = &expanded.turns[turn as usize];
        if asked.followed.is_none() {
            let made = &asked.made;
            let places = self.positions[id as usize].places;
            let n_disturbances = self.n_disturbances[id as usize];
            let to = made.to;
            let follow = world.follow(places.1, &made.values, &made.seen, &made.choices);
            self.is_cut |= follow.is_cut;
            let (mut paths, mut answers) = (Vec::new(), Vec::new());
            let mut wins = follow.is_open || to == UNMODELLED;
            for option in follow.options {
                wins |= option.place == UNDEFINED;
                paths.push(option.path);
                let position = Position { places: (to, option.place), values: option.values };
                answers.push(self.position(position, n_disturbances));
            }
            answers.sort_unstable();
            answers.dedup();
            for answer in &answers {
                self.before[*answer as usize].push((id, Some(turn)));
            }
            if let Some(expanded) = &mut self.expanded[id as usize] {
                let followed = Followed { paths, answers, wins };
                expanded.turns[turn as usize].followed = Some(followed);
            }
        }
        if let Some(level) = self.stuck_at(id, turn) {
            self.lose(id, level);
        }
    }

    /// Somebody depends on an answer before all answers are known.
    pub(crate) fn depends(&mut self, turn: (u32, u32), on: u32) {
        let entry = (turn.0, Some(turn.1));
        let before = &mut self.before[on as usize];
        if before.last() != Some(&entry) {
            before.push(entry);
        }
    }

    /// How far a turn is from being stuck, if all its answers are known to be lost.
    fn stuck_at(&self, id: u32, turn: u32) -> Option<u32> {
        let followed =
            self.expanded[id as usize].as_ref()?.turns[turn as usize].followed.as_ref()?;
        if followed.wins {
            return None;
        }
        let mut most = 0;
        for answer in &followed.answers {
            most = most.max(self.level[*answer as usize]? + 1);
        }
        Some(most)
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
                match turn {
                    None => pending.push_back((position, level + 1)),
                    Some(turn) => {
                        self.stale.push((position, turn));
                        if let Some(level) = self.stuck_at(position, turn) {
                            pending.push_back((position, level));
                        }
                    }
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
                let is_stuck = turn.followed.as_ref().is_some_and(|it| it.paths.is_empty());
                if is_stuck && !wins && self.level[index] == Some(0) {
                    return Some((self.positions[index].places, turn.step));
                }
            }
        }
        None
    }
}
