//! Integer and floating constants.
//!
//! A number is first cut out as the standard's *preprocessing number* (C17 6.4.8), which is
//! more than what is a constant: `0x1g`, `1.2.3` and even `0xe+1` are one token each, as for
//! gcc, and the message shows all of it. Then it is taken apart into digits and suffix.
//!
//! Integers keep 128 bits; a larger one is an error. Floating constants stay text, since the
//! value depends on the format of their type, which is a matter of later rooms. Fixed-point
//! and decimal floating constants do not exist here, as they do not on our targets.

use source::{Diagnostic, Span};

use super::Lexer;
use super::class::CONTINUES_NAME;
use crate::ast::{FloatLiteral, FloatSuffix, IntBase, IntLiteral};
use crate::token::TokenKind;

impl Lexer<'_> {
    /// At a digit, or at a point before a digit.
    pub(super) fn number(&mut self) {
        let start = self.pos;
        let length = number_length(&self.text[start..]);
        self.pos = start + length;
        let text = &self.text[start..start + length];
        let joined: Vec<u8>;
        let text = if text.contains(&SEPARATOR) {
            joined = text.iter().copied().filter(|&byte| byte != SEPARATOR).collect();
            &joined[..]
        } else {
            text
        };
        let read = if is_floating(text) {
            read_float(text).map(|float| {
                self.literals.floats.push(float);
                (TokenKind::Float, self.literals.floats.len() - 1)
            })
        } else {
            read_int(text).map(|int| {
                self.literals.ints.push(int);
                (TokenKind::Int, self.literals.ints.len() - 1)
            })
        };
        let (kind, payload) = match read {
            Ok(found) => found,
            Err(problem) => {
                self.bad_number(start, &problem);
                // The parser goes on with a number, so that it has nothing to complain about.
                self.literals.ints.push(plain_int(0));
                (TokenKind::Int, self.literals.ints.len() - 1)
            }
        };
        self.push(kind, payload, start);
    }

    fn bad_number(&mut self, start: usize, problem: &str) {
        let span = Span::new(start as u32, self.pos as u32);
        let shown = String::from_utf8_lossy(&self.text[start..self.pos.min(start + 60)]);
        let message = format!("`{shown}` is not a number");
        self.error(Diagnostic::error("E0102", span, message).label(problem));
    }
}

/// What C23 allows between digits (6.4.4.1): `1'000`.
const SEPARATOR: u8 = b'\'';

fn plain_int(value: u128) -> IntLiteral {
    IntLiteral { value, base: IntBase::Decimal, is_unsigned: false, longs: 0, is_imaginary: false }
}

/// Length of the preprocessing number at the start of `text`.
fn number_length(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        let continues = match byte {
            b'.' => true,
            b'+' | b'-' => matches!(text[at - 1], b'e' | b'E' | b'p' | b'P'),
            SEPARATOR => text.get(at + 1).is_some_and(|&next| CONTINUES_NAME[next as usize]),
            _ => CONTINUES_NAME[byte as usize],
        };
        if !continues {
            break;
        }
        at += 1;
    }
    at
}

fn is_hexadecimal(text: &[u8]) -> bool {
    text.len() > 2 && text[0] == b'0' && matches!(text[1], b'x' | b'X')
}

fn is_floating(text: &[u8]) -> bool {
    let exponent: &[u8] = if is_hexadecimal(text) { b".pP" } else { b".eE" };
    text.iter().any(|byte| exponent.contains(byte))
}

fn read_int(text: &[u8]) -> Result<IntLiteral, String> {
    let (base, radix, digits) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (IntBase::Hexadecimal, 16, rest),
        [b'0', b'b' | b'B', rest @ ..] => (IntBase::Binary, 2, rest),
        [b'0', ..] => (IntBase::Octal, 8, text),
        _ => (IntBase::Decimal, 10, text),
    };
    // Digits that are too large are read as digits, so that the message can name them.
    let read_as = if radix == 16 { 16 } else { 10 };
    let n_digits =
        digits.iter().position(|byte| !char::from(*byte).is_digit(read_as)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(n_digits);
    if digits.is_empty() {
        return Err("there are no digits after the prefix".to_owned());
    }
    let value = read_digits(digits, radix)?;
    let mut literal = IntLiteral { base, ..plain_int(value) };
    read_int_suffix(suffix, &mut literal)?;
    Ok(literal)
}

fn read_digits(digits: &[u8], radix: u32) -> Result<u128, String> {
    let mut value = 0u128;
    for &byte in digits {
        let digit = char::from(byte)
            .to_digit(radix)
            .ok_or_else(|| format!("`{}` is no digit of base {radix}", char::from(byte)))?;
        value = value
            .checked_mul(u128::from(radix))
            .and_then(|value| value.checked_add(u128::from(digit)))
            .ok_or("it does not fit in 128 bits")?;
    }
    Ok(value)
}

/// `u`, `l` or `ll`, and GNU's `i` or `j`, each at most once and in any order.
fn read_int_suffix(suffix: &[u8], literal: &mut IntLiteral) -> Result<(), String> {
    let mut rest = suffix;
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        match first {
            b'u' | b'U' if !literal.is_unsigned => literal.is_unsigned = true,
            b'i' | b'I' | b'j' | b'J' if !literal.is_imaginary => literal.is_imaginary = true,
            b'l' | b'L' if literal.longs == 0 => {
                literal.longs = 1;
                if rest.first() == Some(first) {
                    literal.longs = 2;
                    rest = &rest[1..];
                }
            }
            _ => return Err(unknown_suffix(suffix)),
        }
    }
    Ok(())
}

fn unknown_suffix(suffix: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&suffix[..suffix.len().min(20)]);
    format!("`{shown}` is not a suffix of a number")
}

fn read_float(text: &[u8]) -> Result<FloatLiteral, String> {
    let is_hex = is_hexadecimal(text);
    let mantissa_start = if is_hex { 2 } else { 0 };
    let mut at = mantissa_start;
    let mut n_points = 0;
    let mut n_digits = 0;
    let radix = if is_hex { 16 } else { 10 };
    while let Some(&byte) = text.get(at) {
        match byte {
            b'.' => n_points += 1,
            _ if char::from(byte).is_digit(radix) => n_digits += 1,
            _ => break,
        }
        at += 1;
    }
    if n_points > 1 {
        return Err("there is more than one point".to_owned());
    }
    if n_digits == 0 {
        return Err("there are no digits".to_owned());
    }
    let exponent_mark = text.get(at).map(u8::to_ascii_lowercase);
    if exponent_mark == Some(if is_hex { b'p' } else { b'e' }) {
        at += 1;
        at += usize::from(matches!(text.get(at), Some(b'+' | b'-')));
        let n_digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if n_digits == 0 {
            return Err("the exponent has no digits".to_owned());
        }
        at += n_digits;
    } else if is_hex {
        return Err("a hexadecimal floating constant needs an exponent `p`".to_owned());
    }
    let (suffix, is_imaginary) = read_float_suffix(&text[at..])?;
    // Only ASCII digits, a point, signs and letters have been passed.
    let text = String::from_utf8_lossy(&text[..at]).into_owned().into_boxed_str();
    Ok(FloatLiteral { text, suffix, is_imaginary })
}

fn read_float_suffix(text: &[u8]) -> Result<(FloatSuffix, bool), String> {
    let is_i = |byte: &u8| matches!(byte, b'i' | b'I' | b'j' | b'J');
    // The imaginary unit stands before or after the rest.
    let (rest, is_imaginary) = match text {
        [first, rest @ ..] if is_i(first) => (rest, true),
        [rest @ .., last] if is_i(last) => (rest, true),
        _ => (text, false),
    };
    let suffix = match rest.to_ascii_lowercase().as_slice() {
        // GNU's `d` is the suffix of what needs none.
        b"" | b"d" => FloatSuffix::None,
        b"f" => FloatSuffix::F,
        b"l" => FloatSuffix::L,
        b"f16" => FloatSuffix::F16,
        b"f32" => FloatSuffix::F32,
        b"f64" => FloatSuffix::F64,
        b"w" => FloatSuffix::F80,
        b"f128" | b"q" => FloatSuffix::F128,
        b"f32x" => FloatSuffix::F32x,
        b"f64x" => FloatSuffix::F64x,
        _ => return Err(unknown_suffix(text)),
    };
    Ok((suffix, is_imaginary))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preprocessing_numbers_are_cut_whole() {
        for (text, length) in
            [("1e+5;", 4), ("0xe+1", 5), ("0x1p-3f)", 7), ("1.2.3", 5), ("3...5", 5), ("08a_b ", 5)]
        {
            assert_eq!(number_length(text.as_bytes()), length, "{text}");
        }
    }

    #[test]
    fn integers_of_every_base() {
        let value = |text: &str| read_int(text.as_bytes()).map(|int| (int.value, int.base));
        assert_eq!(value("0"), Ok((0, IntBase::Octal)));
        assert_eq!(value("017"), Ok((15, IntBase::Octal)));
        assert_eq!(value("42"), Ok((42, IntBase::Decimal)));
        assert_eq!(value("0xFf"), Ok((255, IntBase::Hexadecimal)));
        assert_eq!(value("0b101"), Ok((5, IntBase::Binary)));
        assert_eq!(
            value("340282366920938463463374607431768211455"),
            Ok((u128::MAX, IntBase::Decimal))
        );
        for wrong in ["08", "0b12", "0x", "0b", "1lul", "1lL", "1uu", "1z", "1lll", "0xg"] {
            assert!(read_int(wrong.as_bytes()).is_err(), "{wrong}");
        }
        assert!(read_int(b"340282366920938463463374607431768211456").is_err());
    }

    #[test]
    fn integer_suffixes_in_any_order() {
        for text in ["1ull", "1llu", "1ULL", "1LLU", "1uLL"] {
            let int = read_int(text.as_bytes()).expect(text);
            assert!(int.is_unsigned && int.longs == 2, "{text}");
        }
        let imaginary = read_int(b"3lui").expect("gcc takes it");
        assert!(imaginary.is_imaginary && imaginary.longs == 1 && imaginary.is_unsigned);
    }

    #[test]
    fn floating_constants_keep_their_digits() {
        for (text, digits, suffix) in [
            ("1.5", "1.5", FloatSuffix::None),
            (".5f", ".5", FloatSuffix::F),
            ("1.L", "1.", FloatSuffix::L),
            ("1e-10F32x", "1e-10", FloatSuffix::F32x),
            ("0x1.8p+3", "0x1.8p+3", FloatSuffix::None),
            ("0x1p0f", "0x1p0", FloatSuffix::F),
            ("1.0q", "1.0", FloatSuffix::F128),
            ("08.5", "08.5", FloatSuffix::None),
        ] {
            let float = read_float(text.as_bytes()).expect(text);
            assert_eq!((&*float.text, float.suffix), (digits, suffix), "{text}");
        }
        assert!(read_float(b"1.0fi").expect("gcc takes it").is_imaginary);
        assert!(read_float(b"1.0if").expect("gcc takes it").is_imaginary);
        for wrong in ["1.2.3", "1e", "1e+", "0x1.8", "0x.p1", "1.0x", "1.0ff", "3...5"] {
            assert!(read_float(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
