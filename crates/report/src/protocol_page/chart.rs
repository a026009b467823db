//! A run as a chart: a column per process, a row per step, in which only what changed is shown.

use maud::{Markup, html};
use source::Source;
use verdict::{ColumnFact, Verdict};

use super::changes::{Change, compared};
use super::{Shown, line_of};

/// The chart with its title.
pub fn section(shown: &Shown<'_>, source: &Source) -> Markup {
    let run = shown.run;
    let again = run.end.repeats_from();
    let has_words = run.steps.iter().any(|step| !step.what.is_empty());
    let n_columns = run.columns.len() + 2 + usize::from(has_words);
    // What an abstraction keeps of others is a sentence, not a word.
    let class = match shown.property.verdict {
        Verdict::Unknown(_) => "scroll wide",
        Verdict::True | Verdict::False => "scroll",
    };
    html! {
        section id=(shown.id) {
            h2 { (shown.title) }
            @if let Verdict::Unknown(_) = shown.property.verdict {
                p.faint { "What one process sees of all others; perhaps no number of processes has such a run." }
            }
            div class=(class) tabindex="0" role="region" aria-label=(shown.title) {
                table.chart.code {
                    thead { tr {
                        th scope="col" { "step" }
                        @if has_words { th scope="col" {} }
                        @for column in &run.columns { th scope="col" { (column) } }
                        th scope="col" { "line" }
                    } }
                    tbody {
                        tr data-step="0" {
                            th scope="row" { "start" }
                            @if has_words { td {} }
                            @for facts in &run.start { td { (all(facts)) } }
                            td {}
                        }
                        @for (number, step) in run.steps.iter().enumerate() {
                            @if again == Some(number) { (rule("from here on, for ever", n_columns)) }
                            @let is_again = again.is_some_and(|from| number >= from);
                            tr class=[is_again.then_some("again")] data-step=(number + 1) {
                                th scope="row" { (number + 1) }
                                @if has_words { td { (step.what) } }
                                @for (column, before) in run.moment(number).iter().enumerate() {
                                    @let after = &step.after[column];
                                    @if step.actors.contains(&column) {
                                        td.actor { (place(before, after)) (changed(before, after)) }
                                    } @else {
                                        td { (changed(before, after)) }
                                    }
                                }
                                td { @if let Some(span) = step.span { (line_of(source, span)) } }
                            }
                        }
                        @if let Some(words) = run.end.in_words() { (rule(words, n_columns)) }
                    }
                }
            }
        }
    }
}

/// A row across all columns.
fn rule(words: &str, n_columns: usize) -> Markup {
    html! { tr.rule { td colspan=(n_columns) { (words) } } }
}

fn all(facts: &[ColumnFact]) -> Markup {
    html! { @for fact in facts { span.fact { (fact.text) } } }
}

/// Where the one that acts is, if it stays there: otherwise it is among what changed.
fn place(before: &[ColumnFact], after: &[ColumnFact]) -> Markup {
    let place = after.first().filter(|fact| fact.about == "pc" && before.first() == Some(fact));
    html! { @if let Some(place) = place { span.fact { (place.text) } } }
}

fn changed(before: &[ColumnFact], after: &[ColumnFact]) -> Markup {
    html! {
        @for (fact, change) in compared(before, after) {
            @match change {
                Change::Same => {}
                Change::New | Change::Changed { .. } => { span.fact { ins { (fact) } } }
                Change::Gone => { span.fact { del { (fact) } } }
            }
        }
    }
}
