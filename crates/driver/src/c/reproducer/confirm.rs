//! Compiles a reproducer with the program and looks whether it fails in the same way.
//!
//! The program runs in an empty folder of its own, without input, and is ended after a few
//! seconds. That is all the care that is taken: it is the user's program, and the user asked for
//! it to be run.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use verdict::Budget;

use super::failure::{Visible, sanitizer_options};
use super::plan::{Plan, Stack};
use super::turns::Compiler;

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// It failed in the same way, and said this.
    Confirmed(String),
    /// It did not, for this reason.
    Differs(String),
    /// It was not run, for this reason.
    NotRun(String),
    /// Nothing would show the failure, for this reason.
    Unseen(String),
}

const COMPILE_TIME: Duration = Duration::from_secs(60);
const RUN_TIME: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(5);
/// What is at least kept of the messages of a run.
const KEPT_BYTES: usize = 1 << 16;
/// What `inline` meant before C99: functions that C99 leaves without a definition get one.
const OLD_INLINE: &str = "-fgnu89-inline";

/// gcc's and newer clang's option that uninitialised locals are zero.
const ZERO_LOCALS: &str = "-ftrivial-auto-var-init=zero";

/// Compiles and runs the reproducer at `path`. May add a flag to the plan that the program turns
/// out to need; then the file has to be written again.
pub fn confirm(plan: &mut Plan, path: &Path) -> Confirmation {
    let Some(visible) = plan.visible() else {
        return Confirmation::Unseen("`cc` cannot show a failure of this kind".to_owned());
    };
    let folder = match tempfile::Builder::new().prefix("linchpin-").tempdir() {
        Ok(folder) => folder,
        Err(error) => return Confirmation::NotRun(format!("no temporary folder: {error}")),
    };
    let binary = folder.path().join("reproducer");
    let mut compiled = compile(plan, path, &binary);
    if let Err(Confirmation::Differs(messages)) = &compiled
        && messages.contains("undefined reference")
    {
        plan.flags.insert(0, OLD_INLINE.to_owned());
        let again = compile(plan, path, &binary);
        if again.is_err() {
            plan.flags.remove(0);
        } else {
            compiled = again;
        }
    }
    if compiled.is_err()
        && let Some(turns) = &mut plan.turns
    {
        turns.compiler = Compiler::Clang;
        compiled = compile(plan, path, &binary);
    }
    if let Err(confirmation) = compiled {
        return confirmation;
    }
    let n_flags = plan.flags.len();
    let first = try_once(plan, &binary, folder.path(), visible);
    // Functions that ran before may have left something on the stack. Compilers have an option
    // against that, each its own.
    if plan.stack == Stack::Cleared && matches!(first, Confirmation::Differs(_)) {
        plan.flags.push(ZERO_LOCALS.to_owned());
        let again = match compile(plan, path, &binary) {
            Ok(()) => try_once(plan, &binary, folder.path(), visible),
            Err(refused) => refused,
        };
        match again {
            Confirmation::Confirmed(_) => return again,
            Confirmation::Differs(_) | Confirmation::NotRun(_) | Confirmation::Unseen(_) => {
                plan.flags.truncate(n_flags);
            }
        }
    }
    first
}

/// Runs what was compiled.
fn try_once(plan: &Plan, binary: &Path, folder: &Path, visible: Visible) -> Confirmation {
    let mut command = Command::new(binary);
    command.current_dir(folder).env("ASAN_OPTIONS", sanitizer_options(plan.kind));
    command.env("UBSAN_OPTIONS", "print_stacktrace=0").env_remove("LSAN_OPTIONS");
    match run(command, RUN_TIME) {
        Err(error) => Confirmation::NotRun(format!("cannot start it: {error}")),
        Ok(Ended { status: None, .. }) => Confirmation::Differs(format!(
            "the run that `cc` makes goes on after {} s",
            RUN_TIME.as_secs()
        )),
        Ok(Ended { status: Some(status), messages }) => {
            let line = messages
                .lines()
                .find(|line| visible.messages.iter().any(|message| line.contains(message)));
            match (line, status.success()) {
                (Some(line), false) => Confirmation::Confirmed(without_addresses(line)),
                _ => Confirmation::Differs(format!(
                    "the run that `cc` makes ends with {status} and does not show it{}",
                    first_line(&messages).map(|line| format!(": {line}")).unwrap_or_default()
                )),
            }
        }
    }
}

fn compile(plan: &Plan, path: &Path, binary: &Path) -> Result<(), Confirmation> {
    let words = plan.command(path, binary);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    match run(command, COMPILE_TIME) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(Confirmation::NotRun("there is no `cc`".to_owned()))
        }
        Err(error) => Err(Confirmation::NotRun(format!("cannot start `cc`: {error}"))),
        Ok(Ended { status: Some(status), .. }) if status.success() => Ok(()),
        Ok(Ended { status, messages }) => {
            let mut why = messages
                .lines()
                .filter(|line| line.contains("error:") || line.contains("undefined reference"));
            let why = why.next().or(first_line(&messages)).unwrap_or("no message");
            let how = if status.is_some() { "refuses it" } else { "takes too long" };
            Err(Confirmation::Differs(format!("`cc` {how}: {}", why.trim())))
        }
    }
}

/// The message without what differs from run to run: process numbers and addresses.
fn without_addresses(line: &str) -> String {
    let start = line.find("ERROR: ").unwrap_or(0);
    let line = &line[start..];
    let ends = [" (pid=", " on address", " on unknown address", " on 0x", ": 0x", " 0x"];
    let end = ends.iter().filter_map(|end| line.find(end)).min().unwrap_or(line.len());
    line[..end].trim().to_owned()
}

fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("===="))
}

struct Ended {
    /// None if the time ran out.
    status: Option<ExitStatus>,
    /// The end of the standard error stream.
    messages: String,
}

fn run(mut command: Command, time: Duration) -> std::io::Result<Ended> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (sender, messages) = mpsc::channel();
    if let Some(mut stderr) = child.stderr.take() {
        // The stream is read to its end, so that the program never waits for a reader.
        std::thread::spawn(move || {
            let mut kept = Vec::new();
            let mut chunk = [0; 4096];
            while let Ok(n_bytes @ 1..) = stderr.read(&mut chunk) {
                kept.extend_from_slice(&chunk[..n_bytes]);
                if kept.len() > 2 * KEPT_BYTES {
                    kept.drain(..KEPT_BYTES);
                }
            }
            // Nobody may be waiting any more.
            let _ = sender.send(kept);
        });
    }
    let status = wait(&mut child, time)?;
    // A child of the program may still hold the stream; its messages are not waited for long.
    let messages = messages.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
    Ok(Ended { status, messages: String::from_utf8_lossy(&messages).into_owned() })
}

fn wait(child: &mut Child, time: Duration) -> std::io::Result<Option<ExitStatus>> {
    let budget = Budget::unlimited().with_time(time);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if budget.remaining() == Some(Duration::ZERO) {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(POLL);
    }
}
