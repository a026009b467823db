//! Time and memory limits that hold even where nobody looks at the budget.
//!
//! Engines poll their budget and return what they have. A thread of its own stands behind them:
//! if the memory of the process passes its limit, or the time has run out and the answer is still
//! not there a moment later, it gives the verdict that is true at that point, `UNKNOWN`, and ends
//! the process. It is the one place besides `main` that does.
//!
//! Memory is what the kernel counts as resident, read from `/proc`; where there is no `/proc`,
//! asking for a memory limit is refused rather than ignored.

use std::process;
use std::thread;
use std::time::{Duration, Instant};

use verdict::Reason;

use crate::exit::ExitStatus;

/// What a run may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    /// In megabytes of 2^20 bytes.
    pub memory: Option<u64>,
}

/// How long a method may take to notice that its time is over and to answer.
const GRACE: Duration = Duration::from_secs(2);
const PERIOD: Duration = Duration::from_millis(20);

/// Starts the watch; `give_up` prints the verdict when a limit is passed.
pub fn start(
    limits: Limits,
    give_up: impl Fn(Reason) + Send + 'static,
) -> Result<(), &'static str> {
    if limits.memory.is_some() && resident_megabytes().is_none() {
        return Err("`--memory` needs /proc/self/statm, which this system does not have");
    }
    if limits.memory.is_none() && limits.time.is_none() {
        return Ok(());
    }
    let started = Instant::now();
    let look = move || {
        if let Some(reason) = passed(limits, started) {
            give_up(reason);
            process::exit(ExitStatus::CouldNotTell as i32);
        }
    };
    // A limit that is passed before anything is read must not depend on who is faster.
    look();
    thread::spawn(move || {
        loop {
            thread::sleep(PERIOD);
            look();
        }
    });
    Ok(())
}

fn passed(limits: Limits, started: Instant) -> Option<Reason> {
    if limits.memory.is_some_and(|limit| resident_megabytes().is_some_and(|used| used > limit)) {
        return Some(Reason::OutOfMemory);
    }
    let is_late = limits.time.is_some_and(|limit| started.elapsed() > limit + GRACE);
    is_late.then_some(Reason::Timeout)
}

/// The second number of `statm` counts resident pages, of 4 KiB on every system we run on.
fn resident_megabytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4 / 1024)
}
