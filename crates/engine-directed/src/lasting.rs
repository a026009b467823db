//! What holds by itself: the most that every step keeps of a set of guesses.
//!
//! Before anything is asked about failures, bounds and orderings are tried all at once, as an interval
//! analysis would that widens to the constants of the program: all of them are taken to hold at all
//! heads, and a step from a state where they do to one where some do not takes these away, until no
//! such step is left (Houdini; Flanagan, Leino, 2001). What short runs break is not even tried. What is left is inductive. Most of what everyday
//! programs need is of this kind, and a question about a failure that is asked with it is an easy one.

use index::IndexVec;
use lemmas::blocks::{BlockId, HeadId, Origin};
use logic::{TermId, Value, evaluate_all, substitute};
use rustc_hash::FxHashSet;
use smt::Effort;
use verdict::Budget;

use crate::Loops;
use crate::asker::{Asker, Question, Told};
use crate::frames::View;
use crate::search::Search;
use crate::simpler::{is_about_numbers, simpler_steps};
use crate::words::Lot;

/// Guesses at one head.
const MAX_GUESSES: usize = 500;
/// The same where they are about numbers alone, the smallest first, and terms of one of them.
const MAX_NUMBERS: usize = 160;
const MAX_SIZE_OF_NUMBERS: usize = 16;
/// For the question whether a step keeps all guesses.
const AT_ONCE: Effort = Effort::Limited(50_000);
/// For that about one of them, where the first was too hard.
const ALONE: Effort = Effort::Limited(20_000);

/// For one that was too hard even so, to a solver that sees it whole, and less of the step.
const ONCE: Effort = Effort::Limited(100_000);
/// How many of these are asked of one step.
const MAX_ONCE: usize = 16;
/// Terms of such a question.
const MAX_SIZE_ONCE: usize = 200;
/// Terms of a guess that is settled before the others: a bound, or an ordering.
const SIMPLE: usize = 4;
/// Of the time for guesses, for those.
const SIMPLE_SHARE: f64 = 0.6;
/// Of the time of the search, for what steps keep that know of numbers alone.
const NUMBERS_SHARE: f64 = 0.4;
/// Of the time that is left, for what the whole steps keep.
const WHOLE_SHARE: f64 = 0.5;

/// What came of one step.
enum Kept {
    All,
    /// Guesses behind the step were taken away.
    Fewer,
    /// It cannot be told.
    GaveUp,
}

/// What guesses are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Numbers,
    Anything,
}

/// What a step is asked to keep.
#[derive(Clone, Copy)]
enum Asked {
    All,
    One(usize),
}

impl Search<'_> {
    /// Adds to what is known at each head: what steps keep that know of numbers alone, and then what the steps do.
    pub(crate) fn learn_what_lasts(&mut self) {
        let mut guesses = self.what_may_last(Subject::Anything);
        if let Some(simpler) = simpler_steps(&mut self.encoder.pool, &self.steps) {
            let pool = &self.encoder.pool;
            let about_numbers = |terms: &Vec<TermId>| {
                terms.iter().copied().filter(|it| is_about_numbers(pool, *it)).collect()
            };
            let numbers: IndexVec<HeadId, Vec<TermId>> =
                guesses.values().map(about_numbers).collect();
            let whole = std::mem::replace(&mut self.steps, simpler);
            let all = self.take_share(NUMBERS_SHARE);
            self.learn_in_turn(numbers);
            self.budget = all;
            self.steps = whole;
            for (terms, lasting) in guesses.values_mut().zip(self.lasting.values()) {
                terms.retain(|it| !lasting.contains(it));
            }
        }
        // Without an answer here the search can still find its own lemmas.
        let all = self.take_share(WHOLE_SHARE);
        self.learn_in_turn(guesses);
        self.budget = all;
    }

    /// Goes on with a part of the time; gives back the budget of before.
    pub(crate) fn take_share(&mut self, share: f64) -> Budget {
        let part = self.budget.share(share);
        std::mem::replace(&mut self.budget, part)
    }

    /// Keeps what lasts of guesses. Simple ones are settled first, and what they come to is kept whatever becomes of
    /// the others.
    fn learn_in_turn(&mut self, mut guesses: IndexVec<HeadId, Vec<TermId>>) {
        let pool = &self.encoder.pool;
        let is_simple = |term: &TermId| pool.postorder(&[*term]).len() <= SIMPLE;
        let mut simple: IndexVec<HeadId, Vec<TermId>> = IndexVec::new();
        for terms in guesses.values() {
            simple.push(terms.iter().copied().filter(is_simple).collect());
        }
        let all = self.take_share(SIMPLE_SHARE);
        let are_kept = self.weaken(&mut simple);
        self.budget = all;
        if are_kept {
            for (terms, simple) in guesses.values_mut().zip(simple.values()) {
                terms.retain(|it| !simple.contains(it));
            }
            self.note_lasting(simple);
        }
        if self.weaken(&mut guesses) {
            self.note_lasting(guesses);
        }
    }

    /// Adds what steps keep that know of numbers alone.
    pub(crate) fn learn_of_numbers(&mut self) {
        let guesses = self.what_may_last(Subject::Numbers);
        let simpler = simpler_steps(&mut self.encoder.pool, &self.steps);
        let whole = simpler.map(|simpler| std::mem::replace(&mut self.steps, simpler));
        self.learn_in_turn(guesses);
        if let Some(whole) = whole {
            self.steps = whole;
        }
    }

    /// Guesses that no short run breaks.
    fn what_may_last(&mut self, subject: Subject) -> IndexVec<HeadId, Vec<TermId>> {
        let mut guesses = IndexVec::new();
        for head in self.blocks.heads.ids().collect::<Vec<_>>() {
            let mut terms = self.runs.guesses(&mut self.encoder, &self.blocks, head);
            terms.extend(self.lot(head, Lot::Conditions));
            terms.extend(self.lot(head, Lot::AllGuesses));
            if subject == Subject::Anything {
                terms.extend(self.runs.orders(&mut self.encoder, &self.blocks, head));
            }
            let mut seen = FxHashSet::default();
            let (pool, runs) = (&self.encoder.pool, &self.runs);
            terms.retain(|it| seen.insert(*it) && !runs.break_it(pool, head, *it));
            let mut terms = self.told(head, terms);
            let pool = &self.encoder.pool;
            let size = |term: TermId| pool.postorder(&[term]).len();
            if subject == Subject::Numbers {
                terms.retain(|it| is_about_numbers(pool, *it) && size(*it) <= MAX_SIZE_OF_NUMBERS);
                terms.sort_by_key(|it| size(*it));
                terms.truncate(MAX_NUMBERS);
            }
            terms.truncate(MAX_GUESSES);
            terms.sort_unstable();
            terms.dedup();
            guesses.push(terms);
        }
        guesses
    }

    fn note_lasting(&mut self, found: IndexVec<HeadId, Vec<TermId>>) {
        let heads: Vec<HeadId> = self.blocks.heads.ids().collect();
        for (head, terms) in heads.into_iter().zip(found) {
            let terms = self.without_implied(head, terms);
            self.known[head].extend(&terms);
            self.lasting[head].extend(terms);
        }
    }

    /// False if it was given up before every step kept what is left.
    fn weaken(&mut self, guesses: &mut IndexVec<HeadId, Vec<TermId>>) -> bool {
        let blocks: Vec<BlockId> = self.blocks.blocks.ids().collect();
        let mut askers: IndexVec<BlockId, Option<Asker>> = blocks.iter().map(|_| None).collect();
        let mut is_settled: IndexVec<BlockId, bool> = IndexVec::from_elem(false, blocks.len());
        while let Some(&block) = blocks.iter().find(|block| !is_settled[**block]) {
            let mut asker = askers[block].take().unwrap_or_else(|| {
                let (from, guard) = (self.blocks.blocks[block].from, self.steps[block].guard);
                self.asker(from, guard)
            });
            let kept = self.keep(&mut asker, block, guesses);
            askers[block] = Some(asker);
            match kept {
                Kept::All => is_settled[block] = true,
                Kept::Fewer => {
                    let to = Origin::Head(self.blocks.blocks[block].to);
                    for other in blocks.iter().filter(|it| self.blocks.blocks[**it].from == to) {
                        is_settled[*other] = false;
                    }
                }
                Kept::GaveUp => return false,
            }
        }
        true
    }

    /// Takes the guesses away that a step does not keep.
    fn keep(
        &mut self,
        asker: &mut Asker,
        block: BlockId,
        guesses: &mut IndexVec<HeadId, Vec<TermId>>,
    ) -> Kept {
        // A glance takes leave of what is hard.
        let max_once = match self.options.loops {
            Loops::All => 0,
            Loops::Long => MAX_ONCE,
        };
        let (from, to) = (self.blocks.blocks[block].from, self.blocks.blocks[block].to);
        let pool = &mut self.encoder.pool;
        let images = substitute(pool, &guesses[to], &self.steps[block].values);
        let before = match from {
            Origin::Start => Vec::new(),
            Origin::Head(head) => guesses[head].clone(),
        };
        let all = pool.and(&images);
        let broken = pool.not(all);
        let (view, literals) = (View::default(), &before[..]);
        let mut keeps = vec![true; images.len()];
        // All of them at once; where that is too hard, those that are left one by one.
        let mut questions = vec![Asked::All];
        let mut n_once = 0;
        while let Some(asked) = questions.pop() {
            if !self.has_budget() {
                return Kept::GaveUp;
            }
            let pool = &mut self.encoder.pool;
            let (formula, effort) = match asked {
                Asked::All => (broken, AT_ONCE),
                Asked::One(it) if keeps[it] => (pool.not(images[it]), ALONE),
                // What is gone need not be asked about.
                Asked::One(_) => continue,
            };
            self.statistics.n_questions += 1;
            let question = Question { view, aside: Some(formula), literals };
            match (asker.ask(pool, question, &self.budget, effort), asked) {
                (Told::Impossible(_), _) => {}
                (Told::Possible(mut model), _) => {
                    let told = |term| asker.value(pool, &mut model, term);
                    let Some(values) = evaluate_all(pool, &images, told) else {
                        return Kept::GaveUp;
                    };
                    let holds = |image: &TermId| values[image] == Value::Bool(true);
                    // A model that breaks nothing says nothing: what is left need not last.
                    if images.iter().all(holds) {
                        return Kept::GaveUp;
                    }
                    for (keeps, image) in keeps.iter_mut().zip(&images) {
                        *keeps &= holds(image);
                    }
                }
                (Told::Unanswered, Asked::All) => {
                    questions.extend((0..images.len()).rev().map(Asked::One));
                }
                (Told::Unanswered, Asked::One(it)) => {
                    let is_small = pool.postorder(&[formula]).len() <= MAX_SIZE_ONCE;
                    let has_hope = n_once < max_once && is_small;
                    n_once += usize::from(has_hope);
                    keeps[it] = has_hope
                        && matches!(
                            asker.ask_lightly(pool, question, &self.budget, ONCE),
                            Told::Impossible(_)
                        );
                }
            }
        }
        if !self.has_budget() {
            return Kept::GaveUp;
        }
        if keeps.iter().all(|keeps| *keeps) {
            return Kept::All;
        }
        let mut keeps = keeps.into_iter();
        guesses[to].retain(|_| keeps.next().unwrap_or(false));
        Kept::Fewer
    }

    /// Without those that the others imply, which would only be in the way.
    fn without_implied(&mut self, head: HeadId, mut terms: Vec<TermId>) -> Vec<TermId> {
        let pool = &mut self.encoder.pool;
        let mut asker = Asker::new(pool, self.known[head].clone());
        let mut position = terms.len();
        while position > 0 && self.budget.check().is_ok() {
            position -= 1;
            let term = terms.remove(position);
            let question =
                Question { view: View::default(), aside: Some(pool.not(term)), literals: &terms };
            let told = asker.ask(pool, question, &self.budget, ALONE);
            if !matches!(told, Told::Impossible(_)) {
                terms.insert(position, term);
            }
        }
        terms
    }
}
