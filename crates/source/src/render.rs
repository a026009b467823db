//! Diagnostics as rustc prints them: code, excerpt, carets, notes.
//!
//! The drawing itself is done by `annotate-snippets`. Two things are ours: an excerpt is cut
//! out of the buffer around the labels, since a driver has megabytes and the library scans all
//! it is given; and line numbers and the file name are those of the line markers.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::{Diagnostic, Severity, Source, Span};

/// Whether the output goes to something that understands colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Styling {
    Plain,
    Coloured,
}

/// A line longer than this is shown only around the label: machine-written inputs have lines
/// of a megabyte.
const MAX_EXCERPT: u32 = 400;

/// One diagnostic as text, without a final line end.
pub fn render(source: &Source, diagnostic: &Diagnostic, styling: Styling) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let labels: Vec<_> = std::iter::once((AnnotationKind::Primary, &diagnostic.primary))
        .chain(diagnostic.secondary.iter().map(|label| (AnnotationKind::Context, label)))
        .collect();
    let excerpts: Vec<Excerpt> =
        labels.iter().map(|(_, label)| Excerpt::around(source, label.span)).collect();

    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code));
    for ((kind, label), excerpt) in labels.iter().zip(&excerpts) {
        let annotation = kind.span(excerpt.mark.clone());
        let annotation =
            if label.text.is_empty() { annotation } else { annotation.label(&label.text) };
        group = group.element(
            Snippet::source(&excerpt.text)
                .path(&*excerpt.file)
                .line_start(excerpt.line)
                .annotation(annotation),
        );
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
    renderer.render(&[group]).to_string()
}

/// The line of a span's start, as the user knows it, and the span within it.
struct Excerpt {
    file: String,
    line: usize,
    text: String,
    mark: std::ops::Range<usize>,
}

impl Excerpt {
    fn around(source: &Source, span: Span) -> Self {
        let end = source.text().len() as u32;
        let lo = span.lo.min(end);
        let position = source.position(lo);
        let line = source.buffer_line_span(source.buffer_line(lo));
        let shown = Span::new(
            line.lo.max(lo.saturating_sub(MAX_EXCERPT / 4)),
            line.hi.min(lo.saturating_add(MAX_EXCERPT)).max(lo),
        );
        let hi = span.hi.clamp(lo, shown.hi);
        // Replacing bytes that are not UTF-8 changes lengths, so each part is converted alone.
        let before = source.excerpt(Span::new(shown.lo, lo)).into_owned();
        let marked = source.excerpt(Span::new(lo, hi)).into_owned();
        let after = source.excerpt(Span::new(hi, shown.hi));
        let mark = before.len()..before.len() + marked.len();
        Self {
            file: position.file.to_string(),
            line: position.line as usize,
            text: before + &marked + after.trim_end_matches('\r'),
            mark,
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
    fn any_bytes_and_any_span_render() {
        let source = Source::new("b.c", vec![0xff, b'\n', 0x80, 0xc3, 0xa4, 0, b'\r', b'\n']);
        for lo in 0..10 {
            for hi in 0..10 {
                let diagnostic = Diagnostic::error("E0001", Span::new(lo, hi), "odd bytes");
                assert!(!render(&source, &diagnostic, Styling::Plain).is_empty());
            }
        }
    }
}
