//! Counting abstraction: how many processes of each kind there are, up to a cutoff.
//!
//! Environment abstraction (`engine-protocols`) looks at a protocol through the eyes of one process,
//! and forgets how many others are alike. For "at most three are inside" just that matters, and
//! so it does where a process acts on one that it chooses: who hands a token on has it no more.
//! Here processes have no eyes. A *configuration* is the centre and, for each *kind* of
//! process (location, finite variables, pointers at it), how many are of that kind: 0, 1, …, or
//! "`c` and more" from the cutoff `c` on.
//!
//! ```text
//!   semaphore of capacity 3,  c = 4
//!   n = 3   idle: 4+                n = 1   idle: 4+  inside: 2
//!   n = 2   idle: 4+  inside: 1     n = 0   idle: 4+  inside: 3
//! ```
//!
//! # Why it is sound
//! Each state of P(K), for every K from 1 on, has its configuration, and each step is matched by
//! one of configurations: taking a process out of "`c` and more" leaves `c - 1` or "`c` and more",
//! and both are followed. What configurations do not say may be anything: numbers of processes,
//! the order of ids, who is whose neighbour. A condition is therefore true, false or either
//! ([`Truth`](truth::Truth)), and where it may be either, both ways are gone. So the reachable
//! configurations cover all reachable states, and what holds of all of them is so for every number
//! of processes, one included. What is said at the start (`initially`) leaves out only what it
//! certainly excludes.
//!
//! # Why it ends
//! There are finitely many kinds; numbers of the centre are kept while they are small and become
//! unknown beyond ([`Numbers`](config::Numbers)).
//!
//! What it cannot do: liveness (nobody is followed), and protocols whose safety rests on the order
//! of tickets or ids.
//!
//! | module | |
//! |---|---|
//! | [`config`] | kinds, counts, configurations |
//! | `truth` | conditions that are true, false or either |
//! | `judge` | formulas on configurations |
//! | `act`, `broadcast` | steps |
//! | [`search`] | all that is reachable |

mod act;
mod broadcast;
pub mod config;
mod judge;
pub mod search;
mod truth;

pub use search::{Answer, Reached, explore};

/// Why a protocol is not analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the budget is spent")]
    Exhausted(verdict::Exhausted),
    #[error("{0}")]
    TooLarge(String),
    #[error("{0} cannot be counted")]
    NotCounted(&'static str),
}

impl From<verdict::Exhausted> for Refusal {
    fn from(exhausted: verdict::Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}
