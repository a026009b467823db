//! Which engines look for the answer, in which order, and what they hand to each other.
//!
//! ```text
//!   shapes      proofs about linked structures, before the search (`shapes.rs`)
//!   parts       invariants of the functions around the checks, the others summarised
//!   a glance    bounded search and induction, a few steps with little effort
//!   all runs    to their ends, where a second shows that loops end soon
//!   directed    lemmas against failures, briefly
//!   all runs    once more, for those that take longer to end
//!   slicing     invariants without memory, then with
//!   directed    lemmas against what slicing leaves open
//!   bounded     search and induction with those invariants, until the budget ends
//! ```
//!
//! Calls of a function inside itself are followed deeper and deeper, as long as that is what
//! stands in the way: most programs do not recurse at all, and many that do fail early.

use std::rc::Rc;
use std::time::Duration;

use encode::{Integers, Invariants};
use engine_bounded::{HeadStart, Options as BoundedOptions};
use engine_shape::Clump;
use engine_slicing::{Conclusion, Options as SlicingOptions, Seeds, Sliced};
use evidence::induction::Claim;
use ir::Program;
use smt::Effort;
use verdict::Budget;

use super::automaton::{Automaton, Memory, View};
use super::bounded::{Bounded, Replay, WhyOpen, bounded};
use super::directed::{Directed, directed};
use super::explore::FailingRun;
use super::invariants::FindOptions;
use super::slicing::{Slicing, slicing};

/// Which engine to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// All that fit, together.
    #[default]
    Auto,
    /// Formula slicing alone: it proves, and never refutes.
    Slicing,
    /// Bounded search and induction alone.
    Bounded,
    /// Property-directed search alone: it proves, and never refutes.
    Directed,
    /// Shape analysis alone: it proves, and never refutes.
    Shape,
}

/// How far an answer goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// One answer for all checks, which ends with the first violation.
    #[default]
    Together,
    /// An answer for each check, behind a violation as far as it comes quickly.
    Each,
    /// All violations.
    AllViolations,
}

/// How an answer is looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    pub engine: Engine,
    pub slicing: FindOptions,
    /// Which symbolic heaps shape analysis brings together.
    pub clump: Clump,
    pub integers: Integers,
    pub depth: Depth,
}

impl From<Engine> for Plan {
    fn from(engine: Engine) -> Self {
        Self { engine, ..Self::default() }
    }
}

/// What the engines came to.
#[derive(Debug)]
pub enum Found {
    Failing(FailingRun),
    Proved(Proof),
    Unknown(String),
    /// There is neither a proof nor a run of the machine to show: what fails does so with integers
    /// of any size only.
    OnlyUnbounded(String),
    InternalError(String),
}

/// Counted work of the engines that look for invariants, all tries together.
#[derive(Debug, Default)]
pub struct Work {
    pub n_slicings: u64,
    pub n_solver_calls: u64,
    pub n_lemmas_seeded: u64,
    pub n_lemmas_kept: u64,
    calls_per_weakening: Vec<u32>,
    /// Each try of the directed search.
    pub directed: Vec<engine_directed::Statistics>,
    /// No run fails within so many steps from loop head to loop head.
    pub n_searched: u64,
    /// The last try that came to an end, to be explained.
    pub last: Option<LastTry>,
}

/// A try of formula slicing that came to an end.
#[derive(Debug)]
pub struct LastTry {
    pub sliced: Rc<Sliced>,
    pub automaton: Rc<Automaton>,
    pub memory: Memory,
}

impl Work {
    fn add(&mut self, statistics: &engine_slicing::Statistics) {
        self.n_slicings += 1;
        self.n_solver_calls += statistics.n_solver_calls;
        self.n_lemmas_seeded += statistics.n_seeded as u64;
        self.n_lemmas_kept += statistics.n_kept as u64;
        self.calls_per_weakening.extend(&statistics.calls_per_weakening);
    }

    /// What is shown of it.
    pub fn rows(&self) -> Vec<(&'static str, u64)> {
        let mut rows = self.rows_of_slicing();
        rows.extend(self.rows_of_directed());
        rows.extend((self.n_searched > 0).then_some(("steps searched", self.n_searched)));
        rows
    }

    fn rows_of_directed(&self) -> Vec<(&'static str, u64)> {
        if self.directed.is_empty() {
            return Vec::new();
        }
        let sum =
            |count: fn(&engine_directed::Statistics) -> u64| self.directed.iter().map(count).sum();
        vec![
            ("directed searches", self.directed.len() as u64),
            ("words", sum(|it| it.n_words as u64)),
            ("lemmas of directed searches", sum(|it| it.n_lemmas as u64)),
            ("frames", sum(|it| it.n_frames as u64)),
            ("paths that needed new words", sum(|it| it.n_refinements as u64)),
            ("questions of directed searches", sum(|it| it.n_questions)),
        ]
    }

    fn rows_of_slicing(&self) -> Vec<(&'static str, u64)> {
        if self.n_slicings == 0 {
            return Vec::new();
        }
        let mut calls = self.calls_per_weakening.clone();
        calls.sort_unstable();
        let median = calls.get(calls.len() / 2).copied().unwrap_or(0);
        vec![
            ("slicings", self.n_slicings),
            ("lemmas seeded", self.n_lemmas_seeded),
            ("lemmas kept", self.n_lemmas_kept),
            ("weakenings", calls.len() as u64),
            ("solver calls", self.n_solver_calls),
            ("solver calls per weakening (median)", u64::from(median)),
        ]
    }
}

/// A proof that was checked again.
#[derive(Debug)]
pub struct Proof {
    pub claim: Claim,
    /// About the loop heads of the automaton.
    pub invariants: Invariants,
    pub automaton: Rc<Automaton>,
}

const RECURSION: [usize; 3] = [2, 6, 20];

/// The parts of the remaining time that engines get before the last one.
const PARTS_SHARE: f64 = 0.5;
const GLANCE_SHARE: f64 = 0.15;
const FIRST_RUNS_SHARE: f64 = 0.5;
/// Of that, for following runs.
const SOON_SHARE: f64 = 0.6;
/// No longer than this, and a part of the time that there is.
const SOON: Duration = Duration::from_secs(2);
const SOON_PART: f64 = 0.1;
/// For one try of slicing with memory, where checks ask about memory: a part of the time, and no more.
const FIRST_SLICING_SHARE: f64 = 0.4;
const FIRST_SLICING: Duration = Duration::from_secs(2);
const FIRST_SLICING_STEPS: u64 = 2_000;
const FIRST_DIRECTED_SHARE: f64 = 0.4;
const ALL_RUNS_SHARE: f64 = 0.4;
const ALL_RUNS_EFFORT: Effort = Effort::Limited(40_000_000);
const SLICING_SHARE: f64 = 0.6;
const DIRECTED_SHARE: f64 = 0.5;
const SHARED_SHARE: f64 = 0.7;
/// Of the time of the directed search, the part for looking without memory.
const WITHOUT_MEMORY_SHARE: f64 = 0.3;

/// One try of formula slicing.
struct Rung {
    memory: Memory,
    seeds: Seeds,
    /// Of the time that is left to slicing.
    share: f64,
}

/// Cheapest first.
const LADDER: [Rung; 4] = [
    Rung { memory: Memory::Forgotten, seeds: Seeds::Precondition, share: 0.4 },
    Rung { memory: Memory::Forgotten, seeds: Seeds::Extended, share: 0.3 },
    Rung { memory: Memory::Regions, seeds: Seeds::Precondition, share: 0.5 },
    Rung { memory: Memory::Regions, seeds: Seeds::Extended, share: 1.0 },
];

/// What is written and how large blocks are is mostly said by one lemma for each loop.
const FIRST_RUNG: [Rung; 1] =
    [Rung { memory: Memory::Regions, seeds: Seeds::Extended, share: 1.0 }];

/// For automata that are looked at without memory; most drivers need the first rung only.
const WITHOUT_MEMORY: [Rung; 3] = [
    Rung { memory: Memory::Forgotten, seeds: Seeds::Globals, share: 0.5 },
    Rung { memory: Memory::Forgotten, seeds: Seeds::Precondition, share: 0.6 },
    Rung { memory: Memory::Forgotten, seeds: Seeds::Extended, share: 1.0 },
];

/// A view of a large program, and how it is looked at.
struct Part {
    view: View,
    ladder: &'static [Rung],
    /// Of the time that is left to the parts.
    share: f64,
}

const PARTS: [Part; 2] = [
    Part { view: View::AroundChecksShared, ladder: &WITHOUT_MEMORY, share: 0.6 },
    Part { view: View::AroundChecks, ladder: &WITHOUT_MEMORY, share: 1.0 },
];

/// The search for an answer to one question, which the engines share.
pub struct Search<'p> {
    program: &'p Program,
    plan: Plan,
    replay: Replay<'p>,
    budget: &'p Budget,
    /// Is it worth all the time that there is? Where a run came to something that is not modelled,
    /// a proof is unlikely, and what stands in its way is known already.
    pub is_patient: bool,
    /// What slicing has done so far.
    pub work: Work,
}

impl<'p> Search<'p> {
    pub fn new(program: &'p Program, plan: Plan, replay: Replay<'p>, budget: &'p Budget) -> Self {
        Self { program, plan, replay, budget, is_patient: true, work: Work::default() }
    }

    /// Looks for a proof by what is quick to look at of a large program: variables alone, and of
    /// the functions those around the checks.
    pub fn glance_at_parts(&mut self) -> Option<Found> {
        if matches!(self.plan.engine, Engine::Bounded | Engine::Directed | Engine::Shape) {
            return None;
        }
        let budget = self.budget.share(PARTS_SHARE);
        for part in &PARTS {
            let Some(automaton) = self.view(part.view) else { continue };
            let step = self.on(automaton).slice(part.ladder, &budget.share(part.share));
            if let Step::Found(found) = step {
                return Some(*found);
            }
        }
        None
    }

    /// Looks for an answer within the budget.
    pub fn answer(&mut self) -> Found {
        let (engine, budget) = (self.plan.engine, self.budget);
        let mut last = Found::Unknown("nothing was tried".to_owned());
        for recursion in RECURSION {
            let Some(automaton) = Automaton::of(self.program, recursion, self.plan.integers) else {
                return self.answer_shared();
            };
            let mut portfolio = self.on(automaton);
            let step = match engine {
                Engine::Auto => portfolio.auto(),
                Engine::Slicing => portfolio.slice(&LADDER, budget),
                Engine::Bounded => portfolio.last_effort(),
                Engine::Directed => portfolio.directed(budget),
                Engine::Shape => {
                    Step::Open(WhyOpen::Other("shape analysis found no proof".to_owned()))
                }
            };
            match step {
                Step::Found(found) => return *found,
                Step::Open(WhyOpen::RecursionCut(why)) => last = Found::Unknown(why),
                Step::Open(why @ (WhyOpen::Other(_) | WhyOpen::Searched { .. })) => {
                    return Found::Unknown(why.to_string());
                }
                Step::Open(why @ WhyOpen::OnlyUnbounded) => {
                    return Found::OnlyUnbounded(why.to_string());
                }
            }
        }
        last
    }

    fn view(&self, view: View) -> Option<Automaton> {
        Automaton::of_view(self.program, view, RECURSION[0], self.plan.integers)
    }

    /// Looks at a program that is too large with a copy of a function for each call.
    fn answer_shared(&mut self) -> Found {
        // In `auto`, runs of the program may still find a violation in the rest of the time.
        let share = match self.plan.engine {
            Engine::Bounded | Engine::Directed | Engine::Shape => None,
            Engine::Auto => Some(SHARED_SHARE),
            Engine::Slicing => Some(1.0),
        };
        let shared = share.and_then(|share| Some((share, self.view(View::AllShared)?)));
        let Some((share, automaton)) = shared else {
            return Found::Unknown(
                "the program is too large when its calls are inlined".to_owned(),
            );
        };
        let part = self.budget.share(share);
        match self.on(automaton).slice(&WITHOUT_MEMORY, &part) {
            Step::Found(found) => *found,
            Step::Open(why) => Found::Unknown(why.to_string()),
        }
    }

    fn on(&mut self, automaton: Automaton) -> Portfolio<'_, 'p> {
        let (automaton, invariants) = (Rc::new(automaton), Invariants::default());
        Portfolio { search: self, automaton, invariants }
    }
}

/// What one engine came to.
enum Step {
    Found(Box<Found>),
    Open(WhyOpen),
}

impl Step {
    fn found(found: Found) -> Self {
        Self::Found(Box::new(found))
    }
}

/// The engines, on one automaton.
struct Portfolio<'s, 'p> {
    search: &'s mut Search<'p>,
    automaton: Rc<Automaton>,
    invariants: Invariants,
}

impl Portfolio<'_, '_> {
    fn auto(&mut self) -> Step {
        let budget = self.search.budget;
        match self.bounded(BoundedOptions::GLANCE, &budget.share(GLANCE_SHARE)) {
            Step::Open(WhyOpen::Other(_) | WhyOpen::Searched { .. }) => {}
            answer => return answer,
        }
        if self.automaton.asks_about_memory() {
            match self.slice(&FIRST_RUNG, &self.a_first_try()) {
                Step::Open(_) => {}
                found => return found,
            }
        }
        let all_runs = match budget.remaining() {
            // Where a limit on time is what ends it, the question at the end may be a hard one.
            Some(_) => {
                BoundedOptions { search_effort: ALL_RUNS_EFFORT, ..BoundedOptions::ALL_RUNS }
            }
            None => BoundedOptions::ALL_RUNS,
        };
        let longest = SOON + budget.remaining().unwrap_or_default().mul_f64(SOON_PART);
        let soon = HeadStart::All { share: SOON_SHARE, longest };
        let soon = BoundedOptions { head_start: soon, ..all_runs };
        match self.bounded(soon, &budget.share(FIRST_RUNS_SHARE)) {
            Step::Open(WhyOpen::Other(_) | WhyOpen::Searched { .. }) => {}
            answer => return answer,
        }
        // State machines are a matter of a second, and hopeless for those that follow.
        match self.directed(&budget.share(FIRST_DIRECTED_SHARE)) {
            Step::Open(_) => {}
            found => return found,
        }
        match self.bounded(all_runs, &budget.share(ALL_RUNS_SHARE)) {
            Step::Open(WhyOpen::Other(_) | WhyOpen::Searched { .. }) => {}
            answer => return answer,
        }
        match self.slice(&LADDER, &budget.share(SLICING_SHARE)) {
            Step::Open(_) => {}
            found => return found,
        }
        match self.directed(&budget.share(DIRECTED_SHARE)) {
            Step::Open(_) => {}
            found => return found,
        }
        self.last_effort()
    }

    /// What slicing may take before others have tried.
    fn a_first_try(&self) -> Budget {
        let budget = self.search.budget;
        match budget.remaining() {
            Some(_) => budget.share_up_to(FIRST_SLICING_SHARE, FIRST_SLICING),
            None => budget.part_of_steps(FIRST_SLICING_STEPS),
        }
    }

    fn last_effort(&mut self) -> Step {
        let budget = self.search.budget;
        let options = match budget.remaining() {
            Some(_) if self.search.is_patient => BoundedOptions::UNTIL_TIME_IS_UP,
            Some(_) | None => BoundedOptions::MODEST,
        };
        self.bounded(options, budget)
    }

    /// Without memory first, as slicing does; with what slicing has found.
    fn directed(&mut self, budget: &Budget) -> Step {
        budget.enter("property-directed search");
        let Search { program, .. } = *self.search;
        let mut why = String::new();
        for (memory, share) in [(Memory::Forgotten, WITHOUT_MEMORY_SHARE), (Memory::Regions, 1.0)] {
            let work = &mut self.search.work.directed;
            let (automaton, part) = (&self.automaton, budget.share(share));
            match directed(program, automaton, memory, &self.invariants, &part, work) {
                Directed::Proved(claim, invariants) => return self.proved(claim, *invariants),
                Directed::Unknown(reason) => why = reason,
                Directed::InternalError(error) => {
                    return Step::found(Found::InternalError(error));
                }
            }
        }
        Step::Open(WhyOpen::Other(why))
    }

    fn bounded(&mut self, options: BoundedOptions, budget: &Budget) -> Step {
        budget.enter("bounded search and k-induction");
        let Search { program, replay, .. } = *self.search;
        let invariants = self.invariants.clone();
        match bounded(program, &self.automaton, &invariants, replay, options, budget) {
            Bounded::Failing(run) => Step::found(Found::Failing(run)),
            Bounded::Proved(claim, invariants) => self.proved(claim, invariants),
            Bounded::Unknown(why) => {
                if let WhyOpen::Searched { n_steps } = why {
                    let searched = &mut self.search.work.n_searched;
                    *searched = (*searched).max(n_steps as u64);
                }
                Step::Open(why)
            }
            Bounded::InternalError(error) => Step::found(Found::InternalError(error)),
        }
    }

    /// The memory ladder. Invariants that leave something open are kept for the other engines.
    fn slice(&mut self, ladder: &[Rung], budget: &Budget) -> Step {
        let mut why = String::new();
        let Search { program, plan, .. } = *self.search;
        let FindOptions { strategy, seeds } = plan.slicing;
        let is_wanted = |rung: &&Rung| seeds == Seeds::Extended || rung.seeds == seeds;
        for rung in ladder.iter().filter(is_wanted) {
            let part = budget.share(rung.share);
            let options =
                SlicingOptions { strategy, seeds: rung.seeds, ..SlicingOptions::default() };
            budget.enter("formula slicing");
            let answer = slicing(program, &self.automaton, rung.memory, options, &part);
            if let Slicing::Proved(sliced) | Slicing::Open(sliced) = &answer {
                self.search.work.add(&sliced.statistics);
                self.search.work.last = Some(LastTry {
                    sliced: Rc::clone(sliced),
                    automaton: Rc::clone(&self.automaton),
                    memory: rung.memory,
                });
            }
            match answer {
                Slicing::Proved(sliced) => {
                    return self.proved(Claim::Inductive { k: 0 }, sliced.invariants.clone());
                }
                Slicing::Open(sliced) => {
                    why = describe(program, &sliced);
                    self.invariants = sliced.invariants.clone();
                }
                Slicing::RecursionCut(why) => return Step::Open(WhyOpen::RecursionCut(why)),
                Slicing::Unknown(reason) => {
                    if why.is_empty() {
                        why = reason;
                    }
                }
                Slicing::InternalError(error) => {
                    return Step::found(Found::InternalError(error));
                }
            }
        }
        Step::Open(WhyOpen::Other(why))
    }

    fn proved(&self, claim: Claim, invariants: Invariants) -> Step {
        let automaton = Rc::clone(&self.automaton);
        Step::found(Found::Proved(Proof { claim, invariants, automaton }))
    }
}

fn describe(program: &Program, sliced: &Sliced) -> String {
    match &sliced.conclusion {
        Conclusion::Open(checks) => {
            let texts: Vec<&str> =
                checks.iter().take(3).map(|check| program.checks[*check].text.as_ref()).collect();
            format!("the invariants that were found leave open: {}", texts.join(", "))
        }
        Conclusion::Unsupported { what, .. } => what.to_string(),
        Conclusion::Proved | Conclusion::OutOfBudget => String::new(),
    }
}
