//! The project's own chores, as `cargo xtask CHORE`.
//!
//! Whatever a developer or the continuous integration has to do beyond plain `cargo` is written
//! here, in Rust, so that it runs the same on every machine and is read and tested like the
//! rest. `.ci/run` is the only script, and it calls [`ci`].

mod arrows;
mod bench_cubicle;
mod benchexec;
mod bless;
mod ci;
mod corpus_lower;
mod deb;
mod diagnostic_codes;
mod formulaslicing;
mod fuzz;
mod generated;
mod mutants;
mod process;
mod protocols;
mod setup;
mod soundness_page;
mod tidy;
mod tree;
mod verdicts;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};

/// Chores of the Linchpin repository
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct CommandLine {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Install what this machine lacks, then run every test
    Ci,
    /// Install what the tests need and this machine lacks
    Setup,
    /// Install what this machine lacks, then build and run `linchpin` with these arguments
    Run {
        #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Look for what reviewers should not have to look for
    Tidy,
    /// Write today's golden outputs and verdicts into the file tests
    Bless {
        /// Only tests whose name contains this
        #[arg(value_name = "FILTER")]
        filter: Option<String>,
    },
    /// Read and lower every C file below a folder; print counts, speed and memory
    CorpusLower {
        #[arg(value_name = "PATH")]
        path: PathBuf,
    },
    /// One file of `corpus-lower`, in the process that it is measured in
    #[command(hide = true)]
    CorpusLowerOne {
        #[arg(allow_hyphen_values = true)]
        flag: String,
        path: PathBuf,
    },
    /// Compare with the C compiler on generated programs
    Generated {
        /// How many
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        count: usize,
        /// Where the sequence of programs begins
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Compare verdicts with the truth on generated programs
    Verdicts {
        /// How many
        #[arg(long, value_name = "N", default_value_t = 1_000)]
        count: usize,
        /// Where the sequence of programs begins
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Begin no more of them after so long
        #[arg(long, value_name = "N")]
        seconds: Option<u64>,
        /// Processor time of one question
        #[arg(long, value_name = "SECONDS", default_value_t = 0.4)]
        cpu_time: f64,
        /// The program to ask, instead of the one of this checkout
        #[arg(long, value_name = "FILE")]
        linchpin: Option<PathBuf>,
    },
    /// Compare verdicts with runs of correct programs that were edited in one place
    Mutants {
        #[arg(value_name = "CORPUS")]
        corpus: PathBuf,
        /// How many
        #[arg(long, value_name = "N", default_value_t = 100)]
        count: usize,
        /// Where the sequence of edits begins
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Processor time of one verdict
        #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
        cpu_time: f64,
        /// The program to ask, instead of the one of this checkout
        #[arg(long, value_name = "FILE")]
        linchpin: Option<PathBuf>,
    },
    /// Hold answers about random protocols against a second reader of the language
    Protocols {
        /// How many
        #[arg(long, value_name = "N", default_value_t = 1_000)]
        count: usize,
        /// Where the sequence of protocols begins
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// How long each may take
        #[arg(long, value_name = "N", default_value_t = 10)]
        seconds: u64,
    },
    /// Verify every `.cub` file below a folder; print verdicts and times
    BenchCubicle {
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
        /// How long each file may take
        #[arg(long, value_name = "N", default_value_t = 60)]
        seconds: u64,
    },
    /// Verify CPAchecker's test programs of formula slicing, in a folder of a corpus
    Formulaslicing {
        #[arg(value_name = "CORPUS")]
        corpus: PathBuf,
        /// How long each program may take
        #[arg(long, value_name = "N", default_value_t = 30)]
        seconds: u64,
    },
    /// Let BenchExec's own checker test the module in `contrib/benchexec`
    Benchexec,
    /// Build a package for Debian
    Deb,
    /// Throw damaged programs at the C front end
    Fuzz {
        /// How long
        #[arg(long, value_name = "N", default_value_t = 60)]
        seconds: u64,
        /// Where the sequence of inputs begins
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
}

fn main() -> ExitCode {
    let done = match CommandLine::parse().chore {
        Chore::Ci => ci::run(),
        Chore::BenchCubicle { folder, seconds } => bench_cubicle::run(&folder, seconds),
        Chore::Formulaslicing { corpus, seconds } => formulaslicing::run(&corpus, seconds),
        Chore::Benchexec => benchexec::run(),
        Chore::Deb => deb::run(),
        Chore::Setup => setup::run(),
        Chore::Run { arguments } => return run(&arguments),
        Chore::Tidy => tidy::run(),
        Chore::Bless { filter } => bless::run(filter.as_deref()),
        Chore::CorpusLower { path } => corpus_lower::run(&path),
        Chore::CorpusLowerOne { flag, path } => return corpus_lower::one::run(&flag, &path),
        Chore::Protocols { count, seed, seconds } => protocols::run(count, seed, seconds),
        Chore::Generated { count, seed } => generated::run(count, seed),
        Chore::Mutants { corpus, count, seed, cpu_time, linchpin } => {
            mutants::run(&corpus, count, seed, cpu_time, linchpin.as_deref())
        }
        Chore::Verdicts { count, seed, seconds, cpu_time, linchpin } => {
            let time = seconds.map(Duration::from_secs);
            let extent = verdicts::Extent { count, seed, time, cpu_time };
            verdicts::run(extent, linchpin.as_deref())
        }
        Chore::Fuzz { seconds, seed } => fuzz::run(seconds, seed),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// The exit code is that of `linchpin`, whose meanings scripts rely on.
fn run(arguments: &[OsString]) -> ExitCode {
    let mut command = process::cargo();
    command.args(["run", "--quiet", "--release", "--bin", "linchpin", "--"]).args(arguments);
    let status = setup::run_for_use().and_then(|()| Ok(command.status()?));
    match status {
        Ok(status) => status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)),
        Err(error) => fail(&error),
    }
}

fn fail(error: &anyhow::Error) -> ExitCode {
    eprintln!("error: {error:#}");
    ExitCode::FAILURE
}
