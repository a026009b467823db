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
//! # What it cannot do
//! A run that never ends is not followed to its end.

use ir::Program;
use ir_interp::{Indeterminate, InputRequest, Interpreter, Options, Outcome, VolatileReads};

use crate::induction::Refusal;

/// Confirms that the only run of the program ends within so many steps of the interpreter, and
/// that no check fails in it.
pub fn confirm(
    program: &Program,
    indeterminate: Indeterminate,
    n_steps: u64,
) -> Result<(), Refusal> {
    let options = Options {
        n_steps,
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

    fn judge(body: &str) -> Result<(), Refusal> {
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
        confirm(&program, Indeterminate::AsInput, 1000)
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
    fn a_run_that_is_too_long_or_asks_for_something_is_none() {
        let long = LOOP.replace("100i32", "1000i32");
        assert!(matches!(judge(&long), Err(Refusal::Undecided(_))));
        let asking = LOOP.replace("x = 0i32", "havoc x input");
        assert!(matches!(judge(&asking), Err(Refusal::Undecided(_))));
    }
}
