//! What comes with the program: its version, completions, the manual, and options of a project.

// The lint knows tests by their attribute, and not what they call.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Fails where `LIMIT` is not 4, and overflows if it is asked for.
const PROGRAM: &str = "\
#include <assert.h>
#include \"limit.h\"
int main(void) { assert(LIMIT == 4); return 0; }
";

/// A folder of this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn linchpin(words: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linchpin"));
    command.args(words).current_dir(folder).env("NO_COLOR", "1").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_version_names_the_solver() {
    let version = text(&linchpin(&["--version"], Path::new(".")).stdout);
    assert!(version.starts_with("linchpin ") && version.contains("Z3 4."), "{version}");
    let short = text(&linchpin(&["-V"], Path::new(".")).stdout);
    assert_eq!(short, concat!("linchpin ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn shells_and_the_manual_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let completions = text(&linchpin(&["completions", shell], Path::new(".")).stdout);
        assert!(completions.contains("cross-check"), "{shell}");
    }
    let folder = folder("manual");
    assert!(linchpin(&["man", "pages"], &folder).status.success());
    for page in ["linchpin.1", "linchpin-verify.1", "linchpin-bench.1"] {
        let page = std::fs::read_to_string(folder.join("pages").join(page)).unwrap();
        assert!(page.contains(".TH"), "{page}");
    }
}

#[test]
fn a_project_has_its_options_and_the_user_the_last_word() {
    let folder = folder("project");
    std::fs::create_dir_all(folder.join("inc")).unwrap();
    std::fs::create_dir_all(folder.join("src")).unwrap();
    std::fs::write(folder.join("inc/limit.h"), "#ifndef LIMIT\n#define LIMIT 4\n#endif\n").unwrap();
    std::fs::write(folder.join("src/a.c"), PROGRAM).unwrap();
    let config = "[compiler]\nI = [\"inc\"]\n[verify]\nproperty = [\"unreach-call\"]\n";
    std::fs::write(folder.join("linchpin.toml"), config).unwrap();
    let output = linchpin(&["verify", "src/a.c"], &folder);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let note = text(&output.stderr);
    assert!(note.contains("linchpin.toml`: -I inc --property unreach-call"), "{note}");
    let inside = linchpin(&["verify", "a.c", "-q"], &folder.join("src"));
    assert_eq!(text(&inside.stdout), "TRUE\n", "{}", text(&inside.stderr));
    let defined = linchpin(&["verify", "src/a.c", "-DLIMIT=5", "-q"], &folder);
    assert_eq!(text(&defined.stdout), "FALSE(unreach-call)\n");
    let without = linchpin(&["verify", "src/a.c", "--no-config"], &folder);
    assert_eq!(without.status.code(), Some(3));
    std::fs::write(folder.join("linchpin.toml"), "[verify]\nproprety = \"memsafety\"\n").unwrap();
    let refused = text(&linchpin(&["verify", "src/a.c"], &folder).stderr);
    assert!(refused.contains("(did you mean `property`?)"), "{refused}");
}

#[test]
fn a_measurement_is_dealt_out_to_machines_and_put_together() {
    let folder = folder("array");
    for name in ["a.c", "b.c", "c.c"] {
        std::fs::write(folder.join(name), "int main(void) { return 0; }\n").unwrap();
    }
    let manifest = "task,property,expected\na.c,unreach-call,true\nb.c,unreach-call,true\n\
                    c.c,unreach-call,true\n";
    std::fs::write(folder.join("tasks.csv"), manifest).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    // As the scheduler would, with an array that does not begin at 1 and has more jobs than tasks.
    for job in 7..=10 {
        let mut script = Command::new(root.join("contrib/slurm/bench-array.sh"));
        script.args(["tasks.csv", "results", "--time", "20"]).current_dir(&folder);
        script.env("LINCHPIN", env!("CARGO_BIN_EXE_linchpin"));
        script.env("SLURM_ARRAY_TASK_ID", job.to_string());
        script.env("SLURM_ARRAY_TASK_MIN", "7").env("SLURM_ARRAY_TASK_COUNT", "4");
        let output = script.output().unwrap();
        assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    }
    let parts = ["results/part-1.csv", "results/part-2.csv", "results/part-3.csv"];
    let words: Vec<&str> = ["bench", "--merge", "all.csv"].into_iter().chain(parts).collect();
    let merged = linchpin(&words, &folder);
    assert_eq!(merged.status.code(), Some(0), "{}", text(&merged.stderr));
    let all = std::fs::read_to_string(folder.join("all.csv")).unwrap();
    assert_eq!(all.lines().count(), 4, "{all}");
    let again = linchpin(&words, &folder);
    assert!(text(&again.stderr).contains("has results already"), "{}", text(&again.stderr));
}
