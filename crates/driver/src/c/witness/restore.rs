//! An outcome about an annotated program, told about the program that the user wrote.

use c_annotate::{Inserted, Mapped};
use source::Span;
use verdict::{CheckKind, Outcome, Violation};
use witness::Invariant;

use super::invariants::Claim;

/// What check texts of annotations begin with, see `c_lower::annotation`.
const UNDEFINED: &str = "the invariant can be evaluated: ";

/// Leads every place of the outcome back to the original text.
pub(super) fn restore(
    outcome: &mut Outcome,
    inserted: &Inserted,
    invariants: &[Invariant],
    claims: &[Claim],
) {
    for invariant in &mut outcome.invariants {
        invariant.span = inserted.original_span(invariant.span);
    }
    for check in &mut outcome.checks {
        match claim(check.kind, check.span, inserted) {
            None => check.span = inserted.original_span(check.span),
            Some(id) => {
                let Claim { invariant, place } = claims[id];
                check.span = place;
                let text = &invariants[invariant].value.text;
                check.text = match check.text.strip_prefix(UNDEFINED) {
                    Some(what) => format!("to evaluate the invariant `{text}`: {what}"),
                    None => format!("the invariant `{text}` holds"),
                };
            }
        }
    }
    let Some(violation) = &mut outcome.violation else { return };
    match claim(violation.kind, violation.span, inserted) {
        Some(id) => {
            let Claim { invariant, place } = claims[id];
            blame_invariant(violation, &invariants[invariant].value.text, place);
        }
        None => violation.span = inserted.original_span(violation.span),
    }
    for input in &mut violation.inputs {
        input.span = input.span.map(|span| inserted.original_span(span));
    }
    for waypoint in &mut violation.waypoints {
        waypoint.span = inserted.original_span(waypoint.span);
    }
    for step in &mut violation.steps {
        step.span = inserted.original_span(step.span);
    }
}

/// The invariant that a check is about.
fn claim(kind: CheckKind, span: Span, inserted: &Inserted) -> Option<usize> {
    match inserted.map(span) {
        Mapped::Inserted { expression: Some((id, _)) } if kind == CheckKind::Invariant => Some(id),
        Mapped::Inserted { .. } | Mapped::Original(_) => None,
    }
}

/// Says which invariant is wrong, and where.
fn blame_invariant(violation: &mut Violation, text: &str, place: Span) {
    violation.message = match violation.message.split_once(UNDEFINED) {
        Some((_, what)) => {
            format!("the invariant `{text}` cannot be evaluated here; it would need this: {what}")
        }
        None => format!("the invariant `{text}` does not hold here"),
    };
    violation.span = place;
}
