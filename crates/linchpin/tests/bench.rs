//! `linchpin bench` from outside: what it prints, what it leaves behind, and that limits hold.
//!
//! Each test has a folder of its own with tasks that it writes there. Figures of time and memory
//! come from the result file, which has them from the kernel.

// The lint knows tests by their attribute, and not what they call.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use bench::{Record, ResultFile, Status};

const HOLDS: &str = "int main(void) { return 0; }\n";
const FAILS: &str = "void reach_error(void) {}\nint main(void) { reach_error(); return 0; }\n";

/// No sum of two cubes is a cube (Fermat); no method that we have proves it within seconds.
const TAKES_LONG: &str = "\
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int main(void)
{
    unsigned long x = __VERIFIER_nondet_ulong() % 2097152, y = __VERIFIER_nondet_ulong() % 2097152;
    unsigned long z = __VERIFIER_nondet_ulong() % 2097152;
    if (x != 0 && y != 0 && x * x * x + y * y * y == z * z * z)
        reach_error();
    return 0;
}
";

/// Every round adds to the formula, and no round ends the search.
const TAKES_MEMORY: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
unsigned table[4096];
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < 1000000u; i++) {
        unsigned j = __VERIFIER_nondet_uint() % 4096;
        table[j] = table[x % 4096] * x + table[i % 4096];
        x = x * x + table[j];
    }
    if (x == 12345)
        reach_error();
    return 0;
}
";

/// A folder with a manifest.
struct Tasks {
    folder: PathBuf,
    manifest: String,
}

impl Tasks {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self { folder, manifest: "group,task,property,expected\n".into() }
    }

    fn add(mut self, name: &str, text: &str, expected: &str) -> Self {
        std::fs::write(self.path(name), text).unwrap();
        self.manifest.push_str(&format!("some,{name},unreach-call,{expected}\n"));
        std::fs::write(self.path("tasks.csv"), &self.manifest).unwrap();
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_linchpin"));
        command.arg("bench").arg(self.path("tasks.csv")).arg("--csv").arg(self.path("results.csv"));
        command.args(words);
        command
    }

    fn bench(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    fn results(&self) -> Vec<Record> {
        let mut records = ResultFile::read(&self.path("results.csv")).unwrap();
        records.sort_by(|a, b| a.task.cmp(&b.task));
        records
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn answers_are_held_against_what_is_expected() {
    let tasks = Tasks::new("judged").add("a.c", HOLDS, "true").add("b.c", FAILS, "false");
    let output = tasks.bench(&["--jobs", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).ends_with("score: 3 of 3; 2 of 2 correct, 0 wrong\n"));
    assert_eq!(stderr(&output), "", "in a pipe there is nothing but the table");
    let statuses: Vec<_> = tasks.results().iter().map(|it| it.status).collect();
    assert_eq!(statuses, [Status::CorrectTrue, Status::CorrectFalse]);
}

#[test]
fn a_wrong_answer_is_named_and_in_the_exit_code() {
    let tasks = Tasks::new("wrong").add("a.c", HOLDS, "false").add("b.c", FAILS, "false");
    let output = tasks.bench(&[]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("WRONG: a.c (unreach-call): TRUE, expected false\n"), "{text}");
    assert!(text.contains("score: -31 of 2;"), "{text}");
}

#[test]
fn what_is_finished_is_not_run_again() {
    let tasks = Tasks::new("resumed").add("a.c", HOLDS, "true").add("b.c", FAILS, "false");
    assert_eq!(tasks.bench(&["--expected", "true"]).status.code(), Some(0));
    let first = tasks.results();
    assert_eq!(first.len(), 1);
    // What a crash leaves of the line that it was writing.
    let path = tasks.path("results.csv");
    let mut text = std::fs::read_to_string(&path).unwrap();
    text.push_str("some,b.c,unreach-c");
    std::fs::write(&path, text).unwrap();
    assert_eq!(tasks.bench(&[]).status.code(), Some(0));
    let both = tasks.results();
    assert_eq!(both.len(), 2);
    assert_eq!(both[0], first[0], "measured once");
}

#[test]
fn results_of_other_limits_are_not_mixed() {
    let tasks = Tasks::new("mixed").add("a.c", HOLDS, "true");
    assert_eq!(tasks.bench(&[]).status.code(), Some(0));
    let output = tasks.bench(&["--time", "7"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("holds results of other circumstances"));
}

#[test]
fn the_time_limit_holds_and_ends_in_an_answer() {
    let tasks = Tasks::new("time").add("long.c", TAKES_LONG, "true");
    let output = tasks.bench(&["--time", "1"]);
    assert_eq!(output.status.code(), Some(0));
    let long = &tasks.results()[0];
    assert_eq!(long.answer(), "UNKNOWN(timeout)", "{long:?}");
    // No later than two seconds, and not early either.
    assert!(!long.is_late() && long.wall_seconds >= 1.0, "{long:?}");
}

#[test]
fn a_limit_of_processor_time_counts_that_alone() {
    let tasks = Tasks::new("processor").add("long.c", TAKES_LONG, "true");
    let output = tasks.bench(&["--cpu-time", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let long = &tasks.results()[0];
    assert_eq!(long.answer(), "UNKNOWN(timeout)", "{long:?}");
    assert!(!long.is_late() && long.cpu_seconds >= 1.0, "{long:?}");
}

#[test]
fn the_memory_limit_holds_and_ends_in_an_answer() {
    let tasks = Tasks::new("memory").add("large.c", TAKES_MEMORY, "true");
    let output = tasks.bench(&["--time", "100", "--memory", "50"]);
    assert_eq!(output.status.code(), Some(0));
    let large = &tasks.results()[0];
    assert_eq!(large.answer(), "UNKNOWN(out-of-memory)", "{large:?}");
    // Not more than a tenth over, and not long before.
    assert!(!large.is_too_large() && large.memory_mb >= 50, "{large:?}");
}

#[test]
fn an_interrupt_ends_the_children_and_leaves_a_valid_file() {
    let tasks = Tasks::new("interrupted").add("a.c", HOLDS, "true").add("b.c", TAKES_LONG, "true");
    let words = ["--jobs", "1", "--time", "100"];
    let mut command = tasks.command(&words);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("the first result", || ResultFile::read(&tasks.path("results.csv")).is_ok());
    wait_until("the second task runs", || is_running(&tasks.path("b.c")));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("interrupted after 1 of 2 tasks"), "{}", stderr(&output));
    // The preprocessor of the child may outlive it for a moment.
    wait_until("the child ends", || !is_running(&tasks.path("b.c")));
    assert_eq!(tasks.results().len(), 1);
}

#[test]
fn children_end_with_a_parent_that_is_killed() {
    let tasks = Tasks::new("killed").add("c.c", TAKES_LONG, "true");
    for signal in [rustix::process::Signal::KILL, rustix::process::Signal::TERM] {
        let mut command = tasks.command(&["--jobs", "1", "--time", "100"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("the task runs", || is_running(&tasks.path("c.c")));
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, signal).unwrap();
        child.wait().unwrap();
        wait_until("the child ends", || !is_running(&tasks.path("c.c")));
    }
}

/// Whether a process other than the measurement itself has the file among its arguments.
fn is_running(file: &Path) -> bool {
    let file = file.to_str().unwrap();
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes.into_iter().any(|process| {
        let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(file)
    })
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}: not within a minute");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_comparison_fails_where_an_answer_is_lost() {
    let tasks = Tasks::new("compared").add("a.c", HOLDS, "true").add("b.c", FAILS, "false");
    assert_eq!(tasks.bench(&[]).status.code(), Some(0));
    let new = tasks.path("results.csv");
    let old = tasks.path("old.csv");
    std::fs::copy(&new, &old).unwrap();
    let text = std::fs::read_to_string(&new).unwrap();
    let text = text.replace("TRUE,,correct true", "UNKNOWN,timeout,unknown");
    std::fs::write(&new, text).unwrap();
    let compare = |old: &Path, new: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_linchpin"));
        command.args(["bench", "--compare"]).arg(old).arg(new).output().unwrap()
    };
    let worse = compare(&old, &new);
    assert_eq!(worse.status.code(), Some(1));
    assert!(stdout(&worse).starts_with("lost: a.c (unreach-call): UNKNOWN(timeout) in "));
    assert_eq!(compare(&new, &old).status.code(), Some(0));
    assert_eq!(compare(&new, &tasks.path("a.c")).status.code(), Some(3));
}

#[test]
fn a_folder_of_task_definitions_is_read_with_its_subfolders() {
    let tasks = Tasks::new("folder");
    let inner = tasks.path("inner");
    std::fs::create_dir_all(&inner).unwrap();
    let property = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    std::fs::write(tasks.path("unreach-call.prp"), property).unwrap();
    std::fs::write(
        tasks.path("cover.prp"),
        "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n",
    )
    .unwrap();
    std::fs::write(inner.join("a.c"), FAILS).unwrap();
    let definition = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  \
                      - property_file: ../cover.prp\n  - property_file: ../unreach-call.prp\n    \
                      expected_verdict: false\noptions:\n  language: C\n  data_model: ILP32\n";
    std::fs::write(inner.join("a.yml"), definition).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_linchpin"));
    let output = command.arg("bench").arg(&tasks.folder).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("\ninner  unreach-call      1     0      1"), "{text}");
}
