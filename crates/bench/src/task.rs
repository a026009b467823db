//! One task, and where tasks come from.

use std::path::{Path, PathBuf};

use crate::{BenchError, Expected, folder, manifest};

/// A program or protocol, with one question and the answer that its authors give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The rows of the table: tasks of a kind.
    pub group: String,
    /// Its path as it is shown: relative to the manifest or folder.
    pub name: String,
    pub input: PathBuf,
    /// The name of what is asked.
    pub property: String,
    pub question: Question,
    pub expected: Option<Expected>,
    /// `ILP32` or `LP64`; none leaves it to the task itself.
    pub model: Option<String>,
}

/// How the question is put on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// `verify` with this after `--property`.
    Property(String),
    /// `protocol`; the file says what is asked.
    Protocol,
}

/// The tasks of a manifest (`.csv`), of a folder, or of one task definition (`.yml`).
pub fn tasks(path: &Path) -> Result<Vec<Task>, BenchError> {
    let tasks = if path.is_dir() {
        folder::read(path)?
    } else {
        match extension(path) {
            "csv" => manifest::read(path)?,
            "yml" | "yaml" | "lpp" | "cub" => folder::read_file(path)?,
            // A file that is not there deserves that message, whatever its name.
            _ if !path.exists() => manifest::read(path)?,
            _ => return Err(BenchError::NotTasks { path: path.into() }),
        }
    };
    if tasks.is_empty() {
        return Err(BenchError::NoTasks { path: path.into() });
    }
    // A record of a result file is a line of it.
    let is_broken = |task: &&Task| task.input.to_string_lossy().contains(['\n', '\r']);
    match tasks.iter().find(is_broken) {
        Some(task) => Err(BenchError::LineEnd { path: task.input.clone() }),
        None => Ok(tasks),
    }
}

pub fn extension(path: &Path) -> &str {
    path.extension().and_then(|it| it.to_str()).unwrap_or_default()
}

/// Whether the file is for `linchpin protocol`.
pub fn is_protocol(path: &Path) -> bool {
    matches!(extension(path), "lpp" | "cub")
}
