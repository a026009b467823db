//! What every command on a C program starts with: its limits, and the watch over them.
//!
//! `--time` and `--memory` mean the same everywhere; `verify` alone has `--cpu-time` besides. The budget tells the engines how much time
//! there is, the progress line says what they do with it, and the watchdog answers `UNKNOWN` when
//! a limit is passed and nobody else does. What that answer looks like is the command's own.

use std::path::Path;
use std::time::Duration;

use clap::Args;
use source::Source;
use verdict::{
    Budget, CheckStatus, Outcome, Reason, Times, Verdict, no_failure_within, rounded_down,
};

use crate::cli::Console;
use crate::exit::ExitStatus;
use crate::progress::Progress;
use crate::watchdog::{Known, Limits, Watchdog};

#[derive(Args, Clone, Copy, Debug)]
pub struct LimitOptions {
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = whole_seconds)]
    time: Option<u64>,
    /// Give up beyond so many megabytes
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    memory: Option<u64>,
}

fn whole_seconds(text: &str) -> Result<u64, String> {
    above_zero(text).ok_or_else(|| format!("`{text}` is no number of whole seconds above 0"))
}

fn megabytes(text: &str) -> Result<u64, String> {
    above_zero(text).ok_or_else(|| format!("`{text}` is no number of megabytes above 0"))
}

fn above_zero(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number| *number > 0)
}

impl From<LimitOptions> for Limits {
    fn from(options: LimitOptions) -> Self {
        let time = options.time.map(Duration::from_secs);
        Self { time, processor_time: None, memory: options.memory }
    }
}

/// A run within its limits.
pub struct Watched {
    pub budget: Budget,
    pub progress: Progress,
    pub watchdog: Watchdog,
}

impl Watched {
    /// Starts the watch over a run on `input`. `give_up` prints the verdict when a limit is
    /// passed or somebody presses Ctrl-C, with what is known by then. What goes wrong has been printed.
    pub fn start(
        limits: Limits,
        input: &Path,
        console: Console,
        give_up: impl Fn(GivenUp) -> ExitStatus + Send + 'static,
    ) -> Result<Self, ExitStatus> {
        let budget = limits.budget();
        let progress = Progress::of(&budget, console.verbosity);
        let give_up = {
            let (progress, budget) = (progress.clone(), budget.clone());
            move |reason, known| {
                progress.clear();
                let remarks = match reason {
                    Reason::Interrupted | Reason::DefaultTimeout { .. } => so_far(&budget),
                    // Whoever repeats a run with a limit wants to see the same again.
                    _ => Vec::new(),
                };
                let answered = budget.so_far().answered();
                let n_searched = budget.so_far().n_searched();
                let of_open_checks = match reason {
                    Reason::Timeout => no_failure_within(rounded_down(n_searched)),
                    _ => no_failure_within(n_searched),
                };
                let times = budget.times();
                give_up(GivenUp { answered, reason, known, of_open_checks, remarks, times })
            }
        };
        let known = Known::nothing_of(&input.to_string_lossy());
        let watchdog = Watchdog::start(limits, &budget, known, give_up).map_err(|message| {
            console.error(message);
            ExitStatus::BadInput
        })?;
        Ok(Self { budget, progress, watchdog })
    }
}

/// What is left to say when the work ends before its time.
pub struct GivenUp {
    /// An answer that there is already, where somebody looked for more.
    pub answered: Option<Outcome>,
    pub reason: Reason,
    pub known: Known,
    /// What is known of all checks that are open.
    pub of_open_checks: Option<String>,
    pub remarks: Vec<String>,
    pub times: Times,
}

impl GivenUp {
    /// The outcome of a program.
    pub fn outcome(self) -> (Source, Outcome, Times) {
        let Known { source, trust, mut checks, teller } = self.known;
        if let Some(mut outcome) = self.answered {
            if let Some(teller) = teller {
                teller.tell(&mut outcome);
            }
            match &mut outcome.verdict {
                // Some checks are proved.
                Verdict::Unknown(reason) => {
                    *reason = self.reason;
                    outcome.remarks.extend(self.remarks);
                }
                Verdict::True | Verdict::False => outcome
                    .remarks
                    .push(format!("more was looked for when the work ended: {}", self.reason)),
            }
            return (source, outcome, self.times);
        }
        for check in checks.iter_mut().filter(|it| it.status == CheckStatus::Open) {
            check.known = self.of_open_checks.clone();
        }
        let unknown = Outcome::unknown(self.reason);
        (source, Outcome { trust, checks, remarks: self.remarks, ..unknown }, self.times)
    }
}

/// What was going on, and what it had come to.
fn so_far(budget: &Budget) -> Vec<String> {
    let mut remarks = Vec::new();
    if !budget.phase().is_empty() {
        remarks.push(format!("what was going on: {}", budget.phase()));
    }
    remarks.extend(budget.so_far().in_words());
    remarks
}
