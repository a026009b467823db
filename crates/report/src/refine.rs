//! Outcomes about refinement, told: as text and as JSON.
//!
//! ```text
//! DOES-NOT-REFINE: at line 5 `t.c` does what no run of `s.c` does
//!
//!  target                                         source can be at
//!  start                      x=0                 line 4  x=0
//!  line 4  r = x              x=0 r=0             line 4  x=0
//!  others write `x`           x=1 r=0             line 4  x=1
//!  line 5  x = r + 1          x=1                 nowhere: line 5 would have x=2
//! ```

use std::fmt::Write as _;

use serde_json::{Value, json};
use verdict::{Mover, RefinementOutcome, RefinementPlace, TraceLine, Verdict};

use crate::document::Message;
use crate::text::Detail;

/// The report, the answer first, the line for machines last.
pub fn text(outcome: &RefinementOutcome, detail: Detail) -> String {
    let mut text = String::new();
    if detail >= Detail::Normal {
        line(&mut text, &format!("{}: {}", outcome.machine_line(), outcome.headline));
        if !outcome.trace.is_empty() {
            line(&mut text, "");
            traces(&mut text, outcome);
        }
        if !outcome.relation.is_empty() {
            relation(&mut text, outcome);
        }
        for suggestion in &outcome.suggestions {
            line(&mut text, &format!("\nhelp: {suggestion}"));
        }
        if !outcome.relies.is_empty() {
            line(&mut text, "\nRelied on:");
            for rely in &outcome.relies {
                line(&mut text, &format!("  - {rely}"));
            }
        }
        if !outcome.guarantees.is_empty() {
            line(&mut text, "\nOthers may rely on:");
            for guarantee in &outcome.guarantees {
                line(&mut text, &format!("  - {guarantee}"));
            }
        }
        if let Some(theorem) = &outcome.theorem {
            line(&mut text, &format!("\n{}.", capitalised(theorem)));
        }
        if detail == Detail::Full {
            line(&mut text, "\nStatistics:");
            for (name, figure) in &outcome.statistics {
                line(&mut text, &format!("  {name}: {figure}"));
            }
        }
        line(&mut text, "\nTrust:");
        for assumption in outcome.trust.iter() {
            line(&mut text, &format!("  - {assumption}"));
        }
        line(&mut text, "");
    }
    line(&mut text, &outcome.machine_line());
    text
}

fn line(text: &mut String, line: &str) {
    let _ = writeln!(text, "{line}");
}

pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// `line 5  x = r + 1`
pub(crate) fn place(place: &RefinementPlace) -> String {
    match place.line {
        Some(line) => format!("line {line}  {}", shortened(&place.text)),
        None => shortened(&place.text),
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 34;
    match text.chars().count() > MOST {
        true => text.chars().take(MOST - 3).chain("...".chars()).collect(),
        false => text.to_owned(),
    }
}

/// What stands left of the bar.
pub(crate) fn event(trace: &TraceLine) -> String {
    match (trace.mover, &trace.seen) {
        (Mover::Start, _) => "start".to_owned(),
        // Steps of a program that others run; what clauses allow them names them already.
        (Mover::Environment, _) if !trace.place.text.starts_with("others ") => {
            format!("others: {}", place(&trace.place))
        }
        (_, Some(seen)) => format!("{}  [{seen}]", place(&trace.place)),
        (_, None) => place(&trace.place),
    }
}

fn traces(text: &mut String, outcome: &RefinementOutcome) {
    let events: Vec<String> = outcome.trace.iter().map(event).collect();
    let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0).max(6);
    let event_width = width(&mut events.iter().map(|it| it.chars().count()));
    let value_width = width(&mut outcome.trace.iter().map(|it| it.values.chars().count()));
    let row = |left: &str, middle: &str, right: &str| {
        format!(" {left:event_width$}   {middle:value_width$}   | {right}").trim_end().to_owned()
    };
    line(text, &row("target", "", "source can be at"));
    let last = outcome.trace.len() - 1;
    for (index, (trace, event)) in outcome.trace.iter().zip(&events).enumerate() {
        let mut states = trace.source.iter();
        if index == last {
            let mut instead = outcome.instead.iter();
            let first = match instead.next() {
                Some(first) => format!("nowhere: {first}"),
                None => "nowhere".to_owned(),
            };
            line(text, &row(event, &trace.values, &first));
            for other in instead {
                line(text, &row("", "", &format!("         {other}")));
            }
            return;
        }
        let first = states.next().cloned().unwrap_or_default();
        line(text, &row(event, &trace.values, &first));
        for state in states {
            line(text, &row("", "", state));
        }
    }
}

fn relation(text: &mut String, outcome: &RefinementOutcome) {
    line(text, "\nRelation:");
    for pair in &outcome.relation {
        line(text, &format!("  target {}  |  source {}", place(&pair.target), place(&pair.source)));
        for fact in &pair.facts {
            line(text, &format!("      {fact}"));
        }
    }
}

/// The report as one object, with a line end. Keys are only ever added.
pub fn json(outcome: &RefinementOutcome, messages: &[Message]) -> String {
    let place = |place: &RefinementPlace| json!({ "line": place.line, "text": place.text });
    let relation: Vec<Value> = outcome
        .relation
        .iter()
        .map(|pair| {
            json!({
                "target": place(&pair.target),
                "source": place(&pair.source),
                "facts": pair.facts,
            })
        })
        .collect();
    let trace: Vec<Value> = outcome
        .trace
        .iter()
        .map(|it| {
            json!({
                "mover": it.mover.name(),
                "place": place(&it.place),
                "values": it.values,
                "seen": it.seen,
                "source": it.source,
            })
        })
        .collect();
    let reason = match &outcome.verdict {
        Verdict::Unknown(reason) => Some(reason.to_string()),
        Verdict::True | Verdict::False => None,
    };
    let trust: Vec<String> = outcome.trust.iter().map(ToString::to_string).collect();
    let document = json!({
        "target": outcome.target,
        "source": outcome.source,
        "verdict": outcome.machine_line(),
        "headline": outcome.headline,
        "reason": reason,
        "relation": relation,
        "relies": outcome.relies,
        "guarantees": outcome.guarantees,
        "theorem": outcome.theorem,
        "trace": trace,
        "instead": outcome.instead,
        "suggestions": outcome.suggestions,
        "trust": trust,
    });
    crate::document::document(document, messages)
}
