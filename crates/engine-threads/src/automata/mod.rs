//! Succinct automata: what is true wherever a thread stands, and what the others do to it there.
//!
//! This is Algorithm 1 of *Compositional Reasoning for Shared-variable Concurrent Programs* (Zhang,
//! Zhao, Sanán, Liu, Tiu, Lin, Sun), mended as the prototype taught: the initial states are put in, and
//! every thread sees where the others stand.
//!
//! | paper | here |
//! |---|---|
//! | location `q` | a place where a thread waits for its turn ([`Thread::places`](ir_passes::one_loop::Thread)) |
//! | `Inv(q)` | [`Boxes`] over what is shared, the thread's own locals and the others' places |
//! | component transition | [`segment`]: all that a thread does from one turn to the next |
//! | `Env(q)` | the steps of the others from where they stand, with what they know of themselves |
//! | compatibility (Def. 2) | `Inv` of me and of the other, each at its place, have a state in common |
//! | Theorem 1 | all `Inv` together are kept by every step of the composition; `evidence` checks just that |
//!
//! ```text
//!   Inv(t, l) ∋ the initial states
//!   Inv(t, l) and a step of t from l to m                         ⇒  Inv(t, m)
//!   Inv(t, l) and Inv(u, k) and a step of u from k, its locals forgotten  ⇒  Inv(t, l), u elsewhere
//! ```
//!
//! `Env` is not computed as a relation of its own: boxes would forget that `x` becomes `x + 1`. Instead each
//! step is taken again from the states that both threads agree on, which is the same relation, exact.
//!
//! # Ends
//! Variables whose bounds grow again and again come to rest at [landmarks](universe), so there are
//! finitely many sets; a limit on the size of sets and the budget end it before that.

mod analysis;
mod evaluate;
mod segment;
mod told;
mod transfer;
mod universe;

pub use analysis::{Analysis, Answer, analyse};
pub use told::as_invariants;
