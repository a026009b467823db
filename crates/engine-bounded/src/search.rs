//! The search from the start of the program, step by step.

use encode::{Encoder, Entry, InputEvent, Unencodable, UnsupportedStep, Violation};
use logic::{Term, TermId};
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use crate::candidate::{Candidate, read_candidate};

pub(crate) enum Progress {
    Violated(Candidate),
    /// No run is left.
    Exhausted,
    Unfinished,
    OutOfBudget,
}

/// All runs of a certain length.
///
/// Whether a check fails is asked now and then: each question is about all steps so far that were
/// not asked about, so that a long run costs a few questions. Whether a loop goes on is asked at
/// every step, and is no question where constants decide it.
pub(crate) struct Search<'p> {
    encoder: Encoder<'p>,
    frontier: Vec<Entry>,
    /// Everything that the environment chose so far, in the order of the run.
    inputs: Vec<InputEvent>,
    n_steps: usize,
    unsupported: Option<UnsupportedStep>,
    effort: Effort,
    /// Checks that may fail in the steps since the last question.
    unasked: Vec<Violation>,
    n_unasked_steps: usize,
    /// Steps at which the solver was asked something.
    n_asking_steps: usize,
    n_questions: usize,
}

impl<'p> Search<'p> {
    pub fn new(mut encoder: Encoder<'p>, effort: Effort) -> Self {
        let (entry, inputs) = encoder.initial();
        Self {
            encoder,
            frontier: vec![entry],
            inputs,
            n_steps: 0,
            unsupported: None,
            effort,
            unasked: Vec::new(),
            n_unasked_steps: 0,
            n_asking_steps: 0,
            n_questions: 0,
        }
    }

    /// Steps that were not decided by constants alone.
    pub fn n_asking_steps(&self) -> usize {
        self.n_asking_steps
    }

    pub fn n_steps(&self) -> usize {
        self.n_steps
    }

    /// The first step that is not modelled and that some run comes to.
    pub fn unsupported(&self) -> Option<&UnsupportedStep> {
        self.unsupported.as_ref()
    }

    /// Takes one more step, and asks whether anything fails so far.
    pub fn advance(&mut self, budget: &Budget) -> Result<Progress, Unencodable> {
        self.advance_asking(Asking::AtOnce, budget)
    }

    /// Takes one more step.
    pub fn advance_asking(
        &mut self,
        asking: Asking,
        budget: &Budget,
    ) -> Result<Progress, Unencodable> {
        if budget.check().is_err() {
            return Ok(Progress::OutOfBudget);
        }
        let before = self.n_questions;
        let progress = self.step(asking, budget);
        self.n_asking_steps += usize::from(self.n_questions > before);
        progress
    }

    fn step(&mut self, asking: Asking, budget: &Budget) -> Result<Progress, Unencodable> {
        let step = self.encoder.step(std::mem::take(&mut self.frontier))?;
        self.inputs.extend(step.inputs);
        self.n_steps += 1;
        self.n_unasked_steps += 1;
        self.unasked.extend(step.violations);
        // Who runs out of budget below may go on with all of them.
        self.frontier = step.exits;
        self.frontier.retain(|exit| self.encoder.pool[exit.guard] != Term::Bool(false));
        let is_time = match asking {
            Asking::AtOnce => true,
            Asking::NowAndThen => self.n_unasked_steps > self.n_steps / 3,
        };
        if is_time && let Some(end) = self.ask_violations(budget) {
            return Ok(end);
        }
        for each in step.unsupported {
            if self.unsupported.is_none() && self.may_hold(each.guard, budget) {
                self.unsupported = Some(each);
            }
        }
        for entry in std::mem::take(&mut self.frontier) {
            if self.may_hold(entry.guard, budget) {
                self.frontier.push(entry);
            }
        }
        if !self.frontier.is_empty() {
            return Ok(Progress::Unfinished);
        }
        Ok(self.ask_violations(budget).unwrap_or(Progress::Exhausted))
    }

    /// Asks about the steps that were not asked about; `None` if nothing fails in them.
    fn ask_violations(&mut self, budget: &Budget) -> Option<Progress> {
        if self.unasked.is_empty() {
            self.n_unasked_steps = 0;
            return None;
        }
        let formulas: Vec<TermId> = self.unasked.iter().map(|each| each.formula).collect();
        let any = self.encoder.pool.or(&formulas);
        self.n_questions += 1;
        let mut question = OneQuestion::ask(&self.encoder.pool, &[any], budget, self.effort);
        match question.answer() {
            Answer::Unsat => {
                self.n_unasked_steps = 0;
                self.unasked.clear();
                None
            }
            Answer::Unknown(_) => Some(Progress::OutOfBudget),
            Answer::Sat => {
                let (encoder, inputs) = (&self.encoder, &self.inputs);
                let candidate = read_candidate(encoder, &mut question, &self.unasked, inputs);
                Some(Progress::Violated(candidate))
            }
        }
    }

    /// False only if the solver says so: a question that is not answered counts as yes.
    fn may_hold(&mut self, guard: TermId, budget: &Budget) -> bool {
        match self.encoder.pool[guard] {
            Term::Bool(value) => value,
            _ => {
                self.n_questions += 1;
                let question = OneQuestion::ask(&self.encoder.pool, &[guard], budget, self.effort);
                *question.answer() != Answer::Unsat
            }
        }
    }
}

/// When the solver is asked whether a check fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asking {
    AtOnce,
    NowAndThen,
}
