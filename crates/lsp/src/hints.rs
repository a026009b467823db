//! Invariants as hints at the ends of the lines where loops begin.
//!
//! ```text
//! while (i < n) { ⊢ i <= n && i >= 0
//! ```
//!
//! A hint is short; what it leaves out is in its tooltip.

use std::path::Path;

use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Range};

use crate::places::Texts;
use crate::report::{Loop, Report};
use project::without_detours;

/// How many lemmas stand in the text itself.
const SHOWN_LEMMAS: usize = 3;
/// How long the text may be, but for its first lemma.
const SHOWN_LETTERS: usize = 60;

/// Hints for the loops of the document, in the order of their lines.
pub fn of_report(report: &Report, document: &Path) -> Vec<InlayHint> {
    let folder = document.parent().unwrap_or(Path::new("/"));
    let mut texts = Texts::default();
    let of_document =
        |it: &&Loop| without_detours(&folder.join(&it.place.file)).as_path() == document;
    let mut hints: Vec<InlayHint> = report
        .loops
        .iter()
        .filter(of_document)
        .filter_map(|each| {
            let position = texts.end_of_line(document, each.place.line)?;
            Some(InlayHint {
                position,
                label: InlayHintLabel::String(label(each)?),
                kind: None,
                text_edits: None,
                tooltip: Some(InlayHintTooltip::String(tooltip(each))),
                padding_left: Some(true),
                padding_right: None,
                data: None,
            })
        })
        .collect();
    hints.sort_by_key(|hint| hint.position);
    hints
}

/// Those that somebody looks at.
pub fn within(hints: &[InlayHint], range: Range) -> Vec<InlayHint> {
    let is_within = |hint: &&InlayHint| range.start <= hint.position && hint.position <= range.end;
    hints.iter().filter(is_within).cloned().collect()
}

/// None if nothing is known.
fn label(each: &Loop) -> Option<String> {
    if !each.is_reachable {
        return Some("⊢ no run comes here".to_owned());
    }
    let mut lemmas = each.invariants.iter().chain(&each.heaps);
    let mut label = format!("⊢ {}", operand(lemmas.next()?, each));
    let n_lemmas = each.invariants.len() + each.heaps.len();
    let mut n_shown = 1;
    for lemma in each.invariants.iter().skip(1).take(SHOWN_LEMMAS - 1) {
        let longer = format!("{label} && {}", operand(lemma, each));
        if longer.chars().count() > SHOWN_LETTERS {
            break;
        }
        label = longer;
        n_shown += 1;
    }
    if n_shown < n_lemmas {
        label.push_str(" …");
    }
    Some(label)
}

/// A lemma as a part of a conjunction.
fn operand(lemma: &str, each: &Loop) -> String {
    let is_alone = each.invariants.len() < 2;
    let is_loose = lemma.contains("||") || lemma.contains('?');
    if is_loose && !is_alone { format!("({lemma})") } else { lemma.to_owned() }
}

fn tooltip(each: &Loop) -> String {
    let when = match each.before.as_str() {
        "statement" => "Each time before the statement",
        _ => "Each time before the condition is evaluated",
    };
    if !each.is_reachable {
        return "No run comes to this loop.".to_owned();
    }
    let mut text = format!("{when}:");
    for lemma in &each.invariants {
        text.push_str(&format!("\n    {lemma}"));
    }
    if !each.heaps.is_empty() {
        text.push_str("\nThe heap is one of:");
        for heap in &each.heaps {
            text.push_str(&format!("\n    {heap}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::Position;
    use serde_json::json;

    fn hints(invariants: &[&str], is_reachable: bool) -> Vec<(Position, String)> {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("a.c");
        std::fs::write(&document, "\nfor (;;) /* ä */ {\n}\n").unwrap();
        let each = |file: &str| {
            json!({ "place": { "file": file, "line": 2, "column": 1 }, "function": "f",
                    "kind": "for", "before": "condition", "is_reachable": is_reachable,
                    "invariants": invariants, "heaps": [] })
        };
        let report = json!({ "loops": [each("a.c"), each("b.h")] });
        let report = Report::read(report.to_string().as_bytes()).unwrap();
        let text = |hint: InlayHint| match hint.label {
            InlayHintLabel::String(text) => (hint.position, text),
            InlayHintLabel::LabelParts(_) => unreachable!(),
        };
        of_report(&report, &document).into_iter().map(text).collect()
    }

    #[test]
    fn a_hint_is_short_and_stands_at_the_end_of_the_line() {
        let end = Position::new(1, 18);
        assert_eq!(hints(&["i <= n"], true), [(end, "⊢ i <= n".to_owned())]);
        let four = hints(&["a", "b || c", "d", "e"], true);
        assert_eq!(four, [(end, "⊢ a && (b || c) && d …".to_owned())]);
        let long = "x".repeat(70);
        assert_eq!(hints(&[&long, "b"], true), [(end, format!("⊢ {long} …"))]);
        assert_eq!(hints(&[], false), [(end, "⊢ no run comes here".to_owned())]);
        assert_eq!(hints(&[], true), []);
    }
}
