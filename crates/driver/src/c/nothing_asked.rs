//! What is said where a property asks nothing of a program, or asks it where no run comes.

use source::Source;
use verdict::{Assumption, CheckResult, CheckStatus, Property, PropertySet};

/// Vacuous checks that are listed one by one; more are only counted.
const MAX_LISTED: usize = 5;

/// Is there anything to prove that can be reached from the entry function?
pub fn is_asked(checks: &[CheckResult]) -> bool {
    checks.iter().any(|check| check.status != CheckStatus::Unreachable)
}

/// Why a proof says nothing, and what would ask something.
pub fn nothing_asked(properties: &PropertySet) -> String {
    let asked: Vec<&str> = properties.iter().map(asks_about).collect();
    let has = |name: &str| properties.iter().any(|property| property.name() == name);
    let others = [
        ("def-behavior", "undefined behaviour"),
        ("no-overflow", "signed arithmetic"),
        ("unreach-call", "assertions and error functions"),
    ];
    let others: Vec<String> = others
        .iter()
        .filter(|(name, _)| !has(name))
        .map(|(name, what)| format!("`--property {name}` asks about {what}"))
        .collect();
    format!(
        "the property asks about {}, and no run can come to any; {}",
        asked.join(", "),
        others.join(", ")
    )
}

fn asks_about(property: &Property) -> &'static str {
    match property {
        Property::UnreachCall { .. } => "failed assertions and calls of error functions",
        Property::UnreachLabel { .. } => "an error label",
        Property::ValidFree => "calls of `free`",
        Property::ValidDeref => "accesses to memory through pointers",
        Property::ValidMemtrack | Property::ValidMemcleanup => "blocks of the heap",
        Property::NoOverflow => "signed arithmetic",
        Property::DefinedBehaviour => "undefined behaviour",
        Property::NoDataRace => "data races",
        Property::NoDeadlock => "threads that wait for each other",
        Property::Termination => "endless runs",
    }
}

/// The vacuous checks, for the trust box.
pub fn vacuous_in_words(checks: &[CheckResult], source: &Source) -> Vec<Assumption> {
    let vacuous = checks.iter().filter(|check| check.status == CheckStatus::Vacuous);
    let vacuous: Vec<&CheckResult> = vacuous.collect();
    let told = vacuous.iter().take(MAX_LISTED).map(|check| {
        let place = source.position(check.span.lo);
        format!("no run gets to where this is asked: {} ({place})", check.text)
    });
    let n_more = vacuous.len().saturating_sub(MAX_LISTED);
    let more = (n_more > 0).then(|| format!("no run gets to {n_more} more of the checks"));
    told.chain(more).map(Assumption::Vacuous).collect()
}
