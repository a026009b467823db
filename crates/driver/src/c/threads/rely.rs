//! Proofs one thread at a time: which rely is enough is found out by weakening.
//!
//! All clauses that might hold are assumed of the others and asked of each thread; formula slicing
//! looks for invariants of the one thread that show all checks. Clauses whose question stays open
//! are dropped, and with them what rested on them, until all that are left are kept; then either
//! the program's own checks hold, and evidence has checked that again, or there is no such proof.
//! This is formula slicing's own idea, applied to what threads may rely on. What plain runs refute is
//! not asked at all.
//!
//! What is proved is checked again (`rely/recheck.rs`): evidence decides from the program with all its
//! threads, and from the clauses, what has to be shown.
//!
//! # Ends
//! Each round drops a clause, and there are a few sets of clauses to begin with.

mod recheck;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use encode::Integers;
use engine_slicing::{Conclusion, Options, Seeds, Sliced, Strategy};
use ir::{CheckId, FunctionId, Program};
use ir_interp::Indeterminate;
use ir_passes::inline::{Limits, inline};
use ir_passes::locals_as_variables::locals_as_variables;
use ir_passes::points_to::{ExternalPointers, PointsTo};
use ir_passes::rely::{
    Clause, Counting, ObservedRun, Units, alone, candidates, consistent, counting_candidates,
    more_candidates, unrefuted, with_rely,
};
use verdict::Budget;

use recheck::{Proof, recheck};

use super::core::CoreEffort;
use super::observed::observe;
use crate::c::automaton::{Automaton, Memory};
use crate::c::slicing::{Slicing, slicing};

/// Edges of the threads, inlined.
const MAX_EDGES: usize = 6_000;
pub(super) const RECURSION: usize = 2;

/// Facts about what is protected, where they are asked about before all other clauses.
const MAX_EARLY: usize = 20;

/// What came of it.
pub enum ByRely {
    Proved(Box<ProvedByRely>),
    Open(String),
    InternalError(String),
}

/// A proof one thread at a time.
pub struct ProvedByRely {
    /// The clauses that it rests on, in words.
    pub clauses: Vec<String>,
    /// Any one of the threads, among others who keep the clauses, and the invariants of its loops.
    pub automaton: Automaton,
    pub sliced: Rc<Sliced>,
}

/// Which clauses a round began with.
#[derive(Clone, Copy)]
enum Stage {
    /// About locks and values.
    Basic,
    /// What was left of these, and facts about what is protected.
    Protected,
    /// What was left of these, and what threads count, or how many they are.
    Counted(Counting),
    All,
    AllProtected,
}

impl Stage {
    /// In this order; what was dropped before may be kept with the help of others.
    const ORDER: [Self; 7] = [
        Self::Basic,
        Self::Protected,
        Self::Counted(Counting::Tickets),
        Self::Counted(Counting::Shares),
        Self::Counted(Counting::Threads),
        Self::All,
        Self::AllProtected,
    ];

    /// The lemmas that are tried in a stage; `None` if it was tried with them before. What is counted
    /// needs orderings, which are not among the precondition's.
    fn seeds(self, seeds: Seeds) -> Option<Seeds> {
        match (self, seeds) {
            (Self::Counted(Counting::Shares | Counting::Threads), Seeds::Extended) => None,
            (Self::Counted(Counting::Shares | Counting::Threads), _) => Some(Seeds::Extended),
            _ => Some(seeds),
        }
    }
}

/// Looks for a proof.
pub fn by_rely(
    program: &Program,
    indeterminate: Indeterminate,
    strategy: Strategy,
    effort: CoreEffort,
    budget: &Budget,
) -> ByRely {
    let open = |why: &str| ByRely::Open(why.to_owned());
    let alone = match alone(program) {
        Ok(alone) => alone,
        Err(why) => return open(why),
    };
    let points_to = PointsTo::of(&alone.program, ExternalPointers::OwnMemory);
    let limits = Limits { n_edges: MAX_EDGES, recursion: RECURSION };
    let Ok(inlined) = inline(&alone.program, &points_to, limits) else {
        return open("the threads are too large when their calls are inlined");
    };
    let mut inlined = inlined.program;
    locals_as_variables(&mut inlined);
    let points_to = PointsTo::of(&inlined, ExternalPointers::OwnMemory);
    let units = match Units::of(&inlined, &points_to, &alone) {
        Ok(units) => units,
        Err(why) => return open(why),
    };
    let runs = observe(program, &units, &alone.routines, indeterminate, budget);
    let all = candidates(&inlined, &points_to, &units, alone.started);
    let all = consistent(unrefuted(all, &units, &runs));
    let routines = alone.routines;
    let mut search = Search {
        program,
        routines,
        inlined,
        points_to,
        units,
        all,
        runs,
        strategy,
        effort,
        budget,
    };
    let mut why_open = String::new();
    for seeds in [Seeds::Precondition, Seeds::Extended] {
        match search.stages(seeds) {
            ByRely::Open(why) => why_open = why,
            answer => return answer,
        }
    }
    ByRely::Open(why_open)
}

pub(super) struct Search<'b> {
    /// With all its threads.
    program: &'b Program,
    /// The start routines, by their roles from one on.
    routines: Vec<FunctionId>,
    /// Any one of the threads.
    pub(super) inlined: Program,
    pub(super) points_to: PointsTo,
    units: Units,
    /// The clauses that no run refutes.
    all: Vec<Clause>,
    runs: Vec<ObservedRun>,
    pub(super) strategy: Strategy,
    /// For leaving out clauses that a proof does not need.
    pub(super) effort: CoreEffort,
    pub(super) budget: &'b Budget,
}

/// What came of weakening one set of clauses.
enum Weakened {
    /// These are kept, and do not show the program's own checks.
    Kept(Vec<Clause>),
    Answer(ByRely),
}

impl Search<'_> {
    fn stages(&mut self, seeds: Seeds) -> ByRely {
        let mut kept: Vec<Clause> = Vec::new();
        for stage in Stage::ORDER {
            let mut units = self.units.clone();
            let Some(seeds) = stage.seeds(seeds) else { continue };
            let Some(clauses) = self.begin(stage, &mut units, &kept) else { continue };
            match self.weaken(clauses, &units, seeds) {
                Weakened::Answer(answer) => return answer,
                // What is counted is not spoken of elsewhere.
                Weakened::Kept(_) if matches!(stage, Stage::Counted(_)) => {}
                Weakened::Kept(clauses) => kept = clauses,
            }
        }
        ByRely::Open("what others may do leaves a check open".to_owned())
    }

    /// The clauses that a stage begins with; `None` if there is nothing new among them.
    fn begin(&mut self, stage: Stage, units: &mut Units, kept: &[Clause]) -> Option<Vec<Clause>> {
        let more = match stage {
            Stage::Basic => {
                return Some(self.all.iter().filter(|clause| clause.is_basic()).cloned().collect());
            }
            Stage::All => return Some(self.all.clone()),
            Stage::Protected | Stage::AllProtected => more_candidates(&self.inlined, units, kept),
            Stage::Counted(counting) => {
                let (program, points_to) = (&mut self.inlined, &self.points_to);
                counting_candidates(counting, program, points_to, units, kept, &self.all)
            }
        };
        let more = unrefuted(more, units, &self.runs);
        let new: Vec<Clause> = more.into_iter().filter(|it| !kept.contains(it)).collect();
        let is_too_early = matches!(stage, Stage::Protected) && new.len() > MAX_EARLY;
        if new.is_empty() || is_too_early {
            return None;
        }
        let mut clauses = [kept, new.as_slice()].concat();
        clauses.sort();
        Some(consistent(clauses))
    }

    /// Drops clauses until all that are left are kept.
    fn weaken(&self, mut clauses: Vec<Clause>, units: &Units, seeds: Seeds) -> Weakened {
        let open = |why: &str| Weakened::Answer(ByRely::Open(why.to_owned()));
        loop {
            if self.budget.check().is_err() {
                return open("time was up");
            }
            let made = match with_rely(&self.inlined, &self.points_to, units, &clauses) {
                Ok(made) => made,
                Err(why) => return open(why),
            };
            let Some(automaton) = Automaton::of(&made.program, RECURSION, Integers::Machine) else {
                return open("the threads are too large with what others may do");
            };
            let options = Options { strategy: self.strategy, seeds, ..Options::default() };
            let answer =
                slicing(&made.program, &automaton, Memory::Regions, options, self.budget.into());
            let sliced = match answer {
                Slicing::Proved(sliced) => {
                    let core = self.core(clauses, units, seeds);
                    let (program, routines) = (self.program, self.routines.as_slice());
                    let proof = Proof { program, routines, units, clauses: &core };
                    let again = recheck(&proof, self.strategy, seeds, self.budget);
                    let clauses = core.iter().map(|clause| clause.describe(units)).collect();
                    return Weakened::Answer(again.map_or_else(ByRely::from, |()| {
                        ByRely::Proved(Box::new(ProvedByRely { clauses, automaton, sliced }))
                    }));
                }
                Slicing::Open(sliced) => sliced,
                Slicing::RecursionCut(why) | Slicing::Unknown(why) => return open(&why),
                Slicing::InternalError(error) => {
                    return Weakened::Answer(ByRely::InternalError(error));
                }
            };
            let Conclusion::Open(checks) = &sliced.conclusion else {
                return open("something in the threads is not supported");
            };
            let n_before = clauses.len();
            let is_open = |check: &CheckId| checks.contains(check);
            let asked = || clauses.iter().zip(&made.guarantees);
            let mut open = asked().filter(|(_, check)| is_open(check));
            let has_others = open.any(|(clause, _)| !clause.is_of_locks());
            let kept = asked()
                .filter(|(clause, check)| !is_open(check) || has_others && clause.is_of_locks());
            clauses = consistent(kept.map(|(clause, _)| clause.clone()).collect());
            if clauses.len() == n_before {
                return Weakened::Kept(clauses);
            }
        }
    }
}
