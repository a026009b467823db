//! The outcome about a protocol as one page: no server, no network, nothing to install.
//!
//! The verdict and why; each property with its answer; runs to step through, each as a chart with the
//! state after the step beside it; for a proof, who may be where beside whom; the text of the protocol.
//! A run that violates a property and a run of the abstraction that stands in the way of a proof look
//! alike, and are said to be which.
//!
//! What changed in a step is found here ([`changes`]), and marked on the page without the help of its
//! script, which only moves.

mod changes;
mod chart;

use maud::{Markup, html};
use serde_json::{Value, json};
use source::{Source, Span};
use verdict::{CheckStatus, PropertyOutcome, ProtocolOutcome, ProtocolRun, Verdict};

use crate::html::frame::Page;
use crate::html::parts::{self, prose};
use crate::html::{STEPPER, STYLE};
use crate::protocol::{NOTHING_TRUSTED, headline};
use changes::{Change, compared};

const PROTOCOL_STYLE: &str = include_str!("html/protocol.css");
const SCRIPT: &str = include_str!("html/protocol.js");

/// The page.
pub fn render(outcome: &ProtocolOutcome, source: &Source) -> String {
    let runs = runs(outcome);
    let body = html! {
        (header(outcome, source))
        main {
            div.source {
                (answers(outcome, source, &runs))
                @for run in &runs { (chart::section(run, source)) }
                (charts_without_steps(outcome))
                (company(outcome))
                (listing(outcome, source))
            }
            aside {
                (state(&runs))
                (parts::trust(&outcome.trust, NOTHING_TRUSTED))
                (parts::statistics(&outcome.statistics))
            }
        }
    };
    let page = Page {
        title: format!("{} – {}", outcome.machine_line(), source.name()),
        styles: &[STYLE, PROTOCOL_STYLE],
        body,
        scripts: &[STEPPER, SCRIPT],
        data: (!runs.is_empty()).then(|| runs.iter().map(|run| data(run, source)).collect()),
    };
    page.render()
}

/// A run on the page.
struct Shown<'a> {
    id: String,
    /// Which run it is.
    title: String,
    property: &'a PropertyOutcome,
    run: &'a ProtocolRun,
}

fn runs(outcome: &ProtocolOutcome) -> Vec<Shown<'_>> {
    let with_runs = outcome.properties.iter().filter_map(|it| Some((it, it.run.as_ref()?)));
    let mut runs = Vec::new();
    for (number, (property, run)) in with_runs.enumerate() {
        let whose = property.title().replace('`', "");
        let title = match property.verdict {
            Verdict::Unknown(_) => format!("{whose}: a run of the abstraction"),
            Verdict::True | Verdict::False => format!("{whose}: the run that violates it"),
        };
        runs.push(Shown { id: format!("run{number}"), title, property, run });
    }
    runs
}

fn header(outcome: &ProtocolOutcome, source: &Source) -> Markup {
    let class = match outcome.verdict() {
        Verdict::True => "true",
        Verdict::False => "false",
        Verdict::Unknown(_) => "unknown",
    };
    html! {
        header {
            h1 { span.{ "verdict " (class) } { (outcome.machine_line()) } " " code { (source.name()) } }
            div { (prose(&headline(outcome))) }
        }
    }
}

/// The line of the text.
fn line_of(source: &Source, span: Span) -> u32 {
    source.position(span.lo).line
}

fn row_id(line: u32) -> String {
    format!("l{line}")
}

fn status(verdict: &Verdict) -> (CheckStatus, &'static str) {
    match verdict {
        Verdict::True => (CheckStatus::Proved, "holds"),
        Verdict::False => (CheckStatus::Violated, "fails"),
        Verdict::Unknown(_) => (CheckStatus::Open, "could not tell"),
    }
}

/// Each property with its answer.
fn answers(outcome: &ProtocolOutcome, source: &Source, runs: &[Shown<'_>]) -> Markup {
    html! {
        section {
            h2 { "Properties, for " (outcome.scope) }
            table.answers {
                thead { tr { th {} th { "property" } th { "line" } th { "answer" } } }
                tbody {
                    @for property in &outcome.properties {
                        @let line = line_of(source, property.span);
                        @let (status, word) = status(&property.verdict);
                        tr {
                            td { (parts::mark(&[(status, word.to_owned())])) }
                            td { (prose(&property.title())) }
                            td { a href=(format!("#{}", row_id(line))) { (line) } }
                            td {
                                b { (word) } ": " (prose(&property.why))
                                @if let Some(shown) = runs.iter().find(|it| std::ptr::eq(it.property, property)) {
                                    button data-run=(shown.id) aria-pressed="false" { "show its run" }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Runs that there is only a drawing of.
fn charts_without_steps(outcome: &ProtocolOutcome) -> Markup {
    html! {
        @for property in outcome.properties.iter().filter(|it| it.run.is_none()) {
            @if let Some(chart) = &property.chart {
                section {
                    h2 { "What stands in the way: " (prose(&property.title())) }
                    div.scroll { pre { (chart) } }
                }
            }
        }
    }
}

/// What proofs rest on.
fn company(outcome: &ProtocolOutcome) -> Markup {
    html! {
        @if !outcome.company.is_empty() {
            section {
                h2 { "What is proved" }
                p {
                    "Seen by a process " code { "x" } ", whichever it is and however many there are: while it "
                    "is at a location, all others are of these kinds, and no state has any other."
                }
                @for row in &outcome.company {
                    details {
                        summary {
                            code { (row.location) } " "
                            span.faint { (counted(row.others.len())) }
                        }
                        ul.code { @for other in &row.others { li { (other) } } }
                    }
                }
            }
        }
    }
}

fn counted(n_kinds: usize) -> String {
    match n_kinds {
        1 => "1 kind of others".to_owned(),
        n => format!("{n} kinds of others"),
    }
}

/// The text, with a mark where a property is.
fn listing(outcome: &ProtocolOutcome, source: &Source) -> Markup {
    let line = |number: usize| {
        let span = source.buffer_line_span(number);
        (line_of(source, span), source.excerpt(span).trim_end().replace('\t', "    "))
    };
    let mut lines: Vec<(u32, String)> = (0..source.n_buffer_lines()).map(line).collect();
    // What follows the last line end is no line.
    lines.pop_if(|(_, text)| text.is_empty());
    let marks = |line: u32| -> Vec<(CheckStatus, String)> {
        let here = |property: &&PropertyOutcome| line_of(source, property.span) == line;
        let mark = |property: &PropertyOutcome| {
            let (status, word) = status(&property.verdict);
            (status, format!("{} {word}: {}", property.title(), property.why))
        };
        outcome.properties.iter().filter(here).map(mark).collect()
    };
    html! {
        div.file { (source.name()) }
        @for (line, text) in &lines {
            (parts::row(&row_id(*line), *line, parts::mark(&marks(*line)), text))
        }
    }
}

/// The controls, and the state that the script fills in.
fn state(runs: &[Shown<'_>]) -> Markup {
    html! {
        @if !runs.is_empty() {
            h2 #whose {}
            (parts::controls())
            div #rule .code {}
            table { caption.faint { "the state after the step; what is new in it is marked" } tbody #state .code {} }
            (parts::keys())
        }
    }
}

/// The run for the script.
fn data(shown: &Shown<'_>, source: &Source) -> Value {
    let run = shown.run;
    let moment = |n: usize| {
        let step = n.checked_sub(1).map(|last| &run.steps[last]);
        let before = run.moment(n.saturating_sub(1));
        let cells = before.iter().zip(run.moment(n)).map(|(before, after)| {
            let cell = compared(before, after).into_iter().map(|(fact, change)| match change {
                Change::Same => json!([fact, "same"]),
                Change::New => json!([fact, "new"]),
                Change::Changed { was } => json!([fact, "changed", was]),
                Change::Gone => json!([fact, "gone"]),
            });
            cell.collect::<Value>()
        });
        let line = step.and_then(|step| step.span).map(|span| line_of(source, span));
        json!({
            "actors": step.map(|step| step.actors.as_slice()).unwrap_or_default(),
            "cells": cells.collect::<Value>(),
            "line": line,
            "row": line.map(row_id),
            "what": step.map(|step| step.what.as_str()).unwrap_or_default(),
        })
    };
    json!({
        "id": shown.id,
        "title": shown.title,
        "columns": run.columns,
        "again": run.end.repeats_from(),
        "moments": (0..=run.steps.len()).map(moment).collect::<Value>(),
    })
}

#[cfg(test)]
mod tests;
