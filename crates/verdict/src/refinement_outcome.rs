//! What comes out of comparing two versions of a program, in words.
//!
//! As [`crate::Outcome`] is for programs: engines and drivers fill it in, reports are made from it
//! alone.

use crate::{Reason, TrustBox, Verdict};

/// A place in one of the two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefinementPlace {
    /// Nothing where the program has ended.
    pub line: Option<u32>,
    /// The statement there, or what became of the program.
    pub text: String,
}

/// What is known at a pair of places, in C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedPlaces {
    pub target: RefinementPlace,
    pub source: RefinementPlace,
    pub facts: Vec<String>,
}

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Nobody yet.
    Start,
    Target,
    Environment,
}

impl Mover {
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Target => "target",
            Self::Environment => "environment",
        }
    }
}

/// One line of two traces: what the target does, and where the source can be then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    pub mover: Mover,
    pub place: RefinementPlace,
    /// Values of the target behind the step.
    pub values: String,
    /// What is seen of the step.
    pub seen: Option<String>,
    /// States of the source that could have followed; none in the last line.
    pub source: Vec<String>,
}

/// The outcome.
#[derive(Clone, Debug)]
pub struct RefinementOutcome {
    pub target: String,
    pub source: String,
    pub verdict: Verdict,
    /// The answer in one sentence, without its full stop.
    pub headline: String,
    pub relation: Vec<RelatedPlaces>,
    /// What was relied on of other threads.
    pub relies: Vec<String>,
    /// What other threads may rely on of this one.
    pub guarantees: Vec<String>,
    /// How the result composes with those about other threads.
    pub theorem: Option<String>,
    pub trace: Vec<TraceLine>,
    /// What the source would do instead of the last step.
    pub instead: Vec<String>,
    /// What would help.
    pub suggestions: Vec<String>,
    pub trust: TrustBox,
    pub statistics: Vec<(String, String)>,
}

impl RefinementOutcome {
    /// One that could not tell.
    pub fn unknown(target: String, source: String, reason: Reason) -> Self {
        let headline = reason.to_string();
        Self {
            target,
            source,
            verdict: Verdict::Unknown(reason),
            headline,
            relation: Vec::new(),
            relies: Vec::new(),
            guarantees: Vec::new(),
            theorem: None,
            trace: Vec::new(),
            instead: Vec::new(),
            suggestions: Vec::new(),
            trust: TrustBox::default(),
            statistics: Vec::new(),
        }
    }

    /// The line for machines.
    pub fn machine_line(&self) -> String {
        match &self.verdict {
            Verdict::True => "REFINES".to_owned(),
            Verdict::False => "DOES-NOT-REFINE".to_owned(),
            Verdict::Unknown(reason) => format!("UNKNOWN({})", reason.name()),
        }
    }
}
