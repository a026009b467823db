//! Between offsets of the buffer and the lines and columns of the user's file.
//!
//! A `.i` file is its own text, whatever its line markers say: the field counts its lines as they
//! stand. A `.c` file went through the preprocessor, and its lines are those that the line
//! markers name. Columns are those of the preprocessed line; where a macro stood before a place
//! they differ from the user's, so a column that fits nothing is forgiven as long as only one
//! place in the line can be meant.

use std::collections::BTreeMap;

use source::{Position, Source, Span};

/// How lines are counted.
#[derive(Debug)]
enum Counting {
    Buffer,
    /// Lines of the file with the buffer's name, each with the buffer lines that stand for it.
    Markers(BTreeMap<u32, Vec<usize>>),
}

#[derive(Debug)]
pub struct Positions<'s> {
    source: &'s Source,
    counting: Counting,
}

impl<'s> Positions<'s> {
    /// Of a text that is what the user wrote.
    pub fn of_buffer(source: &'s Source) -> Self {
        Self { source, counting: Counting::Buffer }
    }

    /// Of a text that was made by the preprocessor, once its line markers have been read.
    pub fn of_preprocessed(source: &'s Source) -> Self {
        let mut lines: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for index in 0..source.n_buffer_lines() {
            let position = source.position(source.buffer_line_span(index).lo);
            if position.file == *source.name() {
                lines.entry(position.line).or_default().push(index);
            }
        }
        Self { source, counting: Counting::Markers(lines) }
    }

    /// Where an offset stands.
    pub fn locate(&self, offset: u32) -> Position {
        match &self.counting {
            Counting::Markers(_) => self.source.position(offset),
            Counting::Buffer => {
                let line = self.source.buffer_line(offset);
                let column = offset - self.source.buffer_line_span(line).lo + 1;
                Position { file: self.source.name().clone(), line: line as u32 + 1, column }
            }
        }
    }

    /// Which of the offsets, in the order of the text, a line and column mean.
    pub fn pick(&self, line: u32, column: Option<u32>, offsets: &[u32]) -> Option<usize> {
        let lines = self.lines(line);
        let in_line = |offset: u32| lines.iter().any(|it| it.lo <= offset && offset <= it.hi);
        let mut fitting = offsets.iter().enumerate().filter(|(_, offset)| in_line(**offset));
        let Some(column) = column else { return fitting.next().map(|(index, _)| index) };
        let fitting: Vec<(usize, u32)> = fitting.map(|(index, &offset)| (index, offset)).collect();
        let exact = fitting.iter().find(|(_, offset)| self.locate(*offset).column == column);
        let is_unique = fitting.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let found = exact.or_else(|| fitting.first().filter(|_| is_unique));
        found.map(|(index, _)| *index)
    }

    fn lines(&self, line: u32) -> Vec<Span> {
        let buffer_lines = match &self.counting {
            Counting::Buffer => {
                let index = line.saturating_sub(1) as usize;
                if index < self.source.n_buffer_lines() { vec![index] } else { Vec::new() }
            }
            Counting::Markers(lines) => lines.get(&line).cloned().unwrap_or_default(),
        };
        buffer_lines.into_iter().map(|index| self.source.buffer_line_span(index)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_count_only_for_what_was_preprocessed() {
        let text = b"# 7 \"a.c\"\nint x;\n# 3 \"b.h\"\nint y;\n# 9 \"a.c\"\nint z;\n";
        let mut source = Source::new("a.c", text.to_vec());
        c_syntax::parse(&mut source);
        let z = text.iter().position(|&byte| byte == b'z').unwrap() as u32;
        assert_eq!(Positions::of_preprocessed(&source).locate(z).to_string(), "a.c:9:5");
        assert_eq!(Positions::of_buffer(&source).locate(z).to_string(), "a.c:6:5");
        assert_eq!(Positions::of_preprocessed(&source).pick(9, Some(5), &[4, z]), Some(1));
        assert_eq!(Positions::of_preprocessed(&source).pick(3, None, &[4, z]), None);
        assert_eq!(Positions::of_buffer(&source).pick(6, None, &[4, z]), Some(1));
    }

    #[test]
    fn a_wrong_column_is_forgiven_where_one_place_is_meant() {
        let source = Source::new("a.i", b"f(); g();\nh();\n".to_vec());
        let positions = Positions::of_buffer(&source);
        assert_eq!(positions.pick(1, Some(6), &[0, 5, 10]), Some(1));
        assert_eq!(positions.pick(1, Some(3), &[0, 5, 10]), None);
        assert_eq!(positions.pick(2, Some(3), &[0, 5, 10]), Some(2));
        assert_eq!(positions.pick(1, None, &[0, 5, 10]), Some(0));
        assert_eq!(positions.pick(99, None, &[0, 5, 10]), None);
    }
}
