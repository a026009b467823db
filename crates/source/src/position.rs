//! The input buffer, and the way from a byte offset to `file:line:column`.
//!
//! A lexer that meets a line marker calls [`Source::add_marker`]; everything after it counts
//! as lines of the file that the marker names. Offsets before the first marker belong to the
//! buffer's own name.
//!
//! A program may consist of several texts. They stand one after the other in the buffer, each a
//! [`Part`], and every part begins as line 1 of its own file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Span;
use crate::written::WrittenFile;

/// From `offset` on, the text is line `line` of `file`. `offset` is the start of a buffer line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMarker {
    pub offset: u32,
    pub line: u32,
    pub file: Arc<str>,
}

/// Where something stands, in the user's terms. Lines and columns count from 1; columns count
/// characters, as editors and `gcc` do. What is not UTF-8 counts as what is shown in its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub file: Arc<str>,
    pub line: u32,
    pub column: u32,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.shown_file(), self.line, self.column)
    }
}

impl Position {
    /// The name of the file on one line, whatever is in it.
    pub fn shown_file(&self) -> Cow<'_, str> {
        if !self.file.contains(char::is_control) {
            return Cow::Borrowed(&*self.file);
        }
        let shown = self.file.chars().map(|letter| match letter.is_control() {
            true => letter.escape_default().to_string(),
            false => letter.to_string(),
        });
        Cow::Owned(shown.collect())
    }
}

/// Whose text a part of the buffer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Written by the user.
    User,
    /// A model of what surrounds the program; never shown as the user's.
    Model,
}

/// One of the texts in a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub name: Arc<str>,
    pub span: Span,
    pub origin: Origin,
}

/// The input text with its line starts and line markers.
///
/// Invariant: `line_starts` begins with 0 and is strictly increasing; `markers` is sorted by
/// offset; `parts` is not empty, in the order of the text, and each part begins a line.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<[u8]>,
    line_starts: Vec<u32>,
    markers: Vec<LineMarker>,
    parts: Vec<Part>,
    /// The user's files as they were before the preprocessor, by the names of the line markers.
    written: BTreeMap<Arc<str>, WrittenFile>,
}

impl Source {
    /// The largest text whose offsets fit a [`Span`]; the reader of files checks it.
    pub const MAX_BYTES: usize = u32::MAX as usize - 1;

    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<[u8]>>) -> Self {
        let text: Arc<[u8]> = text.into();
        assert!(text.len() <= Self::MAX_BYTES, "the reader refuses texts of 4 GiB and more");
        let name: Arc<str> = name.into();
        let whole = Part {
            name: name.clone(),
            span: Span::new(0, text.len() as u32),
            origin: Origin::User,
        };
        Self {
            name,
            line_starts: line_starts(&text),
            text,
            markers: Vec::new(),
            parts: vec![whole],
            written: BTreeMap::new(),
        }
    }

    /// Keeps a file as the user wrote it, to be shown in place of what the preprocessor made of it.
    pub fn keep_written(&mut self, file: impl Into<Arc<str>>, text: &[u8]) {
        self.written.insert(file.into(), WrittenFile::new(text));
    }

    /// Keeps what another source keeps.
    pub fn keep_written_of(&mut self, other: &Self) {
        self.written.extend(other.written.iter().map(|(file, it)| (file.clone(), it.clone())));
    }

    /// A line as the user wrote it, without its end.
    pub fn written_line(&self, position: &Position) -> Option<&[u8]> {
        self.written.get(&position.file)?.line(position.line)
    }

    /// Puts further texts behind what is there. False, and nothing changed, if the whole would be
    /// too large.
    #[must_use]
    pub fn append<'t>(
        &mut self,
        texts: impl IntoIterator<Item = (Arc<str>, &'t [u8])>,
        origin: Origin,
    ) -> bool {
        let mut text = self.text.to_vec();
        let mut parts = Vec::new();
        for (name, added) in texts {
            if text.last().is_some_and(|&last| last != b'\n') {
                text.push(b'\n');
            }
            let start = text.len();
            text.extend_from_slice(added);
            if text.len() > Self::MAX_BYTES {
                return false;
            }
            parts.push(Part { name, span: Span::new(start as u32, text.len() as u32), origin });
        }
        for part in &parts {
            let (offset, file) = (part.span.lo, part.name.clone());
            self.add_marker(LineMarker { offset, line: 1, file });
        }
        self.line_starts = line_starts(&text);
        self.text = text.into();
        self.parts.extend(parts);
        true
    }

    /// The texts in the buffer, in their order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The part that holds `offset`. What stands between two parts belongs to the first.
    pub fn part(&self, offset: u32) -> &Part {
        let after = self.parts.partition_point(|part| part.span.lo <= offset);
        &self.parts[after.saturating_sub(1)]
    }

    /// Is this the user's own text?
    pub fn is_users(&self, span: Span) -> bool {
        self.part(span.lo).origin == Origin::User
    }

    /// The texts that the user gave, unread: without line markers, and without models.
    pub fn unread(&self) -> Self {
        let users: Vec<&Part> =
            self.parts.iter().filter(|part| part.origin == Origin::User).collect();
        let text = |part: &Part| &self.text[part.span.lo as usize..part.span.hi as usize];
        let mut unread = Self::new(self.name.clone(), text(users[0]).to_vec());
        let others = users[1..].iter().map(|part| (part.name.clone(), text(part)));
        let fits = users.len() == 1 || unread.append(others, Origin::User);
        debug_assert!(fits, "a part of a buffer is no longer than the buffer");
        unread
    }

    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    pub fn text(&self) -> &Arc<[u8]> {
        &self.text
    }

    pub fn markers(&self) -> &[LineMarker] {
        &self.markers
    }

    /// Records a line marker. Markers of one part arrive in the order of the text; behind them
    /// stand only the beginnings of the parts that follow.
    pub fn add_marker(&mut self, marker: LineMarker) {
        let n_behind = self.markers.iter().rev().take_while(|it| it.offset > marker.offset).count();
        self.markers.insert(self.markers.len() - n_behind, marker);
    }

    /// The text of a span; what is not UTF-8 in it is replaced.
    pub fn excerpt(&self, span: Span) -> std::borrow::Cow<'_, str> {
        let hi = (span.hi as usize).min(self.text.len());
        let lo = (span.lo as usize).min(hi);
        String::from_utf8_lossy(&self.text[lo..hi])
    }

    /// The same as it is written, on one line, without what the preprocessor says between the lines of a
    /// call.
    pub fn one_line(&self, span: Span) -> String {
        if let Some(written) = self.as_written(span) {
            return written;
        }
        let mut told = String::new();
        let mut is_interrupted = false;
        for line in self.excerpt(span).lines() {
            if line.trim_start().starts_with('#') {
                is_interrupted = true;
                continue;
            }
            for word in line.split_whitespace() {
                let is_inside = told.ends_with('(') || word.starts_with([')', ',', ';']);
                let is_joined = told.is_empty() || is_interrupted && is_inside;
                if !is_joined {
                    told.push(' ');
                }
                told.push_str(word);
                is_interrupted = false;
            }
        }
        told
    }

    /// Index, from 0, of the buffer line that holds `offset`.
    pub fn buffer_line(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|&start| start <= offset) - 1
    }

    /// Span of a buffer line without its line end.
    pub fn buffer_line_span(&self, line: usize) -> Span {
        let lo = self.line_starts[line];
        let hi = self.line_starts.get(line + 1).map_or(self.text.len() as u32, |next| next - 1);
        Span::new(lo, hi)
    }

    /// Offset of the character that has so many before it in its buffer line; what lies outside the
    /// text is moved to the end of the line, or to the last line.
    pub fn offset_of_char(&self, line: usize, n_before: usize) -> u32 {
        let line = self.buffer_line_span(line.min(self.n_buffer_lines() - 1));
        let text = self.excerpt(line);
        let n_bytes = text.chars().take(n_before).map(char::len_utf8).sum::<usize>();
        line.lo + n_bytes as u32
    }

    pub fn n_buffer_lines(&self) -> usize {
        self.line_starts.len()
    }

    /// Where `offset` stands in the user's files.
    pub fn position(&self, offset: u32) -> Position {
        let line = self.buffer_line(offset);
        let start = self.line_starts[line] as usize;
        let end = (offset as usize).min(self.text.len());
        let column = n_characters(&self.text[start..end]) + 1;
        let marker = self.markers.partition_point(|marker| marker.offset <= offset);
        let (file, line) = match marker.checked_sub(1).map(|index| &self.markers[index]) {
            None => (self.name.clone(), line as u32 + 1),
            Some(marker) => {
                let lines_since = line - self.buffer_line(marker.offset);
                (marker.file.clone(), marker.line.saturating_add(lines_since as u32))
            }
        };
        Position { file, line, column }
    }
}

/// How many characters there are before the end of these bytes.
pub(crate) fn n_characters(text: &[u8]) -> u32 {
    if text.is_ascii() {
        return text.len() as u32;
    }
    let chunks = text.utf8_chunks();
    let of_chunk = |chunk: std::str::Utf8Chunk<'_>| {
        chunk.valid().chars().count() + usize::from(!chunk.invalid().is_empty())
    };
    chunks.map(of_chunk).sum::<usize>() as u32
}

fn line_starts(text: &[u8]) -> Vec<u32> {
    let ends = memchr::memchr_iter(b'\n', text);
    std::iter::once(0).chain(ends.map(|end| end as u32 + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_counts_its_own_lines() {
        let mut source = Source::new("a.c", b"int a;".to_vec());
        let added = [("b.c".into(), &b"int b;\nint c;\n"[..])];
        assert!(source.append(added, Origin::User));
        assert!(source.append([("strlen.c".into(), &b"int d;"[..])], Origin::Model));
        assert_eq!(source.position(4).to_string(), "a.c:1:5");
        assert_eq!(source.position(18).to_string(), "b.c:2:5");
        assert_eq!(source.position(25).to_string(), "strlen.c:1:5");
        assert!(source.is_users(Span::new(7, 8)));
        assert!(!source.is_users(Span::new(21, 22)));
        let unread = source.unread();
        assert_eq!(unread.parts().len(), 2);
        assert_eq!(unread.position(18).to_string(), "b.c:2:5");
    }

    #[test]
    fn a_marker_renames_what_follows() {
        let mut source =
            Source::new("buffer.i", b"int a;\n# 7 \"user.c\"\nint b;\nint c;\n".to_vec());
        source.add_marker(LineMarker { offset: 20, line: 7, file: "user.c".into() });
        assert_eq!(source.position(4).to_string(), "buffer.i:1:5");
        assert_eq!(source.position(24).to_string(), "user.c:7:5");
        assert_eq!(source.position(31).to_string(), "user.c:8:5");
    }

    #[test]
    fn characters_are_found_by_their_number_in_the_line() {
        let source = Source::new("text.yml", "a\n\u{e4}b\n".as_bytes().to_vec());
        assert_eq!(source.offset_of_char(1, 0), 2);
        assert_eq!(source.offset_of_char(1, 1), 4);
        assert_eq!(source.offset_of_char(1, 9), 5);
        assert_eq!(source.offset_of_char(9, 9), 6);
    }

    #[test]
    fn columns_count_characters() {
        let source = Source::new("a.c", "/* \u{e4}\u{f6} */ x\n".as_bytes().to_vec());
        assert_eq!(source.position(11).to_string(), "a.c:1:10");
        // Bytes that are no text are shown as one character each.
        assert_eq!(Source::new("b.c", vec![0xe4, b'x', 0x80, b'y']).position(3).column, 4);
    }

    #[test]
    fn the_end_of_the_text_has_a_position() {
        let source = Source::new("empty.c", Vec::new());
        assert_eq!(source.position(0).to_string(), "empty.c:1:1");
    }
}
