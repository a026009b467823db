//! Around the proof: what programs start with, whether the environment can follow itself, and
//! the relation made short for readers.

use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use crate::environment::old_to_new;
use crate::expr::{Ex, Slot, Substitution};
use crate::machine::UNDEFINED;
use crate::problem::Problem;
use crate::simulate::{EFFORT, Simulation};
use crate::term::{Terms, Unsayable};

/// Pairs whose facts are made short.
const MAX_THINNED: usize = 80;

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
        // Nobody reads hundreds of pairs, and each costs questions.
        if self.known.len() > MAX_THINNED {
            return;
        }
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
    for (index, command) in problem.environment.bounds.clone().into_iter().enumerate() {
        let relation = crate::environment::command_relation(problem, &command);
        // The source gets the same values where any value will do.
        let of_source = problem.exprs.substitute(relation, &to_source);
        let mut by = Substitution::default();
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
