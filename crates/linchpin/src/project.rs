//! `linchpin verify --project DIR` and `--functions`: many subjects at once.
//!
//! The units come from `compile_commands.json`, or are the files of the command line. What is asked of
//! each subject is what the options ask; each is looked at by a `linchpin verify` of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use ::project::{self, Allowance, Coverage, Kept, Plan, Row, Unit, Wanted};
use driver::DataModel;
use indicatif::{ProgressBar, ProgressStyle};

use crate::baseline;
use crate::bench::stop_on_signals;
use crate::cli::{Console, Verbosity};
use crate::exit::ExitStatus;
use crate::outputs::Outputs;

/// What is to be done, as the command line says it.
pub struct Request<'o> {
    pub folder: Option<&'o Path>,
    /// Where no folder is given.
    pub files: Vec<PathBuf>,
    pub flags: &'o [String],
    pub wanted: Wanted,
    /// For all units; each has its own where nobody says.
    pub model: Option<DataModel>,
    pub n_jobs: Option<usize>,
    pub is_fresh: bool,
    pub allowance: Allowance,
    /// Options for each subject.
    pub options: Vec<String>,
    pub baseline: Option<&'o PathBuf>,
    pub html: Option<&'o PathBuf>,
    pub sarif: Option<&'o PathBuf>,
    pub is_json: bool,
}

/// Where results are kept, in the folder of the project.
const KEPT: &str = ".linchpin";

pub fn run(request: &Request<'_>, console: Console) -> ExitStatus {
    match all(request, console) {
        Ok(status) => status,
        Err(message) => {
            console.error(message);
            ExitStatus::BadInput
        }
    }
}

fn all(request: &Request<'_>, console: Console) -> Result<ExitStatus, String> {
    let units = units(request)?;
    if units.is_empty() {
        return Err("there is no file of C in the project".to_owned());
    }
    let outputs = Outputs::of(&[("--html", request.html), ("--sarif", request.sarif)]);
    outputs.need_files(&["--html"])?;
    outputs.settle(units.iter().map(|unit| &unit.file).chain(request.baseline))?;
    baseline::read(request.baseline.map(PathBuf::as_path))?;
    let (subjects, unread) = project::subjects(&units, request.wanted);
    if subjects.is_empty() && unread.is_empty() {
        return Err(match request.wanted {
            Wanted::Programs => {
                "no file defines a `main`; `--functions` looks at functions one by one"
            }
            Wanted::ProgramsAndFunctions => "no file defines a function",
        }
        .to_owned());
    }
    if subjects.is_empty() {
        return Err(project::unread_in_words(&unread).join("\n"));
    }
    let plan = plan(request)?;
    let stop = stop_on_signals().map_err(|error| format!("cannot watch for Ctrl-C: {error}"))?;
    let bar = progress(subjects.len(), console);
    let rows = project::run(&subjects, &plan, &stop, |row, n_done| {
        bar.set_position(n_done as u64);
        bar.set_message(format!("{} ({})", row.subject.name, row.subject.file));
    });
    bar.finish_and_clear();
    if let Some(path) = request.html {
        write_pages(path, request, &rows, &unread)?;
    }
    if let (Some(path), Some(log)) = (request.sarif, project::merged(&rows)) {
        console.save(path, log)?;
    }
    let is_whole = rows.len() == subjects.len();
    let coverage = if is_whole { Coverage::Whole } else { Coverage::Interrupted };
    let verdict = project::verdict(&rows, &unread, coverage);
    match request.is_json {
        true => {
            let version = env!("CARGO_PKG_VERSION");
            console.print_document(|_| project::document(&rows, &unread, verdict, version))
        }
        false => {
            let detail = console.verbosity;
            let text = if detail == Verbosity::Quiet {
                String::new()
            } else {
                project::table(&rows, &unread) + "\n"
            };
            console.print(&format!("{text}{verdict}\n"));
        }
    }
    if stop.load(Ordering::Relaxed) && !is_whole {
        let (n_done, n) = (rows.len(), subjects.len());
        console.error(format_args!(
            "interrupted after {n_done} of {n} subjects; the same command goes on from here"
        ));
        return Ok(ExitStatus::CouldNotTell);
    }
    Ok(match project::verdict_without_accepted(&rows, &unread) {
        "TRUE" => ExitStatus::Proved,
        "FALSE" => ExitStatus::Violated,
        "UNKNOWN(internal-error)" => ExitStatus::InternalError,
        "UNKNOWN(bad-input)" => ExitStatus::BadInput,
        _ => ExitStatus::CouldNotTell,
    })
}

fn units(request: &Request<'_>) -> Result<Vec<Unit>, String> {
    match request.folder {
        None => {
            let model = request.model.unwrap_or(DataModel::Lp64);
            let flags = request.flags.to_vec();
            let unit = |file: &PathBuf| Unit { file: file.clone(), flags: flags.clone(), model };
            Ok(request.files.iter().map(unit).collect())
        }
        Some(folder) => {
            let found = project::find(folder).and_then(|path| project::read(&path));
            let mut units = found.map_err(|error| error.to_string())?;
            for unit in &mut units {
                unit.flags.extend(request.flags.iter().cloned());
                unit.model = request.model.unwrap_or(unit.model);
            }
            Ok(units)
        }
    }
}

fn plan(request: &Request<'_>) -> Result<Plan, String> {
    let folder = request.folder.unwrap_or(Path::new(".")).join(KEPT);
    let kept = Kept::in_folder(&folder)
        .map_err(|error| format!("cannot keep results in `{}`: {error}", folder.display()))?;
    let linchpin =
        std::env::current_exe().map_err(|error| format!("cannot start itself: {error}"))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // Results of another build are not ours.
    let version = ::bench::version_of(&linchpin, env!("CARGO_PKG_VERSION"));
    let mut version = version.map_err(|error| error.to_string())?;
    // Nor are those that were found with another baseline.
    if let Some(text) = request.baseline.and_then(|path| std::fs::read(path).ok()) {
        version = format!("{version} {}", project::digest_of(&text));
    }
    Ok(Plan {
        linchpin,
        version,
        options: request.options.clone(),
        n_jobs: request.n_jobs.unwrap_or(cores),
        kept,
        is_fresh: request.is_fresh,
        allowance: request.allowance,
    })
}

/// Drawn on a terminal only.
fn progress(n_subjects: usize, console: Console) -> ProgressBar {
    if console.verbosity == Verbosity::Quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {pos}/{len} {wide_msg}");
    let style = style.expect("the template names known parts only");
    let bar = ProgressBar::new(n_subjects as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// The page, and a folder beside it with the pages of the subjects.
fn write_pages(
    path: &Path,
    request: &Request<'_>,
    rows: &[Row],
    unread: &[project::Unread],
) -> Result<(), String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = format!("{stem}-pages");
    let folder = path.with_file_name(&name);
    let fail = |path: &Path, error| format!("cannot write `{}`: {error}", path.display());
    std::fs::create_dir_all(&folder).map_err(|error| fail(&folder, error))?;
    let mut links = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        let Some(page) = &row.page else { continue };
        let file = project::page_name(row, index);
        let target = folder.join(&file);
        std::fs::copy(page, &target).map_err(|error| fail(&target, error))?;
        links.insert(index, format!("{name}/{file}"));
    }
    let title = match request.folder {
        Some(folder) => format!("Linchpin on {}", name_of(folder)),
        None => "Linchpin, function by function".to_owned(),
    };
    let text = project::page(rows, unread, &title, &links);
    std::fs::write(path, text).map_err(|error| fail(path, error))
}

/// What a folder is called, also where it is named by where it is: `.` is nobody's name.
fn name_of(folder: &Path) -> String {
    let is_plain = folder.file_name().is_some();
    let whole = if is_plain { None } else { folder.canonicalize().ok() };
    let name = whole.as_ref().and_then(|whole| whole.file_name());
    name.map_or_else(|| folder.display().to_string(), |name| name.to_string_lossy().into_owned())
}
