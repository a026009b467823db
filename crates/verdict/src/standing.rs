//! What holds where threads stand.

use source::Span;

/// What is known of the threads of a program, for people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadFacts {
    pub how: HowStanding,
    /// In the order of the text.
    pub places: Vec<StandingFacts>,
    /// What every thread relies on, and keeps itself, in words: that is all a proof needs.
    pub relies: Vec<String>,
}

/// How what is told of places was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HowStanding {
    /// From all states: it is exact.
    #[default]
    AllStates,
    /// As unions of boxes, for any number of states: it holds, and more may hold.
    Boxes,
    /// As lemmas that a proof needs, for any number of states: what others do is said as where they are.
    TwoAtATime,
}

/// A place where a thread stands before its next step that others can notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingFacts {
    /// That step.
    pub span: Span,
    pub function: String,
    /// C expressions that hold whenever a thread stands here.
    pub lemmas: Vec<String>,
    /// What other threads may do meanwhile, in words.
    pub others: Vec<String>,
}
