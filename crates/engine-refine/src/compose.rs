//! A step of the target and a path of the source, as one step of both.
//!
//! The source answers after the target has moved, so its choices may be the target's new values.
//! The path is enabled where all its guards are true one after the other and what is seen is the
//! same; *enabled* is part of the answer, never assumed (a path that cannot be taken would follow
//! anything).

use crate::expr::{Ex, Slot, Substitution};
use crate::follow::{Path, Pick};
use crate::machine::{Label, UNDEFINED};
use crate::problem::Problem;

/// Both sides, moved.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Over the state before, and the choices of the target.
    pub enabled: Ex,
    /// New values of both sides; what is not listed stays.
    pub after: Substitution,
    /// Where the source gets to.
    pub place: usize,
}

/// The target's own new values.
pub fn after_target(problem: &Problem, step: usize) -> Substitution {
    problem.target.steps[step].updates.iter().copied().collect()
}

/// The path as an answer to the step; nothing if what is seen can never be the same.
pub fn joint(problem: &mut Problem, step: usize, from: usize, path: &Path) -> Option<Joint> {
    let target = problem.target.steps[step].clone();
    let after = after_target(problem, step);
    let mut store = Substitution::default();
    let mut enabled = problem.exprs.bool(true);
    let mut is_seen = target.label == Label::Silent;
    let mut picks = path.picks.iter();
    let mut place = from;
    for index in &path.steps {
        let own = problem.source.steps[*index].clone();
        if own.from != place {
            return None;
        }
        let mut by = store.clone();
        for choice in &own.choices {
            let value = match *picks.next()? {
                Pick::Result => match &target.label {
                    Label::Call { result: Some(slot), .. } => problem.exprs.slot(*slot),
                    _ => return None,
                },
                Pick::Returned => match &target.label {
                    Label::Return(Some(value)) => *value,
                    _ => return None,
                },
                Pick::Choice(index) => problem.exprs.slot(*target.choices.get(index)?),
                Pick::After(slot) => match after.get(&slot) {
                    Some(value) => *value,
                    None => problem.exprs.slot(slot),
                },
                Pick::Constant(value) => constant(problem, *choice, value)?,
            };
            if problem.exprs.type_of(value) != problem.exprs.slot_type(*choice) {
                return None;
            }
            by.insert(*choice, value);
        }
        let guard = problem.exprs.substitute(own.guard, &by);
        enabled = problem.exprs.and(enabled, guard);
        place = own.to;
        if let Label::Undefined(_) = own.label {
            return Some(Joint { enabled, after, place: UNDEFINED });
        }
        if own.label != Label::Silent {
            if is_seen {
                return None;
            }
            let same = same_label(problem, &target.label, &own.label, &by)?;
            enabled = problem.exprs.and(enabled, same);
            is_seen = true;
        }
        let mut next = store.clone();
        for (slot, value) in &own.updates {
            let value = problem.exprs.substitute(*value, &by);
            next.insert(*slot, value);
        }
        store = next;
    }
    let mut all = after;
    all.extend(store);
    is_seen.then_some(Joint { enabled, after: all, place })
}

fn constant(problem: &mut Problem, choice: Slot, value: i128) -> Option<Ex> {
    match problem.exprs.slot_type(choice) {
        ir::Type::Bool => Some(problem.exprs.bool(value != 0)),
        ir::Type::Int(int) => Some(problem.exprs.int(int, value)),
        ir::Type::Float(_) | ir::Type::Pointer => None,
    }
}

/// When the same is seen of both.
fn same_label(
    problem: &mut Problem,
    target: &Label,
    source: &Label,
    by: &Substitution,
) -> Option<Ex> {
    match (target, source) {
        (
            Label::Call { function, arguments, result },
            Label::Call { function: called, arguments: given, result: got },
        ) => {
            let is_alike = function == called
                && arguments.len() == given.len()
                && result.is_some() == got.is_some();
            if !is_alike {
                return None;
            }
            let mut all = problem.exprs.bool(true);
            for (argument, given) in arguments.iter().zip(given) {
                let given = problem.exprs.substitute(*given, by);
                if problem.exprs.type_of(*argument) != problem.exprs.type_of(given) {
                    return None;
                }
                let same = problem.exprs.equal(*argument, given);
                all = problem.exprs.and(all, same);
            }
            if let (Some(result), Some(got)) = (result, got) {
                let mine = problem.exprs.slot(*result);
                let got = problem.exprs.slot(*got);
                let got = problem.exprs.substitute(got, by);
                let same = problem.exprs.equal(mine, got);
                all = problem.exprs.and(all, same);
            }
            Some(all)
        }
        (Label::Return(Some(value)), Label::Return(Some(given))) => {
            let given = problem.exprs.substitute(*given, by);
            let is_alike = problem.exprs.type_of(*value) == problem.exprs.type_of(given);
            is_alike.then(|| problem.exprs.equal(*value, given))
        }
        (Label::Return(None), Label::Return(None))
        | (Label::Abort, Label::Abort)
        | (Label::Error, Label::Error) => Some(problem.exprs.bool(true)),
        _ => None,
    }
}
