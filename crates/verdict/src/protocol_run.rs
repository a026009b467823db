//! A run of a protocol, told column by column: what a page lets people step through.
//!
//! A column is a process, the centre, or, in a run of an abstraction, whatever it keeps apart. Each
//! *moment* says of each column what is so, in short facts: `wait`, `t=1`, `*owner`. A fact knows
//! what it is about, so that "`t` became 1" can be told from "something new is so".

use source::Span;

/// One thing that is so of a column at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnFact {
    /// The variable, or whatever there is at most one fact about in a column.
    pub about: String,
    /// What is shown.
    pub text: String,
}

impl ColumnFact {
    /// A fact about nothing but itself: it is so, or it is not.
    pub fn alone(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { about: text.clone(), text }
    }
}

/// By column, what is so.
pub type Moment = Vec<Vec<ColumnFact>>;

/// A run from its first moment on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolRun {
    pub columns: Vec<String>,
    /// Every moment has as many columns.
    pub start: Moment,
    pub steps: Vec<ProtocolStep>,
    pub end: ProtocolRunEnd,
}

/// One step, and what is so after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolStep {
    /// The columns that take it.
    pub actors: Vec<usize>,
    /// What happens, where the columns do not say it; or nothing.
    pub what: String,
    /// The rule, where one is known.
    pub span: Option<Span>,
    pub after: Moment,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProtocolRunEnd {
    /// What it shows is its last moment.
    Stops,
    /// Nothing ever happens again, and nobody has to move.
    Stutters,
    /// After the last step all is as it was after the first `from` steps.
    Repeats { from: usize },
    /// The same, but that some numbers grow on.
    RepeatsGrowing { from: usize },
}

impl ProtocolRunEnd {
    /// How many steps come before those that are repeated.
    pub fn repeats_from(self) -> Option<usize> {
        match self {
            Self::Repeats { from } | Self::RepeatsGrowing { from } => Some(from),
            Self::Stops | Self::Stutters => None,
        }
    }

    /// What stands below the last step.
    pub fn in_words(self) -> Option<&'static str> {
        match self {
            Self::Stops => None,
            Self::Stutters => Some("nothing happens any more, and nobody has to move"),
            Self::Repeats { .. } => Some("and round again"),
            Self::RepeatsGrowing { .. } => Some("and round again, the numbers growing on"),
        }
    }
}

impl ProtocolRun {
    /// What is so after the first `n` steps.
    pub fn moment(&self, n: usize) -> &Moment {
        match n.checked_sub(1) {
            None => &self.start,
            Some(last) => &self.steps[last].after,
        }
    }
}

/// Who may be where at the same time: what a proof for any number of processes rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    /// A location of a process.
    pub location: String,
    /// The kinds of other processes that there may be while it is there.
    pub others: Vec<String>,
}
