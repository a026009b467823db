//! One thread at a time: what all others may do becomes a step of its own.
//!
//! [`alone`] makes a program in which any one of the threads runs: the entry function, or one of the
//! start routines. [`with_rely`] puts a *rely* into it, wherever the thread is about to do something
//! that others notice: the shared variables get new values, any that the clauses of the rely allow.
//! And it asks that the thread keeps the clauses itself when it writes: its *guarantee*. If every
//! check of the result holds, none of the program with all its threads fails.
//!
//! ```text
//!   lock(m);              others act; lock(m); held = true
//!   x = 0;                others act, but leave x alone while held;  asked: held;  x = 0
//!   assert(x == 0);       others act, but leave x alone while held;  assert(x == 0)
//! ```
//!
//! # Why that is right
//! Jones's rule for parallel composition, by induction over the steps of all threads: up to some
//! point each thread has seen nothing but what its rely allows, so it is in a state of the result,
//! where the checks hold; so its next step keeps the clauses, and is one that the relies of all
//! others allow. The relies are reflexive and transitive, so that one step stands for any number
//! of steps of any number of others; threads of one start routine are among each other's others.
//! Before the first thread is created nobody interferes, and nothing is asked. A new thread starts
//! in any state with the facts.
//!
//! # Locks
//! Any shared integer can be a lock: it is free while it is zero, and a thread *holds* it that made
//! it something else. The clause [`Clause::Lock`] asks that nobody changes it but who holds it, or
//! while it is free; so at most one thread holds it at a time, and while one does, it stays as
//! it is. [`Clause::Protects`] asks that something else is written only by who holds the lock, or
//! while nobody does. What a lock looks like in C does not matter: mutexes are models over an
//! integer, and programs make their own.
//!
//! # Facts
//! [`Clause::Always`] and [`Clause::WhileFree`] are about one time: bounds and values, and how two
//! shared variables relate, at any time or whenever a lock is free. They hold when the first thread
//! is created, and whoever writes keeps them; so a new thread may assume them, and so may
//! whoever comes behind the acts of others. What a lock protects may be out of order while it is held:
//! who takes the lock finds it in order, and puts it in order before giving it back.
//!
//! # Counting
//! What is not there in the program is counted beside it (`tally.rs`): threads, writes, turns. What each
//! thread adds to a number is its share, and what holds of every share holds of the sum of all others
//! (`shares.rs`). Locks by tickets are locks whose holder is told by numbers (`tickets.rs`).
//!
//! What this cannot do: programs that allocate or share local objects (they are refused), and
//! facts that need the other threads' places in their programs.

mod alone;
mod candidates;
mod clause;
mod counting;
mod ghosts;
mod holding;
mod instrument;
mod observed;
mod others;
mod own;
mod roles;
mod shares;
mod tally;
mod tickets;
mod units;
mod writer;

pub use alone::{Alone, alone};
pub use candidates::{candidates, more_candidates};
pub use clause::{Clause, Direction, Fact, consistent};
pub use counting::{Counting, counting_candidates};
pub(crate) use instrument::depths;
pub use instrument::{WithRely, with_rely};
pub use observed::{Observed, ObservedRun, unrefuted};
pub use roles::{Role, Roles};
pub use tally::{Counted, Tally};
pub use tickets::Tickets;
pub use units::{Place, Unit, Units};
