//! Algorithm 1: what always holds at the places of the target and of a crowd beside it.
//!
//! # Soundness
//! At the end every fact holds at the start of its thread, is kept by every step of that thread, by
//! every step of every thread of the other kind, and, in the crowd, by those of siblings with other
//! numbers; each time assuming of the one who moves what is known where it moves. By induction over the
//! steps of all threads every fact holds whenever its thread is at its place. Invariants are never used
//! to cut off steps: they are what is proved of them. Evidence checks all of that again.
//!
//! # Ends
//! Each round drops a guess, or is the last.

use std::collections::BTreeMap;

use ir::Type;
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use super::guesses::{atoms, constants, guesses};
use super::{Crowd, Global, sibling};
use crate::expr::{Ex, Slot, Substitution};
use crate::machine::{FIRST, Machine, Step};
use crate::problem::Problem;
use crate::settle::initial_facts;
use crate::term::{Terms, Unsayable};

const EFFORT: Effort = Effort::Limited(3_000_000);
/// Places of the target from which on nothing is guessed about it.
const LARGE: usize = 60;

/// Whose place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    Target,
    Crowd,
}

type At = (Whose, usize);

/// Something that must keep facts: what is assumed besides what is known, and new values.
struct Condition {
    /// Places whose facts are assumed, the second one under a renaming.
    assumed_at: Vec<At>,
    renamed_at: Option<usize>,
    assumed: Vec<Ex>,
    at: At,
    by: Substitution,
}

struct Weakening<'a> {
    problem: &'a mut Problem,
    terms: &'a mut Terms,
    budget: &'a Budget,
    known: BTreeMap<At, Vec<Ex>>,
    /// How often facts of a place were dropped.
    versions: BTreeMap<At, usize>,
    renaming: Substitution,
}

/// Fills in what is known of the crowd and of the target beside it.
pub(crate) fn find_invariants(
    problem: &mut Problem,
    terms: &mut Terms,
    budget: &Budget,
) -> Result<(), Unsayable> {
    let Some(mut crowd) = problem.environment.crowd.take() else { return Ok(()) };
    let known = guess(problem, &crowd);
    let renaming = sibling(problem, &crowd);
    let versions = known.keys().map(|at| (*at, 0)).collect();
    let mut weakening = Weakening { problem, terms, budget, known, versions, renaming };
    let result = weakening.weaken(&crowd);
    let known = weakening.known;
    for ((whose, place), facts) in known {
        match whose {
            Whose::Target => crowd.known_of_target.insert(place, facts),
            Whose::Crowd => crowd.known.insert(place, facts),
        };
    }
    problem.environment.crowd = Some(crowd);
    result
}

/// Places from which a machine has steps, or that it has reached.
fn places(machine: &Machine) -> impl Iterator<Item = usize> + use<> {
    FIRST..machine.n_places()
}

fn guess(problem: &mut Problem, crowd: &Crowd) -> BTreeMap<At, Vec<Ex>> {
    let constants = constants(problem, crowd);
    let mut known = BTreeMap::new();
    let mut common: Vec<Slot> = problem.shared.iter().map(|(target, _)| *target).collect();
    let own_atoms = atoms(problem, &crowd.machine);
    let numbered = crowd.is_numbered.then_some(crowd.number);
    let mut of_crowd = common.clone();
    of_crowd.extend(crowd.globals.iter().map(|global| global.slot));
    for place in places(&crowd.machine) {
        let mut slots = of_crowd.clone();
        slots.extend(crowd.machine.live[place].iter().filter(|slot| !of_crowd.contains(slot)));
        let facts = guesses(problem, &slots, numbered, &constants, &own_atoms);
        known.insert((Whose::Crowd, place), facts);
    }
    let is_large = problem.target.n_places() > LARGE;
    let target_atoms = atoms(problem, &problem.target);
    common.sort();
    for place in places(&problem.target) {
        let mut slots = common.clone();
        slots.extend(problem.target.live[place].iter().filter(|slot| !common.contains(slot)));
        let facts = match is_large {
            true => Vec::new(),
            false => guesses(problem, &slots, None, &constants, &target_atoms),
        };
        known.insert((Whose::Target, place), facts);
    }
    known
}

impl Weakening<'_> {
    fn weaken(&mut self, crowd: &Crowd) -> Result<(), Unsayable> {
        self.drop_unsayable();
        let conditions = self.conditions(crowd);
        let mut asked: Vec<Option<usize>> = vec![None; conditions.len()];
        loop {
            let mut is_stable = true;
            for (index, condition) in conditions.iter().enumerate() {
                if self.budget.check().is_err() {
                    // Nothing is known yet.
                    self.known.values_mut().for_each(Vec::clear);
                    return Ok(());
                }
                let version = self.version(condition);
                if asked[index] != Some(version) {
                    self.keep(condition)?;
                    is_stable &= self.version(condition) == version;
                    asked[index] = Some(version);
                }
            }
            let is_done = |(index, condition): (usize, &Condition)| {
                asked[index] == Some(self.version(condition))
            };
            if is_stable && conditions.iter().enumerate().all(is_done) {
                return Ok(());
            }
        }
    }

    /// Changes whenever something is dropped that the condition assumes; what it shows may become less.
    fn version(&self, condition: &Condition) -> usize {
        let renamed = condition.renamed_at.map(|place| (Whose::Crowd, place));
        condition.assumed_at.iter().copied().chain(renamed).map(|at| self.versions[&at]).sum()
    }

    fn drop_unsayable(&mut self) {
        let (terms, exprs) = (&mut *self.terms, &self.problem.exprs);
        for facts in self.known.values_mut() {
            facts.retain(|fact| terms.term(exprs, *fact).is_ok());
        }
    }

    fn conditions(&mut self, crowd: &Crowd) -> Vec<Condition> {
        let mut found = Vec::new();
        let start = self.start_facts(crowd);
        let number = crowd.number_facts(&mut self.problem.exprs);
        let renamed_number: Vec<Ex> =
            number.iter().map(|it| self.problem.exprs.substitute(*it, &self.renaming)).collect();
        let target = self.problem.target.clone();
        // A thread beside a function may have begun at any time.
        let begin = if crowd.begins_after_target { start.clone() } else { Vec::new() };
        for (whose, machine, start) in
            [(Whose::Target, &target, &start), (Whose::Crowd, &crowd.machine, &begin)]
        {
            found.push(Condition {
                assumed_at: Vec::new(),
                renamed_at: None,
                assumed: [start.as_slice(), &number].concat(),
                at: (whose, machine.start),
                by: Substitution::default(),
            });
            for step in machine.steps.iter().filter(|step| step.to >= FIRST) {
                let mut assumed = number.clone();
                assumed.push(step.guard);
                found.push(Condition {
                    assumed_at: vec![(whose, step.from)],
                    renamed_at: None,
                    assumed,
                    at: (whose, step.to),
                    by: step.updates.iter().copied().collect(),
                });
            }
        }
        let is_common = |problem: &Problem, slot: Slot| {
            problem.partner(slot).is_some() || crowd.is_global(slot)
        };
        let writes = |problem: &Problem, step: &Step| -> Substitution {
            let updates = step.updates.iter().filter(|(slot, _)| is_common(problem, *slot));
            updates.copied().collect()
        };
        // The target disturbs the crowd, the crowd the target, and siblings each other.
        for step in &target.steps {
            let by = writes(self.problem, step);
            for place in places(&crowd.machine).filter(|_| !by.is_empty()) {
                found.push(Condition {
                    assumed_at: vec![(Whose::Crowd, place), (Whose::Target, step.from)],
                    renamed_at: None,
                    assumed: [number.as_slice(), &[step.guard]].concat(),
                    at: (Whose::Crowd, place),
                    by: by.clone(),
                });
            }
        }
        for step in &crowd.machine.steps {
            let by = writes(self.problem, step);
            if by.is_empty() {
                continue;
            }
            for place in places(&target) {
                found.push(Condition {
                    assumed_at: vec![(Whose::Target, place), (Whose::Crowd, step.from)],
                    renamed_at: None,
                    assumed: [number.as_slice(), &[step.guard]].concat(),
                    at: (Whose::Target, place),
                    by: by.clone(),
                });
            }
            let exprs = &mut self.problem.exprs;
            let guard = exprs.substitute(step.guard, &self.renaming);
            let renamed = by.iter().map(|(slot, value)| {
                let value = exprs.substitute(*value, &self.renaming);
                (*slot, value)
            });
            let renamed: Substitution = renamed.collect();
            let own = exprs.slot(crowd.number);
            let other = exprs.substitute(own, &self.renaming);
            let same = exprs.equal(own, other);
            let mut assumed = [number.as_slice(), &renamed_number].concat();
            assumed.extend([guard, exprs.not(same)]);
            for place in places(&crowd.machine) {
                found.push(Condition {
                    assumed_at: vec![(Whose::Crowd, place)],
                    renamed_at: Some(step.from),
                    assumed: assumed.clone(),
                    at: (Whose::Crowd, place),
                    by: renamed.clone(),
                });
            }
        }
        found
    }

    /// What is true of the target's variables when it starts, and of the crowd's own globals.
    fn start_facts(&mut self, crowd: &Crowd) -> Vec<Ex> {
        let problem = &mut *self.problem;
        let mut all: Vec<Ex> = initial_facts(problem);
        all.extend(problem.requires.iter().chain(&problem.relation).map(|fact| fact.ex));
        for Global { slot, initial, .. } in &crowd.globals {
            if let (Some(initial), Type::Int(int)) = (initial, problem.exprs.slot_type(*slot)) {
                let (value, initial) =
                    (problem.exprs.slot(*slot), problem.exprs.int(int, *initial));
                all.push(problem.exprs.equal(value, initial));
            }
        }
        all
    }

    /// Drops what the condition does not show.
    fn keep(&mut self, condition: &Condition) -> Result<(), Unsayable> {
        let mut assumed: Vec<Ex> = condition.assumed.clone();
        for at in &condition.assumed_at {
            assumed.extend(&self.known[at]);
        }
        if let Some(place) = condition.renamed_at {
            for fact in self.known[&(Whose::Crowd, place)].clone() {
                assumed.push(self.problem.exprs.substitute(fact, &self.renaming));
            }
        }
        let mut formulas = Vec::new();
        for ex in &assumed {
            formulas.push(self.terms.term(&self.problem.exprs, *ex)?);
        }
        loop {
            let mut asked = Vec::new();
            for fact in self.known[&condition.at].clone() {
                let after = self.problem.exprs.substitute(fact, &condition.by);
                if !assumed.contains(&after) && !self.problem.exprs.is_true(after) {
                    asked.push((fact, self.terms.term(&self.problem.exprs, after)?));
                }
            }
            if asked.is_empty() {
                return Ok(());
            }
            let terms: Vec<_> = asked.iter().map(|(_, term)| *term).collect();
            let all = self.terms.pool.and(&terms);
            let broken = self.terms.pool.not(all);
            let mut question = formulas.clone();
            question.push(broken);
            let slots: Vec<Slot> = self.slots_of(&assumed, &condition.by);
            question.extend(self.terms.ranges(&self.problem.exprs, slots));
            let mut question = OneQuestion::ask(&self.terms.pool, &question, self.budget, EFFORT);
            let dropped: Vec<Ex> = match question.answer() {
                Answer::Unsat => return Ok(()),
                Answer::Sat => {
                    let mut dropped = Vec::new();
                    for (fact, term) in &asked {
                        let value = question.value(&self.terms.pool, *term);
                        if value == Some(logic::Value::Bool(false)) {
                            dropped.push(*fact);
                        }
                    }
                    match dropped.is_empty() {
                        true => asked.iter().map(|(fact, _)| *fact).collect(),
                        false => dropped,
                    }
                }
                Answer::Unknown(_) => asked.iter().map(|(fact, _)| *fact).collect(),
            };
            if let Some(facts) = self.known.get_mut(&condition.at) {
                facts.retain(|fact| !dropped.contains(fact));
            }
            *self.versions.entry(condition.at).or_default() += 1;
        }
    }

    fn slots_of(&self, assumed: &[Ex], by: &Substitution) -> Vec<Slot> {
        let exprs = &self.problem.exprs;
        let mut slots: Vec<Slot> = assumed.iter().flat_map(|ex| exprs.slots_of(*ex)).collect();
        slots.extend(by.values().flat_map(|ex| exprs.slots_of(*ex)));
        slots.sort();
        slots.dedup();
        slots
    }
}
