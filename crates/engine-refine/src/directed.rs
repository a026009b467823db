//! Starts that lead along every step of the target, for programs too large to try all values.
//!
//! The target is run symbolically, alone, along a few paths to each place; where a step was not
//! taken before, a solver says with which values it would be. Steps that need others to act are
//! not found so. Nothing here is trusted: these are states that the game begins with.

use std::collections::VecDeque;

use logic::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use crate::expr::{Ex, Slot, Substitution};
use crate::machine::UNMODELLED;
use crate::problem::Problem;
use crate::settle::initial_facts;
use crate::term::Terms;

/// Paths that are followed behind one place.
const MAX_VISITS: usize = 3;
const MAX_QUESTIONS: usize = 400;
const EFFORT: Effort = Effort::Limited(200_000);

/// Values for slots at the start, one list for each way that was found.
pub fn directed_starts(
    problem: &mut Problem,
    terms: &mut Terms,
    budget: &Budget,
) -> Vec<Vec<(Slot, i128)>> {
    let mut start: Vec<Ex> = problem.relation.iter().map(|fact| fact.ex).collect();
    start.extend(problem.requires.iter().map(|fact| fact.ex));
    start.extend(initial_facts(problem));
    let start = problem.exprs.conjunction(start);
    let mut found: Vec<Vec<(Slot, i128)>> = Vec::new();
    let mut taken: FxHashSet<usize> = FxHashSet::default();
    let mut visits: FxHashMap<usize, usize> = FxHashMap::default();
    let mut n_questions = 0;
    let mut pending: VecDeque<(usize, Substitution, Ex)> = VecDeque::new();
    pending.push_back((problem.target.start, Substitution::default(), start));
    while let Some((place, store, condition)) = pending.pop_front() {
        for index in problem.target.outgoing[place].clone() {
            let step = problem.target.steps[index].clone();
            let guard = problem.exprs.substitute(step.guard, &store);
            let both = problem.exprs.and(condition, guard);
            let is_new = taken.insert(index);
            if both != condition {
                n_questions += 1;
                if n_questions > MAX_QUESTIONS || budget.check().is_err() {
                    return found;
                }
                match model(problem, terms, both, budget) {
                    Some(values) if is_new => found.push(values),
                    Some(_) => {}
                    None => {
                        if is_new {
                            taken.remove(&index);
                        }
                        continue;
                    }
                }
            }
            let visited = visits.entry(step.to).or_default();
            *visited += 1;
            if *visited > MAX_VISITS || step.to == UNMODELLED {
                continue;
            }
            // A choice is as free as a value at the start, but a start does not say it.
            if !step.choices.is_empty() {
                continue;
            }
            let mut next = store.clone();
            for (slot, value) in &step.updates {
                let value = problem.exprs.substitute(*value, &store);
                next.insert(*slot, value);
            }
            pending.push_back((step.to, next, both));
        }
    }
    found
}

fn model(
    problem: &Problem,
    terms: &mut Terms,
    condition: Ex,
    budget: &Budget,
) -> Option<Vec<(Slot, i128)>> {
    let slots = problem.exprs.slots_of(condition);
    let mut formulas = vec![terms.term(&problem.exprs, condition).ok()?];
    formulas.extend(terms.ranges(&problem.exprs, slots.clone()));
    let mut question = OneQuestion::ask(&terms.pool, &formulas, budget, EFFORT);
    match question.answer() {
        Answer::Sat => {}
        Answer::Unsat | Answer::Unknown(_) => return None,
    }
    let mut values = Vec::new();
    for slot in slots {
        let term = terms.slot(&problem.exprs, slot);
        let value = match question.value(&terms.pool, term) {
            Some(Value::Bool(value)) => i128::from(value),
            Some(Value::Int(value)) => value,
            Some(Value::BitVec(_, bits)) => match problem.slot_type(slot) {
                ir::Type::Int(int) => int.value(bits),
                _ => continue,
            },
            Some(Value::Array(..)) | None => continue,
        };
        values.push((slot, value));
    }
    Some(values)
}
