//! The report for programs: one JSON object.
//!
//! Keys are only ever added. Places are those of the user's files, as in the text. The `times` are
//! the one part that differs from run to run.

use serde::Serialize;
use source::Source;
use verdict::{Acceptance, Outcome, Times, Verdict, Violation};

use crate::document::{Message, Place};

#[derive(Serialize)]
struct Document<'a> {
    input: &'a str,
    /// The line for machines.
    verdict: String,
    /// Why we cannot tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What a proof is worth, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    violation: Option<ViolationDocument<'a>>,
    /// The violations of other checks, where they were looked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_violations: Vec<ViolationDocument<'a>>,
    checks: Vec<CheckDocument<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    invariants: Vec<InvariantDocument<'a>>,
    trust: Vec<String>,
    remarks: &'a [String],
    statistics: serde_json::Map<String, serde_json::Value>,
    times: TimesDocument,
}

#[derive(Serialize)]
struct TimesDocument {
    total_ms: u64,
    solver_ms: u64,
}

impl From<Times> for TimesDocument {
    fn from(times: Times) -> Self {
        let ms = |it: std::time::Duration| u64::try_from(it.as_millis()).unwrap_or(u64::MAX);
        Self { total_ms: ms(times.total), solver_ms: ms(times.in_solver) }
    }
}

#[derive(Serialize)]
struct CheckDocument<'a> {
    kind: &'static str,
    status: &'static str,
    text: &'a str,
    function: &'a str,
    place: Place,
    /// What is known of it, if it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<&'a str>,
    /// Why nobody has to look at it, if it is violated and accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<&'a str>,
}

#[derive(Serialize)]
struct InvariantDocument<'a> {
    place: Place,
    function: &'a str,
    invariant: &'a str,
}

#[derive(Serialize)]
struct ViolationDocument<'a> {
    kind: &'static str,
    property: &'static str,
    message: &'a str,
    place: Place,
    inputs: Vec<InputDocument<'a>>,
    run: Vec<StepDocument<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    schedule: Vec<StretchDocument>,
}

/// A thread goes on, for so many events that others could notice.
#[derive(Serialize)]
struct StretchDocument {
    thread: u32,
    events: u64,
    place: Place,
}

#[derive(Serialize)]
struct InputDocument<'a> {
    what: &'a str,
    value: &'a str,
    c_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
}

#[derive(Serialize)]
struct StepDocument<'a> {
    place: Place,
    function: &'a str,
    depth: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<u32>,
    effects: &'a [String],
}

/// The report as one object, with a line end.
pub fn render(outcome: &Outcome, source: &Source, messages: &[Message], times: Times) -> String {
    let reason = match &outcome.verdict {
        Verdict::Unknown(reason) => Some(reason.to_string()),
        Verdict::True | Verdict::False => None,
    };
    let document = Document {
        input: source.name(),
        verdict: outcome.machine_line(),
        reason,
        proof: (outcome.verdict == Verdict::True).then(|| outcome.proof_in_words()),
        violation: outcome.violation.as_ref().map(|it| violation(it, source)),
        other_violations: outcome.others.iter().map(|it| violation(it, source)).collect(),
        checks: outcome
            .checks
            .iter()
            .map(|check| CheckDocument {
                kind: check.kind.name(),
                status: check.status.name(),
                text: &check.text,
                function: &check.function,
                place: Place::of(source, check.span),
                known: check.known.as_deref(),
                accepted: check.accepted.as_ref().map(|it| match it {
                    Acceptance::InSource { reason } => reason.as_str(),
                    Acceptance::Baseline => "it is in the baseline",
                }),
            })
            .collect(),
        invariants: outcome
            .invariants
            .iter()
            .map(|invariant| InvariantDocument {
                place: Place::of(source, invariant.span),
                function: &invariant.function,
                invariant: &invariant.text,
            })
            .collect(),
        trust: outcome.trust.iter().map(ToString::to_string).collect(),
        remarks: &outcome.remarks,
        statistics: outcome
            .statistics
            .iter()
            .map(|(name, figure)| ((*name).to_owned(), (*figure).into()))
            .collect(),
        times: times.into(),
    };
    crate::document::document(document, messages)
}

fn violation<'a>(violation: &'a Violation, source: &Source) -> ViolationDocument<'a> {
    ViolationDocument {
        kind: violation.kind.name(),
        property: violation.property,
        message: &violation.message,
        place: Place::of(source, violation.span),
        inputs: violation
            .inputs
            .iter()
            .map(|input| InputDocument {
                what: &input.what,
                value: &input.value,
                c_type: input.c_type,
                place: input.span.map(|span| Place::of(source, span)),
            })
            .collect(),
        run: violation
            .steps
            .iter()
            .map(|step| StepDocument {
                place: Place::of(source, step.span),
                function: &step.function,
                depth: step.depth,
                thread: step.thread,
                effects: &step.effects,
            })
            .collect(),
        schedule: violation
            .schedule
            .iter()
            .map(|stretch| StretchDocument {
                thread: stretch.thread,
                events: stretch.n_events,
                place: Place::of(source, stretch.span),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Span;
    use verdict::{Assumption, CheckKind, TrustBox};

    #[test]
    fn an_outcome_can_be_read_back() {
        let source = Source::new("a.c", b"int x;\nint \"y\";\n".to_vec());
        let mut trust = TrustBox::new();
        trust.insert(Assumption::UnboundedIntegers);
        let outcome = Outcome {
            verdict: Verdict::False,
            violation: Some(Violation {
                kind: CheckKind::Bounds,
                property: "valid-deref",
                span: Span::new(11, 12),
                message: "a \"quoted\" message".into(),
                inputs: Vec::new(),
                waypoints: Vec::new(),
                schedule: Vec::new(),
                environment: verdict::Environment::default(),
                steps: Vec::new(),
            }),
            others: Vec::new(),
            checks: Vec::new(),
            invariants: Vec::new(),
            n_unsaid: 0,
            explanation: None,
            trust,
            remarks: Vec::new(),
            statistics: vec![("runs", 7)],
        };
        let in_solver = std::time::Duration::from_millis(5);
        let text = render(&outcome, &source, &[], Times { total: 2 * in_solver, in_solver });
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["verdict"], "FALSE(valid-deref)");
        assert_eq!(value["violation"]["place"]["line"], 2);
        assert_eq!(value["violation"]["message"], "a \"quoted\" message");
        assert_eq!(value["trust"][0], "integers are unbounded");
        assert_eq!(value["statistics"]["runs"], 7);
        assert_eq!(value["times"]["solver_ms"], 5);
    }
}
