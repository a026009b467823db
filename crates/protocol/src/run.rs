//! A run of a concrete instance: what a refutation consists of.

use crate::eval::EvalError;
use crate::instance::{Instance, State, Step};

/// A run from an initial state, finite or with an end that goes round for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub n_processes: usize,
    pub initial: State,
    pub steps: Vec<(Step, State)>,
    pub end: RunEnd,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// It is finite: what it shows is its last state.
    Stops,
    /// Nothing ever happens again, and nobody is bound to move.
    Stutters,
    /// After the last step all is as it was after the first `from` steps.
    Loops { from: usize },
    /// After the last step all is as it was after the first `from` steps, except that some
    /// numbers have moved apart, and every further round moves them on by the same amounts. No
    /// test ever notices, since the differences that change are large and grow.
    LoopsGrowing { from: usize },
}

impl Run {
    /// The state after the first `n` steps.
    pub fn state(&self, n: usize) -> &State {
        match n.checked_sub(1) {
            None => &self.initial,
            Some(last) => &self.steps[last].1,
        }
    }

    /// The state after the last step.
    pub fn last(&self) -> &State {
        self.state(self.steps.len())
    }

    /// Checks that every step is one of the instance, by taking it again.
    ///
    /// The first state is not judged here, and neither is what the run is said to show.
    pub fn replays(&self, instance: &Instance<'_>) -> Result<bool, EvalError> {
        for (position, (step, after)) in self.steps.iter().enumerate() {
            let any: Vec<i64> = after.data().collect();
            let successors = instance.successors(self.state(position), &any)?;
            if !successors.iter().any(|(taken, state)| taken == step && state == after) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
