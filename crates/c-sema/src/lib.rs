//! What GNU C means: names, types, layout, constants, implicit conversions made explicit.
//!
//! [`analyse`] turns the syntax tree into the typed tree of [`typed`]. It accepts what gcc
//! accepts by default, warnings aside: implicit declarations, conversions between unlike
//! pointers, and the other habits of real programs. What gcc refuses is reported, several
//! mistakes per run, and stands in the tree as an error node.
//!
//! ```text
//!   ast::Unit ── declaration, expression, statement, initialiser ──▶ typed::Unit
//!                  │ scope (names)  │ types, layout (sizes)  │ constant (values)
//! ```
//!
//! A program of several units goes through [`Linker`], which analyses them one after the other
//! into one tree and makes one row of everything that has external linkage.
//!
//! # Codes of the messages
//! `E020x` names, `E021x` types of operands, `E022x` constants, `E023x` statements,
//! `E024x` declarations and types as written, `E025x` initialisers, `E026x` linking.

mod analyser;
mod attribute;
mod attribute_table;
mod compatible;
pub mod constant;
mod declaration;
mod depth;
mod expression;
mod float;
mod initialiser;
mod inline_asm;
pub mod layout;
mod link;
mod print_type;
mod scope;
mod statement;
mod suggest;
mod type_query;
pub mod typed;
pub mod types;

use c_syntax::ast;
use source::{Diagnostics, Origin};

pub use crate::link::Linker;
use crate::types::DataModel;

/// Functions with contracts are called so, and make room for those that ask about them. They still
/// have their own names (`__func__`).
pub const MADE_ROOM: &str = "__linchpin_real_";

/// Gives every name of a program of one unit its meaning and every expression its type.
///
/// The tree is complete as far as there are no errors among the diagnostics; otherwise it
/// contains [`typed::ExprKind::Error`] and [`types::Type::Error`] where the input is wrong.
pub fn analyse(mut unit: ast::Unit, model: DataModel) -> (typed::Unit, Diagnostics) {
    let mut linker = Linker::new(model, std::mem::take(&mut unit.symbols));
    linker.add(unit);
    linker.link(Origin::User);
    linker.finish()
}
