//! Operators and separators, longest match first, with digraphs (`<:` is `[`).

use super::Lexer;
use crate::token::TokenKind::{self, *};

impl Lexer<'_> {
    /// At a byte that begins a punctuator, or at a `#` or `%` in the middle of a line.
    pub(super) fn punctuator(&mut self, byte: u8) {
        match punctuator(byte, self.byte(1), self.byte(2)) {
            Some((kind, length)) => {
                let start = self.pos;
                self.pos += length;
                self.push(kind, 0, start);
            }
            None => self.stray_byte(),
        }
    }
}

/// The punctuator that the three bytes begin with, and its length.
#[inline]
fn punctuator(first: u8, second: u8, third: u8) -> Option<(TokenKind, usize)> {
    let found = match (first, second) {
        (b'(', _) => (LParen, 1),
        (b')', _) => (RParen, 1),
        (b'[', _) => (LBracket, 1),
        (b']', _) => (RBracket, 1),
        (b'{', _) => (LBrace, 1),
        (b'}', _) => (RBrace, 1),
        (b';', _) => (Semi, 1),
        (b',', _) => (Comma, 1),
        (b':', b'>') => (RBracket, 2),
        (b':', _) => (Colon, 1),
        (b'?', _) => (Question, 1),
        (b'.', b'.') if third == b'.' => (Ellipsis, 3),
        (b'.', _) => (Dot, 1),
        (b'-', b'>') => (Arrow, 2),
        (b'-', b'-') => (MinusMinus, 2),
        (b'-', b'=') => (MinusEq, 2),
        (b'-', _) => (Minus, 1),
        (b'+', b'+') => (PlusPlus, 2),
        (b'+', b'=') => (PlusEq, 2),
        (b'+', _) => (Plus, 1),
        (b'*', b'=') => (StarEq, 2),
        (b'*', _) => (Star, 1),
        (b'/', b'=') => (SlashEq, 2),
        (b'/', _) => (Slash, 1),
        (b'%', b'=') => (PercentEq, 2),
        (b'%', b'>') => (RBrace, 2),
        (b'%', b':') => return None,
        (b'%', _) => (Percent, 1),
        (b'&', b'&') => (AmpAmp, 2),
        (b'&', b'=') => (AmpEq, 2),
        (b'&', _) => (Amp, 1),
        (b'|', b'|') => (PipePipe, 2),
        (b'|', b'=') => (PipeEq, 2),
        (b'|', _) => (Pipe, 1),
        (b'^', b'=') => (CaretEq, 2),
        (b'^', _) => (Caret, 1),
        (b'~', _) => (Tilde, 1),
        (b'!', b'=') => (BangEq, 2),
        (b'!', _) => (Bang, 1),
        (b'=', b'=') => (EqEq, 2),
        (b'=', _) => (Eq, 1),
        (b'<', b'<') if third == b'=' => (ShlEq, 3),
        (b'<', b'<') => (Shl, 2),
        (b'<', b'=') => (LtEq, 2),
        (b'<', b':') => (LBracket, 2),
        (b'<', b'%') => (LBrace, 2),
        (b'<', _) => (Lt, 1),
        (b'>', b'>') if third == b'=' => (ShrEq, 3),
        (b'>', b'>') => (Shr, 2),
        (b'>', b'=') => (GtEq, 2),
        (b'>', _) => (Gt, 1),
        _ => return None,
    };
    Some(found)
}
