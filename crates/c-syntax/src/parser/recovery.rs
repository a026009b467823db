//! Where to go on after a mistake.
//!
//! Skipping respects brackets, so that a mistake inside `f(...)` or `{ ... }` does not make the
//! parser take the middle of it for the start of something. It goes on after the `;` that ends
//! the broken piece, or at the `}` that closes what the piece stands in.

use super::{Failed, Parsed, Parser};
use crate::token::TokenKind;

/// What could not be read between parentheses, with the value that stands for it.
pub(super) enum Head<T> {
    Plain(T),
    /// The one that has semicolons inside.
    For(T),
}

impl Parser {
    /// Inside a block: passes the rest of a broken statement or declaration.
    pub(super) fn skip_statement(&mut self) {
        loop {
            match self.peek() {
                TokenKind::Eof | TokenKind::RBrace => return,
                TokenKind::Semi => {
                    self.bump();
                    return;
                }
                TokenKind::LBrace => {
                    self.skip_group();
                    return;
                }
                kind if kind.is_opening() => self.skip_group(),
                kind if kind.begins_statement() && self.last_error != Some(self.pos) => return,
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// At file scope: passes the rest of a broken declaration or function.
    pub(super) fn skip_declaration(&mut self) {
        loop {
            match self.peek() {
                TokenKind::Eof => return,
                TokenKind::Semi => {
                    self.bump();
                    return;
                }
                TokenKind::RBrace => {
                    // Closes nothing that is known here; a `;` may still belong to it.
                    self.bump();
                    self.eat(TokenKind::Semi);
                    return;
                }
                TokenKind::LBrace => {
                    self.skip_group();
                    if !matches!(self.peek(), TokenKind::Semi | TokenKind::Comma | TokenKind::Eq) {
                        return;
                    }
                }
                kind if kind.is_opening() => self.skip_group(),
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Inside the parentheses of a head (`if (`, `for (`, the parameters of a function): passes
    /// everything up to the closing one, so that the body is still read. `value` stands for
    /// what could not be read. Fails if the parenthesis is not closed before a brace, unless
    /// that is the one that opens the body.
    pub(super) fn skip_to_closing<T>(&mut self, head: Head<T>, failed: Failed) -> Parsed<T> {
        let (value, has_semicolons) = match head {
            Head::Plain(value) => (value, false),
            Head::For(value) => (value, true),
        };
        loop {
            match self.peek() {
                TokenKind::RParen => {
                    self.bump();
                    return Ok(value);
                }
                TokenKind::LBrace => return Ok(value),
                TokenKind::RBrace | TokenKind::Eof => return Err(failed),
                TokenKind::Semi if !has_semicolons => return Err(failed),
                kind if kind.begins_statement() => return Err(failed),
                kind if kind.is_opening() => self.skip_group(),
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// At an opening bracket: passes everything up to its partner. Brackets of different kinds
    /// that cross are a mistake of their own; a brace is stronger than the others, so a missing
    /// `)` costs no more than the block that it is in.
    fn skip_group(&mut self) {
        let mut open = Vec::new();
        let mut n_braces = 0usize;
        loop {
            let kind = self.peek();
            match kind {
                TokenKind::Eof => return,
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => {
                    n_braces += usize::from(kind == TokenKind::LBrace);
                    open.push(kind);
                }
                TokenKind::RParen | TokenKind::RBracket if open.last() == Some(&kind.partner()) => {
                    open.pop();
                }
                TokenKind::RBrace => match open.iter().rposition(|kind| *kind == TokenKind::LBrace)
                {
                    Some(brace) => {
                        n_braces -= 1;
                        open.truncate(brace);
                    }
                    // It closes a block that the group stands in.
                    None => return,
                },
                TokenKind::Semi if n_braces == 0 => return,
                _ => {}
            }
            self.bump();
            if open.is_empty() {
                return;
            }
        }
    }
}

impl TokenKind {
    fn is_opening(self) -> bool {
        matches!(self, Self::LParen | Self::LBracket | Self::LBrace)
    }

    fn partner(self) -> Self {
        match self {
            Self::RParen => Self::LParen,
            Self::RBracket => Self::LBracket,
            Self::RBrace => Self::LBrace,
            other => other,
        }
    }

    /// A keyword that can only stand at the start of a statement.
    pub(super) fn begins_statement(self) -> bool {
        matches!(
            self,
            Self::If
                | Self::For
                | Self::While
                | Self::Do
                | Self::Switch
                | Self::Return
                | Self::Goto
                | Self::Break
                | Self::Continue
                | Self::Case
                | Self::Default
        )
    }
}
