//! What a byte can begin, and whether it continues an identifier, by table.

/// What a token that starts with this byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Blanks, form feeds, carriage returns; also NUL, which gcc ignores with a warning.
    Space,
    Newline,
    /// Letters, `_`, and `$`, which gcc accepts in names.
    Letter,
    /// Bytes of a UTF-8 sequence: a letter of an extended identifier.
    Extended,
    Digit,
    Dot,
    DoubleQuote,
    SingleQuote,
    Slash,
    Hash,
    Percent,
    Backslash,
    Punctuator,
    Stray,
}

pub(super) static CLASS: [Class; 256] = classes();

/// True for the bytes of ASCII identifiers.
pub(super) static CONTINUES_NAME: [bool; 256] = name_bytes();

const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

const fn name_bytes() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_name_byte(byte as u8);
        byte += 1;
    }
    table
}

const fn classes() -> [Class; 256] {
    let mut table = [Class::Stray; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class(byte as u8);
        byte += 1;
    }
    table
}

const fn class(byte: u8) -> Class {
    match byte {
        b'\n' => Class::Newline,
        0 | b' ' | b'\t' | b'\r' | 0x0b | 0x0c => Class::Space,
        b'0'..=b'9' => Class::Digit,
        b'.' => Class::Dot,
        b'"' => Class::DoubleQuote,
        b'\'' => Class::SingleQuote,
        b'/' => Class::Slash,
        b'#' => Class::Hash,
        b'%' => Class::Percent,
        b'\\' => Class::Backslash,
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b';' | b',' | b':' | b'?' => Class::Punctuator,
        b'+' | b'-' | b'*' | b'&' | b'|' | b'^' | b'~' | b'!' | b'=' | b'<' | b'>' => {
            Class::Punctuator
        }
        0x80.. => Class::Extended,
        _ if is_name_byte(byte) => Class::Letter,
        _ => Class::Stray,
    }
}
