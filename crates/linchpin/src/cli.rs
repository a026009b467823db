//! What can be asked: the options, as `clap` reads them.
//!
//! Options that only one subcommand has stand in that subcommand's module.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use clap::{Args, Parser, Subcommand, ValueEnum};
use driver::c::is_standard;
use report::text::Detail;
use report::{FailureKind, Message};
use source::{Diagnostics, Source, Styling};

use crate::exit::ExitStatus;
use crate::{bench, capture, check, invariants, lsp, protocol, refine, shell, verify};

/// Linchpin verifies programs and protocols: it proves that nothing goes wrong, or shows how.
#[derive(Debug, Parser)]
#[command(
    name = "linchpin",
    version,
    long_version = long_version(),
    propagate_version = true,
    after_help = EXIT_CODES
)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub console: ConsoleOptions,
}

/// The version, the commit if it is known, and the solver; made once, as `clap` keeps it for ever.
fn long_version() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let commit = match env!("LINCHPIN_COMMIT") {
            "" => String::new(),
            commit => format!("commit {commit}, "),
        };
        format!("{} ({commit}{})", env!("CARGO_PKG_VERSION"), driver::solver_version())
    })
}

const EXIT_CODES: &str = "Exit codes: 0 all proved, 1 violation found, 2 could not tell, \
                          3 bad input or usage, 4 internal error.";

#[derive(Debug, Subcommand)]
pub enum Command {
    Verify(verify::Options),
    Check(check::Options),
    Invariants(invariants::Options),
    Protocol(protocol::Options),
    Refine(refine::Options),
    Capture(capture::Options),
    Bench(bench::Options),
    Lsp(lsp::Options),
    Completions(shell::CompletionsOptions),
    Man(shell::ManOptions),
}

impl Command {
    /// Is a JSON document asked for?
    pub fn is_json(&self) -> bool {
        match self {
            Self::Verify(options) => options.json,
            Self::Check(options) => options.json,
            Self::Invariants(options) => options.json,
            Self::Protocol(options) => options.json,
            Self::Refine(options) => options.json,
            Self::Capture(_)
            | Self::Bench(_)
            | Self::Lsp(_)
            | Self::Completions(_)
            | Self::Man(_) => false,
        }
    }
}

/// Options of every subcommand about what is printed and how.
#[derive(Args, Clone, Copy, Debug)]
pub struct ConsoleOptions {
    /// Colour the output
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    color: Colour,
    /// Leave `linchpin.toml` alone
    #[arg(long, global = true)]
    no_config: bool,
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

impl Verbosity {
    /// How much of an outcome is told.
    pub fn detail(self) -> Detail {
        match self {
            Self::Quiet => Detail::Verdict,
            Self::Normal => Detail::Normal,
            Self::Verbose => Detail::Full,
        }
    }
}

/// What [`ConsoleOptions`] mean for this run.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    pub verbosity: Verbosity,
    /// How messages on the standard error stream are drawn.
    pub errors: Styling,
    /// How excerpts on the standard output are drawn.
    pub output: Styling,
    /// Who has the standard output.
    stdout: StandardOutput,
    /// Where messages are kept until a JSON document takes them along; they live as long as the
    /// process. Without, they are written as they come.
    kept: Option<&'static Kept>,
    /// Whether something that was to be printed was not; it lives as long as the process.
    has_lost: &'static AtomicBool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StandardOutput {
    ForTheReport,
    /// A file that is written to `-`; the report goes to the error stream.
    ForAFile,
}

/// Messages on their way into a JSON document.
#[derive(Debug, Default)]
struct Kept {
    messages: Mutex<Vec<Message>>,
    has_document: AtomicBool,
}

impl Console {
    /// The options that make another process of this program print as this one does.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let amount = match self.verbosity {
            Verbosity::Quiet => Some("-q"),
            Verbosity::Normal => None,
            Verbosity::Verbose => Some("-v"),
        };
        let colour = match self.output {
            Styling::Plain => "--color=never",
            Styling::Coloured => "--color=always",
        };
        amount.into_iter().chain([colour])
    }

    /// Keeps messages for a JSON document instead of writing them.
    #[must_use]
    pub fn for_json(self) -> Self {
        Self { kept: Some(Box::leak(Box::default())), ..self }
    }

    /// Prints a document, which takes along the messages that were kept.
    pub fn print_document(self, document: impl FnOnce(&[Message]) -> String) {
        let messages = self.kept.map(|kept| {
            kept.has_document.store(true, Ordering::Relaxed);
            std::mem::take(&mut *kept.messages.lock().unwrap_or_else(PoisonError::into_inner))
        });
        self.print(&document(&messages.unwrap_or_default()));
    }

    /// How a run ends whose answer did not reach anybody: whoever goes by the exit code alone must not take
    /// half a report for a whole one.
    pub fn status(self, status: ExitStatus) -> ExitStatus {
        match (self.has_lost.load(Ordering::Relaxed), status) {
            (true, ExitStatus::Proved | ExitStatus::CouldNotTell) => ExitStatus::BadInput,
            (_, status) => status,
        }
    }

    /// Sees to it that there is a document where one was asked for, however the run ended.
    pub fn end(self, status: ExitStatus) {
        let kind = match status {
            ExitStatus::BadInput => FailureKind::BadInput,
            ExitStatus::InternalError => FailureKind::InternalError,
            ExitStatus::Proved | ExitStatus::Violated | ExitStatus::CouldNotTell => return,
        };
        if self.kept.is_some_and(|kept| !kept.has_document.load(Ordering::Relaxed)) {
            self.print_document(|messages| report::failure(kind, messages));
        }
    }

    /// Keeps a message if there is a document to come that can take it along.
    fn keep(self, message: impl FnOnce() -> Message) -> bool {
        let kept = self.kept.filter(|kept| !kept.has_document.load(Ordering::Relaxed));
        let Some(kept) = kept else { return false };
        kept.messages.lock().unwrap_or_else(PoisonError::into_inner).push(message());
        true
    }

    /// Leaves the standard output to a file that is written there.
    #[must_use]
    pub fn beside_a_file(self) -> Self {
        Self { stdout: StandardOutput::ForAFile, output: self.errors, ..self }
    }

    /// Prints a report.
    pub fn print(self, text: &str) {
        match self.stdout {
            StandardOutput::ForTheReport => self.print_file(text.as_bytes()),
            StandardOutput::ForAFile => write_error(text),
        }
    }

    /// Writes a file that was asked for: `-` is the standard output.
    pub fn save(self, path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
        if is_standard(path) {
            self.print_file(text.as_ref());
            return Ok(());
        }
        std::fs::write(path, text)
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))
    }

    /// Writes to the standard output. A reader that has gone away (`| head`) is no error of ours.
    fn print_file(self, text: &[u8]) {
        let mut stdout = std::io::stdout().lock();
        let written = stdout.write_all(text).and_then(|()| stdout.flush());
        if let Err(error) = written
            && error.kind() != std::io::ErrorKind::BrokenPipe
        {
            self.has_lost.store(true, Ordering::Relaxed);
            self.error(format_args!("cannot write the output: {error}"));
        }
    }

    /// A mistake of ours that was found before it did harm.
    pub fn internal_error(self, message: impl std::fmt::Display) {
        self.error(format_args!("internal error: {message}"));
        if self.kept.is_some() {
            return;
        }
        write_error(
            "This is a bug in Linchpin. Please report it, with the command line and the input if \
             you may share it.\n",
        );
    }

    /// Something that the reader should know before there is a report; not part of documents.
    pub fn note(self, message: impl std::fmt::Display) {
        if self.kept.is_none() && self.verbosity > Verbosity::Quiet {
            write_error(&format!("note: {message}\n"));
        }
    }

    /// A message that has no place in a text: a missing file, a refused option.
    pub fn error(self, message: impl std::fmt::Display) {
        if self.keep(|| Message::error(message.to_string())) {
            return;
        }
        match self.errors {
            Styling::Plain => write_error(&format!("error: {message}\n")),
            Styling::Coloured => {
                write_error(&format!("\x1b[1;31merror\x1b[0m\x1b[1m:\x1b[0m {message}\n"));
            }
        }
    }

    /// Messages about a text, each with its excerpt; only errors if little is to be printed.
    pub fn diagnostics(self, source: &Source, diagnostics: &Diagnostics) {
        let is_told = |diagnostic: &&source::Diagnostic| {
            self.verbosity > Verbosity::Quiet || diagnostic.severity == source::Severity::Error
        };
        let mut is_kept = false;
        for diagnostic in diagnostics.iter().filter(is_told) {
            is_kept = self.keep(|| Message::of(source, diagnostic));
            if is_kept {
                continue;
            }
            let text = source::render(source, diagnostic, self.errors);
            write_error(&format!("{text}\n\n"));
        }
        let summary = match diagnostics.n_errors() {
            _ if is_kept => return,
            0 => return,
            1 => "1 error".to_owned(),
            n => format!("{n} errors"),
        };
        let end = if diagnostics.is_full() { "; giving up here" } else { "" };
        let is_error = |it: &&source::Diagnostic| it.severity == source::Severity::Error;
        let files = diagnostics.iter().filter(is_error).map(|it| {
            let file = source.position(it.primary.span.lo).file;
            (source.is_users(it.primary.span), file)
        });
        // Several files of a program may have one each.
        match files
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
            .as_slice()
        {
            [(true, file)] => self.error(format_args!("{summary} in `{file}`{end}")),
            _ => self.error(format_args!("{summary} in `{}`{end}", source.name())),
        }
    }
}

/// Writes to the standard error stream. If that fails, there is nowhere left to say so.
pub fn write_error(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

impl ConsoleOptions {
    pub fn resolve(self) -> Console {
        let verbosity = match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        };
        let styling = |is_terminal: bool| match self.color {
            Colour::Always => Styling::Coloured,
            Colour::Never => Styling::Plain,
            Colour::Auto => {
                let is_refused = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
                if is_refused || !is_terminal { Styling::Plain } else { Styling::Coloured }
            }
        };
        Console {
            verbosity,
            errors: styling(std::io::stderr().is_terminal()),
            output: styling(std::io::stdout().is_terminal()),
            stdout: StandardOutput::ForTheReport,
            kept: None,
            has_lost: Box::leak(Box::default()),
        }
    }
}
