//! Escape sequences: what the text between two quotes stands for.
//!
//! The same text means different code units in `"..."` and `L"..."`: a character is its UTF-8
//! bytes in one and its code point in the other, while `\377` is one unit in both. So decoding
//! gives characters and numbers apart, and the literal's encoding decides.

use super::identifier::{universal_character, utf8_character};

/// One decoded item of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A character, written as itself or by its universal name.
    Char(char),
    /// A numeric escape: one code unit of this value.
    Code(u32),
    /// A byte that is not part of UTF-8 text.
    Byte(u8),
}

/// What is wrong, and the bytes of the text that are.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BadEscape {
    pub range: std::ops::Range<usize>,
    pub problem: &'static str,
}

/// Decodes the item at the start of `text`, which is not empty, and returns its length.
pub(super) fn next_piece(text: &[u8]) -> Result<(Piece, usize), BadEscape> {
    match text[0] {
        b'\\' => escape(text),
        byte @ 0..0x80 => Ok((Piece::Char(char::from(byte)), 1)),
        byte => Ok(utf8_character(text).map_or((Piece::Byte(byte), 1), |(character, length)| {
            (Piece::Char(character), length)
        })),
    }
}

/// At a backslash.
fn escape(text: &[u8]) -> Result<(Piece, usize), BadEscape> {
    let Some(&selector) = text.get(1) else {
        return Err(BadEscape { range: 0..1, problem: "nothing follows the backslash" });
    };
    let code = |value: u8| Ok((Piece::Code(u32::from(value)), 2));
    match selector {
        b'n' => code(b'\n'),
        b't' => code(b'\t'),
        b'r' => code(b'\r'),
        b'a' => code(7),
        b'b' => code(8),
        b'v' => code(11),
        b'f' => code(12),
        // GNU's escape character.
        b'e' | b'E' => code(27),
        b'0'..=b'7' => {
            let digits = text[1..].iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7'));
            let (value, length) = digits.fold((0, 1), |(value, length), digit| {
                (value * 8 + u32::from(digit - b'0'), length + 1)
            });
            Ok((Piece::Code(value), length))
        }
        b'x' => {
            let digits = text[2..].iter().map_while(|byte| char::from(*byte).to_digit(16));
            let (value, length) = digits.fold((0u32, 2), |(value, length), digit| {
                // What is out of range is cut off, as gcc does with a warning.
                (value.wrapping_mul(16).wrapping_add(digit), length + 1)
            });
            if length == 2 {
                return Err(BadEscape { range: 0..2, problem: "`\\x` needs hexadecimal digits" });
            }
            Ok((Piece::Code(value), length))
        }
        b'u' | b'U' => match universal_character(text) {
            Some((character, length)) => Ok((Piece::Char(character), length)),
            None => Err(BadEscape {
                range: 0..2,
                problem: "`\\u` needs four, `\\U` eight hexadecimal digits of a character",
            }),
        },
        // `\"`, `\\`, `\?`, and what gcc warns of and takes as the character itself.
        _ => {
            let (piece, length) = match utf8_character(&text[1..]) {
                Some((character, length)) => (Piece::Char(character), length),
                None => (Piece::Byte(selector), 1),
            };
            Ok((piece, 1 + length))
        }
    }
}
