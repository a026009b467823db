//! One helper for all tests of the parser: text in, dump or messages out.

use source::{Diagnostic, Source};

/// The text parses without a message, and this is what it means.
#[track_caller]
pub fn check(text: &str, dump: &str) {
    let mut source = Source::new("test.c", text.as_bytes().to_vec());
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    let messages: Vec<String> =
        diagnostics.iter().map(|diagnostic| shown(&source, diagnostic)).collect();
    assert!(messages.is_empty(), "{text}\n{}", messages.join("\n"));
    assert_eq!(c_syntax::dump(&unit).trim_end(), dump, "{text}");
}

/// The text gives these messages, each as `code line:column message`.
#[track_caller]
pub fn check_errors(text: &[u8], expected: &[&str]) {
    let mut source = Source::new("test.c", text.to_vec());
    let (_, diagnostics) = c_syntax::parse(&mut source);
    let messages: Vec<String> =
        diagnostics.iter().map(|diagnostic| shown(&source, diagnostic)).collect();
    assert_eq!(messages, expected, "{}", String::from_utf8_lossy(text));
}

fn shown(source: &Source, diagnostic: &Diagnostic) -> String {
    let position = source.position(diagnostic.primary.span.lo);
    format!("{} {}:{} {}", diagnostic.code, position.line, position.column, diagnostic.message)
}
