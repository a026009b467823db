//! Lines that begin with `#` in a preprocessed text.
//!
//! Line markers, `# 12 "file.c" 1 3` and `#line 12 "file.c"`, say where the text came from;
//! they are recorded and change nothing else. `#pragma` is read in a file of its own. `#ident` and
//! `#sccs` mean nothing to us, nor do the `#define` and `#undef` that `cc -E -dD` leaves in place
//! after expanding them.
//! Any other directive shows that the text was never preprocessed: that is said once.

use std::sync::Arc;

use source::{Diagnostic, LineMarker, Span};

use super::Lexer;

impl Lexer<'_> {
    /// Reads the directive whose `#` is at `pos`; what follows it begins at `after_hash`.
    pub(super) fn directive(&mut self, after_hash: usize) {
        let hash = self.pos;
        self.pos = after_hash;
        let end = self.line_end();
        let line = &self.text[after_hash..end];
        self.pos = end;
        let line = line.trim_ascii();
        let word_length = line.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (word, rest) = line.split_at(word_length);
        match word {
            b"" if line.is_empty() => {}
            b"" | b"line" => {
                if !self.line_marker(rest.trim_ascii_start(), end) {
                    let span = Span::new(hash as u32, end as u32);
                    self.error(
                        Diagnostic::error("E0106", span, "line marker that cannot be read")
                            .label("expected a line number and a file name in quotes"),
                    );
                }
            }
            b"pragma" => {
                let span = Span::new(hash as u32, end as u32);
                let rest = rest.to_vec();
                self.pragma(&rest, span);
            }
            b"ident" | b"sccs" | b"define" | b"undef" => {}
            _ => self.unexpected_directive(Span::new(hash as u32, end as u32)),
        }
    }

    fn unexpected_directive(&mut self, span: Span) {
        if !std::mem::replace(&mut self.has_seen_directive, true) {
            self.error(
                Diagnostic::error("E0107", span, "preprocessor directive in preprocessed text")
                    .label("no directive is left after preprocessing")
                    .help("run the file through `cc -E` first"),
            );
        }
    }

    /// Reads `12 "file" 1 3`, which speaks of the line after the one that ends at `line_end`.
    /// False if it is not of that form.
    fn line_marker(&mut self, text: &[u8], line_end: usize) -> bool {
        let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = text.split_at(n_digits);
        if digits.is_empty() {
            return false;
        }
        let line = digits.iter().fold(0u32, |line, digit| {
            line.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
        });
        let rest = rest.trim_ascii_start();
        let file = match rest.split_first() {
            None => None,
            Some((b'"', quoted)) => match quoted_length(quoted) {
                Some(length) => Some(self.file_name(&quoted[..length])),
                None => return false,
            },
            Some(_) => return false,
        };
        // `#line 12` alone goes on with the file that was named last.
        let file = file.or_else(|| self.markers.last().map(|marker| marker.file.clone()));
        let file = file.unwrap_or_else(|| self.buffer_name.clone());
        let offset = (line_end + 1).min(self.text.len()) as u32;
        self.markers.push(LineMarker { offset, line, file });
        true
    }

    /// Few files are named by many markers, so each name is kept once.
    fn file_name(&mut self, quoted: &[u8]) -> Arc<str> {
        if let Some(name) = self.file_names.get(quoted) {
            return name.clone();
        }
        let name: Arc<str> = String::from_utf8_lossy(&unescape(quoted)).into();
        self.file_names.insert(quoted.into(), name.clone());
        name
    }
}

/// Bytes before the closing quote.
fn quoted_length(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        match text.get(at)? {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// File names escape `"` and `\` with a backslash and odd bytes in octal.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut name = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'\\' {
            name.push(byte);
            continue;
        }
        let n_digits = rest.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
        if n_digits > 0 {
            let value = rest[..n_digits]
                .iter()
                .fold(0u8, |value, digit| value.wrapping_mul(8).wrapping_add(digit - b'0'));
            name.push(value);
            rest = &rest[n_digits..];
        } else if let Some((&escaped, tail)) = rest.split_first() {
            // Only a line end is named by a letter.
            name.push(if escaped == b'n' { b'\n' } else { escaped });
            rest = tail;
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_unescaped() {
        assert_eq!(unescape(br#"a\\b\"c\303\244"#), "a\\b\"cä".as_bytes());
        assert_eq!(quoted_length(br#"a\"b" 1"#), Some(4));
        assert_eq!(quoted_length(br#"a\"#), None);
    }
}
