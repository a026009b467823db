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
//! A program may have several texts, each with a file scope of its own. A name at file scope ends with
//! its text; declarations of one name in two texts mean one thing only if both have external linkage
//! ([`Declared::is_one_with`]).
//!
//! Names of enumerators are gathered where the `enum` stands by itself in a declaration; one that
//! is hidden in a cast or a `struct` inside a function is overlooked.

use std::collections::{BTreeMap, BTreeSet};

use c_syntax::ast::{
    BlockItem, Declaration, Declarator, DeclaratorPart, ForInit, FunctionDefinition, Item, Name,
    Parameter, Parameters, Specifiers, StmtKind, Storage, TypeSpecifier, Unit,
};
use source::{Span, Symbol};

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
    /// The end of the block, or of the text.
    until: u32,
    /// At file scope: no other text can mean it by this name.
    is_internal: bool,
    /// Each read may give another value. True also where only looking at types would tell: of `typeof`
    /// in a text that has volatile objects.
    pub is_volatile: bool,
}

impl Declared {
    fn new(name: Name, level: Level, until: u32) -> Self {
        Self { name: name.span, level, until, is_internal: false, is_volatile: false }
    }

    /// Do two declarations of one name, both at file scope, declare one thing?
    pub fn is_one_with(&self, other: &Self) -> bool {
        let is_external = |it: &Self| !it.is_internal;
        let is_of_file = self.level == Level::File && other.level == Level::File;
        is_of_file && (self.until == other.until || is_external(self) && is_external(other))
    }
}

/// The declarations of a program by their names.
#[derive(Debug, Default)]
pub struct Scopes {
    declared: BTreeMap<Box<str>, Vec<Declared>>,
}

impl Scopes {
    /// Of a unit whose text lies there.
    pub fn of(unit: &Unit, text: Span) -> Self {
        let volatile = VolatileTypes::of(unit);
        let (scopes, internal) = (Self::default(), BTreeSet::new());
        let mut gather = Gather { unit, scopes, internal, volatile };
        for item in &unit.items {
            match item {
                Item::Declaration(declaration) => {
                    gather.declaration(declaration, Level::File, text.hi);
                    gather.internal_names(declaration);
                }
                Item::Function(function) => gather.function(function, Level::File, text.hi),
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
        let Gather { mut scopes, internal, .. } = gather;
        for (name, declared) in &mut scopes.declared {
            declared.sort_by_key(|it| it.name.lo);
            if internal.contains(name) {
                declared.iter_mut().for_each(|it| it.is_internal = it.level == Level::File);
            }
        }
        scopes
    }

    /// Adds those of a unit whose text stands behind all others.
    pub fn append(&mut self, behind: Self) {
        for (name, declared) in behind.declared {
            self.declared.entry(name).or_default().extend(declared);
        }
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
    /// Names at file scope that mean nothing, or something else, to the linker.
    internal: BTreeSet<Box<str>>,
    volatile: VolatileTypes,
}

/// Which types say that an object is volatile.
#[derive(Default)]
struct VolatileTypes {
    typedefs: BTreeSet<Symbol>,
    /// There is such an object, or could be.
    has_any: bool,
}

impl VolatileTypes {
    fn of(unit: &Unit) -> Self {
        let file = unit.items.iter().filter_map(|item| match item {
            Item::Declaration(declaration) => Some(declaration),
            Item::Function(_) | Item::StaticAssert(_) | Item::Asm(_) => None,
        });
        let compounds = unit.stmts.values().filter_map(|stmt| match &stmt.kind {
            StmtKind::Compound(compound) => Some(compound),
            _ => None,
        });
        let blocks = compounds.flat_map(|it| &it.items).filter_map(|item| match item {
            BlockItem::Declaration(declaration) => Some(declaration),
            _ => None,
        });
        let declarations: Vec<&Declaration> = file.chain(blocks).collect();
        let mut types = Self::default();
        // A type may be made of one that is declared later in this order.
        loop {
            let n_before = types.typedefs.len();
            for declaration in &declarations {
                if !types.contain(&declaration.specifiers) {
                    continue;
                }
                types.has_any = true;
                if declaration.specifiers.storage == Some(Storage::Typedef) {
                    let names = declaration.declarators.iter().filter_map(|it| it.declarator.name);
                    types.typedefs.extend(names.map(|name| name.symbol));
                }
            }
            if types.typedefs.len() == n_before {
                return types;
            }
        }
    }

    fn contain(&self, specifiers: &Specifiers) -> bool {
        specifiers.qualifiers.is_volatile
            || match &specifiers.ty {
                TypeSpecifier::Typedef(name) => self.typedefs.contains(&name.symbol),
                TypeSpecifier::Typeof(_) => self.has_any,
                TypeSpecifier::Atomic(_)
                | TypeSpecifier::ImplicitInt
                | TypeSpecifier::Words(_)
                | TypeSpecifier::Record(_)
                | TypeSpecifier::Enum(_)
                | TypeSpecifier::Auto
                | TypeSpecifier::VaList => false,
            }
    }
}

impl Gather<'_> {
    /// A later declaration without `static` leaves a name internal.
    fn internal_names(&mut self, declaration: &Declaration) {
        let is_static = declaration.specifiers.storage == Some(Storage::Static);
        for each in &declaration.declarators {
            if let Some(name) = each.declarator.name
                && (is_static || each.asm_name.is_some())
            {
                self.internal.insert(self.unit.symbols[name.symbol].into());
            }
        }
    }

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
        self.declarator(&function.declarator, &function.specifiers, level, until);
        let end = function.span.hi;
        if let Some(DeclaratorPart::Function(part)) = function.declarator.parts.first()
            && let Parameters::Prototype { parameters, .. } = &part.parameters
        {
            for parameter in parameters {
                self.specifiers(&parameter.specifiers, Level::Block, end);
                let Parameter { declarator, specifiers, .. } = parameter;
                self.declarator(declarator, specifiers, Level::Block, end);
            }
        }
        for declaration in &function.old_style_parameters {
            self.declaration(declaration, Level::Block, end);
        }
    }

    fn declaration(&mut self, declaration: &Declaration, level: Level, until: u32) {
        self.specifiers(&declaration.specifiers, level, until);
        for each in &declaration.declarators {
            self.declarator(&each.declarator, &declaration.specifiers, level, until);
        }
    }

    fn specifiers(&mut self, specifiers: &Specifiers, level: Level, until: u32) {
        if let TypeSpecifier::Enum(specifier) = &specifiers.ty {
            for enumerator in specifier.enumerators.iter().flatten() {
                self.name(enumerator.name, Declared::new(enumerator.name, level, until));
            }
        }
    }

    fn declarator(
        &mut self,
        declarator: &Declarator,
        specifiers: &Specifiers,
        level: Level,
        until: u32,
    ) {
        if let Some(name) = declarator.name {
            let is_volatile = self.volatile.contain(specifiers);
            self.name(name, Declared { is_volatile, ..Declared::new(name, level, until) });
        }
    }

    fn name(&mut self, name: Name, declared: Declared) {
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
        Scopes::of(&unit, Span::new(0, TEXT.len() as u32))
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

    #[test]
    fn statics_of_two_texts_are_two() {
        let mut source =
            Source::new("a.c", b"static int x; extern int x, g; int f(void);\n".to_vec());
        let second = &b"int x, g; static int f(void); int h(void) { return 0; }\n"[..];
        assert!(source.append([("b.c".into(), second)], source::Origin::User));
        let texts = crate::Texts::of(&mut source).unwrap();
        let (first, second) = (source.parts()[0].span.hi - 1, source.parts()[1].span.hi - 1);
        let both = |name: &str| {
            let resolve = |offset| texts.scopes.resolve(name, offset).unwrap();
            (resolve(first), resolve(second))
        };
        let (a, b) = both("x");
        assert!(!a.is_one_with(&b) && !b.is_one_with(&a) && a.is_one_with(&a));
        let (a, b) = both("g");
        assert!(a.is_one_with(&b));
        let (a, b) = both("f");
        assert!(!a.is_one_with(&b));
        assert!(texts.scopes.resolve("h", first).is_none());
    }

    #[test]
    fn volatile_objects_are_known_by_their_types() {
        let text = "typedef volatile int reg; typedef reg port; volatile int a; port b; int c;
            void f(volatile int d, int e) { __typeof__(a) g; port h; __auto_type i = a; }";
        let mut source = Source::new("a.c", text.as_bytes().to_vec());
        let scopes = crate::Texts::of(&mut source).unwrap().scopes;
        let end = text.len() as u32 - 1;
        let is_volatile = |name: &str| scopes.resolve(name, end).unwrap().is_volatile;
        assert_eq!(
            ["a", "b", "c", "d", "e", "g", "h", "i"].map(is_volatile),
            [true, true, false, true, false, true, true, false]
        );
    }
}
