//! Which declaration a name means at a place.
//!
//! C's scopes nest, and a name is known from its declaration to the end of the block that the
//! declaration stands in. So of all declarations of the name that reach the place, the one that
//! comes last in the text is meant.
//!
//! ```text
//!   int x; void f(int y) { for (int i = 0; ; ) { int x; /* here: x is the inner one, and i, y */ } }
//! ```
//!
//! Names of enumerators are gathered where the `enum` stands by itself in a declaration; one that
//! is hidden in a cast or a `struct` inside a function is overlooked.

use std::collections::BTreeMap;

use c_syntax::ast::{
    BlockItem, Declaration, Declarator, DeclaratorPart, ForInit, FunctionDefinition, Item, Name,
    Parameters, Specifiers, StmtKind, TypeSpecifier, Unit,
};
use source::Span;

/// Where a declaration stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Outside of all functions.
    File,
    Block,
}

/// A declaration of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The name as it is written there.
    pub name: Span,
    pub level: Level,
    /// The end of the block.
    until: u32,
}

/// The declarations of a program by their names.
#[derive(Debug, Default)]
pub struct Scopes {
    declared: BTreeMap<Box<str>, Vec<Declared>>,
}

impl Scopes {
    pub fn of(unit: &Unit) -> Self {
        let mut gather = Gather { unit, scopes: Self::default() };
        for item in &unit.items {
            match item {
                Item::Declaration(declaration) => {
                    gather.declaration(declaration, Level::File, u32::MAX);
                }
                Item::Function(function) => gather.function(function, Level::File, u32::MAX),
                Item::StaticAssert(_) | Item::Asm(_) => {}
            }
        }
        for stmt in unit.stmts.values() {
            match &stmt.kind {
                StmtKind::Compound(compound) => {
                    for item in &compound.items {
                        gather.block_item(item, stmt.span.hi);
                    }
                }
                StmtKind::For { init: ForInit::Declaration(declaration), .. } => {
                    gather.declaration(declaration, Level::Block, stmt.span.hi);
                }
                _ => {}
            }
        }
        let mut scopes = gather.scopes;
        for declared in scopes.declared.values_mut() {
            declared.sort_by_key(|it| it.name.lo);
        }
        scopes
    }

    /// What a name means at an offset.
    pub fn resolve(&self, name: &str, offset: u32) -> Option<Declared> {
        let reaches = |it: &&Declared| it.name.hi <= offset && offset < it.until;
        self.declared.get(name)?.iter().rfind(reaches).copied()
    }

    /// The declaration of a name whose text has the name in it.
    pub fn at(&self, name: &str, declaration: Span) -> Option<Declared> {
        let is_inside =
            |it: &&Declared| declaration.lo <= it.name.lo && it.name.hi <= declaration.hi;
        self.declared.get(name)?.iter().find(is_inside).copied()
    }
}

struct Gather<'u> {
    unit: &'u Unit,
    scopes: Scopes,
}

impl Gather<'_> {
    fn block_item(&mut self, item: &BlockItem, until: u32) {
        match item {
            BlockItem::Declaration(declaration) => {
                self.declaration(declaration, Level::Block, until);
            }
            BlockItem::Function(function) => self.function(function, Level::Block, until),
            BlockItem::Stmt(_) | BlockItem::StaticAssert(_) => {}
        }
    }

    fn function(&mut self, function: &FunctionDefinition, level: Level, until: u32) {
        self.declarator(&function.declarator, level, until);
        let end = function.span.hi;
        if let Some(DeclaratorPart::Function(part)) = function.declarator.parts.first()
            && let Parameters::Prototype { parameters, .. } = &part.parameters
        {
            for parameter in parameters {
                self.specifiers(&parameter.specifiers, Level::Block, end);
                self.declarator(&parameter.declarator, Level::Block, end);
            }
        }
        for declaration in &function.old_style_parameters {
            self.declaration(declaration, Level::Block, end);
        }
    }

    fn declaration(&mut self, declaration: &Declaration, level: Level, until: u32) {
        self.specifiers(&declaration.specifiers, level, until);
        for each in &declaration.declarators {
            self.declarator(&each.declarator, level, until);
        }
    }

    fn specifiers(&mut self, specifiers: &Specifiers, level: Level, until: u32) {
        if let TypeSpecifier::Enum(specifier) = &specifiers.ty {
            for enumerator in specifier.enumerators.iter().flatten() {
                self.name(enumerator.name, level, until);
            }
        }
    }

    fn declarator(&mut self, declarator: &Declarator, level: Level, until: u32) {
        if let Some(name) = declarator.name {
            self.name(name, level, until);
        }
    }

    fn name(&mut self, name: Name, level: Level, until: u32) {
        let declared = Declared { name: name.span, level, until };
        let text = &self.unit.symbols[name.symbol];
        match self.scopes.declared.get_mut(text) {
            Some(list) => list.push(declared),
            None => {
                self.scopes.declared.insert(text.into(), vec![declared]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Source;

    const TEXT: &str = "int x, z; int f(int y, int old) {
    { int x = 1; x++; }
    for (int i = 0; i < 3; i++) { enum { z = 4 } e; y += i; }
    return x;
}
int g(a) int a; { return a; }
";

    fn scopes() -> Scopes {
        let mut source = Source::new("a.c", TEXT.as_bytes().to_vec());
        let (unit, diagnostics) = c_syntax::parse(&mut source);
        assert!(!diagnostics.has_errors());
        Scopes::of(&unit)
    }

    fn at(needle: &str) -> u32 {
        TEXT.find(needle).unwrap() as u32
    }

    #[test]
    fn the_innermost_declaration_is_meant() {
        let scopes = scopes();
        let outer = scopes.resolve("x", at("return x")).unwrap();
        assert_eq!((outer.level, outer.name.lo), (Level::File, at("x, z")));
        let inner = scopes.resolve("x", at("x++")).unwrap();
        assert_eq!((inner.level, inner.name.lo), (Level::Block, at("x = 1")));
        assert_eq!(scopes.resolve("z", at("y += i")).unwrap().level, Level::Block);
        assert_eq!(scopes.resolve("z", at("return x")).unwrap().level, Level::File);
    }

    #[test]
    fn names_end_with_their_block() {
        let scopes = scopes();
        assert!(scopes.resolve("i", at("y += i")).is_some());
        assert!(scopes.resolve("i", at("return x")).is_none());
        assert!(scopes.resolve("y", at("return a")).is_none());
        assert!(scopes.resolve("a", at("return a")).is_some());
        assert!(scopes.resolve("x", 0).is_none());
        assert_eq!(scopes.resolve("g", at("return a")).unwrap().level, Level::File);
    }

    #[test]
    fn a_declaration_is_found_by_its_place() {
        let scopes = scopes();
        let place = Span::new(at("x = 1"), at("x = 1") + 1);
        assert_eq!(scopes.at("x", place).unwrap().level, Level::Block);
        assert!(scopes.at("y", place).is_none());
    }
}
