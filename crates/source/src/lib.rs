//! What the user wrote, and how we talk about it: texts, spans, names, diagnostics.
//!
//! A [`Source`] is one buffer of bytes, which may hold several texts one after the other. A
//! [`Span`] is a pair of byte offsets into it: eight bytes, no file inside, since a run reads one
//! buffer. Preprocessed C says where its lines
//! came from with *line markers* (`# 12 "file.h"`); the buffer remembers them, so that a
//! position is always reported in the file that the user knows, however many headers were
//! pasted in between. What is shown of that file is what stands in it: macros by their names, and
//! comments ([`Written`]).
//!
//! Text is bytes, not `str`: C sources of the field contain Latin-1 comments, and no input may
//! make us panic.

mod diagnostic;
mod position;
mod render;
mod span;
mod symbol;
mod written;

pub use diagnostic::{Diagnostic, Diagnostics, Label, Severity};
pub use position::{LineMarker, Origin, Part, Position, Source};
pub use render::{Styling, render};
pub use span::Span;
pub use symbol::{Symbol, Symbols};
pub use written::Written;

/// What a comment begins with that accepts a finding, before its kind and the reason.
pub const ACCEPT: &str = "linchpin: accept ";
