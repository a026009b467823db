//! One child process: started, watched, and measured as the kernel counts.
//!
//! The child limits itself and answers in time; this module is the fence behind it for the day
//! when it does not. Child and grandchildren (`cc`) are a process group of their own, so that
//! ending the group ends all of them, and so that a Ctrl-C in the terminal reaches us only.
//!
//! # Why it is waited for in two steps
//! Once a process has been waited for, its number may belong to another. So its end is first
//! *noticed* (`WNOWAIT`), then the rest of its group is ended, and only then is it waited for,
//! which also gives what it used: processor time of it and of the children that it waited for
//! itself, and the most memory that one of them had. The kernel counts memory from before the
//! child became another program, too, so that the figure is never below our own few megabytes.

use std::io::Read;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use wait4::Wait4 as _;

/// What became of a child.
pub struct Ended {
    pub end: End,
    pub cpu: Duration,
    pub wall: Duration,
    pub memory_bytes: u64,
    /// The last part of what it printed, which is all of it unless it is very long.
    pub stdout: String,
    pub stderr: String,
}

pub enum End {
    Code(i32),
    Signal(i32),
    /// We ended it: it did not hold its time.
    Late,
    /// We ended it: it did not hold its memory.
    TooLarge,
    /// We ended it: the whole measurement was interrupted.
    Interrupted,
}

/// What a child cannot get past, other than the limits that it holds itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fence {
    /// Of wall time.
    pub time: Option<Duration>,
    /// Of resident memory. A child that grows fast gets past it until we look again.
    pub memory_bytes: Option<u64>,
}

/// How much of the output is kept: every report that people would read, and of messages the last.
const KEPT_OUTPUT: usize = 64 << 20;
const KEPT_MESSAGES: usize = 64 << 10;

/// Runs the command to its end, but not past the fence and not past `stop`.
pub fn run(command: &mut Command, fence: Fence, stop: &AtomicBool) -> std::io::Result<Ended> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let started = Instant::now();
    let mut child = command.spawn()?;
    let stdout = child.stdout.take().map(|pipe| keep_last(pipe, KEPT_OUTPUT));
    let stderr = child.stderr.take().map(|pipe| keep_last(pipe, KEPT_MESSAGES));
    let pid = Pid::from_child(&child);
    let forced = watch(pid, started, fence, stop);
    let wall = started.elapsed();
    // Grandchildren would keep the pipes open.
    end_group(pid);
    let used = child.wait4()?;
    let end = match (forced, used.status.code(), used.status.signal()) {
        (Some(end), _, _) => end,
        (None, Some(code), _) => End::Code(code),
        (None, None, signal) => End::Signal(signal.unwrap_or_default()),
    };
    Ok(Ended {
        end,
        cpu: used.rusage.utime + used.rusage.stime,
        wall,
        memory_bytes: used.rusage.maxrss,
        stdout: text_of(stdout),
        stderr: text_of(stderr),
    })
}

/// Returns when the child has ended; why we ended it, if we did.
fn watch(pid: Pid, started: Instant, fence: Fence, stop: &AtomicBool) -> Option<End> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    let mut pause = Duration::from_micros(200);
    loop {
        // An error means that there is nothing left to wait for.
        if !matches!(waitid(WaitId::Pid(pid), options | WaitIdOptions::NOHANG), Ok(None)) {
            return None;
        }
        let forced = if stop.load(Ordering::Relaxed) {
            Some(End::Interrupted)
        } else {
            fence.passed(pid, started)
        };
        if forced.is_some() {
            end_group(pid);
            let _ = waitid(WaitId::Pid(pid), options);
            return forced;
        }
        // Short at first for the sake of short tasks, then at most an error of 1% of a second.
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

impl Fence {
    fn passed(self, pid: Pid, started: Instant) -> Option<End> {
        if self.time.is_some_and(|limit| started.elapsed() > limit) {
            return Some(End::Late);
        }
        let limit = self.memory_bytes?;
        resident_bytes(pid).filter(|&used| used > limit).map(|_| End::TooLarge)
    }
}

/// The second number of `statm` counts resident pages, of 4 KiB on every system we run on.
fn resident_bytes(pid: Pid) -> Option<u64> {
    let path = format!("/proc/{}/statm", pid.as_raw_nonzero());
    let text = std::fs::read_to_string(path).ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// No error matters here: a group that is gone needs no ending.
fn end_group(pid: Pid) {
    let _ = kill_process_group(pid, Signal::KILL);
}

fn keep_last(mut pipe: impl Read + Send + 'static, n_kept: usize) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 8 << 10];
        while let Ok(n_read) = pipe.read(&mut buffer)
            && n_read > 0
        {
            kept.extend_from_slice(&buffer[..n_read]);
            if kept.len() > 2 * n_kept {
                kept.drain(..kept.len() - n_kept);
            }
        }
        kept
    })
}

fn text_of(reader: Option<JoinHandle<Vec<u8>>>) -> String {
    let bytes = reader.and_then(|it| it.join().ok()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn go() -> AtomicBool {
        AtomicBool::new(false)
    }

    #[test]
    fn output_and_code_are_kept() {
        let ended =
            run(&mut shell("echo yes; echo no >&2; exit 7"), Fence::default(), &go()).unwrap();
        assert!(matches!(ended.end, End::Code(7)));
        assert_eq!((&*ended.stdout, &*ended.stderr), ("yes\n", "no\n"));
        assert!(ended.memory_bytes > 0);
    }

    #[test]
    fn processor_time_is_that_of_the_child_and_sleep_costs_none() {
        let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let busy = run(&mut shell(busy), Fence::default(), &go()).unwrap();
        let idle = run(&mut shell("sleep 0.3"), Fence::default(), &go()).unwrap();
        assert!(busy.cpu > idle.cpu, "{:?} {:?}", busy.cpu, idle.cpu);
        assert!(idle.wall >= Duration::from_millis(300));
        assert!(idle.cpu < Duration::from_millis(200), "{:?}", idle.cpu);
    }

    #[test]
    fn only_the_end_of_much_output_is_kept() {
        let script = "(yes 0123456789 | head -c 1000000; echo; echo TRUE) >&2";
        let ended = run(&mut shell(script), Fence::default(), &go()).unwrap();
        assert!(ended.stderr.len() <= 2 * KEPT_MESSAGES + (8 << 10));
        assert!(ended.stderr.ends_with("\nTRUE\n"));
    }

    #[test]
    fn the_fence_of_time_ends_the_grandchildren_too() {
        let started = Instant::now();
        let fence = Fence { time: Some(Duration::from_millis(100)), ..Fence::default() };
        // The grandchild holds the pipe, and would for a minute.
        let ended = run(&mut shell("sleep 60 & wait"), fence, &go()).unwrap();
        assert!(matches!(ended.end, End::Late));
        assert!(started.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn the_fence_of_memory_holds() {
        let fence = Fence { memory_bytes: Some(40 << 20), ..Fence::default() };
        // Each round doubles a text of the shell.
        let script = "x=0123456789; for i in $(seq 26); do x=$x$x; done; sleep 60";
        let ended = run(&mut shell(script), fence, &go()).unwrap();
        assert!(matches!(ended.end, End::TooLarge));
    }

    #[test]
    fn a_signal_is_told_apart() {
        let ended = run(&mut shell("kill -SEGV $$"), Fence::default(), &go()).unwrap();
        assert!(matches!(ended.end, End::Signal(11)));
        let ended = run(&mut shell("sleep 60"), Fence::default(), &AtomicBool::new(true)).unwrap();
        assert!(matches!(ended.end, End::Interrupted));
    }
}
