//! Every verdict is checked again before it is printed, by code that shares nothing with the
//! engine that found it.
//!
//! - [`induction`]: C programs, by following their runs and by induction over steps.
//! - [`by_contract`]: recursive C programs, by contracts of their functions.
//! - [`heap`]: C programs with linked structures, by symbolic heaps where their ways meet.
//! - [`only_run`]: C programs that ask for nothing, by running them again.
//! - [`threads`]: C programs with threads, by following all their runs again.
//! - [`one_loop`]: that a loop with program counters does all that threads do; [`unrolled`]: that loops which
//!   create threads were run through before.
//! - [`races`]: C programs with threads, by locks that are held and threads that may run.
//! - [`interleavings`]: the same with inputs of large ranges, as symbols.
//! - [`rely`]: C programs with threads, one thread at a time among others of which clauses are known.
//! - [`refinement`]: two C programs, by the conditions of a weak simulation.
//! - [`environment`]: protocols in our own language, for any number of processes.
//! - [`cubes`]: array-based systems in Cubicle's language, for any number of processes.

pub mod by_contract;
pub mod counting;
pub mod cubes;
pub mod environment;
pub mod heap;
pub mod induction;
pub mod interleavings;
mod judge;
pub mod one_loop;
pub mod only_run;
pub mod races;
pub mod refinement;
pub mod rely;
pub mod threads;
pub mod unrolled;

pub use judge::SecondSolver;
