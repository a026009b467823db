//! Which engine was asked for, where a program creates threads.
//!
//! Most engines look at one thread as if it were alone, and whatever they say of a program with
//! others beside it says nothing. So they are refused, at once and by name. Formula slicing has a part
//! in it: it finds the invariants of proofs one thread at a time.

use super::{Question, Threads, threads};
use crate::c::portfolio::Engine;

/// Said of a program that creates no thread.
pub const NO_THREADS: &str =
    "`--engine threads` is for programs that create threads, and this one creates none";

/// Looks for an answer by the engine alone, or by all that fit.
pub fn threads_by(engine: Engine, mut question: Question<'_, '_>) -> Threads {
    let name = match engine {
        Engine::Auto | Engine::Threads => return threads(question),
        Engine::Slicing => {
            let budget = question.budget;
            return match question.one_at_a_time(budget) {
                Ok(answer) => answer,
                Err(why) => Threads::Open(format!("one thread at a time: {why}")),
            };
        }
        Engine::Bounded => "bounded",
        Engine::Directed => "directed",
        Engine::Values => "values",
        Engine::Shape => "shape",
    };
    let why = format!(
        "`--engine {name}` looks at one thread alone, and the program creates others; \
         `--engine threads` looks at all"
    );
    question.explorer.found.unsupported.get_or_insert((why.clone(), None));
    Threads::Open(why)
}
