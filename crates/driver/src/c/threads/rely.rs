//! Proofs one thread at a time: which rely is enough is found out by weakening.
//!
//! All clauses that might hold are assumed of the others and asked of each thread; formula slicing
//! looks for invariants of the one thread that show all checks. Clauses whose question stays open
//! are dropped, and with them what rested on them, until all that are left are kept; then either
//! the program's own checks hold, and evidence has checked that again, or there is no such proof.
//! This is formula slicing's own idea, applied to what threads may rely on.
//!
//! # Ends
//! Each round drops a clause, and there are four sets of clauses to begin with.

use encode::Integers;
use engine_slicing::{Conclusion, Options, Seeds, Strategy};
use ir::{CheckId, Program};
use ir_passes::inline::{Limits, inline};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use ir_passes::rely::{
    Alone, Clause, Units, alone, candidates, consistent, more_candidates, with_rely,
};
use verdict::Budget;

use crate::c::automaton::{Automaton, Memory};
use crate::c::slicing::{Slicing, slicing};

/// Edges of the threads, inlined.
const MAX_EDGES: usize = 6_000;
const RECURSION: usize = 2;

/// Facts about what is protected, where they are asked about before all other clauses.
const MAX_EARLY: usize = 20;

/// What came of it.
pub enum ByRely {
    /// The clauses that the proof rests on, in words.
    Proved(Vec<String>),
    Open(String),
    InternalError(String),
}

/// Which clauses a round began with.
#[derive(Clone, Copy)]
enum Stage {
    /// About locks and values.
    Basic,
    /// What was left of these, and facts about what is protected.
    Protected,
    All,
    AllProtected,
}

/// Looks for a proof.
pub fn by_rely(program: &Program, strategy: Strategy, budget: &Budget) -> ByRely {
    let open = |why: &str| ByRely::Open(why.to_owned());
    let Alone { program: alone, started } = match alone(program) {
        Ok(alone) => alone,
        Err(why) => return open(why),
    };
    let points_to = PointsTo::of(&alone, ExternalPointers::OwnMemory);
    let limits = Limits { n_edges: MAX_EDGES, recursion: RECURSION };
    let Ok(inlined) = inline(&alone, &points_to, limits) else {
        return open("the threads are too large when their calls are inlined");
    };
    let inlined = inlined.program;
    let points_to = PointsTo::of(&inlined, ExternalPointers::OwnMemory);
    let units = match Units::of(&inlined, &points_to, started) {
        Ok(units) => units,
        Err(why) => return open(why),
    };
    let all = candidates(&inlined, &points_to, &units, started);
    let mut why_open = String::new();
    for seeds in [Seeds::Precondition, Seeds::Extended] {
        let basic = all.iter().filter(|clause| clause.is_basic());
        let mut clauses: Vec<Clause> = basic.cloned().collect();
        let mut stage = Stage::Basic;
        loop {
            if budget.check().is_err() {
                return open("time was up");
            }
            let made = match with_rely(&inlined, &points_to, &units, &clauses, started) {
                Ok(made) => made,
                Err(why) => return open(why),
            };
            let Some(automaton) = Automaton::of(&made.program, RECURSION, Integers::Machine) else {
                return open("the threads are too large with what others may do");
            };
            let options = Options { strategy, seeds, ..Options::default() };
            let answer = slicing(&made.program, &automaton, Memory::Regions, options, budget);
            let sliced = match answer {
                Slicing::Proved(_) => {
                    let words = |check: &CheckId| made.program.checks[*check].text.to_string();
                    return ByRely::Proved(made.guarantees.iter().map(words).collect());
                }
                Slicing::Open(sliced) => sliced,
                Slicing::RecursionCut(why) | Slicing::Unknown(why) => {
                    why_open = why;
                    break;
                }
                Slicing::InternalError(error) => return ByRely::InternalError(error),
            };
            let Conclusion::Open(checks) = &sliced.conclusion else {
                why_open = "something in the threads is not supported".to_owned();
                break;
            };
            let n_before = clauses.len();
            let is_open = |check: &CheckId| checks.contains(check);
            let asked = || clauses.iter().zip(&made.guarantees);
            let mut open = asked().filter(|(_, check)| is_open(check));
            let has_others = open.any(|(clause, _)| !clause.is_of_locks());
            let kept = asked()
                .filter(|(clause, check)| !is_open(check) || has_others && clause.is_of_locks());
            clauses = consistent(kept.map(|(clause, _)| clause.clone()).collect());
            if clauses.len() < n_before {
                continue;
            }
            (stage, clauses) = match stage {
                Stage::Basic => {
                    let more = more_candidates(&inlined, &units, &clauses);
                    match more.len() - clauses.len() <= MAX_EARLY {
                        true => (Stage::Protected, more),
                        false => (Stage::All, all.clone()),
                    }
                }
                // What was dropped may be kept with the help of others.
                Stage::Protected => (Stage::All, all.clone()),
                Stage::All => (Stage::AllProtected, more_candidates(&inlined, &units, &clauses)),
                Stage::AllProtected => {
                    why_open = "what others may do leaves a check open".to_owned();
                    break;
                }
            };
        }
    }
    ByRely::Open(why_open)
}
