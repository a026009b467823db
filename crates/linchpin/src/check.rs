//! `linchpin check`: a witness and the program that it is about.
//!
//! The command answers in the verdict that it confirms, as the field's validators do: `TRUE` for
//! a correctness witness whose invariants and property were proved, `FALSE` for a violation
//! witness whose run was found and replayed. A correctness witness that is refuted gives `FALSE`
//! too, with the run that refutes it.
//!
//! What is asked comes from the witness, unless the command line says otherwise. A hash that is
//! not that of the program is a warning: whatever the witness says is checked on the program at
//! hand, so the verdict does not depend on it.

use std::path::{Path, PathBuf};

use clap::Args;
use driver::c::is_standard;
use driver::c::witness::{CheckError, Question, check, compare_files};
use driver::{DataModel, Task, TaskOptions};
use source::{Diagnostic, Diagnostics, Source};
use verdict::parse_property_file;
use witness::Witness;

use crate::cli::Console;
use crate::compiler::CompilerOptions;
use crate::exit::ExitStatus;
use crate::surroundings::SurroundingsOptions;
use crate::verify::{ModelName, Printer, read_program, read_task, refuse, status_of};
use crate::watched::{GivenUp, LimitOptions, Watched};

/// Check a witness against its program
#[derive(Args, Debug)]
pub struct Options {
    /// The witness: YAML, format 2.0
    #[arg(value_name = "WITNESS")]
    witness: PathBuf,
    /// The program, or a task definition (`.yml`)
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Further files of the same program
    #[arg(value_name = "MORE")]
    more: Vec<PathBuf>,
    /// A property, or a property file (`.prp`), instead of the one that the witness names
    #[arg(long = "property", value_name = "NAME|FILE.prp")]
    properties: Vec<String>,
    /// Sizes of the C types, instead of those that the witness names
    #[arg(long, value_enum, value_name = "MODEL", ignore_case = true)]
    data_model: Option<ModelName>,
    /// The function where runs start
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    entry: String,
    #[command(flatten)]
    compiler: CompilerOptions,
    #[command(flatten)]
    surroundings: SurroundingsOptions,
    #[command(flatten)]
    limits: LimitOptions,
    /// Print the outcome as JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(options: &Options, console: Console) -> ExitStatus {
    let printer = Printer { console, is_json: options.json };
    let give_up = move |given_up: GivenUp| {
        let (source, outcome, times) = given_up.outcome();
        printer.print(&source, &outcome, times);
        ExitStatus::CouldNotTell
    };
    let watched = Watched::start(options.limits.into(), &options.input, console, give_up);
    let Watched { budget, progress, watchdog } = match watched {
        Ok(watched) => watched,
        Err(status) => return status,
    };
    let (witness_text, witness, task, program) = match gather(options, console) {
        Ok(gathered) => gathered,
        Err(status) => return status,
    };
    let question = Question {
        witness: &witness,
        witness_text: &witness_text,
        task: &task,
        entry: &options.entry,
    };
    match progress.during(|| check(question, program, &budget)) {
        Ok(checked) => {
            console.diagnostics(&checked.compiled.source, &checked.compiled.diagnostics);
            watchdog.answer(|| {
                printer.print(&checked.compiled.source, &checked.outcome, budget.times());
                status_of(&checked.outcome)
            })
        }
        Err(CheckError::Witness(diagnostics)) => {
            console.diagnostics(&witness_text, &diagnostics);
            ExitStatus::BadInput
        }
        Err(CheckError::Program(error)) => refuse(error, console),
    }
}

/// The witness, the task and the text of the program; what is wrong has been printed.
fn gather(
    options: &Options,
    console: Console,
) -> Result<(Source, Witness, Task, Source), ExitStatus> {
    let extension = options.witness.extension();
    if extension.is_some_and(|extension| extension == "c" || extension == "i") {
        let file = options.witness.display();
        console.error(format_args!(
            "`{file}` is a C program; the witness comes first: `linchpin check WITNESS {file}`"
        ));
        return Err(ExitStatus::BadInput);
    }
    let (text, witness) = read_witness(&options.witness, console)?;
    let named = match &*witness.metadata.task.data_model {
        "ILP32" => DataModel::Ilp32,
        _ => DataModel::Lp64,
    };
    let model = options.data_model.map_or(named, DataModel::from);
    let task_options = TaskOptions {
        properties: options.properties.clone(),
        model: Some(model),
        compiler_flags: options.compiler.flags.clone(),
        more_inputs: options.more.clone(),
        ..options.surroundings.of_task()
    };
    let mut task = read_task(&options.input, &task_options, console)?;
    let mut inputs = std::iter::once(&task.input).chain(&task.more_inputs);
    if task.input.extension().is_some_and(|extension| extension == "ir") {
        console.error("a witness is about a C program");
        return Err(ExitStatus::BadInput);
    }
    if inputs.any(|input| is_standard(input)) {
        console.error("a witness is about a program in a file, not the standard input");
        return Err(ExitStatus::BadInput);
    }
    let mut messages = Diagnostics::new();
    if options.properties.is_empty() {
        let specification = &witness.metadata.task.specification;
        let source = Source::new("specification", specification.text.clone().into_bytes());
        match parse_property_file(&source) {
            Ok(properties) => task.properties = properties,
            Err(errors) => {
                for error in errors.iter() {
                    let message = format!("the specification: {}", error.message);
                    messages.push(Diagnostic::error("E1015", specification.span, message));
                }
            }
        }
    }
    let compared = compare_files(&witness, &task).map_err(|error| {
        console.error(error);
        ExitStatus::BadInput
    })?;
    messages.append(compared);
    console.diagnostics(&text, &messages);
    if messages.has_errors() {
        return Err(ExitStatus::BadInput);
    }
    let program = read_program(&task, console)?;
    Ok((text, witness, task, program))
}

fn read_witness(path: &Path, console: Console) -> Result<(Source, Witness), ExitStatus> {
    let bytes = std::fs::read(path).map_err(|error| {
        console.error(format_args!("cannot read `{}`: {error}", path.display()));
        ExitStatus::BadInput
    })?;
    if bytes.len() > Source::MAX_BYTES {
        console.error(format_args!("`{}` is too large for a witness", path.display()));
        return Err(ExitStatus::BadInput);
    }
    let text = Source::new(&*path.to_string_lossy(), bytes);
    let (witness, diagnostics) = witness::read(&text);
    console.diagnostics(&text, &diagnostics);
    witness.map(|witness| (text, witness)).ok_or(ExitStatus::BadInput)
}
