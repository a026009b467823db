//! The file tests: every file below `tests/` and `examples/` is a test, and its expectation
//! stands inside it.
//!
//! There is no registration. [`main`] walks the folder, makes one test per file with
//! `libtest-mimic` (so `cargo test NAME` filters and runs in parallel as usual), and each test
//! runs the built `linchpin` the way a user would: what is tested is the product, its printed
//! messages included, and not some inner function.
//!
//! | file | what it is | module |
//! |---|---|---|
//! | `.c .i .lpp .cub .ir .yml` | an input with a header and marks | [`case`], [`mark`] |
//! | `.session` | commands and their golden output | [`session`] |
//! | `.md`, and all below a folder `input` | no test: a remark, or an input of other tests | |
//!
//! Anything else fails, so that a test with a misspelt ending is not silently left out.
//!
//! The header keys, the marks and the laws are described for authors of tests in
//! `CONTRIBUTING.md`; the laws themselves are in [`judge`], free of processes and files, with
//! tests of their own.

mod bless;
mod case;
mod child;
mod judge;
mod mark;
mod meaning;
mod observation;
mod session;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Arguments, Failed, Trial};

use case::Case;
use child::Linchpin;

/// Whether a test that finds another answer fails or takes it over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Judge,
    Bless,
}

/// Known imprecision: the truth is known, and we answer `unknown`.
#[derive(Default)]
struct Gaps {
    /// `truth: holds` that we do not prove.
    unproved: AtomicUsize,
    /// `truth: fails` that we do not find.
    unfound: AtomicUsize,
}

/// Runs all file tests of the repository at `root` with the given binary.
pub fn main(binary: &Path, root: &Path) -> ExitCode {
    let arguments = Arguments::from_args();
    let mode = match std::env::var_os("LINCHPIN_BLESS") {
        Some(_) => Mode::Bless,
        None => Mode::Judge,
    };
    let linchpin = Arc::new(Linchpin::new(binary, root));
    let gaps = Arc::new(Gaps::default());
    let mut paths = Vec::new();
    for folder in ["tests", "examples"] {
        match list(&root.join(folder)) {
            Ok(found) => paths.extend(found),
            Err(error) => {
                eprintln!("cannot list {}: {error}", root.join(folder).display());
                return ExitCode::FAILURE;
            }
        }
    }
    let trials = paths.into_iter().map(|path| {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let (linchpin, gaps) = (linchpin.clone(), gaps.clone());
        Trial::test(name, move || run(&linchpin, &path, mode, &gaps))
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    if !arguments.list {
        let unproved = gaps.unproved.load(Ordering::Relaxed);
        let unfound = gaps.unfound.load(Ordering::Relaxed);
        println!("gaps: {unproved} true but not proved, {unfound} false but not found\n");
    }
    conclusion.exit_code()
}

/// All files that should be tests, sorted.
fn list(tests: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![tests.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                // What tests read, and programs of many files, are no tests themselves.
                if entry.file_name() != "input" && !path.ends_with("examples/projects") {
                    folders.push(path);
                }
            } else if !is_other_half(&path)
                && path.extension().is_none_or(|it| it != "md" && it != "csv")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The other half of a pair of programs, or its environment: `NAME.target.c` is the test.
fn is_other_half(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    [".source.c", ".env.c"].iter().any(|ending| name.ends_with(ending))
}

fn run(linchpin: &Linchpin, path: &Path, mode: Mode, gaps: &Gaps) -> Result<(), Failed> {
    let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    match extension {
        "session" => session::run(linchpin, path, mode),
        "c" | "i" | "lpp" | "cub" | "ir" | "yml" => run_case(linchpin, path, mode, gaps),
        _ => Err(format!("`.{extension}` is not a kind of test").into()),
    }
}

fn run_case(linchpin: &Linchpin, path: &Path, mode: Mode, gaps: &Gaps) -> Result<(), Failed> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let case = Case::parse(&String::from_utf8_lossy(&bytes)).map_err(|error| error.to_string())?;
    let mut observations = Vec::new();
    for run in &case.runs {
        observations.push(linchpin.observe_again(&run.command, path, case.model.as_deref())?);
    }
    if mode == Mode::Bless
        && let Some(text) = bless::verdicts(&bytes, &case, &observations)
    {
        std::fs::write(path, text).map_err(|error| error.to_string())?;
        return Ok(());
    }
    match judge::gap(&case) {
        Some(judge::Gap::Unproved) => gaps.unproved.fetch_add(1, Ordering::Relaxed),
        Some(judge::Gap::Unfound) => gaps.unfound.fetch_add(1, Ordering::Relaxed),
        None => 0,
    };
    let mut complaints = judge::complaints(&case, &observations);
    for run in case.runs.iter().filter(|run| !run.means.is_empty()) {
        complaints.extend(meaning::complaints(linchpin, path, &case, run)?);
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n\n").into()) }
}
