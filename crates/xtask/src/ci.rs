//! Everything that must pass before a change is taken, apart from formatting and lints.

use crate::{benchexec, fuzz, process, setup};

/// Long enough for what is shallow, short enough for every run.
const FUZZ_SECONDS: u64 = 30;

pub fn run() -> anyhow::Result<()> {
    setup::run()?;
    // The repository's own rules (tidy, arrows) are tests of this crate, so they run here too.
    process::run(process::cargo().args(["test", "--workspace"]))?;
    benchexec::run()?;
    fuzz::run(FUZZ_SECONDS, 1)
}
