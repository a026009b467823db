//! Tests of the page: everything escaped, nothing fetched, every step has its row.

use source::{Source, Span};
use verdict::{CheckKind, CheckResult, CheckStatus, Outcome, Reason, RunStep, Verdict, Violation};

use super::render;

fn page() -> String {
    let text = "int f(int x)\n{\n  return \"</script><b>&\" && x < 1;\n}\n";
    let source = Source::new("a<b>.c", text.as_bytes().to_vec());
    let span = Span::new(17, 22);
    let outcome = Outcome {
        verdict: Verdict::False,
        violation: Some(Violation {
            kind: CheckKind::SignedOverflow,
            property: "no-overflow",
            span,
            message: "does not hold: <i>".into(),
            inputs: Vec::new(),
            waypoints: Vec::new(),
            schedule: Vec::new(),
            environment: verdict::Environment::default(),
            steps: vec![RunStep {
                span,
                function: "f".into(),
                depth: 0,
                thread: None,
                effects: vec!["s = \"</script>\"".into()],
            }],
        }),
        others: Vec::new(),
        checks: vec![CheckResult {
            kind: CheckKind::SignedOverflow,
            span,
            function: "f".into(),
            text: "<u>".into(),
            status: CheckStatus::Violated,
            known: None,
            accepted: None,
        }],
        ..Outcome::unknown(Reason::Timeout)
    };
    render(&outcome, &source)
}

#[test]
fn text_of_the_program_is_never_markup() {
    let page = page();
    for text in ["<b>", "<i>", "<u>", "\"</script>"] {
        assert!(!page.contains(text), "{text} in {page}");
    }
    // The run and the code: two scripts, both closed.
    assert_eq!(page.matches("</script>").count(), 2);
}

#[test]
fn nothing_is_fetched() {
    let page = page();
    for text in ["http://", "https://", "src=", "url("] {
        assert!(!page.contains(text), "{text}");
    }
}

#[test]
fn the_steps_name_rows_that_are_there() {
    let page = page();
    assert!(page.contains("\"row\":\"f0l3\"") && page.contains("id=\"f0l3\""), "{page}");
}

#[test]
fn threads_have_lanes() {
    let source = Source::new("a.c", b"int x;\nint y;\n".to_vec());
    let step = |thread, lo| RunStep {
        span: Span::new(lo, lo + 3),
        function: format!("f{thread}"),
        depth: 0,
        thread: Some(thread),
        effects: Vec::new(),
    };
    let outcome = Outcome {
        verdict: Verdict::False,
        violation: Some(Violation {
            kind: CheckKind::UnreachCall,
            property: "unreach-call",
            span: Span::new(0, 3),
            message: "does not hold".into(),
            inputs: Vec::new(),
            waypoints: Vec::new(),
            schedule: Vec::new(),
            environment: verdict::Environment::default(),
            steps: vec![step(1, 0), step(2, 7), step(2, 0)],
        }),
        ..Outcome::unknown(Reason::Timeout)
    };
    let page = render(&outcome, &source);
    assert!(page.contains("<th>thread 1: f1</th><th>thread 2: f2</th>"), "{page}");
    assert_eq!(page.matches("class=\"switch\"").count(), 2);
    assert!(page.contains("data-step=\"2\""));
}
