//! Bytes of a `.cub` file to tokens.
//!
//! Comments `(* ... *)` nest. Identifiers fall into two classes by their first letter, as in
//! Cubicle: lower case for processes, types and predicates, upper case for variables, arrays,
//! constants and constructors. A minus sign is always a token of its own; the parser reads
//! `- 3` as a number. Bytes that are not ASCII are allowed in comments only.

use source::{Diagnostic, Diagnostics, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// Lower-case identifier that is no keyword.
    Lower,
    /// Upper-case identifier.
    Upper,
    /// `#3`
    Process,
    Integer,
    /// Digits with a point, as in `1.0`.
    Decimal,
    Keyword(Keyword),
    /// Any of the language's signs, such as `&&` or `:=`.
    Sign(&'static str),
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    Type,
    Var,
    Array,
    Const,
    Init,
    Transition,
    Requires,
    Invariant,
    Candidate,
    Unsafe,
    UniversalUnsafe,
    Case,
    Forall,
    ForallOther,
    Exists,
    ExistsOther,
    Predicate,
    If,
    Then,
    Else,
    Not,
    True,
    False,
    NumberProcs,
    Let,
    In,
    Hint,
}

const KEYWORDS: &[(&str, Keyword)] = &[
    ("type", Keyword::Type),
    ("var", Keyword::Var),
    ("array", Keyword::Array),
    ("const", Keyword::Const),
    ("init", Keyword::Init),
    ("transition", Keyword::Transition),
    ("requires", Keyword::Requires),
    ("invariant", Keyword::Invariant),
    ("candidate", Keyword::Candidate),
    ("unsafe", Keyword::Unsafe),
    ("univ_unsafe", Keyword::UniversalUnsafe),
    ("case", Keyword::Case),
    ("forall", Keyword::Forall),
    ("forall_other", Keyword::ForallOther),
    ("exists", Keyword::Exists),
    ("exists_other", Keyword::ExistsOther),
    ("predicate", Keyword::Predicate),
    ("if", Keyword::If),
    ("then", Keyword::Then),
    ("else", Keyword::Else),
    ("not", Keyword::Not),
    ("true", Keyword::True),
    ("false", Keyword::False),
    ("number_procs", Keyword::NumberProcs),
    ("let", Keyword::Let),
    ("in", Keyword::In),
    ("hint", Keyword::Hint),
];

/// Longest signs first, so that `<=>` is not read as `<=`.
const SIGNS: &[&str] = &[
    "<=>", "&&", "||", "<>", "<=", ">=", "=>", ":=", "(", ")", "{", "}", "[", "]", ",", ";", ":",
    ".", "?", "=", "<", ">", "+", "-", "*", "|", "_",
];

/// All tokens with their spans; the last one is [`Token::End`].
pub fn tokenize(text: &[u8], diagnostics: &mut Diagnostics) -> Vec<(Token, Span)> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks(diagnostics);
        let start = lexer.at;
        let token = match lexer.next_token() {
            Some(token) => token,
            None => {
                lexer.skip_illegal();
                diagnostics.push(
                    Diagnostic::error("E0700", span(start, lexer.at), "illegal character")
                        .label("not part of Cubicle's language"),
                );
                if diagnostics.is_full() {
                    tokens.push((Token::End, span(lexer.at, lexer.at)));
                    return tokens;
                }
                continue;
            }
        };
        tokens.push((token, span(start, lexer.at)));
        if token == Token::End {
            return tokens;
        }
    }
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self, diagnostics: &mut Diagnostics) {
        loop {
            while self.at < self.text.len() && self.peek(0).is_ascii_whitespace() {
                self.at += 1;
            }
            if !self.text[self.at.min(self.text.len())..].starts_with(b"(*") {
                return;
            }
            let start = self.at;
            let mut depth = 0usize;
            loop {
                let rest = &self.text[self.at..];
                if rest.starts_with(b"(*") {
                    depth += 1;
                    self.at += 2;
                } else if rest.starts_with(b"*)") {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        break;
                    }
                } else if rest.is_empty() {
                    diagnostics.push(
                        Diagnostic::error("E0701", span(start, start + 2), "comment without end")
                            .label("opened here")
                            .help("comments nest: each `(*` needs its own `*)`"),
                    );
                    return;
                } else {
                    self.at += 1;
                }
            }
        }
    }

    fn next_token(&mut self) -> Option<Token> {
        if self.at >= self.text.len() {
            return Some(Token::End);
        }
        let first = self.peek(0);
        if first.is_ascii_alphabetic() || first == b'_' && is_word(self.peek(1)) {
            let start = self.at;
            self.skip_while(is_word);
            let word = &self.text[start..self.at];
            if first.is_ascii_uppercase() {
                return Some(Token::Upper);
            }
            let keyword = KEYWORDS.iter().find(|(name, _)| name.as_bytes() == word);
            return Some(keyword.map_or(Token::Lower, |(_, keyword)| Token::Keyword(*keyword)));
        }
        if first.is_ascii_digit() {
            self.skip_while(|byte| byte.is_ascii_digit());
            if self.peek(0) == b'.' {
                self.at += 1;
                self.skip_while(|byte| byte.is_ascii_digit());
                return Some(Token::Decimal);
            }
            return Some(Token::Integer);
        }
        if first == b'#' && self.peek(1).is_ascii_digit() {
            self.at += 1;
            self.skip_while(|byte| byte.is_ascii_digit());
            return Some(Token::Process);
        }
        let rest = &self.text[self.at..];
        let sign = SIGNS.iter().find(|sign| rest.starts_with(sign.as_bytes()))?;
        self.at += sign.len();
        Some(Token::Sign(sign))
    }

    fn skip_while(&mut self, accept: impl Fn(u8) -> bool) {
        while self.at < self.text.len() && accept(self.text[self.at]) {
            self.at += 1;
        }
    }

    /// One message for a run of illegal bytes, not one per byte of a binary file.
    fn skip_illegal(&mut self) {
        self.at += 1;
        self.skip_while(|byte| !byte.is_ascii() || byte.is_ascii_control() && byte != b'\n');
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn span(lo: usize, hi: usize) -> Span {
    Span::new(lo as u32, hi as u32)
}
