//! Formats of `printf` and `scanf`, as far as they are known when a call is lowered.
//!
//! ```text
//!   "%-5d|%s"  ──▶  Number{..}  Text("|")  String{..}
//! ```
//!
//! A format that C leaves undefined, or that needs something rare (wide characters, `%m`,
//! numbered arguments), is not taken apart; then the call goes to the model that reads the format
//! when the program runs.

/// A number that a format gives, or takes from an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    None,
    Known(u32),
    Argument,
}

/// How wide an integer argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Char,
    Short,
    Int,
    Long,
    LongLong,
    /// `intmax_t`.
    Max,
    /// `size_t` and `ptrdiff_t`.
    Pointer,
    LongDouble,
}

/// A piece of what is written, or an instruction for what is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Bytes of the format: where they begin, and how many.
    Text {
        start: usize,
        length: usize,
    },
    Conversion(Conversion),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conversion {
    pub letter: u8,
    pub size: Size,
    pub width: Count,
    pub precision: Count,
    pub is_left: bool,
    pub has_zeros: bool,
    /// The character before numbers that are not negative; 0 if none.
    pub plus: u8,
    pub has_prefix: bool,
    /// `%*d` of `scanf`: read and dropped.
    pub is_dropped: bool,
}

/// The pieces of an output format.
pub(super) fn output_pieces(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < format.len() {
        if format[at] == 0 {
            break;
        }
        if format[at] != b'%' {
            let rest = &format[at..];
            let length = rest.iter().position(|&c| c == b'%' || c == 0).unwrap_or(rest.len());
            pieces.push(Piece::Text { start: at, length });
            at += length;
            continue;
        }
        let (conversion, end) = output_conversion(format, at + 1)?;
        match conversion.letter {
            b'%' if end == at + 2 => pieces.push(Piece::Text { start: at + 1, length: 1 }),
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'n'
                if conversion.size != Size::LongDouble =>
            {
                pieces.push(Piece::Conversion(conversion));
            }
            b'c' | b's' | b'p' if conversion.size == Size::Int => {
                pieces.push(Piece::Conversion(conversion));
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                pieces.push(Piece::Conversion(conversion));
            }
            _ => return None,
        }
        at = end;
    }
    Some(pieces)
}

fn output_conversion(format: &[u8], start: usize) -> Option<(Conversion, usize)> {
    let mut at = start;
    let mut conversion = Conversion {
        letter: 0,
        size: Size::Int,
        width: Count::None,
        precision: Count::None,
        is_left: false,
        has_zeros: false,
        plus: 0,
        has_prefix: false,
        is_dropped: false,
    };
    loop {
        match format.get(at)? {
            b'-' => conversion.is_left = true,
            b'0' => conversion.has_zeros = true,
            b'+' => conversion.plus = b'+',
            b' ' if conversion.plus == 0 => conversion.plus = b' ',
            b' ' => {}
            b'#' => conversion.has_prefix = true,
            _ => break,
        }
        at += 1;
    }
    (conversion.width, at) = count(format, at)?;
    if format.get(at) == Some(&b'.') {
        (conversion.precision, at) = count(format, at + 1)?;
        if conversion.precision == Count::None {
            conversion.precision = Count::Known(0);
        }
    }
    (conversion.size, at) = size(format, at);
    conversion.letter = *format.get(at)?;
    Some((conversion, at + 1))
}

fn count(format: &[u8], start: usize) -> Option<(Count, usize)> {
    if format.get(start) == Some(&b'*') {
        return Some((Count::Argument, start + 1));
    }
    let digits = format[start..].iter().take_while(|c| c.is_ascii_digit()).count();
    if digits == 0 {
        return Some((Count::None, start));
    }
    let text = std::str::from_utf8(&format[start..start + digits]).ok()?;
    // Longer than any buffer: the model reads it.
    let number = text.parse::<u32>().ok().filter(|&number| number < 1 << 20)?;
    Some((Count::Known(number), start + digits))
}

fn size(format: &[u8], at: usize) -> (Size, usize) {
    match (format.get(at), format.get(at + 1)) {
        (Some(b'h'), Some(b'h')) => (Size::Char, at + 2),
        (Some(b'h'), _) => (Size::Short, at + 1),
        (Some(b'l'), Some(b'l')) => (Size::LongLong, at + 2),
        (Some(b'l'), _) => (Size::Long, at + 1),
        (Some(b'q'), _) => (Size::LongLong, at + 1),
        (Some(b'j'), _) => (Size::Max, at + 1),
        (Some(b'z' | b't'), _) => (Size::Pointer, at + 1),
        (Some(b'L'), _) => (Size::LongDouble, at + 1),
        _ => (Size::Int, at),
    }
}

/// The conversions of an input format; white space and texts only decide what matches.
pub(super) fn input_conversions(format: &[u8]) -> Option<Vec<Conversion>> {
    let mut conversions = Vec::new();
    let mut at = 0;
    while at < format.len() && format[at] != 0 {
        if format[at] != b'%' {
            at += 1;
            continue;
        }
        at += 1;
        let is_dropped = format.get(at) == Some(&b'*');
        at += usize::from(is_dropped);
        let (width, behind) = count(format, at)?;
        let (size, behind) = size(format, behind);
        let letter = *format.get(behind)?;
        at = behind + 1;
        match letter {
            b'%' => continue,
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' if size != Size::LongDouble => {}
            b'f' | b'e' | b'g' | b'a' | b'E' | b'G' | b'A' => {}
            b's' | b'c' if size == Size::Int => {}
            b'[' if size == Size::Int => at = behind_set(format, at)?,
            _ => return None,
        }
        if width == Count::Argument {
            return None;
        }
        conversions.push(Conversion {
            letter,
            size,
            width,
            precision: Count::None,
            is_left: false,
            has_zeros: false,
            plus: 0,
            has_prefix: false,
            is_dropped,
        });
    }
    Some(conversions)
}

/// Behind the bracket that closes a set; one that comes first is an element.
fn behind_set(format: &[u8], start: usize) -> Option<usize> {
    let first = start + usize::from(format.get(start) == Some(&b'^'));
    let close = format.iter().skip(first + 1).position(|&c| c == b']')?;
    Some(first + 1 + close + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_formats_are_taken_apart() {
        let pieces = output_pieces(b"a%5.2lx%%%s\0").expect("a plain format");
        let letters: Vec<u8> = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text { .. } => b'T',
                Piece::Conversion(conversion) => conversion.letter,
            })
            .collect();
        assert_eq!(letters, b"TxTs");
        let Piece::Conversion(number) = &pieces[1] else { panic!("{pieces:?}") };
        assert_eq!((number.size, number.width), (Size::Long, Count::Known(5)));
        assert_eq!(number.precision, Count::Known(2));
        assert_eq!(output_pieces(b"%ls\0"), None);
        assert_eq!(output_pieces(b"%1$d\0"), None);
        assert_eq!(output_pieces(b"%\0"), None);
    }

    #[test]
    fn input_formats_are_taken_apart() {
        let conversions = input_conversions(b" %d,%*s %9[^]a] %c\0").expect("a plain format");
        let letters: Vec<u8> = conversions.iter().map(|conversion| conversion.letter).collect();
        assert_eq!(letters, b"ds[c");
        assert!(conversions[1].is_dropped);
        assert_eq!(conversions[2].width, Count::Known(9));
        assert_eq!(input_conversions(b"%n\0"), None);
    }
}
