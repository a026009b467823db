//! What a new thread of the others does that runs from its entry for a while and is not interrupted, as
//! commands for the game.
//!
//! The effect is computed from the shared values where it begins; runs whose effect depends on anything
//! else (inputs, parameters, the number of the thread) are left out. Failing runs are not made of
//! these: the source may act between two writes that are one command here.

use std::collections::VecDeque;

use super::{Crowd, FIRST_OF_OTHERS, NUMBER};
use crate::expr::{Ex, Exprs, Slot, Substitution};
use crate::machine::{ENDED, FIRST, Label};
use crate::problem::Command;

/// Steps of one run, and runs.
const MAX_STEPS: usize = 24;
const MAX_COMMANDS: usize = 24;
const MAX_TRIED: usize = 400;

/// The runs of a crowd over these shared slots, shortest first; each ends behind a write.
pub fn commands_of_runs(exprs: &mut Exprs, crowd: &Crowd, shared: &[Slot]) -> Vec<Command> {
    let mut found: Vec<Command> = Vec::new();
    let mut pending: VecDeque<(usize, Vec<usize>, Ex, Substitution)> = VecDeque::new();
    let yes = exprs.bool(true);
    pending.push_back((crowd.machine.start, Vec::new(), yes, Substitution::default()));
    let mut n_tried = 0;
    while let Some((place, path, guard, store)) = pending.pop_front() {
        n_tried += 1;
        if n_tried > MAX_TRIED || found.len() >= MAX_COMMANDS {
            break;
        }
        for index in &crowd.machine.outgoing[place] {
            let step = &crowd.machine.steps[*index];
            let is_plain = matches!(
                step.label,
                Label::Silent | Label::Call { .. } | Label::Return(_) | Label::Abort
            );
            if !is_plain || !(step.to >= FIRST || step.to == ENDED) {
                continue;
            }
            let own = exprs.substitute(step.guard, &store);
            let guard = exprs.and(guard, own);
            if exprs.is_false(guard) || !is_over(exprs, guard, shared) {
                continue;
            }
            let mut after = store.clone();
            for (slot, value) in &step.updates {
                let value = exprs.substitute(*value, &store);
                after.insert(*slot, value);
            }
            let mut longer = path.clone();
            longer.push(*index);
            if step.updates.iter().any(|(slot, _)| shared.contains(slot)) {
                found.extend(command(exprs, crowd, shared, &longer, guard, &after));
            }
            if step.to >= FIRST && longer.len() < MAX_STEPS {
                pending.push_back((step.to, longer, guard, after));
            }
        }
    }
    found
}

fn is_over(exprs: &Exprs, ex: Ex, shared: &[Slot]) -> bool {
    exprs.slots_of(ex).iter().all(|slot| shared.contains(slot))
}

fn command(
    exprs: &mut Exprs,
    crowd: &Crowd,
    shared: &[Slot],
    path: &[usize],
    guard: Ex,
    store: &Substitution,
) -> Option<Command> {
    // Where the number of the thread is only written, any will do.
    let number = exprs.int(NUMBER, FIRST_OF_OTHERS);
    let by: Substitution = [(crowd.number, number)].into_iter().collect();
    let mut updates: Vec<(Slot, Option<Ex>)> = Vec::new();
    for slot in shared {
        let Some(value) = store.get(slot) else { continue };
        let value = exprs.substitute(*value, &by);
        if !is_over(exprs, value, shared) {
            return None;
        }
        if value != exprs.slot(*slot) {
            updates.push((*slot, Some(value)));
        }
    }
    let writes = |index: &&usize| {
        let mut written = crowd.machine.steps[**index].updates.iter().map(|(slot, _)| slot);
        written.any(|slot| shared.contains(slot))
    };
    let mut texts: Vec<&str> =
        path.iter().filter(writes).map(|index| crowd.texts[*index].as_str()).collect();
    texts.dedup();
    let text = texts.join("; ");
    let then = exprs.bool(true);
    (!updates.is_empty()).then_some(Command { text, guard, updates, then, is_exact: true })
}
