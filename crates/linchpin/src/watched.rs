//! What every command on a C program starts with: its limits, and the watch over them.
//!
//! `--time` and `--memory` mean the same everywhere; `verify` alone has `--cpu-time` besides. The budget tells the engines how much time
//! there is, the progress line says what they do with it, and the watchdog answers `UNKNOWN` when
//! a limit is passed and nobody else does. What that answer looks like is the command's own.

use std::path::Path;
use std::time::Duration;

use clap::Args;
use source::Source;
use verdict::{Budget, Reason, Times, TrustBox};

use crate::cli::Console;
use crate::exit::ExitStatus;
use crate::progress::Progress;
use crate::watchdog::{Limits, Watchdog};

#[derive(Args, Clone, Copy, Debug)]
pub struct LimitOptions {
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    /// Give up beyond so many megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
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
    /// passed; since nothing may have been read by then, it gets a text that only has a name. What
    /// goes wrong has been printed.
    pub fn start(
        limits: Limits,
        input: &Path,
        console: Console,
        give_up: impl Fn(&Source, Reason, TrustBox, Times) + Send + 'static,
    ) -> Result<Self, ExitStatus> {
        let budget = limits.budget();
        let progress = Progress::of(&budget, console.verbosity);
        let give_up = {
            let name = input.to_string_lossy().into_owned();
            let (progress, clock) = (progress.clone(), budget.clone());
            move |reason, trust| {
                progress.clear();
                give_up(&Source::new(&*name, Vec::new()), reason, trust, clock.times());
            }
        };
        let watchdog = Watchdog::start(limits, &budget, give_up).map_err(|message| {
            console.error(message);
            ExitStatus::BadInput
        })?;
        Ok(Self { budget, progress, watchdog })
    }
}
