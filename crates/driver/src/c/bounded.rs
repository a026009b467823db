//! The bounded engine on a C program, from reduction to a confirmed answer.
//!
//! The search runs on the automaton cut down to what its checks depend on. What it finds is only
//! a candidate:
//!
//! - a violation is replayed by the interpreter on the whole program, with the inputs that the
//!   model chose; a run that does not fail there is dropped, and says nothing. The interpreter has
//!   the machine's integers; where they are read as unbounded, a run counts only if it fails there
//!   before anything wraps, and so fails in both readings;
//! - a proof is checked again on the whole program by `evidence`. If the claim is about a program
//!   from which loops have been sliced away, its numbers may not fit the whole one; then the
//!   engine proves again without slicing.

use encode::{Integers, Invariants};
use engine_bounded::{Answer, Candidate, Fidelity, Options, Proof, WhyUnknown};
use evidence::induction::{Claim, Refusal, confirm};
use ir::Program;
use ir_interp::{
    Indeterminate, InputRequest, Interpreter, Options as RunOptions, Outcome, Record, RecordedInput,
};
use verdict::{Budget, no_failure_within};

use super::automaton::{Automaton, Memory, Reduction};
use super::explore::{FailingRun, LEAPS_AFTER, replay};
use super::model_inputs::ModelInputs;

/// What the engine came to.
#[derive(Debug)]
pub enum Bounded {
    Failing(FailingRun),
    /// A proof, and the invariants that it rests on.
    Proved(Claim, Invariants),
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
    /// A run fails with integers of any size, and it is none of the machine's: there is no proof
    /// in this reading, and no run to show.
    #[error("{ONLY_UNBOUNDED}")]
    OnlyUnbounded,
    #[error("{}, and no proof", no_failure_within(*n_steps as u64).as_deref().unwrap_or("no violation"))]
    Searched { n_steps: usize },
    #[error("{0}")]
    Other(String),
}

const ONLY_UNBOUNDED: &str = "a run fails with integers of any size, which is none of the \
                              machine's: something overflows on it";

/// How a candidate is run to see whether it fails.
#[derive(Clone, Copy, Debug)]
pub struct Replay<'p> {
    /// The whole program; where integers are read as unbounded, one whose runs end before
    /// something wraps (`ir_passes::stop_at_wraps`), with the same edges.
    pub program: &'p Program,
    pub indeterminate: Indeterminate,
}

/// Edges of the run that is replayed.
const MAX_RUN: u64 = 50_000_000;

/// Looks for an answer within the budget, with the help of invariants of the automaton.
///
/// The engine is told what they say of variables: the regions of memory are those of another
/// points-to analysis. A proof rests on all of them, since what they say of variables may hold
/// only because of what they say of memory. Invariants come from a reduced automaton too; where
/// the whole one has loops in between of which they say nothing, they do not carry themselves on
/// there, and the engine has to do without.
pub fn bounded(
    program: &Program,
    automaton: &Automaton,
    invariants: &Invariants,
    replay: Replay<'_>,
    options: Options,
    budget: &Budget,
) -> Bounded {
    let (mut refused, mut unfollowed) = (None, None);
    let of_variables = invariants.of_variables();
    // Steps of the reduced program need not be steps of the whole one, where loops have been left
    // out: then once more with all loops.
    for reduction in [Reduction::Cone, Reduction::ToChecks] {
        let proof = match attempt(automaton, reduction, &of_variables, options, budget) {
            Attempt::Proved(proof) => claim(proof),
            Attempt::Violated(reduced, candidate) => {
                return confirm_violation(replay, automaton, &reduced, &candidate);
            }
            Attempt::Unknown(why) => return Bounded::Unknown(why),
        };
        match confirm(program, &proof, invariants, &automaton.extent, budget) {
            Ok(()) => return Bounded::Proved(proof, invariants.clone()),
            Err(Refusal::NotInductive(_)) => {
                return bounded(
                    program,
                    automaton,
                    &Invariants::default(),
                    replay,
                    options,
                    budget,
                );
            }
            Err(Refusal::Undecided(why)) => return unknown(why),
            Err(Refusal::Unfollowed(why)) => unfollowed = Some(why),
            Err(Refusal::Wrong(why)) => refused = Some(why),
        }
    }
    // One that is wrong weighs more than one that cannot be followed.
    match (refused, unfollowed) {
        (None, Some(why)) => unknown(why),
        (refused, _) => Bounded::InternalError(refused.unwrap_or_default()),
    }
}

enum Attempt {
    Proved(Proof),
    Violated(Box<Program>, Candidate),
    Unknown(WhyOpen),
}

fn attempt(
    automaton: &Automaton,
    reduction: Reduction,
    invariants: &Invariants,
    options: Options,
    budget: &Budget,
) -> Attempt {
    let reduced = automaton.reduced(Memory::Regions, reduction);
    let reduced = reduced.expect("with memory there is always an automaton");
    let options = Options { integers: automaton.extent.integers, ..options };
    match engine_bounded::run(&reduced, automaton.points_to(), invariants, budget, options) {
        Answer::Proved(proof) => Attempt::Proved(proof),
        Answer::Violated(candidate) => Attempt::Violated(Box::new(reduced), candidate),
        Answer::Unknown(why) => Attempt::Unknown(why_open(automaton, &reduced, &why)),
    }
}

fn unknown(why: impl Into<String>) -> Bounded {
    Bounded::Unknown(WhyOpen::Other(why.into()))
}

fn claim(proof: Proof) -> Claim {
    match proof {
        Proof::Exhausted { n_steps } => Claim::AllRunsEnd { n_steps },
        Proof::ExhaustedInTurn { moves } => Claim::AllRunsEndInTurn { moves },
        Proof::Inductive { k } => Claim::Inductive { k },
    }
}

fn why_open(automaton: &Automaton, reduced: &Program, why: &WhyUnknown) -> WhyOpen {
    match why {
        WhyUnknown::Budget { n_steps } => WhyOpen::Searched { n_steps: *n_steps },
        WhyUnknown::Unsupported { edge, what } if automaton.is_recursion_cut(reduced, *edge) => {
            WhyOpen::RecursionCut(what.clone())
        }
        WhyUnknown::Unsupported { what, .. } | WhyUnknown::Unencodable(what) => {
            WhyOpen::Other(what.clone())
        }
    }
}

/// Runs the whole program on the inputs of a candidate.
fn confirm_violation(
    Replay { program, indeterminate }: Replay<'_>,
    automaton: &Automaton,
    reduced: &Program,
    candidate: &Candidate,
) -> Bounded {
    let mut answers = ModelInputs::new(program, automaton, reduced, candidate);
    let options = RunOptions {
        n_steps: MAX_RUN,
        record: Record::Nothing,
        indeterminate,
        leaps_after: LEAPS_AFTER,
        ..RunOptions::default()
    };
    let ask = |request: &InputRequest| Some(answers.next(request));
    let mut interpreter = Interpreter::new(program, ask, options);
    let outcome = interpreter.run();
    let Outcome::Violated { check, site } = outcome else {
        return match (automaton.extent.integers, candidate.fidelity) {
            (Integers::Unbounded, Fidelity::Exact) => Bounded::Unknown(WhyOpen::OnlyUnbounded),
            _ => {
                unknown("a run that fails in the model of the program does not fail in the program")
            }
        };
    };
    let inputs: Vec<RecordedInput> = interpreter.inputs().to_vec();
    match replay(program, &inputs, indeterminate, check, site) {
        Ok(trace) => Bounded::Failing(FailingRun { check, inputs, schedule: Vec::new(), trace }),
        Err(why) => Bounded::InternalError(why),
    }
}
