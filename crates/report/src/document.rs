//! What every JSON document has: the version of its form, who wrote it, and messages.
//!
//! `docs/json.md` tells what is in them, and `docs/report.schema.json` in the notation of JSON Schema.
//! Keys are only ever added; where one changes or goes, [`SCHEMA`] grows.
//!
//! Messages about the input (`error[E0110]: ...` for people) are part of the document, so that a
//! program that reads it needs to read nothing else. Where there is no outcome, they are all of it.

use serde::Serialize;
use source::{Diagnostic, Severity, Source, Span};

/// The form of the documents.
pub const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Document<'a, Content: Serialize> {
    schema: u32,
    tool: &'static str,
    version: &'static str,
    #[serde(flatten)]
    content: Content,
    #[serde(skip_serializing_if = "<[Message]>::is_empty")]
    messages: &'a [Message],
}

/// What stands in place of an outcome.
#[derive(Serialize)]
struct Failure {
    error: &'static str,
}

/// Why there is no outcome at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    BadInput,
    InternalError,
}

/// A message about the input or the command line.
#[derive(Clone, Debug, Serialize)]
pub struct Message {
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
    /// What is said at the place.
    #[serde(skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<Related>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    helps: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct Related {
    place: Place,
    label: String,
}

/// A place in the user's files.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Place {
    file: String,
    line: u32,
    column: u32,
}

impl Place {
    pub(crate) fn of(source: &Source, span: Span) -> Self {
        let position = source.shown_position(span);
        Self { file: position.file.to_string(), line: position.line, column: position.column }
    }
}

impl Message {
    /// A message without a place in a text.
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            severity: "error",
            code: None,
            message: message.into(),
            place: None,
            label: String::new(),
            related: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
        }
    }

    pub fn of(source: &Source, diagnostic: &Diagnostic) -> Self {
        let related = diagnostic.secondary.iter().map(|label| Related {
            place: Place::of(source, label.span),
            label: label.text.clone(),
        });
        Self {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            code: Some(diagnostic.code),
            message: diagnostic.message.clone(),
            place: Some(Place::of(source, diagnostic.primary.span)),
            label: diagnostic.primary.text.clone(),
            related: related.collect(),
            notes: diagnostic.notes.clone(),
            helps: diagnostic.helps.clone(),
        }
    }
}

/// The text of a document, with a line end.
pub(crate) fn document(content: impl Serialize, messages: &[Message]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let document = Document { schema: SCHEMA, tool: "linchpin", version, content, messages };
    let text = serde_json::to_string_pretty(&document);
    text.expect("strings and numbers are always JSON") + "\n"
}

/// The document of a run without an outcome.
pub fn failure(kind: FailureKind, messages: &[Message]) -> String {
    let error = match kind {
        FailureKind::BadInput => "bad-input",
        FailureKind::InternalError => "internal-error",
    };
    document(Failure { error }, messages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_their_places() {
        let source = Source::new("a.c", b"int x\nint y;\n".to_vec());
        let diagnostic = Diagnostic::error("E0110", Span::new(6, 9), "expected `;`")
            .label("unexpected here")
            .also(Span::new(4, 5), "after this");
        let messages = [Message::of(&source, &diagnostic), Message::error("no such file")];
        let text = failure(FailureKind::BadInput, &messages);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["schema"], 1);
        assert_eq!(value["error"], "bad-input");
        assert_eq!(value["messages"][0]["place"]["line"], 2);
        assert_eq!(value["messages"][0]["related"][0]["place"]["column"], 5);
        assert_eq!(value["messages"][1]["message"], "no such file");
        assert!(value["messages"][1].get("code").is_none());
    }
}
