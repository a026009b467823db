//! The plan: explore, search, learn from wrong guesses, search again.

use cubicle::{
    Exploration, Instance, Limits, Quantified, Run, State, System, TransitionId, follow,
    follow_from, violation,
};
use verdict::{Budget, Exhausted, Reason};

use crate::cube::Cube;
use crate::facts::Facts;
use crate::goal::{Next, expand, goal};
use crate::layout::{Layout, MAX_PROCS};
use crate::oracle::Oracle;
use crate::preimage::{Stopped, for_each_choice};
use crate::search::{Attempt, Chain, Root, Search};

/// What is explored of each instance that the guesses are held against.
const LIMITS: Limits = Limits { max_states: 60_000, max_depth: usize::MAX };
/// The part of the time that each instance may take.
const EXPLORATION_SHARE: f64 = 0.1;
/// The part of the time for a search that does without the hints of the file.
const WITHOUT_HINTS_SHARE: f64 = 0.4;
/// States at each point of a path that is followed.
const WIDTH: usize = 2_000;

/// What the engine can say.
#[derive(Clone, Debug)]
pub enum Answer {
    /// No run of any number of processes reaches an unsafe state.
    Safe {
        /// The unsafe states and all that leads to them lie in these; no initial state does.
        cubes: Vec<Quantified>,
        /// Numbers of the stated invariants that were taken for granted.
        assumed: Vec<usize>,
    },
    Unsafe(Run),
    Unknown {
        reason: Reason,
        /// The transitions of a run that the abstraction has and no small instance.
        path: Vec<TransitionId>,
    },
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    pub n_states: usize,
    pub n_cubes: usize,
    pub n_guesses: usize,
    pub n_refuted: usize,
}

pub fn verify(system: &System, budget: &Budget) -> (Answer, Effort) {
    let layout = match Layout::new(system) {
        Ok(layout) => layout,
        Err(construct) => return (unknown(Reason::Unsupported(construct)), Effort::default()),
    };
    let mut plan = Plan {
        system,
        layout: &layout,
        oracle: Oracle::new(),
        search: Search::new(&layout),
        budget,
    };
    let answer = plan.run().unwrap_or_else(|stopped| unknown(reason(stopped)));
    let effort = Effort {
        n_states: plan.oracle.explorations().map(|found| found.states.len()).sum(),
        n_cubes: plan.search.n_cubes,
        n_guesses: plan.search.n_guesses,
        n_refuted: plan.search.n_refuted(),
    };
    (answer, effort)
}

fn unknown(reason: Reason) -> Answer {
    Answer::Unknown { reason, path: Vec::new() }
}

fn reason(stopped: Stopped) -> Reason {
    match stopped {
        Stopped::Exhausted(Exhausted::Time | Exhausted::Cancelled) => Reason::Timeout,
        Stopped::Exhausted(Exhausted::Steps) => {
            Reason::Inconclusive("the budget of steps was used up".to_string())
        }
        Stopped::TooManyProcesses => Reason::Inconclusive(format!(
            "the backward search needs cubes of more than {MAX_PROCS} processes"
        )),
        Stopped::TooManyCubes => Reason::OutOfMemory,
    }
}

/// Whether the `candidate`s of the file are roots of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hints {
    LeftOut,
    Used,
}

struct Plan<'p, 's> {
    system: &'s System,
    layout: &'p Layout<'s>,
    oracle: Oracle<'s>,
    search: Search<'p, 's>,
    budget: &'p Budget,
}

impl Plan<'_, '_> {
    fn run(&mut self) -> Result<Answer, Stopped> {
        if let Some(run) = self.explore()? {
            return Ok(Answer::Unsafe(run));
        }
        let roots = self.unsafe_roots()?;
        // Formulas that the file offers are roots too until they turn out to be wrong; those
        // that Cubicle takes for granted are then taken for granted.
        let offered: Vec<Quantified> =
            self.system.invariants.iter().chain(&self.system.candidates).cloned().collect();
        let mut alive = self.offered_roots(&offered)?;
        let n_stated = self.system.invariants.len();
        let is_hint = |root: &Root| matches!(root, Root::Offered(number) if *number >= n_stated);
        let has_hints = alive.iter().any(|(_, root)| is_hint(root));
        // Hints are many where they occur, and each must be proved: without them first.
        let mut hints = if has_hints { Hints::LeftOut } else { Hints::Used };
        let mut assumed: Vec<usize> = Vec::new();
        loop {
            let mut assumed_cubes = Vec::new();
            for &number in &assumed {
                assumed_cubes.extend(self.cubes(&offered[number])?);
            }
            let used = |root: &Root| hints == Hints::Used || !is_hint(root);
            let offered_roots = alive.iter().filter(|(_, root)| used(root));
            let all: Vec<(Cube, Root)> = offered_roots.chain(&roots).cloned().collect();
            let budget = match hints {
                Hints::LeftOut => self.share(WITHOUT_HINTS_SHARE),
                Hints::Used => self.budget.clone(),
            };
            let attempt = self.search.attempt(&all, &assumed_cubes, &mut self.oracle, &budget);
            let chain = match attempt {
                Err(_) if hints == Hints::LeftOut => {
                    self.budget.check().map_err(Stopped::Exhausted)?;
                    hints = Hints::Used;
                    continue;
                }
                Err(stopped) => return Err(stopped),
                Ok(Attempt::Closed(cubes)) => {
                    let cubes = cubes.iter().map(|cube| cube.to_formula(self.layout)).collect();
                    return Ok(Answer::Safe { cubes, assumed });
                }
                Ok(Attempt::Reached(chain)) => chain,
            };
            match chain.root {
                Root::Unsafe(_) => return Ok(self.confirm(&chain)),
                Root::Guess(_) => {
                    if let Some(run) = self.explore_one_more()? {
                        return Ok(Answer::Unsafe(run));
                    }
                    self.learn(&chain);
                    self.search.refute(&chain);
                }
                Root::Offered(number) => {
                    alive.retain(|(_, root)| *root != Root::Offered(number));
                    if number < n_stated {
                        assumed.push(number);
                    }
                }
            }
        }
    }

    fn unsafe_roots(&self) -> Result<Vec<(Cube, Root)>, Stopped> {
        let mut roots = Vec::new();
        for (number, bad) in self.system.unsafes.iter().enumerate() {
            roots.extend(self.cubes(bad)?.into_iter().map(|cube| (cube, Root::Unsafe(number))));
        }
        Ok(roots)
    }

    /// The offered formulas, without those that are known to be wrong.
    fn offered_roots(&mut self, offered: &[Quantified]) -> Result<Vec<(Cube, Root)>, Stopped> {
        let mut roots = Vec::new();
        for (number, formula) in offered.iter().enumerate() {
            let cubes = self.cubes(formula)?;
            // What exploration has reached needs no search to be refuted. It leaves out what
            // violates a stated invariant, so it says nothing about those.
            let is_refuted = number >= self.system.invariants.len()
                && cubes.iter().any(|cube| self.oracle.knows_reachable(self.layout, cube));
            if !is_refuted {
                roots.extend(cubes.into_iter().map(|cube| (cube, Root::Offered(number))));
            }
        }
        Ok(roots)
    }

    /// Explores small instances, until a violation is met.
    fn explore(&mut self) -> Result<Option<Run>, Stopped> {
        let system = self.system;
        let first = self.first_measure();
        // In fewer processes nobody stands for a parameter that is none of the others, so that
        // they are no measure for guesses; but a process may go wrong because nobody stops it.
        for n_processes in system.n_fixed.max(1)..first {
            let budget = self.share(EXPLORATION_SHARE);
            let found = Exploration::run(&Instance::new(system, n_processes), LIMITS, &budget);
            if let Some(run) = found.violation {
                return Ok(Some(run));
            }
            self.budget.check().map_err(Stopped::Exhausted)?;
        }
        for n_processes in [first, first + 1] {
            let violation = self.explore_instance(n_processes)?;
            if violation.is_some() {
                return Ok(violation);
            }
        }
        Ok(None)
    }

    /// The smallest instance that is a measure for guesses.
    fn first_measure(&self) -> usize {
        let system = self.system;
        let n_params = system.transitions.values().map(|transition| transition.params.len());
        let n_unsafe = system.unsafes.iter().map(|bad| bad.n_params);
        n_params.chain(n_unsafe).max().unwrap_or(0).max(2).max(system.n_fixed)
    }

    /// Once a guess was wrong, what goes on among one process more is worth its time.
    fn explore_one_more(&mut self) -> Result<Option<Run>, Stopped> {
        let n_processes = self.first_measure() + 2;
        if n_processes > MAX_PROCS || self.oracle.max_processes() >= n_processes {
            return Ok(None);
        }
        let violation = self.explore_instance(n_processes)?;
        self.search.forget();
        Ok(violation)
    }

    fn explore_instance(&mut self, n_processes: usize) -> Result<Option<Run>, Stopped> {
        if n_processes > MAX_PROCS {
            return Ok(None);
        }
        let budget = self.share(EXPLORATION_SHARE);
        let found = self.oracle.explore(self.system, n_processes, LIMITS, &budget);
        let violation = found.violation.clone();
        self.budget.check().map_err(Stopped::Exhausted)?;
        Ok(violation)
    }

    /// Some part of the time that is left.
    fn share(&self, part: f64) -> Budget {
        match self.budget.remaining() {
            Some(remaining) => Budget::unlimited().with_time(remaining.mul_f64(part)),
            None => self.budget.clone(),
        }
    }

    /// A formula about different processes as cubes.
    fn cubes(&self, formula: &Quantified) -> Result<Vec<Cube>, Stopped> {
        let n_fixed = self.system.n_fixed;
        let mut cubes = Vec::new();
        let mut result = Ok(());
        // A parameter may be one of the processes that have a name of their own.
        for_each_choice(n_fixed, formula.n_params, &mut |env, n_procs| {
            if n_procs > MAX_PROCS {
                result = Err(Stopped::TooManyProcesses);
                return;
            }
            let facts = Facts::new(n_procs, n_fixed);
            let goals = vec![goal(self.layout, &formula.body, env)];
            let expanded = expand(self.layout, facts, goals, self.budget, &mut |facts| {
                let cube = Cube::of(self.layout, &facts);
                if !cubes.contains(&cube) {
                    cubes.push(cube);
                }
                Next::More
            });
            if let Err(exhausted) = expanded {
                result = Err(Stopped::Exhausted(exhausted));
            }
        });
        result.map(|()| cubes)
    }

    /// Looks for the chain as a run of small instances.
    fn confirm(&mut self, chain: &Chain) -> Answer {
        let smallest = chain.n_procs.max(2).max(self.system.n_fixed);
        for n_processes in smallest..=(smallest + 2).min(MAX_PROCS) {
            let instance = Instance::new(self.system, n_processes);
            let mut violated = 0;
            let followed = follow(&instance, &chain.path, WIDTH, self.budget, &mut |state| {
                let (number, completed) = violation(&instance, state)?;
                violated = number;
                Some(completed)
            });
            if let Some(followed) = followed {
                return Answer::Unsafe(followed.into_run(&instance, violated));
            }
        }
        let what = "a run into an unsafe state exists when universal guards bind only some of \
                    the processes; no instance tried has it";
        Answer::Unknown { reason: Reason::Inconclusive(what.to_string()), path: chain.path.clone() }
    }

    /// Adds the run that refutes a guess to what is known to be reachable.
    fn learn(&mut self, chain: &Chain) {
        let wrong = chain.target.to_formula(self.layout);
        let smallest = chain.n_procs.max(2).max(self.system.n_fixed);
        let mut starts: Vec<(usize, Vec<State>)> = Vec::new();
        for (n_processes, state) in self.oracle.find(self.layout, &chain.through[0]) {
            starts.push((n_processes, vec![state]));
        }
        if starts.is_empty() {
            for n_processes in smallest..=(smallest + 1).min(MAX_PROCS) {
                let instance = Instance::new(self.system, n_processes);
                starts.push((n_processes, instance.initial_states(WIDTH).0));
            }
        }
        for (n_processes, start) in starts {
            let instance = Instance::new(self.system, n_processes);
            let mut goal = |state: &State| {
                instance.surely_some(wrong.n_params, &wrong.body, state).then(|| state.clone())
            };
            let budget = self.budget;
            let followed = follow_from(&instance, start, &chain.path, WIDTH, budget, &mut goal);
            if let Some(followed) = followed {
                let known =
                    self.oracle.explorations().map(|found| found.states.len()).sum::<usize>();
                let limits = Limits { max_states: known + 2_000, max_depth: 4 };
                let states = followed.states();
                self.oracle.learn(self.system, n_processes, &states, limits, self.budget);
                self.search.forget();
                return;
            }
        }
    }
}
