//! The `.lpp` language: tokens, parser, names, formatter.
//!
//! A text becomes tokens (`token`), a tree of what was written (`ast`, by `parse` and
//! `parse_formula`), and the model, names replaced by ids and only like compared with like
//! (`resolve`, `resolve_formula`, `resolve_rule`). Each stage goes on after an error, so that one
//! run reports many; no stage trusts the one before to have found none. The formatter works on
//! tokens and needs no names.

mod ast;
pub mod format;
mod names;
pub(crate) mod parse;
mod parse_formula;
mod resolve;
mod resolve_formula;
mod resolve_rule;
mod token;

#[cfg(test)]
mod tests;

use source::{Diagnostics, Source};

use crate::System;

/// Reads a protocol. Without errors there is a system; there may be warnings beside it.
pub fn read(source: &Source) -> (Option<System>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let file = parse::parse(source, &mut diagnostics);
    let system = resolve::resolve(&file, &mut diagnostics);
    (system.filter(|_| !diagnostics.has_errors()), diagnostics)
}
