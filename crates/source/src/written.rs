//! The user's files as they were written, with macros and comments, and the way there from what the
//! preprocessor made of them.
//!
//! A line marker says which line of which file something came from, and nothing of the column: within
//! a line that has macros in it, the place is looked for by its text.
//!
//! ```text
//!   written     CHECK(copy[0] == 'x');
//!   read        if (!(copy[0] == 'x')) fail();
//!                       ^^^^^^^                  found again, since it is there once in both
//!                                  ^^^^^^        part of what `CHECK` stands for: its argument is shown
//! ```

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::{Position, Source, Span};

/// The lines of a file.
#[derive(Clone, Debug)]
pub(crate) struct WrittenFile {
    lines: Arc<[Box<str>]>,
}

impl WrittenFile {
    pub fn new(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        Self { lines: text.split('\n').map(|line| line.trim_end().into()).collect() }
    }

    /// Counted from 1.
    pub fn line(&self, number: u32) -> Option<&str> {
        self.lines.get((number as usize).checked_sub(1)?).map(|line| &**line)
    }
}

/// A place in a line that the preprocessor changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub line: String,
    pub range: Range<usize>,
}

impl Source {
    /// The place of a span in its line as the user wrote it; `None` where that line is read as it
    /// was written, or is not known.
    pub fn written(&self, span: Span) -> Option<Written> {
        let end = self.text().len() as u32;
        let lo = span.lo.min(end);
        let position = self.position(lo);
        let line = self.written_line(&position)?;
        let read_span = self.buffer_line_span(self.buffer_line(lo));
        let read = self.excerpt(read_span);
        if read.trim_end() == line {
            return None;
        }
        let marked = self.excerpt(Span::new(lo, span.hi.clamp(lo, read_span.hi.max(lo))));
        let before = self.excerpt(Span::new(read_span.lo, lo)).len();
        let range = same_place(&read, before, &marked, line)
            .or_else(|| argument_of_macro(line, &self.read_of_line(&position, lo)))
            .unwrap_or_else(|| line.len() - line.trim_start().len()..line.len());
        Some(Written { line: line.to_owned(), range })
    }

    /// Where a span is shown to begin.
    pub fn shown_position(&self, span: Span) -> Position {
        self.shown_range(span).0
    }

    /// Where a span is shown to begin and to end.
    pub fn shown_range(&self, span: Span) -> (Position, Position) {
        let start = self.position(span.lo);
        match self.written(span) {
            Some(Written { range, .. }) => {
                let at = |column: usize| Position { column: column as u32 + 1, ..start.clone() };
                (at(range.start), at(range.end))
            }
            None => (start, self.position(span.hi)),
        }
    }

    /// Everything that was read in place of a line: the preprocessor breaks lines where it pastes
    /// macros of system headers in.
    fn read_of_line(&self, position: &Position, offset: u32) -> String {
        const MAX_PARTS: usize = 12;
        let middle = self.buffer_line(offset);
        let last = (middle + MAX_PARTS).min(self.n_buffer_lines() - 1);
        let spans = (middle.saturating_sub(MAX_PARTS)..=last).map(|it| self.buffer_line_span(it));
        let parts = spans.filter(|span| {
            let other = self.position(span.lo);
            other.file == position.file && other.line == position.line
        });
        parts.map(|span| self.excerpt(span)).collect::<Vec<Cow<'_, str>>>().join(" ")
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Where a text stands in a line, as whole words.
fn occurrences(line: &str, text: &str) -> Vec<usize> {
    let (bytes, is_text) = (line.as_bytes(), !text.is_empty());
    let is_whole = |at: usize| {
        let end = at + text.len();
        let cuts_first = at > 0 && is_word(bytes[at - 1]) && is_word(bytes[at]);
        let cuts_last = end < bytes.len() && is_word(bytes[end - 1]) && is_word(bytes[end]);
        !cuts_first && !cuts_last
    };
    let all = line.match_indices(text).filter(|_| is_text).map(|(at, _)| at);
    all.filter(|at| is_whole(*at)).collect()
}

/// The same occurrence of the same text, if both lines have it as often.
fn same_place(read: &str, before: usize, marked: &str, line: &str) -> Option<Range<usize>> {
    let end = before + marked.len();
    if read.get(..end).is_some_and(|start| line.starts_with(start)) {
        return Some(before..end);
    }
    let (in_read, in_line) = (occurrences(read, marked), occurrences(line, marked));
    let nth = in_read.iter().position(|at| *at == before)?;
    let start = *in_line.get(nth).filter(|_| in_read.len() == in_line.len())?;
    Some(start..start + marked.len())
}

/// What stands in the parentheses behind a name that is gone.
fn argument_of_macro(line: &str, read: &str) -> Option<Range<usize>> {
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_word(bytes[at]) {
            at += 1;
            continue;
        }
        let length = bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
        let (name, rest) = (&line[at..at + length], &line[at + length..]);
        at += length;
        let Some(argument) = rest.trim_start().strip_prefix('(') else { continue };
        if !occurrences(read, name).is_empty() {
            continue;
        }
        let start = line.len() - argument.len();
        let mut depth = 1;
        let end = argument.bytes().position(|byte| {
            depth += i32::from(byte == b'(') - i32::from(byte == b')');
            depth == 0
        });
        let argument = &argument[..end.unwrap_or(argument.len())];
        let start = start + (argument.len() - argument.trim_start().len());
        let argument = argument.trim();
        return (!argument.is_empty()).then_some(start..start + argument.len());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LineMarker;

    /// The mark below a line of `a.c`, for the place of `marked` in what was read of it.
    fn mark(written: &str, read: &str, marked: &str) -> Option<String> {
        let mut source = Source::new("a.c", read.as_bytes().to_vec());
        source.add_marker(LineMarker { offset: 0, line: 1, file: "a.c".into() });
        source.keep_written("a.c", written.as_bytes());
        let lo = read.find(marked).expect("it is there") as u32;
        let found = source.written(Span::new(lo, lo + marked.len() as u32))?;
        Some(found.line[found.range].to_owned())
    }

    #[test]
    fn a_line_that_was_not_changed_is_shown_as_it_is() {
        assert_eq!(mark("f(x);", "f(x);", "x"), None);
    }

    #[test]
    fn what_is_there_as_often_is_found_again() {
        let (written, read) = ("x = MAX + x; // x", "x = 7 + x;");
        assert_eq!(mark(written, read, "7 + x").as_deref(), Some(written));
        assert_eq!(mark("y = MAX + x;", "y = 7 + x;", "x").as_deref(), Some("x"));
        assert_eq!(mark("xx = MAX + x;", "xx = 7 + x;", "x").as_deref(), Some("x"));
        assert_eq!(mark("x = y; /* x = y */", "x = y;", "y").as_deref(), Some("y"));
        assert_eq!(mark("\tf(x,  y);", " f(x, y);", "y").as_deref(), Some("y"));
    }

    #[test]
    fn what_a_macro_stands_for_is_its_argument() {
        let read = "((x > 1) ? 0 : __assert_fail(\"x > 1\"));";
        assert_eq!(mark("    assert(x > 1);", read, "__assert_fail").as_deref(), Some("x > 1"));
        assert_eq!(mark("assert( f(x) );", "g(f(x));", "g").as_deref(), Some("f(x)"));
        assert_eq!(mark("assert(x > 1 &&", read, "__assert_fail").as_deref(), Some("x > 1 &&"));
    }

    #[test]
    fn any_bytes_are_answered() {
        for written in ["", "(", "a(", "a()", "\u{e4}(\u{e4})", "\u{e4}"] {
            for read in ["x", "\u{e4} x", "a( x", "((( x"] {
                mark(written, read, "x");
            }
        }
    }
}
