//! `linchpin refine`: is this version of a concurrent program allowed by that one?

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use driver::DataModel;
use driver::c::{Integers, Preprocessing};
use driver::refine::{RefineError, Request, Steps, compare};
use verdict::RefinementOutcome;

use crate::cli::Console;
use crate::compiler::CompilerOptions;
use crate::exit::ExitStatus;
use crate::integers::IntegersOptions;
use crate::outputs::Outputs;
use crate::verify::{ModelName, refuse};
use crate::watched::{GivenUp, LimitOptions, Watched};

/// Ask whether every run of one program, among other threads, is one of another
#[derive(Args, Debug)]
pub struct Options {
    /// The version that is asked about
    #[arg(value_name = "TARGET.c")]
    target: PathBuf,
    /// The version that says what is allowed
    #[arg(value_name = "SOURCE.c")]
    source: PathBuf,
    /// Relation, requirements, observations and environment, in a file of their own
    #[arg(long, value_name = "FILE")]
    relate: Option<PathBuf>,
    /// A program that other threads run, any number of them at once
    #[arg(long, value_name = "ENV.c")]
    env: Option<PathBuf>,
    /// The function of both files that is compared; `main`, or the last one that both define
    #[arg(long, value_name = "FUNCTION")]
    entry: Option<String>,
    /// What is one step: a single shared access, or a statement
    #[arg(long, value_enum, value_name = "STEP")]
    atomic: Option<StepName>,
    #[command(flatten)]
    integers: IntegersOptions,
    /// Sizes of the C types
    #[arg(long, value_enum, value_name = "MODEL", ignore_case = true)]
    data_model: Option<ModelName>,
    #[command(flatten)]
    compiler: CompilerOptions,
    #[command(flatten)]
    limits: LimitOptions,
    /// Print the outcome as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the outcome as one page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StepName {
    /// Single accesses to shared variables
    Accesses,
    /// Whole statements
    Statements,
}

pub fn run(options: &Options, console: Console) -> ExitStatus {
    let outputs = Outputs::of(&[("--html", options.html.as_ref())]);
    let console = if outputs.take_stdout() { console.beside_a_file() } else { console };
    let (target, source) =
        (options.target.display().to_string(), options.source.display().to_string());
    let is_json = options.json;
    let give_up = {
        move |given_up: GivenUp| {
            let reason = given_up.reason;
            let outcome = RefinementOutcome::unknown(target.clone(), source.clone(), reason);
            tell(&outcome, is_json, console);
            ExitStatus::CouldNotTell
        }
    };
    let watched = Watched::start(options.limits.into(), &options.target, console, give_up);
    let Watched { budget, progress, watchdog } = match watched {
        Ok(watched) => watched,
        Err(status) => return status,
    };
    let inputs = [Some(&options.target), Some(&options.source)];
    let inputs = inputs.into_iter().chain([options.relate.as_ref(), options.env.as_ref()]);
    if let Err(message) = outputs.settle(inputs.flatten()) {
        console.error(message);
        return ExitStatus::BadInput;
    }
    let request = Request {
        target: options.target.clone(),
        source: options.source.clone(),
        relate: options.relate.clone(),
        environment: options.env.clone(),
        entry: options.entry.clone(),
        steps: options.atomic.map(|name| match name {
            StepName::Accesses => Steps::Accesses,
            StepName::Statements => Steps::Statements,
        }),
        unbounded: Integers::from(options.integers) == Integers::Unbounded,
        looks_for_help: true,
        preprocessing: Preprocessing {
            flags: options.compiler.flags.clone(),
            ..options.data_model.map_or(DataModel::Lp64, DataModel::from).into()
        },
    };
    let outcome = match progress.during(|| compare(&request, &budget)) {
        Ok(outcome) => outcome,
        Err(error) => return complain(error, console),
    };
    watchdog.answer(|| {
        tell(&outcome, is_json, console);
        if let Some(path) = &options.html
            && let Err(message) = console.save(path, report::refine_page::render(&outcome))
        {
            console.error(message);
            return ExitStatus::BadInput;
        }
        ExitStatus::from(&outcome.verdict)
    })
}

fn tell(outcome: &RefinementOutcome, is_json: bool, console: Console) {
    match is_json {
        true => console.print_document(|messages| report::refine::json(outcome, messages)),
        false => console.print(&report::refine::text(outcome, console.verbosity.detail())),
    }
}

fn complain(error: RefineError, console: Console) -> ExitStatus {
    match error {
        RefineError::Compile(error) => return refuse(error, console),
        RefineError::Malformed(all) => {
            for (source, diagnostics) in &all {
                console.diagnostics(source, diagnostics);
            }
        }
        error @ (RefineError::Read(_)
        | RefineError::TooLarge(_)
        | RefineError::Io { .. }
        | RefineError::NoEntry(_)) => console.error(error),
    }
    ExitStatus::BadInput
}
