//! What comes out of a task: the verdict, what was found, and what it rests on.
//!
//! This is the outcome in words and places of the source, free of engines and of the
//! intermediate representation: whoever has an answer fills it in, and reports are made from it
//! alone.

use source::Span;

use crate::environment::Environment;
use crate::{
    CheckKind, CheckResult, CheckStatus, ChosenInput, Explanation, Invariant, TrustBox, Verdict,
    Waypoint,
};

/// The outcome of a task.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    /// Present exactly when the verdict is [`Verdict::False`].
    pub violation: Option<Violation>,
    /// Violations of other checks, where they were looked for, in the order in which they were found.
    pub others: Vec<Violation>,
    /// What became of each check, in the order of the program.
    pub checks: Vec<CheckResult>,
    /// Why the verdict is [`Verdict::True`], as far as it rests on invariants.
    pub invariants: Vec<Invariant>,
    /// Lemmas of the proof that cannot be said in C at their loop, and are not among them.
    pub n_unsaid: usize,
    /// How invariants were found and what they left open, where that was asked for.
    pub explanation: Option<Explanation>,
    pub trust: TrustBox,
    /// What else the reader should know, one sentence each.
    pub remarks: Vec<String>,
    /// How the answer was found: a name and a figure, in the order to be shown.
    pub statistics: Vec<(&'static str, u64)>,
}

/// What the property asks of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Nothing, or nothing that can be reached from the entry function.
    Nothing,
    /// No run gets to where any of it is asked.
    OnlyVacuous,
    Something {
        n_checks: usize,
        n_vacuous: usize,
    },
}

/// A check that fails, and the run on which it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub kind: CheckKind,
    /// The name of the property that asked for the check, for the line for machines: the field
    /// says `FALSE(valid-deref)` also where it was a subscript that went out of bounds.
    pub property: &'static str,
    pub span: Span,
    /// What does not hold, in the words of the source.
    pub message: String,
    /// The values that the environment chose, in the order in which the run asked for them.
    pub inputs: Vec<ChosenInput>,
    /// Those of the inputs that a call returned, in the same order, for witnesses.
    pub waypoints: Vec<Waypoint>,
    pub steps: Vec<RunStep>,
    /// Who goes on when; empty in a run of one thread.
    pub schedule: Vec<Stretch>,
    pub environment: Environment,
}

/// A stretch of a run in which one thread goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub thread: u32,
    /// What it does there that others could notice: accesses to memory beyond its own local
    /// objects, and calls of functions about threads.
    pub n_events: u64,
    /// Where it begins.
    pub span: Span,
}

/// A stretch of a run within one line of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStep {
    pub span: Span,
    pub function: String,
    /// How many calls deep; the entry function is at 0.
    pub depth: usize,
    /// The thread that takes it, from 1; `None` in a run of one thread.
    pub thread: Option<u32>,
    /// What happened there: "x = 3", "the condition is false".
    pub effects: Vec<String>,
}

impl Outcome {
    /// All that is violated, what the verdict names first.
    pub fn violations(&self) -> impl Iterator<Item = &Violation> {
        self.violation.iter().chain(&self.others)
    }

    /// Nothing was found out, for this reason.
    pub fn unknown(reason: crate::Reason) -> Self {
        Self {
            verdict: Verdict::Unknown(reason),
            violation: None,
            others: Vec::new(),
            checks: Vec::new(),
            invariants: Vec::new(),
            n_unsaid: 0,
            explanation: None,
            trust: TrustBox::new(),
            remarks: Vec::new(),
            statistics: Vec::new(),
        }
    }

    /// Neither the whole nor any check is proved or violated, so that nothing is said that could be wrong.
    pub fn claims_nothing(&self) -> bool {
        let says_something = |check: &CheckResult| {
            let is_left = matches!(check.status, CheckStatus::Open | CheckStatus::NotJudged);
            !is_left || check.known.is_some()
        };
        matches!(self.verdict, Verdict::Unknown(_)) && !self.checks.iter().any(says_something)
    }

    /// Are all violations accepted?
    pub fn is_accepted(&self) -> bool {
        let mut violated =
            self.checks.iter().filter(|it| it.status == CheckStatus::Violated).peekable();
        violated.peek().is_some() && violated.all(|it| it.accepted.is_some())
    }

    /// What a proof is worth.
    pub fn asked(&self) -> Asked {
        let of = |status| self.checks.iter().filter(|check| check.status == status).count();
        let n_vacuous = of(CheckStatus::Vacuous);
        match self.checks.len() - of(CheckStatus::Unreachable) {
            0 => Asked::Nothing,
            n_checks if n_checks == n_vacuous => Asked::OnlyVacuous,
            n_checks => Asked::Something { n_checks, n_vacuous },
        }
    }

    /// A proof in one sentence.
    pub fn proof_in_words(&self) -> String {
        match self.asked() {
            Asked::Nothing => {
                "Nothing was asked: no run can come to anything that the property speaks of.".into()
            }
            Asked::OnlyVacuous => {
                "Holds, but vacuously: no run gets to where anything is checked.".into()
            }
            Asked::Something { n_vacuous: 0, .. } => "Proved: it always holds.".into(),
            Asked::Something { n_checks, n_vacuous } => {
                format!("Proved: it always holds; {n_vacuous} of {n_checks} checks hold vacuously.")
            }
        }
    }

    /// The last line for machines.
    pub fn machine_line(&self) -> String {
        match (&self.verdict, &self.violation) {
            (Verdict::True, _) => "TRUE".into(),
            (Verdict::False, Some(violation)) => format!("FALSE({})", violation.property),
            (Verdict::False, None) => "FALSE".into(),
            (Verdict::Unknown(reason), _) => format!("UNKNOWN({})", reason.name()),
        }
    }
}
