//! Refinement: does every run of one C file, among whatever other threads do, have a run of
//! another one with the same observations?
//!
//! ```text
//!   two files ── prepare ──▶ ir::Program ×2 ──┐
//!   //@ lines ── notation ── resolve ─────────┴── assemble ──▶ Problem ── engine ── evidence ── tell
//! ```
//!
//! An answer is checked again before it is told: relations by `evidence::refinement`, which reads
//! the programs by itself, and failing runs by following them on the uncompressed programs.

mod assemble;
mod names;
mod notation;
mod prepare;
mod recheck;
mod resolve;
mod suggest;
mod surrounding;
mod tell;

use std::path::{Path, PathBuf};

use engine_refine::expr::Ints;
use ir_passes::dissolve_memory::{Layout, dissolve_memory};
use source::{Diagnostic, Diagnostics, Source};
use verdict::{Budget, Reason, RefinementOutcome};

use crate::c::{CompileError, Preprocessing, ReadError, read_source};
use assemble::{EnvironmentProgram, Parts, Said, Unfit, assemble};
use engine_refine::{Answer, Patience};
use names::check_names;
use notation::Others;
use prepare::{Prepared, defined_functions, prepare};
use recheck::{Compared, check_failure, check_simulation};

/// How much of a program is one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// A single access to what is shared.
    Accesses,
    /// A whole statement.
    Statements,
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Request {
    pub target: PathBuf,
    pub source: PathBuf,
    /// A file of clauses.
    pub relate: Option<PathBuf>,
    /// A program that others run.
    pub environment: Option<PathBuf>,
    /// The function of each file that is compared.
    pub entry: Option<String>,
    pub steps: Option<Steps>,
    pub unbounded: bool,
    /// Whether to look for what would help where the answer is not `REFINES`.
    pub looks_for_help: bool,
    pub preprocessing: Preprocessing,
}

/// Why there is no outcome.
#[derive(Debug, thiserror::Error)]
pub enum RefineError {
    #[error(transparent)]
    Read(ReadError),
    #[error(transparent)]
    Compile(CompileError),
    #[error("`{}` is too large when its calls are inlined", .0.display())]
    TooLarge(PathBuf),
    #[error("cannot read `{}`: {cause}", path.display())]
    Io { path: PathBuf, cause: std::io::Error },
    #[error("the clauses of `{}` are wrong", .0.first().map_or("", |(source, _)| source.name()))]
    Malformed(Vec<(Source, Diagnostics)>),
    #[error("{0}")]
    NoEntry(String),
}

/// Compares the two programs.
pub fn compare(request: &Request, budget: &Budget) -> Result<RefinementOutcome, RefineError> {
    let mut said = vec![clauses_of(&request.target)?, clauses_of(&request.source)?];
    if let Some(path) = &request.relate {
        said.push(clauses_of_file(path)?);
    }
    refuse(&mut said)?;
    let is_any = |test: fn(&Said) -> bool| said.iter().any(test);
    let statements = is_any(|said| said.clauses.statements);
    let steps = request.steps.unwrap_or(match statements {
        true => Steps::Statements,
        false => Steps::Accesses,
    });
    let unbounded = request.unbounded || is_any(|said| said.clauses.unbounded);
    let ints = if unbounded { Ints::Unbounded } else { Ints::Machine };
    let entry = entry(request, &said)?;
    let target = prepare(&request.target, &request.preprocessing, &entry, steps)?;
    let source = prepare(&request.source, &request.preprocessing, &entry, steps)?;
    let environment = environment(request, &mut said, steps)?;
    let mut layout = Layout::default();
    layout.add(&target.program);
    layout.add(&source.program);
    if let Some(environment) = &environment {
        layout.add(&environment.program);
    }
    let target = Prepared { program: dissolve_memory(&target.program, &layout), ..target };
    let source = Prepared { program: dissolve_memory(&source.program, &layout), ..source };
    let environment = environment
        .map(|it| EnvironmentProgram { program: dissolve_memory(&it.program, &layout), ..it });
    let mut environment_diagnostics = Diagnostics::new();
    let is_whole = entry == "main";
    let mut parts = Parts {
        target: &target.program,
        source: &source.program,
        environment: environment.as_ref(),
        said: &mut said,
        enumerators: [&target.enumerators, &source.enumerators],
        environment_diagnostics: &mut environment_diagnostics,
        ints,
        is_whole,
    };
    let assembled = check_names(&mut parts).and_then(|()| assemble(parts));
    let mut assembled = match assembled {
        Ok(assembled) => assembled,
        Err(Unfit::Unmodelled(what)) => {
            let names =
                (request.target.display().to_string(), request.source.display().to_string());
            return Ok(RefinementOutcome::unknown(names.0, names.1, Reason::Unsupported(what)));
        }
        Err(Unfit::Said) => {
            if let Some(environment) = environment
                && environment_diagnostics.has_errors()
            {
                return Err(RefineError::Malformed(vec![(
                    environment.source,
                    environment_diagnostics,
                )]));
            }
            refuse(&mut said)?;
            return Err(RefineError::NoEntry("the clauses are wrong".to_owned()));
        }
    };
    let (answer, statistics) =
        engine_refine::refine(&mut assembled.problem, Patience::Whole, budget);
    let compared = Compared {
        target: &target.program,
        source: &source.program,
        observed: &assembled.observed,
        environment: environment.as_ref().map(|it| &it.program),
        is_whole,
    };
    let confirmed = match &answer {
        Answer::Refines(simulation) => {
            check_simulation(&assembled.problem, simulation, &compared, budget).map(|_| ())
        }
        Answer::DoesNot(failure) => check_failure(&assembled.problem, failure, &compared, budget),
        Answer::Unknown(_) => Ok(()),
    };
    let teller = tell::Teller {
        problem: &assembled.problem,
        target: &target,
        source: &source,
        relies: assembled.relies.clone(),
        steps,
        entry: &entry,
        uncompared: assembled.uncompared.clone(),
        names: (request.target.display().to_string(), request.source.display().to_string()),
    };
    if let Err(flaw) = confirmed {
        return Ok(teller.refused(&answer, &flaw));
    }
    let is_refined = matches!(answer, Answer::Refines(_));
    let blamed = suggest::blamed(&assembled.problem, &answer);
    let mut outcome = teller.outcome(answer, statistics);
    if request.looks_for_help && !is_refined && environment.is_none() {
        outcome.suggestions.extend(suggest::preserves(
            &assembled.problem,
            &blamed,
            &compared,
            budget,
        ));
    }
    Ok(outcome)
}

/// What is wrong with a text as clauses: in comments of a program, and alone.
pub fn misread(source: &Source) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    notation::read_comments(source, &mut diagnostics);
    notation::read_file(source, &mut diagnostics);
    diagnostics
}

/// The clauses that have errors, if any do.
fn refuse(said: &mut Vec<Said>) -> Result<(), RefineError> {
    if !said.iter().any(|said| said.diagnostics.has_errors()) {
        return Ok(());
    }
    let wrong = said.drain(..).filter(|said| said.diagnostics.has_errors());
    Err(RefineError::Malformed(wrong.map(|said| (said.source, said.diagnostics)).collect()))
}

fn text_of(path: &Path) -> Result<Source, RefineError> {
    let text = std::fs::read(path).map_err(|cause| RefineError::Io { path: path.into(), cause })?;
    Ok(Source::new(&*path.to_string_lossy(), text))
}

/// Clauses stand in comments, which the preprocessor takes away: the file itself is read.
fn clauses_of(path: &Path) -> Result<Said, RefineError> {
    let source = text_of(path)?;
    let mut diagnostics = Diagnostics::new();
    let clauses = notation::read_comments(&source, &mut diagnostics);
    Ok(Said { source, clauses, diagnostics })
}

fn clauses_of_file(path: &Path) -> Result<Said, RefineError> {
    let source = text_of(path)?;
    let mut diagnostics = Diagnostics::new();
    let clauses = notation::read_file(&source, &mut diagnostics);
    Ok(Said { source, clauses, diagnostics })
}

/// The function that is compared: the one that is asked for, or `main`, or the last one that both
/// files define.
fn entry(request: &Request, said: &[Said]) -> Result<String, RefineError> {
    if let Some(entry) = &request.entry {
        return Ok(entry.clone());
    }
    if let Some(name) = said.iter().find_map(|said| said.clauses.entry.as_ref()) {
        return Ok(name.text.clone());
    }
    let mut functions = Vec::new();
    for path in [&request.target, &request.source] {
        let source = read_source(path, &request.preprocessing).map_err(RefineError::Read)?;
        functions.push(defined_functions(source.text()));
    }
    let common: Vec<&String> =
        functions[0].iter().filter(|name| functions[1].contains(name)).collect();
    if common.iter().any(|name| *name == "main") {
        return Ok("main".to_owned());
    }
    match common.last() {
        Some(name) => Ok((*name).clone()),
        None => Err(RefineError::NoEntry(format!(
            "`{}` and `{}` define no function of the same name: which are to be compared? \
             (`--entry NAME`)",
            request.target.display(),
            request.source.display()
        ))),
    }
}

/// The program that others run, if there is one.
fn environment(
    request: &Request,
    said: &mut [Said],
    steps: Steps,
) -> Result<Option<EnvironmentProgram>, RefineError> {
    let mut found: Option<PathBuf> = request.environment.clone();
    for one in said.iter_mut() {
        for others in one.clauses.others.clone() {
            let Others::File(name) = others else { continue };
            let folder = Path::new(&**one.source.name()).parent().map(Path::to_path_buf);
            let path = folder.unwrap_or_default().join(&name.text);
            if !path.is_file() {
                let message = format!("cannot read `{}`", path.display());
                let mut diagnostics = one.diagnostics.clone();
                diagnostics.push(Diagnostic::error("E1104", name.span, message));
                return Err(RefineError::Malformed(vec![(one.source.clone(), diagnostics)]));
            }
            // What is said on the command line is meant instead of what files say.
            match &found {
                None => found = Some(path),
                Some(other) if request.environment.is_none() && *other != path => {
                    let message = format!("others are `{}` already", other.display());
                    let mut diagnostics = one.diagnostics.clone();
                    diagnostics.push(
                        Diagnostic::error("E1108", name.span, message)
                            .help("put what all of them do into one function of one file"),
                    );
                    return Err(RefineError::Malformed(vec![(one.source.clone(), diagnostics)]));
                }
                Some(_) => {}
            }
        }
    }
    let Some(path) = found else { return Ok(None) };
    let text = read_source(&path, &request.preprocessing).map_err(RefineError::Read)?;
    let functions = defined_functions(text.text());
    let entry = ["env", "environment", "main"]
        .iter()
        .find(|name| functions.iter().any(|it| it == *name))
        .map(|name| (*name).to_owned())
        .or_else(|| functions.last().cloned())
        .ok_or_else(|| RefineError::NoEntry(format!("`{}` defines no function", path.display())))?;
    let own = prepare(&path, &request.preprocessing, &entry, steps)?;
    Ok(Some(EnvironmentProgram { source: own.source, program: own.program }))
}
