//! GNU C as text: tokens, parser, syntax tree.

pub mod ast;
