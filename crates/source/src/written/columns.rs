//! Tokens of what was read, found again in the line as it was written.
//!
//! The preprocessor keeps lines and changes columns: macros become longer, spaces become one. Of all
//! places of the line with the same token, the one around which most tokens agree is meant.
//!
//! ```text
//!   assert(x  ==  f(y));                                    what was written
//!   ((x == f(y)) ? 1 : 0), ({ if (x == f(y)) ; else ...     what is read: `f` twice, one column
//! ```

use std::ops::Range;

/// Where a token starts in its line, from 0, and its text.
pub(super) type Token<'t> = (usize, &'t [u8]);

/// Longer lines are machine-written, and hardly with macros.
const MAX_TOKENS: usize = 400;

/// The token at an offset of what was read, in the line as it was written; `None` if it is not there.
pub(super) fn found_again(read: &[u8], offset: usize, line: &[u8]) -> Option<Range<usize>> {
    let (ours, theirs) = (tokens(read), tokens(line));
    if ours.len() > MAX_TOKENS || theirs.len() > MAX_TOKENS {
        return None;
    }
    let is_here = |(start, text): &Token<'_>| (*start..start + text.len()).contains(&offset);
    let at = ours.iter().position(is_here)?;
    let same = theirs.iter().enumerate().filter(|(_, (_, text))| *text == ours[at].1);
    // The first of those that fit best.
    let best = same.rev().max_by_key(|(other, _)| agreement(&ours, at, &theirs, *other));
    best.map(|(_, (start, text))| *start..start + text.len())
}

/// Where the first token of a line starts.
pub(super) fn first_token(line: &[u8]) -> Option<usize> {
    line.iter().position(|byte| !byte.is_ascii_whitespace())
}

/// How many tokens in a row agree around two tokens.
fn agreement(ours: &[Token<'_>], at: usize, theirs: &[Token<'_>], other: usize) -> usize {
    let before = ours[..at].iter().rev().zip(theirs[..other].iter().rev());
    let behind = ours[at..].iter().zip(&theirs[other..]);
    let same = |((_, a), (_, b)): &(&Token<'_>, &Token<'_>)| a == b;
    before.take_while(same).count() + behind.take_while(same).count()
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

pub(super) fn tokens(line: &[u8]) -> Vec<Token<'_>> {
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
        tokens.push((start, &line[start..at]));
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(written: &str, read: &str, needle: &str) -> Option<usize> {
        let offset = read.find(needle).expect("it is there");
        found_again(read.as_bytes(), offset, written.as_bytes()).map(|range| range.start)
    }

    #[test]
    fn spaces_and_macros_move_columns() {
        assert_eq!(column("int  x  =  f();", "int x = f();", "f()"), Some(11));
        assert_eq!(column("  CHECK(f(y) > 3);", "if (!(f(y) > 3)) err();", ") > 3"), Some(11));
        // The same statement twice.
        assert_eq!(column("g( ); g( );", "g(); g();", "g();"), Some(0));
        assert_eq!(found_again(b"g(); g();", 5, b"g( ); g( );"), Some(6..7));
    }

    #[test]
    fn what_a_macro_brings_along_is_not_there() {
        assert_eq!(column("  FAIL;", "  do { reach_error(); } while (0);", "reach_error"), None);
        assert_eq!((first_token(b"  FAIL;"), first_token(b"  ")), (Some(2), None));
    }

    #[test]
    fn both_copies_of_an_argument_have_its_column() {
        let read = "sizeof((x == f(y)) ? 1 : 0), ({ if (x == f(y)) ; else fail(); });";
        let places: Vec<usize> = read.match_indices("f(y").map(|(at, _)| at).collect();
        assert_eq!(places.len(), 2);
        for place in places {
            assert_eq!(found_again(read.as_bytes(), place, b"assert(x  ==  f(y));"), Some(14..15));
        }
    }
}
