//! Bounded model checking and k-induction.
//!
//! The program is one automaton (`ir_passes::inline`), cut at its loop heads; a *step* is a run
//! from one cut point to the next, and `encode` moves all runs at once.
//!
//! - *Search*: from the start, one step after the other. A check that can fail within the steps
//!   taken so far is a violation, and the model names the inputs. When no run is left, all of
//!   them have been looked at, and that is a proof.
//! - *Induction*: from any state at any loop head, `k` steps without a failing check, then one
//!   more. If no check can fail there, and none failed within the first `k + 1` steps of the search,
//!   then none ever does: take the first failing step of a run; either it is among the first
//!   `k + 1`, or the `k` steps before it started at a loop head in *some* state and did not fail.
//!   (One more than `k`, because the first step of a run starts at the entry.)
//!
//! First a search of its own has a head start, inner loops before outer ones: a program whose loops
//! all end soon is best looked at whole, and induction has nothing to add. Then the two take turns,
//! `k` growing with the depth of the search. Steps that are not modelled
//! count as failing in both, so that a proof never rests on one, and are never reported as a
//! violation.
//!
//! What it answers is a candidate: the violation is replayed, and the proof checked again, by
//! code outside of this room.

mod candidate;
mod counterexample;
mod induction;
mod known_run;
mod search;

use std::rc::Rc;
use std::time::Duration;

use encode::{Encoder, Integers, Invariants, Unencodable, UnsupportedStep};
use ir::{EdgeId, LocationId, Program};
use ir_passes::endless_loops::has_endless_loop;
use ir_passes::points_to::{ExternalPointers, PointsTo};
use smt::Effort;
use verdict::Budget;

pub use candidate::{Candidate, ChosenValue, Fidelity, ReadValue, Site};
use induction::Induction;
use search::{Order, Progress, Search};

/// What the engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A run that fails, if its inputs are these.
    Violated(Candidate),
    /// No check fails.
    Proved(Proof),
    Unknown(WhyUnknown),
}

/// Why no check can fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Every run ends within this many steps, and none of them fails.
    Exhausted { n_steps: usize },
    /// Every run ends, if runs are moved on from these places one after the other, and none fails.
    ExhaustedInTurn { moves: Rc<[LocationId]> },
    /// No check fails in the first `k + 1` steps, nor in any step behind `k` that did not fail
    /// and that started at a loop head.
    Inductive { k: usize },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyUnknown {
    /// Time or effort ran out after the search had taken this many steps.
    Budget { n_steps: usize },
    /// The encoding has no room for the program.
    Unencodable(String),
    /// Every run was looked at, and some come to what is not modelled, at this edge.
    Unsupported { edge: EdgeId, what: String },
}

/// How far the engine goes. Counts, so that the same program gives the same answer on every
/// machine; a limit on time is the budget's.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Steps of the search; such as cost no question do not count.
    pub max_steps: usize,
    pub head_start: HeadStart,
    /// For a question about violations.
    pub search_effort: Effort,
    /// For a question about induction. Those are hard more often than they are useful.
    pub induction_effort: Effort,
    pub integers: Integers,
}

/// Steps of the search, however cheap: a loop that never ends is decided by constants for ever.
const MAX_STEPS: usize = 10_000;

/// How far the search goes before induction begins.
#[derive(Clone, Copy, Debug)]
pub enum HeadStart {
    /// They take turns from the beginning.
    None,
    /// As far as this part of the time goes.
    Share(f64),
    /// There is no induction. Runs are followed for this part of the time, and no longer than that; the
    /// rest is for the question whether one of them fails, if they all end.
    All { share: f64, longest: Duration },
}

impl Options {
    /// For a user who set no limit on time and expects an answer all the same.
    pub const MODEST: Self = Self {
        max_steps: 60,
        head_start: HeadStart::None,
        search_effort: Effort::Limited(20_000_000),
        induction_effort: Effort::Limited(5_000_000),
        integers: Integers::Machine,
    };

    /// A first look, before engines that take longer.
    pub const GLANCE: Self = Self {
        max_steps: 4,
        head_start: HeadStart::None,
        search_effort: Effort::Limited(2_000_000),
        induction_effort: Effort::Limited(500_000),
        integers: Integers::Machine,
    };

    /// All runs to their ends, if that is cheap.
    pub const ALL_RUNS: Self = Self {
        max_steps: 150,
        head_start: HeadStart::All { share: 0.25, longest: Duration::MAX },
        search_effort: Effort::Limited(4_000_000),
        induction_effort: Effort::Limited(0),
        integers: Integers::Machine,
    };

    /// For a user who did.
    pub const UNTIL_TIME_IS_UP: Self = Self {
        max_steps: 100_000,
        head_start: HeadStart::Share(0.3),
        search_effort: Effort::Unlimited,
        induction_effort: Effort::Limited(20_000_000),
        integers: Integers::Machine,
    };
}

/// Looks for an answer. The program must make no calls; the invariants, about its variables and
/// not its memory, must hold at its loop heads. It may be a part of another one, of which `regions`
/// are: proofs by induction start from any memory, and are checked again with those regions.
pub fn run(
    program: &Program,
    regions: PointsTo,
    invariants: &Invariants,
    budget: &Budget,
    options: Options,
) -> Answer {
    match run_encoded(program, regions, invariants, budget, options) {
        Ok(answer) => answer,
        Err(Unencodable(what)) => Answer::Unknown(WhyUnknown::Unencodable(what)),
    }
}

fn run_encoded(
    program: &Program,
    regions: PointsTo,
    invariants: &Invariants,
    budget: &Budget,
    options: Options,
) -> Result<Answer, Unencodable> {
    let own_regions = || PointsTo::of(program, ExternalPointers::OwnMemory);
    let encoder = |points_to| Encoder::new(program, points_to, options.integers);
    let has_room = |search: &Search<'_>| {
        search.n_asking_steps() < options.max_steps && search.n_steps() < MAX_STEPS
    };
    let ahead = match options.head_start {
        HeadStart::None => None,
        HeadStart::Share(share) => Some(budget.share(share)),
        HeadStart::All { share, longest } => Some(budget.share_up_to(share, longest)),
    };
    if let HeadStart::All { .. } = options.head_start
        && has_endless_loop(program)
    {
        return Ok(Answer::Unknown(WhyUnknown::Budget { n_steps: 0 }));
    }
    if let Some(ahead) = ahead {
        let asking = match options.head_start {
            HeadStart::All { .. } => budget,
            HeadStart::None | HeadStart::Share(_) => &ahead,
        };
        let encoder = encoder(own_regions())?;
        let mut search = Search::new(encoder, Order::InnerFirst, options.search_effort);
        let is_all = matches!(options.head_start, HeadStart::All { .. });
        while has_room(&search) && !(is_all && search.is_long(&ahead)) {
            match search.advance(&ahead, asking)? {
                Progress::Unfinished => {}
                Progress::OutOfBudget => break,
                end => return Ok(answer(end, search)),
            }
        }
        if is_all {
            return Ok(Answer::Unknown(WhyUnknown::Budget { n_steps: search.n_cleared() }));
        }
    }
    let mut search = Search::new(encoder(own_regions())?, Order::Together, options.search_effort);
    let mut induction = Induction::new(encoder(regions)?, invariants);
    while has_room(&search) {
        match search.advance(budget, budget)? {
            Progress::Unfinished => budget.so_far().searched(search.n_cleared() as u64),
            Progress::OutOfBudget => break,
            end => return Ok(answer(end, search)),
        }
        // Induction needs nothing unmodelled, and the search to have gone one step further than
        // itself: the first step starts at the entry, which is no loop head.
        while search.unsupported().is_none()
            && let Some(k) = induction.next_k(search.n_steps() - 1)
        {
            if induction.closes(k, budget, options.induction_effort)? {
                return Ok(Answer::Proved(Proof::Inductive { k }));
            }
        }
    }
    Ok(Answer::Unknown(WhyUnknown::Budget { n_steps: search.n_cleared() }))
}

/// What the end of a search means.
fn answer(end: Progress, search: Search<'_>) -> Answer {
    match (end, search.unsupported()) {
        (Progress::Violated(candidate), _) => Answer::Violated(candidate),
        (Progress::Exhausted, None) => Answer::Proved(search.proof()),
        (Progress::Exhausted, Some(UnsupportedStep { edge, what, .. })) => {
            Answer::Unknown(WhyUnknown::Unsupported { edge: *edge, what: what.to_string() })
        }
        (Progress::Unfinished | Progress::OutOfBudget, _) => {
            Answer::Unknown(WhyUnknown::Budget { n_steps: search.n_cleared() })
        }
    }
}

#[cfg(test)]
mod tests;
