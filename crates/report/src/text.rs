//! The report for people.
//!
//! ```text
//! error[no-overflow]: `x + 1` does not fit `int`
//!  --> a.c:6:9
//!   |
//! 6 |     x = x + 1;
//!   |         ^^^^^ here
//!
//! The run that fails, with its values:
//!    5 | int x = __VERIFIER_nondet_int();   x = 2147483647
//!    6 | x = x + 1;
//!
//! Trust:
//!   - `__VERIFIER_nondet_int` ...
//!
//! Violated at a.c:6:9: `x + 1` does not fit `int`. The run was replayed by the interpreter.
//! FALSE(no-overflow)
//! ```
//!
//! Long runs are shortened in the middle unless all of it is asked for: how a run starts and how
//! it ends tell more than what a loop did the hundredth time.

use std::fmt::Write as _;

use source::{Diagnostic, Source, Styling};
use verdict::{Outcome, RunStep, Verdict, Violation};

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// The line for machines only.
    Verdict,
    Normal,
    /// The whole run, and how the answer was found.
    Full,
}

/// Lines of a run that are shown at its start and at its end.
const SHOWN_STEPS: (usize, usize) = (12, 24);
/// Where the values stand.
const VALUE_COLUMN: usize = 44;

/// The report with a line end after every line. The last line is the one for machines.
pub fn render(outcome: &Outcome, source: &Source, styling: Styling, detail: Detail) -> String {
    let mut text = String::new();
    if detail >= Detail::Normal {
        if let Some(violation) = &outcome.violation {
            text.push_str(&violation_text(violation, source, styling, detail));
        }
        text.push_str(&invariants_text(outcome, source));
        for remark in &outcome.remarks {
            line(&mut text, &format!("\nnote: {remark}"));
        }
        if detail == Detail::Full && !outcome.statistics.is_empty() {
            line(&mut text, "\nStatistics:");
            for (name, figure) in &outcome.statistics {
                line(&mut text, &format!("  {name}: {figure}"));
            }
        }
        text.push_str(&trust_text(outcome));
        line(&mut text, &headline(outcome, source));
    }
    line(&mut text, &outcome.machine_line());
    // Paragraphs bring the empty line before them along, the first one too.
    text.trim_start_matches('\n').to_owned()
}

/// The verdict and why, in one line.
fn headline(outcome: &Outcome, source: &Source) -> String {
    match (&outcome.verdict, &outcome.violation) {
        (Verdict::True, _) => "Proved: it always holds.".into(),
        (Verdict::False, Some(violation)) => format!(
            "Violated at {}: {}. The run was replayed by the interpreter.",
            source.position(violation.span.lo),
            violation.message
        ),
        (Verdict::False, None) => "Violated.".into(),
        (Verdict::Unknown(reason), _) => format!("Could not tell: {reason}."),
    }
}

fn invariants_text(outcome: &Outcome, source: &Source) -> String {
    let mut text = String::new();
    if !outcome.invariants.is_empty() {
        line(&mut text, "\nInvariants:");
    }
    for invariant in &outcome.invariants {
        let place = source.position(invariant.span.lo);
        line(&mut text, &format!("  {place} in {}: {}", invariant.function, invariant.text));
    }
    text
}

fn trust_text(outcome: &Outcome) -> String {
    let mut text = String::from("\nTrust:\n");
    for assumption in outcome.trust.iter() {
        line(&mut text, &format!("  - {assumption}"));
    }
    if outcome.trust.is_empty() {
        line(&mut text, "  nothing beyond C as `docs/soundness.md` reads it");
    }
    text.push('\n');
    text
}

fn violation_text(
    violation: &Violation,
    source: &Source,
    styling: Styling,
    detail: Detail,
) -> String {
    let kind = violation.kind.name();
    let diagnostic = Diagnostic::error(kind, violation.span, &*violation.message);
    let mut text = source::render(source, &diagnostic, styling);
    text.push_str("\n\n");
    if !violation.inputs.is_empty() {
        line(&mut text, "Inputs of the run that fails, in their order:");
        for input in &violation.inputs {
            let place = input.span.map(|span| format!(" at {}", source.position(span.lo)));
            let place = place.unwrap_or_default();
            line(&mut text, &format!("  {} = {}{place}", input.what, input.value));
        }
        text.push('\n');
    }
    line(&mut text, "The run that fails, with its values:");
    let (n_first, n_last) = SHOWN_STEPS;
    let steps = &violation.steps;
    if detail == Detail::Full || steps.len() <= n_first + n_last {
        steps_text(&mut text, steps, source);
    } else {
        let n_hidden = steps.len() - n_first - n_last;
        steps_text(&mut text, &steps[..n_first], source);
        line(&mut text, &format!("  ... {n_hidden} lines of the run are left out (-v shows them)"));
        steps_text(&mut text, &steps[steps.len() - n_last..], source);
    }
    text
}

fn steps_text(text: &mut String, steps: &[RunStep], source: &Source) {
    let mut last_file = None;
    for step in steps {
        let position = source.position(step.span.lo);
        let place = (position.file.clone(), step.function.clone());
        if last_file.as_ref() != Some(&place) {
            line(text, &format!("  {} in {}:", step.function, position.file));
            last_file = Some(place);
        }
        let code = source.excerpt(source.buffer_line_span(source.buffer_line(step.span.lo)));
        let code: String = code.trim().chars().take(VALUE_COLUMN * 2).collect();
        let indent = "  ".repeat(step.depth.min(8));
        let shown = format!("{:>6} | {indent}{code}", position.line);
        let effects = step.effects.join(", ");
        match effects.is_empty() {
            true => line(text, &shown),
            false => line(text, &format!("{shown:<VALUE_COLUMN$}  {effects}")),
        }
    }
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{}", line.trim_end()).expect("writing to a string does not fail");
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
