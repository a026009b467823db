//! Round trips and messages.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use source::{Severity, Source, Span};
use verdict::InvariantPlace;

use crate::*;

/// A witness as it was before it was written: without places in a file.
fn without_spans(mut witness: Witness) -> Witness {
    witness.metadata.task.specification.span = Span::default();
    match &mut witness.content {
        Content::Correctness(invariants) => {
            for invariant in invariants {
                invariant.location.span = Span::default();
                invariant.value.span = Span::default();
            }
        }
        Content::Violation(segments) => {
            for waypoint in segments.iter_mut().flatten() {
                waypoint.location.span = Span::default();
                if let Some(constraint) = &mut waypoint.constraint {
                    constraint.span = Span::default();
                }
            }
        }
    }
    witness
}

fn location() -> impl Strategy<Value = Location> {
    let optional = |it: std::ops::Range<u32>| proptest::option::of(it);
    ("\\PC{0,12}", 1u32..100_000, optional(1..200), proptest::option::of("[a-z_]{1,8}")).prop_map(
        |(file_name, line, column, function)| Location {
            file_name,
            line,
            column,
            function,
            span: Span::default(),
        },
    )
}

fn expression() -> impl Strategy<Value = Expression> {
    // Whatever characters, those first that YAML could take for its own.
    prop_oneof![
        "[-a-z0-9 :#&*!|>'\"%@`{}\\[\\],?\\\\=<]{0,30}",
        "\\PC{0,20}",
        "[ \\t\\n\\r\\x00-\\x1f~\\x7f-\\xa0\u{2028}]{0,8}",
    ]
    .prop_map(Expression::new)
}

fn waypoint() -> impl Strategy<Value = Waypoint> {
    (0usize..4, location(), expression()).prop_map(|(ty, location, value)| {
        let ty = WaypointType::ALL[ty];
        let constraint = ty.has_constraint().then_some(value);
        Waypoint { ty, action: Action::Avoid, location, constraint }
    })
}

fn content() -> impl Strategy<Value = Content> {
    let invariant =
        (any::<bool>(), location(), expression()).prop_map(|(is_loop, location, value)| {
            let place = if is_loop { InvariantPlace::Loop } else { InvariantPlace::Statement };
            Invariant { place, location, value }
        });
    let segment = proptest::collection::vec(waypoint(), 1..4);
    let segments = (proptest::collection::vec(segment, 0..4), location());
    let violation = segments.prop_map(|(mut segments, location)| {
        for segment in &mut segments {
            segment.last_mut().expect("at least one waypoint").action = Action::Follow;
        }
        let target = WaypointType::Target;
        segments.push(vec![Waypoint {
            ty: target,
            action: Action::Follow,
            location,
            constraint: None,
        }]);
        Content::Violation(segments)
    });
    prop_oneof![
        proptest::collection::vec(invariant, 0..4).prop_map(Content::Correctness),
        violation,
    ]
}

fn made(content: Content, specification: Expression) -> Witness {
    let metadata = Metadata {
        format_version: "2.0".into(),
        uuid: String::new(),
        creation_time: timestamp(0),
        producer: Producer { name: "Linchpin".into(), version: "1.0".into() },
        task: Task {
            input_files: vec!["a b.c".into()],
            input_file_hashes: vec![("a b.c".into(), sha256_hex(b"int main;"))],
            specification,
            data_model: "ILP32".into(),
        },
    };
    Witness { metadata, content }.sealed()
}

#[test]
fn what_is_written_is_read_back() {
    let config = Config { cases: 300, failure_persistence: None, ..Config::default() };
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(config, random);
    let witnesses = (content(), expression()).prop_map(|(content, text)| made(content, text));
    let result = runner.run(&witnesses, |witness| {
        let source = Source::new("w.yml", write(&witness).into_bytes());
        let (read, diagnostics) = read(&source);
        let messages: Vec<_> = diagnostics.iter().map(|it| it.message.clone()).collect();
        let read = read.ok_or_else(|| TestCaseError::fail(messages.join("\n")))?;
        prop_assert_eq!(without_spans(read), witness);
        Ok(())
    });
    result.unwrap();
}

#[test]
fn equal_content_has_equal_identifiers() {
    let one = made(Content::Correctness(Vec::new()), Expression::new("a"));
    let mut later = one.clone();
    later.metadata.creation_time = timestamp(1_000_000);
    assert_eq!(later.sealed().metadata.uuid, one.metadata.uuid);
    let other = made(Content::Correctness(Vec::new()), Expression::new("b"));
    assert_ne!(other.metadata.uuid, one.metadata.uuid);
    assert_eq!(one.metadata.uuid.len(), 36);
    assert_eq!(&one.metadata.uuid[14..15], "8");
}

const HEAD: &str = "- entry_type: violation_sequence
  metadata:
    format_version: 2.0
    uuid: 1
    creation_time: now
    producer: {name: hand, version: 1}
    task:
      input_files: [a.c]
      input_file_hashes: {}
      specification: CHECK
      data_model: LP64
      language: C
";

/// The code and place of every message about a text.
fn messages(text: &str) -> Vec<String> {
    let source = Source::new("w.yml", text.as_bytes().to_vec());
    let (witness, diagnostics) = read(&source);
    let is_error = |it: &source::Diagnostic| it.severity == Severity::Error;
    assert_eq!(witness.is_none(), diagnostics.iter().any(is_error));
    let shown = diagnostics.iter();
    shown.map(|it| format!("{} {}", it.code, source.position(it.primary.span.lo))).collect()
}

fn of_content(content: &str) -> Vec<String> {
    messages(&format!("{HEAD}  content:\n{content}"))
}

const TARGET: &str = "    - segment: [{waypoint: {type: target, action: follow, location: {file_name: a.c, line: 1}}}]\n";

#[test]
fn unquoted_scalars_are_texts() {
    assert_eq!(of_content(TARGET), Vec::<String>::new());
    let branching = "    - segment:\n      - waypoint:\n          type: branching\n          \
                     action: follow\n          location: {file_name: a.c, line: 1}\n          \
                     constraint: {value: true}\n";
    let source =
        Source::new("w.yml", format!("{HEAD}  content:\n{branching}{TARGET}").into_bytes());
    let Content::Violation(segments) = read(&source).0.unwrap().content else { panic!() };
    assert_eq!(segments[0][0].constraint.as_ref().unwrap().text, "true");
}

#[test]
fn segments_keep_the_rules_of_the_format() {
    let is_refused = |content: &str, expected: &str| assert_eq!(of_content(content), [expected]);
    is_refused("    []\n", "E1009 w.yml:14:5");
    is_refused(&TARGET.replace("follow", "avoid"), "E1009 w.yml:14:16");
    is_refused(&TARGET.repeat(2), "E1009 w.yml:14:16");
    is_refused(&TARGET.replace("target", "function_enter"), "E1009 w.yml:14:16");
    is_refused(&TARGET.replace("target", "teleport"), "E1010 w.yml:14:35");
    is_refused(&TARGET.replace("follow", "fly"), "E1010 w.yml:14:51");
    is_refused(&TARGET.replace("line: 1", "line: 0"), "E1002 w.yml:14:92");
    is_refused(&TARGET.replace("target", "assumption"), "E1002 w.yml:14:28");
    let constrained = TARGET.replace("action", "constraint: {value: 1}, action");
    is_refused(&constrained, "E1010 w.yml:14:55");
}

#[test]
fn metadata_is_complete() {
    for key in ["format_version", "uuid", "creation_time", "producer", "task"] {
        let text = format!("{HEAD}  content:\n{TARGET}").replacen(key, "other", 1);
        assert_eq!(messages(&text), ["E1002 w.yml:3:5"], "{key}");
    }
    let text = format!("{HEAD}  content:\n{TARGET}");
    assert_eq!(messages(&text.replacen("2.0", "1.0", 1)), ["E1003 w.yml:3:21"]);
    assert_eq!(messages(&text.replacen("{}", "{a.c: 12}", 1)), ["E1004 w.yml:9:32"]);
    assert_eq!(messages(&text.replacen("LP64", "LP32", 1)), ["E1002 w.yml:11:19"]);
    assert_eq!(messages(&text.replacen("language: C", "language: Java", 1)), ["E1002 w.yml:12:17"]);
}

#[test]
fn entries_of_other_types_are_left_out() {
    let other = "- entry_type: loop_invariant_certificate\n";
    let ours = format!("{HEAD}  content:\n{TARGET}");
    assert_eq!(messages(&format!("{other}{ours}")), ["W1007 w.yml:1:15"]);
    assert_eq!(messages(other), ["W1007 w.yml:1:15", "E1006 w.yml:1:1"]);
    assert_eq!(messages(&ours.repeat(2)), ["E1006 w.yml:15:3"]);
    let invariants = HEAD.replace("violation_sequence", "invariant_set");
    let invariant = "  content:\n  - invariant: {type: loop_transition_invariant, value: x}\n";
    assert_eq!(messages(&format!("{invariants}{invariant}")), ["W1008 w.yml:14:23"]);
}

#[test]
fn what_is_no_witness_is_refused() {
    assert_eq!(messages(""), ["E1002 w.yml:1:1"]);
    assert_eq!(messages("a: b\n"), ["E1002 w.yml:1:1"]);
    assert_eq!(messages("- [\n")[0][..5], *"E1001");
    assert_eq!(messages(&"[".repeat(100_000)), ["E1001 w.yml:1:1001"]);
    assert_eq!(messages(&"- ".repeat(100_000))[0][..5], *"E1001");
    let source = Source::new("w.yml", b"- \xff".to_vec());
    assert!(read(&source).0.is_none());
}

#[test]
fn damaged_witnesses_are_read_without_a_panic() {
    let text = format!("{HEAD}  content:\n{TARGET}").into_bytes();
    let config = Config { cases: 500, failure_persistence: None, ..Config::default() };
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[9; 32]);
    let mut runner = TestRunner::new_with_rng(config, random);
    let damage = (0..text.len(), prop::sample::select(b"-:[]{}'\"#&*!|>%@ \n\t\xc3\x00a".to_vec()));
    let damages = proptest::collection::vec((any::<bool>(), damage), 1..6);
    let result = runner.run(&damages, |damages| {
        let mut text = text.clone();
        for (inserts, (at, byte)) in damages {
            let at = at.min(text.len() - 1);
            if inserts {
                text.insert(at, byte);
            } else {
                text[at] = byte;
            }
        }
        let source = Source::new("w.yml", text);
        let (_, diagnostics) = read(&source);
        for diagnostic in diagnostics.iter() {
            source::render(&source, diagnostic, source::Styling::Plain);
        }
        Ok(())
    });
    result.unwrap();
}
