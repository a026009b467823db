//! From bytes to tokens, a whole text at once.
//!
//! A loop over a table of byte classes. It allocates nothing per token beyond the rows of the
//! tables of literals; names are interned when they are read. Literals are decoded here, and
//! adjacent string literals are joined here, since the grammar has no place where two of them
//! could mean anything else.
//!
//! The lexer accepts any bytes. What is no token is reported and skipped, so that the parser
//! still sees the rest.
//!
//! ```text
//!   # 3 "a.c"          recorded as a marker: the next line is line 3 of `a.c`
//!   int x = 'a' /* */  Int_ Ident(x) Eq Char(97)
//! ```
//!
//! Ends: every branch of the loop moves `pos` forward.

mod class;
mod directive;
mod escape;
mod identifier;
mod literal;
mod number;
mod pragma;
mod punctuator;
mod splice;
mod trivia;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use source::{Diagnostic, Diagnostics, LineMarker, Part, Source, Span, Symbols};

use crate::ast::{CharLiteral, FloatLiteral, IntLiteral, Pack, StringLiteral};
use crate::token::{KEYWORDS, Token, TokenKind};
use class::{CLASS, Class};
pub use pragma::MEANINGFUL_OPTIONS;
use pragma::PackState;
use splice::Spliced;

/// The decoded literals of a text, by the row that their tokens name.
#[derive(Debug, Default)]
pub(crate) struct Literals {
    pub ints: Vec<IntLiteral>,
    pub floats: Vec<FloatLiteral>,
    pub chars: Vec<CharLiteral>,
    pub strings: Vec<StringLiteral>,
}

/// What lexing a text gives. The last token, and only it, is [`TokenKind::Eof`].
pub(crate) struct Tokens {
    pub tokens: Vec<Token>,
    pub literals: Literals,
    pub symbols: Symbols,
    pub packs: Vec<Pack>,
    pub diagnostics: Diagnostics,
}

/// Lexes one part of the source and records its line markers there. Names that are known keep
/// their symbols.
pub(crate) fn tokenize(source: &mut Source, part: usize, symbols: Symbols) -> Tokens {
    let buffer = source.text().clone();
    let Part { name, span, .. } = source.parts()[part].clone();
    let original = &buffer[span.lo as usize..span.hi as usize];
    let spliced = Spliced::join_lines(original);
    let text = spliced.as_ref().map_or(original, |spliced| &spliced.text);
    let mut lexer = Lexer::new(text, name, symbols);
    lexer.run();
    let Lexer { mut tokens, literals, symbols, mut packs, mut diagnostics, mut markers, .. } =
        lexer;
    if let Some(spliced) = &spliced {
        for token in &mut tokens {
            token.span = spliced.original_span(token.span);
        }
        for marker in &mut markers {
            marker.offset = spliced.original(marker.offset);
        }
        for pack in &mut packs {
            pack.offset = spliced.original(pack.offset);
        }
        for diagnostic in &mut diagnostics {
            diagnostic.primary.span = spliced.original_span(diagnostic.primary.span);
        }
    }
    if span.lo > 0 {
        let shifted = |it: Span| Span::new(it.lo + span.lo, it.hi + span.lo);
        tokens.iter_mut().for_each(|token| token.span = shifted(token.span));
        markers.iter_mut().for_each(|marker| marker.offset += span.lo);
        packs.iter_mut().for_each(|pack| pack.offset += span.lo);
        for diagnostic in &mut diagnostics {
            diagnostic.primary.span = shifted(diagnostic.primary.span);
        }
    }
    for marker in markers {
        source.add_marker(marker);
    }
    let mut messages = Diagnostics::new();
    for diagnostic in diagnostics {
        messages.push(diagnostic);
    }
    Tokens { tokens, literals, symbols, packs, diagnostics: messages }
}

struct Lexer<'s> {
    text: &'s [u8],
    pos: usize,
    /// Start of the line that `pos` is in, except inside comments.
    line_begin: usize,
    tokens: Vec<Token>,
    literals: Literals,
    symbols: Symbols,
    /// Errors, each with a primary span only.
    diagnostics: Vec<Diagnostic>,
    markers: Vec<LineMarker>,
    pack: PackState,
    packs: Vec<Pack>,
    buffer_name: Arc<str>,
    file_names: FxHashMap<Box<[u8]>, Arc<str>>,
    has_seen_directive: bool,
}

impl<'s> Lexer<'s> {
    fn new(text: &'s [u8], buffer_name: Arc<str>, mut symbols: Symbols) -> Self {
        // Keywords are the first symbols of every table, so interning them again changes nothing.
        for (spelling, _) in KEYWORDS {
            symbols.intern(spelling);
        }
        Self {
            text,
            pos: if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 },
            line_begin: 0,
            // Drivers have a token every five to six bytes.
            tokens: Vec::with_capacity(text.len() / 5 + 16),
            literals: Literals::default(),
            symbols,
            diagnostics: Vec::new(),
            markers: Vec::new(),
            pack: PackState::default(),
            packs: Vec::new(),
            buffer_name,
            file_names: FxHashMap::default(),
            has_seen_directive: false,
        }
    }

    fn run(&mut self) {
        while self.next_token() {}
        let end = self.text.len() as u32;
        self.tokens.push(Token::new(TokenKind::Eof, 0, Span::at(end)));
    }

    /// Pushes the next token; false at the end of the text. A stray byte pushes nothing.
    fn next_token(&mut self) -> bool {
        while let Some(&byte) = self.text.get(self.pos) {
            match CLASS[byte as usize] {
                Class::Space => {
                    self.pos += 1;
                    continue;
                }
                Class::Letter => self.identifier(),
                Class::Punctuator => self.punctuator(byte),
                Class::Digit => self.number(),
                Class::Dot if self.byte(1).is_ascii_digit() => self.number(),
                Class::Dot => self.punctuator(byte),
                Class::DoubleQuote => self.string_literal(),
                Class::SingleQuote => self.char_literal(),
                Class::Extended | Class::Backslash => self.extended_identifier(self.pos),
                Class::Newline | Class::Slash | Class::Hash | Class::Percent => {
                    let before = self.pos;
                    self.skip_trivia();
                    if self.pos != before {
                        continue;
                    }
                    self.punctuator(byte);
                }
                Class::Stray => self.stray_byte(),
            }
            return true;
        }
        false
    }

    /// The byte `ahead` of the current one; zero past the end.
    #[inline]
    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// Pushes a token that reaches from `start` to the current position.
    #[inline]
    fn push(&mut self, kind: TokenKind, payload: usize, start: usize) {
        let span = Span::new(start as u32, self.pos as u32);
        self.tokens.push(Token::new(kind, payload as u32, span));
    }

    fn error(&mut self, diagnostic: Diagnostic) {
        // The parser stops at so many errors anyway, and a binary file has a stray byte each.
        if self.diagnostics.len() < Diagnostics::MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
    }

    fn stray_byte(&mut self) {
        let start = self.pos;
        // A run of stray bytes is one mistake.
        while self.text.get(self.pos).is_some_and(|byte| {
            matches!(CLASS[*byte as usize], Class::Stray) || (*byte == 0x80 && self.pos == start)
        }) {
            self.pos += 1;
        }
        self.pos = self.pos.max(start + 1);
        let span = Span::new(start as u32, self.pos as u32);
        let shown = self.text[start..self.pos].escape_ascii().to_string();
        let message = format!("`{shown}` does not belong to any token");
        self.error(Diagnostic::error("E0101", span, message).label("not part of C"));
    }
}
