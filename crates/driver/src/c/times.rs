//! How long an engine may take.

use verdict::Budget;

/// The time that an engine has.
#[derive(Clone, Copy)]
pub struct Times<'a> {
    /// For looking.
    pub search: &'a Budget,
    /// For checking again what it has found: that is not given up for want of time.
    pub confirm: &'a Budget,
}

impl<'a> From<&'a Budget> for Times<'a> {
    fn from(budget: &'a Budget) -> Self {
        Self { search: budget, confirm: budget }
    }
}
