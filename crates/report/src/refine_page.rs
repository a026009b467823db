//! The outcome about refinement as one page: no server, no network. Two columns, target and source.

use maud::{Markup, html};
use verdict::{Mover, RefinementOutcome, Verdict};

use crate::html::frame::Page;
use crate::html::parts::prose;
use crate::refine::{capitalised, event, place};

const STYLE: &str = include_str!("html/refine.css");

/// The page.
pub fn render(outcome: &RefinementOutcome) -> String {
    let class = match outcome.verdict {
        Verdict::True => "true",
        Verdict::False => "false",
        Verdict::Unknown(_) => "unknown",
    };
    let body = html! {
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
    };
    let title = format!("{} – {}", outcome.machine_line(), outcome.target);
    Page { title, styles: &[STYLE], body, scripts: &[], data: None }.render()
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
