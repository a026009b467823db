//! Who is in control: Ctrl-C, standard input and output, and documents for programs.

// The lint knows tests by their attribute, and not what they call.
#![allow(clippy::unwrap_used)]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// No sum of two cubes is a cube (Fermat); a solver has much to do with it.
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
const FAILS: &str = "void reach_error(void) {}\nint main(void) { reach_error(); return 0; }\n";

fn linchpin(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linchpin"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    command.args(words).current_dir(root).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn with_input(words: &[&str], input: &str) -> Output {
    let mut child = linchpin(words).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn how_far_a_search_came_is_told_under_a_limit() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("goes-on.c");
    let goes_on = "extern unsigned __VERIFIER_nondet_uint(void);\n\
        void reach_error(void) {}\n\
        int main(void) {\n\
          unsigned a = 1, b = 1, n = __VERIFIER_nondet_uint();\n\
          for (unsigned i = 0; i < n; i++) {\n\
            unsigned x = __VERIFIER_nondet_uint();\n\
            a = a * 3 + (x & 1) * 2;\n\
            b = b * 5 + (x & 2) * a;\n\
          }\n\
          if (a % 2 == 0) reach_error();\n\
          return b;\n\
        }\n";
    std::fs::write(&file, goes_on).unwrap();
    let words = ["--property", "unreach-call", "--engine", "bounded", "--cpu-time", "3"];
    let output = linchpin(&["verify", file.to_str().unwrap()]).args(words).output().unwrap();
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{report}");
    assert!(report.contains("(no failure within "), "{report}");
}

#[test]
fn an_answer_that_is_lost_is_no_success() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = linchpin(&["verify", "examples/c/average-mended.c"]);
    let output = command.stdout(Stdio::from(full)).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("cannot write the output"));
}

#[test]
fn an_interrupt_is_answered_within_a_second_while_a_solver_works() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("takes-long.c");
    std::fs::write(&file, TAKES_LONG).unwrap();
    let child = linchpin(&["verify", file.to_str().unwrap(), "--property", "unreach-call"]).spawn();
    let child = child.unwrap();
    // Long enough that concrete runs are over, and the solver is at it.
    std::thread::sleep(Duration::from_secs(4));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let asked = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    assert_eq!(output.status.code(), Some(2));
    let report = text(&output.stdout);
    assert!(report.starts_with("Could not tell: it was interrupted.\n"));
    assert!(report.ends_with("\nUNKNOWN(interrupted)\n"));
    assert!(report.contains("concrete runs found no violation"), "{report}");
    assert!(report.contains("open: `reach_error` is never called"), "{report}");
}

#[test]
fn a_program_comes_by_the_standard_input() {
    let output = with_input(&["verify", "-", "--property", "unreach-call"], FAILS);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("--> <stdin>:2:18"), "{}", text(&output.stdout));
    let refused = with_input(&["verify", "-", "--witness", "w.yml"], FAILS);
    assert_eq!(refused.status.code(), Some(3));
}

#[test]
fn a_file_goes_to_the_standard_output_and_the_report_beside_it() {
    let words = ["verify", "-", "--property", "unreach-call", "--sarif", "-"];
    let output = with_input(&words, FAILS);
    let sarif: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert!(text(&output.stderr).ends_with("FALSE(unreach-call)\n"));
}

#[test]
fn documents_have_the_form_that_the_schema_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let schema = std::fs::read_to_string(root.join("docs/report.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let commands: [&[&str]; 9] = [
        &["verify", "tests/cli/input/reaches-error.c", "--data-model", "ILP32"],
        &["verify", "tests/cli/input/empty-main.c"],
        &["verify", "tests/cli/input/syntax-error.i"],
        &["verify", "tests/cli/input/unreachable.yml"],
        &["verify", "examples/c/average.c", "--property", "no-overflow"],
        &["verify", "tests/verify/asked/all-violations.c", "--all"],
        &["verify", "nowhere.c"],
        &["verify", "--no-such-option"],
        &["verify", "tests/cli/input/empty-main.c", "--property", "termination"],
    ];
    for words in commands {
        let output = linchpin(words).arg("--json").output().unwrap();
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        fits(&document, &schema, &schema, &words.join(" "));
        assert!(output.stderr.is_empty(), "{words:?}: {}", text(&output.stderr));
        assert_eq!(document.get("verdict").is_none(), output.status.code() == Some(3), "{words:?}");
    }
}

/// Holds a value against the few words of JSON Schema that ours uses.
fn fits(value: &Value, schema: &Value, root: &Value, place: &str) {
    if let Some(reference) = schema.get("$ref") {
        let pointer = reference.as_str().unwrap().trim_start_matches('#');
        return fits(value, root.pointer(pointer).unwrap(), root, place);
    }
    if let Some(values) = schema.get("enum") {
        assert!(values.as_array().unwrap().contains(value), "{place}: {value}");
    }
    let is_of_type = match schema.get("type").and_then(Value::as_str) {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64(),
        Some(other) => panic!("{place}: the type `{other}`"),
        None => true,
    };
    assert!(is_of_type, "{place}: {value}");
    for key in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        assert!(value.get(key.as_str().unwrap()).is_some(), "{place}: `{key}` is missing");
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        fits(item, &schema["items"], root, &format!("{place}[{index}]"));
    }
    let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    for (key, value) in value.as_object().into_iter().flatten() {
        match schema.get("properties").and_then(|it| it.get(key)) {
            Some(schema) => fits(value, schema, root, &format!("{place}.{key}")),
            None => assert!(!is_closed, "{place}: the schema has no `{key}`"),
        }
    }
}
