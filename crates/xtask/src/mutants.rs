//! Known correct programs of a corpus with one edit, judged by running them.
//!
//! A bound is moved, an operator exchanged, a constant changed or a statement dropped, and the
//! result is compiled and run on random inputs. A run that calls the error function refutes `TRUE`;
//! nothing refutes `FALSE` here, which is replayed before it is printed, so that only what is
//! answered `TRUE` is compiled and run. Most edits leave the
//! program correct or break it in a way that random inputs do not find; only a contradiction and
//! an internal error count. Nothing of the corpus is copied into the repository: what contradicts
//! is kept in `target/mutants/`.
//!
//! What a run does behind undefined behaviour says nothing, so programs are compiled with the
//! sanitizers that end them there; signed arithmetic wraps, as our reading of C has it where it is
//! not asked about.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use c_generate::Choices;

use crate::{process, tree};

/// Longer programs take too long to be answered for many of their edits.
const MAX_BYTES: u64 = 20_000;
/// Runs of one program.
const N_RUNS: usize = 40;
/// Exit code of a run that calls the error function.
const ERROR_CALLED: i32 = 97;

/// The other side of the program: inputs from a seed, small ones most of the time.
const HARNESS: &str = r#"
#include <stdlib.h>
#include <unistd.h>
static unsigned long long state;
__attribute__((constructor)) static void begin(void) {
  const char *seed = getenv("MUTANT_SEED");
  state = seed ? strtoull(seed, 0, 10) : 1;
  alarm(1);
}
static unsigned long long next(void) {
  state += 0x9e3779b97f4a7c15ull;
  unsigned long long z = state;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  switch (z & 7) {
  case 0: return z >> 3;
  case 1: return -(z >> 60);
  case 2: return z >> 54;
  default: return z >> 61;
  }
}
#define INPUT(type, name) type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(int, int) INPUT(unsigned, uint) INPUT(unsigned, unsigned) INPUT(long, long) INPUT(unsigned long, ulong)
INPUT(short, short) INPUT(unsigned short, ushort) INPUT(char, char) INPUT(unsigned char, uchar)
INPUT(long long, longlong) INPUT(unsigned long long, ulonglong) INPUT(unsigned, u32) INPUT(unsigned long, size_t)
INPUT(double, double) INPUT(float, float)
_Bool __VERIFIER_nondet_bool(void) { return next() & 1; }
__attribute__((weak)) void __VERIFIER_assume(int condition) { if (!condition) _exit(0); }
__attribute__((weak)) void __VERIFIER_error(void) { _exit(97); }
__attribute__((weak)) void reach_error(void) { _exit(97); }
"#;

/// A task that is labelled correct.
struct Task {
    program: PathBuf,
    property: PathBuf,
    model: &'static str,
    flag: &'static str,
}

pub fn run(
    corpus: &Path,
    count: usize,
    seed: u64,
    cpu_time: f64,
    linchpin: Option<&Path>,
) -> anyhow::Result<()> {
    let tasks = tasks(corpus)?;
    if tasks.is_empty() {
        bail!("no task below {} is labelled correct", corpus.display());
    }
    let work = Work::new(linchpin)?;
    let mut tally = Tally::default();
    let cpu_time = cpu_time.to_string();
    for number in 0..count {
        let mut choices = Choices::seeded(seed.wrapping_add(number as u64));
        let task = choices.pick(&tasks);
        let text = String::from_utf8_lossy(&fs::read(&task.program)?).into_owned();
        let Some((edited, what)) = edit(&text, &mut choices) else { continue };
        tally.n_edited += 1;
        let answer = work.verdict(task, &edited, &cpu_time)?;
        tally.count(answer);
        let runs = match answer {
            Some(0) => work.runs(task, &edited)?,
            _ => Runs::NotMade,
        };
        tally.n_true_not_compiled += usize::from(runs == Runs::NotCompiled);
        let is_wrong = matches!(runs, Runs::FailWith(_)) || !matches!(answer, Some(0..=3));
        if is_wrong {
            tally.n_wrong += 1;
            let name = task.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let kept = work.folder.join(format!("{}-{name}", seed.wrapping_add(number as u64)));
            fs::write(&kept, &edited)?;
            println!("{}: {what}; exit code {answer:?}, {runs:?}", kept.display());
        }
        if number % 50 == 49 {
            eprintln!("{tally:?}");
        }
    }
    println!("{tally:?}");
    if tally.n_wrong > 0 {
        bail!("wrong answers, kept in {}", work.folder.display());
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Tally {
    n_edited: usize,
    n_true: usize,
    n_true_not_compiled: usize,
    n_false: usize,
    n_unknown: usize,
    n_refused: usize,
    n_wrong: usize,
}

impl Tally {
    fn count(&mut self, code: Option<i32>) {
        match code {
            Some(0) => self.n_true += 1,
            Some(1) => self.n_false += 1,
            Some(3) => self.n_refused += 1,
            _ => self.n_unknown += 1,
        }
    }
}

/// What runs of an edited program showed.
#[derive(Debug, PartialEq, Eq)]
enum Runs {
    NotMade,
    NotCompiled,
    /// None of them calls the error function.
    Pass,
    /// The one with this seed does.
    FailWith(usize),
}

/// All tasks of a folder that ask about calls and are labelled correct.
fn tasks(corpus: &Path) -> anyhow::Result<Vec<Task>> {
    let mut tasks = Vec::new();
    let mut folders = vec![corpus.to_owned()];
    while let Some(folder) = folders.pop() {
        let listed = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        let mut entries: Vec<PathBuf> =
            listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "yml")
                && let Some(task) = read_task(&path, &fs::read_to_string(&path)?)
            {
                tasks.push(task);
            }
        }
    }
    Ok(tasks)
}

/// Reads as much of a task definition as is needed here.
fn read_task(path: &Path, text: &str) -> Option<Task> {
    let folder = path.parent()?;
    let value = |line: &str, key: &str| {
        let line = line.trim().trim_start_matches("- ");
        let rest = line.strip_prefix(key)?.trim_start().strip_prefix(':')?;
        Some(rest.trim().trim_matches(['\'', '"']).to_owned())
    };
    let input = text.lines().find_map(|line| value(line, "input_files"))?;
    let mut lines = text.lines();
    let property = lines.find_map(|line| {
        value(line, "property_file").filter(|file| file.ends_with("unreach-call.prp"))
    })?;
    let expected = lines.next().and_then(|line| value(line, "expected_verdict"))?;
    let model = text.lines().find_map(|line| value(line, "data_model"));
    let (model, flag) = match model.as_deref() {
        Some("LP64") => ("LP64", "-m64"),
        _ => ("ILP32", "-m32"),
    };
    let program = folder.join(input);
    let is_small = fs::metadata(&program).is_ok_and(|data| data.len() <= MAX_BYTES);
    let task = Task { program, property: folder.join(property), model, flag };
    (expected == "true" && is_small).then_some(task)
}

/// Exchanges that keep most programs valid.
const EXCHANGES: [(&str, &str); 14] = [
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" == ", " != "),
    (" != ", " == "),
    (" + ", " - "),
    (" - ", " + "),
    (" && ", " || "),
    (" || ", " && "),
    ("++", "--"),
    ("--", "++"),
    ("<", "<="),
    (" * ", " + "),
];

/// The program with one edit, and what it is.
fn edit(text: &str, choices: &mut Choices) -> Option<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let candidates: Vec<usize> = (0..lines.len()).filter(|at| is_code(lines[*at])).collect();
    for _ in 0..30 {
        if candidates.is_empty() {
            return None;
        }
        let at = *choices.pick(&candidates);
        let line = lines[at];
        let edited = match choices.below(4) {
            0 | 1 => exchange(line, choices),
            2 => change_number(line, choices),
            _ => drop_statement(line),
        };
        if let Some(edited) = edited {
            let mut all: Vec<&str> = lines.clone();
            all[at] = &edited;
            let what = format!("line {}: `{}` became `{}`", at + 1, line.trim(), edited.trim());
            return Some((all.join("\n") + "\n", what));
        }
    }
    None
}

fn is_code(line: &str) -> bool {
    let line = line.trim();
    let is_declaration = ["extern", "typedef", "#", "/*", "*", "//"];
    !line.is_empty()
        && !is_declaration.iter().any(|start| line.starts_with(start))
        && !line.contains("__VERIFIER_error")
        && !line.contains("__VERIFIER_assert(int")
}

fn exchange(line: &str, choices: &mut Choices) -> Option<String> {
    let (from, to) = *choices.pick(&EXCHANGES);
    let at = line.find(from)?;
    Some(format!("{}{to}{}", &line[..at], &line[at + from.len()..]))
}

fn change_number(line: &str, choices: &mut Choices) -> Option<String> {
    let bytes = line.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_start = |at: usize| {
        let before = at.checked_sub(1).map(|at| bytes[at]);
        is_digit(at)
            && !before.is_some_and(|it| it.is_ascii_alphanumeric() || it == b'_' || it == b'.')
    };
    let starts: Vec<usize> = (0..bytes.len()).filter(|at| is_start(*at)).collect();
    if starts.is_empty() {
        return None;
    }
    let start = *choices.pick(&starts);
    let end = (start..).find(|at| !is_digit(*at))?;
    let number: u64 = line[start..end].parse().ok()?;
    let changed = match choices.below(3) {
        0 => number + 1,
        1 => number.saturating_sub(1),
        _ => number * 2 + 3,
    };
    (changed != number).then(|| format!("{}{changed}{}", &line[..start], &line[end..]))
}

fn drop_statement(line: &str) -> Option<String> {
    let is_assignment =
        line.contains(" = ") || line.contains("++") || line.contains("--") || line.contains("+=");
    let is_plain = line.trim_end().ends_with(';') && !line.contains(['{', '}', '(']);
    let first = line.split_whitespace().next()?;
    let types = [
        "int", "unsigned", "char", "long", "short", "_Bool", "const", "static", "struct", "double",
        "float", "return", "for",
    ];
    (is_assignment && is_plain && !types.contains(&first)).then(|| ";".to_owned())
}

struct Work {
    folder: PathBuf,
    linchpin: PathBuf,
}

impl Work {
    fn new(linchpin: Option<&Path>) -> anyhow::Result<Self> {
        let target = tree::root().join("target");
        let folder = target.join("mutants");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("harness.c"), HARNESS)?;
        let linchpin = process::keep_linchpin(linchpin, &folder)?;
        Ok(Self { folder, linchpin })
    }

    /// Compiles the program and runs it, until it calls the error function.
    fn runs(&self, task: &Task, text: &str) -> anyhow::Result<Runs> {
        fs::write(self.folder.join("mutant.c"), text)?;
        let compiled = Command::new("cc")
            .current_dir(&self.folder)
            .args(["-std=gnu11", "-w", "-O0", "-fwrapv", "-fsanitize=address,undefined"])
            .args(["-fno-sanitize=alignment", "-fno-sanitize-recover=undefined"])
            .args(["-o", "mutant", task.flag, "mutant.c", "harness.c", "-lm"])
            .stderr(Stdio::null())
            .status()
            .context("cannot start `cc`")?;
        if !compiled.success() {
            return Ok(Runs::NotCompiled);
        }
        for seed in 0..N_RUNS {
            let status = Command::new(self.folder.join("mutant"))
                .env("MUTANT_SEED", (seed * 7919).to_string())
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()?;
            if status.code() == Some(ERROR_CALLED) {
                return Ok(Runs::FailWith(seed));
            }
            // Killed by its own alarm: the others take as long.
            if status.code().is_none() && seed >= 2 {
                break;
            }
        }
        Ok(Runs::Pass)
    }

    fn verdict(&self, task: &Task, text: &str, cpu_time: &str) -> anyhow::Result<Option<i32>> {
        let extension = task.program.extension().unwrap_or_default();
        let path = self.folder.join("asked").with_extension(extension);
        fs::write(&path, text)?;
        let output = Command::new(&self.linchpin)
            .arg("verify")
            .arg(&path)
            .arg("--property")
            .arg(&task.property)
            .args(["--data-model", task.model, "--cpu-time", cpu_time])
            .stdin(Stdio::null())
            .output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        let is_internal = said.contains("UNKNOWN(internal-error)");
        Ok(if is_internal { Some(4) } else { output.status.code() })
    }
}
