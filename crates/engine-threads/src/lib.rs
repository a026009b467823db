//! Programs with several threads.
//!
//! [`all_states`] looks at every run of a program whose states are few enough to be kept, one by
//! one: whoever's turn it may be, and whatever the inputs may be that it asks for. It ends when
//! nothing new comes up, so that programs that go round for ever (`while (1)` of a mutual
//! exclusion) are proved too, as long as their states repeat.
//!
//! [`survey`] goes through the same states and tells what holds wherever a thread stands.
//!
//! [`interleavings`] asks one question about all of them instead, with loops unrolled: for programs whose
//! inputs are numbers of a large range that they compute with.
//!
//! [`automata`] finds invariants of each of a few named threads at each of its places, where states are too
//! many and loops have no bound: succinct automata over unions of boxes.
//!
//! [`lattice`] finds clauses about one or two threads at places of theirs: where variables must be related, and for any
//! number of threads.
//!
//! [`ownership`] finds which locks are held where and which threads may run then, for programs of any
//! size: most programs without races are proved by that.

pub mod automata;
mod choices;
mod events;
mod explore;
pub mod lattice;
pub mod ownership;
mod race;
mod survey;

pub use events::{Interleaved, interleavings};
pub use explore::{Answer, Failing, all_states, failing_run};
pub use survey::{Look, Seen, Survey, Values, survey};
