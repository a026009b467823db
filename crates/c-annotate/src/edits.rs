//! Texts put into a text, and the way back.
//!
//! Edits are given in any order. Those around a stretch (*wraps*) nest: an inner one stays inside
//! an outer one also where the two begin or end at the same place.

use std::ops::Range;

use source::Span;

/// A text to insert, with the expressions of the user in it.
#[derive(Clone, Debug, Default)]
pub struct Fragment {
    text: String,
    expressions: Vec<(Range<u32>, usize)>,
}

impl Fragment {
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), expressions: Vec::new() }
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds an expression; `id` is the caller's name for it. It gets parentheses around it.
    pub fn push_expression(&mut self, id: usize, text: &str) {
        self.text.push('(');
        let start = self.text.len() as u32;
        self.text.push_str(text);
        self.expressions.push((start..self.text.len() as u32, id));
        self.text.push(')');
    }

    pub fn append(&mut self, other: Self) {
        let shift = self.text.len() as u32;
        self.text.push_str(&other.text);
        let shifted =
            |(range, id): (Range<u32>, usize)| (range.start + shift..range.end + shift, id);
        self.expressions.extend(other.expressions.into_iter().map(shifted));
    }
}

/// Where an edit stands among those at the same offset: first what ends there, inner before
/// outer, then what is put between, then what begins, outer before inner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    Close { from_end_of_start: u32, inner: u8 },
    Between,
    Open { from_end_of_end: u32, outer: u8 },
}

#[derive(Debug, Default)]
pub struct Edits {
    edits: Vec<(u32, Order, Fragment)>,
}

impl Edits {
    pub fn insert(&mut self, at: u32, fragment: Fragment) {
        self.edits.push((at, Order::Between, fragment));
    }

    /// Puts `open` before and `close` behind a stretch. Of two wraps of one stretch the one with
    /// the smaller `level` is inside.
    pub fn wrap(&mut self, span: Span, level: u8, mut open: Fragment, close: Fragment) {
        if span.is_empty() {
            open.append(close);
            return self.insert(span.lo, open);
        }
        let outer = u8::MAX - level;
        let opening = Order::Open { from_end_of_end: u32::MAX - span.hi, outer };
        let closing = Order::Close { from_end_of_start: u32::MAX - span.lo, inner: level };
        self.edits.push((span.lo, opening, open));
        self.edits.push((span.hi, closing, close));
    }

    /// The edited text.
    pub fn apply(mut self, text: &[u8]) -> (Vec<u8>, Inserted) {
        self.edits.sort_by_key(|(at, order, _)| (*at, *order));
        let mut edited = Vec::with_capacity(text.len());
        let mut pieces = Vec::new();
        let mut copied = 0;
        for (at, _, fragment) in self.edits {
            edited.extend_from_slice(&text[copied as usize..at as usize]);
            copied = at;
            let start = edited.len() as u32;
            edited.extend_from_slice(fragment.text.as_bytes());
            let span = Span::new(start, edited.len() as u32);
            pieces.push(Piece { span, original: at, expressions: fragment.expressions });
        }
        edited.extend_from_slice(&text[copied as usize..]);
        (edited, Inserted { pieces })
    }
}

#[derive(Debug)]
struct Piece {
    /// In the edited text.
    span: Span,
    /// The offset in the original text where it was put.
    original: u32,
    expressions: Vec<(Range<u32>, usize)>,
}

/// What was inserted where, in the order of the text.
#[derive(Debug, Default)]
pub struct Inserted {
    pieces: Vec<Piece>,
}

/// What a stretch of the edited text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mapped {
    /// This stretch of the original text.
    Original(Span),
    /// Part of what was inserted; of the user's expression with this id, if it is one.
    Inserted { expression: Option<(usize, Span)> },
}

impl Inserted {
    /// The stretches of the edited text that were not in the original one.
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        self.pieces.iter().map(|piece| piece.span)
    }

    /// The user's expressions, with their ids.
    pub fn expressions(&self) -> impl Iterator<Item = (usize, Span)> {
        self.pieces.iter().flat_map(|piece| {
            let at = |range: &Range<u32>| {
                Span::new(piece.span.lo + range.start, piece.span.lo + range.end)
            };
            piece.expressions.iter().map(move |(range, id)| (*id, at(range)))
        })
    }

    /// Where an offset of the original text stands, before all that was put there.
    pub fn edited_offset(&self, original: u32) -> u32 {
        let before = self.pieces.iter().take_while(|piece| piece.original < original);
        original + before.map(|piece| piece.span.hi - piece.span.lo).sum::<u32>()
    }

    pub fn map(&self, span: Span) -> Mapped {
        let index = self.pieces.partition_point(|piece| piece.span.hi <= span.lo);
        if let Some(piece) = self.pieces.get(index)
            && piece.span.lo <= span.lo
            && span.hi <= piece.span.hi
        {
            let offset = span.lo - piece.span.lo;
            let expression = piece
                .expressions
                .iter()
                .find(|(range, _)| range.start <= offset && span.hi - piece.span.lo <= range.end);
            let part = expression.map(|(range, id)| {
                (*id, Span::new(offset - range.start, span.hi - piece.span.lo - range.start))
            });
            // What is around one expression belongs to it as well.
            let whole = piece
                .expressions
                .iter()
                .find(|(range, _)| offset <= range.start && range.end <= span.hi - piece.span.lo);
            let whole = whole.map(|(range, id)| (*id, Span::new(0, range.end - range.start)));
            let expression = part.or(whole);
            return Mapped::Inserted { expression };
        }
        Mapped::Original(self.original_span(span))
    }

    /// The original stretch; of what was inserted, the place where it was put.
    pub fn original_span(&self, span: Span) -> Span {
        let lo = self.original(span.lo);
        Span::new(lo, self.original(span.hi).max(lo))
    }

    /// The original offset; of what was inserted, the place where it was put.
    fn original(&self, offset: u32) -> u32 {
        let index = self.pieces.partition_point(|piece| piece.span.lo <= offset);
        match index.checked_sub(1).map(|index| &self.pieces[index]) {
            None => offset,
            Some(piece) if offset < piece.span.hi => piece.original,
            Some(piece) => piece.original + (offset - piece.span.hi),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fragment(text: &str) -> Fragment {
        Fragment::new(text)
    }

    #[test]
    fn wraps_nest_where_they_meet() {
        let mut edits = Edits::default();
        // f(g())
        edits.wrap(Span::new(2, 5), 0, fragment("<"), fragment(">"));
        edits.wrap(Span::new(2, 5), 1, fragment("["), fragment("]"));
        edits.wrap(Span::new(0, 6), 0, fragment("{"), fragment("}"));
        edits.insert(0, fragment("x;"));
        edits.wrap(Span::at(6), 0, fragment("1"), fragment("2"));
        let (text, _) = edits.apply(b"f(g())");
        assert_eq!(String::from_utf8(text).unwrap(), "x;{f([<g()>])}12");
    }

    #[test]
    fn the_way_back() {
        let mut edits = Edits::default();
        let mut check = fragment("inv");
        check.push_expression(7, "a + b");
        check.push(", ");
        edits.insert(3, check);
        let (text, inserted) = edits.apply(b"if(c) d;");
        assert_eq!(String::from_utf8_lossy(&text), "if(inv(a + b), c) d;");
        let map = |lo, hi| inserted.map(Span::new(lo, hi));
        assert_eq!(map(0, 2), Mapped::Original(Span::new(0, 2)));
        assert_eq!(map(15, 16), Mapped::Original(Span::new(3, 4)));
        assert_eq!(map(11, 12), Mapped::Inserted { expression: Some((7, Span::new(4, 5))) });
        assert_eq!(map(3, 13), Mapped::Inserted { expression: Some((7, Span::new(0, 5))) });
        assert_eq!(map(3, 6), Mapped::Inserted { expression: None });
        // The comma expression, of which the check is a part.
        assert_eq!(map(3, 16), Mapped::Original(Span::new(3, 4)));
        assert_eq!(map(18, 20), Mapped::Original(Span::new(6, 8)));
        assert_eq!(inserted.expressions().collect::<Vec<_>>(), [(7, Span::new(7, 12))]);
        assert_eq!([3, 4, 6].map(|at| inserted.edited_offset(at)), [3, 16, 18]);
    }
}
