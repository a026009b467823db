//! Places of a report as positions of the protocol.
//!
//! A report counts lines and characters from 1; the protocol counts lines and UTF-16 code units from 0. What
//! lies between is the text of the line, which is read from the file. A line or column that the
//! text does not have (it may have changed meanwhile) becomes the nearest one that it has.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{Position, Range};

/// The files that places are in, each read once.
#[derive(Default)]
pub struct Texts {
    files: BTreeMap<PathBuf, Option<Vec<u8>>>,
}

impl Texts {
    /// The token at a line and a column, both from 1; none if the file cannot be read.
    pub fn range(&mut self, path: &Path, line: u32, column: u32) -> Option<Range> {
        let text = self.read(path)?;
        Some(token_at(text, line, column))
    }

    /// Behind the last character of a line.
    pub fn end_of_line(&mut self, path: &Path, line: u32) -> Option<Position> {
        let text = self.read(path)?;
        let (line, bytes) = nearest_line(text, line);
        Some(Position::new(line, utf16_length(bytes)))
    }

    fn read(&mut self, path: &Path) -> Option<&[u8]> {
        let text = self.files.entry(path.to_owned()).or_insert_with(|| std::fs::read(path).ok());
        text.as_deref()
    }
}

/// The name or number that starts there, or the one character.
fn token_at(text: &[u8], line: u32, column: u32) -> Range {
    let (line, bytes) = nearest_line(text, line);
    let letters: Vec<char> = String::from_utf8_lossy(bytes).chars().collect();
    let start = (column.saturating_sub(1) as usize).min(letters.len());
    let (before, rest) = letters.split_at(start);
    let is_of_word = |it: &char| it.is_ascii_alphanumeric() || *it == '_' || !it.is_ascii();
    let n_word = rest.iter().take_while(|letter| is_of_word(letter)).count();
    let n_token = n_word.max(1).min(rest.len());
    let n_units = |letters: &[char]| letters.iter().map(|it| it.len_utf16() as u32).sum::<u32>();
    let first = n_units(before);
    let last = first + n_units(&rest[..n_token]);
    Range::new(Position::new(line, first), Position::new(line, last))
}

/// The line of this number from 1, or the last one, with its number from 0 and without its end.
fn nearest_line(text: &[u8], line: u32) -> (u32, &[u8]) {
    let wanted = line.saturating_sub(1);
    let lines = (0..=wanted).zip(text.split(|byte| *byte == b'\n'));
    let (found, bytes) = lines.last().unwrap_or((0, b""));
    (found, bytes.strip_suffix(b"\r").unwrap_or(bytes))
}

/// Bytes that are no UTF-8 count as one unit, as editors show them.
fn utf16_length(bytes: &[u8]) -> u32 {
    let n_units = String::from_utf8_lossy(bytes).encode_utf16().count();
    u32::try_from(n_units).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(text: &str, line: u32, column: u32) -> (u32, u32, u32) {
        let range = token_at(text.as_bytes(), line, column);
        assert_eq!(range.start.line, range.end.line);
        (range.start.line, range.start.character, range.end.character)
    }

    #[test]
    fn columns_in_characters_become_columns_in_code_units() {
        assert_eq!(token("int x;\n  foo(1);\n", 2, 3), (1, 2, 5));
        // `ä` has one unit, `😀` two.
        assert_eq!(token("/* ä */ foo", 1, 9), (0, 8, 11));
        assert_eq!(token("/*😀*/x", 1, 6), (0, 6, 7));
        assert_eq!(token("a + b", 1, 3), (0, 2, 3));
    }

    #[test]
    fn places_outside_of_the_text_become_the_nearest() {
        assert_eq!(token("int x;\r\n", 1, 99), (0, 6, 6));
        assert_eq!(token("a\nb", 99, 1), (1, 0, 1));
        assert_eq!(token("", 0, 0), (0, 0, 0));
    }

    #[test]
    fn lines_end_before_their_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        std::fs::write(&path, "while (ä)\r\n  x++;").unwrap();
        let mut texts = Texts::default();
        assert_eq!(texts.end_of_line(&path, 1), Some(Position::new(0, 9)));
        assert_eq!(texts.end_of_line(&path, 2), Some(Position::new(1, 6)));
        assert_eq!(texts.end_of_line(&folder.path().join("b.c"), 1), None);
    }
}
