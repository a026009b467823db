//! The input buffer, and the way from a byte offset to `file:line:column`.
//!
//! A lexer that meets a line marker calls [`Source::add_marker`]; everything after it counts
//! as lines of the file that the marker names. Offsets before the first marker belong to the
//! buffer's own name.

use std::sync::Arc;

use crate::Span;

/// From `offset` on, the text is line `line` of `file`. `offset` is the start of a buffer line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMarker {
    pub offset: u32,
    pub line: u32,
    pub file: Arc<str>,
}

/// Where something stands, in the user's terms. Lines and columns count from 1; columns count
/// bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub file: Arc<str>,
    pub line: u32,
    pub column: u32,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// One input text with its line starts and line markers.
///
/// Invariant: `line_starts` begins with 0 and is strictly increasing; `markers` is sorted by
/// offset.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<[u8]>,
    line_starts: Vec<u32>,
    markers: Vec<LineMarker>,
}

impl Source {
    /// The largest text whose offsets fit a [`Span`]; the reader of files checks it.
    pub const MAX_BYTES: usize = u32::MAX as usize - 1;

    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<[u8]>>) -> Self {
        let text: Arc<[u8]> = text.into();
        assert!(text.len() <= Self::MAX_BYTES, "the reader refuses texts of 4 GiB and more");
        let ends = memchr::memchr_iter(b'\n', &text);
        let line_starts = std::iter::once(0).chain(ends.map(|end| end as u32 + 1)).collect();
        Self { name: name.into(), text, line_starts, markers: Vec::new() }
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

    /// Records a line marker. Markers arrive in the order of the text.
    pub fn add_marker(&mut self, marker: LineMarker) {
        debug_assert!(self.markers.last().is_none_or(|last| last.offset <= marker.offset));
        self.markers.push(marker);
    }

    /// The text of a span; what is not UTF-8 in it is replaced.
    pub fn excerpt(&self, span: Span) -> std::borrow::Cow<'_, str> {
        let hi = (span.hi as usize).min(self.text.len());
        let lo = (span.lo as usize).min(hi);
        String::from_utf8_lossy(&self.text[lo..hi])
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
        let column = offset - self.line_starts[line] + 1;
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_end_of_the_text_has_a_position() {
        let source = Source::new("empty.c", Vec::new());
        assert_eq!(source.position(0).to_string(), "empty.c:1:1");
    }
}
