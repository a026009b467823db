//! A random run of an instance, to see a protocol at work.
//!
//! In every state one of the actors that can move is drawn, then one of its steps, so that a
//! process with many alternatives does not move more often than the others. The same seed gives
//! the same run on every machine. Nothing about fairness or likelihood is meant by it.

use verdict::Budget;

use crate::eval::EvalError;
use crate::instance::{Instance, State, Step, StepActor};
use crate::quotient::Quotient;
use crate::run::{Run, RunEnd};

/// Why there is no random run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimulationError {
    #[error("the instance has too many initial states to draw one")]
    InitialStates,
    #[error("no state of so many processes satisfies `initially`")]
    NoStart,
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// A run of at most `n_steps` steps; fewer if at some point nobody can move, or the budget is spent.
pub fn simulate(
    instance: &Instance<'_>,
    n_steps: usize,
    seed: u64,
    budget: &Budget,
) -> Result<Run, SimulationError> {
    const MAX_INITIAL: usize = 100_000;
    let quotient = Quotient::coarse(instance);
    let mut dice = Dice(seed);
    let initial = instance.initial_states(&quotient.initial_numbers(), MAX_INITIAL);
    let mut initial = initial.ok_or(SimulationError::InitialStates)?;
    if initial.is_empty() {
        return Err(SimulationError::NoStart);
    }
    let initial = initial.swap_remove(dice.draw(initial.len()));
    let n_processes = instance.n_processes();
    let mut run = Run { n_processes, initial, steps: Vec::new(), end: RunEnd::Stops };
    while run.steps.len() < n_steps && budget.check().is_ok() {
        let any = quotient.any_numbers(run.last());
        let mut successors = instance.successors(run.last(), &any)?;
        let mut actors: Vec<StepActor> = successors.iter().map(|(step, _)| step.actor).collect();
        actors.sort();
        actors.dedup();
        if actors.is_empty() {
            run.end = RunEnd::Stutters;
            break;
        }
        let actor = actors[dice.draw(actors.len())];
        successors.retain(|(step, _)| step.actor == actor);
        let drawn: (Step, State) = successors.swap_remove(dice.draw(successors.len()));
        run.steps.push(drawn);
    }
    Ok(run)
}

/// Numbers that look random (SplitMix64).
struct Dice(u64);

impl Dice {
    /// A number below `n`, which must not be 0.
    fn draw(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % n as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::tests::system;

    #[test]
    fn the_same_seed_gives_the_same_run_of_the_instance() {
        let system = system(include_str!("../../../examples/protocols/bakery.lpp"));
        let instance = Instance::new(&system, 3);
        let budget = Budget::unlimited();
        let run = simulate(&instance, 50, 7, &budget).expect("bakery has one initial state");
        assert_eq!(run.steps.len(), 50);
        assert_eq!(run.replays(&instance), Ok(true));
        assert_eq!(simulate(&instance, 50, 7, &budget), Ok(run.clone()));
        assert_ne!(simulate(&instance, 50, 8, &budget), Ok(run));
    }

    #[test]
    fn a_run_ends_where_nobody_can_move() {
        let system = system("protocol p\nloc a, b\nat a: goto b\nsafety true\n");
        let run = simulate(&Instance::new(&system, 2), 9, 1, &Budget::unlimited());
        let run = run.expect("one initial state");
        assert_eq!((run.steps.len(), run.end), (2, RunEnd::Stutters));
    }
}
