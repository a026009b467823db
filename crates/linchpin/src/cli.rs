//! What can be asked: the options, as `clap` reads them.
//!
//! Options that only one subcommand has stand in that subcommand's module.

use std::io::IsTerminal as _;

use clap::{Args, Parser, Subcommand, ValueEnum};
use source::{Diagnostics, Source, Styling};

use crate::verify;

/// Linchpin verifies programs and protocols: it proves that nothing goes wrong, or shows how.
#[derive(Debug, Parser)]
#[command(name = "linchpin", version, propagate_version = true, after_help = EXIT_CODES)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub console: ConsoleOptions,
}

const EXIT_CODES: &str = "Exit codes: 0 all proved, 1 violation found, 2 could not tell, \
                          3 bad input or usage, 4 internal error.";

#[derive(Debug, Subcommand)]
pub enum Command {
    Verify(verify::Options),
}

/// Options of every subcommand about what is printed and how.
#[derive(Args, Clone, Copy, Debug)]
pub struct ConsoleOptions {
    /// Colour the output
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    color: Colour,
    /// Print the line for machines and errors only
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Print more about how the answer was found
    #[arg(short, long, global = true)]
    verbose: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    /// When the output is a terminal and `NO_COLOR` is not set
    Auto,
    Always,
    Never,
}

/// How much is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}

/// What [`ConsoleOptions`] mean for this run.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    pub verbosity: Verbosity,
    /// How messages on the standard error stream are drawn.
    pub errors: Styling,
}

impl Console {
    /// A message that has no place in a text: a missing file, a refused option.
    pub fn error(self, message: impl std::fmt::Display) {
        match self.errors {
            Styling::Plain => eprintln!("error: {message}"),
            Styling::Coloured => eprintln!("\x1b[1;31merror\x1b[0m\x1b[1m:\x1b[0m {message}"),
        }
    }

    /// Messages about a text, each with its excerpt.
    pub fn diagnostics(self, source: &Source, diagnostics: &Diagnostics) {
        for diagnostic in diagnostics.iter() {
            eprintln!("{}\n", source::render(source, diagnostic, self.errors));
        }
        let summary = match diagnostics.n_errors() {
            0 => return,
            1 => "1 error".to_owned(),
            n => format!("{n} errors"),
        };
        let end = if diagnostics.is_full() { "; giving up here" } else { "" };
        self.error(format_args!("{summary} in `{}`{end}", source.name()));
    }
}

impl ConsoleOptions {
    pub fn resolve(self) -> Console {
        let verbosity = match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        };
        let is_plain = match self.color {
            Colour::Always => false,
            Colour::Never => true,
            Colour::Auto => {
                let is_refused = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
                is_refused || !std::io::stderr().is_terminal()
            }
        };
        let errors = if is_plain { Styling::Plain } else { Styling::Coloured };
        Console { verbosity, errors }
    }
}
