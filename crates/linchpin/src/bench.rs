//! `linchpin bench`: many tasks, in processes of their own; and the comparison of two results.
//!
//! On a terminal a line shows how far it is; in a pipe there is the table at the end and nothing
//! else. Ctrl-C ends the children and leaves a result file that the same command goes on with.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bench::{
    BenchError, Clock, Comparison, ExpectedVerdict, Limits, Plan, Record, ResultFile, Selection,
    Shard, Summary, Task,
};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Console;
use crate::exit::ExitStatus;
use crate::outputs::Outputs;

/// Verify many tasks at once and compare with what is expected
#[derive(Args, Debug)]
#[command(after_help = "Exit codes: 0 nothing wrong, 1 a wrong answer (with --compare: an answer \
                        lost or wrong), 2 interrupted, 3 bad input.")]
pub struct Options {
    /// A manifest (`.csv`), or a folder of task definitions (`.yml`) and protocols
    #[arg(value_name = "MANIFEST|DIR", required_unless_present_any = ["compare", "merge"])]
    input: Option<PathBuf>,
    /// Compare two result files instead
    #[arg(long, num_args = 2, value_names = ["OLD.csv", "NEW.csv"], exclusive = true)]
    compare: Option<Vec<PathBuf>>,
    /// Put result files together instead, those of `--shard` above all; the first is written
    #[arg(long, num_args = 2.., value_names = ["ALL.csv", "PART.csv"], exclusive = true)]
    merge: Option<Vec<PathBuf>>,
    /// Only the I-th of N parts of the tasks, for N machines
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Only tasks of this group; several times for several
    #[arg(long = "group", value_name = "GROUP", value_delimiter = ',')]
    groups: Vec<String>,
    /// Only tasks about this property; several times for several
    #[arg(long = "property", value_name = "NAME", value_delimiter = ',')]
    properties: Vec<String>,
    /// Only tasks with this expected verdict
    #[arg(long, value_enum, value_name = "VERDICT")]
    expected: Option<ExpectedName>,
    /// Only so many of them, drawn at random
    #[arg(long, value_name = "N", value_parser = positive)]
    sample: Option<usize>,
    /// Which random choice
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Seconds that each task may take, 60 unless given; 0 for no limit
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// Seconds of processor time instead: fairer on a busy machine
    #[arg(long, value_name = "SECONDS", conflicts_with = "time")]
    cpu_time: Option<u64>,
    /// Megabytes that each task may use; 0 for no limit
    #[arg(long, value_name = "MB", default_value_t = 4000)]
    memory: u64,
    /// How many tasks run at once; as many as there are processors unless given
    #[arg(long, value_name = "N", value_parser = positive)]
    jobs: Option<usize>,
    /// The result file: appended to as results come, and what is finished in it is not run again
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a page with the table, a plot and all tasks, to sort and filter
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Options for `linchpin verify`, after `--`
    #[arg(last = true, value_name = "OPTIONS")]
    arguments: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ExpectedName {
    True,
    False,
}

fn positive(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|&n| n > 0).ok_or("a number from 1 on is expected")
}

pub fn run(options: &Options, console: Console) -> ExitStatus {
    let done = match (&options.compare, &options.merge, &options.input) {
        (Some(files), _, _) => compare(files, console),
        (None, Some(files), _) => merge(files, console),
        (None, None, Some(input)) => measure(input, options, console),
        (None, None, None) => unreachable!("`clap` requires one of the three"),
    };
    done.unwrap_or_else(|error| {
        console.error(error);
        ExitStatus::BadInput
    })
}

fn compare(files: &[PathBuf], console: Console) -> Result<ExitStatus, BenchError> {
    let [old, new] = files else { unreachable!("`clap` takes two files") };
    let (old, new) = (ResultFile::read(old)?, ResultFile::read(new)?);
    let comparison = Comparison::of(&old, &new);
    console.print(&comparison.text());
    Ok(if comparison.is_worse() { ExitStatus::Violated } else { ExitStatus::Proved })
}

fn merge(files: &[PathBuf], console: Console) -> Result<ExitStatus, BenchError> {
    let (whole, parts) = files.split_first().expect("`clap` takes two files and more");
    let outputs = Outputs::of(&[("--merge", Some(whole))]);
    outputs.need_files(&["--merge"]).map_err(BenchError::Output)?;
    outputs.settle(parts).map_err(BenchError::Output)?;
    let records = bench::merge(whole, parts)?;
    let summary = Summary::of(&records);
    console.print(&summary.text(&records));
    Ok(if summary.total.n_wrong() > 0 { ExitStatus::Violated } else { ExitStatus::Proved })
}

fn measure(input: &Path, options: &Options, console: Console) -> Result<ExitStatus, BenchError> {
    let tasks = selection(options).apply(bench::tasks(input)?)?;
    settle_outputs(input, &tasks, options)?;
    let plan = plan(options)?;
    let (mut file, mut records) = match &options.csv {
        None => (None, Vec::new()),
        Some(path) => {
            let (file, records) = ResultFile::open(path)?;
            file.expect_circumstances(&records, &plan.version, &plan.options())?;
            (Some(file), records)
        }
    };
    // A file may hold more than what is asked for today.
    let wanted: BTreeSet<_> = tasks.iter().map(key_of).collect();
    records.retain(|record| wanted.contains(&record.key()));
    let finished: BTreeSet<_> = records.iter().map(Record::key).collect();
    let open: Vec<Task> =
        tasks.iter().filter(|task| !finished.contains(&key_of(task))).cloned().collect();
    // Whether the page can be written is better known now than in an hour.
    write_page(input, options, &records)?;
    let stop = stop_on_signals()
        .map_err(|cause| BenchError::Start { program: "the watch for Ctrl-C".into(), cause })?;
    let progress = Progress::new(tasks.len(), &records);
    bench::run(&open, &plan, &stop, |record| {
        if let Some(file) = &mut file {
            file.append(&record)?;
        }
        progress.advance(&record);
        records.push(record);
        Ok(())
    })?;
    progress.end();
    let order = |record: &Record| tasks.iter().position(|task| key_of(task) == record.key());
    records.sort_by_cached_key(order);
    write_page(input, options, &records)?;
    let summary = Summary::of(&records);
    console.print(&summary.text(&records));
    if stop.load(Ordering::Relaxed) && records.len() < tasks.len() {
        let again = match options.csv {
            Some(_) => "; the same command goes on from here",
            None => "",
        };
        console.error(format_args!(
            "interrupted after {} of {} tasks{again}",
            records.len(),
            tasks.len()
        ));
        return Ok(ExitStatus::CouldNotTell);
    }
    Ok(if summary.total.n_wrong() > 0 { ExitStatus::Violated } else { ExitStatus::Proved })
}

/// A manifest is a `.csv` too: mistaking it for the result file must not cost anything.
fn settle_outputs(input: &Path, tasks: &[Task], options: &Options) -> Result<(), BenchError> {
    let outputs =
        Outputs::of(&[("--csv", options.csv.as_ref()), ("--html", options.html.as_ref())]);
    let tasks = tasks.iter().map(|task| &*task.input);
    // Both are written as results come.
    outputs.need_files(&["--csv", "--html"]).map_err(BenchError::Output)?;
    outputs.settle(tasks.chain([input])).map_err(BenchError::Output)
}

fn write_page(input: &Path, options: &Options, records: &[Record]) -> Result<(), BenchError> {
    let Some(path) = &options.html else { return Ok(()) };
    let title = format!("Linchpin on {}", input.display());
    std::fs::write(path, bench::page(&title, records))
        .map_err(|cause| BenchError::Write { path: path.clone(), cause })
}

fn key_of(task: &Task) -> (&str, &str) {
    (&task.name, &task.property)
}

fn selection(options: &Options) -> Selection {
    Selection {
        groups: options.groups.clone(),
        properties: options.properties.clone(),
        expected: options.expected.map(|expected| match expected {
            ExpectedName::True => ExpectedVerdict::True,
            ExpectedName::False => ExpectedVerdict::False,
        }),
        sample: options.sample,
        seed: options.seed,
        shard: options.shard,
    }
}

fn limits(options: &Options) -> Limits {
    let (clock, time) = match (options.cpu_time, options.time) {
        (Some(time), _) => (Clock::Processor, time),
        (None, time) => (Clock::Either, time.unwrap_or(60)),
    };
    Limits { time, clock, memory: options.memory }
}

fn plan(options: &Options) -> Result<Plan, BenchError> {
    let linchpin = std::env::current_exe()
        .map_err(|cause| BenchError::Start { program: "linchpin".into(), cause })?;
    let n_processors = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Plan {
        version: bench::version_of(&linchpin, env!("CARGO_PKG_VERSION"))?,
        linchpin,
        limits: limits(options),
        n_jobs: options.jobs.unwrap_or_else(n_processors),
        arguments: options.arguments.clone(),
    })
}

/// A flag that Ctrl-C sets, and that being asked to end sets.
pub fn stop_on_signals() -> std::io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// The line on a terminal.
struct Progress {
    bar: ProgressBar,
    n_correct: Cell<usize>,
    n_wrong: Cell<usize>,
}

impl Progress {
    fn new(n_tasks: usize, finished: &[Record]) -> Self {
        let bar = ProgressBar::new(n_tasks as u64);
        let template = "{pos} of {len} {bar:24} {elapsed}, {eta} left: {msg}";
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.expect("the template names known parts only"));
        let progress = Self { bar, n_correct: Cell::new(0), n_wrong: Cell::new(0) };
        finished.iter().for_each(|record| progress.advance(record));
        // What was finished before today says nothing about how long the rest takes.
        progress.bar.reset_eta();
        progress.bar.enable_steady_tick(Duration::from_millis(500));
        progress
    }

    fn advance(&self, record: &Record) {
        self.n_correct.set(self.n_correct.get() + usize::from(record.status.is_correct()));
        self.n_wrong.set(self.n_wrong.get() + usize::from(record.status.is_wrong()));
        let (n_correct, n_wrong) = (self.n_correct.get(), self.n_wrong.get());
        self.bar.set_message(format!("{n_correct} correct, {n_wrong} wrong"));
        self.bar.inc(1);
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
