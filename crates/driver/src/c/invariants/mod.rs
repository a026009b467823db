//! Invariants of the automaton, said in C about the loops of the source.
//!
//! Engines find facts about the heads of an automaton in which calls are inlined, over variables
//! of all its copies of functions. People and witnesses speak of a loop of a function, with the
//! names that are known there. From the one to the other:
//!
//! ```text
//!   heads of the automaton ── places ──▶ per loop of the source, its copies
//!   lemmas of each copy ──── naming ───▶ those that can be said there, as C
//!   what all copies have ─── thinning ─▶ without what the rest implies, shortest first
//! ```
//!
//! A loop that is inlined several times has the lemmas that hold in every copy, compared by their
//! text: the same text over the same names means the same.
//!
//! What is left out makes an invariant weaker and never wrong: lemmas about temporaries, memory,
//! pointers, variables of callers. So what is printed holds whenever a run comes to the loop, but
//! need not be inductive by itself. Where integers are of any size, that a variable is within its type
//! is left out too.

mod acsl;
mod find;
mod heap_text;
mod heaps;
mod naming;
mod pictures;
mod places;
mod standing;
mod thinning;
mod threads;
mod two_at_a_time;
mod weakening;

use std::collections::BTreeMap;

use encode::{Facts, Invariants};
use logic::{Term, TermId};
use source::Source;
use verdict::{Budget, Known, LoopFacts};

use super::automaton::Automaton;
use naming::Naming;
use places::SourcePlaces;
use thinning::thin;

pub use acsl::{Annotated, annotate};
pub use find::{FindOptions, Seeds, Strategy, find};
pub use pictures::{LoopPictures, MergePicture, heap_pictures};
pub use weakening::{Try, explain_weakening};

/// Longer lemmas are read by nobody.
const MAX_LEMMA: usize = 400;

/// How many lemmas of the invariants cannot be said in C where they hold: about temporaries, memory,
/// pointers, variables of callers, or at a loop that the source does not have.
pub fn n_unsaid(source: &Source, automaton: &Automaton, invariants: &Invariants) -> usize {
    let places = SourcePlaces::of(source, &automaton.whole);
    let naming = places.as_ref().map(|it| Naming::new(automaton, invariants, &it.scopes));
    let of_head = |(location, facts): (&ir::LocationId, &Facts)| {
        let Facts::Lemmas(lemmas) = facts else { return 0 };
        let said = places.as_ref().zip(naming.as_ref()).and_then(|(places, naming)| {
            places.loops.iter().find_map(|place| {
                let copy = place.copies.iter().find(|copy| copy.location == *location)?;
                Some(
                    conjuncts(naming.invariants, lemmas)
                        .filter(|lemma| {
                            naming.text(*lemma, copy.context, place.evaluated_at).is_some()
                        })
                        .count(),
                )
            })
        });
        conjuncts(invariants, lemmas).count() - said.unwrap_or(0)
    };
    invariants.heads.iter().map(of_head).sum()
}

fn conjuncts<'a>(
    invariants: &'a Invariants,
    lemmas: &'a [TermId],
) -> impl Iterator<Item = TermId> + 'a {
    lemmas.iter().flat_map(|lemma| match &invariants.pool[*lemma] {
        Term::And(operands) => operands.to_vec(),
        _ => vec![*lemma],
    })
}

/// What the invariants say of each loop of the source that some run may come to, in the order of
/// the text. Nothing where the program is no C.
pub fn loop_facts(
    source: &Source,
    automaton: &Automaton,
    invariants: &Invariants,
    budget: &Budget,
) -> Vec<LoopFacts> {
    let Some(places) = SourcePlaces::of(source, &automaton.whole) else { return Vec::new() };
    let mut pool = invariants.pool.clone();
    let naming = Naming::new(automaton, invariants, &places.scopes);
    let mut result = Vec::new();
    for place in &places.loops {
        let mut copies = Vec::new();
        for copy in &place.copies {
            match invariants.heads.get(&copy.location) {
                Some(Facts::Unreachable) => {}
                Some(Facts::Lemmas(lemmas)) => {
                    let mut lemmas = printed(&naming, place, copy, lemmas);
                    lemmas.retain(|_, lemma| !naming.is_of_a_type(*lemma));
                    copies.push(lemmas);
                }
                None => copies.push(BTreeMap::new()),
            }
        }
        let known = match common(copies) {
            None => Known::Unreachable,
            Some(lemmas) => Known::Lemmas(thin(&mut pool, lemmas, budget)),
        };
        result.push(LoopFacts {
            kind: place.kind,
            span: place.span,
            function: place.function.clone(),
            known,
            heaps: Vec::new(),
        });
    }
    result
}

/// The lemmas of one copy that can be said in C, by their text.
fn printed(
    naming: &Naming<'_>,
    place: &places::LoopPlace,
    copy: &places::Copy,
    lemmas: &[TermId],
) -> BTreeMap<String, TermId> {
    conjuncts(naming.invariants, lemmas)
        .filter_map(|lemma| Some((naming.text(lemma, copy.context, place.evaluated_at)?, lemma)))
        .filter(|(text, _)| text.len() <= MAX_LEMMA)
        .collect()
}

/// What all copies have; `None` if there are none.
fn common(mut copies: Vec<BTreeMap<String, TermId>>) -> Option<Vec<(String, TermId)>> {
    let first = copies.pop()?;
    let in_all = |text: &String| copies.iter().all(|copy| copy.contains_key(text));
    Some(first.into_iter().filter(|(text, _)| in_all(text)).collect())
}
