//! Character constants and string literals.
//!
//! Adjacent strings are joined: `"a" L"b"` is `L"ab"`, and the narrow part is decoded as wide
//! characters (C17 6.4.5p5). Two different prefixes do not go together.
//!
//! A character constant holds the value of type `int` that gcc gives it: `'\xff'` is -1 since
//! `char` is signed on our targets, and `'ab'` is `0x6162`.

use source::{Diagnostic, Span};

use super::Lexer;
use super::escape::{BadEscape, Piece, next_piece};
use crate::ast::{CharLiteral, Encoding, StringLiteral, StringUnits};
use crate::token::TokenKind;

/// One quoted literal of a run of adjacent ones: the bytes between the quotes.
struct Quoted {
    range: std::ops::Range<usize>,
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Escaped,
    /// `R"x(...)x"`, where a backslash is a backslash.
    Raw,
}

impl Lexer<'_> {
    /// At the encoding prefix or the quote of a string literal.
    pub(super) fn string_literal(&mut self) {
        self.strings(Form::Escaped);
    }

    /// At the prefix of a raw string literal.
    pub(super) fn raw_string_literal(&mut self) {
        self.strings(Form::Raw);
    }

    fn strings(&mut self, first_form: Form) {
        let start = self.pos;
        let mut encoding = Encoding::Plain;
        let mut quoted = Vec::new();
        let mut form = first_form;
        let mut end;
        loop {
            let prefix_start = self.pos;
            let prefix = self.encoding_prefix();
            if prefix != Encoding::Plain {
                if encoding != Encoding::Plain && encoding != prefix {
                    let span = Span::new(prefix_start as u32, self.pos as u32 + 1);
                    self.error(
                        Diagnostic::error("E0105", span, "strings of different encodings joined")
                            .label("the strings before it have another prefix"),
                    );
                }
                encoding = prefix;
            }
            let range = match form {
                Form::Escaped => self.quoted(b'"', prefix_start),
                Form::Raw => self.raw_quoted(prefix_start),
            };
            quoted.push(Quoted { range, form });
            end = self.pos;
            self.skip_trivia();
            match self.string_form_here() {
                Some(next) => form = next,
                None => break,
            }
        }
        let units = self.decode(&quoted, encoding);
        self.literals.strings.push(StringLiteral { units, encoding });
        let row = self.literals.strings.len() - 1;
        let next = std::mem::replace(&mut self.pos, end);
        self.push(TokenKind::String, row, start);
        self.pos = next;
    }

    /// Whether a string literal begins at `pos`.
    fn string_form_here(&self) -> Option<Form> {
        let rest = &self.text[self.pos..];
        let rest = rest.strip_prefix(b"u8").unwrap_or(match rest {
            [b'L' | b'u' | b'U', rest @ ..] => rest,
            _ => rest,
        });
        match rest {
            [b'"', ..] => Some(Form::Escaped),
            [b'R', b'"', ..] => Some(Form::Raw),
            _ => None,
        }
    }

    /// Passes the encoding prefix of a literal.
    fn encoding_prefix(&mut self) -> Encoding {
        let (encoding, length) = match (self.byte(0), self.byte(1)) {
            (b'u', b'8') => (Encoding::Utf8, 2),
            (b'u', _) => (Encoding::Char16, 1),
            (b'U', _) => (Encoding::Char32, 1),
            (b'L', _) => (Encoding::Wide, 1),
            _ => (Encoding::Plain, 0),
        };
        self.pos += length;
        encoding
    }

    /// At the opening quote: passes the literal and returns what is between the quotes.
    fn quoted(&mut self, quote: u8, literal_start: usize) -> std::ops::Range<usize> {
        let start = self.pos + 1;
        let mut at = start;
        loop {
            match self.text.get(at) {
                Some(&byte) if byte == quote => {
                    self.pos = at + 1;
                    return start..at;
                }
                Some(b'\\') if self.text.get(at + 1).is_some_and(|byte| *byte != b'\n') => at += 2,
                None | Some(b'\n') => {
                    self.pos = at;
                    self.unterminated(quote, literal_start);
                    return start..at;
                }
                Some(_) => at += 1,
            }
        }
    }

    fn unterminated(&mut self, quote: u8, literal_start: usize) {
        let span = Span::new(literal_start as u32, self.pos as u32);
        let what = if quote == b'"' { "string literal" } else { "character constant" };
        self.error(
            Diagnostic::error("E0103", span, format!("{what} is never closed"))
                .label(format!("no closing `{}` on this line", char::from(quote))),
        );
    }

    /// At the `R` of `R"x(...)x"`.
    fn raw_quoted(&mut self, literal_start: usize) -> std::ops::Range<usize> {
        let delimiter_start = self.pos + 2;
        let rest = &self.text[delimiter_start..];
        // The standard allows delimiters of up to 16 characters.
        let open = rest.iter().take(17).position(|byte| *byte == b'(');
        let found = open.and_then(|open| {
            let closing = [b")", &rest[..open], b"\""].concat();
            let body = delimiter_start + open + 1;
            let length = memchr::memmem::find(&self.text[body..], &closing)?;
            Some((body..body + length, body + length + closing.len()))
        });
        match found {
            Some((range, end)) => {
                self.pos = end;
                range
            }
            None => {
                self.pos = self.line_end();
                self.unterminated(b'"', literal_start);
                delimiter_start..self.pos.max(delimiter_start)
            }
        }
    }

    /// The code units of adjacent literals in one encoding.
    fn decode(&mut self, quoted: &[Quoted], encoding: Encoding) -> StringUnits {
        let mut units = match encoding {
            Encoding::Plain | Encoding::Utf8 => Units::Bytes(Vec::new()),
            Encoding::Char16 => Units::Char16(Vec::new()),
            Encoding::Char32 | Encoding::Wide => Units::Char32(Vec::new()),
        };
        for part in quoted {
            self.decode_part(part, &mut units);
        }
        match units {
            Units::Bytes(bytes) => StringUnits::Bytes(bytes.into_boxed_slice()),
            Units::Char16(units) | Units::Char32(units) => {
                StringUnits::Wide(units.into_boxed_slice())
            }
        }
    }

    fn decode_part(&mut self, part: &Quoted, units: &mut Units) {
        let text = &self.text[part.range.clone()];
        let mut at = 0;
        while at < text.len() {
            // The stretch up to the next escape needs no decoding in a narrow string.
            if let Units::Bytes(bytes) = units {
                let plain = match part.form {
                    Form::Raw => text.len() - at,
                    Form::Escaped => memchr::memchr(b'\\', &text[at..]).unwrap_or(text.len() - at),
                };
                bytes.extend_from_slice(&text[at..at + plain]);
                at += plain;
                if at == text.len() {
                    break;
                }
            }
            let next = match part.form {
                Form::Raw if text[at] == b'\\' => Ok((Piece::Char('\\'), 1)),
                Form::Raw | Form::Escaped => next_piece(&text[at..]),
            };
            match next {
                Ok((piece, length)) => {
                    units.push(piece);
                    at += length;
                }
                Err(bad) => {
                    self.bad_escape(part.range.start + at, &bad);
                    at += bad.range.end;
                }
            }
        }
    }

    fn bad_escape(&mut self, offset: usize, bad: &BadEscape) {
        let span = Span::new((offset + bad.range.start) as u32, (offset + bad.range.end) as u32);
        self.error(
            Diagnostic::error("E0108", span, "escape sequence that cannot be read")
                .label(bad.problem),
        );
    }

    /// At the encoding prefix or the quote of a character constant.
    pub(super) fn char_literal(&mut self) {
        let start = self.pos;
        let encoding = self.encoding_prefix();
        let n_errors = self.diagnostics.len();
        let quoted = Quoted { range: self.quoted(b'\'', start), form: Form::Escaped };
        if quoted.range.is_empty() && self.diagnostics.len() == n_errors {
            let span = Span::new(start as u32, self.pos as u32);
            self.error(
                Diagnostic::error("E0109", span, "empty character constant")
                    .label("there is no character between the quotes"),
            );
        }
        let value = match self.decode(std::slice::from_ref(&quoted), encoding) {
            StringUnits::Bytes(bytes) => match &*bytes {
                [byte] if encoding == Encoding::Plain => i32::from(*byte as i8) as u32,
                bytes => bytes.iter().fold(0, |value: u32, byte| value << 8 | u32::from(*byte)),
            },
            // gcc warns of more than one wide character and takes the last.
            StringUnits::Wide(units) => units.last().copied().unwrap_or(0),
        };
        self.literals.chars.push(CharLiteral { value, encoding });
        let row = self.literals.chars.len() - 1;
        self.push(TokenKind::Char, row, start);
    }
}

/// Code units under construction.
enum Units {
    Bytes(Vec<u8>),
    Char16(Vec<u32>),
    Char32(Vec<u32>),
}

impl Units {
    fn push(&mut self, piece: Piece) {
        match (self, piece) {
            (Self::Bytes(bytes), Piece::Char(character)) => {
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            (Self::Bytes(bytes), Piece::Code(code)) => bytes.push(code as u8),
            (Self::Bytes(bytes), Piece::Byte(byte)) => bytes.push(byte),
            (Self::Char16(units), Piece::Char(character)) => {
                units.extend(
                    character.encode_utf16(&mut [0; 2]).iter().map(|unit| u32::from(*unit)),
                );
            }
            (Self::Char16(units), Piece::Code(code)) => units.push(code & 0xffff),
            (Self::Char32(units), Piece::Char(character)) => units.push(u32::from(character)),
            (Self::Char32(units), Piece::Code(code)) => units.push(code),
            // Not text: gcc refuses it in a wide literal, but only the value can be odd.
            (Self::Char16(units) | Self::Char32(units), Piece::Byte(byte)) => {
                units.push(u32::from(byte));
            }
        }
    }
}
