//! The cubes of one attempt: those that are closed, and those that wait.
//!
//! A cube that lies in a closed one needs no look. The other way round, a closed cube that lies
//! in a new one is not needed any more: the new one is closed too, and contains it. It is *dead*,
//! and cubes that wait only because they lead to a dead one are dropped. Guesses come late and
//! are general, so this is how the details that were met before a good guess disappear.
//!
//! Sound: every predecessor of a cube that is alive is closed, waits, or lies in a closed cube
//! that is alive. A waiting cube is dropped only if all cubes for whose sake it waits are dead;
//! what lies in a cube that dies lies in the one that killed it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cubicle::TransitionId;
use rustc_hash::FxHashMap;

use crate::cube::Cube;
use crate::facts::Facts;
use crate::layout::Layout;
use crate::search::{Chain, Root};
use crate::signature::Signature;
use crate::subsume::Pattern;

pub struct Node {
    pub cube: Cube,
    pub parent: Option<(usize, TransitionId)>,
    pub root: Root,
    /// Whether it was met as a predecessor of other cubes too.
    is_shared: bool,
    is_dead: bool,
}

/// A cube whose predecessors are known.
struct Closed {
    at: usize,
    pattern: Pattern,
    facts: Facts,
    signature: Signature,
}

pub struct Run {
    pub nodes: Vec<Node>,
    /// Few processes first, then few literals, then first come.
    queue: BinaryHeap<Reverse<(usize, usize, usize, usize)>>,
    seen: FxHashMap<Cube, usize>,
    closed: Vec<Closed>,
    assumed: Vec<Pattern>,
}

impl Run {
    /// Nothing yet; `assumed` cubes are taken to be unreachable.
    pub fn new(layout: &Layout<'_>, assumed: &[Cube]) -> Self {
        Self {
            nodes: Vec::new(),
            queue: BinaryHeap::new(),
            seen: FxHashMap::default(),
            closed: Vec::new(),
            assumed: assumed.iter().map(|cube| Pattern::of(layout, cube)).collect(),
        }
    }

    /// Lets a cube wait.
    pub fn push(&mut self, cube: Cube, parent: Option<(usize, TransitionId)>, root: Root) {
        let at = self.nodes.len();
        if let Some(&known) = self.seen.get(&cube) {
            self.nodes[known].is_shared = true;
            return;
        }
        self.seen.insert(cube.clone(), at);
        let from_guess = usize::from(matches!(root, Root::Unsafe(_)));
        self.queue.push(Reverse((cube.n_procs, cube.literals.len(), from_guess, at)));
        self.add(cube, parent, root);
    }

    /// Adds a cube that does not wait, because it is looked at now.
    pub fn add(&mut self, cube: Cube, parent: Option<(usize, TransitionId)>, root: Root) -> usize {
        self.nodes.push(Node { cube, parent, root, is_shared: false, is_dead: false });
        self.nodes.len() - 1
    }

    /// Whether a cube waits or has waited; it is noted that it is met once more.
    pub fn has_seen(&mut self, cube: &Cube) -> bool {
        match self.seen.get(cube) {
            Some(&at) => {
                self.nodes[at].is_shared = true;
                true
            }
            None => false,
        }
    }

    /// The next cube to look at, with its facts.
    pub fn next(&mut self, layout: &Layout<'_>) -> Option<(usize, Facts)> {
        while let Some(Reverse((_, _, _, at))) = self.queue.pop() {
            let node = &self.nodes[at];
            let parent_is_dead = node.parent.is_some_and(|(parent, _)| self.nodes[parent].is_dead);
            if parent_is_dead && !node.is_shared {
                // Whoever meets it later must let it wait again.
                self.seen.remove(&node.cube);
                continue;
            }
            let Ok(facts) = node.cube.facts(layout, node.cube.n_procs) else { continue };
            if !self.covers(layout, &facts) {
                return Some((at, facts));
            }
        }
        None
    }

    /// Whether all states of the facts lie in a closed cube.
    pub fn covers(&self, layout: &Layout<'_>, facts: &Facts) -> bool {
        let signature = facts.signature(layout);
        let contains =
            |pattern: &Pattern| pattern.may_contain(signature) && pattern.contains(layout, facts);
        self.closed.iter().rev().any(|closed| contains(&closed.pattern))
            || self.assumed.iter().any(contains)
    }

    /// Notes that a cube is looked at, and which cubes need no look any more.
    pub fn close(&mut self, layout: &Layout<'_>, at: usize, facts: Facts) {
        let pattern = Pattern::of(layout, &self.nodes[at].cube);
        let nodes = &mut self.nodes;
        self.closed.retain(|closed| {
            let dies =
                pattern.may_contain(closed.signature) && pattern.contains(layout, &closed.facts);
            nodes[closed.at].is_dead |= dies;
            !dies
        });
        let signature = facts.signature(layout);
        self.closed.push(Closed { at, pattern, facts, signature });
    }

    /// The closed cubes that are alive.
    pub fn into_closed(self) -> Vec<Cube> {
        let mut nodes: Vec<Option<Cube>> =
            self.nodes.into_iter().map(|node| Some(node.cube)).collect();
        self.closed.into_iter().filter_map(|closed| nodes[closed.at].take()).collect()
    }

    /// The steps from `start`, a predecessor of node `at`, to the node where its chain began.
    pub fn chain(&self, at: usize, first: TransitionId, start: &Cube) -> Chain {
        let mut path = vec![first];
        let mut at = at;
        let mut n_procs = start.n_procs.max(self.nodes[at].cube.n_procs);
        let mut through = vec![start.clone()];
        while let Some((parent, transition)) = self.nodes[at].parent {
            path.push(transition);
            through.push(self.nodes[at].cube.clone());
            at = parent;
            n_procs = n_procs.max(self.nodes[at].cube.n_procs);
        }
        let node = &self.nodes[at];
        Chain { root: node.root, target: node.cube.clone(), through, path, n_procs }
    }
}
