//! Who answers the questions of a re-check.
//!
//! [`OwnSolver`] is Z3 in this process. [`SecondSolver`] is another solver, by pipe, that is asked
//! the same questions after the first has answered them (`--cross-check`): two solvers that agree
//! are seldom wrong in the same way. The second one need not be as able as the first, so a question
//! that it does not answer is counted and refutes nothing.

use std::time::Duration;

use logic::{TermId, TermPool};
use smt::{Answer, Effort, OneQuestion, Pains, PipeError, PipeSession, Series, Session, Ways};
use verdict::Budget;

use crate::induction::Refusal;

/// Says whether formulas contradict each other.
pub(crate) trait Judge {
    /// `Ok` if there is no model of all the formulas; `otherwise` says what a model would mean.
    fn refute(
        &mut self,
        pool: &TermPool,
        formulas: &[TermId],
        otherwise: &str,
    ) -> Result<(), Refusal>;

    /// `Ok` if none of the formulas has a model. They come in the order of a run, so that each is about more
    /// than the one before it.
    fn refute_each(
        &mut self,
        pool: &mut TermPool,
        formulas: &[TermId],
        otherwise: &str,
    ) -> Result<(), Refusal>;
}

/// For Z3, before questions about all runs go to a circuit.
const OTHER_SOLVER: Effort = Effort::Limited(2_000_000);

pub(crate) struct OwnSolver<'b> {
    pub budget: &'b Budget,
    /// Whether hard questions are divided: it helps with steps, and not with whole runs.
    pub divides: bool,
}

impl Judge for OwnSolver<'_> {
    fn refute(
        &mut self,
        pool: &TermPool,
        formulas: &[TermId],
        otherwise: &str,
    ) -> Result<(), Refusal> {
        let effort = if self.divides { AT_ONCE } else { Effort::Unlimited };
        let answer = match OneQuestion::ask(pool, formulas, self.budget, effort).answer() {
            Answer::Unknown(_) if self.divides => self.divided(pool, formulas),
            answer => answer.clone(),
        };
        no_model(&answer, otherwise)
    }

    fn refute_each(
        &mut self,
        pool: &mut TermPool,
        formulas: &[TermId],
        otherwise: &str,
    ) -> Result<(), Refusal> {
        // What a circuit has said in the search is better confirmed by another solver, if that can be had.
        let any = pool.or(formulas);
        let other = OneQuestion::ask(pool, &[any], self.budget, OTHER_SOLVER);
        if !matches!(other.answer(), Answer::Unknown(_)) {
            return no_model(other.answer(), otherwise);
        }
        let mut series = Series::default();
        for formula in formulas {
            let question = series.ask(pool, &[*formula], self.budget, Effort::Unlimited);
            no_model(question.answer(), otherwise)?;
            series.rule_out(pool, *formula);
        }
        Ok(())
    }
}

fn no_model(answer: &Answer, otherwise: &str) -> Result<(), Refusal> {
    match answer {
        Answer::Unsat => Ok(()),
        Answer::Sat => Err(Refusal::Wrong(otherwise.to_owned())),
        Answer::Unknown(reason) => Err(Refusal::Undecided(reason.clone())),
    }
}

/// For a question as it stands, before it is divided.
const AT_ONCE: Effort = Effort::Limited(2_000_000);
/// For a question that is divided.
const DIVIDED: Pains = Pains { max_ways: 400, each: Effort::Limited(1_000_000) };

impl OwnSolver<'_> {
    /// A hard question: way by way, and as long as it takes if that does not help.
    fn divided(&self, pool: &TermPool, formulas: &[TermId]) -> Answer {
        let ways = Ways::ask(&mut pool.clone(), formulas, &self.budget.share(0.5), DIVIDED);
        match ways.answer {
            Answer::Unknown(_) => {
                let one = OneQuestion::ask(pool, formulas, self.budget, Effort::Unlimited);
                one.answer().clone()
            }
            answer => answer,
        }
    }
}

/// For one question, where the user set no limit on time.
const PATIENCE: Duration = Duration::from_secs(60);

/// A solver of SMT-LIB 2 in a process of its own, and what came of asking it.
#[derive(Debug)]
pub struct SecondSolver {
    program: String,
    /// Questions on which it agrees.
    pub n_agreed: usize,
    /// Why it did not answer the others.
    pub unanswered: Vec<String>,
}

impl SecondSolver {
    /// Finds out whether the solver can be started.
    pub fn find(program: &str) -> Result<Self, PipeError> {
        PipeSession::start(program)?;
        Ok(Self { program: program.to_owned(), n_agreed: 0, unanswered: Vec::new() })
    }

    pub fn program(&self) -> &str {
        &self.program
    }
}

pub(crate) struct Second<'b> {
    pub solver: &'b mut SecondSolver,
    pub budget: &'b Budget,
}

impl Judge for Second<'_> {
    fn refute(
        &mut self,
        pool: &TermPool,
        formulas: &[TermId],
        otherwise: &str,
    ) -> Result<(), Refusal> {
        let time = self.budget.remaining().unwrap_or(PATIENCE).min(PATIENCE);
        let budget = Budget::unlimited().with_time(time);
        // A solver of its own for each question: the next one may be about other terms.
        let answer = match PipeSession::start(&self.solver.program) {
            Err(error) => Answer::Unknown(error.to_string()),
            Ok(mut session) => {
                for formula in formulas {
                    session.assert(pool, *formula);
                }
                session.check(pool, &[], &budget)
            }
        };
        match answer {
            Answer::Unsat => self.solver.n_agreed += 1,
            Answer::Sat => return Err(Refusal::Wrong(otherwise.to_owned())),
            Answer::Unknown(reason) => self.solver.unanswered.push(reason),
        }
        Ok(())
    }

    /// All of them at once: this solver starts anew for each question.
    fn refute_each(
        &mut self,
        pool: &mut TermPool,
        formulas: &[TermId],
        otherwise: &str,
    ) -> Result<(), Refusal> {
        let any = pool.or(formulas);
        self.refute(pool, &[any], otherwise)
    }
}
