//! Diagnostics as rustc prints them: code, excerpt, carets, notes.
//!
//! The drawing itself is done by `annotate-snippets`. Two things are ours: an excerpt is cut
//! out of the buffer around the labels, since a driver has megabytes and the library scans all
//! it is given; and line numbers and the file name are those of the line markers. Labels that
//! are near each other in one file share an excerpt, as in rustc's messages; others, and those
//! on enormous lines or beside bytes that are no text, get one each.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::{Diagnostic, Label, Severity, Source, Span, Written};

/// Whether the output goes to something that understands colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Styling {
    Plain,
    Coloured,
}

/// A line longer than this is shown only around the label: machine-written inputs have lines
/// of a megabyte.
const MAX_EXCERPT: u32 = 400;

/// Labels further apart than this are shown in excerpts of their own.
const MAX_SHARED: u32 = 20_000;

/// One diagnostic as text, without a final line end.
pub fn render(source: &Source, diagnostic: &Diagnostic, styling: Styling) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let excerpts = excerpts(source, diagnostic);
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code));
    for excerpt in &excerpts {
        let mut snippet =
            Snippet::source(&excerpt.text).path(&*excerpt.file).line_start(excerpt.line);
        for mark in &excerpt.marks {
            let annotation = mark.kind.span(mark.range.clone());
            let text = &mark.label.text;
            snippet = snippet.annotation(if text.is_empty() {
                annotation
            } else {
                annotation.label(text)
            });
        }
        group = group.element(snippet);
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note));
    }
    for help in &diagnostic.helps {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = match styling {
        Styling::Plain => Renderer::plain(),
        Styling::Coloured => Renderer::styled(),
    };
    let mut text = renderer.render(&[group]).to_string();
    // Of a line that is cut, the library counts the columns that are left.
    for excerpt in &excerpts {
        if let (Some(column), [mark]) = (excerpt.column, &excerpt.marks[..]) {
            let before = excerpt.text[..mark.range.start].chars().count();
            let place = |column: usize| format!("{}:{}:{column}", excerpt.file, excerpt.line);
            text = text.replacen(&place(before + 1), &place(column), 1);
        }
    }
    text
}

/// A stretch of the user's file with marks in it.
struct Excerpt<'d> {
    file: String,
    line: usize,
    text: String,
    /// Where its only mark stands in the whole line, if the text does not begin with that line.
    column: Option<usize>,
    marks: Vec<Mark<'d>>,
}

/// A label and the bytes of the excerpt's text that it stands at.
struct Mark<'d> {
    kind: AnnotationKind,
    label: &'d Label,
    range: std::ops::Range<usize>,
}

fn excerpts<'d>(source: &Source, diagnostic: &'d Diagnostic) -> Vec<Excerpt<'d>> {
    let labels: Vec<_> = std::iter::once((AnnotationKind::Primary, &diagnostic.primary))
        .chain(diagnostic.secondary.iter().map(|label| (AnnotationKind::Context, label)))
        .collect();
    match Excerpt::around_all(source, &labels) {
        Some(shared) => vec![shared],
        None => {
            labels.into_iter().map(|(kind, label)| Excerpt::around(source, kind, label)).collect()
        }
    }
}

impl<'d> Excerpt<'d> {
    /// The lines from the first label to the last, if they are one piece of one file.
    fn around_all(source: &Source, labels: &[(AnnotationKind, &'d Label)]) -> Option<Self> {
        if labels.iter().any(|(_, label)| source.written(label.span).is_some()) {
            return None;
        }
        let end = source.text().len() as u32;
        let line_of = |label: &Label| source.buffer_line(label.span.lo.min(end));
        let first = labels.iter().map(|(_, label)| line_of(label)).min()?;
        let last = labels.iter().map(|(_, label)| line_of(label)).max()?;
        let span = source.buffer_line_span(first).to(source.buffer_line_span(last));
        if span.hi - span.lo > MAX_SHARED {
            return None;
        }
        let start = source.position(span.lo);
        let is_one_piece = (first..=last).all(|line| {
            let line_span = source.buffer_line_span(line);
            let position = source.position(line_span.lo);
            line_span.hi - line_span.lo <= MAX_EXCERPT
                && position.file == start.file
                && position.line as usize == start.line as usize + (line - first)
        });
        if !is_one_piece {
            return None;
        }
        let text = std::str::from_utf8(&source.text()[span.lo as usize..span.hi as usize]).ok()?;
        let marks = labels.iter().map(|&(kind, label)| {
            let lo = label.span.lo.min(end);
            let line_end = source.buffer_line_span(source.buffer_line(lo)).hi.max(lo);
            let hi = label.span.hi.clamp(lo, line_end);
            let range = (lo - span.lo) as usize..(hi - span.lo) as usize;
            Mark { kind, label, range }
        });
        let marks: Vec<Mark> = marks.collect();
        let is_whole = |mark: &Mark| {
            text.is_char_boundary(mark.range.start) && text.is_char_boundary(mark.range.end)
        };
        if !marks.iter().all(is_whole) {
            return None;
        }
        let mut shown = text.trim_end_matches('\r').to_owned();
        if shown.ends_with('\n') {
            // The end of the file is on a line of its own; without anything on it, the drawing
            // library takes it for the end of the line before.
            shown.push(' ');
        }
        let (file, line) = (start.shown_file().into_owned(), start.line as usize);
        Some(Self { file, line, text: shown, column: None, marks })
    }

    /// The line of a span's start, as the user knows it, and the span within it.
    fn around(source: &Source, kind: AnnotationKind, label: &'d Label) -> Self {
        let end = source.text().len() as u32;
        let lo = label.span.lo.min(end);
        let position = source.position(lo);
        if let Some(Written { line, range }) = source.written(label.span)
            && line.len() <= MAX_EXCERPT as usize
        {
            let (file, number) = (position.shown_file().into_owned(), position.line as usize);
            let marks = vec![Mark { kind, label, range }];
            return Self { file, line: number, text: line, column: None, marks };
        }
        let line = source.buffer_line_span(source.buffer_line(lo));
        let shown = Span::new(
            line.lo.max(lo.saturating_sub(MAX_EXCERPT / 4)),
            line.hi.min(lo.saturating_add(MAX_EXCERPT)).max(lo),
        );
        let hi = label.span.hi.clamp(lo, shown.hi);
        // Replacing bytes that are not UTF-8 changes lengths, so each part is converted alone.
        let is_cut = shown.lo > line.lo;
        let cut = if is_cut { "..." } else { "" };
        let before = cut.to_owned() + &source.excerpt(Span::new(shown.lo, lo));
        let marked = source.excerpt(Span::new(lo, hi)).into_owned();
        let after = source.excerpt(Span::new(hi, shown.hi));
        let range = before.len()..before.len() + marked.len();
        Self {
            file: position.shown_file().into_owned(),
            line: position.line as usize,
            text: before + &marked + after.trim_end_matches('\r'),
            column: is_cut.then(|| source.shown_position(label.span).column as usize),
            marks: vec![Mark { kind, label, range }],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_like_rustc() {
        let source = Source::new("a.c", b"int main() {\n  return cuont;\n}\n".to_vec());
        let diagnostic = Diagnostic::error("E0201", Span::new(22, 27), "unknown name `cuont`")
            .label("not declared here")
            .help("did you mean `count`?");
        let text = render(&source, &diagnostic, Styling::Plain);
        assert_eq!(
            text,
            "error[E0201]: unknown name `cuont`\n \
             --> a.c:2:10\n  |\n2 |   return cuont;\n  |          ^^^^^ not declared here\n  |\n  \
             = help: did you mean `count`?"
        );
    }

    #[test]
    fn labels_of_one_file_share_an_excerpt() {
        let source = Source::new("a.c", b"int f(\n\n\n\n\nint x;\n".to_vec());
        let diagnostic = Diagnostic::error("E0110", Span::new(16, 17), "expected `)`, found `;`")
            .label("expected `)`")
            .also(Span::new(5, 6), "to close this `(`");
        let text = render(&source, &diagnostic, Styling::Plain);
        assert_eq!(
            text,
            "error[E0110]: expected `)`, found `;`\n \
             --> a.c:6:6\n  |\n1 | int f(\n  |      - to close this `(`\n...\n\
             6 | int x;\n  |      ^ expected `)`"
        );
    }

    #[test]
    fn the_end_of_the_file_is_after_its_last_line() {
        let source = Source::new("a.c", b"{\n1\n".to_vec());
        let diagnostic = Diagnostic::error("E0110", Span::at(4), "expected `}`")
            .label("expected `}`")
            .also(Span::new(0, 1), "to close this `{`");
        let text = render(&source, &diagnostic, Styling::Plain);
        assert!(text.contains("--> a.c:3:1"), "{text}");
    }

    #[test]
    fn labels_of_different_files_do_not() {
        let mut source = Source::new("a.i", b"int a;\nint b;\n".to_vec());
        source.add_marker(crate::LineMarker { offset: 7, line: 2, file: "b.h".into() });
        let diagnostic =
            Diagnostic::error("E0200", Span::new(4, 5), "twice").also(Span::new(11, 12), "first");
        let text = render(&source, &diagnostic, Styling::Plain);
        assert!(text.contains("--> a.i:1:5") && text.contains("::: b.h:2:5"), "{text}");
    }

    #[test]
    fn a_line_that_is_cut_keeps_its_columns() {
        let text = format!("int a;{}x\n", " ".repeat(2000));
        let source = Source::new("a.c", text.into_bytes());
        let diagnostic = Diagnostic::error("E0201", Span::new(2006, 2007), "unknown name `x`");
        let text = render(&source, &diagnostic, Styling::Plain);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("error[E0201]: unknown name `x`"));
        assert_eq!(lines.next(), Some(" --> a.c:1:2007"));
        assert_eq!(lines.next(), Some("  |"));
        assert!(lines.next().is_some_and(|line| line.starts_with("1 | ...")), "{text}");
    }

    #[test]
    fn any_bytes_and_any_span_render() {
        let source = Source::new("b.c", vec![0xff, b'\n', 0x80, 0xc3, 0xa4, 0, b'\r', b'\n']);
        for lo in 0..10 {
            for hi in 0..10 {
                let diagnostic = Diagnostic::error("E0001", Span::new(lo, hi), "odd bytes")
                    .also(Span::new(hi, lo), "the other way round");
                assert!(!render(&source, &diagnostic, Styling::Plain).is_empty());
            }
        }
    }
}
