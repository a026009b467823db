//! Invariants put where they should hold.
//!
//! ```text
//!   while (c)           while (__linchpin_invariant(!!(e)), c)
//!   for (a; ; b)        for (a; __linchpin_invariant(!!(e)), 1; b)
//!   s;                  __linchpin_invariant(!!(e)); s;            or with braces around both
//! ```
//!
//! A loop invariant is evaluated just before the condition of its loop, each time; one at a
//! statement just before the statement, also when a jump leads there. One in a header holds in every
//! text that the header is part of.

use c_annotate::{Fragment, Places, StatementPlace};
use c_lower::annotation::INVARIANT_FUNCTION;
use source::Span;
use verdict::InvariantPlace;
use witness::Invariant;

use super::annotate::Annotator;

/// The level of these wraps; there are no others.
const LEVEL: u8 = 0;

/// An expression in the program: which invariant it is, and the stretch of the program where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub invariant: usize,
    pub place: Span,
}

/// Puts every invariant at its places. The result has what stands where, in the order of the
/// annotator's expressions; complaints are left with the annotator.
pub(super) fn place_invariants(annotator: &mut Annotator, invariants: &[Invariant]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (index, invariant) in invariants.iter().enumerate() {
        let places = place(annotator, invariant).into_iter();
        claims.extend(places.map(|place| Claim { invariant: index, place }));
    }
    claims
}

/// Where an invariant stands now; nowhere, but read, if there is no such place.
fn place(annotator: &mut Annotator, invariant: &Invariant) -> Vec<Span> {
    let found = places_of(annotator, invariant);
    if found.is_empty() {
        call(annotator, invariant);
        return vec![Span::default()];
    }
    let put = |index: usize| match invariant.place {
        InvariantPlace::Loop => {
            let place = annotator.places.loops[index];
            let mut call = call(annotator, invariant);
            call.push(if place.has_condition { ", " } else { ", 1" });
            annotator.edits.insert(place.before_condition, call);
            keyword(annotator, place.span)
        }
        InvariantPlace::Statement => {
            let place = annotator.places.statements[index];
            let mut call = call(annotator, invariant);
            call.push("; ");
            insert_statement(annotator, place, call, LEVEL);
            Span::new(place.span.lo, place.span.hi)
        }
    };
    found.into_iter().map(put).collect()
}

/// The first place in each text that the location means.
fn places_of(annotator: &mut Annotator, invariant: &Invariant) -> Vec<usize> {
    let (offsets, what) = offsets_of(&annotator.places, invariant.place);
    let mut found = annotator.pick(&invariant.location, &offsets, what);
    found.dedup_by_key(|index| annotator.text_of(offsets[*index]));
    found
}

/// What invariants of a kind can stand at, and what that is called.
pub(super) fn offsets_of(places: &Places, place: InvariantPlace) -> (Vec<u32>, &'static str) {
    match place {
        InvariantPlace::Loop => (places.loops.iter().map(|it| it.span.lo).collect(), "loop"),
        InvariantPlace::Statement => {
            (places.statements.iter().map(|it| it.start).collect(), "statement")
        }
    }
}

fn call(annotator: &mut Annotator, invariant: &Invariant) -> Fragment {
    let mut call = Fragment::new(INVARIANT_FUNCTION);
    call.push("(!!");
    annotator.push_expression(&mut call, &invariant.value, &invariant.value.text);
    call.push(")");
    call
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
