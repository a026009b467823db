//! `linchpin protocol FILE --watch`: the answer anew after each change of the file.
//!
//! Each version of the file is looked at by a process of its own, the same program without
//! `--watch`. So a newer save can end work that is going on wherever it is, limits mean what they
//! mean without it, and whatever goes wrong with one version does not end the watch. What that
//! process prints is what is seen; before each answer stands a line of ours.
//!
//! The file is read again and again, a few times a second. That asks nothing of the system, works for
//! editors that replace files, and for files of other machines; protocols are small. A version counts
//! once it was read twice in a row: whoever finds a file half written waits for the rest. A file
//! that is gone is waited for.
//!
//! Ends: on Ctrl-C, or when asked to otherwise, with the code that other commands end with then. The
//! process that is at work is ended with it, also if this one is killed.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::cli::Console;
use crate::exit::ExitStatus;
use crate::watchdog::asked_to_end;

/// How often the file is read.
const PERIOD: Duration = Duration::from_millis(60);

/// Answers with `linchpin WORDS` about each version of `path`, until somebody ends it.
pub fn watch(path: &Path, words: &[OsString], console: Console) -> ExitStatus {
    match begin(path, words, console) {
        Ok(mut watch) => loop {
            match watch.turn() {
                Ok(Turn::GoOn) => thread::sleep(PERIOD),
                Ok(Turn::End) => return ExitStatus::CouldNotTell,
                Err(error) => {
                    console.error(format_args!("cannot start this program again: {error}"));
                    return ExitStatus::InternalError;
                }
            }
        },
        Err(message) => {
            console.error(message);
            ExitStatus::BadInput
        }
    }
}

/// A file that is not there at the beginning is misspelt rather than being saved.
fn begin<'a>(path: &'a Path, words: &'a [OsString], console: Console) -> Result<Watch<'a>, String> {
    fs::metadata(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let is_asked_to_end = asked_to_end()?;
    let (seen, answered) = (None, None);
    Ok(Watch { path, words, console, is_asked_to_end, seen, answered, n_versions: 0, work: None })
}

enum Turn {
    GoOn,
    End,
}

struct Watch<'a> {
    path: &'a Path,
    words: &'a [OsString],
    console: Console,
    is_asked_to_end: Arc<AtomicBool>,
    /// What was read last; nothing if the file was not there.
    seen: Option<Vec<u8>>,
    /// The version that is or was looked at.
    answered: Option<Vec<u8>>,
    n_versions: u64,
    work: Option<Child>,
}

impl Watch<'_> {
    /// One look at the file and at the work.
    fn turn(&mut self) -> io::Result<Turn> {
        if self.is_asked_to_end.load(Ordering::Relaxed) {
            self.end_work()?;
            return Ok(Turn::End);
        }
        let text = fs::read(self.path).ok();
        let is_whole = text.is_some() && text == self.seen;
        self.seen = text;
        if is_whole && self.seen != self.answered {
            if self.end_work()? {
                self.console.print("a newer version was saved\n");
            }
            self.answered.clone_from(&self.seen);
            self.n_versions += 1;
            let (name, number) = (self.path.display(), self.n_versions);
            let gap = if number == 1 { "" } else { "\n" };
            self.console.print(&format!("{gap}===== {name}, version {number} =====\n"));
            self.work = Some(self.start()?);
        }
        if let Some(work) = &mut self.work
            && work.try_wait()?.is_some()
        {
            self.work = None;
            self.console.note("waiting for the next version; Ctrl-C ends it");
        }
        Ok(Turn::GoOn)
    }

    fn start(&self) -> io::Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        // In a group of its own: Ctrl-C is for us alone.
        command.args(self.words).envs([::bench::mark_of_parent()]).process_group(0).spawn()
    }

    /// Ends the work, if any is going on.
    fn end_work(&mut self) -> io::Result<bool> {
        let Some(mut work) = self.work.take() else { return Ok(false) };
        let is_going_on = work.try_wait()?.is_none();
        if is_going_on {
            work.kill()?;
            work.wait()?;
        }
        Ok(is_going_on)
    }
}
