//! Between offsets of the buffer and the lines and columns of the user's files.
//!
//! A `.i` file is its own text, whatever its line markers say: the field counts its lines as they
//! stand. A `.c` file went through the preprocessor: its lines are those that the line markers name,
//! its columns those of the text that the user wrote ([`Source::written_column`]). A column that fits
//! nothing is forgiven as long as only one place in the line can be meant and the line is that long:
//! other tools count the columns of what their preprocessor made.
//!
//! A program may have several texts. What a place names is a line of a file, which several of them may
//! have read: then it stands in each. Which file is meant is said in [`meant`](crate::meant).

use std::collections::BTreeMap;
use std::sync::Arc;

use source::{Origin, Part, Position, Source, Span};

use crate::file_names::{Meant, is_read_as_it_is, is_same_path, meant, n_components, plain_path};

#[derive(Debug)]
pub struct Positions<'s> {
    source: &'s Source,
    /// Lines of each file, by its plain path, each with the buffer lines that stand for it.
    lines: BTreeMap<(Arc<str>, u32), Vec<usize>>,
    /// The files that the program was given as.
    given: Vec<Arc<str>>,
    /// The files that were read besides.
    others: Vec<Arc<str>>,
}

/// A place as a witness names it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'n> {
    pub file: &'n str,
    pub line: u32,
    pub column: Option<u32>,
}

impl<'s> Positions<'s> {
    /// Of the user's texts, once their line markers have been read.
    pub fn of(source: &'s Source) -> Self {
        let users = || source.parts().iter().filter(|part| part.origin == Origin::User);
        let mut lines: BTreeMap<(Arc<str>, u32), Vec<usize>> = BTreeMap::new();
        let mut plain: BTreeMap<Arc<str>, Arc<str>> = BTreeMap::new();
        for part in users() {
            let first = source.buffer_line(part.span.lo);
            for index in first..=source.buffer_line(part.span.hi) {
                let lo = source.buffer_line_span(index).lo;
                // The end of a text may be the beginning of the next one.
                if index > first && source.part(lo).span != part.span {
                    break;
                }
                let (file, line) = line_of(source, part, lo);
                let plain =
                    plain.entry(file).or_insert_with_key(|file| plain_path(file).into()).clone();
                lines.entry((plain, line)).or_default().push(index);
            }
        }
        let given: Vec<Arc<str>> = users().map(|part| part.name.clone()).collect();
        let mut others: Vec<Arc<str>> = Vec::new();
        for file in plain.into_keys() {
            let is_known = |known: &Arc<str>| is_same_path(known, &file);
            if !given.iter().chain(&others).any(is_known) {
                others.push(file);
            }
        }
        Self { source, lines, given, others }
    }

    /// Where an offset stands.
    pub fn locate(&self, offset: u32) -> Position {
        let part = self.source.part(offset);
        if is_read_as_it_is(&part.name) {
            let (file, line) = line_of(self.source, part, offset);
            let column = self.source.position(offset).column;
            return Position { file, line, column };
        }
        let mut position = self.source.position(offset);
        position.column = self.source.written_column(offset).unwrap_or(position.column);
        position
    }

    /// Which file of the program a name means: one that it was given as before one that was read
    /// besides, unless all of a path fits the latter.
    pub fn file(&self, named: &str) -> Meant<&Arc<str>> {
        let mut others = self.others.iter();
        if n_components(named) > 1
            && let Some(other) = others.find(|other| is_same_path(named, other))
            && !self.given.iter().any(|given| is_same_path(named, given))
        {
            return Meant::One(other);
        }
        match meant(named, &self.given) {
            Meant::Nothing => meant(named, &self.others),
            found => found,
        }
    }

    /// Does an offset lie in the line that is named?
    pub fn is_in_line(&self, named: Named<'_>, offset: u32) -> bool {
        self.lines(named).iter().any(|line| line.lo <= offset && offset <= line.hi)
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
        let lines = self.lines(named);
        let read = lines.iter().map(|it| self.source.position(it.hi).column).max();
        // A column just behind the line is one of it.
        let written = |line: &Span| {
            let is_written = !is_read_as_it_is(&self.source.part(line.lo).name);
            let text = self.source.written_line(&self.source.position(line.lo));
            text.filter(|_| is_written)
                .map(|it| String::from_utf8_lossy(it).chars().count() as u32 + 1)
        };
        let written = lines.iter().filter_map(written).max();
        (1..=read.max(written).unwrap_or(0)).contains(&column)
    }

    /// The lines of the buffer that stand for a line.
    pub fn lines(&self, named: Named<'_>) -> Vec<Span> {
        let Meant::One(file) = self.file(named.file) else { return Vec::new() };
        let lines = self.lines.get(&(plain_path(file).into(), named.line));
        lines.into_iter().flatten().map(|index| self.source.buffer_line_span(*index)).collect()
    }
}

/// The file and line that the line of an offset counts as.
fn line_of(source: &Source, part: &Part, offset: u32) -> (Arc<str>, u32) {
    if is_read_as_it_is(&part.name) {
        let n_before = source.buffer_line(offset) - source.buffer_line(part.span.lo);
        return (part.name.clone(), n_before as u32 + 1);
    }
    let position = source.position(offset);
    (position.file, position.line)
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
        let preprocessed = Positions::of(&source);
        let mut as_it_is = Source::new("a.i", text.to_vec());
        c_syntax::parse(&mut as_it_is);
        let buffer = Positions::of(&as_it_is);
        assert_eq!(preprocessed.locate(z).to_string(), "a.c:9:5");
        assert_eq!(buffer.locate(z).to_string(), "a.i:6:5");
        assert_eq!(preprocessed.pick(at("a.c", 9, Some(5)), &[4, z]), [1]);
        assert_eq!(preprocessed.pick(at("x/a.c", 9, Some(5)), &[4, z]), [1]);
        assert!(preprocessed.pick(at("a.c", 3, None), &[4, z]).is_empty());
        assert!(preprocessed.pick(at("b.h", 9, None), &[4, z]).is_empty());
        assert_eq!(preprocessed.file("b.h"), Meant::One(&"b.h".into()));
        assert_eq!(preprocessed.file("c.h"), Meant::Nothing);
        assert_eq!(buffer.file("b.h"), Meant::Nothing);
        assert_eq!(buffer.pick(at("a.c", 6, None), &[4, z]), [1]);
    }

    #[test]
    fn a_wrong_column_is_forgiven_where_one_place_is_meant() {
        let source = Source::new("a.i", b"f(); g();\nh();\n".to_vec());
        let positions = Positions::of(&source);
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
        let positions = Positions::of(&source);
        let offset = 10 + 8;
        assert_eq!(positions.locate(offset).to_string(), "a.c:1:12");
        assert_eq!(positions.pick(at("a.c", 1, Some(12)), &[offset]), [0]);
    }

    #[test]
    fn every_text_has_its_own_lines() {
        let mut source = Source::new("x/a.c", b"# 1 \"x/a.c\"\nint x;\n".to_vec());
        let markers = &b"# 1 \"y/../x/h.h\"\nint h;\n# 2 \"y/a.c\"\nint y;\n"[..];
        let more = [("y/a.c".into(), markers), ("b.i".into(), &b"int b;\nint z;"[..])];
        assert!(source.append(more, Origin::User));
        assert!(source.append([("m.c".into(), &b"int m;"[..])], Origin::Model));
        let mut symbols = source::Symbols::new();
        for part in 0..source.parts().len() {
            symbols = c_syntax::parse_part(&mut source, part, symbols).0.symbols;
        }
        let offset = |name: &str| {
            let at = String::from_utf8_lossy(source.text()).find(&format!("int {name}"));
            at.unwrap() as u32
        };
        let positions = Positions::of(&source);
        let places =
            [("x", "x/a.c:1:1"), ("y", "y/a.c:2:1"), ("h", "y/../x/h.h:1:1"), ("z", "b.i:2:1")];
        for (name, place) in places {
            assert_eq!(positions.locate(offset(name)).to_string(), place);
        }
        let offsets = ["x", "h", "y", "z"].map(offset);
        let pick = |file, line| positions.pick(at(file, line, Some(1)), &offsets);
        assert_eq!(pick("x/a.c", 1), [0]);
        assert_eq!(pick("/srv/y/a.c", 2), [2]);
        assert!(pick("a.c", 1).is_empty() && pick("m.c", 1).is_empty());
        assert_eq!(pick("h.h", 1), [1]);
        assert_eq!(pick("b.c", 2), [3]);
        assert!(pick("b.i", 3).is_empty());
        assert!(matches!(positions.file("a.c"), Meant::Several(both) if both.len() == 2));
        assert_eq!(positions.file("m.c"), Meant::Nothing);
    }
}
