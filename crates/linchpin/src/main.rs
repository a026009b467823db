//! The command line of Linchpin: options, files, printing, exit codes.
//!
//! One module per subcommand. All of them return an [`ExitStatus`]; nothing else in the house
//! ends the process. Where to start reading: [`cli`] for what can be asked, [`verify`] for the
//! way of a C program, [`protocol`] for that of a protocol, [`bench`] for many of both.

mod baseline;
mod bench;
mod capture;
mod check;
mod cli;
mod clump;
mod compiler;
mod config;
mod exit;
mod guard;
mod integers;
mod invariants;
mod lsp;
mod outputs;
mod progress;
mod project;
mod protocol;
mod refine;
mod reproducer;
mod shell;
mod slicing;
mod surroundings;
mod verify;
mod watch;
mod watchdog;
mod watched;
mod witness_file;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser as _};

use report::{FailureKind, Message};

use cli::{Command, CommandLine, Console};
use exit::ExitStatus;

fn main() -> ExitCode {
    ::bench::end_with_parent();
    let words = compiler::with_two_dashes(std::env::args_os());
    let configured = match config::configured(words, &CommandLine::command()) {
        Ok(configured) => configured,
        Err(message) => return refused(&message).into(),
    };
    let command_line = match CommandLine::try_parse_from(configured.words) {
        Ok(command_line) => command_line,
        Err(error) => {
            let status = usage(&error);
            // What is wrong may be none of what was typed.
            if let (Some((path, options)), ExitStatus::BadInput, false) =
                (&configured.taken, status, is_json_wanted())
            {
                let (path, options) = (path.display(), options.join(" "));
                cli::write_error(&format!("note: `{path}` brings the options {options}\n"));
            }
            return status.into();
        }
    };
    let console = match command_line.command.is_json() {
        true => command_line.console.resolve().for_json(),
        false => command_line.console.resolve(),
    };
    if let Some((path, options)) = &configured.taken {
        console.note(format_args!("options of `{}`: {}", path.display(), options.join(" ")));
    }
    let status = guard::run(move || dispatch(&command_line, console));
    console.end(status);
    console.status(status).into()
}

fn dispatch(command_line: &CommandLine, console: Console) -> ExitStatus {
    match &command_line.command {
        Command::Verify(options) => verify::run(options, console),
        Command::Check(options) => check::run(options, console),
        Command::Invariants(options) => invariants::run(options, console),
        Command::Protocol(options) => protocol::run(options, console),
        Command::Refine(options) => refine::run(options, console),
        Command::Capture(options) => capture::run(options, console),
        Command::Bench(options) => bench::run(options, console),
        Command::Lsp(options) => lsp::run(options, console),
        Command::Completions(options) => {
            shell::completions(options, CommandLine::command(), console)
        }
        Command::Man(options) => shell::man(options, CommandLine::command(), console),
    }
}

/// Help and version are answers; everything else that `clap` stops at is a wrong usage, for
/// which its own exit code (2) would read as "could not tell".
fn usage(error: &clap::Error) -> ExitStatus {
    let is_answer = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if !is_answer && is_json_wanted() {
        let text = error.render().to_string();
        return refused(text.strip_prefix("error: ").unwrap_or(&text).trim_end());
    }
    // A closed pipe is no reason to fail differently.
    let _ = error.print();
    if is_answer { ExitStatus::Proved } else { ExitStatus::BadInput }
}

/// As far as that can be told of a command line that is wrong.
fn is_json_wanted() -> bool {
    std::env::args_os().any(|word| word == "--json")
}

/// Says why nothing was even begun.
fn refused(message: &str) -> ExitStatus {
    match is_json_wanted() {
        true => print!("{}", report::failure(FailureKind::BadInput, &[Message::error(message)])),
        false => cli::write_error(&format!("error: {message}\n")),
    }
    ExitStatus::BadInput
}
