//! What is said where the function that runs are to start at has no definition.

use c_sema::typed::{Function, Unit};
use source::{Diagnostic, Diagnostics, Source, Span};

use crate::closest::closest;

/// Functions that are listed; more are only counted.
const MAX_LISTED: usize = 12;

/// The message, if there is no such function.
pub fn missing_entry(
    unit: &Unit,
    source: &Source,
    (option, entry): (&str, &str),
) -> Option<Diagnostics> {
    let is_users = |row: &&Function| row.body.is_some() && source.is_users(row.span);
    let rows: Vec<&Function> = unit.functions.values().filter(is_users).collect();
    let names: Vec<&str> = rows.iter().map(|row| &unit.symbols[row.name]).collect();
    let is_defined = |row: &Function| row.body.is_some() && &unit.symbols[row.name] == entry;
    if unit.functions.values().any(is_defined) {
        return None;
    }
    let place = rows.first().map_or(Span::at(0), |row| row.span);
    let message = format!("there is no definition of `{entry}`");
    let diagnostic = Diagnostic::error("E0401", place, message).label("a run has nowhere to start");
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(match (closest(entry, names.iter().copied()), names.is_empty()) {
        (_, true) => diagnostic.help("the program defines no function at all"),
        (Some(name), _) => diagnostic.help(format!("`{option} {name}`?")).note(listed(&names)),
        (None, _) if option == "--entry" && entry == "main" => diagnostic
            .help("`--function NAME` looks at one by itself, `--functions` at all, and `--entry NAME` begins there")
            .note(listed(&names)),
        (None, _) => {
            diagnostic.help(format!("name another function with `{option}`")).note(listed(&names))
        }
    });
    Some(diagnostics)
}

fn listed(names: &[&str]) -> String {
    let shown = names.iter().take(MAX_LISTED).map(|name| format!("`{name}`"));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MAX_LISTED) {
        0 => format!("the functions are {shown}"),
        n_more => format!("the functions are {shown} and {n_more} more"),
    }
}
