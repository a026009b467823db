//! What comes out of a protocol: an answer per property, and what they rest on.
//!
//! As [`crate::Outcome`] is for programs, this is the outcome in words: engines and drivers fill
//! it in, reports are made from it alone.

use std::fmt;

use source::Span;

use crate::{Company, ProtocolRun, Reason, TrustBox, Verdict};

/// What a property of a protocol asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProtocolPropertyKind {
    /// Something never happens.
    Safety,
    /// Something that is wanted happens in the end.
    Liveness,
    /// Something can happen at all.
    Reachable,
}

impl ProtocolPropertyKind {
    /// The word of the language, which is also the word for machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Safety => "safety",
            Self::Liveness => "liveness",
            Self::Reachable => "reachable",
        }
    }
}

impl fmt::Display for ProtocolPropertyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The answer to one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyOutcome {
    pub name: String,
    pub kind: ProtocolPropertyKind,
    pub span: Span,
    pub verdict: Verdict,
    /// Why, in one sentence without its full stop.
    pub why: String,
    /// The run that violates it, drawn, with a line end after every line; or, where we cannot
    /// tell, the abstract run.
    pub chart: Option<String>,
    /// The same run, step by step.
    pub run: Option<ProtocolRun>,
}

impl PropertyOutcome {
    /// The kind, and the name if the file gave it one of its own.
    pub fn title(&self) -> String {
        if self.name.starts_with(self.kind.name()) {
            self.name.clone()
        } else {
            format!("{} `{}`", self.kind, self.name)
        }
    }
}

/// The answer to all properties of a protocol, in the order of the file.
#[derive(Clone, Debug)]
pub struct ProtocolOutcome {
    /// What the answer is about: "any number of processes", "3 processes".
    pub scope: String,
    pub properties: Vec<PropertyOutcome>,
    pub trust: TrustBox,
    /// What proofs for any number of processes rest on, by location; empty where there is none.
    pub company: Vec<Company>,
    /// How the answer was found: a name and a figure, in the order to be shown.
    pub statistics: Vec<(String, u64)>,
}

impl ProtocolOutcome {
    /// The property on which the verdict of the whole rests: the first that is violated, else
    /// the first about which we contradict ourselves, else the first that is open. `None` if all
    /// are proved.
    pub fn decisive(&self) -> Option<&PropertyOutcome> {
        let first = |wanted: fn(&Verdict) -> bool| {
            self.properties.iter().find(|property| wanted(&property.verdict))
        };
        first(|verdict| *verdict == Verdict::False)
            .or_else(|| first(|it| matches!(it, Verdict::Unknown(Reason::InternalError(_)))))
            .or_else(|| first(|verdict| *verdict != Verdict::True))
    }

    /// The verdict of the whole.
    pub fn verdict(&self) -> Verdict {
        self.decisive().map_or(Verdict::True, |property| property.verdict.clone())
    }

    /// The last line for machines.
    pub fn machine_line(&self) -> String {
        match self.decisive().map(|property| (&property.verdict, property.kind)) {
            None | Some((Verdict::True, _)) => "TRUE".to_owned(),
            Some((Verdict::False, kind)) => format!("FALSE({kind})"),
            Some((Verdict::Unknown(reason), _)) => format!("UNKNOWN({})", reason.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(verdicts: &[Verdict]) -> ProtocolOutcome {
        let property = |verdict: &Verdict| PropertyOutcome {
            name: "mutex".into(),
            kind: ProtocolPropertyKind::Safety,
            span: Span::default(),
            verdict: verdict.clone(),
            why: String::new(),
            chart: None,
            run: None,
        };
        ProtocolOutcome {
            scope: "2 processes".into(),
            properties: verdicts.iter().map(property).collect(),
            trust: TrustBox::new(),
            company: Vec::new(),
            statistics: Vec::new(),
        }
    }

    #[test]
    fn a_violation_outweighs_what_is_open() {
        let open = Verdict::Unknown(Reason::Timeout);
        assert_eq!(outcome(&[Verdict::True]).machine_line(), "TRUE");
        assert_eq!(outcome(&[Verdict::True, open.clone()]).machine_line(), "UNKNOWN(timeout)");
        assert_eq!(outcome(&[open, Verdict::False]).machine_line(), "FALSE(safety)");
    }
}
