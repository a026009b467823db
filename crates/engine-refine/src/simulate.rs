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

use std::collections::{BTreeMap, VecDeque};

use logic::{TermId, Value};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use crate::candidates::{Level, candidates};
use crate::compose::{Joint, joint};
use crate::environment::{Rely, old_to_new};
use crate::explicit::{Path, Values};
use crate::expr::{Ex, Slot, Substitution};
use crate::game::{Places, Strategy, in_step};
use crate::machine::{Label, UNDEFINED};
use crate::problem::Problem;
use crate::term::{Terms, Unsayable};

const EFFORT: Effort = Effort::Limited(5_000_000);
/// Paths that are tried where the game says nothing.
const MAX_UNGUIDED: usize = 40;
const EFFORT_ALONE: Effort = Effort::Limited(1_000_000);

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
    strategy: &Strategy,
    samples: &BTreeMap<Places, Vec<Values>>,
    level: Level,
    budget: &Budget,
) -> Result<Simulation, Blame> {
    let start = (problem.target.start, problem.source.start);
    let mut prover = Prover {
        problem,
        terms,
        rely,
        strategy,
        samples,
        level,
        budget,
        known: BTreeMap::new(),
        joints: BTreeMap::new(),
        answers: Strategy::new(),
        pending: VecDeque::new(),
        new_values: Substitution::default(),
        env: Vec::new(),
    };
    prover.prove(start).map_err(|blame| *blame)?;
    let known = std::mem::take(&mut prover.known);
    let answers = std::mem::take(&mut prover.answers);
    Ok(Simulation { known, answers, rely: rely.clone() })
}

struct Prover<'a> {
    problem: &'a mut Problem,
    terms: &'a mut Terms,
    rely: &'a Rely,
    strategy: &'a Strategy,
    samples: &'a BTreeMap<Places, Vec<Values>>,
    level: Level,
    budget: &'a Budget,
    known: BTreeMap<Places, Vec<Ex>>,
    joints: BTreeMap<(Places, usize), Vec<Joint>>,
    /// The answers that are used.
    answers: Strategy,
    pending: VecDeque<Places>,
    new_values: Substitution,
    /// What others do, as conditions on old and new values.
    env: Vec<Ex>,
}

type Checked<T> = Result<T, Box<Blame>>;

impl Prover<'_> {
    fn blame(&self, places: Places, cause: Cause) -> Box<Blame> {
        Box::new(Blame { places, cause, values: Vec::new() })
    }

    fn unsayable(&self, places: Places) -> impl Fn(Unsayable) -> Box<Blame> + use<> {
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
        while let Some(places) = self.pending.pop_front() {
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
            let samples = self.samples.get(&places).unwrap_or(&none);
            for fact in candidates(self.problem, places, samples, self.level) {
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
            self.pending.push_back(places);
        }
        self.known.insert(places, facts);
    }

    fn terms_of(&mut self, places: Places, facts: &[Ex]) -> Checked<Vec<TermId>> {
        let unsayable = self.unsayable(places);
        facts
            .iter()
            .map(|ex| self.terms.term(&self.problem.exprs, *ex))
            .collect::<Result<_, _>>()
            .map_err(unsayable)
    }

    /// Unsigned slots of both sides hold what they can hold.
    fn ranges(&mut self) -> Vec<TermId> {
        let n = self.problem.exprs.n_slots() as u32;
        self.terms.ranges(&self.problem.exprs, (0..n).map(Slot))
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
        if self.problem.environment.commands.is_empty() {
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
        let paths = match self.strategy.get(&(places, step)) {
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
        in_step(self.problem, step, &mut paths);
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

    /// Whether some state satisfies all of these.
    fn is_possible(&mut self, places: Places, all: &[Ex]) -> Checked<bool> {
        if all.iter().any(|ex| self.problem.exprs.is_false(*ex)) {
            return Ok(false);
        }
        let mut formulas = self.terms_of(places, all)?;
        formulas.extend(self.ranges());
        let question = OneQuestion::ask(&self.terms.pool, &formulas, self.budget, EFFORT);
        match question.answer() {
            Answer::Unsat => Ok(false),
            Answer::Sat => Ok(true),
            Answer::Unknown(_) => Err(self.blame(places, Cause::Open)),
        }
    }

    /// Values of a state that satisfies all of these, if there is one.
    fn model(&mut self, places: Places, all: &[Ex]) -> Checked<Option<Vec<(Slot, i128)>>> {
        if all.iter().any(|ex| self.problem.exprs.is_false(*ex)) {
            return Ok(None);
        }
        let mut formulas = self.terms_of(places, all)?;
        formulas.extend(self.ranges());
        let mut question = OneQuestion::ask(&self.terms.pool, &formulas, self.budget, EFFORT);
        match question.answer() {
            Answer::Unsat => Ok(None),
            Answer::Sat => Ok(Some(self.values(&mut question))),
            Answer::Unknown(_) => Err(self.blame(places, Cause::Open)),
        }
    }

    fn values(&mut self, question: &mut OneQuestion) -> Vec<(Slot, i128)> {
        let mut values = Vec::new();
        for slot in (0..self.problem.n_state() as u32).map(Slot) {
            let term = self.terms.slot(&self.problem.exprs, slot);
            let value = match question.value(&self.terms.pool, term) {
                Some(Value::Bool(value)) => i128::from(value),
                Some(Value::Int(value)) => value,
                Some(Value::BitVec(_, bits)) => match self.problem.slot_type(slot) {
                    ir::Type::Int(int) => int.value(bits),
                    _ => continue,
                },
                Some(Value::Array(..)) | None => continue,
            };
            values.push((slot, value));
        }
        values
    }

    /// Drops what is known at `to` and is not implied after the change.
    fn keep(
        &mut self,
        from: Places,
        assumed: &[Ex],
        to: Places,
        change: &Substitution,
        cause: Cause,
    ) -> Checked<()> {
        let n_mandatory = match to.1 {
            UNDEFINED => 0,
            _ => self.problem.relation.len(),
        };
        let mut is_changed = false;
        let mut assumed_terms = self.terms_of(from, assumed)?;
        assumed_terms.extend(self.ranges());
        loop {
            let facts = self.known[&to].clone();
            let mut asked: Vec<(usize, Ex)> = Vec::new();
            for (index, fact) in facts.iter().enumerate() {
                let after = self.problem.exprs.substitute(*fact, change);
                let is_plain = self.problem.exprs.is_true(after) || assumed.contains(&after);
                if !is_plain {
                    asked.push((index, after));
                }
            }
            if asked.is_empty() {
                break;
            }
            let exs: Vec<Ex> = asked.iter().map(|(_, ex)| *ex).collect();
            let asked_terms = self.terms_of(from, &exs)?;
            let all = self.terms.pool.and(&asked_terms);
            let mut formulas = assumed_terms.clone();
            formulas.push(self.terms.pool.not(all));
            let mut question = OneQuestion::ask(&self.terms.pool, &formulas, self.budget, EFFORT);
            let mut broken: Vec<usize> = Vec::new();
            match question.answer() {
                Answer::Unsat => break,
                Answer::Sat => {
                    for ((index, _), term) in asked.iter().zip(&asked_terms) {
                        let value = question.value(&self.terms.pool, *term);
                        if value != Some(Value::Bool(true)) {
                            broken.push(*index);
                        }
                    }
                }
                Answer::Unknown(_) => {
                    for ((index, _), term) in asked.iter().zip(&asked_terms) {
                        let mut formulas = assumed_terms.clone();
                        formulas.push(self.terms.pool.not(*term));
                        let alone = OneQuestion::ask(
                            &self.terms.pool,
                            &formulas,
                            self.budget,
                            EFFORT_ALONE,
                        );
                        if *alone.answer() != Answer::Unsat {
                            broken.push(*index);
                        }
                    }
                    if broken.is_empty() {
                        break;
                    }
                }
            }
            if let Some(index) = broken.iter().find(|index| **index < n_mandatory) {
                let fact = self.problem.relation[*index].text.clone();
                let cause = match cause {
                    Cause::BreaksRelation { step, .. } => Cause::BreaksRelation { step, fact },
                    Cause::Start { .. } => Cause::Start { fact },
                    other => other,
                };
                let values = match question.answer() {
                    Answer::Sat => self.values(&mut question),
                    Answer::Unsat | Answer::Unknown(_) => Vec::new(),
                };
                return Err(Box::new(Blame { places: from, cause, values }));
            }
            if broken.is_empty() {
                return Err(self.blame(from, Cause::Open));
            }
            let mut number = 0;
            if let Some(facts) = self.known.get_mut(&to) {
                facts.retain(|_| {
                    number += 1;
                    !broken.contains(&(number - 1))
                });
            }
            is_changed = true;
            // What others do starts from fewer facts now.
            if from == to && !self.pending.contains(&to) {
                self.pending.push_back(to);
            }
        }
        if is_changed && !self.pending.contains(&to) {
            self.pending.push_back(to);
        }
        Ok(())
    }
}

/// What variables hold when the programs start.
pub fn initial_facts(problem: &mut Problem) -> Vec<Ex> {
    let mut facts = Vec::new();
    for index in 0..problem.variables.len() {
        let slot = Slot(index as u32);
        let Some(initial) = problem.variables[index].initial else { continue };
        let value = problem.exprs.slot(slot);
        facts.push(match problem.slot_type(slot) {
            ir::Type::Int(int) => {
                let initial = problem.exprs.int(int, initial);
                problem.exprs.equal(value, initial)
            }
            _ if initial == 0 => problem.exprs.not(value),
            _ => value,
        });
    }
    facts
}

impl Simulation {
    /// Drops facts that the others imply, so that what is shown is short. The relation stays.
    pub fn thin(&mut self, problem: &Problem, terms: &mut Terms, budget: &Budget) {
        let n_mandatory = problem.relation.len();
        for (places, facts) in &mut self.known {
            if places.1 == UNDEFINED || facts.len() > 90 {
                continue;
            }
            // Later candidates are the stranger ones; they go first.
            let mut index = facts.len();
            while index > n_mandatory {
                index -= 1;
                let mut formulas = Vec::new();
                for (number, fact) in facts.iter().enumerate() {
                    let Ok(term) = terms.term(&problem.exprs, *fact) else { return };
                    formulas.push(match number == index {
                        true => terms.pool.not(term),
                        false => term,
                    });
                }
                let question =
                    OneQuestion::ask(&terms.pool, &formulas, budget, Effort::Limited(100_000));
                if *question.answer() == Answer::Unsat {
                    facts.remove(index);
                }
            }
        }
    }
}

/// Whether others can do to the source what they do to the target, so that the relation is kept:
/// the hypothesis without which a simulation says nothing about runs. The index of a command that
/// cannot be followed.
pub fn environment_follows(
    problem: &mut Problem,
    terms: &mut Terms,
    simulation: &Simulation,
    budget: &Budget,
) -> Result<Option<usize>, Unsayable> {
    let to_source = problem.to_source();
    let to_new = old_to_new(problem);
    for index in 0..problem.environment.commands.len() {
        let relation = crate::environment::command_relation(problem, index);
        // The source gets the same values where any value will do.
        let of_source = problem.exprs.substitute(relation, &to_source);
        let mut by = Substitution::default();
        let command = problem.environment.commands[index].clone();
        for (target, source) in problem.shared.clone() {
            let (Some(next), Some(own)) = (
                problem.environment.next.get(&target).copied(),
                problem.environment.next.get(&source).copied(),
            ) else {
                continue;
            };
            let update = command.updates.iter().find(|(slot, _)| *slot == target);
            let value = match update {
                Some((_, None)) => problem.exprs.slot(next),
                Some((_, Some(value))) => problem.exprs.substitute(*value, &to_source),
                None => problem.exprs.slot(source),
            };
            by.insert(own, value);
        }
        let of_source = problem.exprs.substitute(of_source, &by);
        let mut wanted = vec![of_source];
        for fact in problem.relation.clone() {
            let after = problem.exprs.substitute(fact.ex, &to_new);
            wanted.push(problem.exprs.substitute(after, &by));
        }
        let wanted = problem.exprs.conjunction(wanted);
        let fails = problem.exprs.not(wanted);
        // Mostly the relation is enough, and then it is for all pairs at once.
        let alone: Vec<Ex> = problem.relation.iter().map(|fact| fact.ex).collect();
        let mut formulas = Vec::new();
        for ex in alone.iter().chain([&relation, &fails]) {
            formulas.push(terms.term(&problem.exprs, *ex)?);
        }
        let question = OneQuestion::ask(&terms.pool, &formulas, budget, EFFORT);
        if *question.answer() == Answer::Unsat {
            continue;
        }
        for (places, facts) in &simulation.known {
            if places.1 == UNDEFINED {
                continue;
            }
            let mut formulas = Vec::new();
            for ex in facts.iter().chain([&relation, &fails]) {
                formulas.push(terms.term(&problem.exprs, *ex)?);
            }
            let question = OneQuestion::ask(&terms.pool, &formulas, budget, EFFORT);
            if *question.answer() != Answer::Unsat {
                return Ok(Some(index));
            }
        }
    }
    Ok(None)
}
