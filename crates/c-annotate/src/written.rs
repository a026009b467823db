//! Columns of what the user wrote, found again in what the preprocessor made of it.
//!
//! The preprocessor keeps lines and changes columns: macros become longer, spaces become one. A
//! token of its output is looked for in the user's line of the same number: of all places with the
//! same token, the one around which most tokens agree is meant.
//!
//! ```text
//!   assert(x  ==  f(y));                                    what was written
//!   ((x == f(y)) ? 1 : 0), ({ if (x == f(y)) ; else ...     what is read: `f` twice, one column
//! ```
//!
//! So several places of what is read may have one column; all of them are meant by it. A token that
//! the user did not write (one that a macro brought along) has the column of the first token of the
//! line.

/// One line of text as tokens: where each starts, from 0, and its text.
type Token<'t> = (u32, &'t [u8]);
type Tokens<'t> = Vec<Token<'t>>;

/// Longer lines are machine-written, and hardly with macros.
const MAX_TOKENS: usize = 400;

/// The lines of a file as the user wrote them.
#[derive(Debug)]
pub struct Written {
    text: Vec<u8>,
    /// Start and end of each line.
    lines: Vec<(usize, usize)>,
}

impl Written {
    pub fn new(text: Vec<u8>) -> Self {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split(|&byte| byte == b'\n') {
            lines.push((start, start + line.len()));
            start += line.len() + 1;
        }
        Self { text, lines }
    }

    fn line(&self, number: u32) -> Option<&[u8]> {
        let (start, end) = *self.lines.get((number as usize).checked_sub(1)?)?;
        Some(&self.text[start..end])
    }

    /// The length of a line, with room for a column just behind it; none if there is no such line.
    pub fn width(&self, number: u32) -> Option<u32> {
        self.line(number).map(|line| line.len() as u32 + 1)
    }

    /// The column, from 1, of the token at `offset` of a line that is read as `read`.
    pub fn column(&self, number: u32, read: &[u8], offset: u32) -> Option<u32> {
        let line = self.line(number)?;
        if line == read {
            return Some(offset + 1);
        }
        let (ours, theirs) = (tokens(read), tokens(line));
        if ours.len() > MAX_TOKENS || theirs.len() > MAX_TOKENS {
            return None;
        }
        let at = ours.iter().position(|(start, text)| {
            *start <= offset && (offset as usize) < *start as usize + text.len()
        })?;
        let mut best: Option<(usize, u32)> = None;
        for (other, (start, text)) in theirs.iter().enumerate() {
            if *text == ours[at].1 {
                let agreeing = agreement(&ours, at, &theirs, other);
                if best.is_none_or(|(most, _)| agreeing > most) {
                    best = Some((agreeing, *start));
                }
            }
        }
        let start = best.map(|(_, start)| start).or_else(|| theirs.first().map(|(it, _)| *it))?;
        Some(start + 1)
    }
}

/// How many tokens in a row agree around two tokens.
fn agreement(ours: &Tokens<'_>, at: usize, theirs: &Tokens<'_>, other: usize) -> usize {
    let before = ours[..at].iter().rev().zip(theirs[..other].iter().rev());
    let behind = ours[at..].iter().zip(&theirs[other..]);
    let same = |((_, a), (_, b)): &(&Token<'_>, &Token<'_>)| a == b;
    before.take_while(same).count() + behind.take_while(same).count()
}

fn tokens(line: &[u8]) -> Tokens<'_> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let start = at;
        let byte = line[at];
        at += 1;
        if byte.is_ascii_whitespace() {
            continue;
        }
        if is_word(byte) {
            while at < line.len() && is_word(line[at]) {
                at += 1;
            }
        } else if byte == b'"' || byte == b'\'' {
            while at < line.len() && line[at] != byte {
                at += if line[at] == b'\\' { 2 } else { 1 };
            }
            at = (at + 1).min(line.len());
        }
        tokens.push((start as u32, &line[start..at]));
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(written: &str, read: &str, needle: &str) -> Option<u32> {
        let offset = read.find(needle).unwrap() as u32;
        Written::new(written.as_bytes().to_vec()).column(1, read.as_bytes(), offset)
    }

    #[test]
    fn spaces_and_macros_move_columns() {
        assert_eq!(column("int  x  =  f();", "int x = f();", "f()"), Some(12));
        assert_eq!(column("  CHECK(f(y) > 3);", "if (!(f(y) > 3)) err();", ") > 3"), Some(12));
        // The same statement twice.
        assert_eq!(column("g( ); g( );", "g(); g();", "g();"), Some(1));
        let second = Written::new(b"g( ); g( );".to_vec()).column(1, b"g(); g();", 5);
        assert_eq!(second, Some(7));
    }

    #[test]
    fn what_a_macro_brings_along_stands_at_the_start() {
        assert_eq!(column("  FAIL;", "  do { reach_error(); } while (0);", "reach_error"), Some(3));
        assert_eq!(Written::new(b"a\n".to_vec()).column(9, b"a", 0), None);
    }

    #[test]
    fn both_copies_of_an_argument_have_its_column() {
        let written = Written::new(b"assert(x  ==  f(y));".to_vec());
        let read = "sizeof((x == f(y)) ? 1 : 0), ({ if (x == f(y)) ; else fail(); });";
        let places: Vec<u32> = read.match_indices("f(y").map(|(at, _)| at as u32).collect();
        assert_eq!(places.len(), 2);
        for place in places {
            assert_eq!(written.column(1, read.as_bytes(), place), Some(15));
        }
    }
}
