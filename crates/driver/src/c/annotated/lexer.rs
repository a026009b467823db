//! Tokens of the notation: words, numbers and marks, with their places. Comments and what is neither
//! are skipped, the latter with a message where it matters.

use source::{Diagnostic, Diagnostics, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Word,
    Number,
    Mark,
}

#[derive(Clone, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub text: String,
    pub span: Span,
}

/// Longest first.
const MARKS: [&str; 34] = [
    "|->", "->", "==", "!=", "<=", ">=", "&&", "||", "=>", "..", "<<", ">>", ":=", "(", ")", "[",
    "]", "{", "}", ",", ";", ":", "?", "*", "&", "|", "=", "<", ">", "+", "-", ".", "!", "%",
];
const MORE_MARKS: [&str; 4] = ["/", "~", "^", "#"];

pub struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    end: usize,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte == b'@' || byte == b'\\'
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t [u8], from: usize, to: usize) -> Self {
        Self { text, at: from, end: to }
    }

    /// All tokens; messages about bytes that are none, if they are wanted.
    pub fn all(mut self, diagnostics: &mut Diagnostics, is_told: bool) -> Vec<Token> {
        let mut tokens = Vec::new();
        loop {
            match self.next() {
                Some(Ok(token)) => tokens.push(token),
                Some(Err(span)) if is_told => diagnostics.push(Diagnostic::error(
                    "E0930",
                    span,
                    "this character is not part of the notation",
                )),
                Some(Err(_)) => {}
                None => return tokens,
            }
        }
    }

    /// The tokens up to one, which is the last.
    pub fn until(mut self, last: &str) -> Vec<Token> {
        let mut tokens: Vec<Token> = Vec::new();
        while let Some(next) = self.next() {
            let Ok(token) = next else { continue };
            let is_last = token.text == last;
            tokens.push(token);
            if is_last {
                break;
            }
        }
        tokens
    }

    fn skip_blanks(&mut self) {
        while self.at < self.end {
            let rest = &self.text[self.at..self.end];
            if rest[0].is_ascii_whitespace() {
                self.at += 1;
            } else if rest.starts_with(b"//") {
                self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            } else if rest.starts_with(b"/*") {
                let close = rest.windows(2).skip(2).position(|pair| pair == b"*/");
                self.at += close.map_or(rest.len(), |close| close + 4);
            } else if rest.starts_with(b"*/") {
                self.at += 2;
            } else {
                return;
            }
        }
    }

    fn next(&mut self) -> Option<Result<Token, Span>> {
        self.skip_blanks();
        let rest = self.text.get(self.at..self.end).filter(|rest| !rest.is_empty())?;
        let n_word = rest.iter().take_while(|byte| is_word(**byte)).count();
        let marks = MARKS.iter().chain(&MORE_MARKS);
        let n_mark =
            marks.filter(|mark| rest.starts_with(mark.as_bytes())).map(|it| it.len()).max();
        let (kind, len) = match (n_word, n_mark) {
            (0, Some(len)) => (TokenKind::Mark, len),
            (0, None) => {
                let lo = self.at as u32;
                self.at += 1;
                return Some(Err(Span::new(lo, lo + 1)));
            }
            (len, _) if rest[0].is_ascii_digit() => (TokenKind::Number, len),
            (len, _) => (TokenKind::Word, len),
        };
        let span = Span::new(self.at as u32, (self.at + len) as u32);
        let text = String::from_utf8_lossy(&rest[..len]).into_owned();
        let kind = if text == "_" { TokenKind::Mark } else { kind };
        self.at += len;
        Some(Ok(Token { kind, text, span }))
    }
}
