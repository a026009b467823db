//! The report as one page: no server, no network, nothing to install.
//!
//! The source with a mark at each check and the invariants at the loops; beside it the failing run
//! to step through, by buttons or keys, with the values that it has computed so far; the trust box
//! and the figures. A run of threads is shown in lanes above the source. Light or dark as the reader's system is.
//!
//! All text goes through `maud`, which escapes it; the run is data in a script element of another
//! type, in which `<` is written as an escape of JSON so that no text can end it.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use serde_json::{Value, json};
use source::{Source, Span};
use verdict::{Asked, CheckStatus, Outcome, Verdict};

use crate::code::line_at;
use crate::inputs::{Given, Values, given};

pub(crate) mod frame;
mod heaps;
mod lanes;
pub(crate) mod parts;

use frame::Page;
use lanes::lanes;

pub(crate) const STYLE: &str = include_str!("html/style.css");
pub(crate) const STEPPER: &str = include_str!("html/stepper.js");
const SCRIPT: &str = include_str!("html/script.js");
/// A run is shown to its end; of a longer one the last steps.
const MAX_STEPS: usize = 20_000;
/// Longer files are shown around what the outcome speaks of.
const MAX_LINES: usize = 20_000;
const CONTEXT: u32 = 30;
/// Lines about inputs that are shown.
const MAX_INPUTS: usize = 200;

/// The symbolic heaps at one loop, each a picture: SVG that its maker has escaped.
pub struct LoopHeaps {
    pub title: String,
    pub heaps: Vec<String>,
    /// Disjuncts that are too many to be drawn.
    pub n_left_out: usize,
    pub merges: Vec<MergedHeaps>,
}

/// Two heaps that became one, and why.
pub struct MergedHeaps {
    pub why: String,
    pub from: [String; 2],
    pub into: String,
}

/// What the page shows of the heap: loops, and the predicates that their pictures use.
#[derive(Default)]
pub struct Heaps {
    pub loops: Vec<LoopHeaps>,
    pub predicates: Vec<String>,
}

/// The page.
pub fn render(outcome: &Outcome, source: &Source) -> String {
    render_with_heaps(outcome, source, &Heaps::default())
}

/// The page, with pictures of the heap at loops.
pub fn render_with_heaps(outcome: &Outcome, source: &Source, heaps: &Heaps) -> String {
    let listing = Listing::of(outcome, source);
    let body = html! {
        (header(outcome, source))
        main {
            div.source {
                (lanes(outcome, source, n_hidden(outcome)))
                (heaps::heaps(heaps))
                (listing.markup(outcome, source))
            }
            aside {
                (run(outcome))
                (inputs(outcome, source))
                (invariants(outcome, source))
                (checks(outcome))
                (parts::trust(&outcome.trust, trusted_otherwise(outcome)))
                (parts::statistics(&outcome.statistics))
            }
        }
    };
    let page = Page {
        title: format!("{} – {}", outcome.machine_line(), source.name()),
        styles: &[STYLE],
        body,
        scripts: &[STEPPER, SCRIPT],
        data: steps(outcome, &listing, source),
    };
    page.render()
}

/// What an answer rests on that takes nothing more for granted.
fn trusted_otherwise(outcome: &Outcome) -> &'static str {
    match outcome.claims_nothing() {
        true => "nothing, since nothing is proved and nothing is violated",
        false => "nothing beyond C as Linchpin reads it",
    }
}

/// Steps at the start of a long run that are left out.
fn n_hidden(outcome: &Outcome) -> usize {
    outcome.violation.as_ref().map_or(0, |it| it.steps.len().saturating_sub(MAX_STEPS))
}

fn header(outcome: &Outcome, source: &Source) -> Markup {
    let (class, meaning) = match (&outcome.verdict, &outcome.violation) {
        (Verdict::True, _) => match outcome.asked() {
            Asked::Nothing => ("true", outcome.proof_in_words()),
            Asked::OnlyVacuous | Asked::Something { .. } => {
                ("true", format!("{} The proof was checked again.", outcome.proof_in_words()))
            }
        },
        (Verdict::False, Some(violation)) => {
            ("false", format!("{}. The run was replayed by the interpreter.", violation.message))
        }
        (Verdict::False, None) => ("false", "It does not hold.".to_owned()),
        (Verdict::Unknown(reason), _) => ("unknown", format!("Could not tell: {reason}.")),
    };
    html! {
        header {
            h1 { span.{ "verdict " (class) } { (outcome.machine_line()) } " " code { (source.name()) } }
            div { (meaning) }
            @for remark in &outcome.remarks { div.faint { (remark) } }
        }
    }
}

/// The lines of the user's files that are shown, each with what stands for it in the text.
struct Listing {
    /// By file and line, the offset of its first byte.
    files: Vec<(String, BTreeMap<u32, u32>)>,
}

impl Listing {
    fn of(outcome: &Outcome, source: &Source) -> Self {
        let spoken_of = places(outcome, source);
        let files: BTreeSet<&str> = spoken_of.iter().map(|(file, _)| file.as_str()).collect();
        let mut lines: BTreeMap<String, BTreeMap<u32, u32>> = BTreeMap::new();
        for line in 0..source.n_buffer_lines() {
            let span = source.buffer_line_span(line);
            if !source.is_users(span) {
                continue;
            }
            let position = source.position(span.lo);
            let is_shown = files.contains(&*position.file) || *position.file == **source.name();
            if is_shown && !source.excerpt(span).trim_start().starts_with("# ") {
                let rows = lines.entry(position.file.to_string()).or_default();
                rows.entry(position.line).or_insert(span.lo);
            }
        }
        for (file, rows) in &mut lines {
            if rows.len() > MAX_LINES {
                let near = |line: u32| {
                    let around = line.saturating_sub(CONTEXT)..=line.saturating_add(CONTEXT);
                    spoken_of
                        .range((file.clone(), *around.start())..=(file.clone(), *around.end()))
                        .next()
                        .is_some()
                };
                rows.retain(|line, _| near(*line));
            }
        }
        // The file that was asked about comes first.
        let mut files: Vec<_> = lines.into_iter().collect();
        files.sort_by_key(|(file, _)| (**file != **source.name(), file.clone()));
        Self { files }
    }

    fn row_id(&self, file: &str, line: u32) -> Option<String> {
        let number = self.files.iter().position(|(name, _)| name == file)?;
        self.files[number].1.contains_key(&line).then(|| format!("f{number}l{line}"))
    }

    fn markup(&self, outcome: &Outcome, source: &Source) -> Markup {
        let place = |span: Span| {
            let position = source.position(span.lo);
            (position.file.to_string(), position.line)
        };
        let mut marks: BTreeMap<(String, u32), Vec<(CheckStatus, String)>> = BTreeMap::new();
        for check in &outcome.checks {
            let known = check.known.as_ref().map(|known| format!(" ({known})")).unwrap_or_default();
            let text = format!("{}: {} [{}]{known}", check.status, check.text, check.kind);
            marks.entry(place(check.span)).or_default().push((check.status, text));
        }
        let mut notes: BTreeMap<(String, u32), Vec<(&str, String)>> = BTreeMap::new();
        for invariant in &outcome.invariants {
            let text = format!("invariant: {}", invariant.text);
            notes.entry(place(invariant.span)).or_default().push(("note code good", text));
        }
        for violation in outcome.violations() {
            let text = violation.message.clone();
            notes.entry(place(violation.span)).or_default().push(("note bad", text));
        }
        html! {
            @for (number, (file, rows)) in self.files.iter().enumerate() {
                div.file { (file) }
                @for (line, offset) in rows {
                    @let key = (file.clone(), *line);
                    @let marks = marks.get(&key).map(Vec::as_slice).unwrap_or_default();
                    @let id = format!("f{number}l{line}");
                    (parts::row(&id, *line, parts::mark(marks), &line_at(source, *offset)))
                    @for (class, text) in notes.get(&key).into_iter().flatten() {
                        div class=(class) { (text) }
                    }
                }
            }
        }
    }
}

/// Files and lines that the outcome speaks of.
fn places(outcome: &Outcome, source: &Source) -> BTreeSet<(String, u32)> {
    let checks = outcome.checks.iter().map(|check| check.span);
    let invariants = outcome.invariants.iter().map(|invariant| invariant.span);
    let steps = outcome.violation.iter().flat_map(|it| it.steps.iter().map(|step| step.span));
    let spans = checks.chain(invariants).chain(steps);
    let place = |span: Span| {
        let position = source.position(span.lo);
        (position.file.to_string(), position.line)
    };
    spans.map(place).collect()
}

fn run(outcome: &Outcome) -> Markup {
    if outcome.violation.is_none() {
        return html! {};
    }
    let n_hidden = n_hidden(outcome);
    html! {
        h2 { "The run that fails" }
        @if n_hidden > 0 { div.faint { "Its first " (n_hidden) " steps are left out." } }
        (parts::controls())
        div { "in " code #place {} }
        table { thead { tr { th { "value of" } th { "now" } } } tbody #values .code {} }
        (parts::keys())
    }
}

/// The steps as data; the last one is the failure.
fn steps(outcome: &Outcome, listing: &Listing, source: &Source) -> Option<Value> {
    let violation = outcome.violation.as_ref()?;
    let steps = violation.steps.iter().skip(n_hidden(outcome)).map(|step| {
        let position = source.position(step.span.lo);
        let pair = |effect: &String| {
            let (name, value) = effect.split_once(" = ")?;
            Some(json!([name, value]))
        };
        json!({
            "row": listing.row_id(&position.file, position.line),
            "function": step.function,
            "depth": step.depth,
            "thread": step.thread,
            "effects": step.effects,
            "values": step.effects.iter().filter_map(pair).collect::<Vec<_>>(),
        })
    });
    let steps: Vec<Value> = steps.collect();
    (!steps.is_empty()).then(|| Value::from(steps))
}

fn inputs(outcome: &Outcome, source: &Source) -> Markup {
    let lines = outcome.violation.iter().flat_map(|violation| given(violation, Values::Folded));
    let lines: Vec<Given> = lines.collect();
    html! {
        @if !lines.is_empty() {
            h2 { "Inputs" }
            table.code {
                @for line in lines.iter().take(MAX_INPUTS) {
                    tr {
                        td { (line.what) }
                        td { (line.value) }
                        td.faint { @if let Some(span) = line.span { (source.position(span.lo).line) } }
                    }
                }
            }
            @if let n_more @ 1.. = lines.len().saturating_sub(MAX_INPUTS) {
                p.faint { "... and " (n_more) " more" }
            }
        }
    }
}

fn invariants(outcome: &Outcome, source: &Source) -> Markup {
    html! {
        @if !outcome.invariants.is_empty() {
            h2 { "Invariants" }
            ul {
                @for invariant in &outcome.invariants {
                    li { code { (invariant.text) } " " span.faint { "line " (source.position(invariant.span.lo).line) } }
                }
            }
        }
    }
}

fn checks(outcome: &Outcome) -> Markup {
    let mut counts: BTreeMap<CheckStatus, usize> = BTreeMap::new();
    for check in &outcome.checks {
        *counts.entry(check.status).or_default() += 1;
    }
    html! {
        @if !counts.is_empty() {
            h2 { "Checks" }
            ul { @for (status, count) in &counts { li { (count) " " (status.name()) } } }
        }
    }
}

#[cfg(test)]
#[path = "html_tests.rs"]
mod tests;
