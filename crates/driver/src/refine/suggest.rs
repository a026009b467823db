//! What would help: the fewest variables that others would have to leave alone.
//!
//! Each is tried in turn, those that others wrote in the failing run first, then each two; what is
//! suggested has been proved and checked again.

use engine_refine::expr::Slot;
use engine_refine::failure::Event;
use engine_refine::problem::Problem;
use engine_refine::{Answer, Patience, refine};
use verdict::Budget;

use super::recheck::{Compared, check_simulation};

/// More variables than these are not tried.
const MAX_VARIABLES: usize = 6;
/// Places from which on a program is large, and fewer sets are tried.
const LARGE: usize = 60;
const MAX_TRIES_OF_LARGE: usize = 3;

/// A sentence about the smallest set of variables, if there is one.
pub fn preserves(
    problem: &Problem,
    blamed: &[Slot],
    compared: &Compared<'_>,
    budget: &Budget,
) -> Option<String> {
    let mut disturbed = problem.disturbed();
    disturbed.sort_by_key(|slot| !blamed.contains(slot));
    if disturbed.len() > MAX_VARIABLES {
        return None;
    }
    let mut sets: Vec<Vec<Slot>> = disturbed.iter().map(|slot| vec![*slot]).collect();
    // Two of many would take long and help little.
    let firsts = if disturbed.len() <= 3 { disturbed.as_slice() } else { &[] };
    for (index, first) in firsts.iter().enumerate() {
        sets.extend(disturbed[index + 1..].iter().map(|second| vec![*first, *second]));
    }
    // Each try costs as much as the question itself.
    if problem.target.n_places() > LARGE {
        sets.truncate(MAX_TRIES_OF_LARGE);
    }
    for set in sets {
        if budget.check().is_err() {
            return None;
        }
        let mut calmer = problem.clone();
        calmer
            .environment
            .commands
            .retain(|command| !command.updates.iter().any(|(slot, _)| set.contains(slot)));
        if let (Answer::Refines(simulation), _) = refine(&mut calmer, Patience::Brief, budget)
            && check_simulation(&calmer, &simulation, compared, budget).is_ok()
        {
            let names: Vec<&str> =
                set.iter().map(|slot| problem.variables[slot.index()].name.as_str()).collect();
            return Some(format!(
                "it would be right if no other thread wrote {}: `//@ env preserves {};`",
                names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and "),
                names.join(", ")
            ));
        }
    }
    None
}

/// Variables that others write in the failing run, if there is one.
pub fn blamed(problem: &Problem, answer: &Answer) -> Vec<Slot> {
    let Answer::DoesNot(failure) = answer else { return Vec::new() };
    let mut slots = Vec::new();
    for line in &failure.lines {
        match &line.event {
            Event::Environment { command } => {
                let command = &problem.environment.commands[*command];
                slots.extend(command.updates.iter().map(|(slot, _)| *slot));
            }
            Event::Others { writes, .. } => slots.extend(writes),
            Event::Start | Event::Step { .. } => {}
        }
    }
    slots
}
