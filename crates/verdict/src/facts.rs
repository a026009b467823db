//! What an outcome says about places of the program, in C: invariants, and the way of a failing
//! run. Reports print them, witnesses are made of them.
//!
//! Both are texts at places, free of engines: an invariant is a C expression that may be read
//! where it stands, with the names that are in scope there.

use source::Span;

/// A C expression that holds whenever a run comes to a place.
///
/// ```text
///   while (i < n)        at the `while`, just before `i < n` is evaluated:   i <= n
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    pub place: InvariantPlace,
    /// The statement: of a loop, from its keyword to its end.
    pub span: Span,
    /// The function that the statement stands in.
    pub function: String,
    /// A C expression without side effects and undefined behaviour.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InvariantPlace {
    /// At the head of the loop, just before its condition.
    Loop,
    /// Before the statement, as at a label that is jumped back to.
    Statement,
}

/// A choice of the environment that led a run where it failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waypoint {
    /// The call that returned it.
    pub span: Span,
    pub function: String,
    /// The value as a C constant, with a suffix where C needs one.
    pub value: String,
}
