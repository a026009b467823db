//! The bounded engine on a C program, from reduction to a confirmed answer.
//!
//! The search runs on the program cut down to what its checks depend on, inlined into one
//! automaton. What it finds is only a candidate:
//!
//! - a violation is replayed by the interpreter on the whole program, with the inputs that the
//!   model chose; a run that does not fail there is dropped, and says nothing;
//! - a proof is checked again on the whole program by `evidence`. If the claim is about a program
//!   from which loops have been sliced away, its numbers may not fit the whole one; then the
//!   engine proves again without slicing.

use engine_bounded::{Answer, Candidate, Options, Proof, WhyUnknown};
use evidence::induction::{Claim, Refusal, confirm};
use ir::Program;
use ir_interp::{
    Indeterminate, InputRequest, Interpreter, Options as RunOptions, Outcome, Record, RecordedInput,
};
use ir_passes::cone_of_influence::cone_of_influence;
use ir_passes::cut_to_checks::cut_to_checks;
use ir_passes::inline::{Inlined, Limits, inline};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use verdict::Budget;

use super::explore::{FailingRun, replay};
use super::model_inputs::ModelInputs;

/// What the engine came to.
#[derive(Debug)]
pub enum Bounded {
    Failing(FailingRun),
    Proved(Claim),
    Unknown(WhyOpen),
    /// The proof did not survive its re-check, which must not happen.
    InternalError(String),
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum WhyOpen {
    /// Calls nest deeper than they were followed; following them deeper may help.
    #[error("{0}")]
    RecursionCut(String),
    #[error("{0}")]
    Other(String),
}

/// How deep calls of a function inside itself are followed, one after the other: most programs
/// do not recurse at all, and many that do fail early.
const RECURSION: [usize; 3] = [2, 6, 20];
const MAX_EDGES: usize = 300_000;
/// Edges of the run that is replayed.
const MAX_RUN: u64 = 50_000_000;

/// Looks for an answer within the budget.
pub fn bounded(program: &Program, indeterminate: Indeterminate, budget: &Budget) -> Bounded {
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let cut = cut_to_checks(program, &points_to);
    let points_to = PointsTo::of(&cut, ExternalPointers::OwnMemory);
    let sliced = cone_of_influence(&cut, &points_to);
    let mut last = unknown("nothing was tried");
    for recursion in RECURSION {
        last = attempt(program, &cut, &sliced, recursion, indeterminate, budget);
        if !matches!(last, Bounded::Unknown(WhyOpen::RecursionCut(_))) {
            break;
        }
    }
    last
}

fn unknown(why: impl Into<String>) -> Bounded {
    Bounded::Unknown(WhyOpen::Other(why.into()))
}

fn attempt(
    program: &Program,
    cut: &Program,
    sliced: &Program,
    recursion: usize,
    indeterminate: Indeterminate,
    budget: &Budget,
) -> Bounded {
    let first = match run(sliced, recursion, budget) {
        Ok((inlined, Answer::Violated(candidate))) => {
            return confirm_violation(program, &inlined, &candidate, indeterminate);
        }
        Ok((inlined, Answer::Unknown(why))) => return Bounded::Unknown(why_open(&inlined, &why)),
        Ok((_, Answer::Proved(proof))) => proof,
        Err(too_large) => return unknown(too_large),
    };
    match confirm(program, claim(first), recursion, budget) {
        Ok(()) => return Bounded::Proved(claim(first)),
        Err(Refusal::Undecided(why)) => return unknown(why),
        // The numbers of the sliced program do not fit: once more without slicing.
        Err(Refusal::Wrong(_)) => {}
    }
    match run(cut, recursion, budget) {
        Ok((_, Answer::Proved(proof))) => match confirm(program, claim(proof), recursion, budget) {
            Ok(()) => Bounded::Proved(claim(proof)),
            Err(Refusal::Undecided(why)) => unknown(why),
            Err(Refusal::Wrong(why)) => Bounded::InternalError(why),
        },
        Ok((inlined, Answer::Violated(candidate))) => {
            confirm_violation(program, &inlined, &candidate, indeterminate)
        }
        Ok((inlined, Answer::Unknown(why))) => Bounded::Unknown(why_open(&inlined, &why)),
        Err(too_large) => unknown(too_large),
    }
}

fn run(program: &Program, recursion: usize, budget: &Budget) -> Result<(Inlined, Answer), String> {
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let limits = Limits { n_edges: MAX_EDGES, recursion };
    let inlined = inline(program, &points_to, limits)
        .map_err(|_| "the program is too large when its calls are inlined".to_owned())?;
    let options = match budget.remaining() {
        Some(_) => Options::UNTIL_TIME_IS_UP,
        None => Options::MODEST,
    };
    let answer = engine_bounded::run(&inlined.program, budget, options);
    Ok((inlined, answer))
}

fn claim(proof: Proof) -> Claim {
    match proof {
        Proof::Exhausted { n_steps } => Claim::AllRunsEnd { n_steps },
        Proof::Inductive { k } => Claim::Inductive { k },
    }
}

fn why_open(inlined: &Inlined, why: &WhyUnknown) -> WhyOpen {
    match why {
        WhyUnknown::Budget { n_steps } => WhyOpen::Other(format!(
            "no violation within {n_steps} steps from loop head to loop head, and no proof"
        )),
        WhyUnknown::Unsupported { edge, what } if inlined.recursion_cuts.contains(*edge) => {
            WhyOpen::RecursionCut(what.clone())
        }
        WhyUnknown::Unsupported { what, .. } | WhyUnknown::Unencodable(what) => {
            WhyOpen::Other(what.clone())
        }
    }
}

/// Runs the whole program on the inputs of a candidate.
fn confirm_violation(
    program: &Program,
    inlined: &Inlined,
    candidate: &Candidate,
    indeterminate: Indeterminate,
) -> Bounded {
    let mut answers = ModelInputs::new(program, inlined, candidate);
    let options = RunOptions {
        n_steps: MAX_RUN,
        record: Record::Nothing,
        indeterminate,
        ..RunOptions::default()
    };
    let ask = |request: &InputRequest| Some(answers.next(request));
    let mut interpreter = Interpreter::new(program, ask, options);
    let outcome = interpreter.run();
    let Outcome::Violated { check, site } = outcome else {
        return unknown(
            "a run that fails in the model of the program does not fail in the program",
        );
    };
    let inputs: Vec<RecordedInput> = interpreter.inputs().to_vec();
    match replay(program, &inputs, indeterminate, check, site) {
        Ok(trace) => Bounded::Failing(FailingRun { check, inputs, trace }),
        Err(why) => Bounded::InternalError(why),
    }
}
