//! What can be wrong with what a measurement is given.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    #[error("cannot read `{}`: {cause}", path.display())]
    Read { path: PathBuf, cause: std::io::Error },
    #[error("cannot write `{}`: {cause}", path.display())]
    Write { path: PathBuf, cause: std::io::Error },
    /// An option asks for a file that must not or cannot be written.
    #[error("{0}")]
    Output(String),
    #[error("`{}` is neither a folder, a manifest (`.csv`) nor a task", path.display())]
    NotTasks { path: PathBuf },
    #[error("there is no task in `{}`", path.display())]
    NoTasks { path: PathBuf },
    #[error("the name {path:?} has a line end in it, which a result file cannot hold")]
    LineEnd { path: PathBuf },
    #[error("no task is left: all {n_tasks} are filtered out")]
    AllFilteredOut { n_tasks: usize },
    #[error("`{}` has no column `{column}`; its columns are {}", path.display(), found.join(", "))]
    MissingColumn { path: PathBuf, column: &'static str, found: Vec<String> },
    #[error("{}:{line}: {message}", path.display())]
    Line { path: PathBuf, line: u64, message: String },
    #[error(
        "`{}` holds results of other circumstances ({found}; today: {today}); name another file, \
         or remove this one",
        path.display()
    )]
    OtherCircumstances { path: PathBuf, found: String, today: String },
    #[error(
        "`{}` and `{}` have the task `{task}` with `{property}`, and differ",
        first.display(),
        second.display()
    )]
    Differ { first: PathBuf, second: PathBuf, task: String, property: String },
    #[error(
        "`{}` and `{}` hold results of other circumstances ({found}; {other})",
        first.display(),
        second.display()
    )]
    OtherParts { first: PathBuf, second: PathBuf, found: String, other: String },
    #[error("`{}` has the task `{task}` with `{property}` twice", path.display())]
    Twice { path: PathBuf, task: String, property: String },
    #[error("cannot start `{}`: {cause}", program.display())]
    Start { program: PathBuf, cause: std::io::Error },
}
