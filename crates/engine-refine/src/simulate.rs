//! The proof: a relation per pair of places that every step and every disturbance keeps.
//!
//! With the source's answers fixed, both sides together are one automaton. What holds at its
//! pairs of places is found by weakening: all candidates are assumed, and a model in which a step
//! leads to a state that breaks some of them drops those, until none is broken. What is left is the
//! strongest conjunction of candidates that is kept.
//!
//! The relation itself is never dropped. If it is broken, or if some step of the target has no
//! answer that is enabled, the answers were wrong, or the candidates too weak: [`Blame`] says where,
//! with values. Since candidates only become fewer, a blame found on the way is final.
//!
//! # Conditions
//! For all pairs of places (q1, q2) with what is known there:
//! 1. the start implies what is known at the pair of starts;
//! 2. what others do, any number of steps of both environments after which the relation holds,
//!    keeps what is known;
//! 3. each step of the target has, among the answers, one that is enabled, is seen alike, and
//!    leads to a pair where what is known holds.
//!
//! Pairs that are not listed are not reached. Ends: each round drops a candidate.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use smt::Effort;
use verdict::Budget;

use crate::accesses::Accesses;
use crate::candidates::{Conditions, Level, candidates};
use crate::compose::{Joint, joint};
use crate::environment::{Rely, old_to_new};
use crate::expr::{Ex, Slot, Substitution};
use crate::follow::Path;
use crate::game::{Places, Strategy};
use crate::machine::{Label, UNDEFINED};
use crate::problem::Problem;
use crate::settle::initial_facts;
use crate::term::{Terms, Unsayable};
use crate::values::Values;
use crate::walk::Walk;

pub(crate) const EFFORT: Effort = Effort::Limited(5_000_000);
/// Paths that are tried where the game says nothing.
const MAX_UNGUIDED: usize = 40;
pub(crate) const EFFORT_ALONE: Effort = Effort::Limited(1_000_000);

/// A relation that is kept.
#[derive(Clone, Debug)]
pub struct Simulation {
    pub known: BTreeMap<Places, Vec<Ex>>,
    pub answers: Strategy,
    pub rely: Rely,
}

/// Where it does not work.
#[derive(Clone, Debug)]
pub struct Blame {
    pub places: Places,
    pub cause: Cause,
    /// Values of a state there in which it does not work; it need not be reachable.
    pub values: Vec<(Slot, i128)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// No answer to the step is known to be enabled.
    NoAnswer {
        step: usize,
    },
    /// After the step and its answer the relation is broken.
    BreaksRelation {
        step: usize,
        fact: String,
    },
    /// The step is not modelled.
    Unmodelled {
        step: usize,
        what: String,
    },
    /// The start does not imply the relation.
    Start {
        fact: String,
    },
    /// The solver did not say.
    Open,
    Unsayable,
    Exhausted,
}

/// Looks for what is known, with the answers fixed.
pub fn simulate(
    problem: &mut Problem,
    terms: &mut Terms,
    rely: &Rely,
    walk: &Walk,
    level: Level,
    budget: &Budget,
) -> Result<Simulation, Blame> {
    let start = (problem.target.start, problem.source.start);
    let conditions = Conditions::of(problem);
    let accesses = Accesses::of(problem);
    let mut prover = Prover {
        problem,
        terms,
        rely,
        walk,
        conditions,
        accesses,
        level,
        budget,
        known: BTreeMap::new(),
        joints: BTreeMap::new(),
        answers: Strategy::new(),
        pending: BTreeSet::new(),
        new_values: Substitution::default(),
        env: Vec::new(),
    };
    prover.prove(start).map_err(|blame| *blame)?;
    let known = std::mem::take(&mut prover.known);
    let answers = std::mem::take(&mut prover.answers);
    Ok(Simulation { known, answers, rely: rely.clone() })
}

pub(crate) struct Prover<'a> {
    pub(crate) problem: &'a mut Problem,
    pub(crate) terms: &'a mut Terms,
    rely: &'a Rely,
    walk: &'a Walk,
    conditions: Conditions,
    accesses: Accesses,
    level: Level,
    pub(crate) budget: &'a Budget,
    pub(crate) known: BTreeMap<Places, Vec<Ex>>,
    joints: BTreeMap<(Places, usize), Vec<Joint>>,
    /// The answers that are used.
    answers: Strategy,
    /// Pairs to look at, in program order.
    pub(crate) pending: BTreeSet<Places>,
    new_values: Substitution,
    /// What others do, as conditions on old and new values.
    env: Vec<Ex>,
}

pub(crate) type Checked<T> = Result<T, Box<Blame>>;

impl Prover<'_> {
    pub(crate) fn blame(&self, places: Places, cause: Cause) -> Box<Blame> {
        Box::new(Blame { places, cause, values: Vec::new() })
    }

    pub(crate) fn unsayable(&self, places: Places) -> impl Fn(Unsayable) -> Box<Blame> + use<> {
        move |_| Box::new(Blame { places, cause: Cause::Unsayable, values: Vec::new() })
    }

    fn prove(&mut self, start: Places) -> Checked<()> {
        self.new_values = old_to_new(self.problem);
        let to_source = self.problem.to_source();
        for fact in self.rely.facts.clone() {
            self.env.push(fact);
            self.env.push(self.problem.exprs.substitute(fact, &to_source));
        }
        for fact in self.problem.relation.clone() {
            let after = self.problem.exprs.substitute(fact.ex, &self.new_values);
            self.env.push(after);
        }
        self.enter(start);
        self.begin(start)?;
        while let Some(places) = self.pending.pop_first() {
            if self.budget.check().is_err() {
                return Err(self.blame(places, Cause::Exhausted));
            }
            self.disturb(places)?;
            for step in self.problem.target.outgoing[places.0].clone() {
                self.answer(places, step)?;
            }
        }
        Ok(())
    }

    /// Makes the candidates of a pair of places.
    fn enter(&mut self, places: Places) {
        if self.known.contains_key(&places) {
            return;
        }
        let mut facts: Vec<Ex> = Vec::new();
        if places.1 != UNDEFINED {
            facts.extend(self.problem.relation.iter().map(|fact| fact.ex));
            let none = Vec::new();
            let walk = self.walk;
            let samples = walk.samples.get(&places).unwrap_or(&none);
            let mut guessed =
                candidates(self.problem, &self.conditions, places, samples, self.level);
            guessed.extend(self.needed(places, samples));
            for fact in guessed {
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
            self.pending.insert(places);
        }
        self.known.insert(places, facts);
    }

    /// What must be known for the game's answers to be enough: wherever the target can take a step,
    /// one of them is enabled.
    fn needed(&mut self, places: Places, samples: &[Values]) -> Vec<Ex> {
        let live = self.problem.live_at(places);
        let mut found = Vec::new();
        for step in self.problem.target.outgoing[places.0].clone() {
            let Some(paths) = self.walk.strategy.get(&(places, step)).cloned() else { continue };
            let guard = self.problem.target.steps[step].guard;
            let mut fact = self.problem.exprs.not(guard);
            for path in &paths {
                let Some(joint) = joint(self.problem, step, places.1, path) else { continue };
                fact = self.problem.exprs.or(fact, joint.enabled);
            }
            let exprs = &self.problem.exprs;
            let is_live = exprs.slots_of(fact).iter().all(|slot| live.binary_search(slot).is_ok());
            let holds = |values: &Values| exprs.holds(fact, values) == Some(true);
            if is_live && !exprs.is_true(fact) && samples.iter().all(holds) {
                found.push(fact);
            }
        }
        found
    }

    /// The start implies the facts at the first pair; what it does not imply is dropped.
    fn begin(&mut self, start: Places) -> Checked<()> {
        let mut assumed: Vec<Ex> = self.problem.relation.iter().map(|fact| fact.ex).collect();
        assumed.extend(self.problem.requires.iter().map(|fact| fact.ex));
        assumed.extend(initial_facts(self.problem));
        let identity = Substitution::default();
        self.keep(start, &assumed, start, &identity, Cause::Start { fact: String::new() })
    }

    /// Others act.
    fn disturb(&mut self, places: Places) -> Checked<()> {
        if self.problem.environment.bounds.is_empty() {
            return Ok(());
        }
        let mut assumed = self.known[&places].clone();
        assumed.extend(&self.env);
        let new_values = self.new_values.clone();
        self.keep(places, &assumed, places, &new_values, Cause::Open)
    }

    /// The answers to a step, composed with it.
    fn joints(&mut self, places: Places, step: usize) -> Vec<Joint> {
        if let Some(known) = self.joints.get(&(places, step)) {
            return known.clone();
        }
        let paths = match self.walk.strategy.get(&(places, step)) {
            Some(paths) if !paths.is_empty() => paths.clone(),
            _ => match self.unguided(places, step) {
                Some(paths) => paths,
                // It may become possible later, when less is known.
                None => return Vec::new(),
            },
        };
        let joints: Vec<Joint> =
            paths.iter().filter_map(|path| joint(self.problem, step, places.1, path)).collect();
        self.answers.insert((places, step), paths);
        self.joints.insert((places, step), joints.clone());
        joints
    }

    /// An answer where the game has none, since it did not get there: the first short path that
    /// is enabled and keeps the relation, as far as is known now. Nothing if the step is impossible.
    fn unguided(&mut self, places: Places, step: usize) -> Option<Vec<Path>> {
        if let Label::Unmodelled(_) = self.problem.target.steps[step].label {
            return None;
        }
        let mut assumed = self.known[&places].clone();
        assumed.push(self.problem.target.steps[step].guard);
        if !matches!(self.is_possible(places, &assumed), Ok(true)) {
            return None;
        }
        // Paths that read and write what the target does come first.
        let mut paths: Vec<Path> = Vec::new();
        let mut pending: VecDeque<(usize, Path)> = VecDeque::new();
        pending.push_back((places.1, Path::default()));
        while let Some((place, path)) = pending.pop_front() {
            for index in self.problem.source.outgoing[place].clone() {
                let own = &self.problem.source.steps[index];
                if own.choices.is_empty() && path.steps.len() < 8 {
                    let mut longer = path.clone();
                    longer.steps.push(index);
                    pending.push_back((own.to, longer));
                }
            }
            paths.push(path);
            if paths.len() >= MAX_UNGUIDED {
                break;
            }
        }
        self.accesses.in_step(step, &mut paths);
        for path in paths {
            let Some(joint) = joint(self.problem, step, places.1, &path) else { continue };
            let mut wanted = vec![joint.enabled];
            for fact in self.problem.relation.clone() {
                wanted.push(self.problem.exprs.substitute(fact.ex, &joint.after));
            }
            let wanted = self.problem.exprs.conjunction(wanted);
            let mut formulas = assumed.clone();
            formulas.push(self.problem.exprs.not(wanted));
            if matches!(self.is_possible(places, &formulas), Ok(false)) {
                return Some(vec![path]);
            }
        }
        Some(Vec::new())
    }

    fn answer(&mut self, places: Places, step: usize) -> Checked<()> {
        let guard = self.problem.target.steps[step].guard;
        let to = self.problem.target.steps[step].to;
        let joints = self.joints(places, step);
        let mut assumed = self.known[&places].clone();
        assumed.push(guard);
        // Some answer is enabled.
        let mut open = assumed.clone();
        for joint in &joints {
            open.push(self.problem.exprs.not(joint.enabled));
        }
        if let Some(values) = self.model(places, &open)? {
            let cause = match &self.problem.target.steps[step].label {
                Label::Unmodelled(what) => Cause::Unmodelled { step, what: what.clone() },
                _ => Cause::NoAnswer { step },
            };
            return Err(Box::new(Blame { places, cause, values }));
        }
        // Each leads to what is known behind it.
        for joint in &joints {
            let mut taken = assumed.clone();
            taken.push(joint.enabled);
            let after = (to, joint.place);
            if !self.known.contains_key(&after) {
                if !self.is_possible(places, &taken)? {
                    assumed.push(self.problem.exprs.not(joint.enabled));
                    continue;
                }
                self.enter(after);
            }
            let cause = Cause::BreaksRelation { step, fact: String::new() };
            self.keep(places, &taken, after, &joint.after, cause)?;
            assumed.push(self.problem.exprs.not(joint.enabled));
        }
        Ok(())
    }
}
