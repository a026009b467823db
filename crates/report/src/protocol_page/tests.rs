//! Tests of the page: everything escaped, nothing fetched, what changed is marked.

use source::{Source, Span};
use verdict::{
    ColumnFact, Company, PropertyOutcome, ProtocolOutcome, ProtocolPropertyKind, ProtocolRun,
    ProtocolRunEnd, ProtocolStep, Reason, TrustBox, Verdict,
};

use super::changes::{Change, compared};
use super::render;

const TEXT: &str = "protocol p\nloc a, b\nat a: goto b // </script><b>&\nsafety pc[x] = a\n";

fn fact(about: &str, text: &str) -> ColumnFact {
    ColumnFact { about: about.into(), text: text.into() }
}

fn run(end: ProtocolRunEnd) -> ProtocolRun {
    ProtocolRun {
        columns: vec!["process 0".into(), "</script><i>".into()],
        start: vec![vec![fact("pc", "a"), fact("t", "t=0")], vec![fact("pc", "a")]],
        steps: vec![ProtocolStep {
            actors: vec![0],
            what: "checks <u>1</u>".into(),
            span: Some(Span::new(20, 25)),
            after: vec![vec![fact("pc", "b"), fact("t", "t=0")], vec![fact("pc", "a")]],
        }],
        end,
    }
}

fn property(verdict: Verdict, run: Option<ProtocolRun>) -> PropertyOutcome {
    PropertyOutcome {
        name: "<s>".into(),
        kind: ProtocolPropertyKind::Safety,
        span: Span::new(51, 57),
        verdict,
        why: "why <em>".into(),
        chart: Some("<pre>\n".into()),
        run,
    }
}

fn page(properties: Vec<PropertyOutcome>) -> String {
    let outcome = ProtocolOutcome {
        scope: "any number of processes".into(),
        properties,
        trust: TrustBox::new(),
        company: vec![Company { location: "a".into(), others: vec!["y at <q>".into()] }],
        statistics: vec![("states".into(), 7)],
    };
    render(&outcome, &Source::new("a<b>.lpp", TEXT.as_bytes().to_vec()))
}

#[test]
fn text_of_the_protocol_is_never_markup() {
    let page = page(vec![
        property(Verdict::False, Some(run(ProtocolRunEnd::Stops))),
        property(Verdict::Unknown(Reason::Timeout), None),
    ]);
    for text in ["<b>&", "<i>", "<u>", "<s>", "<em>", "<q>", "<pre>\n", "\"</script>"] {
        assert!(!page.contains(text), "{text} in {page}");
    }
    // The runs and the code: two scripts, both closed.
    assert_eq!(page.matches("</script>").count(), 2);
    for text in ["http://", "https://", "src=", "url("] {
        assert!(!page.contains(text), "{text}");
    }
}

#[test]
fn steps_name_rows_that_are_there() {
    let page = page(vec![property(Verdict::False, Some(run(ProtocolRunEnd::Stops)))]);
    assert!(page.contains("\"row\":\"l3\"") && page.contains("id=\"l3\""), "{page}");
    assert!(page.contains("data-run=\"run0\"") && page.contains("id=\"run0\""), "{page}");
    assert!(page.contains("<td class=\"actor\"><span class=\"fact\"><ins>b</ins></span></td>"));
}

#[test]
fn what_repeats_is_marked() {
    let lasso = run(ProtocolRunEnd::Repeats { from: 0 });
    let page = page(vec![property(Verdict::False, Some(lasso))]);
    assert!(page.contains("from here on, for ever") && page.contains("and round again"), "{page}");
    assert!(page.contains("<tr class=\"again\" data-step=\"1\">"), "{page}");
    assert!(page.contains("\"again\":0"), "{page}");
}

#[test]
fn a_run_of_the_abstraction_is_called_one() {
    let open = Verdict::Unknown(Reason::Inconclusive("too coarse".into()));
    let page = page(vec![property(open, Some(run(ProtocolRunEnd::Stops)))]);
    assert!(page.contains("a run of the abstraction"), "{page}");
    assert!(page.contains("perhaps no number of processes has such a run"), "{page}");
}

#[test]
fn without_a_run_there_is_nothing_to_step_through() {
    let page = page(vec![property(Verdict::True, None)]);
    assert!(!page.contains("id=\"slider\"") && !page.contains("application/json"), "{page}");
    assert!(page.contains("1 kind of others"), "{page}");
}

#[test]
fn changes_are_told_from_news() {
    let before = [fact("pc", "a"), fact("t", "t=0"), fact("*p", "*p")];
    let after = [fact("pc", "b"), fact("t", "t=0"), fact("*q", "*q")];
    let expected = [
        ("b", Change::Changed { was: "a" }),
        ("t=0", Change::Same),
        ("*q", Change::New),
        ("*p", Change::Gone),
    ];
    assert_eq!(compared(&before, &after), expected);
}
