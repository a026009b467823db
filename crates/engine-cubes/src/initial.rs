//! Whether a cube contains an initial state.
//!
//! The initial formula is demanded of all tuples of the cube's processes. What it demands of
//! processes that the cube does not name cannot contradict the cube as long as `init` is
//! uniform; where it can, the answer *yes* may be wrong, which costs precision only.

use cubicle::{Repetition, for_each_tuple};
use verdict::{Budget, Exhausted};

use crate::cube::Cube;
use crate::facts::Facts;
use crate::goal::{Goal, Next, expand, goal};
use crate::layout::{Layout, MAX_PROCS};

/// The initial states, for each number of processes that a cube may name.
pub struct Initial {
    /// The plain conjuncts, as facts, and the disjunctions; `None` if `init` is contradictory.
    by_size: Vec<Option<(Facts, Vec<Goal>)>>,
}

impl Initial {
    pub fn new(layout: &Layout<'_>) -> Self {
        Self { by_size: (0..=MAX_PROCS).map(|n_procs| of_size(layout, n_procs)).collect() }
    }

    pub fn intersects(
        &self,
        layout: &Layout<'_>,
        cube: &Cube,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let Some((facts, choices)) = &self.by_size[cube.n_procs] else { return Ok(false) };
        if cube.literals.iter().any(|literal| facts.refutes(layout, literal)) {
            return Ok(false);
        }
        let mut goals: Vec<Goal> = cube.literals.iter().cloned().map(Goal::Literal).collect();
        goals.extend(choices.iter().cloned());
        let next = expand(layout, facts.clone(), goals, budget, &mut |_| Next::Stop)?;
        Ok(next == Next::Stop)
    }
}

fn of_size(layout: &Layout<'_>, n_procs: usize) -> Option<(Facts, Vec<Goal>)> {
    let system = layout.system;
    if n_procs < system.n_fixed {
        return None;
    }
    let mut facts = Facts::new(n_procs, system.n_fixed);
    let mut choices = Vec::new();
    let mut pending = Vec::new();
    for_each_tuple(n_procs, system.init.n_params, Repetition::Allowed, &mut |tuple| {
        let env: Vec<u8> = tuple.iter().map(|&index| index as u8).collect();
        pending.push(goal(layout, &system.init.body, &env));
    });
    // A cube without processes still lies in a state that has some, and what `init` says of
    // variables holds there: the parameters are taken as processes that do not matter.
    if n_procs == 0 && system.init.n_params > 0 {
        pending.push(about_variables(layout));
    }
    while let Some(goal) = pending.pop() {
        match goal {
            Goal::Constant(true) => {}
            Goal::Constant(false) => return None,
            Goal::Literal(literal) => facts.add(layout, literal).ok()?,
            Goal::All(parts) => pending.extend(parts),
            Goal::Any(_) => choices.push(goal),
        }
    }
    facts.settle(layout).ok()?;
    Some((facts, choices))
}

/// The conjuncts of `init` that speak of variables only.
fn about_variables(layout: &Layout<'_>) -> Goal {
    fn parts(goal: Goal) -> Vec<Goal> {
        match goal {
            Goal::All(parts) => parts,
            other => vec![other],
        }
    }
    fn speaks_of_process(layout: &Layout<'_>, goal: &Goal) -> bool {
        match goal {
            Goal::Constant(_) => false,
            Goal::Literal(literal) => literal.procs(layout, MAX_PROCS) != 0,
            Goal::All(parts) | Goal::Any(parts) => {
                parts.iter().any(|part| speaks_of_process(layout, part))
            }
        }
    }
    let env = vec![0; layout.system.init.n_params];
    let all = parts(goal(layout, &layout.system.init.body, &env));
    Goal::all(all.into_iter().filter(|part| !speaks_of_process(layout, part)))
}
