//! The syntax tree as text, for tests and for readers: one line per item, in S-expressions.
//!
//! Spans are left out, and so is what has no meaning. Declarators are written from the name
//! outwards, the way they are stored.
//!
//! ```
//! let mut source = source::Source::new("a.c", b"int *(*f)(char) = 0; ".to_vec());
//! let (unit, _) = c_syntax::parse(&mut source);
//! assert_eq!(c_syntax::dump(&unit), "(declare [int] (f * ([char]) * = 0))\n");
//! ```
//!
//! Chains of binary operators and `else if` are written in a loop, as the tree's depth along
//! them has no limit; everywhere else the recursion is as deep as the parser's limit allows
//! and runs on a stack that grows.

mod declaration;
mod expression;
mod statement;

use std::fmt::Write;

use source::Symbol;

use crate::ast::{Item, Unit};

/// Less than this left, and the stack is enlarged.
const STACK_RED_ZONE: usize = 128 * 1024;
const STACK_SEGMENT: usize = 2 * 1024 * 1024;

/// Writes the whole unit.
pub fn dump(unit: &Unit) -> String {
    let mut dumper = Dumper { unit, out: String::new() };
    for item in &unit.items {
        match item {
            Item::Declaration(declaration) => dumper.declaration(declaration),
            Item::Function(function) => dumper.function(function),
            Item::StaticAssert(assertion) => dumper.static_assert(assertion),
            Item::Asm(_) => dumper.out.push_str("(asm)"),
        }
        dumper.out.push('\n');
    }
    dumper.out
}

struct Dumper<'u> {
    unit: &'u Unit,
    out: String,
}

impl<'u> Dumper<'u> {
    fn name(&mut self, symbol: Symbol) {
        self.out.push_str(self.unit.symbols.name(symbol));
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn write(&mut self, arguments: std::fmt::Arguments<'_>) {
        self.out.write_fmt(arguments).expect("writing to a string does not fail");
    }

    fn quoted(&mut self, bytes: &[u8]) {
        self.write(format_args!("\"{}\"", bytes.escape_ascii()));
    }

    fn deeper(&mut self, write: impl FnOnce(&mut Self)) {
        stacker::maybe_grow(STACK_RED_ZONE, STACK_SEGMENT, || write(self));
    }
}
