//! The report for people.
//!
//! ```text
//! Violated at a.c:6:9: `x + 1` does not fit `int`. The run was replayed by the interpreter.
//!
//! error[no-overflow]: does not hold: `x + 1` fits `int`
//!  --> a.c:6:9
//!   |
//! 6 |     x = x + 1;
//!   |         ^^^^^
//!
//! The run that fails:
//!   main (a.c)
//!     5 | int x = __VERIFIER_nondet_int();    x = 2147483647
//!     6 | x = x + 1;                          fails here
//!
//! Checks: 1 violated, 3 not judged
//!
//! Trust:
//!   - `__VERIFIER_nondet_int` ...
//!
//! FALSE(no-overflow)
//! ```
//!
//! Loops of the run are folded, and long runs shortened in the middle, unless all of it is asked
//! for.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use source::{Diagnostic, Source, Styling};
use verdict::{
    CheckKind, CheckResult, CheckStatus, InvariantPlace, Outcome, RunStep, Subject, TrustBox,
    Verdict, Violation,
};

use crate::code::line_at;
use crate::inputs::{Given, Values, given};
use crate::run::{Row, folded, shortened};

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
/// What happened in one line, likewise.
const SHOWN_EFFECTS: (usize, usize) = (8, 4);
/// Values stand beside the longest line of the run, but not farther right than this.
const MAX_CODE: usize = 56;
/// So many checks are listed one by one; more are only counted.
const MAX_CHECKS: usize = 20;
/// Lines about inputs before the rest is only counted.
const MAX_INPUTS: usize = 20;

/// The report with a line end after every line. The first line says what was found, for people; the last
/// one is for machines.
pub fn render(outcome: &Outcome, source: &Source, styling: Styling, detail: Detail) -> String {
    let mut text = String::new();
    if detail >= Detail::Normal {
        line(&mut text, &headline(outcome, source));
        for violation in outcome.violations() {
            text.push('\n');
            text.push_str(&violation_text(violation, source, styling, detail));
        }
        text.push_str(&checks_text(outcome, source, detail));
        text.push_str(&invariants_text(outcome, source));
        if let Some(explanation) = &outcome.explanation {
            text.push_str(&crate::explanation::text(explanation, source));
        }
        for remark in &outcome.remarks {
            line(&mut text, &format!("\nnote: {remark}"));
        }
        if detail == Detail::Full && !outcome.statistics.is_empty() {
            line(&mut text, "\nStatistics:");
            for (name, figure) in &outcome.statistics {
                line(&mut text, &format!("  {name}: {figure}"));
            }
        }
        let otherwise = match outcome.claims_nothing() {
            true => "nothing, since nothing is proved and nothing is violated",
            false => BEYOND_C,
        };
        text.push_str(&trust_text(&outcome.trust, otherwise));
    }
    line(&mut text, &outcome.machine_line());
    text
}

/// The verdict and why, in one line.
fn headline(outcome: &Outcome, source: &Source) -> String {
    match (&outcome.verdict, &outcome.violation) {
        (Verdict::True, _) => outcome.proof_in_words(),
        (Verdict::False, Some(violation)) => {
            let (place, message) = (source.shown_position(violation.span), &violation.message);
            match outcome.others.len() {
                0 => format!(
                    "Violated at {place}: {message}. The run was replayed by the interpreter."
                ),
                n => format!(
                    "Violated at {place}: {message}; and {n} more. The runs were replayed by the \
                     interpreter."
                ),
            }
        }
        (Verdict::False, None) => "Violated.".into(),
        (Verdict::Unknown(reason), _) => format!("Could not tell: {reason}."),
    }
}

fn invariants_text(outcome: &Outcome, source: &Source) -> String {
    let mut text = String::new();
    if !outcome.invariants.is_empty() {
        line(&mut text, "\nInvariants of the proof, as far as they can be said in C:");
    }
    for invariant in &outcome.invariants {
        let place = source.shown_position(invariant.span);
        let what = match invariant.place {
            InvariantPlace::Loop => "loop",
            InvariantPlace::Statement => "statement",
        };
        line(&mut text, &format!("  {what} at {place}: invariant {}", invariant.text));
    }
    text
}

/// What an answer rests on that takes nothing more for granted.
pub(crate) const BEYOND_C: &str = "nothing beyond C as `docs/soundness.md` reads it";

/// What is taken for granted, or what is said if that is nothing.
pub(crate) fn trust_text(trust: &TrustBox, otherwise: &str) -> String {
    let mut text = String::from("\nTrust:\n");
    for assumption in trust.iter() {
        line(&mut text, &format!("  - {assumption}"));
    }
    if trust.is_empty() {
        line(&mut text, &format!("  {otherwise}"));
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
    inputs_text(&mut text, violation, source, detail);
    line(&mut text, "The run that fails, with the values it computes:");
    let steps = &violation.steps;
    let rows = match detail {
        Detail::Full => (0..steps.len()).map(Row::Step).collect(),
        Detail::Verdict | Detail::Normal => {
            shortened(folded(steps, source), SHOWN_STEPS.0, SHOWN_STEPS.1)
        }
    };
    let ending = match violation.kind {
        CheckKind::Deadlock => None,
        _ => Some("fails here"),
    };
    let effects = match detail {
        Detail::Full => Effects::All,
        Detail::Verdict | Detail::Normal => Effects::Shortened,
    };
    steps_text(&mut text, (steps, &rows), effects, ending, source);
    text
}

fn inputs_text(text: &mut String, violation: &Violation, source: &Source, detail: Detail) {
    let (values, max_lines) = match detail {
        Detail::Full => (Values::All, usize::MAX),
        Detail::Verdict | Detail::Normal => (Values::Folded, MAX_INPUTS),
    };
    let lines = given(violation, values);
    if lines.is_empty() {
        return;
    }
    line(text, "Inputs of the run that fails, in their order:");
    for Given { what, value, span } in lines.iter().take(max_lines) {
        let place = span.map(|span| format!(" at {}", source.shown_position(span)));
        line(text, &format!("  {what} = {value}{}", place.unwrap_or_default()));
    }
    if let n_more @ 1.. = lines.len().saturating_sub(max_lines) {
        line(text, &format!("  ... and {n_more} more (-v shows them)"));
    }
    text.push('\n');
}

/// How much is told of what one line did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effects {
    /// A whole loop may stand in one line: of many effects the first and the last ones.
    Shortened,
    All,
}

fn effects_text(effects: &[String], told: Effects) -> String {
    let (n_first, n_last) = SHOWN_EFFECTS;
    match told {
        Effects::Shortened if effects.len() > n_first + n_last + 1 => {
            let (first, rest) = effects.split_at(n_first);
            let (hidden, last) = rest.split_at(rest.len() - n_last);
            let n_hidden = hidden.len();
            format!("{}, ... ({n_hidden} more) ..., {}", first.join(", "), last.join(", "))
        }
        Effects::Shortened | Effects::All => effects.join(", "),
    }
}

fn steps_text(
    text: &mut String,
    (steps, rows): (&[RunStep], &[Row]),
    told: Effects,
    ending: Option<&str>,
    source: &Source,
) {
    let code = |step: &RunStep| line_at(source, step.span.lo);
    let shown = rows.iter().filter_map(|row| match row {
        Row::Step(number) => Some(code(&steps[*number])),
        Row::Rounds { .. } | Row::Hidden(_) => None,
    });
    let shown: Vec<String> = shown.collect();
    let indentation = |code: &String| code.len() - code.trim_start().len();
    let margin = shown.iter().filter(|it| !it.is_empty()).map(indentation).min().unwrap_or(0);
    let widths = shown.iter().map(|code| code.chars().skip(margin).count());
    let width = widths.filter(|width| *width <= MAX_CODE).max().unwrap_or(0);
    let mut last_place = None;
    for row in rows {
        let number = match row {
            Row::Step(number) => *number,
            Row::Rounds { n_rounds, first_line, last_line } => {
                let rounds = if *n_rounds == 1 { "round" } else { "rounds" };
                let lines = match first_line == last_line {
                    true => format!("line {first_line}"),
                    false => format!("lines {first_line} to {last_line}"),
                };
                line(
                    text,
                    &format!("         ... {n_rounds} more {rounds} of {lines} (-v shows them)"),
                );
                continue;
            }
            Row::Hidden(n_hidden) => {
                let lines = if *n_hidden == 1 { "line" } else { "lines" };
                line(
                    text,
                    &format!(
                        "         ... {n_hidden} {lines} of the run are left out (-v shows them)"
                    ),
                );
                last_place = None;
                continue;
            }
        };
        let step = &steps[number];
        let position = source.shown_position(step.span);
        let place = (position.file.clone(), step.function.clone(), step.depth, step.thread);
        if last_place.as_ref() != Some(&place) {
            let called =
                if step.depth > 0 { format!(", {} calls deep", step.depth) } else { String::new() };
            let called = if step.depth == 1 { ", called".to_owned() } else { called };
            let thread = match step.thread {
                Some(number) => format!("thread {number}: "),
                None => String::new(),
            };
            line(text, &format!("  {thread}{} ({}){called}", step.function, position.shown_file()));
            last_place = Some(place);
        }
        let code: String = code(step).chars().skip(margin).take(2 * MAX_CODE).collect();
        let is_last = number + 1 == steps.len();
        let mut effects = effects_text(&step.effects, told);
        if let Some(ending) = ending.filter(|_| is_last) {
            let comma = if effects.is_empty() { "" } else { ", " };
            effects = format!("{effects}{comma}{ending}");
        }
        match effects.is_empty() {
            true => line(text, &format!("{:>6} | {code}", position.line)),
            false => line(text, &format!("{:>6} | {code:<width$}    {effects}", position.line)),
        }
    }
}

/// How many checks there are of each status, and which, where they are few.
fn checks_text(outcome: &Outcome, source: &Source, detail: Detail) -> String {
    let mut text = String::new();
    if outcome.checks.is_empty() {
        return text;
    }
    let statuses = [
        CheckStatus::Violated,
        CheckStatus::Open,
        CheckStatus::NotJudged,
        CheckStatus::Unreachable,
        CheckStatus::Vacuous,
        CheckStatus::Proved,
    ];
    let of = |status| outcome.checks.iter().filter(move |check| check.status == status);
    let counts = |subject: Option<Subject>| {
        let is_of = |check: &&CheckResult| subject.is_none_or(|it| it == check.kind.subject());
        let count = |status: &CheckStatus| match of(*status).filter(is_of).count() {
            0 => None,
            count => Some(format!("{count} {status}")),
        };
        statuses.iter().filter_map(count).collect::<Vec<_>>().join(", ")
    };
    line(&mut text, &format!("\nChecks: {}", counts(None)));
    if are_judged_apart(outcome) {
        for subject in Subject::ALL {
            match counts(Some(subject)) {
                counts if counts.is_empty() => {}
                counts => line(&mut text, &format!("  {subject}: {counts}")),
            }
        }
    }
    // What fails has been shown, unless there is more of it, and what was not judged says nothing.
    let n_violated = of(CheckStatus::Violated).count();
    let is_told = |check: &&CheckResult| match (detail, &outcome.verdict) {
        (Detail::Full, _) => true,
        (_, Verdict::False) => match check.status {
            CheckStatus::Violated => n_violated > 1,
            CheckStatus::Open => true,
            CheckStatus::NotJudged
            | CheckStatus::Unreachable
            | CheckStatus::Vacuous
            | CheckStatus::Proved => false,
        },
        (_, Verdict::True | Verdict::Unknown(_)) => check.status != CheckStatus::Unreachable,
    };
    let mut told: Vec<&CheckResult> = outcome.checks.iter().filter(is_told).collect();
    let are_too_many = |n: usize| detail < Detail::Full && n > MAX_CHECKS;
    let mut rest = None;
    if are_too_many(told.len()) {
        // What is open is what somebody has to look at.
        let n_open = of(CheckStatus::Open).count();
        match n_open == 0 || are_too_many(n_open) {
            // And what is violated, where no run of it was shown.
            true => told.retain(|check| check.status == CheckStatus::Violated),
            false => told
                .retain(|check| matches!(check.status, CheckStatus::Open | CheckStatus::Violated)),
        }
        told.truncate(MAX_CHECKS);
        rest = match told.is_empty() {
            true => Some("  (-v lists them)"),
            false => Some("  (-v lists the others)"),
        };
    }
    for CheckResult { kind, span, text: what, status, known, .. } in told {
        let place = source.shown_position(*span);
        let known = known.as_ref().map(|known| format!(" ({known})")).unwrap_or_default();
        line(&mut text, &format!("  {status}: {what} [{kind}] at {place}{known}"));
    }
    if let Some(rest) = rest {
        line(&mut text, rest);
    }
    text
}

/// Has each check its own answer, of several that differ?
fn are_judged_apart(outcome: &Outcome) -> bool {
    let statuses = || outcome.checks.iter().map(|check| check.status);
    let subjects: BTreeSet<Subject> =
        outcome.checks.iter().map(|check| check.kind.subject()).collect();
    outcome.verdict != Verdict::True
        && subjects.len() > 1
        && statuses().any(|status| status == CheckStatus::Proved)
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{}", line.trim_end()).expect("writing to a string does not fail");
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
