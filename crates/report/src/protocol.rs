//! Outcomes about protocols, told: as text and as JSON.
//!
//! ```text
//! error[safety]: safety fails: violated by a run of 2 processes
//!   --> bakery.lpp:16:1
//!    |
//! 16 | safety !(pc[x] = crit & pc[y] = crit)
//!    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//!
//!        process 0   process 1   line
//! start  idle t=0    idle t=0
//!     1  >choose     .           7
//!
//! Trust:
//!   - integers are unbounded
//!
//! Violated: safety fails: violated by a run of 2 processes.
//! FALSE(safety)
//! ```

use std::fmt::Write as _;

use serde::Serialize;
use source::{Diagnostic, Source, Styling};
use verdict::{PropertyOutcome, ProtocolOutcome, Verdict};

use crate::document::Message;
use crate::text::Detail;

/// What stands in an empty trust box.
pub(crate) const NOTHING_TRUSTED: &str =
    "nothing beyond the model as `docs/guide/protocols.md` reads it";

/// The report with a line end after every line. The last line is the one for machines.
pub fn text(
    outcome: &ProtocolOutcome,
    source: &Source,
    styling: Styling,
    detail: Detail,
) -> String {
    let mut text = String::new();
    if detail >= Detail::Normal {
        for property in &outcome.properties {
            text.push_str(&property_text(property, source, styling));
        }
        // A chart leaves a blank line behind it, and the next part brings its own.
        if text.ends_with("\n\n") {
            text.pop();
        }
        if detail == Detail::Full && !outcome.statistics.is_empty() {
            line(&mut text, "\nStatistics:");
            for (name, figure) in &outcome.statistics {
                line(&mut text, &format!("  {name}: {figure}"));
            }
        }
        line(&mut text, "\nTrust:");
        for assumption in outcome.trust.iter() {
            line(&mut text, &format!("  - {assumption}"));
        }
        if outcome.trust.is_empty() {
            line(&mut text, &format!("  {NOTHING_TRUSTED}"));
        }
        line(&mut text, &format!("\n{}", headline(outcome)));
    }
    line(&mut text, &outcome.machine_line());
    text
}

/// One line for what holds; a message with its place and, if there is one, the run, for the rest.
fn property_text(property: &PropertyOutcome, source: &Source, styling: Styling) -> String {
    let mut text = String::new();
    let place = source.position(property.span.lo);
    match property.verdict {
        Verdict::True => {
            line(&mut text, &format!("{} holds ({place}): {}", property.title(), property.why));
            return text;
        }
        Verdict::False => {
            let message = format!("{} fails: {}", property.title(), property.why);
            let diagnostic = Diagnostic::error(property.kind.name(), property.span, message);
            line(&mut text, &source::render(source, &diagnostic, styling));
        }
        Verdict::Unknown(_) => {
            let kind = property.kind.name();
            line(&mut text, &format!("unknown[{kind}]: {}: {}", property.title(), property.why));
            line(&mut text, &format!(" --> {place}"));
        }
    }
    if let Some(chart) = &property.chart {
        text.push('\n');
        text.push_str(chart);
        text.push('\n');
    }
    text
}

/// The verdict and why, in one line.
pub(crate) fn headline(outcome: &ProtocolOutcome) -> String {
    match outcome.decisive() {
        None => format!("Proved: everything holds, for {}.", outcome.scope),
        Some(property) => match property.verdict {
            Verdict::False => format!("Violated: {} fails: {}.", property.title(), property.why),
            Verdict::True | Verdict::Unknown(_) => {
                format!("Could not tell: {}: {}.", property.title(), property.why)
            }
        },
    }
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{}", line.trim_end()).expect("writing to a string does not fail");
}

#[derive(Serialize)]
struct Document<'a> {
    input: &'a str,
    verdict: String,
    scope: &'a str,
    properties: Vec<PropertyDocument<'a>>,
    trust: Vec<String>,
    statistics: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize)]
struct PropertyDocument<'a> {
    name: &'a str,
    kind: &'static str,
    line: u32,
    verdict: &'static str,
    why: &'a str,
    /// The lines of the chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<Vec<&'a str>>,
}

/// The report as one JSON object, with a line end. Keys are only ever added.
pub fn json(outcome: &ProtocolOutcome, source: &Source, messages: &[Message]) -> String {
    let properties = outcome.properties.iter().map(|property| PropertyDocument {
        name: &property.name,
        kind: property.kind.name(),
        line: source.position(property.span.lo).line,
        verdict: match property.verdict {
            Verdict::True => "true",
            Verdict::False => "false",
            Verdict::Unknown(_) => "unknown",
        },
        why: &property.why,
        run: property.chart.as_ref().map(|chart| chart.lines().collect()),
    });
    let statistics = outcome.statistics.iter();
    let document = Document {
        input: source.name(),
        verdict: outcome.machine_line(),
        scope: &outcome.scope,
        properties: properties.collect(),
        trust: outcome.trust.iter().map(ToString::to_string).collect(),
        statistics: statistics.map(|(name, figure)| (name.clone(), (*figure).into())).collect(),
    };
    crate::document::document(document, messages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Span;
    use verdict::{ProtocolPropertyKind, TrustBox};

    fn outcome() -> ProtocolOutcome {
        ProtocolOutcome {
            properties: vec![PropertyOutcome {
                name: "mutex".into(),
                kind: ProtocolPropertyKind::Safety,
                span: Span::new(11, 17),
                verdict: Verdict::False,
                why: "violated by a run of 2 processes".into(),
                chart: Some("start  a\n    1  >b\n".into()),
                run: None,
            }],
            scope: "any number of processes".into(),
            trust: TrustBox::new(),
            company: Vec::new(),
            statistics: vec![("states".into(), 7)],
        }
    }

    #[test]
    fn the_last_lines_say_it_all() {
        let source = Source::new("p.lpp", b"protocol p\nsafety true\n".to_vec());
        let text = text(&outcome(), &source, Styling::Plain, Detail::Normal);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "error[safety]: safety `mutex` fails: violated by a run of 2 processes"
        );
        assert!(lines.contains(&"    1  >b"));
        assert_eq!(
            lines[lines.len() - 2..],
            ["Violated: safety `mutex` fails: violated by a run of 2 processes.", "FALSE(safety)"]
        );
        let quiet = super::text(&outcome(), &source, Styling::Plain, Detail::Verdict);
        assert_eq!(quiet, "FALSE(safety)\n");
    }

    #[test]
    fn programs_can_read_it() {
        let source = Source::new("p.lpp", b"protocol p\nsafety true\n".to_vec());
        let value: serde_json::Value =
            serde_json::from_str(&json(&outcome(), &source, &[])).unwrap();
        assert_eq!(value["verdict"], "FALSE(safety)");
        assert_eq!(value["properties"][0]["run"][1], "    1  >b");
        assert_eq!(value["statistics"]["states"], 7);
    }
}
