//! The line on a terminal that says what is going on while nothing is printed.
//!
//! ```text
//! ⠹ 12s bounded search and k-induction
//! ```
//!
//! It stands on the error stream, vanishes before anything else is written, and is not there at
//! all in a pipe or with `-q`. What is going on is what was last said to the budget.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use verdict::Budget;

use crate::cli::Verbosity;

#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Will show the phases of this budget.
    pub fn of(budget: &Budget, verbosity: Verbosity) -> Self {
        if verbosity == Verbosity::Quiet {
            return Self { bar: ProgressBar::hidden() };
        }
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {phase}");
        let style = style.expect("the template names known parts only");
        let budget = budget.clone();
        let phase = move |_: &ProgressState, line: &mut dyn std::fmt::Write| {
            // A line that cannot be drawn is not missed.
            let _ = write!(line, "{}s {}", budget.elapsed().as_secs(), budget.phase());
        };
        bar.set_style(style.with_key("phase", phase));
        Self { bar }
    }

    /// Shows the line while `work` is done, which prints nothing itself.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.reset();
        self.bar.enable_steady_tick(Duration::from_millis(100));
        let result = work();
        self.clear();
        result
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.disable_steady_tick();
        self.bar.finish_and_clear();
    }
}
