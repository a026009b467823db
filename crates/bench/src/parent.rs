//! A process that works for another one ends with it.
//!
//! `linchpin bench` starts each task in a process of its own, and `linchpin lsp` each verification;
//! they would go on computing if the parent were killed. Only the process itself can ask the system to be ended then, so the parent
//! tells it whose child it is. A process that nobody told is nobody's and goes on.

use rustix::process::{Signal, getppid, set_parent_process_death_signal};

/// Tells a child whose child it is.
const PARENT_VARIABLE: &str = "LINCHPIN_ENDS_WITH";

/// A variable for the environment of a child, so that it ends with this process.
pub fn mark_of_parent() -> (String, String) {
    (PARENT_VARIABLE.to_owned(), std::process::id().to_string())
}

/// Ends this process together with the one that is named in its environment.
pub fn end_with_parent() {
    let Some(parent) = std::env::var(PARENT_VARIABLE).ok() else { return };
    // Where the system cannot do it, the task has its own limits.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    // It may have ended before it could be watched.
    let is_there = getppid().is_some_and(|pid| pid.as_raw_nonzero().to_string() == parent);
    if !is_there {
        std::process::exit(1);
    }
}
