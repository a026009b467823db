//! `cargo xtask corpus-lower PATH`: reads and lowers every C file below a folder, and measures.
//!
//! For each `.c` and `.i` file: does the system's compiler accept it, do we, how long do we take
//! to the typed tree and to the IR, how much memory. Each file is done in a process of its own
//! ([`one`]), so that a panic or a runaway costs one file and the peak of memory is that file's.
//! Preprocessing is not part of the time.
//!
//! The chore fails when something that the compiler accepts is refused, panics, takes too long,
//! or becomes invalid IR.
//!
//! Sizes of types: a `MANIFEST.csv` with the columns `task` and `model` may say them; otherwise
//! it is the 64-bit model, or the 32-bit one where the compiler accepts the file only so.

mod compiler;
mod manifest;
pub mod one;
mod summary;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use c_sema::types::DataModel;

use crate::process;
use manifest::Models;
use summary::{Fate, Measured, Summary};

/// A file that takes longer has hung.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn run(path: &Path) -> anyhow::Result<()> {
    // Measuring code that was built for debugging measures nothing.
    if cfg!(debug_assertions) {
        let path = std::path::absolute(path)?;
        let mut command = process::cargo();
        command.args(["run", "--quiet", "--release", "--package", "linchpin-xtask", "--"]);
        return process::run(command.arg("corpus-lower").arg(path));
    }
    let files = c_files(path)?;
    if files.is_empty() {
        bail!("no .c or .i file below {}", path.display());
    }
    let models = Models::read(path)?;
    let mut summary = Summary::default();
    for file in &files {
        let judged = compiler::judge(file, models.of(file));
        let fate = lower(file, judged.model)?;
        let name = file.strip_prefix(path).unwrap_or(file).display().to_string();
        summary.add(name, judged.is_accepted, fate);
    }
    println!("{summary}");
    match summary.n_failures() {
        0 => Ok(()),
        n => bail!("{n} files that the compiler accepts were not lowered"),
    }
}

fn c_files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder);
        for entry in entries.with_context(|| format!("cannot list {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Lowers one file in a process of its own.
fn lower(file: &Path, model: DataModel) -> anyhow::Result<Fate> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["corpus-lower-one", compiler::flag(model)]).arg(file);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("cannot start a process for a file")?;
    let mut output = child.stdout.take().context("the output was piped")?;
    let mut errors = child.stderr.take().context("the error stream was piped")?;
    let output = thread::spawn(move || std::io::read_to_string(&mut output));
    let errors = thread::spawn(move || std::io::read_to_string(&mut errors));
    let started = Instant::now();
    let status = loop {
        match child.try_wait()? {
            Some(status) => break Some(status),
            None if started.elapsed() > PATIENCE => {
                child.kill()?;
                child.wait()?;
                break None;
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    let text = |thread: thread::JoinHandle<std::io::Result<String>>| {
        thread.join().ok().and_then(Result::ok).unwrap_or_default()
    };
    let (output, errors) = (text(output), text(errors));
    let first_error = errors.lines().next().unwrap_or("no message").to_owned();
    Ok(match status.map(|status| status.code()) {
        None => Fate::Failed { why: format!("no end after {} s", PATIENCE.as_secs()) },
        Some(Some(0)) => Fate::Lowered(output.parse::<Measured>()?),
        Some(Some(one::REFUSED)) => Fate::Refused { why: first_error },
        Some(_) => Fate::Failed { why: first_error },
    })
}
