//! Cubicle's protocols (`.cub`): from a file to an outcome.
//!
//! [`read`] reads a file, [`verify`] answers for any number of processes, [`explore_instance`]
//! for one number, and [`random_run`] draws a run. The answers have the same form as those about
//! `.lpp` protocols; every `unsafe` of the file is one safety property.

mod instance;
mod verify;

use std::path::Path;

use source::{Diagnostics, Source};
use verdict::{
    Assumption, PropertyOutcome, ProtocolOutcome, ProtocolPropertyKind, Reason, TrustBox, Verdict,
};

pub use cubicle::System;
pub use instance::{explore_instance, random_run};
pub use verify::verify;

use crate::task::{TaskError, read_protocol};

/// A protocol with its text, and what was odd about it but not wrong.
#[derive(Debug)]
pub struct CubicleProtocol {
    pub source: Source,
    pub system: System,
    pub warnings: Diagnostics,
}

/// Whether a file is in Cubicle's language, by its name.
pub fn is_cubicle(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cub"))
}

/// Reads a protocol.
pub fn read(path: &Path) -> Result<CubicleProtocol, TaskError> {
    let source = read_protocol(path)?;
    match cubicle::read(&source) {
        (Some(system), warnings) => Ok(CubicleProtocol { source, system, warnings }),
        (None, diagnostics) => {
            Err(TaskError::Malformed { source_text: Box::new(source), diagnostics })
        }
    }
}

/// The answer to `unsafe` number `number`.
fn property(
    system: &System,
    number: usize,
    verdict: Verdict,
    why: impl Into<String>,
    chart: Option<String>,
) -> PropertyOutcome {
    let name = match system.unsafes.len() {
        1 => "unsafe".to_owned(),
        _ => format!("unsafe {}", number + 1),
    };
    PropertyOutcome {
        name,
        kind: ProtocolPropertyKind::Safety,
        span: system.unsafes[number].span,
        verdict,
        why: why.into(),
        chart,
        run: None,
    }
}

/// What can be said of every `unsafe` when a limit is met before there is an answer.
pub fn stopped(system: &System, scope: String, reason: &Reason) -> ProtocolOutcome {
    let stopped = |number: usize| {
        property(system, number, Verdict::Unknown(reason.clone()), reason.to_string(), None)
    };
    ProtocolOutcome {
        scope,
        properties: (0..system.unsafes.len()).map(stopped).collect(),
        trust: trust_of(system),
        company: Vec::new(),
        statistics: Vec::new(),
    }
}

/// What every answer takes for granted.
fn trust_of(system: &System) -> TrustBox {
    let mut trust = TrustBox::new();
    if system.transitions.values().any(|transition| !transition.foralls.is_empty()) {
        let what = "`forall_other` looks at all other processes at one instant";
        trust.insert(Assumption::Atomicity(what.to_owned()));
    }
    if system.symbols.ids().any(|symbol| system.kind(symbol).is_numeric()) {
        trust.insert(Assumption::UnboundedIntegers);
    }
    trust
}

/// The line of a formula, for messages.
fn line_of(source: &Source, formula: &cubicle::Quantified) -> u32 {
    source.position(formula.span.lo).line
}
