//! Violations that somebody knows of and accepts: a word in the source with a reason, or a log of before.
//!
//! ```c
//! boots++; // linchpin: accept no-overflow: nobody switches it on two billion times
//! ```
//!
//! The comment stands in the line of the check, or in one of its own above it; it names the kind of the check
//! and says why. A *baseline* is a SARIF log that Linchpin wrote: what it has is known, and what is new is new.
//! A finding is known again by its file and its fingerprint ([`crate::sarif`]), which edits elsewhere leave
//! as it is.
//!
//! What is accepted is violated all the same, and is told as such: the verdict is about the program. Only
//! whoever looks at the exit code, or at the alerts of a front end, is left in peace.

use std::collections::BTreeSet;

use serde_json::Value;
use source::{ACCEPT, Position, Source};
use verdict::{Acceptance, CheckStatus, Outcome, Verdict};

use crate::code::line_at;
use crate::sarif::{FINGERPRINT, fingerprints, uri_of};

/// Findings of before.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    /// Files and fingerprints.
    known: BTreeSet<(String, String)>,
}

impl Baseline {
    /// Reads a SARIF log; or says why it is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let log: Value = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
        let runs =
            log.get("runs").and_then(Value::as_array).ok_or("no SARIF log: it has no `runs`")?;
        let results = runs.iter().filter_map(|run| run.get("results")?.as_array()).flatten();
        let known = results.filter_map(|result| {
            let fingerprint = result.get("partialFingerprints")?.get(FINGERPRINT)?.as_str()?;
            let place = result.get("locations")?.get(0)?.get("physicalLocation")?;
            let uri = place.get("artifactLocation")?.get("uri")?.as_str()?;
            Some((uri.to_owned(), fingerprint.to_owned()))
        });
        Ok(Self { known: known.collect() })
    }
}

/// Marks the violated checks that are accepted, and says so.
pub fn accept(outcome: &mut Outcome, source: &Source, baseline: Option<&Baseline>) {
    if outcome.verdict != Verdict::False {
        return;
    }
    let fingerprints = fingerprints(outcome, source);
    let mut told = Vec::new();
    let violated = outcome.checks.iter_mut().zip(fingerprints);
    for (check, fingerprint) in violated.filter(|(it, _)| it.status == CheckStatus::Violated) {
        let position = source.position(check.span.lo);
        let is_known = baseline.is_some_and(|baseline| {
            baseline.known.contains(&(uri_of(&position.file), fingerprint.clone()))
        });
        check.accepted = match reason(source, check.span.lo, check.kind.name()) {
            Some(reason) => Some(Acceptance::InSource { reason }),
            None => is_known.then_some(Acceptance::Baseline),
        };
        let why = match &check.accepted {
            Some(Acceptance::InSource { reason }) => reason.as_str(),
            Some(Acceptance::Baseline) => "it is in the baseline",
            None => continue,
        };
        let (place, kind) = (source.shown_position(check.span), check.kind);
        told.push(format!("accepted: {} [{kind}] at {place}: {why}", check.text));
    }
    outcome.remarks.extend(told);
}

/// Why a check of this kind is accepted here, if the source says it.
fn reason(source: &Source, offset: u32, kind: &str) -> Option<String> {
    let position = source.position(offset);
    let above = position.line.checked_sub(1).map(|line| Position { line, ..position });
    let above = above.and_then(|above| source.written_line(&above));
    let above = above.map(|line| String::from_utf8_lossy(line).into_owned());
    let is_comment =
        |line: &String| ["//", "/*"].iter().any(|it| line.trim_start().starts_with(it));
    let lines = [Some(line_at(source, offset)), above.filter(is_comment)];
    lines.iter().flatten().find_map(|line| said(line, kind))
}

/// The reason in a comment of this line, if it is about this kind.
fn said(line: &str, kind: &str) -> Option<String> {
    let comment = line.find("//").into_iter().chain(line.find("/*")).min()?;
    let (_, behind) = line[comment..].split_once(ACCEPT)?;
    let (accepted, reason) = behind.split_once(':')?;
    let reason = reason.trim().trim_end_matches("*/").trim();
    (accepted.trim() == kind && !reason.is_empty()).then(|| reason.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_needs_its_kind_and_a_reason() {
        let found = said("x++; // linchpin: accept no-overflow: it wraps", "no-overflow");
        assert_eq!(found.as_deref(), Some("it wraps"));
        let found = said("/* linchpin: accept bounds : by design */ a[i]", "bounds");
        assert!(found.is_some_and(|it| it.starts_with("by design")));
        assert_eq!(said("x++; // linchpin: accept no-overflow: it wraps", "bounds"), None);
        assert_eq!(said("x++; // linchpin: accept no-overflow:", "no-overflow"), None);
        assert_eq!(said("x++; // linchpin: accept no-overflow", "no-overflow"), None);
        assert_eq!(said("f(\"linchpin: accept bounds: x\");", "bounds"), None);
    }

    #[test]
    fn what_is_no_log_is_no_baseline() {
        assert!(Baseline::parse("x").is_err());
        assert!(Baseline::parse("{}").is_err());
        let log = r#"{"runs": [{"results": [{
            "partialFingerprints": {"linchpinCheck/v1": "1:1"},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.c"}}}]
        }, {}]}]}"#;
        let baseline = Baseline::parse(log).expect("it is one");
        assert!(baseline.known.contains(&("a.c".to_owned(), "1:1".to_owned())));
        assert_eq!(baseline.known.len(), 1);
    }
}
