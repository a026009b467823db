//! The places and scopes of all texts of a program.
//!
//! Each text is a unit of its own and is read by itself; its places stand behind those of the texts
//! before it, as they do in the buffer.

use c_syntax::ast::{Item, Unit};
use source::{Source, Symbols};

use crate::{Places, Scopes};

/// What is known of the texts of a program.
#[derive(Debug, Default)]
pub struct Texts {
    pub places: Places,
    pub scopes: Scopes,
    /// Where the first declaration of each text starts; of those that have any.
    pub starts: Vec<u32>,
}

impl Texts {
    /// Reads all texts of a source that nobody has parsed yet. None where one of them is no C.
    pub fn of(source: &mut Source) -> Option<Self> {
        let mut texts = Self::default();
        let mut symbols = Symbols::new();
        for part in 0..source.parts().len() {
            let (mut unit, found) = c_syntax::parse_part(source, part, symbols);
            if found.has_errors() {
                return None;
            }
            texts.places.append(Places::of(&unit, source));
            texts.scopes.append(Scopes::of(&unit, source.parts()[part].span));
            texts.starts.extend(start(&unit));
            symbols = std::mem::take(&mut unit.symbols);
        }
        Some(texts)
    }
}

fn start(unit: &Unit) -> Option<u32> {
    let span = unit.items.first().map(|item| match item {
        Item::Declaration(declaration) => declaration.span,
        Item::Function(function) => function.span,
        Item::StaticAssert(assertion) => assertion.span,
        Item::Asm(asm) => asm.span,
    });
    span.map(|span| span.lo)
}
