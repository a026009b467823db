//! `linchpin lsp`: a server for editors, over the standard input and output.
//!
//! The room `lsp` does the work; it is told here what to start and how long to wait. Its children are this
//! very program, and end with it.

use ::lsp::{End, Settings};
use clap::Args;

use crate::cli::Console;
use crate::exit::ExitStatus;

/// Answer an editor that speaks the language server protocol
#[derive(Args, Debug)]
pub struct Options {
    /// Give up a verification after so many seconds
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 20,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    time: u64,
    /// Some editors say how they talk; there is no other way
    #[arg(long, hide = true)]
    stdio: bool,
}

pub fn run(options: &Options, console: Console) -> ExitStatus {
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => {
            console.error(format_args!("cannot find this program itself: {error}"));
            return ExitStatus::InternalError;
        }
    };
    let environment = vec![::bench::mark_of_parent()];
    match ::lsp::serve(Settings { program, environment, seconds: options.time }) {
        Ok(End::InOrder) => ExitStatus::Proved,
        // 1 is what the protocol wants here, whatever it means elsewhere.
        Ok(End::WithoutShutdown) => ExitStatus::Violated,
        Err(malformed) => {
            console.error(malformed);
            ExitStatus::BadInput
        }
    }
}
