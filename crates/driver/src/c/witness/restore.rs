//! An outcome about an annotated program, told about the program that the user wrote.

use c_annotate::{Inserted, Mapped};
use source::Span;
use verdict::{CheckKind, Outcome, Violation};
use witness::Invariant;

/// What check texts of annotations begin with, see `c_lower::annotation`.
const UNDEFINED: &str = "the invariant can be evaluated: ";

/// Leads every place of the outcome back to the original text.
pub(super) fn restore(
    outcome: &mut Outcome,
    inserted: &Inserted,
    invariants: &[Invariant],
    places: &[Span],
) {
    for invariant in &mut outcome.invariants {
        invariant.span = inserted.original_span(invariant.span);
    }
    let Some(violation) = &mut outcome.violation else { return };
    if violation.kind == CheckKind::Invariant {
        blame_invariant(violation, inserted, invariants, places);
    } else {
        violation.span = inserted.original_span(violation.span);
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

/// Says which invariant is wrong, and where.
fn blame_invariant(
    violation: &mut Violation,
    inserted: &Inserted,
    invariants: &[Invariant],
    places: &[Span],
) {
    let id = match inserted.map(violation.span) {
        Mapped::Inserted { expression: Some((id, _)) } => id,
        Mapped::Inserted { expression: None } | Mapped::Original(_) => return,
    };
    let text = &invariants[id].value.text;
    violation.message = match violation.message.split_once(UNDEFINED) {
        Some((_, what)) => {
            format!("the invariant `{text}` cannot be evaluated here; it would need this: {what}")
        }
        None => format!("the invariant `{text}` does not hold here"),
    };
    violation.span = places[id];
}
