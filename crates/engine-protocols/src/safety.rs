//! Safety: is there a reachable abstract state in which some pair violates the property?

use finite::symbolic::{Diagram, Reached, Space};
use finite::{Run, Search};
use protocol::Formula;

use crate::Refusal;
use crate::abstraction::Abstraction;

/// The answer to a safety question about the abstraction.
pub enum Safety {
    /// No reachable abstract state violates the property; what is reachable.
    Holds { reachable: Diagram, n_states: f64 },
    /// A run of the abstraction, perhaps of no instance.
    Violated(Run),
}

impl Abstraction<'_> {
    /// Whether all pairs of distinct processes always satisfy the formula.
    pub fn safety(&self, formula: &Formula) -> Result<Safety, Refusal> {
        let bad = self.model.bad_regions(&self.explorer, formula);
        let space = Space::new(&self.model.system, self.explorer.budget)?;
        match space.search(&bad)? {
            Search::Safe(reached) => Ok(Safety::Holds {
                reachable: space.export(&reached.all),
                n_states: space.count(&reached.all),
            }),
            Search::Bad(run) => Ok(Safety::Violated(run)),
        }
    }

    /// Everything that is reachable.
    pub(crate) fn reachable(&self, space: &Space<'_>) -> Result<Reached, Refusal> {
        match space.search(&[])? {
            Search::Safe(reached) => Ok(reached),
            Search::Bad(_) => unreachable!("nothing was called bad"),
        }
    }
}
