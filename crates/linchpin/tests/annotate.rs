//! What `linchpin invariants --annotate` writes is a program: the C compiler takes it, and so does
//! Frama-C, where it is installed.
//!
//! The programs are those of the file tests about invariants, whose loops are of every kind, and
//! the examples of the guide.

// The lint knows tests by their attribute, and not what they call.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// One that was annotated.
struct Annotated {
    path: PathBuf,
    text: String,
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn programs() -> Vec<PathBuf> {
    let mut programs = Vec::new();
    for folder in ["tests/invariants", "examples/c"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        programs.extend(entries.map(|entry| entry.unwrap().path()));
    }
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    // A file of functions has no loop that a run from `main` comes to.
    programs.retain(|path| std::fs::read_to_string(path).unwrap().contains("main("));
    programs.sort();
    programs
}

/// None where nothing is known of the loops, which is an answer, too.
fn annotate(program: &Path) -> Option<Annotated> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("annotate");
    std::fs::create_dir_all(&folder).unwrap();
    let name = program.file_name().unwrap().to_str().unwrap();
    let (plain, path) = (folder.join(name), folder.join(format!("annotated-{name}")));
    // The headers of file tests would be annotations, too.
    let text = std::fs::read_to_string(program).unwrap();
    std::fs::write(&plain, text.replace("//@", "//")).unwrap();
    let _ = std::fs::remove_file(&path);
    let mut command = Command::new(env!("CARGO_BIN_EXE_linchpin"));
    command.arg("invariants").arg(&plain).arg("--annotate").arg(&path);
    let output = command.output().unwrap();
    match output.status.code() {
        Some(0) => {
            let text = std::fs::read_to_string(&path).unwrap();
            Some(Annotated { path, text })
        }
        Some(2) => None,
        // Annotations speak of one thread, which is said.
        Some(3) if text.contains("pthread_create") => None,
        _ => panic!("{}:\n{}", program.display(), shown(&output)),
    }
}

fn shown(output: &Output) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

fn is_there(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[test]
fn annotated_programs_are_programs() {
    let annotated: Vec<Annotated> = programs().iter().filter_map(|it| annotate(it)).collect();
    let with = |what: &str| annotated.iter().filter(|it| it.text.contains(what)).count();
    // The test would hold of programs without a comment.
    assert!(with("loop invariant") >= 4, "{}", with("loop invariant"));
    assert!(with("/*@ assert") >= 1, "{}", with("/*@ assert"));
    for Annotated { path, .. } in &annotated {
        let mut cc = Command::new("cc");
        cc.args(["-std=gnu17", "-fsyntax-only", "-w"]).arg(path);
        let output = cc.output().unwrap();
        assert!(output.status.success(), "{}:\n{}", path.display(), shown(&output));
    }
    if !is_there("frama-c") {
        eprintln!("`frama-c` is not installed: its half of this test is left out");
        return;
    }
    // One start for all of them, which define `main` each, would be refused.
    for Annotated { path, .. } in &annotated {
        let mut command = Command::new("frama-c");
        let output = command.args(["-machdep", "gcc_x86_64"]).arg(path).output().unwrap();
        let text = shown(&output);
        let is_read = output.status.success() && !text.contains("annot-error");
        assert!(is_read, "{}:\n{text}", path.display());
    }
}
