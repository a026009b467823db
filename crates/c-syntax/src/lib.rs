//! GNU C as text: tokens, parser, syntax tree.
//!
//! The input is preprocessed C, one text per translation unit; line markers tell where its
//! lines came from. The output is a [`ast::Unit`], the tree as written, and what was wrong with
//! the text. Names are not resolved and types not computed: that is the next room's work.
//!
//! It reads what gcc reads in its `gnu17` mode. It does not preprocess, and it knows neither
//! decimal floating types nor fixed-point types nor Objective-C. Any bytes are fit as input:
//! nothing panics, every loop ends, and nesting is limited ([`MAX_NESTING`]).
//!
//! ```
//! let mut source = source::Source::new("a.c", b"typedef int T; T f(T x) { return x * 2; }".to_vec());
//! let (unit, diagnostics) = c_syntax::parse(&mut source);
//! assert!(!diagnostics.has_errors());
//! assert_eq!(unit.items.len(), 2);
//! ```

pub mod ast;
mod dump;
mod lexer;
mod parser;
mod token;

use source::{Diagnostics, Source, Symbols};

pub use dump::dump;
pub use lexer::MEANINGFUL_OPTIONS;
pub use parser::MAX_NESTING;

/// Parses a source of one translation unit. Its line markers are recorded in `source`, so that
/// positions are those of the user's files from now on.
///
/// The unit holds whatever could be understood, even where there are errors.
pub fn parse(source: &mut Source) -> (ast::Unit, Diagnostics) {
    parse_part(source, 0, Symbols::new())
}

/// Parses the translation unit that is this part of the source. `symbols` are those of the units
/// before it, so that one name is one symbol in all of them. The parts are parsed in their order.
pub fn parse_part(source: &mut Source, part: usize, symbols: Symbols) -> (ast::Unit, Diagnostics) {
    parser::parse(lexer::tokenize(source, part, symbols))
}
