//! Every model beside the function of the system's C library, on random arguments.
//!
//! The models are compiled with all names of the library changed (`strlen` to `model_strlen`) and
//! linked with a program below `against_libc/` that calls both and prints where they differ. Where
//! the library may choose, the program asks whether the real result is one that the model allows: one
//! within what many calls of the model give (`WITHIN`), or, where bytes come from outside, the one
//! that it gives for these bytes (`coming`).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names that the models define, found as the preprocessor would need them.
fn renamings(sources: &[PathBuf]) -> Vec<String> {
    let mut names = std::collections::BTreeSet::new();
    for source in sources {
        let text = std::fs::read_to_string(source).expect("models can be read");
        for (at, _) in text.match_indices('(') {
            let before = &text[..at];
            let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let name = &before[start.map_or(0, |start| start + 1)..];
            let is_one = !c_library::models([name]).is_empty() && !name.starts_with("__linchpin");
            if is_one {
                names.insert(name.to_owned());
            }
        }
    }
    let define = |name: &String| format!("-D{name}=model_{name}");
    let mut renamings: Vec<String> = names.iter().map(define).collect();
    // Objects.
    for name in [
        "stdin",
        "stdout",
        "stderr",
        "environ",
        "tzname",
        "timezone",
        "daylight",
        "__tzname",
        "__timezone",
        "__daylight",
        "optarg",
        "optind",
        "opterr",
        "optopt",
    ] {
        renamings.push(format!("-D{name}=model_{name}"));
    }
    renamings
}

fn models() -> Vec<PathBuf> {
    let mut sources = Vec::new();
    for folder in std::fs::read_dir(folder().join("models")).expect("the models are there") {
        let folder = folder.expect("folders can be read").path();
        if ["thunk", "start", "threads"].iter().any(|it| folder.ends_with(it)) {
            continue;
        }
        for source in std::fs::read_dir(folder).expect("folders can be read") {
            let source = source.expect("folders can be read").path();
            // The tests say it themselves.
            if !source.ends_with("getopt_order.c") {
                sources.push(source);
            }
        }
    }
    sources.sort();
    sources
}

/// The models under their other names, compiled once.
fn objects() -> &'static [PathBuf] {
    static OBJECTS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    OBJECTS.get_or_init(|| {
        let sources = models();
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
        std::fs::create_dir_all(&out).expect("a folder for what is built");
        let renamings = renamings(&sources);
        let compile = |(number, source): (usize, &PathBuf)| {
            let object = out.join(format!("{number}.o"));
            let mut cc = Command::new("cc");
            cc.args(["-w", "-O1", "-fno-builtin", "-fsanitize=undefined"]);
            cc.args(["-fno-sanitize-recover=all", "-c"]).args(&renamings);
            let status = cc.arg(source).arg("-o").arg(&object).status().expect("a C compiler");
            assert!(status.success(), "{}", source.display());
            object
        };
        sources.iter().enumerate().map(compile).collect()
    })
}

fn agree(subject: &str) {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("against_libc_{subject}"));
    let mut cc = Command::new("cc");
    cc.args(["-w", "-O1", "-fno-builtin", "-fsanitize=undefined"]);
    cc.arg(folder().join(format!("tests/against_libc/{subject}.c"))).args(objects());
    let status = cc.arg("-o").arg(&program).arg("-lm").status().expect("a C compiler");
    assert!(status.success(), "{subject}.c");
    let output = Command::new(program).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
}

#[test]
fn string() {
    agree("string");
}

#[test]
fn stdlib() {
    agree("stdlib");
}

#[test]
fn stdio() {
    agree("stdio");
}

#[test]
fn streams() {
    agree("streams");
}

#[test]
fn time() {
    agree("time");
}

#[test]
fn unistd() {
    agree("unistd");
}

#[test]
fn math() {
    agree("math");
}

#[test]
fn options() {
    agree("options");
}

#[test]
fn wide() {
    agree("wide");
}

#[test]
fn locale() {
    agree("locale");
}

#[test]
fn system() {
    agree("system");
}

#[test]
fn inet() {
    agree("inet");
}

#[test]
fn messages() {
    agree("messages");
}
