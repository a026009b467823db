//! Tests of the SARIF log: its structure, and what edits leave alone.

use serde_json::Value;
use source::{Source, Span};
use verdict::{CheckKind, CheckResult, CheckStatus, Outcome, Reason, RunStep, Verdict, Violation};

use super::render;

const PROGRAM: &str = "int f(int x)\n{\n  return x + 1;\n}\n";

fn log(before: &str) -> Value {
    let (source, outcome) = overflowing(before);
    serde_json::from_str(&render(&outcome, &source)).unwrap()
}

/// The outcome of a program in which `x + 1` overflows, with this text before it.
fn overflowing(before: &str) -> (Source, Outcome) {
    let text = format!("{before}{PROGRAM}");
    let lo = text.find("x + 1").unwrap() as u32;
    let span = Span::new(lo, lo + 5);
    let source = Source::new("dir/a b.c", text.into_bytes());
    let step = |effects: &[&str]| RunStep {
        span,
        function: "f".into(),
        depth: 1,
        thread: None,
        effects: effects.iter().map(|it| (*it).to_owned()).collect(),
    };
    let check = |status| CheckResult {
        kind: CheckKind::SignedOverflow,
        span,
        function: "f".into(),
        text: "`x + 1` fits `int`".into(),
        status,
        known: None,
        accepted: None,
    };
    let outcome = Outcome {
        verdict: Verdict::False,
        violation: Some(Violation {
            kind: CheckKind::SignedOverflow,
            property: "no-overflow",
            span,
            message: "does not hold: `x + 1` fits `int`".into(),
            inputs: Vec::new(),
            waypoints: Vec::new(),
            schedule: Vec::new(),
            environment: verdict::Environment::default(),
            steps: vec![step(&["x = 2147483647"]), step(&[])],
        }),
        others: Vec::new(),
        checks: vec![
            check(CheckStatus::Violated),
            check(CheckStatus::Open),
            check(CheckStatus::Proved),
        ],
        ..Outcome::unknown(Reason::Timeout)
    };
    (source, outcome)
}

#[test]
fn the_log_has_the_structure_of_the_standard() {
    let log = log("");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), CheckKind::ALL.len());
    for rule in rules {
        assert!(rule["id"].is_string() && rule["shortDescription"]["text"].is_string());
        assert!(rule["fullDescription"]["text"].is_string() && rule["help"]["text"].is_string());
        let tags = rule["properties"]["tags"].as_array().unwrap();
        let severity = &rule["properties"]["security-severity"];
        assert_eq!(tags.contains(&"security".into()), severity.is_string(), "{rule}");
    }
    let results = run["results"].as_array().unwrap();
    // What is open is no alert, and is not lost either.
    assert_eq!(results.len(), 1);
    let undecided = &run["properties"]["undecided"];
    assert_eq!(undecided.as_array().unwrap().len(), 1);
    assert_eq!(undecided[0]["text"], "neither proved nor refuted: `x + 1` fits `int`");
    for result in results {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(result["message"]["text"].is_string());
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "dir/a%20b.c");
        assert_eq!(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
        let region = &place["region"];
        assert_eq!((&region["startLine"], &region["startColumn"]), (&3.into(), &10.into()));
        assert_eq!(region["endColumn"], 15);
        assert_eq!((&result["kind"], &result["level"]), (&"fail".into(), &"error".into()));
    }
    let flow = &results[0]["codeFlows"][0]["threadFlows"][0]["locations"];
    assert_eq!(flow.as_array().unwrap().len(), 2);
    assert_eq!(flow[0]["location"]["message"]["text"], "x = 2147483647");
    assert_eq!(flow[0]["nestingLevel"], 1);
    let tags = &rules[2]["properties"]["tags"];
    assert!(tags.as_array().unwrap().contains(&"external/cwe/cwe-190".into()));
}

#[test]
fn fingerprints_survive_edits_elsewhere_and_tell_equal_lines_apart() {
    let print = |log: &Value| log["runs"][0]["results"][0]["partialFingerprints"].clone();
    let before = print(&log(""));
    assert!(before["linchpinCheck/v1"].is_string());
    assert_eq!(before, print(&log("/* more\n   lines */\n\nint y;\n")));
    let (source, outcome) = overflowing("");
    let all = super::fingerprints(&outcome, &source);
    assert_ne!(all[0], all[1]);
}

#[test]
fn files_below_the_working_directory_are_relative() {
    let here = std::env::current_dir().unwrap();
    let path = here.join("src/a.c");
    assert_eq!(super::below_working_directory(&path.to_string_lossy()), "src/a.c");
    assert_eq!(super::below_working_directory("./a.c"), "a.c");
    assert_eq!(super::below_working_directory("/usr/include/assert.h"), "/usr/include/assert.h");
}

#[test]
fn each_thread_has_a_flow_and_one_order_goes_through_them() {
    let source = Source::new("a.c", b"x\ny\nz\n".to_vec());
    let span = Span::new(0, 1);
    let step = |thread| RunStep {
        span,
        function: "f".into(),
        depth: 0,
        thread: Some(thread),
        effects: vec!["x = 1".into()],
    };
    let violation = Violation {
        kind: CheckKind::UnreachCall,
        property: "unreach-call",
        span,
        message: "does not hold".into(),
        inputs: Vec::new(),
        waypoints: Vec::new(),
        schedule: Vec::new(),
        environment: verdict::Environment::default(),
        steps: vec![step(1), step(2), step(1)],
    };
    let flows = &super::code_flows(&violation, &source)[0]["threadFlows"];
    assert_eq!((&flows[0]["id"], &flows[1]["id"]), (&"thread 1".into(), &"thread 2".into()));
    let order = |flow: usize, at: usize| flows[flow]["locations"][at]["executionOrder"].clone();
    assert_eq!([order(0, 0), order(1, 0), order(0, 1)], [1, 2, 3]);
}
