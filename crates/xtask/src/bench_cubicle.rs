//! Verdicts and times of all `.cub` files below a folder, as a table.
//!
//! Every file is given to the release build of `linchpin`, one after the other, so that times are
//! those of one core left alone.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::{process, tree};

pub fn run(folder: &Path, seconds: u64) -> anyhow::Result<()> {
    process::build_release()?;
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let width = files.iter().map(|path| shown(folder, path).len()).max().unwrap_or(4).max(4);
    println!("{:width$}  {:>8}  verdict", "file", "seconds");
    let (mut n_decided, mut total) = (0, Duration::ZERO);
    for path in &files {
        let (verdict, time) = measure(path, seconds)?;
        n_decided += usize::from(verdict == "TRUE" || verdict.starts_with("FALSE"));
        total += time;
        println!("{:width$}  {:>8.2}  {verdict}", shown(folder, path), time.as_secs_f64());
    }
    println!("{n_decided} of {} decided in {:.0} s", files.len(), total.as_secs_f64());
    Ok(())
}

fn shown(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).display().to_string()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("`{}` cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "cub") {
            files.push(path);
        }
    }
    Ok(())
}

/// The last line for machines, or that the file was refused.
fn measure(path: &Path, seconds: u64) -> anyhow::Result<(String, Duration)> {
    let started = Instant::now();
    let output = Command::new(tree::root().join("target/release/linchpin"))
        .args(["protocol", "--quiet", "--time", &seconds.to_string()])
        .arg(path)
        .output()
        .context("linchpin cannot be started")?;
    let time = started.elapsed();
    let text = String::from_utf8_lossy(&output.stdout);
    let verdict = match output.status.code() {
        Some(0..=2) => text.lines().next_back().unwrap_or("no answer").to_string(),
        Some(3) => "refused".to_string(),
        code => format!("failed with exit code {code:?}"),
    };
    Ok((verdict, time))
}
