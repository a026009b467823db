//! `linchpin protocol`: a protocol for any number of processes, and what is asked of it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use driver::TaskError;
use driver::c::is_standard;
use driver::cubicle;
use driver::protocol::{self, Instance, Protocol, SimulationOptions};
use source::Source;
use verdict::{Budget, ProtocolOutcome, Reason};

use crate::cli::Console;
use crate::exit::ExitStatus;
use crate::outputs::Outputs;
use crate::watch::watch;
use crate::watchdog::{Known, Limits, Watchdog};

/// Verify a protocol: safety and liveness for any number of processes
#[derive(Args, Debug)]
pub struct Options {
    /// The protocol (`.lpp`, or `.cub` in Cubicle's language)
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Only this number of processes: go through all states of that instance
    #[arg(long, value_name = "K", value_parser = process_count)]
    processes: Option<usize>,
    /// Draw a random run instead of verifying
    #[arg(long)]
    simulate: bool,
    /// Which random run
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "simulate")]
    seed: u64,
    /// How many steps of it
    #[arg(long, value_name = "N", default_value_t = 20, requires = "simulate")]
    steps: usize,
    /// Print the file laid out instead of verifying
    #[arg(long, conflicts_with_all = ["simulate", "processes", "json"])]
    fmt: bool,
    /// Print the abstract model for a model checker instead of verifying
    #[arg(long, value_name = "FORM", value_parser = ["smv"], conflicts_with_all = ["simulate", "processes", "json", "fmt"])]
    emit: Option<String>,
    /// Stop after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Give up beyond so many megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,
    /// Print the report as JSON
    #[arg(long, conflicts_with = "simulate")]
    pub json: bool,
    /// Write the outcome as one page of HTML
    #[arg(long, value_name = "PAGE", conflicts_with_all = ["simulate", "fmt", "emit"])]
    html: Option<PathBuf>,
    /// Answer again whenever the file changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["json", "fmt", "emit"])]
    watch: bool,
}

/// A random run of so many processes unless the user says how many.
const SIMULATED_PROCESSES: usize = 3;
const MAX_SIMULATED_STEPS: usize = 100_000;

fn process_count(text: &str) -> Result<usize, String> {
    let most = Instance::MAX_PROCESSES;
    let count = text.parse().ok().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| format!("a number from 1 to {most} is expected"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().map_err(|_| "a number of seconds is expected".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

pub fn run(options: &Options, console: Console) -> ExitStatus {
    let outputs = Outputs::of(&[("--html", options.html.as_ref())]);
    let console = if outputs.take_stdout() { console.beside_a_file() } else { console };
    if let Err(message) = options.settle(&outputs) {
        console.error(message);
        return ExitStatus::BadInput;
    }
    if options.watch {
        return watch(&options.input, &options.words(console), console);
    }
    if cubicle::is_cubicle(&options.input) {
        return run_cubicle(options, console);
    }
    if options.fmt {
        return match protocol::formatted(&options.input) {
            Ok(text) => {
                console.print(&text);
                ExitStatus::Proved
            }
            Err(error) => refuse(error, console),
        };
    }
    let protocol = match protocol::read(&options.input) {
        Ok(protocol) => protocol,
        Err(error) => return refuse(error, console),
    };
    console.diagnostics(&protocol.source, &protocol.warnings);
    if options.simulate {
        return simulate(&protocol, options, console);
    }
    let budget = options.budget();
    let Protocol { source, system, .. } = &protocol;
    if options.emit.is_some() {
        return match protocol::smv_model(system, &budget) {
            Ok(text) => {
                console.print(&text);
                ExitStatus::Proved
            }
            Err(reason) => {
                console.error(reason);
                ExitStatus::CouldNotTell
            }
        };
    }
    let stopped = {
        let (system, scope) = (system.clone(), options.scope());
        move |reason| protocol::stopped(&system, scope.clone(), &reason)
    };
    options.watched(source, &budget, console, stopped, || match options.processes {
        Some(n) => protocol::explore_instance(system, source, n, &budget),
        None => protocol::verify(system, source, &budget),
    })
}

impl Options {
    fn budget(&self) -> Budget {
        match self.time {
            Some(time) => Budget::unlimited().with_time(time),
            None => Budget::unlimited(),
        }
    }

    /// Refuses outputs that must not be written, before any work is done.
    fn settle(&self, outputs: &Outputs<'_>) -> Result<(), String> {
        if self.json && outputs.take_stdout() {
            return Err("the standard output is for `--json`: name a file instead of `-`".into());
        }
        if self.watch && is_standard(&self.input) {
            return Err("`--watch` needs a file; the standard input does not change".into());
        }
        if self.watch && outputs.take_stdout() {
            return Err("`--watch` needs a file for `--html`; `-` is none".into());
        }
        outputs.settle([&self.input])
    }

    /// The command line that asks the same once.
    fn words(&self, console: Console) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec!["protocol".into(), "--no-config".into()];
        let mut push = |option: &str, value: Option<OsString>| {
            if let Some(value) = value {
                words.extend([option.into(), value]);
            }
        };
        push("--processes", self.processes.map(|it| it.to_string().into()));
        push("--time", self.time.map(|it| it.as_secs_f64().to_string().into()));
        push("--memory", self.memory.map(|it| it.to_string().into()));
        push("--html", self.html.as_ref().map(|it| it.clone().into_os_string()));
        if self.simulate {
            words.push("--simulate".into());
            words.extend(["--seed".into(), self.seed.to_string().into()]);
            words.extend(["--steps".into(), self.steps.to_string().into()]);
        }
        words.extend(console.words().map(OsString::from));
        words.extend(["--".into(), self.input.clone().into_os_string()]);
        words
    }

    /// Which instances an answer is about.
    fn scope(&self) -> String {
        match self.processes {
            Some(n) => protocol::processes(n),
            None => "any number of processes".to_owned(),
        }
    }

    /// Prints what `answer` says, or what `stopped` says if a limit is met before.
    fn watched(
        &self,
        source: &Source,
        budget: &Budget,
        console: Console,
        stopped: impl Fn(Reason) -> ProtocolOutcome + Send + 'static,
        answer: impl FnOnce() -> ProtocolOutcome,
    ) -> ExitStatus {
        let teller = Teller { is_json: self.json, html: self.html.clone(), console };
        let give_up = {
            let (source, teller) = (source.clone(), teller.clone());
            move |reason, _| teller.tell(&stopped(reason), &source)
        };
        let limits = Limits { time: self.time, processor_time: None, memory: self.memory };
        match Watchdog::start(limits, budget, Known::nothing_of(source.name()), give_up) {
            Ok(watchdog) => {
                let outcome = answer();
                watchdog.answer(|| teller.tell(&outcome, source))
            }
            Err(message) => {
                console.error(message);
                ExitStatus::BadInput
            }
        }
    }
}

/// Prints outcomes, and writes the page if one is wanted.
#[derive(Clone)]
struct Teller {
    is_json: bool,
    html: Option<PathBuf>,
    console: Console,
}

impl Teller {
    fn tell(&self, outcome: &ProtocolOutcome, source: &Source) -> ExitStatus {
        let console = self.console;
        if self.is_json {
            console.print_document(|messages| report::protocol::json(outcome, source, messages));
        } else {
            let detail = console.verbosity.detail();
            console.print(&report::protocol::text(outcome, source, console.output, detail));
        }
        if let Some(path) = &self.html
            && let Err(message) = console.save(path, report::protocol_page::render(outcome, source))
        {
            console.error(message);
            return ExitStatus::BadInput;
        }
        ExitStatus::from(&outcome.verdict())
    }
}

/// Without `--time` an answer about a `.cub` file takes at most this long: the search backwards
/// need not end.
const CUBICLE_TIME: Duration = Duration::from_secs(300);

fn run_cubicle(options: &Options, console: Console) -> ExitStatus {
    if options.fmt {
        console.error("`--fmt` lays out `.lpp` files only");
        return ExitStatus::BadInput;
    }
    let protocol = match cubicle::read(&options.input) {
        Ok(protocol) => protocol,
        Err(error) => return refuse(error, console),
    };
    console.diagnostics(&protocol.source, &protocol.warnings);
    let (system, source) = (&protocol.system, &protocol.source);
    if options.simulate {
        let n_processes = options.processes.unwrap_or(SIMULATED_PROCESSES);
        let n_steps = options.steps.min(MAX_SIMULATED_STEPS);
        let budget = options.budget();
        let run = cubicle::random_run(system, source, n_processes, n_steps, options.seed, &budget);
        return match run {
            Some(chart) => print_run(&chart, &budget, console),
            None => {
                console.error(format_args!(
                    "no state of {} satisfies `init`",
                    protocol::processes(n_processes)
                ));
                ExitStatus::CouldNotTell
            }
        };
    }
    let budget = Budget::unlimited().with_time(options.time.unwrap_or(CUBICLE_TIME));
    let stopped = {
        let (system, scope) = (system.clone(), options.scope());
        move |reason| cubicle::stopped(&system, scope.clone(), &reason)
    };
    options.watched(source, &budget, console, stopped, || {
        let outcome = match options.processes {
            Some(n) => cubicle::explore_instance(system, source, n, &budget),
            None => cubicle::verify(system, source, &budget),
        };
        match options.time {
            Some(_) => outcome,
            None => protocol::limited_by_default(outcome, CUBICLE_TIME.as_secs()),
        }
    })
}

fn simulate(protocol: &Protocol, options: &Options, console: Console) -> ExitStatus {
    let simulation = SimulationOptions {
        n_processes: options.processes.unwrap_or(SIMULATED_PROCESSES),
        n_steps: options.steps.min(MAX_SIMULATED_STEPS),
        seed: options.seed,
    };
    let budget = options.budget();
    match protocol::random_run(&protocol.system, &protocol.source, simulation, &budget) {
        Ok(chart) => print_run(&chart, &budget, console),
        Err(error) => {
            console.error(error);
            ExitStatus::CouldNotTell
        }
    }
}

/// Prints a random run, and says so if the time ended before it.
fn print_run(chart: &str, budget: &Budget, console: Console) -> ExitStatus {
    console.print(chart);
    match budget.check() {
        Ok(()) => ExitStatus::Proved,
        Err(_) => {
            console.error("the time limit was reached: the run may be shorter than asked for");
            ExitStatus::CouldNotTell
        }
    }
}

fn refuse(error: TaskError, console: Console) -> ExitStatus {
    match error {
        TaskError::Malformed { source_text, diagnostics } => {
            console.diagnostics(&source_text, &diagnostics);
        }
        error => console.error(error),
    }
    ExitStatus::BadInput
}
