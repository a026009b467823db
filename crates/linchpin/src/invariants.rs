//! `linchpin invariants`: what always holds at the loops of a C program, no property needed.

use std::path::{Path, PathBuf};

use clap::Args;
use driver::c::invariants::{Annotated, annotate, find};
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
    /// Write the program with the invariants as ACSL comments; a program of several files into this folder
    #[arg(long, value_name = "FILE.c|FOLDER")]
    annotate: Option<PathBuf>,
}

pub fn run(options: &Options, console: Console) -> ExitStatus {
    let files =
        [("--witness", options.witness.as_ref()), ("--annotate", options.annotate.as_ref())];
    let console = if Outputs::of(&files).take_stdout() { console.beside_a_file() } else { console };
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
    let annotated = match settle_outputs(options, &task, &source) {
        Ok(annotated) => annotated,
        Err(message) => {
            console.error(message);
            return ExitStatus::BadInput;
        }
    };
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
    watchdog.answer(|| match tell(options, &annotated, (&compiled, &task), outcome, printer) {
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
    let source = read_program(&task, console)?;
    Ok((task, source))
}

/// Where the annotated files of the program go, once it is certain that all outputs can be written.
fn settle_outputs(options: &Options, task: &Task, source: &Source) -> Result<Vec<PathBuf>, String> {
    let annotated = annotated_files(options, task)?;
    let witness = options.witness.iter().map(|path| ("--witness", Some(path)));
    let files: Vec<_> =
        witness.chain(annotated.iter().map(|path| ("--annotate", Some(path)))).collect();
    let outputs = Outputs::of(&files);
    for input in inputs(task) {
        outputs.fit_input(input, &["--witness", "--annotate"])?;
    }
    outputs.settle(task.files(source))?;
    Ok(annotated)
}

fn inputs(task: &Task) -> impl Iterator<Item = &PathBuf> {
    std::iter::once(&task.input).chain(&task.more_inputs)
}

/// The annotated files, in the order of the inputs: one has the name that was given, several have
/// their own in the folder that was given.
fn annotated_files(options: &Options, task: &Task) -> Result<Vec<PathBuf>, String> {
    let Some(given) = &options.annotate else { return Ok(Vec::new()) };
    if task.more_inputs.is_empty() {
        return Ok(vec![given.clone()]);
    }
    if !given.is_dir() {
        return Err(format!(
            "`--annotate` needs a folder for the files of the program, and `{}` is none",
            given.display()
        ));
    }
    let mut found: Vec<PathBuf> = Vec::new();
    for input in inputs(task) {
        let path = given.join(input.file_name().unwrap_or_default());
        if found.contains(&path) {
            let path = path.display();
            return Err(format!("`--annotate` would write two files of the program to `{path}`"));
        }
        found.push(path);
    }
    Ok(found)
}

/// Prints the outcome and writes the files that were asked for; what goes wrong has been printed.
fn tell(
    options: &Options,
    annotated: &[PathBuf],
    (compiled, task): (&Compiled, &Task),
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
    let mut texts = Vec::new();
    if !annotated.is_empty() && outcome.unknown.is_none() {
        let read = |path: &PathBuf| {
            std::fs::read(path)
                .map_err(|error| refused(format!("cannot read `{}`: {error}", path.display())))
        };
        let files: Vec<Vec<u8>> = inputs(task).map(read).collect::<Result<_, _>>()?;
        let result = annotate(&files, &compiled.source, &outcome.loops);
        outcome.remarks.extend(left_out(&result, options));
        texts = result.texts;
    }
    printer.print(&compiled.source, &outcome);
    for (path, text) in annotated.iter().zip(&texts) {
        console.save(path, text).map_err(refused)?;
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

/// What an annotated program does not say.
fn left_out(annotated: &Annotated, options: &Options) -> Vec<String> {
    let path = options.annotate.as_deref().unwrap_or(Path::new("")).display();
    let mut remarks = Vec::new();
    if annotated.n_unplaced > 0 {
        remarks.push(format!(
            "{} of the loops stand in macros or headers and have no comment in `{path}`",
            annotated.n_unplaced
        ));
    }
    if annotated.n_inexpressible > 0 {
        remarks.push(format!(
            "{} of the lemmas compute with numbers that may wrap, which ACSL does not; they are left \
             out of `{path}`",
            annotated.n_inexpressible
        ));
    }
    remarks
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
