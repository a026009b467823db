//! Answers about random protocols, held against a second reader of the language.
//!
//! A few of each kind, and the files of the tests; `cargo xtask protocols` takes as many as one likes.

use std::path::Path;

use protocol_oracle::compare::{Counts, Effort, KINDS, judge, judge_file};

/// Protocols of each kind.
const COUNT: u64 = 6;

#[test]
fn what_is_answered_about_random_protocols_is_so() {
    let tool = Path::new(env!("CARGO_BIN_EXE_linchpin"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let effort = Effort { seconds: 2, states: 1_000, most_processes: 3 };
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    for seed in 0..COUNT {
        for kind in KINDS {
            match judge(tool, folder, kind, seed, effort) {
                Ok(found) => counts.add(found),
                Err(what) => wrong.push(what),
            }
        }
    }
    eprintln!("{counts:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(counts.violated > 0 && counts.instances > 0, "nothing was compared: {counts:?}");
}

/// What the files of the tests say about the language is what the guide says.
#[test]
fn what_is_answered_about_files_is_so() {
    let tool = Path::new(env!("CARGO_BIN_EXE_linchpin"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/protocol/language");
    let effort = Effort { seconds: 2, states: 1_000, most_processes: 3 };
    let mut n_files = 0;
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(&folder).expect("the folder is part of the repository") {
        let file = entry.expect("the folder can be read").path();
        let text = std::fs::read_to_string(&file).expect("a test is a text");
        n_files += 1;
        if let Err(what) = judge_file(tool, &file, &text, effort) {
            wrong.push(format!("{}: {what}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(n_files > 0, "no file was compared");
}
