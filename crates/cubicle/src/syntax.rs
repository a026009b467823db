//! From text to the syntax tree: [`lexer`], [`parser`], [`ast`].

pub mod ast;
pub mod lexer;
pub mod parser;
