//! Invariants put where they should hold.
//!
//! ```text
//!   while (c)           while (__linchpin_invariant(!!(e)), c)
//!   for (a; ; b)        for (a; __linchpin_invariant(!!(e)), 1; b)
//!   s;                  __linchpin_invariant(!!(e)); s;            or with braces around both
//! ```
//!
//! A loop invariant is evaluated just before the condition of its loop, each time; one at a
//! statement just before the statement, also when a jump leads there.

use c_annotate::{Fragment, StatementPlace};
use c_lower::annotation::INVARIANT_FUNCTION;
use source::Span;
use verdict::InvariantPlace;
use witness::Invariant;

use super::annotate::Annotator;

/// The level of these wraps; there are no others.
const LEVEL: u8 = 0;

/// Puts every invariant at its place. The result has the places, in the order of the invariants,
/// as stretches of the program; complaints are left with the annotator.
pub(super) fn place_invariants(annotator: &mut Annotator, invariants: &[Invariant]) -> Vec<Span> {
    invariants.iter().map(|invariant| place(annotator, invariant).unwrap_or_default()).collect()
}

fn place(annotator: &mut Annotator, invariant: &Invariant) -> Option<Span> {
    let location = &invariant.location;
    let offsets: Vec<u32> = match invariant.place {
        InvariantPlace::Loop => annotator.places.loops.iter().map(|it| it.span.lo).collect(),
        InvariantPlace::Statement => {
            annotator.places.statements.iter().map(|it| it.start).collect()
        }
    };
    let what = match invariant.place {
        InvariantPlace::Loop => "loop",
        InvariantPlace::Statement => "statement",
    };
    let found = annotator.pick(location, &offsets, what).first().copied();
    let mut call = Fragment::new(INVARIANT_FUNCTION);
    call.push("(!!");
    annotator.push_expression(&mut call, &invariant.value, &invariant.value.text);
    call.push(")");
    let index = found?;
    match invariant.place {
        InvariantPlace::Loop => {
            let place = annotator.places.loops[index];
            call.push(if place.has_condition { ", " } else { ", 1" });
            annotator.edits.insert(place.before_condition, call);
            Some(keyword(annotator, place.span))
        }
        InvariantPlace::Statement => {
            let place = annotator.places.statements[index];
            call.push("; ");
            insert_statement(annotator, place, call, LEVEL);
            Some(Span::new(place.span.lo, place.span.hi))
        }
    }
}

/// Puts a statement before another one.
pub(super) fn insert_statement(
    annotator: &mut Annotator,
    place: StatementPlace,
    statement: Fragment,
    level: u8,
) {
    if place.is_block_item {
        annotator.edits.insert(place.span.lo, statement);
    } else {
        let mut open = Fragment::new("{ ");
        open.append(statement);
        annotator.edits.wrap(place.span, level, open, Fragment::new(" }"));
    }
}

/// The word that a statement starts with.
fn keyword(annotator: &Annotator, span: Span) -> Span {
    let text = annotator.excerpt(Span::new(span.lo, span.hi.min(span.lo + 8)));
    let length = text.bytes().take_while(u8::is_ascii_alphabetic).count() as u32;
    Span::new(span.lo, span.lo + length)
}
