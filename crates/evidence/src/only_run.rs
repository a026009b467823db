//! Checks again that a program which asks nothing of its environment does not fail.
//!
//! Such a program has one run. If that run ends, having met no failing check, nothing fails; how
//! often it went round its loops and how deep its calls nested does not matter.
//!
//! ```text
//!   int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
//!   int main(void) { assert(fib(25) == 75025); }
//! ```
//!
//! # Sound
//! The interpreter is exact, and all nondeterminism of the IR is in what it asks for: inputs,
//! results of functions without bodies, uninitialised and volatile memory. (What a library function
//! writes in a way that is not modelled has no value at all, and a run that depends on it ends
//! undefined.) What it chooses by itself is where objects lie. So a run counts only if it does not
//! depend on that: a comparison or a difference of pointers that C leaves open ends the run as
//! unsupported, and no address became a number in the run. A run that ends undefined, unsupported
//! or out of bounds proves nothing.
//!
//! Rounds that only count are leapt over if there are too many of them, which changes nothing about how a
//! run ends; `leap` in the interpreter has the argument. The repetition takes more rounds step by step before it
//! leaps, so that it leaps elsewhere: an end that depends on where is not believed.
//!
//! # What it cannot do
//! A run that never ends is not followed to its end.

use ir::Program;
use ir_interp::{Indeterminate, InputRequest, Interpreter, Options, Outcome, VolatileReads};

use crate::induction::Refusal;

/// How the run is repeated: as often as it was found to need.
#[derive(Clone, Copy, Debug)]
pub enum Repetition {
    StepByStep { n_steps: u64 },
    WithLeaps { n_steps: u64, n_leaps: u64 },
}

/// Rounds that are taken before the repetition leaps, and steps that they may need.
const ROUNDS_BEFORE_LEAPS: u64 = 1_000;
const STEPS_BEFORE_LEAP: u64 = 100 * ROUNDS_BEFORE_LEAPS;

/// Confirms that the only run of the program ends within so many steps of the interpreter, and
/// that no check fails in it.
pub fn confirm(
    program: &Program,
    indeterminate: Indeterminate,
    how: Repetition,
) -> Result<(), Refusal> {
    let (n_steps, leaps_after) = match how {
        Repetition::StepByStep { n_steps } => (n_steps, None),
        Repetition::WithLeaps { n_steps, n_leaps } => {
            let more = n_leaps.saturating_mul(STEPS_BEFORE_LEAP).min(10 * n_steps);
            (n_steps.saturating_add(more.max(STEPS_BEFORE_LEAP)), Some(ROUNDS_BEFORE_LEAPS))
        }
    };
    let options = Options {
        n_steps,
        leaps_after,
        indeterminate,
        volatile_reads: VolatileReads::FromInput,
        ..Options::default()
    };
    let mut interpreter = Interpreter::new(program, |_: &InputRequest| None, options);
    match interpreter.run() {
        _ if interpreter.has_exposed_addresses() => {
            Err(Refusal::Undecided("an address is used as a number".to_owned()))
        }
        _ if interpreter.n_threads() > 1 => {
            Err(Refusal::Undecided("threads take turns in many ways".to_owned()))
        }
        Outcome::Finished { .. } | Outcome::Halted { .. } | Outcome::Blocked { .. } => Ok(()),
        Outcome::Violated { .. } => Err(Refusal::Wrong("the only run fails".to_owned())),
        other => Err(Refusal::Undecided(format!("the run does not end by itself: {other:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge_by(how: Repetition, body: &str) -> Result<(), Refusal> {
        let text = format!(
            "program LP64 entry main
             check c0: assertion \"x is small\"
             fn main() -> i32 {{
               var x: i32
               entry L0 exit L1
               {body}
             }}"
        );
        let source = source::Source::new("test.ir", text.into_bytes());
        let program = ir::text::parse(&source).expect("the test is well-formed");
        confirm(&program, Indeterminate::AsInput, how)
    }

    fn judge(body: &str) -> Result<(), Refusal> {
        judge_by(Repetition::StepByStep { n_steps: 1000 }, body)
    }

    const LOOP: &str = "L0 -> L2: x = 0i32
        L2 -> L3: assume (x < 100i32)
        L2 -> L4: assume !(x < 100i32)
        L3 -> L2: x = (x + 1i32)
        L4 -> L5: check c0: (x <= 100i32)
        L5 -> L1: return x";

    #[test]
    fn a_run_that_ends_well_is_a_proof() {
        assert_eq!(judge(LOOP), Ok(()));
    }

    #[test]
    fn a_run_that_fails_is_none() {
        let failing = LOOP.replace("x <= 100i32", "x < 100i32");
        assert!(matches!(judge(&failing), Err(Refusal::Wrong(_))));
    }

    #[test]
    fn a_run_that_leaps_ends_as_one_that_does_not() {
        let long = LOOP.replace("100i32", "2000000000i32");
        let how = Repetition::WithLeaps { n_steps: 1000, n_leaps: 1 };
        assert_eq!(judge_by(how, &long), Ok(()));
        let failing = long.replace("x <= 2", "x < 2");
        assert!(matches!(judge_by(how, &failing), Err(Refusal::Wrong(_))));
    }

    #[test]
    fn a_run_that_is_too_long_or_asks_for_something_is_none() {
        let long = LOOP.replace("100i32", "1000i32");
        assert!(matches!(judge(&long), Err(Refusal::Undecided(_))));
        let asking = LOOP.replace("x = 0i32", "havoc x input");
        assert!(matches!(judge(&asking), Err(Refusal::Undecided(_))));
    }
}
