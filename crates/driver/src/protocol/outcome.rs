//! What is answered about a protocol.

use std::fmt;

use source::Span;
use verdict::{Assumption, Reason, TrustBox, Verdict};

use protocol::{Action, Atomicity, Property, PropertyDecl, System};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    Safety,
    Liveness,
    Reachable,
}

impl PropertyKind {
    pub fn of(property: &Property) -> Self {
        match property {
            Property::Safety(_) => Self::Safety,
            Property::Liveness { .. } => Self::Liveness,
            Property::Reachable(_) => Self::Reachable,
        }
    }

    /// The word of the language, which is also the word for machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Safety => "safety",
            Self::Liveness => "liveness",
            Self::Reachable => "reachable",
        }
    }
}

impl fmt::Display for PropertyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The answer to one property of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyOutcome {
    pub name: String,
    pub kind: PropertyKind,
    pub span: Span,
    pub verdict: Verdict,
    /// Why, in one sentence without its full stop.
    pub why: String,
    /// The run that violates it, drawn; or, where we cannot tell, the abstract run.
    pub chart: Option<String>,
}

impl PropertyOutcome {
    pub fn new(
        decl: &PropertyDecl,
        verdict: Verdict,
        why: impl Into<String>,
        chart: Option<String>,
    ) -> Self {
        Self {
            name: decl.name.clone(),
            kind: PropertyKind::of(&decl.property),
            span: decl.span,
            verdict,
            why: why.into(),
            chart,
        }
    }
}

/// The answer to all properties of a file, in their order.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub properties: Vec<PropertyOutcome>,
    pub trust: TrustBox,
    /// How the answer was found: a name and a figure, in the order to be shown.
    pub statistics: Vec<(String, u64)>,
}

impl Outcome {
    /// The property on which the verdict of the whole rests: the first that is violated, else
    /// the first that is open. `None` if all are proved.
    pub fn decisive(&self) -> Option<&PropertyOutcome> {
        let violated = self.properties.iter().find(|it| it.verdict == Verdict::False);
        violated
            .or_else(|| self.properties.iter().find(|it| matches!(it.verdict, Verdict::Unknown(_))))
    }

    /// The verdict of the whole.
    pub fn verdict(&self) -> Verdict {
        self.decisive().map_or(Verdict::True, |property| property.verdict.clone())
    }

    /// The last line for machines.
    pub fn machine_line(&self) -> String {
        match self.decisive() {
            None => "TRUE".to_owned(),
            Some(property) => match &property.verdict {
                Verdict::True => "TRUE".to_owned(),
                Verdict::False => format!("FALSE({})", property.kind),
                Verdict::Unknown(reason) => format!("UNKNOWN({})", reason.name()),
            },
        }
    }
}

/// What every answer about `system` takes for granted: it is about the model.
pub fn trust_of(system: &System) -> TrustBox {
    let mut trust = TrustBox::new();
    let branches = || {
        let rules = system.rules.values();
        rules.flat_map(|rule| rule.then.iter().chain(&rule.otherwise))
    };
    let actions = || branches().flat_map(|branch| &branch.actions);
    if system.atomicity == Atomicity::Atomic && system.rules.values().any(|it| it.guard.is_some()) {
        let what =
            "a guard looks at all other processes at one instant (`guards stepwise` lifts it)";
        trust.insert(Assumption::Atomicity(what.to_owned()));
    }
    if actions().any(|action| matches!(action, Action::Scan(_))) {
        let what = "a scan visits all other processes at one instant";
        trust.insert(Assumption::Atomicity(what.to_owned()));
    }
    if branches().any(|branch| branch.actions.len() > 1) {
        let what = "the actions of a branch happen together";
        trust.insert(Assumption::Atomicity(what.to_owned()));
    }
    if !system.data.is_empty() || !system.centre.data.is_empty() {
        trust.insert(Assumption::UnboundedIntegers);
    }
    trust
}

/// The verdict for a budget that ran out, or a limit that was met.
pub fn inconclusive(what: impl Into<String>) -> Verdict {
    Verdict::Unknown(Reason::Inconclusive(what.into()))
}
