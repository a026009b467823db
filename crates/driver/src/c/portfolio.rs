//! Which engines look for the answer, in which order, and what they hand to each other.
//!
//! ```text
//!   shapes      proofs about linked structures, before the search (`shapes.rs`)
//!   parts       invariants of the functions around the checks, the others summarised
//!   slicing     where each check is asked for: what the precondition alone proves
//!   all runs    to their ends, where each check is asked for and a second shows that loops end soon
//!   a glance    bounded search and induction, a few steps with little effort
//!   numbers     what lasts of them alone, for whoever comes later
//!   slicing     with guesses, briefly, where checks ask about memory; the rest is a smaller question then
//!   orders      what lasts of the elements of arrays, too, where runs keep them in some order
//!   directed    lemmas against failures, a third as long as was worked before
//!   states      one by one, told apart by the values of variables, as long as that again
//!   all runs    to their ends, where one answer is asked for and a second shows that loops end soon
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
use evidence::induction::{Claim, Extent};
use index::IdSet;
use ir::{CheckId, Program};
use smt::Effort;
use verdict::Budget;

use super::automaton::{Automaton, Memory, View};
use super::bounded::{Bounded, Replay, WhyOpen, bounded};
use super::checks::reached_checks;
use super::directed::{Directed, Glance, Numbers, directed, lasting};
use super::explore::FailingRun;
use super::invariants::FindOptions;
use super::slicing::{Slicing, proves_others, slicing};
use super::threads::NO_THREADS;
use super::times::Times;
use super::values::{Values, values};

/// The name of the figure that says in how many steps from loop head to loop head no run fails.
pub const STEPS_SEARCHED: &str = "steps searched";

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
    /// All states of programs whose variables take few values alone: it proves, and never refutes.
    Values,
    /// Shape analysis alone: it proves, and never refutes.
    Shape,
    /// Engines for programs that create threads alone.
    Threads,
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

/// Which of several questions about one program it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    #[default]
    First,
    /// About what the first left open: what needs no guess is proved already.
    Rest,
}

/// Whether a proof of some of the checks is an answer, so that the rest is asked alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parts {
    #[default]
    Whole,
    Apart,
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
    pub turn: Turn,
    pub parts: Parts,
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
    /// Some of the checks are proved, where each is asked for.
    Partly(Proof),
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
    /// Each time that states were gone through one by one.
    pub values: Vec<engine_values::Statistics>,
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
        let states: u64 = self.values.iter().map(|it| it.n_states).sum();
        rows.extend((!self.values.is_empty()).then_some(("states", states)));
        rows.extend((self.n_searched > 0).then_some((STEPS_SEARCHED, self.n_searched)));
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
    /// How much of memory it rests on.
    pub memory: Memory,
    /// How many checks were asked.
    n_asked: usize,
    /// What it says nothing of: no run fails at another check before it fails at one of these.
    pub left_open: IdSet<CheckId>,
}

impl Proof {
    /// What was proved, for whoever checks it again.
    pub fn extent(&self) -> Extent {
        Extent { left_open: self.left_open.clone(), ..self.automaton.extent.clone() }
    }

    fn is_of_most(&self) -> bool {
        2 * self.left_open.len() <= self.n_asked
    }
}

const RECURSION: [usize; 3] = [2, 6, 20];

/// The parts of the remaining time that engines get before the last one.
const PARTS_SHARE: f64 = 0.5;
const GLANCE_SHARE: f64 = 0.15;
const FIRST_RUNS_SHARE: f64 = 0.5;
/// The same where each check is asked for, of which most are proved before.
const EACH_RUNS_SHARE: f64 = 0.4;
/// Of that, for following runs.
const SOON_SHARE: f64 = 0.6;
/// No longer than this, and a part of the time that there is.
const SOON: Duration = Duration::from_secs(2);
const SOON_PART: f64 = 0.1;
/// For one try of slicing with memory, where checks ask about memory: a part of the time, and no more.
const FIRST_SLICING_SHARE: f64 = 0.4;
const FIRST_SLICING: Duration = Duration::from_secs(3);
/// The same where checks ask what elements of arrays hold: there is much to guess.
const FIRST_SLICING_OF_ELEMENTS: Duration = Duration::from_secs(5);
const FIRST_SLICING_STEPS: u64 = 2_000;
/// For what lasts of numbers: a part of the time, and no more.
const NUMBERS_SHARE: f64 = 0.1;
const NUMBERS: Duration = Duration::from_millis(300);
/// For what lasts of elements of arrays and their order: no longer than was worked before, or than a glance takes.
const ORDERS_SHARE: f64 = 0.25;
const ORDERS: Duration = Duration::from_millis(400);
/// For lemmas against what that leaves open.
const REST_SHARE: f64 = 0.7;
const FIRST_DIRECTED_SHARE: f64 = 0.4;
const REST_DIRECTED_SHARE: f64 = 0.7;
const ALL_RUNS_SHARE: f64 = 0.4;
const ALL_RUNS_EFFORT: Effort = Effort::Limited(40_000_000);
const SLICING_SHARE: f64 = 0.6;
const DIRECTED_SHARE: f64 = 0.5;
const SHARED_SHARE: f64 = 0.7;
/// For lemmas that are found at once, and for going through states, of what was worked before: whoever is asked next
/// comes to an answer before it has waited as long again.
const OF_ELAPSED: f64 = 1.0 / 3.0;
/// For states, of the time that is left.
const STATES_SHARE: f64 = 0.4;
const STATES_STEPS: u64 = 2_000;
/// Of the time of the directed search, the part for looking without memory.
const WITHOUT_MEMORY_SHARE: f64 = 0.3;

/// One try of formula slicing.
struct Rung {
    memory: Memory,
    seeds: Seeds,
    /// Are dropped lemmas tried once more over several steps? That takes most of the time.
    looks_ahead: bool,
    /// Of the time that is left to slicing.
    share: f64,
}

impl Rung {
    const fn new(memory: Memory, seeds: Seeds, share: f64) -> Self {
        Self { memory, seeds, looks_ahead: true, share }
    }

    const fn brief(memory: Memory, seeds: Seeds, share: f64) -> Self {
        Self { memory, seeds, looks_ahead: false, share }
    }
}

/// Cheapest first.
const LADDER: [Rung; 4] = [
    Rung::new(Memory::Forgotten, Seeds::Precondition, 0.4),
    Rung::new(Memory::Forgotten, Seeds::Extended, 0.3),
    Rung::new(Memory::Regions, Seeds::Precondition, 0.5),
    Rung::new(Memory::Regions, Seeds::Extended, 1.0),
];

/// What is written and how large blocks are is mostly said by one lemma for each loop.
const FIRST_GUESSES: [Rung; 1] = [Rung::new(Memory::Regions, Seeds::Extended, 1.0)];
/// Where each check is asked for, those that are proved need not wait for the others.
const FIRST_OF_EACH: [Rung; 1] = [Rung::brief(Memory::Regions, Seeds::Precondition, 1.0)];
const FIRST_GUESSES_OF_EACH: [Rung; 1] = [Rung::brief(Memory::Regions, Seeds::Extended, 1.0)];

/// For automata that are looked at without memory; most drivers need the first rung only.
const WITHOUT_MEMORY: [Rung; 3] = [
    Rung::new(Memory::Forgotten, Seeds::Globals, 0.5),
    Rung::new(Memory::Forgotten, Seeds::Precondition, 0.6),
    Rung::new(Memory::Forgotten, Seeds::Extended, 1.0),
];

/// Edges of a program that is worth a look in parts, where each check has its question: a smaller one is
/// looked at whole as quickly, and there are many questions.
const LARGE: usize = 3_000;

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
    /// The proof that leaves fewest checks open, where each is asked for.
    partly: Option<Proof>,
}

impl<'p> Search<'p> {
    pub fn new(program: &'p Program, plan: Plan, replay: Replay<'p>, budget: &'p Budget) -> Self {
        let work = Work::default();
        Self { program, plan, replay, budget, is_patient: true, work, partly: None }
    }

    /// Looks for a proof by what is quick to look at of a large program: variables alone, and of
    /// the functions those around the checks.
    pub fn glance_at_parts(&mut self) -> Option<Found> {
        if matches!(
            self.plan.engine,
            Engine::Bounded | Engine::Directed | Engine::Values | Engine::Shape | Engine::Threads
        ) || self.plan.depth != Depth::Together && n_edges(self.program) < LARGE
        {
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
        match self.answer_whole() {
            Found::Unknown(why) => self.partly.take().map_or(Found::Unknown(why), Found::Partly),
            found => found,
        }
    }

    fn answer_whole(&mut self) -> Found {
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
                Engine::Values => match portfolio.values(budget) {
                    Some(found) => Step::Found(found),
                    None => Step::Open(WhyOpen::Other("the states are not few".to_owned())),
                },
                Engine::Shape => {
                    Step::Open(WhyOpen::Other("shape analysis found no proof".to_owned()))
                }
                Engine::Threads => Step::Open(WhyOpen::Other(NO_THREADS.to_owned())),
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

    /// Is a proof of some of the checks an answer?
    fn is_divisible(&self) -> bool {
        self.plan.depth != Depth::Together || self.plan.parts == Parts::Apart
    }

    fn view(&self, view: View) -> Option<Automaton> {
        Automaton::of_view(self.program, view, RECURSION[0], self.plan.integers)
    }

    /// Looks at a program that is too large with a copy of a function for each call.
    fn answer_shared(&mut self) -> Found {
        // In `auto`, runs of the program may still find a violation in the rest of the time.
        let share = match self.plan.engine {
            Engine::Bounded
            | Engine::Directed
            | Engine::Values
            | Engine::Shape
            | Engine::Threads => None,
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
        Portfolio { search: self, automaton, invariants, lasting: Invariants::default() }
    }
}

fn n_edges(program: &Program) -> usize {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    bodies.map(|body| body.edges.len()).sum()
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

/// No engine need start that has no time to work: to encode a program takes its time, too.
fn time_is_up(budget: &Budget) -> Option<Step> {
    budget.check_clock().is_err().then(|| Step::Open(WhyOpen::Other("time was up".to_owned())))
}

/// The engines, on one automaton.
struct Portfolio<'s, 'p> {
    search: &'s mut Search<'p>,
    automaton: Rc<Automaton>,
    invariants: Invariants,
    /// Those of them that glances found; what a slicing finds replaces what one before it did.
    lasting: Invariants,
}

impl Portfolio<'_, '_> {
    fn auto(&mut self) -> Step {
        let budget = self.search.budget;
        let asks_about_memory = self.automaton.asks_about_memory();
        let is_each = self.search.plan.depth != Depth::Together;
        if is_each && self.search.plan.turn == Turn::First {
            // Most of many checks need no guess.
            match self.slice(&FIRST_OF_EACH, &self.a_first_try()) {
                Step::Open(_) => {}
                found => return found,
            }
            if let Some(proof) = self.search.partly.take_if(|it| it.is_of_most()) {
                return Step::found(Found::Partly(proof));
            }
        }
        if is_each {
            match self.all_runs_soon(EACH_RUNS_SHARE) {
                Step::Open(WhyOpen::Other(_) | WhyOpen::Searched { .. }) => {}
                answer => return answer,
            }
        }
        if self.search.plan.turn == Turn::First {
            match self.bounded(BoundedOptions::GLANCE, &budget.share(GLANCE_SHARE)) {
                Step::Open(WhyOpen::Other(_) | WhyOpen::Searched { .. }) => {}
                answer => return answer,
            }
        }
        if asks_about_memory || self.search.is_divisible() {
            match self.glance(Glance::Numbers) {
                Step::Open(_) => {}
                found => return found,
            }
        }
        if asks_about_memory || is_each {
            let rungs = if is_each { &FIRST_GUESSES_OF_EACH } else { &FIRST_GUESSES };
            match self.slice(rungs, &self.a_first_try()) {
                Step::Open(_) => {}
                found => return found,
            }
            if let Some(proof) = self.search.partly.take_if(|it| it.is_of_most()) {
                if !is_each {
                    return Step::found(Found::Partly(proof));
                }
                return match self.directed(&budget.share(REST_SHARE)) {
                    // What is left is a smaller question.
                    Step::Open(_) => Step::found(Found::Partly(proof)),
                    found => found,
                };
            }
        }
        if !is_each {
            if budget.remaining().is_some() {
                match self.glance(Glance::Orders) {
                    Step::Open(_) => {}
                    found => return found,
                }
            }
            if let Some(found) = self.glance_at_automata() {
                return Step::Found(found);
            }
            match self.all_runs_soon(FIRST_RUNS_SHARE) {
                Step::Open(WhyOpen::Other(_) | WhyOpen::Searched { .. }) => {}
                answer => return answer,
            }
        }
        // State machines are a matter of a second, and hopeless for those that follow.
        let share = match self.search.plan.turn {
            Turn::First => FIRST_DIRECTED_SHARE,
            Turn::Rest => REST_DIRECTED_SHARE,
        };
        match self.directed(&budget.share(share)) {
            Step::Open(_) => {}
            found => return found,
        }
        if budget.remaining().is_none()
            && let Some(found) = self.values(&budget.part_of_steps(STATES_STEPS))
        {
            return Step::Found(found);
        }
        match self.bounded(self.all_runs(), &budget.share(ALL_RUNS_SHARE)) {
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

    /// All runs to their ends.
    fn all_runs(&self) -> BoundedOptions {
        match self.search.budget.remaining() {
            // Where a limit on time is what ends it, the question at the end may be a hard one.
            Some(_) => {
                BoundedOptions { search_effort: ALL_RUNS_EFFORT, ..BoundedOptions::ALL_RUNS }
            }
            None => BoundedOptions::ALL_RUNS,
        }
    }

    /// The same, if a while shows that they end soon.
    fn all_runs_soon(&mut self, share: f64) -> Step {
        let budget = self.search.budget;
        let longest = SOON + budget.remaining().unwrap_or_default().mul_f64(SOON_PART);
        let head_start = HeadStart::All { share: SOON_SHARE, longest };
        let soon = BoundedOptions { head_start, ..self.all_runs() };
        self.bounded(soon, &budget.share(share))
    }

    /// What slicing may take before others have tried.
    fn a_first_try(&self) -> Budget {
        let budget = self.search.budget;
        match budget.remaining() {
            Some(_) => {
                let longest = match self.automaton.asks_about_elements() {
                    true => FIRST_SLICING_OF_ELEMENTS,
                    false => FIRST_SLICING,
                };
                budget.share_up_to(FIRST_SLICING_SHARE, longest)
            }
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
        if let Some(time_is_up) = time_is_up(budget) {
            return time_is_up;
        }
        budget.enter("property-directed search");
        let Search { program, .. } = *self.search;
        let mut why = String::new();
        let tries = [(Memory::Forgotten, WITHOUT_MEMORY_SHARE), (Memory::Regions, 1.0)];
        let is_rest = self.search.plan.turn == Turn::Rest;
        // What is left of many checks asks about memory, or it would not be left.
        for (memory, share) in tries.into_iter().skip(usize::from(is_rest)) {
            let work = &mut self.search.work.directed;
            let (automaton, part) = (&self.automaton, budget.share(share));
            let times = Times { search: &part, confirm: self.search.budget };
            match directed(program, automaton, memory, &self.invariants, times, work) {
                Directed::Proved(claim, invariants) => {
                    return self.proved(claim, *invariants, memory);
                }
                Directed::Unknown(reason) => why = reason,
                Directed::InternalError(error) => {
                    return Step::found(Found::InternalError(error));
                }
            }
        }
        Step::Open(WhyOpen::Other(why))
    }

    /// All states, one by one, told apart by the values of variables.
    fn values(&mut self, budget: &Budget) -> Option<Box<Found>> {
        if time_is_up(budget).is_some() {
            return None;
        }
        budget.enter("states one by one");
        let Search { program, .. } = *self.search;
        let times = Times { search: budget, confirm: self.search.budget };
        match values(program, &self.automaton, times, &mut self.search.work.values) {
            Values::Proved(claim) => {
                match self.proved(claim, Invariants::default(), Memory::Regions) {
                    Step::Found(found) => Some(found),
                    Step::Open(_) => None,
                }
            }
            Values::Open => None,
            Values::InternalError(error) => Some(Box::new(Found::InternalError(error))),
        }
    }

    /// State machines, which take others long: by lemmas that are found at once, or because their states are few. Without a
    /// limit on time nothing is cut short, so that nothing is begun here.
    fn glance_at_automata(&mut self) -> Option<Box<Found>> {
        self.search.budget.remaining()?;
        match self.directed(&self.as_long_as(FIRST_DIRECTED_SHARE)) {
            Step::Found(found) => Some(found),
            Step::Open(_) => self.values(&self.as_long_as(STATES_SHARE)),
        }
    }

    /// A part of the time that is left, and no more than was worked before asks for.
    fn as_long_as(&self, share: f64) -> Budget {
        let budget = self.search.budget;
        budget.share_up_to(share, budget.elapsed().mul_f64(OF_ELAPSED))
    }

    fn bounded(&mut self, options: BoundedOptions, budget: &Budget) -> Step {
        if let Some(time_is_up) = time_is_up(budget) {
            return time_is_up;
        }
        budget.enter("bounded search and k-induction");
        let Search { program, replay, .. } = *self.search;
        let invariants = self.invariants.clone();
        match bounded(program, &self.automaton, &invariants, replay, options, budget) {
            Bounded::Failing(run) => Step::found(Found::Failing(run)),
            Bounded::Proved(claim, invariants) => self.proved(claim, invariants, Memory::Regions),
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
            if let Some(time_is_up) = time_is_up(budget) {
                return time_is_up;
            }
            let part = budget.share(rung.share);
            let options = SlicingOptions {
                strategy,
                seeds: rung.seeds,
                looks_ahead: rung.looks_ahead,
                ..SlicingOptions::default()
            };
            budget.enter("formula slicing");
            let times = Times { search: &part, confirm: self.search.budget };
            let answer = slicing(program, &self.automaton, rung.memory, options, times);
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
                    let claim = Claim::Inductive { k: 0 };
                    return self.proved(claim, sliced.invariants.clone(), rung.memory);
                }
                Slicing::Open(sliced) => {
                    why = describe(program, &sliced);
                    self.invariants = self.lasting.and(&sliced.invariants);
                    self.note_proved(&sliced, rung.memory);
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

    /// What lasts by itself, where the program is small; proves all, or most where that is an answer.
    fn glance(&mut self, glance: Glance) -> Step {
        if n_edges(&self.automaton.whole.program) >= LARGE {
            return Step::Open(WhyOpen::Other("the program is large".to_owned()));
        }
        let budget = self.search.budget;
        let part = match glance {
            Glance::Numbers => budget.share_up_to(NUMBERS_SHARE, NUMBERS),
            Glance::Orders => budget.share_up_to(ORDERS_SHARE, budget.elapsed().max(ORDERS)),
        };
        match (self.lasting(glance, &part), self.search.partly.take_if(|it| it.is_of_most())) {
            (Step::Open(_), Some(proof)) => Step::found(Found::Partly(proof)),
            (step, _) => step,
        }
    }

    /// What lasts proves, or helps the others.
    fn lasting(&mut self, glance: Glance, budget: &Budget) -> Step {
        if let Some(time_is_up) = time_is_up(budget) {
            return time_is_up;
        }
        budget.enter("property-directed search");
        let program = self.search.program;
        let times = Times { search: budget, confirm: self.search.budget };
        let why = Step::Open(WhyOpen::Other("more is asked about than lasts by itself".to_owned()));
        let work = &mut self.search.work.directed;
        let Some(found) = lasting(program, &self.automaton, glance, times, work) else {
            return why;
        };
        let Numbers { invariants, open } = found;
        self.lasting = self.lasting.and(&invariants);
        self.invariants = self.invariants.and(&invariants);
        match open {
            Some(open) if open.is_empty() => {
                self.proved(Claim::Inductive { k: 0 }, invariants, Memory::Regions)
            }
            Some(left_open) => {
                if self.leaves_less(left_open.len()) {
                    self.search.partly = Some(self.proof_of_some(invariants, left_open));
                }
                why
            }
            None => why,
        }
    }

    /// Are fewer checks left open than by what is proved so far, where that is an answer?
    fn leaves_less(&self, n_open: usize) -> bool {
        let partly = self.search.partly.as_ref();
        let n_least = partly.map_or(self.n_asked(), |proof| proof.left_open.len());
        self.search.is_divisible() && n_open < n_least
    }

    fn proof_of_some(&self, invariants: Invariants, left_open: IdSet<CheckId>) -> Proof {
        let (claim, automaton) = (Claim::Inductive { k: 0 }, Rc::clone(&self.automaton));
        let (n_asked, memory) = (self.n_asked(), Memory::Regions);
        Proof { claim, invariants, automaton, memory, n_asked, left_open }
    }

    /// Keeps what invariants prove that leave some checks open, alone or with those of the proof so far: what each
    /// of them excludes, both do.
    fn note_proved(&mut self, sliced: &Sliced, memory: Memory) {
        let Conclusion::Open(open) = &sliced.conclusion else { return };
        let left_open: IdSet<CheckId> = open.iter().copied().collect();
        let alone = Proof { memory, ..self.proof_of_some(sliced.invariants.clone(), left_open) };
        let is_same = |it: &&Proof| Rc::ptr_eq(&it.automaton, &self.automaton);
        let together = self.search.partly.as_ref().filter(is_same).map(|before| {
            let both = alone.left_open.iter().filter(|it| before.left_open.contains(*it));
            let left_open: IdSet<CheckId> = both.collect();
            self.proof_of_some(before.invariants.and(&sliced.invariants), left_open)
        });
        let Search { program, budget, .. } = *self.search;
        for proof in together.into_iter().chain([alone]) {
            if self.leaves_less(proof.left_open.len())
                && proves_others(
                    program,
                    &self.automaton,
                    &proof.invariants,
                    &proof.left_open,
                    budget,
                )
            {
                self.search.partly = Some(proof);
            }
        }
    }

    fn n_asked(&self) -> usize {
        reached_checks(self.search.program).len()
    }

    fn proved(&self, claim: Claim, invariants: Invariants, memory: Memory) -> Step {
        let (n_asked, left_open) = (self.n_asked(), IdSet::new());
        let automaton = Rc::clone(&self.automaton);
        let proof = Proof { claim, invariants, automaton, memory, n_asked, left_open };
        Step::found(Found::Proved(proof))
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
