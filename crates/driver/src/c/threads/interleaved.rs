//! All interleavings of the program with its loops unrolled, as one formula.
//!
//! A violation has been replayed before it is one. That nothing fails is a proof if no run goes past
//! the bound, and if evidence has followed all runs again, one state after the other.

use engine_threads::{Interleaved, interleavings};
use evidence::induction::Refusal;
use evidence::interleavings::confirm_interleavings;
use verdict::Budget;

use super::{Question, Threads, confirmed};

/// Of the time for all interleavings: looking for an answer, the rest being for its check.
const ASKING_SHARE: f64 = 0.6;
/// Why there is no answer, if more time might help.
pub(super) const OUT_OF_TIME: &str = "time was up";

impl Question<'_, '_> {
    /// Looks for a violation among all interleavings, or for a proof that there is none.
    pub(super) fn interleavings(&mut self, budget: &Budget) -> Result<Threads, String> {
        budget.enter("all interleavings");
        let asking = budget.share(ASKING_SHARE);
        // How far it came in its time depends on the clock, and the answer must not.
        self.interleaved(&asking, budget).map_err(|why| {
            let is_out_of_time = asking.check().is_err() || budget.check().is_err();
            if is_out_of_time { OUT_OF_TIME.to_owned() } else { why }
        })
    }

    fn interleaved(&mut self, asking: &Budget, budget: &Budget) -> Result<Threads, String> {
        match interleavings(self.program, self.indeterminate, asking) {
            Interleaved::Failing(failing) => {
                match confirmed(self.program, self.indeterminate, &failing) {
                    Ok(run) => self.explorer.found.failing = Some(run),
                    Err(error) => return Ok(self.internal_error(error)),
                }
                Ok(Threads::Failing)
            }
            Interleaved::Bounded { n_rounds, n_steps } => {
                budget.enter("checking the proof");
                match confirm_interleavings(self.program, budget) {
                    Ok(()) => Ok(Threads::Proved(format!(
                        "all interleavings of the threads at once, {n_steps} steps that others \
                         notice; loops are unrolled to {n_rounds}, and no run goes past that"
                    ))),
                    Err(Refusal::Undecided(why) | Refusal::Unfollowed(why)) => {
                        Err(format!("the proof was not checked again: {why}"))
                    }
                    Err(Refusal::Wrong(error) | Refusal::NotInductive(error)) => {
                        Ok(self.internal_error(error))
                    }
                }
            }
            Interleaved::Open(why) => Err(why),
        }
    }
}
