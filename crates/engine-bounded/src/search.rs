//! The search from the start of the program, step by step.
//!
//! Either all runs are moved at once, so that after `n` steps all are `n` steps long, as induction
//! needs it; or those at one loop head, inner loops before outer ones and earlier loops before later
//! ones, while the others wait. In that order runs that leave a loop after different numbers of rounds
//! meet behind it, and counters of outer loops are the same for all of them.

use encode::{Encoder, Entry, InputEvent, Unencodable, UnsupportedStep, Violation};
use ir::LocationId;
use logic::{BvCompare, Term, TermId, TermPool};
use rustc_hash::FxHashMap;
use smt::{Answer, Effort, OneQuestion, Series};
use verdict::Budget;

use crate::Proof;
use crate::candidate::{Candidate, read_candidate};
use crate::known_run::KnownRuns;

pub(crate) enum Progress {
    Violated(Candidate),
    /// No run is left.
    Exhausted,
    Unfinished,
    OutOfBudget,
}

/// Which runs are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// All, and after each step it is asked whether a check fails.
    Together,
    /// Those at the innermost loop head. Whether a check fails is asked now and then: each question is
    /// about all steps so far that were not asked about, so that a long run costs a few questions.
    InnerFirst,
}

/// All runs up to some point.
///
/// Whether a loop goes on is asked at every step, and is no question where constants decide it.
pub(crate) struct Search<'p> {
    encoder: Encoder<'p>,
    order: Order,
    /// The place of each loop head in the order of moves.
    ranks: FxHashMap<LocationId, usize>,
    /// From where runs were moved.
    moves: Vec<LocationId>,
    frontier: Vec<Entry>,
    /// Everything that the environment chose so far, in the order of the run.
    inputs: Vec<InputEvent>,
    n_steps: usize,
    /// Steps in which no run fails, as far as that was asked.
    n_cleared: usize,
    unsupported: Option<UnsupportedStep>,
    effort: Effort,
    /// Checks that may fail in the steps since the last question.
    unasked: Vec<Violation>,
    n_unasked_steps: usize,
    /// Steps at which the solver was asked something.
    n_asking_steps: usize,
    n_questions: usize,
    known_runs: KnownRuns,
    solver: Series,
    /// How often runs have come to a loop head.
    rounds: FxHashMap<LocationId, usize>,
    /// Where that was often enough to tell whether a loop will be long, and nobody has asked yet.
    to_tell: Vec<TermId>,
}

/// For the question whether a check fails, while there are runs to follow.
const ON_THE_WAY: u32 = 2_000_000;
/// For another model of a violation, by a solver that leaves more of it at zero.
const PLAINER: Effort = Effort::Limited(100_000);
/// After how many rounds it is asked whether a loop will be long.
const ROUNDS_TO_TELL: usize = 5;
/// A loop of so many more rounds is.
const MANY_ROUNDS: u128 = 400;

impl<'p> Search<'p> {
    pub fn new(mut encoder: Encoder<'p>, order: Order, effort: Effort) -> Self {
        let (entry, inputs) = encoder.initial();
        let ranks = ranks(&encoder.loops());
        Self {
            encoder,
            order,
            ranks,
            moves: Vec::new(),
            frontier: vec![entry],
            inputs,
            n_steps: 0,
            n_cleared: 0,
            unsupported: None,
            effort,
            unasked: Vec::new(),
            n_unasked_steps: 0,
            n_asking_steps: 0,
            n_questions: 0,
            known_runs: KnownRuns::default(),
            solver: Series::default(),
            rounds: FxHashMap::default(),
            to_tell: Vec::new(),
        }
    }

    /// Steps that were not decided by constants alone.
    pub fn n_asking_steps(&self) -> usize {
        self.n_asking_steps
    }

    pub fn n_steps(&self) -> usize {
        self.n_steps
    }

    /// No run fails within so many steps. Nothing is said of runs that are moved in turn, which are not all
    /// of one length, nor of what lies behind a step that is not modelled or a question without answer.
    pub fn n_cleared(&self) -> usize {
        self.n_cleared
    }

    /// The first step that is not modelled and that some run comes to.
    pub fn unsupported(&self) -> Option<&UnsupportedStep> {
        self.unsupported.as_ref()
    }

    /// That no run is left, once that is so.
    pub fn proof(self) -> Proof {
        match self.order {
            Order::Together => Proof::Exhausted { n_steps: self.n_steps },
            Order::InnerFirst => Proof::ExhaustedInTurn { moves: self.moves.into() },
        }
    }

    /// Takes one more step within a budget; whether a check fails may take another one.
    pub fn advance(
        &mut self,
        following: &Budget,
        asking: &Budget,
    ) -> Result<Progress, Unencodable> {
        if following.check_clock().is_err() {
            return Ok(Progress::OutOfBudget);
        }
        let before = self.n_questions;
        let progress = self.step(following, asking);
        self.n_asking_steps += usize::from(self.n_questions > before);
        progress
    }

    /// The runs that are moved next; the others stay in the frontier.
    fn next_entries(&mut self) -> Vec<Entry> {
        let all = std::mem::take(&mut self.frontier);
        if self.order == Order::Together {
            return all;
        }
        let rank = |entry: &Entry| self.ranks.get(&entry.location).copied();
        let Some(place) = all.iter().min_by_key(|it| rank(it)).map(|it| it.location) else {
            return all;
        };
        self.moves.push(place);
        let (moved, waiting) = all.into_iter().partition(|entry| entry.location == place);
        self.frontier = waiting;
        moved
    }

    fn step(&mut self, following: &Budget, asking: &Budget) -> Result<Progress, Unencodable> {
        let entries = self.next_entries();
        let waiting = std::mem::take(&mut self.frontier);
        let step = self.encoder.step(entries)?;
        self.inputs.extend(step.inputs);
        self.n_steps += 1;
        self.n_unasked_steps += 1;
        let pool = &self.encoder.pool;
        self.unasked
            .extend(step.violations.into_iter().filter(|it| !pool.is_impossible(it.formula)));
        let is_time = match self.order {
            Order::Together => true,
            Order::InnerFirst => self.n_unasked_steps > self.n_steps / 3,
        };
        let effort = match self.order {
            Order::Together => self.effort,
            Order::InnerFirst => self.effort.at_most(ON_THE_WAY),
        };
        if is_time && let Some(end) = self.ask_violations(following, effort) {
            match (end, self.order) {
                // It is asked again, together with what comes.
                (Progress::OutOfBudget, Order::InnerFirst) => self.n_unasked_steps = 0,
                (end, _) => return Ok(end),
            }
        }
        for each in step.unsupported {
            if self.unsupported.is_none() && self.may_hold(each.guard, following) {
                self.unsupported = Some(each);
            }
        }
        if self.order == Order::Together && self.unsupported.is_none() {
            self.n_cleared = self.n_steps;
        }
        self.frontier = waiting;
        for entry in step.exits {
            if self.may_hold(entry.guard, following) {
                let n_rounds = self.rounds.entry(entry.location).or_default();
                *n_rounds += 1;
                if *n_rounds == ROUNDS_TO_TELL {
                    self.to_tell.push(entry.guard);
                }
                self.frontier.push(entry);
            }
        }
        if !self.frontier.is_empty() {
            return Ok(Progress::Unfinished);
        }
        Ok(self.ask_violations(asking, self.effort).unwrap_or(Progress::Exhausted))
    }

    /// Asks about the steps that were not asked about; `None` if nothing fails in them.
    fn ask_violations(&mut self, budget: &Budget, effort: Effort) -> Option<Progress> {
        if self.unasked.is_empty() {
            self.n_unasked_steps = 0;
            return None;
        }
        let formulas: Vec<TermId> = self.unasked.iter().map(|each| each.formula).collect();
        let any = self.encoder.pool.or(&formulas);
        self.n_questions += 1;
        let mut question = self.ask(any, budget, effort);
        match question.answer() {
            Answer::Unsat => {
                self.n_unasked_steps = 0;
                self.unasked.clear();
                None
            }
            Answer::Unknown(_) => Some(Progress::OutOfBudget),
            Answer::Sat => {
                let (encoder, inputs) = (&self.encoder, &self.inputs);
                // Where formulas say less than the program does, the plainer run is the likelier one.
                let mut plainer = OneQuestion::ask(&encoder.pool, &[any], budget, PLAINER);
                let model = match plainer.answer() {
                    Answer::Sat => &mut plainer,
                    Answer::Unsat | Answer::Unknown(_) => &mut question,
                };
                let candidate = read_candidate(encoder, model, &self.unasked, inputs);
                Some(Progress::Violated(candidate))
            }
        }
    }

    /// Each round of a loop has shown a number to be greater than before; can it be large? Then the loop
    /// takes as many rounds, and it is no use to follow them.
    fn gets_long(&mut self, guard: TermId, budget: &Budget) -> bool {
        let pool = &mut self.encoder.pool;
        let Term::And(conjuncts) = pool[guard].clone() else { return false };
        let mut bounds: FxHashMap<(BvCompare, TermId), Vec<(u32, u128)>> = FxHashMap::default();
        for conjunct in conjuncts {
            if let Some((op, term, bound)) = lower_bound(pool, conjunct) {
                bounds.entry((op, term)).or_default().push(bound);
            }
        }
        let mut rising: Vec<_> = bounds.into_iter().collect();
        rising.retain(|(_, bounds)| bounds.len() + 1 >= ROUNDS_TO_TELL);
        rising.sort_unstable();
        rising.into_iter().any(|((op, term), bounds)| {
            let (width, greatest) = bounds.into_iter().max().expect("they are several");
            let far = self.encoder.pool.bv(width, greatest.saturating_add(MANY_ROUNDS));
            let is_far = self.encoder.pool.bv_compare(op, far, term);
            let both = self.encoder.pool.and2(guard, is_far);
            self.may_hold(both, budget)
        })
    }

    /// Can a loop take so many rounds that nobody wants to follow them?
    pub fn is_long(&mut self, budget: &Budget) -> bool {
        std::mem::take(&mut self.to_tell).into_iter().any(|guard| self.gets_long(guard, budget))
    }

    /// Where runs are moved together, most questions are easy, and small models are worth having: induction
    /// waits for every step. Where they are followed to their ends, each question is about all steps before.
    fn ask(&mut self, formula: TermId, budget: &Budget, effort: Effort) -> OneQuestion {
        let pool = &self.encoder.pool;
        match self.order {
            Order::Together => OneQuestion::ask(pool, &[formula], budget, effort),
            Order::InnerFirst => self.solver.ask(pool, &[formula], budget, effort),
        }
    }

    /// False only if the solver says so: a question that is not answered counts as yes.
    fn may_hold(&mut self, guard: TermId, budget: &Budget) -> bool {
        let pool = &self.encoder.pool;
        if let Term::Bool(value) = pool[guard] {
            return value;
        }
        if self.known_runs.any_is_on(pool, guard) {
            // One run may go on for long, and it is formulas that grow with it.
            self.n_questions += usize::from(self.order == Order::InnerFirst);
            return true;
        }
        if pool.is_impossible(guard) {
            return false;
        }
        self.n_questions += 1;
        let question = self.ask(guard, budget, self.effort);
        let answer = question.answer().clone();
        if answer == Answer::Sat {
            self.known_runs.learn(question);
        }
        answer != Answer::Unsat
    }
}

/// What says that a term is greater than a constant: the comparison, the term and the constant.
fn lower_bound(pool: &TermPool, condition: TermId) -> Option<(BvCompare, TermId, (u32, u128))> {
    let (op, less, greater) = match pool[condition] {
        Term::BvCompare(op, a, b) => (op, a, b),
        // `b <= a` is false if `a < b`.
        Term::Not(inner) => match pool[inner] {
            Term::BvCompare(op, b, a) => (op, a, b),
            _ => return None,
        },
        _ => return None,
    };
    let strict = match op {
        BvCompare::ULt | BvCompare::ULe => BvCompare::ULt,
        BvCompare::SLt | BvCompare::SLe => BvCompare::SLt,
    };
    match pool[less] {
        Term::BitVec(width, bits) => Some((strict, greater, (width, bits))),
        _ => None,
    }
}

/// Loop heads in the order in which runs are moved: inner ones first, then as a run meets them.
fn ranks(loops: &[(LocationId, Option<usize>)]) -> FxHashMap<LocationId, usize> {
    fn visit(
        index: usize,
        loops: &[(LocationId, Option<usize>)],
        ranks: &mut FxHashMap<LocationId, usize>,
    ) {
        let inner = (0..loops.len()).filter(|it| loops[*it].1 == Some(index));
        for inner in inner {
            visit(inner, loops, ranks);
        }
        ranks.insert(loops[index].0, ranks.len());
    }
    let mut ranks = FxHashMap::default();
    for outermost in (0..loops.len()).filter(|it| loops[*it].1.is_none()) {
        visit(outermost, loops, &mut ranks);
    }
    ranks
}
