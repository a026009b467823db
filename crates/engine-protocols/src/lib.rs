//! Environment abstraction.

mod abstraction;
mod bystander;
mod condition;
mod export;
mod fairness;
mod liveness;
mod locate;
mod model;
mod ordered;
mod pairs;
mod placement;
mod plan;
mod safety;
mod scan;
mod scenario;
mod states;
mod steps;
mod vocabulary;

pub use abstraction::{Abstraction, Questions};
pub use export::{CellTable, CentreTable, LocalTable, PairFactTable, Tables};
pub use liveness::{JusticeKind, Liveness, LivenessProof};
pub use safety::Safety;

/// Why a protocol is not analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the budget is spent")]
    Exhausted(verdict::Exhausted),
    /// The abstraction would be too large; what makes it so.
    #[error("{0}")]
    TooLarge(String),
}

impl From<verdict::Exhausted> for Refusal {
    fn from(exhausted: verdict::Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}

impl From<finite::Stop> for Refusal {
    fn from(stop: finite::Stop) -> Self {
        match stop {
            finite::Stop::Exhausted(exhausted) => Self::Exhausted(exhausted),
            finite::Stop::Full => Self::TooLarge(
                "the reachable abstract states do not fit into the table of decision diagrams"
                    .to_owned(),
            ),
        }
    }
}

#[cfg(test)]
mod tests;
