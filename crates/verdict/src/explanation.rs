//! How invariants were found, and what a check that is left open would have needed: the answer
//! of `--explain`.

use source::Span;

use crate::LoopKind;

/// The weakening of each loop, and what it left open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    pub loops: Vec<LoopWeakening>,
    pub open: Vec<OpenCheck>,
}

/// What became of the candidate lemmas of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopWeakening {
    pub kind: LoopKind,
    pub span: Span,
    pub function: String,
    /// Which copy, and of how many, where the function is called from several places.
    pub copy: (usize, usize),
    pub n_seeded: usize,
    /// In the order in which they were dropped; only those that can be said in C.
    pub dropped: Vec<DroppedLemma>,
    pub kept: Vec<String>,
    /// Lemmas about memory, temporaries and the like, dropped and kept.
    pub n_unsayable: (usize, usize),
}

/// A lemma that was not inductive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedLemma {
    pub text: String,
    pub breaker: Breaker,
    /// Variables and their values where the breaking run starts; empty where nobody knows.
    pub counterexample: Vec<(String, String)>,
}

/// What breaks a lemma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaker {
    /// A run from the start of the program, on first coming to the loop.
    Entry,
    /// Once around the loop itself.
    Itself,
    /// A run that comes from this loop.
    Loop(Span),
    /// A run from a loop without a place in the source.
    Elsewhere,
}

/// A check that the invariants do not prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCheck {
    /// What it asks, in the words of the source.
    pub text: String,
    pub span: Span,
    /// The loop that a failing run comes from; `None` for the start of the program, or for a
    /// loop without a place.
    pub behind: Option<Span>,
    /// Lemmas that were dropped and together would have excluded the failure; none if all that
    /// were tried would not.
    pub needed: Vec<DroppedLemma>,
}
