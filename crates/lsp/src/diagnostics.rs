//! A report as diagnostics, by the file that they stand in.
//!
//! A violated check is an error, with the steps of its failing run as related places if there is a run
//! for it; one that is accepted is information, with the reason. What is wrong with the input is what the command line says of it. Checks that are open are no
//! faults: if the whole is unknown, one of them is named, with the reason.
//!
//! A place in a file that is not there (a model of the C library) becomes the first line of the document,
//! with the place in words.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
};

use crate::capabilities::Abilities;
use crate::file_uri::uri_of;
use crate::places::Texts;
use crate::report::{Check, Message, Place, Report, Step, Violation};
use project::without_detours;

/// By file; in each in the order of the report.
pub type ByFile = BTreeMap<PathBuf, Vec<Diagnostic>>;

/// Steps of a run that are shown, at its start and at its end; how it ends tells most.
const SHOWN_STEPS: (usize, usize) = (10, 40);
/// No `main`: files of libraries have none, and nobody wants to hear that at every save.
const NOWHERE_TO_START: &str = "E0401";
const SOURCE: &str = "linchpin";

/// What the report says, for a client with these abilities.
pub fn of_report(report: &Report, document: &Path, abilities: Abilities) -> ByFile {
    let mut sheet = Sheet { document, abilities, texts: Texts::default(), found: ByFile::new() };
    for message in &report.messages {
        if message.code.as_deref() != Some(NOWHERE_TO_START) {
            sheet.message(message);
        }
    }
    let violations = || report.violation.iter().chain(&report.other_violations);
    let violated = || report.checks.iter().filter(|check| check.status == "violated");
    for violation in violations() {
        let is_it = |check: &&Check| check.kind == violation.kind && check.place == violation.place;
        sheet.violation(violation, violated().find(is_it).and_then(|it| it.accepted.as_deref()));
    }
    for check in violated() {
        let is_told = |it: &Violation| it.kind == check.kind && it.place == check.place;
        if !violations().any(is_told) {
            let message = format!("does not hold: {}", check.text);
            let (severity, message) = with_acceptance(message, check.accepted.as_deref());
            sheet.add(&check.place, &check.kind, severity, message, Vec::new());
        }
    }
    if report.verdict.as_ref().is_some_and(|verdict| verdict.starts_with("UNKNOWN")) {
        sheet.unknown(report);
    }
    sheet.found
}

/// What somebody accepts is no error.
fn with_acceptance(message: String, accepted: Option<&str>) -> (DiagnosticSeverity, String) {
    match accepted {
        Some(why) => (DiagnosticSeverity::INFORMATION, format!("{message} (accepted: {why})")),
        None => (DiagnosticSeverity::ERROR, message),
    }
}

/// Diagnostics on their way to paper.
struct Sheet<'d> {
    document: &'d Path,
    abilities: Abilities,
    texts: Texts,
    found: ByFile,
}

impl Sheet<'_> {
    fn message(&mut self, message: &Message) {
        let severity = match message.severity.as_str() {
            "warning" => DiagnosticSeverity::WARNING,
            _ => DiagnosticSeverity::ERROR,
        };
        let mut text = message.message.clone();
        if let Some(label) = &message.label {
            text.push_str(&format!(" ({label})"));
        }
        for help in &message.helps {
            text.push_str(&format!("\nhelp: {help}"));
        }
        let code = message.code.as_deref().unwrap_or_default();
        let related = message.related.iter();
        let related = related.filter_map(|it| self.related(&it.place, it.label.clone())).collect();
        match &message.place {
            Some(place) => self.add(place, code, severity, text, related),
            None => self.add_at_start(code, severity, text, related),
        }
    }

    fn violation(&mut self, violation: &Violation, accepted: Option<&str>) {
        let steps: Vec<&Step> = match violation.run.len() {
            n if n > SHOWN_STEPS.0 + SHOWN_STEPS.1 => {
                let (first, rest) = violation.run.split_at(SHOWN_STEPS.0);
                first.iter().chain(&rest[rest.len() - SHOWN_STEPS.1..]).collect()
            }
            _ => violation.run.iter().collect(),
        };
        let steps = steps.into_iter();
        let related = steps.filter_map(|step| self.related(&step.place, in_words(step))).collect();
        let (severity, message) = with_acceptance(violation.message.clone(), accepted);
        self.add(&violation.place, &violation.kind, severity, message, related);
    }

    /// Says why nothing is known, at the first check of the document that is open.
    fn unknown(&mut self, report: &Report) {
        let is_open = |check: &&Check| check.status == "open";
        let open: Vec<&Check> = report.checks.iter().filter(is_open).collect();
        let place = |check: &&&Check| {
            let is_elsewhere = self.path(&check.place) != self.document;
            (is_elsewhere, check.place.line, check.place.column)
        };
        let first = open.iter().min_by_key(place).copied();
        let reason = report.reason.as_deref().unwrap_or("there is no reason");
        let Some(check) = first else {
            let message = format!("could not tell: {reason}");
            let severity = DiagnosticSeverity::INFORMATION;
            return self.add_at_start("unknown", severity, message, Vec::new());
        };
        let mut message = format!("could not tell whether {}: {reason}", check.text);
        match open.len() - 1 {
            0 => {}
            1 => message.push_str(" (1 more check is open)"),
            n => message.push_str(&format!(" ({n} more checks are open)")),
        }
        let severity = DiagnosticSeverity::INFORMATION;
        self.add(&check.place, &check.kind, severity, message, Vec::new());
    }

    fn add(
        &mut self,
        place: &Place,
        code: &str,
        severity: DiagnosticSeverity,
        message: String,
        related: Vec<DiagnosticRelatedInformation>,
    ) {
        let path = self.path(place);
        let Some(range) = self.texts.range(&path, place.line, place.column) else {
            let message = format!("{}:{}: {message}", place.file, place.line);
            return self.add_at_start(code, severity, message, related);
        };
        self.put(path, diagnostic(range, code, severity, message, related));
    }

    fn add_at_start(
        &mut self,
        code: &str,
        severity: DiagnosticSeverity,
        message: String,
        related: Vec<DiagnosticRelatedInformation>,
    ) {
        let range = self.texts.range(self.document, 1, 1).unwrap_or_default();
        let path = self.document.to_owned();
        self.put(path, diagnostic(range, code, severity, message, related));
    }

    /// The same fault in two copies of a function is one.
    fn put(&mut self, path: PathBuf, diagnostic: Diagnostic) {
        let here = self.found.entry(path).or_default();
        if !here.contains(&diagnostic) {
            here.push(diagnostic);
        }
    }

    fn related(&mut self, place: &Place, message: String) -> Option<DiagnosticRelatedInformation> {
        if !self.abilities.related_places {
            return None;
        }
        let path = self.path(place);
        let range = self.texts.range(&path, place.line, place.column)?;
        let location = Location { uri: uri_of(&path)?, range };
        Some(DiagnosticRelatedInformation { location, message })
    }

    /// The verifier runs in the folder of the document.
    fn path(&self, place: &Place) -> PathBuf {
        let folder = self.document.parent().unwrap_or(Path::new("/"));
        without_detours(&folder.join(&place.file))
    }
}

fn diagnostic(
    range: Range,
    code: &str,
    severity: DiagnosticSeverity,
    message: String,
    related: Vec<DiagnosticRelatedInformation>,
) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        code: (!code.is_empty()).then(|| NumberOrString::String(code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

/// What happens in a step.
fn in_words(step: &Step) -> String {
    let what = match step.effects.is_empty() {
        true => format!("in `{}`", step.function),
        false => step.effects.join(", "),
    };
    match step.thread {
        Some(thread) => format!("thread {thread}: {what}"),
        None => what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ALL: Abilities =
        Abilities { progress: true, refreshes_hints: true, related_places: true };

    fn diagnostics(report: serde_json::Value, abilities: Abilities) -> Vec<Diagnostic> {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("a.c");
        std::fs::write(&document, "int x;\nint yy;\nint z;\n").unwrap();
        let report = Report::read(report.to_string().as_bytes()).unwrap();
        let mut found = of_report(&report, &document, abilities);
        let here = found.remove(&document).unwrap_or_default();
        assert!(found.is_empty(), "{found:?}");
        here
    }

    fn place(line: u32, column: u32) -> serde_json::Value {
        json!({ "file": "a.c", "line": line, "column": column })
    }

    #[test]
    fn violations_have_their_runs_and_other_violated_checks_none() {
        let step =
            json!({ "place": place(1, 5), "function": "f", "depth": 0, "effects": ["x = 1"] });
        let check = |line| {
            json!({ "kind": "k", "status": "violated", "text": "t", "function": "f",
                                   "place": place(line, 5) })
        };
        let report = json!({
            "verdict": "FALSE(p)",
            "violation": { "kind": "k", "property": "p", "message": "m", "place": place(2, 5),
                           "inputs": [], "run": vec![step; 60] },
            "checks": [check(2), check(3), check(3)],
        });
        let found = diagnostics(report.clone(), ALL);
        let lines: Vec<_> = found.iter().map(|it| (it.range.start.line, &*it.message)).collect();
        assert_eq!(lines, [(1, "m"), (2, "does not hold: t")]);
        assert_eq!((found[0].range.start.character, found[0].range.end.character), (4, 6));
        let related = found[0].related_information.as_ref().unwrap();
        assert_eq!((related.len(), &*related[0].message), (50, "x = 1"));
        assert!(found[1].related_information.is_none());
        let found = diagnostics(report, Abilities::default());
        assert!(found[0].related_information.is_none());
    }

    #[test]
    fn what_is_accepted_is_no_error() {
        let mut check = json!({ "kind": "k", "status": "violated", "text": "t", "function": "f",
                                "place": place(3, 5) });
        check["accepted"] = "it wraps".into();
        let found = diagnostics(json!({ "verdict": "FALSE(p)", "checks": [check] }), ALL);
        assert_eq!(found[0].severity, Some(DiagnosticSeverity::INFORMATION));
        assert_eq!(found[0].message, "does not hold: t (accepted: it wraps)");
    }

    #[test]
    fn of_open_checks_the_first_is_named() {
        let check = |line, status| {
            json!({ "kind": "k", "status": status, "text": "`x` fits", "function": "f",
                                           "place": place(line, 5) })
        };
        let checks = json!([check(3, "open"), check(2, "open"), check(1, "proved")]);
        let report =
            json!({ "verdict": "UNKNOWN(timeout)", "reason": "no time", "checks": checks });
        let found = diagnostics(report, ALL);
        let message = "could not tell whether `x` fits: no time (1 more check is open)";
        assert_eq!((found.len(), found[0].range.start.line, &*found[0].message), (1, 1, message));
        assert_eq!(found[0].severity, Some(DiagnosticSeverity::INFORMATION));
        assert!(diagnostics(json!({ "verdict": "FALSE(p)", "checks": checks }), ALL).is_empty());
    }

    #[test]
    fn bad_input_stands_at_its_place_or_at_the_start() {
        let message =
            |text: &str, code: &str| json!({ "severity": "error", "code": code, "message": text });
        let mut placed = message("a", "E0110");
        placed["place"] = place(2, 5);
        let mut elsewhere = message("b", "E0110");
        elsewhere["place"] = json!({ "file": "<model>", "line": 7, "column": 1 });
        let messages = [placed, elsewhere, message("c", ""), message("no main", NOWHERE_TO_START)];
        let found = diagnostics(json!({ "error": "bad-input", "messages": messages }), ALL);
        let lines: Vec<_> = found.iter().map(|it| (it.range.start.line, &*it.message)).collect();
        assert_eq!(lines, [(1, "a"), (0, "<model>:7: b"), (0, "c")]);
    }
}
