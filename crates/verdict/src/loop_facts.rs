//! What is known of the loops of a program, in C: the answer of `linchpin invariants`.

use source::Span;

use crate::{Invariant, InvariantPlace, Reason, ThreadFacts, TrustBox};

/// A loop of the source and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopFacts {
    pub kind: LoopKind,
    /// The statement, as in [`Invariant`]: of `while` and `for` the whole loop, of `do` its body,
    /// of a loop made by jumps the label.
    pub span: Span,
    pub function: String,
    pub known: Known,
    /// What the heap may look like: one of these, in the notation of predicates; none if nothing is
    /// said of it.
    pub heaps: Vec<String>,
}

/// What makes the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopKind {
    While,
    For,
    Do,
    /// Jumps back to a label.
    Goto,
}

/// What is known of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// No run comes to it.
    Unreachable,
    /// C expressions that all hold; none if nothing was found.
    Lemmas(Vec<String>),
}

/// The loops of a program.
#[derive(Clone, Debug)]
pub struct LoopsOutcome {
    /// In the order of the text.
    pub loops: Vec<LoopFacts>,
    /// Of a program that creates threads.
    pub threads: Option<ThreadFacts>,
    /// The predicates that heaps are described with.
    pub predicates: Vec<String>,
    /// Why nothing is said of them.
    pub unknown: Option<Reason>,
    pub trust: TrustBox,
    /// What else the reader should know, one sentence each.
    pub remarks: Vec<String>,
    /// How the answer was found: a name and a figure, in the order to be shown.
    pub statistics: Vec<(&'static str, u64)>,
}

impl LoopKind {
    /// The word of C.
    pub fn word(self) -> &'static str {
        match self {
            Self::While => "while",
            Self::For => "for",
            Self::Do => "do",
            Self::Goto => "goto",
        }
    }

    /// Where its invariant is evaluated.
    pub fn place(self) -> InvariantPlace {
        match self {
            Self::While | Self::For => InvariantPlace::Loop,
            Self::Do | Self::Goto => InvariantPlace::Statement,
        }
    }
}

impl LoopFacts {
    /// The facts as single invariants.
    pub fn invariants(&self) -> Vec<Invariant> {
        let texts = match &self.known {
            Known::Unreachable => vec!["0".to_owned()],
            Known::Lemmas(lemmas) => lemmas.clone(),
        };
        let invariant = |text| Invariant {
            place: self.kind.place(),
            span: self.span,
            function: self.function.clone(),
            text,
        };
        texts.into_iter().map(invariant).collect()
    }
}

impl LoopsOutcome {
    /// Nothing was found out, for this reason.
    pub fn unknown(reason: Reason) -> Self {
        Self {
            loops: Vec::new(),
            threads: None,
            predicates: Vec::new(),
            unknown: Some(reason),
            trust: TrustBox::new(),
            remarks: Vec::new(),
            statistics: Vec::new(),
        }
    }
}
