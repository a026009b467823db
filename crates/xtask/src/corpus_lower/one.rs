//! One file, in a process of its own: read, preprocess, then the timed part.
//!
//! What is measured is processor time on one core, cold caches and the first touch of every page
//! included.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use c_lower::{Checks, Options};
use c_sema::types::DataModel;
use source::Styling;

use super::compiler;
use super::summary::Measured;

/// Exit code for a file in which we found errors.
pub const REFUSED: i32 = 3;
/// Exit code for a file that became invalid IR.
const INVALID: u8 = 5;

/// Lowers a file and prints its figures.
pub fn run(flag: &str, path: &Path) -> ExitCode {
    match lower(flag, path) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn lower(flag: &str, path: &Path) -> anyhow::Result<ExitCode> {
    let model = [DataModel::Ilp32, DataModel::Lp64].into_iter();
    let model = model.clone().find(|&model| compiler::flag(model) == flag);
    let model = model.ok_or_else(|| anyhow::anyhow!("`{flag}` is not a flag of a data model"))?;
    let mut source = match compiler::preprocessed(path, model) {
        Ok(source) => source,
        Err(error) => {
            eprintln!("{error:#}");
            return Ok(ExitCode::from(REFUSED as u8));
        }
    };

    let started = cpu_time();
    let (unit, mut diagnostics) = c_syntax::parse(&mut source);
    let to_syntax = cpu_time() - started;
    let (unit, found) = c_sema::analyse(unit, model);
    let to_types = cpu_time() - started;
    diagnostics.append(found);
    if diagnostics.has_errors() {
        return Ok(refuse(&source, &diagnostics));
    }
    // All kinds of checks: what is measured is the most that lowering may have to do. A library
    // has no `main`; any function of it will do, since all are lowered.
    let mut options = Options::with_checks(Checks::all());
    let defined = unit.functions.values().filter(|function| function.body.is_some());
    let mut names = defined.map(|function| &unit.symbols[function.name]);
    let first = names.clone().next().map(str::to_owned);
    if !names.any(|name| name == options.entry) {
        let Some(first) = first else {
            // Declarations only: the typed tree is all there is.
            let times = (to_syntax, to_types, to_types);
            println!("{}", measured(&source, times, 0));
            return Ok(ExitCode::SUCCESS);
        };
        options.entry = first;
    }
    let program = match c_lower::lower(&unit, &source, &options) {
        Ok(program) => program,
        Err(diagnostics) => return Ok(refuse(&source, &diagnostics)),
    };
    let to_ir = cpu_time() - started;

    if let Err(violations) = ir::validate(&program) {
        let first = violations.first().map(ToString::to_string).unwrap_or_default();
        eprintln!("invalid IR: {first}");
        return Ok(ExitCode::from(INVALID));
    }
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let n_unsupported = bodies
        .flat_map(|body| body.edges.values())
        .filter(|edge| matches!(edge.op, ir::Op::Unsupported { .. }))
        .count();
    let times = (to_syntax, to_types, to_ir);
    println!("{}", measured(&source, times, n_unsupported as u64));
    Ok(ExitCode::SUCCESS)
}

fn measured(
    source: &source::Source,
    (to_syntax, to_types, to_ir): (Duration, Duration, Duration),
    n_unsupported: u64,
) -> Measured {
    Measured {
        n_bytes: source.text().len() as u64,
        to_syntax,
        to_types,
        to_ir,
        peak_kilobytes: peak_kilobytes().unwrap_or(0),
        n_unsupported,
    }
}

fn refuse(source: &source::Source, diagnostics: &source::Diagnostics) -> ExitCode {
    let errors = diagnostics.iter().filter(|it| it.severity == source::Severity::Error);
    for diagnostic in errors.take(1) {
        let position = source.position(diagnostic.primary.span.lo);
        eprintln!("{}: {} ({position})", diagnostic.code, diagnostic.message);
        eprintln!("{}", source::render(source, diagnostic, Styling::Plain));
    }
    ExitCode::from(REFUSED as u8)
}

/// Time that this thread has computed. Unlike the time on the wall it does not grow when other
/// processes want the same core.
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The most memory that this process ever had resident.
fn peak_kilobytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
