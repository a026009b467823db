//! YAML with places: what `read` is written in terms of.
//!
//! Every question about a node either has an answer or leaves a message at the node.

use saphyr::{LoadableYamlNode as _, MarkedYaml};
use source::{Diagnostic, Diagnostics, Source, Span};

use crate::model::Expression;

/// Larger files are no witnesses that anybody reads.
const MAX_BYTES: usize = 64 << 20;
/// Brackets inside brackets; bounds the recursion of whoever walks the tree.
const MAX_NESTING: usize = 1_000;
/// `- - - - x` nests as deeply as the line is long.
const MAX_LINE: usize = 64 << 10;

pub(crate) struct Reader<'a> {
    pub source: &'a Source,
    pub diagnostics: Diagnostics,
}

impl<'a> Reader<'a> {
    pub fn new(source: &'a Source) -> Self {
        Self { source, diagnostics: Diagnostics::new() }
    }

    /// The documents of the file.
    pub fn documents<'t>(&mut self, text: &'t [u8]) -> Option<Vec<MarkedYaml<'t>>> {
        if text.len() > MAX_BYTES {
            let message = format!("a witness of {} bytes is too long", text.len());
            return self.error("E1001", Span::at(0), message);
        }
        let text = match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(error) => {
                let offset = error.valid_up_to() as u32;
                let message = "a witness is text in UTF-8";
                return self.error("E1001", Span::new(offset, offset + 1), message);
            }
        };
        if let Some(offset) = too_deep(text) {
            return self.error("E1001", Span::at(offset), "this nests too deeply for a witness");
        }
        match MarkedYaml::load_from_str(text) {
            Ok(documents) => Some(documents),
            Err(error) => {
                let at = self.offset(*error.marker());
                let message = format!("this is not YAML: {}", error.info());
                self.error("E1001", Span::at(at), message)
            }
        }
    }

    /// The value of a key that must be there.
    pub fn required<'n, 'y>(
        &mut self,
        node: &'n MarkedYaml<'y>,
        key: &str,
        owner: &str,
    ) -> Option<&'n MarkedYaml<'y>> {
        match node.data.as_mapping_get(key) {
            Some(value) => Some(value),
            None if node.data.is_mapping() => {
                self.error("E1002", self.first_line(node), format!("{owner} has no `{key}`"))
            }
            None => {
                let message = format!("{owner} is a mapping with `{key}`");
                self.error("E1002", self.first_line(node), message)
            }
        }
    }

    pub fn list<'n, 'y>(
        &mut self,
        node: &'n MarkedYaml<'y>,
        what: &str,
    ) -> Option<&'n [MarkedYaml<'y>]> {
        match node.data.as_sequence() {
            Some(items) => Some(items),
            None => self.error("E1002", self.first_line(node), format!("{what} is a list")),
        }
    }

    /// A scalar as it was written: YAML takes `2.0`, `true` and `5` for something else than text.
    pub fn scalar(&mut self, node: &MarkedYaml, what: &str) -> Option<Expression> {
        let span = self.span(node);
        if let Some(text) = node.data.as_str() {
            return Some(Expression { text: text.to_owned(), span });
        }
        let is_scalar =
            node.data.is_integer() || node.data.is_boolean() || node.data.is_floating_point();
        if is_scalar {
            let text = self.source.excerpt(span).trim().to_owned();
            return Some(Expression { text, span });
        }
        self.error("E1002", self.first_line(node), format!("{what} is a string"))
    }

    /// The text of a key that must be there.
    pub fn string(&mut self, node: &MarkedYaml, key: &str, owner: &str) -> Option<Expression> {
        let value = self.required(node, key, owner)?;
        self.scalar(value, &format!("`{key}`"))
    }

    /// A number that counts from 1.
    pub fn position(&mut self, node: &MarkedYaml, key: &str) -> Option<u32> {
        let number = node.data.as_integer().and_then(|number| u32::try_from(number).ok());
        match number.filter(|&number| number >= 1) {
            Some(number) => Some(number),
            None => {
                let message = format!("`{key}` is a number, and the first one is 1");
                self.error("E1002", self.span(node), message)
            }
        }
    }

    pub fn error<T>(
        &mut self,
        code: &'static str,
        span: Span,
        text: impl Into<String>,
    ) -> Option<T> {
        self.diagnostics.push(Diagnostic::error(code, span, text));
        None
    }

    pub fn span(&self, node: &MarkedYaml) -> Span {
        Span::new(self.offset(node.span.start), self.offset(node.span.end))
    }

    /// Of a mapping or list only the first line: the rest would fill the message.
    pub fn first_line(&self, node: &MarkedYaml) -> Span {
        let span = self.span(node);
        let line = self.source.buffer_line_span(self.source.buffer_line(span.lo));
        Span::new(span.lo, span.hi.min(line.hi).max(span.lo))
    }

    /// The YAML reader counts lines from one.
    fn offset(&self, marker: saphyr::Marker) -> u32 {
        self.source.offset_of_char(marker.line().saturating_sub(1), marker.col())
    }
}

/// Where the text nests more deeply than a witness does, counting brackets wherever they stand.
fn too_deep(text: &str) -> Option<u32> {
    let mut depth = 0usize;
    let mut line_start = 0;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'\n' => line_start = offset + 1,
            _ => {}
        }
        if depth > MAX_NESTING || offset.saturating_sub(line_start) > MAX_LINE {
            return Some(offset as u32);
        }
    }
    None
}
