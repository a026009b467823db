//! Contracts, invariants and assertions in comments, `//@ …` line by line or `/*@ … */`.
//!
//! The text has been preprocessed with its comments kept, so they stand where they are written, also
//! those of header files. A comment that begins with another word than ours is somebody else's.
//!
//! Marks of comments are made blanks and lines are joined, so that a clause is a stretch of the text
//! and every place in it is a place in the text.

use source::{Diagnostic, Diagnostics, Span};

use crate::closest::closest;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Requires,
    Ensures,
    Assigns,
    Assert,
    LoopInvariant,
    /// At every moment of a run.
    Invariant,
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
const WORDS: [(&str, Kind); 7] = [
    ("requires", Kind::Requires),
    ("ensures", Kind::Ensures),
    ("assigns", Kind::Assigns),
    ("assert", Kind::Assert),
    ("check", Kind::Assert),
    ("loop invariant", Kind::LoopInvariant),
    ("invariant", Kind::Invariant),
];
/// Sentences of ACSL that say nothing that we ask about.
const IDLE: [&str; 6] =
    ["loop assigns", "loop variant", "decreases", "terminates", "complete", "disjoint"];
/// Sentences that would change what others mean.
const UNREAD: [&str; 8] =
    ["behavior", "assumes", "allocates", "frees", "exits", "loop allocates", "admit", "ghost"];

/// Behind them stand variables and a semicolon.
const QUANTIFIERS: [&str; 2] = ["\\forall", "\\exists"];

/// Whether a text of the user's has sentences for us.
pub fn has_clauses(text: &[u8]) -> bool {
    comments(text).iter().any(|comment| is_ours(&blanked(text, *comment)))
}

/// The first comment for us in the definition of a macro, which the preprocessor takes away.
pub fn in_macro(text: &[u8]) -> Option<Span> {
    comments(text).into_iter().find_map(|(lo, hi)| {
        // The line that it belongs to begins before lines that go on.
        let mut start = lo;
        while let Some(line) = text[..start].iter().rposition(|byte| *byte == b'\n') {
            if line > 0 && text[line - 1] == b'\\' {
                start = line;
            } else {
                start = line + 1;
                break;
            }
        }
        let start = if text[..start].contains(&b'\n') { start } else { 0 };
        let line = String::from_utf8_lossy(&text[start..lo]).trim_start().to_owned();
        let is_macro = line.starts_with('#') && line[1..].trim_start().starts_with("define");
        (is_macro && is_ours(&blanked(text, (lo, hi)))).then(|| Span::new(lo as u32, hi as u32))
    })
}

/// Whether a comment speaks to us, rightly or not: one of its sentences begins with a word of ours, or
/// with one that is meant to be.
fn is_ours(words: &str) -> bool {
    sentences(words).into_iter().any(|(from, to)| {
        let sentence = &words[from..to];
        let known = WORDS.iter().map(|(words, _)| *words).chain(IDLE).chain(UNREAD);
        let is_known = known.into_iter().any(|it| starts_with_words(sentence, it).is_some());
        let is_said = words[to..].starts_with(';');
        // `for b: assert x`: in one behaviour of several.
        let is_of_one = starts_with_words(sentence, "for").is_some_and(|behind| {
            let rest = sentence[behind..].split_once(':');
            rest.is_some_and(|(_, rest)| WORDS.iter().any(|(it, _)| begins_with(rest, it)))
        });
        is_of_one
            || is_known && (is_said || !is_prose(sentence))
            || is_said && meant(sentence).is_some()
    })
}

/// A sentence of a language: `assert that x is set`.
fn is_prose(sentence: &str) -> bool {
    !sentence.contains(['=', '<', '>', '(', '!', '&', '|', '\\'])
}

/// The word that a sentence should perhaps begin with.
fn meant(sentence: &str) -> Option<&'static str> {
    let mut words = sentence.split_whitespace();
    let first = words.next()?;
    let first = match first {
        "loop" => format!("loop {}", words.next()?),
        first => first.trim_end_matches(':').to_owned(),
    };
    let is_word = first.chars().all(|it| it.is_ascii_lowercase() || it == ' ');
    let known = WORDS.iter().map(|(words, _)| *words);
    closest(&first, known).filter(|_| is_word && first.len() > 4)
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
    // What stands behind another mark in the same line is a comment on the comment.
    if text[lo + 1] == b'/' {
        let note = words.windows(2).position(|pair| pair == b"//").unwrap_or(words.len());
        words[note..].fill(b' ');
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

/// Whether a sentence begins with the words and goes on as a clause does.
fn begins_with(sentence: &str, words: &str) -> bool {
    behind_words(sentence, words).is_some()
}

/// How far words reach at the beginning of a sentence, if a clause can follow.
fn behind_words(sentence: &str, words: &str) -> Option<usize> {
    let behind = starts_with_words(sentence, words)?;
    // `assert:` and `requires = 1` are no clauses.
    let is_other = sentence[behind..].trim_start().starts_with([':', '=']);
    (!is_other).then_some(behind)
}

/// How far words reach at the beginning of a sentence, with any blanks between them.
fn starts_with_words(sentence: &str, words: &str) -> Option<usize> {
    let mut rest = sentence;
    for word in words.split(' ') {
        rest = rest.trim_start().strip_prefix(word)?;
        let is_longer = rest.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_');
        if is_longer {
            return None;
        }
    }
    Some(sentence.len() - rest.len())
}

fn group(text: &[u8], comments: &[(usize, usize)], diagnostics: &mut Diagnostics) -> Option<Group> {
    let (lo, hi) = (comments.first()?.0, comments.last()?.1);
    let mut joined = vec![b' '; hi - lo];
    let mut has_ours = false;
    for comment in comments {
        let words = blanked(text, *comment);
        // A sentence goes on from line to line.
        let goes_on = joined.iter().rev().find(|byte| **byte != b' ').is_some_and(|it| *it != b';');
        if is_ours(&words) || goes_on || begins_sentence(&words) {
            has_ours = true;
            joined[comment.0 - lo..comment.1 - lo].copy_from_slice(words.as_bytes());
            let strange = text[comment.0..comment.1].iter().position(|byte| {
                !byte.is_ascii() || byte.is_ascii_control() && !byte.is_ascii_whitespace()
            });
            if let Some(at) = strange {
                let at = (comment.0 + at) as u32;
                let message = "this character is part of no clause";
                diagnostics.push(Diagnostic::error("E0950", Span::new(at, at + 1), message));
            }
        }
    }
    if !has_ours {
        return None;
    }
    let joined = String::from_utf8_lossy(&joined).into_owned();
    let mut clauses = Vec::new();
    for (from, to) in sentences(&joined) {
        let clause = clause(&joined, (from, to), lo, diagnostics);
        // What follows would be part of what holds at every moment.
        let ends = joined[to..].starts_with(';');
        if let Some(clause) = clause.as_ref().filter(|it| it.kind == Kind::Invariant && !ends) {
            let message = "an invariant ends with `;`, and this one does not";
            diagnostics.push(Diagnostic::error("E0950", clause.span, message));
        }
        clauses.extend(clause);
    }
    let span = Span::new(lo as u32, hi as u32);
    Some(Group { clauses, span, next: code_behind(text, hi) as u32 })
}

/// Whether the first sentence of a comment, which may go on in the next, is a clause.
fn begins_sentence(words: &str) -> bool {
    WORDS.iter().any(|(word, _)| begins_with(words, word)) && !is_prose(words)
}

/// The stretches between semicolons; blank ones are none. The semicolon behind the variables of a quantifier
/// ends nothing.
fn sentences(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut from, mut depth) = (Vec::new(), 0, 0usize);
    let mut n_quantifiers = 0usize;
    let mut quote: Option<u8> = None;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(open) = quote {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                byte if byte == open => quote = None,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' | b'\'' => quote = Some(byte),
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b'\\' if QUANTIFIERS.iter().any(|it| text[at..].starts_with(it)) => n_quantifiers += 1,
            b';' if n_quantifiers > 0 => n_quantifiers -= 1,
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
    if let Some((at, word)) = QUANTIFIERS.iter().find_map(|it| Some((sentence.find(it)?, *it))) {
        let message = format!("`{word}` is not read by Linchpin");
        let place = place(from + at, from + at + word.len());
        diagnostics.push(Diagnostic::error("E0950", place, message));
        return None;
    }
    let known =
        WORDS.iter().find_map(|(words, kind)| Some((behind_words(sentence, words)?, *kind)));
    let Some((behind, kind)) = known else {
        let message = "`requires`, `ensures`, `assigns`, `assert`, `invariant` or `loop invariant` is \
                       expected";
        let told = Diagnostic::error("E0950", whole, message);
        diagnostics.push(match meant(sentence) {
            Some(word) => told.help(format!("`{word}`?")),
            None => told,
        });
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
        assert!(
            told("/*@null@*/ int *p; //@ todo: requires more\nchar *s = \"//@ assert x;\";")
                .is_empty()
        );
        assert!(told("//@ run: verify %s\n//@ verdict: true\n//@ check the result").is_empty());
        let said = told("//@ assert x == ';' || y; // and a note\n");
        assert_eq!(said, [(Kind::Assert, "x == ';' || y".to_owned())]);
    }

    #[test]
    fn the_code_behind_is_found() {
        let text = b"//@ assert x;\n# 3 \"f.c\"\n  /* more */ y = 1;";
        let groups = read(text, &mut Diagnostics::new());
        assert_eq!(&text[groups[0].next as usize..], b"y = 1;");
    }

    #[test]
    fn what_is_no_sentence_is_told() {
        for text in [
            "//@ requires ;",
            "//@ requires a; behavior b;",
            "//@ assert x; nonsense y;",
            "//@ ensure x == 1;",
            "//@ loop invarient x < 1;",
            "//@ assert: x == 1;",
            "//@ requires x > \u{2212}5;",
            "/*@ behavior a: ensures x == 1; */",
            "//@ ensures \\forall int i; 0 <= i < 3 ==> i >= 0;",
        ] {
            let mut diagnostics = Diagnostics::new();
            read(text.as_bytes(), &mut diagnostics);
            assert!(diagnostics.has_errors(), "{text}");
        }
    }
}
