//! Starting other programs from a chore.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};

use crate::tree;

/// Runs `command` at the root of the repository; fails if it fails.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    eprintln!("$ {}", line(command));
    let status = command.current_dir(tree::root()).status();
    let status = status.with_context(|| format!("cannot start `{}`", line(command)))?;
    if !status.success() {
        bail!("`{}` failed: {status}", line(command));
    }
    Ok(())
}

/// `cargo`, the one that started us.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Builds the `linchpin` that chores measure.
pub fn build_release() -> anyhow::Result<()> {
    run(cargo().args(["build", "--release", "--quiet", "--package", "linchpin"]))
}

/// The `linchpin` that a chore asks: a given one, or the one of this checkout, built as the chore
/// itself is. It is copied, so that building another one meanwhile does not change who is asked.
pub fn keep_linchpin(given: Option<&Path>, folder: &Path) -> anyhow::Result<PathBuf> {
    let asked = match given {
        Some(given) => given.to_owned(),
        None if cfg!(debug_assertions) => {
            run(cargo().args(["build", "--quiet", "--package", "linchpin"]))?;
            tree::root().join("target/debug/linchpin")
        }
        None => {
            build_release()?;
            tree::root().join("target/release/linchpin")
        }
    };
    let kept = folder.join("linchpin");
    // Another run may be using the last copy: it keeps that one.
    let _ = std::fs::remove_file(&kept);
    std::fs::copy(&asked, &kept).with_context(|| format!("cannot copy {}", asked.display()))?;
    Ok(kept)
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
