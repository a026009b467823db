//! A second solver's opinion on a proof: `--cross-check`.
//!
//! The questions are those of the re-check. Disagreement means that one of two solvers, or what is
//! written between them and us, is wrong; no verdict may rest on that. A solver that does not
//! answer proves nothing either way, and is mentioned.

use evidence::SecondSolver;
use evidence::induction::{Refusal, cross_check};
use ir::Program;
use verdict::{Budget, Reason, Verdict};

use super::portfolio::Proof;

/// The verdict after a second solver has been asked, and what is to be said about it.
pub fn ask_again(
    program: &Program,
    proof: &Proof,
    verdict: Verdict,
    solver: &mut SecondSolver,
    budget: &Budget,
) -> (Verdict, Option<String>) {
    budget.enter("a second solver");
    let extent = proof.extent();
    let checked = cross_check(program, &proof.claim, &proof.invariants, &extent, solver, budget);
    let (name, n_agreed) = (solver.program(), solver.n_agreed);
    let questions = if n_agreed == 1 { "question" } else { "questions" };
    let remark = match (checked, solver.unanswered.first()) {
        (Err(Refusal::Wrong(why) | Refusal::NotInductive(why)), _) => {
            let message = format!("the solvers disagree on a proof: according to `{name}`, {why}");
            return (Verdict::Unknown(Reason::InternalError(message)), None);
        }
        (Err(Refusal::Undecided(why) | Refusal::Unfollowed(why)), _) => {
            format!("`{name}` was not asked: {why}")
        }
        (Ok(()), None) => format!("`{name}` gives the same answer to {n_agreed} {questions}"),
        (Ok(()), Some(why)) => format!(
            "`{name}` gives the same answer to {n_agreed} {questions}, and none to {}: {why}",
            solver.unanswered.len()
        ),
    };
    (verdict, Some(format!("cross-check: {remark}")))
}
