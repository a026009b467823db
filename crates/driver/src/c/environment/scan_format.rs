//! Formats of `scanf`, as far as texts are made that they match.

/// A piece of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// White space: any amount of it.
    Space,
    Byte(u8),
    Conversion(Conversion),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Conversion {
    Signed,
    Unsigned,
    Octal,
    Hexadecimal,
    Float,
    Chars,
    String,
    /// `%n`, which reads nothing.
    Count,
    /// `%*d` and the like: read, and stored nowhere.
    Skipped,
}

/// The format in the text of a call: its first string literal. None where that is not what it
/// seems, because of escapes that are rare or macros.
pub(super) fn of_call(text: &str) -> Option<Vec<Piece>> {
    let start = text.find('"')?;
    let mut bytes = Vec::new();
    let mut rest = text[start + 1..].bytes();
    loop {
        match rest.next()? {
            b'"' => break,
            b'\\' => bytes.push(match rest.next()? {
                b'n' => b'\n',
                b't' => b'\t',
                b'\\' => b'\\',
                b'"' => b'"',
                b'\'' => b'\'',
                _ => return None,
            }),
            byte => bytes.push(byte),
        }
    }
    parse(&bytes)
}

fn parse(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(&byte) = format.get(at) {
        at += 1;
        match byte {
            b' ' | b'\t'..=b'\r' => pieces.push(Piece::Space),
            b'%' => {
                let is_skipped = format.get(at) == Some(&b'*');
                at += usize::from(is_skipped);
                let is_modifier = |byte: &u8| byte.is_ascii_digit() || b"hlLqjzt".contains(byte);
                while format.get(at).is_some_and(is_modifier) {
                    at += 1;
                }
                let kind = *format.get(at)?;
                at += 1;
                let conversion = match kind {
                    b'%' => {
                        pieces.push(Piece::Byte(b'%'));
                        continue;
                    }
                    b'd' | b'i' => Conversion::Signed,
                    b'u' => Conversion::Unsigned,
                    b'o' => Conversion::Octal,
                    b'x' | b'X' => Conversion::Hexadecimal,
                    b'f' | b'e' | b'g' | b'a' | b'F' | b'E' | b'G' | b'A' => Conversion::Float,
                    b'c' => Conversion::Chars,
                    b's' => Conversion::String,
                    b'n' => Conversion::Count,
                    _ => return None,
                };
                pieces.push(Piece::Conversion(match is_skipped {
                    true => Conversion::Skipped,
                    false => conversion,
                }));
            }
            byte => pieces.push(Piece::Byte(byte)),
        }
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_found_in_calls() {
        let pieces = of_call("scanf(\"%d, %2s\\n\", &x, s)").expect("a plain format");
        let conversion = |it| Piece::Conversion(it);
        let expected = [
            conversion(Conversion::Signed),
            Piece::Byte(b','),
            Piece::Space,
            conversion(Conversion::String),
            Piece::Space,
        ];
        assert_eq!(pieces, expected);
        assert_eq!(of_call("scanf(FORMAT, &x)"), None);
        assert_eq!(of_call("scanf(\"%[a-z]\", s)"), None);
    }
}
