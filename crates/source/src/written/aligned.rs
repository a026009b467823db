//! A stretch of what was read, in the line as it was written, where one end or both are the
//! preprocessor's.
//!
//! The tokens of both lines are put side by side, as many as possible in the same order. What stands
//! between two that agree is a macro on the one side, and what it stands for on the other.
//!
//! ```text
//!   return x << BITS ;        isalpha (         c ) ;
//!   return x << 40   ;        ( * f ( ) ) [ ( ( c ) ) ] & 4 ;
//!          ^^^^^^^                        the first is found by `x` and `;`
//! ```
//!
//! A stretch that begins or ends inside of what a macro stands for is the whole macro. What is the same
//! from the beginning of the line on stands where it stood: of a line that `cc -E` breaks where a macro of
//! the system begins, only the first part is read, and its tokens may well be there again behind it.

use std::ops::Range;

use super::columns::{Token, tokens};

/// Longer lines are machine-written, and hardly with macros.
const MAX_TOKENS: usize = 200;

/// `None` where too little agrees.
pub(super) fn aligned(read: &[u8], marked: Range<usize>, line: &[u8]) -> Option<Range<usize>> {
    let line = without_comments(line);
    let (ours, theirs) = (tokens(read), tokens(&line));
    if ours.len() > MAX_TOKENS || theirs.len() > MAX_TOKENS {
        return None;
    }
    let is_in = |(start, _): &Token<'_>| marked.contains(start);
    let first = ours.iter().position(is_in)?;
    let last = ours.iter().rposition(is_in)?;
    let partners = partners(&ours, &theirs);
    // What is behind the last partner before the stretch, and before the first one behind it.
    let start = match partners[first] {
        Some(partner) => partner,
        None => partners[..first].iter().rev().find_map(|it| *it)? + 1,
    };
    let mut end = match partners[last] {
        Some(partner) => partner + 1,
        None => partners[last + 1..].iter().find_map(|it| *it)?,
    };
    if start >= end {
        return None;
    }
    let mut open = depth(&theirs[start..end])?;
    while open > 0 && theirs.get(end)?.1 == b")" {
        (open, end) = (open - 1, end + 1);
    }
    let (to, text) = theirs[end - 1];
    (open == 0).then(|| theirs[start].0..to + text.len())
}

/// A line with blanks in place of its comments.
pub(super) fn without_comments(line: &[u8]) -> Vec<u8> {
    let mut blanked = line.to_vec();
    let mut at = 0;
    while at < line.len() {
        let end = match &line[at..] {
            [quote @ (b'"' | b'\''), ..] => {
                let mut end = at + 1;
                while end < line.len() && line[end] != *quote {
                    end += if line[end] == b'\\' { 2 } else { 1 };
                }
                at = end + 1;
                continue;
            }
            [b'/', b'/', ..] => line.len(),
            [b'/', b'*', rest @ ..] => {
                let close = rest.windows(2).position(|it| it == b"*/");
                close.map_or(line.len(), |close| at + 2 + close + 2)
            }
            _ => {
                at += 1;
                continue;
            }
        };
        blanked[at..end].fill(b' ');
        at = end;
    }
    blanked
}

/// Parentheses that are left open; `None` if one is closed that was not opened.
fn depth(tokens: &[Token<'_>]) -> Option<usize> {
    tokens.iter().try_fold(0_usize, |open, (_, text)| match *text {
        b"(" | b"[" => Some(open + 1),
        b")" | b"]" => open.checked_sub(1),
        _ => Some(open),
    })
}

/// For each of our tokens the one of theirs that it is put beside: the longest common sequence, and of
/// several the one whose tokens are ours the latest, behind what both begin with.
fn partners(ours: &[Token<'_>], theirs: &[Token<'_>]) -> Vec<Option<usize>> {
    let n_alike = ours.iter().zip(theirs).take_while(|(ours, theirs)| ours.1 == theirs.1).count();
    let mut partners: Vec<Option<usize>> = (0..n_alike).map(Some).collect();
    let behind = longest_common(&ours[n_alike..], &theirs[n_alike..]);
    partners.extend(behind.into_iter().map(|partner| partner.map(|it| it + n_alike)));
    partners
}

fn longest_common(ours: &[Token<'_>], theirs: &[Token<'_>]) -> Vec<Option<usize>> {
    let width = theirs.len() + 1;
    // How many agree among the first `i` of ours and the first `j` of theirs.
    let mut n_common = vec![0_u16; (ours.len() + 1) * width];
    for (i, ours) in ours.iter().enumerate() {
        for (j, theirs) in theirs.iter().enumerate() {
            n_common[(i + 1) * width + j + 1] = match ours.1 == theirs.1 {
                true => n_common[i * width + j] + 1,
                false => n_common[i * width + j + 1].max(n_common[(i + 1) * width + j]),
            };
        }
    }
    let mut partners = vec![None; ours.len()];
    let (mut i, mut j) = (ours.len(), theirs.len());
    while i > 0 && j > 0 {
        if ours[i - 1].1 == theirs[j - 1].1 {
            (i, j) = (i - 1, j - 1);
            partners[i] = Some(j);
        } else if n_common[i * width + j - 1] >= n_common[(i - 1) * width + j] {
            j -= 1;
        } else {
            i -= 1;
        }
    }
    partners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(line: &'static str, read: &str, marked: &str) -> Option<&'static str> {
        let lo = read.find(marked).expect("it is there");
        let range = aligned(read.as_bytes(), lo..lo + marked.len(), line.as_bytes())?;
        Some(&line[range])
    }

    #[test]
    fn a_macro_at_an_end_is_part_of_the_stretch() {
        assert_eq!(
            written("return x << BITS; // y", "return x << 40;", "x << 40"),
            Some("x << BITS")
        );
        assert_eq!(written("a[N] = M;", "a[(8 - 1)] = 3;", "a[(8 - 1)] = 3"), Some("a[N] = M"));
        assert_eq!(
            written("CHECK(x <= LIMIT /* full */);", "if (!(x <= 4)) f();", "x <= 4"),
            Some("x <= LIMIT")
        );
        assert_eq!(written("y = MAX + x;", "y = 7 + x;", "7 + x"), Some("MAX + x"));
    }

    #[test]
    fn what_a_line_begins_with_is_not_looked_for_behind_it() {
        let line = "a[i & 3] = 1; assert(a[0] + a[1] == 1); return 0;";
        assert_eq!(written(line, "a[i & 3] = 1;", "a[i & 3] = 1"), Some("a[i & 3] = 1"));
    }

    #[test]
    fn what_lies_inside_of_a_macro_is_the_macro() {
        let read = "return ((*table ())[(int) ((c))] & (unsigned short int) 1024);";
        let marked = "(*table ())[(int) ((c))]";
        assert_eq!(written("return isalpha(c);", read, marked), Some("isalpha(c)"));
        assert_eq!(written("{ FAIL; }", "{ do { fail(); } while (0); }", "fail()"), Some("FAIL"));
    }

    #[test]
    fn comments_are_blanks_and_strings_stay() {
        let blank =
            |line: &str| String::from_utf8(without_comments(line.as_bytes())).expect("text");
        assert_eq!(blank("a /* b */ c // d"), "a         c     ");
        assert_eq!(blank("f(\"// \\\" /*\") /* x"), "f(\"// \\\" /*\")     ");
    }

    #[test]
    fn nothing_is_said_where_nothing_agrees() {
        assert_eq!(written("FAIL;", "fail();", "fail()"), None);
        assert_eq!(written("f(X", "f(1 + 2)", "1 + 2"), None);
    }
}
