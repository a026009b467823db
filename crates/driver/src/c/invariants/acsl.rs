//! A program with its invariants as comments that Frama-C reads: `--annotate`.
//!
//! ```text
//!   while (i < n)       /*@ loop invariant i <= n; */ while (i < n)
//!   L: x++;             L: /*@ assert x >= 0; */ x++;
//! ```
//!
//! The texts are the files of the user, not what the preprocessor made of them. A loop whose keyword
//! does not stand where its line and column say (one made by a macro, or in a header) is left out
//! and counted, and so is one that stands for several: a file that another one reads.
//!
//! # What ACSL means
//! Numbers of ACSL are mathematical: its `+` does not wrap, C's does for unsigned types. Lemmas
//! that compute are therefore left out; comparisons, casts, masks and divisions mean the same in
//! both.

use std::collections::BTreeMap;

use c_annotate::{Edits, Fragment, is_read_as_it_is};
use source::{Part, Source, Span};
use verdict::{InvariantPlace, Known, LoopFacts, LoopKind};

/// The annotated program.
#[derive(Debug)]
pub struct Annotated {
    /// In the order of the files.
    pub texts: Vec<Vec<u8>>,
    /// Loops whose place in the files was not found.
    pub n_unplaced: usize,
    /// Lemmas that would mean something else.
    pub n_inexpressible: usize,
}

/// Writes what is known of the loops into the texts of the user's files, which are the first parts of
/// what was read.
pub fn annotate(files: &[Vec<u8>], source: &Source, loops: &[LoopFacts]) -> Annotated {
    let targets: Vec<Target<'_>> = files
        .iter()
        .zip(source.parts())
        .map(|(file, part)| Target { file, source, part })
        .collect();
    let mut found: BTreeMap<(usize, u32), Vec<Said>> = BTreeMap::new();
    let (mut n_unplaced, mut n_inexpressible) = (0, 0);
    for each in loops {
        let lemmas = match &each.known {
            Known::Unreachable => vec!["\\false".to_owned()],
            Known::Lemmas(lemmas) => lemmas.clone(),
        };
        let n_lemmas = lemmas.len();
        let lemmas: Vec<String> = lemmas.into_iter().filter(|it| means_the_same(it)).collect();
        n_inexpressible += n_lemmas - lemmas.len();
        let place = |(index, it): (usize, &Target<'_>)| Some((index, it.offset(each)?));
        match targets.iter().enumerate().find_map(place) {
            Some(place) => found.entry(place).or_default().push(Said { kind: each.kind, lemmas }),
            None => n_unplaced += usize::from(!lemmas.is_empty()),
        }
    }
    let mut edits: Vec<Edits> = files.iter().map(|_| Edits::default()).collect();
    for ((index, offset), known) in found {
        match &known[..] {
            [Said { lemmas, .. }] if lemmas.is_empty() => {}
            [Said { kind, lemmas }] => {
                let comment = targets[index].comment(*kind, lemmas, offset);
                edits[index].insert(offset, Fragment::new(&comment));
            }
            several => n_unplaced += several.len(),
        }
    }
    let texts = edits.into_iter().zip(files).map(|(edits, file)| edits.apply(file).0).collect();
    Annotated { texts, n_unplaced, n_inexpressible }
}

/// What is said of a loop.
struct Said {
    kind: LoopKind,
    lemmas: Vec<String>,
}

/// Nothing in the text computes with numbers that may wrap, or ends the comment.
fn means_the_same(lemma: &str) -> bool {
    ![" + ", " - ", " * ", " << ", "~", "-(", "*/"].iter().any(|it| lemma.contains(it))
}

struct Target<'a> {
    file: &'a [u8],
    /// The text that was read, and the way to places of the file.
    source: &'a Source,
    /// What was read of this file.
    part: &'a Part,
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
        if is_read_as_it_is(&self.part.name) {
            let is_own = self.part.span.lo <= offset && offset < self.part.span.hi;
            return is_own.then(|| offset - self.part.span.lo);
        }
        let position = self.source.position(offset);
        if position.file != self.part.name || is_read_as_it_is(&self.source.part(offset).name) {
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
        let letters = String::from_utf8_lossy(line);
        let before = letters.chars().take(position.column.saturating_sub(1) as usize);
        let column = before.map(char::len_utf8).sum::<usize>();
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
        let mut result = annotate(&[text.as_bytes().to_vec()], &source, &[facts]);
        String::from_utf8(result.texts.remove(0)).unwrap()
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

    #[test]
    fn every_file_has_its_own_loops() {
        let files = ["void f(void) { while (x) x--; }\n", "void g(void) { while (y) y--; }\n"];
        let included = format!("# 1 \"b.i\"\n{}# 1 \"a.c\"\n{}", files[1], files[0]);
        let mut source = Source::new("b.i", files[1].as_bytes().to_vec());
        let more = [("a.c".into(), included.as_bytes()), ("c.c".into(), files[0].as_bytes())];
        assert!(source.append(more, source::Origin::User));
        let mut symbols = source::Symbols::new();
        for part in 0..source.parts().len() {
            symbols = c_syntax::parse_part(&mut source, part, symbols).0.symbols;
        }
        let text = String::from_utf8_lossy(source.text()).into_owned();
        let loops = text.match_indices("while (").enumerate().map(|(index, (at, _))| LoopFacts {
            kind: LoopKind::While,
            span: Span::new(at as u32, at as u32 + 13),
            function: "f".into(),
            known: Known::Lemmas(vec![format!("x == {index}")]),
            heaps: Vec::new(),
        });
        let files = [files[1], files[0], files[0]].map(|file| file.as_bytes().to_vec());
        let result = annotate(&files, &source, &loops.collect::<Vec<_>>());
        let texts: Vec<String> =
            result.texts.into_iter().map(|text| String::from_utf8(text).unwrap()).collect();
        assert!(texts[0].contains("/*@ loop invariant x == 0; */ while (y)"), "{}", texts[0]);
        assert!(texts[1].contains("/*@ loop invariant x == 2; */ while (x)"), "{}", texts[1]);
        assert!(texts[2].contains("/*@ loop invariant x == 3; */ while (x)"), "{}", texts[2]);
        // What `a.c` has read of another file is not in it.
        assert_eq!((result.n_unplaced, text.matches("while").count()), (1, 4));
    }
}
