//! Parts that pages about programs and pages about protocols have in common.

use maud::{Markup, html};
use verdict::{CheckStatus, TrustBox};

/// The buttons and the slider that go through a run, and where it is; `stepper.js` moves them.
pub(crate) fn controls() -> Markup {
    html! {
        div.steps role="group" aria-label="steps of the run" {
            button #first title="first step (Home)" aria-label="first step" { "|◀" }
            button #back title="one step back (←)" aria-label="one step back" { "◀" }
            button #forward title="one step on (→)" aria-label="one step on" { "▶" }
            button #last title="last step (End)" aria-label="last step" { "▶|" }
            input #slider type="range" min="0" value="0" aria-label="position in the run";
            span #position .faint aria-live="polite" {}
        }
    }
}

/// The keys that do the same.
pub(crate) fn keys() -> Markup {
    html! {
        p.faint { "Keys: " kbd { "←" } " " kbd { "→" } " " kbd { "Home" } " " kbd { "End" } }
    }
}

/// The worst that the checks of a line came to.
pub(crate) fn mark(marks: &[(CheckStatus, String)]) -> Markup {
    let Some(worst) = marks.iter().map(|(status, _)| *status).min() else {
        return html! { span.mark {} };
    };
    let (class, sign) = match worst {
        CheckStatus::Violated => ("violated", "✗"),
        CheckStatus::Open => ("open", "?"),
        CheckStatus::Proved => ("proved", "✓"),
        CheckStatus::NotJudged | CheckStatus::Unreachable | CheckStatus::Vacuous => ("other", "·"),
    };
    let title: Vec<&str> = marks.iter().map(|(_, text)| text.as_str()).collect();
    html! { span.{ "mark " (class) } title=(title.join("\n")) { (sign) } }
}

/// One line of a text.
pub(crate) fn row(id: &str, number: u32, mark: Markup, text: &str) -> Markup {
    html! {
        div.row.code id=(id) {
            span.no { (number) }
            (mark)
            span { (text) }
        }
    }
}

/// What the answer takes for granted; or what it does if that is nothing special.
pub(crate) fn trust(trust: &TrustBox, otherwise: &str) -> Markup {
    html! {
        h2 { "Trust" }
        ul {
            @for assumption in trust.iter() { li { (prose(&assumption.to_string())) } }
            @if trust.is_empty() { li { (prose(otherwise)) } }
        }
    }
}

/// Names and figures.
pub(crate) fn statistics(statistics: &[(impl AsRef<str>, u64)]) -> Markup {
    html! {
        @if !statistics.is_empty() {
            h2 { "Figures" }
            table { @for (name, figure) in statistics { tr { td { (name.as_ref()) } td { (figure) } } } }
        }
    }
}

/// Text in which what stands between backticks is code.
pub(crate) fn prose(text: &str) -> Markup {
    html! {
        @for (index, piece) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (piece) } } @else { (piece) }
        }
    }
}
