//! What lasts of numbers alone, and which checks fail for none of it.
//!
//! Counters and sizes keep within bounds for reasons that have nothing to do with what memory holds: this is
//! what most checks of everyday programs rest on, and what other engines spend most of their time to find among guesses about
//! arrays. Here it is looked for before anything else, by steps in which what is read in memory may be anything
//! ([`simpler`](crate::simpler)), at the heads of all loops, so that it carries itself on whoever takes it.
//!
//! ```text
//!   while (low < high) {                        0 <= low <= high <= 32, whatever `items` holds
//!     middle = low + (high - low) / 2;          so `items[middle]` is inside, and nothing overflows
//!     if (items[middle] < key) low = middle + 1; else high = middle;
//!   }
//! ```
//!
//! A check is proved if one question with little effort says so, first with memory that may hold anything, as in the
//! steps. What is open is a matter of what memory holds, or too hard for a glance; nothing is looked for on its behalf.

use encode::{Encoder, Invariants, Unencodable};
use index::IdSet;
use ir::{CheckId, Program};
use ir_passes::points_to::PointsTo;
use lemmas::blocks::HeadId;
use logic::TermId;
use smt::Effort;
use verdict::Budget;

use crate::asker::{Asker, Question, Told};
use crate::frames::View;
use crate::search::{Group, Search};
use crate::simpler::simpler_terms;
use crate::{Loops, Options, Statistics};

/// Of the time, for what lasts; the rest is for the checks.
const LEARN_SHARE: f64 = 0.7;

/// For the question whether a danger is one if memory may hold anything.
const DANGER: Effort = Effort::Limited(20_000);

/// What lasts of the numbers of a program.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Inductive by themselves.
    pub invariants: Invariants,
    pub open: Open,
    pub statistics: Statistics,
}

/// What the invariants do not exclude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Open {
    /// That these checks fail.
    Checks(IdSet<CheckId>),
    /// That a step is reached that is not modelled.
    Unmodelled,
}

/// Looks for it in a program that makes no calls.
pub fn numbers(
    program: &Program,
    points_to: PointsTo,
    budget: &Budget,
    options: Options,
) -> Result<Numbers, Unencodable> {
    let encoder = Encoder::new(program, points_to, options.integers)?;
    let options = Options { loops: Loops::All, ..options };
    Ok(Search::new(encoder, &Invariants::default(), budget, options)?.numbers())
}

/// The same, and what lasts of elements of arrays and their order (`lemmas::observed`), by the steps as they are. None
/// if short runs suggest nothing of that kind.
pub fn orders(
    program: &Program,
    points_to: PointsTo,
    budget: &Budget,
    options: Options,
) -> Result<Option<Numbers>, Unencodable> {
    let encoder = Encoder::new(program, points_to, options.integers)?;
    let options = Options { loops: Loops::All, ..options };
    let mut search = Search::new(encoder, &Invariants::default(), budget, options)?;
    Ok(search.is_any_in_order().then(|| search.orders()))
}

impl Search<'_> {
    fn numbers(mut self) -> Numbers {
        let all = self.take_share(LEARN_SHARE);
        self.learn_of_numbers();
        self.budget = all;
        self.what_lasts()
    }

    fn orders(mut self) -> Numbers {
        let all = self.take_share(LEARN_SHARE);
        self.learn_what_lasts();
        self.budget = all;
        self.what_lasts()
    }

    fn is_any_in_order(&mut self) -> bool {
        let heads: Vec<HeadId> = self.blocks.heads.ids().collect();
        let (encoder, blocks) = (&mut self.encoder, &self.blocks);
        heads.into_iter().any(|head| !self.runs.orders(encoder, blocks, head).is_empty())
    }

    fn what_lasts(mut self) -> Numbers {
        let open = self.open();
        let mut invariants = Invariants::default();
        self.export(&mut invariants);
        Numbers { invariants, open, statistics: self.statistics }
    }

    fn open(&mut self) -> Open {
        let mut left: Vec<(usize, Option<CheckId>)> = Vec::new();
        for group in self.groups.clone() {
            // The dangers of an origin lie beside those of its group, checks first.
            let checks = self.checks_of(group.from);
            for (position, part) in self.not_of_numbers(&group) {
                left.push((part, checks.get(position).copied()));
            }
        }
        let mut open = IdSet::new();
        for (part, check) in left {
            if check.is_some_and(|check| open.contains(check)) {
                continue;
            }
            let is_excluded = self.has_budget() && self.is_excluded(part);
            match (is_excluded, check) {
                (true, _) => {}
                (false, Some(check)) => {
                    open.insert(check);
                }
                (false, None) => return Open::Unmodelled,
            }
        }
        Open::Checks(open)
    }

    /// The dangers of a group that what lasts does not exclude if memory may hold anything, and their positions.
    fn not_of_numbers(&mut self, group: &Group) -> Vec<(usize, usize)> {
        let parts: Vec<usize> = group.parts.clone().collect();
        let formulas: Vec<TermId> = parts.iter().map(|part| self.dangers[*part].1).collect();
        let simpler = simpler_terms(&mut self.encoder.pool, &formulas);
        let (always, any) = (self.encoder.pool.top(), self.encoder.pool.or(&simpler));
        let mut asker = self.asker(group.from, always);
        if self.is_impossible(&mut asker, any) {
            return Vec::new();
        }
        let mut left = Vec::new();
        for (position, (part, danger)) in parts.into_iter().zip(simpler).enumerate() {
            if !self.is_impossible(&mut asker, danger) {
                left.push((position, part));
            }
        }
        left
    }

    fn is_impossible(&mut self, asker: &mut Asker, danger: TermId) -> bool {
        if !self.has_budget() {
            return false;
        }
        self.statistics.n_questions += 1;
        let question = Question { view: View::default(), aside: None, literals: &[danger] };
        let told = asker.ask(&mut self.encoder.pool, question, &self.budget, DANGER);
        matches!(told, Told::Impossible(_))
    }

    fn checks_of(&self, from: lemmas::blocks::Origin) -> Vec<CheckId> {
        let dangers = self.blocks.dangers.iter().filter(|danger| danger.from == from);
        dangers.flat_map(|danger| &danger.violations).map(|violation| violation.check).collect()
    }
}
