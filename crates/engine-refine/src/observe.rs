//! What is observed of a program: everything unless less is asked for.

use std::collections::BTreeSet;

/// Which labels count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The result of the function.
    pub result: bool,
    /// That it ends at all.
    pub end: bool,
    /// Calls of functions without body: all, or only these.
    pub calls: Option<BTreeSet<String>>,
}

impl Default for Observed {
    fn default() -> Self {
        Self { result: true, end: true, calls: None }
    }
}

impl Observed {
    /// Whether calls of the function are seen.
    pub fn calls(&self, function: &str) -> bool {
        self.calls.as_ref().is_none_or(|names| names.contains(function))
    }
}
