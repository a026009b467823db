//! The command line of Linchpin: options, files, printing, exit codes.
//!
//! One module per subcommand. All of them return an [`ExitStatus`]; nothing else in the house
//! ends the process. Where to start reading: [`cli`] for what can be asked, [`verify`] for the
//! way of a C program, [`protocol`] for that of a protocol, [`bench`] for many of both.

mod bench;
mod check;
mod cli;
mod clump;
mod exit;
mod guard;
mod integers;
mod invariants;
mod progress;
mod protocol;
mod refine;
mod reproducer;
mod slicing;
mod surroundings;
mod verify;
mod watchdog;
mod watched;
mod witness_file;

use std::process::ExitCode;

use clap::Parser as _;
use clap::error::ErrorKind;

use cli::{Command, CommandLine};
use exit::ExitStatus;

fn main() -> ExitCode {
    ::bench::end_with_parent();
    let command_line = match CommandLine::try_parse() {
        Ok(command_line) => command_line,
        Err(error) => return usage(&error).into(),
    };
    guard::run(move || dispatch(&command_line)).into()
}

fn dispatch(command_line: &CommandLine) -> ExitStatus {
    let console = command_line.console.resolve();
    match &command_line.command {
        Command::Verify(options) => verify::run(options, console),
        Command::Check(options) => check::run(options, console),
        Command::Invariants(options) => invariants::run(options, console),
        Command::Protocol(options) => protocol::run(options, console),
        Command::Refine(options) => refine::run(options, console),
        Command::Bench(options) => bench::run(options, console),
    }
}

/// Help and version are answers; everything else that `clap` stops at is a wrong usage, for
/// which its own exit code (2) would read as "could not tell".
fn usage(error: &clap::Error) -> ExitStatus {
    // A closed pipe is no reason to fail differently.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitStatus::Proved,
        _ => ExitStatus::BadInput,
    }
}
