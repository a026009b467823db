//! The notation of refinement: `//@` lines in either file, or a file of its own.
//!
//! ```text
//!   //@ relate   x, y, buf[*];                  equal in both at all times
//!   //@ relate   lock == 1 || tgt.x == src.x;   a relation under a condition
//!   //@ private  t, i;                          not compared, and nobody else's
//!   //@ requires n >= 0;                        at the start
//!   //@ observe  return, call(send), end;
//!   //@ env      none;
//!   //@ env      "env.c";
//!   //@ env      preserves x, t;
//!   //@ env      x: only if lock != 1;
//!   //@ entry    f;
//!   //@ ints     unbounded;
//!   //@ atomic   statements;
//! ```
//!
//! Lines that begin with another word are somebody else's, unless it is almost one of these. A clause
//! ends with `;` and may go on over several lines. Conditions are C's, over integers: names of globals
//! and parameters, `tgt.` and `src.` before them where both programs have one, `new(x)` for the value
//! that others leave behind.

mod lexer;
mod parser;
#[cfg(test)]
mod tests;

use ir::{ArithOp, CompareOp};
use source::{Diagnostic, Diagnostics, Source, Span};

use lexer::{Kind, lex};
use parser::Parser;

/// A name, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// Whose variable is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Either,
    Target,
    Source,
    /// The value behind a step of others.
    New,
}

/// A condition or a number, as it was written.
#[derive(Clone, Debug)]
pub enum Formula {
    Number(i128),
    Variable(Whose, Name),
    Arith(ArithOp, Box<Formula>, Box<Formula>),
    Compare(CompareOp, Box<Formula>, Box<Formula>),
    Negative(Box<Formula>),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
}

#[derive(Clone, Debug)]
pub enum Observation {
    Return,
    End,
    Error,
    Call(Name),
}

/// One clause about the environment.
#[derive(Clone, Debug)]
pub enum Others {
    /// Nobody; where it is said.
    None(Span),
    File(Name),
    Preserves(Vec<Name>),
    Guarded(Name, Formula, String),
}

/// All clauses of a text.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    pub equal: Vec<Name>,
    pub relations: Vec<(Formula, String)>,
    pub private: Vec<Name>,
    pub requires: Vec<(Formula, String)>,
    pub observe: Option<Vec<Observation>>,
    pub others: Vec<Others>,
    pub entry: Option<Name>,
    pub unbounded: bool,
    pub statements: bool,
}

const WORDS: [&str; 8] =
    ["relate", "private", "requires", "observe", "env", "entry", "ints", "atomic"];

/// The clauses in the comments of a C text.
pub fn read_comments(source: &Source, diagnostics: &mut Diagnostics) -> Clauses {
    let text = source.text();
    let mut tokens = Vec::new();
    let mut at = 0;
    // Whether the last clause is still open.
    let mut is_open = false;
    while at < text.len() {
        let end = text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |n| at + n);
        let line = &text[at..end];
        let blanks = line.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if line[blanks..].starts_with(b"//@") {
            let from = at + blanks + 3;
            let word: String = text[from..end]
                .iter()
                .skip_while(|byte| byte.is_ascii_whitespace())
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                .map(|byte| char::from(*byte))
                .collect();
            let rest = &text[from..end];
            let is_header =
                rest.iter().skip_while(|byte| byte.is_ascii_whitespace()).nth(word.len())
                    == Some(&b':');
            if !is_open
                && !is_header
                && let Some(meant) = misspelt(&word)
            {
                let begin = end - text[from..end].trim_ascii_start().len();
                let span = Span::new(begin as u32, (begin + word.len()) as u32);
                let message = format!("`{word}` begins no clause about refinement");
                let help = format!("did you mean `{meant}`?");
                diagnostics.push(Diagnostic::error("E1101", span, message).help(help));
            }
            if is_open || (WORDS.contains(&word.as_str()) && !is_header) {
                lex(text, from, end, &mut tokens, diagnostics);
                is_open = tokens.last().is_some_and(|token| token.kind != Kind::Mark(";"));
            }
        }
        at = end + 1;
    }
    Parser::new(source, tokens, diagnostics).clauses()
}

/// The word that was meant by one that is almost it. Comments of this form that say other things are
/// none of ours, but a clause that is overlooked would be believed to be read.
fn misspelt(word: &str) -> Option<&'static str> {
    let is_near = |known: &&&str| known.len() > 4 && (1..=2).contains(&distance(word, known));
    if WORDS.contains(&word) { None } else { WORDS.iter().find(is_near).copied() }
}

/// How many letters have to be put in, taken out or changed.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// The clauses of a file that has nothing else in it.
pub fn read_file(source: &Source, diagnostics: &mut Diagnostics) -> Clauses {
    let text = source.text();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |n| at + n);
        let blanks = text[at..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let from = at + blanks;
        let from = if text[from..end].starts_with(b"//@") { from + 3 } else { from };
        lex(text, from, end, &mut tokens, diagnostics);
        at = end + 1;
    }
    Parser::new(source, tokens, diagnostics).clauses()
}
