//! Programs with several threads.
//!
//! [`all_states`] looks at every run of a program whose states are few enough to be kept, one by
//! one: whoever's turn it may be, and whatever the inputs may be that it asks for. It ends when
//! nothing new comes up, so that programs that go round for ever (`while (1)` of a mutual
//! exclusion) are proved too, as long as their states repeat.
//!
//! [`survey`] goes through the same states and tells what holds wherever a thread stands.
//!
//! [`automata`] finds invariants of each of a few named threads at each of its places, where states are too
//! many: succinct automata over unions of boxes.
//!
//! [`ownership`] finds which locks are held where and which threads may run then, for programs of any
//! size: most programs without races are proved by that.
//!
//! What following all states cannot do yet: programs that create threads without end, or whose inputs are
//! numbers of a large range that the program computes with.

pub mod automata;
mod choices;
mod explore;
pub mod ownership;
mod race;
mod survey;

pub use explore::{Answer, Failing, all_states, failing_run};
pub use survey::{Look, Seen, Survey, Values, survey};
