//! Backslash-newline: physical lines joined to logical ones before anything else is looked at.
//!
//! The preprocessor has done this already, so almost every input has no splice; then the text
//! is used as it is. Otherwise a copy without splices is lexed, and offsets into the copy are
//! translated back, so that a name broken over two lines is one token whose span covers both.
//! gcc also accepts blanks between the backslash and the line end, and so do we.
//!
//! ```text
//!   "int ma\\\nin;"   is lexed as   "int main;"   with `main` at 4..10
//! ```

use source::Span;

/// A text without splices, and the way back to the offsets of the text with them.
pub(super) struct Spliced {
    pub text: Vec<u8>,
    cuts: Vec<Cut>,
}

/// From offset `at` of the joined text on, `removed` bytes in all have been left out.
#[derive(Clone, Copy)]
struct Cut {
    at: u32,
    removed: u32,
}

impl Spliced {
    /// `None` if the text has no splice.
    pub fn join_lines(text: &[u8]) -> Option<Self> {
        let (mut at, mut end) = next_splice(text, 0)?;
        let mut joined = Self { text: Vec::with_capacity(text.len()), cuts: Vec::new() };
        let mut copied = 0;
        loop {
            joined.text.extend_from_slice(&text[copied..at]);
            copied = end;
            let cut =
                Cut { at: joined.text.len() as u32, removed: (end - joined.text.len()) as u32 };
            match joined.cuts.last_mut() {
                Some(last) if last.at == cut.at => *last = cut,
                _ => joined.cuts.push(cut),
            }
            match next_splice(text, end) {
                Some(next) => (at, end) = next,
                None => break,
            }
        }
        joined.text.extend_from_slice(&text[copied..]);
        Some(joined)
    }

    /// Where the byte at `offset` of the joined text stands in the original.
    pub fn original(&self, offset: u32) -> u32 {
        let index = self.cuts.partition_point(|cut| cut.at <= offset);
        offset + index.checked_sub(1).map_or(0, |index| self.cuts[index].removed)
    }

    /// The span of the original text. Its end is the end of the last byte, so that a splice
    /// after a token does not belong to it.
    pub fn original_span(&self, span: Span) -> Span {
        if span.is_empty() {
            return Span::at(self.original(span.lo));
        }
        Span::new(self.original(span.lo), self.original(span.hi - 1) + 1)
    }
}

/// The backslash and the offset after the line end of the first splice from `from` on.
fn next_splice(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    loop {
        at += memchr::memchr(b'\\', text.get(at..)?)?;
        let blanks = text[at + 1..].iter().take_while(|byte| is_blank(**byte)).count();
        let end = at + 1 + blanks;
        if text.get(end) == Some(&b'\n') {
            return Some((at, end + 1));
        }
        // The blanks hold no backslash, so looking on after them keeps this linear.
        at = end;
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_splices_is_left_alone() {
        assert!(Spliced::join_lines(b"a \\ b \\\\ \"\\n\"").is_none());
    }

    #[test]
    fn offsets_lead_back() {
        let joined = Spliced::join_lines(b"a\\\nb\\ \r\n\\\nc").expect("there are splices");
        assert_eq!(joined.text, b"abc");
        assert_eq!([0, 1, 2].map(|offset| joined.original(offset)), [0, 3, 10]);
        assert_eq!(joined.original_span(Span::new(0, 1)), Span::new(0, 1));
        assert_eq!(joined.original_span(Span::new(0, 2)), Span::new(0, 4));
        assert_eq!(joined.original_span(Span::new(1, 3)), Span::new(3, 11));
    }
}
