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

use std::rc::Rc;

use cubicle::TransitionId;
use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use crate::attempt::Run;
use crate::cube::Cube;
use crate::guess::Guesses;
use crate::initial::Initial;
use crate::layout::Layout;
use crate::oracle::Oracle;
use crate::preimage::{Predecessor, Preimages, Stopped};

/// More cubes than this are too many to keep.
const MAX_NODES: usize = 150_000;
/// So many predecessors are remembered from one attempt to the next.
const MAX_REMEMBERED: usize = 300_000;

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

/// A chain of steps from a state that can be reached into the cube at the root.
#[derive(Clone, Debug)]
pub struct Chain {
    pub root: Root,
    pub target: Cube,
    /// The cubes before each step, or the target if there is none. The first one contains an
    /// initial state, or one that is known to be reachable.
    pub through: Vec<Cube>,
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

pub struct Search<'l, 's> {
    layout: &'l Layout<'s>,
    preimages: Preimages<'l, 's>,
    initial: Initial,
    guesses: Guesses<'l, 's>,
    /// Predecessors of the cubes of earlier attempts: most of them come again.
    remembered: FxHashMap<Cube, Rc<[Predecessor]>>,
    n_remembered: usize,
    /// Cubes that contain no state known to be reachable, and no initial one.
    not_reached: FxHashSet<Cube>,
    pub n_cubes: usize,
    pub n_guesses: usize,
}

impl<'l, 's> Search<'l, 's> {
    pub fn new(layout: &'l Layout<'s>) -> Self {
        Self {
            layout,
            preimages: Preimages::new(layout),
            initial: Initial::new(layout),
            guesses: Guesses::new(layout),
            remembered: FxHashMap::default(),
            n_remembered: 0,
            not_reached: FxHashSet::default(),
            n_cubes: 0,
            n_guesses: 0,
        }
    }

    /// Remembers that a guess was wrong, and with it everything on the way to it: no set of cubes
    /// that is closed and without initial states contains any of these.
    pub fn refute(&mut self, chain: &Chain) {
        self.guesses.refute(&chain.target);
        for cube in &chain.through {
            self.guesses.refute(cube);
        }
    }

    /// More states have become known.
    pub fn forget(&mut self) {
        self.guesses.forget();
        self.not_reached.clear();
    }

    pub fn n_refuted(&self) -> usize {
        self.guesses.n_refuted()
    }

    /// One search from the roots. `assumed` cubes are taken to be unreachable.
    pub fn attempt(
        &mut self,
        roots: &[(Cube, Root)],
        assumed: &[Cube],
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<Attempt, Stopped> {
        let mut run = Run::new(self.layout, assumed);
        for (cube, root) in roots {
            if self.initial.intersects(self.layout, cube, budget)? {
                let (target, n_procs) = (cube.clone(), cube.n_procs);
                let through = vec![cube.clone()];
                let chain = Chain { root: *root, target, through, path: Vec::new(), n_procs };
                return Ok(Attempt::Reached(chain));
            }
            run.push(cube.clone(), None, *root);
        }
        while let Some((at, facts)) = run.next(self.layout) {
            budget.check().map_err(Stopped::Exhausted)?;
            let cube = run.nodes[at].cube.clone();
            let guess = match run.nodes[at].parent {
                Some(_) => self.guess(&cube, oracle, budget)?,
                None => None,
            };
            let guess_facts = guess.and_then(|guess| {
                let facts = guess.facts(self.layout, guess.n_procs).ok()?;
                Some((guess, facts))
            });
            let (at, facts) = match guess_facts {
                None => (at, facts),
                Some((guess, facts)) => {
                    let root = Root::Guess(self.n_guesses);
                    self.n_guesses += 1;
                    (run.add(guess, None, root), facts)
                }
            };
            run.close(self.layout, at, facts);
            if let Some(chain) = self.expand(&mut run, at, oracle, budget)? {
                return Ok(Attempt::Reached(chain));
            }
        }
        Ok(Attempt::Closed(run.into_closed()))
    }

    /// A guess none of whose predecessors is known to be reachable.
    fn guess(
        &mut self,
        cube: &Cube,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<Option<Cube>, Stopped> {
        while let Some(guess) = self.guesses.guess(cube, &self.initial, oracle, budget)? {
            let mut is_wrong = false;
            for predecessor in self.predecessors(&guess, budget)?.iter() {
                is_wrong = self.is_reachable(&predecessor.cube, oracle, budget)?;
                if is_wrong {
                    break;
                }
            }
            if !is_wrong {
                return Ok(Some(guess));
            }
            self.guesses.refute(&guess);
        }
        Ok(None)
    }

    /// Whether a cube contains a state that is known to be reachable.
    fn is_reachable(
        &mut self,
        cube: &Cube,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<bool, Stopped> {
        if self.not_reached.contains(cube) {
            return Ok(false);
        }
        if oracle.knows_reachable(self.layout, cube)
            || self.initial.intersects(self.layout, cube, budget)?
        {
            return Ok(true);
        }
        self.not_reached.insert(cube.clone());
        Ok(false)
    }

    /// Lets the predecessors of a node wait, unless one contains an initial state.
    fn expand(
        &mut self,
        run: &mut Run,
        at: usize,
        oracle: &mut Oracle<'_>,
        budget: &Budget,
    ) -> Result<Option<Chain>, Stopped> {
        let root = run.nodes[at].root;
        self.n_cubes += 1;
        let predecessors = self.predecessors(&run.nodes[at].cube, budget)?;
        for predecessor in predecessors.iter() {
            budget.check().map_err(Stopped::Exhausted)?;
            let cube = &predecessor.cube;
            if run.has_seen(cube) {
                continue;
            }
            let Ok(facts) = cube.facts(self.layout, cube.n_procs) else { continue };
            if run.covers(self.layout, &facts) {
                continue;
            }
            // What leads into an unsafe state is followed to its beginning, which makes a run.
            let is_reached = match root {
                Root::Unsafe(_) => self.initial.intersects(self.layout, cube, budget)?,
                Root::Offered(_) | Root::Guess(_) => self.is_reachable(cube, oracle, budget)?,
            };
            if is_reached {
                return Ok(Some(run.chain(at, predecessor.transition, cube)));
            }
            if run.nodes.len() >= MAX_NODES {
                return Err(Stopped::TooManyCubes);
            }
            run.push(cube.clone(), Some((at, predecessor.transition)), root);
        }
        Ok(None)
    }

    fn predecessors(&mut self, cube: &Cube, budget: &Budget) -> Result<Rc<[Predecessor]>, Stopped> {
        if let Some(known) = self.remembered.get(cube) {
            return Ok(Rc::clone(known));
        }
        let mut found = Vec::new();
        self.preimages.of(cube, budget, &mut |predecessor| found.push(predecessor))?;
        let found: Rc<[Predecessor]> = found.into();
        if self.n_remembered + found.len() > MAX_REMEMBERED {
            self.remembered.clear();
            self.n_remembered = 0;
        }
        self.n_remembered += found.len();
        self.remembered.insert(cube.clone(), Rc::clone(&found));
        Ok(found)
    }
}
