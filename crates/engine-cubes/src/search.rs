//! Backward reachability with guesses.
//!
//! From the unsafe cubes, preimages are taken until every new cube lies inside a known one; if
//! none contains an initial state, no run leads into them. This is how Cubicle and MCMT work
//! (Ghilardi and Ranise 2010). Left alone it drowns in details that do not matter.
//!
//! So a cube is replaced by a more general one, a *guess*, whenever the states that exploration
//! of small instances has reached do not contradict it (Conchon, Goel, Krstić, Mebsout and
//! Zaïdi 2013). A guess is then treated like an unsafe cube: it is an invariant to be proved. If
//! an initial state is reached backwards from a guess, the guess was wrong: it is remembered as
//! such, the run that shows it is added to what is known to be reachable, and the search starts
//! again.
//!
//! Sound: when the search closes, the known cubes contain the unsafe ones, no initial state, and
//! all predecessors of themselves. Guesses are among them, so they are proved too.
//!
//! Ends: a wrong guess is never made twice. The search itself may go on for ever; the budget and
//! a limit on the number of cubes end it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cubicle::TransitionId;
use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use crate::cube::Cube;
use crate::facts::Facts;
use crate::initial::Initial;
use crate::layout::Layout;
use crate::literal::{Constraint, Literal};
use crate::oracle::Oracle;
use crate::preimage::{Preimages, Stopped};
use crate::relax::consequences;
use crate::subsume::Pattern;

/// More cubes than this are too many to keep.
const MAX_NODES: usize = 150_000;
/// Consequences of a cube's arithmetic that guesses may use.
const MAX_RELAXED: usize = 24;
/// Guesses of at most so many literals are tried exhaustively.
const MAX_GUESS: usize = 3;

/// Where a chain of preimages began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// `unsafe` number so and so.
    Unsafe(usize),
    /// A formula that the file offers; its number.
    Offered(usize),
    /// A guess; its number among the guesses of this attempt.
    Guess(usize),
}

/// A chain of steps from an initial state into the cube at the root.
#[derive(Clone, Debug)]
pub struct Chain {
    pub root: Root,
    pub target: Cube,
    pub path: Vec<TransitionId>,
    /// The largest number of processes that a cube on the way names.
    pub n_procs: usize,
}

/// How one attempt ended.
pub enum Attempt {
    /// The cubes are closed under predecessors and contain no initial state.
    Closed(Vec<Cube>),
    Reached(Chain),
}

struct Node {
    cube: Cube,
    parent: Option<(usize, TransitionId)>,
    root: Root,
}

pub struct Search<'l, 's> {
    layout: &'l Layout<'s>,
    preimages: Preimages<'l, 's>,
    initial: Initial,
    /// Guesses that were wrong.
    refuted: Vec<Facts>,
    /// Cubes that contain a known state, or an initial one.
    known_reachable: FxHashSet<Cube>,
    /// Cubes that no known state satisfies; forgotten when more states become known.
    seems_unreachable: FxHashMap<Cube, ()>,
    pub n_cubes: usize,
    pub n_guesses: usize,
}

impl<'l, 's> Search<'l, 's> {
    pub fn new(layout: &'l Layout<'s>) -> Self {
        Self {
            layout,
            preimages: Preimages::new(layout),
            initial: Initial::new(layout),
            refuted: Vec::new(),
            known_reachable: FxHashSet::default(),
            seems_unreachable: FxHashMap::default(),
            n_cubes: 0,
            n_guesses: 0,
        }
    }

    /// Remembers that a guess was wrong.
    pub fn refute(&mut self, guess: &Cube) {
        if let Ok(facts) = guess.facts(self.layout, guess.n_procs) {
            self.refuted.push(facts);
        }
        self.seems_unreachable.clear();
    }

    pub fn n_refuted(&self) -> usize {
        self.refuted.len()
    }

    /// One search from the roots. `assumed` cubes are taken to be unreachable.
    pub fn attempt(
        &mut self,
        roots: &[(Cube, Root)],
        assumed: &[Cube],
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<Attempt, Stopped> {
        let mut run = Run {
            nodes: Vec::new(),
            queue: BinaryHeap::new(),
            seen: FxHashSet::default(),
            closed: Vec::new(),
            patterns: assumed.iter().map(|cube| Pattern::of(self.layout, cube)).collect(),
        };
        for (cube, root) in roots {
            if self.initial.intersects(self.layout, cube, budget)? {
                let (target, n_procs) = (cube.clone(), cube.n_procs);
                let chain = Chain { root: *root, target, path: Vec::new(), n_procs };
                return Ok(Attempt::Reached(chain));
            }
            run.push(cube.clone(), None, *root);
        }
        while let Some(Reverse((_, _, _, at))) = run.queue.pop() {
            budget.check().map_err(Stopped::Exhausted)?;
            let cube = run.nodes[at].cube.clone();
            if run.covers(self.layout, &cube) {
                continue;
            }
            let guess = match run.nodes[at].parent {
                Some(_) => self.guess(&cube, oracle, budget)?,
                None => None,
            };
            let at = match guess {
                None => at,
                Some(guess) => {
                    let root = Root::Guess(self.n_guesses);
                    self.n_guesses += 1;
                    run.nodes.push(Node { cube: guess, parent: None, root });
                    run.nodes.len() - 1
                }
            };
            if let Some(chain) = self.expand(&mut run, at, budget)? {
                return Ok(Attempt::Reached(chain));
            }
        }
        Ok(Attempt::Closed(run.closed))
    }

    /// Closes a node: its predecessors are queued, unless one contains an initial state.
    fn expand(
        &mut self,
        run: &mut Run,
        at: usize,
        budget: &Budget,
    ) -> Result<Option<Chain>, Stopped> {
        let cube = run.nodes[at].cube.clone();
        let root = run.nodes[at].root;
        run.patterns.push(Pattern::of(self.layout, &cube));
        run.closed.push(cube.clone());
        self.n_cubes += 1;
        let mut found = Vec::new();
        self.preimages.of(&cube, budget, &mut |predecessor| found.push(predecessor))?;
        for predecessor in found {
            if run.seen.contains(&predecessor.cube) || run.covers(self.layout, &predecessor.cube) {
                continue;
            }
            if self.initial.intersects(self.layout, &predecessor.cube, budget)? {
                return Ok(Some(run.chain(at, predecessor.transition, predecessor.cube.n_procs)));
            }
            if run.nodes.len() >= MAX_NODES {
                return Err(Stopped::TooManyCubes);
            }
            run.push(predecessor.cube, Some((at, predecessor.transition)), root);
        }
        Ok(None)
    }

    /// A more general cube that nothing known contradicts: fewest processes, fewest literals.
    fn guess(
        &mut self,
        cube: &Cube,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<Option<Cube>, Stopped> {
        let original = cube;
        let cube = &self.with_relaxed(cube);
        let n = cube.literals.len();
        for size in 1..n.min(MAX_GUESS + 1) {
            let mut best: Option<Cube> = None;
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                budget.check().map_err(Stopped::Exhausted)?;
                let guess = cube.with_only(self.layout, |at| chosen.contains(&at));
                let better = best.as_ref().is_none_or(|best| guess.n_procs < best.n_procs);
                if better && self.is_plausible(&guess, oracle, budget)? {
                    best = Some(guess);
                }
                if !advance(&mut chosen, n) {
                    break;
                }
            }
            if best.is_some() {
                return Ok(best);
            }
        }
        self.shrink(original, oracle, budget)
    }

    /// The cube with consequences of its arithmetic put in front, those with small constants
    /// first. Counters and clocks shift their constants with every step back, so a guess must be
    /// able to leave these out.
    fn with_relaxed(&self, cube: &Cube) -> Cube {
        let linear: Vec<&Constraint> = cube
            .literals
            .iter()
            .filter_map(|literal| match literal {
                Literal::Linear(constraint) => Some(constraint),
                _ => None,
            })
            .collect();
        let mut literals = Vec::new();
        if !linear.is_empty()
            && let Ok(facts) = cube.facts(self.layout, cube.n_procs)
        {
            let mut weaker = consequences(self.layout, &linear);
            weaker.sort_by_key(|it| (it.constant.abs(), it.parts.len()));
            weaker.dedup();
            weaker.truncate(MAX_RELAXED);
            let weaker = weaker.into_iter().map(Literal::Linear);
            literals.extend(weaker.filter(|literal| {
                !cube.literals.contains(literal) && facts.implies(self.layout, literal)
            }));
        }
        literals.extend(cube.literals.iter().cloned());
        Cube { n_procs: cube.n_procs, literals }
    }

    /// Drops literals one by one as long as the rest is plausible.
    fn shrink(
        &mut self,
        cube: &Cube,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<Option<Cube>, Stopped> {
        if cube.literals.len() <= MAX_GUESS + 1 || !self.is_plausible(cube, oracle, budget)? {
            return Ok(None);
        }
        let mut kept: Vec<usize> = (0..cube.literals.len()).collect();
        let mut at = kept.len();
        while at > 0 {
            at -= 1;
            let without: Vec<usize> = kept.iter().copied().filter(|&i| i != kept[at]).collect();
            let guess = cube.with_only(self.layout, |at| without.contains(&at));
            if self.is_plausible(&guess, oracle, budget)? {
                kept = without;
            }
        }
        if kept.len() == cube.literals.len() {
            return Ok(None);
        }
        Ok(Some(cube.with_only(self.layout, |at| kept.contains(&at))))
    }

    fn is_plausible(
        &mut self,
        guess: &Cube,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<bool, Stopped> {
        if guess.literals.is_empty()
            || guess.n_procs > oracle.max_processes()
            || self.known_reachable.contains(guess)
        {
            return Ok(false);
        }
        if self.seems_unreachable.contains_key(guess) {
            return Ok(true);
        }
        // The known states contain initial ones, and asking them is cheap.
        if oracle.knows_reachable(self.layout, guess)
            || self.initial.intersects(self.layout, guess, budget)?
        {
            self.known_reachable.insert(guess.clone());
            return Ok(false);
        }
        // What contains a wrong guess is wrong too.
        let pattern = Pattern::of(self.layout, guess);
        if self.refuted.iter().any(|facts| pattern.contains(self.layout, facts)) {
            self.known_reachable.insert(guess.clone());
            return Ok(false);
        }
        self.seems_unreachable.insert(guess.clone(), ());
        Ok(true)
    }
}

/// The state of one attempt.
struct Run {
    nodes: Vec<Node>,
    /// Few processes first, then few literals, then first come.
    queue: BinaryHeap<Reverse<(usize, usize, usize, usize)>>,
    seen: FxHashSet<Cube>,
    closed: Vec<Cube>,
    patterns: Vec<Pattern>,
}

impl Run {
    fn push(&mut self, cube: Cube, parent: Option<(usize, TransitionId)>, root: Root) {
        if !self.seen.insert(cube.clone()) {
            return;
        }
        let at = self.nodes.len();
        let from_guess = usize::from(matches!(root, Root::Unsafe(_)));
        self.queue.push(Reverse((cube.n_procs, cube.literals.len(), from_guess, at)));
        self.nodes.push(Node { cube, parent, root });
    }

    fn covers(&self, layout: &Layout<'_>, cube: &Cube) -> bool {
        let Ok(facts) = cube.facts(layout, cube.n_procs) else { return true };
        self.patterns.iter().any(|pattern| pattern.contains(layout, &facts))
    }

    fn chain(&self, at: usize, first: TransitionId, n_procs: usize) -> Chain {
        let mut path = vec![first];
        let mut at = at;
        let mut n_procs = n_procs.max(self.nodes[at].cube.n_procs);
        while let Some((parent, transition)) = self.nodes[at].parent {
            path.push(transition);
            at = parent;
            n_procs = n_procs.max(self.nodes[at].cube.n_procs);
        }
        let node = &self.nodes[at];
        Chain { root: node.root, target: node.cube.clone(), path, n_procs }
    }
}

/// The next choice of `chosen.len()` out of `n`, in lexicographic order.
fn advance(chosen: &mut [usize], n: usize) -> bool {
    let size = chosen.len();
    for at in (0..size).rev() {
        if chosen[at] < n - size + at {
            chosen[at] += 1;
            for next in at + 1..size {
                chosen[next] = chosen[next - 1] + 1;
            }
            return true;
        }
    }
    false
}
