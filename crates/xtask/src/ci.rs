//! Everything that must pass before a change is taken, apart from formatting and lints.

use std::time::Duration;

use crate::verdicts::Extent;
use crate::{benchexec, fuzz, process, setup, verdicts};

/// Long enough for what is shallow, short enough for every run.
const FUZZ_SECONDS: u64 = 30;
/// The same programs every time, as many as the machine gets through.
const VERDICTS: Extent =
    Extent { count: 1_000, seed: 1, time: Some(Duration::from_secs(60)), cpu_time: 0.4 };

pub fn run() -> anyhow::Result<()> {
    setup::run()?;
    // The repository's own rules (tidy, arrows) are tests of this crate, so they run here too.
    // All that fails is told, not the first alone: a run is long.
    process::run(process::cargo().args(["test", "--workspace", "--no-fail-fast"]))?;
    benchexec::run()?;
    verdicts::run(VERDICTS, None)?;
    fuzz::run(FUZZ_SECONDS, 1)
}
