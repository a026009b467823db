//! `linchpin invariants`: what always holds at the loops of a C program, no property needed.

use std::path::PathBuf;

use clap::Args;
use driver::c::invariants::{annotate, find};
use driver::c::witness::make_invariants;
use driver::c::{self, Compiled};
use driver::{DataModel, Task, TaskOptions};
use source::Source;
use verdict::{LoopsOutcome, Reason};

use crate::cli::Console;
use crate::compiler::CompilerOptions;
use crate::exit::ExitStatus;
use crate::integers::IntegersOptions;
use crate::outputs::Outputs;
use crate::slicing::SlicingOptions;
use crate::surroundings::SurroundingsOptions;
use crate::verify::{ModelName, read_program, read_task, refuse};
use crate::watchdog::Known;
use crate::watched::{GivenUp, LimitOptions, Watched};
use crate::witness_file;

/// Find what always holds at the loops of a C program
#[derive(Args, Debug)]
pub struct Options {
    /// The program, or a task definition (`.yml`); `.i` is read as it is, other programs go
    /// through `cc -E`
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Further files of the same program
    #[arg(value_name = "MORE")]
    more: Vec<PathBuf>,
    /// Sizes of the C types; LP64 unless a task definition says otherwise
    #[arg(long, value_enum, value_name = "MODEL", ignore_case = true)]
    data_model: Option<ModelName>,
    /// The function where runs start
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    entry: String,
    #[command(flatten)]
    slicing: SlicingOptions,
    #[command(flatten)]
    integers: IntegersOptions,
    #[command(flatten)]
    compiler: CompilerOptions,
    #[command(flatten)]
    surroundings: SurroundingsOptions,
    #[command(flatten)]
    limits: LimitOptions,
    /// Print the invariants as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the invariants as a witness (format 2.0)
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    /// Write the program with the invariants as ACSL comments
    #[arg(long, value_name = "FILE.c")]
    annotate: Option<PathBuf>,
}

pub fn run(options: &Options, console: Console) -> ExitStatus {
    let files =
        [("--witness", options.witness.as_ref()), ("--annotate", options.annotate.as_ref())];
    let outputs = Outputs::of(&files);
    let console = if outputs.take_stdout() { console.beside_a_file() } else { console };
    let printer = Printer { console, is_json: options.json };
    let give_up = move |GivenUp { reason, known, remarks, .. }: GivenUp| {
        let Known { source, trust, .. } = known;
        let outcome = LoopsOutcome { trust, remarks, ..LoopsOutcome::unknown(reason) };
        printer.print(&source, &outcome);
        ExitStatus::CouldNotTell
    };
    let watched = Watched::start(options.limits.into(), &options.input, console, give_up);
    let Watched { budget, progress, watchdog } = match watched {
        Ok(watched) => watched,
        Err(status) => return status,
    };
    let (task, source) = match gather(options, console) {
        Ok(gathered) => gathered,
        Err(status) => return status,
    };
    if let Err(message) = options.integers.fits(&task.properties, &files) {
        console.error(message);
        return ExitStatus::BadInput;
    }
    let settled = outputs.fit_input(&task.input, &["--witness", "--annotate"]);
    if let Err(message) = settled.and_then(|()| outputs.settle(task.files(&source))) {
        console.error(message);
        return ExitStatus::BadInput;
    }
    budget.enter("reading the program");
    let compiled = progress.during(|| {
        c::compile(source, task.model, &task.properties, &options.entry, &task.surroundings)
    });
    let compiled = match compiled.map_err(|error| refuse(error, console)) {
        Ok(compiled) => compiled,
        Err(status) => return status,
    };
    console.diagnostics(&compiled.source, &compiled.diagnostics);
    let (slicing, integers) = (options.slicing.into(), options.integers.into());
    let trust = c::trust_box(&compiled.program, integers);
    watchdog.know(Known {
        source: compiled.source.clone(),
        trust,
        checks: Vec::new(),
        teller: None,
    });
    let outcome = progress.during(|| find(&compiled, slicing, integers, &budget));
    watchdog.answer(|| match tell(options, &compiled, &task, outcome, printer) {
        Ok(status) | Err(status) => status,
    })
}

/// The task and its text; what is wrong on the way has been printed.
fn gather(options: &Options, console: Console) -> Result<(Task, Source), ExitStatus> {
    let task_options = TaskOptions {
        properties: vec!["unreach-call".to_owned()],
        model: options.data_model.map(DataModel::from),
        compiler_flags: options.compiler.flags.clone(),
        more_inputs: options.more.clone(),
        ..options.surroundings.of_task()
    };
    let task = read_task(&options.input, &task_options, console)?;
    if task.input.extension().is_some_and(|extension| extension == "ir") {
        console.error("invariants are said in C, of C programs");
        return Err(ExitStatus::BadInput);
    }
    let files = [options.witness.as_ref(), options.annotate.as_ref()];
    if !task.more_inputs.is_empty() && files.iter().any(Option::is_some) {
        console.error("`--witness` and `--annotate` are about one file, and there are several");
        return Err(ExitStatus::BadInput);
    }
    let source = read_program(&task, console)?;
    Ok((task, source))
}

/// Prints the outcome and writes the files that were asked for; what goes wrong has been printed.
fn tell(
    options: &Options,
    compiled: &Compiled,
    task: &Task,
    mut outcome: LoopsOutcome,
    printer: Printer,
) -> Result<ExitStatus, ExitStatus> {
    let console = printer.console;
    let refused = |message: String| {
        console.error(message);
        ExitStatus::BadInput
    };
    let wants_files = options.annotate.is_some() || options.witness.is_some();
    if outcome.threads.is_some() && wants_files {
        printer.print(&compiled.source, &outcome);
        let message =
            "witnesses and annotations speak of one thread, and the program creates others";
        return Err(refused(message.to_owned()));
    }
    let mut annotated = None;
    if let Some(path) = options.annotate.as_ref().filter(|_| outcome.unknown.is_none()) {
        let file = std::fs::read(&task.input)
            .map_err(|error| refused(format!("cannot read `{}`: {error}", task.input.display())))?;
        let result = annotate(&file, &task.input, &compiled.source, &outcome.loops);
        if result.n_unplaced > 0 {
            outcome.remarks.push(format!(
                "{} of the loops stand in macros or headers and have no comment in `{}`",
                result.n_unplaced,
                path.display()
            ));
        }
        if result.n_inexpressible > 0 {
            outcome.remarks.push(format!(
                "{} of the lemmas compute with numbers that may wrap, which ACSL does not; they \
                 are left out of `{}`",
                result.n_inexpressible,
                path.display()
            ));
        }
        annotated = Some((path, result.text));
    }
    printer.print(&compiled.source, &outcome);
    if let Some((path, text)) = annotated {
        console.save(path, &text).map_err(refused)?;
    }
    if let Some(path) = options.witness.as_ref().filter(|_| outcome.unknown.is_none()) {
        let make = |time| make_invariants(&outcome.loops, task, &compiled.source, time).map(Some);
        witness_file::save(path, make, console)?;
    }
    Ok(match &outcome.unknown {
        None => ExitStatus::Proved,
        Some(Reason::InternalError(_)) => ExitStatus::InternalError,
        Some(_) => ExitStatus::CouldNotTell,
    })
}

/// How outcomes are printed.
#[derive(Clone, Copy)]
struct Printer {
    console: Console,
    is_json: bool,
}

impl Printer {
    fn print(self, source: &Source, outcome: &LoopsOutcome) {
        let detail = self.console.verbosity.detail();
        match self.is_json {
            true => self
                .console
                .print_document(|messages| report::invariants::json(outcome, source, messages)),
            false => self.console.print(&report::invariants::text(outcome, source, detail)),
        }
    }
}
