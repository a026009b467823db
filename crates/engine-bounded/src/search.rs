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
pub(crate) struct Search<'p> {
    encoder: Encoder<'p>,
    frontier: Vec<Entry>,
    /// Everything that the environment chose so far, in the order of the run.
    inputs: Vec<InputEvent>,
    n_steps: usize,
    unsupported: Option<UnsupportedStep>,
    effort: Effort,
}

impl<'p> Search<'p> {
    pub fn new(mut encoder: Encoder<'p>, effort: Effort) -> Self {
        let (entry, inputs) = encoder.initial();
        Self { encoder, frontier: vec![entry], inputs, n_steps: 0, unsupported: None, effort }
    }

    pub fn n_steps(&self) -> usize {
        self.n_steps
    }

    /// The first step that is not modelled and that some run comes to.
    pub fn unsupported(&self) -> Option<&UnsupportedStep> {
        self.unsupported.as_ref()
    }

    /// Takes one more step.
    pub fn advance(&mut self, budget: &Budget) -> Result<Progress, Unencodable> {
        if budget.check().is_err() {
            return Ok(Progress::OutOfBudget);
        }
        let step = self.encoder.step(std::mem::take(&mut self.frontier))?;
        self.inputs.extend(step.inputs);
        self.n_steps += 1;
        match self.ask_violations(&step.violations, budget) {
            Asked::Yes(candidate) => return Ok(Progress::Violated(candidate)),
            Asked::OutOfBudget => return Ok(Progress::OutOfBudget),
            Asked::No => {}
        }
        for each in step.unsupported {
            if self.unsupported.is_none() && self.may_hold(each.guard, budget) {
                self.unsupported = Some(each);
            }
        }
        for entry in step.exits {
            if self.may_hold(entry.guard, budget) {
                self.frontier.push(entry);
            }
        }
        Ok(if self.frontier.is_empty() { Progress::Exhausted } else { Progress::Unfinished })
    }

    fn ask_violations(&mut self, violations: &[Violation], budget: &Budget) -> Asked {
        if violations.is_empty() {
            return Asked::No;
        }
        let formulas: Vec<TermId> = violations.iter().map(|each| each.formula).collect();
        let any = self.encoder.pool.or(&formulas);
        let mut question = OneQuestion::ask(&self.encoder.pool, &[any], budget, self.effort);
        match question.answer() {
            Answer::Unsat => Asked::No,
            Answer::Unknown(_) => Asked::OutOfBudget,
            Answer::Sat => {
                Asked::Yes(read_candidate(&self.encoder, &mut question, violations, &self.inputs))
            }
        }
    }

    /// False only if the solver says so: a question that is not answered counts as yes.
    fn may_hold(&self, guard: TermId, budget: &Budget) -> bool {
        match self.encoder.pool[guard] {
            Term::Bool(value) => value,
            _ => {
                let question = OneQuestion::ask(&self.encoder.pool, &[guard], budget, self.effort);
                *question.answer() != Answer::Unsat
            }
        }
    }
}

enum Asked {
    Yes(Candidate),
    No,
    OutOfBudget,
}
