//! Messages about the user's input, collected, so that one run reports several.

use crate::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

/// A stretch of the input with a remark beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// One message: `error[E0102]: unknown name `cuont``, an excerpt, and what to do about it.
///
/// Codes are stable: a letter and four digits, the first two of which name the room
/// (`docs/diagnostics.md` lists them).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub code: &'static str,
    pub message: String,
    pub primary: Label,
    pub secondary: Vec<Label>,
    pub notes: Vec<String>,
    pub helps: Vec<String>,
}

impl Diagnostic {
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
        }
    }

    /// The remark at the primary span.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// A second place that explains the first.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(text.into());
        self
    }
}

/// The messages of one run, in the order in which they arose.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    messages: Vec<Diagnostic>,
    n_errors: usize,
}

impl Diagnostics {
    /// After so many errors a front end gives up: what follows is mostly echo.
    pub const MAX_ERRORS: usize = 20;

    pub fn new() -> Self {
        Self::default()
    }

    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.n_errors += usize::from(diagnostic.severity == Severity::Error);
        self.messages.push(diagnostic);
    }

    pub fn has_errors(&self) -> bool {
        self.n_errors > 0
    }

    pub fn n_errors(&self) -> usize {
        self.n_errors
    }

    /// True once a front end should stop looking for more.
    pub fn is_full(&self) -> bool {
        self.n_errors >= Self::MAX_ERRORS
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.messages.iter()
    }

    pub fn append(&mut self, other: Self) {
        self.n_errors += other.n_errors;
        self.messages.extend(other.messages);
    }
}
