//! `--cross-check` against real solvers where they are installed, and against scripted ones.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = "extern unsigned __VERIFIER_nondet_uint(void);\n\
                       extern void reach_error(void);\n\
                       int main(void)\n{\n  unsigned x = 0;\n\
                       while (__VERIFIER_nondet_uint())\n    x += 2;\n\
                       if (x % 2)\n    reach_error();\n  return 0;\n}\n";

/// A folder of its own for each test, with the program in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("works in tests");
    std::fs::write(folder.join("even.c"), PROGRAM).expect("works in tests");
    folder
}

fn verify(folder: &Path, solver: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linchpin"));
    command.current_dir(folder).args(["verify", "even.c", "--cross-check", solver]);
    command.output().expect("works in tests")
}

/// A solver that gives the same answer to every question.
fn scripted(folder: &Path, answer: &str) -> String {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join(format!("says-{answer}"));
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do\n  case $line in *check-sat*) echo {answer};; esac\ndone\n"
    );
    std::fs::write(&path, script).expect("works in tests");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
        .expect("works in tests");
    path.to_string_lossy().into_owned()
}

fn agrees(solver: &str) {
    if Command::new(solver).arg("--version").output().is_err() {
        eprintln!("skipped: `{solver}` is not installed");
        return;
    }
    let output = verify(&folder(solver), solver);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains(&format!("cross-check: `{solver}` gives the same answer to")), "{text}");
    assert!(text.ends_with("TRUE\n") && !text.contains("none to"), "{text}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn cvc5_agrees() {
    agrees("cvc5");
}

#[test]
fn z3_agrees() {
    agrees("z3");
}

#[test]
fn a_solver_that_disagrees_leaves_no_verdict() {
    let folder = folder("disagrees");
    let output = verify(&folder, &scripted(&folder, "sat"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("the solvers disagree on a proof"), "{text}");
    assert!(text.ends_with("UNKNOWN(internal-error)\n"), "{text}");
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn a_solver_that_cannot_tell_is_mentioned() {
    let folder = folder("cannot-tell");
    let output = verify(&folder, &scripted(&folder, "unknown"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("gives the same answer to 0 questions, and none to"), "{text}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_solver_that_is_not_there_is_bad_usage() {
    let output = verify(&folder("missing"), "no-such-solver");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.starts_with("error: cannot start the solver `no-such-solver`"), "{text}");
    assert_eq!(output.status.code(), Some(3));
}
