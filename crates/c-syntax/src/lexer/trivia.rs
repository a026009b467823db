//! What separates tokens: blanks, comments, directives.

use source::{Diagnostic, Span};

use super::Lexer;
use super::class::{CLASS, Class};

impl Lexer<'_> {
    /// Skips to the next byte that starts a token, or to the end.
    pub(super) fn skip_trivia(&mut self) {
        while let Some(&byte) = self.text.get(self.pos) {
            match CLASS[byte as usize] {
                Class::Space => self.pos += 1,
                Class::Newline => {
                    self.pos += 1;
                    self.line_begin = self.pos;
                }
                Class::Slash => {
                    if !self.skip_comment() {
                        return;
                    }
                }
                Class::Hash if self.is_first_on_line() => self.directive(self.pos + 1),
                Class::Percent if self.byte(1) == b':' && self.is_first_on_line() => {
                    self.directive(self.pos + 2);
                }
                _ => return,
            }
        }
    }

    /// At a `/`: skips a comment if one begins here.
    pub(super) fn skip_comment(&mut self) -> bool {
        match self.byte(1) {
            b'/' => {
                self.pos = self.line_end();
                true
            }
            b'*' => {
                self.block_comment();
                true
            }
            _ => false,
        }
    }

    fn block_comment(&mut self) {
        let body = self.pos + 2;
        match memchr::memmem::find(&self.text[body..], b"*/") {
            Some(length) => self.pos = body + length + 2,
            None => {
                let open = Span::new(self.pos as u32, body as u32);
                self.error(
                    Diagnostic::error("E0104", open, "comment is never closed")
                        .label("it begins here")
                        .help("close it with `*/`"),
                );
                self.pos = self.text.len();
            }
        }
    }

    /// The offset of the line end that ends the current line, or the end of the text.
    pub(super) fn line_end(&self) -> usize {
        memchr::memchr(b'\n', &self.text[self.pos..])
            .map_or(self.text.len(), |length| self.pos + length)
    }

    /// True if no token precedes `pos` on its line, which is what makes `#` a directive.
    pub(super) fn is_first_on_line(&self) -> bool {
        self.tokens.last().is_none_or(|token| token.span.hi as usize <= self.line_begin)
    }
}
