//! Tests of the report for people.

use source::{Source, Span, Styling};
use verdict::{
    Assumption, CheckKind, CheckResult, CheckStatus, ChosenInput, InputOrigin, Invariant,
    InvariantPlace, Outcome, Reason, RunStep, TrustBox, Verdict, Violation,
};

use super::{Detail, SHOWN_STEPS, render};

fn source() -> Source {
    Source::new("a.c", b"int main(void) {\n  int x = f();\n  x = x + 1;\n}\n".to_vec())
}

fn unknown() -> Outcome {
    Outcome {
        verdict: Verdict::Unknown(Reason::Inconclusive("no engine answered".into())),
        violation: None,
        others: Vec::new(),
        checks: Vec::new(),
        invariants: Vec::new(),
        n_unsaid: 0,
        explanation: None,
        trust: TrustBox::new(),
        remarks: Vec::new(),
        statistics: vec![("runs", 3)],
    }
}

fn violated(n_steps: usize) -> Outcome {
    let step = RunStep {
        span: Span::new(19, 31),
        function: "main".into(),
        depth: 0,
        thread: None,
        effects: vec!["x = 2147483647".into()],
    };
    Outcome {
        verdict: Verdict::False,
        violation: Some(Violation {
            kind: CheckKind::SignedOverflow,
            property: "no-overflow",
            span: Span::new(38, 43),
            message: "`x + 1` does not fit `int`".into(),
            inputs: vec![ChosenInput {
                span: Some(Span::new(27, 30)),
                what: "`f`".into(),
                value: "2147483647".into(),
                origin: InputOrigin::Call { function: "f".into() },
                c_type: "int",
                n_bytes: 4,
                bits: 2_147_483_647,
            }],
            waypoints: Vec::new(),
            schedule: Vec::new(),
            environment: verdict::Environment::default(),
            steps: vec![step; n_steps],
        }),
        ..unknown()
    }
}

#[test]
fn a_violation_shows_place_inputs_run_and_verdict() {
    let mut outcome = violated(1);
    outcome.trust.insert(Assumption::FunctionWithoutBody("f".into()));
    let text = render(&outcome, &source(), Styling::Plain, Detail::Normal);
    assert_eq!(
        text,
        "Violated at a.c:3:7: `x + 1` does not fit `int`. The run was replayed by the \
         interpreter.\n\n\
         error[no-overflow]: `x + 1` does not fit `int`\n --> a.c:3:7\n  |\n3 |   x = x + 1;\n  \
         |       ^^^^^\n\n\
         Inputs of the run that fails, in their order:\n  `f` = 2147483647 at a.c:2:11\n\n\
         The run that fails, with the values it computes:\n  main (a.c)\n     \
         2 | int x = f();    x = 2147483647, fails here\n\n\
         Trust:\n  - `f` has no body: any result, no effect on the program's memory\n\n\
         FALSE(no-overflow)\n"
    );
}

#[test]
fn the_trust_box_is_there_whatever_the_verdict() {
    let text = render(&unknown(), &source(), Styling::Plain, Detail::Normal);
    assert!(
        text.contains("Trust:\n  nothing, since nothing is proved and nothing is violated"),
        "{text}"
    );
    assert!(text.starts_with("Could not tell: no engine answered.\n\n"));
    assert!(text.ends_with("\n\nUNKNOWN(inconclusive)\n"));
}

#[test]
fn a_long_run_is_folded_unless_all_is_asked_for() {
    let count = |detail| {
        let text = render(&violated(50), &source(), Styling::Plain, detail);
        (text.matches("x = 2147483647").count(), text.contains("47 more rounds of line 2"))
    };
    assert_eq!(count(Detail::Normal), (3, true));
    assert_eq!(count(Detail::Full), (50, false));
}

#[test]
fn what_does_not_repeat_is_left_out_in_the_middle() {
    let n_steps = SHOWN_STEPS.0 + SHOWN_STEPS.1 + 5;
    let mut outcome = violated(n_steps);
    let violation = outcome.violation.as_mut().unwrap();
    // Calls that nest ever deeper are no rounds.
    for (depth, step) in violation.steps.iter_mut().enumerate() {
        step.depth = depth;
    }
    let text = render(&outcome, &source(), Styling::Plain, Detail::Normal);
    assert!(text.contains("... 5 lines of the run are left out"), "{text}");
}

#[test]
fn checks_are_counted_and_listed() {
    let mut outcome = unknown();
    outcome.verdict = Verdict::True;
    let check = |status, text: &str| CheckResult {
        kind: CheckKind::SignedOverflow,
        span: Span::new(38, 43),
        function: "main".into(),
        text: text.into(),
        status,
        known: None,
        accepted: None,
    };
    outcome.checks.push(check(CheckStatus::Proved, "`x + 1` fits `int`"));
    outcome.checks.push(check(CheckStatus::Unreachable, "`y` fits `int`"));
    let text = render(&outcome, &source(), Styling::Plain, Detail::Normal);
    let expected = "Proved: it always holds.\n\nChecks: 1 not reached by any run, 1 proved\n  \
                    proved: `x + 1` fits `int` [no-overflow] at a.c:3:7\n";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn quiet_is_one_line() {
    let text = render(&violated(1), &source(), Styling::Plain, Detail::Verdict);
    assert_eq!(text, "FALSE(no-overflow)\n");
}

#[test]
fn a_proof_shows_its_invariants() {
    let mut outcome = unknown();
    outcome.verdict = Verdict::True;
    outcome.invariants.push(Invariant {
        place: InvariantPlace::Loop,
        span: Span::new(19, 31),
        function: "main".into(),
        text: "x <= 10".into(),
    });
    let text = render(&outcome, &source(), Styling::Plain, Detail::Normal);
    assert!(text.contains("\n\nInvariants of the proof, as far as they can be said in C:\n  loop at a.c:2:3: invariant x <= 10\n\nTrust:\n"), "{text}");
}
