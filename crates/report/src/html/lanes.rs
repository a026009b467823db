//! A run of threads as lanes: a column per thread, time from top to bottom.
//!
//! ```text
//!    thread 1: main      thread 2: run
//!    12  create ...
//!                         4  t = c       t = 0
//!    13  c++     c = 1
//!                         5  c = t + 1   c = 1
//! ```
//!
//! Each row is a step of the run, and a click on it shows it in the source. Loops are folded as in
//! the text.

use std::collections::BTreeMap;

use maud::{Markup, html};
use source::Source;
use verdict::{Outcome, RunStep};

use crate::code::line_at;
use crate::run::{Row, folded, shortened};

/// Rows that are shown at the start and at the end.
const SHOWN_ROWS: (usize, usize) = (200, 800);

/// The lanes; nothing for a run of one thread. Steps are counted from the one of this number.
pub fn lanes(outcome: &Outcome, source: &Source, first: usize) -> Markup {
    let steps = outcome.violation.iter().flat_map(|it| &it.steps).skip(first);
    let steps: Vec<RunStep> = steps.cloned().collect();
    // A thread is called by the function that it begins with.
    let mut threads: BTreeMap<u32, &str> = BTreeMap::new();
    for step in &steps {
        if let Some(thread) = step.thread {
            threads.entry(thread).or_insert(&step.function);
        }
    }
    if threads.is_empty() {
        return html! {};
    }
    let rows = shortened(folded(&steps, source), SHOWN_ROWS.0, SHOWN_ROWS.1);
    let mut last = None;
    html! {
        div.file { "The schedule" }
        table.lanes.code {
            thead { tr { @for (thread, function) in &threads { th { "thread " (thread) ": " (function) } } } }
            tbody {
                @for row in &rows {
                    @match row {
                        Row::Step(number) => {
                            @let step = &steps[*number];
                            @let is_switch = last.replace(step.thread) != Some(step.thread);
                            (lane(step, *number, is_switch.then_some("switch"), &threads, source))
                        }
                        Row::Rounds { n_rounds, .. } => {
                            tr { td.faint colspan=(threads.len()) { "… " (n_rounds) " more rounds" } }
                        }
                        Row::Hidden(n_hidden) => {
                            tr { td.faint colspan=(threads.len()) { "… " (n_hidden) " steps are left out" } }
                        }
                    }
                }
            }
        }
    }
}

fn lane(
    step: &RunStep,
    number: usize,
    class: Option<&str>,
    threads: &BTreeMap<u32, &str>,
    source: &Source,
) -> Markup {
    let position = source.position(step.span.lo);
    html! {
        tr class=[class] data-step=(number) {
            @for thread in threads.keys() {
                @if step.thread == Some(*thread) {
                    td.turn {
                        span.no { (position.line) } " "
                        span { (line_at(source, step.span.lo).trim()) }
                        @if !step.effects.is_empty() { span.now { (step.effects.join(", ")) } }
                    }
                } @else {
                    td {}
                }
            }
        }
    }
}
