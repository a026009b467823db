//! Everything that must pass before a change is taken, apart from formatting and lints.

use crate::{process, setup};

pub fn run() -> anyhow::Result<()> {
    setup::run()?;
    // The repository's own rules (tidy, arrows) are tests of this crate, so they run here too.
    process::run(process::cargo().args(["test", "--workspace"]))
}
