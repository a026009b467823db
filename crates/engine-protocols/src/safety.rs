//! Safety: is there a reachable abstract state in which some pair violates the property?

use finite::Run;
use protocol::Formula;

use crate::Refusal;
use crate::abstraction::Inquiry;

/// The answer to a safety question about the abstraction.
pub enum Safety {
    /// No reachable abstract state violates the property; how many are reachable.
    Holds { n_states: f64 },
    /// A run of the abstraction, perhaps of no instance.
    Violated(Run),
}

impl Inquiry<'_> {
    /// Whether all pairs of distinct processes always satisfy the formula.
    pub fn safety(&self, formula: &Formula) -> Result<Safety, Refusal> {
        let bad = self.abstraction.model.bad_regions(&self.abstraction.explorer, formula);
        match self.run_to(&bad)? {
            None => Ok(Safety::Holds { n_states: self.space.count(&self.reached()?.all) }),
            Some(run) => Ok(Safety::Violated(run)),
        }
    }
}
