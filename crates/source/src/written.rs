//! The user's files as they were written, with macros and comments, and the way there from what the
//! preprocessor made of them.
//!
//! A line marker says which line of which file something came from, and nothing of the column: within
//! a line that the preprocessor changed, the place is looked for by its tokens ([`columns`]).
//!
//! ```text
//!   written     CHECK(copy[0] == 'x');
//!   read        if (!(copy[0] == 'x')) fail();
//!                       ^^^^^^^                  found again
//!                                  ^^^^^^        part of what `CHECK` stands for: its argument is shown
//! ```

mod aligned;
mod columns;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::position::n_characters;
use crate::{Position, Source, Span};
use aligned::{aligned, without_comments};
use columns::{Token, first_token, found_again};

/// Parts of one line are never farther apart, in lines of the text that was read.
const MAX_PARTS: usize = 12;

/// Longer lines are machine-written: their tokens are not put side by side.
const MAX_LINE: usize = 2_000;

/// The lines of a file.
#[derive(Clone, Debug)]
pub(crate) struct WrittenFile {
    lines: Arc<[Box<[u8]>]>,
}

impl WrittenFile {
    pub fn new(text: &[u8]) -> Self {
        // A mark at the start of a file stands before its first column.
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let lines = text.split(|byte| *byte == b'\n').map(|line| line.trim_ascii_end().into());
        Self { lines: lines.collect() }
    }

    /// Counted from 1.
    pub fn line(&self, number: u32) -> Option<&[u8]> {
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
        let (line, range) = self.written_range(span)?;
        // Replacing bytes that are not UTF-8 changes lengths, so each part is converted alone.
        let text = |range: Range<usize>| String::from_utf8_lossy(&line[range]);
        let (before, marked) = (text(0..range.start), text(range.clone()));
        let shown = before.len()..before.len() + marked.len();
        Some(Written {
            line: format!("{before}{marked}{}", text(range.end..line.len())),
            range: shown,
        })
    }

    /// A line as it was written, and the bytes of it that stand for a span.
    fn written_range(&self, span: Span) -> Option<(&[u8], Range<usize>)> {
        let lo = span.lo.min(self.text().len() as u32);
        let line = self.written_line(&self.position(lo))?;
        let (read, before) = self.read_line(lo);
        if read == line {
            return None;
        }
        let end = read.len().min(before + (span.hi.max(lo) - lo) as usize);
        let range = same_place(read, before..end, line)
            .or_else(|| aligned(read, before..end, line))
            .or_else(|| argument_of_macro(line, &self.parts_of_line(lo)));
        // In a line that is too long to be looked through, the column of what was read is nearer than none.
        let is_too_long = || line.len() > MAX_LINE;
        let whole = || line.len() - line.trim_ascii_start().len()..line.len();
        Some((line, range.or_else(|| (!is_too_long()).then(whole))?))
    }

    /// A stretch of one line as the user wrote it, macros unexpanded; `None` where it is read as it was
    /// written, or cannot be found there.
    pub fn as_written(&self, span: Span) -> Option<String> {
        let lo = span.lo.min(self.text().len() as u32);
        let (read, before) = self.read_line(lo);
        let end = before + (span.hi.max(lo) - lo) as usize;
        let line = self.written_line(&self.position(lo)).filter(|line| *line != read)?;
        if end > read.len() {
            return None;
        }
        let range = aligned(read, before..end, line)?;
        let line = without_comments(line);
        let text = String::from_utf8_lossy(&line[range]);
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The call of the one macro in the line of a span that has arguments, as it is written:
    /// `isdigit(*p)` of what the library's header makes of it. None where several could be meant.
    pub fn macro_call(&self, span: Span) -> Option<String> {
        let line = without_comments(self.written_line(&self.position(span.lo))?);
        let tokens = columns::tokens(&line);
        let [name] = calls_of_macros(&tokens, &self.parts_of_line(span.lo))[..] else {
            return None;
        };
        let mut depth = 0;
        let close = tokens[name + 1..].iter().position(|(_, text)| {
            depth += i32::from(*text == b"(") - i32::from(*text == b")");
            depth == 0
        })?;
        let (end, _) = tokens[name + 1 + close];
        Some(String::from_utf8_lossy(&line[tokens[name].0..=end]).into_owned())
    }

    /// The line of the buffer that an offset stands in, without what trails, and where it does.
    fn read_line(&self, offset: u32) -> (&[u8], usize) {
        let span = self.buffer_line_span(self.buffer_line(offset));
        let read = self.text()[span.lo as usize..span.hi as usize].trim_ascii_end();
        (read, (offset.max(span.lo) - span.lo) as usize)
    }

    /// The column, from 1, at which the token at an offset was written. What a macro brought along
    /// stands where its line begins; several places of what was read may have one column. `None`
    /// where the line is not known.
    pub fn written_column(&self, offset: u32) -> Option<u32> {
        let line = self.written_line(&self.position(offset))?;
        let (read, before) = self.read_line(offset);
        if read == line {
            return Some(n_characters(&read[..before.min(read.len())]) + 1);
        }
        let found = found_again(read, before, line).map(|range| range.start);
        Some(n_characters(&line[..found.or_else(|| first_token(line))?]) + 1)
    }

    /// Where a span is shown to begin.
    pub fn shown_position(&self, span: Span) -> Position {
        self.shown_range(span).0
    }

    /// Where a span is shown to begin and to end.
    pub fn shown_range(&self, span: Span) -> (Position, Position) {
        let start = self.position(span.lo);
        match self.written_range(span) {
            Some((line, range)) => {
                let at = |end: usize| Position {
                    column: n_characters(&line[..end]) + 1,
                    ..start.clone()
                };
                (at(range.start), at(range.end))
            }
            None => (start, self.position(span.hi)),
        }
    }

    /// Everything that was read in place of a line. `cc -E` breaks a line where a macro of a system
    /// header was pasted in, with line markers between the parts, which say the same line of the
    /// same file.
    pub fn parts_of_line(&self, offset: u32) -> Vec<Cow<'_, str>> {
        let here = self.position(offset);
        let middle = self.buffer_line(offset);
        let last = (middle + MAX_PARTS).min(self.n_buffer_lines() - 1);
        let spans = (middle.saturating_sub(MAX_PARTS)..=last).map(|it| self.buffer_line_span(it));
        let parts = spans.filter(|span| {
            let other = self.position(span.lo);
            other.file == here.file && other.line == here.line
        });
        let is_text = |part: &Cow<'_, str>| {
            let part = part.trim();
            !part.is_empty() && !part.starts_with("# ")
        };
        parts.map(|span| self.excerpt(span)).filter(is_text).collect()
    }
}

/// A span of what was read in the line as it was written: from where its first token stands there to
/// the end of its last.
fn same_place(read: &[u8], marked: Range<usize>, line: &[u8]) -> Option<Range<usize>> {
    if line.starts_with(read.get(..marked.end)?) {
        return Some(marked);
    }
    let text = &read[marked.clone()];
    let last = marked.start + text.trim_ascii_end().len().checked_sub(1)?;
    let start = found_again(read, marked.start, line)?.start;
    let end = found_again(read, last, line)?.end;
    (start < end).then_some(start..end)
}

/// What stands in the parentheses behind a name that is gone.
fn argument_of_macro(line: &[u8], read: &[Cow<'_, str>]) -> Option<Range<usize>> {
    let tokens = columns::tokens(line);
    let open = calls_of_macros(&tokens, read).first()? + 1;
    let mut depth = 0;
    let close = tokens[open..].iter().position(|(_, text)| {
        depth += i32::from(*text == b"(") - i32::from(*text == b")");
        depth == 0
    });
    let argument = &tokens[open + 1..close.map_or(tokens.len(), |close| open + close)];
    let ((start, _), (last, text)) = (argument.first()?, argument.last()?);
    Some(*start..last + text.len())
}

/// Which tokens of a line are names that are called there and gone from what was read.
fn calls_of_macros(tokens: &[Token<'_>], read: &[Cow<'_, str>]) -> Vec<usize> {
    let is_gone = |name: &[u8]| {
        let mut words = read.iter().flat_map(|part| columns::tokens(part.as_bytes()));
        !words.any(|range| range.1 == name)
    };
    let is_call = |at: &usize| {
        let (name, next) = (tokens[*at].1, tokens[*at + 1].1);
        columns::is_word(name[0]) && next == b"(" && is_gone(name)
    };
    (0..tokens.len().saturating_sub(1)).filter(is_call).collect()
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
        assert_eq!(mark(written, read, "7 + x").as_deref(), Some("MAX + x"));
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
    fn the_only_macro_with_arguments_is_told_as_it_is_called() {
        let call = |written: &str, read: &str| {
            let mut source = Source::new("a.c", read.as_bytes().to_vec());
            source.add_marker(LineMarker { offset: 0, line: 1, file: "a.c".into() });
            source.keep_written("a.c", written.as_bytes());
            source.macro_call(Span::new(0, 1))
        };
        let read = "while (((*t ())[(int) (*p)] & 8)) p++;";
        assert_eq!(call("while (isdigit(*p)) p++;", read).as_deref(), Some("isdigit(*p)"));
        assert_eq!(call("while (isdigit(*p) || isalpha(*p)) p++;", read), None);
        assert_eq!(call("while (isdigit", read), None);
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
