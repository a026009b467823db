//! Lemmas that are inductive over several steps: the largest k-inductive subset of the candidates.
//!
//! A lemma `P` that one step from a state with `P` can break may still hold always: no run comes
//! to the states from which it breaks, and `k` steps in a row with `P` show it. In
//!
//! ```text
//!   x = 4; y = 9;
//!   while (…) { t = x & 13; x = y; y = t; }             P:  x ≠ 2
//! ```
//!
//! `x ≠ 2` breaks from `y = 2`; but one step before, `y` was `x & 13`, which is never 2.
//!
//! # By looking ahead
//! That `P` is k-inductive is the same as that `P` and what follows are inductive together:
//!
//! ```text
//!   P(s)   ∧   for each block from s:   guard(s) ⇒ P(block(s))   ∧   … and so on, k - 1 times
//! ```
//!
//! So the lemmas that were dropped come back together with what they say of the next states, and
//! the same weakening goes over all of them once more. What it leaves is an inductive invariant
//! like any other, with nothing special for whoever checks it again: in loops that lie in each
//! other the next state is at whichever head the block leads to, and has the lemmas of that head.
//!
//! A guard may ask for inputs, which a lemma cannot; those parts of it are left out, which makes
//! the lemma stronger and so a bolder guess. What a block does to a lemma must not depend on
//! inputs at all, or it is not looked ahead through that block: there this is weaker than
//! k-induction.
//!
//! Sound: every set that is given out was weakened until every block preserves it. If the time ends
//! before that, the set from before, which is one, is put back. Ends: each depth starts once from
//! finitely many lemmas.

use index::IndexVec;
use logic::{Term, TermId, substitute};
use rustc_hash::FxHashSet;

use crate::fixpoint::{Lemmas, Slicer};
use crate::weaken::Weakened;
use crate::{Seeds, Strategy};
use lemmas::blocks::{BlockId, HeadId, Origin};
use lemmas::vocabulary::{Elements, Vocabulary};

/// Steps that a lemma may lean on.
const MAX_DEPTH: usize = 3;
/// Dropped lemmas that come back, per head: those that were dropped last, since they survived
/// longest.
const MAX_RETURNED: usize = 60;
/// Lemmas about later states, per head.
const MAX_AHEAD: usize = 120;
/// Larger ones say too much at once.
const MAX_SIZE: usize = 300;
/// Of the time that is left.
const SHARE: f64 = 0.4;

impl Slicer<'_> {
    /// Tries the dropped lemmas again over several steps; changed if some of them hold.
    pub(crate) fn look_ahead(&mut self) -> Weakened {
        let is_asked = self.options.looks_ahead
            && self.options.seeds == Seeds::Extended
            && self.options.strategy != Strategy::Syntactic
            && self.budget.check().is_ok();
        if !is_asked {
            return Weakened::Unchanged;
        }
        let part = self.budget.share(SHARE);
        let whole = std::mem::replace(&mut self.budget, part);
        let mut result = Weakened::Unchanged;
        for depth in 2..=MAX_DEPTH {
            if self.budget.check().is_err() {
                break;
            }
            if self.try_depth(depth) == Weakened::Changed {
                result = Weakened::Changed;
            }
        }
        self.budget = whole;
        result
    }

    /// One more fixpoint, from what is kept, what was dropped and what that says of later states.
    fn try_depth(&mut self, depth: usize) -> Weakened {
        let lost = self.lost();
        if lost.values().all(Vec::is_empty) {
            return Weakened::Unchanged;
        }
        let ahead = self.said_ahead(&lost, depth);
        if ahead.values().all(Vec::is_empty) {
            return Weakened::Unchanged;
        }
        let before = (self.candidates.clone(), self.dropped.clone());
        let n_kept = |lemmas: &IndexVec<HeadId, Lemmas>| -> usize {
            lemmas.values().map(|it| if let Lemmas::Known(it) = it { it.len() } else { 0 }).sum()
        };
        let n_before = n_kept(&self.candidates);
        let returned: FxHashSet<(HeadId, TermId)> = lost
            .iter()
            .flat_map(|(head, lemmas)| lemmas.iter().map(move |it| (head, *it)))
            .collect();
        self.dropped.retain(|(head, it)| !returned.contains(&(*head, it.lemma)));
        for head in self.blocks.heads.ids().collect::<Vec<_>>() {
            let Lemmas::Known(lemmas) = &mut self.candidates[head] else { continue };
            let n_old = lemmas.len();
            lemmas.extend(lost[head].iter().chain(&ahead[head]));
            lemmas.sort_unstable();
            lemmas.dedup();
            self.statistics.n_seeded += lemmas.len() - n_old;
            self.versions[head] += 1;
        }
        self.settled = IndexVec::from_elem(None, self.blocks.len());
        self.find_invariants();
        if self.budget.check_clock().is_err() {
            (self.candidates, self.dropped) = before;
            return Weakened::Unchanged;
        }
        // What was said of later states only is no lemma of the program that went missing.
        let said: FxHashSet<(HeadId, TermId)> = ahead
            .iter()
            .flat_map(|(head, lemmas)| lemmas.iter().map(move |it| (head, *it)))
            .filter(|it| !returned.contains(it))
            .collect();
        self.dropped.retain(|(head, it)| !said.contains(&(*head, it.lemma)));
        if n_kept(&self.candidates) > n_before { Weakened::Changed } else { Weakened::Unchanged }
    }

    /// Lemmas that held where a loop was entered and that some loop broke.
    fn lost(&self) -> IndexVec<HeadId, Vec<TermId>> {
        let mut lost: IndexVec<HeadId, Vec<TermId>> =
            IndexVec::from_elem(Vec::new(), self.blocks.heads.len());
        for (head, each) in self.dropped.iter().rev() {
            let Lemmas::Known(kept) = &self.candidates[*head] else { continue };
            let is_new = !kept.contains(&each.lemma) && !lost[*head].contains(&each.lemma);
            if each.from.is_some() && is_new && lost[*head].len() < MAX_RETURNED {
                lost[*head].push(each.lemma);
            }
        }
        lost
    }

    /// What lemmas say of the states before those that they are about, up to `depth - 1` steps.
    fn said_ahead(
        &mut self,
        lost: &IndexVec<HeadId, Vec<TermId>>,
        depth: usize,
    ) -> IndexVec<HeadId, Vec<TermId>> {
        let mut all: IndexVec<HeadId, Vec<TermId>> =
            IndexVec::from_elem(Vec::new(), self.blocks.heads.len());
        let mut last = lost.clone();
        for _ in 1..depth {
            let mut next: IndexVec<HeadId, Vec<TermId>> =
                IndexVec::from_elem(Vec::new(), self.blocks.heads.len());
            for block in self.blocks.blocks.ids().collect::<Vec<_>>() {
                let Origin::Head(from) = self.blocks.blocks[block].from else { continue };
                if self.budget.check().is_err() {
                    return all;
                }
                let to = self.blocks.blocks[block].to;
                let said = self.said_before(block, from, &last[to]);
                next[from].extend(said);
            }
            for (head, lemmas) in next.iter_mut() {
                lemmas.sort_unstable();
                lemmas.dedup();
                lemmas.truncate(MAX_AHEAD.saturating_sub(all[head].len()));
                all[head].extend(lemmas.iter());
            }
            last = next;
        }
        for head in self.blocks.heads.ids().collect::<Vec<_>>() {
            let mut lemmas = std::mem::take(&mut all[head]);
            self.blocks.keep_symmetric(&self.encoder, head, &mut lemmas);
            all[head] = lemmas;
        }
        all
    }

    /// `guard ⇒ lemma` behind a block, over the state before it, where that can be said.
    fn said_before(&mut self, block: BlockId, from: HeadId, lemmas: &[TermId]) -> Vec<TermId> {
        let mut words = Vocabulary::of(&self.encoder.pool, &self.blocks, from, Elements::Told);
        let data = &self.blocks.blocks[block];
        let guard = data.guard;
        let images = substitute(&mut self.encoder.pool, lemmas, &data.values);
        let parts = match &self.encoder.pool[guard] {
            Term::And(parts) => parts.to_vec(),
            _ => vec![guard],
        };
        let pool = &mut self.encoder.pool;
        let parts: Vec<TermId> = parts.into_iter().filter(|it| words.can_say(pool, *it)).collect();
        let guard = pool.and(&parts);
        let mut said = Vec::new();
        for image in images {
            if !words.can_say(pool, image) {
                continue;
            }
            let lemma = pool.implies(guard, image);
            let is_constant = matches!(pool[lemma], Term::Bool(_));
            if !is_constant && pool.postorder(&[lemma]).len() <= MAX_SIZE {
                said.push(lemma);
            }
        }
        said
    }
}
