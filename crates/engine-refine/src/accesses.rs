//! Which shared variables each step reads and writes, to compare the two sides.

use rustc_hash::FxHashMap;

use crate::expr::Slot;
use crate::follow::Path;
use crate::machine::{Side, Step};
use crate::problem::Problem;

/// Shared variables that a step reads and those that it writes, by the target's slots.
type OfStep = [Vec<Slot>; 2];

/// Of all steps of both sides.
pub struct Accesses {
    target: Vec<OfStep>,
    source: Vec<OfStep>,
}

impl Accesses {
    pub fn of(problem: &Problem) -> Self {
        let mut names: [FxHashMap<Slot, Slot>; 2] = Default::default();
        for (target, source) in &problem.shared {
            names[0].insert(*target, *target);
            names[1].insert(*source, *target);
        }
        let of_side = |side: Side, names: &FxHashMap<Slot, Slot>| {
            problem.machine(side).steps.iter().map(|step| of_step(problem, names, step)).collect()
        };
        Self { target: of_side(Side::Target, &names[0]), source: of_side(Side::Source, &names[1]) }
    }

    /// Sorts paths of the source by how much their accesses differ from those of a step of the
    /// target.
    pub fn in_step(&self, step: usize, paths: &mut [Path]) {
        paths.sort_by_cached_key(|path| (self.distance(step, path), path.clone()));
    }

    /// How many accesses of a path have no counterpart in the target's step, or the other way
    /// round; then how long it is.
    fn distance(&self, step: usize, path: &Path) -> (usize, usize) {
        let mut left = self.target[step].clone();
        let mut n_others = 0;
        for index in &path.steps {
            for (mine, theirs) in left.iter_mut().zip(&self.source[*index]) {
                for slot in theirs {
                    match mine.iter().position(|it| it == slot) {
                        Some(at) => {
                            mine.remove(at);
                        }
                        None => n_others += 1,
                    }
                }
            }
        }
        (n_others + left[0].len() + left[1].len(), path.steps.len())
    }
}

fn of_step(problem: &Problem, names: &FxHashMap<Slot, Slot>, step: &Step) -> OfStep {
    let mut read = problem.exprs.slots_of(step.guard);
    for (_, value) in &step.updates {
        read.extend(problem.exprs.slots_of(*value));
    }
    let mut read: Vec<Slot> = read.iter().filter_map(|slot| names.get(slot).copied()).collect();
    read.sort();
    read.dedup();
    let written = step.updates.iter().filter_map(|(slot, _)| names.get(slot).copied()).collect();
    [read, written]
}
