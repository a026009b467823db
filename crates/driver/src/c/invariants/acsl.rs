//! A program with its invariants as comments that Frama-C reads: `--annotate`.
//!
//! ```text
//!   while (i < n)       /*@ loop invariant i <= n; */ while (i < n)
//!   L: x++;             L: /*@ assert x >= 0; */ x++;
//! ```
//!
//! The text is the file of the user, not what the preprocessor made of it. A loop whose keyword
//! does not stand where its line and column say (one made by a macro, or in a header) is left out
//! and counted.
//!
//! # What ACSL means
//! Numbers of ACSL are mathematical: its `+` does not wrap, C's does for unsigned types. Lemmas
//! that compute are therefore left out; comparisons, casts, masks and divisions mean the same in
//! both.

use std::path::Path;

use c_annotate::{Edits, Fragment};
use source::{Source, Span};
use verdict::{InvariantPlace, Known, LoopFacts, LoopKind};

/// The annotated program.
#[derive(Debug)]
pub struct Annotated {
    pub text: Vec<u8>,
    /// Loops whose place in the file was not found.
    pub n_unplaced: usize,
    /// Lemmas that would mean something else.
    pub n_inexpressible: usize,
}

/// Writes what is known of the loops into the text of the user's file.
pub fn annotate(file: &[u8], input: &Path, source: &Source, loops: &[LoopFacts]) -> Annotated {
    let target = Target { file, source, is_preprocessed: is_preprocessed(input) };
    let mut edits = Edits::default();
    let (mut n_unplaced, mut n_inexpressible) = (0, 0);
    for each in loops {
        let lemmas = match &each.known {
            Known::Unreachable => vec!["\\false".to_owned()],
            Known::Lemmas(lemmas) => lemmas.clone(),
        };
        let n_lemmas = lemmas.len();
        let lemmas: Vec<String> = lemmas.into_iter().filter(|it| means_the_same(it)).collect();
        n_inexpressible += n_lemmas - lemmas.len();
        if lemmas.is_empty() {
            continue;
        }
        match target.offset(each) {
            Some(offset) => {
                edits.insert(offset, Fragment::new(&target.comment(each.kind, &lemmas, offset)));
            }
            None => n_unplaced += 1,
        }
    }
    Annotated { text: edits.apply(file).0, n_unplaced, n_inexpressible }
}

fn is_preprocessed(input: &Path) -> bool {
    input.extension().is_some_and(|extension| extension == "i")
}

/// Nothing in the text computes with numbers that may wrap, or ends the comment.
fn means_the_same(lemma: &str) -> bool {
    ![" + ", " - ", " * ", " << ", "~", "-(", "*/"].iter().any(|it| lemma.contains(it))
}

struct Target<'a> {
    file: &'a [u8],
    /// The text that was read, and the way to places of the file.
    source: &'a Source,
    is_preprocessed: bool,
}

impl Target<'_> {
    /// Where in the file the comment goes.
    fn offset(&self, each: &LoopFacts) -> Option<u32> {
        match each.kind {
            LoopKind::While | LoopKind::For => self.word(each.span.lo, each.kind.word()),
            // The span is that of the body; `do` stands before it.
            LoopKind::Do => {
                let before = self.source.excerpt(Span::new(0, each.span.lo));
                self.word(before.trim_end().strip_suffix("do")?.len() as u32, "do")
            }
            LoopKind::Goto => {
                let label = self.source.excerpt(each.span).into_owned();
                let word: String = label.chars().take_while(|it| is_word(*it)).collect();
                let at = self.word(each.span.lo, &word)? as usize + word.len();
                let colon = self.file[at..].iter().position(|byte| *byte == b':')?;
                let between = &self.file[at..at + colon];
                between.iter().all(u8::is_ascii_whitespace).then_some((at + colon + 1) as u32)
            }
        }
    }

    /// The word of the text that was read, in the file.
    fn word(&self, offset: u32, word: &str) -> Option<u32> {
        if self.is_preprocessed {
            return Some(offset);
        }
        let position = self.source.position(offset);
        if position.file != *self.source.name() {
            return None;
        }
        let mut lines = self.file.split_inclusive(|byte| *byte == b'\n');
        let n_before = position.line.checked_sub(1)? as usize;
        let start: usize = lines.by_ref().take(n_before).map(<[u8]>::len).sum();
        let line = lines.next()?;
        let is_at = |at: usize| {
            let boundary = |byte: Option<&u8>| byte.is_none_or(|it| !is_word(char::from(*it)));
            line[at..].starts_with(word.as_bytes())
                && boundary(at.checked_sub(1).and_then(|before| line.get(before)))
                && boundary(line.get(at + word.len()))
        };
        let found: Vec<usize> = (0..line.len()).filter(|at| is_at(*at)).collect();
        let column = position.column.saturating_sub(1) as usize;
        // Macros before it in the line move a column; then the word itself must tell.
        let at = match found.contains(&column) {
            true => column,
            false => *found.first().filter(|_| found.len() == 1)?,
        };
        u32::try_from(start + at).ok()
    }

    fn comment(&self, kind: LoopKind, lemmas: &[String], offset: u32) -> String {
        let clause = match kind.place() {
            InvariantPlace::Loop => "loop invariant",
            InvariantPlace::Statement if kind == LoopKind::Do => "loop invariant",
            InvariantPlace::Statement => "assert",
        };
        if clause == "assert" {
            // One annotation holds one assertion.
            return lemmas.iter().map(|lemma| format!(" /*@ assert {lemma}; */")).collect();
        }
        let before = &self.file[..offset as usize];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let indent = String::from_utf8_lossy(&before[line_start..]).into_owned();
        let clauses: Vec<String> = lemmas.iter().map(|it| format!("{clause} {it};")).collect();
        match indent.trim().is_empty() {
            true => {
                let separator = format!("\n{indent}    ");
                format!("/*@ {} */\n{indent}", clauses.join(&separator))
            }
            false => format!("/*@ {} */ ", clauses.join(" ")),
        }
    }
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn annotated(text: &str, kind: LoopKind, span: (&str, &str), lemmas: &[&str]) -> String {
        let lo = text.find(span.0).unwrap() as u32;
        let hi = text.find(span.1).unwrap() as u32 + span.1.len() as u32;
        let known = Known::Lemmas(lemmas.iter().map(|it| (*it).to_owned()).collect());
        let facts = LoopFacts {
            kind,
            span: Span::new(lo, hi),
            function: "f".into(),
            known,
            heaps: Vec::new(),
        };
        let source = Source::new("a.c", text.as_bytes().to_vec());
        let result = annotate(text.as_bytes(), Path::new("a.c"), &source, &[facts]);
        String::from_utf8(result.text).unwrap()
    }

    #[test]
    fn loops_get_a_comment_above_them() {
        let text = "void f(void)\n{\n    while (x) x--;\n}\n";
        let result = annotated(text, LoopKind::While, ("while", "x--;"), &["x >= 0", "y != 1"]);
        let comment = "    /*@ loop invariant x >= 0;\n        loop invariant y != 1; */\n";
        assert_eq!(result, text.replace("    while", &format!("{comment}    while")));
    }

    #[test]
    fn in_the_middle_of_a_line_the_comment_is_short() {
        let text = "void f(void) { do { x--; } while (x); }\n";
        let result = annotated(text, LoopKind::Do, ("{ x", "x--; }"), &["x >= 0"]);
        assert_eq!(result, text.replace("do", "/*@ loop invariant x >= 0; */ do"));
        let text = "void f(void) { L : x--; if (x) goto L; }\n";
        let result = annotated(text, LoopKind::Goto, ("L ", "L "), &["x >= 0", "y"]);
        let comment = "L : /*@ assert x >= 0; */ /*@ assert y; */ x--;";
        assert_eq!(result, text.replace("L : x--;", comment));
    }

    #[test]
    fn what_may_wrap_is_not_said() {
        let text = "void f(void) { while (x) x--; }\n";
        let result = annotated(text, LoopKind::While, ("while", "x--;"), &["x + 1 <= y"]);
        assert_eq!(result, text);
    }
}
