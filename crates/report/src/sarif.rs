//! The report for code-scanning front ends: SARIF 2.1.0.
//!
//! One rule per kind of check, with its weakness in the CWE list, and what to do about it; a result for
//! the check that is violated. The failing run is the code flow of its result. What was proved is no
//! result, and what is open or vacuous neither: front ends make an alert of every result, and nobody
//! could act on one that says "perhaps". Those checks are listed among the properties of the run.
//!
//! Files below the working directory are named relative to it, under the base `%SRCROOT%` that front
//! ends take for the root of the checkout.
//!
//! # Fingerprints
//! A front end knows a finding again by its fingerprint. It is made from the name of the function,
//! the kind of the check and the text of its line without white space, and from how many such
//! there are before it; edits elsewhere in the file leave it as it is. Findings that somebody accepts are
//! results all the same, which say so ([`crate::accepted`]).

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use source::{Source, Span};
use verdict::{Acceptance, CheckKind, CheckResult, CheckStatus, Outcome, Verdict, Violation};

use crate::code::line_at;
use crate::run::{Row, folded};

/// The name of our fingerprints.
pub(crate) const FINGERPRINT: &str = "linchpinCheck/v1";

/// What relative paths are relative to.
const SOURCE_ROOT: &str = "%SRCROOT%";

/// The log as one object, with a line end.
pub fn render(outcome: &Outcome, source: &Source) -> String {
    let fingerprints = fingerprints(outcome, source);
    let results = violated_checks(outcome).into_iter().map(|(index, violation)| {
        result(violation, &outcome.checks[index], &fingerprints[index], source)
    });
    let undecided = outcome.checks.iter().filter_map(|check| undecided(check, source));
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Linchpin",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": CheckKind::ALL.map(rule),
            } },
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {
                SOURCE_ROOT: { "description": { "text": "The folder that Linchpin was started in" } },
            },
            "invocations": [{ "executionSuccessful": true }],
            "results": results.collect::<Vec<_>>(),
            "properties": {
                "verdict": outcome.machine_line(),
                "proof": proof(outcome),
                "undecided": undecided.collect::<Vec<_>>(),
                "trust": outcome.trust.iter().map(ToString::to_string).collect::<Vec<_>>(),
            },
        }],
    });
    let text = serde_json::to_string_pretty(&log);
    text.expect("strings and numbers are always JSON") + "\n"
}

/// What a proof is worth, in one sentence.
fn proof(outcome: &Outcome) -> Value {
    match outcome.verdict {
        Verdict::True => outcome.proof_in_words().into(),
        Verdict::False | Verdict::Unknown(_) => Value::Null,
    }
}

fn rule(kind: CheckKind) -> Value {
    let (title, weakness) = describe(kind);
    let mut tags = vec!["correctness".to_owned()];
    tags.extend(weakness.map(|number| format!("external/cwe/cwe-{number:03}")));
    let mut properties = json!({ "precision": "very-high", "problem.severity": "error" });
    if let Some(severity) = security_severity(kind) {
        tags.insert(0, "security".to_owned());
        properties["security-severity"] = severity.into();
    }
    properties["tags"] = tags.into();
    let full = format!(
        "{title}. The code flow is a run of the program on which this happens; it was repeated by an \
         interpreter before it was reported."
    );
    let weakness = weakness.map(|number| {
        let page = format!("https://cwe.mitre.org/data/definitions/{number}.html");
        (format!(" See CWE-{number}."), format!(" See [CWE-{number}]({page})."))
    });
    let (see, see_link) = weakness.unwrap_or_default();
    let advice = "Follow the run from its inputs to the last step. `linchpin verify --reproducer FILE.c` \
                  writes it as a program that can be compiled and debugged.";
    json!({
        "id": kind.name(),
        "name": pascal_case(kind.name()),
        "shortDescription": { "text": title },
        "fullDescription": { "text": full },
        "help": {
            "text": format!("{title}. {advice}{see}"),
            "markdown": format!("**{title}.** {advice}{see_link}"),
        },
        "defaultConfiguration": { "level": "error" },
        "properties": properties,
    })
}

/// How much a violation is worth to an attacker, as front ends rank it, from 0 to 10; none where that
/// depends on the program.
fn security_severity(kind: CheckKind) -> Option<&'static str> {
    match kind {
        CheckKind::Bounds | CheckKind::Dereference | CheckKind::Free | CheckKind::Callee => {
            Some("8.8")
        }
        CheckKind::SignedOverflow
        | CheckKind::PointerArithmetic
        | CheckKind::Initialised
        | CheckKind::DataRace => Some("6.5"),
        CheckKind::MemTrack | CheckKind::MemCleanup | CheckKind::DivisionByZero => Some("4.3"),
        CheckKind::UnreachCall
        | CheckKind::Assertion
        | CheckKind::Shift
        | CheckKind::Conversion
        | CheckKind::ReadOnly
        | CheckKind::Alignment
        | CheckKind::Deadlock
        | CheckKind::Undefined
        | CheckKind::Invariant => None,
    }
}

/// A check that is no finding, and not settled either.
fn undecided(check: &CheckResult, source: &Source) -> Option<Value> {
    let why = match check.status {
        CheckStatus::Open => "neither proved nor refuted",
        CheckStatus::Vacuous => "no run gets to where this is asked",
        _ => return None,
    };
    Some(json!({
        "kind": check.kind.name(),
        "text": format!("{why}: {}", check.text),
        "location": physical_location(source, check.span),
    }))
}

/// What a violation is, and its number in the CWE list.
fn describe(kind: CheckKind) -> (&'static str, Option<u32>) {
    match kind {
        CheckKind::UnreachCall => ("An error function is called or an error label reached", None),
        CheckKind::Assertion => ("An assertion fails", Some(617)),
        CheckKind::SignedOverflow => ("Signed arithmetic overflows", Some(190)),
        CheckKind::DivisionByZero => ("A division by zero", Some(369)),
        CheckKind::Shift => ("A shift by a wrong amount", Some(1335)),
        CheckKind::Bounds => ("A subscript is outside its array", Some(129)),
        CheckKind::Dereference => ("An access to memory that is not the program's", Some(119)),
        CheckKind::Free => ("A free of what is not a live heap block", Some(763)),
        CheckKind::MemTrack => ("A heap block is lost", Some(401)),
        CheckKind::MemCleanup => ("A heap block is left when the program ends", Some(772)),
        CheckKind::Initialised => ("A branch depends on an indeterminate value", Some(457)),
        CheckKind::Conversion => ("A float does not fit the integer it becomes", Some(681)),
        CheckKind::ReadOnly => ("A write to a string literal or a const object", Some(471)),
        CheckKind::Callee => ("A call that does not fit the function", Some(686)),
        CheckKind::PointerArithmetic => ("Pointer arithmetic leaves its object", Some(823)),
        CheckKind::Alignment => ("An access that is not aligned", Some(188)),
        CheckKind::DataRace => ("A data race", Some(362)),
        CheckKind::Deadlock => ("Every thread waits", Some(833)),
        CheckKind::Undefined => ("Undefined behaviour", Some(758)),
        CheckKind::Invariant => ("An invariant of a witness does not hold", None),
    }
}

/// `no-overflow` as `NoOverflow`.
fn pascal_case(name: &str) -> String {
    let capitalised = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    name.split('-').map(capitalised).collect()
}

/// The check that each violation is one of: the one at its place, or else another of its kind, since
/// some are shown elsewhere than where they are asked.
fn violated_checks(outcome: &Outcome) -> Vec<(usize, &Violation)> {
    let mut found: Vec<(usize, &Violation)> = Vec::new();
    for violation in outcome.violations() {
        let is_free = |index: &usize| found.iter().all(|(taken, _)| taken != index);
        let is_candidate = |index: &usize| {
            let check = &outcome.checks[*index];
            check.status == CheckStatus::Violated && check.kind == violation.kind && is_free(index)
        };
        let candidates = || (0..outcome.checks.len()).filter(is_candidate);
        let at_its_place = candidates().find(|index| outcome.checks[*index].span == violation.span);
        found.extend(at_its_place.or_else(|| candidates().next()).map(|index| (index, violation)));
    }
    found.sort_by_key(|(index, _)| *index);
    found
}

fn result(violation: &Violation, check: &CheckResult, fingerprint: &str, source: &Source) -> Value {
    let mut result = json!({
        "ruleId": check.kind.name(),
        "ruleIndex": CheckKind::ALL.iter().position(|kind| *kind == check.kind),
        "kind": "fail",
        "level": "error",
        "message": { "text": violation.message },
        "locations": [{
            "physicalLocation": physical_location(source, check.span),
            "logicalLocations": [{ "name": check.function, "kind": "function" }],
        }],
        "partialFingerprints": { FINGERPRINT: fingerprint },
        "codeFlows": code_flows(violation, source),
    });
    match &check.accepted {
        Some(Acceptance::InSource { reason }) => {
            let suppression =
                json!({ "kind": "inSource", "status": "accepted", "justification": reason });
            result["suppressions"] = json!([suppression]);
        }
        Some(Acceptance::Baseline) => result["baselineState"] = "unchanged".into(),
        None => {}
    }
    result
}

/// A flow per thread; the order of execution goes through all of them.
fn code_flows(violation: &Violation, source: &Source) -> Value {
    let rows = folded(&violation.steps, source);
    let shown = rows.iter().filter_map(|row| match row {
        Row::Step(number) => Some(*number),
        Row::Rounds { .. } | Row::Hidden(_) => None,
    });
    let mut flows: BTreeMap<Option<u32>, Vec<Value>> = BTreeMap::new();
    for number in shown {
        let step = &violation.steps[number];
        let is_last = number + 1 == violation.steps.len();
        let effects = step.effects.join(", ");
        let text = match (is_last, effects.is_empty()) {
            (true, _) => violation.message.clone(),
            (false, true) => format!("in {}", step.function),
            (false, false) => effects,
        };
        let location = json!({
            "location": {
                "physicalLocation": physical_location(source, step.span),
                "message": { "text": text },
            },
            "nestingLevel": step.depth,
            "executionOrder": number + 1,
        });
        flows.entry(step.thread).or_default().push(location);
    }
    let flow = |(thread, locations): (Option<u32>, Vec<Value>)| match thread {
        Some(thread) => json!({ "id": format!("thread {thread}"), "locations": locations }),
        None => json!({ "locations": locations }),
    };
    // The standard asks for one flow at least.
    if flows.is_empty() {
        flows.insert(None, Vec::new());
    }
    json!([{ "threadFlows": flows.into_iter().map(flow).collect::<Vec<_>>() }])
}

fn physical_location(source: &Source, span: Span) -> Value {
    let (start, end) = source.shown_range(span);
    let mut region = json!({ "startLine": start.line, "startColumn": start.column });
    if start.file == end.file && start.line == end.line && end.column > start.column {
        region["endColumn"] = end.column.into();
    }
    let path = below_working_directory(&start.file);
    let mut artifact = json!({ "uri": uri_of(&start.file) });
    if !path.starts_with('/') {
        artifact["uriBaseId"] = SOURCE_ROOT.into();
    }
    json!({ "artifactLocation": artifact, "region": region })
}

/// The path relative to the working directory, if it lies below.
fn below_working_directory(path: &str) -> String {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| Path::new(path).strip_prefix(here).ok());
    let path = below.map_or(path.into(), Path::to_string_lossy);
    path.strip_prefix("./").unwrap_or(&path).to_owned()
}

/// What a file is called in the log.
pub(crate) fn uri_of(file: &str) -> String {
    uri(&below_working_directory(file))
}

/// A path as a URI: relative as it is, absolute as a file's.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(byte as char);
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

pub(crate) fn fingerprints(outcome: &Outcome, source: &Source) -> Vec<String> {
    let mut seen: BTreeMap<u64, usize> = BTreeMap::new();
    let fingerprint = |check: &CheckResult| {
        let line = line_at(source, check.span.lo);
        let text: String = line.split_whitespace().collect();
        let hash = fnv1a(&[&check.function, check.kind.name(), &text]);
        let n_before = seen.entry(hash).or_default();
        *n_before += 1;
        format!("{hash:016x}:{n_before}")
    };
    outcome.checks.iter().map(fingerprint).collect()
}

/// FNV-1a: the same on every machine and in every version, which is all that is asked of it.
fn fnv1a(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
#[path = "sarif_tests.rs"]
mod tests;
