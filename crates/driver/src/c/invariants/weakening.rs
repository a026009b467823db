//! The weakening of each loop in words of the source, and why a check was left open.
//!
//! The engine leaves a record: each lemma that it dropped, the block that broke it and the state
//! in which that block starts. Told here are those that can be said in C where their loop stands.
//!
//! # What an open check would have needed
//! A check is open if it can fail in a step from some loop head whose lemmas hold. With the
//! dropped lemmas of that head put back, it may not; then they are taken away again one by one,
//! and those stay without which it could fail. They are not inductive, or they would not have
//! been dropped: the counterexample says why, and what the program lacks for them to be.

use encode::{Encoder, Entry, Fact, Facts, Invariants};
use engine_slicing::{Conclusion, Dropped, Sliced};
use ir::{CheckId, LocationId, Program};
use logic::{TermId, Value};
use smt::{Answer, Effort, OneQuestion};
use source::Span;
use verdict::{Breaker, Budget, DroppedLemma, Explanation, LoopWeakening, OpenCheck};

use super::naming::Naming;
use super::places::{Copy, LoopPlace, SourcePlaces};
use super::printed;
use crate::c::Compiled;
use crate::c::automaton::{Automaton, Memory, Reduction};
use crate::c::explain::value_text;

/// Values shown of one counterexample.
const MAX_VALUES: usize = 6;
/// Dropped lemmas that are put back for an open check.
const MAX_NEEDED: usize = 60;
const EFFORT: Effort = Effort::Limited(2_000_000);

/// The last try of formula slicing.
#[derive(Clone, Copy, Debug)]
pub struct Try<'a> {
    pub sliced: &'a Sliced,
    pub automaton: &'a Automaton,
    pub memory: Memory,
}

/// What happened in a try.
pub fn explain_weakening(compiled: &Compiled, last: Try<'_>, budget: &Budget) -> Explanation {
    let Some(places) = SourcePlaces::of(&compiled.source, &last.automaton.whole) else {
        return Explanation::default();
    };
    let naming = Naming::new(last.automaton, &last.sliced.invariants, &places.scopes);
    let teller = Teller { last, naming, loops: &places.loops };
    let mut explanation = Explanation::default();
    for place in &places.loops {
        for (index, copy) in place.copies.iter().enumerate() {
            let told = teller.weakening(place, *copy, (index + 1, place.copies.len()));
            explanation.loops.extend(told);
        }
    }
    explanation.open = teller.open_checks(&compiled.program, budget).unwrap_or_default();
    explanation
}

struct Teller<'a> {
    last: Try<'a>,
    naming: Naming<'a>,
    loops: &'a [LoopPlace],
}

impl Teller<'_> {
    /// None where the engine did not look, or where no run comes.
    fn weakening(
        &self,
        place: &LoopPlace,
        copy: Copy,
        which: (usize, usize),
    ) -> Option<LoopWeakening> {
        let sliced = self.last.sliced;
        let Facts::Lemmas(lemmas) = sliced.invariants.heads.get(&copy.location)? else {
            return None;
        };
        let all: Vec<&Dropped> =
            sliced.dropped.iter().filter(|it| it.head == copy.location).collect();
        let dropped: Vec<DroppedLemma> =
            all.iter().filter_map(|it| self.dropped(place, copy, it)).collect();
        let mut kept: Vec<String> =
            printed(&self.naming, place, &copy, lemmas).into_keys().collect();
        kept.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        Some(LoopWeakening {
            kind: place.kind,
            span: place.span,
            function: place.function.clone(),
            copy: which,
            n_seeded: all.len() + lemmas.len(),
            n_unsayable: (all.len() - dropped.len(), lemmas.len().saturating_sub(kept.len())),
            dropped,
            kept,
        })
    }

    fn dropped(&self, place: &LoopPlace, copy: Copy, it: &Dropped) -> Option<DroppedLemma> {
        let text = self.naming.text(it.lemma, copy.context, place.evaluated_at)?;
        let breaker = match it.from {
            None => Breaker::Entry,
            Some(from) if from == it.head => Breaker::Itself,
            Some(from) => self.find(from).map_or(Breaker::Elsewhere, |it| Breaker::Loop(it.0.span)),
        };
        Some(DroppedLemma { text, breaker, counterexample: self.values(it) })
    }

    fn find(&self, location: LocationId) -> Option<(&LoopPlace, Copy)> {
        self.loops.iter().find_map(|place| {
            let copy = place.copies.iter().find(|copy| copy.location == location)?;
            Some((place, *copy))
        })
    }

    /// The counterexample, what the lemma speaks of first.
    fn values(&self, it: &Dropped) -> Vec<(String, String)> {
        let Some((place, copy)) = it.from.and_then(|from| self.find(from)) else {
            return Vec::new();
        };
        let mentioned = self.naming.vars(it.lemma);
        let mut values: Vec<(bool, String, String)> = Vec::new();
        for (component, value) in &it.counterexample {
            let encode::Component::Var(var) = component else { continue };
            let Some(name) = self.naming.name(*var, copy.context, place.evaluated_at) else {
                continue;
            };
            let ty = self.last.automaton.whole.program.vars[*var].ty;
            let text = match value {
                Value::BitVec(_, bits) => value_text(ty, *bits),
                Value::Int(number) => number.to_string(),
                Value::Bool(_) | Value::Array(..) => continue,
            };
            values.push((!mentioned.contains(var), name.name, text));
        }
        values.sort();
        values.truncate(MAX_VALUES);
        values.into_iter().map(|(_, name, value)| (name, value)).collect()
    }

    /// None if the program cannot be looked at again.
    fn open_checks(&self, program: &Program, budget: &Budget) -> Option<Vec<OpenCheck>> {
        let Try { sliced, automaton, memory } = self.last;
        let Conclusion::Open(checks) = &sliced.conclusion else { return None };
        budget.check().ok()?;
        let reduced = automaton.reduced(memory, Reduction::Cone)?;
        let integers = automaton.extent.integers;
        let mut encoder = Encoder::new(&reduced, automaton.points_to(), integers).ok()?;
        let always = encoder.pool.top();
        let mut entries = vec![(None, encoder.initial().0)];
        for head in encoder.loop_heads().collect::<Vec<_>>() {
            entries.push((Some(head), encoder.arbitrary(head, always)));
        }
        let mut open = Vec::new();
        for (from, entry) in entries {
            let known = facts(&mut encoder, &sliced.invariants, &entry);
            let place = from.and_then(|from| self.find(from));
            let lost = place.map_or_else(Vec::new, |it| self.lost(&mut encoder, it, &entry));
            for violation in encoder.step(vec![entry]).ok()?.violations {
                let mut question = Question { encoder: &mut encoder, budget, known: known.clone() };
                question.known.push(violation.formula);
                if !checks.contains(&violation.check) || question.is_refuted(&[]) {
                    continue;
                }
                let needed = question.needed(&lost);
                open.push(self.open_check(program, violation.check, place, needed));
            }
        }
        Some(open)
    }

    /// The dropped lemmas of a head that can be said, as an encoder sees them.
    fn lost(
        &self,
        encoder: &mut Encoder<'_>,
        (place, copy): (&LoopPlace, Copy),
        entry: &Entry,
    ) -> Vec<(DroppedLemma, TermId)> {
        let sliced = self.last.sliced;
        let mut told: Vec<(DroppedLemma, TermId)> = sliced
            .dropped
            .iter()
            // What does not even hold at first is a guess that was wrong, and nothing to miss.
            .filter(|it| it.head == copy.location && it.from.is_some())
            .filter_map(|it| Some((self.dropped(place, copy, it)?, it.lemma)))
            .collect();
        told.sort_by_key(|(lemma, _)| lemma.text.len());
        told.truncate(MAX_NEEDED);
        let mut result = Vec::new();
        for (lemma, term) in told {
            let mut alone = sliced.invariants.clone();
            alone.heads.insert(copy.location, Facts::Lemmas(vec![term]));
            let seen = facts(encoder, &alone, entry);
            result.extend(seen.first().map(|term| (lemma, *term)));
        }
        result
    }

    fn open_check(
        &self,
        program: &Program,
        check: CheckId,
        place: Option<(&LoopPlace, Copy)>,
        needed: Vec<DroppedLemma>,
    ) -> OpenCheck {
        let check = &program.checks[check];
        let behind: Option<Span> = place.map(|(place, _)| place.span);
        OpenCheck { text: check.text.to_string(), span: check.span, behind, needed }
    }
}

fn facts(encoder: &mut Encoder<'_>, invariants: &Invariants, entry: &Entry) -> Vec<TermId> {
    let facts = encoder.facts(invariants, entry).into_iter();
    facts
        .filter_map(|fact| match fact {
            Fact::Known(term) => Some(term),
            Fact::Foreign(_) => None,
        })
        .collect()
}

/// Can a check fail in a step from a head?
struct Question<'e, 'p> {
    encoder: &'e mut Encoder<'p>,
    budget: &'e Budget,
    /// The invariant and the failure.
    known: Vec<TermId>,
}

impl Question<'_, '_> {
    fn is_refuted(&self, more: &[TermId]) -> bool {
        let formulas: Vec<TermId> = self.known.iter().chain(more).copied().collect();
        let asked = OneQuestion::ask(&self.encoder.pool, &formulas, self.budget, EFFORT);
        *asked.answer() == Answer::Unsat
    }

    /// Of the lost lemmas those that together exclude the failure, and no smaller part of them.
    fn needed(&self, lost: &[(DroppedLemma, TermId)]) -> Vec<DroppedLemma> {
        let terms = |lost: &[(DroppedLemma, TermId)]| -> Vec<TermId> {
            lost.iter().map(|(_, term)| *term).collect()
        };
        if !self.is_refuted(&terms(lost)) {
            return Vec::new();
        }
        let mut needed = lost.to_vec();
        let mut index = needed.len();
        // Long lemmas first: what stays should be short.
        while index > 0 {
            index -= 1;
            let mut fewer = needed.clone();
            fewer.remove(index);
            if self.is_refuted(&terms(&fewer)) {
                needed = fewer;
            }
        }
        needed.into_iter().map(|(lemma, _)| lemma).collect()
    }
}
