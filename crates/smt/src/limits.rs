//! How long Z3 may work on a question, as its own parameters.

use verdict::Budget;
use z3::Params;

/// How much work a question may take, in Z3's own count of what it does. Unlike time it is the
/// same on every machine; a million is in the order of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As much as the budget allows.
    Unlimited,
    Limited(u32),
}

impl Effort {
    #[must_use]
    pub fn at_most(self, limit: u32) -> Self {
        match self {
            Self::Unlimited => Self::Limited(limit),
            Self::Limited(own) => Self::Limited(own.min(limit)),
        }
    }
}

/// The parameters of a solver for its next question.
pub(crate) fn limits(budget: &Budget, effort: Effort) -> Params {
    let mut params = Params::new();
    // Z3 would take Ctrl-C for itself as long as it works: it would end this question and let the
    // whole go on.
    params.set_bool("ctrl_c", false);
    // Zero would mean no limit.
    if let Some(rest) = budget.patience() {
        params.set_u32("timeout", u32::try_from(rest.as_millis()).unwrap_or(u32::MAX).max(1));
    }
    if let Effort::Limited(limit) = effort {
        params.set_u32("rlimit", limit.max(1));
    }
    params
}

/// Names and versions of the solvers in process.
pub fn solver_version() -> String {
    let version = z3::full_version();
    let number = version.strip_prefix("Z3 ").unwrap_or(version);
    let z3 = number.split_whitespace().next().unwrap_or("of unknown version");
    let sat: cadical::Solver = cadical::Solver::new();
    format!("Z3 {z3}, CaDiCaL {}", sat.signature().trim_start_matches("cadical-"))
}
