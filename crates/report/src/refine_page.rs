//! The outcome about refinement as one page: no server, no network. Two columns, target and source.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use verdict::{Mover, RefinementOutcome, Verdict};

use crate::refine::{capitalised, event, place};

const STYLE: &str = include_str!("html/refine.css");
/// Nothing may be fetched, whatever the text says.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The page.
pub fn render(outcome: &RefinementOutcome) -> String {
    let class = match outcome.verdict {
        Verdict::True => "true",
        Verdict::False => "false",
        Verdict::Unknown(_) => "unknown",
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (outcome.machine_line()) " – " (outcome.target) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header class=(class) {
                    h1 { (outcome.machine_line()) }
                    p { (prose(&capitalised(&outcome.headline))) "." }
                }
                main {
                    (trace(outcome))
                    (relation(outcome))
                    (list("Relied on", &outcome.relies))
                    (list("Others may rely on", &outcome.guarantees))
                    @if let Some(theorem) = &outcome.theorem { p.theorem { (prose(&capitalised(theorem))) "." } }
                    (list("What would help", &outcome.suggestions))
                    (list("Trust", &outcome.trust.iter().map(ToString::to_string).collect::<Vec<_>>()))
                }
            }
        }
    };
    page.into_string()
}

fn trace(outcome: &RefinementOutcome) -> Markup {
    let last = outcome.trace.len().saturating_sub(1);
    html! {
        @if !outcome.trace.is_empty() {
            table.trace {
                thead { tr {
                    th { "target: " (outcome.target) }
                    th { "values" }
                    th { "source: " (outcome.source) }
                } }
                tbody {
                    @for (index, line) in outcome.trace.iter().enumerate() {
                        tr class=(if line.mover == Mover::Environment { "others" } else { "own" }) {
                            td { code { (event(line).replace('`', "")) } }
                            td.values { (line.values) }
                            @if index == last {
                                td.nowhere {
                                    "nowhere"
                                    @for instead in &outcome.instead { div { (prose(instead)) } }
                                }
                            } @else {
                                td { @for state in &line.source { div { (prose(state)) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn relation(outcome: &RefinementOutcome) -> Markup {
    html! {
        @if !outcome.relation.is_empty() {
            h2 { "Relation" }
            table.relation {
                thead { tr { th { "target" } th { "source" } th { "what is known" } } }
                tbody {
                    @for pair in &outcome.relation {
                        tr {
                            td { code { (place(&pair.target)) } }
                            td { code { (place(&pair.source)) } }
                            td { @for fact in &pair.facts { div { code { (fact) } } } }
                        }
                    }
                }
            }
        }
    }
}

fn list(title: &str, items: &[String]) -> Markup {
    html! {
        @if !items.is_empty() {
            h2 { (title) }
            ul { @for item in items { li { (prose(item)) } } }
        }
    }
}

/// Text in which what stands between backticks is code.
fn prose(text: &str) -> Markup {
    html! {
        @for (index, piece) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (piece) } } @else { (piece) }
        }
    }
}
