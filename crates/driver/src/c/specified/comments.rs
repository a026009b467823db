//! Contracts, invariants and assertions in comments, `//@ …` line by line or `/*@ … */`.
//!
//! The text has been preprocessed with its comments kept, so they stand where they are written, also
//! those of header files. A comment that begins with another word than ours is somebody else's.
//!
//! Marks of comments are made blanks and lines are joined, so that a clause is a stretch of the text
//! and every place in it is a place in the text.

use source::{Diagnostic, Diagnostics, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Requires,
    Ensures,
    Assigns,
    Assert,
    LoopInvariant,
}

/// One sentence, up to its semicolon.
#[derive(Clone, Debug)]
pub struct Clause {
    pub kind: Kind,
    pub text: String,
    /// Where the text is.
    pub span: Span,
}

/// Comments with nothing but blanks between them, and what they are about.
#[derive(Clone, Debug)]
pub struct Group {
    pub clauses: Vec<Clause>,
    /// From the first comment to the end of the last.
    pub span: Span,
    /// The first byte behind it that is part of the program.
    pub next: u32,
}

/// Words that begin a sentence that we read.
const WORDS: [(&str, Kind); 6] = [
    ("requires", Kind::Requires),
    ("ensures", Kind::Ensures),
    ("assigns", Kind::Assigns),
    ("assert", Kind::Assert),
    ("check", Kind::Assert),
    ("loop invariant", Kind::LoopInvariant),
];
/// Sentences of ACSL that say nothing that we ask about.
const IDLE: [&str; 6] =
    ["loop assigns", "loop variant", "decreases", "terminates", "complete", "disjoint"];
/// Sentences that would change what others mean.
const UNREAD: [&str; 7] =
    ["behavior", "assumes", "allocates", "frees", "exits", "for", "loop allocates"];

/// Whether a text of the user's has sentences for us.
pub fn has_clauses(text: &[u8]) -> bool {
    let comments = comments(text);
    comments.iter().any(|comment| {
        let words = blanked(text, *comment);
        WORDS.iter().any(|(word, _)| begins_with(&words, word))
    })
}

/// The sentences of a preprocessed text.
pub fn read(text: &[u8], diagnostics: &mut Diagnostics) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut pending: Vec<(usize, usize)> = Vec::new();
    for comment in comments(text) {
        let goes_on = pending.last().is_some_and(|last| code_behind(text, last.1) >= comment.0);
        if !goes_on && !pending.is_empty() {
            groups.extend(group(text, &pending, diagnostics));
            pending.clear();
        }
        pending.push(comment);
    }
    if !pending.is_empty() {
        groups.extend(group(text, &pending, diagnostics));
    }
    groups
}

/// Where the comments with the mark are, marks included.
fn comments(text: &[u8]) -> Vec<(usize, usize)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() {
        match comment_end(text, at) {
            Some(end) => {
                if text.get(at + 2) == Some(&b'@') {
                    found.push((at, end));
                }
                at = end;
            }
            None if text[at] == b'"' || text[at] == b'\'' => {
                let quote = text[at];
                at += 1;
                while at < text.len() && text[at] != quote && text[at] != b'\n' {
                    at += 1 + usize::from(text[at] == b'\\');
                }
                at += 1;
            }
            None => at += 1,
        }
    }
    found
}

/// Where the comment that begins here ends.
fn comment_end(text: &[u8], at: usize) -> Option<usize> {
    let rest = &text[at..];
    if rest.starts_with(b"//") {
        return Some(at + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()));
    }
    if !rest.starts_with(b"/*") {
        return None;
    }
    let close = rest.get(2..)?.windows(2).position(|pair| pair == b"*/");
    Some(close.map_or(text.len(), |close| at + close + 4))
}

/// The first byte from here on that is neither blank, comment, nor line of the preprocessor.
fn code_behind(text: &[u8], from: usize) -> usize {
    let mut at = from;
    let mut is_line_start = false;
    while at < text.len() {
        if text[at].is_ascii_whitespace() {
            is_line_start |= text[at] == b'\n';
            at += 1;
        } else if is_line_start && text[at] == b'#' {
            at += text[at..].iter().position(|byte| *byte == b'\n').unwrap_or(text.len() - at);
        } else if let Some(end) = comment_end(text, at) {
            at = end;
        } else {
            break;
        }
    }
    at
}

/// The comment without its marks, byte for byte; other bytes than ASCII's are blanks too.
fn blanked(text: &[u8], (lo, hi): (usize, usize)) -> String {
    let mut words: Vec<u8> = text[lo..hi].to_vec();
    words[..3.min(hi - lo)].fill(b' ');
    if text[lo + 1] == b'*' && words.ends_with(b"*/") {
        let len = words.len();
        words[len - 2..].fill(b' ');
    }
    let mut is_line_start = false;
    for byte in &mut words {
        match *byte {
            b'\n' => is_line_start = true,
            b'@' if is_line_start => *byte = b' ',
            b' ' | b'\t' | b'\r' => {}
            _ => is_line_start = false,
        }
        if byte.is_ascii_whitespace() || !byte.is_ascii() {
            *byte = b' ';
        }
    }
    String::from_utf8_lossy(&words).into_owned()
}

/// Whether a sentence begins with the words, with any blanks between them, and goes on.
fn begins_with(sentence: &str, words: &str) -> bool {
    behind_words(sentence, words).is_some()
}

/// How far words reach at the beginning of a sentence.
fn behind_words(sentence: &str, words: &str) -> Option<usize> {
    let mut rest = sentence;
    for word in words.split(' ') {
        rest = rest.trim_start().strip_prefix(word)?;
        let is_longer = rest.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_');
        if is_longer {
            return None;
        }
    }
    // `assert:` and `requires = 1` are nobody's sentences.
    let is_other = rest.trim_start().starts_with([':', '=']);
    (!is_other).then(|| sentence.len() - rest.len())
}

fn group(text: &[u8], comments: &[(usize, usize)], diagnostics: &mut Diagnostics) -> Option<Group> {
    let (lo, hi) = (comments.first()?.0, comments.last()?.1);
    let mut joined = vec![b' '; hi - lo];
    let mut is_ours = false;
    for comment in comments {
        let words = blanked(text, *comment);
        let knows = |word: &str| begins_with(&words, word);
        let begins = WORDS.iter().any(|(word, _)| knows(word))
            || is_ours && IDLE.iter().chain(&UNREAD).any(|word| knows(word));
        // A sentence goes on from line to line.
        let goes_on = joined.iter().rev().find(|byte| **byte != b' ').is_some_and(|it| *it != b';');
        if begins || goes_on {
            is_ours = true;
            joined[comment.0 - lo..comment.1 - lo].copy_from_slice(words.as_bytes());
        }
    }
    if !is_ours {
        return None;
    }
    let joined = String::from_utf8_lossy(&joined).into_owned();
    let mut clauses = Vec::new();
    for (from, to) in sentences(&joined) {
        clauses.extend(clause(&joined, (from, to), lo, diagnostics));
    }
    let span = Span::new(lo as u32, hi as u32);
    Some(Group { clauses, span, next: code_behind(text, hi) as u32 })
}

/// The stretches between semicolons; blank ones are none.
fn sentences(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut from, mut depth) = (Vec::new(), 0, 0usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b';' if depth == 0 => {
                found.push((from, at));
                from = at + 1;
            }
            _ => {}
        }
    }
    if !text[from..].trim().is_empty() {
        found.push((from, text.len()));
    }
    found
}

fn clause(
    text: &str,
    (from, to): (usize, usize),
    base: usize,
    diagnostics: &mut Diagnostics,
) -> Option<Clause> {
    let sentence = &text[from..to];
    let start = from + (sentence.len() - sentence.trim_start().len());
    let place = |lo: usize, hi: usize| Span::new((base + lo) as u32, (base + hi) as u32);
    let whole = place(start, from + sentence.trim_end().len());
    if IDLE.iter().any(|words| begins_with(sentence, words)) {
        return None;
    }
    if let Some(words) = UNREAD.into_iter().find(|words| begins_with(sentence, words)) {
        let message = format!("`{words}` is not read by Linchpin");
        diagnostics.push(Diagnostic::error("E0950", whole, message));
        return None;
    }
    let known = WORDS.iter().find_map(|(words, kind)| Some((behind_words(sentence, words)?, *kind)));
    let Some((behind, kind)) = known else {
        let message = "`requires`, `ensures`, `assigns`, `assert` or `loop invariant` is expected";
        diagnostics.push(Diagnostic::error("E0950", whole, message));
        return None;
    };
    let said = &sentence[behind..];
    let lo = from + behind + (said.len() - said.trim_start().len());
    let said = said.trim();
    let span = place(lo, lo + said.len());
    if said.is_empty() {
        diagnostics.push(Diagnostic::error("E0950", whole, "nothing is said here"));
        return None;
    }
    Some(Clause { kind, text: said.to_owned(), span })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(Kind, String)> {
        let mut diagnostics = Diagnostics::new();
        let groups = read(text.as_bytes(), &mut diagnostics);
        assert!(!diagnostics.has_errors(), "{text}");
        groups.into_iter().flat_map(|it| it.clauses).map(|it| (it.kind, it.text)).collect()
    }

    #[test]
    fn sentences_are_found_in_both_kinds_of_comments() {
        let text = "//@ requires n > 0;\n//@ ensures \\result\n//@   >= 0;\nint f(int n);";
        let said = told(text);
        assert_eq!(said[0], (Kind::Requires, "n > 0".to_owned()));
        assert_eq!(said[1].0, Kind::Ensures);
        assert_eq!(said[1].1.split_whitespace().collect::<Vec<_>>(), ["\\result", ">=", "0"]);
        let text = "/*@ requires n > 0;\n  @ assigns \\nothing; */ int f(int n);";
        assert_eq!(told(text)[1], (Kind::Assigns, "\\nothing".to_owned()));
        assert_eq!(told("//@ loop  invariant i<n;\nfor(;;);")[0].0, Kind::LoopInvariant);
    }

    #[test]
    fn what_others_say_is_left_alone() {
        assert!(told("/*@null@*/ int *p; //@ todo: requires more\nchar *s = \"//@ assert x;\";").is_empty());
        assert!(told("//@ assertion of something;").is_empty());
    }

    #[test]
    fn the_code_behind_is_found() {
        let text = b"//@ assert x;\n# 3 \"f.c\"\n  /* more */ y = 1;";
        let groups = read(text, &mut Diagnostics::new());
        assert_eq!(&text[groups[0].next as usize..], b"y = 1;");
    }

    #[test]
    fn what_is_no_sentence_is_told() {
        for text in ["//@ requires ;", "//@ requires a; behavior b;", "//@ assert x; nonsense y;"] {
            let mut diagnostics = Diagnostics::new();
            read(text.as_bytes(), &mut diagnostics);
            assert!(diagnostics.has_errors(), "{text}");
        }
    }
}
