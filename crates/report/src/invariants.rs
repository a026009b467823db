//! The loops of a program and their invariants, told: for people, and for programs.
//!
//! ```text
//! a.c:9:5: the `for` loop in `main`; each time before its condition is evaluated:
//!     p == 0 || x >= 0
//!     p != 0 || x < 0
//!
//! Trust:
//!   - ...
//!
//! 1 loop, 2 lemmas. Each of them was checked again.
//! ```

use std::fmt::Write as _;

use serde::Serialize;
use source::Source;
use verdict::{InvariantPlace, Known, LoopFacts, LoopKind, LoopsOutcome};

use crate::document::{Message, Place};
use crate::standing;
use crate::text::{BEYOND_C, Detail, trust_text};

/// The report for people, with a line end after every line.
pub fn text(outcome: &LoopsOutcome, source: &Source, detail: Detail) -> String {
    if detail == Detail::Verdict {
        return brief(outcome, source);
    }
    let mut text = String::new();
    if !outcome.predicates.is_empty() {
        line(&mut text, "Structures on the heap:");
        for predicate in &outcome.predicates {
            line(&mut text, &format!("    {predicate}"));
        }
        text.push('\n');
    }
    for each in &outcome.loops {
        line(&mut text, &paragraph(each, source));
    }
    if let Some(threads) = &outcome.threads {
        text.push_str(&standing::text(threads, source));
    }
    for remark in &outcome.remarks {
        line(&mut text, &format!("note: {remark}\n"));
    }
    if detail == Detail::Full && !outcome.statistics.is_empty() {
        line(&mut text, "Statistics:");
        for (name, figure) in &outcome.statistics {
            line(&mut text, &format!("  {name}: {figure}"));
        }
        text.push('\n');
    }
    text.push_str(trust_text(&outcome.trust, BEYOND_C).trim_start_matches('\n'));
    line(&mut text, &headline(outcome));
    text
}

/// One line per lemma.
fn brief(outcome: &LoopsOutcome, source: &Source) -> String {
    let mut text = String::new();
    for each in &outcome.loops {
        let place = source.shown_position(each.span);
        for invariant in each.invariants() {
            line(&mut text, &format!("{place}: {}", invariant.text));
        }
        for (index, heap) in each.heaps.iter().enumerate() {
            line(
                &mut text,
                &format!("{place}: heap {} of {}: {heap}", index + 1, each.heaps.len()),
            );
        }
    }
    if let Some(threads) = &outcome.threads {
        text.push_str(&standing::brief(threads, source));
    }
    if let Some(reason) = &outcome.unknown {
        line(&mut text, &format!("UNKNOWN({})", reason.name()));
    }
    text
}

fn paragraph(each: &LoopFacts, source: &Source) -> String {
    let place = source.shown_position(each.span);
    let what = match each.kind {
        LoopKind::Goto => "the loop that jumps back here".to_owned(),
        kind => format!("the `{}` loop", kind.word()),
    };
    let head = format!("{place}: {what} in `{}`", each.function);
    match &each.known {
        Known::Unreachable => format!("{head}: no run comes here\n"),
        Known::Lemmas(lemmas) if lemmas.is_empty() && each.heaps.is_empty() => {
            format!("{head}: nothing was found that always holds here\n")
        }
        Known::Lemmas(lemmas) => {
            let mut text = format!("{head}; {}:\n", evaluated(each.kind));
            for lemma in lemmas {
                line(&mut text, &format!("    {lemma}"));
            }
            match &each.heaps[..] {
                [] => {}
                [heap] => line(&mut text, &format!("    heap: {heap}")),
                heaps => {
                    line(&mut text, "    heap, one of:");
                    for heap in heaps {
                        line(&mut text, &format!("      | {heap}"));
                    }
                }
            }
            text
        }
    }
}

fn evaluated(kind: LoopKind) -> &'static str {
    match kind {
        LoopKind::While | LoopKind::For => "each time before its condition is evaluated",
        LoopKind::Do => "each time before its body",
        LoopKind::Goto => "each time before the statement",
    }
}

fn headline(outcome: &LoopsOutcome) -> String {
    if let Some(reason) = &outcome.unknown {
        return format!("Could not tell: {reason}.\nUNKNOWN({})", reason.name());
    }
    if let Some(threads) = &outcome.threads {
        return standing::headline(threads);
    }
    let n_lemmas: usize = outcome.loops.iter().map(|each| each.invariants().len()).sum();
    let counted = |n: usize, what: &str| match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    let loops = counted(outcome.loops.len(), "loop");
    let n_heaps: usize = outcome.loops.iter().map(|each| each.heaps.len()).sum();
    let heaps = match n_heaps {
        0 => String::new(),
        n_heaps => format!(", {}", counted(n_heaps, "symbolic heap")),
    };
    match (outcome.loops.len(), n_lemmas + n_heaps) {
        (0, _) => "No run comes to a loop.".to_owned(),
        (_, 0) => format!("{loops}, nothing found."),
        _ => {
            let lemmas = counted(n_lemmas, "lemma");
            format!("{loops}, {lemmas}{heaps}. All of it was checked again.")
        }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    input: &'a str,
    /// Why nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<String>,
    loops: Vec<LoopDocument<'a>>,
    /// Of a program that creates threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<standing::Document<'a>>,
    /// Of structures on the heap.
    predicates: &'a [String],
    trust: Vec<String>,
    remarks: &'a [String],
    statistics: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize)]
struct LoopDocument<'a> {
    place: Place,
    function: &'a str,
    /// `while`, `for`, `do`, `goto`.
    kind: &'static str,
    /// `condition` or `statement`: what the invariant is evaluated before.
    before: &'static str,
    is_reachable: bool,
    /// All of these hold.
    invariants: &'a [String],
    /// One of these describes the heap; empty if nothing is said of it.
    heaps: &'a [String],
}

/// The report as one object, with a line end.
pub fn json(outcome: &LoopsOutcome, source: &Source, messages: &[Message]) -> String {
    let loops = outcome.loops.iter().map(|each| LoopDocument {
        place: Place::of(source, each.span),
        function: &each.function,
        kind: each.kind.word(),
        before: match each.kind.place() {
            InvariantPlace::Loop => "condition",
            InvariantPlace::Statement => "statement",
        },
        is_reachable: each.known != Known::Unreachable,
        invariants: match &each.known {
            Known::Unreachable => &[],
            Known::Lemmas(lemmas) => lemmas,
        },
        heaps: &each.heaps,
    });
    let figures = outcome.statistics.iter();
    let document = Document {
        input: source.name(),
        unknown: outcome.unknown.as_ref().map(ToString::to_string),
        loops: loops.collect(),
        threads: outcome.threads.as_ref().map(|threads| standing::document(threads, source)),
        predicates: &outcome.predicates,
        trust: outcome.trust.iter().map(ToString::to_string).collect(),
        remarks: &outcome.remarks,
        statistics: figures.map(|(name, figure)| ((*name).to_owned(), (*figure).into())).collect(),
    };
    crate::document::document(document, messages)
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("writing to a string does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Span;
    use verdict::{Reason, TrustBox};

    fn outcome(known: Known) -> LoopsOutcome {
        let (kind, span) = (LoopKind::While, Span::new(7, 16));
        LoopsOutcome {
            loops: vec![LoopFacts { kind, span, function: "f".into(), known, heaps: Vec::new() }],
            threads: None,
            predicates: Vec::new(),
            unknown: None,
            trust: TrustBox::new(),
            remarks: Vec::new(),
            statistics: Vec::new(),
        }
    }

    fn told(outcome: &LoopsOutcome, detail: Detail) -> String {
        let source = Source::new("a.c", b"f() {\n  while (x) x--; }\n".to_vec());
        text(outcome, &source, detail)
    }

    #[test]
    fn a_loop_has_a_paragraph() {
        let outcome = outcome(Known::Lemmas(vec!["x >= 0".into(), "y == 1".into()]));
        let text = told(&outcome, Detail::Normal);
        assert!(text.starts_with(
            "a.c:2:2: the `while` loop in `f`; each time before its condition is evaluated:\n    \
             x >= 0\n    y == 1\n\nTrust:\n"
        ));
        assert!(text.ends_with("\n1 loop, 2 lemmas. All of it was checked again.\n"));
        assert_eq!(told(&outcome, Detail::Verdict), "a.c:2:2: x >= 0\na.c:2:2: y == 1\n");
    }

    #[test]
    fn what_is_not_known_is_said() {
        let text = told(&outcome(Known::Unreachable), Detail::Normal);
        assert!(text.starts_with("a.c:2:2: the `while` loop in `f`: no run comes here\n"));
        let text = told(&outcome(Known::Lemmas(Vec::new())), Detail::Normal);
        assert!(text.ends_with("\n1 loop, nothing found.\n"));
        let text = told(&LoopsOutcome::unknown(Reason::Timeout), Detail::Normal);
        assert!(text.ends_with("Could not tell: the time limit was reached.\nUNKNOWN(timeout)\n"));
    }

    #[test]
    fn the_object_can_be_read_back() {
        let outcome = outcome(Known::Lemmas(vec!["x >= 0".into()]));
        let source = Source::new("a.c", b"f() {\n  while (x) x--; }\n".to_vec());
        let value: serde_json::Value = serde_json::from_str(&json(&outcome, &source, &[])).unwrap();
        assert_eq!(value["loops"][0]["invariants"][0], "x >= 0");
        assert_eq!(value["loops"][0]["place"]["line"], 2);
        assert_eq!(value["loops"][0]["before"], "condition");
    }
}
