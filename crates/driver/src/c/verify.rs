//! The verdict on a C program.
//!
//! No engine that proves is built in yet. What can be answered today is `FALSE`, by a concrete
//! run ([`explore`](super::explore)), and otherwise `UNKNOWN`, never `TRUE`: the verdict says so,
//! instead of leaving the user to wonder what is missing.

use ir::Program;
use ir_interp::Indeterminate;
use source::Source;
use verdict::{Budget, Outcome, Property, PropertySet, Reason, TrustBox, Verdict};

use super::Compiled;
use super::explain::{explain, span_of};
use super::explore::{Exploration, explore};

/// Looks for a violation of the properties for which `compiled` was made.
pub fn verify(compiled: &Compiled, properties: &PropertySet, budget: &Budget) -> Outcome {
    let Compiled { source, program, .. } = compiled;
    // Branching on an indeterminate value is undefined behaviour and nothing else; a program that
    // is asked about calls and overflows has just any value there.
    let indeterminate = match properties.contains(&Property::DefinedBehaviour) {
        true => Indeterminate::Tracked,
        false => Indeterminate::AsInput,
    };
    let found = explore(program, indeterminate, budget);
    let violation = found.failing.as_ref().map(|run| explain(program, source, properties, run));
    let verdict = match &violation {
        Some(_) => Verdict::False,
        None => Verdict::Unknown(reason(program, source, properties, &found)),
    };
    Outcome {
        verdict,
        violation,
        trust: trust_box(program),
        remarks: remarks(program, source, &found),
        statistics: vec![
            ("checks", program.checks.len() as u64),
            ("runs", found.n_runs),
            ("steps", found.n_steps),
        ],
    }
}

/// Why there is no verdict, the most telling reason first.
fn reason(
    program: &Program,
    source: &Source,
    properties: &PropertySet,
    found: &Exploration,
) -> Reason {
    if let Some(message) = &found.internal_error {
        return Reason::InternalError(message.clone());
    }
    if found.exhausted.is_some() {
        return Reason::Timeout;
    }
    if let Some((what, site)) = &found.unsupported {
        let place = site.map(|site| source.position(span_of(program, site).lo));
        let place = place.map(|position| format!(" ({position})")).unwrap_or_default();
        return Reason::Unsupported(format!("{what}{place}"));
    }
    let unasked = |it: &&Property| matches!(it, Property::NoDataRace | Property::Termination);
    if let Some(property) = properties.iter().find(unasked) {
        return Reason::Unsupported(format!("no engine for `{property}` is built in yet"));
    }
    let runs = match found.n_runs {
        1 => "1 concrete run".to_owned(),
        n_runs => format!("{n_runs} concrete runs"),
    };
    Reason::Inconclusive(format!(
        "{runs} found no violation, and no engine that proves is built in yet"
    ))
}

fn trust_box(program: &Program) -> TrustBox {
    let mut trust = TrustBox::new();
    for assumption in &program.assumptions {
        trust.insert(assumption.clone());
    }
    trust
}

fn remarks(program: &Program, source: &Source, found: &Exploration) -> Vec<String> {
    let mut remarks = Vec::new();
    if found.failing.is_some() {
        return remarks;
    }
    if let Some((kind, site)) = found.undefined {
        let position = source.position(span_of(program, site).lo);
        remarks.push(format!(
            "a run ends in undefined behaviour: {kind} ({position}); what comes after it was \
             not looked at"
        ));
    }
    if found.is_closed {
        remarks.push("the program asks for no input, so there is only one run".into());
    }
    remarks
}
