//! What others may do, as one relation between old and new values.
//!
//! The environment may take any number of its steps at once. The paper bounds their number, which
//! is unsound (`y += 2` against `y += 1`); instead we look for a *rely*: a reflexive and
//! transitive relation that contains every command. Then one step of it stands for any number.
//!
//! The rely is a conjunction of candidates: a slot that no command writes stays as it is; one that
//! is written only under a condition stays where the condition is false; conditions that commands
//! keep are kept. Candidates that some command breaks, or that are not transitive together, are
//! dropped by counterexample, so that what is left is a rely, perhaps a weak one.

use ir::CompareOp;
use logic::TermId;
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use crate::expr::{Ex, Slot, Substitution};
use crate::problem::{Command, Problem};
use crate::term::{Terms, Unsayable};

/// A rely over the target's slots and their new values.
#[derive(Clone, Debug, Default)]
pub struct Rely {
    pub facts: Vec<Ex>,
}

/// The step of a command as one condition on old and new values of the target.
pub fn command_relation(problem: &mut Problem, command: &Command) -> Ex {
    let mut all = vec![command.guard, command.then];
    for (target, _) in problem.shared.clone() {
        let Some(next) = problem.environment.next.get(&target).copied() else { continue };
        let new = problem.exprs.slot(next);
        let update = command.updates.iter().find(|(slot, _)| *slot == target);
        match update {
            Some((_, Some(value))) => all.push(problem.exprs.equal(new, *value)),
            Some((_, None)) => {}
            None => {
                let old = problem.exprs.slot(target);
                all.push(problem.exprs.equal(new, old));
            }
        }
    }
    problem.exprs.conjunction(all)
}

impl Rely {
    /// The strongest rely among the candidates.
    pub fn infer(
        problem: &mut Problem,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Self, Unsayable> {
        let mut facts = candidates(problem);
        let bounds = problem.environment.bounds.clone();
        let commands: Vec<Ex> =
            bounds.iter().map(|command| command_relation(problem, command)).collect();
        for command in commands {
            let command = terms.term(&problem.exprs, command)?;
            drop_broken(problem, terms, vec![command], &mut facts, None, budget)?;
        }
        // Transitivity: old to middle, middle to new.
        let (first, second) = halves(problem);
        loop {
            let n_before = facts.len();
            let mut assumed = Vec::new();
            for fact in facts.clone() {
                for half in [&first, &second] {
                    let ex = problem.exprs.substitute(fact, half);
                    assumed.push(terms.term(&problem.exprs, ex)?);
                }
            }
            drop_broken(problem, terms, assumed, &mut facts, Some(()), budget)?;
            if facts.len() == n_before {
                break;
            }
        }
        Ok(Self { facts })
    }
}

/// Substitutions that make of a relation its first and its second half, by slots in between.
pub fn halves(problem: &mut Problem) -> (Substitution, Substitution) {
    let (mut first, mut second) = (Substitution::default(), Substitution::default());
    for (target, _) in problem.shared.clone() {
        let Some(next) = problem.environment.next.get(&target).copied() else { continue };
        let middle = problem.exprs.add_slot(problem.exprs.slot_type(target));
        let middle = problem.exprs.slot(middle);
        first.insert(next, middle);
        second.insert(target, middle);
    }
    (first, second)
}

/// Drops the facts that are false in some model of what is assumed; all of them if the solver
/// does not say.
fn drop_broken(
    problem: &Problem,
    terms: &mut Terms,
    assumed: Vec<TermId>,
    facts: &mut Vec<Ex>,
    once: Option<()>,
    budget: &Budget,
) -> Result<(), Unsayable> {
    loop {
        if facts.is_empty() {
            return Ok(());
        }
        let mut asked = Vec::new();
        for fact in facts.iter() {
            asked.push(terms.term(&problem.exprs, *fact)?);
        }
        let all = terms.pool.and(&asked);
        let broken = terms.pool.not(all);
        let mut formulas = assumed.clone();
        formulas.push(broken);
        let mut question =
            OneQuestion::ask(&terms.pool, &formulas, budget, Effort::Limited(5_000_000));
        match question.answer() {
            Answer::Unsat => return Ok(()),
            Answer::Sat => {
                let mut kept = Vec::new();
                for (fact, term) in facts.iter().zip(&asked) {
                    let value = question.value(&terms.pool, *term);
                    if value != Some(logic::Value::Bool(false)) {
                        kept.push(*fact);
                    }
                }
                if kept.len() == facts.len() {
                    kept.clear();
                }
                *facts = kept;
                if once.is_some() {
                    return Ok(());
                }
            }
            Answer::Unknown(_) => facts.clear(),
        }
    }
}

fn candidates(problem: &mut Problem) -> Vec<Ex> {
    let mut found: Vec<Ex> = Vec::new();
    let disturbed = problem.disturbed();
    let commands = problem.environment.bounds.clone();
    let atoms = atoms(problem, &commands);
    let old_to_new = old_to_new(problem);
    // A condition may be met behind the first of many steps only: also those on new values.
    let mut conditions = atoms.clone();
    for atom in &atoms {
        conditions.push(problem.exprs.substitute(*atom, &old_to_new));
    }
    conditions.sort();
    conditions.dedup();
    for (target, _) in problem.shared.clone() {
        let Some(next) = problem.environment.next.get(&target).copied() else { continue };
        let (old, new) = (problem.exprs.slot(target), problem.exprs.slot(next));
        let same = problem.exprs.equal(new, old);
        if !disturbed.contains(&target) {
            found.push(same);
            continue;
        }
        let writers =
            commands.iter().filter(|it| it.updates.iter().any(|(slot, _)| *slot == target));
        let guards: Vec<Ex> = writers.map(|command| command.guard).collect();
        // What depends on others' own slots is said by the conditions below.
        let is_said = |guard: &Ex| {
            problem.exprs.slots_of(*guard).iter().all(|slot| slot.index() < problem.n_state())
        };
        if guards.iter().all(is_said) {
            let mut any = problem.exprs.bool(false);
            for guard in guards {
                any = problem.exprs.or(any, guard);
            }
            found.push(problem.exprs.or(any, same));
        }
        for atom in conditions.iter().copied() {
            let not = problem.exprs.not(atom);
            found.push(problem.exprs.or(atom, same));
            found.push(problem.exprs.or(not, same));
        }
        for op in [CompareOp::Ge, CompareOp::Le] {
            found.push(problem.exprs.compare(op, new, old));
        }
    }
    // Conditions on old values that commands keep.
    for atom in atoms {
        if problem.exprs.slots_of(atom).iter().any(|slot| is_next(problem, *slot)) {
            continue;
        }
        let after = problem.exprs.substitute(atom, &old_to_new);
        let (not, not_after) = (problem.exprs.not(atom), problem.exprs.not(after));
        found.push(problem.exprs.or(not, after));
        found.push(problem.exprs.or(atom, not_after));
    }
    found.retain(|fact| !problem.exprs.is_true(*fact));
    found.sort();
    found.dedup();
    found
}

/// Conditions on slots of the programs, old or new, that commands depend on; and beside a crowd
/// those that its invariants may keep.
fn atoms(problem: &mut Problem, commands: &[Command]) -> Vec<Ex> {
    let mut atoms: Vec<Ex> = Vec::new();
    for command in commands {
        atoms.extend(problem.exprs.atoms_of(command.guard));
        atoms.extend(problem.exprs.atoms_of(command.then));
    }
    if let Some(crowd) = problem.environment.crowd.clone() {
        atoms.extend(crowd.shared_atoms(problem));
    }
    let is_known = |slot: &Slot| slot.index() < problem.n_state() || is_next(problem, *slot);
    atoms.retain(|atom| problem.exprs.slots_of(*atom).iter().all(is_known));
    atoms.sort();
    atoms.dedup();
    atoms
}

fn is_next(problem: &Problem, slot: Slot) -> bool {
    problem.environment.next.values().any(|next| *next == slot)
}

/// Old values of either side become new ones.
pub fn old_to_new(problem: &mut Problem) -> Substitution {
    let mut by = Substitution::default();
    for (target, source) in problem.shared.clone() {
        for slot in [target, source] {
            if let Some(next) = problem.environment.next.get(&slot).copied() {
                by.insert(slot, problem.exprs.slot(next));
            }
        }
    }
    by
}
