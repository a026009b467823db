//! Answers about random protocols, held against a second reader of the language.
//!
//! A few of each kind; `cargo xtask protocols` takes as many as one likes.

use std::path::Path;

use protocol_oracle::compare::{Counts, Effort, KINDS, judge};

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
