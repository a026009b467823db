//! The lemmas of a proof about where one thread stands, or two of them do, in C.
//!
//! ```text
//! stamps.c:21:9: `run` before `stamp == mine`; each time it stands there:
//!     stamp != mine
//!   while another `run` is before `stamp == mine` (line 21):
//!     mine != other.mine
//! ```
//!
//! What cannot be said in C, such as what is known of a value between two steps of an expression, is left
//! out. All of them together were checked again.

use std::collections::BTreeMap;

use c_text::{CVar, Sign};
use encode::Component;
use ir::{Type, VarOrigin};
use logic::{Term, TermId};
use source::Span;
use verdict::{Budget, HowStanding, StandingFacts, ThreadFacts};

use super::standing::known_as;
use crate::c::Compiled;
use crate::c::threads::{Lemmas, NoPlaces, Together};

/// What is known of threads two at a time, and what holds wherever they stand.
pub fn two_at_a_time(
    compiled: &Compiled,
    budget: &Budget,
) -> Result<(ThreadFacts, Vec<String>), NoPlaces> {
    let is_users = |span: Span| compiled.source.is_users(span);
    let lemmas = Together::default().told_lemmas(&compiled.program, &is_users, budget)?;
    let mut saying = Saying { compiled, lemmas: &lemmas, places: BTreeMap::new() };
    let mut everywhere = Vec::new();
    for (told, at) in lemmas.proof.told.iter().zip(&lemmas.at) {
        match at.as_deref() {
            Some([]) => everywhere.extend(saying.text(told.atom, None)),
            Some([(thread, step)]) => {
                let said = saying.text(told.atom, Some(*thread));
                saying.place(*thread, *step).lemmas.extend(said);
            }
            Some([(thread, step), (other, there)]) => {
                let Some(said) = saying.text(told.atom, Some(*thread)) else { continue };
                let other = saying.beside((*thread, *other), *there);
                saying.place(*thread, *step).others.push(format!("{other}: {said}"));
            }
            Some(_) | None => {}
        }
    }
    let mut places: Vec<StandingFacts> = saying.places.into_values().collect();
    for place in &mut places {
        for told in [&mut place.lemmas, &mut place.others] {
            told.sort();
            told.dedup();
        }
    }
    // In the order of the text.
    places.sort_by_key(|place| (place.span.lo, place.span.hi));
    let how = HowStanding::TwoAtATime;
    Ok((ThreadFacts { how, places, ..ThreadFacts::default() }, everywhere))
}

struct Saying<'s> {
    compiled: &'s Compiled,
    lemmas: &'s Lemmas,
    places: BTreeMap<(u32, u32, usize), StandingFacts>,
}

impl Saying<'_> {
    fn place(&mut self, thread: usize, span: Span) -> &mut StandingFacts {
        let function = self.lemmas.threads[thread].to_string();
        self.places.entry((span.lo, span.hi, thread)).or_insert_with(|| StandingFacts {
            span,
            function,
            lemmas: Vec::new(),
            others: Vec::new(),
        })
    }

    /// Where the other thread is meanwhile.
    fn beside(&self, (thread, other): (usize, usize), there: Span) -> String {
        let name = &self.lemmas.threads[other];
        let another = if *name == self.lemmas.threads[thread] { "another " } else { "" };
        let source = &self.compiled.source;
        let line = source.position(there.lo).line;
        let text = source.excerpt(there);
        let words: Vec<&str> = text.split_whitespace().collect();
        format!("while {another}`{name}` is before `{}` in line {line}", words.join(" "))
    }

    /// The formula in C, as the thread knows what is its own; what is the own of others is theirs.
    fn text(&self, atom: TermId, thread: Option<usize>) -> Option<String> {
        let invariants = &self.lemmas.proof.invariants;
        let pool = &invariants.pool;
        if pool[atom] == Term::Bool(false) {
            return Some("never".to_owned());
        }
        let components = invariants.components();
        let mut names = BTreeMap::new();
        for term in pool.postorder(&[atom]) {
            let Some(var) = pool.as_var(term) else { continue };
            let Some(Component::Var(var)) = components.get(&var) else { return None };
            let it = &self.lemmas.vars[*var];
            let Type::Int(ty) = it.ty else { return None };
            if !matches!(ty.width, 8 | 16 | 32 | 64) {
                return None;
            }
            let (name, owner) = if let Some(number) = self.lemmas.numbers.get(var) {
                ("pthread_self()".to_owned(), Some(*number))
            } else if let Some((crowd, step)) = self.lemmas.counts.get(var) {
                let line = self.compiled.source.position(step.lo).line;
                (format!("count({}, line {line})", self.lemmas.threads[*crowd]), None)
            } else if it.origin == VarOrigin::Source && self.compiled.source.is_users(it.span) {
                (known_as(self.compiled, it), self.lemmas.proof.owners.get(var).copied())
            } else {
                return None;
            };
            let is_others = owner.is_some() && owner != thread;
            let name = if is_others { format!("other.{name}") } else { name };
            let sign = if ty.is_signed() { Sign::Signed } else { Sign::Unsigned };
            names.insert(term, CVar { name, width: u32::from(ty.width), sign });
        }
        c_text::print(pool, atom, &names).ok()
    }
}
