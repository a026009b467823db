//! Environment abstraction: protocols for any number of processes.
//!
//! After Clarke, Talupur and Veith, *Environment Abstraction for Parameterized Verification*
//! (VMCAI 2006). An abstract state is what one process, the *reference*, sees: its own local state
//! (and the centre's), and for every kind of other process whether there is one. A kind, a
//! *cell*, is a local state together with a relation to the reference: the signs of
//! all compared differences, the order of ids. So the abstract state space is finite, whatever the
//! number of processes and however large their numbers.
//!
//! ```text
//! bakery:   x at wait | y at wait with t[x] < t[y], x < y;   y at idle with t[x] > t[y], y < x
//! ```
//!
//! The way from a protocol to an answer, one module each:
//!
//! | module | what it does |
//! |---|---|
//! | `forget` | numbers that nobody will read become 0 |
//! | `vocabulary` | which comparisons are remembered, and how far numbers are told apart |
//! | `states` | local states, relations, cells, as small numbers |
//! | `plan`, `scan` | what an actor may do in one step, numbers left open |
//! | `placement`, `bystander` | the numbers to try: all that look different |
//! | `initial` | where instances start |
//! | `scenario`, `steps` | a plan with numbers: actor, reference, and every kind of bystander |
//! | `pairs` | pair views: which cells exist at all; all rules are derived under them |
//! | `model` | rules of a Boolean transition system, dominated ones dropped |
//! | `safety`, `fairness`, `ordered`, `liveness` | the two questions |
//! | `rank`, `tickets`, `differences` | what helps where liveness needs a ranking |
//! | `export`, `told`, `locate` | proofs and runs as plain data; where a concrete state lies |
//!
//! # Soundness
//! Every step of every instance, seen by any of its processes, is a step of the model. One step
//! distinguishes the reference, the actor and, one at a time, the bystanders: what happens to
//! a bystander does not depend on the other bystanders, except through the actor. Two deviations from the
//! paper matter: numbers are enumerated up to distances that include what a step adds (a range taken
//! too small misses steps), and "leaving a cell" counts whoever moves, also when the reference's
//! step is the reason (see `fairness`).
//!
//! # What it cannot do
//! It does not relate two other processes to each other, so that protocols whose correctness
//! rests on an order between two environment processes stay unproved, and so does liveness
//! that needs a ranking other than a difference of two numbers. Instances of one process are not covered: K is at least 2, and whoever asks
//! for any number looks at one process otherwise.

mod abstraction;
mod bystander;
mod condition;
mod differences;
mod export;
mod fairness;
mod forget;
mod initial;
mod liveness;
mod locate;
mod model;
mod ordered;
mod pairs;
mod placement;
mod plan;
mod rank;
mod safety;
mod scan;
mod scenario;
mod states;
mod steps;
mod tickets;
mod told;
mod vocabulary;

pub use abstraction::{Abstraction, Inquiry, Questions};
pub use export::{CellTable, CentreTable, LocalTable, PairFactTable, Tables};
pub use forget::Forgetful;
pub use liveness::{JusticeKind, Liveness, LivenessProof, StrongKind};
pub use rank::{Aids, Rank};
pub use safety::Safety;
pub use tickets::Tickets;

/// Why a protocol is not analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the budget is spent")]
    Exhausted(verdict::Exhausted),
    /// The abstraction would be too large; what makes it so.
    #[error("{0}")]
    TooLarge(String),
    /// The protocol speaks of more than a process and one partner.
    #[error("{} is beyond what one process sees of each other", .0.name)]
    BeyondPairs(protocol::Construct),
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
