//! `linchpin protocol --watch`, with an editor that is a script. Every wait has an end.

// The lint knows tests by their attribute, and not what they call.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// Longer than anything here takes on a machine that is busy with something else.
const PATIENCE: Duration = Duration::from_secs(60);

const RIGHT: &str = "protocol p\nloc a, b\nat a: goto b\nat b: goto a\nsafety pc[x] in {a, b}\n";
const WRONG: &str = "protocol p\nloc a, b\nat a: goto b\nat b: goto a\nsafety pc[x] != b\n";
const BROKEN: &str = "protocol p\nloc a, b\nat a: gone b\nsafety pc[x] != b\n";
/// Numbers that grow without end: the states of four processes are not gone through soon.
const TAKES_LONG: &str = "protocol p\nloc a\ndata t : nat = 0\ndata u : nat = 0\ndata v : nat = 0\n\
    data w : nat = 0\nat a: t := t + 1; stay\nat a: u := t + 7; stay\nat a: v := u + 13; stay\n\
    at a: if exists otr. w < v[otr] + 19 & t < w[otr] + 23 then w := t + 29; stay\n\
    safety !(t[x] = 31 & u[x] + 17 = v[y] & w[x] = 41 & v[x] + 3 = w[y])\n";

/// A watch over a file, and the lines that it prints as they come.
struct Watch {
    file: PathBuf,
    process: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn over(name: &str, text: &str, words: &[&str]) -> Self {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, text).unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_linchpin"))
            .args(["protocol", "--watch", "-q"])
            .args(words)
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let errors = process.stderr.take().unwrap();
        let to_errors = sender.clone();
        let output = process.stdout.take().unwrap();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).for_each(|line| {
                let _ = sender.send(line);
            });
        });
        std::thread::spawn(move || {
            BufReader::new(errors).lines().map_while(Result::ok).for_each(|line| {
                let _ = to_errors.send(format!("! {line}"));
            });
        });
        Self { file, process, lines }
    }

    /// Waits for a line, and returns those before it.
    fn until(&self, wanted: &str) -> Vec<String> {
        let mut before = Vec::new();
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.contains(wanted) => return before,
                Ok(line) => before.push(line),
                Err(_) => panic!("`{wanted}` does not come, only {before:#?}"),
            }
        }
    }

    /// Saves as editors do that replace the file.
    fn replace(&self, text: &str) {
        let new = self.file.with_extension("new");
        std::fs::write(&new, text).unwrap();
        std::fs::rename(&new, &self.file).unwrap();
    }

    fn interrupt(&mut self) -> Option<i32> {
        kill_process(Pid::from_child(&self.process), Signal::INT).unwrap();
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("an interrupt does not end it");
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn each_version_is_answered() {
    let mut watch = Watch::over("edited.lpp", RIGHT, &[]);
    watch.until("edited.lpp, version 1 =====");
    watch.until("TRUE");
    watch.replace(WRONG);
    watch.until("edited.lpp, version 2 =====");
    watch.until("FALSE(safety)");
    // What is wrong with a version is said, and the next is waited for.
    std::fs::write(&watch.file, BROKEN).unwrap();
    watch.until("version 3 =====");
    watch.until("! error");
    std::fs::remove_file(&watch.file).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    std::fs::write(&watch.file, RIGHT).unwrap();
    watch.until("version 4 =====");
    watch.until("TRUE");
    // Saved again without a change: nothing is new.
    watch.replace(RIGHT);
    std::thread::sleep(Duration::from_millis(300));
    watch.replace(WRONG);
    assert!(watch.until("version 5 =====").iter().all(String::is_empty));
    watch.until("FALSE(safety)");
    assert_eq!(watch.interrupt(), Some(2));
}

#[test]
fn a_newer_version_ends_the_work() {
    let mut watch = Watch::over("long.lpp", TAKES_LONG, &["--processes", "4", "--time", "300"]);
    watch.until("long.lpp, version 1 =====");
    std::thread::sleep(Duration::from_millis(500));
    watch.replace(WRONG);
    let before = watch.until("version 2 =====");
    assert!(before.iter().any(|line| line == "a newer version was saved"), "{before:#?}");
    watch.until("FALSE(safety)");
    // Also work that is going on ends with the watch.
    watch.replace(TAKES_LONG);
    watch.until("version 3 =====");
    std::thread::sleep(Duration::from_millis(300));
    let asked = Instant::now();
    assert_eq!(watch.interrupt(), Some(2));
    assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let refusal = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_linchpin"));
        let output = command.arg("protocol").args(words).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{words:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refusal(&["--watch", "-"]).contains("`--watch` needs a file"));
    assert!(refusal(&["--watch", "nowhere.lpp"]).contains("cannot read `nowhere.lpp`"));
}
