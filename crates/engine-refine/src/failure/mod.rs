//! A run of the target that the source cannot follow, whatever it does.
//!
//! The search goes over pairs of a target state and the set of *all* source states that could
//! have followed so far, each closed under what the source can do unseen. Where the set becomes
//! empty after a step of the target, the target does something that no run of the source does:
//! with the same observations, with the relation kept, under the same environment. A set that
//! may not be complete (a choice of the source's own, something that is not modelled) is never
//! called empty, and neither is one behind a start at which the source may differ.
//!
//! What others do is restricted to steps whose effect on the source the relation determines, and
//! states in which they could change the source alone are left out; so the environment never
//! chooses for the source. Before others act the source may have gone on unseen, as far as the
//! relation lets it: those states are disturbed too.
//!
//! Short runs with few disturbances come first.

mod others;

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashSet;
use verdict::Budget;

use crate::crowd::Threads;
use crate::domains::Starts;
use crate::explicit::{Seen, World};
use crate::expr::Slot;
use crate::game::Game;
use crate::machine::{UNDEFINED, UNMODELLED};
use crate::values::Values;

const MAX_NODES: usize = 60_000;
/// Nodes after which the game is asked which of them are near a failure.
const MAX_UNGUIDED: usize = 3_000;
/// A distance that is not known.
const FAR: u32 = u32::MAX;
const MAX_STARTS: usize = 500;
const MAX_SET: usize = 120;
const MAX_DISTURBANCES: usize = 3;
/// Steps that others take, where each access of theirs is one.
const MAX_STEPS_OF_OTHERS: usize = 16;

/// One line of the two traces.
#[derive(Clone, Debug)]
pub struct Line {
    pub event: Event,
    /// The target behind the event.
    pub place: usize,
    pub values: Values,
    /// Where the source can be then, with its values; at most a few.
    pub source: Vec<(usize, Values)>,
}

#[derive(Clone, Debug)]
pub enum Event {
    Start,
    /// A step of the target, with what it chose.
    Step {
        step: usize,
        choices: Vec<i128>,
        seen: Seen,
    },
    /// A command of the environment.
    Environment {
        command: usize,
    },
    /// A step of one of the threads that others are, with what it chose and writes.
    Others {
        number: i128,
        step: usize,
        choices: Vec<i128>,
        writes: Vec<Slot>,
    },
}

/// A failure, shown.
#[derive(Clone, Debug)]
pub struct Failure {
    pub lines: Vec<Line>,
    /// What others' own globals hold at the start.
    pub of_others: Vec<(Slot, i128)>,
    /// What the source would give instead, for the last step: states it can be in that break the
    /// relation, or other things that it would show.
    pub instead: Vec<Instead>,
}

/// Why the source does not follow the last step.
#[derive(Clone, Debug)]
pub enum Instead {
    /// It can get here with the same observation, but the relation is broken.
    Related { place: usize, values: Values },
    /// Its next observation would be this one.
    Shows(Seen),
    /// It has come to its end.
    Ended,
}

struct Node {
    place: usize,
    /// Target values; those of the source are zero.
    values: Values,
    set: Vec<(usize, Values)>,
    /// The threads that others are, if they run a program.
    others: Threads,
    parent: Option<(usize, Event)>,
    n_disturbances: usize,
}

/// Nodes to look at. Short runs come first; when there are too many of them, those that the game
/// says are nearest to a failure, in turn with the others.
#[derive(Default)]
struct Pending {
    by_length: VecDeque<usize>,
    by_distance: BTreeSet<(u32, usize)>,
    done: FxHashSet<usize>,
}

impl Pending {
    fn add(&mut self, node: usize, distance: u32) {
        self.by_length.push_back(node);
        if distance < FAR {
            self.by_distance.insert((distance, node));
        }
    }

    fn next(&mut self, n_nodes: usize) -> Option<usize> {
        loop {
            let is_guided = n_nodes > MAX_UNGUIDED && !self.done.len().is_multiple_of(4);
            let guided = is_guided.then(|| self.by_distance.pop_first()).flatten();
            let next = match guided {
                Some((_, node)) => node,
                None => self.by_length.pop_front()?,
            };
            if self.done.insert(next) {
                return Some(next);
            }
        }
    }
}

/// What the search says.
pub enum Searched {
    Failure(Box<Failure>),
    /// Nothing within the limits.
    Nothing,
    /// Only a set that the environment emptied.
    EnvironmentBreaks,
}

pub fn search(world: &World<'_>, game: &Game, budget: &Budget) -> Searched {
    let problem = world.problem;
    let (starts, is_open) = world.starts(MAX_STARTS, Starts::Forced);
    if is_open {
        return Searched::Nothing;
    }
    let mut search =
        Search { world, game, nodes: Vec::new(), seen: FxHashSet::default(), breaks: false };
    let mut pending = Pending::default();
    // All source states that go with one target state belong together.
    let mut grouped: Vec<(Values, Vec<(usize, Values)>)> = Vec::new();
    for values in starts {
        let own = world.only_target(&values);
        let state = (problem.source.start, values);
        match grouped.iter_mut().find(|(known, _)| *known == own) {
            Some((_, set)) => set.push(state),
            None => grouped.push((own, vec![state])),
        }
    }
    for (own, set) in grouped {
        let crowd = problem.environment.crowd.as_ref();
        let others = crowd.map_or_else(|| vec![Threads::default()], |it| Threads::starts(it, &own));
        for others in others {
            let node = Node {
                place: problem.target.start,
                values: own.clone(),
                set: set.clone(),
                others,
                parent: None,
                n_disturbances: 0,
            };
            search.add(node, &mut pending);
        }
    }
    while let Some(index) = pending.next(search.nodes.len()) {
        if search.nodes.len() > MAX_NODES || budget.check().is_err() {
            break;
        }
        if let Some(failure) = search.expand(index, &mut pending) {
            return Searched::Failure(Box::new(failure));
        }
    }
    match search.breaks {
        true => Searched::EnvironmentBreaks,
        false => Searched::Nothing,
    }
}

/// A state of the target and of others, and all that the source could have followed it to.
type Met = (usize, Values, Vec<(usize, Values)>, Threads);

struct Search<'w, 'p> {
    world: &'w World<'p>,
    game: &'w Game,
    nodes: Vec<Node>,
    seen: FxHashSet<Met>,
    breaks: bool,
}

impl Search<'_, '_> {
    fn add(&mut self, mut node: Node, pending: &mut Pending) {
        // Where others could change the source alone, the set would not be complete.
        let is_settled = |(_, values): &(usize, Values)| {
            self.world.is_settled(&self.world.joined(&node.values, values))
        };
        if !node.set.iter().all(is_settled) {
            return;
        }
        node.set.sort();
        node.set.dedup();
        let crowd = self.world.problem.environment.crowd.as_ref();
        let others = crowd.map(|crowd| node.others.alike(crowd)).unwrap_or_default();
        let met: Met = (node.place, node.values.clone(), node.set.clone(), others);
        if self.seen.insert(met) {
            pending.add(self.nodes.len(), self.distance(&node));
            self.nodes.push(node);
        }
    }

    /// How far the source seems to be from being stuck: where it can last longest. States that the
    /// game does not say to be lost count as a little further.
    fn distance(&self, node: &Node) -> u32 {
        let mut longest: Option<u32> = None;
        let mut n_others = 0;
        for (at, values) in &node.set {
            let values = self.world.joined(&node.values, values);
            match self.game.level((node.place, *at), &values) {
                Some(level) => longest = longest.max(Some(level)),
                None => n_others += 1,
            }
        }
        longest.map_or(FAR, |level| level.saturating_add(n_others))
    }

    fn expand(&mut self, index: usize, pending: &mut Pending) -> Option<Failure> {
        let node = &self.nodes[index];
        let (place, n_disturbances) = (node.place, node.n_disturbances);
        let (own, set) = (node.values.clone(), node.set.clone());
        if place == UNMODELLED {
            return None;
        }
        for made in self.world.moves(place, &own) {
            if made.to == UNMODELLED {
                continue;
            }
            let mut after: Vec<(usize, Values)> = Vec::new();
            let mut is_open = false;
            for (at, values) in &set {
                let joint = self.world.joined(&made.values, values);
                let follow = self.world.follow(*at, &joint, &made.seen, &made.choices);
                is_open |= follow.is_open || follow.is_cut;
                for option in follow.options {
                    is_open |= option.place == UNDEFINED;
                    after.push((option.place, option.values));
                }
                if is_open || after.len() > MAX_SET {
                    break;
                }
            }
            if is_open || after.len() > MAX_SET {
                continue;
            }
            let event = Event::Step {
                step: made.step,
                choices: made.choices.clone(),
                seen: made.seen.clone(),
            };
            if after.is_empty() {
                let instead = self.instead(&made, &set);
                return Some(self.failure(index, event, made.to, made.values, instead));
            }
            let node = Node {
                place: made.to,
                values: made.values,
                set: after,
                others: self.nodes[index].others.clone(),
                parent: Some((index, event)),
                n_disturbances,
            };
            self.add(node, pending);
        }
        match self.world.problem.environment.crowd {
            Some(_) if n_disturbances < MAX_STEPS_OF_OTHERS => self.run_others(index, pending),
            None if n_disturbances < MAX_DISTURBANCES => self.disturb(index, pending),
            Some(_) | None => {}
        }
        None
    }

    fn instead(&self, made: &crate::explicit::Move, set: &[(usize, Values)]) -> Vec<Instead> {
        let mut found: Vec<Instead> = Vec::new();
        for (at, values) in set.iter().take(8) {
            let joint = self.world.joined(&made.values, values);
            found.extend(self.world.attempts(*at, &joint, &made.seen));
        }
        found.truncate(6);
        found
    }

    fn failure(
        &self,
        index: usize,
        event: Event,
        place: usize,
        values: Values,
        instead: Vec<Instead>,
    ) -> Failure {
        let mut lines = vec![Line { event, place, values, source: Vec::new() }];
        let mut of_others = Vec::new();
        let mut at = Some(index);
        while let Some(index) = at {
            let node = &self.nodes[index];
            of_others = node.others.globals().to_vec();
            let (event, parent) = match &node.parent {
                Some((parent, event)) => (event.clone(), Some(*parent)),
                None => (Event::Start, None),
            };
            lines.push(Line {
                event,
                place: node.place,
                values: node.values.clone(),
                source: node.set.clone(),
            });
            at = parent;
        }
        lines.reverse();
        Failure { lines, of_others, instead }
    }
}
