//! A random run of an instance, the same for the same seed.

use verdict::Budget;

use crate::explore::RunStep;
use crate::instance::{Instance, State};

/// Initial states among which the first one is drawn.
const MAX_INITIAL: usize = 1_000;

/// The first state and up to `n_steps` steps, fewer if nothing can happen any more or the budget is
/// spent; `None` if the instance has no initial state.
pub fn simulate(
    instance: &Instance<'_>,
    n_steps: usize,
    seed: u64,
    budget: &Budget,
) -> Option<(State, Vec<RunStep>)> {
    let mut draw = Draw(seed ^ 0x9e37_79b9_7f4a_7c15);
    let (mut initial, _) = instance.initial_states(MAX_INITIAL);
    if initial.is_empty() {
        return None;
    }
    let initial = initial.swap_remove(draw.below(initial.len()));
    let mut state = initial.clone();
    let mut steps = Vec::new();
    for _ in 0..n_steps {
        if budget.check().is_err() {
            break;
        }
        let mut successors = instance.successors(&state);
        if successors.is_empty() {
            break;
        }
        let chosen = successors.swap_remove(draw.below(successors.len()));
        state = chosen.after;
        let (transition, args) = (chosen.transition, chosen.args);
        steps.push(RunStep { transition, args, after: state.clone() });
    }
    Some((initial, steps))
}

/// SplitMix64 (Steele, Lea and Flood 2014): small, and good enough to draw a run.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }
}
