//! Names and keywords, ASCII and extended.
//!
//! Names of ASCII bytes are read by table. A byte above 127 or a backslash leaves that path:
//! extended identifiers are UTF-8 text, in which a universal character name (`\u00e4`) stands
//! for the character itself, so both spellings are the same name, as for gcc. Which characters
//! Unicode allows in names is not checked: a text that uses an odd one is no worse for us.

use index::Id;
use source::{Diagnostic, Span, Symbol};

use super::Lexer;
use super::class::CONTINUES_NAME;
use crate::ast::StringUnits;
use crate::token::{KEYWORDS, TokenKind};

impl Lexer<'_> {
    /// At a letter.
    pub(super) fn identifier(&mut self) {
        let start = self.pos;
        let rest = &self.text[start..];
        let length =
            rest.iter().position(|byte| !CONTINUES_NAME[*byte as usize]).unwrap_or(rest.len());
        match rest.get(length) {
            Some(b'\\' | 0x80..) => return self.extended_identifier(start),
            Some(b'"') if is_encoding(&rest[..length]) => return self.string_literal(),
            Some(b'"') if is_raw_prefix(&rest[..length]) => return self.raw_string_literal(),
            Some(b'\'') if is_encoding(&rest[..length]) => return self.char_literal(),
            _ => {}
        }
        self.pos = start + length;
        if let Some(symbol) = self.symbols.intern_bytes(&rest[..length]) {
            self.push_name(symbol, start);
        }
    }

    /// At `start`, a name that has, or begins with, a byte outside ASCII or a backslash.
    pub(super) fn extended_identifier(&mut self, start: usize) {
        let mut name = String::new();
        let mut at = start;
        while let Some(&byte) = self.text.get(at) {
            let (character, length) = match byte {
                _ if CONTINUES_NAME[byte as usize] => (char::from(byte), 1),
                b'\\' => match universal_character(&self.text[at..]) {
                    Some(found) => found,
                    None => break,
                },
                0x80.. => match utf8_character(&self.text[at..]) {
                    Some(found) => found,
                    None => break,
                },
                _ => break,
            };
            name.push(character);
            at += length;
        }
        if name.is_empty() {
            return self.stray_extended();
        }
        self.pos = at;
        let symbol = self.symbols.intern(&name);
        self.push_name(symbol, start);
    }

    /// A run of bytes that are neither ASCII nor UTF-8, or a lone backslash.
    fn stray_extended(&mut self) {
        let start = self.pos;
        self.pos += 1;
        while self.byte(0) >= 0x80 && utf8_character(&self.text[self.pos..]).is_none() {
            self.pos += 1;
        }
        let span = Span::new(start as u32, self.pos as u32);
        let shown = self.text[start..self.pos.min(start + 8)].escape_ascii().to_string();
        let message = format!("`{shown}` does not belong to any token");
        let label = if self.text[start] == b'\\' { "stray backslash" } else { "not UTF-8" };
        self.error(Diagnostic::error("E0101", span, message).label(label));
    }

    fn push_name(&mut self, symbol: Symbol, start: usize) {
        let kind = KEYWORDS.get(symbol.index()).map_or(TokenKind::Ident, |(_, kind)| *kind);
        self.push(kind, symbol.index(), start);
        if kind == TokenKind::Pragma {
            self.pragma_operator();
        }
    }

    /// `_Pragma("...")` means what the line `#pragma ...` does.
    fn pragma_operator(&mut self) {
        let first = self.tokens.len() - 1;
        for expected in [TokenKind::LParen, TokenKind::String, TokenKind::RParen] {
            let before = self.tokens.len();
            self.next_token();
            if self.tokens.get(before).map(|token| token.kind) != Some(expected) {
                return;
            }
        }
        let (operator, string) = (self.tokens[first], self.tokens[first + 2]);
        self.tokens.truncate(first);
        let literal = self.literals.strings.get(string.literal());
        if let Some(StringUnits::Bytes(text)) = literal.map(|literal| &literal.units) {
            let text = text.clone();
            self.pragma(&text, operator.span);
        }
    }
}

fn is_encoding(prefix: &[u8]) -> bool {
    matches!(prefix, b"L" | b"u" | b"U" | b"u8")
}

fn is_raw_prefix(prefix: &[u8]) -> bool {
    matches!(prefix, b"R" | b"LR" | b"uR" | b"UR" | b"u8R")
}

/// The character at the start of `text` and its length in bytes.
pub(super) fn utf8_character(text: &[u8]) -> Option<(char, usize)> {
    let head = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).ok()?,
    };
    valid.chars().next().map(|character| (character, character.len_utf8()))
}

/// `\uXXXX` or `\UXXXXXXXX` at the start of `text`.
pub(super) fn universal_character(text: &[u8]) -> Option<(char, usize)> {
    let n_digits = match text.get(1)? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let mut value = 0u32;
    for digit in text.get(2..2 + n_digits)? {
        value = value.wrapping_mul(16) + char::from(*digit).to_digit(16)?;
    }
    char::from_u32(value).map(|character| (character, 2 + n_digits))
}
