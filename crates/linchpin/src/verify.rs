//! `linchpin verify`: a C program and what is asked of it.
//!
//! The way of a program: gather the task, read and preprocess the text, compile it to the IR,
//! then either print the IR (`--emit ir`) or look for the verdict and report it. The syntax tree
//! (`--emit ast`) is printed as soon as it is read. Each step that finds the input wrong says so
//! and ends the run with exit code 3.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ::project::{Allowance, Wanted};
use clap::{Args, ValueEnum};
use driver::c::annotated::{Annotated, Problem, Written};
use driver::c::specified::{self, About, Answered, Specified, Start};
use driver::c::witness::{make, n_not_told_apart};
use driver::c::{self, CompileError, Compiled, Integers};
use driver::{DataModel, Task, TaskError, TaskOptions, Unasked};
use report::accepted::{Baseline, accept};
use source::Source;
use verdict::{
    Budget, CheckResult, CheckStatus, Outcome, Property, PropertySet, Reason, Times, Verdict,
};

use crate::baseline;
use crate::cli::Console;
use crate::clump::ClumpName;
use crate::compiler::CompilerOptions;
use crate::exit::ExitStatus;
use crate::integers::IntegersOptions;
use crate::outputs::Outputs;
use crate::project::{self, Request};
use crate::reproducer;
use crate::slicing::SlicingOptions;
use crate::surroundings::SurroundingsOptions;
use crate::watchdog::{Known, Limits};
use crate::watched::{GivenUp, LimitOptions, Watched};
use crate::witness_file;

/// Options about one subject, which say nothing of many.
const OF_ONE: [&str; 12] = [
    "function",
    "entry",
    "emit",
    "witness",
    "reproducer",
    "explain",
    "strategy",
    "seeds",
    "clump",
    "predicates",
    "ints",
    "cross_check",
];

/// Verify a C program
#[derive(Args, Debug)]
pub struct Options {
    /// The program, or a task definition (`.yml`); `.i` is read as it is, `.ir` as IR text, other
    /// programs go through `cc -E`
    #[arg(value_name = "FILE", required_unless_present = "project")]
    input: Option<PathBuf>,
    /// Further files of the same program
    #[arg(value_name = "MORE")]
    more: Vec<PathBuf>,
    /// A property, or a property file (`.prp`); several times for several
    #[arg(long = "property", value_name = "NAME|FILE.prp")]
    properties: Vec<String>,
    /// Go on after the first violation, and show all
    #[arg(long)]
    all: bool,
    /// Ask too whether all threads come to wait for each other for ever
    #[arg(long)]
    deadlock: bool,
    /// Sizes of the C types; LP64 unless a task definition says otherwise
    #[arg(long, value_enum, value_name = "MODEL", ignore_case = true)]
    data_model: Option<ModelName>,
    /// The function where runs start
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    entry: String,
    /// Verify this function by itself, called with all that its contract allows
    #[arg(long, value_name = "FUNCTION", conflicts_with = "entry")]
    function: Option<String>,
    /// Verify every function by itself, beside the programs
    #[arg(long, conflicts_with_all = OF_ONE)]
    functions: bool,
    /// Verify every program of a project, by its `compile_commands.json`
    #[arg(long, value_name = "DIR", conflicts_with = "input", conflicts_with_all = OF_ONE)]
    project: Option<PathBuf>,
    /// With `--project` and `--functions`: how many are looked at at once; as many as there are cores
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// With `--project` and `--functions`: do not use what was found before
    #[arg(long)]
    fresh: bool,
    /// Which engine looks for the answer
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t = EngineName::Auto)]
    engine: EngineName,
    #[command(flatten)]
    slicing: SlicingOptions,
    /// Which symbolic heaps shape analysis brings together where ways meet
    #[arg(long, value_enum, value_name = "STRATEGY", default_value_t = ClumpName::Adaptive)]
    clump: ClumpName,
    /// Predicates over the heap, in the notation of annotations or MemCAD's (`.ind`)
    #[arg(long, value_name = "FILE")]
    predicates: Vec<PathBuf>,
    #[command(flatten)]
    integers: IntegersOptions,
    #[command(flatten)]
    compiler: CompilerOptions,
    #[command(flatten)]
    surroundings: SurroundingsOptions,
    /// Print an inner form of the program instead of verifying it
    #[arg(long, value_enum, value_name = "FORM")]
    emit: Option<Emit>,
    #[command(flatten)]
    limits: LimitOptions,
    /// Give up after so many seconds of processor time, however long that takes
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    cpu_time: Option<Duration>,
    /// Print the outcome as JSON
    #[arg(long)]
    pub json: bool,
    /// Tell how invariants were found, lemma by lemma, and what is missing for a proof
    #[arg(long)]
    explain: bool,
    /// Write a witness (format 2.0) for TRUE and FALSE
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    /// Write the failing run as a C file, and compile and run it with the program
    #[arg(long, value_name = "FILE.c")]
    reproducer: Option<PathBuf>,
    /// Write the outcome as SARIF 2.1.0, for code-scanning front ends
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// A SARIF log of before: what it has is accepted, and makes no exit code 1
    #[arg(long, value_name = "FILE.sarif")]
    baseline: Option<PathBuf>,
    /// Write the outcome as one page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Ask this SMT-LIB solver too, when a proof is checked again: `cvc5`, `z3`, `yices-smt2`
    #[arg(long, value_name = "SOLVER")]
    cross_check: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ModelName {
    #[value(name = "ILP32")]
    Ilp32,
    #[value(name = "LP64")]
    Lp64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EngineName {
    /// All that fit, together
    Auto,
    /// Formula slicing: finds invariants, proves and never refutes
    Slicing,
    /// Bounded search and induction
    Bounded,
    /// Property-directed search: finds lemmas against failures, proves and never refutes
    Directed,
    /// All states of programs whose variables take few values: proves and never refutes
    Values,
    /// Shape analysis: proves programs with linked structures, and never refutes
    Shape,
    /// Programs that create threads: all states, or one thread at a time
    Threads,
}

impl From<EngineName> for c::Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Auto => Self::Auto,
            EngineName::Slicing => Self::Slicing,
            EngineName::Bounded => Self::Bounded,
            EngineName::Directed => Self::Directed,
            EngineName::Values => Self::Values,
            EngineName::Shape => Self::Shape,
            EngineName::Threads => Self::Threads,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Emit {
    /// The syntax tree, one line per declaration
    Ast,
    /// Control-flow automata, with the checks of the properties in them
    Ir,
    /// The symbolic heaps at loops, as graphs for Graphviz, where shape analysis proves the property
    Shapes,
}

impl From<ModelName> for DataModel {
    fn from(name: ModelName) -> Self {
        match name {
            ModelName::Ilp32 => Self::Ilp32,
            ModelName::Lp64 => Self::Lp64,
        }
    }
}

/// How long is looked for answers where nothing is asked in particular and no limit is set.
const EVERYDAY_TIME: Duration = Duration::from_secs(60);

/// How long many are looked at together, on each processor, where no limit is set.
const PROJECT_TIME: Duration = Duration::from_secs(480);

/// Says of a limit that nobody set that nobody set it.
fn name_default_time(outcome: &mut Outcome, is_default: bool) {
    if is_default && outcome.verdict == Verdict::Unknown(Reason::Timeout) {
        let seconds = EVERYDAY_TIME.as_secs();
        outcome.verdict = Verdict::Unknown(Reason::DefaultTimeout { seconds });
    }
}

/// A time of any length but none, in seconds and parts of them.
fn seconds(text: &str) -> Result<Duration, String> {
    let refusal = || format!("`{text}` is no number of seconds above 0");
    let seconds: f64 = text.parse().map_err(|_| refusal())?;
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| refusal())?;
    if time.is_zero() { Err(refusal()) } else { Ok(time) }
}

/// How many processes may work at once.
fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if (1..=1024).contains(&n) => Ok(n),
        _ => Err(format!("`{text}` is no number from 1 to 1024")),
    }
}

pub fn run(options: &Options, console: Console) -> ExitStatus {
    if options.functions || options.project.is_some() {
        return project::run(&options.request(), console);
    }
    let console = if options.outputs().take_stdout() { console.beside_a_file() } else { console };
    let limits = Limits { processor_time: options.cpu_time, ..options.limits.into() };
    // Four questions at once would take hours of some programs.
    let is_default_time = options.is_everyday() && limits.is_without_time();
    let limits = match is_default_time {
        true => Limits { time: Some(EVERYDAY_TIME), ..limits },
        false => limits,
    };
    let printer = Printer { console, is_json: options.json };
    let known_before = match baseline::read(options.baseline.as_deref()) {
        Ok(known_before) => Arc::new(known_before),
        Err(message) => {
            console.error(message);
            return ExitStatus::BadInput;
        }
    };
    let no_news = Arc::clone(&known_before);
    let give_up = move |given_up: GivenUp| {
        let (source, mut outcome, times) = given_up.outcome();
        name_default_time(&mut outcome, is_default_time);
        accept(&mut outcome, &source, Option::as_ref(&no_news));
        printer.print(&source, &outcome, times);
        status_of(&outcome)
    };
    let watched = Watched::start(limits, options.input(), console, give_up);
    let Watched { budget, progress, watchdog } = match watched {
        Ok(watched) => watched,
        Err(status) => return status,
    };
    let mut second = match second_solver(options, console) {
        Ok(second) => second,
        Err(status) => return status,
    };
    let (task, source) = match gather(options, console) {
        Ok(gathered) => gathered,
        Err(status) => return status,
    };
    let files = [("--witness", options.witness.as_ref())];
    if let Err(message) = options.integers.fits(&task.properties, &files) {
        console.error(message);
        return ExitStatus::BadInput;
    }
    if let Err(message) = options.settle_outputs(&task, &source) {
        console.error(message);
        return ExitStatus::BadInput;
    }
    if options.emit == Some(Emit::Ast) {
        return emit_syntax(source, console);
    }
    budget.enter("reading the program");
    let written = match written(options, &task, &source) {
        Ok(written) => written,
        Err(problem) => return say(problem, console),
    };
    match annotated(options, &task, &source, written.as_ref()) {
        Ok(Some(annotated)) => {
            let compiled = &annotated.compiled;
            console.diagnostics(&compiled.source, &compiled.diagnostics);
            if options.emit == Some(Emit::Ir) {
                console.print(&compiled.ir_text());
                return ExitStatus::Proved;
            }
            watchdog.know(known(compiled, options));
            let mut outcome =
                progress.during(|| c::annotated::verify(&annotated, plan(options, &task), &budget));
            if task.is_everyday {
                outcome.remarks.push(NOT_ASKED_OF_CONTRACTS.to_owned());
            }
            name_default_time(&mut outcome, is_default_time);
            return watchdog.answer(|| {
                let (entry, about) = (&options.entry, About::Comments);
                let known_before = Option::as_ref(&known_before);
                let program = Program { compiled, entry, about, known_before };
                match tell(options, program, &task, &mut outcome, printer, &budget) {
                    Ok(()) => status_of(&outcome),
                    Err(status) => status,
                }
            });
        }
        Ok(None) => {}
        Err(problem) => return say(problem, console),
    }
    match specified(options, &task, &source, written.as_ref()) {
        Ok(Some(specified)) => {
            let compiled = &specified.compiled;
            console.diagnostics(&compiled.source, &compiled.diagnostics);
            if options.emit == Some(Emit::Ir) {
                console.print(&compiled.ir_text());
                return ExitStatus::Proved;
            }
            let (source, checks) = specified.known();
            let teller = Some(specified.teller());
            watchdog.know(Known { source, checks, teller, ..known(compiled, options) });
            let plan = plan(options, &task);
            let mut answered =
                progress.during(|| specified::verify(specified, plan, second.as_mut(), &budget));
            name_default_time(&mut answered.outcome, is_default_time);
            return watchdog.answer(|| {
                let task = match reproducible(options, &task, &answered) {
                    Ok(task) => task,
                    Err(message) => {
                        console.error(message);
                        return ExitStatus::BadInput;
                    }
                };
                let Answered { compiled, mut outcome, entry, about, .. } = answered;
                let known_before = Option::as_ref(&known_before);
                let program = Program { compiled: &compiled, entry: &entry, about, known_before };
                match tell(options, program, &task, &mut outcome, printer, &budget) {
                    Ok(()) => status_of(&outcome),
                    Err(status) => status,
                }
            });
        }
        Ok(None) => {}
        Err(error) => return refuse(error, console),
    }
    let compiled = progress.during(|| translate(source, &task, options));
    let compiled = match compiled.map_err(|error| refuse(error, console)) {
        Ok(compiled) => compiled,
        Err(status) => return status,
    };
    console.diagnostics(&compiled.source, &compiled.diagnostics);
    match options.emit {
        Some(Emit::Ast | Emit::Ir) => {
            console.print(&compiled.ir_text());
            ExitStatus::Proved
        }
        Some(Emit::Shapes) => {
            let clump = options.clump.into();
            match progress.during(|| c::draw_shapes(&compiled, clump, &budget)) {
                Ok(text) => {
                    console.print(&text);
                    ExitStatus::Proved
                }
                Err(why) => {
                    console.error(format_args!("there are no shapes to draw: {why}"));
                    ExitStatus::CouldNotTell
                }
            }
        }
        None => {
            watchdog.know(known(&compiled, options));
            let plan = plan(options, &task);
            let verify = if options.explain { c::verify_explained } else { c::verify };
            let mut outcome = progress
                .during(|| verify(&compiled, &task.properties, plan, second.as_mut(), &budget));
            name_default_time(&mut outcome, is_default_time);
            watchdog.answer(|| {
                let (entry, about) = (&options.entry, About::Program);
                let known_before = Option::as_ref(&known_before);
                let program = Program { compiled: &compiled, entry, about, known_before };
                match tell(options, program, &task, &mut outcome, printer, &budget) {
                    Ok(()) => status_of(&outcome),
                    Err(status) => status,
                }
            })
        }
    }
}

/// What an answer can tell before anything was found out.
fn known(compiled: &Compiled, options: &Options) -> Known {
    let trust = c::trust_box(&compiled.program, options.integers.into());
    Known { source: compiled.source.clone(), trust, checks: c::open_checks(compiled), teller: None }
}

impl Options {
    /// What is asked where nobody says. Overflow is no question where integers are unbounded.
    fn unasked(&self) -> Unasked {
        match Integers::from(self.integers) {
            Integers::Machine => Unasked::Everyday,
            Integers::Unbounded => Unasked::ErrorFunctions,
        }
    }

    /// The first file; there is one where there is no project.
    fn input(&self) -> &Path {
        self.input.as_deref().unwrap_or(Path::new(""))
    }

    /// What is asked where many are looked at.
    fn request(&self) -> Request<'_> {
        let time = Limits::from(self.limits).time;
        let allowance = match (time, self.cpu_time) {
            (None, None) => Allowance::Together(PROJECT_TIME),
            // Who counts processor time does not mind how long that takes.
            (time, _) => Allowance::Each(time),
        };
        Request {
            folder: self.project.as_deref(),
            files: self.input.iter().chain(&self.more).cloned().collect(),
            flags: &self.compiler.flags,
            wanted: match self.functions {
                true => Wanted::ProgramsAndFunctions,
                false => Wanted::Programs,
            },
            model: self.data_model.map(DataModel::from),
            n_jobs: self.jobs,
            is_fresh: self.fresh,
            allowance,
            options: self.for_each_subject(time),
            baseline: self.baseline.as_ref(),
            html: self.html.as_ref(),
            sarif: self.sarif.as_ref(),
            is_json: self.json,
        }
    }

    /// The options of a subject's own `linchpin verify`.
    fn for_each_subject(&self, time: Option<Duration>) -> Vec<String> {
        let mut words = Vec::new();
        let mut push = |option: &str, value: Option<String>| {
            if let Some(value) = value {
                words.extend([option.to_owned(), value]);
            }
        };
        push("--time", time.map(|time| time.as_secs().to_string()));
        for property in &self.properties {
            push("--property", Some(property.clone()));
        }
        let name = |value: &dyn Fn() -> Option<clap::builder::PossibleValue>| {
            value().map(|it| it.get_name().to_owned())
        };
        push("--engine", name(&|| self.engine.to_possible_value()));
        push("--memory", Limits::from(self.limits).memory.map(|it| it.to_string()));
        push("--cpu-time", self.cpu_time.map(|it| it.as_secs_f64().to_string()));
        push("--baseline", self.baseline.as_ref().map(|it| it.to_string_lossy().into_owned()));
        words.extend(self.surroundings.words());
        for (option, is_set) in [("--all", self.all), ("--deadlock", self.deadlock)] {
            words.extend(is_set.then(|| option.to_owned()));
        }
        words
    }

    fn is_everyday(&self) -> bool {
        self.unasked().is_everyday(self.input(), &self.properties)
    }

    /// The files to be written.
    fn outputs(&self) -> Outputs<'_> {
        Outputs::of(&[
            ("--witness", self.witness.as_ref()),
            ("--reproducer", self.reproducer.as_ref()),
            ("--sarif", self.sarif.as_ref()),
            ("--html", self.html.as_ref()),
        ])
    }

    /// Says which of them cannot be written, or must not.
    fn settle_outputs(&self, task: &Task, source: &Source) -> Result<(), String> {
        let outputs = self.outputs();
        outputs.need_files(&["--reproducer"])?;
        outputs.fit_input(&task.input, &["--witness", "--reproducer"])?;
        if self.json && outputs.take_stdout() {
            return Err("the standard output is for `--json`: name a file instead of `-`".into());
        }
        let read = self.predicates.iter().chain(&self.baseline);
        outputs.settle(task.files(source).iter().chain(read))
    }
}

fn plan(options: &Options, task: &Task) -> c::Plan {
    let (engine, slicing) = (options.engine.into(), options.slicing.into());
    let (clump, integers) = (options.clump.into(), options.integers.into());
    let depth = match (options.all, task.is_everyday) {
        (true, _) => c::Depth::AllViolations,
        (false, true) => c::Depth::Each,
        (false, false) => c::Depth::Together,
    };
    c::Plan { engine, slicing, clump, integers, depth, ..c::Plan::default() }
}

const NOT_ASKED_OF_CONTRACTS: &str = "contracts are about assertions and memory; overflow and undefined \
    behaviour were not asked about (`--property no-overflow` and `--property def-behavior` do)";

/// Contracts speak of the heap: what they say of a function decides its assertions and its memory
/// safety, and leaves arithmetic open where nothing is asked in particular.
fn asked_of_contracts(task: &Task) -> PropertySet {
    let is_asked = |it: &&Property| {
        !task.is_everyday || !matches!(it, Property::NoOverflow | Property::DefinedBehaviour)
    };
    task.properties.iter().filter(is_asked).cloned().collect()
}

/// What is written about heaps, if anything is.
fn written(options: &Options, task: &Task, source: &Source) -> Result<Option<Written>, Problem> {
    let is_c = task.input.extension().is_none_or(|extension| extension != "ir");
    match is_c && task.more_inputs.is_empty() {
        true => c::annotated::read(task, &options.predicates, source),
        false => Ok(None),
    }
}

/// The program with its contracts over heaps, if there are any that matter.
fn annotated(
    options: &Options,
    task: &Task,
    source: &Source,
    written: Option<&Written>,
) -> Result<Option<Annotated>, Problem> {
    let Some(written) = written else { return Ok(None) };
    let Task { model, surroundings, .. } = task;
    let properties = asked_of_contracts(task);
    let entry = options.function.as_deref().unwrap_or(&options.entry);
    c::annotated::compile(source, written, *model, &properties, entry, surroundings)
}

/// The program with what is said about it in comments, or called as one function allows.
fn specified(
    options: &Options,
    task: &Task,
    source: &Source,
    written: Option<&Written>,
) -> Result<Option<Specified>, CompileError> {
    let is_ir = task.input.extension().is_some_and(|extension| extension == "ir");
    let start = match &options.function {
        Some(name) => Start::Alone(name),
        None if is_ir || !task.preprocessing().keeps_comments => return Ok(None),
        None => Start::Entry(&options.entry),
    };
    // Where predicates over the heap are defined, clauses are about them.
    if options.function.is_none() && written.is_some() {
        return Ok(None);
    }
    let mut paths = vec![task.input.clone()];
    paths.extend(task.more_inputs.iter().cloned());
    let Task { model, properties, surroundings, .. } = task;
    let question = (*model, properties, surroundings);
    specified::compile(source, &paths, &task.preprocessing(), question, start)
}

/// Says what is wrong with predicates and contracts.
fn say(problem: Problem, console: Console) -> ExitStatus {
    match problem {
        Problem::File(message) => {
            console.error(message);
            ExitStatus::BadInput
        }
        Problem::Malformed(messages) => {
            for (source, diagnostics) in &messages {
                console.diagnostics(source, diagnostics);
            }
            ExitStatus::BadInput
        }
        Problem::Program(error) => refuse(error, console),
    }
}

/// What an outcome is about.
#[derive(Clone, Copy)]
struct Program<'c> {
    compiled: &'c Compiled,
    /// Where its runs begin.
    entry: &'c str,
    about: About,
    /// Violations that are no news.
    known_before: Option<&'c Baseline>,
}

/// The task that a reproducer is made for: what is said in comments, and the call of a function by itself,
/// are code only in the program that was put together, which is written beside the reproducer.
fn reproducible(options: &Options, task: &Task, answered: &Answered) -> Result<Task, String> {
    let (Some(path), true) = (&options.reproducer, answered.outcome.violation.is_some()) else {
        return Ok(task.clone());
    };
    let mut files = Vec::new();
    for (index, text) in answered.woven.iter().enumerate() {
        let file = path.with_extension(format!("program{}.c", index + 1));
        let fail = |error| format!("cannot write `{}`: {error}", file.display());
        std::fs::write(&file, text).map_err(fail)?;
        files.push(file);
    }
    let mut files = files.into_iter();
    let Some(input) = files.next() else { return Ok(task.clone()) };
    let properties = answered.asked.clone();
    // It is preprocessed.
    let compiler_flags = Vec::new();
    Ok(Task { input, more_inputs: files.collect(), properties, compiler_flags, ..task.clone() })
}

/// Prints the outcome and writes the files that were asked for; what goes wrong has been printed.
fn tell(
    options: &Options,
    program: Program<'_>,
    task: &Task,
    outcome: &mut Outcome,
    printer: Printer,
    budget: &Budget,
) -> Result<(), ExitStatus> {
    let Program { compiled, entry, about, known_before } = program;
    let console = printer.console;
    accept(outcome, &compiled.source, known_before);
    if options.witness.is_some() {
        outcome.remarks.extend(witness_remark(outcome));
        let n_left_out = n_not_told_apart(outcome, task, compiled);
        outcome.remarks.extend(not_told_apart(n_left_out));
    }
    let tried = match &options.reproducer {
        Some(path) => reproducer::write(path, compiled, task, entry, outcome),
        None => Ok(()),
    };
    printer.print(&compiled.source, outcome, budget.times());
    let refused = |message: String| {
        console.error(message);
        ExitStatus::BadInput
    };
    tried.map_err(refused)?;
    if let Some(path) = &options.sarif {
        let text = report::sarif::render(outcome, &compiled.source);
        console.save(path, &text).map_err(refused)?;
    }
    if let Some(path) = &options.html {
        let heaps = match outcome.verdict {
            Verdict::True => heaps(compiled, options.clump.into(), budget),
            Verdict::False | Verdict::Unknown(_) => report::html::Heaps::default(),
        };
        let text = report::html::render_with_heaps(outcome, &compiled.source, &heaps);
        console.save(path, &text).map_err(refused)?;
    }
    if let Some(path) = &options.witness {
        let make = |time| make(outcome, task, (compiled, about), time);
        witness_file::save(path, make, console)?;
    }
    Ok(())
}

/// Pictures of the heap, for the page; none where shape analysis has nothing to say.
fn heaps(compiled: &Compiled, clump: c::Clump, budget: &Budget) -> report::html::Heaps {
    let Ok((loops, predicates)) = c::heap_pictures(compiled, clump, budget) else {
        return report::html::Heaps::default();
    };
    let merged = |merge: c::MergePicture| {
        let c::MergePicture { why, from, into } = merge;
        report::html::MergedHeaps { why, from, into }
    };
    let at_loop = |each: c::LoopPictures| {
        let c::LoopPictures { title, heaps, n_left_out, merges } = each;
        let merges = merges.into_iter().map(merged).collect();
        report::html::LoopHeaps { title, heaps, n_left_out, merges }
    };
    report::html::Heaps { loops: loops.into_iter().map(at_loop).collect(), predicates }
}

/// What a witness leaves out.
fn witness_remark(outcome: &Outcome) -> Option<String> {
    let (lemmas, them) = match outcome.n_unsaid {
        0 => return None,
        1 => ("1 lemma".to_owned(), "it is"),
        n => (format!("{n} lemmas"), "they are"),
    };
    Some(format!(
        "witness: the proof also rests on {lemmas} about memory, pointers or values without a name \
         at the loop, which C cannot say there; {them} left out"
    ))
}

/// What a witness leaves out because its places are not told apart.
fn not_told_apart(n: usize) -> Option<String> {
    let (invariants, stand) = match n {
        0 => return None,
        1 => ("1 invariant".to_owned(), "stands"),
        n => (format!("{n} invariants"), "stand"),
    };
    Some(format!(
        "witness: {invariants} of the proof {stand} in a header that several files read, or in a \
         macro; what was proved of one copy may be wrong of another, and no place of a witness means \
         one of them: left out"
    ))
}

/// The solver that was asked for, if it can be started.
fn second_solver(
    options: &Options,
    console: Console,
) -> Result<Option<c::SecondSolver>, ExitStatus> {
    let find = |program: &String| c::SecondSolver::find(program);
    options.cross_check.as_ref().map(find).transpose().map_err(|error| {
        console.error(error);
        ExitStatus::BadInput
    })
}

/// An internal error is not one of the ways of not knowing that a user could act on.
pub fn status_of(outcome: &Outcome) -> ExitStatus {
    match &outcome.verdict {
        verdict::Verdict::Unknown(Reason::InternalError(_)) => ExitStatus::InternalError,
        verdict::Verdict::False if outcome.is_accepted() => {
            let is_left =
                |it: &CheckResult| matches!(it.status, CheckStatus::Open | CheckStatus::NotJudged);
            match outcome.checks.iter().any(is_left) {
                true => ExitStatus::CouldNotTell,
                false => ExitStatus::Proved,
            }
        }
        verdict => verdict.into(),
    }
}

fn emit_syntax(mut source: Source, console: Console) -> ExitStatus {
    let (text, diagnostics) = c::syntax_text(&mut source);
    console.diagnostics(&source, &diagnostics);
    if diagnostics.has_errors() {
        return ExitStatus::BadInput;
    }
    console.print(&text);
    ExitStatus::Proved
}

/// The task and its text; what is wrong on the way has been printed.
fn gather(options: &Options, console: Console) -> Result<(Task, Source), ExitStatus> {
    let mut given: Vec<&Path> = vec![options.input()];
    for file in &options.more {
        if given.contains(&file.as_path()) {
            console.error(format_args!("`{}` is given twice", file.display()));
            return Err(ExitStatus::BadInput);
        }
        given.push(file);
    }
    let task_options = TaskOptions {
        properties: options.properties.clone(),
        unasked: options.unasked(),
        model: options.data_model.map(DataModel::from),
        compiler_flags: options.compiler.flags.clone(),
        more_inputs: options.more.clone(),
        ..options.surroundings.of_task()
    };
    let mut task = read_task(options.input(), &task_options, console)?;
    if options.deadlock {
        task.properties.insert(Property::NoDeadlock);
    }
    let source = read_program(&task, console)?;
    Ok((task, source))
}

/// The task; what is wrong with its files has been printed.
pub fn read_task(
    input: &Path,
    options: &TaskOptions,
    console: Console,
) -> Result<Task, ExitStatus> {
    let task = Task::read(input, options).map_err(|error| {
        match &error {
            TaskError::Malformed { source_text, diagnostics } => {
                console.diagnostics(source_text, diagnostics);
            }
            _ => console.error(error),
        }
        ExitStatus::BadInput
    })?;
    for (source, warnings) in &task.warnings {
        console.diagnostics(source, warnings);
    }
    Ok(task)
}

/// The text of the task's program.
pub fn read_program(task: &Task, console: Console) -> Result<Source, ExitStatus> {
    let inputs = std::iter::once(&task.input).chain(&task.more_inputs);
    let is_ir = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "ir");
    if !task.more_inputs.is_empty() && inputs.clone().any(is_ir) {
        console.error("IR text is a whole program and cannot be linked");
        return Err(ExitStatus::BadInput);
    }
    c::read_sources(&task.input, &task.more_inputs, &task.preprocessing()).map_err(|error| {
        console.error(error);
        ExitStatus::BadInput
    })
}

/// The program in the form that engines read.
fn translate(source: Source, task: &Task, options: &Options) -> Result<Compiled, CompileError> {
    let is_ir = task.input.extension().is_some_and(|extension| extension == "ir");
    match is_ir {
        true => c::read_ir(source),
        false => {
            let Task { model, properties, surroundings, .. } = task;
            c::compile(source, *model, properties, &options.entry, surroundings)
        }
    }
}

/// Says what is wrong with the program.
pub fn refuse(error: CompileError, console: Console) -> ExitStatus {
    match error {
        CompileError::Refused { source_text, diagnostics } => {
            console.diagnostics(&source_text, &diagnostics);
            if driver::is_cpp(source_text.text()) {
                let name = source_text.name();
                console.error(format_args!("`{name}` looks like C++, and Linchpin reads C"));
            }
            ExitStatus::BadInput
        }
        CompileError::InvalidText { .. } => {
            console.error(error);
            ExitStatus::BadInput
        }
        CompileError::InvalidLowering { .. } | CompileError::InvalidModel { .. } => {
            console.internal_error(error);
            ExitStatus::InternalError
        }
    }
}

/// How outcomes are printed.
#[derive(Clone, Copy)]
pub struct Printer {
    pub console: Console,
    pub is_json: bool,
}

impl Printer {
    /// The times are for machines: people get the same text from every run.
    pub fn print(self, source: &Source, outcome: &Outcome, times: Times) {
        let detail = self.console.verbosity.detail();
        match self.is_json {
            true => self
                .console
                .print_document(|messages| report::json::render(outcome, source, messages, times)),
            false => {
                let styling = self.console.output;
                self.console.print(&report::text::render(outcome, source, styling, detail));
            }
        }
    }
}
