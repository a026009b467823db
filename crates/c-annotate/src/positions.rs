//! Between offsets of the buffer and the lines and columns of the user's files.
//!
//! A `.i` file is its own text, whatever its line markers say: the field counts its lines as they
//! stand. A `.c` file went through the preprocessor: its lines are those that the line markers name,
//! its columns those of the text that the user wrote ([`Source::written_column`]). A column that fits
//! nothing is forgiven as long as only one place in the line can be meant and the line is that long:
//! other tools count the columns of what their preprocessor made.

use std::collections::BTreeMap;
use std::sync::Arc;

use source::{Position, Source, Span};

/// How lines are counted.
#[derive(Debug)]
enum Counting {
    Buffer,
    /// Lines of each file, each with the buffer lines that stand for it.
    Markers(BTreeMap<(Arc<str>, u32), Vec<usize>>),
}

#[derive(Debug)]
pub struct Positions<'s> {
    source: &'s Source,
    counting: Counting,
}

/// A place as a witness names it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'n> {
    pub file: &'n str,
    pub line: u32,
    pub column: Option<u32>,
}

impl<'s> Positions<'s> {
    /// Of a text that is what the user wrote.
    pub fn of_buffer(source: &'s Source) -> Self {
        Self { source, counting: Counting::Buffer }
    }

    /// Of a text that was made by the preprocessor, once its line markers have been read.
    pub fn of_preprocessed(source: &'s Source) -> Self {
        let mut lines: BTreeMap<(Arc<str>, u32), Vec<usize>> = BTreeMap::new();
        for index in 0..source.n_buffer_lines() {
            let position = source.position(source.buffer_line_span(index).lo);
            lines.entry((position.file, position.line)).or_default().push(index);
        }
        Self { source, counting: Counting::Markers(lines) }
    }

    /// Where an offset stands.
    pub fn locate(&self, offset: u32) -> Position {
        match &self.counting {
            Counting::Markers(_) => {
                let mut position = self.source.position(offset);
                position.column = self.source.written_column(offset).unwrap_or(position.column);
                position
            }
            Counting::Buffer => {
                let line = self.source.buffer_line(offset);
                let column = offset - self.source.buffer_line_span(line).lo + 1;
                Position { file: self.source.name().clone(), line: line as u32 + 1, column }
            }
        }
    }

    /// Does any text of the program come from this file?
    pub fn knows(&self, file: &str) -> bool {
        match &self.counting {
            Counting::Buffer => stem(file) == stem(self.source.name()),
            Counting::Markers(lines) => {
                is_same(file, self.source.name())
                    || lines.keys().any(|(known, _)| is_same(file, known))
            }
        }
    }

    /// Which of the offsets, in the order of the text, a place means. Several where a macro made
    /// copies of what the user wrote once.
    pub fn pick(&self, named: Named<'_>, offsets: &[u32]) -> Vec<usize> {
        let lines = self.lines(named);
        let in_line = |offset: u32| lines.iter().any(|it| it.lo <= offset && offset <= it.hi);
        let fitting = offsets.iter().enumerate().filter(|(_, offset)| in_line(**offset));
        let fitting: Vec<(usize, u32)> = fitting.map(|(index, &offset)| (index, offset)).collect();
        let Some(column) = named.column else {
            return fitting.first().map(|(index, _)| *index).into_iter().collect();
        };
        let with = |found: &dyn Fn(u32) -> u32| -> Vec<usize> {
            let exact = fitting.iter().filter(|(_, offset)| found(*offset) == column);
            exact.map(|(index, _)| *index).collect()
        };
        let exact = with(&|offset| self.locate(offset).column);
        if !exact.is_empty() {
            return self.first_of_each_text(exact, offsets);
        }
        let of_buffer = with(&|offset| self.source.position(offset).column);
        if let Some(first) = of_buffer.first() {
            return vec![*first];
        }
        let is_unique = fitting.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let forgiven = fitting.first().filter(|_| is_unique && self.has_column(named, column));
        forgiven.map(|(index, _)| *index).into_iter().collect()
    }

    /// Of several places at one offset the first is meant.
    fn first_of_each_text(&self, mut found: Vec<usize>, offsets: &[u32]) -> Vec<usize> {
        found.dedup_by_key(|index| offsets[*index]);
        found
    }

    /// Is a line that long, as it was written or as it is read?
    pub fn has_column(&self, named: Named<'_>, column: u32) -> bool {
        let read = self.lines(named).into_iter().map(|it| it.hi - it.lo + 1).max();
        // A column just behind the line is one of it.
        let written = match &self.counting {
            Counting::Markers(lines) => {
                let files = lines
                    .keys()
                    .filter(|(file, line)| *line == named.line && is_same(named.file, file));
                let position =
                    |file: &Arc<str>| Position { file: file.clone(), line: named.line, column: 1 };
                let text = |(file, _): &(Arc<str>, u32)| self.source.written_line(&position(file));
                files.filter_map(text).map(|line| line.len() as u32 + 1).max()
            }
            Counting::Buffer => None,
        };
        (1..=read.max(written).unwrap_or(0)).contains(&column)
    }

    /// The lines of the buffer that stand for a line.
    pub fn lines(&self, named: Named<'_>) -> Vec<Span> {
        let buffer_lines: Vec<usize> = match &self.counting {
            Counting::Buffer => {
                let index = named.line.wrapping_sub(1) as usize;
                let exists = index < self.source.n_buffer_lines() && self.knows(named.file);
                exists.then_some(index).into_iter().collect()
            }
            Counting::Markers(lines) => {
                let of = |file: &Arc<str>| lines.get(&(file.clone(), named.line));
                match is_same(named.file, self.source.name()) {
                    true => of(self.source.name()).cloned().unwrap_or_default(),
                    false => lines
                        .iter()
                        .filter(|((file, line), _)| {
                            *line == named.line && is_same(named.file, file)
                        })
                        .flat_map(|(_, found)| found.iter().copied())
                        .collect(),
                }
            }
        };
        buffer_lines.into_iter().map(|index| self.source.buffer_line_span(index)).collect()
    }
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn stem(path: &str) -> &str {
    base(path).rsplit_once('.').map_or(base(path), |(stem, _)| stem)
}

/// Witnesses name files as they were called where the witness was made; the folder says nothing.
fn is_same(named: &str, known: &str) -> bool {
    named == known || base(named) == base(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(file: &str, line: u32, column: Option<u32>) -> Named<'_> {
        Named { file, line, column }
    }

    #[test]
    fn markers_count_only_for_what_was_preprocessed() {
        let text = b"# 7 \"a.c\"\nint x;\n# 3 \"b.h\"\nint y;\n# 9 \"a.c\"\nint z;\n";
        let mut source = Source::new("a.c", text.to_vec());
        c_syntax::parse(&mut source);
        let z = text.iter().position(|&byte| byte == b'z').unwrap() as u32;
        let preprocessed = Positions::of_preprocessed(&source);
        let buffer = Positions::of_buffer(&source);
        assert_eq!(preprocessed.locate(z).to_string(), "a.c:9:5");
        assert_eq!(buffer.locate(z).to_string(), "a.c:6:5");
        assert_eq!(preprocessed.pick(at("a.c", 9, Some(5)), &[4, z]), [1]);
        assert_eq!(preprocessed.pick(at("x/a.c", 9, Some(5)), &[4, z]), [1]);
        assert!(preprocessed.pick(at("a.c", 3, None), &[4, z]).is_empty());
        assert!(preprocessed.pick(at("b.h", 9, None), &[4, z]).is_empty());
        assert!(preprocessed.knows("b.h") && !preprocessed.knows("c.h"));
        assert_eq!(buffer.pick(at("a.c", 6, None), &[4, z]), [1]);
    }

    #[test]
    fn a_wrong_column_is_forgiven_where_one_place_is_meant() {
        let source = Source::new("a.i", b"f(); g();\nh();\n".to_vec());
        let positions = Positions::of_buffer(&source);
        let pick = |line, column| positions.pick(at("a.i", line, column), &[0, 5, 10]);
        assert_eq!(pick(1, Some(6)), [1]);
        assert!(pick(1, Some(3)).is_empty());
        assert_eq!(pick(2, Some(3)), [2]);
        assert!(pick(2, Some(30)).is_empty(), "the line is not that long");
        assert_eq!(pick(1, None), [0]);
        assert!(pick(99, None).is_empty() && pick(0, None).is_empty());
    }

    #[test]
    fn columns_are_those_that_were_written() {
        let mut source = Source::new("a.c", b"# 1 \"a.c\"\nint x = f();\n".to_vec());
        c_syntax::parse(&mut source);
        source.keep_written("a.c", b"int   x =  f();\n");
        let positions = Positions::of_preprocessed(&source);
        let offset = 10 + 8;
        assert_eq!(positions.locate(offset).to_string(), "a.c:1:12");
        assert_eq!(positions.pick(at("a.c", 1, Some(12)), &[offset]), [0]);
    }
}
