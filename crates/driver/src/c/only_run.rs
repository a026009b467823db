//! A program that asks for nothing has one run; here it is followed to its end.
//!
//! Loops with constant bounds and recursion on constants cost an interpreter little, and engines
//! that unroll or inline them a lot; over rounds that only count it leaps. The end decides either way: a check that failed is a
//! violation, and a run that ended without one is a proof, which `evidence` repeats.
//!
//! # Ends
//! The run is tried with more and more steps, as long as the next try and its repetition fit into
//! a part of the time that is left; without a limit on time, up to a fixed number of them.

use evidence::induction::Refusal;
use evidence::only_run::{Repetition, confirm};
use ir::Program;
use ir_interp::{Indeterminate, InputRequest, Interpreter, Options, Outcome};
use verdict::Budget;

use super::explore::{FailingRun, LEAPS_AFTER, replay};

/// What the only run came to.
#[derive(Debug)]
pub enum OnlyRun {
    Failing(Box<FailingRun>),
    /// It ended after so many steps, and leaps over rounds that are none of them; that was checked again.
    Ended {
        n_steps: u64,
        n_leaps: u64,
    },
    /// It asks for something after all, after so many steps.
    Asks {
        n_steps: u64,
    },
    /// It is too long to be followed, or its end proves nothing.
    Open,
    InternalError(String),
}

const FIRST_TRY: u64 = 1_000_000;
const GROWTH: u64 = 8;
/// Without a limit on time.
const MAX_STEPS: u64 = 64_000_000;
/// Of the time that is left.
const SHARE: f64 = 0.5;

/// Follows the run of a program that is known to ask for nothing at its beginning.
pub fn only_run(program: &Program, indeterminate: Indeterminate, budget: &Budget) -> OnlyRun {
    let part = budget.share(SHARE);
    let mut n_steps = FIRST_TRY;
    loop {
        let before = part.elapsed();
        let options =
            Options { n_steps, indeterminate, leaps_after: LEAPS_AFTER, ..Options::default() };
        let mut interpreter = Interpreter::new(program, |_: &InputRequest| None, options);
        match interpreter.run() {
            _ if interpreter.n_threads() > 1 => return OnlyRun::Open,
            Outcome::OutOfSteps => {}
            Outcome::InputsExhausted { .. } => {
                return OnlyRun::Asks { n_steps: interpreter.n_steps() };
            }
            Outcome::Violated { check, site } => {
                return match replay(program, &[], indeterminate, check, site) {
                    Ok(trace) => OnlyRun::Failing(Box::new(FailingRun {
                        check,
                        inputs: Vec::new(),
                        schedule: Vec::new(),
                        trace,
                    })),
                    Err(why) => OnlyRun::InternalError(why),
                };
            }
            Outcome::Finished { .. } | Outcome::Halted { .. } | Outcome::Blocked { .. } => {
                let (n_steps, n_leaps) = (interpreter.n_steps(), interpreter.n_leaps());
                let how = match n_leaps {
                    0 => Repetition::StepByStep { n_steps },
                    _ => Repetition::WithLeaps { n_steps, n_leaps },
                };
                return match confirm(program, indeterminate, how) {
                    Ok(()) => OnlyRun::Ended { n_steps, n_leaps },
                    Err(Refusal::Undecided(_) | Refusal::Unfollowed(_)) => OnlyRun::Open,
                    Err(Refusal::Wrong(why) | Refusal::NotInductive(why)) => {
                        OnlyRun::InternalError(why)
                    }
                };
            }
            _ => return OnlyRun::Open,
        }
        // The next try, and its repetition.
        let needed = (part.elapsed() - before) * (2 * GROWTH as u32);
        n_steps *= GROWTH;
        let is_affordable = match part.remaining() {
            Some(rest) => needed <= rest,
            None => n_steps <= MAX_STEPS,
        };
        if !is_affordable || part.check().is_err() {
            return OnlyRun::Open;
        }
    }
}
