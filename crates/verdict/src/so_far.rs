//! What a search has found out by now, for an answer that has to be given before it ends.
//!
//! Engines say it as they go; whoever ends them reads it from another thread. It is no part of an
//! answer that engines give themselves, so that those do not depend on how far anybody came when
//! someone looked.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::Outcome;
use crate::searched::no_failure_within;

#[derive(Debug, Default)]
pub struct SoFar {
    n_runs: AtomicU64,
    n_steps: AtomicU64,
    answered: Mutex<Option<Outcome>>,
}

impl SoFar {
    /// So many concrete runs have been looked at, all in all, and none fails.
    pub fn ran(&self, n_runs: u64) {
        self.n_runs.fetch_max(n_runs, Ordering::Relaxed);
    }

    /// No run fails within so many steps from loop head to loop head.
    pub fn searched(&self, n_steps: u64) {
        self.n_steps.fetch_max(n_steps, Ordering::Relaxed);
    }

    /// There is an answer already, and who goes on looks for more.
    pub fn answer(&self, outcome: Outcome) {
        *self.answered.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
    }

    /// The answer that there is already.
    pub fn answered(&self) -> Option<Outcome> {
        self.answered.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// One sentence each.
    pub fn in_words(&self) -> Vec<String> {
        let mut told = Vec::new();
        match self.n_runs.load(Ordering::Relaxed) {
            0 => {}
            1 => told.push("1 concrete run found no violation".to_owned()),
            n => told.push(format!("{n} concrete runs found no violation")),
        }
        told.extend(no_failure_within(self.n_searched()));
        told
    }

    /// No run fails within so many steps from loop head to loop head.
    pub fn n_searched(&self) -> u64 {
        self.n_steps.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farthest_is_told() {
        let so_far = SoFar::default();
        assert!(so_far.in_words().is_empty());
        so_far.ran(2000);
        so_far.searched(7);
        so_far.searched(3);
        let told = so_far.in_words();
        assert_eq!(told[0], "2000 concrete runs found no violation");
        assert_eq!(told[1], "no failure within 7 steps from loop head to loop head");
    }
}
