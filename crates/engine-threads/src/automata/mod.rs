//! Succinct automata: what is true wherever a thread stands, and what the others do to it there.
//!
//! This is Algorithm 1 of *Compositional Reasoning for Shared-variable Concurrent Programs* (Zhang,
//! Zhao, Sanán, Liu, Tiu, Lin, Sun), mended as the prototype taught: the initial states are put in, and
//! every thread sees where the others stand.
//!
//! | paper | here |
//! |---|---|
//! | succinct automaton (Def. 1), `Init`, `Inv`, `Env`, its transitions | [`SuccinctAutomaton`], [`System`] |
//! | location `q` | a place where a thread waits for its turn ([`Thread::places`](ir_passes::one_loop::Thread)) |
//! | compatibility (Def. 2) | [`System::compatible`] |
//! | parallel composition (Def. 3) | [`System::composition`] |
//! | strong and weak invariants (Def. 4, 5) | [`System::is_strong_invariant`], [`System::is_weak_invariant`] |
//! | `noninterfere`, Theorem 1 | [`System::noninterfere`], [`System::theorem_1`] |
//! | Algorithm 1 | [`analyse`](fn@analyse) |
//!
//! ```text
//!   Inv(t, l) ∋ the initial states
//!   Inv(t, l) and a step of t from l to m                         ⇒  Inv(t, m)
//!   Inv(t, l) and Inv(u, k) and a step of u from k, its locals forgotten  ⇒  Inv(t, l), u elsewhere
//! ```
//!
//! What is found is told as formulas, which `evidence` checks by itself ([`as_invariants`]), and to people, with
//! what the others may change meanwhile ([`standings`]).
//!
//! # Ends
//! Variables whose bounds grow again and again come to rest at [landmarks](universe), so there are
//! finitely many sets; a limit on the size of sets and the budget end it before that.

mod analysis;
mod automaton;
mod compatible;
mod evaluate;
mod segment;
mod standings;
#[cfg(test)]
mod tests;
mod told;
mod transfer;
mod universe;
mod weak_invariant;

pub use analysis::{Analysis, Answer, analyse, automata};
pub use automaton::{Env, Location, Standing, SuccinctAutomaton, System};
pub use compatible::{Conflict, Incompatible};
pub use standings::{Group, Pair, Range, Standings, merged, standings};
pub use told::as_invariants;
pub(crate) use universe::Lives;
pub use weak_invariant::Frame;
