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
//! A check is proved if one question with little effort says so. What is open is a matter of what memory holds,
//! or too hard for a glance; nothing is looked for on its behalf.

use encode::{Encoder, Invariants, Unencodable};
use index::IdSet;
use ir::{CheckId, Program};
use ir_passes::points_to::PointsTo;
use verdict::Budget;

use crate::search::Search;
use crate::{Loops, Options, Statistics};

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

impl Search<'_> {
    fn numbers(mut self) -> Numbers {
        self.learn_of_numbers();
        let open = self.open();
        let mut invariants = Invariants::default();
        self.export(&mut invariants);
        Numbers { invariants, open, statistics: self.statistics }
    }

    fn open(&mut self) -> Open {
        let mut open = IdSet::new();
        for group in self.groups.clone() {
            if self.is_excluded(group.whole) {
                continue;
            }
            // The dangers of an origin lie beside those of its group, checks first.
            let checks: Vec<CheckId> = self.checks_of(group.from);
            for (position, part) in group.parts.enumerate() {
                let check = checks.get(position).copied();
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
        }
        Open::Checks(open)
    }

    fn checks_of(&self, from: lemmas::blocks::Origin) -> Vec<CheckId> {
        let dangers = self.blocks.dangers.iter().filter(|danger| danger.from == from);
        dangers.flat_map(|danger| &danger.violations).map(|violation| violation.check).collect()
    }
}
