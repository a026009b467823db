//! The report for code-scanning front ends: SARIF 2.1.0.
//!
//! One rule per kind of check, with its weakness in the CWE list; a result for the check that is
//! violated and for each that is open. The failing run is the code flow of its result. What was
//! proved is no result: front ends show results as findings.
//!
//! # Fingerprints
//! A front end knows a finding again by its fingerprint. It is made from the name of the function,
//! the kind of the check and the text of its line without white space, and from how many such
//! there are before it; edits elsewhere in the file leave it as it is.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use source::{Source, Span};
use verdict::{CheckKind, CheckResult, CheckStatus, Outcome, Verdict, Violation};

use crate::code::line_at;
use crate::run::{Row, folded};

/// The log as one object, with a line end.
pub fn render(outcome: &Outcome, source: &Source) -> String {
    let fingerprints = fingerprints(outcome, source);
    let results = outcome.checks.iter().zip(&fingerprints);
    let results = results.filter_map(|(check, print)| result(outcome, check, print, source));
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
            "invocations": [{ "executionSuccessful": true }],
            "results": results.collect::<Vec<_>>(),
            "properties": {
                "verdict": outcome.machine_line(),
                "proof": proof(outcome),
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
    json!({
        "id": kind.name(),
        "name": pascal_case(kind.name()),
        "shortDescription": { "text": title },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": tags, "precision": "very-high" },
    })
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

fn result(
    outcome: &Outcome,
    check: &CheckResult,
    fingerprint: &str,
    source: &Source,
) -> Option<Value> {
    let mut result = json!({
        "ruleId": check.kind.name(),
        "ruleIndex": CheckKind::ALL.iter().position(|kind| *kind == check.kind),
        "locations": [{
            "physicalLocation": physical_location(source, check.span),
            "logicalLocations": [{ "name": check.function, "kind": "function" }],
        }],
        "partialFingerprints": { "linchpinCheck/v1": fingerprint },
    });
    let fields = result.as_object_mut()?;
    match (check.status, &outcome.violation) {
        (CheckStatus::Violated, Some(violation)) => {
            fields.insert("kind".into(), "fail".into());
            fields.insert("level".into(), "error".into());
            fields.insert("message".into(), json!({ "text": violation.message }));
            fields.insert("codeFlows".into(), code_flows(violation, source));
        }
        (CheckStatus::Open, _) => {
            fields.insert("kind".into(), "open".into());
            fields.insert("level".into(), "none".into());
            let text = format!("neither proved nor refuted: {}", check.text);
            fields.insert("message".into(), json!({ "text": text }));
        }
        (CheckStatus::Vacuous, _) => {
            fields.insert("kind".into(), "notApplicable".into());
            fields.insert("level".into(), "none".into());
            let text = format!("no run gets to where this is asked: {}", check.text);
            fields.insert("message".into(), json!({ "text": text }));
        }
        _ => return None,
    }
    Some(result)
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
    let (start, end) = (source.position(span.lo), source.position(span.hi));
    let mut region = json!({ "startLine": start.line, "startColumn": start.column });
    if start.file == end.file && start.line == end.line && end.column > start.column {
        region["endColumn"] = end.column.into();
    }
    json!({ "artifactLocation": { "uri": uri(&start.file) }, "region": region })
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

fn fingerprints(outcome: &Outcome, source: &Source) -> Vec<String> {
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
