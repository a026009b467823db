//! What might hold at a place of one thread: guesses over the shared slots and those of the thread.
//!
//! Constants of the programs bound what variables hold; two variables are equal; a lock holds the
//! thread's number; a condition of a program holds, or does not. Nothing here is trusted.

use ir::{CompareOp, Type};

use crate::build::OWN_THREAD;
use crate::crowd::Crowd;
use crate::expr::{Ex, Slot};
use crate::machine::Machine;
use crate::problem::Problem;

/// Constants that one slot is compared with.
const MAX_CONSTANTS: usize = 8;
/// Slots that are compared with each other.
const MAX_SLOTS: usize = 12;

/// Constants of both programs, small ones first.
pub(super) fn constants(problem: &Problem, crowd: &Crowd) -> Vec<i128> {
    let exprs = &problem.exprs;
    let mut found: Vec<i128> = vec![0, 1];
    for machine in [&crowd.machine, &problem.target] {
        for step in &machine.steps {
            found.extend(exprs.constants_of(step.guard));
            step.updates.iter().for_each(|(_, value)| found.extend(exprs.constants_of(*value)));
        }
    }
    for fact in &problem.requires {
        found.extend(exprs.constants_of(fact.ex));
    }
    found.extend(problem.variables.iter().filter_map(|variable| variable.initial));
    found.extend(crowd.globals.iter().filter_map(|global| global.initial));
    found.sort_by_key(|value| (value.unsigned_abs(), *value < 0));
    found.dedup();
    found.truncate(MAX_CONSTANTS);
    found
}

/// Conditions of a program, each as it stands.
pub(super) fn atoms(problem: &Problem, machine: &Machine) -> Vec<Ex> {
    let mut found: Vec<Ex> = Vec::new();
    for step in &machine.steps {
        found.extend(problem.exprs.atoms_of(step.guard));
    }
    found.extend(problem.requires.iter().flat_map(|fact| problem.exprs.atoms_of(fact.ex)));
    found.sort();
    found.dedup();
    found
}

/// The guesses at one place, over these slots; `number` is that of the thread.
pub(super) fn guesses(
    problem: &mut Problem,
    slots: &[Slot],
    number: Option<Slot>,
    constants: &[i128],
    atoms: &[Ex],
) -> Vec<Ex> {
    let mut found: Vec<Ex> = Vec::new();
    let slots = &slots[..slots.len().min(MAX_SLOTS)];
    for (index, slot) in slots.iter().enumerate() {
        let Type::Int(int) = problem.exprs.slot_type(*slot) else {
            let value = problem.exprs.slot(*slot);
            found.extend([value, problem.exprs.not(value)]);
            continue;
        };
        let value = problem.exprs.slot(*slot);
        for constant in constants.iter().filter(|it| int.value(int.wrap(**it)) == **it) {
            let constant = problem.exprs.int(int, *constant);
            for op in [CompareOp::Eq, CompareOp::Ne, CompareOp::Ge, CompareOp::Le] {
                found.push(problem.exprs.compare(op, value, constant));
            }
        }
        let own = match number {
            Some(number) => {
                let number = problem.exprs.slot(number);
                problem.exprs.convert(int, number)
            }
            None => problem.exprs.int(int, OWN_THREAD),
        };
        for op in [CompareOp::Eq, CompareOp::Ne] {
            found.push(problem.exprs.compare(op, value, own));
        }
        for other in &slots[index + 1..] {
            if problem.exprs.slot_type(*other) == Type::Int(int) {
                let other = problem.exprs.slot(*other);
                for op in [CompareOp::Eq, CompareOp::Ge, CompareOp::Le] {
                    found.push(problem.exprs.compare(op, value, other));
                }
            }
        }
    }
    for atom in atoms {
        let is_over = |slot: &Slot| slots.contains(slot) || Some(*slot) == number;
        if problem.exprs.slots_of(*atom).iter().all(is_over) {
            found.extend([*atom, problem.exprs.not(*atom)]);
        }
    }
    found.retain(|fact| !problem.exprs.is_true(*fact) && !problem.exprs.is_false(*fact));
    let mut seen = rustc_hash::FxHashSet::default();
    found.retain(|fact| seen.insert(*fact));
    found
}
