//! Safety of array-based systems for any number of processes, backwards from the unsafe states.
//!
//! [`verify`] explores small instances first: they find most errors, and they tell which
//! generalisations are worth trying. Then the search of [`search`] goes backwards over *cubes*,
//! sets of states described by literals about a few processes.
//!
//! What an answer rests on:
//! - [`Answer::Safe`] carries the cubes, an inductive invariant, in the words of the language;
//!   whoever uses the answer has them checked again.
//! - [`Answer::Unsafe`] carries a run of an instance, every value given.
//!
//! # What it cannot do
//! Universal guards bind only the processes that a cube names, so a protocol that is safe only
//! because *someone else* blocks a step gets no answer. Nor does one whose invariant needs more
//! than eight processes, or arithmetic that a search backwards does not close.

mod attempt;
mod cube;
mod facts;
mod goal;
mod guess;
mod initial;
mod layout;
mod linear;
mod literal;
mod oracle;
mod preimage;
mod relax;
mod search;
mod signature;
mod subsume;
#[cfg(test)]
mod tests;
mod verify;

pub use verify::{Answer, Effort, verify};
